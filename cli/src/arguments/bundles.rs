//! Options of the commands around evidence bundles.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use reports::Language;

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

/// What is stated about a test when it is asked for, and how its bundle is signed.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct CustodyOptions {
    /// Key to sign the bundle with [default: the one that `fairplay key new` made, if there is one]
    #[arg(long, value_name = "FILE")]
    pub(crate) key: Option<PathBuf>,
    /// At whose request the test is made; printed in the dossier [default: not stated]
    #[arg(long, value_name = "TEXT", value_parser = statement)]
    pub(crate) requested_by: Option<String>,
    /// Why this player; printed in the dossier [default: not stated]
    #[arg(long, value_name = "TEXT", value_parser = statement)]
    pub(crate) reason: Option<String>,
    /// Who runs the program; printed in the dossier [default: not stated]
    #[arg(long, value_name = "NAME", value_parser = statement)]
    pub(crate) operator: Option<String>,
    /// A confidential note: in a file of the complete copy, never in the one for the defence; can be repeated
    #[arg(long = "note", value_name = "TEXT", value_parser = statement)]
    pub(crate) notes: Vec<String>,
}

/// Commands of `dossier`.
#[derive(Debug, Subcommand)]
pub(crate) enum DossierCommand {
    /// Make the copy for the player's side from a complete bundle: without other people's names and confidential notes.
    Defence(DefenceOptions),
}

/// Options of `dossier defence`.
#[derive(Clone, Debug, Args)]
pub(crate) struct DefenceOptions {
    /// The complete bundle: a folder or a `.zip`
    #[arg(value_name = "BUNDLE")]
    pub(crate) bundle: PathBuf,
    /// Folder for the copy; the same as one `.zip` comes beside it
    #[arg(long, value_name = "DIR")]
    pub(crate) out: PathBuf,
    /// Key to sign the copy with [default: the one that `fairplay key new` made, if there is one]
    #[arg(long, value_name = "FILE")]
    pub(crate) key: Option<PathBuf>,
    /// Language of the pages [default: that of the complete copy]
    #[arg(long, value_name = "LANGUAGE", value_parser = super::language())]
    pub(crate) lang: Option<Language>,
}

/// Characters that a statement may have.
const LONGEST: usize = 2_000;

fn statement(text: &str) -> Result<String, String> {
    let text = text.trim();
    match text.chars().count() {
        0 => Err("it says nothing; leave it out to have it not stated".to_owned()),
        1..=LONGEST => Ok(text.to_owned()),
        _ => Err(format!("more than {LONGEST} characters")),
    }
}
