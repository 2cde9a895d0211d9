//! The database: how it is reached, and how it is made ready.

use std::str::FromStr;
use std::sync::{PoisonError, RwLock};
use std::time::Duration;

use anyhow::{Context, Result, bail};
use apalis_postgres::PostgresStorage;
use sqlx::PgPool;
use sqlx::postgres::{PgConnectOptions, PgPoolOptions};

/// The version of the tables.
const VERSION: i32 = 1;

/// The key of the lock under which tables are made.
const SETUP: i64 = 0x41676f6e;

/// Connections of a process at most: one for the queue, one for games, and one for a coordinator.
const CONNECTIONS: u32 = 3;

/// How long anything that the database is asked may take.
pub const PATIENCE: Duration = Duration::from_secs(10);

/// A database that may go away and come back.
pub struct Database {
    options: PgConnectOptions,
    pool: RwLock<PgPool>,
}

impl Database {
    /// A database by its address; nothing is asked of it yet.
    pub fn new(address: &str) -> Result<Self> {
        // The address may hold a password, so no error repeats it.
        let options = PgConnectOptions::from_str(address)
            .ok()
            .context("the database's address is written postgres://USER:PASSWORD@HOST:PORT/NAME")?
            .application_name("agon-cluster")
            // The server gives up connections of machines that have vanished.
            .options([
                ("tcp_keepalives_idle", "5"),
                ("tcp_keepalives_interval", "2"),
                ("tcp_keepalives_count", "3"),
                ("tcp_user_timeout", "15000"),
                ("client_min_messages", "warning"),
            ]);
        let pool = RwLock::new(pool(&options));
        Ok(Database { options, pool })
    }

    /// Connections to it.
    pub fn pool(&self) -> PgPool {
        self.pool.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Leaves all connections to their fate and makes new ones: where a network was cut, the old
    /// ones would be waited for long after it is whole again.
    pub fn renew(&self) {
        let fresh = pool(&self.options);
        let old = std::mem::replace(&mut *self.pool.write().unwrap_or_else(PoisonError::into_inner), fresh);
        tokio::spawn(async move { tokio::time::timeout(PATIENCE, old.close()).await });
    }

    /// Connects, and makes the tables if they are not there.
    pub async fn set_up(&self) -> Result<()> {
        let pool = self.pool();
        let mut connection = pool.acquire().await.context("cannot connect to the database")?;
        if version(&mut connection).await? == Some(VERSION) {
            return Ok(());
        }
        sqlx::query("SELECT pg_advisory_lock($1)").bind(SETUP).execute(&mut *connection).await?;
        let made = make(&pool, &mut connection).await;
        sqlx::query("SELECT pg_advisory_unlock($1)").bind(SETUP).execute(&mut *connection).await?;
        made
    }
}

async fn make(pool: &PgPool, connection: &mut sqlx::PgConnection) -> Result<()> {
    match version(connection).await? {
        Some(VERSION) => return Ok(()),
        Some(other) => bail!("the database holds tables of version {other}, and this program needs version {VERSION}"),
        None => {}
    }
    PostgresStorage::setup(pool).await.context("cannot make the tables of the queue")?;
    // Several statements at once are one transaction.
    sqlx::raw_sql(include_str!("schema.sql")).execute(connection).await.context("cannot make the tables")?;
    Ok(())
}

/// The version of the tables that are there.
async fn version(connection: &mut sqlx::PgConnection) -> Result<Option<i32>> {
    let known = sqlx::query_scalar::<_, bool>("SELECT to_regclass('agon.version') IS NOT NULL");
    if !known.fetch_one(&mut *connection).await? {
        return Ok(None);
    }
    Ok(sqlx::query_scalar("SELECT max(number) FROM agon.version").fetch_one(connection).await?)
}

fn pool(options: &PgConnectOptions) -> PgPool {
    // A connection that is broken shows when it is used, and whoever uses it tries again.
    PgPoolOptions::new()
        .max_connections(CONNECTIONS)
        .acquire_timeout(PATIENCE / 2)
        .test_before_acquire(false)
        .connect_lazy_with(options.clone())
}
