//! `fairplay audit`: checks the audit log of a server, alone, against the heads that were noted elsewhere, and against the tables
//! that it speaks of.

use std::fs::File;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, bail};
use clap::Args;
use reports::bundle::Verifier;
use reports::bundle_files::CUSTODY;
use reports::custody::Custody;
use reports::visible;
use service::audit::{Chain, Head, HeadList, HeadListCheck, TablesCheck, heads};

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
    /// Give up after so many minutes
    #[arg(long, value_name = "MINUTES", default_value_t = 60)]
    pub(crate) time_limit: u64,
    /// Print as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// Findings that are printed.
const MAX_FINDINGS: usize = 100;

/// Checks the pages of a file, then its audit log, the tables that it speaks of and the stored bytes.
pub(crate) fn run(options: &AuditOptions) -> Outcome {
    let limit = Duration::from_secs(options.time_limit.saturating_mul(60));
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
        let heads = heads_in(holder, limit)
            .with_context(|| format!("no head to compare with in {}", holder.display()))?;
        add(holder.display().to_string(), heads);
    }
    let mut connection = service::open_for_reading(&options.file)?;
    let chain = service::within(&mut connection, limit, |connection| {
        service::integrity_check(connection)?;
        service::audit::check(connection, &noted)
    })?;
    Ok((ending(&chain), json_or(options.json, &chain, || Ok(tell(&chain)))?))
}

fn list_of_heads(path: &Path) -> anyhow::Result<Vec<Head>> {
    heads::read(path).with_context(|| format!("{} is not a list of heads", path.display()))
}

/// The heads that a backup, a bundle or a list holds.
fn heads_in(path: &Path, limit: Duration) -> anyhow::Result<Vec<Head>> {
    let mut start = [0; 16];
    let is_file = path.is_file();
    let read = if is_file { File::open(path)?.read(&mut start)? } else { 0 };
    if start.get(..read) == Some(b"SQLite format 3\0") {
        let chain = service::within(&mut service::open_for_reading(path)?, limit, service::audit::verify)?;
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
        Some(_) => vec![format!("entries that hold: {entries}")],
    };
    let noted = chain.noted.iter().filter(|noted| noted.missing.is_none());
    lines.extend(noted.map(|HeadListCheck { place, heads, through, .. }| {
        format!("heads noted in {}: {heads}, up to entry {through} of {entries}: in the log", visible(place))
    }));
    if let Some(tables) = &chain.tables {
        lines.extend(compared(tables));
    }
    let findings = chain.findings();
    let more = findings.len().saturating_sub(MAX_FINDINGS);
    lines.extend(findings.into_iter().take(MAX_FINDINGS));
    if more > 0 {
        lines.push(format!("and {more} more; `--json` lists all"));
    }
    if chain.noted.is_empty() {
        lines.push(
            "no head was noted elsewhere: entries cut off at the end, or a log made anew, would not show"
                .to_owned(),
        );
    }
    lines.push(format!("head {}\n", chain.head()));
    lines.join("\n")
}

/// What was compared with the log, and what was not.
fn compared(tables: &TablesCheck) -> Vec<String> {
    let mib = tables.bytes / (1024 * 1024);
    let rows = tables.rows.map(|rows| {
        format!("compared with the log: {rows} rows of people, events, cases, files and results; stored bytes with their sums: {mib} MiB")
    });
    let rows = rows.unwrap_or_else(|| {
        format!(
            "the file is of an earlier version: only members, roles and files that entries name were compared with the log, and \
             {mib} MiB with their sums. Names, passwords, second factors and results were not"
        )
    });
    let recorded = tables.recorded.map(|entry| {
        format!(
            "an earlier version made the file: names, passwords, second factors and results are held to the log from entry {entry} \
             on, as they were then"
        )
    });
    [Some(rows), recorded].into_iter().flatten().collect()
}

/// The exit status that belongs to the result.
pub(crate) fn ending(chain: &Chain) -> ExitStatus {
    if chain.holds() { ExitStatus::Done } else { ExitStatus::Failed }
}
