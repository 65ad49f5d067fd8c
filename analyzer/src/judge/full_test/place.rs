//! Where the player stands among the players of the event, by a screening of the same event.
//!
//! A full test evaluates the games of one player, so it knows nothing of the others. A screening does; what is taken from it
//! is the index of everybody, and nothing that was read of them. Ranks of honest players are as random as their indices:
//! somebody is always first.

use datasets::{Collection, Person};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use thiserror::Error;
use uci_pool::Identity;

use crate::judge::screen::Event;
use crate::judge::screen::digest::OLD_SCHEMA;
use crate::judge::screen::document::{
    EngineEntry, EventField, FieldCheck, PlayerResult, SCHEMA, Screening, SettingsEntry,
};
use crate::parameters::Parameters;

/// Why a screening says nothing about the place of a player.
#[derive(Debug, Error)]
pub enum PlaceError {
    #[error("this is not the screening.json of a screened event: {0}")]
    Json(#[from] serde_json::Error),
    /// Another layout.
    #[error(
        "this has the layout `{found}`, and `{SCHEMA}` is needed: make the screening again with this version"
    )]
    Schema {
        /// The layout found.
        found: String,
    },
    #[error("its numbers do not belong to its digest {stated}, so it was changed after it was made")]
    Digest {
        /// The digest that it states.
        stated: String,
    },
    #[error("it was made without {name} (SHA-256 {sha256}), which this test is made from")]
    Input {
        /// Name of the file.
        name: String,
        /// SHA-256 of its bytes.
        sha256: String,
    },
    #[error("it holds {found} games of the event, and the files given here hold {wanted}")]
    Games {
        /// Games in the screening.
        found: u32,
        /// Games in the files.
        wanted: usize,
    },
    #[error("{found} of its players are {name}")]
    Player {
        name: String,
        /// How many fit.
        found: usize,
    },
}

/// A screening of which it is known that it belongs to the event and has the player in it.
#[derive(Clone, Debug, PartialEq)]
pub struct Screened {
    name: String,
    screening: Screening,
    player: usize,
}

impl Screened {
    /// Reads the JSON of a screening and checks that it was made from the same games. `collection` is the whole event as
    /// read.
    ///
    /// # Errors
    /// Anything that is no unchanged screening of these games with this player in it.
    pub fn parse(
        name: &str,
        json: &str,
        collection: &Collection,
        person: &Person,
    ) -> Result<Self, PlaceError> {
        // The layout first, so that another one is named and not its first odd field.
        let value: serde_json::Value = serde_json::from_str(json)?;
        let schema = value.get("schema").and_then(serde_json::Value::as_str);
        if schema.is_some_and(|schema| ![SCHEMA, OLD_SCHEMA].contains(&schema)) {
            return Err(PlaceError::Schema { found: schema.unwrap_or_default().to_owned() });
        }
        let screening: Screening = serde_json::from_str(json)?;
        if Screening::digest_of_file(json.as_bytes())? != screening.manifest.digest {
            return Err(PlaceError::Digest { stated: screening.manifest.digest });
        }
        let among = |sha256: &str| screening.manifest.inputs.iter().any(|i| i.sha256 == sha256);
        if let Some(input) = collection.inputs.iter().find(|input| !among(&input.sha256)) {
            return Err(PlaceError::Input { name: input.name.clone(), sha256: input.sha256.clone() });
        }
        let wanted = collection.games.len() + collection.unscored.len() + collection.quarantine.len();
        let found = screening.event.games_in;
        if usize::try_from(found) != Ok(wanted) {
            return Err(PlaceError::Games { found, wanted });
        }
        let same = |player: &PlayerResult| match (player.fide_id, person.fide_id) {
            (Some(one), Some(other)) => one == other,
            (None, None) => player.name == person.name,
            _ => false,
        };
        let fitting: Vec<usize> = screening
            .players
            .iter()
            .enumerate()
            .filter(|(_, player)| same(player))
            .map(|(index, _)| index)
            .collect();
        let [player] = fitting[..] else {
            return Err(PlaceError::Player { name: person.name.clone(), found: fitting.len() });
        };
        Ok(Self { name: name.to_owned(), screening, player })
    }

    /// The field's shift for a person of the roster of a test by the same strength of honest players.
    pub fn field(&self, person: usize, parameters: &Parameters) -> Option<EventField> {
        let there = self.screening.players.get(self.player)?;
        let primary = there.strength.as_ref()?.field?;
        let second = there.depth_aware.as_ref().and_then(|second| second.field);
        let same = self.screening.manifest.strength.as_ref() == Some(&parameters.strength.version);
        same.then_some(EventField { person, primary, second })
    }
}

/// The place of the player in the field.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct FieldPlace {
    /// Name of the file.
    pub name: String,
    /// Digest of the screening.
    pub digest: String,
    pub engine: EngineEntry,
    pub settings: SettingsEntry,
    /// Whether engine, settings, parameters, rating of record and the beginning of decisions are those of this test. Where
    /// they are not, the two indices of the player differ for that reason too.
    pub same_settings: bool,
    /// Players screened.
    pub players: u32,
    /// The field against the expected bell.
    pub field: FieldCheck,
    /// Other players of the event that the player's expected strength rests on; absent where it rests on the games of this test.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub field_players: Option<u32>,
    /// Every index of the field, the highest first.
    pub indices: Vec<f64>,
    /// The player's index there; absent without one.
    pub index: Option<f64>,
    /// Players with a higher index, and one more; absent without an index.
    pub rank: Option<u32>,
    /// The player's overall z there.
    pub overall_z: Option<f64>,
    /// The player's index in this test.
    pub test_index: Option<f64>,
    /// The player's overall z in this test.
    pub test_z: Option<f64>,
}

/// The place, and the player's result in the test beside it. `own` is the screening of the player's games alone.
pub(super) fn place(
    screened: &Screened,
    player: &PlayerResult,
    own: &Screening,
    event: &Event<'_>,
) -> FieldPlace {
    let screening = &screened.screening;
    let mut indices: Vec<f64> = screening.players.iter().filter_map(|p| p.roi).collect();
    indices.sort_by(|a, b| b.total_cmp(a));
    let there = screening.players.get(screened.player);
    let index = there.and_then(|there| there.roi);
    let rank = index.map(|index| {
        let above = indices.iter().filter(|other| **other > index).count();
        u32::try_from(above + 1).unwrap_or(u32::MAX)
    });
    let theirs = &screening.manifest;
    FieldPlace {
        name: screened.name.clone(),
        digest: theirs.digest.clone(),
        engine: theirs.engine.clone(),
        settings: theirs.settings.clone(),
        same_settings: Identity::from(&theirs.engine)
            .answers_like(own.manifest.engine.signature.as_deref(), &own.manifest.engine.sha256)
            && theirs.settings == own.manifest.settings
            && theirs.parameters == own.manifest.parameters
            && screening.event.start == own.event.start
            && screening.event.rating_basis == own.event.rating_basis,
        players: u32::try_from(screening.players.len()).unwrap_or(u32::MAX),
        field: screening.field.clone(),
        field_players: event.field.map(|field| field.primary.players),
        indices,
        index,
        rank,
        overall_z: there.and_then(|there| there.overall_z),
        test_index: player.roi,
        test_z: player.overall_z,
    }
}
