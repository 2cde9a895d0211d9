use crate::{FormatInfo, OptionSpec, PerPlayer, Player};

/// What a game says about itself: the same for all its options.
#[derive(Debug)]
pub struct GameInfo {
    /// The name by which it is called everywhere: lower case, no spaces.
    pub name: &'static str,
    /// The name for people.
    pub title: &'static str,
    /// The game in one sentence.
    pub summary: &'static str,
    /// Where the rules come from.
    pub source: &'static str,
    /// What the two sides are called.
    pub players: PerPlayer<&'static str>,
    /// The side whose pieces are written with capital letters, where pieces have letters.
    pub capitals: Player,
    /// How a move is written, with an example; used in help and in errors.
    pub move_help: &'static str,
    /// How a position is written, with an example; used in help and in errors.
    pub position_help: &'static str,
    /// The settings of the rules.
    pub options: &'static [OptionSpec],
    /// Settings worth a name of their own. Tests run over each of them too.
    pub variants: &'static [Variant],
    /// Every way in which the game can end.
    pub reasons: &'static [Reason],
    /// File formats other than Agon's own that the game reads and writes.
    pub formats: &'static [FormatInfo],
    /// The rules page, in Markdown.
    pub rules: &'static str,
}

impl GameInfo {
    /// The name of a side.
    pub fn player(&self, player: Player) -> &'static str {
        self.players[player]
    }
}

/// A named choice of options.
#[derive(Debug)]
pub struct Variant {
    /// Lower case, no spaces.
    pub name: &'static str,
    /// What it is, in a few words.
    pub meaning: &'static str,
    /// The options as `name=value` pairs.
    pub options: &'static [(&'static str, &'static str)],
}

/// A word for an ending, and what it means.
#[derive(Debug)]
pub struct Reason {
    /// The word, as in [`Outcome::reason`](crate::Outcome::reason).
    pub word: &'static str,
    /// The ending in a few words, fit to follow "X wins: " or "Draw: ".
    pub meaning: &'static str,
}
