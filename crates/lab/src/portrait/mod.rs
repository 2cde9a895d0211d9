//! A game's portrait: what its designer would ask of it, answered by playing it.

mod board;
mod boards;
mod charts;
mod firsts;
mod hall;
mod page;
mod scale;
mod share;
mod shortest;
mod sizes;
mod squares;
mod strength;
mod tell;
mod walk;
mod words;

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use agon_core::{DynGame, Player};
use serde::Serialize;

pub use firsts::{FirstMove, Firsts};
pub use scale::Scale;
pub use share::Share;
pub use shortest::ShortGame;
pub use sizes::{Estimate, Sizes};
pub use squares::Squares;
pub use strength::{Chain, Rung, Step};

use crate::experiment::{occupy, write};
use crate::{Circumstances, LabError, Puzzle, PuzzleHunt};
use hall::Hall;
use scale::Plan;
use walk::Walks;

/// How a portrait is made.
#[derive(Clone, Copy, Debug)]
pub struct Sitting {
    /// How much is spent on it.
    pub scale: Scale,
    /// Seed for the random number generator.
    pub seed: u64,
}

/// Everything that was found out about a game. Players are counted as
/// everywhere: player 1 is the side that the rules name so, whoever begins.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Portrait {
    /// The name of the game.
    pub game: String,
    /// Its options, those at their defaults left out.
    pub options: BTreeMap<String, String>,
    /// How much was spent: `small`, `usual` or `large`.
    pub budget: String,
    /// What everything followed from.
    pub seed: u64,
    /// Who begins: 1 or 2.
    pub begins: usize,
    /// Random half moves that open the games at rising strength and those of the skill chain.
    pub opening_plies: u32,
    /// Random games.
    pub random: RandomGames,
    /// How large the game is.
    pub sizes: Sizes,
    /// The same player against itself, thinking more and more.
    pub strengths: Vec<Rung>,
    /// The same player against one that thinks half as much.
    pub chain: Chain,
    /// How games are opened.
    pub openings: Firsts,
    /// Where moves end.
    pub squares: Squares,
    /// The shortest game that somebody won, at random and by players who think.
    pub shortest: Vec<ShortGame>,
    /// Positions in which one move wins, and only one.
    pub puzzles: Vec<Puzzle>,
}

/// What random games tell.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RandomGames {
    /// How many games.
    pub games: u64,
    /// Moves to choose from, on average.
    pub branching: f64,
    /// The same by half move, as far as a hundredth of the games went on; missing where nobody chooses.
    pub branching_by_ply: Vec<Option<f64>>,
    /// Half moves of a game, on average.
    pub plies: f64,
    /// The shortest and the longest game, in half moves.
    pub range: [u32; 2],
    /// Games by their half moves.
    pub lengths: BTreeMap<u32, u64>,
    /// Games that somebody won.
    pub decisive: Share,
    /// What the player who begins took of the points.
    pub first: Share,
    /// How games ended: for each word, games won by player 1, by player 2, by nobody.
    pub endings: BTreeMap<String, [u64; 3]>,
}

impl RandomGames {
    fn of(walks: &Walks, first: Player) -> Self {
        let games = walks.games.len() as u64;
        let winners = || walks.games.iter().map(|walk| walk.outcome.and_then(|outcome| outcome.winner));
        let decisive = winners().flatten().count();
        let won = winners().filter(|winner| *winner == Some(first)).count();
        let mut lengths: BTreeMap<u32, u64> = BTreeMap::new();
        for walk in &walks.games {
            *lengths.entry(walk.plies).or_default() += 1;
        }
        let ends = [lengths.keys().next(), lengths.keys().next_back()].map(|end| end.copied().unwrap_or(0));
        // Means of a few positions would only show how they scatter.
        let enough = (games / 100).max(1);
        let last = walks.choices.iter().rposition(|(positions, _)| *positions >= enough).map_or(0, |at| at + 1);
        let mean = |(positions, moves): &(u64, u64)| (*positions > 0).then(|| *moves as f64 / *positions as f64);
        RandomGames {
            games,
            branching: walks.branching(),
            branching_by_ply: walks.choices[..last].iter().map(mean).collect(),
            plies: walks.length(),
            range: ends,
            lengths,
            decisive: Share::of(decisive as f64, games),
            first: Share::of(won as f64 + (games as f64 - decisive as f64) / 2.0, games),
            endings: walks.endings(),
        }
    }
}

impl Sitting {
    /// Makes the portrait of a game, or what of it is missing in the folder,
    /// and writes it there: the page, all figures, and the games. `tell` hears
    /// what is being done, how much of it is, and how much there is. Gives
    /// nothing if it was stopped.
    pub fn run(
        &self,
        game: &dyn DynGame,
        folder: &Path,
        circumstances: &Circumstances,
        stop: &Arc<AtomicBool>,
        tell: &mut (dyn FnMut(&str, usize, usize) + Send),
    ) -> Result<Option<Portrait>, LabError> {
        let records = folder.join("records");
        let _lock = occupy(folder, &records)?;
        let Some(portrait) = self.paint(game, &records, circumstances, stop, tell)? else { return Ok(None) };
        let path = folder.join("report.json");
        let json = serde_json::to_vec_pretty(&portrait).map_err(|error| LabError::archive(&path, error.to_string()))?;
        write(&path, &json)?;
        write(&folder.join("index.html"), page::page(game, &portrait, circumstances).as_bytes())?;
        Ok(Some(portrait))
    }

    fn paint(
        &self,
        game: &dyn DynGame,
        folder: &Path,
        circumstances: &Circumstances,
        stop: &Arc<AtomicBool>,
        tell: &mut (dyn FnMut(&str, usize, usize) + Send),
    ) -> Result<Option<Portrait>, LabError> {
        let (plan, seed, concurrency) = (Plan::of(self.scale), self.seed, circumstances.concurrency);
        let is_stopped = || stop.load(Ordering::Relaxed);
        let first = game.start().turn().player().unwrap_or(Player::One);
        let walks = Walks::play(game, seed, plan.walks, (concurrency, stop), &mut |done| {
            tell("random games", done, plan.walks);
        });
        let boards = boards::boards(game, seed, plan.looks, stop);
        let positions = sizes::count_positions(game, &walks, plan.memory, stop);
        if is_stopped() {
            return Ok(None);
        }
        let mut hall = Hall {
            game,
            records: folder.to_path_buf(),
            seed,
            concurrency,
            hash: plan.hash,
            openings: strength::openings(&walks),
            date: circumstances.date.clone(),
            stop,
            tell,
        };
        let least = strength::least(walks.branching());
        let (strengths, mut games) = strength::ladder(&mut hall, least, &plan, first)?;
        let squares = Squares::of(game, &games[games.len() / 2]);
        let mut steps = Vec::new();
        // The first two rungs have no half: one is random, the other the least there is.
        for rung in &strengths[2..] {
            let (step, records) = strength::step(&mut hall, rung.nodes, plan.games)?;
            steps.push(step);
            games.push(records);
        }
        let strongest = strengths[strengths.len() - 1].nodes;
        let (openings, records) = Firsts::play(&mut hall, strongest, plan.openings, first)?;
        games.push(records);
        let mut played = games.concat();
        if is_stopped() {
            return Ok(None);
        }
        let shortest = [ShortGame::of_walks(game, &walks, seed), ShortGame::of_records(game, &played)];
        let (most, nodes) = plan.puzzles;
        let hunt = PuzzleHunt { nodes, most: Some(most), concurrency };
        // The strongest players' games were played last: theirs are the best puzzles.
        played.reverse();
        let mut done = 0;
        let puzzles = hunt.search(game, &played, stop, &mut |all| {
            done += 1;
            (hall.tell)("puzzles", done, all);
        });
        let options = game.options().changed().map(|(name, value)| (name.to_string(), value.to_string()));
        let portrait = Portrait {
            game: game.info().name.to_string(),
            options: options.collect(),
            budget: self.scale.to_string(),
            seed,
            begins: first.index() + 1,
            opening_plies: hall.openings,
            random: RandomGames::of(&walks, first),
            sizes: Sizes::of(&walks, boards, positions, seed),
            strengths,
            chain: Chain::of(steps),
            openings,
            squares,
            shortest: shortest.into_iter().flatten().collect(),
            puzzles,
        };
        Ok((!is_stopped()).then_some(portrait))
    }
}
