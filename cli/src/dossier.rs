//! The folder of a full test: the dossier in every format, tables, the games, the engine's answers, what was taken as given
//! and what was done; all of it a bundle that a stranger can check and compute again.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use datasets::write_pgn;
use reports::bundle::{Bundle, Content, Description, Edition, Kind, SecretKey, key_file};
use reports::custody::NOTES;

use crate::config::signing_key;
use crate::evidence::{
    CUSTODY, DOSSIER, EVALUATIONS, Evidence, GAMES, OTHERS, PARAMETERS, PREMISES, SECOND, TABLES,
};

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
        created: evidence
            .custody
            .copied
            .as_ref()
            .map_or(evidence.custody.made, |copied| copied.made),
        software: evidence.test.manifest.software.clone(),
        numbers: evidence.test.manifest.digest.clone(),
    };
    let bundle = Bundle::new(&description, contents, key)?;
    bundle
        .write_folder(out)
        .with_context(|| format!("cannot write {}", out.display()))?;
    let zip = zip(out);
    bundle
        .write_zip(&zip)
        .with_context(|| format!("cannot write {}", zip.display()))
}

fn contents(evidence: &Evidence, notes: &[String]) -> anyhow::Result<Vec<Content>> {
    let Evidence {
        test,
        premises,
        custody,
        ..
    } = evidence;
    let content = |name: &str, kind: Kind, bytes: Vec<u8>| Content {
        name: name.to_owned(),
        kind,
        bytes,
    };
    let text = |name: &str, kind: Kind, text: String| content(name, kind, text.into_bytes());
    let mut given = serde_json::to_string_pretty(premises)?;
    given.push('\n');
    let language = custody.language;
    let mut contents = vec![
        text(
            "dossier.html",
            Kind::Report,
            reports::dossier::html(test, custody, language),
        ),
        text(
            "dossier.md",
            Kind::Report,
            reports::dossier::markdown(test, custody, language),
        ),
        text(DOSSIER, Kind::Data, reports::dossier::json(test)?),
        text(PREMISES, Kind::Data, given),
        text(CUSTODY, Kind::Data, custody.json()?),
        text(GAMES, Kind::Games, write_pgn(&evidence.games, |_| None)),
        text(
            EVALUATIONS,
            Kind::Evaluations,
            reports::evaluations_jsonl(&evidence.answers)?,
        ),
        text(PARAMETERS, Kind::Method, evidence.parameters.clone()),
    ];
    if let Some(second) = &evidence.second {
        contents.push(text(
            SECOND,
            Kind::Evaluations,
            reports::evaluations_jsonl(second)?,
        ));
    }
    for (name, table) in TABLES {
        let table = table(test);
        contents.push(content(name, Kind::Data, table.csv()?));
        #[cfg(feature = "parquet")]
        contents.push(content(
            &name.replace(".csv", ".parquet"),
            Kind::Data,
            table.parquet()?,
        ));
    }
    if !notes.is_empty() {
        contents.push(text(NOTES, Kind::Confidential, notes.join("\n\n") + "\n"));
    }
    if !evidence.others.is_empty() {
        let names = evidence.others.join("\n") + "\n";
        contents.push(text(OTHERS, Kind::Confidential, names));
    }
    contents.extend(pdf(evidence)?);
    contents.extend_from_slice(&evidence.handed);
    Ok(contents)
}

/// Makes the numbers again from the very bytes that are to be written.
fn again(contents: &[Content]) -> anyhow::Result<()> {
    let files: BTreeMap<String, Vec<u8>> = contents
        .iter()
        .map(|content| (content.name.clone(), content.bytes.clone()))
        .collect();
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

#[cfg(feature = "pdf")]
fn pdf(evidence: &Evidence) -> anyhow::Result<Option<Content>> {
    let Evidence { test, custody, .. } = evidence;
    Ok(Some(Content {
        name: "dossier.pdf".to_owned(),
        kind: Kind::Report,
        bytes: reports::dossier::pdf(test, custody, custody.language)?,
    }))
}

#[cfg(not(feature = "pdf"))]
fn pdf(_: &Evidence) -> anyhow::Result<Option<Content>> {
    Ok(None)
}

/// The bundle as one file, beside the folder.
pub(crate) fn zip(out: &Path) -> PathBuf {
    let mut name = out.as_os_str().to_owned();
    name.push(".zip");
    PathBuf::from(name)
}
