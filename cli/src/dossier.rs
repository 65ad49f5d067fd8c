//! The folder of a full test: the dossier in every format, the games, the engine's answers, all of it a bundle that a stranger
//! can check.

use std::path::{Path, PathBuf};
use std::time::SystemTime;

use analyzer::Evaluations;
use analyzer::full_test::FullTest;
use anyhow::{Context, bail};
use datasets::write_pgn;
use reports::Language;
use reports::bundle::{Bundle, Content, Description, Edition, Kind, SecretKey, Timestamp, key_file};

use crate::config::signing_key;
use crate::run::Loaded;

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

/// Writes the bundle as a folder and as one file beside it. `handed` are files that were given beside the games; they go
/// into it as they are.
pub(crate) fn write(
    test: &FullTest,
    loaded: &Loaded,
    answers: &Evaluations,
    handed: &[Content],
    language: Language,
    key: Option<&SecretKey>,
    out: &Path,
) -> anyhow::Result<()> {
    let text = |name: &str, kind: Kind, text: String| Content {
        name: name.to_owned(),
        kind,
        bytes: text.into_bytes(),
    };
    let mut contents = vec![
        text(
            "dossier.html",
            Kind::Report,
            reports::dossier::html(test, language),
        ),
        text(
            "dossier.md",
            Kind::Report,
            reports::dossier::markdown(test, language),
        ),
        text("dossier.json", Kind::Data, reports::dossier::json(test)?),
        text(
            "games.pgn",
            Kind::Games,
            write_pgn(&loaded.collection.games, |_| None),
        ),
        text(
            "evaluations.jsonl",
            Kind::Evaluations,
            reports::evaluations_jsonl(answers)?,
        ),
    ];
    if cfg!(feature = "pdf") {
        contents.extend(pdf(test, language)?);
    }
    contents.extend_from_slice(handed);
    let description = Description {
        edition: Edition::Complete,
        created: now()?,
        software: test.manifest.software.clone(),
        numbers: test.manifest.digest.clone(),
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

#[cfg(feature = "pdf")]
fn pdf(test: &FullTest, language: Language) -> anyhow::Result<Option<Content>> {
    Ok(Some(Content {
        name: "dossier.pdf".to_owned(),
        kind: Kind::Report,
        bytes: reports::dossier::pdf(test, language)?,
    }))
}

#[cfg(not(feature = "pdf"))]
fn pdf(_: &FullTest, _: Language) -> anyhow::Result<Option<Content>> {
    Ok(None)
}

/// The bundle as one file, beside the folder.
pub(crate) fn zip(out: &Path) -> PathBuf {
    let mut name = out.as_os_str().to_owned();
    name.push(".zip");
    PathBuf::from(name)
}

fn now() -> anyhow::Result<Timestamp> {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    match since
        .ok()
        .and_then(|since| Timestamp::from_seconds(since.as_secs()))
    {
        Some(now) => Ok(now),
        None => bail!("the clock of this machine gives no date that a bundle can carry"),
    }
}
