//! `agon ugi`

use anyhow::Result;

use crate::weights;

/// Arguments of `agon ugi`.
#[derive(clap::Args)]
pub struct Args {
    /// The game's name; `agon games` lists them
    game: String,
}

/// Speaks the engine protocol until `quit` or the end of the input.
pub fn run(args: &Args) -> Result<()> {
    agon_ugi::run(agon_games::game_of(&args.game)?, &mut agon_agents::make, weights::agent)
}
