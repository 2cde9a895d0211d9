//! The log of a search as a file: one JSON object a line, as docs/trace.md describes it.

use std::fs::OpenOptions;
use std::io::{BufWriter, Write};
use std::path::Path;

use agon_agents::{Report, TraceText};
use agon_core::DynPlay;
use agon_search::{Bound, Value};
use anyhow::{Context, Result};
use serde_json::{Value as Json, json};

/// The version of the format.
const VERSION: u32 = 1;

/// Positions that a log keeps when nobody says how many.
pub const USUAL_NODES: u32 = 50_000;

/// What is told of a search beside its positions.
pub struct Log {
    header: Json,
    progress: Vec<Json>,
}

impl Log {
    /// The log of a search by this agent from where a game stands.
    pub fn new(play: &dyn DynPlay, agent: &str) -> Self {
        let header = json!({
            "trace": VERSION, "game": play.info().name, "options": play.options().to_string(),
            "start": if play.starts_as_usual() { Json::Null } else { play.start_text().into() },
            "moves": play.line(), "position": play.position_text(), "agent": agent,
            "player": play.turn().player().map(|player| player.index() + 1),
        });
        Log { header, progress: Vec::new() }
    }

    /// Notes what the search has found so far.
    pub fn hear(&mut self, report: &Report) {
        self.progress.push(json!({
            "depth": report.depth, "seldepth": report.seldepth, "nodes": report.nodes, "playouts": report.playouts,
            "seconds": report.time.as_secs_f64(), "score": score(report.score), "pv": report.pv,
        }));
    }

    /// Writes everything: a new file, or after what the file holds.
    pub fn write(self, file: &Path, append: bool, report: &Report, trace: &TraceText) -> Result<()> {
        let told = || format!("cannot write the trace `{}`", file.display());
        let mut options = OpenOptions::new();
        let opened = options.create(true).write(true).append(append).truncate(!append).open(file).with_context(told)?;
        let mut out = BufWriter::new(opened);
        let mut line = |json: Json| -> Result<()> {
            serde_json::to_writer(&mut out, &json).with_context(told)?;
            out.write_all(b"\n").with_context(told)
        };
        line(self.header)?;
        for progress in self.progress {
            line(json!({ "progress": progress }))?;
        }
        for (id, node) in trace.nodes.iter().enumerate() {
            let mut told = json!({
                "node": id, "parent": node.parent, "move": node.mv,
                "turn": node.turn.player().map_or(json!("chance"), |player| json!(player.index() + 1)),
                "ply": node.ply,
            });
            if let Some((visits, chance)) = node.visits {
                told["visits"] = visits.into();
                told["chance"] = chance.into();
            } else {
                told["iteration"] = node.iteration.into();
                told["depth"] = node.depth.into();
            }
            if let Some((alpha, beta)) = node.window {
                told["window"] = json!([alpha.map(score), beta.map(score)]);
                told["bound"] = match node.bound {
                    Bound::Exact => "exact",
                    Bound::Lower => "atLeast",
                    Bound::Upper => "atMost",
                }
                .into();
            }
            told["score"] = score(node.score);
            told["why"] = node.why.word().into();
            line(told)?;
        }
        line(json!({ "result": {
            "move": report.best, "score": score(report.score), "depth": report.depth, "nodes": report.nodes,
            "playouts": report.playouts, "seconds": report.time.as_secs_f64(), "pv": report.pv, "left_out": trace.left_out,
        } }))?;
        out.flush().with_context(told)
    }
}

fn score(value: Value) -> Json {
    match value {
        Value::Points(points) => json!({ "cp": points }),
        Value::Win(plies) => json!({ "mate": plies }),
        Value::Loss(plies) => json!({ "mate": -plies }),
    }
}
