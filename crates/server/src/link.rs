//! What is known of one connection: what it waits for, since when, and
//! therefore when it is over. The socket reports, the server asks.

use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};

use axum::body::{Body, Bytes};
use hyper::body::{Frame, SizeHint};
use tokio::sync::Notify;
use tokio::time::{Instant, sleep_until};

use crate::Limits;

/// A connection as the server sees it.
#[derive(Debug)]
pub(crate) struct Link {
    limits: Limits,
    state: Mutex<State>,
    changed: Notify,
}

#[derive(Debug)]
struct State {
    phase: Phase,
    /// When the phase began.
    since: Instant,
    /// When the client last took something.
    progress: Instant,
    /// Whether there is more of the answer than has been handed over for writing.
    unwritten: bool,
    /// Whether the server is ending.
    ending: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// No byte of a request has come.
    Idle,
    /// Part of a request's headers has come.
    Header,
    /// The app has the request.
    Asked,
    /// The client has the answer to take.
    Answering,
    /// All is said; the client has its side to close.
    Closing,
    /// The connection is given up.
    Over,
}

impl Link {
    pub fn new(limits: Limits) -> Self {
        let now = Instant::now();
        let state = State { phase: Phase::Idle, since: now, progress: now, unwritten: false, ending: false };
        Link { limits, state: Mutex::new(state), changed: Notify::new() }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn enter(&self, state: &mut State, phase: Phase) {
        if state.phase != Phase::Over {
            let now = Instant::now();
            (state.phase, state.since, state.progress) = (phase, now, now);
            self.changed.notify_one();
        }
    }

    /// Bytes have come from the client.
    pub fn heard(&self) {
        let mut state = self.state();
        if state.phase == Phase::Idle {
            self.enter(&mut state, Phase::Header);
        }
    }

    /// The app has been asked.
    pub fn asked(&self) {
        self.enter(&mut self.state(), Phase::Asked);
    }

    /// The app has answered; gives the body that is to be sent.
    pub fn answering(self: &Arc<Self>, body: Body) -> Answer {
        let mut state = self.state();
        state.unwritten = true;
        self.enter(&mut state, Phase::Answering);
        Answer { body, link: Arc::clone(self) }
    }

    /// The client has taken bytes.
    pub fn wrote(&self) {
        self.state().progress = Instant::now();
    }

    /// The client has taken all that was handed over for writing.
    pub fn flushed(&self) {
        let mut state = self.state();
        if state.phase == Phase::Answering && !state.unwritten {
            self.enter(&mut state, Phase::Idle);
        }
    }

    /// Nothing more will be said.
    pub fn closing(&self) {
        self.enter(&mut self.state(), Phase::Closing);
    }

    /// The server ends: only what has been asked is still answered.
    pub fn end(&self) {
        self.state().ending = true;
        self.changed.notify_one();
    }

    /// Gives the connection up.
    pub fn give_up(&self) {
        self.enter(&mut self.state(), Phase::Over);
    }

    /// Whether the app has no request of this connection.
    pub fn is_unasked(&self) -> bool {
        matches!(self.state().phase, Phase::Idle | Phase::Header)
    }

    /// Since when nothing but the client is waited for, if that is so.
    pub fn waits_since(&self) -> Option<Instant> {
        let state = self.state();
        matches!(state.phase, Phase::Idle | Phase::Header | Phase::Closing).then_some(state.since)
    }

    /// When the connection is over unless something happens.
    fn deadline(&self) -> Option<Instant> {
        let State { phase, since, progress, ending, .. } = *self.state();
        let Limits { header, idle, write, answer, grace, .. } = self.limits;
        match phase {
            Phase::Idle | Phase::Header | Phase::Closing if ending => Some(since),
            Phase::Idle => Some(since + idle),
            Phase::Header => Some(since + header),
            // The time that the app has is counted where it is asked.
            Phase::Asked => None,
            Phase::Answering => Some((progress + write).min(since + answer)),
            Phase::Closing => Some(since + grace),
            Phase::Over => Some(since),
        }
    }

    /// Waits until the connection is over.
    pub async fn over(&self) {
        loop {
            match self.deadline() {
                Some(deadline) if deadline <= Instant::now() => return,
                Some(deadline) => tokio::select! {
                    () = sleep_until(deadline) => {}
                    () = self.changed.notified() => {}
                },
                None => self.changed.notified().await,
            }
        }
    }
}

/// The body of an answer, which tells when all of it has been handed over.
pub(crate) struct Answer {
    body: Body,
    link: Arc<Link>,
}

impl Drop for Answer {
    fn drop(&mut self) {
        self.link.state().unwritten = false;
    }
}

impl hyper::body::Body for Answer {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(cx)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
