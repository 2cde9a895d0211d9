//! `agon serve`

use std::io::Write;
use std::net::SocketAddr;

use agon_server::{Assets, Server};
use anyhow::Result;

/// Arguments of `agon serve`.
#[derive(clap::Args)]
pub struct Args {
    /// The port to listen on; 0 takes any that is free
    #[arg(long, default_value_t = 8080)]
    port: u16,
    /// The address to listen on; 0.0.0.0 lets other machines in
    #[arg(long, default_value = "127.0.0.1")]
    host: String,
    /// Open the app in the browser
    #[arg(long)]
    open: bool,
}

/// Serves the web app until Ctrl-C.
pub fn run(args: &Args) -> Result<()> {
    let server = Server::bind(&args.host, args.port)?;
    let url = server.url();
    let mut out = anstream::stdout().lock();
    writeln!(out, "Agon is at {url} (Ctrl-C ends it)")?;
    if Assets::BUILT.is_empty() {
        writeln!(out, "The web app is not in this program: `cargo xtask play` builds both.")?;
    }
    out.flush()?;
    drop(out);
    if let Some(warning) = warning(server.address()) {
        crate::tell::tell(warning);
    }
    if args.open && open::that_detached(&url).is_err() {
        crate::tell::tell(format_args!("no browser could be opened: open {url} yourself"));
    }
    server.run(agon_server::app(Assets::BUILT))?;
    Ok(())
}

/// What whoever opens the server to other machines should know.
fn warning(address: SocketAddr) -> Option<String> {
    let open = !address.ip().to_canonical().is_loopback();
    open.then(|| {
        format!(
            "warning: anyone who can reach this machine on port {} can use this server; \
             --host 127.0.0.1 keeps it to this machine",
            address.port()
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_that_others_can_reach_is_warned_of() {
        let warns = |address: &str| warning(address.parse().unwrap());
        for address in ["127.0.0.1:80", "127.8.8.8:80", "[::1]:80", "[::ffff:127.0.0.1]:80"] {
            assert_eq!(warns(address), None, "{address}");
        }
        for address in ["0.0.0.0:80", "192.168.0.7:80", "[::]:80", "[fe80::1]:80", "[::ffff:10.0.0.1]:80"] {
            let told = warns(address).unwrap();
            assert!(told.starts_with("warning: ") && told.contains("port 80") && !told.contains('\n'), "{told}");
        }
    }
}
