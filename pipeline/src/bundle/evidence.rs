//! Reads a bundle and computes its numbers again. No engine runs here.
//!
//! A bundle is read in the same way when it is written and when it comes from a stranger, so one whose files do not give
//! its numbers is found before it leaves.

use std::collections::BTreeMap;

use analyzer::full_test::{Beside, Circumstances, FullTest, Premises, Second, TestRequest, full_test};
use analyzer::ipr::Reference;
use analyzer::screen::Event;
use analyzer::screening::{EngineEntry, SettingsEntry};
use analyzer::{Evaluations, Parameters, screen, shipped};
use datasets::{Entry, Game};
use reports::bundle::Content;
use reports::bundle_files::{
    CUSTODY, DOSSIER, EVALUATIONS, GAMES, OTHERS, PARAMETERS, PREMISES, SECOND, TABLES,
};
use reports::custody::Custody;
use uci_pool::{Identity, Settings};

use super::EvidenceError;
use crate::PlayerGamesError;

/// The files that [`Evidence::read`] takes.
pub const FILES: [&str; 11] = [
    DOSSIER,
    PREMISES,
    CUSTODY,
    GAMES,
    EVALUATIONS,
    SECOND,
    PARAMETERS,
    OTHERS,
    TABLES[0].0,
    TABLES[1].0,
    TABLES[2].0,
];

pub struct Evidence {
    pub test: FullTest,
    pub premises: Premises,
    pub custody: Custody,
    pub games: Vec<Game>,
    pub answers: Evaluations,
    /// Answers of the engine of the independent test.
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
            bytes.ok_or_else(|| EvidenceError::Missing(name.to_owned()))
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
            others: if files.contains_key(OTHERS) {
                text(OTHERS)?.lines().map(str::to_owned).collect()
            } else {
                Vec::new()
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
        let (engine, settings) = (identity(&manifest.engine), self.settings()?);
        let version = manifest.parameters.as_deref().unwrap_or_default();
        let read = |text: &str| shipped::given(text, &engine, &settings);
        if let Some(text) = given {
            let parameters = read(text).map_err(EvidenceError::other)?;
            if parameters.version != version {
                let wanted = reports::visible(version);
                return Err(EvidenceError::OtherParameters { wanted, given: parameters.version });
            }
            return Ok((parameters, "the file that was given"));
        }
        let own = shipped::parameters(&engine, &settings, self.premises.time_class);
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
        let made = self.premises.rebuild(self.games.clone()).map_err(EvidenceError::file(PREMISES))?;
        let (engine, settings) = (identity(&self.test.manifest.engine), self.settings()?);
        let event = Event {
            name: &self.premises.event,
            collection: &made.collection,
            roster: &made.roster,
            plans: &made.plans,
            evaluations: &self.answers,
            engine: &engine,
            settings: &settings,
            parameters: Some(parameters),
            class: &made.class,
            ratings: &made.ratings,
            basis: self.premises.rating_basis,
            left: made.left.as_deref(),
        };
        let screened = screen(&event).map_err(PlayerGamesError::from)?;
        let reference = Reference::shipped(&engine, &settings).map_err(PlayerGamesError::from)?;
        let other = match &self.test.second_engine {
            Some(second) => Some((identity(&second.engine), self::settings(&second.settings)?)),
            None => None,
        };
        let second = other.as_ref().zip(self.second.as_ref());
        let asked = TestRequest {
            person: self.premises.player,
            reference: reference.as_ref(),
            second: second.map(|((engine, settings), evaluations)| Second { engine, settings, evaluations }),
            circumstances: self
                .test
                .rules
                .as_ref()
                .map_or_else(Circumstances::default, |rules| rules.circumstances),
            levels: &self.premises.levels,
            beside: Beside { players: Some(self.test.event_players), ..Beside::default() },
        };
        let mut found = full_test(&event, &screened, &asked).map_err(PlayerGamesError::from)?;
        // Parts that rest on attachments change no z and are taken over unchanged.
        found.take_beside(&self.test).map_err(EvidenceError::other)?;
        Ok(found)
    }
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
            Err(EvidenceError::Game { file: GAMES, number: index + 1 })
        }
    };
    entries.into_iter().enumerate().map(game).collect()
}

fn identity(engine: &EngineEntry) -> Identity {
    Identity {
        name: engine.name.clone(),
        author: String::new(),
        sha256: engine.sha256.clone(),
        options: Vec::new(),
    }
}

fn settings(entry: &SettingsEntry) -> Result<Settings, EvidenceError> {
    let settings = Settings::from(entry);
    settings.validate().map_err(EvidenceError::file(DOSSIER))?;
    Ok(settings)
}
