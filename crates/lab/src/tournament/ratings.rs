use super::Results;
use super::matrix::Matrix;
use super::results::Meeting;
use crate::stats::Z;

/// What an Elo is to a unit of the logistic function.
const ELO: f64 = 400.0 / std::f64::consts::LN_10;
/// The most steps of Newton's method, and when it has arrived.
const STEPS: u32 = 100;
const ARRIVED: f64 = 1e-10;
/// The longest step: further away the curvature says nothing.
const LONGEST_STEP: f64 = 1.0;

/// Ratings of all players at once: those that make all results most likely,
/// where a difference in Elo means an expected score and a draw is half a win
/// (Bradley and Terry 1952). Their mean is 0.
#[derive(Clone, Debug, PartialEq)]
pub struct Ratings {
    /// Each player's rating.
    pub elo: Vec<f64>,
    /// Half the width of each 95 % interval; `None` when there are too few games to say,
    /// or all went as expected.
    pub error: Option<Vec<f64>>,
    /// Whether everybody who met was given a drawn game more, because
    /// otherwise somebody who won or lost everything would have no finite rating.
    pub prior: bool,
}

impl Ratings {
    /// What has to be said beside ratings that rest on games that were not played.
    pub fn note(&self) -> Option<&'static str> {
        self.prior
            .then_some("Some won or lost everything against the rest: for the ratings, all who met drew one game more.")
    }

    pub(super) fn of(results: &Results) -> Option<Ratings> {
        let players = results.players();
        let seen: Vec<Meeting> = results.meetings().collect();
        let prior = !is_bounded(players, &seen);
        let mut weighed = seen.clone();
        if prior {
            let mut met: Vec<[usize; 2]> = seen.iter().map(|meeting| meeting.players).collect();
            met.dedup();
            weighed.extend(met.into_iter().map(|players| Meeting { players, games: 1.0, points: 0.5 }));
        }
        let strengths = climb(players, &weighed)?;
        let error = errors(&strengths, &seen, &information(&strengths, &weighed).inverse()?);
        Some(Ratings { elo: strengths.iter().map(|strength| ELO * strength).collect(), error, prior })
    }
}

/// Strengths of all players, however few games they have played: as if each
/// had drawn a game with one and the same player.
pub(super) fn provisional(results: &Results) -> Vec<f64> {
    let players = results.players();
    let drawn = (0..players).map(|player| Meeting { players: [player, players], games: 1.0, points: 0.5 });
    let meetings: Vec<Meeting> = results.meetings().chain(drawn).collect();
    climb(players + 1, &meetings).unwrap_or_else(|| vec![0.0; players])
}

/// Whether a maximum exists: nobody, alone or as a group, has won or lost
/// everything against the rest. That is so when everybody is reached from the
/// first player both by points taken and by points given.
fn is_bounded(players: usize, meetings: &[Meeting]) -> bool {
    let reaches_all = |taken: bool| {
        let mut reached = vec![false; players];
        let mut open = vec![0];
        while let Some(player) = open.pop() {
            if player >= players || std::mem::replace(&mut reached[player], true) {
                continue;
            }
            open.extend(meetings.iter().filter_map(|meeting| {
                let [a, b] = meeting.players;
                let (other, points) = match player {
                    _ if player == a => (b, meeting.points),
                    _ if player == b => (a, meeting.games - meeting.points),
                    _ => return None,
                };
                let counts = if taken { points > 0.0 } else { points < meeting.games };
                counts.then_some(other)
            }));
        }
        reached.iter().all(|reached| *reached)
    };
    reaches_all(true) && reaches_all(false)
}

fn expected(strengths: &[f64], [a, b]: [usize; 2]) -> f64 {
    1.0 / (1.0 + (strengths[b] - strengths[a]).exp())
}

/// The curvature of the likelihood; what cannot be seen, the mean, is held fast.
fn information(strengths: &[f64], meetings: &[Meeting]) -> Matrix {
    let mut matrix = Matrix::filled(strengths.len(), 1.0 / strengths.len() as f64);
    for meeting in meetings {
        let share = expected(strengths, meeting.players);
        matrix.add_difference(meeting.players, meeting.games * share * (1.0 - share));
    }
    matrix
}

/// Newton's method on the logarithm of the likelihood, which is concave.
fn climb(players: usize, meetings: &[Meeting]) -> Option<Vec<f64>> {
    let mut strengths = vec![0.0; players];
    for _ in 0..STEPS {
        let mut slope = vec![0.0; players];
        for meeting in meetings {
            let surplus = meeting.points - meeting.games * expected(&strengths, meeting.players);
            slope[meeting.players[0]] += surplus;
            slope[meeting.players[1]] -= surplus;
        }
        let step = information(&strengths, meetings).inverse()?.times(&slope);
        let length = step.iter().fold(0.0, |most: f64, step| most.max(step.abs()));
        let shortened = (LONGEST_STEP / length).min(1.0);
        strengths.iter_mut().zip(step).for_each(|(strength, step)| *strength += shortened * step);
        if length < ARRIVED {
            break;
        }
    }
    Some(strengths)
}

/// The errors, from how far the meetings really were from what was expected of
/// them: draws and twin openings scatter less than coins do. (The sandwich
/// estimator: Huber 1967; with the usual correction for small samples.)
fn errors(strengths: &[f64], meetings: &[Meeting], inverse: &Matrix) -> Option<Vec<f64>> {
    let (count, free) = (meetings.len(), strengths.len().saturating_sub(1));
    if count <= free {
        return None;
    }
    let mut scatter = Matrix::filled(strengths.len(), 0.0);
    let mut surprised = false;
    for meeting in meetings {
        let surprise = meeting.points - meeting.games * expected(strengths, meeting.players);
        surprised |= surprise.abs() > ARRIVED.sqrt();
        scatter.add_difference(meeting.players, surprise * surprise);
    }
    // Where nothing has scattered yet, nobody knows how much it would.
    if !surprised {
        return None;
    }
    let small = count as f64 / (count - free) as f64;
    let error = |row: &Vec<f64>| {
        let variance: f64 = row.iter().zip(scatter.times(row)).map(|(a, b)| a * b).sum();
        Z * ELO * (small * variance).sqrt()
    };
    Some(inverse.0.iter().map(error).collect())
}

#[cfg(test)]
mod tests {
    use agon_core::{GameResult, PerPlayer, Rng};

    use super::*;
    use crate::tournament::schedule::{fixture_at, round_robin};
    use crate::{Fixture, Pairs};

    /// Meetings of two games by the half points of the first player.
    fn duel(counts: [u64; 5]) -> Results {
        let mut results = Results::new(2);
        let mut opening = 0;
        for (half_points, count) in counts.into_iter().enumerate() {
            for _ in 0..count {
                let one = [GameResult::SecondWins, GameResult::Draw, GameResult::FirstWins][half_points.min(2)];
                let two =
                    [GameResult::SecondWins, GameResult::Draw, GameResult::FirstWins][half_points - half_points.min(2)];
                for result in [one, two] {
                    results.add(&Fixture { round: 0, players: PerPlayer([0, 1]), opening }, result);
                }
                opening += 1;
            }
        }
        results
    }

    #[test]
    fn of_two_players_the_difference_is_elo() {
        let counts = [34, 54, 63, 64, 75];
        let (ratings, elo) = (duel(counts).ratings().unwrap(), crate::Counts(counts).elo().unwrap());
        assert!((ratings.elo[0] - ratings.elo[1] - elo.elo).abs() < 1e-6);
        // Each is half the difference, and so is its error.
        let error = ratings.error.unwrap();
        assert!((2.0 * error[0] / elo.error - 1.0).abs() < 0.01, "{error:?} {elo:?}");
        assert!(!ratings.prior);
    }

    #[test]
    fn who_wins_everything_still_has_a_rating() {
        let ratings = duel([0, 0, 0, 0, 10]).ratings().unwrap();
        assert!(ratings.prior && ratings.elo[0].is_finite() && ratings.elo[0] > 200.0);
        assert_eq!(Pairs::default().elo(), None);
        assert_eq!(Results::new(3).ratings(), None);
        assert_eq!(duel([0, 0, 1, 0, 0]).ratings().unwrap().error, None);
        assert_eq!(duel([0, 0, 7, 0, 0]).ratings().unwrap().error, None);
    }

    #[test]
    fn intervals_hold_the_truth_as_often_as_they_say() {
        const TOURNAMENTS: u32 = 600;
        const TRUTH: [f64; 5] = [150.0, 50.0, 0.0, -80.0, -120.0];
        let (pairings, mut rng) = (round_robin(5), Rng::new(1));
        let all: Vec<Fixture> = (0..10 * 40).map(|at| fixture_at(&pairings, 40, at)).collect();
        let mut held = [0; 5];
        for _ in 0..TOURNAMENTS {
            let mut results = Results::new(5);
            for fixture in &all {
                let [one, two] = fixture.players.0;
                let share = 1.0 / (1.0 + ((TRUTH[two] - TRUTH[one]) / ELO).exp());
                let lot = rng.unit();
                // Three games of ten are drawn, whoever is stronger.
                let result = if lot < 0.3 {
                    GameResult::Draw
                } else if lot < 0.3 + 0.7 * share {
                    GameResult::FirstWins
                } else {
                    GameResult::SecondWins
                };
                results.add(fixture, result);
            }
            let ratings = results.ratings().unwrap();
            let error = ratings.error.unwrap();
            let truth = fitted();
            for player in 0..5 {
                held[player] += u32::from((ratings.elo[player] - truth[player]).abs() <= error[player]);
            }
        }
        // Of 600, 95 % are 570, with a standard deviation of 5.3.
        assert!(held.iter().all(|held| (554..=586).contains(held)), "{held:?}");
    }

    /// What the ratings tend to with ever more games: draws shift expected
    /// scores towards one half, so it is not the truth that games were drawn from.
    fn fitted() -> Vec<f64> {
        const TRUTH: [f64; 5] = [150.0, 50.0, 0.0, -80.0, -120.0];
        let meeting = |players: [usize; 2]| {
            let share = 1.0 / (1.0 + ((TRUTH[players[1]] - TRUTH[players[0]]) / ELO).exp());
            Meeting { players, games: 1.0, points: 0.15 + 0.7 * share }
        };
        let meetings: Vec<Meeting> = round_robin(5).into_iter().map(meeting).collect();
        climb(5, &meetings).unwrap().into_iter().map(|strength| ELO * strength).collect()
    }
}
