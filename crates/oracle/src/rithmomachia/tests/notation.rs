//! Position texts, as the rules page has them.

use super::*;
use crate::rithmomachia::pieces::holds;
use crate::rithmomachia::setup::piece_from;

/// A game from a position text.
pub(super) fn game_from(options: &[(&str, &str)], text: &str) -> Rithmomachia {
    let fields: Vec<&str> = text.split(' ').collect();
    let mut board = Board::new();
    for (rank, line) in (1..=16).rev().zip(fields[0].split('/')) {
        let mut file = 1;
        for entry in line.split(',') {
            if let Ok(empty) = entry.parse::<i64>() {
                file += empty;
            } else {
                board.insert((file, rank), piece_from(&entry.replace(['[', ']'], "")));
                file += 1;
            }
        }
        assert_eq!(file, 9, "rank {rank} of {text}");
    }
    let to_move = if fields[1] == "odd" { Side::Odd } else { Side::Even };
    let mut game = Rithmomachia::with_board(options, board, to_move);
    game.accounts = [account(fields[2]), account(fields[3])];
    game.quiet = fields[4].parse().unwrap();
    if let Some(reserves) = fields.get(5) {
        for (index, reserve) in reserves.split('/').enumerate() {
            let captives = reserve.split('+').filter(|piece| *piece != "-");
            game.position.reserves[index] = captives.map(piece_from).collect();
        }
    }
    assert_eq!(position_text(&game), text, "not the usual form");
    game.history = vec![game.position.clone()];
    game
}

/// Reads value, bodies and digits with colons between.
fn account(text: &str) -> Account {
    let numbers: Vec<i64> = text.split(':').map(|number| number.parse().unwrap()).collect();
    Account { value: numbers[0], bodies: numbers[1], digits: numbers[2] }
}

/// The position text of a game.
pub(super) fn position_text(game: &Rithmomachia) -> String {
    let board = &game.position.board;
    let ranks: Vec<String> = (1..=16).rev().map(|rank| rank_text(board, rank)).collect();
    let side = if game.p1_turn() { "odd" } else { "even" };
    let [odd, even] = game.accounts.map(|account| format!("{}:{}:{}", account.value, account.bodies, account.digits));
    let mut text = format!("{} {side} {odd} {even} {}", ranks.join("/"), game.quiet);
    if game.rules.captives {
        let [odd, even] = [0, 1].map(|index| {
            let captives: Vec<String> = game.position.reserves[index].iter().map(Piece::plain_text).collect();
            if captives.is_empty() { "-".to_string() } else { captives.join("+") }
        });
        text += &format!(" {odd}/{even}");
    }
    text
}

/// One rank of a position text.
fn rank_text(board: &Board, rank: i64) -> String {
    let mut entries: Vec<String> = Vec::new();
    let mut empty = 0;
    for file in 1..=8 {
        let Some(piece) = board.get(&(file, rank)) else {
            empty += 1;
            continue;
        };
        if empty > 0 {
            entries.push(empty.to_string());
            empty = 0;
        }
        entries.push(if piece.pyramid {
            let letter = if holds(board, (file, rank), Side::Even) { "P" } else { "p" };
            if piece.is_complete_pyramid() {
                format!("{letter}{}", piece.value())
            } else {
                let layers: Vec<String> = piece.layer_values().iter().map(i64::to_string).collect();
                format!("{letter}[{}]", layers.join("+"))
            }
        } else {
            piece.plain_text()
        });
    }
    if empty > 0 {
        entries.push(empty.to_string());
    }
    entries.join(",")
}
