use std::fmt;
use std::str::FromStr;

/// How much is spent on a portrait.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scale {
    /// Seconds: it shows that everything runs, and its figures are rough.
    Small,
    /// Minutes.
    #[default]
    Usual,
    /// Hours.
    Large,
}

impl Scale {
    const WORDS: [(&'static str, Scale); 3] =
        [("small", Scale::Small), ("usual", Scale::Usual), ("large", Scale::Large)];
}

impl FromStr for Scale {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let found = Scale::WORDS.iter().find(|(word, _)| *word == text).map(|(_, scale)| *scale);
        found.ok_or_else(|| "it takes one of small, usual, large".to_string())
    }
}

impl fmt::Display for Scale {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(Scale::WORDS.iter().find(|(_, scale)| scale == self).map_or("", |(word, _)| word))
    }
}

/// What a scale means in numbers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plan {
    /// Random games.
    pub walks: usize,
    /// Of them, those whose boards are looked at piece by piece.
    pub looks: usize,
    /// Bytes of positions that may be counted one by one.
    pub memory: usize,
    /// Games at each strength.
    pub games: usize,
    /// The most strengths, `random` aside.
    pub rungs: usize,
    /// Moves made in the searches of the games at one strength.
    pub nodes: f64,
    /// Games from the usual start.
    pub openings: usize,
    /// Positions in which a puzzle is looked for, and moves made for each.
    pub puzzles: (usize, u64),
    /// Megabytes for the table of a player.
    pub hash: usize,
}

impl Plan {
    pub fn of(scale: Scale) -> Self {
        match scale {
            Scale::Small => Plan {
                walks: 500,
                looks: 20,
                memory: 500_000,
                games: 10,
                rungs: 3,
                nodes: 60_000.0,
                openings: 6,
                puzzles: (10, 10_000),
                hash: 1,
            },
            Scale::Usual => Plan {
                walks: 10_000,
                looks: 200,
                memory: 100_000_000,
                games: 200,
                rungs: 12,
                nodes: 100_000_000.0,
                openings: 100,
                puzzles: (300, 300_000),
                hash: 4,
            },
            Scale::Large => Plan {
                walks: 50_000,
                looks: 1_000,
                memory: 1_000_000_000,
                games: 1_000,
                rungs: 20,
                nodes: 5_000_000_000.0,
                openings: 500,
                puzzles: (2_000, 5_000_000),
                hash: 16,
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scales_have_words() {
        for (word, scale) in Scale::WORDS {
            assert_eq!(word.parse(), Ok(scale));
            assert_eq!(scale.to_string(), word);
        }
        assert_eq!("huge".parse::<Scale>(), Err("it takes one of small, usual, large".to_string()));
    }
}
