//! Tile Sum is small enough to be played perfectly: `best` must do so, against
//! an adversary and against chance.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use agon_agents::{Settings, Thinker, exact, make};
use agon_core::{DynGame, DynPlay, Options, Part, Player, Rng, Turn};
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
            let outlook = play.outlook().unwrap();
            let told = outlook.prospects.iter().find(|prospect| prospect.part == part).unwrap();
            assert!((told.wins as f64 / told.of as f64 - found).abs() < 1e-9, "{options}: {told:?}, {found}");
        }
    }
}
