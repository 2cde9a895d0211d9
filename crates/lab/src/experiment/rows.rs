use std::time::Duration;

use agon_core::{DynGame, Player, Record};

use super::table::Cell;
use crate::tally::half_points;

/// A game as a line of a table. What is told of the first and second player is
/// told of player 1 and player 2.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// The tournament.
    pub tournament: String,
    /// The game.
    pub game: String,
    /// Its options, where they are not the usual ones.
    pub options: String,
    /// What the tournament followed from.
    pub seed: u64,
    /// The number of the game.
    pub round: u64,
    /// Player 1.
    pub first: String,
    /// Player 2.
    pub second: String,
    /// What player 1 scored: 0, 0.5 or 1.
    pub points: f64,
    /// The word for how it ended.
    pub termination: String,
    /// Half moves, the opening among them.
    pub plies: u64,
    /// What each spent on its moves together, in seconds.
    pub seconds: [f64; 2],
    /// How deep each looked on average, where it says so.
    pub depth: [Option<f64>; 2],
    /// How many moves each chose.
    pub moves: [u64; 2],
}

impl Row {
    pub(super) fn of(record: &Record, tournament: &str, game: &dyn DynGame, seed: u64) -> Row {
        let tag = |name| record.tag(name).unwrap_or_default().to_string();
        let termination = tag("Termination");
        let mut row = Row {
            tournament: tournament.to_string(),
            game: tag("Game"),
            options: tag("Options"),
            seed,
            round: tag("Round").parse().unwrap_or(0),
            first: tag("First"),
            second: tag("Second"),
            points: half_points(record.result, Player::One) as f64 / 2.0,
            termination: termination.split(':').next().unwrap_or_default().to_string(),
            plies: record.main.plies.len() as u64,
            seconds: [0.0; 2],
            depth: [None; 2],
            moves: [0; 2],
        };
        row.count(record, game);
        row
    }

    /// Adds up what the moves say of themselves.
    fn count(&mut self, record: &Record, game: &dyn DynGame) {
        let Ok(mut play) = record.beginning(game) else { return };
        let mut depths = [(0.0, 0.0); 2];
        let mut times = [Duration::ZERO; 2];
        for ply in &record.main.plies {
            // What has no time was not thought about: the opening, or chance.
            if let (Some(player), Some(time)) = (play.turn().player(), ply.remark.time) {
                let side = player.index();
                times[side] += time;
                self.moves[side] += 1;
                if let Some(depth) = ply.remark.depth {
                    depths[side] = (depths[side].0 + f64::from(depth), depths[side].1 + 1.0);
                }
            }
            if play.play(&ply.mv).is_err() {
                break;
            }
        }
        self.seconds = times.map(|time| time.as_secs_f64());
        self.depth = depths.map(|(sum, count)| (count > 0.0).then(|| sum / count));
    }
}

/// The columns of the table of games.
pub(super) const COLUMNS: [(&str, Cell<Row>); 16] = [
    ("tournament", Cell::Text(|row| &row.tournament)),
    ("game", Cell::Text(|row| &row.game)),
    ("options", Cell::Text(|row| &row.options)),
    ("seed", Cell::Int(|row| row.seed)),
    ("round", Cell::Int(|row| row.round)),
    ("first", Cell::Text(|row| &row.first)),
    ("second", Cell::Text(|row| &row.second)),
    ("points", Cell::Real(|row| row.points)),
    ("termination", Cell::Text(|row| &row.termination)),
    ("plies", Cell::Int(|row| row.plies)),
    ("first_moves", Cell::Int(|row| row.moves[0])),
    ("second_moves", Cell::Int(|row| row.moves[1])),
    ("first_seconds", Cell::Real(|row| row.seconds[0])),
    ("second_seconds", Cell::Real(|row| row.seconds[1])),
    ("first_depth", Cell::Maybe(|row| row.depth[0])),
    ("second_depth", Cell::Maybe(|row| row.depth[1])),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::table::Table;

    #[test]
    fn a_row_tells_what_the_record_says() {
        let game =
            agon_games::open("tilesum", agon_core::Options::defaults(agon_games::game_of("tilesum").unwrap().options));
        let text = "[Game \"tilesum\"]\n[First \"mcts:c=1,nodes=5\"]\n[Result \"0-1\"]\n[Termination \"time: x\"]\n[Round \"3\"]\n\n\
                    1. u 0 2. u {[%depth 4] [%time 0.250]} +1 {[%time 1.000]} 3. u {[%depth 6] [%time 0.250]} 0-1\n";
        let row = Row::of(&text.parse().unwrap(), "t", &*game.unwrap(), 9);
        assert_eq!((row.round, row.seed, row.plies, row.moves), (3, 9, 5, [2, 1]));
        assert_eq!((row.depth, row.termination.as_str()), ([Some(5.0), None], "time"));
        let table = Table { columns: &COLUMNS, rows: &[&row] }.csv();
        let line = table.lines().nth(1).unwrap();
        assert_eq!(line, "t,tilesum,,9,3,\"mcts:c=1,nodes=5\",,0,time,5,2,1,0.5,1,5,");
    }
}
