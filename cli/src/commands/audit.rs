//! `fairplay audit`: checks the audit log of a server, alone and against the heads that were noted elsewhere.

use std::fs::File;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::Args;
use reports::bundle::Verifier;
use reports::bundle_files::CUSTODY;
use reports::custody::Custody;
use reports::visible;
use service::audit::{Chain, Fault, Head, HeadList, HeadListCheck, heads};

use crate::output::json_or;
use crate::{ExitStatus, Outcome};

#[derive(Clone, Debug, Args)]
pub(crate) struct AuditOptions {
    /// File of a server, or a copy of it
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// Backups, bundles of the server and lists of heads, each with an earlier head to compare with. The list beside the file,
    /// FILE-heads, is always read
    #[arg(value_name = "EARLIER")]
    pub(crate) holders: Vec<PathBuf>,
    /// Head of the log as noted earlier, NUMBER:HASH; can be repeated
    #[arg(long, value_name = "HEAD")]
    pub(crate) noted: Vec<Head>,
    /// Print as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// Checks the pages of a file, then its audit log.
pub(crate) fn run(options: &AuditOptions) -> Outcome {
    let mut noted = Vec::new();
    let mut add = |place: String, heads: Vec<Head>| {
        if !heads.is_empty() {
            noted.push(HeadList { place, heads });
        }
    };
    add("--noted".to_owned(), options.noted.clone());
    let list = heads::path(&options.file);
    add(list.display().to_string(), list_of_heads(&list)?);
    for holder in &options.holders {
        let heads =
            heads_in(holder).with_context(|| format!("no head to compare with in {}", holder.display()))?;
        add(holder.display().to_string(), heads);
    }
    let connection = service::open_for_reading(&options.file)?;
    service::quick_check(&connection)?;
    let chain = service::audit::verify_with(&connection, &noted)?;
    Ok((ending(&chain), json_or(options.json, &chain, || Ok(tell(&chain)))?))
}

fn list_of_heads(path: &Path) -> anyhow::Result<Vec<Head>> {
    heads::read(path).with_context(|| format!("{} is not a list of heads", path.display()))
}

/// The heads that a backup, a bundle or a list holds.
fn heads_in(path: &Path) -> anyhow::Result<Vec<Head>> {
    let mut start = [0; 16];
    let is_file = path.is_file();
    let read = if is_file { File::open(path)?.read(&mut start)? } else { 0 };
    if start.get(..read) == Some(b"SQLite format 3\0") {
        let chain = service::audit::verify(&service::open_for_reading(path)?)?;
        if chain.broken.is_some() {
            bail!("its own log does not hold together");
        }
        return Ok(vec![chain.head()]);
    }
    if is_file && !start.starts_with(b"PK\x03\x04") {
        let heads = list_of_heads(path)?;
        if heads.is_empty() {
            bail!("the list is empty");
        }
        return Ok(heads);
    }
    let (verification, files) = Verifier::default().open(path, &[CUSTODY])?;
    let Some(custody) = files.get(CUSTODY).filter(|_| verification.holds) else {
        bail!("it is not a bundle that holds; `fairplay verify` says why");
    };
    let custody: Custody = serde_json::from_slice(custody)?;
    let head = custody.audit_head.context("no server made this bundle")?;
    Ok(vec![head.parse()?])
}

/// The result of a check, for people.
pub(crate) fn tell(chain: &Chain) -> String {
    let entries = chain.entries;
    let mut lines = match &chain.broken {
        None => vec![format!("the audit log holds together: {entries} entries")],
        Some(broken) => {
            let reason = match broken.reason {
                Fault::Missing => "it is missing, or another one came in between",
                Fault::NotLinked => "it does not go on from the entry before it",
                Fault::Changed => "its hash does not belong to what it says",
            };
            vec![
                format!("entry {} does not hold: {reason}", broken.number),
                format!("entries before it hold: {entries}"),
            ]
        }
    };
    lines.extend(chain.noted.iter().map(|HeadListCheck { place, heads, through, missing }| {
        let place = visible(place);
        match missing {
            None => {
                format!("heads noted in {place}: {heads}, up to entry {through} of {entries}: in the log")
            }
            Some(head) => {
                format!("head {head}, noted in {place}, is not in the log: something was cut off or changed")
            }
        }
    }));
    let changed = chain.changed_texts.iter();
    lines.extend(changed.map(|text| format!("{text}: the text is not the one that the log speaks of")));
    if chain.noted.is_empty() {
        lines.push(
            "no head was noted elsewhere: entries cut off at the end, or a log made anew, would not show"
                .to_owned(),
        );
    }
    lines.push(format!("head {}\n", chain.head()));
    lines.join("\n")
}

/// The exit status that belongs to the result.
pub(crate) fn ending(chain: &Chain) -> ExitStatus {
    if chain.holds() { ExitStatus::Done } else { ExitStatus::Failed }
}
