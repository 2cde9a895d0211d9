//! Clients that mean no good.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpStream, ToSocketAddrs};
use std::process::{Child, Command};
use std::time::{Duration, Instant};

use agon_core::Rng;

use super::{Room, Scale, wait, wait_until};

struct Server {
    child: Child,
    address: SocketAddr,
}

impl Server {
    fn start(room: &Room) -> Server {
        let mut child = room.command(&["serve", "--port", "0"]).spawn().unwrap();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        let mut line = String::new();
        let address = loop {
            line.clear();
            assert!(output.read_line(&mut line).unwrap() > 0, "the server ended");
            if let Some(address) = address_in(&line) {
                break address;
            }
        };
        // Whatever else it prints is not waited for.
        std::thread::spawn(move || std::io::copy(&mut output, &mut std::io::sink()));
        Server { child, address }
    }

    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect_timeout(&self.address, Duration::from_secs(10)).expect("the server listens");
        stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        stream.set_write_timeout(Some(Duration::from_secs(5))).unwrap();
        stream
    }

    /// Whether an ordinary request is answered.
    fn answers(&self) -> bool {
        let mut stream = self.connect();
        let sent = stream.write_all(b"GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
        let mut answer = Vec::new();
        sent.and_then(|()| stream.read_to_end(&mut answer)).is_ok() && answer.starts_with(b"HTTP/1.1 ")
    }
}

/// The address in what the server prints.
fn address_in(line: &str) -> Option<SocketAddr> {
    let url = line.split_whitespace().find_map(|word| word.strip_prefix("http://"))?;
    url.trim_end_matches('/').to_socket_addrs().ok()?.find(SocketAddr::is_ipv4)
}

/// What a hostile client sends.
fn hostile(rng: &mut Rng) -> Vec<u8> {
    let long = || b"a".repeat(100_000);
    match rng.below(12) {
        0 => Vec::new(),
        1 => b"GET / HTT".to_vec(),
        2 => b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Half".to_vec(),
        3 => b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000\r\n\r\nhalf".to_vec(),
        4 => b"POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nffffffff\r\n".to_vec(),
        5 => [b"GET /".to_vec(), long(), b" HTTP/1.1\r\n\r\n".to_vec()].concat(),
        6 => [b"GET / HTTP/1.1\r\nX: ".to_vec(), long(), b"\r\n\r\n".to_vec()].concat(),
        7 => [b"GET / HTTP/1.1\r\n".to_vec(), b"X: y\r\n".repeat(5000), b"\r\n".to_vec()].concat(),
        8 => (0..rng.below(5000)).map(|_| rng.below(256) as u8).collect(),
        9 => b"GET /../../etc/passwd HTTP/1.1\r\nHost: x\r\n\r\n".to_vec(),
        10 => b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(50),
        _ => b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03".to_vec(),
    }
}

#[test]
fn hostile_clients_shut_nobody_out_and_hold_nothing_up() {
    let (scale, room) = (Scale::new(), Room::new());
    let mut rng = scale.rng();
    let mut server = Server::start(&room);
    let clients = scale.pick(100, 1000);
    let mut open = Vec::new();
    for _ in 0..clients {
        let mut stream = server.connect();
        // The server may close a connection whenever it has seen enough.
        let _ = stream.write_all(&hostile(&mut rng));
        if rng.below(4) == 0 {
            let _ = stream.shutdown(Shutdown::Write);
        }
        open.push(stream);
    }
    assert!(server.answers(), "a good request is not answered beside {clients} bad clients");
    // All of them are still there when it is asked to end.
    let begun = Instant::now();
    assert!(Command::new("kill").args(["-TERM", &server.child.id().to_string()]).status().unwrap().success());
    wait(&mut server.child, "the server does not end");
    let seconds = begun.elapsed().as_secs_f64();
    drop(open);
    // Three seconds are promised; a busy machine may add some.
    assert!(seconds < 10.0, "it took {seconds:.1} s to end");
    let output = server.child.wait_with_output().unwrap();
    super::check(&output, "serve");
    println!("sockets: {clients} hostile clients, others answered, ended after {seconds:.2} s");
}

#[test]
fn a_server_with_few_files_stays_reachable() {
    let room = Room::new();
    let mut child = Command::new("sh");
    child.args(["-c", "ulimit -n 128; exec \"$0\" serve --port 0"]).arg(super::binary());
    child.env("AGON_HOME", room.path("home")).stdout(std::process::Stdio::piped()).stderr(std::process::Stdio::piped());
    let mut child = child.spawn().unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    output.read_line(&mut line).unwrap();
    let address = address_in(&line).unwrap_or_else(|| panic!("{line}"));
    let server = Server { child, address };
    let idle: Vec<TcpStream> = (0..300).filter_map(|_| TcpStream::connect(server.address).ok()).collect();
    drop(idle);
    wait_until("it does not recover", || server.answers());
    let Server { mut child, .. } = server;
    super::kill(&mut child);
}
