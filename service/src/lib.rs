//! The server: people and roles, events, audit log, pages and the interface for programs, on one file.
//!
//! This crate knows who asks and what they may see, and never how a number is made: it shows what `reports` and the
//! crates before it give. Nothing about an event is public, nothing a person did is forgotten, and nothing that comes
//! in is believed before it was looked at.

mod access;
mod api;
mod api_tokens;
mod app;
pub mod audit;
mod backup;
mod cases;
mod clock;
mod events;
mod form;
mod invitations;
mod jobs;
mod keys;
mod members;
mod messages;
mod metrics;
mod pages;
mod password;
mod people;
mod problem;
mod rate_limit;
#[cfg(feature = "nats")]
pub mod remote;
mod respond;
mod roles;
mod routes;
mod run;
mod secret;
mod server;
mod sessions;
mod storage;
mod tls;

#[cfg(test)]
mod tests;

pub use app::{Limits, ServiceError, Settings, TlsFiles};
pub use backup::{BackupError, Copied, backup, open_for_reading};
pub use clock::Clock;
pub use events::live::LiveSettings;
pub use jobs::runner::{Engines, StartError};
pub use jobs::searchers::{Address, Notice, Searcher, Searchers};
pub use password::Cost;
pub use run::{LogFormat, Started, log_to_stderr, run};
pub use secret::NoRandomness;
pub use storage::StorageError;
