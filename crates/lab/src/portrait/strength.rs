//! The same player thinking more and more: against itself, and against the
//! one that thinks half as much.

use std::collections::BTreeMap;

use agon_core::{GameResult, Player, Record};
use serde::Serialize;

use super::Share;
use super::hall::{Hall, Meeting, ending};
use super::scale::Plan;
use super::walk::Walks;
use crate::LabError;
use crate::tally::half_points;

/// The fewest random half moves that open a game, where games are long enough: an even
/// number, so that who begins still is who chooses first.
const OPENINGS: u32 = 2;
/// How many times as long as its opening a game should at least be.
const GAME_TO_OPENING: f64 = 4.0;
/// How many openings are enough for games that differ.
const ENOUGH_LINES: f64 = 1000.0;
/// A doubling counts for the skill chain when it takes this part of the points: two to one.
const BAR: f64 = 2.0 / 3.0;
/// The least thinking that is worth the name, in moves made.
const LEAST: u64 = 16;

/// Games of a player against itself.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Rung {
    /// The player.
    pub player: String,
    /// How many moves it makes in its head before each on the board; 0 for the random player.
    pub nodes: u64,
    /// How many games.
    pub games: u64,
    /// What the player who begins took of the points.
    pub first: Share,
    /// Drawn games.
    pub draws: Share,
    /// Half moves of a game, on average, the opening among them.
    pub plies: f64,
    /// How games ended: for each word, games won by player 1, by player 2, by nobody.
    pub endings: BTreeMap<String, [u64; 3]>,
}

/// Games of a player against one that thinks half as much.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Step {
    /// How much the one thinks; the other half of it.
    pub nodes: u64,
    /// Games won by the one that thinks more.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// What it took of the points.
    pub score: Share,
    /// Whether that is two to one, or more.
    pub holds: bool,
}

/// How many doublings in a row each beat the last two to one.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Chain {
    /// What counts: this part of the points.
    pub bar: f64,
    /// All doublings that were played.
    pub steps: Vec<Step>,
    /// The longest row of doublings that held.
    pub length: usize,
    /// The least thinking of that row.
    pub from: u64,
    /// Whether it ended because the next doubling did not hold; otherwise because no more were played.
    pub broken: bool,
}

/// Random half moves that open each game: more where few lead to few different games,
/// none where they would end most of them.
pub(super) fn openings(walks: &Walks) -> u32 {
    let longer = walks.games.iter().filter(|walk| walk.plies > OPENINGS).count();
    if 2 * longer < walks.games.len() {
        return 0;
    }
    let lines = |plies: u32| -> f64 {
        let choices = walks.choices.iter().take(plies as usize);
        choices.map(|(positions, moves)| *moves as f64 / (*positions).max(1) as f64).product()
    };
    let most = (walks.length() / GAME_TO_OPENING) as u32;
    (OPENINGS..=most).step_by(2).find(|plies| lines(*plies) >= ENOUGH_LINES).unwrap_or(OPENINGS.max(most / 2 * 2))
}

/// The least that the player thinks: about once through its moves.
pub(super) fn least(branching: f64) -> u64 {
    (branching.ceil() as u64).next_power_of_two().max(LEAST)
}

/// Plays the games at every strength: random, then thinking more and more,
/// doubled as often as the budget allows. Gives the games of each too, but
/// not the random ones.
pub(super) fn ladder(
    hall: &mut Hall<'_>,
    least: u64,
    plan: &Plan,
    first: Player,
) -> Result<(Vec<Rung>, Vec<Vec<Record>>), LabError> {
    let mut rungs = vec![rung(hall, None, plan.games, first)?.0];
    let mut games = Vec::new();
    let mut nodes = least;
    loop {
        let (rung, records) = rung(hall, Some(nodes), plan.games, first)?;
        let cost = 2.0 * nodes as f64 * rung.plies * plan.games as f64;
        rungs.push(rung);
        games.push(records);
        // Two strengths are the least that can be compared.
        if games.len() >= plan.rungs || (games.len() >= 2 && cost > plan.nodes) {
            return Ok((rungs, games));
        }
        nodes *= 2;
    }
}

/// The player that thinks so much.
fn thinking(nodes: u64) -> String {
    format!("best:nodes={nodes}")
}

/// Plays the games at one strength; gives them too.
fn rung(hall: &mut Hall<'_>, nodes: Option<u64>, games: usize, first: Player) -> Result<(Rung, Vec<Record>), LabError> {
    let player = nodes.map_or_else(|| "random".to_string(), thinking);
    let name = nodes.map_or_else(|| "strength-random".to_string(), |nodes| format!("strength-{nodes}"));
    let players = [player.clone(), player.clone()];
    let meeting = Meeting { name, what: "strength", players, games, openings: hall.openings, paired: false };
    let records = hall.play(&meeting)?;
    Ok((Rung::of(player, nodes.unwrap_or(0), &records, first), records))
}

impl Rung {
    fn of(player: String, nodes: u64, records: &[Record], first: Player) -> Self {
        let games = records.len() as u64;
        let all: Vec<&Record> = records.iter().collect();
        let plies: usize = records.iter().map(|record| record.main.plies.len()).sum();
        Rung {
            player,
            nodes,
            games,
            first: Share::of_records(&all, |record| half_points(record.result, first)),
            draws: Share::of_records(&all, |record| 2 * usize::from(record.result == GameResult::Draw)),
            plies: plies as f64 / games.max(1) as f64,
            endings: endings(records),
        }
    }
}

/// How games ended: for each word, games won by player 1, by player 2, by nobody.
fn endings(records: &[Record]) -> BTreeMap<String, [u64; 3]> {
    let mut endings: BTreeMap<String, [u64; 3]> = BTreeMap::new();
    for record in records {
        let place = match record.result {
            GameResult::FirstWins => 0,
            GameResult::SecondWins => 1,
            GameResult::Draw | GameResult::Unfinished => 2,
        };
        endings.entry(ending(record).to_string()).or_default()[place] += 1;
    }
    endings
}

/// Plays a player against one that thinks half as much; gives the games too.
pub(super) fn step(hall: &mut Hall<'_>, nodes: u64, games: usize) -> Result<(Step, Vec<Record>), LabError> {
    let players = [thinking(nodes), thinking(nodes / 2)];
    let name = format!("doubling-{nodes}");
    let meeting =
        Meeting { name, what: "skill chain", players: players.clone(), games, openings: hall.openings, paired: true };
    let records = hall.play(&meeting)?;
    let scored = |record: &Record| {
        let side = if record.tag("First") == Some(&players[0]) { Player::One } else { Player::Two };
        half_points(record.result, side)
    };
    let mut counts = [0; 3];
    for record in &records {
        counts[scored(record)] += 1;
    }
    let [losses, draws, wins] = counts;
    let score = Share::of_records(&records.iter().collect::<Vec<_>>(), scored);
    Ok((Step { nodes, wins, draws, losses, score, holds: score.games > 0 && score.value >= BAR }, records))
}

impl Chain {
    pub(super) fn of(steps: Vec<Step>) -> Self {
        let (mut best, mut at) = (0..0, 0);
        while at < steps.len() {
            let length = steps[at..].iter().take_while(|step| step.holds).count();
            if length > best.len() {
                best = at..at + length;
            }
            at += length + 1;
        }
        let from = steps.get(best.start).map_or(0, |step| step.nodes / 2);
        Chain { bar: BAR, length: best.len(), from, broken: best.end < steps.len(), steps }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chain(holds: &[bool]) -> (usize, u64, bool) {
        let step = |(at, holds): (usize, &bool)| {
            let score = Share::of(if *holds { 8.0 } else { 6.0 }, 10);
            Step { nodes: 32 << at, wins: 0, draws: 0, losses: 0, score, holds: *holds }
        };
        let chain = Chain::of(holds.iter().enumerate().map(step).collect());
        (chain.length, chain.from, chain.broken)
    }

    #[test]
    fn a_chain_is_the_longest_row() {
        assert_eq!(chain(&[true, true, false, true]), (2, 16, true));
        assert_eq!(chain(&[false, true, true, true]), (3, 32, false));
        assert_eq!(chain(&[true, false, true, false]), (1, 16, true));
        assert_eq!(chain(&[false, false]), (0, 16, true));
        assert_eq!(chain(&[]), (0, 0, false));
    }
}
