//! One search on many processes, over MPI: `mpirun -n N agon-mpi best GAME`
//! and `mpirun -n N agon-mpi ugi GAME`; `agon-mpi launch` starts `mpirun` by
//! itself and survives the loss of a rank.

mod best;
mod guard;
mod helper;
mod launch;
mod leader;
mod rank;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// One search of Agon on many machines, over MPI.
#[derive(Parser)]
#[command(name = "agon-mpi", version, arg_required_else_help = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Ask an agent for the best move; to be run by mpirun
    Best(best::Args),
    /// Speak the engine protocol UGI on rank 0; to be run by mpirun
    Ugi(leader::UgiArgs),
    /// Run mpirun, and start it again with fewer ranks when one is lost
    Launch(launch::Args),
}

fn main() -> ExitCode {
    let done = match Cli::parse().command {
        Command::Best(args) => rank::run(args.ranks, move |team| best::run(&args, team)),
        Command::Ugi(args) => rank::run(args.ranks, move |team| leader::ugi(&args, team)),
        Command::Launch(args) => launch::run(&args),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::from(2)
        }
    }
}
