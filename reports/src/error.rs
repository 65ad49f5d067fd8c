//! What can go wrong while a report is written.

/// A report that could not be written.
#[derive(Debug, thiserror::Error)]
pub enum ReportError {
    /// The screening could not be put into JSON.
    #[error("the document could not be written as JSON")]
    Json(#[from] serde_json::Error),
    /// The table could not be written.
    #[error("the table could not be written as CSV")]
    Csv(#[from] csv::Error),
    /// A game names a player that the screening does not hold.
    #[error("game {number} of `{input}` names player {index}, but the screening holds {players}")]
    UnknownPlayer {
        /// Name of the input.
        input: String,
        /// Number of the game within its input, from 1.
        number: u32,
        /// The index that leads nowhere.
        index: usize,
        /// Number of players in the screening.
        players: usize,
    },
    /// The table could not be written.
    #[cfg(feature = "parquet")]
    #[error("the table could not be written as Parquet: {0}")]
    Parquet(String),
    /// The document could not be laid out.
    #[cfg(feature = "pdf")]
    #[error("the document could not be laid out as PDF: {0}")]
    Pdf(String),
}
