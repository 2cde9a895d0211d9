//! Agents in games with the swap rule.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use agon_agents::{Decision, Report, Settings, Solved, make};
use agon_core::{DynGame, DynPlay, Options, PerPlayer, Player, Swap};
use agon_search::{Clock, Limits, Value};

fn open(name: &str, options: &str) -> Box<dyn DynGame> {
    let info = agon_games::game_of(name).unwrap();
    agon_games::open(name, Options::parse(info.options, options).unwrap()).unwrap()
}

fn after(game: &dyn DynGame, moves: &str) -> Box<dyn DynPlay> {
    let mut play = game.start();
    for mv in moves.split_whitespace() {
        play.play(mv).unwrap();
    }
    play
}

fn think(game: &dyn DynGame, agent: &str, play: &dyn DynPlay, limits: &Limits) -> Report {
    let mut thinker = make(game, &agent.parse().unwrap(), Settings::default()).unwrap();
    thinker.think(play, limits, &Arc::new(AtomicBool::new(false)), &mut |_| {}).unwrap()
}

fn choose(game: &dyn DynGame, agent: &str, play: &dyn DynPlay) -> Decision {
    let mut thinker = make(game, &agent.parse().unwrap(), Settings::default()).unwrap();
    thinker.choose(play, &Limits::default(), &Arc::new(AtomicBool::new(false))).unwrap()
}

fn is_for_the_mover(value: Value) -> bool {
    matches!(value, Value::Win(_) | Value::Points(0..))
}

#[test]
fn a_good_opening_is_swapped_and_a_bad_one_is_not() {
    let game = open("hex", "size=5 swap=true");
    for agent in ["best:nodes=20000", "alphabeta:depth=3"] {
        let report = |moves: &str| think(&*game, agent, &*after(&*game, moves), &Limits::default());
        let centre = report("c3");
        assert_eq!(centre.best.as_deref(), Some("swap"), "{agent}");
        assert!(is_for_the_mover(centre.score) && centre.pv[0] == "swap", "{agent}: {centre:?}");
        let corner = report("a1");
        assert_ne!(corner.best.as_deref(), Some("swap"), "{agent}");
        assert!(is_for_the_mover(corner.score), "{agent}: {corner:?}");
    }
    let played_out = think(&*game, "mcts:playouts=2000", &*after(&*game, "c3"), &Limits::default());
    assert_eq!((played_out.best.as_deref(), played_out.root[0].0.as_str()), (Some("swap"), "swap"));
}

#[test]
fn the_first_move_is_as_even_as_possible() {
    let game = open("hex", "size=5 swap=true");
    let start = game.start();
    let report = think(&*game, "best:nodes=50000", &*start, &Limits::default());
    assert_eq!(report.root.len(), 25);
    assert!(report.nodes <= 60_000, "{}", report.nodes);
    let score = |value: Value| match value {
        Value::Points(points) => points,
        Value::Win(plies) => Value::win(plies),
        Value::Loss(plies) => Value::loss(plies),
    };
    // Whoever opens stands worse by as much as the other player can choose.
    assert!(report.root.iter().all(|(_, _, value)| score(*value) <= 0));
    assert_eq!(score(report.score), report.root.iter().map(|(_, _, value)| score(*value)).max().unwrap());
    assert_ne!(report.best.as_deref(), Some("c3"));
    let again = think(&*game, "best:nodes=50000", &*start, &Limits::default());
    assert_eq!((&again.best, &again.root), (&report.best, &report.root));
}

#[test]
fn a_time_is_kept_by_all_first_moves_together() {
    let game = open("hex", "swap=true");
    let time = |limits: Limits| think(&*game, "best", &*game.start(), &limits).time;
    assert!(time(Limits { time: Some(Duration::from_millis(300)), ..Limits::default() }) < Duration::from_secs(2));
    let left = PerPlayer([Duration::from_secs(6); 2]);
    let clock = Clock { left, increment: PerPlayer::default() };
    assert!(time(Limits { clock: Some(clock), ..Limits::default() }) < Duration::from_secs(2));
}

#[test]
fn every_agent_answers_with_a_legal_move_in_numbers_and_in_text() {
    for info in agon_games::infos().iter().filter(|info| info.name != "tilesum") {
        let game = open(info.name, "swap=true");
        let first = game.start().moves().swap_remove(0);
        // One needs a network, which no game comes with.
        for (agent, _) in agon_agents::agents(info).into_iter().filter(|(agent, _)| *agent != "az") {
            for moves in [String::new(), first.clone(), format!("{first} swap")] {
                let play = after(&*game, &moves);
                let limits = Limits { nodes: Some(300), depth: Some(1), ..Limits::default() };
                let best = think(&*game, agent, &*play, &limits).best.unwrap();
                assert!(play.moves().contains(&best), "{}: {agent} after `{moves}`: {best}", info.name);
            }
        }
        for agent in ["alphabeta:nodes=2000", "mcts:playouts=200", "random", "greedy"] {
            for moves in [String::new(), first.clone()] {
                let play = after(&*game, &moves);
                let (told, chosen) = (think(&*game, agent, &*play, &Limits::default()), choose(&*game, agent, &*play));
                let name = format!("{}: {agent} after `{moves}`", info.name);
                assert_eq!(told.best, play.action_text(chosen.action).ok(), "{name}");
                assert_eq!((told.score, told.nodes), (chosen.score, chosen.nodes), "{name}");
            }
        }
    }
}

#[test]
fn random_players_swap_now_and_then() {
    let game = open("hex", "size=3 swap=true");
    let play = after(&*game, "b2");
    let stop = Arc::new(AtomicBool::new(false));
    let swaps = |seed: &u64| {
        let settings = Settings { seed: *seed, ..Settings::default() };
        let mut thinker = make(&*game, &"random".parse().unwrap(), settings).unwrap();
        Some(thinker.choose(&*play, &Limits::default(), &stop).unwrap().action) == play.swap_action()
    };
    let swapped = (0..180).filter(swaps).count();
    // One move in nine.
    assert!((8..36).contains(&swapped), "{swapped}");
}

/// The clocks are the players', and a search is told of those of the sides.
#[test]
fn after_a_swap_each_player_has_its_own_clock() {
    let game = open("hex", "size=9 swap=true");
    let play = after(&*game, "e5 swap");
    assert_eq!(play.swap(), Swap::Done);
    let left = PerPlayer([Duration::from_millis(300), Duration::from_secs(600)]);
    let limits = Limits { clock: Some(Clock { left, increment: PerPlayer::default() }), ..Limits::default() };
    // Player 1 is to move and has little time.
    assert!(think(&*game, "best", &*play, &limits).time < Duration::from_secs(1));
}

#[test]
fn nothing_is_proven_while_a_swap_is_possible() {
    let game = open("hex", "size=3 swap=true");
    let solve = |moves: &str, player| {
        let stop = Arc::new(AtomicBool::new(false));
        let limits = Limits { nodes: Some(100_000), ..Limits::default() };
        agon_agents::solve(&*after(&*game, moves), player, &limits, 16, &stop, &mut |_| {})
    };
    assert!(matches!(solve("b2", Player::One), Solved::Unknown { .. }));
    // On the smallest board the centre wins for whoever has it.
    assert!(matches!(solve("b2 swap", Player::Two), Solved::Win { .. }));
    assert!(matches!(solve("b2 swap", Player::One), Solved::NoWin { .. }));
    // With the swap, the second player always has a side that wins.
    let exact = |moves: &str| agon_agents::exact(&*after(&*game, moves), false, u64::MAX, &AtomicBool::new(false));
    assert_eq!(exact("").map(|exact| exact.chance), Some(0.0));
    assert_eq!(exact("b2 a1").map(|exact| exact.chance), Some(1.0));
    assert_eq!(exact("b2 swap").map(|exact| exact.chance), Some(0.0));
}
