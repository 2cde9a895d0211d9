use std::collections::HashMap;
use std::ops::Range;
use std::panic::catch_unwind;
use std::sync::Arc;

use agon_agents::Decision;
use agon_core::{DynPlay, Player};
use agon_search::Value;
use parquet::errors::{ParquetError, Result};
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::file::writer::SerializedFileWriter;
use parquet::record::{ListAccessor, RowAccessor};
use parquet::schema::parser::parse_message_type;
use serde::{Deserialize, Serialize};

use crate::columns::Columns;

/// Under this name a file says what its games were played with…
const DESCRIPTION: &str = "agon";
/// …and under this, the sum of its bytes.
const SUM: &str = "agon-sum";
/// What stands before the sum…
const SUM_MARK: &str = "fnv1a-64:";
/// …and in its place while it is counted.
const NO_SUM: &str = "0000000000000000";

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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sample {
    /// The number of the game, from 1.
    pub round: u64,
    /// Half moves before it.
    pub ply: u64,
    /// The position, on one line.
    pub position: String,
    /// The side to move, 1 or 2.
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

impl Sample {
    /// A position and what the agent thought of it, in the words of a file.
    pub(super) fn of(play: &dyn DynPlay, side: Player, action: u32, decision: &Decision) -> Option<Self> {
        let (score, mate) = match decision.score {
            Value::Points(points) => (Some(i64::from(points)), None),
            Value::Win(plies) => (None, Some(i64::from(plies))),
            Value::Loss(plies) => (None, Some(-i64::from(plies))),
        };
        let moves = play.actions().into_iter().zip(play.moves());
        let texts: HashMap<u32, String> = moves.filter(|(action, _)| play.swap_action() != Some(*action)).collect();
        let text = |action: u32| texts.get(&action).cloned();
        let root: Vec<(String, i64)> =
            decision.root.iter().filter_map(|root| Some((text(root.action)?, root.visits as i64))).collect();
        let (moves, visits) = root.into_iter().unzip();
        Some(Sample {
            round: 0,
            ply: play.plies() as u64,
            position: play.position_text(),
            player: side.index() as u64 + 1,
            chosen: text(action)?,
            score,
            mate,
            depth: u64::from(decision.depth),
            nodes: decision.nodes,
            moves,
            visits,
            result: 0.0,
        })
    }
}

/// The columns of a file of samples.
pub fn samples_schema() -> &'static str {
    SCHEMA
}

/// Samples as the bytes of a Parquet file.
pub(super) fn write(samples: &[Sample], description: &str) -> Result<Vec<u8>> {
    let schema = Arc::new(parse_message_type(SCHEMA)?);
    let said = vec![
        KeyValue::new(DESCRIPTION.to_string(), description.to_string()),
        KeyValue::new(SUM.to_string(), format!("{SUM_MARK}{NO_SUM}")),
    ];
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
    let mut bytes = writer.into_inner()?;
    if let Some(place) = place_of_sum(&bytes) {
        let sum = format!("{:016x}", sum(&bytes, &place));
        bytes[place].copy_from_slice(sum.as_bytes());
    }
    Ok(bytes)
}

/// Where the sum of a file stands, if it has one: the last of its kind, for what players are
/// called stands before it.
fn place_of_sum(bytes: &[u8]) -> Option<Range<usize>> {
    let mark = bytes.windows(SUM_MARK.len()).rposition(|window| window == SUM_MARK.as_bytes())?;
    let start = mark + SUM_MARK.len();
    let place = start..start + NO_SUM.len();
    bytes.get(place.clone()).map(|_| place)
}

/// The sum of all bytes (FNV-1a), those at its own place taken for [`NO_SUM`].
fn sum(bytes: &[u8], place: &Range<usize>) -> u64 {
    const START: u64 = 0xcbf2_9ce4_8422_2325;
    const PRIME: u64 = 0x0000_0100_0000_01b3;
    let all = bytes[..place.start].iter().chain(NO_SUM.as_bytes()).chain(&bytes[place.end..]);
    all.fold(START, |sum, byte| (sum ^ u64::from(*byte)).wrapping_mul(PRIME))
}

/// Reads a file of samples, and what its games were played with. A file whose bytes are not those
/// that were written is refused; files of old have no sum, and are read as they are.
pub fn read_samples(bytes: Vec<u8>) -> Result<(Vec<Sample>, String)> {
    let damaged = || ParquetError::General("the file is damaged".to_string());
    if let Some(place) = place_of_sum(&bytes)
        && format!("{:016x}", sum(&bytes, &place)).as_bytes() != &bytes[place]
    {
        return Err(damaged());
    }
    // The library panics at some damage.
    catch_unwind(|| read(bytes)).unwrap_or_else(|_| Err(damaged()))
}

fn read(bytes: Vec<u8>) -> Result<(Vec<Sample>, String)> {
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

    fn samples() -> Vec<Sample> {
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
        vec![
            sample(1, &["a", "b", "c"], Some(-35), None),
            sample(2, &[], None, Some(-4)),
            sample(3, &["d"], None, Some(1)),
            sample(4, &[], Some(0), None),
        ]
    }

    #[test]
    fn what_is_written_is_read_again() {
        let bytes = write(&samples(), "a game").unwrap();
        assert_eq!(read_samples(bytes).unwrap(), (samples(), "a game".to_string()));
        assert!(read_samples(b"nonsense".to_vec()).is_err());
        // Before files had sums.
        let mut old = write(&samples(), "a game").unwrap();
        let place = place_of_sum(&old).unwrap();
        old[place.start - SUM_MARK.len()] = b'x';
        assert_eq!(read_samples(old).unwrap().0, samples());
    }

    #[test]
    fn damage_is_refused_wherever_it_is() {
        let whole = write(&samples(), "a game").unwrap();
        let mark = place_of_sum(&whole).unwrap();
        let mark = mark.start - SUM_MARK.len()..mark.start;
        for at in (0..whole.len()).filter(|at| !mark.contains(at)) {
            let mut flipped = whole.clone();
            flipped[at] ^= 0x40;
            assert!(read_samples(flipped).is_err(), "byte {at}");
        }
        for start in (0..mark.start - 16).step_by(5) {
            let mut zeroed = whole.clone();
            zeroed[start..start + 16].fill(0);
            assert!(zeroed == whole || read_samples(zeroed).is_err(), "from byte {start}");
        }
        for length in 0..whole.len() {
            assert!(read_samples(whole[..length].to_vec()).is_err(), "cut to {length}");
        }
    }
}
