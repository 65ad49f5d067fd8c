//! Games while they are played: sources that can be asked again and again, and the versions of each game. Everything
//! blocks, and nothing has a clock, a thread or a loop: the caller says when it asks.

pub mod dgt_cloud;
mod dgt_json;
mod dgt_pgn;
pub mod file;
mod following;
pub mod http;
mod identity;
mod kept;
pub mod open;
pub mod public;
pub mod reading;
pub mod source;
mod stability;
mod version_log;
pub mod versions;

pub use dgt_cloud::DgtCloud;
pub use file::FileSource;
pub use following::{FollowError, Following, LiveUpdate};
pub use http::UrlSource;
pub use kept::{kept, pgn};
pub use reading::{LiveGame, games};
pub use source::{Document, Limits, Source, SourceError, Update};
pub use stability::stable_since;
pub use version_log::Change;
pub use versions::{Report, Tracked, Tracker, TrackerError, Version};
