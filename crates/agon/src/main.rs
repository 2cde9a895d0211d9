//! The command line of Agon: it reads arguments, calls the libraries, and
//! prints.

// What cannot be written is an error to return, or of no account: never a panic.
#![warn(clippy::print_stdout, clippy::print_stderr)]

mod args;
mod bench;
mod best;
mod board;
mod book;
mod conditions;
mod contest;
mod experiment;
mod games;
mod home;
mod interrupt;
mod perft;
mod play;
mod progress;
mod puzzles;
mod record;
mod report;
mod selfplay;
mod serve;
mod solve;
mod sprt;
mod tablebase;
mod tell;
mod tournament;
mod train;
mod ugi;
mod warnings;
mod weights;

use std::io;
use std::process::ExitCode;

use clap::error::ErrorKind;
use clap::{Arg, ArgAction, CommandFactory, FromArgMatches, Parser, Subcommand};

use crate::tell::tell;

/// Abstract strategy games: play them, count them, study them.
#[derive(Parser)]
#[command(name = "agon", version, arg_required_else_help = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// List the games with their options
    Games(games::Args),
    /// Play a game in the terminal
    Play(play::Args),
    /// Serve the web app
    Serve(serve::Args),
    /// Ask an agent for the best move
    Best(best::Args),
    /// Count the lines of a number of plies
    Perft(perft::Args),
    /// Measure the speed of rules and searches
    Bench(bench::Args),
    /// Play a match between two players
    Match(Box<contest::Args>),
    /// Test whether one player is stronger, with as few games as that takes
    Sprt(Box<sprt::Args>),
    /// Play a tournament of many players
    Tournament(Box<tournament::Args>),
    /// Run an experiment that a file describes, and write its report
    Experiment(experiment::Args),
    /// Let an agent play against itself, and write positions to learn from
    Selfplay(selfplay::Args),
    /// Train a network to judge a game's positions
    Train(Box<train::Args>),
    /// Make a game's portrait: one page for its designer
    Report(report::Args),
    /// Find positions in which one move wins, and only one
    Puzzles(puzzles::Args),
    /// Prove who wins
    Solve(solve::Args),
    /// Build, show and merge opening books
    Book(book::Args),
    /// Build a table of who wins in every position, and verify it
    Tablebase(tablebase::Args),
    /// Show, replay, check and convert recorded games
    Record(record::Args),
    /// Speak the engine protocol UGI on standard input and output
    Ugi(ugi::Args),
}

fn main() -> ExitCode {
    let parsed = with_negative_numbers(Cli::command()).try_get_matches();
    let cli = match parsed.and_then(|mut matches| Cli::from_arg_matches_mut(&mut matches)) {
        Ok(cli) => cli,
        Err(error) => return usage(&error),
    };
    warnings::listen();
    let done = match cli.command {
        Command::Games(args) => games::run(&args),
        Command::Play(args) => play::run(&args),
        Command::Serve(args) => serve::run(&args),
        Command::Best(args) => best::run(&args),
        Command::Perft(args) => perft::run(&args),
        Command::Bench(args) => bench::run(&args),
        Command::Match(args) => contest::run(&args),
        Command::Sprt(args) => sprt::run(&args),
        Command::Tournament(args) => tournament::run(&args),
        Command::Experiment(args) => experiment::run(&args),
        Command::Selfplay(args) => selfplay::run(&args),
        Command::Train(args) => train::run(&args),
        Command::Report(args) => report::run(&args),
        Command::Puzzles(args) => puzzles::run(&args),
        Command::Solve(args) => solve::run(&args),
        Command::Book(args) => book::run(&args),
        Command::Tablebase(args) => tablebase::run(&args),
        Command::Record(args) => record::run(&args),
        Command::Ugi(args) => ugi::run(&args),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        // Whoever reads our output has seen enough.
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            tell(format_args!("error: {error:#}"));
            ExitCode::from(2)
        }
    }
}

/// A number below zero is a wrong value of its argument, not an argument of its own.
fn with_negative_numbers(command: clap::Command) -> clap::Command {
    let takes_value = |arg: &Arg| matches!(arg.get_action(), ArgAction::Set | ArgAction::Append);
    command
        .mut_args(|arg| if takes_value(&arg) { arg.allow_negative_numbers(true) } else { arg })
        .mut_subcommands(with_negative_numbers)
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let io = error.downcast_ref::<io::Error>().map(io::Error::kind);
    let json = error.downcast_ref::<serde_json::Error>().and_then(serde_json::Error::io_error_kind);
    [io, json].contains(&Some(io::ErrorKind::BrokenPipe))
}

/// Help goes to standard output; a wrong argument is answered in one line.
fn usage(error: &clap::Error) -> ExitCode {
    if matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion) {
        return match error.print() {
            Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
                tell(format_args!("error: {error}"));
                ExitCode::from(2)
            }
            _ => ExitCode::SUCCESS,
        };
    }
    if error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        let _ = error.print();
        return ExitCode::from(2);
    }
    let text = error.render().to_string();
    let told: Vec<&str> = text
        .lines()
        .map(str::trim)
        .take_while(|line| !line.starts_with("Usage:") && !line.starts_with("For more information"))
        .filter(|line| !line.is_empty())
        .collect();
    tell(format_args!("{} (see --help)", told.join(" ")));
    ExitCode::from(2)
}
