//! Games of an event or a player from Lichess and Chess.com, over the interfaces that both publish for programs.
//!
//! What comes is written as it was received, and nothing is judged here. One question is asked at a time, as both platforms
//! want it. The caller waits when [`Observer::wait`] says so.

mod address;
mod chess_com;
mod error;
mod exchange;
mod fetch;
mod fetched;
mod handles;
mod lichess;
mod month;

pub use address::Wanted;
pub use chess_com::ChessCom;
pub use error::ImportError;
pub use exchange::{Access, Observer, Pause, is_lichess};
pub use fetch::fetch;
pub use fetched::Fetched;
pub use handles::{Handle, handles_to_confirm, unknown_handles};
pub use lichess::Lichess;
pub use month::Month;
