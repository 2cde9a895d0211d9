//! What agents take from files (weights, tables of positions, books): only the command line opens
//! them, and hands them on.

use std::fs;
use std::sync::Arc;

use agon_agents::{Book, Spec};
use agon_core::mix;
use agon_lab::Contender;
use agon_search::Tablebase;
use anyhow::{Result, anyhow};

/// Reads an agent's text, and the files that it names, if it names any.
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

/// Reads the files. A number that stands for what one holds becomes part of the agent's text: so
/// a record says by which it was played, and a run is not resumed with another.
fn load(agent: &mut Spec) -> Result<()> {
    if let Some(bytes) = read(agent, agent.file_param(), "the weights")? {
        agent.weights = Some(bytes.into());
    }
    if let Some((_, file)) = agent.params.iter().find(|(name, _)| name == Spec::TABLEBASE) {
        let file = file.clone();
        if let Some(bytes) = read(agent, Spec::TABLEBASE, "the table")? {
            let table = Tablebase::from_bytes(&bytes).map_err(|error| anyhow!("{file}: {error}"))?;
            agent.tablebase = Some(Arc::new(table));
        }
    }
    if let Some((_, file)) = agent.params.iter().find(|(name, _)| name == Spec::BOOK) {
        let file = file.clone();
        if let Some(bytes) = read(agent, Spec::BOOK, "the book")? {
            let book = Book::from_bytes(&bytes).map_err(|error| anyhow!("{file}: {error}"))?;
            agent.book = Some(Arc::new(book));
        }
    }
    Ok(())
}

/// What the file holds that a parameter names, if it is given.
fn read(agent: &mut Spec, param: &str, what: &str) -> Result<Option<Vec<u8>>> {
    let Some((_, file)) = agent.params.iter_mut().find(|(name, _)| name == param) else { return Ok(None) };
    let bytes = fs::read(&*file).map_err(|error| anyhow!("cannot read {what} `{file}`: {error}"))?;
    let sum = bytes.iter().fold(0, |sum, byte| mix(sum ^ u64::from(*byte)));
    *file = format!("{file}#{:08x}", sum >> 32);
    Ok(Some(bytes))
}
