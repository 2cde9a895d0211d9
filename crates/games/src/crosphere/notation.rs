use agon_core::{CellId, Game, Grid, MoveError, Notation, Outcome, Player, PositionError};

use super::Crosphere;
use super::bitboard::{STRIDE, squares};
use super::distance::shortest_path;
use super::rules::{CrosphereMove, CrospherePosition, Stone};

/// The largest board, whose squares have the numbers that positions and moves use.
const LARGEST: Grid = Grid { files: STRIDE, ranks: STRIDE };

/// The name of a square, the same on every board.
pub(super) fn name(square: u8) -> String {
    LARGEST.name(CellId::from(square))
}

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
        Player::One => "G",
        Player::Two => "P",
    }
}

/// The side to move.
pub(super) fn read_turn(text: &str) -> Result<Player, PositionError> {
    let known = Player::BOTH.into_iter().find(|player| letter(*player) == text);
    known.ok_or_else(|| PositionError::field("the side to move", text, "G or P"))
}

impl Crosphere {
    /// The stones of a shortest way between a player's edges, in order.
    pub(super) fn path(&self, position: &CrospherePosition, player: Player) -> Option<Vec<u8>> {
        let [first, last] = self.edges[player.index()];
        shortest_path(position.chain(player), first, last)
    }
}

impl Notation for Crosphere {
    fn move_text(&self, _: &CrospherePosition, mv: CrosphereMove) -> String {
        let stone = match mv.stone {
            Stone::Strong => 'S',
            Stone::Weak => 'W',
        };
        format!("{stone}{}", name(mv.square))
    }

    fn parse_move(&self, _: &CrospherePosition, text: &str) -> Result<CrosphereMove, MoveError> {
        let read = || {
            let (stone, square) = text.split_at_checked(1)?;
            let stone = match stone {
                "S" => Stone::Strong,
                "W" => Stone::Weak,
                _ => return None,
            };
            Some(CrosphereMove { stone, square: LARGEST.parse(square)? as u8 })
        };
        read().ok_or_else(|| MoveError::unreadable(text, Crosphere::INFO.move_help))
    }

    fn why_illegal(&self, position: &CrospherePosition, mv: CrosphereMove) -> Option<String> {
        let (square, bit) = (name(mv.square), 1u64 << mv.square);
        let size = self.size;
        match mv.stone {
            _ if self.board & bit == 0 => Some(format!("{square} lies outside the board of {size} x {size} squares")),
            _ if self.empty(position) & bit == 0 => Some(format!("{square} is occupied")),
            Stone::Strong if self.hand(position, position.turn) == 0 => {
                Some(format!("{} has no strong stone left", Self::INFO.player(position.turn)))
            }
            Stone::Weak if position.forbidden() & bit != 0 => {
                Some(format!("a weak stone on {square} is forbidden: it would complete both connections at once"))
            }
            _ => None,
        }
    }

    fn position_text(&self, position: &CrospherePosition) -> String {
        let stone = |cell| {
            let square = 1u64 << self.square(cell);
            let strong = Player::BOTH.into_iter().find(|player| position.strong(*player) & square != 0);
            match strong {
                Some(player) => Some(letter(player).to_string()),
                None => (position.weak() & square != 0).then(|| "W".to_string()),
            }
        };
        format!("{} {}", self.grid().write(stone), letter(position.turn))
    }

    fn parse_position(&self, text: &str) -> Result<CrospherePosition, PositionError> {
        let fields: Vec<&str> = text.split_whitespace().collect();
        let [board, turn] = fields[..] else {
            return Err(PositionError::new("expected the board and the side to move (G or P), separated by a space"));
        };
        let mut chains = [0; 2];
        for (cell, stone) in self.grid().pieces(board)? {
            let square = 1u64 << self.square(cell);
            match stone {
                "G" => chains[0] |= square,
                "P" => chains[1] |= square,
                "W" => chains = chains.map(|chain| chain | square),
                _ => return Err(PositionError::field("a square", stone, "G, P, W or a number of empty squares")),
            }
        }
        let turn = read_turn(turn)?;
        let position = self.position(chains, turn);
        for player in Player::BOTH {
            let placed = position.strong(player).count_ones();
            if placed > self.strong {
                let name = Self::INFO.player(player);
                let most = self.strong;
                return Err(PositionError::new(format!(
                    "{name} has {placed} strong stones on the board, but the game has {most} for each player"
                )));
            }
        }
        if Player::BOTH.into_iter().all(|player| position.connected(player)) {
            return Err(PositionError::new("both players are connected, which no game comes to"));
        }
        Ok(position)
    }

    fn outcome_detail(&self, position: &CrospherePosition, outcome: Outcome) -> Option<String> {
        match outcome.winner {
            Some(winner) => {
                let stones = self.path(position, winner)?.len();
                Some(format!("{stones} stones {}", edges(winner)))
            }
            None if self.empty(position) == 0 => Some("the board is full".to_string()),
            None => {
                let left: Vec<String> = squares(self.empty(position)).map(name).collect();
                let squares = left.join(", ");
                Some(format!("no strong stone is left, and weak stones are forbidden on {squares}"))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use agon_core::{Game, Options};

    use super::*;

    fn game(options: &str) -> Crosphere {
        Crosphere::new(Options::parse(Crosphere::INFO.options, options).unwrap()).unwrap()
    }

    #[test]
    fn what_cannot_be_a_position_is_refused() {
        let refused = |text| game("size=3 strong=1").parse_position(text).unwrap_err().to_string();
        let side = "expected the board and the side to move (G or P), separated by a space";
        assert_eq!(refused("3/3/3"), format!("bad position: {side}"));
        assert_eq!(refused("3/3/3 G 1"), format!("bad position: {side}"));
        assert_eq!(refused("3/3/3 1"), "bad position: the side to move is `1`, expected G or P");
        assert_eq!(refused("3/3 G"), "bad position: the board has 2 ranks, expected 3");
        assert_eq!(refused("3/3/1,W G"), "bad position: rank 1 has 2 cells, expected 3");
        assert_eq!(
            refused("3/3/2,S G"),
            "bad position: a square is `S`, expected G, P, W or a number of empty squares"
        );
        assert_eq!(
            refused("P,P,1/3/3 G"),
            "bad position: Pink has 2 strong stones on the board, but the game has 1 for each player"
        );
        assert_eq!(refused("1,W,1/W,W,W/1,W,1 P"), "bad position: both players are connected, which no game comes to");
    }

    #[test]
    fn positions_of_either_side_and_of_finished_games_are_read() {
        let game = game("size=3 strong=1");
        for text in ["3/3/3 G", "3/3/3 P", "G,2/3/P,2 G", "W,2/G,2/W,2 P", "W,2/G,2/W,2 G", "P,W,W/3/3 G"] {
            let position = game.parse_position(text).unwrap();
            assert_eq!(game.position_text(&position), text);
        }
        let spaced = game.parse_position("  1,1,1/3/0,3  G ").unwrap();
        assert_eq!(spaced, game.start());
    }

    #[test]
    fn no_player_has_more_strong_stones_than_squares() {
        let open = |text| Crosphere::new(Options::parse(Crosphere::INFO.options, text).unwrap());
        assert_eq!(
            open("size=5 strong=26").unwrap_err().to_string(),
            "option strong cannot be `26`: it takes a whole number from 0 to 25 when size is 5"
        );
        assert!(open("size=5 strong=25").is_ok() && open("strong=64").is_ok());
        assert!(open("size=3").is_ok());
    }
}
