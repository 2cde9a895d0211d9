use agon_core::{Evaluation, Player};

use super::ConnectFour;
use super::rules::{ConnectFourMove, ConnectFourPosition};

/// What is known of Connect Four: cells that complete a line, whether their row suits the player,
/// and how many lines each player can still fill.
///
/// When the columns fill up one by one and nobody may win elsewhere, Red plays on the odd rows and
/// Yellow on the even ones (Allis 1988, "A Knowledge-Based Approach of Connect-Four").
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConnectFourEvaluation {
    /// A cell that completes a line, on a row that comes to the player by itself.
    pub suited: i32,
    /// A cell that completes a line on another row.
    pub unsuited: i32,
    /// Two cells that complete lines, one right above the other: only one can be blocked.
    pub pair: i32,
    /// A line without a disc of the opponent's.
    pub open: i32,
}

impl Default for ConnectFourEvaluation {
    fn default() -> Self {
        ConnectFourEvaluation { suited: 90, unsuited: 30, pair: 250, open: 6 }
    }
}

impl ConnectFourEvaluation {
    #[inline]
    fn side(&self, game: &ConnectFour, position: &ConnectFourPosition, player: Player) -> i32 {
        let (own, theirs) = (position.discs(player), position.discs(!player));
        let threats = game.threats(position, own);
        let rows = game.odd_rows << player.index();
        let count = |cells: u64| cells.count_ones() as i32;
        self.suited * count(threats & rows)
            + self.unsuited * count(threats & !rows)
            + self.pair * count(threats & threats >> 1)
            + self.open * game.lines_in(game.board ^ theirs).into_iter().map(count).sum::<i32>()
    }
}

/// The cells that the player to move need consider: one that wins at once; one that must be filled
/// before the opponent does; otherwise those that do not let the opponent win on top of them. Where
/// every cell loses, all lose at the opponent's next move, and one is left.
#[inline]
fn worth_playing(game: &ConnectFour, position: &ConnectFourPosition) -> u64 {
    let open = game.legal(position);
    let first = |cells: u64| cells & cells.wrapping_neg();
    let wins = open & game.threats(position, position.own);
    if wins != 0 {
        return first(wins);
    }
    let theirs = game.threats(position, position.own ^ position.all);
    let forced = open & theirs;
    if forced != 0 {
        return first(forced);
    }
    let safe = open & !(theirs >> 1);
    if safe == 0 { first(open) } else { safe }
}

impl Evaluation<ConnectFour> for ConnectFourEvaluation {
    type State = ();

    fn weights(&mut self) -> Vec<(String, &mut i32)> {
        vec![
            ("suited".to_string(), &mut self.suited),
            ("unsuited".to_string(), &mut self.unsuited),
            ("pair".to_string(), &mut self.pair),
            ("open".to_string(), &mut self.open),
        ]
    }

    fn state(&self, _: &ConnectFour, _: &ConnectFourPosition) {}

    #[inline]
    fn evaluate(&self, game: &ConnectFour, position: &ConnectFourPosition, (): &()) -> i32 {
        self.side(game, position, position.turn) - self.side(game, position, !position.turn)
    }

    /// The cells that would then complete a line; the middle before the sides.
    #[inline]
    fn promise(&self, game: &ConnectFour, position: &ConnectFourPosition, (): &(), mv: ConnectFourMove) -> i32 {
        let after = position.own | game.landing(position, mv);
        let threats = game.threats(position, after).count_ones() as i32;
        100 * threats - 10 * (2 * i32::from(mv.column) - i32::from(game.columns) + 1).abs()
    }

    #[inline]
    fn candidates(
        &self,
        game: &ConnectFour,
        position: &ConnectFourPosition,
        (): &(),
        moves: &mut Vec<ConnectFourMove>,
    ) {
        moves.clear();
        moves.extend(game.moves_to(worth_playing(game, position)));
    }

    /// Whether the opponent would have to prevent a win at once.
    #[inline]
    fn is_forcing(&self, game: &ConnectFour, position: &ConnectFourPosition, (): &(), mv: ConnectFourMove) -> bool {
        let landing = game.landing(position, mv);
        let open = game.open(position) ^ landing | landing << 1;
        game.threats(position, position.own | landing) & open != 0
    }
}
