//! Tile Sum is small enough to be played perfectly: `best` must do so, against
//! an adversary and against chance. The paper's program does not, and must play as it did.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use agon_agents::{Settings, Thinker, exact, make};
use agon_core::solver::Part;
use agon_core::{DynGame, DynPlay, Options, Player, Rng, Turn};
use agon_search::Limits;

/// The highest goal that Max can force with 1, 2, 3… moves.
const FORCED: [u32; 6] = [1, 3, 4, 7, 9, 11];

fn open(options: &str) -> Box<dyn DynGame> {
    let info = agon_games::game_of("tilesum").unwrap();
    agon_games::open(info.name, Options::parse(info.options, options).unwrap()).unwrap()
}

fn best(game: &dyn DynGame) -> Box<dyn Thinker> {
    make(game, &"best:time=10s".parse().unwrap(), Settings { hash: 1, ..Settings::default() }).unwrap()
}

fn choose(thinker: &mut dyn Thinker, play: &dyn DynPlay) -> String {
    let stop = Arc::new(AtomicBool::new(false));
    thinker.think(play, &Limits::default(), &stop, &mut |_| {}).unwrap().best.unwrap()
}

/// The chance that Max wins when `choose` names the moves that `me` considers
/// and everything else is tried: the worst for an opponent, the mean for chance.
fn chance(play: &dyn DynPlay, me: Player, choose: &mut dyn FnMut(&dyn DynPlay) -> Vec<String>) -> f64 {
    if let Some(outcome) = play.outcome() {
        return f64::from(outcome.winner == Some(Player::One));
    }
    let moves = if play.turn() == Turn::Player(me) { choose(play) } else { play.moves() };
    let values: Vec<f64> = moves
        .iter()
        .map(|mv| {
            let mut next = play.boxed_clone();
            next.play(mv).unwrap();
            chance(&*next, me, choose)
        })
        .collect();
    match play.turn() {
        Turn::Chance => moves.iter().zip(values).map(|(mv, value)| play.probability(mv).unwrap() * value).sum(),
        Turn::Player(Player::One) => values.into_iter().fold(0.0, f64::max),
        Turn::Player(Player::Two) => values.into_iter().fold(1.0, f64::min),
    }
}

#[test]
fn max_forces_the_highest_goal_and_min_holds_the_next() {
    for (moves, goal) in (1..).zip(FORCED) {
        for (goal, me, value) in [(goal, Player::One, 1.0), (goal + 1, Player::Two, 0.0)] {
            let game = open(&format!("goal={goal} moves={moves}"));
            let mut thinker = best(&*game);
            let got = chance(&*game.start(), me, &mut |play| vec![choose(&mut *thinker, play)]);
            assert!((got - value).abs() < 1e-12, "goal {goal} in {moves} moves: {got}");
        }
    }
}

#[test]
fn against_chance_it_wins_as_often_as_can_be() {
    for (goal, moves) in [(6, 3), (9, 4), (10, 4), (12, 5), (13, 5), (14, 5), (15, 5)] {
        let game = open(&format!("goal={goal} moves={moves} min=random"));
        let most = chance(&*game.start(), Player::One, &mut |play| play.moves());
        let mut thinker = best(&*game);
        let got = chance(&*game.start(), Player::One, &mut |play| vec![choose(&mut *thinker, play)]);
        assert!((got - most).abs() < 1e-12, "goal {goal} in {moves} moves: {got} of {most}");
        assert!(most > 0.0 && most < 1.0, "goal {goal} in {moves} moves tells nothing: {most}");
    }
}

fn made(game: &dyn DynGame, agent: &str) -> Box<dyn Thinker> {
    make(game, &agent.parse().unwrap(), Settings::default()).unwrap()
}

/// Max's moves as the paper's program plays them against these fills, and the score after each.
fn printed_game(options: &str, fills: &[&str]) -> (String, Vec<i64>) {
    let game = open(options);
    let (mut max, mut play) = (made(&*game, "alphabeta-seed"), game.start());
    let (mut moves, mut scores) = (Vec::new(), Vec::new());
    for fill in fills.iter().map(Some).chain([None]) {
        let mv = choose(&mut *max, &*play);
        play.play(&mv).unwrap();
        moves.push(mv);
        scores.push(play.position_text().split(' ').nth(1).unwrap().parse().unwrap());
        if let Some(fill) = fill {
            play.play(fill).unwrap();
        }
    }
    (moves.join(" "), scores)
}

/// The paper prints four games of its program. Min's fills were drawn at random and are given.
#[test]
fn the_papers_program_plays_the_papers_games() {
    assert_eq!(printed_game("goal=7 moves=5", &["-1", "-1", "+1"]), ("u u r l".into(), vec![1, 3, 4, 6]));
    assert_eq!(printed_game("goal=10 moves=3", &["0", "+1"]), ("u u d".into(), vec![1, 3, 6]));
    // The third is printed with six moves, u u r l r l, where five are allowed…
    let third = printed_game("goal=7 moves=5", &["0", "-1", "-1", "+1"]);
    assert_eq!(third, ("u u r l r".into(), vec![1, 3, 4, 4, 5]));
    // …and the sixth is what the program answers if the game is not ended: a search does
    // not know how many moves have been made.
    let game = open("goal=7 moves=5");
    let mut play = game.start();
    for mv in "u 0 u -1 r -1 l +1 r".split(' ') {
        play.play(mv).unwrap();
    }
    assert_eq!(play.outcome().and_then(|outcome| outcome.winner), Some(Player::Two));
    let ended = play.position_text();
    let (board, _) = ended.split_once(' ').unwrap();
    let on = game.position(&format!("{} 5 4", board.replace('?', "0"))).unwrap();
    assert_eq!(choose(&mut *made(&*game, "alphabeta-seed"), &*on), "l");
    // The fourth, u u, is said to end with "score equal 3 in 2 steps", but goal 7 is printed.
    // The program plays these moves for goal 7, where the game would go on, and for goal 3
    // in two moves, where it is won.
    assert_eq!(printed_game("goal=7 moves=5", &["+1"]), ("u u".into(), vec![1, 3]));
    assert_eq!(printed_game("goal=3 moves=2", &["+1"]), ("u u".into(), vec![1, 3]));
}

#[test]
fn the_papers_program_wins_as_often_as_its_listing_does_against_chance() {
    // Counted through all of chance's fills. The listing run by itself: about 48 % and 7 %.
    for (options, wins, of) in [("goal=7 moves=5", 13.0, 27.0), ("goal=13 moves=6", 16.0, 243.0)] {
        let game = open(&format!("{options} min=random"));
        let rate = |agent: &str| {
            let mut max = made(&*game, agent);
            chance(&*game.start(), Player::One, &mut |play| vec![choose(&mut *max, play)])
        };
        let got = rate("alphabeta-seed");
        assert!((got - wins / of).abs() < 1e-12, "{options}: {got}");
        assert!(rate("perfect") > got + 0.1, "{options}: {}", rate("perfect"));
    }
}

#[test]
fn min_plays_at_random_or_searches() {
    let game = open("goal=9");
    let mut play = game.start();
    play.play("u").unwrap();
    let fills = |agent: &str| -> BTreeSet<String> {
        let made = |seed: u64| make(&*game, &agent.parse().unwrap(), Settings { seed, ..Settings::default() }).unwrap();
        (0..30).map(|seed| choose(&mut *made(seed), &*play)).collect()
    };
    let (all, worst) = (BTreeSet::from(["-1", "0", "+1"].map(String::from)), BTreeSet::from(["-1".to_string()]));
    assert_eq!(fills("alphabeta-seed"), all);
    assert_eq!(fills("alphabeta-seed:min=random"), all);
    assert_eq!(fills("perfect:min=random"), all);
    assert_eq!(fills("alphabeta-seed:min=optimal"), worst);
    assert_eq!(fills("perfect"), worst);
}

#[test]
fn the_papers_program_stops_when_it_is_told_to() {
    let game = open("goal=999 moves=99");
    for agent in ["alphabeta-seed:nodes=2000", "alphabeta-seed:depth=4", "alphabeta-seed:time=20ms"] {
        let mut max = made(&*game, agent);
        let stop = Arc::new(AtomicBool::new(false));
        let report = max.think(&*game.start(), &Limits::default(), &stop, &mut |_| {}).unwrap();
        assert!(report.depth >= 3 && report.best.is_some(), "{agent}: {report:?}");
        assert!(!agent.contains("nodes") || report.nodes <= 2000 + 4, "{agent}: {report:?}");
    }
}

#[test]
fn the_perfect_player_forces_what_can_be_forced() {
    for (moves, goal) in (1..).zip(FORCED) {
        for (goal, me, value) in [(goal, Player::One, 1.0), (goal + 1, Player::Two, 0.0)] {
            let game = open(&format!("goal={goal} moves={moves}"));
            let mut perfect = made(&*game, "perfect");
            let got = chance(&*game.start(), me, &mut |play| vec![choose(&mut *perfect, play)]);
            assert!((got - value).abs() < 1e-12, "goal {goal} in {moves} moves: {got}");
        }
    }
}

/// The score after the agent has played both sides.
fn together(options: &str) -> (String, Option<Player>) {
    let game = open(options);
    let mut friend = make(&*game, &"friend".parse().unwrap(), Settings::default()).unwrap();
    let mut play = game.start();
    while play.outcome().is_none() {
        let mv = choose(&mut *friend, &*play);
        play.play(&mv).unwrap();
    }
    (play.outcome_detail().unwrap(), play.outcome().unwrap().winner)
}

#[test]
fn a_friend_brings_max_to_the_highest_score_possible() {
    for (moves, most) in (1..).zip([1, 3, 6, 10, 15, 21, 28, 36]) {
        let (detail, winner) = together(&format!("goal={most} moves={moves}"));
        assert_eq!((detail, winner), (format!("score {most} of {most} after {moves} moves"), Some(Player::One)));
        assert_eq!(together(&format!("goal={} moves={moves}", most + 1)).1, Some(Player::Two));
    }
}

/// What the game says is certain of its positions agrees with a walk through
/// all lines, on boards drawn at random.
#[test]
fn what_is_certain_is_what_a_walk_through_all_lines_finds() {
    let mut rng = Rng::new(5);
    for _ in 0..25 {
        let board: Vec<String> = (0..9).map(|_| (i64::from(rng.below(4)) - 1).to_string()).collect();
        let (moves, goal) = (1 + rng.below(4), 1 + rng.below(10));
        for (min, helped, part) in
            [("adversary", false, Part::Adversary), ("random", false, Part::Chance), ("adversary", true, Part::Friend)]
        {
            let options = format!("board={} moves={moves} goal={goal} min={min}", board.join(","));
            let play = open(&options).start();
            let found = exact(&*play, helped, u64::MAX, &AtomicBool::new(false)).unwrap().chance;
            let solution = play.solution().unwrap();
            let told = solution.prospects.iter().find(|prospect| prospect.part == part).unwrap();
            assert!((told.wins as f64 / told.of as f64 - found).abs() < 1e-9, "{options}: {told:?}, {found}");
        }
    }
}
