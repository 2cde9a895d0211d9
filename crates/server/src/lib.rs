//! The server of the web app: it holds the whole app, so that one binary is
//! all that is needed to play.

mod app;
mod assets;
mod headers;
mod limits;
mod link;
mod listen;
mod serve;
mod socket;

pub use app::app;
pub use assets::{Asset, Assets};
pub use limits::Limits;
pub use listen::{ListenError, Server};
