//! What can go wrong while a report is written.

/// A report that could not be written.
#[derive(Debug, thiserror::Error)]
pub enum ReportError {
    #[error("the document could not be written as JSON")]
    Json(#[from] serde_json::Error),
    #[error("the table could not be written as CSV")]
    Csv(#[from] csv::Error),
    #[error("game {number} of `{input}` names player {index}, but the screening holds {players}")]
    UnknownPlayer {
        input: String,
        /// Number of the game within its input, from 1.
        number: u32,
        index: usize,
        players: usize,
    },
    #[cfg(feature = "parquet")]
    #[error("the table could not be written as Parquet: {0}")]
    Parquet(String),
    #[cfg(feature = "pdf")]
    #[error("the document could not be laid out as PDF: {0}")]
    Pdf(String),
}
