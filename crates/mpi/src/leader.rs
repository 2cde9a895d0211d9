//! Rank 0: the agent that the other ranks help, and UGI.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use std::{env, process, thread};

use agon_agents::{Decision, Report, Settings, Spec, SpecError, ThinkError, Thinker, TraceText};
use agon_core::{DynGame, DynPlay};
use agon_search::{Limits, Team};
use agon_ugi::say;
use anyhow::Result;

use crate::guard::{ALIVE, SUPERVISED};
use crate::helper;
use crate::rank::RankArgs;

/// Arguments of `agon-mpi ugi`.
#[derive(clap::Args)]
pub struct UgiArgs {
    /// The game's name; `agon games` lists them
    game: String,
    #[command(flatten)]
    pub ranks: RankArgs,
}

/// Speaks UGI until `quit` or the end of the input.
pub fn ugi(args: &UgiArgs, team: &Arc<Team>) -> Result<()> {
    say(&[format!("info string {} ranks, rank 0 is process {}", team.size(), process::id())])?;
    if env::var_os(SUPERVISED).is_some() {
        thread::spawn(|| {
            while say(&[ALIVE.to_string()]).is_ok() {
                thread::sleep(Duration::from_secs(1));
            }
        });
    }
    let mut make = |game: &dyn DynGame, spec: &Spec, settings: Settings| {
        let (thinker, joins) = make(team, game, spec, settings)?;
        let made: Box<dyn Thinker> = if joins {
            Box::new(Counting { thinker, team: Arc::clone(team) })
        } else {
            // Nobody to tell where the output is lost: the next answer finds out.
            let _ = say(&[alone(spec)]);
            thinker
        };
        Ok(made)
    };
    agon_ugi::run(agon_games::game_of(&args.game)?, &mut make, |text| Ok(text.parse()?))
}

/// What is said of an agent that cannot search with others.
pub fn alone(spec: &Spec) -> String {
    format!("info string {} searches on rank 0 only", spec.name)
}

/// Makes an agent here and on the other ranks; and whether they help it.
pub fn make(
    team: &Arc<Team>,
    game: &dyn DynGame,
    spec: &Spec,
    settings: Settings,
) -> Result<(Box<dyn Thinker>, bool), SpecError> {
    let mut thinker = agon_agents::make(game, spec, settings)?;
    let joins = thinker.join(team);
    if joins {
        helper::tell_agent(team, game, spec, settings);
    }
    Ok((thinker, joins))
}

/// An agent that tells after each search how many moves each rank has made.
struct Counting {
    thinker: Box<dyn Thinker>,
    team: Arc<Team>,
}

impl Thinker for Counting {
    fn choose(&mut self, play: &dyn DynPlay, limits: &Limits, stop: &Arc<AtomicBool>) -> Result<Decision, ThinkError> {
        self.thinker.choose(play, limits, stop)
    }

    fn think(
        &mut self,
        play: &dyn DynPlay,
        limits: &Limits,
        stop: &Arc<AtomicBool>,
        report: &mut dyn FnMut(&Report),
    ) -> Result<Report, ThinkError> {
        let found = self.thinker.think(play, limits, stop, report)?;
        let nodes: Vec<String> = self.team.nodes_by_rank(found.nodes).iter().map(u64::to_string).collect();
        // Where the output is lost, the answer that follows finds out.
        let _ = say(&[format!("info string nodes by rank {}", nodes.join(" "))]);
        Ok(found)
    }

    fn limits(&self) -> Limits {
        self.thinker.limits()
    }

    fn think_traced(
        &mut self,
        play: &dyn DynPlay,
        limits: &Limits,
        stop: &Arc<AtomicBool>,
        report: &mut dyn FnMut(&Report),
        most: u32,
    ) -> Result<(Report, TraceText), ThinkError> {
        self.thinker.think_traced(play, limits, stop, report, most)
    }

    fn new_game(&mut self) {
        self.thinker.new_game();
    }

    fn get_ready(&mut self) {
        self.thinker.get_ready();
    }

    fn join(&mut self, team: &Arc<Team>) -> bool {
        self.thinker.join(team)
    }
}
