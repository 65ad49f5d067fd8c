//! Reads a bundle, computes its numbers again, and writes one. No engine runs here.
//!
//! A bundle is read in the same way when it is written and when it comes from a stranger, so one whose files do not give
//! its numbers is found before it leaves.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use analyzer::full_test::{
    FullTest, Performance, Premises, Second, SupportingEvidence, TestRequest, full_test, performance,
};
use analyzer::ipr::Reference;
use analyzer::policy::Mode;
use analyzer::screen::{Event, Screened};
use analyzer::screening::SettingsEntry;
use analyzer::{Evaluations, Parameters, screen, shipped};
use datasets::tournament::event_facts::EventFacts;
use datasets::{Entry, Game, write_pgn};
use reports::bundle::{Bundle, BundleError, Content, Edition, SecretKey};
use reports::bundle_files::{
    BundleFiles, CUSTODY, DECISIONS, DOSSIER, EVALUATIONS, GAMES, OTHERS, PARAMETERS, PREMISES, SECOND,
};
use reports::custody::Custody;
use uci_pool::{Identity, Settings};

use super::EvidenceError;
use crate::PlayerGamesError;

/// The files that [`Evidence::read`] takes.
pub const FILES: [&str; 9] =
    [DOSSIER, PREMISES, CUSTODY, GAMES, EVALUATIONS, SECOND, PARAMETERS, OTHERS, DECISIONS];

pub struct Evidence {
    pub test: FullTest,
    pub premises: Premises,
    pub custody: Custody,
    pub games: Vec<Game>,
    pub answers: Evaluations,
    /// Answers of the second engine.
    pub second: Option<Evaluations>,
    /// The parameters as a file.
    pub parameters: String,
    /// Names of everybody else in the player's events; none in a copy for the defence.
    pub others: Vec<String>,
    /// Attached files, which are kept and not read again; none in a copy for the defence.
    pub attachments: Vec<Content>,
}

impl Evidence {
    pub fn read(files: &BTreeMap<String, Vec<u8>>) -> Result<Self, EvidenceError> {
        let bytes = |name: &str| {
            let bytes = files.get(name).map(Vec::as_slice);
            bytes.ok_or_else(|| {
                let missing = "without which its numbers cannot be made again";
                EvidenceError::Refused(format!("the bundle holds no {name}, {missing}"))
            })
        };
        let text = |name: &str| std::str::from_utf8(bytes(name)?).map_err(EvidenceError::file(name));
        let answers =
            |name: &str| reports::evaluations_from_jsonl(bytes(name)?).map_err(EvidenceError::file(name));
        let test: FullTest = json(DOSSIER, bytes(DOSSIER)?)?;
        Ok(Self {
            premises: json(PREMISES, bytes(PREMISES)?)?,
            custody: json(CUSTODY, bytes(CUSTODY)?)?,
            games: games(bytes(GAMES)?)?,
            answers: answers(EVALUATIONS)?,
            second: match test.second_engine {
                Some(_) => Some(answers(SECOND)?),
                None => None,
            },
            parameters: text(PARAMETERS)?.to_owned(),
            others: match files.contains_key(OTHERS) {
                true => text(OTHERS)?.lines().map(str::to_owned).collect(),
                false => Vec::new(),
            },
            attachments: Vec::new(),
            test,
        })
    }

    pub fn settings(&self) -> Result<Settings, EvidenceError> {
        settings(&self.test.manifest.settings)
    }

    /// The parameters that the numbers rest on, and where they come from: the file that was given, else those that come with
    /// this program in the version of the test, else those in the bundle.
    ///
    /// # Errors
    /// If the file is another version, or belongs to another engine or other settings.
    pub fn parameters(&self, given: Option<&str>) -> Result<(Parameters, &'static str), EvidenceError> {
        let manifest = &self.test.manifest;
        let (engine, settings) = (Identity::from(&manifest.engine), self.settings()?);
        let version = manifest.parameters.as_deref().unwrap_or_default();
        let read = |text: &str| shipped::given(text, &engine, &settings);
        if let Some(text) = given {
            let parameters = read(text).map_err(EvidenceError::other)?;
            if parameters.version != version {
                let wanted = reports::visible(version);
                return Err(EvidenceError::Refused(format!(
                    "the numbers rest on the parameters `{wanted}`, and the file given holds `{}`",
                    parameters.version
                )));
            }
            return Ok((parameters, "the file that was given"));
        }
        let conditions = Mode::conditions(self.test.event.mode, self.premises.time_class);
        let own = shipped::parameters(&engine, &settings, conditions);
        let own = own.map_err(EvidenceError::other)?;
        match own.filter(|own| own.version == version) {
            Some(own) => Ok((own, "those that come with this program")),
            None => Ok((
                read(&self.parameters).map_err(EvidenceError::file(PARAMETERS))?,
                "those in the bundle; this program comes with none of this version",
            )),
        }
    }

    pub fn compute(&self, parameters: &Parameters) -> Result<FullTest, EvidenceError> {
        let other = match &self.test.second_engine {
            Some(second) => Some((Identity::from(&second.engine), settings(&second.settings)?)),
            None => None,
        };
        let second = other.as_ref().zip(self.second.as_ref());
        let mut found = self.screened(parameters, |event, screened| {
            let reference = Reference::shipped(event.engine, event.settings)?;
            let asked = TestRequest {
                person: self.premises.player,
                reference: reference.as_ref(),
                second: second.map(|((engine, settings), evaluations)| Second {
                    engine,
                    settings,
                    evaluations,
                }),
                circumstances: self.test.rules.as_ref().map(|rules| rules.circumstances).unwrap_or_default(),
                levels: &self.premises.levels,
                beside: SupportingEvidence {
                    players: Some(self.test.event_players),
                    ..SupportingEvidence::default()
                },
            };
            Ok(full_test(event, screened, &asked)?)
        })?;
        // Parts that rest on attachments change no z and are taken over unchanged.
        found.take_beside(&self.test).map_err(EvidenceError::other)?;
        Ok(found)
    }

    /// The sums that tests of later events of the player need from this one; `None` if a decision has no projection.
    pub fn performance(&self, parameters: &Parameters) -> Result<Option<Performance>, EvidenceError> {
        self.screened(parameters, |event, screened| Ok(performance(event, screened, self.premises.player)?))
    }

    /// The games of the bundle as an event, screened.
    fn screened<T>(
        &self,
        parameters: &Parameters,
        with: impl FnOnce(&Event<'_>, &Screened) -> Result<T, PlayerGamesError>,
    ) -> Result<T, EvidenceError> {
        let made = self.premises.rebuild(self.games.clone()).map_err(EvidenceError::file(PREMISES))?;
        let (engine, settings) = (Identity::from(&self.test.manifest.engine), self.settings()?);
        let facts = EventFacts { mode: self.test.event.mode, ..made.facts.clone() };
        let event = Event {
            name: &self.premises.event,
            collection: &made.collection,
            roster: &made.roster,
            plans: &made.plans,
            evaluations: &self.answers,
            engine: &engine,
            settings: &settings,
            parameters: Some(parameters),
            facts: &facts,
            ratings: &made.ratings,
            rating_lists: self.premises.rating_lists.as_ref(),
            basis: self.premises.rating_basis,
            left: made.left.as_deref(),
            field: self.premises.field,
        };
        let screened = screen(&event).map_err(PlayerGamesError::from)?;
        Ok(with(&event, &screened)?)
    }

    /// The bundle.
    ///
    /// # Errors
    /// If a file cannot be made, or if the files do not give the numbers again: such a bundle does not leave.
    pub fn bundle(
        &self,
        edition: Edition,
        notes: &[String],
        key: Option<&SecretKey>,
    ) -> Result<Bundle, EvidenceError> {
        let lines = |answers| reports::evaluations_jsonl(answers).map_err(EvidenceError::other);
        let second = self.second.as_ref().map(lines).transpose()?;
        let files = BundleFiles {
            test: &self.test,
            premises: &self.premises,
            custody: &self.custody,
            games: &write_pgn(&self.games, |_| None),
            evaluations: &lines(&self.answers)?,
            second: second.as_deref(),
            parameters: &self.parameters,
            others: &self.others,
            notes,
            handed: &self.attachments,
        };
        let contents = files.contents().map_err(EvidenceError::other)?;
        check_numbers(&contents)?;
        Bundle::new(&files.description(edition), contents, key).map_err(EvidenceError::other)
    }

    /// Writes the bundle as a folder and as one file beside it.
    ///
    /// # Errors
    /// As [`Self::bundle`], or if a file cannot be written.
    pub fn write(
        &self,
        edition: Edition,
        notes: &[String],
        key: Option<&SecretKey>,
        out: &Path,
    ) -> Result<(), EvidenceError> {
        let bundle = self.bundle(edition, notes, key)?;
        let unwritten = |path: &Path, cause: BundleError| EvidenceError::Write {
            path: path.to_owned(),
            cause: cause.into(),
        };
        bundle.write_folder(out).map_err(|cause| unwritten(out, cause))?;
        let zip = zip_path(out);
        bundle.write_zip(&zip).map_err(|cause| unwritten(&zip, cause))
    }
}

/// Computes the numbers again from the bytes that are to be written.
fn check_numbers(contents: &[Content]) -> Result<(), EvidenceError> {
    let files: BTreeMap<String, Vec<u8>> =
        contents.iter().map(|content| (content.name.clone(), content.bytes.clone())).collect();
    let evidence = Evidence::read(&files).map_err(|error| EvidenceError::ReadBack(Box::new(error)))?;
    let (parameters, _) = evidence.parameters(Some(&evidence.parameters))?;
    let found = evidence.compute(&parameters)?.manifest.digest;
    if found != evidence.test.manifest.digest {
        return Err(EvidenceError::Refused(format!(
            "the files of the bundle give the digest {found} and not {}, so it was not written; this is a mistake in the \
             program, please report it",
            evidence.test.manifest.digest
        )));
    }
    Ok(())
}

/// The path of the bundle as one file, beside the folder.
pub fn zip_path(out: &Path) -> PathBuf {
    let mut name = out.as_os_str().to_owned();
    name.push(".zip");
    PathBuf::from(name)
}

fn json<T: serde::de::DeserializeOwned>(name: &str, bytes: &[u8]) -> Result<T, EvidenceError> {
    serde_json::from_slice(bytes).map_err(EvidenceError::file(name))
}

/// The games in their order. Every one has to hold together, because those of a bundle did when it was made.
fn games(mut bytes: &[u8]) -> Result<Vec<Game>, EvidenceError> {
    let entries = datasets::entries(&mut bytes).map_err(EvidenceError::file(GAMES))?;
    let game = |(index, entry)| match entry {
        Entry::Game(game) => Ok(*game),
        Entry::Unscored(..) | Entry::Quarantined(..) => {
            Err(EvidenceError::Refused(format!("game {} of {GAMES} does not hold together", index + 1)))
        }
    };
    entries.into_iter().enumerate().map(game).collect()
}

fn settings(entry: &SettingsEntry) -> Result<Settings, EvidenceError> {
    let settings = Settings::from(entry);
    settings.validate().map_err(EvidenceError::file(DOSSIER))?;
    Ok(settings)
}
