//! The server: people and roles, events, audit log, pages and the interface for programs, on one file.
//!
//! This crate knows who asks and what they may see, and never how a number is made: it shows what `reports` and the
//! crates before it give. Nothing about an event is public, nothing a person did is forgotten, and nothing that comes
//! in is believed before it was looked at.

mod absences;
mod access;
mod api;
mod api_absences;
mod api_engines;
mod api_tokens;
mod app;
pub mod audit;
mod backup;
mod boards;
mod cases;
mod checks;
mod clock;
mod events;
mod follower;
mod form;
mod full_tests;
mod hands;
mod hints;
mod inputs;
mod intake;
mod invitations;
mod jobs;
mod keys;
mod live;
mod members;
mod messages;
mod metrics;
mod pages;
mod password;
mod people;
mod problem;
mod queue;
mod rate_limit;
mod rating_lists;
#[cfg(feature = "nats")]
pub mod remote;
mod respond;
mod results;
mod roles;
mod routes;
mod run;
mod runner;
mod searchers;
mod secret;
mod server;
mod sessions;
mod shown;
mod storage;
mod tls;
mod upload;
mod work;

#[cfg(test)]
mod tests;

pub use app::{Limits, ServiceError, Settings, TlsFiles};
pub use backup::{BackupError, Copied, backup, open_for_reading};
pub use clock::Clock;
pub use live::LiveSettings;
pub use password::Cost;
pub use run::{LogFormat, Started, log_to_stderr, run};
pub use runner::{Engines, StartError};
pub use searchers::{Address, Notice, Searcher, Searchers};
pub use secret::NoRandomness;
pub use storage::StorageError;
