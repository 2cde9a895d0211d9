//! The table of games as Parquet, which Polars and pandas read with its types.

use std::sync::Arc;

use parquet::errors::Result;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::parser::parse_message_type;

use super::Row;
use crate::columns::Columns;

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

/// The table as the bytes of a file.
pub(super) fn write(rows: &[&Row]) -> Result<Vec<u8>> {
    let schema = Arc::new(parse_message_type(SCHEMA)?);
    let mut writer = SerializedFileWriter::new(Vec::new(), schema, Arc::new(WriterProperties::default()))?;
    let mut group = writer.next_row_group()?;
    let mut columns = Columns { group: &mut group, rows };
    columns.texts(|row| &row.tournament)?;
    columns.texts(|row| &row.game)?;
    columns.texts(|row| &row.options)?;
    columns.ints(|row| row.seed)?;
    columns.ints(|row| row.round)?;
    columns.texts(|row| &row.first)?;
    columns.texts(|row| &row.second)?;
    columns.reals(|row| row.points)?;
    columns.texts(|row| &row.termination)?;
    columns.ints(|row| row.plies)?;
    for side in 0..2 {
        columns.ints(|row| row.moves[side])?;
    }
    for side in 0..2 {
        columns.reals(|row| row.seconds[side])?;
    }
    for side in 0..2 {
        columns.optional_reals(|row| row.depth[side])?;
    }
    group.close()?;
    writer.into_inner()
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
