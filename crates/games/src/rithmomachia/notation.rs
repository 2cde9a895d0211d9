use agon_core::{CellId, Game, MoveError, Notation, Outcome, PerPlayer, Player, PositionError};

use super::Rithmomachia;
use super::piece::{MOST_VALUE, Piece, Shape};
use super::position::{Captured, MOST_CAPTURED, RithmomachiaMove, RithmomachiaPosition};
use super::squares::{GRID, direction_to, name, nearest, steps_between};
use super::victory::Win;

/// Who is to move, in the text of a position.
pub(super) const TURNS: PerPlayer<&str> = PerPlayer(["odd", "even"]);

impl Rithmomachia {
    /// A piece for people: `circle 81`.
    pub(super) fn piece_name(&self, owner: Player, piece: Piece) -> String {
        format!("{} {}", piece.shape().name(), piece.traits(&self.stacks[owner]).0)
    }

    /// A piece as in the text of a position: `c81`, `P[36+25]`.
    pub(super) fn piece_text(&self, owner: Player, piece: Piece) -> String {
        let letter = match owner {
            Player::One => piece.shape().letter(),
            Player::Two => piece.shape().letter().to_ascii_uppercase(),
        };
        let value = piece.traits(&self.stacks[owner]).0;
        match piece.layers() {
            Some(layers) if layers != self.all_layers(owner) => {
                let left = self.layers(owner, layers).map(|(_, value)| value.to_string());
                format!("{letter}[{}]", left.collect::<Vec<_>>().join("+"))
            }
            _ => format!("{letter}{value}"),
        }
    }

    /// The layers of a set, from the bottom up.
    pub(super) fn layers(&self, owner: Player, set: u8) -> impl Iterator<Item = (Shape, u16)> {
        let layers = self.ruleset.layers[owner];
        layers.iter().enumerate().filter(move |(layer, _)| set >> layer & 1 != 0).map(|(_, layer)| *layer)
    }

    /// The layers of a pyramid that has lost none.
    pub(super) fn all_layers(&self, owner: Player) -> u8 {
        ((1u32 << self.ruleset.layers[owner].len()) - 1) as u8
    }

    /// Puts the pieces of a board's text onto an empty board.
    pub(super) fn set_up(
        &self,
        mut position: RithmomachiaPosition,
        board: &str,
    ) -> Result<RithmomachiaPosition, PositionError> {
        let mut pyramids = PerPlayer([false; 2]);
        for (square, text) in GRID.pieces(board)? {
            let (owner, piece) = self.read_piece(text)?;
            if piece.layers().is_some() && std::mem::replace(&mut pyramids[owner], true) {
                return Err(PositionError::new(format!("{} has two pyramids", Self::INFO.player(owner))));
            }
            position.put(owner, square as u8, piece, &self.stacks[owner]);
        }
        Ok(position)
    }

    pub(super) fn read_piece(&self, text: &str) -> Result<(Player, Piece), PositionError> {
        let wrong = || PositionError::field("a piece", text, "a letter of ctspCTSP and a value from 1 to 9999");
        let letter = text.chars().next().ok_or_else(wrong)?;
        let owner = if letter.is_ascii_uppercase() { Player::Two } else { Player::One };
        let shape = Shape::ALL.into_iter().find(|shape| shape.letter() == letter.to_ascii_lowercase());
        let (shape, rest) = (shape.ok_or_else(wrong)?, &text[letter.len_utf8()..]);
        let piece = if shape == Shape::Pyramid {
            self.read_layers(owner, rest).map(Piece::pyramid).ok_or_else(|| {
                let whole = self.piece_text(owner, Piece::pyramid(self.all_layers(owner)));
                let layers: Vec<String> = self.ruleset.layers[owner].iter().map(|(_, n)| n.to_string()).collect();
                let allowed = format!("{whole}, or some of the layers, {letter}[{}]", layers.join("+"));
                PositionError::field("a pyramid", text, &allowed)
            })?
        } else {
            Piece::plain(shape, number(rest, MOST_VALUE).filter(|value| *value > 0).ok_or_else(wrong)?)
        };
        Ok((owner, piece))
    }

    /// The captives of a side as in the text of a position: `c4+t6`, or `-`.
    fn captives_text(&self, position: &RithmomachiaPosition, holder: Player) -> String {
        let held = self.captives.iter().enumerate().filter(|(number, _)| position.captives[holder] >> number & 1 != 0);
        let texts: Vec<String> = held.map(|(_, piece)| self.piece_text(holder, *piece)).collect();
        if texts.is_empty() { "-".to_string() } else { texts.join("+") }
    }

    fn read_captives(&self, position: &mut RithmomachiaPosition, text: &str) -> Result<(), PositionError> {
        let wrong = || PositionError::field("the list of captives", text, "those of Odd and of Even, such as c4+t6/-");
        let (odd, even) = text.split_once('/').ok_or_else(wrong)?;
        for (holder, list) in Player::BOTH.into_iter().zip([odd, even]) {
            for piece in list.split('+').filter(|_| list != "-") {
                let (owner, piece) = self.read_piece(piece)?;
                let number = self.captive_number(piece, position.captives[holder]).filter(|_| owner == holder);
                position.toggle_captive(holder, number.ok_or_else(wrong)?);
            }
        }
        Ok(())
    }

    /// The layers that a pyramid's text tells: `190`, or `[64+49]`.
    fn read_layers(&self, owner: Player, text: &str) -> Option<u8> {
        let all = self.all_layers(owner);
        let Some(list) = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) else {
            let whole = self.layers(owner, all).map(|(_, value)| value).sum::<u16>();
            return (number(text, MOST_VALUE) == Some(whole)).then_some(all);
        };
        let mut layers = 0;
        for part in list.split('+') {
            let value = number(part, MOST_VALUE)?;
            let layer = 1 << self.ruleset.layers[owner].iter().position(|(_, known)| *known == value)?;
            if layers & layer != 0 {
                return None;
            }
            layers |= layer;
        }
        Some(layers)
    }
}

impl Notation for Rithmomachia {
    fn move_text(&self, position: &RithmomachiaPosition, mv: RithmomachiaMove) -> String {
        match self.entering(mv) {
            Some(captive) => format!("{}@{}", self.piece_text(position.turn, captive), name(mv.to)),
            None => format!("{}{}", name(mv.from), name(mv.to)),
        }
    }

    fn parse_move(&self, position: &RithmomachiaPosition, text: &str) -> Result<RithmomachiaMove, MoveError> {
        if let Some((piece, square)) = text.split_once('@') {
            let entry = || {
                let (owner, piece) = self.read_piece(piece).ok()?;
                let captive = self.captive_number(piece, 0).filter(|_| owner == position.turn)?;
                Some(RithmomachiaMove::entry(captive, GRID.parse(square)? as u8))
            };
            return entry().ok_or_else(|| MoveError::unreadable(text, Rithmomachia::INFO.move_help));
        }
        let (from, to) =
            GRID.parse_pair(text).ok_or_else(|| MoveError::unreadable(text, Rithmomachia::INFO.move_help))?;
        Ok(RithmomachiaMove { from: from as u8, to: to as u8 })
    }

    fn why_illegal(&self, position: &RithmomachiaPosition, mv: RithmomachiaMove) -> Option<String> {
        let (side, to) = (position.turn, name(mv.to));
        if let Some(captive) = self.entering(mv) {
            return Some(if position.at(mv.to).is_some() {
                format!("{to} is occupied")
            } else if self.captives_text(position, side).split('+').any(|held| held == self.piece_text(side, captive)) {
                "captives enter on the back rank of their captor".to_string()
            } else {
                format!("{} holds no {}", Self::INFO.player(side), self.piece_name(side, captive))
            });
        }
        let from = name(mv.from);
        let Some((owner, piece)) = position.at(mv.from) else { return Some(format!("{from} is empty")) };
        if owner != side {
            let (owner, side) = (Self::INFO.player(owner), Self::INFO.player(side));
            return Some(format!("the piece on {from} is {owner}'s, and {side} is to move"));
        }
        let Some(direction) = direction_to(mv.from, mv.to) else {
            return Some(format!("{from} and {to} are not on one rank, file or diagonal"));
        };
        let reach = self.captures.reach(piece.traits(&self.stacks[side]).1, direction);
        let steps = steps_between(mv.from, mv.to, direction);
        if reach >> steps & 1 == 0 {
            let able: Vec<String> = (1..16).filter(|steps| reach >> steps & 1 != 0).map(|n| n.to_string()).collect();
            let how = if able.is_empty() {
                "does not move in this direction".to_string()
            } else {
                let squares = if able == ["1"] { "square" } else { "squares" };
                format!("moves exactly {} {squares}, not {steps}", able.join(" or "))
            };
            return Some(format!("the {} on {from} {how}", self.piece_name(side, piece)));
        }
        let blocker = nearest(mv.from, direction, position.occupied())?;
        (steps_between(mv.from, blocker, direction) <= steps).then(|| format!("{} is occupied", name(blocker)))
    }

    fn position_text(&self, position: &RithmomachiaPosition) -> String {
        let piece = |square: CellId| position.at(square as u8).map(|(owner, piece)| self.piece_text(owner, piece));
        let captured = |player: Player| {
            let Captured { value, bodies, digits } = position.captured[player];
            format!("{value}:{bodies}:{digits}")
        };
        let mut text = format!(
            "{} {} {} {} {}",
            GRID.write(piece),
            TURNS[position.turn],
            captured(Player::One),
            captured(Player::Two),
            position.quiet
        );
        if self.ruleset.captives_enter {
            let [odd, even] = Player::BOTH.map(|player| self.captives_text(position, player));
            text.extend([" ", &odd, "/", &even]);
        }
        text
    }

    fn parse_position(&self, text: &str) -> Result<RithmomachiaPosition, PositionError> {
        let mut fields: Vec<&str> = text.split_whitespace().collect();
        let captives = if self.ruleset.captives_enter && fields.len() == 6 { fields.pop() } else { None };
        let [board, turn, odd, even, quiet] = fields[..] else {
            return Err(PositionError::new(
                "expected the board, the side to move, what Odd and Even have captured, and the quiet plies, \
                 separated by spaces",
            ));
        };
        let turn = read_turn(turn)?;
        let captured = PerPlayer([read_captured(odd)?, read_captured(even)?]);
        let quiet = number(quiet, self.quiet)
            .ok_or_else(|| PositionError::field("the quiet plies", quiet, &format!("0 to {}", self.quiet)))?;
        let mut position = self.set_up(RithmomachiaPosition::empty(turn, captured, quiet), board)?;
        if let Some(text) = captives {
            self.read_captives(&mut position, text)?;
        }
        for player in Player::BOTH {
            // Where captives change sides, nearly both armies can come together.
            let other = if self.ruleset.captives_enter { self.captives.len() as u32 / 2 } else { 0 };
            let most = self.start.sides[player].count_ones() + other;
            let pieces = position.sides[player].count_ones();
            if pieces > most {
                let side = Self::INFO.player(player);
                return Err(PositionError::new(format!("{side} has {pieces} pieces, at most {most} are possible")));
            }
        }
        position.win = self.settle(&position);
        Ok(position)
    }

    /// The numbers behind an ending.
    fn outcome_detail(&self, position: &RithmomachiaPosition, outcome: Outcome) -> Option<String> {
        let winner = outcome.winner?;
        let win = position.win?;
        if win == Win::Glorious {
            let found = self.progression(position, winner)?;
            let [a, b, c] = found.values;
            let [from, over, to] = found.squares.map(name);
            return Some(format!("{} progression {a}, {b}, {c} on {from}, {over}, {to}", found.kind));
        }
        let goal = self.goals.iter().find(|goal| goal.win == win)?;
        let numbers: Vec<String> = win
            .conditions()
            .iter()
            .map(|condition| {
                let reached = position.captured[winner].quantity(condition.quantity);
                format!(
                    "{} {reached} of {}",
                    condition.quantity.name(),
                    goal.least[winner].quantity(condition.quantity)
                )
            })
            .collect();
        Some(numbers.join(", "))
    }
}

/// Who is to move.
pub(super) fn read_turn(text: &str) -> Result<Player, PositionError> {
    let known = Player::BOTH.into_iter().find(|player| TURNS[*player] == text);
    known.ok_or_else(|| PositionError::field("the side to move", text, "odd or even"))
}

fn read_captured(text: &str) -> Result<Captured, PositionError> {
    let numbers: Option<Vec<u16>> = text.split(':').map(|part| number(part, MOST_CAPTURED)).collect();
    match numbers.as_deref() {
        Some([value, bodies, digits]) => Ok(Captured { value: *value, bodies: *bodies, digits: *digits }),
        _ => Err(PositionError::field("what a side has captured", text, "value:bodies:digits, each 0 to 9999")),
    }
}

/// A whole number written in digits alone.
fn number(text: &str, most: u16) -> Option<u16> {
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|number| digits && *number <= most)
}
