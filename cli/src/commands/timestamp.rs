//! `fairplay timestamp`: the word of a time-stamping authority that a bundle's signature existed at a time (RFC 3161). No connection
//! is opened: the request is a file for the authority, and so is its answer.

use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::{Args, Subcommand};
use reports::bundle::{Finding, SIGNATURE, Verifier, trusted_time};

use super::verify::bundle::{beside, time_stamp_of};
use crate::{ExitStatus, Outcome};

#[derive(Debug, Subcommand)]
pub(crate) enum TimestampCommand {
    /// Write the request for a signed bundle; send it to a time-stamping authority.
    Request(Request),
    /// Check the authority's answer and put it beside the bundle, where `verify` finds it.
    Attach(Attach),
}

#[derive(Clone, Debug, Args)]
pub(crate) struct Request {
    /// A signed evidence bundle: a folder or a `.zip`
    #[arg(value_name = "BUNDLE")]
    bundle: PathBuf,
}

#[derive(Clone, Debug, Args)]
pub(crate) struct Attach {
    /// The bundle that the request was made for
    #[arg(value_name = "BUNDLE")]
    bundle: PathBuf,
    /// The answer of the authority (`.tsr`)
    #[arg(value_name = "FILE")]
    answer: PathBuf,
    /// Certificates of authorities that you trust, in one PEM file
    #[arg(long, value_name = "FILE")]
    time_authority: Option<PathBuf>,
}

pub(crate) fn run(command: &TimestampCommand) -> Outcome {
    match command {
        TimestampCommand::Request(Request { bundle }) => {
            let place = beside(bundle, "tsq")?;
            std::fs::write(&place, trusted_time::request(&signature(bundle)?)?)
                .with_context(|| format!("cannot write {}", place.display()))?;
            let place = place.display();
            let bundle = bundle.display();
            let text = format!(
                "The request is in {place}. It holds a hash and nothing of the bundle.\n\
                 Send it to a time-stamping authority, for instance with\n\n  \
                 curl -H 'Content-Type: application/timestamp-query' --data-binary @{place} ADDRESS -o answer.tsr\n\n\
                 and then: fairplay timestamp attach {bundle} answer.tsr\n"
            );
            Ok((ExitStatus::Done, text))
        }
        TimestampCommand::Attach(Attach { bundle, answer, time_authority }) => {
            let signature = signature(bundle)?;
            let finding = time_stamp_of(answer, &signature, time_authority.as_deref())?;
            if let Finding::TimeStampBad { reason } = &finding {
                bail!("{} does not hold for {}: {reason}", answer.display(), bundle.display());
            }
            let place = beside(bundle, "tsr")?;
            std::fs::copy(answer, &place).with_context(|| format!("cannot write {}", place.display()))?;
            let text =
                format!("{}\nIt is in {}; send it with the bundle.\n", finding.sentence(), place.display());
            Ok((ExitStatus::Done, text))
        }
    }
}

/// The file of a bundle's signature, if the bundle holds.
fn signature(bundle: &Path) -> anyhow::Result<Vec<u8>> {
    let (verification, mut files) = Verifier::default().open(bundle, &[SIGNATURE])?;
    if !verification.holds {
        bail!("{} does not hold; `fairplay verify` says why", bundle.display());
    }
    files.remove(SIGNATURE).with_context(|| {
        format!(
            "{} is not signed, and a time stamp is for a signature; `fairplay key new` makes a key",
            bundle.display()
        )
    })
}
