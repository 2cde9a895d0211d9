//! The engine for the browser.

use anyhow::Result;
use wasm_bindgen_cli_support::Bindgen;

use crate::run::{cargo, program, root, step, timed};

/// The target that browsers run.
pub const TARGET: &str = "wasm32-unknown-unknown";

/// Builds the engine and its bindings into `web/src/engine/pkg`.
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
            .generate(root().join("web/src/engine/pkg"))
    })
}
