//! Weights from files: only the command line opens them, and hands them on as bytes.

use std::fs;

use agon_agents::Spec;
use agon_core::mix;
use agon_lab::Contender;
use anyhow::{Result, anyhow};

/// Reads an agent's text, and the file of weights that it names, if it names one.
pub fn agent(text: &str) -> Result<Spec> {
    let mut agent = text.parse()?;
    load(&mut agent)?;
    Ok(agent)
}

/// Reads a player's text in the same way.
pub fn player(text: &str) -> Result<Contender> {
    let mut player = text.parse()?;
    if let Contender::Agent(agent) = &mut player {
        load(agent)?;
    }
    Ok(player)
}

/// Reads the weights. A number that stands for them becomes part of the agent's text: so a
/// record says by which weights it was played, and a run is not resumed with others.
fn load(agent: &mut Spec) -> Result<()> {
    let param = agent.file_param();
    let Some((_, file)) = agent.params.iter_mut().find(|(name, _)| name == param) else { return Ok(()) };
    let bytes = fs::read(&*file).map_err(|error| anyhow!("cannot read the weights `{file}`: {error}"))?;
    let sum = bytes.iter().fold(0, |sum, byte| mix(sum ^ u64::from(*byte)));
    *file = format!("{file}#{:08x}", sum >> 32);
    agent.weights = Some(bytes.into());
    Ok(())
}
