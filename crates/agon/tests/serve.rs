//! `agon serve` where it cannot listen.

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
