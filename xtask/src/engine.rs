//! The engine for the browser.

use std::fs;

use anyhow::Result;
use wasm_bindgen_cli_support::Bindgen;

use crate::run::{cargo, program, root, step, timed};

/// The target that browsers run.
pub const TARGET: &str = "wasm32-unknown-unknown";

/// Where the page finds the engine.
const PACKAGE: &str = "web/src/engine/pkg";

/// Builds the engine and its bindings into `web/src/engine/pkg`, and puts the networks beside them.
pub fn build() -> Result<()> {
    step("wasm target", program("rustup", &["target", "add", TARGET]))?;
    step("engine", cargo(&["build", "--profile", "wasm", "--package", "agon-wasm", "--target", TARGET]))?;
    timed("bindings", || {
        Bindgen::new()
            .input_path(root().join("target").join(TARGET).join("wasm/agon_wasm.wasm"))
            .web(true)?
            .typescript(true)
            .remove_name_section(true)
            .remove_producers_section(true)
            // The page loads the file itself, once for all workers.
            .omit_default_module_path(true)
            .generate(root().join(PACKAGE))
    })?;
    timed("networks", copy_networks)
}

/// Copies the networks that come with Agon, which the page fetches by themselves.
fn copy_networks() -> Result<()> {
    for entry in fs::read_dir(root().join("crates/agents/networks"))? {
        let entry = entry?;
        fs::copy(entry.path(), root().join(PACKAGE).join(entry.file_name()))?;
    }
    Ok(())
}
