//! Documents and tables for programs: JSON with its schemas, CSV and Parquet.

pub(crate) mod decisions;
pub(crate) mod evaluations;
pub(crate) mod events;
pub(crate) mod json;
pub(crate) mod order;
pub(crate) mod players;
pub(crate) mod table;
pub(crate) mod trf_check;

pub use decisions::decisions_table;
pub use evaluations::{EvaluationsError, evaluations_from_jsonl, evaluations_jsonl};
pub use events::{Events, LeftOut};
pub use json::{json, schema_of};
pub use players::players_table;
pub use table::Table;
pub use trf_check::{TrfCheck, TrfReport, UnreadGame, trf_check_page};
