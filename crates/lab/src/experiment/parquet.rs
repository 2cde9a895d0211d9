//! The table of games as Parquet, which Polars and pandas read with its types.

use std::sync::Arc;

use parquet::data_type::{ByteArray, ByteArrayType, DoubleType, Int64Type};
use parquet::errors::Result;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::parser::parse_message_type;

use super::Row;

/// The columns, in the order they are written.
const SCHEMA: &str = "message games {
    required binary tournament (UTF8);
    required binary game (UTF8);
    required binary options (UTF8);
    required int64 seed;
    required int64 round;
    required binary first (UTF8);
    required binary second (UTF8);
    required double points;
    required binary termination (UTF8);
    required int64 plies;
    required int64 first_moves;
    required int64 second_moves;
    required double first_seconds;
    required double second_seconds;
    optional double first_depth;
    optional double second_depth;
}";

type Group<'g> = SerializedRowGroupWriter<'g, Vec<u8>>;

/// The table as the bytes of a file.
pub(super) fn write(rows: &[&Row]) -> Result<Vec<u8>> {
    let schema = Arc::new(parse_message_type(SCHEMA)?);
    let mut writer = SerializedFileWriter::new(Vec::new(), schema, Arc::new(WriterProperties::default()))?;
    let mut group = writer.next_row_group()?;
    texts(&mut group, rows, |row| &row.tournament)?;
    texts(&mut group, rows, |row| &row.game)?;
    texts(&mut group, rows, |row| &row.options)?;
    ints(&mut group, rows, |row| row.seed)?;
    ints(&mut group, rows, |row| row.round)?;
    texts(&mut group, rows, |row| &row.first)?;
    texts(&mut group, rows, |row| &row.second)?;
    reals(&mut group, rows, |row| row.points)?;
    texts(&mut group, rows, |row| &row.termination)?;
    ints(&mut group, rows, |row| row.plies)?;
    for side in 0..2 {
        ints(&mut group, rows, |row| row.moves[side])?;
    }
    for side in 0..2 {
        reals(&mut group, rows, |row| row.seconds[side])?;
    }
    for side in 0..2 {
        optional_reals(&mut group, rows, |row| row.depth[side])?;
    }
    group.close()?;
    writer.into_inner()
}

fn texts(group: &mut Group<'_>, rows: &[&Row], value: impl Fn(&Row) -> &str) -> Result<()> {
    let values: Vec<ByteArray> = rows.iter().map(|row| ByteArray::from(value(row))).collect();
    let Some(mut column) = group.next_column()? else { return Ok(()) };
    column.typed::<ByteArrayType>().write_batch(&values, None, None)?;
    column.close()
}

fn ints(group: &mut Group<'_>, rows: &[&Row], value: impl Fn(&Row) -> u64) -> Result<()> {
    let values: Vec<i64> = rows.iter().map(|row| value(row) as i64).collect();
    let Some(mut column) = group.next_column()? else { return Ok(()) };
    column.typed::<Int64Type>().write_batch(&values, None, None)?;
    column.close()
}

fn reals(group: &mut Group<'_>, rows: &[&Row], value: impl Fn(&Row) -> f64) -> Result<()> {
    let values: Vec<f64> = rows.iter().map(|row| value(row)).collect();
    let Some(mut column) = group.next_column()? else { return Ok(()) };
    column.typed::<DoubleType>().write_batch(&values, None, None)?;
    column.close()
}

/// A column in which values may be missing: a level of 1 says that one is there.
fn optional_reals(group: &mut Group<'_>, rows: &[&Row], value: impl Fn(&Row) -> Option<f64>) -> Result<()> {
    let values: Vec<f64> = rows.iter().filter_map(|row| value(row)).collect();
    let levels: Vec<i16> = rows.iter().map(|row| i16::from(value(row).is_some())).collect();
    let Some(mut column) = group.next_column()? else { return Ok(()) };
    column.typed::<DoubleType>().write_batch(&values, Some(&levels), None)?;
    column.close()
}

#[cfg(test)]
mod tests {
    use parquet::file::reader::{FileReader, SerializedFileReader};
    use parquet::record::RowAccessor;

    use super::*;

    #[test]
    fn what_is_written_is_read_again() {
        let row = |round: u64, depth| Row {
            tournament: "t".to_string(),
            game: "tilesum".to_string(),
            options: String::new(),
            seed: 1,
            round,
            first: "mcts:c=1".to_string(),
            second: "zufällig".to_string(),
            points: 0.5,
            termination: "goal".to_string(),
            plies: 9,
            seconds: [0.25, 0.0],
            depth: [depth, None],
            moves: [3, 2],
        };
        let rows = [row(1, Some(4.5)), row(2, None)];
        let bytes = write(&rows.iter().collect::<Vec<_>>()).unwrap();
        let reader = SerializedFileReader::new(bytes::Bytes::from(bytes)).unwrap();
        let read: Vec<_> = reader.get_row_iter(None).unwrap().map(|row| row.unwrap()).collect();
        assert_eq!(read.len(), 2);
        assert_eq!((read[1].get_long(4).unwrap(), read[0].get_string(6).unwrap().as_str()), (2, "zufällig"));
        assert!((read[0].get_double(14).unwrap() - 4.5).abs() < 1e-12);
        assert!(read[1].get_double(14).is_err());
    }
}
