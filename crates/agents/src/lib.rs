//! Agents by name: where games and searches meet.
//!
//! An agent is named by one line of text, the same everywhere ([`Spec`]), and
//! [`make`] turns it into a [`Thinker`] for a game.

#[cfg(not(target_arch = "wasm32"))]
mod az;
mod bench;
mod book;
mod entry;
mod exact;
mod explore;
mod games;
mod general;
mod learnt;
mod level;
mod make;
mod networks;
mod nnue;
mod offer;
mod playouts;
mod range;
mod solve;
mod spec;
mod swap;
mod tablebase;
mod thinker;
#[cfg(not(target_arch = "wasm32"))]
mod trace;

pub use bench::{Work, bench_search};
pub use book::{Book, BookAnswer, BookError, BookFileError, BookMove, BookRun, Judged, ask_book, build_book};
pub use entry::{Cast, casts};
pub use exact::{Exact, exact};
pub use explore::{Algorithm, explore};
pub use learnt::{ActionTable, TableError};
pub use level::levels;
pub use make::{DEFAULT, Settings, agents, make};
pub use networks::{ShippedNetwork, missing_network, network, provide_network};
pub use offer::{Offer, Strength, offer_of};
pub use range::{Range, RangeError};
pub use solve::{Solved, solve};
pub use spec::{Params, Spec, SpecError, parse_time};
pub use tablebase::{WrongTable, build_tablebase, check_tablebase, probe_tablebase, rules_text, tablebase_origin};
pub use thinker::{Decision, Report, RootAction, ThinkError, Thinker};
#[cfg(not(target_arch = "wasm32"))]
pub use trace::{TraceLine, TraceText};
