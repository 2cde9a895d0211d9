use std::fmt;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use agon_core::{WeightsError, closest};
use agon_neural::NetError;
use agon_search::{Limits, NoMemory, Tablebase, TablebaseError};
use thiserror::Error;

use crate::{Book, BookFileError, Range, TableError};

/// The agent that plays by a table of values.
pub(crate) const Q: &str = "q";

/// The name of an agent with its parameters, as one line of text:
/// `alphabeta:time=1s`, `mcts:playouts=500,c=0.3`, `level:3`, `best`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spec {
    /// Which agent.
    pub name: String,
    /// Names and values; a value without a name has the agent's own name (`level:3` is `level=3`).
    pub params: Vec<(String, String)>,
    /// What the file holds that the parameter `weights` or `table` names. Whoever may open files fills it in.
    pub weights: Option<Arc<[u8]>>,
    /// The table that the parameter `tablebase` names, filled in likewise.
    pub tablebase: Option<Arc<Tablebase>>,
    /// The opening book that the parameter `book` names, filled in likewise.
    pub book: Option<Arc<Book>>,
}

impl Spec {
    /// The parameter that names a file of weights.
    pub const WEIGHTS: &str = "weights";
    /// The parameter that names a file with a table of positions.
    pub const TABLEBASE: &str = "tablebase";
    /// The parameter that names a file with an opening book.
    pub const BOOK: &str = "book";

    /// The parameter that names the file which this agent plays by.
    pub fn file_param(&self) -> &'static str {
        if self.name == Q { "table" } else { Spec::WEIGHTS }
    }

    /// An agent without parameters.
    pub fn named(name: &str) -> Self {
        Spec { name: name.to_string(), params: Vec::new(), weights: None, tablebase: None, book: None }
    }
}

impl Spec {
    /// The same with one more parameter.
    #[must_use]
    pub fn with(mut self, name: &str, value: &str) -> Self {
        self.params.push((name.to_string(), value.to_string()));
        self
    }
}

impl FromStr for Spec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        let (name, rest) = text.trim().split_once(':').unwrap_or((text.trim(), ""));
        if name.is_empty() || name.chars().any(char::is_whitespace) {
            return Err(SpecError::Unreadable { text: short(text) });
        }
        let mut params: Vec<(String, String)> = Vec::new();
        for part in rest.split(',').map(str::trim).filter(|part| !part.is_empty()) {
            let (key, value) = part.split_once('=').unwrap_or((name, part));
            if params.iter().any(|(known, _)| known == key) {
                return Err(SpecError::Twice { param: short(key) });
            }
            params.push((key.trim().to_string(), value.trim().to_string()));
        }
        Ok(Spec { params, ..Spec::named(name) })
    }
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        for (at, (key, value)) in self.params.iter().enumerate() {
            f.write_str(if at == 0 { ":" } else { "," })?;
            if *key == self.name { f.write_str(value)? } else { write!(f, "{key}={value}")? }
        }
        Ok(())
    }
}

/// The start of a text, short enough to be repeated in a message.
pub(crate) fn short(text: &str) -> String {
    text.chars().take(40).map(|c| if c.is_control() { ' ' } else { c }).collect()
}

/// How a parameter begins that is a weight of the evaluation.
pub(crate) const WEIGHT: &str = "weight.";

/// The parameters of a [`Spec`], taken one by one by whoever makes the agent;
/// what nobody takes is an error.
#[derive(Debug)]
pub struct Params {
    agent: String,
    left: Vec<(String, String)>,
    asked: Vec<&'static str>,
}

impl Params {
    /// The parameters of a spec.
    pub fn new(spec: &Spec) -> Self {
        Params { agent: spec.name.clone(), left: spec.params.clone(), asked: Vec::new() }
    }

    /// The text of a parameter, if it is given.
    pub fn text(&mut self, name: &'static str) -> Option<String> {
        self.asked.push(name);
        let at = self.left.iter().position(|(key, _)| key == name)?;
        Some(self.left.remove(at).1)
    }

    /// The weights of an evaluation that are given one by one, as in `weight.hand=40`: the
    /// parameter, the weight's name, and the value.
    pub fn weights(&mut self) -> Vec<(String, String, String)> {
        self.asked.push("weight.NAME");
        let of_weight = |(key, value): &mut (String, String)| {
            let name = key.strip_prefix(WEIGHT)?;
            Some((key.clone(), name.to_string(), std::mem::take(value)))
        };
        let found = self.left.iter_mut().filter_map(of_weight).collect();
        self.left.retain(|(key, _)| !key.starts_with(WEIGHT));
        found
    }

    /// A parameter read by `read`; `allowed` says which values there are.
    fn read<T>(
        &mut self,
        name: &'static str,
        allowed: &str,
        read: impl Fn(&str) -> Option<T>,
    ) -> Result<Option<T>, SpecError> {
        let Some(text) = self.text(name) else { return Ok(None) };
        read(&text).map(Some).ok_or_else(|| SpecError::Value {
            param: name,
            value: short(&text),
            allowed: allowed.to_string(),
        })
    }

    /// A whole number from `min` to `max`.
    pub fn int(&mut self, name: &'static str, min: u64, max: u64) -> Result<Option<u64>, SpecError> {
        self.number(Range::new(name, min, max))
    }

    /// A number that goes by the same name elsewhere, too.
    pub fn number<T: TryFrom<u64>>(&mut self, range: Range) -> Result<Option<T>, SpecError> {
        self.read(range.name, &range.allowed(), |text| range.parse(text).ok())
    }

    /// A number from `min` to `max`.
    pub fn real(&mut self, name: &'static str, min: f64, max: f64) -> Result<Option<f64>, SpecError> {
        self.read(name, &format!("a number from {min} to {max}"), |text| {
            text.parse().ok().filter(|number| (min..=max).contains(number))
        })
    }

    /// `true` or `false`.
    pub fn flag(&mut self, name: &'static str) -> Result<Option<bool>, SpecError> {
        self.read(name, "true or false", |text| text.parse().ok())
    }

    /// One of some words.
    pub fn word(&mut self, name: &'static str, words: &[&'static str]) -> Result<Option<&'static str>, SpecError> {
        self.read(name, &format!("one of {}", words.join(", ")), |text| {
            words.iter().copied().find(|word| *word == text)
        })
    }

    /// A time such as `300ms`, `0.3s` or `2m`.
    pub fn time(&mut self, name: &'static str) -> Result<Option<Duration>, SpecError> {
        self.read(name, "a time such as 300ms, 0.3s or 2m", parse_time)
    }

    /// The limits `time`, `nodes`, `depth` and `playouts`.
    pub fn limits(&mut self) -> Result<Limits, SpecError> {
        Ok(Limits {
            time: self.time("time")?,
            nodes: self.number(Range::NODES)?,
            depth: self.number(Range::DEPTH)?,
            playouts: self.number(Range::PLAYOUTS)?,
            clock: None,
        })
    }

    /// Refuses what was given and not taken.
    pub fn finish(self) -> Result<(), SpecError> {
        let Some((param, _)) = self.left.first() else { return Ok(()) };
        let hint = closest(&short(param), self.asked.iter().copied());
        let known = if self.asked.is_empty() { "none".to_string() } else { self.asked.join(", ") };
        let hint = hint.map_or_else(String::new, |meant| format!(" (did you mean `{meant}`?)"));
        Err(SpecError::Param { agent: self.agent, param: short(param), known: format!("{known}{hint}") })
    }
}

/// Reads a time with its unit: `300ms`, `0.3s`, `2m`.
pub fn parse_time(text: &str) -> Option<Duration> {
    let split = text.find(|c: char| c.is_ascii_alphabetic())?;
    let (number, unit) = text.split_at(split);
    let factor = match unit {
        "ms" => 0.001,
        "s" => 1.0,
        "m" => 60.0,
        "h" => 3600.0,
        _ => return None,
    };
    let seconds = number.parse::<f64>().ok()? * factor;
    (0.0..=1e9).contains(&seconds).then(|| Duration::from_secs_f64(seconds))
}

/// Why an agent could not be made.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SpecError {
    /// The text is not an agent's name.
    #[error("cannot read the agent `{text}`: write name or name:key=value,key=value")]
    Unreadable {
        /// The text, shortened.
        text: String,
    },
    /// A parameter is given twice.
    #[error("the parameter `{param}` is given twice")]
    Twice {
        /// The parameter.
        param: String,
    },
    /// There is no such agent.
    #[error("there is no agent `{name}` for {game}; the agents are {known}")]
    Unknown {
        /// What was asked for.
        name: String,
        /// The game.
        game: &'static str,
        /// The agents there are, with a suggestion.
        known: String,
    },
    /// The agent has no such parameter.
    #[error("{agent} has no parameter `{param}`; it has {known}")]
    Param {
        /// The agent.
        agent: String,
        /// The parameter.
        param: String,
        /// The parameters there are, with a suggestion.
        known: String,
    },
    /// A parameter has a wrong value.
    #[error("parameter {param} cannot be `{value}`: it takes {allowed}")]
    Value {
        /// The parameter.
        param: &'static str,
        /// The value.
        value: String,
        /// What it takes.
        allowed: String,
    },
    /// Its weights are in a file that nobody may open here.
    #[error("weights from a file can be given on the command line only")]
    Weights,
    /// No network comes with it.
    #[error("az needs a network that `agon train --method az` has made: az:weights=FILE")]
    NoNetwork,
    /// Its weights are wrong.
    #[error("{file}: {error}")]
    WrongWeights {
        /// The file that was named.
        file: String,
        /// What is wrong with it.
        error: WeightsError,
    },
    /// Its table of positions is in a file that nobody may open here.
    #[error("a table of positions can be given on the command line only")]
    Tablebase,
    /// Its table of positions cannot be used.
    #[error("{file}: {error}")]
    WrongTablebase {
        /// The file that was named.
        file: String,
        /// What is wrong with it.
        error: TablebaseError,
    },
    /// Its opening book is in a file that nobody may open here.
    #[error("an opening book can be given on the command line only")]
    Book,
    /// Its opening book cannot be used.
    #[error("{file}: {error}")]
    WrongBook {
        /// The file that was named.
        file: String,
        /// What is wrong with it.
        error: BookFileError,
    },
    /// Its network cannot be used.
    #[error("{file}: {error}")]
    Network {
        /// The file that was named.
        file: String,
        /// What is wrong with it.
        error: NetError,
    },
    /// It plays what is in a file, and none is named.
    #[error("{agent} plays what was learnt: name the file, as in {agent}:{param}=FILE")]
    Missing {
        /// The agent.
        agent: String,
        /// The parameter that names the file.
        param: &'static str,
    },
    /// Its table of values cannot be used.
    #[error("{file}: {error}")]
    Table {
        /// The file that was named.
        file: String,
        /// What is wrong with it.
        error: TableError,
    },
    /// It asks a network that comes with Agon and is not part of this program.
    #[error("the network `{file}` has not been loaded")]
    NotLoaded {
        /// The file.
        file: &'static str,
    },
    /// The bytes are not those of the network.
    #[error("{file}: it is not the network that this version of Agon plays with")]
    OtherNetwork {
        /// The file.
        file: &'static str,
    },
    /// There is no such network.
    #[error("no network of the name `{file}` comes with Agon")]
    NoSuchNetwork {
        /// What was named, shortened.
        file: String,
    },
    /// Its tables do not fit into memory.
    #[error(transparent)]
    Memory(#[from] NoMemory),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn specs_round_trip() {
        for text in ["best", "level:3", "alphabeta:time=1s", "mcts:playouts=500,c=0.3,leaf=heuristic"] {
            assert_eq!(text.parse::<Spec>().unwrap().to_string(), text);
        }
        assert_eq!("level:level=3".parse::<Spec>().unwrap().to_string(), "level:3");
    }

    #[test]
    fn times_have_units() {
        assert_eq!(parse_time("300ms"), Some(Duration::from_millis(300)));
        assert_eq!(parse_time("0.5m"), Some(Duration::from_secs(30)));
        for wrong in ["", "1", "s", "-1s", "1 s", "nans", "infs", "1e99s", "1d"] {
            assert_eq!(parse_time(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn wrong_parameters_are_named() {
        let refuse = |text: &str| {
            let mut params = Params::new(&text.parse()?);
            params.limits()?;
            params.finish()
        };
        assert_eq!(refuse("x:depth=4"), Ok(()));
        assert_eq!(
            refuse("x:dept=4").unwrap_err().to_string(),
            "x has no parameter `dept`; it has time, nodes, depth, playouts (did you mean `depth`?)"
        );
        assert_eq!(
            refuse("x:depth=0").unwrap_err().to_string(),
            "parameter depth cannot be `0`: it takes a whole number from 1 to 1000"
        );
        assert_eq!(
            refuse("x:time=3").unwrap_err().to_string(),
            "parameter time cannot be `3`: it takes a time such as 300ms, 0.3s or 2m"
        );
        assert_eq!(refuse("x:depth=4,depth=5").unwrap_err().to_string(), "the parameter `depth` is given twice");
        assert_eq!(
            refuse("").unwrap_err().to_string(),
            "cannot read the agent ``: write name or name:key=value,key=value"
        );
    }
}
