//! `agon serve` where it cannot listen, and how it ends.

use std::net::TcpListener;
use std::process::Command;

#[test]
fn a_taken_port_is_told_in_one_line() {
    let taken = TcpListener::bind(("127.0.0.1", 0)).unwrap();
    let port = taken.local_addr().unwrap().port();
    let output =
        Command::new(env!("CARGO_BIN_EXE_agon")).args(["serve", "--port", &port.to_string()]).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(output.stdout.is_empty());
    assert_eq!(
        String::from_utf8(output.stderr).unwrap(),
        format!(
            "error: port {port} is taken by another program: choose another with --port, or 0 for any that is free\n"
        )
    );
}

/// Every kind of client that could hold the server back, and the signals that end it.
#[cfg(unix)]
#[test]
fn a_signal_ends_it_whatever_clients_do() {
    use std::io::{BufRead, BufReader, Write};
    use std::net::TcpStream;
    use std::process::Stdio;
    use std::time::{Duration, Instant};

    for signal in ["INT", "TERM"] {
        let mut server = Command::new(env!("CARGO_BIN_EXE_agon"))
            .args(["serve", "--port", "0"])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(server.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let port: u16 = line.split(['/', ':']).find_map(|word| word.parse().ok()).unwrap();
        let clients = [
            "",
            "GET / HT",
            "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nh",
            "GET / HTTP/1.1\r\nHost: a\r\n\r\n",
        ];
        let clients = clients.map(|said| {
            let mut stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
            stream.write_all(said.as_bytes()).unwrap();
            stream
        });
        // Taken up, not only waiting to be.
        std::thread::sleep(Duration::from_millis(300));
        let told = Instant::now();
        assert!(Command::new("kill").args(["-s", signal, &server.id().to_string()]).status().unwrap().success());
        let status = loop {
            if let Some(status) = server.try_wait().unwrap() {
                break status;
            }
            if told.elapsed() > Duration::from_secs(30) {
                server.kill().unwrap();
                panic!("{signal} has not ended the server");
            }
            std::thread::sleep(Duration::from_millis(10));
        };
        assert!(status.success(), "{signal}: {status}");
        let mut said = String::new();
        std::io::Read::read_to_string(&mut server.stderr.take().unwrap(), &mut said).unwrap();
        assert_eq!(said, "", "nobody else can reach 127.0.0.1");
        drop(clients);
    }
}
