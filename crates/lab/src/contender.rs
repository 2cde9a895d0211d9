use std::fmt;
use std::str::FromStr;

use agon_agents::{Spec, SpecError};
use thiserror::Error;

/// Who takes part in a match: an agent by its name, or an outside engine that
/// speaks UGI, written `cmd:` and its command line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Contender {
    /// One of Agon's own.
    Agent(Spec),
    /// A program of its own.
    Engine(CommandLine),
}

/// A program with its arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommandLine {
    /// The program.
    pub program: String,
    /// Its arguments.
    pub arguments: Vec<String>,
    text: String,
}

/// Why a text names nobody.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ContenderError {
    /// It is not an agent.
    #[error(transparent)]
    Agent(#[from] SpecError),
    /// It is not a command line.
    #[error("cannot read the command `{0}`: write cmd:PROGRAM ARGUMENTS, with every quotation mark closed")]
    Command(String),
}

impl FromStr for Contender {
    type Err = ContenderError;

    fn from_str(text: &str) -> Result<Self, ContenderError> {
        match text.trim().strip_prefix("cmd:") {
            Some(command) => command.parse().map(Contender::Engine),
            None => Ok(Contender::Agent(text.parse()?)),
        }
    }
}

impl FromStr for CommandLine {
    type Err = ContenderError;

    /// Splits words as a shell does. A command line that is quoted as a whole,
    /// as in `cmd:"./engine --fast"`, is what stands between the quotes.
    fn from_str(text: &str) -> Result<Self, ContenderError> {
        let wrong = || ContenderError::Command(text.chars().take(60).collect());
        let mut words = shlex::split(text).ok_or_else(wrong)?;
        if let [only] = words.as_slice()
            && text.trim().starts_with(['"', '\''])
        {
            words = shlex::split(only).ok_or_else(wrong)?;
        }
        let mut words = words.into_iter();
        let program = words.next().ok_or_else(wrong)?;
        Ok(CommandLine { program, arguments: words.collect(), text: text.trim().to_string() })
    }
}

impl fmt::Display for CommandLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl fmt::Display for Contender {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Contender::Agent(spec) => spec.fmt(f),
            Contender::Engine(command) => write!(f, "cmd:{command}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        match text.parse().unwrap() {
            Contender::Engine(command) => [vec![command.program], command.arguments].concat(),
            Contender::Agent(spec) => panic!("{spec} is an agent"),
        }
    }

    #[test]
    fn command_lines_are_split_as_a_shell_would() {
        assert_eq!(words("cmd:./engine"), ["./engine"]);
        assert_eq!(words("cmd: ./engine --hash 16"), ["./engine", "--hash", "16"]);
        assert_eq!(words("cmd:\"./engine --hash 16\""), ["./engine", "--hash", "16"]);
        assert_eq!(words("cmd:\"my engine\" \"two words\""), ["my engine", "two words"]);
        assert!("cmd:".parse::<Contender>().is_err());
        assert!("cmd:\"./engine".parse::<Contender>().is_err());
    }

    #[test]
    fn contenders_round_trip() {
        for text in ["best", "alphabeta:time=1s", "cmd:./engine --hash 16", "cmd:\"./engine\" x"] {
            assert_eq!(text.parse::<Contender>().unwrap().to_string(), text);
        }
    }
}
