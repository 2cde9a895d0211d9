//! What the tests share: positions, a judgement without sense, and brute force.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use agon_core::{Evaluation, Game, History, Options, Outcome, Player, Registered, Rng, Tracked, mix};
use agon_games::{Visitor, visit_all};
use agon_search::{Agent, Info, LeafValue, Limits, Score, Thought, Value, Watch};

use crate::maze::Maze;

/// A judgement that says something else of every position: nothing can be
/// guessed, so nothing may be skipped that is not proven to be irrelevant.
#[derive(Clone, Copy, Debug)]
pub struct Senseless;

impl<G: Game> Evaluation<G> for Senseless {
    type State = ();

    fn state(&self, _: &G, _: &G::Position) {}

    // It knows nothing of the sort, so that what is given up is often wrong.
    fn margin(&self) -> i32 {
        100
    }
    fn evaluate(&self, game: &G, position: &G::Position, (): &()) -> i32 {
        (mix(game.key(position)) % 2001) as i32 - 1000
    }
    fn promise(&self, game: &G, position: &G::Position, (): &(), mv: G::Move) -> i32 {
        let mut next = *position;
        game.play(&mut next, mv);
        (mix(game.key(&next) ^ 1) % 100) as i32
    }
    fn is_forcing(&self, game: &G, position: &G::Position, (): &(), mv: G::Move) -> bool {
        let mut next = *position;
        game.play(&mut next, mv);
        mix(game.key(&next) ^ 2).is_multiple_of(5)
    }
}

impl<G: Game> LeafValue<G> for Senseless {
    type State = ();

    fn state(&self, _: &G, _: &G::Position) {}

    fn leaf(&self, game: &G, at: &Tracked<G::Position, ()>, searcher: Player) -> i64 {
        let judgement = i64::from(self.evaluate(game, &at.position, &()));
        if game.turn(&at.position).player() == Some(searcher) { judgement } else { -judgement }
    }
    fn decided(&self, outcome: Outcome, level: u32, searcher: Player) -> i64 {
        match outcome.winner {
            Some(winner) if winner == searcher => i64::from(Value::win(level as i32)),
            Some(_) => i64::from(Value::loss(level as i32)),
            None => 0,
        }
    }
}

/// The value of minimax to the searcher, by the rules of [`History`] alone:
/// no window, no table, nothing kept.
pub fn brute<G: Game>(history: &mut History<G>, searcher: Player, depth: u32, level: u32) -> Score {
    if let Some(outcome) = history.outcome() {
        return LeafValue::<G>::decided(&Senseless, outcome, level, searcher) as Score;
    }
    let mover = history.game().turn(history.position()).player();
    if depth == 0
        && let Some(mover) = mover
    {
        let judgement = Senseless.evaluate(history.game(), history.position(), &());
        return if mover == searcher { judgement } else { -judgement };
    }
    let values: Vec<Score> = history
        .moves()
        .into_iter()
        .map(|mv| {
            history.play(mv);
            let value = brute(history, searcher, depth.saturating_sub(1), level + 1);
            history.undo();
            value
        })
        .collect();
    let best = if mover == Some(searcher) { values.into_iter().max() } else { values.into_iter().min() };
    best.expect("a position that goes on has moves")
}

/// The moves of the root with their values, and the place of the first best.
pub fn brute_root<G: Game>(history: &History<G>, depth: u32) -> (usize, Vec<Score>) {
    let searcher = history.game().turn(history.position()).player().expect("a player's turn");
    let mut line = history.clone();
    let value = |mv| {
        line.play(mv);
        let value = brute(&mut line, searcher, depth - 1, 1);
        line.undo();
        value
    };
    let values: Vec<Score> = history.moves().into_iter().map(value).collect();
    let best = values.iter().max().expect("moves");
    (values.iter().position(|value| value == best).expect("it is there"), values)
}

/// Positions in which a player chooses, reached by random moves.
pub fn positions<G: Game>(game: &Arc<G>, count: u64, longest: u32) -> Vec<History<G>> {
    let mut rng = Rng::new(count);
    let mut found = Vec::new();
    for _ in 0..count * 20 {
        let mut history = History::new(Arc::clone(game), game.start());
        for _ in 0..rng.below(longest) {
            if history.outcome().is_some() {
                break;
            }
            let mv = game.random_move(history.position(), &mut rng).expect("a move");
            history.play(mv);
        }
        if history.outcome().is_none() && game.turn(history.position()).player().is_some() {
            found.push(history);
        }
        if found.len() as u64 == count {
            break;
        }
    }
    found
}

/// Something to check on every game.
pub trait Check {
    fn check<G: Registered>(&mut self, game: &Arc<G>);
}

/// Runs a check on every registered game, with its usual options and each variant's.
pub fn every_game(check: &mut impl Check) {
    struct All<'c, C>(&'c mut C);
    impl<C: Check> Visitor for All<'_, C> {
        type Output = ();
        fn visit<G: Registered>(&mut self) {
            let variants = G::INFO.variants.iter().map(|variant| variant.options);
            for pairs in std::iter::once(&[][..]).chain(variants) {
                let options =
                    Options::from_pairs(G::INFO.options, pairs.iter().copied()).expect("options of a variant");
                self.0.check(&Arc::new(G::new(options).expect("a variant can be made")));
            }
        }
    }
    visit_all(&mut All(check));
}

/// Mazes of all kinds, with chance or without.
pub fn mazes(count: u64, chance: bool) -> impl Iterator<Item = Arc<Maze>> {
    (0..count).map(move |seed| {
        let circles = seed % 3 == 0;
        let rooms = if circles { 12 } else { 3 + mix(seed) % 400 };
        Arc::new(Maze { rooms, circles, chance, ends: 6 + seed % 60, ..Maze::new(seed) })
    })
}

/// As deep as stays within a number of lines, at most `most`.
pub fn fitting_depth<G: Game>(history: &History<G>, most: u32, lines: u64) -> u32 {
    let fits = |depth: &u32| agon_core::perft(history, *depth) <= lines;
    (1..=most).take_while(fits).last().unwrap_or(1)
}

/// Lets an agent think, and checks that what it reports can be played.
pub fn think<G: Game>(agent: &mut impl Agent<G>, history: &History<G>, limits: &Limits) -> Thought<G::Move> {
    let check = |info: &Info<G::Move>| {
        let mut line = history.clone();
        for mv in &info.pv {
            assert!(line.moves().contains(mv), "{mv:?} of {:?} cannot be played", info.pv);
            line.play(*mv);
        }
    };
    let mut report = |info: &Info<G::Move>| check(info);
    let mut watch = Watch::new(Arc::new(AtomicBool::new(false)), &mut report);
    let thought = agent.think(history, limits, &mut watch).expect("a move");
    check(&thought.info);
    assert_eq!(thought.info.pv.first(), Some(&thought.mv));
    assert!(thought.info.root.iter().all(|root| history.moves().contains(&root.mv)));
    thought
}

/// A limit of depth.
pub fn to_depth(depth: u32) -> Limits {
    Limits { depth: Some(depth), ..Limits::default() }
}
