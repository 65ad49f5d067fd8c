//! Options of the commands around evidence bundles.

use std::path::PathBuf;

use clap::{Args, Subcommand};

/// Commands of `key`.
#[derive(Debug, Subcommand)]
pub(crate) enum KeyCommand {
    /// Make the key that signs bundles. A key that is there already stays.
    New(KeyOptions),
    /// Show the public half of the key, for those who check bundles.
    Show(KeyOptions),
}

/// Options of both.
#[derive(Clone, Debug, Args)]
pub(crate) struct KeyOptions {
    /// The file of the secret key [default: fairplay/signing.key in the user's configuration folder]
    #[arg(long, value_name = "FILE")]
    pub(crate) key: Option<PathBuf>,
    /// Print the public key as JSON
    #[arg(long, conflicts_with = "minisign")]
    pub(crate) json: bool,
    /// Print the public key as a file for minisign and `verify --key`, and nothing else
    #[arg(long)]
    pub(crate) minisign: bool,
}
