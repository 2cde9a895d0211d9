use agon_core::{CellId, Game, Mark, Player};

use super::Rithmomachia;
use super::glory::land_of_enemy;
use super::position::RithmomachiaPosition;
use super::squares::{contains, name, squares_of};
use super::victory::progression_kind;

impl Rithmomachia {
    /// Progressions of which two pieces stand in the enemy's land.
    pub(super) fn progressions(&self, position: &RithmomachiaPosition, player: Player) -> Vec<Mark> {
        let land = land_of_enemy(player, self.ruleset.glory.ranks);
        let own: Vec<(u8, u16)> =
            squares_of(position.sides[player]).map(|square| (square, self.value(position, player, square))).collect();
        let there = |square: u8| contains(land, square);
        let mut marks = Vec::new();
        for (at, first) in own.iter().enumerate() {
            for (next, second) in own.iter().enumerate().skip(at + 1) {
                for third in &own[next + 1..] {
                    let mut three = [*first, *second, *third];
                    if three.iter().filter(|(square, _)| there(*square)).count() < 2 {
                        continue;
                    }
                    three.sort_by_key(|(_, value)| *value);
                    let Some(kind) = progression_kind(three.map(|(_, value)| value)) else { continue };
                    marks.push(Mark {
                        rule: "progression",
                        side: player.into(),
                        cells: three.map(|(square, _)| CellId::from(square)).to_vec(),
                        text: in_words(kind, player, three, three.iter().all(|(square, _)| there(*square))),
                    });
                }
            }
        }
        marks
    }
}

fn in_words(kind: &str, player: Player, three: [(u8, u16); 3], all_there: bool) -> String {
    let [a, b, c] = three.map(|(square, value)| format!("{value} on {}", name(square)));
    let left = if all_there { "they must yet stand in a line" } else { "one must yet cross the middle" };
    format!("{} could make a progression, {kind}: {a}, {b}, {c}; {left}", Rithmomachia::INFO.player(player))
}

#[cfg(test)]
mod tests {
    use agon_core::{Notation, Options, Rng, Side, View};

    use super::*;
    use crate::rithmomachia::squares::{GRID, Squares};

    /// What the player to move could capture is what its moves remove.
    #[test]
    fn endangered_pieces_are_those_that_some_move_captures() {
        let game = Rithmomachia::new(Options::defaults(Rithmomachia::INFO.options)).unwrap();
        let (mut rng, mut seen) = (Rng::new(5), 0);
        for _ in 0..10 {
            let mut position = game.start();
            while game.outcome(&position).is_none() {
                let mut moves = Vec::new();
                game.moves(&position, &mut moves);
                let mut prey: Squares = 0;
                for mv in &moves {
                    game.each_capture(&position, *mv, |strike| prey |= 1 << strike.victim);
                }
                let enemy = Side::from(!position.turn);
                let marks = game.marks(&position);
                let marked = marks.iter().filter(|mark| mark.rule == "endangered" && mark.side == enemy);
                assert_eq!(marked.fold(0, |set: Squares, mark| set | 1 << mark.cells[0]), prey);
                seen += prey.count_ones();
                let mv = game.random_move(&position, &mut rng).unwrap();
                game.play(&mut position, mv);
            }
        }
        assert!(seen > 100, "{seen}");
    }

    #[test]
    fn two_pieces_across_the_middle_and_a_third_make_a_mark() {
        let game = Rithmomachia::new(Options::defaults(Rithmomachia::INFO.options)).unwrap();
        assert!(game.marks(&game.start()).iter().all(|mark| mark.rule != "progression"));
        let text = "8/8/8/8/8/8/8/8/c9,7/8/8/8/c3,c5,6/8/8/C2,7 odd 0:0:0 0:0:0 0";
        let position = game.parse_position(text).unwrap();
        let marks = game.marks(&position);
        let found: Vec<&Mark> = marks.iter().filter(|mark| mark.rule == "progression").collect();
        assert!(found.is_empty(), "3, 5 and 9 are none: {found:?}");
        let position = game.parse_position(&text.replace("c9", "c7")).unwrap();
        let marks = game.marks(&position);
        let found: Vec<&Mark> = marks.iter().filter(|mark| mark.rule == "progression").collect();
        assert_eq!(found.len(), 1);
        assert_eq!(
            found[0].text,
            "Odd could make a progression, arithmetic: 3 on a4, 5 on b4, 7 on a8; they must yet stand in a line"
        );
        assert_eq!(GRID.name(found[0].cells[2]), "a8");
    }
}
