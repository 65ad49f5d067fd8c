//! The files of a full test: what a bundle holds for whoever computes again. Whether they give the numbers again is found out
//! by whoever knows how numbers are made, and not here.

use analyzer::full_test::{FullTest, Premises};
use datasets::AbsenceLog;

use crate::bundle::{Content, Description, Edition, Kind};
use crate::paper::custody::{Custody, NOTES};
use crate::{ReportError, dossier, json};

pub const DOSSIER: &str = "dossier.json";
/// Everything it takes as given besides games and answers.
pub const PREMISES: &str = "premises.json";
pub const CUSTODY: &str = "custody.json";
pub const GAMES: &str = "games.pgn";
/// The engine's answers, as lines of JSON.
pub const EVALUATIONS: &str = "evaluations.jsonl";
/// Those of the engine of the independent test.
pub const SECOND: &str = "second-evaluations.jsonl";
/// The parameters that the numbers rest on.
pub const PARAMETERS: &str = "parameters.toml";
/// Confidential: everybody else who played in the player's events, a name to a line, so that a copy without names knows
/// whom a text names. No number rests on it.
pub const OTHERS: &str = "others.txt";
/// The tournament report, as it was handed in.
pub const REPORT: &str = "report.trf";
/// The kind of file that a log of absences is in a bundle. A log that names players may tell of others too, who are no party to
/// the case.
pub fn kind_of_log(log: &AbsenceLog) -> Kind {
    if log.names_players() { Kind::Confidential } else { Kind::Data }
}

/// The decisions as a table.
pub const DECISIONS: &str = "decisions.csv";

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
        }
    }

    /// The files, in a fixed order.
    pub fn contents(&self) -> Result<Vec<Content>, ReportError> {
        let Self { test, custody, .. } = *self;
        let reports = dossier::document(test, custody, custody.language).files("dossier")?.into_iter();
        let mut contents: Vec<Content> =
            reports.map(|(name, bytes)| Content::new(name, Kind::Report, bytes)).collect();
        contents.extend([
            Content::new(DOSSIER, Kind::Data, json(test)?),
            Content::new(PREMISES, Kind::Data, json(self.premises)?),
            Content::new(CUSTODY, Kind::Data, json(custody)?),
            Content::new(GAMES, Kind::Games, self.games),
            Content::new(EVALUATIONS, Kind::Evaluations, self.evaluations),
            Content::new(PARAMETERS, Kind::Method, self.parameters),
        ]);
        contents.extend(self.second.map(|second| Content::new(SECOND, Kind::Evaluations, second)));
        let table = dossier::decisions_table(test);
        contents.push(Content::new(DECISIONS, Kind::Data, table.csv()?));
        #[cfg(feature = "parquet")]
        contents.push(Content::new("decisions.parquet", Kind::Data, table.parquet()?));
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
