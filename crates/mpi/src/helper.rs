//! The ranks that help: they hold the same agent as rank 0, and search when it does.

use std::sync::Arc;
use std::sync::mpsc::Receiver;

use agon_agents::{Settings, Spec, Thinker};
use agon_core::{DynGame, Options, SWAP};
use agon_search::{Begin, Limits, Note, Order, Team};
use anyhow::{Context, Result, bail};

/// Ends the ranks that help.
const QUIT: &str = "quit";
/// Begins a text that says which agent to make.
const AGENT: &str = "agent";

/// Tells the ranks that help which agent rank 0 has made.
pub fn tell_agent(team: &Team, game: &dyn DynGame, spec: &Spec, settings: Settings) {
    let Settings { seed, threads, hash } = settings;
    let mut lines =
        vec![AGENT.to_string(), game.info().name.to_string(), spec.to_string(), format!("{seed} {threads} {hash}")];
    lines.extend(game.options().changed().map(|(name, value)| format!("{name}={value}")));
    team.tell(&Note::Text(lines.join("\n")));
}

/// Tells the ranks that help that there is nothing more to do.
pub fn quit(team: &Team) {
    team.tell(&Note::Text(QUIT.to_string()));
}

/// Helps until rank 0 has nothing more to do.
pub fn run(team: &Arc<Team>, orders: &Receiver<Order>) -> Result<()> {
    let mut held: Option<Held> = None;
    for order in orders {
        match order {
            Order::Text(text) if text == QUIT => break,
            Order::Text(text) => {
                // The old tables go before the new ones come.
                held = None;
                match Held::make(team, &text) {
                    Ok(made) => held = made,
                    Err(error) => eprintln!("agon-mpi: rank {}: {error:#}; it cannot help", team.rank()),
                }
            }
            Order::Search(begin, stop) => {
                if let Some(held) = &mut held {
                    let play = held.play(&begin)?;
                    let limits = Limits { depth: begin.depth, nodes: begin.nodes, ..Limits::default() };
                    held.thinker.think(&*play, &limits, &stop, &mut |_| {})?;
                }
            }
        }
    }
    Ok(())
}

/// A game, and an agent for it that has joined.
struct Held {
    game: Box<dyn DynGame>,
    thinker: Box<dyn Thinker>,
}

impl Held {
    /// Makes the agent that a text describes; `None` where it cannot search with others.
    fn make(team: &Arc<Team>, text: &str) -> Result<Option<Held>> {
        let mut lines = text.lines();
        let (Some(AGENT), Some(name), Some(spec), Some(settings)) =
            (lines.next(), lines.next(), lines.next(), lines.next())
        else {
            bail!("rank 0 says something that this build does not understand");
        };
        let info = agon_games::game_of(name)?;
        let mut options = Options::usual(info.options);
        for (name, value) in lines.filter_map(|line| line.split_once('=')) {
            // Searches know only sides: who has swapped is rank 0's concern.
            if name != SWAP {
                options.set(name, value)?;
            }
        }
        let game = agon_games::open(info.name, options)?;
        let numbers: Vec<u64> = settings.split(' ').filter_map(|word| word.parse().ok()).collect();
        let [seed, threads, hash] = numbers[..] else { bail!("rank 0 sends wrong settings") };
        let settings = Settings { seed, threads: threads as usize, hash: hash as usize };
        let mut thinker = agon_agents::make(&*game, &spec.parse()?, settings)?;
        if !thinker.join(team) {
            return Ok(None);
        }
        thinker.get_ready();
        Ok(Some(Held { game, thinker }))
    }

    fn play(&self, begin: &Begin) -> Result<Box<dyn agon_core::DynPlay>> {
        let mut play = self.game.position(&begin.start).context("rank 0 sends a position that cannot be read")?;
        for mv in &begin.moves {
            play.play(mv).context("rank 0 sends a move that cannot be played")?;
        }
        Ok(play)
    }
}
