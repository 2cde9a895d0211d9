use agon_core::{Game, Mark, Notation, Player};

use super::Andantino;
use super::hexagon::{AXES, Cell};
use super::notation::name;
use super::rules::AndantinoPosition;

/// Lines of so many stones are worth a look.
const LONG: usize = 3;

impl Andantino {
    /// The mark of a cell on which the player wins at once.
    pub(super) fn threat(&self, position: &AndantinoPosition, player: Player, cell: Cell) -> Option<Mark> {
        let mut after = AndantinoPosition { turn: player, ..*position };
        self.play(&mut after, cell);
        let outcome = self.outcome(&after).filter(|outcome| outcome.winner == Some(player))?;
        let why = self.outcome_detail(&after, outcome).unwrap_or_default();
        Some(Mark {
            rule: "threat",
            side: player.into(),
            cells: vec![self.id(cell)],
            text: format!("{} wins on {} by {}: {why}", Self::INFO.player(player), name(cell), outcome.reason),
        })
    }

    pub(super) fn long_lines(&self, position: &AndantinoPosition, player: Player) -> impl Iterator<Item = Mark> {
        let stones = position.stones[player];
        let runs = AXES.iter().flat_map(move |axis| stones.iter().map(move |cell| self.run(&stones, cell, *axis)));
        runs.filter(|run| run.len() >= LONG).map(move |run| {
            let ends = format!("{} to {}", name(run[0]), name(run[run.len() - 1]));
            Mark {
                rule: "line",
                side: player.into(),
                cells: run.iter().map(|cell| self.id(*cell)).collect(),
                text: format!("{} has {} in a line from {ends}", Self::INFO.player(player), run.len()),
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use agon_core::{Options, Rng, Side, View};

    use super::*;

    /// The threats of the player to move are the moves that win at once; a
    /// threat of the other is one that it has after a stone elsewhere.
    #[test]
    pub(super) fn threats_are_the_moves_that_win() {
        let (mut rng, mut threats) = (Rng::new(8), 0);
        for round in 0..200 {
            let options = ["", "side=5 enclosure=strict"][round % 2];
            let game = Andantino::new(Options::parse(Andantino::INFO.options, options).unwrap()).unwrap();
            let mut position = game.start();
            while game.outcome(&position).is_none() {
                let mut moves = Vec::new();
                game.moves(&position, &mut moves);
                let wins = |mv: &&Cell| {
                    let mut next = position;
                    game.play(&mut next, **mv);
                    game.outcome(&next).and_then(|outcome| outcome.winner) == Some(position.turn)
                };
                let winning: HashSet<_> = moves.iter().filter(wins).map(|cell| game.id(*cell)).collect();
                let marks = game.marks(&position);
                let own = Side::from(position.turn);
                let marked = marks.iter().filter(|mark| mark.rule == "threat" && mark.side == own);
                assert_eq!(marked.map(|mark| mark.cells[0]).collect::<HashSet<_>>(), winning);
                threats += winning.len();
                let mv = game.random_move(&position, &mut rng).unwrap();
                game.play(&mut position, mv);
            }
        }
        assert!(threats > 100, "{threats}");
    }

    #[test]
    fn lines_are_told_from_end_to_end() {
        let game = Andantino::new(Options::parse(Andantino::INFO.options, "side=3").unwrap()).unwrap();
        let position = game.parse_position("3/4/bbb2/1ww1/3 b").unwrap();
        let lines: Vec<Mark> = game.marks(&position).into_iter().filter(|mark| mark.rule == "line").collect();
        assert_eq!(lines.len(), 1);
        assert_eq!(lines[0].text, "Black has 3 in a line from c1 to c3");
    }
}
