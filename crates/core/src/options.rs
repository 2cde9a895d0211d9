use std::fmt;

use thiserror::Error;

use crate::PerPlayer;
use crate::suggest::{excerpt, hint};

/// A setting of a game, described so that forms, help and errors can be made from it.
#[derive(Debug)]
pub struct OptionSpec {
    /// Lower case, no spaces.
    pub name: &'static str,
    /// What it sets, in a few words.
    pub meaning: &'static str,
    /// Which values it takes.
    pub kind: OptionKind,
    /// The value when none is given, as text. Where a game has rulesets, the one that is
    /// chosen may say otherwise.
    pub default: &'static str,
}

/// The option of the swap rule, and the text of a swap.
pub const SWAP: &str = "swap";

/// Options that the platform adds to those of every game.
pub const PLATFORM_OPTIONS: &[OptionSpec] = &[OptionSpec {
    name: SWAP,
    meaning: "whether the first move may be answered by swapping sides",
    kind: OptionKind::Choice(&["false", "true"]),
    default: "false",
}];

/// A set of rules of a game that people may choose, with defaults of its own.
#[derive(Debug)]
pub struct RulesetInfo {
    /// Lower case, no spaces: the value of the option.
    pub name: &'static str,
    /// Where it comes from, in a few words.
    pub meaning: &'static str,
    /// The defaults of other options, where they differ from the usual ones.
    pub defaults: &'static [(&'static str, &'static str)],
}

/// The values that an option takes.
#[derive(Debug)]
pub enum OptionKind {
    /// A whole number from `min` to `max`, both included.
    Int {
        /// The least value.
        min: i64,
        /// The greatest value. A game may demand less, depending on its other options.
        max: i64,
    },
    /// One of these words.
    Choice(&'static [&'static str]),
    /// Any of these words, separated by commas, each at most once; empty for none.
    Set(&'static [&'static str]),
    /// The ruleset, of which a game has one option at most. Texts always name it, since the
    /// defaults of the others depend on it. One without it means the option's default, which
    /// never changes; people who choose nothing get the `usual` one.
    Ruleset {
        /// Those there are.
        rulesets: &'static [RulesetInfo],
        /// What people get who choose none.
        usual: &'static str,
    },
    /// A whole number for both players, or two separated by a comma: player 1's and player 2's.
    EachInt {
        /// The least value.
        min: i64,
        /// The greatest value.
        max: i64,
    },
    /// Whole numbers separated by commas; empty means "as the game sets it".
    Ints {
        /// The least value of each.
        min: i64,
        /// The greatest value of each.
        max: i64,
    },
}

impl fmt::Display for OptionKind {
    /// The values in words: "a whole number from 3 to 8".
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OptionKind::Int { min, max } => write!(f, "a whole number from {min} to {max}"),
            OptionKind::Choice(words) => write!(f, "one of {}", words.join(", ")),
            OptionKind::Ruleset { rulesets, .. } => {
                let names: Vec<&str> = rulesets.iter().map(|ruleset| ruleset.name).collect();
                write!(f, "one of {}", names.join(", "))
            }
            OptionKind::EachInt { min, max } => {
                write!(f, "a whole number from {min} to {max}, or two separated by a comma for players 1 and 2")
            }
            OptionKind::Set(words) => write!(f, "some of {}, separated by commas", words.join(", ")),
            OptionKind::Ints { min, max } => write!(f, "whole numbers from {min} to {max}, separated by commas"),
        }
    }
}

impl OptionSpec {
    /// Checks a value and gives it in its normal form.
    pub fn normalise(&self, value: &str) -> Result<String, OptionError> {
        let refuse = |hint: String| OptionError::Value {
            option: self.name,
            value: excerpt(value),
            allowed: format!("{}{hint}", self.kind),
        };
        let int = |text: &str, min: i64, max: i64| {
            text.trim().parse::<i64>().ok().filter(|n| (min..=max).contains(n)).ok_or_else(|| refuse(String::new()))
        };
        let word = |words: &[&str]| {
            let known = words.iter().find(|word| **word == value.trim());
            known.map(ToString::to_string).ok_or_else(|| refuse(hint(value, words.iter().copied())))
        };
        match self.kind {
            OptionKind::Int { min, max } => int(value, min, max).map(|n| n.to_string()),
            OptionKind::EachInt { min, max } => match value.split_once(',') {
                None => int(value, min, max).map(|n| n.to_string()),
                Some((one, two)) => {
                    let (one, two) = (int(one, min, max)?, int(two, min, max)?);
                    Ok(if one == two { one.to_string() } else { format!("{one},{two}") })
                }
            },
            OptionKind::Choice(words) => word(words),
            OptionKind::Ruleset { rulesets, .. } => {
                word(&rulesets.iter().map(|ruleset| ruleset.name).collect::<Vec<_>>())
            }
            OptionKind::Set(_) | OptionKind::Ints { .. } if value.trim().is_empty() => Ok(String::new()),
            OptionKind::Set(words) => {
                let chosen: Vec<&str> = value.split(',').map(str::trim).collect();
                if let Some(wrong) = chosen.iter().find(|word| !words.contains(word)) {
                    return Err(refuse(hint(wrong, words.iter().copied())));
                }
                let normal: Vec<&str> = words.iter().copied().filter(|word| chosen.contains(word)).collect();
                if normal.len() == chosen.len() { Ok(normal.join(",")) } else { Err(refuse(String::new())) }
            }

            OptionKind::Ints { min, max } => {
                let numbers: Result<Vec<_>, _> =
                    value.split(',').map(|part| int(part, min, max).map(|n| n.to_string())).collect();
                Ok(numbers?.join(","))
            }
        }
    }
}

/// The options of one game, and after them those of the platform, checked one by one; those not
/// given have their defaults.
///
/// What one option allows may depend on another: that is checked when the
/// game is made from them ([`Game::new`](crate::Game::new)).
#[derive(Clone, Debug)]
pub struct Options {
    specs: &'static [OptionSpec],
    /// What was given; `None` for the default.
    given: Vec<Option<String>>,
}

impl Options {
    /// Every option at its default: what a text without options means.
    pub fn defaults(specs: &'static [OptionSpec]) -> Self {
        Options { specs, given: vec![None; all(specs).count()] }
    }

    /// What people get who choose nothing: the defaults, with the usual ruleset.
    pub fn usual(specs: &'static [OptionSpec]) -> Self {
        let mut options = Options::defaults(specs);
        for (spec, given) in specs.iter().zip(&mut options.given) {
            if let OptionKind::Ruleset { usual, .. } = spec.kind {
                *given = Some(usual.to_string());
            }
        }
        options
    }

    /// The defaults, changed by `name, value` pairs.
    pub fn from_pairs<'a>(
        specs: &'static [OptionSpec],
        pairs: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Result<Self, OptionError> {
        let mut options = Options::defaults(specs);
        for (name, value) in pairs {
            options.set(name, value)?;
        }
        Ok(options)
    }

    /// Reads what [`Display`](fmt::Display) writes: `name=value` pairs separated by spaces.
    pub fn parse(specs: &'static [OptionSpec], text: &str) -> Result<Self, OptionError> {
        let pairs: Result<Vec<_>, _> = text
            .split_whitespace()
            .map(|pair| pair.split_once('=').ok_or_else(|| OptionError::NoValue { text: excerpt(pair) }))
            .collect();
        Options::from_pairs(specs, pairs?)
    }

    /// Sets one option.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        let (at, spec) = self.specs().enumerate().find(|(_, spec)| spec.name == name).ok_or_else(|| {
            let names: Vec<&str> = self.specs().map(|spec| spec.name).collect();
            OptionError::Unknown {
                option: excerpt(name),
                known: format!("{}{}", names.join(", "), hint(name, names.iter().copied())),
            }
        })?;
        self.given[at] = Some(spec.normalise(value)?);
        Ok(())
    }

    /// What the options are.
    pub fn specs(&self) -> impl Iterator<Item = &'static OptionSpec> + use<> {
        all(self.specs)
    }

    /// The ruleset that is chosen, where the game has several.
    pub fn ruleset(&self) -> Option<&'static RulesetInfo> {
        self.specs.iter().zip(&self.given).find_map(|(spec, given)| match spec.kind {
            OptionKind::Ruleset { rulesets, .. } => {
                let name = given.as_deref().unwrap_or(spec.default);
                rulesets.iter().find(|ruleset| ruleset.name == name)
            }
            _ => None,
        })
    }

    /// The default of an option under the ruleset that is chosen.
    pub fn default_of(&self, spec: &OptionSpec) -> &'static str {
        let own = self.ruleset().and_then(|ruleset| ruleset.defaults.iter().find(|(name, _)| *name == spec.name));
        own.map_or(spec.default, |(_, value)| value)
    }

    /// Each option with its value.
    fn values(&self) -> impl Iterator<Item = (&'static OptionSpec, &str)> {
        self.specs().zip(&self.given).map(|(spec, given)| {
            let value = given.as_deref().unwrap_or_else(|| self.default_of(spec));
            (spec, value)
        })
    }

    /// The value of an option that the game has.
    ///
    /// # Panics
    /// When the game describes no option of this name: a slip in the game, not in input.
    pub fn text(&self, name: &str) -> &str {
        let value = self.values().find(|(spec, _)| spec.name == name).map(|(_, value)| value);
        value.unwrap_or_else(|| panic!("no option is called {name}"))
    }

    /// The value of an [`OptionKind::Int`].
    ///
    /// # Panics
    /// When the game describes no number of this name: a slip in the game, not in input.
    pub fn int(&self, name: &str) -> i64 {
        self.text(name).parse().unwrap_or_else(|_| panic!("option {name} is not a number"))
    }

    /// The values of an [`OptionKind::EachInt`].
    ///
    /// # Panics
    /// When the game describes no such numbers of this name: a slip in the game, not in input.
    pub fn each_int(&self, name: &str) -> PerPlayer<i64> {
        let number =
            |text: &str| text.parse().unwrap_or_else(|_| panic!("option {name} is not a number for each player"));
        let text = self.text(name);
        let (one, two) = text.split_once(',').unwrap_or((text, text));
        PerPlayer([number(one), number(two)])
    }

    /// The words or numbers of an [`OptionKind::Set`] or [`OptionKind::Ints`].
    pub fn list(&self, name: &str) -> impl Iterator<Item = &str> {
        self.text(name).split(',').filter(|part| !part.is_empty())
    }

    /// Name and value of each option that differs from its default, and the ruleset in any case.
    pub fn changed(&self) -> impl Iterator<Item = (&'static str, &str)> {
        let tell = |(spec, value): &(&OptionSpec, &str)| {
            matches!(spec.kind, OptionKind::Ruleset { .. }) || *value != self.default_of(spec)
        };
        self.values().filter(tell).map(|(spec, value)| (spec.name, value))
    }
}

/// A game's own options and those of the platform.
fn all(specs: &'static [OptionSpec]) -> impl Iterator<Item = &'static OptionSpec> {
    specs.iter().chain(PLATFORM_OPTIONS)
}

impl fmt::Display for Options {
    /// What [`changed`](Self::changed) gives, as `name=value` pairs separated by spaces.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, (name, value)) in self.changed().enumerate() {
            write!(f, "{}{name}={value}", if i == 0 { "" } else { " " })?;
        }
        Ok(())
    }
}

impl PartialEq for Options {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.specs, other.specs)
            && self.values().zip(other.values()).all(|((_, mine), (_, theirs))| mine == theirs)
    }
}

/// Why an option was refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum OptionError {
    /// The game has no such option.
    #[error("unknown option `{option}`; the options are {known}")]
    Unknown {
        /// What was asked for.
        option: String,
        /// The options there are, with a suggestion.
        known: String,
    },
    /// The value is not one the option takes.
    #[error("option {option} cannot be `{value}`: it takes {allowed}")]
    Value {
        /// The option.
        option: &'static str,
        /// The value, shortened.
        value: String,
        /// What it takes.
        allowed: String,
    },
    /// A pair without `=`.
    #[error("`{text}` is not an option: write name=value")]
    NoValue {
        /// The text, shortened.
        text: String,
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    const SPECS: &[OptionSpec] = &[
        OptionSpec { name: "size", meaning: "side", kind: OptionKind::Int { min: 3, max: 8 }, default: "8" },
        OptionSpec { name: "wall", meaning: "kind", kind: OptionKind::Choice(&["open", "strict"]), default: "open" },
        OptionSpec { name: "wins", meaning: "wins", kind: OptionKind::Set(&["a", "b", "c"]), default: "a,b,c" },
        OptionSpec { name: "board", meaning: "cells", kind: OptionKind::Ints { min: -9, max: 9 }, default: "" },
    ];

    #[test]
    fn text_round_trips_in_normal_form() {
        let options = Options::parse(SPECS, "wins=c,a size=05 board=1,+2,-3").unwrap();
        assert_eq!(options.to_string(), "size=5 wins=a,c board=1,2,-3");
        assert_eq!(Options::parse(SPECS, &options.to_string()).unwrap(), options);
        assert_eq!(options.int("size"), 5);
        assert_eq!(options.list("board").count(), 3);
        assert_eq!(Options::defaults(SPECS).to_string(), "");
    }

    const RULED: &[OptionSpec] = &[
        OptionSpec {
            name: "rules",
            meaning: "the rules",
            kind: OptionKind::Ruleset {
                rulesets: &[
                    RulesetInfo { name: "old", meaning: "as it was", defaults: &[] },
                    RulesetInfo { name: "new", meaning: "as it is", defaults: &[("goal", "7,9")] },
                ],
                usual: "new",
            },
            default: "old",
        },
        OptionSpec { name: "goal", meaning: "goal", kind: OptionKind::EachInt { min: 1, max: 99 }, default: "5" },
    ];

    #[test]
    fn a_ruleset_has_defaults_of_its_own_and_is_always_named() {
        let parse = |text| Options::parse(RULED, text).unwrap();
        for (text, normal, goals) in [
            ("", "rules=old", [5, 5]),
            ("rules=new", "rules=new", [7, 9]),
            ("goal=5 rules=new", "rules=new goal=5", [5, 5]),
            ("goal=7,9 rules=new", "rules=new", [7, 9]),
            ("goal=7,09", "rules=old goal=7,9", [7, 9]),
            ("goal=8,8", "rules=old goal=8", [8, 8]),
        ] {
            let options = parse(text);
            assert_eq!(options.to_string(), normal);
            assert_eq!(options.each_int("goal").0, goals, "{text}");
            assert_eq!(parse(normal), options);
        }
        assert_eq!(Options::usual(RULED).to_string(), "rules=new");
        assert_eq!(Options::defaults(RULED), parse("rules=old"));
        assert!(Options::parse(RULED, "goal=1,2,3").is_err());
        assert!(Options::parse(RULED, "goal=").is_err());
        let refused = Options::parse(RULED, "rules=mew").unwrap_err().to_string();
        assert_eq!(refused, "option rules cannot be `mew`: it takes one of old, new (did you mean `new`?)");
    }

    #[test]
    fn messages_say_what_is_allowed_and_what_was_meant() {
        let refused = |text| Options::parse(SPECS, text).unwrap_err().to_string();
        assert_eq!(refused("size=9"), "option size cannot be `9`: it takes a whole number from 3 to 8");
        assert_eq!(
            refused("sise=5"),
            "unknown option `sise`; the options are size, wall, wins, board, swap (did you mean `size`?)"
        );
        assert_eq!(
            refused("wall=strikt"),
            "option wall cannot be `strikt`: it takes one of open, strict (did you mean `strict`?)"
        );
        assert_eq!(refused("wins=a,a"), "option wins cannot be `a,a`: it takes some of a, b, c, separated by commas");
        assert_eq!(refused("size"), "`size` is not an option: write name=value");
        assert_eq!(
            refused("board=1,x"),
            "option board cannot be `1,x`: it takes whole numbers from -9 to 9, separated by commas"
        );
    }
}
