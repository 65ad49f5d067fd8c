//! What can be handed to `test` beside the games, and how several events are told apart.

use std::path::PathBuf;

use clap::Args;

use super::ReportEncoding;

/// Options of `test` that add a part to the dossier each and change no z.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct BesideOptions {
    /// Tournament report (TRF16 or TRF26): its players, results and dates are compared with the games
    #[arg(long, value_name = "FILE")]
    pub(crate) trf: Option<PathBuf>,
    /// How the report's characters are written [default: UTF-8]
    #[arg(long, value_enum, value_name = "ENCODING", requires = "trf")]
    pub(crate) trf_encoding: Option<ReportEncoding>,
    /// `screening.json` of the same games by `fairplay screen`: where the player stands in the field
    #[arg(long, value_name = "FILE")]
    pub(crate) screening: Option<PathBuf>,
    /// Log of absences from the board (.toml or .csv): the decisions after coming back, apart
    #[arg(long, value_name = "FILE")]
    pub(crate) absences: Option<PathBuf>,
    /// Each event of the games by itself, and all of them together; without it they are tested as one performance
    #[arg(long, conflicts_with_all = ["event", "trf", "screening", "absences"])]
    pub(crate) each_event: bool,
}
