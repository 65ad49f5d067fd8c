//! `fairplay key`: makes the key that signs bundles, and shows its public half. The secret half is never printed.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use reports::bundle::{SecretKey, Signer, key_file};

use crate::config::signing_key;
use crate::output::json_or;
use crate::{ExitStatus, Outcome};

#[derive(Debug, Subcommand)]
pub(crate) enum KeyCommand {
    /// Make the key that signs bundles. An existing key is never replaced.
    New(KeyOptions),
    /// Show the public half of the key, for those who check bundles.
    Show(KeyOptions),
}

#[derive(Clone, Debug, Args)]
pub(crate) struct KeyOptions {
    /// File of the secret key [default: fairplay/signing.key in the user's configuration folder]
    #[arg(long, value_name = "FILE")]
    pub(crate) key: Option<PathBuf>,
    /// Print the public key as JSON
    #[arg(long, conflicts_with = "minisign")]
    pub(crate) json: bool,
    /// Print the public key as a file for minisign and `verify --key`, and nothing else
    #[arg(long)]
    pub(crate) minisign: bool,
}

pub(crate) fn run(command: &KeyCommand) -> Outcome {
    let (KeyCommand::New(options) | KeyCommand::Show(options)) = command;
    let path = options.key.clone().map_or_else(signing_key, Ok)?;
    let mut preface = String::new();
    let key = if matches!(command, KeyCommand::New(_)) {
        let key = SecretKey::generate()?;
        key_file::create(&path, &key)?;
        preface = format!(
            "The new key is in {}.\n\n\
             It has no password, as the key of a server has none, so whoever can read that file can sign as you.\n\
             Keep one copy in a safe place and none anywhere else. Lost, it cannot be made again, and older\n\
             bundles are still checked with its public half:\n\n",
            path.display()
        );
        key
    } else {
        key_file::read(&path)?
    };
    if options.minisign {
        return Ok((ExitStatus::Done, key.public().text()));
    }
    let signer = Signer::for_key(key.public());
    let text = json_or(options.json, &signer, || {
        let Signer { key_id, public_key, fingerprint } = &signer;
        Ok(format!("{preface}short name   {key_id}\npublic key   {public_key}\nfingerprint  {fingerprint}\n"))
    })?;
    Ok((ExitStatus::Done, text))
}
