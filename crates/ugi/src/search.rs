//! `go`: a search on a thread of its own, so that commands are heard meanwhile.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use agon_agents::{Range, Report, ThinkError};
use agon_core::DynPlay;
use agon_search::{Clock, Limits};
use anyhow::{Context, Result, bail};

use super::output::say_or_end;
use super::state::{SharedThinker, State};
use crate::trace::{Log, USUAL_NODES};

/// A search that is running.
pub struct Search {
    stop: Arc<AtomicBool>,
    endless: bool,
    thread: JoinHandle<()>,
}

impl Search {
    /// Starts thinking with the limits that follow `go`.
    pub fn start(state: &mut State<'_>, limits: &str) -> Result<Self> {
        // The time runs from here on, whatever has to be made first.
        let asked = Instant::now();
        let (limits, endless) = parse(limits)?;
        let (thinker, play) = (state.thinker()?, state.position());
        let log = state.log();
        let stop = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&stop);
        let think = move || think(&thinker, &*play, &limits.after(asked.elapsed()), endless, &flag, log);
        let thread = thread::Builder::new().spawn(think).context("the search cannot be started")?;
        Ok(Search { stop, endless, thread })
    }

    /// Ends it, and waits for its answer.
    pub fn stop(self) {
        self.stop.store(true, Ordering::Relaxed);
        // A search that panicked has said so on standard error; there is nothing to add.
        let _ = self.thread.join();
    }

    /// Waits until it ends by itself; one that never would is stopped.
    pub fn wait(self) {
        if self.endless {
            self.stop();
        } else {
            let _ = self.thread.join();
        }
    }
}

fn think(
    thinker: &SharedThinker,
    play: &dyn DynPlay,
    limits: &Limits,
    endless: bool,
    stop: &Arc<AtomicBool>,
    mut log: Option<(Log, PathBuf)>,
) {
    let mut thinker = thinker.lock().unwrap_or_else(PoisonError::into_inner);
    let (mut told, wants_log) = (None, log.is_some());
    let mut tell = |report: &Report| {
        say_or_end(&infos(report));
        told = Some(report.clone());
        if let Some((log, _)) = &mut log {
            log.hear(report);
        }
    };
    let answer = if wants_log {
        thinker.think_traced(play, limits, stop, &mut tell, USUAL_NODES).map(|(report, seen)| (report, Some(seen)))
    } else {
        thinker.think(play, limits, stop, &mut tell).map(|report| (report, None))
    };
    // Several searches write one file, one after the other.
    if let (Ok((report, Some(seen))), Some((log, file))) = (&answer, log)
        && let Err(error) = log.write(&file, true, report, seen)
    {
        say_or_end(&[format!("info string error: {error:#}")]);
    }
    let answer = answer.map(|(report, _)| report);
    // An endless search answers only when it is told to.
    while endless && !stop.load(Ordering::Relaxed) {
        thread::sleep(Duration::from_millis(1));
    }
    say_or_end(&answer_lines(answer, told));
}

/// The answer, after what has been found since the search last told of it.
fn answer_lines(answer: Result<Report, ThinkError>, told: Option<Report>) -> Vec<String> {
    match answer {
        Ok(report) => {
            // The clock runs on, but that is no news.
            let Report { time, nps, hashfull, .. } = report;
            let known = told.is_some_and(|told| infos(&Report { time, nps, hashfull, ..told }) == infos(&report));
            let best = report.best.clone().unwrap_or_else(|| "none".to_string());
            let news = if known { Vec::new() } else { infos(&report) };
            news.into_iter().chain([format!("bestmove {best}")]).collect()
        }
        // The asker waits for a `bestmove`, even when there is none.
        Err(error) => vec![format!("info string error: {error}"), "bestmove none".to_string()],
    }
}

/// A line for each of the best lines where there are several, one for the search otherwise.
fn infos(report: &Report) -> Vec<String> {
    match &report.lines[..] {
        [] | [_] => vec![info(report, "", &report.score.told(report.at_most), &report.pv)],
        lines => (1..)
            .zip(lines.iter().zip(&report.lines_at_most))
            .map(|(number, ((score, pv), at_most))| {
                info(report, &format!(" multipv {number}"), &score.told(*at_most), pv)
            })
            .collect(),
    }
}

fn info(report: &Report, which: &str, score: &str, pv: &[String]) -> String {
    let Report { depth, seldepth, nodes, nps, hashfull, .. } = report;
    let time = report.time.as_millis();
    let playouts = if report.playouts > 0 { format!(" playouts {}", report.playouts) } else { String::new() };
    let pv = if pv.is_empty() { String::new() } else { format!(" pv {}", pv.join(" ")) };
    format!(
        "info depth {depth} seldepth {seldepth}{which} nodes {nodes} nps {nps} time {time} hashfull {hashfull}{playouts} score {score}{pv}"
    )
}

/// Reads the limits of `go`, and whether it is to think until it is stopped.
fn parse(text: &str) -> Result<(Limits, bool)> {
    let mut limits = Limits::default();
    let mut clock = None::<Clock>;
    let mut endless = false;
    let mut words = text.split_whitespace();
    while let Some(word) = words.next() {
        if word == "infinite" {
            endless = true;
            continue;
        }
        let known = ["p1time", "p2time", "p1inc", "p2inc", "movetime", "depth", "nodes", "playouts"];
        if !known.contains(&word) {
            bail!("unknown limit `{word}`; the limits are {}, infinite", known.join(", "));
        }
        let text = words.next().with_context(|| format!("`{word}` needs a number"))?;
        let number: u64 =
            text.parse().ok().with_context(|| format!("{word} cannot be `{text}`: it takes a whole number"))?;
        let time = Duration::from_millis(number);
        match word {
            "p1time" => clock.get_or_insert_default().left.0[0] = time,
            "p2time" => clock.get_or_insert_default().left.0[1] = time,
            "p1inc" => clock.get_or_insert_default().increment.0[0] = time,
            "p2inc" => clock.get_or_insert_default().increment.0[1] = time,
            "movetime" => limits.time = Some(time),
            "depth" => limits.depth = Some(number.min(Range::DEPTH.max) as u32),
            "nodes" => limits.nodes = Some(number),
            _ => limits.playouts = Some(number),
        }
    }
    limits.clock = clock;
    if endless {
        limits = Limits { time: Some(Duration::MAX), ..limits };
    }
    Ok((limits, endless))
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use agon_agents::Settings;
    use agon_core::Options;

    use super::*;

    /// What is told of a search of the start of Tile Sum by this agent.
    fn told(agent: &str) -> (Report, Vec<String>) {
        let info = agon_games::game_of("tilesum").unwrap();
        let game = agon_games::open("tilesum", Options::defaults(info.options)).unwrap();
        let play = game.position("0,0,0/0,(0),0/0,0,0 0 0").unwrap();
        let settings = Settings { hash: 1, ..Settings::default() };
        let mut thinker = agon_agents::make(&*game, &agent.parse().unwrap(), settings).unwrap();
        let limits = Limits { depth: Some(3), ..Limits::default() };
        let report = thinker.think(&*play, &limits, &Arc::new(AtomicBool::new(false)), &mut |_| {}).unwrap();
        let lines = infos(&report);
        (report, lines)
    }

    #[test]
    fn several_lines_are_told_one_by_one_best_first() {
        let (report, lines) = told("alphabeta:lines=3");
        assert_eq!(lines.len(), 3);
        for (number, line) in (1..).zip(&lines) {
            assert!(line.contains(&format!(" multipv {number} ")), "{line}");
        }
        let firsts: std::collections::HashSet<_> = report.lines.iter().map(|(_, pv)| &pv[0]).collect();
        assert_eq!(firsts.len(), 3);
        assert!(lines[0].ends_with(&format!(" score {} pv {}", report.score, report.pv.join(" "))), "{}", lines[0]);
        let (_, lines) = told("alphabeta");
        assert!(lines.len() == 1 && !lines[0].contains("multipv"), "{lines:?}");
    }
}
