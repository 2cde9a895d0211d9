//! What is certain about a position, where a game is small enough to tell: the
//! answers of the optional [`Solver`]. They are shaped by the one game that has
//! it, a puzzle of reaching a score.

use serde::Serialize;

use crate::Game;

/// Solves positions exactly and soon (in 50 ms).
pub trait Solver<G: Game> {
    /// What is certain about a position that is not over.
    fn solve(&self, position: &G::Position) -> Solution;

    /// Choices of options that make good puzzles; the others stay as they are.
    fn puzzles(&self) -> Vec<Puzzle>;
}

/// What can still come of a position for certain: not a judgement, but what
/// follows from the rules alone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Solution {
    /// How player 1 stands, in a word.
    pub verdict: Verdict,
    /// The same in a sentence.
    pub text: String,
    /// Player 1's score,
    pub score: i64,
    /// what it has to be,
    pub goal: i64,
    /// and the moves that player 1 still has.
    pub left: u32,
    /// What player 1 can reach, by how the other side is played; those that
    /// would take too long to find are left out.
    pub prospects: Vec<Prospect>,
}

/// How surely player 1 wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// Whatever the other side does.
    Forced,
    /// If the other side plays at random and the draws are kind.
    Luck,
    /// If the other side helps; by luck alone hardly ever.
    Friend,
    /// Not at all.
    Lost,
    /// It would take too long to find out.
    Unknown,
}

/// What player 1 can reach with its best play against one kind of other side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Prospect {
    /// How the other side is played.
    pub part: Part,
    /// The chance that player 1 wins is exactly `wins / of`.
    pub wins: u64,
    /// What [`wins`](Prospect::wins) is out of.
    pub of: u64,
    /// The highest score that player 1 can be sure of, where that can be said.
    pub most: Option<i64>,
}

/// How a side can be played, other than well or badly.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Part {
    /// It wants the other side to lose.
    Adversary,
    /// It plays at random.
    Chance,
    /// It wants the other side to win.
    Friend,
}

/// A choice of options that makes a good puzzle, and how hard it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Puzzle {
    /// The options to set, names and values.
    pub options: Vec<(&'static str, String)>,
    /// What is certain at its start.
    #[serde(rename = "outlook")]
    pub solution: Solution,
}
