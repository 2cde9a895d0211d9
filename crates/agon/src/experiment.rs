//! `agon experiment`

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::thread;

use agon_agents::Range;
use agon_lab::{Circumstances, Experiment, Progress};
use anyhow::{Context, Result};
use serde_json::json;

use crate::args::{print_json, within};
use crate::{interrupt, progress};

/// Arguments of `agon experiment`.
#[derive(clap::Args)]
pub struct Args {
    /// The file that describes the experiment
    file: PathBuf,
    /// The folder for records, tables and report [default: results/ and the name of the file]
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
    /// Run its short form, which only shows that it runs
    #[arg(long)]
    short: bool,
    /// Games played at a time
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = within::<usize>(Range::CONCURRENCY))]
    concurrency: usize,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Runs an experiment, or goes on with it.
pub fn run(args: &Args) -> Result<()> {
    let name = || args.file.display().to_string();
    let text = fs::read_to_string(&args.file).with_context(name)?;
    let mut experiment = Experiment::parse(&text).with_context(name)?;
    if args.short {
        experiment = experiment.short();
    }
    let folder = args.out.clone().unwrap_or_else(|| folder(&args.file, args.short));
    let stop = interrupt::flag()?;
    let bar = progress::bar(experiment.length() as u64, "experiment");
    let (mut games, mut measured) = (0, 0);
    let finished = experiment.run(&folder, &circumstances(args), &stop, &mut |progress| {
        match progress {
            Progress::Game => games += 1,
            Progress::Measured => measured += 1,
        }
        bar.inc(1);
    })?;
    bar.finish_and_clear();
    let report = folder.join("report.html");
    if args.json {
        print_json(&json!({
            "title": experiment.title, "games": games, "measurements": measured, "finished": finished,
            "folder": folder.display().to_string(), "report": report.display().to_string(),
        }))?;
    } else {
        let mut out = anstream::stdout().lock();
        writeln!(out, "{}: {games} games, {measured} measurements\n{}", experiment.title, report.display())?;
    }
    if finished {
        Ok(())
    } else {
        interrupt::end(&format!(" after {games} games and {measured} measurements; the same command goes on"))
    }
}

fn folder(file: &Path, short: bool) -> PathBuf {
    let stem = file.file_stem().unwrap_or_default().to_string_lossy();
    Path::new("results").join(format!("{stem}{}", if short { "-short" } else { "" }))
}

fn circumstances(args: &Args) -> Circumstances {
    let mut command = format!("agon experiment {}", args.file.display());
    if args.short {
        command.push_str(" --short");
    }
    if args.concurrency > 1 {
        command = format!("{command} --concurrency {}", args.concurrency);
    }
    Circumstances {
        version: format!("Agon {}", env!("CARGO_PKG_VERSION")),
        machine: machine(),
        date: jiff::Zoned::now().date().to_string(),
        command,
        concurrency: args.concurrency,
    }
}

/// The machine in a line: its processor, as far as the system tells, and its kind.
pub fn machine() -> String {
    let told = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = told.lines().find(|line| line.starts_with("model name")).and_then(|line| line.split_once(": "));
    let model = model.map_or_else(String::new, |(_, model)| format!("{}, ", model.trim()));
    let threads = thread::available_parallelism().map_or(1, usize::from);
    format!("{model}{threads} threads, {} {}", std::env::consts::OS, std::env::consts::ARCH)
}
