use agon_core::{Evaluation, Game, Player, numbered};

use super::Crosphere;
use super::roads::{Road, Roads};
use super::rules::{CrosphereMove, CrospherePosition, Stone};

/// What is known of Crosphere: how far each player is from joining its edges,
/// how easily the opponent can get in the way, and with what.
///
/// The weights follow from the results of games of the program against
/// itself, by logistic regression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CrosphereEvaluation {
    /// What it is worth to need 0, 1, 2… stones; the last is for all that are more.
    pub needed: [i32; 10],
    /// What it is worth that there is no way at all.
    pub cut_off: i32,
    /// A strong stone in hand: the only thing that blocks.
    pub hand: i32,
    /// That the opponent has no strong stone left, so that every threat wins.
    pub disarmed: i32,
    /// A square that all shortest ways share, where one stone blocks them.
    pub gate: i32,
    /// Two squares of which every shortest way uses one.
    pub pair: i32,
    /// A square of a shortest way.
    pub breadth: i32,
    /// The right to move…
    pub tempo: i32,
    /// …and what it is worth beside that to a player who needs two or three stones.
    pub attack: i32,
}

impl Default for CrosphereEvaluation {
    fn default() -> Self {
        CrosphereEvaluation {
            needed: [1000, 780, 560, 340, 165, 0, -145, -320, -600, -750],
            cut_off: -2500,
            hand: 80,
            disarmed: 150,
            gate: -13,
            pair: -3,
            breadth: 5,
            tempo: 55,
            attack: 45,
        }
    }
}

/// Games with more strong stones than this end before all are placed.
const ENOUGH: u32 = 6;

/// The squares on which a stone of the player completes its connection.
#[inline]
fn completing(game: &Crosphere, position: &CrospherePosition, player: Player) -> u64 {
    let [first, last] = position.reach[player.index()];
    first & last & game.empty(position)
}

/// Whether the player to move, if it is this one, wins at once.
#[inline]
fn wins(game: &Crosphere, position: &CrospherePosition, player: Player) -> bool {
    let own = completing(game, position, player);
    own & !completing(game, position, !player) != 0 || (own != 0 && game.hand(position, player) > 0)
}

impl CrosphereEvaluation {
    #[inline]
    fn side(&self, game: &Crosphere, position: &CrospherePosition, player: Player, road: &Road) -> i32 {
        let worth = match road.needed {
            Some(needed) => self.needed[(needed as usize).min(self.needed.len() - 1)],
            None => self.cut_off,
        };
        worth
            + self.hand * game.hand(position, player).min(ENOUGH) as i32
            + if game.hand(position, !player) == 0 { self.disarmed } else { 0 }
            + self.gate * road.gates.count_ones() as i32
            + self.pair * (road.pairs.count_ones() / 2) as i32
            + self.breadth * road.squares.count_ones() as i32
    }
}

impl Evaluation<Crosphere> for CrosphereEvaluation {
    type State = ();

    fn weights(&mut self) -> Vec<(String, &mut i32)> {
        let mut weights = vec![
            ("cut_off".to_string(), &mut self.cut_off),
            ("hand".to_string(), &mut self.hand),
            ("disarmed".to_string(), &mut self.disarmed),
            ("gate".to_string(), &mut self.gate),
            ("pair".to_string(), &mut self.pair),
            ("breadth".to_string(), &mut self.breadth),
            ("tempo".to_string(), &mut self.tempo),
            ("attack".to_string(), &mut self.attack),
        ];
        weights.extend(numbered("needed", &mut self.needed));
        weights
    }

    fn state(&self, _: &Crosphere, _: &CrospherePosition) {}

    #[inline]
    fn evaluate(&self, game: &Crosphere, position: &CrospherePosition, (): &()) -> i32 {
        let me = position.turn;
        let roads = Roads::recall(game, position);
        let (own, theirs) = (roads.player(me), roads.player(!me));
        if own.needed.is_none() && theirs.needed.is_none() {
            return 0;
        }
        let attack = if matches!(own.needed, Some(2 | 3)) { self.attack } else { 0 };
        self.tempo + attack + self.side(game, position, me, own) - self.side(game, position, !me, theirs)
    }

    #[inline]
    fn promise(&self, game: &Crosphere, position: &CrospherePosition, (): &(), mv: CrosphereMove) -> i32 {
        let me = position.turn;
        let roads = Roads::recall(game, position);
        let (own, theirs) = (roads.player(me), roads.player(!me));
        let on = |set: u64| (set >> mv.square & 1) as i32;
        match mv.stone {
            Stone::Weak => 100 * on(own.squares) + 20 * on(own.gates) - 90 * on(theirs.squares),
            Stone::Strong => {
                100 * on(own.squares) + 20 * on(own.gates) + 60 * on(theirs.gates) + 20 * on(theirs.pairs) - 70
            }
        }
    }

    fn candidates(&self, game: &Crosphere, position: &CrospherePosition, (): &(), moves: &mut Vec<CrosphereMove>) {
        game.moves(position, moves);
        let me = position.turn;
        let (own, theirs) = (completing(game, position, me), completing(game, position, !me));
        if own != 0 {
            // A weak stone must not complete both connections, but then it is not in the list.
            let win = moves.iter().position(|mv| match mv.stone {
                Stone::Strong => own >> mv.square & 1 != 0,
                Stone::Weak => (own & !theirs) >> mv.square & 1 != 0,
            });
            if let Some(at) = win {
                moves.swap(0, at);
                moves.truncate(1);
                return;
            }
        }
        // Where a weak stone leaves the opponent at most one stone to go.
        let steps = if theirs == 0 {
            let road = *Roads::recall(game, position).player(!me);
            if road.needed != Some(2) {
                return;
            }
            road.squares
        } else {
            !0
        };
        let armed = game.hand(position, !me) > 0;
        // Where every move loses, one that does not lose at once: the loss is as far away as it can be.
        let later = |mv: &&CrosphereMove| mv.stone == Stone::Strong || theirs >> mv.square & 1 == 0;
        let last_resort = *moves.iter().find(later).unwrap_or(&moves[0]);
        moves.retain(|mv| {
            let bit = 1u64 << mv.square;
            match mv.stone {
                Stone::Strong if theirs & !bit == 0 => return true,
                Stone::Weak if steps & bit == 0 => return true,
                _ if armed => return false,
                _ => {}
            }
            let mut after = *position;
            game.play(&mut after, *mv);
            !after.connected(!me) && !wins(game, &after, !me)
        });
        if moves.is_empty() {
            moves.push(last_resort);
        }
    }

    #[inline]
    fn is_forcing(&self, game: &Crosphere, position: &CrospherePosition, (): &(), mv: CrosphereMove) -> bool {
        let road = *Roads::recall(game, position).player(position.turn);
        road.needed == Some(2) && road.squares >> mv.square & 1 != 0
    }
}

#[cfg(test)]
mod tests {
    use agon_core::{Game, Notation, Options, Rng};

    use super::super::bitboard::squares;
    use super::*;

    fn game(options: &str) -> Crosphere {
        Crosphere::new(Options::parse(Crosphere::INFO.options, options).unwrap()).unwrap()
    }

    fn judge(text: &str) -> i32 {
        let game = game("");
        CrosphereEvaluation::default().evaluate(&game, &game.parse_position(text).unwrap(), &())
    }

    /// The positions of random games.
    fn along_games(game: &Crosphere, games: u32, mut look: impl FnMut(&CrospherePosition)) {
        let mut rng = Rng::new(8);
        for _ in 0..games {
            let mut position = game.start();
            while game.outcome(&position).is_none() {
                look(&position);
                let mv = game.random_move(&position, &mut rng).unwrap();
                game.play(&mut position, mv);
            }
        }
    }

    #[test]
    fn fewer_stones_needed_are_better() {
        let start = judge("8/8/8/8/8/8/8/8 G");
        assert!(judge("3,G,4/3,W,4/3,W,4/8/8/8/8/8 G") > start);
        assert!(judge("3,G,4/3,W,4/3,W,4/8/8/8/8/8 P") < start);
        assert!(judge("8/8/8/W,W,P,5/8/8/8/8 P") > judge("8/8/8/W,W,P,5/8/8/8/8 G"));
    }

    #[test]
    fn strong_stones_are_better_kept() {
        // The same, but for stones far from everything that matters.
        let (kept, spent) = (judge("3,W,4/3,W,4/8/8/8/8/8/8 G"), judge("3,W,4/3,W,4/8/8/8/8/8/G,7 G"));
        assert!(kept > spent, "{kept} {spent}");
    }

    #[test]
    fn one_wall_is_bad_and_two_are_a_draw() {
        let game = game("strong=64");
        let judge = |text| CrosphereEvaluation::default().evaluate(&game, &game.parse_position(text).unwrap(), &());
        assert!(judge("P,7/1,P,6/2,P,5/3,P,4/4,P,3/5,P,2/6,P,1/7,P G") < -1000);
        assert!(judge("P,7/1,P,6/2,P,5/3,P,4/4,P,3/5,P,2/6,P,1/7,P P") > 1000);
        let crossed = "4,G,3/4,G,3/4,G,3/P,P,P,P,G,3/3,G,P,P,P,P/3,G,4/3,G,4/3,G,4 G";
        assert_eq!(judge(crossed), 0);
    }

    #[test]
    fn judgements_do_not_depend_on_colour_or_side() {
        let (game, evaluation) = (game(""), CrosphereEvaluation::default());
        let turned = |set: u64| squares(set).map(|square| 1 << (square % 8 * 8 + square / 8)).sum::<u64>();
        let mirrored = |set: u64| squares(set).map(|square| 1u64 << (square ^ 7)).sum::<u64>();
        along_games(&game, 100, |position| {
            let judgement = evaluation.evaluate(&game, position, &());
            let [one, two] = position.chains;
            let swapped = game.position([turned(two), turned(one)], !position.turn);
            assert_eq!(evaluation.evaluate(&game, &swapped, &()), judgement);
            let mirrored = game.position([mirrored(one), mirrored(two)], position.turn);
            assert_eq!(evaluation.evaluate(&game, &mirrored, &()), judgement);
            assert!(judgement.abs() < evaluation.limit());
        });
    }

    /// Whether a move wins at once: by the rules alone.
    fn wins_at_once(game: &Crosphere, position: &CrospherePosition, mv: CrosphereMove) -> bool {
        let mut after = *position;
        game.play(&mut after, mv);
        game.outcome(&after).is_some_and(|outcome| outcome.winner == Some(position.turn))
    }

    fn moves(game: &Crosphere, position: &CrospherePosition) -> Vec<CrosphereMove> {
        let mut moves = Vec::new();
        game.moves(position, &mut moves);
        moves
    }

    #[test]
    fn only_moves_that_lose_or_need_not_be_looked_at_are_taken_away() {
        let evaluation = CrosphereEvaluation::default();
        let mut seen = [0; 4];
        for options in ["", "strong=1", "strong=0", "size=5 strong=3", "size=4 strong=2", "size=3 strong=1"] {
            let game = game(options);
            along_games(&game, 60, |position| {
                let all = moves(&game, position);
                let mut kept = Vec::new();
                evaluation.candidates(&game, position, &(), &mut kept);
                let text = game.position_text(position);
                if all.iter().any(|mv| wins_at_once(&game, position, *mv)) {
                    assert!(kept.len() == 1 && wins_at_once(&game, position, kept[0]), "{text}");
                    seen[0] += 1;
                    return;
                }
                let after = |mv: CrosphereMove| {
                    let mut after = *position;
                    game.play(&mut after, mv);
                    after
                };
                let loses = |mv: CrosphereMove| {
                    game.outcome(&after(mv)).is_some_and(|outcome| outcome.winner == Some(!position.turn))
                };
                let safe = |mv: &CrosphereMove| {
                    let after = after(*mv);
                    !loses(*mv) && !moves(&game, &after).iter().any(|mv| wins_at_once(&game, &after, *mv))
                };
                let expected: Vec<_> = all.iter().copied().filter(safe).collect();
                if expected.is_empty() {
                    // The one that is kept loses no sooner than any other.
                    assert!(kept.len() == 1 && all.contains(&kept[0]), "{text}");
                    assert!(!loses(kept[0]) || all.iter().all(|mv| loses(*mv)), "{text}");
                    seen[1] += 1;
                } else {
                    assert_eq!(kept, expected, "{text}");
                    seen[2 + usize::from(kept.len() < all.len())] += 1;
                }
            });
        }
        assert!(seen.iter().all(|count| *count > 50), "{seen:?}");
    }

    #[test]
    fn a_threat_that_a_weak_stone_cannot_stop_is_forcing() {
        let game = game("");
        let position = game.parse_position("3,G,4/3,W,4/3,W,4/3,W,4/3,W,4/3,W,4/8/8 G").unwrap();
        let forcing = |text| {
            let mv = game.parse_move(&position, text).unwrap();
            CrosphereEvaluation::default().is_forcing(&game, &position, &(), mv)
        };
        assert!(forcing("Sd2") && forcing("Wd1") && !forcing("Wa1") && !forcing("Sh8"));
    }
}
