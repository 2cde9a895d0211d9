use agon_core::{Evaluation, Player};

use super::Rithmomachia;
use super::glory::land_of_enemy;
use super::piece::Loss;
use super::position::{Captured, RithmomachiaMove, RithmomachiaPosition};
use super::reach::Reach;
use super::squares::{GRID, Squares, squares_of};
use super::victory::Win;

/// A capture in the numbers of [`RithmomachiaEvaluation::distance`]: so much
/// value is a usual capture, one body, two digits.
const CAPTURE: i32 = 64;

/// So many moves of the three pieces away, a progression counts half.
const GLORY_SCALE: i32 = 6;

/// How a position of Rithmomachia stands.
///
/// Five captures win, and so do fewer if they are large: what counts is how
/// many captures each side is away from its nearest victory, and each counts
/// more than the one before it. A meeting asks for no number, so whatever an
/// enemy can reach in two moves is lost with the next one if it stays there:
/// hence what stands in danger counts beside what is captured, less for the side
/// that can still run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RithmomachiaEvaluation {
    /// A capture less to the nearest victory.
    pub capture: i32,
    /// What being near adds: all of it at the goal, half of it one capture
    /// before, a third two captures before.
    pub nearness: i32,
    /// A usual capture's value, whether it leads to a victory or not.
    pub value: i32,
    /// Each piece on the board.
    pub piece: i32,
    /// The side to move can capture the piece: hundredths of what that is worth to it.
    pub threat: i32,
    /// The side to move would lose the piece: hundredths of what that is worth to the other.
    pub danger: i32,
    /// Each move there is.
    pub mobility: i32,
    /// Each square that could be met on with the next move.
    pub space: i32,
    /// Each rank that a circle is away from its side's edge.
    pub advance: i32,
    /// Pieces in the enemy's half, where progressions are made: so much times
    /// the square of their number, if a progression wins.
    pub invader: i32,
    /// The nearest progression stands in the enemy's land, if a progression wins and captures
    /// need numbers that fit; less while its pieces are still on their way.
    pub glory: i32,
}

impl Default for RithmomachiaEvaluation {
    fn default() -> Self {
        RithmomachiaEvaluation {
            capture: 100,
            nearness: 600,
            value: 10,
            piece: 10,
            threat: 30,
            danger: 60,
            mobility: 2,
            space: 3,
            advance: 3,
            invader: 5,
            glory: 200,
        }
    }
}

impl RithmomachiaEvaluation {
    /// How far captures are from the nearest victory, in parts of [`CAPTURE`].
    #[inline]
    fn distance(game: &Rithmomachia, side: Player, captured: Captured) -> i32 {
        let lack = |least: u16, have: u16| i32::from(least.saturating_sub(have));
        let mut nearest = None;
        for goal in &game.goals {
            if goal.win == Win::Glorious {
                continue;
            }
            let least = goal.least[side];
            let value = lack(least.value, captured.value);
            let bodies = lack(least.bodies, captured.bodies) * CAPTURE;
            let digits = lack(least.digits, captured.digits) * (CAPTURE / 2);
            let distance = value.max(bodies).max(digits);
            nearest = Some(nearest.map_or(distance, |nearest: i32| nearest.min(distance)));
        }
        nearest.unwrap_or(0)
    }

    /// What captures are worth to the side that made them.
    #[inline]
    fn worth(&self, game: &Rithmomachia, side: Player, captured: Captured) -> i32 {
        let distance = Self::distance(game, side, captured);
        let near = self.nearness * CAPTURE / (distance + CAPTURE);
        near + (self.value * i32::from(captured.value) - self.capture * distance) / CAPTURE
    }

    /// What `side` would gain by capturing each of a set of enemies, together.
    #[inline]
    fn prizes(&self, game: &Rithmomachia, position: &RithmomachiaPosition, side: Player, set: Squares) -> i32 {
        if set == 0 {
            return 0;
        }
        let have = self.worth(game, side, position.captured[side]);
        let mut sum = 0;
        for square in squares_of(set) {
            let mut captured = position.captured[side];
            captured.add(position.piece(square).prize(Loss::Smallest, &game.stacks[!side]));
            sum += self.worth(game, side, captured) - have + self.piece;
        }
        sum
    }

    /// Everything about one side that does not depend on who is to move.
    #[inline]
    fn side(&self, game: &Rithmomachia, position: &RithmomachiaPosition, side: Player, reach: &Reach) -> i32 {
        let own = position.sides[side];
        let land = land_of_enemy(side, game.ruleset.glory.ranks);
        let glory = game.goals.iter().any(|goal| goal.win == Win::Glorious);
        let invaders = if glory { (own & land).count_ones() as i32 } else { 0 };
        let near = if glory && !game.meets_any { game.way_to_glory(position, side) } else { None };
        let near = near.map_or(0, |way| self.glory * GLORY_SCALE / (way as i32 + GLORY_SCALE));
        let advance: i32 = squares_of(own & position.movers[0])
            .map(|square| {
                let rank = i32::from(square / GRID.files);
                if side == Player::One { i32::from(GRID.ranks) - 1 - rank } else { rank }
            })
            .sum();
        self.worth(game, side, position.captured[side])
            + self.piece * own.count_ones() as i32
            + self.mobility * reach.moves
            + self.space * reach.meets.count_ones() as i32
            + self.advance * advance
            + self.invader * invaders * invaders
            + near
    }
}

impl Evaluation<Rithmomachia> for RithmomachiaEvaluation {
    type State = ();

    fn weights(&mut self) -> Vec<(String, &mut i32)> {
        vec![
            ("capture".to_string(), &mut self.capture),
            ("nearness".to_string(), &mut self.nearness),
            ("value".to_string(), &mut self.value),
            ("piece".to_string(), &mut self.piece),
            ("threat".to_string(), &mut self.threat),
            ("danger".to_string(), &mut self.danger),
            ("mobility".to_string(), &mut self.mobility),
            ("space".to_string(), &mut self.space),
            ("advance".to_string(), &mut self.advance),
            ("invader".to_string(), &mut self.invader),
            ("glory".to_string(), &mut self.glory),
        ]
    }

    fn state(&self, _: &Rithmomachia, _: &RithmomachiaPosition) {}

    fn evaluate(&self, game: &Rithmomachia, position: &RithmomachiaPosition, (): &()) -> i32 {
        let (us, them) = (position.turn, !position.turn);
        let reach = Reach::of_both(game, position);
        let threat = self.prizes(game, position, us, reach[us].meets & position.sides[them]);
        let danger = self.prizes(game, position, them, reach[them].meets & position.sides[us]);
        let judgement = self.side(game, position, us, &reach[us]) - self.side(game, position, them, &reach[them])
            + (self.threat * threat - self.danger * danger) / 100;
        judgement.clamp(-self.limit(), self.limit())
    }

    /// Captures first, the best before the others.
    fn promise(&self, game: &Rithmomachia, position: &RithmomachiaPosition, (): &(), mv: RithmomachiaMove) -> i32 {
        let mut captured = position.captured[position.turn];
        let before = captured;
        game.each_capture(position, mv, |strike| {
            let victim = position.piece(strike.victim);
            captured.add(victim.prize(strike.loss, &game.stacks[!position.turn]));
        });
        let worth = |captured| self.worth(game, position.turn, captured);
        if captured == before { 0 } else { 1000 + worth(captured) - worth(before) }
    }

    fn is_forcing(&self, game: &Rithmomachia, position: &RithmomachiaPosition, (): &(), mv: RithmomachiaMove) -> bool {
        let mut captures = false;
        game.each_capture(position, mv, |_| captures = true);
        captures
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use agon_core::{Game, History, Notation, Options, PerPlayer, Rng};

    use super::*;
    use crate::rithmomachia::squares::one;

    fn game(options: &str) -> Rithmomachia {
        Rithmomachia::new(Options::parse(Rithmomachia::INFO.options, options).unwrap()).unwrap()
    }

    fn judge(game: &Rithmomachia, position: &RithmomachiaPosition) -> i32 {
        RithmomachiaEvaluation::default().evaluate(game, position, &())
    }

    /// Calls a function for positions of random games, none of them over.
    fn along_games(game: &Rithmomachia, mut each: impl FnMut(&RithmomachiaPosition)) {
        let game = Arc::new(game.clone());
        for seed in 0..20 {
            let mut rng = Rng::new(seed);
            let mut history = History::new(Arc::clone(&game), game.start());
            while history.outcome().is_none() {
                each(history.position());
                history.play(game.random_move(history.position(), &mut rng).unwrap());
            }
        }
    }

    /// The position with its pieces elsewhere, perhaps on the other side.
    fn moved(
        game: &Rithmomachia,
        position: &RithmomachiaPosition,
        place: impl Fn(u8) -> u8,
        swapped: bool,
    ) -> RithmomachiaPosition {
        let owner = |player: Player| if swapped { !player } else { player };
        let captured = PerPlayer(Player::BOTH.map(|player| position.captured[owner(player)]));
        let mut other = RithmomachiaPosition::empty(owner(position.turn), captured, position.quiet);
        for square in squares_of(position.occupied()) {
            let (player, piece) = position.at(square).unwrap();
            // The pyramids of the two sides differ.
            if !swapped || piece.layers().is_none() {
                other.put(owner(player), place(square), piece, &game.stacks[owner(player)]);
            }
        }
        other
    }

    #[test]
    fn left_and_right_and_both_sides_are_judged_alike() {
        for options in ["", "victories=glorious", "body=12 goods=800 victories=goods,body"] {
            let game = game(options);
            along_games(&game, |position| {
                let score = judge(&game, position);
                assert_eq!(judge(&game, &moved(&game, position, |square| square ^ 7, false)), score);
                let plain = moved(&game, &moved(&game, position, |square| square ^ 0x78, true), |square| square, true);
                let swapped = moved(&game, &plain, |square| square ^ 0x78, true);
                assert_eq!(judge(&game, &plain), judge(&game, &swapped));
            });
        }
    }

    #[test]
    fn judgements_stay_far_from_won_games() {
        for options in ["", "victories=", "body=9999 goods=9999 victories=goods,body"] {
            let game = game(options);
            along_games(&game, |position| assert!(judge(&game, position).abs() < 50_000));
        }
    }

    #[test]
    fn the_moves_that_force_are_those_that_capture() {
        let (game, evaluation, mut captures) = (game("victories="), RithmomachiaEvaluation::default(), 0);
        let mut moves = Vec::new();
        along_games(&game, |position| {
            game.moves(position, &mut moves);
            for mv in &moves {
                let mut next = *position;
                game.play(&mut next, *mv);
                let takes = next.captured != position.captured;
                captures += u32::from(takes);
                assert_eq!(evaluation.is_forcing(&game, position, &(), *mv), takes);
                assert_eq!(evaluation.promise(&game, position, &(), *mv) > 0, takes);
            }
        });
        assert!(captures > 1000, "{captures}");
    }

    /// The reach leaves out what only becomes free by the move itself.
    #[test]
    fn what_can_be_met_is_met_by_some_move() {
        let game = game("victories=");
        let mut moves = Vec::new();
        along_games(&game, |position| {
            let reach = &Reach::of_both(&game, position)[position.turn];
            game.moves(position, &mut moves);
            let mut met = 0;
            for mv in &moves {
                game.each_capture(position, *mv, |strike| met |= one(strike.victim));
            }
            let threatened = reach.meets & position.sides[!position.turn];
            assert_eq!(threatened & !met, 0);
        });
    }

    #[test]
    fn the_nearer_victory_is_better() {
        let game = game("");
        let board = "8/8/c3,7/8/8/8/8/8/8/8/8/8/8/C8,7/8/8";
        let judged =
            |odd: &str, even: &str| judge(&game, &game.parse_position(&format!("{board} odd {odd} {even} 0")).unwrap());
        // More bodies, more value, and a capture more when few are lacking.
        assert!(judged("8:1:1", "0:0:0") > judged("0:0:0", "0:0:0"));
        assert!(judged("289:1:3", "8:1:1") > judged("8:1:1", "8:1:1"));
        assert!(judged("20:4:4", "20:2:4") > judged("20:2:4", "20:2:4"));
        assert!(judged("20:4:4", "20:3:4") > judged("20:2:4", "20:1:4"));
        assert!(judged("20:3:4", "20:4:4") < 0);
    }

    #[test]
    fn danger_counts_against_the_side_to_move() {
        let game = game("");
        // By way of e6 or b6 the triangle meets what stands on b9, and nothing on a9.
        let judged = |rank: &str| {
            let text = format!("8/8/8/8/8/8/8/{rank}/8/8/8/8/8/4,T8,3/8/8 odd 0:0:0 0:0:0 0");
            judge(&game, &game.parse_position(&text).unwrap())
        };
        assert!(judged("s9,7") > judged("1,s9,6") + 20);
    }
}
