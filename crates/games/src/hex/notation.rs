use agon_core::{CellId, Editor, Game, HexGrid, MoveError, Notation, Outcome, PerPlayer, Player, PositionError, Setup};

use super::Hex;
use super::position::HexPosition;

/// From where to where each player's chains lead.
pub(super) const WAYS: PerPlayer<&str> = PerPlayer(["from top to bottom", "from left to right"]);

/// The letters of the players in positions.
pub(super) const LETTERS: PerPlayer<&str> = PerPlayer(["R", "B"]);

/// The player with this letter.
pub(super) fn player(letter: &str) -> Option<Player> {
    Player::BOTH.into_iter().find(|player| LETTERS[*player] == letter)
}

impl Hex {
    /// The stones of a shortest chain between a player's edges, in order; none where there is no chain.
    pub(super) fn chain(&self, position: &HexPosition, player: Player) -> Vec<CellId> {
        let [first, last] = self.edges[player];
        position.stones[player].shortest_path(first, last, &self.near).unwrap_or_default()
    }
}

impl Notation for Hex {
    fn move_text(&self, _: &HexPosition, cell: CellId) -> String {
        self.grid.name(cell)
    }

    fn parse_move(&self, _: &HexPosition, text: &str) -> Result<CellId, MoveError> {
        if let Some(cell) = self.grid.parse(text) {
            return Ok(cell);
        }
        let largest = HexGrid { size: 26 };
        largest.parse(text).ok_or_else(|| MoveError::unreadable(text, Hex::INFO.move_help))?;
        let why = format!("{text} lies outside the board of {0} x {0} cells", self.grid.size);
        Err(MoveError::Illegal { text: text.to_string(), why })
    }

    fn why_illegal(&self, _: &HexPosition, cell: CellId) -> Option<String> {
        Some(format!("{} is occupied", self.grid.name(cell)))
    }

    fn position_text(&self, position: &HexPosition) -> String {
        let stones =
            |player: Player| position.stones[player].iter().map(move |cell| (cell, LETTERS[player].to_string()));
        let pieces = Player::BOTH.into_iter().flat_map(stones).collect();
        self.setup_text(&Setup { pieces, turn: Some(position.turn), ..Setup::default() })
    }

    fn parse_position(&self, text: &str) -> Result<HexPosition, PositionError> {
        let Setup { pieces, turn, .. } = self.parse_setup(text)?;
        let turn = turn.unwrap_or(Player::One);
        let of =
            |player: Player| pieces.iter().filter(move |(_, stone)| *stone == LETTERS[player]).map(|(cell, _)| *cell);
        let stones = PerPlayer(Player::BOTH.map(|player| of(player).collect()));
        let position = self.position(stones, turn);
        if position.winner == Some(turn) {
            let who = Hex::INFO.player(turn);
            return Err(PositionError::new(format!("{who} is to move, but has joined its edges and has won before")));
        }
        Ok(position)
    }

    fn outcome_detail(&self, position: &HexPosition, outcome: Outcome) -> Option<String> {
        let winner = outcome.winner?;
        Some(format!("{} stones {}", self.chain(position, winner).len(), WAYS[winner]))
    }
}
