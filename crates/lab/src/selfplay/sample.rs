use std::sync::Arc;

use parquet::errors::{ParquetError, Result};
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::file::writer::SerializedFileWriter;
use parquet::record::{ListAccessor, RowAccessor};
use parquet::schema::parser::parse_message_type;

use crate::columns::Columns;

/// Under this name a file says what its games were played with.
const DESCRIPTION: &str = "agon";

/// The columns of a file of samples, as Parquet writes schemas.
const SCHEMA: &str = "message samples {
    required int64 round;
    required int64 ply;
    required binary position (UTF8);
    required int64 player;
    required binary move (UTF8);
    optional int64 score;
    optional int64 mate;
    required int64 depth;
    required int64 nodes;
    required group moves (LIST) { repeated group list { required binary element (UTF8); } }
    required group visits (LIST) { repeated group list { required int64 element; } }
    required double result;
}";

/// A position of a game that an agent played against itself, with what the
/// search thought of it and how the game ended.
#[derive(Clone, Debug, PartialEq)]
pub struct Sample {
    /// The number of the game, from 1.
    pub round: u64,
    /// Half moves before it.
    pub ply: u64,
    /// The position, on one line.
    pub position: String,
    /// Who is to move, 1 or 2.
    pub player: u64,
    /// The move that was played.
    pub chosen: String,
    /// What the player to move thinks of it, in hundredths of a point, if it sees no end.
    pub score: Option<i64>,
    /// In how many half moves the player to move wins, if it sees that; negative when it loses.
    pub mate: Option<i64>,
    /// Completed iterations, or the depth of the tree.
    pub depth: u64,
    /// Moves made in the search.
    pub nodes: u64,
    /// The moves that the search weighed, best first; empty where it tells only the best.
    pub moves: Vec<String>,
    /// How often it looked into each of them.
    pub visits: Vec<i64>,
    /// What the player to move got in the end: 0, 0.5 or 1.
    pub result: f64,
}

/// The columns of a file of samples.
pub fn samples_schema() -> &'static str {
    SCHEMA
}

/// Samples as the bytes of a Parquet file.
pub(super) fn write(samples: &[Sample], description: &str) -> Result<Vec<u8>> {
    let schema = Arc::new(parse_message_type(SCHEMA)?);
    let said = vec![KeyValue::new(DESCRIPTION.to_string(), description.to_string())];
    let properties = WriterProperties::builder().set_key_value_metadata(Some(said)).build();
    let mut writer = SerializedFileWriter::new(Vec::new(), schema, Arc::new(properties))?;
    let mut group = writer.next_row_group()?;
    let mut columns = Columns { group: &mut group, rows: samples };
    columns.ints(|sample| sample.round)?;
    columns.ints(|sample| sample.ply)?;
    columns.texts(|sample| &sample.position)?;
    columns.ints(|sample| sample.player)?;
    columns.texts(|sample| &sample.chosen)?;
    columns.optional_ints(|sample| sample.score)?;
    columns.optional_ints(|sample| sample.mate)?;
    columns.ints(|sample| sample.depth)?;
    columns.ints(|sample| sample.nodes)?;
    columns.text_lists(|sample| &sample.moves)?;
    columns.int_lists(|sample| sample.visits.clone())?;
    columns.reals(|sample| sample.result)?;
    group.close()?;
    writer.into_inner()
}

/// Reads a file of samples, and what its games were played with.
pub fn read_samples(bytes: Vec<u8>) -> Result<(Vec<Sample>, String)> {
    let reader = SerializedFileReader::new(bytes::Bytes::from(bytes))?;
    let said = reader.metadata().file_metadata().key_value_metadata();
    let said = said.into_iter().flatten().find(|said| said.key == DESCRIPTION).and_then(|said| said.value.clone());
    let description = said.ok_or_else(|| ParquetError::General("it is not a file of samples".to_string()))?;
    let mut samples = Vec::new();
    for row in reader.get_row_iter(None)? {
        let row = row?;
        let (moves, visits) = (row.get_list(9)?, row.get_list(10)?);
        samples.push(Sample {
            round: row.get_long(0)? as u64,
            ply: row.get_long(1)? as u64,
            position: row.get_string(2)?.clone(),
            player: row.get_long(3)? as u64,
            chosen: row.get_string(4)?.clone(),
            // A value that is missing is of no type.
            score: row.get_long(5).ok(),
            mate: row.get_long(6).ok(),
            depth: row.get_long(7)? as u64,
            nodes: row.get_long(8)? as u64,
            moves: (0..moves.len()).map(|at| moves.get_string(at).cloned()).collect::<Result<_>>()?,
            visits: (0..visits.len()).map(|at| visits.get_long(at)).collect::<Result<_>>()?,
            result: row.get_double(11)?,
        });
    }
    Ok((samples, description))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_again() {
        let sample = |round: u64, moves: &[&str], score, mate| Sample {
            round,
            ply: 7,
            position: "a position".to_string(),
            player: 2,
            chosen: "é".to_string(),
            score,
            mate,
            depth: 3,
            nodes: 1000,
            moves: moves.iter().map(ToString::to_string).collect(),
            visits: (0..moves.len() as i64).collect(),
            result: 0.5,
        };
        let samples = [
            sample(1, &["a", "b", "c"], Some(-35), None),
            sample(2, &[], None, Some(-4)),
            sample(3, &["d"], None, Some(1)),
            sample(4, &[], Some(0), None),
        ];
        let bytes = write(&samples, "a game").unwrap();
        assert_eq!(read_samples(bytes).unwrap(), (samples.to_vec(), "a game".to_string()));
        assert!(read_samples(b"nonsense".to_vec()).is_err());
    }
}
