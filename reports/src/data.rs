//! Documents and tables for programs: JSON with its schemas, CSV and Parquet.

pub(crate) mod batch;
pub(crate) mod decisions;
pub(crate) mod evaluations;
pub(crate) mod events;
pub(crate) mod json;
pub(crate) mod order;
pub(crate) mod players;
pub(crate) mod table;
pub(crate) mod trf_check;
