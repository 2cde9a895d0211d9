use std::cmp::Reverse;
use std::collections::btree_map::Entry;
use std::collections::{BinaryHeap, HashMap, HashSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use agon_core::{DynPlay, History, Player, Registered, Turn};
use agon_games::Visitor;
use agon_search::{Agent, Informed, Limits, NoMemory, Proof, Prover, Score, Value, Watch};
use thiserror::Error;

use super::file::{Book, BookMove, Judged};
use super::player::{known, score, stands_for};
use crate::general::{best, has_chance};
use crate::tablebase::rules_text;
use crate::{Params, Settings, Spec, SpecError};

/// What every ply from the start costs, in hundredths of a point: how much worse a line may be
/// than another that is a ply longer, and still come first.
const PLY: i64 = 15;
/// Moves that are worse than the best by more than this do not belong into a book.
const WORST: i32 = 150;
/// How clearly a side has to stand better for a proof to be tried.
const LIKELY: i32 = 300;

/// How a book is built.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BookRun {
    /// How many positions it is to hold.
    pub positions: usize,
    /// Moves made in the search of each.
    pub nodes: u64,
    /// How many moves of each are kept.
    pub lines: u32,
    /// Moves made to prove a win where one side stands clearly better; 0 for no proofs.
    pub prove: u64,
    /// Megabytes for tables.
    pub hash: usize,
}

/// Why no book was built.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BookError {
    /// Chance takes part.
    #[error("an opening book needs a game in which chance takes no part")]
    Chance,
    /// Nothing follows.
    #[error("the game is over")]
    Over,
    /// The agent cannot be made.
    #[error(transparent)]
    Agent(#[from] SpecError),
    /// There is no memory.
    #[error(transparent)]
    Memory(#[from] NoMemory),
}

/// Builds a book from where a game stands, or goes on with one: positions that it holds already are
/// not searched again. The positions that good play leads to come first. `progress` hears of the
/// book after each position that was searched. Gives whether it was completed before `stop`.
pub fn build_book(
    play: &dyn DynPlay,
    book: &mut Book,
    run: BookRun,
    stop: &Arc<AtomicBool>,
    progress: &mut dyn FnMut(&Book),
) -> Result<bool, BookError> {
    struct Build<'b>(&'b dyn DynPlay, &'b mut Book, BookRun, &'b Arc<AtomicBool>, &'b mut dyn FnMut(&Book));
    impl Visitor for Build<'_> {
        type Output = Result<bool, BookError>;
        fn visit<G: Registered>(&mut self) -> Self::Output {
            let history = self.0.as_any().downcast_ref::<History<G>>().ok_or(BookError::Over)?;
            if has_chance::<G>(history.game().options()) {
                return Err(BookError::Chance);
            }
            if history.outcome().is_some() {
                return Err(BookError::Over);
            }
            debug_assert_eq!(self.1.options, rules_text(self.0.options()));
            grow(history, self.1, self.2, self.3, self.4)
        }
    }
    let mut build = Build(play, book, run, stop, progress);
    agon_games::visit(play.info().name, &mut build).unwrap_or(Err(BookError::Over))
}

/// A position that is to come into the book.
struct Next<G: Registered> {
    /// The less, the sooner; of equals the one that was found first.
    cost: Reverse<(i64, u64)>,
    history: History<G>,
}

impl<G: Registered> PartialEq for Next<G> {
    fn eq(&self, other: &Self) -> bool {
        self.cost == other.cost
    }
}

impl<G: Registered> Eq for Next<G> {}

impl<G: Registered> PartialOrd for Next<G> {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl<G: Registered> Ord for Next<G> {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.cost.cmp(&other.cost)
    }
}

fn grow<G: Registered>(
    start: &History<G>,
    book: &mut Book,
    run: BookRun,
    stop: &Arc<AtomicBool>,
    progress: &mut dyn FnMut(&Book),
) -> Result<bool, BookError> {
    let game = start.game();
    let spec = Spec::named("best").with("lines", &run.lines.to_string());
    let settings = Settings { hash: run.hash, ..Settings::default() };
    let mut agent: Box<dyn Agent<G>> =
        best(&mut Params::new(&spec), settings, game.options(), G::Evaluation::default())?;
    let mut reached: Vec<History<G>> = Vec::new();
    let (mut seen, mut number) = (HashSet::new(), 0);
    let mut open = BinaryHeap::from([Next { cost: Reverse((0, 0)), history: start.clone() }]);
    while let Some(Next { cost: Reverse((cost, _)), history }) = open.pop() {
        if stop.load(Ordering::Relaxed) {
            break;
        }
        let kind = game.kind(history.position());
        if !seen.insert(kind) {
            continue;
        }
        let is_full = book.positions.len() >= run.positions;
        if let Entry::Vacant(place) = book.positions.entry(kind) {
            // Lines of what the book knows already are still walked, for their scores.
            if is_full {
                continue;
            }
            let Some(judged) = judge(&mut *agent, &history, kind, run, stop) else { break };
            place.insert(judged);
            progress(book);
        }
        if let Some((moves, _)) = known(game, history.position(), book) {
            let most = moves.iter().map(|(_, value)| score(*value)).max().unwrap_or(0);
            for (mv, value) in moves {
                // What is decided needs no book: a search sees it.
                if matches!(value, Value::Points(_)) && most - score(value) <= WORST {
                    let mut next = history.clone();
                    next.play(mv);
                    if next.outcome().is_none() {
                        number += 1;
                        let cost = cost + i64::from((most - score(value)).max(0)) + PLY;
                        open.push(Next { cost: Reverse((cost, number)), history: next });
                    }
                }
            }
        }
        reached.push(history);
    }
    back_up(&reached, book);
    progress(book);
    Ok(!stop.load(Ordering::Relaxed))
}

/// What a search finds of a position; `None` if it was stopped.
fn judge<G: Registered>(
    agent: &mut dyn Agent<G>,
    history: &History<G>,
    kind: u64,
    run: BookRun,
    stop: &Arc<AtomicBool>,
) -> Option<Judged> {
    let game = history.game();
    let limits = Limits { nodes: Some(run.nodes), ..Limits::default() };
    let mut unheard = |_: &_| {};
    agent.new_game();
    let thought = agent.think(history, &limits, &mut Watch::new(Arc::clone(stop), &mut unheard)).ok()?;
    if stop.load(Ordering::Relaxed) {
        return None;
    }
    let mut found: Vec<(G::Move, Score)> = thought.info.lines.iter().map(|line| (line.pv[0], line.score)).collect();
    if found.is_empty() {
        found.push((thought.mv, thought.info.score));
    }
    let Turn::Player(mover) = game.turn(history.position()) else { return None };
    if run.prove > 0
        && (LIKELY..Value::WIN - Value::LONGEST).contains(&found[0].1)
        && let Some((mv, plies)) = proof(history, mover, run, stop)
    {
        found.retain(|(known, _)| *known != mv);
        found.insert(0, (mv, Value::win(plies)));
    }
    let symmetry = stands_for(game, history.position(), kind);
    let mut there = Vec::new();
    game.moves(&game.transform(symmetry, history.position()), &mut there);
    let place = |mv| there.iter().position(|other| *other == game.transform_move(symmetry, mv));
    let moves = found
        .into_iter()
        .filter_map(|(mv, score)| Some(BookMove { place: u16::try_from(place(mv)?).ok()?, score: Value::of(score) }));
    let moves: Vec<BookMove> = moves.take(run.lines as usize).collect();
    let depth = thought.info.depth.min(u32::from(u8::MAX)) as u8;
    (!moves.is_empty()).then_some(Judged { depth, moves })
}

/// A win that proof numbers find: its first move, and in how many plies at most.
fn proof<G: Registered>(
    history: &History<G>,
    player: Player,
    run: BookRun,
    stop: &Arc<AtomicBool>,
) -> Option<(G::Move, i32)> {
    let limits = Limits { nodes: Some(run.prove), ..Limits::default() };
    let mut unheard = |_: &_| {};
    let mut watch = Watch::new(Arc::clone(stop), &mut unheard);
    let mut prover = Prover::informed(run.hash as u32, Informed::new(G::Evaluation::default()));
    match prover.prove(history, player, &limits, &mut watch) {
        Proof::Win { line, .. } => Some((*line.first()?, line.len() as i32)),
        _ => None,
    }
}

/// Where the book goes on after a move, the move is worth what follows: from the ends of the
/// lines back to the start.
fn back_up<G: Registered>(reached: &[History<G>], book: &mut Book) {
    let mut by_ply: Vec<&History<G>> = reached.iter().collect();
    by_ply.sort_by_key(|history| Reverse(history.line().len()));
    let mut worth: HashMap<u64, (Player, Value)> = HashMap::new();
    for history in by_ply {
        let game = history.game();
        let kind = game.kind(history.position());
        let Turn::Player(mover) = game.turn(history.position()) else { continue };
        let Some((moves, _)) = known(game, history.position(), book) else { continue };
        let after = |mv| {
            let mut next = *history.position();
            game.play(&mut next, mv);
            worth.get(&game.kind(&next)).copied()
        };
        let values: Vec<Value> = moves
            .iter()
            .map(|(mv, value)| match after(*mv) {
                // A decided score is a proof, and what follows can only say the same.
                Some((player, follows)) if matches!(value, Value::Points(_)) => a_ply_earlier(follows, player == mover),
                _ => *value,
            })
            .collect();
        let Some(judged) = book.positions.get_mut(&kind).filter(|judged| judged.moves.len() == values.len()) else {
            continue;
        };
        for (known, value) in judged.moves.iter_mut().zip(values) {
            known.score = value;
        }
        judged.moves.sort_by_key(|known| Reverse(score(known.score)));
        worth.insert(kind, (mover, judged.moves[0].score));
    }
}

/// A value one ply earlier, seen by the same player or by the other.
fn a_ply_earlier(value: Value, same: bool) -> Value {
    match value {
        Value::Points(points) => Value::Points(if same { points } else { -points }),
        Value::Win(plies) if same => Value::Win(plies + 1),
        Value::Loss(plies) if same => Value::Loss(plies + 1),
        Value::Win(plies) => Value::Loss(plies + 1),
        Value::Loss(plies) => Value::Win(plies + 1),
    }
}

#[cfg(test)]
mod tests {
    use agon_core::{DynGame, Options, Rng};

    use super::*;
    use crate::{ask_book, make};

    fn open(game: &str, options: &str) -> Box<dyn DynGame> {
        let info = agon_games::game_of(game).unwrap();
        agon_games::open(game, Options::parse(info.options, options).unwrap()).unwrap()
    }

    const RUN: BookRun = BookRun { positions: 30, nodes: 2000, lines: 3, prove: 0, hash: 1 };

    fn built(game: &dyn DynGame, run: BookRun, book: Option<Book>) -> Book {
        let play = game.start();
        let mut book = book.unwrap_or_else(|| Book::new(game.info().name, &rules_text(play.options())));
        assert_eq!(build_book(&*play, &mut book, run, &Arc::new(AtomicBool::new(false)), &mut |_| {}), Ok(true));
        book
    }

    #[test]
    fn a_book_can_be_built_for_every_game_and_read_again() {
        for info in agon_games::infos() {
            let game = agon_games::open(info.name, Options::usual(info.options)).unwrap();
            let book = built(&*game, BookRun { positions: 6, nodes: 300, ..RUN }, None);
            assert_eq!(book.positions.len(), 6, "{}", info.name);
            assert_eq!(Book::from_bytes(&book.to_bytes()).as_ref(), Ok(&book));
            let answer = ask_book(&*game.start(), &book).unwrap();
            let legal = game.start().moves();
            assert!(answer.moves.iter().all(|(mv, ..)| legal.contains(mv)), "{}", info.name);
        }
    }

    #[test]
    fn a_book_is_gone_on_with_and_symmetric_positions_stand_in_it_once() {
        let game = open("connect4", "");
        let small = built(&*game, RUN, None);
        let large = built(&*game, BookRun { positions: 60, ..RUN }, Some(small.clone()));
        assert_eq!((small.positions.len(), large.positions.len()), (30, 60));
        assert!(small.positions.keys().all(|kind| large.positions.contains_key(kind)));
        // Whatever line the book gives, its mirror image has the mirrored answers.
        let mirrored = |mv: &str| (8 - mv.parse::<u8>().unwrap()).to_string();
        let mut rng = Rng::new(3);
        for _ in 0..20 {
            let (mut play, mut image) = (game.start(), game.start());
            while let Some(answer) = ask_book(&*play, &large) {
                let there = ask_book(&*image, &large).unwrap();
                let scores = |answer: &crate::BookAnswer| -> Vec<Value> {
                    answer.moves.iter().map(|(_, score, _)| *score).collect()
                };
                assert_eq!(scores(&answer), scores(&there));
                let mv = &answer.moves[rng.below(answer.moves.len() as u32) as usize].0;
                play.play(mv).unwrap();
                image.play(&mirrored(mv)).unwrap();
                assert_eq!(play.kind(), image.kind());
            }
            assert!(ask_book(&*image, &large).is_none());
        }
    }

    #[test]
    fn scores_follow_from_what_comes_after() {
        let game = open("connect4", "columns=5 rows=4");
        let book = built(&*game, BookRun { positions: 80, ..RUN }, None);
        let mut followed = 0;
        let mut open = vec![game.start()];
        let mut seen = HashSet::new();
        while let Some(play) = open.pop() {
            let Some(answer) = ask_book(&*play, &book).filter(|_| seen.insert(play.kind())) else { continue };
            assert!(answer.moves.is_sorted_by_key(|(_, value, _)| Reverse(score(*value))));
            for (mv, value, goes_on) in &answer.moves {
                let mut next = play.boxed_clone();
                next.play(mv).unwrap();
                if let (true, Some(after)) = (*goes_on, ask_book(&*next, &book)) {
                    let follows = a_ply_earlier(after.moves[0].1, false);
                    assert!(*value == follows || !matches!(value, Value::Points(_)), "{mv}: {value} {follows}");
                    followed += 1;
                }
                open.push(next);
            }
        }
        assert!(followed > 20, "{followed}");
    }

    #[test]
    fn agents_play_by_the_book_only_where_it_goes() {
        let game = open("connect4", "");
        let mut book = built(&*game, RUN, None);
        // Whoever plays by this book plays what no search would.
        let start = game.start().kind();
        let judged = book.positions.get_mut(&start).unwrap();
        judged.moves = vec![BookMove { place: 0, score: Value::Points(7) }];
        let mut spec: Spec = "best:book=mine,nodes=500".parse().unwrap();
        assert_eq!(
            make(&*game, &spec, Settings::default()).err().map(|error| error.to_string()).as_deref(),
            Some("an opening book can be given on the command line only")
        );
        spec.book = Some(Arc::new(book));
        let stop = Arc::new(AtomicBool::new(false));
        let mut thinker = make(&*game, &spec, Settings::default()).unwrap();
        let mut play = game.start();
        let report = thinker.think(&*play, &Limits::default(), &stop, &mut |_| {}).unwrap();
        assert!(["1", "7"].contains(&report.best.as_deref().unwrap()), "{report:?}");
        assert_eq!((report.score, report.nodes), (Value::Points(7), 0));
        for mv in ["1", "1", "7", "7", "1", "7"] {
            play.play(mv).unwrap();
        }
        assert!(thinker.think(&*play, &Limits::default(), &stop, &mut |_| {}).unwrap().nodes > 0);
        let other = make(&*open("connect4", "rows=5"), &spec, Settings::default()).err().unwrap().to_string();
        assert_eq!(other, "mine: the book is of connect4, not of connect4 rows=5");
    }

    #[test]
    fn books_are_merged_and_damage_is_noticed() {
        let game = open("crosphere", "size=4 strong=1");
        let (a, b) = (built(&*game, RUN, None), built(&*game, BookRun { positions: 50, nodes: 5000, ..RUN }, None));
        let mut both = a.clone();
        both.merge(b.clone()).unwrap();
        let deeper = |kind: &u64, book: &Book| book.positions.get(kind).map(|judged| judged.depth);
        for (kind, judged) in &both.positions {
            assert_eq!(Some(judged.depth), deeper(kind, &a).max(deeper(kind, &b)));
        }
        assert!(both.merge(Book::new("crosphere", "")).is_err());
        let bytes = a.to_bytes();
        for at in [0, 9, 13, bytes.len() / 2, bytes.len() - 1] {
            let mut damaged = bytes.clone();
            damaged[at] ^= 1;
            assert!(Book::from_bytes(&damaged).is_err() && Book::from_bytes(&bytes[..at]).is_err(), "{at}");
        }
        let refused = build_book(
            &*open("tilesum", "min=random").start(),
            &mut Book::new("tilesum", "min=random"),
            RUN,
            &Arc::new(AtomicBool::new(false)),
            &mut |_| {},
        );
        assert_eq!(refused, Err(BookError::Chance));
    }
}
