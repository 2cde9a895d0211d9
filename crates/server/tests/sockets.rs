//! Clients on real sockets that do not behave: none of them may keep the
//! server from others, nor from ending.

use std::io::{Read, Write};
use std::net::{Shutdown, TcpStream};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use agon_server::{Asset, Assets, Limits, Server, app};
use axum::body::Bytes;
use axum::routing::post;
use tokio::sync::oneshot;

/// More than the system's buffers hold of an answer that nobody reads.
const LARGE: usize = 32 << 20;
/// Longer than anything here may take, on whatever machine.
const FOREVER: Duration = Duration::from_secs(60);

/// A server that can be told to end.
struct Running {
    port: u16,
    end: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Running {
    fn start(limits: Limits) -> Running {
        let file = |path, plain| Asset { path, tag: "\"1\"", plain, br: None, gz: None };
        let large: &'static [u8] = Vec::leak(vec![b'x'; LARGE]);
        let assets = Assets(Vec::leak(vec![file("/index.html", b"<page>"), file("/large.bin", large)]));
        let server = Server::bind("127.0.0.1", 0).unwrap();
        let url = server.url();
        let port = url.trim_start_matches("http://localhost:").trim_end_matches('/').parse().unwrap();
        let (end, ended) = oneshot::channel();
        // The app itself reads no bodies; what is added to it one day may.
        let app = app(assets).route("/read", post(|body: Bytes| async move { body.len().to_string() }));
        let thread = thread::spawn(move || server.run_until(app, limits, async { drop(ended.await) }).unwrap());
        Running { port, end: Some(end), thread: Some(thread) }
    }

    /// A connection that has said this.
    fn client(&self, said: &str) -> TcpStream {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        stream.set_read_timeout(Some(FOREVER)).unwrap();
        stream.write_all(said.as_bytes()).unwrap();
        stream
    }

    /// What a client that behaves is answered.
    fn ask(&self) -> String {
        rest(self.client("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"))
    }

    fn is_well(&self) {
        let answer = self.ask();
        assert!(answer.starts_with("HTTP/1.1 200 OK\r\n") && answer.ends_with("<page>"), "{answer}");
    }

    /// How long the server takes to end.
    fn end(mut self) -> Duration {
        let told = Instant::now();
        self.end.take().unwrap().send(()).unwrap();
        self.thread.take().unwrap().join().unwrap();
        told.elapsed()
    }
}

/// All that still comes, up to the end; a connection that is reset has ended too.
fn rest(mut stream: TcpStream) -> String {
    let mut bytes = Vec::new();
    match stream.read_to_end(&mut bytes) {
        Err(error) if error.kind() != std::io::ErrorKind::ConnectionReset => panic!("still open: {error}"),
        _ => String::from_utf8(bytes).unwrap(),
    }
}

/// Times that only one test at a time makes short; none of the others ends a connection.
fn patient() -> Limits {
    let [header, body, idle, write, answer] = [FOREVER * 10; 5];
    Limits { header, body, idle, write, answer, grace: Duration::from_secs(1), connections: 64 }
}

const SHORT: Duration = Duration::from_secs(1);
const HALF_A_HEADER: &str = "GET / HTTP/1.1\r\nHos";
const HALF_A_BODY: &str = "POST /read HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\nhalf";
const LARGE_ANSWER: &str = "GET /large.bin HTTP/1.1\r\nHost: a\r\n\r\n";

#[test]
fn half_a_header_is_not_waited_for() {
    let server = Running::start(Limits { header: SHORT, ..patient() });
    assert_eq!(rest(server.client(HALF_A_HEADER)), "");
    // Nor one that comes drop by drop, after a request that was whole.
    let mut stream = server.client("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
    let begun = Instant::now();
    while stream.write_all(b"G").is_ok() {
        assert!(begun.elapsed() < FOREVER);
        thread::sleep(Duration::from_millis(20));
    }
    server.is_well();
}

#[test]
fn half_a_body_is_not_waited_for() {
    let server = Running::start(Limits { body: SHORT, ..patient() });
    let answer = rest(server.client(HALF_A_BODY));
    assert!(answer.starts_with("HTTP/1.1 408 Request Timeout\r\n"), "{answer}");
    assert!(answer.contains("content-security-policy: default-src 'none'"), "{answer}");
    // One that nobody wants to read is not waited for at all.
    let answer = rest(server.client("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\nhalf"));
    assert!(answer.starts_with("HTTP/1.1 405 Method Not Allowed\r\n"), "{answer}");
    server.is_well();
}

#[test]
fn idle_connections_are_closed() {
    let server = Running::start(Limits { idle: SHORT, ..patient() });
    assert_eq!(rest(server.client("")), "");
    let answer = rest(server.client("GET / HTTP/1.1\r\nHost: a\r\n\r\n"));
    assert!(answer.ends_with("<page>"), "{answer}");
    server.is_well();
}

#[test]
fn an_answer_that_is_not_taken_is_given_up() {
    let server = Running::start(Limits { write: SHORT, ..patient() });
    let stream = server.client(LARGE_ANSWER);
    thread::sleep(SHORT * 4);
    assert!(rest(stream).len() < LARGE);
    server.is_well();
}

#[test]
fn an_answer_that_is_taken_too_slowly_is_given_up_and_others_are_whole() {
    let server = Running::start(Limits { answer: SHORT * 2, ..patient() });
    let mut stream = server.client(LARGE_ANSWER);
    let (mut taken, mut bytes, begun) = (0, vec![0; 1 << 16], Instant::now());
    // A megabyte a second, and so half a minute in all.
    while let Ok(more @ 1..) = stream.read(&mut bytes) {
        taken += more;
        thread::sleep(Duration::from_millis(64));
        assert!(begun.elapsed() < FOREVER);
    }
    assert!(taken < LARGE, "{taken}");
    // Whoever reads gets all of it.
    let server = Running::start(Limits { write: SHORT * 10, ..patient() });
    let stream = server.client("GET /large.bin HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
    assert!(rest(stream).len() > LARGE);
}

#[test]
fn idle_connections_make_room_for_others() {
    let server = Running::start(Limits { connections: 8, ..patient() });
    let silent: Vec<TcpStream> = (0..100).map(|_| server.client("")).collect();
    server.is_well();
    let halves: Vec<TcpStream> = (0..100).map(|_| server.client(HALF_A_HEADER)).collect();
    server.is_well();
    let kept: Vec<TcpStream> = (0..100).map(|_| server.client("GET / HTTP/1.1\r\nHost: a\r\n\r\n")).collect();
    server.is_well();
    // The oldest have been closed, though nothing was waited for.
    for stream in silent {
        assert_eq!(rest(stream), "");
    }
    drop((halves, kept));
}

#[test]
fn where_all_are_being_answered_one_more_is_refused_at_once() {
    let server = Running::start(Limits { connections: 3, ..patient() });
    let mut busy: Vec<TcpStream> = (0..3).map(|_| server.client(LARGE_ANSWER)).collect();
    for stream in &mut busy {
        stream.read_exact(&mut [0; 1024]).unwrap();
    }
    let answer = server.ask();
    assert!(answer.starts_with("HTTP/1.1 503 Service Unavailable\r\n"), "{answer}");
    assert!(answer.contains("x-content-type-options: nosniff\r\n"), "{answer}");
    // One of them goes, and there is room.
    busy.pop().unwrap().shutdown(Shutdown::Both).unwrap();
    let begun = Instant::now();
    while !server.ask().starts_with("HTTP/1.1 200 OK\r\n") {
        assert!(begun.elapsed() < FOREVER);
        thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn the_server_ends_whatever_clients_do() {
    let server = Running::start(patient());
    let mut clients = Vec::new();
    for said in ["", HALF_A_HEADER, HALF_A_BODY, LARGE_ANSWER, "GET / HTTP/1.1\r\nHost: a\r\n\r\n"] {
        clients.extend((0..5).map(|_| server.client(said)));
    }
    server.is_well();
    // What others may do in the meantime is nothing: connections are patient for minutes.
    let took = server.end();
    assert!(took < Duration::from_secs(20), "{took:?}");
    drop(clients);
}

#[test]
fn an_answer_in_progress_is_finished_when_the_server_ends() {
    let server = Running::start(Limits { grace: FOREVER, ..patient() });
    let idle = server.client("");
    let mut stream = server.client(LARGE_ANSWER);
    let mut first = [0; 1024];
    stream.read_exact(&mut first).unwrap();
    let reader = thread::spawn(move || rest(stream).len());
    let took = server.end();
    assert!(took < FOREVER, "{took:?}");
    assert!(reader.join().unwrap() + first.len() > LARGE);
    assert_eq!(rest(idle), "");
}

#[test]
fn what_is_no_request_is_refused_with_the_headers_of_every_answer() {
    let server = Running::start(patient());
    let long = |length| "x".repeat(length);
    for (said, status) in [
        ("what is this\r\n\r\n".to_string(), "400 Bad Request"),
        ("GET / HTTP/1.1\r\nbad header\r\n\r\n".to_string(), "400 Bad Request"),
        (format!("GET /{} HTTP/1.1\r\nHost: a\r\n\r\n", long(70_000)), "414 URI Too Long"),
        (
            format!("GET / HTTP/1.1\r\nHost: a\r\nCookie: {}\r\n\r\n", long(1_000_000)),
            "431 Request Header Fields Too Large",
        ),
        (format!("GET / HTTP/1.1\r\n{}\r\n", "x-header: 1\r\n".repeat(200)), "431 Request Header Fields Too Large"),
    ] {
        // After a request that was answered, too.
        for before in ["", "GET / HTTP/1.1\r\nHost: a\r\n\r\n"] {
            let mut stream = server.client(before);
            if !before.is_empty() {
                let mut answer = Vec::new();
                while !answer.ends_with(b"<page>") {
                    answer.push(0);
                    let at = answer.len() - 1;
                    stream.read_exact(&mut answer[at..]).unwrap();
                }
            }
            stream.write_all(said.as_bytes()).unwrap();
            let answer = rest(stream);
            assert!(answer.starts_with(&format!("HTTP/1.1 {status}\r\n")), "{status}: {answer}");
            for header in [
                "content-security-policy: default-src 'none'; ",
                "x-content-type-options: nosniff\r\n",
                "referrer-policy: no-referrer\r\n",
                "cross-origin-opener-policy: same-origin\r\n",
                "cross-origin-embedder-policy: require-corp\r\n",
                "cross-origin-resource-policy: same-origin\r\n",
                "permissions-policy: ",
                "cache-control: no-store\r\n",
                "connection: close\r\n",
                "content-length: 0\r\n",
            ] {
                assert_eq!(answer.matches(header).count(), 1, "{status}: {header}: {answer}");
            }
        }
    }
    server.is_well();
}
