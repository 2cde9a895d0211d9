//! Connections: how they are taken, served and ended.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::io::{self, ErrorKind};
use std::pin::pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::Router;
use axum::http::header::{CACHE_CONTROL, CONNECTION};
use axum::http::{Request, StatusCode};
use axum::response::{IntoResponse, Response};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tokio::time::{sleep, timeout};
use tower_service::Service;

use crate::link::Link;
use crate::socket::Socket;
use crate::{Limits, headers};

/// More than the headers of any browser. A longer address than 65,534 bytes
/// is refused as such, so there has to be room for it.
const LONGEST_HEADERS: usize = 96 << 10;
/// Refusals that may be in progress at a time.
const REFUSALS: usize = 16;
/// How long the server waits before it tries again to take a connection that the system could not give it.
const PAUSE: Duration = Duration::from_millis(100);

/// Answers with the app until told to end, and then for as long as the grace lasts.
pub(crate) async fn serve(listener: TcpListener, app: Router, limits: Limits, told_to_end: impl Future<Output = ()>) {
    let crowd = Arc::new(Crowd::new(limits));
    let refusals = Arc::new(Semaphore::new(REFUSALS));
    let (ending, ended) = watch::channel(());
    let mut told_to_end = pin!(told_to_end);
    loop {
        let taken = tokio::select! {
            taken = listener.accept() => taken,
            () = &mut told_to_end => break,
        };
        match taken {
            Ok((stream, _)) => match crowd.admit().await {
                Some(place) => drop(tokio::spawn(converse(stream, app.clone(), place, ended.clone()))),
                None => refuse(stream, &refusals, limits.grace),
            },
            // The client has gone; it does not matter to anyone else.
            Err(error) if is_of_client(&error) => {}
            // Most likely there are no descriptors left.
            Err(_) => {
                crowd.give_up_one();
                sleep(PAUSE).await;
            }
        }
    }
    drop(listener);
    drop(ended);
    // Whoever is still here after the grace is dropped with the runtime.
    let _ = ending.send(());
    let _ = timeout(limits.grace, crowd.empty()).await;
}

fn is_of_client(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        ErrorKind::ConnectionRefused
            | ErrorKind::ConnectionAborted
            | ErrorKind::ConnectionReset
            | ErrorKind::Interrupted
    )
}

/// Serves a connection until it is over.
async fn converse(stream: TcpStream, app: Router, place: Place, mut ended: watch::Receiver<()>) {
    let link = Arc::clone(&place.link);
    let body = place.crowd.limits.body;
    let service = service_fn(|request| {
        link.asked();
        let (app, link) = (app.clone(), Arc::clone(&link));
        async move { Ok::<_, Infallible>(ask(app, request, body).await.map(|body| link.answering(body))) }
    });
    let socket = TokioIo::new(Socket::new(stream, Arc::clone(&link)));
    // The times are counted by the link, which knows an idle connection from half a request.
    let connection = http1::Builder::new()
        .header_read_timeout(None)
        .max_header_size(LONGEST_HEADERS)
        .serve_connection(socket, service);
    let mut connection = pin!(connection);
    let mut ending = false;
    loop {
        tokio::select! {
            // What goes wrong on a connection is its client's affair.
            _ = connection.as_mut() => return,
            () = link.over() => return,
            _ = ended.changed(), if !ending => {
                ending = true;
                link.end();
                connection.as_mut().graceful_shutdown();
            }
        }
    }
}

/// The app's answer, or that the request did not come in time.
async fn ask(mut app: Router, request: Request<Incoming>, most: Duration) -> Response {
    match timeout(most, app.call(request)).await {
        Ok(Ok(response)) => response,
        Ok(Err(never)) => match never {},
        Err(_) => {
            let headers = [(CACHE_CONTROL, "no-store"), (CONNECTION, "close")];
            let answer = (StatusCode::REQUEST_TIMEOUT, headers, "the request did not come in time\n");
            headers::add(answer.into_response()).await
        }
    }
}

/// Tells a client that there is no room.
fn refuse(mut stream: TcpStream, refusals: &Arc<Semaphore>, grace: Duration) {
    // Where even this is too much, the connection is closed without a word.
    let Ok(permit) = Arc::clone(refusals).try_acquire_owned() else { return };
    let mut text = b"HTTP/1.1 503 Service Unavailable\r\nconnection: close\r\ncontent-length: 0\r\n\r\n".to_vec();
    headers::insert(&mut text);
    let say = async move {
        stream.write_all(&text).await?;
        stream.shutdown().await?;
        // A socket closed with unread bytes would take back the answer.
        while stream.read(&mut [0; 1024]).await? > 0 {}
        io::Result::Ok(())
    };
    tokio::spawn(async move {
        let _ = timeout(grace, say).await;
        drop(permit);
    });
}

/// All connections.
struct Crowd {
    limits: Limits,
    places: Arc<Semaphore>,
    links: Mutex<BTreeMap<u64, Arc<Link>>>,
}

/// A connection's place among all, until it is dropped.
struct Place {
    crowd: Arc<Crowd>,
    number: u64,
    link: Arc<Link>,
    _permit: OwnedSemaphorePermit,
}

impl Drop for Place {
    fn drop(&mut self) {
        self.crowd.links().remove(&self.number);
    }
}

impl Crowd {
    fn new(limits: Limits) -> Self {
        let places = Arc::new(Semaphore::new(limits.connections));
        Crowd { limits, places, links: Mutex::default() }
    }

    fn links(&self) -> MutexGuard<'_, BTreeMap<u64, Arc<Link>>> {
        self.links.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A place for one more connection, if need be that of one which only waits.
    async fn admit(self: &Arc<Self>) -> Option<Place> {
        let permit = match Arc::clone(&self.places).try_acquire_owned() {
            Ok(permit) => permit,
            Err(_) if self.give_up_one() => Arc::clone(&self.places).acquire_owned().await.ok()?,
            Err(_) => return None,
        };
        let link = Arc::new(Link::new(self.limits));
        let mut links = self.links();
        let number = links.last_key_value().map_or(0, |(last, _)| last + 1);
        links.insert(number, Arc::clone(&link));
        Some(Place { crowd: Arc::clone(self), number, link, _permit: permit })
    }

    /// Gives up the connection that has waited longest for its client, if one does.
    fn give_up_one(&self) -> bool {
        let links = self.links();
        let longest =
            links.values().filter_map(|link| Some((link.waits_since()?, link))).min_by_key(|(since, _)| *since);
        longest.inspect(|(_, link)| link.give_up()).is_some()
    }

    /// Waits until there is no connection.
    async fn empty(&self) {
        // Nobody closes the semaphore, so it can only succeed.
        let _ = self.places.acquire_many(self.limits.connections as u32).await;
    }
}
