use agon_core::{Game, Grid, MoveError, Notation, Outcome, Player, PositionError};

use super::Rhythmomachy;
use super::man::{MOST_NUMBER, Man};
use super::position::{MOST_CAPTURES, RhythmomachyPosition, most_points};
use super::rules::RhythmomachyMove;
use super::scene::who;

pub(super) const GRID: Grid = Grid { files: 8, ranks: 8 };

/// The name of a square.
pub(super) fn name(square: u8) -> String {
    GRID.name(u16::from(square))
}

/// Who is to move, in the text of a position.
pub(super) fn turn_text(turn: Player) -> &'static str {
    if turn == Player::One { "w" } else { "b" }
}

/// Reads what [`turn_text`] writes.
pub(super) fn read_turn(text: &str) -> Result<Player, PositionError> {
    let known = Player::BOTH.into_iter().find(|player| turn_text(*player) == text);
    known.ok_or_else(|| PositionError::field("the side to move", text, "w or b"))
}

/// White's pieces have capital letters.
pub(super) fn man_text(owner: Player, man: Man) -> String {
    let letter = match (owner, man.is_square()) {
        (Player::One, false) => 'C',
        (Player::One, true) => 'S',
        (Player::Two, false) => 'c',
        (Player::Two, true) => 's',
    };
    format!("{letter}{}", man.number())
}

pub(super) fn parse_man(text: &str) -> Option<(Player, Man)> {
    let (owner, square) = match text.as_bytes().first()? {
        b'C' => (Player::One, false),
        b'S' => (Player::One, true),
        b'c' => (Player::Two, false),
        b's' => (Player::Two, true),
        _ => return None,
    };
    let number = text[1..].parse().ok().filter(|number| *number <= MOST_NUMBER)?;
    Some((owner, Man::new(square, number)))
}

impl Notation for Rhythmomachy {
    fn move_text(&self, _: &RhythmomachyPosition, mv: RhythmomachyMove) -> String {
        format!("{}{}", name(mv.from), name(mv.to))
    }

    fn parse_move(&self, _: &RhythmomachyPosition, text: &str) -> Result<RhythmomachyMove, MoveError> {
        let squares = GRID.parse_pair(text).ok_or_else(|| MoveError::unreadable(text, Rhythmomachy::INFO.move_help));
        squares.map(|(from, to)| RhythmomachyMove { from: from as u8, to: to as u8 })
    }

    fn why_illegal(&self, position: &RhythmomachyPosition, mv: RhythmomachyMove) -> Option<String> {
        let (from, to) = (name(mv.from), name(mv.to));
        match position.owner(mv.from) {
            None => return Some(format!("there is no piece on {from}")),
            Some(owner) if owner != position.turn() => {
                return Some(format!("the piece on {from} is {}'s", Rhythmomachy::INFO.player(owner)));
            }
            Some(_) => {}
        }
        let man = position.man(mv.from);
        if man.reach(mv.from) >> mv.to & 1 == 0 {
            let rule = if man.is_square() {
                "a square moves to a square exactly two steps away"
            } else {
                "a circle moves one step in any direction"
            };
            return Some(format!("{rule}, {to} is not that from {from}"));
        }
        position.owner(mv.to).map(|_| format!("{to} is occupied"))
    }

    fn position_text(&self, position: &RhythmomachyPosition) -> String {
        let board = GRID.write(|square| {
            let square = square as u8;
            position.owner(square).map(|owner| man_text(owner, position.man(square)))
        });
        let turn = turn_text(position.turn());
        let [white, black] =
            Player::BOTH.map(|player| format!("{} {}", position.captures(player), position.points(player)));
        format!("{board} {turn} {white} {black} {}", position.plies())
    }

    fn parse_position(&self, text: &str) -> Result<RhythmomachyPosition, PositionError> {
        let fields: Vec<&str> = text.split_whitespace().collect();
        let [board, turn, white_captures, white_points, black_captures, black_points, plies] = fields[..] else {
            return Err(PositionError::new(
                "expected the board, the side to move, White's captures and points, Black's captures and points, \
                 and the half moves played",
            ));
        };
        let turn = read_turn(turn)?;
        let mut position = RhythmomachyPosition::empty(turn);
        for (square, piece) in GRID.pieces(board)? {
            let (owner, man) = parse_man(piece).ok_or_else(|| {
                let field = format!("the piece on {}", GRID.name(square));
                PositionError::field(&field, piece, &format!("C, S, c or s and a number from 0 to {MOST_NUMBER}"))
            })?;
            position.put(owner, man, square as u8);
        }
        let tallies = [(Player::One, white_captures, white_points), (Player::Two, black_captures, black_points)];
        for (player, captures, points) in tallies {
            let who = Rhythmomachy::INFO.player(player);
            let captures = bounded(captures, MOST_CAPTURES, || format!("{who}'s captures"))?;
            let points = bounded(points, most_points(captures), || format!("{who}'s points"))?;
            position.score(player, captures, points);
        }
        let plies = bounded(plies, u32::from(self.plies), || "the number of half moves".to_string())?;
        position.set_plies(plies as u16);
        Ok(position)
    }

    fn outcome_detail(&self, position: &RhythmomachyPosition, outcome: Outcome) -> Option<String> {
        if let Some(winner) = outcome.winner {
            let (captures, points) = (position.captures(winner), position.points(winner));
            return Some(format!("captures {captures} of {}, points {points} of {}", self.captures, self.points));
        }
        let [white, black] = Player::BOTH.map(|player| {
            format!("{}: captures {}, points {}", who(player), position.captures(player), position.points(player))
        });
        let how = if outcome.reason == "plies" {
            format!("{} half moves", position.plies())
        } else {
            format!("{} is to move", who(position.turn()))
        };
        Some(format!("{how}; {white}; {black}"))
    }
}

/// A whole number from 0 to `most`.
fn bounded(text: &str, most: u32, field: impl Fn() -> String) -> Result<u32, PositionError> {
    let number = text.parse().ok().filter(|number| *number <= most);
    number.ok_or_else(|| PositionError::field(&field(), text, &format!("a whole number from 0 to {most}")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use agon_core::Options;

    fn game() -> Rhythmomachy {
        Rhythmomachy::new(Options::defaults(Rhythmomachy::INFO.options)).unwrap()
    }

    #[test]
    fn the_start_is_written_as_the_help_says() {
        let text = game().position_text(&game().start());
        assert_eq!(
            text,
            "2,c8,s32,s0,s18,2/2,c16,2,s12,2/C0,C6,C3,2,c4,s24,s1/S9,6,s2/S2,6,s9/S1,S24,C4,2,c3,c6,c0/\
             2,S12,2,C16,2/2,S18,S0,S32,C8,2 w 0 0 0 0 0"
        );
        assert!(Rhythmomachy::INFO.position_help.contains(&text));
    }

    #[test]
    fn what_cannot_be_a_position_is_refused() {
        let refused = |text: &str| game().parse_position(text).unwrap_err().to_string();
        let board = "8/8/8/8/8/8/8/C63,6,s0";
        assert!(game().parse_position(&format!("{board} b 1 63 0 0 200")).is_ok());
        assert!(refused(board).contains("expected the board, the side to move"));
        assert!(refused(&format!("{board} x 0 0 0 0 0")).contains("the side to move is `x`, expected w or b"));
        for (wrong, piece) in [("C64", "C64"), ("C", "C"), ("x1", "x1"), ("S-1", "S-1"), ("sé", "sé")] {
            let text = format!("{wrong},7/8/8/8/8/8/8/8 w 0 0 0 0 0");
            assert!(refused(&text).contains(&format!("the piece on a8 is `{piece}`")), "{}", refused(&text));
        }
        assert!(refused("8/8/8/8/8/8/8 w 0 0 0 0 0").contains("7 ranks"));
        assert!(refused(&format!("{board} w 1000001 0 0 0 0")).contains("White's captures is `1000001`"));
        assert!(refused(&format!("{board} w 1 64 0 0 0")).contains("from 0 to 63"));
        assert!(refused(&format!("{board} w 0 0 0 1 0")).contains("Black's points is `1`"));
        assert!(refused(&format!("{board} w 0 0 0 0 201")).contains("from 0 to 200"));
    }
}
