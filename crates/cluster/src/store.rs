//! What the tables are asked and told. Every value is bound as a parameter.

use anyhow::{Result, bail};
use sqlx::{FromRow, PgPool};

/// A run as it stands.
#[derive(Clone, Debug, FromRow)]
pub struct Run {
    pub id: String,
    pub title: String,
    pub description: String,
    pub build: String,
    pub date: String,
    pub job_seconds: f64,
    pub verify: f64,
    pub commands: Vec<String>,
    pub speed: Option<f64>,
    pub state: String,
    pub error: Option<String>,
}

impl Run {
    /// Whether not every worker can take its jobs.
    pub fn is_special(&self) -> bool {
        !self.commands.is_empty() || self.speed.is_some()
    }

    /// The queue of its jobs.
    pub fn queue(&self) -> String {
        crate::queue::name(&self.build, &self.id, self.is_special())
    }
}

/// A game that was played.
#[derive(Clone, Debug)]
pub struct Played {
    pub round: i64,
    pub digest: i64,
    pub record: String,
    pub seconds: f64,
}

/// Where games belong, and who played them.
#[derive(Clone, Debug)]
pub struct Origin {
    pub run: String,
    pub series: String,
    pub worker: String,
    pub pace: f64,
    /// Whether the same game has to come out the same.
    pub is_repeatable: bool,
}

/// All runs, the newest last.
pub async fn runs(pool: &PgPool) -> Result<Vec<Run>> {
    Ok(sqlx::query_as("SELECT * FROM agon.runs ORDER BY submitted, id").fetch_all(pool).await?)
}

/// The runs that are not finished.
pub async fn open_runs(pool: &PgPool) -> Result<Vec<Run>> {
    Ok(sqlx::query_as("SELECT * FROM agon.runs WHERE state = 'open' ORDER BY submitted, id").fetch_all(pool).await?)
}

/// A run by its name, or by how its name begins.
pub async fn run(pool: &PgPool, name: &str) -> Result<Run> {
    let sql = "SELECT * FROM agon.runs WHERE starts_with(id, $1) ORDER BY id = $1 DESC, id LIMIT 2";
    let found: Vec<Run> = sqlx::query_as(sql).bind(name).fetch_all(pool).await?;
    match found.as_slice() {
        [] => bail!("there is no run `{name}`; `agon-cluster status` lists them"),
        [only] => Ok(only.clone()),
        [first, second, ..] if first.id != name => bail!("`{name}` may mean `{}` or `{}`", first.id, second.id),
        [first, ..] => Ok(first.clone()),
    }
}

/// Adds a run; gives whether it is new.
pub async fn submit(pool: &PgPool, run: &Run) -> Result<bool> {
    let sql = "INSERT INTO agon.runs (id, title, description, build, date, job_seconds, verify, commands, speed) \
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT (id) DO NOTHING";
    let added = sqlx::query(sql)
        .bind(&run.id)
        .bind(&run.title)
        .bind(&run.description)
        .bind(&run.build)
        .bind(&run.date)
        .bind(run.job_seconds)
        .bind(run.verify)
        .bind(&run.commands)
        .bind(run.speed)
        .execute(pool)
        .await?;
    Ok(added.rows_affected() == 1)
}

/// Ends a run that is open, and takes its jobs back; gives whether it was open.
pub async fn end(pool: &PgPool, run: &Run, state: &str, error: Option<&str>) -> Result<bool> {
    let sql = "UPDATE agon.runs SET state = $2, error = $3, ended = now() WHERE id = $1 AND state = 'open'";
    let ended = sqlx::query(sql).bind(&run.id).bind(state).bind(error).execute(pool).await?.rows_affected() == 1;
    if ended {
        take_back(pool, run, &format!("{}/", run.id)).await?;
    }
    Ok(ended)
}

/// Takes back the jobs that nobody has begun, of those whose keys begin so.
pub async fn take_back(pool: &PgPool, run: &Run, keys: &str) -> Result<()> {
    let sql = "UPDATE apalis.jobs SET status = 'Killed', done_at = now() \
        WHERE job_type = $1 AND starts_with(idempotency_key, $2) AND status IN ('Pending', 'Failed')";
    sqlx::query(sql).bind(run.queue()).bind(keys).execute(pool).await?;
    Ok(())
}

/// Makes this process the coordinator of a run for some seconds, or for some more; gives
/// whether it is. A coordinator that has died or is cut off does not ask for more, and the next
/// one that asks takes over.
pub async fn lead(pool: &PgPool, run: &str, worker: &str, seconds: f64) -> Result<bool> {
    let sql = "UPDATE agon.runs SET coordinator = $2, lease = now() + make_interval(secs => $3) \
        WHERE id = $1 AND state = 'open' AND (coordinator = $2 OR lease < now())";
    Ok(sqlx::query(sql).bind(run).bind(worker).bind(seconds).execute(pool).await?.rows_affected() == 1)
}

/// Lets another coordinate the run at once.
pub async fn step_down(pool: &PgPool, run: &str, worker: &str) -> Result<()> {
    let sql = "UPDATE agon.runs SET lease = '-infinity' WHERE id = $1 AND coordinator = $2";
    sqlx::query(sql).bind(run).bind(worker).execute(pool).await?;
    Ok(())
}

/// Adds a series with its terms, or finds it; gives the terms that it has.
pub async fn series(pool: &PgPool, run: &str, name: &str, terms: &str) -> Result<String> {
    let sql = "INSERT INTO agon.series (run, name, terms) VALUES ($1, $2, $3) ON CONFLICT (run, name) DO NOTHING";
    sqlx::query(sql).bind(run).bind(name).bind(terms).execute(pool).await?;
    terms_of(pool, run, name).await
}

/// The terms of a series.
pub async fn terms_of(pool: &PgPool, run: &str, name: &str) -> Result<String> {
    let sql = "SELECT terms FROM agon.series WHERE run = $1 AND name = $2";
    Ok(sqlx::query_scalar(sql).bind(run).bind(name).fetch_one(pool).await?)
}

/// Whether games of a series are still wanted.
pub async fn is_wanted(pool: &PgPool, run: &str, name: &str) -> Result<bool> {
    let sql = "SELECT r.state = 'open' AND NOT s.decided FROM agon.runs r JOIN agon.series s ON s.run = r.id \
        WHERE r.id = $1 AND s.name = $2";
    Ok(sqlx::query_scalar(sql).bind(run).bind(name).fetch_optional(pool).await?.unwrap_or(false))
}

/// Says how many games of a series there are to be, how many count, and whether more are wanted.
pub async fn progress(pool: &PgPool, run: &str, name: &str, asked: i64, counted: i64, decided: bool) -> Result<()> {
    let sql = "UPDATE agon.series SET asked = greatest(asked, $3), counted = $4, decided = $5 \
        WHERE run = $1 AND name = $2";
    let update = sqlx::query(sql).bind(run).bind(name).bind(asked).bind(counted).bind(decided);
    update.execute(pool).await?;
    Ok(())
}

/// The rounds of a list that have been played.
pub async fn held(pool: &PgPool, run: &str, series: &str, rounds: &[i64]) -> Result<Vec<i64>> {
    let sql = "SELECT round FROM agon.games WHERE run = $1 AND series = $2 AND round = ANY($3)";
    Ok(sqlx::query_scalar(sql).bind(run).bind(series).bind(rounds).fetch_all(pool).await?)
}

/// The next games of a series after a round, without a gap.
pub async fn games_after(pool: &PgPool, run: &str, series: &str, round: i64) -> Result<Vec<String>> {
    const MOST: i64 = 500;
    let sql = "SELECT round, record FROM agon.games WHERE run = $1 AND series = $2 AND round > $3 \
        ORDER BY round LIMIT $4";
    let found: Vec<(i64, String)> =
        sqlx::query_as(sql).bind(run).bind(series).bind(round).bind(MOST).fetch_all(pool).await?;
    let in_row = found.into_iter().zip(round + 1..).take_while(|((found, _), next)| found == next);
    Ok(in_row.map(|((_, record), _)| record).collect())
}

/// How many games of a series have been played from a round on, and how many seconds one of the last took.
pub async fn pace(pool: &PgPool, run: &str, series: &str) -> Result<(i64, Option<f64>)> {
    let sql = "SELECT (SELECT count(*) FROM agon.games WHERE run = $1 AND series = $2), \
        (SELECT avg(seconds) FROM (SELECT seconds FROM agon.games WHERE run = $1 AND series = $2 \
        ORDER BY round DESC LIMIT 50) AS last)";
    Ok(sqlx::query_as(sql).bind(run).bind(series).fetch_one(pool).await?)
}

/// Keeps games: each once, whoever brings it and however often. One that was there already is
/// compared where it has to be the same; if it is not, both are kept as opinions. One statement
/// of each kind for all games, and all in one transaction.
pub async fn keep(pool: &PgPool, origin: &Origin, games: &[Played]) -> Result<()> {
    let column = |value: fn(&Played) -> i64| games.iter().map(value).collect::<Vec<i64>>();
    let (rounds, digests) = (column(|game| game.round), column(|game| game.digest));
    let records: Vec<&str> = games.iter().map(|game| game.record.as_str()).collect();
    let seconds: Vec<f64> = games.iter().map(|game| game.seconds).collect();
    let Origin { run, series, worker, pace, is_repeatable } = origin;
    let mut transaction = pool.begin().await?;
    let sql = "INSERT INTO agon.games (run, series, round, digest, record, worker, seconds, pace) \
        SELECT $1, $2, round, digest, record, $7, seconds, $8 \
        FROM unnest($3::bigint[], $4::bigint[], $5::text[], $6::double precision[]) AS t (round, digest, record, seconds) \
        ORDER BY round ON CONFLICT (run, series, round) DO NOTHING RETURNING round";
    let new: Vec<i64> = sqlx::query_scalar(sql)
        .bind(run)
        .bind(series)
        .bind(&rounds)
        .bind(&digests)
        .bind(&records)
        .bind(&seconds)
        .bind(worker)
        .bind(pace)
        .fetch_all(&mut *transaction)
        .await?;
    for game in games.iter().filter(|game| !new.contains(&game.round)) {
        let sql = "UPDATE agon.games SET times = times + 1 WHERE run = $1 AND series = $2 AND round = $3 \
            AND (worker <> $4 OR digest <> $5) RETURNING digest";
        let update = sqlx::query_scalar(sql).bind(run).bind(series).bind(game.round).bind(worker).bind(game.digest);
        let there: Option<i64> = update.fetch_optional(&mut *transaction).await?;
        // What this worker brought before and was not told is kept.
        let Some(there) = there.filter(|_| *is_repeatable) else { continue };
        let sql = "SELECT EXISTS (SELECT FROM agon.opinions WHERE run = $1 AND series = $2 AND round = $3)";
        let doubted: bool =
            sqlx::query_scalar(sql).bind(run).bind(series).bind(game.round).fetch_one(&mut *transaction).await?;
        if there == game.digest && !doubted {
            continue;
        }
        let sql = "INSERT INTO agon.opinions (run, series, round, worker, digest, record) \
            SELECT run, series, round, worker, digest, record FROM agon.games \
            WHERE run = $1 AND series = $2 AND round = $3 ON CONFLICT DO NOTHING";
        sqlx::query(sql).bind(run).bind(series).bind(game.round).execute(&mut *transaction).await?;
        let sql = "INSERT INTO agon.opinions (run, series, round, worker, digest, record) \
            VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING";
        let opinion = sqlx::query(sql).bind(run).bind(series).bind(game.round).bind(worker).bind(game.digest);
        opinion.bind(&game.record).execute(&mut *transaction).await?;
    }
    transaction.commit().await?;
    Ok(())
}

/// Tells what a worker is and has done so far.
pub async fn tell(pool: &PgPool, worker: &Worker) -> Result<()> {
    let sql = "INSERT INTO agon.workers (name, machine, build, slots, searching, busy) VALUES ($1, $2, $3, $4, $5, $6) \
        ON CONFLICT (name) DO UPDATE SET searching = $5, busy = $6, seen = now()";
    sqlx::query(sql)
        .bind(&worker.name)
        .bind(&worker.machine)
        .bind(&worker.build)
        .bind(worker.slots)
        .bind(worker.searching)
        .bind(worker.busy)
        .execute(pool)
        .await?;
    Ok(())
}

/// A worker.
#[derive(Clone, Debug, FromRow)]
pub struct Worker {
    pub name: String,
    pub machine: String,
    pub build: String,
    pub slots: i32,
    pub searching: f64,
    pub busy: f64,
}

/// The workers of a build that were heard of lately; of all builds if none is given.
pub async fn workers(pool: &PgPool, build: Option<&str>) -> Result<Vec<Worker>> {
    let sql = "SELECT name, machine, build, slots, searching, busy FROM agon.workers \
        WHERE seen > now() - interval '15 seconds' AND ($1::text IS NULL OR build = $1) ORDER BY name";
    Ok(sqlx::query_as(sql).bind(build).fetch_all(pool).await?)
}
