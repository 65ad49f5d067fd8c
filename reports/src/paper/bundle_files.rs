//! The files of a full test: what a bundle holds for whoever computes again. Whether they give the numbers again is found out
//! by whoever knows how numbers are made, and not here.

use std::collections::BTreeMap;

use analyzer::digest::hex;
use analyzer::full_test::{FullTest, Premises, SCHEMA};
use datasets::AbsenceLog;
use serde::Deserialize;
use sha2::{Digest, Sha256};

use crate::bundle::{
    Checks, Compared, Content, Description, Edition, Kind, Manifest, NamedList, Origin, Outcome, Signer,
};
use crate::paper::custody::{Custody, NOTES};
use crate::{ReportError, dossier, json, visible};

pub const DOSSIER: &str = "dossier.json";
/// Everything it takes as given besides games and answers.
pub const PREMISES: &str = "premises.json";
pub const CUSTODY: &str = "custody.json";
pub const GAMES: &str = "games.pgn";
/// The engine's answers, as lines of JSON.
pub const EVALUATIONS: &str = "evaluations.jsonl";
/// Those of the second engine.
pub const SECOND: &str = "second-evaluations.jsonl";
/// The parameters that the numbers rest on.
pub const PARAMETERS: &str = "parameters.toml";
/// Confidential: everybody else who played in the player's events, a name to a line, so that a copy without names knows
/// whom a text names. No number rests on it.
pub const OTHERS: &str = "others.txt";
/// The tournament report, as it was handed in.
pub const REPORT: &str = "report.trf";

/// The games, answers and dossier of an earlier event of the player, which the numbers of several events rest on; the first event
/// has the number 1.
pub fn earlier_event(number: usize, games: String, evaluations: String, dossier: String) -> [Content; 3] {
    [
        (GAMES, Kind::Games, games),
        (EVALUATIONS, Kind::Evaluations, evaluations),
        (DOSSIER, Kind::Data, dossier),
    ]
    .map(|(name, kind, text)| Content::new(format!("event-{number}-{name}"), kind, text))
}

/// The kind of file that a log of absences is in a bundle. A log that names players may tell of others too, who are no party to
/// the case.
pub fn kind_of_log(log: &AbsenceLog) -> Kind {
    if log.names_players() { Kind::Confidential } else { Kind::Data }
}

/// The decisions as a table.
pub const DECISIONS: &str = "decisions.csv";
const PARQUET: &str = "decisions.parquet";
/// Files that a program writes only if it is built with their format.
const OPTIONAL: [&str; 2] = ["dossier.pdf", PARQUET];

/// The sources of the files. Texts are the files as they are.
#[derive(Clone, Copy, Debug)]
pub struct BundleFiles<'a> {
    pub test: &'a FullTest,
    pub premises: &'a Premises,
    /// It says in which language the pages are.
    pub custody: &'a Custody,
    pub games: &'a str,
    pub evaluations: &'a str,
    pub second: Option<&'a str>,
    pub parameters: &'a str,
    /// [`OTHERS`]; none in a copy for the defence.
    pub others: &'a [String],
    pub notes: &'a [String],
    /// Files that were handed in beside the games.
    pub handed: &'a [Content],
}

impl BundleFiles<'_> {
    /// Head of the bundle of these files. A copy for the defence is as old as the copying.
    pub fn description(&self, edition: Edition) -> Description {
        Description {
            edition,
            created: self.custody.copied.as_ref().map_or(self.custody.made, |copied| copied.made),
            software: self.test.manifest.software.clone(),
            numbers: self.test.manifest.digest.clone(),
            rating_lists: named_lists(self.test),
        }
    }

    /// The files, in a fixed order.
    pub fn contents(&self) -> Result<Vec<Content>, ReportError> {
        let Self { test, custody, .. } = *self;
        let mut contents = pages_and_tables(test, custody)?;
        contents.extend([
            Content::new(DOSSIER, Kind::Data, json(test)?),
            Content::new(PREMISES, Kind::Data, json(self.premises)?),
            Content::new(CUSTODY, Kind::Data, json(custody)?),
            Content::new(GAMES, Kind::Games, self.games),
            Content::new(EVALUATIONS, Kind::Evaluations, self.evaluations),
            Content::new(PARAMETERS, Kind::Method, self.parameters),
        ]);
        contents.extend(self.second.map(|second| Content::new(SECOND, Kind::Evaluations, second)));
        if !self.notes.is_empty() {
            contents.push(Content::new(NOTES, Kind::Confidential, self.notes.join("\n\n") + "\n"));
        }
        if !self.others.is_empty() {
            contents.push(Content::new(OTHERS, Kind::Confidential, self.others.join("\n") + "\n"));
        }
        contents.extend_from_slice(self.handed);
        Ok(contents)
    }
}

/// The pages and tables of a bundle: files that are made from the dossier and the custody alone.
fn pages_and_tables(test: &FullTest, custody: &Custody) -> Result<Vec<Content>, ReportError> {
    let pages = dossier::document(test, custody, custody.language).files("dossier")?.into_iter();
    let mut contents: Vec<Content> =
        pages.map(|(name, bytes)| Content::new(name, Kind::Report, bytes)).collect();
    let table = dossier::decisions_table(test);
    contents.push(Content::new(DECISIONS, Kind::Data, table.csv()?));
    #[cfg(feature = "parquet")]
    contents.push(Content::new(PARQUET, Kind::Data, table.parquet()?));
    Ok(contents)
}

/// The rating lists of a test, as a manifest names them.
fn named_lists(test: &FullTest) -> Vec<NamedList> {
    let lists = test.manifest.rating_lists.iter().flat_map(|lists| &lists.used);
    lists.map(|list| NamedList::new(&list.name, &list.month, &list.sha256)).collect()
}

/// Compares what several files of a bundle repeat, and makes its pages and tables again from the numbers.
///
/// `files` has to hold [`DOSSIER`] and [`CUSTODY`] with the digests of the manifest. A signature over the manifest does not
/// replace this: whoever signs may have altered a page.
pub fn consistency(manifest: &Manifest, files: &BTreeMap<String, Vec<u8>>) -> Checks {
    let layout = serde_json::from_slice::<Layout>(bytes_of(files, DOSSIER)).map(|read| read.schema);
    let origin = Origin::of(&manifest.software, &layout.unwrap_or_default(), SCHEMA);
    consistency_with(&origin, manifest, files)
}

fn bytes_of<'a>(files: &'a BTreeMap<String, Vec<u8>>, name: &str) -> &'a [u8] {
    files.get(name).map(Vec::as_slice).unwrap_or_default()
}

fn consistency_with(origin: &Origin, manifest: &Manifest, files: &BTreeMap<String, Vec<u8>>) -> Checks {
    let mut checks = Checks::default();
    origin.add_to(&mut checks);
    let bytes = |name| bytes_of(files, name);
    let read = || {
        let (test, custody): (FullTest, Custody) =
            (serde_json::from_slice(bytes(DOSSIER))?, serde_json::from_slice(bytes(CUSTODY))?);
        let made = pages_and_tables(&test, &custody)?;
        Ok::<_, ReportError>((FullTest::digest_of_file(bytes(DOSSIER))?, test, custody, made))
    };
    let (other_rules, other_words) = (origin.other_rules(), origin.other_words());
    let (digest, test, custody, made) = match (read(), &other_rules) {
        (Ok(read), _) => read,
        (Err(_), Some(other)) => {
            checks.skip(Compared::PagesAndTables, other.clone());
            return checks;
        }
        (Err(error), None) => {
            let why = format!("cannot be made from {DOSSIER} and {CUSTODY}: {}", visible(&error.to_string()));
            checks.add(Compared::PagesAndTables, false, why);
            return checks;
        }
    };
    let mut versions = vec![visible(&test.manifest.software), visible(&custody.software)];
    versions.dedup();
    checks.equal(Compared::VersionOfFiles, &visible(&manifest.software), &versions.join(" and "));
    let written = visible(&test.manifest.digest);
    checks.equal(Compared::DigestOfManifest, &manifest.numbers, &written);
    match other_rules {
        Some(other) if written != digest => checks.skip(Compared::DigestWritten, other),
        _ => checks.equal(Compared::DigestWritten, &written, &digest),
    }
    checks.equal(Compared::DigestOfCustody, &visible(&custody.numbers), &written);
    let (listed, used) = (&manifest.rating_lists, named_lists(&test));
    if !listed.is_empty() || !used.is_empty() {
        let text = |lists: &[NamedList]| {
            let list = |list: &NamedList| format!("{} {} {}", visible(&list.name), list.month, list.sha256);
            lists.iter().map(list).collect::<Vec<_>>().join("; ")
        };
        checks.equal(Compared::RatingLists, &text(listed), &visible(&text(&used)));
    }
    let signer = |signer: &Option<Signer>| {
        signer.as_ref().map_or_else(|| "nobody".to_owned(), |signer| visible(&signer.fingerprint))
    };
    checks.equal(Compared::SignerOfCustody, &signer(&custody.signed_by), &signer(&manifest.signed_by));
    for content in &made {
        let listed = manifest.files.iter().find(|file| file.name == content.name);
        let same = listed.map(|file| file.sha256 == hex(&Sha256::digest(&content.bytes)));
        // A program without PDF or Parquet leaves these out of its bundles.
        if same.is_some() || !OPTIONAL.contains(&content.name.as_str()) {
            checks.repeats(&content.name, same == Some(true), other_words.as_ref());
        }
    }
    for file in &manifest.files {
        if made.iter().any(|content| content.name == file.name) {
            continue;
        }
        if OPTIONAL.contains(&file.name.as_str()) {
            checks.skip(&file.name, Outcome::NoFormat);
        } else if file.kind == Kind::Report {
            checks.repeats(&file.name, false, other_words.as_ref());
        }
    }
    checks
}

/// The head of a dossier in any layout.
#[derive(Deserialize)]
struct Layout {
    schema: String,
}

#[cfg(test)]
mod tests;
