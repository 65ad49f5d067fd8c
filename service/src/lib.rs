//! The server: people and roles, events, audit log, pages and the interface for programs, on one file.
//!
//! This crate knows who asks and what they may see, and never how a number is made: it shows what `reports` and the
//! crates before it give. Nothing about an event is public, nothing a person did is forgotten, and nothing that comes
//! in is believed before it was looked at.

mod accounts;
mod app;
mod cases;
mod clock;
mod events;
mod jobs;
/// Message keys and files, made by the build script.
mod keys {
    include!(concat!(env!("OUT_DIR"), "/messages.rs"));
}
mod log;
mod messages;
#[cfg(feature = "nats")]
pub mod remote;
mod run;
mod store;
mod web;

#[cfg(test)]
mod tests;

pub use accounts::password::Cost;
pub use accounts::reset::{ResetError, reset};
pub use accounts::secret::NoRandomness;
pub use accounts::totp::authenticator_code;
pub use app::{ServiceError, Settings, TlsFiles};
pub use clock::{Clock, UnknownZone, Zone};
pub use events::live::LiveSettings;
pub use jobs::notifications::{
    MailSecurity, MailSettings, NotificationError, NotificationSettings, WebhookSettings,
};
pub use jobs::queue_address::{Address, Notice};
pub use jobs::searchers::{Engines, Searcher, Searchers, SecondEngine, StartError};
pub use log::{LogFormat, log_to_stderr};
pub use run::{Started, run};
pub use store::audit;
pub use store::backup::{BackupError, Copied, backup, open_for_reading};
pub use store::{StorageError, integrity_check, quick_check, within};
#[cfg(feature = "fuzzing")]
pub use web::fuzzed;
pub use web::limits::Limits;
