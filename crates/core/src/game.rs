use std::fmt::Debug;
use std::hash::Hash;

use crate::{
    Board, Evaluation, Event, FormatError, GameInfo, Gesture, Mark, MoveError, OptionError, Options, Outcome, Outlook,
    PositionError, Puzzle, Record, Rng, Scene, Turn, Workbench,
};

/// The rules of a game with two sides, with their options and whatever tables
/// they precompute.
///
/// A `Game` value is made once; positions are plain data without a pointer to
/// it, and all questions are asked of the game. Types are concrete so that a
/// search is compiled for each game.
///
/// # What every game promises
/// - Equal positions have equal keys, moves, outcomes and texts.
/// - [`moves`](Game::moves) lists each legal move once, in an order that
///   depends on nothing but the position, and nothing after the end.
/// - Nothing panics on text that people wrote; [`play`](Game::play) may on a
///   move that is not legal.
/// - Nothing depends on the machine: no floats in rules, no `usize` in keys.
pub trait Game: Clone + Debug + Send + Sync + 'static {
    /// All that matters for what follows, except history: what is on the
    /// board, who is to move, counters.
    type Position: Copy + Eq + Debug + Send + Sync + 'static;
    /// What a player (or chance) can do.
    type Move: Copy + Eq + Ord + Hash + Debug + Send + Sync + 'static;

    /// What is known about playing it well; [`NoEvaluation`](crate::NoEvaluation) where nothing is.
    type Evaluation: Evaluation<Self> + Default;

    /// What the game says about itself.
    const INFO: &'static GameInfo;

    /// The rules with these options; refuses combinations that make no game.
    fn new(options: Options) -> Result<Self, OptionError>;

    /// The options it was made with.
    fn options(&self) -> &Options;

    // ---- playing

    /// The position from which a game begins.
    fn start(&self) -> Self::Position;

    /// Who is to move; after the end, who would be.
    fn turn(&self, position: &Self::Position) -> Turn;

    /// Clears `moves` and fills it with the legal moves (at a turn of chance,
    /// with what may be drawn); leaves it empty after the end.
    fn moves(&self, position: &Self::Position, moves: &mut Vec<Self::Move>);

    /// Makes a legal move, without allocating.
    fn play(&self, position: &mut Self::Position, mv: Self::Move);

    /// Plays a legal move of a random game, of which only the course and the
    /// end matter: as [`play`](Game::play), but what only judgements ask of a
    /// position may be left undone.
    #[inline]
    fn play_blindly(&self, position: &mut Self::Position, mv: Self::Move) {
        self.play(position, mv);
    }

    /// How the game has ended, as far as the position itself tells; `None`
    /// while it goes on. Repetition is left to [`History`](crate::History).
    fn outcome(&self, position: &Self::Position) -> Option<Outcome>;

    /// A key for transposition tables and repetition: equal for positions
    /// from which the same can follow. Counters that only bound the length of
    /// a game may be left out.
    fn key(&self, position: &Self::Position) -> u64;

    /// The key of the position that a legal move leads to, where that is known
    /// without making the move: a search can then fetch what it remembers of
    /// the position while the move is made.
    #[inline]
    fn key_after(&self, _position: &Self::Position, _mv: Self::Move) -> Option<u64> {
        None
    }

    /// The positions that differ from this one only by how the board lies: what
    /// can follow is the same, turned or mirrored. May name a position twice,
    /// and this one too. Whoever wants different positions (openings of a
    /// match) takes them for one.
    fn twins(&self, _position: &Self::Position) -> Vec<Self::Position> {
        Vec::new()
    }

    /// How many legal moves there are.
    fn count_moves(&self, position: &Self::Position) -> u64 {
        let mut moves = Vec::new();
        self.moves(position, &mut moves);
        moves.len() as u64
    }

    /// A legal move, each equally likely, or drawn by its probability when
    /// chance is to move; `None` after the end. Worth writing by hand where
    /// listing all moves costs more than drawing one.
    fn random_move(&self, position: &Self::Position, rng: &mut Rng) -> Option<Self::Move> {
        let mut moves = Vec::new();
        self.moves(position, &mut moves);
        if self.turn(position) == Turn::Chance {
            let mut left = rng.unit();
            for mv in &moves {
                left -= self.probability(position, *mv);
                if left < 0.0 {
                    return Some(*mv);
                }
            }
            return moves.last().copied();
        }
        moves.get(rng.below(moves.len() as u32) as usize).copied()
    }

    /// The probability of a move at a turn of chance.
    fn probability(&self, position: &Self::Position, _mv: Self::Move) -> f64 {
        1.0 / self.count_moves(position) as f64
    }

    /// The occurrence of a position that ends the game in a draw (3 for the
    /// third), where positions can come again.
    fn repetition(&self) -> Option<u32> {
        None
    }

    /// For games with [`repetition`](Game::repetition): how many half moves
    /// have passed since the last one that cannot be taken back.
    fn reversible(&self, _position: &Self::Position) -> u32 {
        0
    }

    // ---- text

    /// A legal move as text, without spaces.
    fn move_text(&self, position: &Self::Position, mv: Self::Move) -> String;

    /// Reads what [`move_text`](Game::move_text) writes. The move need not be
    /// legal: whoever reads it looks it up among the legal ones.
    fn parse_move(&self, position: &Self::Position, text: &str) -> Result<Self::Move, MoveError>;

    /// Why a move is not legal, in a few words, where the game can tell.
    fn refusal(&self, _position: &Self::Position, _mv: Self::Move) -> Option<String> {
        None
    }

    /// The position on one line. It must not contain the word `moves`.
    fn position_text(&self, position: &Self::Position) -> String;

    /// Reads what [`position_text`](Game::position_text) writes, and refuses
    /// what cannot be a position under these options.
    fn parse_position(&self, text: &str) -> Result<Self::Position, PositionError>;

    /// What more there is to say about an ending than its reason, such as the
    /// numbers of a progression.
    fn outcome_detail(&self, _position: &Self::Position, _outcome: Outcome) -> Option<String> {
        None
    }

    /// Where positions are set up by hand, if they can be.
    fn workbench(&self) -> Option<&dyn Workbench> {
        None
    }

    // ---- what is certain

    /// What is known for certain of a position that is not over, where a game
    /// is small enough to tell soon (in 50 ms).
    fn outlook(&self, _position: &Self::Position) -> Option<Outlook> {
        None
    }

    /// Choices of options that make good puzzles, where a game is one; the
    /// others stay as they are.
    fn puzzles(&self) -> Vec<Puzzle> {
        Vec::new()
    }

    // ---- pictures

    /// The geometry of the board: the same for every position.
    fn board(&self) -> Board;

    /// What is to be seen in a position.
    fn scene(&self, position: &Self::Position) -> Scene;

    /// What a player would want to see in a position that is not over, beside
    /// its pieces: threats, pieces in danger, lines in the making.
    fn marks(&self, _position: &Self::Position) -> Vec<Mark> {
        Vec::new()
    }

    /// How a hand makes this legal move; different for each of them.
    fn gesture(&self, position: &Self::Position, mv: Self::Move) -> Gesture;

    /// What a legal move would do, in order, naming the rules with their
    /// numbers. The effects lead from the pieces of this scene to those of
    /// the next.
    fn events(&self, position: &Self::Position, mv: Self::Move) -> Vec<Event>;

    // ---- files

    /// Reads one of the formats of [`GameInfo::formats`].
    fn import(&self, format: &str, _text: &str) -> Result<Record, FormatError> {
        Err(FormatError::unknown(format, Self::INFO))
    }

    /// Writes one of the formats of [`GameInfo::formats`]; the record has been
    /// checked, and `position` is its last.
    fn export(&self, format: &str, _record: &Record, _position: &Self::Position) -> Result<String, FormatError> {
        Err(FormatError::unknown(format, Self::INFO))
    }
}
