use std::collections::BTreeMap;

use agon_core::{CellId, Game, HexGrid, MoveError, Notation, Outcome, PerPlayer, Player, PositionError, parts};

use super::Hex;
use super::position::HexPosition;
use super::rules::HexMove;

/// The text of a swap.
const SWAP: &str = "swap";

/// Where a player's edges lie.
pub(super) fn edges(player: Player) -> &'static str {
    match player {
        Player::One => "from top to bottom",
        Player::Two => "from left to right",
    }
}

/// The letter of a player in positions.
pub(super) fn letter(player: Player) -> &'static str {
    match player {
        Player::One => "R",
        Player::Two => "B",
    }
}

/// The player with this letter.
pub(super) fn player(letter: &str) -> Option<Player> {
    Player::BOTH.into_iter().find(|player| self::letter(*player) == letter)
}

impl Hex {
    /// Writes stones and the side to move.
    pub(super) fn write_stones(&self, stone: impl Fn(CellId) -> Option<Player>, turn: Player) -> String {
        format!("{} {}", self.grid.write(|cell| stone(cell).map(|owner| letter(owner).to_string())), letter(turn))
    }

    /// Reads what [`write_stones`](Hex::write_stones) writes.
    pub(super) fn read_stones(&self, text: &str) -> Result<(BTreeMap<CellId, Player>, Player), PositionError> {
        let expected = "expected the board and the side to move, separated by a space";
        let [board, turn] = parts(text).map_err(|_| PositionError::new(expected))?;
        let unknown = |text: &str| PositionError::field("a cell", text, "R, B or a number of empty cells");
        let owner = |(cell, text): (CellId, String)| Ok((cell, player(&text).ok_or_else(|| unknown(&text))?));
        let stones = self.grid.pieces(board)?.into_iter().map(owner).collect::<Result<_, _>>()?;
        let turn = player(turn).ok_or_else(|| PositionError::field("the side to move", turn, "R or B"))?;
        Ok((stones, turn))
    }
}

impl Notation for Hex {
    fn move_text(&self, _: &HexPosition, mv: HexMove) -> String {
        match mv {
            HexMove::Place(cell) => self.grid.name(cell),
            HexMove::Swap => SWAP.to_string(),
        }
    }

    fn parse_move(&self, _: &HexPosition, text: &str) -> Result<HexMove, MoveError> {
        if text == SWAP {
            return Ok(HexMove::Swap);
        }
        if let Some(cell) = self.grid.parse(text) {
            return Ok(HexMove::Place(cell));
        }
        let largest = HexGrid { size: 26 };
        largest.parse(text).ok_or_else(|| MoveError::unreadable(text, Hex::INFO.move_help))?;
        let why = format!("{text} lies outside the board of {0} x {0} cells", self.grid.size);
        Err(MoveError::Illegal { text: text.to_string(), why })
    }

    fn why_illegal(&self, _: &HexPosition, mv: HexMove) -> Option<String> {
        Some(match mv {
            HexMove::Place(cell) => format!("{} is occupied", self.grid.name(cell)),
            HexMove::Swap if !self.swap => "this game is played without the swap".to_string(),
            HexMove::Swap => "only Blue may swap, and only as its first move".to_string(),
        })
    }

    fn position_text(&self, position: &HexPosition) -> String {
        self.write_stones(|cell| position.owner(cell), position.turn)
    }

    fn parse_position(&self, text: &str) -> Result<HexPosition, PositionError> {
        let (stones, turn) = self.read_stones(text)?;
        let of = |player: Player| stones.iter().filter(|(_, owner)| **owner == player).map(|(cell, _)| *cell).collect();
        let position = self.position(PerPlayer(Player::BOTH.map(of)), turn);
        if position.winner == Some(turn) {
            let who = Hex::INFO.player(turn);
            return Err(PositionError::new(format!("{who} is to move, but has joined its edges and has won before")));
        }
        Ok(position)
    }

    fn outcome_detail(&self, position: &HexPosition, outcome: Outcome) -> Option<String> {
        let winner = outcome.winner?;
        Some(format!("{} stones {}", self.shortest_chain(position, winner).len(), edges(winner)))
    }
}
