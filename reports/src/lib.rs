//! Screening sheets: terminal, JSON, CSV and one self-contained HTML page; dossiers;
//! results as pages of a server.
//!
//! This crate writes what it is given and never knows how the numbers were made. Every text that a reader sees
//! comes from a message file (see `messages/`), and every name, tag or token from outside is treated as hostile
//! in each format (see `escape`).

pub mod bundle;
pub mod chart;
mod data;
mod document;
mod error;
pub mod pages;
mod paper;
mod print;
mod sheet;
mod words;

#[cfg(any(test, feature = "example"))]
pub mod example;

pub use data::batch::events_table;
pub use data::decisions::decisions_table;
pub use data::evaluations::{EvaluationsError, evaluations_from_jsonl, evaluations_jsonl};
pub use data::events::{Events, LeftOut};
pub use data::json::{json, schema_of};
pub use data::players::players_table;
pub use data::table::Table;
pub use data::trf_check::{TrfCheck, TrfReport, UnreadGame, trf_check_page};
pub use document::Document;
pub use error::ReportError;
pub use paper::{batch, bundle_files, custody, dossier, hints, null_certificate, telemetry};
pub use print::escape::{steers, visible};
pub use sheet::{TerminalOptions, html, is_sheet_of, terminal};
pub use words::differences::{DifferenceWords, differences_in_words};
pub use words::{
    Arg, ByLanguage, Language, Texts, approval_sentence, question, rating_list_cautions, wording,
};

use data::{order, table};
use print::escape;
use words::{date, differences, language, messages, number};
