use std::sync::Arc;

use agon_core::{DynPlay, Game, History, Notation, Registered};
use agon_games::Visitor;
use agon_search::{Agent, Info, Limits, RootMove, Score, SearchError, Thought, Value, Watch};

use super::file::{Book, Judged};

/// Moves with what they are worth to the player who makes them.
type Valued<M> = Vec<(M, Value)>;

/// What a book knows of a position, its moves in the position itself.
pub(super) fn known<'b, G: Game>(
    game: &G,
    position: &G::Position,
    book: &'b Book,
) -> Option<(Valued<G::Move>, &'b Judged)> {
    let kind = game.kind(position);
    let judged = book.positions.get(&kind)?;
    let symmetry = stands_for(game, position, kind);
    let mut there = Vec::new();
    game.moves(&game.transform(symmetry, position), &mut there);
    let mut here = Vec::new();
    game.moves(position, &mut here);
    let known = judged.moves.iter().filter_map(|known| {
        let there = there.get(usize::from(known.place))?;
        let here = here.iter().find(|mv| game.transform_move(symmetry, **mv) == *there)?;
        Some((*here, known.score))
    });
    let known: Vec<_> = known.collect();
    (!known.is_empty()).then_some((known, judged))
}

/// The symmetry that makes of a position the one that stands for all its images.
pub(super) fn stands_for<G: Game>(game: &G, position: &G::Position, kind: u64) -> u8 {
    (0..game.symmetries()).find(|symmetry| game.key(&game.transform(*symmetry, position)) == kind).unwrap_or(0)
}

/// The score that a value stands for.
pub(super) fn score(value: Value) -> Score {
    match value {
        Value::Points(points) => points,
        Value::Win(plies) => Value::win(plies),
        Value::Loss(plies) => Value::loss(plies),
    }
}

/// Plays by a book where it goes, and otherwise as another agent does.
pub(crate) struct Booked<G: Game> {
    pub agent: Box<dyn Agent<G>>,
    pub book: Arc<Book>,
}

impl<G: Game> Agent<G> for Booked<G> {
    fn think(
        &mut self,
        history: &History<G>,
        limits: &Limits,
        watch: &mut Watch<'_, G::Move>,
    ) -> Result<Thought<G::Move>, SearchError> {
        // A book knows positions, and not what came before them.
        let is_new = history.game().repetition().is_none()
            || history.keys().occurrences(history.game().reversible(history.position())) < 2;
        let found = if history.outcome().is_none() && is_new {
            known(history.game(), history.position(), &self.book)
        } else {
            None
        };
        let Some((moves, judged)) = found else { return self.agent.think(history, limits, watch) };
        let root: Vec<RootMove<G::Move>> =
            moves.iter().map(|(mv, value)| RootMove { mv: *mv, visits: 1, score: score(*value) }).collect();
        let (mv, depth) = (root[0].mv, u32::from(judged.depth));
        let info = Info {
            depth,
            seldepth: depth,
            score: root[0].score,
            at_most: matches!(Value::of(root[0].score), Value::Win(2..) | Value::Loss(2..)),
            pv: vec![mv],
            root,
            ..Info::default()
        };
        watch.report(&info);
        Ok(Thought { mv, info })
    }

    fn new_game(&mut self) {
        self.agent.new_game();
    }

    fn get_ready(&mut self) {
        self.agent.get_ready();
    }

    fn use_tablebase(&mut self, table: &Arc<agon_search::Tablebase>) {
        self.agent.use_tablebase(table);
    }
}

/// What a book knows of where a game stands, in text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BookAnswer {
    /// How deep the position was searched.
    pub depth: u8,
    /// The best moves, best first, with their scores for the player to move, and whether the book goes on after each.
    pub moves: Vec<(String, Value, bool)>,
}

/// What a book knows of where a game stands; `None` where it knows nothing.
pub fn ask_book(play: &dyn DynPlay, book: &Book) -> Option<BookAnswer> {
    struct Ask<'a>(&'a dyn DynPlay, &'a Book);
    impl Visitor for Ask<'_> {
        type Output = Option<BookAnswer>;
        fn visit<G: Registered>(&mut self) -> Self::Output {
            let history: &History<G> = self.0.as_any().downcast_ref()?;
            let (game, position) = (history.game(), history.position());
            let (moves, judged) = known(game, position, self.1)?;
            let told = moves.into_iter().map(|(mv, score)| {
                let mut next = *position;
                game.play(&mut next, mv);
                let goes_on = self.1.positions.contains_key(&game.kind(&next));
                (Notation::move_text(game, position, mv), score, goes_on)
            });
            Some(BookAnswer { depth: judged.depth, moves: told.collect() })
        }
    }
    if play.outcome().is_some() {
        return None;
    }
    agon_games::visit(play.info().name, &mut Ask(play, book)).ok()?
}
