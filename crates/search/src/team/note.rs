//! What processes of one search tell each other, as words that any transport can carry.

use crate::Score;

/// One thing that a process tells others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Note {
    /// Whatever the program wants to tell its other processes; no search reads it.
    Text(String),
    /// A search begins.
    Begin(Begin),
    /// The search is over.
    End,
    /// How many moves a process has made in this search.
    Nodes(u64),
    /// An entry of the transposition table.
    Entry {
        /// The key of the position.
        key: u64,
        /// The entry, as the table packs it.
        data: u64,
    },
    /// A process begins with a node, or is done with it.
    Busy {
        /// What tells the node from all others.
        name: u64,
        /// Whether it begins.
        begins: bool,
    },
    /// A search of the root that all processes take part in.
    Plan(JointPlan),
    /// A line that was found in following a plan.
    Line {
        /// The number of the plan.
        plan: u32,
        /// What the line is worth to the player to move at the root.
        score: Score,
        /// Its moves, each by its place in the generator's list.
        moves: Vec<u16>,
    },
    /// A move of the root to search.
    Task(Task),
    /// What was found of it.
    Worth(Worth),
}

/// What is searched, and how far.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Begin {
    /// The limit of depth, if there is one.
    pub depth: Option<u32>,
    /// The most moves that each process may make, if that is limited.
    pub nodes: Option<u64>,
    /// The position from which the game began.
    pub start: String,
    /// The moves that have been played since.
    pub moves: Vec<String>,
}

/// A search of the root: see [`Note::Plan`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JointPlan {
    /// Plans of one search are numbered from 1.
    pub number: u32,
    /// How deep.
    pub depth: u32,
    /// What is done about late moves, as a number.
    pub width: u8,
    /// The age of the table of whoever answers.
    pub age: u8,
    /// The window.
    pub window: (Score, Score),
    /// The moves of the root in the order in which to try them, each by its place in the generator's list.
    pub moves: Vec<u16>,
}

/// A move of the root to search: see [`Note::Task`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Task {
    /// How deep.
    pub depth: u32,
    /// Which move, by its place in the generator's list.
    pub at: u32,
    /// The worth that it must exceed to matter.
    pub alpha: i64,
}

/// The answer to a [`Task`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Worth {
    /// The task's depth.
    pub depth: u32,
    /// Which move, by its place in the generator's list.
    pub at: u32,
    /// What it is worth; `None` if the process had to stop.
    pub value: Option<i64>,
    /// The moves made for it.
    pub nodes: u64,
    /// The length of the longest line that the process has looked at.
    pub deepest: u32,
}

/// Stands for a number that is not there.
const NONE: u64 = u64::MAX;
/// The most words that a note may have: far more than any does.
const MOST_WORDS: u64 = 1 << 22;

impl Note {
    /// Appends the note to words: a head with its kind, its length and the
    /// number of the search, and what it says.
    pub fn write(&self, search: u32, words: &mut Vec<u64>) {
        let head = words.len();
        words.push(0);
        let kind: u64 = match self {
            Note::Text(text) => {
                write_text(text, words);
                1
            }
            Note::Begin(begin) => {
                words.push(begin.depth.map_or(NONE, u64::from));
                words.push(begin.nodes.unwrap_or(NONE));
                let lines: Vec<&str> = std::iter::once(&begin.start).chain(&begin.moves).map(String::as_str).collect();
                write_text(&lines.join("\n"), words);
                2
            }
            Note::End => 3,
            Note::Nodes(nodes) => {
                words.push(*nodes);
                4
            }
            Note::Entry { key, data } => {
                words.extend([*key, *data]);
                5
            }
            Note::Busy { name, begins } => {
                words.push(*name);
                if *begins { 6 } else { 7 }
            }
            Note::Plan(plan) => {
                words.push(u64::from(plan.number) << 32 | u64::from(plan.depth));
                words.push(u64::from(plan.width) << 8 | u64::from(plan.age));
                words.push(pair(plan.window.0, plan.window.1));
                write_moves(&plan.moves, words);
                8
            }
            Note::Line { plan, score, moves } => {
                words.push(u64::from(*plan) << 32 | u64::from(*score as u32));
                write_moves(moves, words);
                9
            }
            Note::Task(Task { depth, at, alpha }) => {
                words.extend([u64::from(*depth) << 32 | u64::from(*at), *alpha as u64]);
                10
            }
            Note::Worth(Worth { depth, at, value, nodes, deepest }) => {
                words.extend([u64::from(*depth) << 32 | u64::from(*at), u64::from(*deepest), *nodes]);
                words.extend(value.map(|value| value as u64));
                11
            }
        };
        let count = (words.len() - head - 1) as u64;
        words[head] = kind << 56 | count << 32 | u64::from(search);
    }

    /// Reads the first note of some words: the note, its search, and how many words it took.
    /// `Ok(None)` while part of it is missing.
    pub fn read(words: &[u64]) -> Result<Option<(Note, u32, usize)>, Unreadable> {
        let Some((&head, rest)) = words.split_first() else { return Ok(None) };
        let (kind, count, search) = (head >> 56, head >> 32 & 0xff_ffff, head as u32);
        if count > MOST_WORDS {
            return Err(Unreadable);
        }
        let Some(body) = rest.get(..count as usize) else { return Ok(None) };
        let note = Note::of(kind, body).ok_or(Unreadable)?;
        Ok(Some((note, search, 1 + body.len())))
    }

    fn of(kind: u64, body: &[u64]) -> Option<Note> {
        Some(match (kind, body) {
            (1, text) => Note::Text(read_text(text)?),
            (2, [depth, nodes, text @ ..]) => {
                let text = read_text(text)?;
                let mut lines = text.split('\n').map(str::to_string);
                Note::Begin(Begin {
                    depth: some(*depth).map(|depth| depth as u32),
                    nodes: some(*nodes),
                    start: lines.next()?,
                    moves: lines.collect(),
                })
            }
            (3, []) => Note::End,
            (4, [nodes]) => Note::Nodes(*nodes),
            (5, [key, data]) => Note::Entry { key: *key, data: *data },
            (6 | 7, [name]) => Note::Busy { name: *name, begins: kind == 6 },
            (8, [which, how, window, moves @ ..]) => Note::Plan(JointPlan {
                number: (which >> 32) as u32,
                depth: *which as u32,
                width: (how >> 8) as u8,
                age: *how as u8,
                window: ((window >> 32) as Score, *window as Score),
                moves: read_moves(moves)?,
            }),
            (9, [which, moves @ ..]) => {
                Note::Line { plan: (which >> 32) as u32, score: *which as Score, moves: read_moves(moves)? }
            }
            (10, [which, alpha]) => {
                Note::Task(Task { depth: (which >> 32) as u32, at: *which as u32, alpha: *alpha as i64 })
            }
            (11, [which, deepest, nodes, value @ ..]) if value.len() <= 1 => Note::Worth(Worth {
                depth: (which >> 32) as u32,
                at: *which as u32,
                value: value.first().map(|value| *value as i64),
                nodes: *nodes,
                deepest: *deepest as u32,
            }),
            _ => return None,
        })
    }
}

/// The words are no note: the processes are not of one build, or the transport is broken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a message from another process cannot be read")]
pub struct Unreadable;

fn some(word: u64) -> Option<u64> {
    (word != NONE).then_some(word)
}

fn pair(high: Score, low: Score) -> u64 {
    u64::from(high as u32) << 32 | u64::from(low as u32)
}

fn write_text(text: &str, words: &mut Vec<u64>) {
    words.push(text.len() as u64);
    words.extend(text.as_bytes().chunks(8).map(|bytes| {
        let mut word = [0; 8];
        word[..bytes.len()].copy_from_slice(bytes);
        u64::from_le_bytes(word)
    }));
}

fn read_text(words: &[u64]) -> Option<String> {
    let (length, words) = words.split_first()?;
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    String::from_utf8(bytes.get(..usize::try_from(*length).ok()?)?.to_vec()).ok()
}

fn write_moves(moves: &[u16], words: &mut Vec<u64>) {
    words.push(moves.len() as u64);
    words.extend(moves.chunks(4).map(|part| part.iter().rev().fold(0, |word, mv| word << 16 | u64::from(*mv))));
}

fn read_moves(words: &[u64]) -> Option<Vec<u16>> {
    let (count, words) = words.split_first()?;
    let moves: Vec<u16> = words.iter().flat_map(|word| [0, 16, 32, 48].map(|shift| (word >> shift) as u16)).collect();
    Some(moves.get(..usize::try_from(*count).ok()?)?.to_vec())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn notes() -> Vec<Note> {
        let plan = JointPlan {
            number: 3,
            depth: 7,
            width: 2,
            age: 63,
            window: (-50, 1_000_001),
            moves: vec![5, 0, 9, 700, 1],
        };
        let worth = Worth { depth: 4, at: 17, value: Some(i64::MIN), nodes: 99, deepest: 4 };
        vec![
            Note::Text("größer als acht Bytes".to_string()),
            Note::Text(String::new()),
            Note::Begin(Begin {
                depth: Some(4),
                nodes: None,
                start: "8/8 w".to_string(),
                moves: vec!["a1b2".to_string()],
            }),
            Note::End,
            Note::Nodes(1 << 40),
            Note::Entry { key: u64::MAX, data: 5 },
            Note::Busy { name: 77, begins: true },
            Note::Busy { name: 78, begins: false },
            Note::Plan(plan),
            Note::Line { plan: 2, score: -999_990, moves: vec![1, 2, 3, 4] },
            Note::Task(Task { depth: 4, at: 3, alpha: -7 }),
            Note::Worth(worth),
            Note::Worth(Worth { value: None, ..worth }),
        ]
    }

    #[test]
    fn notes_come_out_as_they_went_in() {
        let mut words = Vec::new();
        for note in notes() {
            note.write(12, &mut words);
        }
        let mut rest = &words[..];
        for note in notes() {
            let (read, search, used) = Note::read(rest).unwrap().unwrap();
            assert_eq!((read, search), (note, 12));
            // Any part of a note waits for what is missing.
            assert!((0..used).all(|part| Note::read(&rest[..part]) == Ok(None)));
            rest = &rest[used..];
        }
        assert!(rest.is_empty());
    }

    #[test]
    fn what_is_no_note_is_an_error() {
        assert_eq!(Note::read(&[0]), Err(Unreadable));
        assert_eq!(Note::read(&[u64::MAX]), Err(Unreadable));
        // A text that is shorter than it says.
        assert_eq!(Note::read(&[1 << 56 | 1 << 32, 9]), Err(Unreadable));
    }
}
