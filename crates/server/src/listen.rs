use std::future::pending;
use std::io::{self, ErrorKind};
use std::net::{SocketAddr, TcpListener};

use axum::Router;
use thiserror::Error;
#[cfg(unix)]
use tokio::signal::unix::{SignalKind, signal};

use crate::Limits;
use crate::serve::serve;

/// A server that has its address and is ready to run.
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
}

/// Why a server could not take its address.
#[derive(Debug, Error)]
pub enum ListenError {
    /// Somebody else has it.
    #[error("port {0} is taken by another program: choose another with --port, or 0 for any that is free")]
    Taken(u16),
    /// The user may not.
    #[error("no right to listen on port {0}: choose one from 1024 to 65535 with --port")]
    Forbidden(u16),
    /// This machine has no such address.
    #[error("this machine cannot listen as `{0}`: choose one of its own addresses with --host, such as 127.0.0.1")]
    Host(String),
    /// Anything else.
    #[error("cannot listen on {0}: {1}")]
    Other(String, io::Error),
}

impl ListenError {
    /// What the system's refusal means.
    fn of(host: &str, port: u16, error: io::Error) -> ListenError {
        let shown: String = host.chars().take(60).map(|c| if c.is_control() { ' ' } else { c }).collect();
        match error.kind() {
            ErrorKind::AddrInUse => ListenError::Taken(port),
            ErrorKind::PermissionDenied => ListenError::Forbidden(port),
            ErrorKind::AddrNotAvailable | ErrorKind::InvalidInput => ListenError::Host(shown),
            // A name that nobody knows has no kind of its own.
            _ if host.parse::<std::net::IpAddr>().is_err() => ListenError::Host(shown),
            _ => ListenError::Other(format!("{shown} port {port}"), error),
        }
    }
}

impl Server {
    /// Takes a port of a host; port 0 is any that is free.
    pub fn bind(host: &str, port: u16) -> Result<Server, ListenError> {
        let bound = TcpListener::bind((host, port)).and_then(|listener| {
            listener.set_nonblocking(true)?;
            let address = listener.local_addr()?;
            Ok(Server { listener, address })
        });
        bound.map_err(|error| ListenError::of(host, port, error))
    }

    /// Where a browser on this machine finds it.
    pub fn url(&self) -> String {
        let port = self.address.port();
        match self.address {
            SocketAddr::V4(address) if address.ip().is_unspecified() || address.ip().is_loopback() => {
                format!("http://localhost:{port}/")
            }
            SocketAddr::V6(address) if address.ip().is_unspecified() || address.ip().is_loopback() => {
                format!("http://localhost:{port}/")
            }
            address => format!("http://{address}/"),
        }
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Answers until the program is told to end, then finishes what was begun,
    /// within the grace that the limits allow.
    pub fn run(self, app: Router) -> io::Result<()> {
        self.run_until(app, Limits::default(), told_to_end())
    }

    /// The same, with other limits and another sign to end.
    pub fn run_until(self, app: Router, limits: Limits, end: impl Future<Output = ()>) -> io::Result<()> {
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
        runtime.block_on(async {
            let listener = tokio::net::TcpListener::from_std(self.listener)?;
            serve(listener, app, limits, end).await;
            Ok(())
        })
    }
}

/// Waits for Ctrl-C, or for the signal by which a system ends its services.
async fn told_to_end() {
    let interrupt = async {
        // Without signals there is nothing to wait for, and the server runs on.
        if tokio::signal::ctrl_c().await.is_err() {
            pending::<()>().await;
        }
    };
    #[cfg(unix)]
    let terminate = async {
        match signal(SignalKind::terminate()) {
            Ok(mut told) => drop(told.recv().await),
            Err(_) => pending().await,
        }
    };
    #[cfg(not(unix))]
    let terminate = pending();
    tokio::select! {
        () = interrupt => {}
        () = terminate => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whoever runs the tests may be allowed every port, so the system's refusals are made here.
    #[test]
    fn every_refusal_of_the_system_is_one_line_that_says_what_to_do() {
        let said = |host, kind: ErrorKind| ListenError::of(host, 80, io::Error::from(kind)).to_string();
        for (host, kind, line) in [
            (
                "127.0.0.1",
                ErrorKind::PermissionDenied,
                "no right to listen on port 80: choose one from 1024 to 65535 with --port",
            ),
            (
                "127.0.0.1",
                ErrorKind::AddrInUse,
                "port 80 is taken by another program: choose another with --port, or 0 for any that is free",
            ),
            (
                "192.0.2.1",
                ErrorKind::AddrNotAvailable,
                "this machine cannot listen as `192.0.2.1`: choose one of its own addresses with --host, such as 127.0.0.1",
            ),
            (
                "no\nbody",
                ErrorKind::Other,
                "this machine cannot listen as `no body`: choose one of its own addresses with --host, such as 127.0.0.1",
            ),
        ] {
            assert_eq!(said(host, kind), line);
        }
        let other = said("127.0.0.1", ErrorKind::OutOfMemory);
        assert!(other.starts_with("cannot listen on 127.0.0.1 port 80: ") && !other.contains('\n'), "{other}");
    }
}
