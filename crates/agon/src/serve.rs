//! `agon serve`

use std::io::Write;

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
    if args.open && open::that_detached(&url).is_err() {
        eprintln!("no browser could be opened: open {url} yourself");
    }
    server.run(agon_server::app(Assets::BUILT))?;
    Ok(())
}
