//! The web app: what it needs, how it is built and checked.

use std::path::{Path, PathBuf};

use anyhow::{Result, bail};

use crate::engine;
use crate::run::{program, root, run, step, works};

/// Where the app is.
fn folder() -> PathBuf {
    root().join("web")
}

/// Whether there is an app to build.
pub fn is_there() -> bool {
    folder().join("package.json").exists()
}

/// Builds the engine and the app into `web/dist`, from which the server takes it.
pub fn build() -> Result<()> {
    engine::build()?;
    install_node()?;
    step("web packages", npm(&["ci", "--no-audit", "--no-fund"]))?;
    step("web app", npm(&["run", "build"]))
}

/// Checks the types of the app and runs its tests, among them those that
/// compare the engine in the browser with `agon`; then those in a browser.
/// Both use the `agon` that the workspace's own tests have built.
pub fn test() -> Result<()> {
    step("web types", npm(&["run", "check"]))?;
    let agon = root().join("target/debug/agon");
    step("web tests", npm(&["run", "test"]).env("AGON", &agon))?;
    let chromium = chromium()?;
    step("browser tests", npm(&["run", "e2e"]).env("AGON", &agon).env("CHROMIUM", chromium))
}

fn npm(args: &[&str]) -> std::process::Command {
    let mut command = program("npm", args);
    command.current_dir(folder());
    command
}

/// The oldest Node that builds the app.
const NODE: (u32, u32) = (20, 19);

/// Installs Node where it is missing, on Debian, and refuses one that is too old.
fn install_node() -> Result<()> {
    if node_version().is_none() || !works(program("npm", &["--version"])) {
        apt("Node", &["nodejs", "npm"])?;
    }
    match node_version() {
        Some(version) if version >= NODE => Ok(()),
        Some((major, minor)) => {
            bail!("Node {major}.{minor} is too old: the web app needs {}.{} or newer", NODE.0, NODE.1)
        }
        None => bail!("Node does not say its version"),
    }
}

/// What `node --version` says: `v20.19.2` is 20 and 19.
fn node_version() -> Option<(u32, u32)> {
    let output = program("node", &["--version"]).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    let mut numbers = text.trim().trim_start_matches('v').split('.').map(str::parse);
    Some((numbers.next()?.ok()?, numbers.next()?.ok()?))
}

/// The browser for the tests, installed where it is missing, on Debian.
fn chromium() -> Result<&'static str> {
    const PLACES: [&str; 3] = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
    let found = || PLACES.into_iter().find(|place| Path::new(place).exists());
    if let Some(place) = found() {
        return Ok(place);
    }
    apt("Chromium", &["chromium"])?;
    match found() {
        Some(place) => Ok(place),
        None => bail!("Chromium was installed but is in none of {}", PLACES.join(", ")),
    }
}

/// Installs packages of Debian, with the rights that are there.
pub fn apt(what: &str, packages: &[&str]) -> Result<()> {
    if !works(program("apt-get", &["--version"])) {
        bail!("{what} is missing, and this is no Debian: please install it");
    }
    let is_root = works(program("test", &["-w", "/usr/bin"]));
    let apt = |args: &[&str]| {
        let mut command = program(if is_root { "apt-get" } else { "sudo" }, &[]);
        if !is_root {
            command.arg("apt-get");
        }
        command.args(args).env("DEBIAN_FRONTEND", "noninteractive");
        command
    };
    println!("\n== {what} is missing: installing it");
    // Lists that cannot be renewed may still be good enough.
    let _ = run(&mut apt(&["update"]));
    step(what, apt(&[&["install", "-y", "--no-install-recommends"], packages].concat()))
}
