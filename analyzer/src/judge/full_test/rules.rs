//! The result under the rules, and corrected for everything that was looked at.
//!
//! The circumstances are stated by people: how the event was played, how the player came under attention, how many tests
//! were made. They decide nothing about a z; they decide what it may be used for. Nothing here is a verdict.

use std::num::{NonZeroU32, NonZeroU64};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use thiserror::Error;
use uci_pool::Settings;

use crate::judge::policy::regulations::Source;
use crate::judge::policy::{
    Attention, BaseRates, IprFact, Mode, Multiplicity, Occasion, PolicyError, RegulationError, Regulations,
    ResultFacts, Statement, TestKind, base_rates, corrected, multiplicity, statements,
};
use crate::judge::screen::document::SettingsEntry;
use crate::parameters::Parameters;

/// Why the rules could not be consulted.
#[derive(Debug, Error)]
pub enum RulesError {
    /// The file of the rules does not read.
    #[error(transparent)]
    Regulations(#[from] RegulationError),
    /// The z has no place under them.
    #[error(transparent)]
    Policy(#[from] PolicyError),
}

/// Statements of people about a test, beside the moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Circumstances {
    /// How the event was played.
    pub mode: Mode,
    /// How the player came under attention, apart from the z itself.
    pub attention: Attention,
    /// Players in the event; absent to take those that its report or its games name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub players: Option<NonZeroU32>,
    /// Tests made in all, of all players; any of them could have become this document. Absent for one of each player.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tests: Option<NonZeroU64>,
    /// Player-events of the season, where somebody looked through one; absent if none was stated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub season: Option<NonZeroU64>,
    /// Player-events a year for the base rates; absent to take the number of the rules' data file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub per_year: Option<NonZeroU32>,
    /// Whether a second, independent test agrees, as the people who read it say; absent if they do not. It is one by another method
    /// or another engine, after the event; match rates of a second engine are none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub second_test_agrees: Option<bool>,
    /// When the test was made: by itself, or at one of several looks during the event.
    #[serde(default, skip_serializing_if = "Occasion::is_single")]
    pub occasion: Occasion,
}

impl Default for Circumstances {
    /// Over the board, nobody singled out, a single test, nothing else stated.
    fn default() -> Self {
        Self {
            mode: Mode::OverTheBoard,
            attention: Attention::Nobody,
            players: None,
            tests: None,
            season: None,
            per_year: None,
            second_test_agrees: None,
            occasion: Occasion::SingleTest,
        }
    }
}

/// The result under the rules. Dossiers of before also have the best run of games here.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct UnderRules {
    /// Which rules.
    pub title: String,
    /// Since when, `YYYY-MM`.
    pub date: String,
    /// Edition of their data file.
    #[serde(default = "first_edition", skip_serializing_if = "is_first_edition")]
    pub edition: u32,
    /// Meaning of the letters before an article.
    pub sources: Vec<Source>,
    /// As stated by people.
    pub circumstances: Circumstances,
    /// The overall z of the primary model and what it comes from.
    pub reading: ResultFacts,
    /// Statements of the rules about it.
    pub statements: Vec<Statement>,
    /// Its tail corrected for all the looks.
    pub multiplicity: Multiplicity,
    /// How often honest players get as high, and how far priors carry.
    pub base_rates: BaseRates,
}

/// Documents of before have no number of the edition.
fn first_edition() -> u32 {
    1
}

fn is_first_edition(edition: &u32) -> bool {
    *edition == first_edition()
}

impl UnderRules {
    /// Takes over what another edition of the rules said about the same numbers.
    pub(super) fn take_edition(&mut self, from: &Self) {
        if self.edition != from.edition {
            self.title.clone_from(&from.title);
            self.date.clone_from(&from.date);
            self.edition = from.edition;
            self.sources.clone_from(&from.sources);
            self.statements.clone_from(&from.statements);
            self.reading.ipr = from.reading.ipr;
            self.base_rates.posteriors.clone_from(&from.base_rates.posteriors);
        }
    }

    /// The same result as the rules of today see it, for a player under this attention and an event played like this: what a page
    /// says about a test that was made before a complaint came, or under an earlier edition.
    ///
    /// # Errors
    /// If the rules do not read, or the z has no place under them.
    pub fn as_of_now(&self, mode: Mode, attention: Attention) -> Result<Self, RulesError> {
        let rules = Regulations::shipped()?;
        let reading = ResultFacts { mode, attention, ..self.reading };
        Ok(Self {
            circumstances: Circumstances { mode, attention, ..self.circumstances },
            statements: statements(&reading, &rules)?,
            reading,
            title: rules.title,
            date: rules.date,
            edition: rules.edition,
            sources: rules.sources,
            ..self.clone()
        })
    }
}

/// Event and search of the test.
pub(super) struct Looked<'a> {
    pub(super) settings: &'a SettingsEntry,
    /// Players that the report or the games name.
    pub(super) event_players: u32,
    /// Of all IPR the one whose range begins highest.
    pub(super) ipr: Option<IprFact>,
}

/// The overall z of the primary model under the rules. One honest player in `once_in` reaches it.
pub(super) fn under_rules(
    (z, once_in): (f64, f64),
    circumstances: &Circumstances,
    looked: &Looked<'_>,
    parameters: &Parameters,
) -> Result<UnderRules, RulesError> {
    let rules = Regulations::shipped()?;
    // A player who is tested is one of them.
    let named = NonZeroU32::new(looked.event_players).unwrap_or(NonZeroU32::MIN);
    let players = circumstances.players.unwrap_or(named);
    let reading = ResultFacts {
        z,
        test: kind(looked.settings, parameters.provisional),
        mode: circumstances.mode,
        attention: circumstances.attention,
        players,
        second_test_agrees: circumstances.second_test_agrees,
        occasion: circumstances.occasion,
        ipr: looked.ipr,
    };
    let looks = multiplicity::LookCounts {
        players,
        tests: circumstances.tests.unwrap_or_else(|| players.into()),
        season: circumstances.season,
    };
    let per_year = circumstances.per_year.unwrap_or_else(|| rules.assumptions.per_year());
    Ok(UnderRules {
        circumstances: *circumstances,
        statements: statements(&reading, &rules)?,
        multiplicity: corrected(z, 1.0 / once_in, &looks)?,
        base_rates: base_rates(z, 1.0 / once_in, per_year, &rules)?,
        reading,
        title: rules.title,
        date: rules.date,
        edition: rules.edition,
        sources: rules.sources,
    })
}

/// A search with less than the full settings is a quick test, which may be a hint and nothing more (notes on
/// statistics, I). So is what is judged by parameters that missed a bar: its values are reliable, its spread is not.
pub fn kind(settings: &SettingsEntry, provisional: bool) -> TestKind {
    let full = Settings::FULL;
    if settings.depth >= full.depth && settings.multipv >= full.multipv && !provisional {
        TestKind::Full
    } else {
        TestKind::Quick
    }
}
