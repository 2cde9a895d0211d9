//! The engine for the browser: rules, agents and records in JSON, behind two
//! calls. Everything is text, so that the page needs no type of ours, and
//! everything that is said here can be tested without a browser.
//!
//! A browser's worker holds one [`Engine`]. It asks ([`Engine::ask`]) for what
//! is known at once, and thinks ([`Engine::think_with`]) about what is not.

mod ask;
mod edit;
mod outline;
mod record;
mod setup;
mod think;
mod tree;

use wasm_bindgen::prelude::wasm_bindgen;

/// One worker's engine: it remembers the game it was last asked about.
#[wasm_bindgen]
#[derive(Default)]
pub struct Engine {
    desk: setup::Desk,
    mind: think::Mind,
}

#[wasm_bindgen]
impl Engine {
    /// An engine that has not been asked anything yet.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Engine {
        #[cfg(target_arch = "wasm32")]
        console_error_panic_hook::set_once();
        Engine::default()
    }

    /// Answers a request in JSON with JSON; an error is one line of text.
    pub fn ask(&mut self, request: &str) -> Result<String, String> {
        ask::ask(&mut self.desk, request)
    }
}

impl Engine {
    /// Thinks about a request in JSON; `report` hears what is found on the way.
    pub fn think_with(&mut self, request: &str, report: &mut dyn FnMut(String)) -> Result<String, String> {
        self.mind.think(&mut self.desk, request, report)
    }
}

#[cfg(target_arch = "wasm32")]
mod browser {
    use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

    use super::Engine;

    #[wasm_bindgen]
    extern "C" {
        /// What hears the reports.
        pub type Listener;
        /// Tells it one.
        #[wasm_bindgen(method, structural, js_name = report)]
        fn report(this: &Listener, json: &str);
    }

    #[wasm_bindgen]
    impl Engine {
        /// Thinks about a request in JSON; `listener.report` hears what is found on the way.
        pub fn think(&mut self, request: &str, listener: &Listener) -> Result<String, JsValue> {
            self.think_with(request, &mut |json| listener.report(&json)).map_err(JsValue::from)
        }
    }
}
