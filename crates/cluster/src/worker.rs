//! A worker: it takes jobs from the queue, and coordinates runs that nobody coordinates.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use apalis::prelude::{BoxDynError, Data, Event, EventListenerExt, WorkerBuilder, WorkerBuilderExt, WorkerContext};
use apalis_postgres::PostgresStorage;
use tokio::runtime::Handle;
use tokio::task::JoinHandle;
use tokio::time::{sleep, timeout};

use crate::coordinator::coordinate;
use crate::database::PATIENCE;
use crate::identity::processor_time;
use crate::play::{Desk, work};
use crate::queue::{self, Job};
use crate::store::{self, Run};

/// How often a worker looks which runs there are.
const LOOK: Duration = Duration::from_secs(2);
/// How often it tells that it is there.
const TELL: Duration = Duration::from_secs(5);
/// For how many seconds somebody coordinates a run without saying so again.
const LEASE: f64 = 8.0;
/// After so much silence of the database the connections are given up.
const SILENCE: Duration = Duration::from_secs(8);
/// Waits between two tries to reach the database.
const WAITS: (Duration, Duration) = (Duration::from_millis(100), Duration::from_secs(5));
/// Runs that one worker coordinates at a time.
const MOST_LED: usize = 4;

/// How a worker is set up.
pub struct Setup {
    pub desk: Arc<Desk>,
    pub machine: String,
    pub slots: usize,
    /// Whether to end when there is nothing more to do.
    pub drain: bool,
}

/// Works until it is told to end, or has nothing more to do.
pub async fn run(setup: &Setup) -> Result<()> {
    let desk = &setup.desk;
    desk.database.set_up().await?;
    refuse(desk).await?;
    let mut queues: HashMap<String, JoinHandle<()>> = HashMap::new();
    let mut led: HashMap<String, JoinHandle<()>> = HashMap::new();
    join(setup, &mut queues, queue::name(&desk.build, "", false));
    let (mut told, mut idle): (Option<Instant>, u32) = (None, 0);
    while !desk.stop.load(Ordering::Relaxed) {
        led.retain(|_, leader| !leader.is_finished());
        match timeout(PATIENCE, look(setup, &mut queues, &mut led, &mut told)).await {
            Ok(Ok(open)) => {
                let busy = open || desk.slots.available_permits() < setup.slots;
                idle = if busy { 0 } else { idle + 1 };
                if setup.drain && idle > 1 {
                    break;
                }
            }
            Ok(Err(error)) => log::warn!("the database: {error:#}"),
            Err(_) => desk.database.renew(),
        }
        for _ in 0..20 {
            if !desk.stop.load(Ordering::Relaxed) {
                sleep(LOOK / 20).await;
            }
        }
    }
    desk.stop.store(true, Ordering::Relaxed);
    // Games in progress end at once, and those that have ended are kept.
    let all = u32::try_from(setup.slots).unwrap_or(u32::MAX);
    let _ = timeout(Duration::from_secs(12), desk.slots.acquire_many(all)).await;
    // The queue hears that jobs were not finished, and others have them at once.
    sleep(Duration::from_millis(300)).await;
    queues.values().for_each(JoinHandle::abort);
    let _ = timeout(Duration::from_secs(2), tell(setup)).await;
    Ok(())
}

/// Refuses to work where all there is to do is for another build.
async fn refuse(desk: &Desk) -> Result<()> {
    let runs = store::open_runs(&desk.database.pool()).await?;
    if let Some(other) = runs.first()
        && runs.iter().all(|run| run.build != desk.build)
    {
        bail!("run {} is of build {}, and this worker is of build {}", other.id, other.build, desk.build);
    }
    Ok(())
}

/// Looks which runs there are, and takes part; gives whether any is open that this worker can take part in.
async fn look(
    setup: &Setup,
    queues: &mut HashMap<String, JoinHandle<()>>,
    led: &mut HashMap<String, JoinHandle<()>>,
    told: &mut Option<Instant>,
) -> Result<bool> {
    let desk = &setup.desk;
    if told.is_none_or(|at| at.elapsed() >= TELL) {
        tell(setup).await?;
        *told = Some(Instant::now());
    }
    let mut open = false;
    for run in store::open_runs(&desk.database.pool()).await? {
        if run.build != desk.build {
            continue;
        }
        let suits = run.commands.iter().all(|command| desk.allowed.contains(command))
            && (run.speed.is_none() || desk.speed.is_some());
        open |= suits;
        if suits && run.is_special() {
            join(setup, queues, run.queue());
        }
        if !led.contains_key(&run.id)
            && led.len() < MOST_LED
            && store::lead(&desk.database.pool(), &run.id, &desk.worker, LEASE).await?
        {
            led.insert(run.id.clone(), tokio::spawn(lead(Arc::clone(desk), run)));
        }
    }
    Ok(open)
}

async fn tell(setup: &Setup) -> Result<()> {
    let desk = &setup.desk;
    let worker = store::Worker {
        name: desk.worker.clone(),
        machine: setup.machine.clone(),
        build: desk.build.clone(),
        slots: setup.slots as i32,
        searching: desk.searching.load(Ordering::Relaxed) as f64 / 1e9,
        busy: processor_time().0,
    };
    store::tell(&desk.database.pool(), &worker).await
}

/// Coordinates a run for as long as nobody else does.
async fn lead(desk: Arc<Desk>, run: Run) {
    let stop = Arc::new(AtomicBool::new(false));
    let (database, handle, id) = (Arc::clone(&desk.database), Handle::current(), run.id.clone());
    log::info!("{id}: coordinated here");
    let work = {
        let stop = Arc::clone(&stop);
        let (send, done) = tokio::sync::oneshot::channel();
        // A thread with a name, so that its time can be told from that of searches.
        let thread = std::thread::Builder::new().name("coordinator".to_string());
        let started = thread.spawn(move || drop(send.send(coordinate(&database, &handle, &run, &stop))));
        if let Err(error) = started {
            log::warn!("{id}: no thread can be started: {error}");
            return;
        }
        done
    };
    tokio::pin!(work);
    let mut renewed = Instant::now();
    let done = loop {
        match timeout(Duration::from_millis(500), &mut work).await {
            Ok(done) => break done,
            Err(_) if desk.stop.load(Ordering::Relaxed) => stop.store(true, Ordering::Relaxed),
            Err(_) if renewed.elapsed().as_secs_f64() > LEASE / 3.0 => {
                let asked = timeout(PATIENCE / 3, store::lead(&desk.database.pool(), &id, &desk.worker, LEASE)).await;
                match asked {
                    Ok(Ok(true)) => renewed = Instant::now(),
                    // Somebody else does, or the run is over.
                    Ok(Ok(false)) => stop.store(true, Ordering::Relaxed),
                    _ if renewed.elapsed().as_secs_f64() > LEASE => stop.store(true, Ordering::Relaxed),
                    _ => {}
                }
            }
            Err(_) => {}
        }
    };
    match done {
        Ok(Ok(())) => {}
        Ok(Err(error)) => log::warn!("{id}: coordinated no longer: {error:#}"),
        Err(_) => log::warn!("{id}: the coordinator panicked"),
    }
    let _ = timeout(PATIENCE, store::step_down(&desk.database.pool(), &id, &desk.worker)).await;
}

/// Takes jobs from a queue, if it is not done already.
fn join(setup: &Setup, queues: &mut HashMap<String, JoinHandle<()>>, queue: String) {
    let (desk, slots) = (Arc::clone(&setup.desk), setup.slots);
    queues.entry(queue.clone()).or_insert_with(|| tokio::spawn(serve(desk, queue, slots)));
}

/// Takes jobs from a queue, however often the database goes away.
async fn serve(desk: Arc<Desk>, queue: String, slots: usize) {
    let (mut wait, mut number) = (WAITS.0, 0);
    while !desk.stop.load(Ordering::Relaxed) {
        number += 1;
        // Another name each time: a name that is known already could be taken from another process.
        let name = format!("{} {number} {queue}", desk.worker);
        let begun = Instant::now();
        if let Err(error) = attend(&desk, &queue, &name, slots).await {
            log::warn!("the queue: {error:#}");
        }
        if begun.elapsed() > WAITS.1 {
            wait = WAITS.0;
        }
        sleep(wait).await;
        wait = (wait * 2).min(WAITS.1);
    }
}

/// Takes jobs from a queue until something goes wrong with it.
async fn attend(desk: &Arc<Desk>, queue: &str, name: &str, slots: usize) -> Result<()> {
    let heard = Arc::new(Mutex::new(Instant::now()));
    let storage = PostgresStorage::<Job>::new(&desk.database.pool()).with_config(queue::config(queue));
    let beat = Arc::clone(&heard);
    let worker = WorkerBuilder::new(WorkerContext::new(name))
        .backend(storage)
        .data(Arc::clone(desk))
        .concurrency(slots)
        .on_event(move |_, event| {
            if matches!(event, Event::HeartBeat) {
                *beat.lock().unwrap_or_else(PoisonError::into_inner) = Instant::now();
            }
        })
        .build(handle);
    tokio::select! {
        ended = worker.run() => ended.context("the worker of the queue ended"),
        () = silence(&heard) => {
            desk.database.renew();
            bail!("no answer for {} s", SILENCE.as_secs())
        }
    }
}

/// Ends when nothing has been heard for too long: a connection over a network that was cut may
/// wait for minutes.
async fn silence(heard: &Mutex<Instant>) {
    loop {
        sleep(Duration::from_secs(1)).await;
        if heard.lock().unwrap_or_else(PoisonError::into_inner).elapsed() > SILENCE {
            return;
        }
    }
}

/// Does a job that the queue gives out. The work goes on if the queue does not wait for it any
/// more: what it has played is still kept.
async fn handle(job: Job, desk: Data<Arc<Desk>>) -> Result<(), BoxDynError> {
    let name = format!("{}/{}", job.run, job.series);
    match tokio::spawn(work(Arc::clone(&desk), job)).await {
        Ok(Ok(())) => Ok(()),
        Ok(Err(error)) => {
            if !desk.stop.load(Ordering::Relaxed) {
                log::warn!("{name}: {error:#}");
                // Whoever takes it next should not do so at once.
                sleep(Duration::from_secs(1)).await;
            }
            Err(format!("{error:#}").into())
        }
        Err(error) => Err(error.to_string().into()),
    }
}
