//! A check of games against a tournament report: for JSON, and as a part of a page.

use datasets::tournament::cross_check::CrossCheck;
use datasets::tournament::trf::{Inconsistency, LineCounts, Warning};
use schemars::JsonSchema;
use serde::Serialize;

mod page;

pub use page::trf_check_page;

/// A check of games against a tournament report.
#[derive(Debug, Serialize, JsonSchema)]
pub struct TrfCheck<'a> {
    /// [`TrfCheck::SCHEMA`]
    pub schema: &'a str,
    /// The report by itself.
    pub report: TrfReport<'a>,
    /// The PGN inputs with their digests.
    pub inputs: &'a [datasets::Input],
    /// The comparison.
    pub check: &'a CrossCheck,
    /// Games that could not be read: a missing game may be one of them.
    pub quarantine: Vec<UnreadGame<'a>>,
}

/// A game that could not be read.
#[derive(Debug, Serialize, JsonSchema)]
pub struct UnreadGame<'a> {
    /// Name of the input.
    pub input: &'a str,
    /// Number within it, from 1.
    pub game: u32,
    /// Byte offset within it.
    pub offset: u64,
    /// Description of the defect.
    pub reason: &'a str,
}

/// The report by itself.
#[derive(Debug, Serialize, JsonSchema)]
pub struct TrfReport<'a> {
    /// File name.
    pub name: String,
    /// SHA-256, lower-case hex.
    pub sha256: &'a str,
    /// How its characters are written.
    pub encoding: &'a str,
    /// Players in it.
    pub players: usize,
    /// Outcome of every line.
    pub lines: LineCounts,
    /// Oddities of the report.
    pub warnings: &'a [Warning],
    /// Where it contradicts itself.
    pub inconsistencies: &'a [Inconsistency],
}

impl TrfCheck<'_> {
    /// Version of the layout.
    pub const SCHEMA: &'static str = "fairplay.trf-check/1";
}
