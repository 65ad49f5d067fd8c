//! Screening sheets: terminal, JSON, CSV and one self-contained HTML page; certificates of calibrations; dossiers;
//! results as pages of a server.
//!
//! This crate writes what it is given and never knows how the numbers were made. Every text that a reader sees
//! comes from a message file (see `messages/`), and every name, tag or token from outside is treated as hostile
//! in each format (see `escape`).

pub mod bundle;
pub mod certificate;
mod chart;
pub mod custody;
mod decisions;
mod document;
pub mod dossier;
mod error;
mod escape;
mod evaluations;
mod events;
pub mod hints;
mod inspection;
mod json;
mod order;
pub mod pages;
pub mod papers;
mod players;
mod power;
mod print;
mod sheet;
mod simulated;
mod table;
mod trf_check;
mod words;

#[cfg(any(test, feature = "example"))]
pub mod example;

pub use chart::power_svg;
pub use decisions::{DecisionsTable, decisions_table};
pub use error::ReportError;
pub use escape::visible;
pub use evaluations::{EvaluationsError, evaluations_from_jsonl, evaluations_jsonl};
pub use events::{Events, LeftOut, events_schema};
pub use inspection::{inspection_json, inspection_schema};
pub use json::{json, screening_schema};
pub use players::players_table;
pub use power::{power_csv, power_json, power_markdown, power_schema};
pub use sheet::{TerminalOptions, html, terminal};
pub use simulated::simulated_csv;
pub use table::Table;
pub use trf_check::{TrfCheck, TrfReport, UnreadGame, trf_check_page, trf_check_schema};
pub use words::{Arg, ByLanguage, Language, Texts, UnknownLanguage, wording};

use words::{conditions, date, differences, language, messages, number};
