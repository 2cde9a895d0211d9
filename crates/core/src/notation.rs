use crate::{Game, History, MoveError, Outcome, PositionError};

/// The text of moves and positions.
///
/// Equal positions have equal texts, and nothing panics on text that people
/// wrote.
pub trait Notation: Game {
    /// A legal move as text, without spaces.
    fn move_text(&self, position: &Self::Position, mv: Self::Move) -> String;

    /// Reads what [`move_text`](Notation::move_text) writes. The move need not
    /// be legal: whoever reads it looks it up among the legal ones.
    fn parse_move(&self, position: &Self::Position, text: &str) -> Result<Self::Move, MoveError>;

    /// Why a move is illegal, in a few words, where the game can tell.
    fn why_illegal(&self, _position: &Self::Position, _mv: Self::Move) -> Option<String> {
        None
    }

    /// The position on one line. It must not contain the word `moves`.
    fn position_text(&self, position: &Self::Position) -> String;

    /// Reads what [`position_text`](Notation::position_text) writes, and
    /// refuses what cannot be a position under these options.
    fn parse_position(&self, text: &str) -> Result<Self::Position, PositionError>;

    /// What more there is to say about an ending than its reason, such as the
    /// numbers of a progression.
    fn outcome_detail(&self, _position: &Self::Position, _outcome: Outcome) -> Option<String> {
        None
    }
}

impl<G: Notation> History<G> {
    /// The legal move that a text names, or why there is none.
    pub fn find_move(&self, text: &str) -> Result<G::Move, MoveError> {
        let (game, position) = (self.game(), self.position());
        let mv = game.parse_move(position, text)?;
        if let Some(outcome) = self.outcome() {
            return Err(MoveError::Over { text: text.to_string(), reason: outcome.reason });
        }
        let moves = self.moves();
        if moves.contains(&mv) {
            return Ok(mv);
        }
        let why = game.why_illegal(position, mv).unwrap_or_else(|| {
            let all: Vec<String> = moves.iter().map(|mv| game.move_text(position, *mv)).collect();
            let shown = all.len().min(12);
            let more = if shown < all.len() { format!(" and {} more", all.len() - shown) } else { String::new() };
            format!("the legal moves are {}{more}", all[..shown].join(" "))
        });
        Err(MoveError::Illegal { text: text.to_string(), why })
    }

    /// Who won by which rule, in one sentence without a full stop; `None` while the game goes on.
    pub fn outcome_text(&self) -> Option<String> {
        let outcome = self.outcome()?;
        let reason = G::INFO.reasons.iter().find(|reason| reason.word == outcome.reason);
        let meaning = reason.map_or(outcome.reason, |reason| reason.meaning);
        let who =
            outcome.winner.map_or_else(|| "Draw".to_string(), |winner| format!("{} wins", G::INFO.player(winner)));
        Some(match self.game().outcome_detail(self.position(), outcome) {
            Some(detail) => format!("{who}: {meaning} ({detail})"),
            None => format!("{who}: {meaning}"),
        })
    }
}
