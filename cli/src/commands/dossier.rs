//! `fairplay dossier defence`: the copy of a bundle for the player's side.

use std::path::{Path, PathBuf};

use anyhow::bail;
use clap::{Args, Subcommand};
use pipeline::bundle::custody_log::now;
use pipeline::bundle::defence_copy::{digest, without_names};
use pipeline::bundle::evidence::{Evidence, FILES, zip_path};
use reports::Language;
use reports::bundle::{Edition, SecretKey, Signer, Verifier, key_file};
use reports::custody::Copied;

use crate::config::signing_key;
use crate::output::absolute;
use crate::{ExitStatus, Outcome};

#[derive(Debug, Subcommand)]
pub(crate) enum DossierCommand {
    /// Make the copy for the player's side from a complete bundle: without other people's names and confidential notes.
    Defence(DefenceOptions),
}

#[derive(Clone, Debug, Args)]
pub(crate) struct DefenceOptions {
    /// The complete bundle: a folder or a `.zip`
    #[arg(value_name = "BUNDLE")]
    pub(crate) bundle: PathBuf,
    /// Folder for the copy; a `.zip` of it is written beside it
    #[arg(long, value_name = "DIR")]
    pub(crate) out: PathBuf,
    /// Key to sign the copy with [default: the key made by `fairplay key new`, if there is one]
    #[arg(long, value_name = "FILE")]
    pub(crate) key: Option<PathBuf>,
    /// Language of the pages [default: that of the complete copy]
    #[arg(long, value_name = "LANGUAGE", value_parser = crate::arguments::language())]
    pub(crate) lang: Option<Language>,
}

/// The key to sign with: the one given, else the operator's, if there is one.
pub(crate) fn key(given: Option<&Path>) -> anyhow::Result<Option<SecretKey>> {
    let path = match given {
        Some(path) => path.to_owned(),
        None => match signing_key() {
            Ok(path) if path.exists() => path,
            // Without a key the bundle is made unsigned, and says so.
            Ok(_) | Err(_) => return Ok(None),
        },
    };
    Ok(Some(key_file::read(&path)?))
}

pub(crate) fn run(command: &DossierCommand) -> Outcome {
    let DossierCommand::Defence(options) = command;
    let (verification, files) = Verifier::default().open(&options.bundle, &FILES)?;
    let Some(manifest) = verification.manifest.as_ref().filter(|_| verification.holds) else {
        bail!(
            "{} does not hold, so nothing is copied from it; `fairplay verify` says what is wrong",
            options.bundle.display()
        );
    };
    if manifest.edition != Edition::Complete {
        bail!("{} is a copy for the defence already", options.bundle.display());
    }
    let signing = key(options.key.as_deref())?;
    let complete = Evidence::read(&files)?;
    let mut copy = without_names(complete)?;
    copy.custody.copied = Some(Copied {
        manifest: digest(manifest)?,
        created: manifest.created,
        signed_by: manifest.signed_by.clone(),
        made: now()?,
    });
    copy.custody.signed_by = signing.as_ref().map(|key| Signer::for_key(key.public()));
    copy.custody.language = options.lang.unwrap_or(copy.custody.language);
    copy.write(Edition::Defence, &[], signing.as_ref(), &options.out)?;
    let unsigned = "The copy is not signed; make a key with `fairplay key new` to sign the next one.\n";
    let text = format!(
        "Copy:    {}\nBundle:  {}\nDigest:  {}, as in the complete copy\n{}",
        absolute(&options.out).display(),
        absolute(&zip_path(&options.out)).display(),
        copy.test.manifest.digest,
        if signing.is_none() { unsigned } else { "" }
    );
    Ok((ExitStatus::Done, text))
}
