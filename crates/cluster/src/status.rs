//! How runs stand.

use anyhow::Result;
use serde_json::{Value as Json, json};
use sqlx::PgPool;

use crate::store::{self, Run};
use crate::verdict;

/// How a run stands, for programs.
pub async fn of(pool: &PgPool, run: &Run) -> Result<Json> {
    let sql = "SELECT s.name, s.asked, s.counted, s.decided, count(g.round), \
        coalesce(sum(g.times) - count(g.round), 0)::bigint, coalesce(sum(g.seconds), 0)::double precision \
        FROM agon.series s LEFT JOIN agon.games g ON g.run = s.run AND g.series = s.name \
        WHERE s.run = $1 GROUP BY s.name, s.asked, s.counted, s.decided ORDER BY s.name";
    let series: Vec<(String, i64, i64, bool, i64, i64, f64)> =
        sqlx::query_as(sql).bind(&run.id).fetch_all(pool).await?;
    let series: Vec<Json> = series
        .into_iter()
        .map(|(name, asked, counted, decided, games, again, seconds)| {
            json!({
                "name": name, "asked": asked, "counted": counted, "decided": decided,
                "games": games, "again": again, "seconds": seconds,
            })
        })
        .collect();
    let sql = "SELECT count(*) FILTER (WHERE status IN ('Pending', 'Failed')), \
        count(*) FILTER (WHERE status IN ('Queued', 'Running')), count(*) FILTER (WHERE status = 'Done') \
        FROM apalis.jobs WHERE job_type = $1 AND starts_with(idempotency_key, $2)";
    let (waiting, running, done): (i64, i64, i64) =
        sqlx::query_as(sql).bind(run.queue()).bind(format!("{}/", run.id)).fetch_one(pool).await?;
    let doubts = verdict::doubts(pool, &run.id).await?;
    let doubts: Vec<Json> = doubts
        .iter()
        .map(|doubt| {
            json!({
                "series": doubt.series, "round": doubt.round, "opinions": doubt.opinions,
                "settled": doubt.right.is_some(), "wrong": doubt.wrong,
            })
        })
        .collect();
    Ok(json!({
        "run": run.id, "title": run.title, "state": run.state, "error": run.error, "build": run.build,
        "series": series, "jobs": { "waiting": waiting, "running": running, "done": done }, "doubts": doubts,
    }))
}

/// The workers, for programs.
pub async fn workers(pool: &PgPool) -> Result<Json> {
    let workers = store::workers(pool, None).await?;
    Ok(workers
        .into_iter()
        .map(|worker| {
            json!({
                "name": worker.name, "machine": worker.machine, "build": worker.build, "slots": worker.slots,
                "searching": worker.searching, "busy": worker.busy,
            })
        })
        .collect())
}

/// How a run stands, for people.
pub fn text(run: &Json) -> String {
    let number = |value: &Json| value.as_f64().unwrap_or(0.0);
    let word = |value: &Json| value.as_str().unwrap_or_default().to_string();
    let mut lines = vec![format!("{}  {}  {}", word(&run["run"]), word(&run["state"]), word(&run["title"]))];
    if let Some(error) = run["error"].as_str() {
        lines.push(format!("  {error}"));
    }
    for series in run["series"].as_array().into_iter().flatten() {
        let decided =
            if series["decided"] == true { format!(", decided after {}", series["counted"]) } else { String::new() };
        lines.push(format!(
            "  {}: {} of {} games{decided}, {} played again, {:.0} s",
            word(&series["name"]),
            series["games"],
            series["asked"],
            series["again"],
            number(&series["seconds"])
        ));
    }
    let jobs = &run["jobs"];
    lines.push(format!("  jobs: {} waiting, {} running, {} done", jobs["waiting"], jobs["running"], jobs["done"]));
    for doubt in run["doubts"].as_array().into_iter().flatten() {
        let workers: Vec<String> = doubt["wrong"].as_array().into_iter().flatten().map(word).collect();
        let verdict = if doubt["settled"] == true { "wrong on" } else { "differs between" };
        lines.push(format!("  game {} of {} {verdict} {}", doubt["round"], word(&doubt["series"]), workers.join(", ")));
    }
    lines.join("\n")
}
