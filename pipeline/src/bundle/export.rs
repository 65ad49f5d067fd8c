//! Writes the bundle of a full test: the dossier in every format, tables, games, answers, premises and custody.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use datasets::write_pgn;
use reports::bundle::{Bundle, BundleError, Content, Edition, SecretKey};
use reports::bundle_files::BundleFiles;

use super::EvidenceError;
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
) -> Result<(), EvidenceError> {
    let lines = |answers| reports::evaluations_jsonl(answers).map_err(EvidenceError::other);
    let second = evidence.second.as_ref().map(lines).transpose()?;
    let files = BundleFiles {
        test: &evidence.test,
        premises: &evidence.premises,
        custody: &evidence.custody,
        games: &write_pgn(&evidence.games, |_| None),
        evaluations: &lines(&evidence.answers)?,
        second: second.as_deref(),
        parameters: &evidence.parameters,
        others: &evidence.others,
        notes,
        handed: &evidence.attachments,
    };
    let contents = files.contents().map_err(EvidenceError::other)?;
    check_numbers(&contents)?;
    let bundle = Bundle::new(&files.description(edition), contents, key).map_err(EvidenceError::other)?;
    let unwritten =
        |path: &Path, cause: BundleError| EvidenceError::Write { path: path.to_owned(), cause: cause.into() };
    bundle.write_folder(out).map_err(|cause| unwritten(out, cause))?;
    let zip = zip_path(out);
    bundle.write_zip(&zip).map_err(|cause| unwritten(&zip, cause))
}

/// Computes the numbers again from the bytes that are to be written.
fn check_numbers(contents: &[Content]) -> Result<(), EvidenceError> {
    let files: BTreeMap<String, Vec<u8>> =
        contents.iter().map(|content| (content.name.clone(), content.bytes.clone())).collect();
    let evidence = Evidence::read(&files).map_err(|error| EvidenceError::ReadBack(Box::new(error)))?;
    let (parameters, _) = evidence.parameters(Some(&evidence.parameters))?;
    let found = evidence.compute(&parameters)?.manifest.digest;
    if found != evidence.test.manifest.digest {
        return Err(EvidenceError::Digest { written: evidence.test.manifest.digest.clone(), found });
    }
    Ok(())
}

/// The path of the bundle as one file, beside the folder.
pub fn zip_path(out: &Path) -> PathBuf {
    let mut name = out.as_os_str().to_owned();
    name.push(".zip");
    PathBuf::from(name)
}
