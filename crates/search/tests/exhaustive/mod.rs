//! What the tests hold searches against: all of a game that is left, looked
//! through to the end.

pub mod solver;

use std::collections::HashMap;
use std::sync::Arc;

use agon_core::{Game, History, Options, Player, Rng, Turn};
use agon_search::{Info, Limits, Watch};

type Known<G> = (<G as Game>::Position, Option<Player>);

/// Who wins with best play, for games and positions without chance.
pub struct Exhaustive<G: Game> {
    /// By key; positions are compared, because a key may leave something out.
    known: HashMap<u64, Vec<Known<G>>>,
    nodes: u64,
}

impl<G: Game> Exhaustive<G> {
    pub fn new(nodes: u64) -> Self {
        Exhaustive { known: HashMap::new(), nodes }
    }

    /// Who wins from here, `None` if nobody; or that it is too much to look through.
    pub fn winner(&mut self, history: &mut History<G>) -> Result<Option<Player>, TooMuch> {
        if let Some(outcome) = history.outcome() {
            return Ok(outcome.winner);
        }
        // Where positions repeat, what follows depends on what came before.
        let remember = history.game().repetition().is_none();
        let (position, key) = (*history.position(), history.game().key(history.position()));
        let known = self.known.get(&key).and_then(|known| known.iter().find(|(at, _)| *at == position));
        if let Some((_, winner)) = known.filter(|_| remember) {
            return Ok(*winner);
        }
        let Turn::Player(player) = history.game().turn(&position) else { return Err(TooMuch) };
        let mut best = Some(!player);
        let mut moves = history.moves();
        // Looking for a win at once first saves almost everything.
        let wins_at_once = |mv: &G::Move| {
            let mut after = position;
            history.game().play(&mut after, *mv);
            history.game().outcome(&after).and_then(|outcome| outcome.winner) == Some(player)
        };
        if let Some(index) = moves.iter().position(wins_at_once) {
            moves.swap(0, index);
        }
        for mv in moves {
            self.nodes = self.nodes.checked_sub(1).ok_or(TooMuch)?;
            history.play(mv);
            let winner = self.winner(history);
            history.undo();
            let winner = winner?;
            if winner == Some(player) {
                best = winner;
                break;
            }
            if winner.is_none() {
                best = None;
            }
        }
        if remember {
            self.known.entry(key).or_default().push((position, best));
        }
        Ok(best)
    }
}

/// There is too much to look through.
#[derive(Debug)]
pub struct TooMuch;

/// A game from its start, with options as text.
pub fn begin<G: Game>(options: &str) -> History<G> {
    let options = Options::parse(G::INFO.options, options).expect("options are right");
    let game = Arc::new(G::new(options).expect("a game"));
    let start = game.start();
    History::new(game, start)
}

/// A game that goes on after so many random moves.
pub fn after_random_moves<G: Game>(options: &str, plies: u32, rng: &mut Rng) -> History<G> {
    loop {
        let mut history = begin::<G>(options);
        for _ in 0..plies {
            if let Some(mv) = history.game().random_move(history.position(), rng) {
                history.play(mv);
            }
        }
        if history.outcome().is_none() {
            return history;
        }
    }
}

/// Random games, each taken back from its end for as long as `nodes` are
/// enough to look through what is left; gives who wins there.
pub fn late_positions<G: Game>(rng: &mut Rng, count: u32, nodes: u64) -> Vec<(History<G>, Option<Player>)> {
    let random_game = |rng: &mut Rng| {
        let mut history = begin::<G>("");
        while history.outcome().is_none() {
            let mv = history.game().random_move(history.position(), rng).expect("a move");
            history.play(mv);
        }
        history
    };
    let mut found = Vec::new();
    for _ in 0..count {
        let mut history = random_game(rng);
        let mut last = None;
        while history.undo().is_some() {
            match Exhaustive::new(nodes).winner(&mut history.clone()) {
                Ok(winner) => last = Some((history.clone(), winner)),
                Err(TooMuch) => break,
            }
        }
        found.extend(last);
    }
    found
}

/// Nobody stops the search, nobody listens.
pub fn unwatched<M, R>(think: impl FnOnce(&mut Watch<'_, M>) -> R) -> R {
    let mut ignore = |_: &Info<M>| ();
    think(&mut Watch::new(Arc::default(), &mut ignore))
}

/// So many playouts.
pub fn playouts(playouts: u64) -> Limits {
    Limits { playouts: Some(playouts), ..Limits::default() }
}

/// So many nodes.
pub fn nodes(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), ..Limits::default() }
}
