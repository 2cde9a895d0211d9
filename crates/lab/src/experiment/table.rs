//! A table in two forms with the same rows: text with commas between its columns, and Parquet,
//! which Polars and pandas read with its types.

use std::sync::Arc;

use parquet::errors::Result;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::parser::parse_message_type;

use crate::columns::Columns;

/// How a column is had from a row.
pub(super) enum Cell<T> {
    Text(fn(&T) -> &str),
    Int(fn(&T) -> u64),
    Real(fn(&T) -> f64),
    /// A number that may be missing.
    Maybe(fn(&T) -> Option<f64>),
}

/// A table: its columns with their names, and its rows.
pub(super) struct Table<'t, T> {
    pub columns: &'t [(&'static str, Cell<T>)],
    pub rows: &'t [&'t T],
}

impl<T> Table<'_, T> {
    /// The table as text.
    pub fn csv(&self) -> String {
        let names: Vec<&str> = self.columns.iter().map(|(name, _)| *name).collect();
        let mut text = names.join(",") + "\n";
        for row in self.rows {
            let cells: Vec<String> = self.columns.iter().map(|(_, cell)| cell.text(row)).collect();
            text += &(cells.join(",") + "\n");
        }
        text
    }

    /// The table as the bytes of a Parquet file.
    pub fn parquet(&self) -> Result<Vec<u8>> {
        let schema = Arc::new(parse_message_type(&self.schema())?);
        let mut writer = SerializedFileWriter::new(Vec::new(), schema, Arc::new(WriterProperties::default()))?;
        let mut group = writer.next_row_group()?;
        let mut columns = Columns { group: &mut group, rows: self.rows };
        for (_, cell) in self.columns {
            match cell {
                Cell::Text(value) => columns.texts(|row| value(row))?,
                Cell::Int(value) => columns.ints(|row| value(row))?,
                Cell::Real(value) => columns.reals(|row| value(row))?,
                Cell::Maybe(value) => columns.optional_reals(|row| value(row))?,
            }
        }
        group.close()?;
        writer.into_inner()
    }

    fn schema(&self) -> String {
        let column = |(name, cell): &(&str, Cell<T>)| match cell {
            Cell::Text(_) => format!("required binary {name} (UTF8);"),
            Cell::Int(_) => format!("required int64 {name};"),
            Cell::Real(_) => format!("required double {name};"),
            Cell::Maybe(_) => format!("optional double {name};"),
        };
        format!("message table {{ {} }}", self.columns.iter().map(column).collect::<String>())
    }
}

impl<T> Cell<T> {
    fn text(&self, row: &T) -> String {
        match self {
            Cell::Text(value) => quoted(value(row)),
            Cell::Int(value) => value(row).to_string(),
            Cell::Real(value) => value(row).to_string(),
            Cell::Maybe(value) => value(row).map_or_else(String::new, |value| value.to_string()),
        }
    }
}

/// A value of a table in text: in quotation marks where it has to be (RFC 4180).
fn quoted(text: &str) -> String {
    if text.contains([',', '"', '\n']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text.to_string() }
}

#[cfg(test)]
mod tests {
    use parquet::file::reader::{FileReader, SerializedFileReader};
    use parquet::record::Field;

    use super::*;

    struct Line(&'static str, u64, f64, Option<f64>);

    const COLUMNS: [(&str, Cell<Line>); 4] = [
        ("word", Cell::Text(|line| line.0)),
        ("number", Cell::Int(|line| line.1)),
        ("points", Cell::Real(|line| line.2)),
        ("depth", Cell::Maybe(|line| line.3)),
    ];

    #[test]
    fn both_forms_tell_the_same() {
        let lines = [Line("zufällig", 7, 0.5, Some(1.0 / 3.0)), Line("mcts:c=1,nodes=5", 8, 1e-9, None)];
        let table = Table { columns: &COLUMNS, rows: &lines.iter().collect::<Vec<_>>() };
        let reader = SerializedFileReader::new(bytes::Bytes::from(table.parquet().unwrap())).unwrap();
        let cell = |field: &Field| match field {
            Field::Str(text) => quoted(text),
            Field::Long(number) => number.to_string(),
            Field::Double(number) => number.to_string(),
            _ => String::new(),
        };
        let mut read = String::from("word,number,points,depth\n");
        for row in reader.get_row_iter(None).unwrap() {
            let row = row.unwrap();
            let cells: Vec<String> = row.get_column_iter().map(|(_, field)| cell(field)).collect();
            read += &(cells.join(",") + "\n");
        }
        assert_eq!(read, table.csv());
        assert_eq!(table.csv().lines().nth(2), Some("\"mcts:c=1,nodes=5\",8,0.000000001,"));
    }
}
