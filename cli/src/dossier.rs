//! The folder of a full test: the dossier in every format, tables, the games, the engine's answers, what was taken as given
//! and what was done; all of it a bundle that a stranger can check and compute again.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use datasets::write_pgn;
use reports::bundle::{Bundle, Content, Description, Edition, SecretKey, key_file};
use reports::papers::Papers;

use crate::config::signing_key;
use crate::evidence::Evidence;

/// The key to sign with: the one that was named, else the operator's, if there is one.
pub(crate) fn key(named: Option<&Path>) -> anyhow::Result<Option<SecretKey>> {
    let path = match named {
        Some(path) => path.to_owned(),
        None => match signing_key() {
            Ok(path) if path.exists() => path,
            // Without a key the bundle is made unsigned, and says so.
            Ok(_) | Err(_) => return Ok(None),
        },
    };
    Ok(Some(key_file::read(&path)?))
}

/// Writes the bundle as a folder and as one file beside it.
///
/// # Errors
/// If a file cannot be made or written, or if the files do not give the numbers again: such a bundle does not leave.
pub(crate) fn write(
    evidence: &Evidence,
    edition: Edition,
    notes: &[String],
    key: Option<&SecretKey>,
    out: &Path,
) -> anyhow::Result<()> {
    let contents = contents(evidence, notes)?;
    again(&contents)?;
    let description = Description {
        edition,
        created: evidence.custody.copied.as_ref().map_or(evidence.custody.made, |copied| copied.made),
        software: evidence.test.manifest.software.clone(),
        numbers: evidence.test.manifest.digest.clone(),
    };
    let bundle = Bundle::new(&description, contents, key)?;
    bundle.write_folder(out).with_context(|| format!("cannot write {}", out.display()))?;
    let zip = zip(out);
    bundle.write_zip(&zip).with_context(|| format!("cannot write {}", zip.display()))
}

fn contents(evidence: &Evidence, notes: &[String]) -> anyhow::Result<Vec<Content>> {
    let second = evidence.second.as_ref().map(reports::evaluations_jsonl);
    let second = second.transpose()?;
    let papers = Papers {
        test: &evidence.test,
        premises: &evidence.premises,
        custody: &evidence.custody,
        games: &write_pgn(&evidence.games, |_| None),
        evaluations: &reports::evaluations_jsonl(&evidence.answers)?,
        second: second.as_deref(),
        parameters: &evidence.parameters,
        others: &evidence.others,
        notes,
        handed: &evidence.handed,
    };
    Ok(papers.contents()?)
}

/// Makes the numbers again from the very bytes that are to be written.
fn again(contents: &[Content]) -> anyhow::Result<()> {
    let files: BTreeMap<String, Vec<u8>> =
        contents.iter().map(|content| (content.name.clone(), content.bytes.clone())).collect();
    let evidence = Evidence::read(&files).context("the bundle cannot be read back")?;
    let (parameters, _) = evidence.parameters(Some(&evidence.parameters))?;
    let found = evidence.computed(&parameters)?.manifest.digest;
    if found != evidence.test.manifest.digest {
        bail!(
            "the files of the bundle give the digest {found} and not {}, so it was not written; this is a mistake in the program, please report it",
            evidence.test.manifest.digest
        );
    }
    Ok(())
}

/// The bundle as one file, beside the folder.
pub(crate) fn zip(out: &Path) -> PathBuf {
    let mut name = out.as_os_str().to_owned();
    name.push(".zip");
    PathBuf::from(name)
}
