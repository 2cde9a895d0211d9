//! A second, independent and deliberately naive implementation of the rules of
//! the games. It exists to check a fast engine ply by ply: everything is
//! recomputed from plain boards, and everything is told in text.

pub mod andantino;
pub mod connect4;
pub mod crosphere;
pub mod hex;
pub mod rhythmomachy;
pub mod rithmomachia;
mod swap;
pub mod tilesum;

/// A game in progress, told in text only.
pub trait Oracle {
    /// The legal moves of the side to move (or the outcomes of chance), in any order; empty when the game is over.
    fn moves(&self) -> Vec<String>;
    /// Plays a legal move (panics on an illegal one).
    fn play(&mut self, mv: &str);
    /// "p1win", "p2win", "draw" or "none".
    fn result(&self) -> &'static str;
    /// The reason word of the rules page, or "none" while the game goes on.
    fn reason(&self) -> &'static str;
    /// Whether player 1 is to move. The turn passes with every move, also with the one that ends the game.
    fn p1_turn(&self) -> bool;
    /// A few words naming rare things that the last move did, for coverage counts.
    fn rare(&self) -> Vec<&'static str>;
    /// A copy of the whole game, history included.
    fn boxed_clone(&self) -> Box<dyn Oracle>;
}

/// Opens a game by name with options as (name, value) pairs; options not given take their default.
///
/// Panics on an unknown game, an unknown or repeated option, and a value out of range.
pub fn open(game: &str, options: &[(&str, &str)]) -> Box<dyn Oracle> {
    let (platform, own): (Vec<_>, Vec<_>) = options.iter().copied().partition(|(name, _)| *name == "swap");
    let sides = sides(game, &own);
    match Options::new(&platform, &["swap"]).text("swap") {
        None | Some("false") => sides,
        Some("true") => Box::new(swap::Swapping { sides, line: Vec::new() }),
        Some(other) => panic!("option swap: {other:?} is neither true nor false"),
    }
}

/// Opens a game between two sides, by name with the options of the game itself.
fn sides(game: &str, options: &[(&str, &str)]) -> Box<dyn Oracle> {
    match game {
        "rithmomachia" => Box::new(rithmomachia::Rithmomachia::new(options)),
        "rhythmomachy" => Box::new(rhythmomachy::Rhythmomachy::new(options)),
        "crosphere" => Box::new(crosphere::Crosphere::new(options)),
        "andantino" => Box::new(andantino::Andantino::new(options)),
        "hex" => Box::new(hex::Hex::new(options)),
        "connect4" => Box::new(connect4::ConnectFour::new(options)),
        "tilesum" => Box::new(tilesum::TileSum::new(options)),
        _ => panic!("no game called {game:?}"),
    }
}

/// How a game ended: the result word and the reason word.
pub(crate) type Ending = (&'static str, &'static str);

/// The options given by the caller, checked against the names that the game knows.
pub(crate) struct Options<'a> {
    given: &'a [(&'a str, &'a str)],
}

impl<'a> Options<'a> {
    /// Takes the given options; panics when a name is unknown or comes twice.
    pub(crate) fn new(given: &'a [(&'a str, &'a str)], known: &[&str]) -> Self {
        for (index, (name, _)) in given.iter().enumerate() {
            assert!(known.contains(name), "no option called {name:?}");
            assert!(given[..index].iter().all(|(earlier, _)| earlier != name), "option {name:?} given twice");
        }
        Options { given }
    }

    /// The text given for an option, if any.
    pub(crate) fn text(&self, name: &str) -> Option<&'a str> {
        self.given.iter().find(|(given, _)| *given == name).map(|(_, value)| *value)
    }

    /// The number given for an option, or its default; panics when it is out of range.
    pub(crate) fn number(&self, name: &str, lowest: i64, highest: i64, default: i64) -> i64 {
        let value = match self.text(name) {
            Some(text) => text.parse().unwrap_or_else(|_| panic!("option {name}: {text:?} is not a number")),
            None => default,
        };
        assert!((lowest..=highest).contains(&value), "option {name}: {value} is not in {lowest}..={highest}");
        value
    }
}

#[cfg(test)]
pub(crate) mod testing {
    use super::Oracle;

    /// Counts the lines of play of exactly the given length.
    pub fn perft(game: &dyn Oracle, depth: u32) -> u64 {
        let moves = game.moves();
        if depth == 1 {
            return moves.len() as u64;
        }
        let mut count = 0;
        for mv in moves {
            let mut next = game.boxed_clone();
            next.play(&mv);
            count += perft(next.as_ref(), depth - 1);
        }
        count
    }

    /// Plays moves separated by blanks.
    pub fn play_all(game: &mut dyn Oracle, moves: &str) {
        for mv in moves.split_whitespace() {
            game.play(mv);
        }
    }

    /// A small pseudo-random number generator for the random games.
    pub struct Dice(pub u64);

    impl Dice {
        /// A number below `bound`.
        pub fn below(&mut self, bound: usize) -> usize {
            self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            ((self.0 >> 33) % bound as u64) as usize
        }
    }
}

#[cfg(test)]
mod tests {
    use super::testing::Dice;
    use super::*;
    use std::collections::{BTreeMap, BTreeSet};

    /// Plays random games and checks what must hold in every game; returns how often each ending and rare thing came.
    fn random_games(game: &str, options: &[(&str, &str)], games: u64) -> BTreeMap<&'static str, u32> {
        let mut seen = BTreeMap::new();
        for seed in 0..games {
            let mut dice = Dice(seed + 1);
            let mut oracle = open(game, options);
            let mut plies = 0;
            loop {
                let moves = oracle.moves();
                let distinct: BTreeSet<&String> = moves.iter().collect();
                assert_eq!(distinct.len(), moves.len(), "a move listed twice");
                assert_eq!(moves.is_empty(), oracle.result() != "none");
                assert_eq!(moves.is_empty(), oracle.reason() != "none");
                if moves.is_empty() {
                    break;
                }
                let before = oracle.p1_turn();
                oracle.play(&moves[dice.below(moves.len())]);
                assert_ne!(before, oracle.p1_turn());
                for word in oracle.rare() {
                    *seen.entry(word).or_insert(0) += 1;
                }
                plies += 1;
            }
            *seen.entry(oracle.reason()).or_insert(0) += 1;
            *seen.entry(oracle.result()).or_insert(0) += 1;
            *seen.entry("plies").or_insert(0) += plies;
        }
        println!("{game} {options:?}: {seen:?}");
        seen
    }

    #[test]
    fn random_games_end_properly() {
        let games = if cfg!(debug_assertions) { 4 } else { 40 };
        random_games("rithmomachia", &[], games);
        random_games("rithmomachia", &[("victories", "glorious")], games);
        for ruleset in ["boardspace", "boissiere-1556", "mebben-1616", "fulke-1563-3", "fulke-1563-1"] {
            random_games("rithmomachia", &[("ruleset", ruleset)], games);
            random_games("rithmomachia", &[("ruleset", ruleset), ("victories", "")], games);
        }
        random_games("rhythmomachy", &[], games);
        random_games("rhythmomachy", &[("captures", "99")], games);
        random_games("crosphere", &[], games);
        random_games("crosphere", &[("size", "4"), ("strong", "1")], games);
        random_games("crosphere", &[("size", "3"), ("strong", "0")], 3 * games);
        random_games("andantino", &[], games);
        random_games("andantino", &[("side", "4"), ("tiles", "12")], games);
        random_games("andantino", &[("enclosure", "strict")], games);
        random_games("hex", &[("size", "6")], games);
        random_games("hex", &[("size", "3"), ("swap", "true")], 10 * games);
        random_games("connect4", &[], 10 * games);
        random_games("connect4", &[("swap", "true")], 10 * games);
        random_games("connect4", &[("columns", "4"), ("rows", "4")], 10 * games);
        random_games("tilesum", &[], 10 * games);
        random_games("tilesum", &[("min", "random"), ("goal", "3")], 10 * games);
    }

    #[test]
    #[should_panic(expected = "no game called")]
    fn an_unknown_game_is_refused() {
        open("chess", &[]);
    }

    #[test]
    #[should_panic(expected = "no option called")]
    fn an_unknown_option_is_refused() {
        open("tilesum", &[("sides", "3")]);
    }

    #[test]
    #[should_panic(expected = "given twice")]
    fn a_repeated_option_is_refused() {
        open("tilesum", &[("goal", "3"), ("goal", "3")]);
    }

    #[test]
    #[should_panic(expected = "is not in 3..=8")]
    fn a_value_out_of_range_is_refused() {
        open("crosphere", &[("size", "9")]);
    }

    #[test]
    fn an_illegal_move_panics() {
        for game in ["rithmomachia", "rhythmomachy", "crosphere", "andantino", "hex", "connect4", "tilesum"] {
            let outcome = std::panic::catch_unwind(|| open(game, &[]).play("nonsense"));
            assert!(outcome.is_err(), "{game}");
        }
    }
}
