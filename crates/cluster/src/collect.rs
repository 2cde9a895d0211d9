//! What came of a run, as a run on one machine would have written it.

use std::fs;
use std::path::{Path, PathBuf};

use agon_core::Record;
use agon_lab::{Archive, Circumstances, LabError, Sample};
use anyhow::{Context, Result, bail};
use sqlx::PgPool;

use crate::coordinator::ONLY;
use crate::description::Description;
use crate::store::Run;

/// What was collected.
pub struct Collected {
    pub path: PathBuf,
    pub games: usize,
    /// Whether everything is there.
    pub finished: bool,
}

/// Writes the games of a run: a match as a file of records, self-play as a folder of samples, an
/// experiment as its folder with records, tables and report.
pub async fn collect(pool: &PgPool, run: &Run, out: Option<&Path>) -> Result<Collected> {
    let path = |default: String| out.map_or_else(|| PathBuf::from(default), Path::to_path_buf);
    let finished = run.state == "done";
    match Description::parse(&run.description)? {
        Description::Match(_) => {
            let path = path(format!("{}.agon", run.id));
            let games = archive(pool, run, ONLY, &path).await?;
            Ok(Collected { path, games, finished })
        }
        Description::SelfPlay(file) => {
            let path = path(format!("results/{}", run.id));
            let (game, selfplay) = (file.open()?, file.selfplay()?);
            let mut games = Vec::new();
            for round in rounds(pool, run, ONLY).await? {
                let samples: Vec<Sample> = serde_json::from_str(&game_of(pool, run, ONLY, round).await?)
                    .with_context(|| format!("game {round} cannot be read"))?;
                games.push(Ok::<_, LabError>(samples));
            }
            let count = games.len();
            selfplay.keep(&*game, &path, &mut games.into_iter())?;
            Ok(Collected { path, games: count, finished })
        }
        Description::Experiment(experiment) => {
            let path = path(format!("results/{}", run.id));
            let records = path.join("records");
            fs::create_dir_all(&records).with_context(|| records.display().to_string())?;
            let sql = "SELECT name FROM agon.series WHERE run = $1 ORDER BY name";
            let series: Vec<String> = sqlx::query_scalar(sql).bind(&run.id).fetch_all(pool).await?;
            let mut games = 0;
            for series in series {
                games += archive(pool, run, &series, &records.join(format!("{series}.agon"))).await?;
            }
            let circumstances = Circumstances {
                version: format!("Agon {}", env!("CARGO_PKG_VERSION")),
                machine: machines(pool, run).await?,
                date: run.date.clone(),
                command: format!("agon-cluster collect {}", run.id),
                concurrency: std::thread::available_parallelism().map_or(1, usize::from),
            };
            // What is left is measured here; games that are missing are not played here.
            let stop = std::sync::Arc::new(std::sync::atomic::AtomicBool::new(!finished));
            let complete = experiment.run(&path, &circumstances, &stop, &mut |_| {})?;
            Ok(Collected { path, games, finished: finished && complete })
        }
    }
}

/// The machines that played, in a line.
async fn machines(pool: &PgPool, run: &Run) -> Result<String> {
    let sql = "SELECT DISTINCT w.machine FROM agon.games g JOIN agon.workers w ON w.name = g.worker \
        WHERE g.run = $1 ORDER BY 1";
    let names: Vec<String> = sqlx::query_scalar(sql).bind(&run.id).fetch_all(pool).await?;
    Ok(format!("a cluster: {}", names.join(", ")))
}

/// The rounds of a series that count.
async fn rounds(pool: &PgPool, run: &Run, series: &str) -> Result<Vec<i64>> {
    let sql = "SELECT g.round FROM agon.games g JOIN agon.series s ON s.run = g.run AND s.name = g.series \
        WHERE g.run = $1 AND g.series = $2 AND (NOT s.decided OR g.round <= s.counted) ORDER BY g.round";
    Ok(sqlx::query_scalar(sql).bind(&run.id).bind(series).fetch_all(pool).await?)
}

async fn game_of(pool: &PgPool, run: &Run, series: &str, round: i64) -> Result<String> {
    let sql = "SELECT record FROM agon.games WHERE run = $1 AND series = $2 AND round = $3";
    Ok(sqlx::query_scalar(sql).bind(&run.id).bind(series).bind(round).fetch_one(pool).await?)
}

/// Writes a series to a file of records; gives how many games it holds then.
async fn archive(pool: &PgPool, run: &Run, series: &str, path: &Path) -> Result<usize> {
    let mut archive = Archive::resume(path)?;
    let rounds = rounds(pool, run, series).await?;
    for round in &rounds {
        if archive.holds(*round as usize) {
            continue;
        }
        let record: Record = game_of(pool, run, series, *round)
            .await?
            .parse()
            .map_err(|error| anyhow::anyhow!("game {round} of series {series} cannot be read: {error}"))?;
        archive.append(&record)?;
    }
    if archive.len() > rounds.len() {
        bail!("{}: it holds more games than the run", path.display());
    }
    Ok(rounds.len())
}
