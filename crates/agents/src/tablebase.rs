use std::sync::atomic::AtomicBool;

use agon_core::{DynPlay, History, Notation, Options, Player, Registered, SWAP};
use agon_games::Visitor;
use agon_search::{BuildError, Built, Fault, Origin, Tablebase, Verified, verify_tablebase};
use thiserror::Error;

/// What a table of positions is about when it is built from here.
pub fn tablebase_origin(play: &dyn DynPlay) -> Origin {
    Origin { game: play.info().name.to_string(), options: rules_text(play.options()), position: play.position_text() }
}

/// The options that the rules depend on, as text: tables and books know sides, and nothing of the
/// swap rule.
pub fn rules_text(options: &Options) -> String {
    let pairs: Vec<String> =
        options.changed().filter(|(name, _)| *name != SWAP).map(|(name, value)| format!("{name}={value}")).collect();
    pairs.join(" ")
}

/// Builds the table of everything that can follow from where a game stands, in at most so many
/// megabytes. `progress` hears how many positions are known.
pub fn build_tablebase(
    play: &dyn DynPlay,
    megabytes: u64,
    stop: &AtomicBool,
    progress: &mut dyn FnMut(u64),
) -> Result<Built, BuildError> {
    struct Build<'b>(&'b dyn DynPlay, u64, &'b AtomicBool, &'b mut dyn FnMut(u64));
    impl Visitor for Build<'_> {
        type Output = Result<Built, BuildError>;
        fn visit<G: Registered>(&mut self) -> Self::Output {
            let Some(history) = self.0.as_any().downcast_ref::<History<G>>() else { return Err(BuildError::Stopped) };
            let origin = tablebase_origin(self.0);
            Tablebase::build(history.game(), history.position(), origin, self.1, self.2, self.3)
        }
    }
    let mut build = Build(play, megabytes, stop, progress);
    agon_games::visit(play.info().name, &mut build).unwrap_or(Err(BuildError::Stopped))
}

/// What is wrong with a table, in text.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum WrongTable {
    /// A position that can be reached is not in it.
    #[error("wrong: `{0}` can be reached and is not in the table")]
    Missing(String),
    /// A value does not follow from those of the successors.
    #[error("wrong: the value of `{0}` does not follow from those of its successors")]
    Inconsistent(String),
    /// Plain minimax finds another value.
    #[error("wrong: plain minimax finds another value for `{0}`")]
    Wrong(String),
    /// Symmetric positions have different values.
    #[error("wrong: a position symmetric to `{0}` has another value")]
    Asymmetric(String),
    /// So many positions are in it that cannot be reached.
    #[error("wrong: {0} positions of the table cannot be reached")]
    Unreachable(u64),
    /// Chance is to move.
    #[error("wrong: chance is to move in `{0}`")]
    Chance(String),
    /// Somebody stopped the check.
    #[error("stopped before everything was checked")]
    Stopped,
}

/// Checks by the rules alone a table of everything that can follow from where a game stands.
/// `progress` hears how many positions have been checked.
pub fn check_tablebase(
    play: &dyn DynPlay,
    table: &Tablebase,
    stop: &AtomicBool,
    progress: &mut dyn FnMut(u64),
) -> Result<Verified, WrongTable> {
    struct Check<'c>(&'c dyn DynPlay, &'c Tablebase, &'c AtomicBool, &'c mut dyn FnMut(u64));
    impl Visitor for Check<'_> {
        type Output = Result<Verified, WrongTable>;
        fn visit<G: Registered>(&mut self) -> Self::Output {
            let Some(history) = self.0.as_any().downcast_ref::<History<G>>() else { return Err(WrongTable::Stopped) };
            let game = history.game();
            verify_tablebase(game, history.position(), self.1, self.2, self.3).map_err(|fault| told(game, &fault))
        }
    }
    let mut check = Check(play, table, stop, progress);
    agon_games::visit(play.info().name, &mut check).unwrap_or(Err(WrongTable::Stopped))
}

fn told<G: Notation>(game: &G, fault: &Fault<G::Position>) -> WrongTable {
    let text = |position| game.position_text(position);
    match fault {
        Fault::Missing(position) => WrongTable::Missing(text(position)),
        Fault::Inconsistent(position) => WrongTable::Inconsistent(text(position)),
        Fault::Wrong(position) => WrongTable::Wrong(text(position)),
        Fault::Asymmetric(position) => WrongTable::Asymmetric(text(position)),
        Fault::Unreachable(count) => WrongTable::Unreachable(*count),
        Fault::Chance(position) => WrongTable::Chance(text(position)),
        Fault::Stopped => WrongTable::Stopped,
    }
}

/// What a table says of where a game stands: which player wins in how many plies, or nobody;
/// `None` where it does not know.
pub fn probe_tablebase(play: &dyn DynPlay, table: &Tablebase) -> Option<(Option<Player>, u32)> {
    let value = table.probe(play.kind())?;
    let mover = play.turn().player()?;
    Some(match value {
        0 => (None, 0),
        1.. => (Some(mover), u32::from(value.unsigned_abs())),
        _ => (Some(!mover), u32::from(value.unsigned_abs())),
    })
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use agon_core::{Options, Rng};
    use agon_search::{Limits, Value};

    use super::*;
    use crate::{Settings, Spec, make};

    fn start(game: &str, options: &str) -> Box<dyn DynPlay> {
        let info = agon_games::game_of(game).unwrap();
        agon_games::open(game, Options::parse(info.options, options).unwrap()).unwrap().start()
    }

    fn build(play: &dyn DynPlay) -> Result<Built, BuildError> {
        build_tablebase(play, 64, &AtomicBool::new(false), &mut |_| {})
    }

    fn check(play: &dyn DynPlay, table: &Tablebase) -> Result<Verified, WrongTable> {
        check_tablebase(play, table, &AtomicBool::new(false), &mut |_| {})
    }

    #[test]
    fn tables_are_complete_and_follow_from_the_rules() {
        // In 5 moves Max can force 9 and no more; 4x4 is drawn.
        for (game, options, result) in [
            ("tilesum", "goal=7 moves=5", (Some(Player::One), 7)),
            ("tilesum", "goal=10 moves=5", (Some(Player::Two), 9)),
            ("crosphere", "size=3 strong=0", (Some(Player::Two), 4)),
            ("connect4", "columns=4 rows=4", (None, 0)),
        ] {
            let play = start(game, options);
            let Built { table, .. } = build(&*play).unwrap();
            let verified = check(&*play, &table).unwrap();
            assert_eq!(verified.positions, table.len(), "{game} {options}");
            assert!(verified.solved > 0, "{game} {options}");
            assert_eq!(probe_tablebase(&*play, &table), Some(result), "{game} {options}");
            assert_eq!(Tablebase::from_bytes(&table.to_bytes()).as_ref(), Ok(&table));
        }
    }

    #[test]
    fn what_is_changed_in_a_file_is_noticed() {
        let play = start("crosphere", "size=3 strong=1");
        let table = build(&*play).unwrap().table;
        let bytes = table.to_bytes();
        for at in [3, 9, 20, bytes.len() / 2, bytes.len() - 1] {
            let mut damaged = bytes.clone();
            damaged[at] ^= 4;
            assert!(Tablebase::from_bytes(&damaged).is_err(), "{at}");
            assert!(Tablebase::from_bytes(&bytes[..at]).is_err(), "{at}");
        }
        // The verifier needs no checksum to see a table of other rules.
        let other = start("crosphere", "size=3 strong=2");
        assert!(check(&*other, &table).is_err());
        assert!(table.check("crosphere", "size=3 strong=2").is_err());
    }

    #[test]
    fn the_verifier_finds_wrong_values_and_what_is_missing() {
        let play = start("connect4", "columns=4 rows=4");
        let table = build(&*play).unwrap().table;
        let mut rng = Rng::new(5);
        // A table of what follows from a later position lacks the others, and holds too much for one later still.
        let mut later = play.boxed_clone();
        for _ in 0..4 {
            later.play_action(later.random_action(&mut rng).unwrap()).unwrap();
        }
        let small = build(&*later).unwrap().table;
        assert!(check(&*later, &small).is_ok());
        assert!(matches!(check(&*play, &small), Err(WrongTable::Missing(_))));
        assert!(matches!(check(&*later, &table), Err(WrongTable::Unreachable(_))));
        for seed in 0..20 {
            let wrong = table.with_a_wrong_value(Rng::new(seed).bits());
            assert!(matches!(check(&*play, &wrong), Err(WrongTable::Inconsistent(_))), "{seed}");
        }
    }

    #[test]
    fn what_no_table_can_hold_is_refused() {
        let refused = |game: &str, options: &str| build(&*start(game, options)).unwrap_err();
        assert_eq!(refused("tilesum", "min=random"), BuildError::Chance);
        assert_eq!(refused("rithmomachia", ""), BuildError::Repeats);
        let many = build_tablebase(&*start("connect4", ""), 1, &AtomicBool::new(false), &mut |_| {}).unwrap_err();
        assert!(matches!(many, BuildError::TooMany { megabytes: 1, .. }), "{many:?}");
        assert_eq!(
            build_tablebase(&*start("connect4", ""), 999, &AtomicBool::new(true), &mut |_| {}).unwrap_err(),
            BuildError::Stopped
        );
    }

    /// With a table of an ending, searches know at the start what they would have to look far for.
    #[test]
    fn searches_ask_the_table() {
        let play = start("connect4", "columns=5 rows=4");
        let mut ending = play.boxed_clone();
        for mv in ["1", "2", "1", "2", "3", "4"] {
            ending.play(mv).unwrap();
        }
        let table = Arc::new(build(&*ending).unwrap().table);
        let info = agon_games::game_of("connect4").unwrap();
        let game = agon_games::open("connect4", Options::parse(info.options, "columns=5 rows=4").unwrap()).unwrap();
        let think = |agent: &str, play: &dyn DynPlay, table: Option<&Arc<Tablebase>>| {
            let mut spec: Spec = agent.parse().unwrap();
            if let Some(table) = table {
                spec.params.push((Spec::TABLEBASE.to_string(), "some".to_string()));
                spec.tablebase = Some(Arc::clone(table));
            }
            let mut thinker = make(&*game, &spec, Settings::default()).unwrap();
            thinker.think(play, &Limits::default(), &Arc::new(AtomicBool::new(false)), &mut |_| {}).unwrap()
        };
        let truth = probe_tablebase(&*ending, &table).unwrap();
        let here = think("best:depth=1", &*ending, Some(&table));
        let mover = ending.turn().player().unwrap();
        let plies = truth.1 as i32;
        let expected = match truth.0 {
            None => Value::Points(0),
            Some(winner) if winner == mover => Value::Win(plies),
            Some(_) => Value::Loss(plies),
        };
        assert_eq!(here.score, expected);
        assert_eq!(here.root.len(), ending.moves().len());
        // One ply before, the root is not in the table, but what the move of the line leads to is.
        let mut before = play.boxed_clone();
        for mv in ["1", "2", "1", "2", "3"] {
            before.play(mv).unwrap();
        }
        for agent in ["alphabeta:depth=2", "mcts:playouts=200"] {
            let (with, without) = (think(agent, &*before, Some(&table)), think(agent, &*before, None));
            let of = |report: &crate::Report| report.root.iter().find(|(mv, ..)| mv == "4").map(|(_, _, value)| *value);
            let known = match expected {
                Value::Win(plies) => Value::Loss(plies + 1),
                Value::Loss(plies) => Value::Win(plies + 1),
                points @ Value::Points(_) => points,
            };
            if agent.starts_with("mcts") {
                assert_eq!(of(&with), Some(known), "{agent}");
            }
            assert_ne!((with.nodes, of(&with)), (without.nodes, of(&without)), "{agent}");
        }
    }
}
