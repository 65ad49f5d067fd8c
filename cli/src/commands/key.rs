//! `fairplay key`: makes the key that signs bundles, and shows its public half. The secret half is never printed.

use std::io::Write;
use std::path::PathBuf;

use clap::{Args, Subcommand};
use reports::bundle::{PublicKey, SecretKey, Signer, key_file};

use crate::ExitStatus;
use crate::config::signing_key;
use crate::output::write_json;

/// Commands of `key`.
#[derive(Debug, Subcommand)]
pub(crate) enum KeyCommand {
    /// Make the key that signs bundles. An existing key is never replaced.
    New(KeyOptions),
    /// Show the public half of the key, for those who check bundles.
    Show(KeyOptions),
}

/// Options of both.
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

pub(crate) fn run(command: &KeyCommand, out: &mut dyn Write) -> anyhow::Result<ExitStatus> {
    match command {
        KeyCommand::New(options) => {
            let path = place(options)?;
            let key = SecretKey::generate()?;
            key_file::create(&path, &key)?;
            if !options.json && !options.minisign {
                writeln!(
                    out,
                    "The new key is in {}.\n\n\
                     It has no password, as the key of a server has none, so whoever can read that file can sign as you.\n\
                     Keep one copy in a safe place and none anywhere else. Lost, it cannot be made again, and older\n\
                     bundles are still checked with its public half:\n",
                    path.display()
                )?;
            }
            print(key.public(), options, out)?;
        }
        KeyCommand::Show(options) => {
            let key = key_file::read(&place(options)?)?;
            print(key.public(), options, out)?;
        }
    }
    Ok(ExitStatus::Done)
}

fn place(options: &KeyOptions) -> anyhow::Result<PathBuf> {
    options.key.clone().map_or_else(signing_key, Ok)
}

fn print(key: &PublicKey, options: &KeyOptions, out: &mut dyn Write) -> anyhow::Result<()> {
    let signer = Signer::for_key(key);
    if options.minisign {
        write!(out, "{}", key.text())?;
    } else if options.json {
        write_json(out, &signer)?;
    } else {
        writeln!(out, "short name   {}", signer.key_id)?;
        writeln!(out, "public key   {}", signer.public_key)?;
        writeln!(out, "fingerprint  {}", signer.fingerprint)?;
    }
    Ok(())
}
