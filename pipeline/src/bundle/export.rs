//! Writes the bundle of a full test: the dossier in every format, tables, games, answers, premises and custody.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use datasets::write_pgn;
use reports::bundle::{Bundle, Content, Edition, SecretKey};
use reports::papers::Papers;

use super::evidence::Evidence;

/// Writes the bundle as a folder and as one file beside it.
///
/// # Errors
/// If a file cannot be made or written, or if the files do not give the numbers again: such a bundle does not leave.
pub fn write(
    evidence: &Evidence,
    edition: Edition,
    notes: &[String],
    key: Option<&SecretKey>,
    out: &Path,
) -> anyhow::Result<()> {
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
        handed: &evidence.attachments,
    };
    let contents = papers.contents()?;
    check_numbers(&contents)?;
    let bundle = Bundle::new(&papers.description(edition), contents, key)?;
    bundle.write_folder(out).with_context(|| format!("cannot write {}", out.display()))?;
    let zip = zip_path(out);
    bundle.write_zip(&zip).with_context(|| format!("cannot write {}", zip.display()))
}

/// Computes the numbers again from the bytes that are to be written.
fn check_numbers(contents: &[Content]) -> anyhow::Result<()> {
    let files: BTreeMap<String, Vec<u8>> =
        contents.iter().map(|content| (content.name.clone(), content.bytes.clone())).collect();
    let evidence = Evidence::read(&files).context("the bundle cannot be read back")?;
    let (parameters, _) = evidence.parameters(Some(&evidence.parameters))?;
    let found = evidence.compute(&parameters)?.manifest.digest;
    if found != evidence.test.manifest.digest {
        bail!(
            "the files of the bundle give the digest {found} and not {}, so it was not written; this is a mistake in the program, please report it",
            evidence.test.manifest.digest
        );
    }
    Ok(())
}

/// The path of the bundle as one file, beside the folder.
#[must_use]
pub fn zip_path(out: &Path) -> PathBuf {
    let mut name = out.as_os_str().to_owned();
    name.push(".zip");
    PathBuf::from(name)
}
