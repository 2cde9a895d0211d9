//! The engine for the browser: rules, agents and records in JSON, behind two
//! calls. Everything is text, so that the page needs no type of ours, and
//! everything that is said here can be tested without a browser.
//!
//! A browser's worker holds one [`Engine`]. It asks ([`Engine::ask`]) for what
//! is known at once, and thinks ([`Engine::think_with`]) about what is not. The networks that come
//! with Agon are no part of it: the worker asks what a search needs ([`Engine::missing`]) and
//! provides it ([`Engine::provide`]).

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

    /// The file of the network that a request to think needs and that has not been provided yet.
    pub fn missing(&mut self, request: &str) -> Option<String> {
        think::missing(&mut self.desk, request).map(str::to_string)
    }

    /// Gives the bytes of a network, by the name of its file; an error is one line of text.
    pub fn provide(&mut self, file: &str, bytes: &[u8]) -> Result<(), String> {
        agon_agents::provide_network(file, bytes).map_err(|error| error.to_string())
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
