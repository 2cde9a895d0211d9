//! Jobs as the queue holds them.

use std::time::Duration;

use agon_lab::PlannedGame;
use anyhow::Result;
use apalis::prelude::{TaskBuilder, TaskSink, TaskSinkError};
use apalis_postgres::{Config, Error as QueueError, PostgresStorage};
use serde::{Deserialize, Serialize};
use sqlx::PgPool;

/// How often a worker tells that it lives…
pub const HEARTBEAT: Duration = Duration::from_secs(1);
/// …and how often it may fail to before its jobs are given to others.
pub const MISSED: usize = 5;

/// A job may lose its worker often: machines are switched off.
const ATTEMPTS: usize = 10_000;

/// Some games to be played by one worker.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Job {
    /// The run that they belong to.
    pub run: String,
    /// The series within the run.
    pub series: String,
    /// The build that plays them.
    pub build: String,
    /// Whether they have been played before, and are played again to compare.
    pub again: bool,
    /// The games.
    pub games: Vec<PlannedGame>,
}

/// The queue that jobs of a run are put into: the queue of the build, or one of the run's own if
/// not every worker can take them.
pub fn name(build: &str, run: &str, is_special: bool) -> String {
    if is_special { format!("agon {build} {run}") } else { format!("agon {build}") }
}

/// How a queue is asked for jobs.
pub fn config(name: &str) -> Config {
    // One job at a time: what is fetched early only waits.
    Config::default().queue(name).heartbeat_interval(HEARTBEAT).missed_heartbeats(MISSED).batch_size(1)
}

/// Puts a job into a queue; one whose key is known there is not put there again.
pub async fn push(pool: &PgPool, queue: &str, key: &str, job: Job) -> Result<()> {
    let mut storage = PostgresStorage::<Job>::new(pool).with_config(config(queue));
    let task = TaskBuilder::new(job).idempotency_key(key).max_attempts(ATTEMPTS).build();
    match storage.push_task(task).await {
        Err(TaskSinkError::PushError(QueueError::Database(error)))
            if error.as_database_error().is_some_and(sqlx::error::DatabaseError::is_unique_violation) =>
        {
            Ok(())
        }
        pushed => Ok(pushed?),
    }
}
