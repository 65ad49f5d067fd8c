//! What an event has beside its games, as a full test of one player takes it.
//!
//! The same as `fairplay test` takes from files: the test rests on it, so it goes into the bundle and into the list of inputs.

use analyzer::full_test::Beside;
use analyzer::player_games::{PlayerGames, Whole};
use reports::custody::InputRead;

use super::RunnerError;
use super::deepening::inside;
use crate::absences;
use crate::absences::of_test::{LeftOut, OfTest, of_test};
use crate::clock::timestamp;
use crate::storage::Storage;

/// What is handed in.
pub(super) struct Handed {
    players: u32,
    absences: Option<OfTest>,
    /// What is not in the test.
    pub(super) left_out: LeftOut,
}

impl Handed {
    /// Reads it as it stands now.
    pub(super) fn of(
        storage: &Storage,
        event: i64,
        whole: &Whole<'_>,
        games: &PlayerGames,
    ) -> Result<Self, RunnerError> {
        let entries = storage.read_now(|c| absences::entries(c, event))?;
        let (absences, left_out) = of_test(&entries, whole, games).map_err(inside)?;
        Ok(Self {
            players: u32::try_from(whole.roster.people.len()).unwrap_or(u32::MAX),
            absences,
            left_out,
        })
    }

    /// As the test takes it.
    pub(super) fn beside(&self) -> Beside<'_> {
        Beside {
            players: Some(self.players),
            absences: self.absences.as_ref().map(|own| &own.absences),
            ..Beside::default()
        }
    }

    /// The files as the paper on custody lists them.
    pub(super) fn inputs(&self, now: i64) -> impl Iterator<Item = InputRead> {
        self.absences.iter().map(move |own| InputRead {
            name: Some(own.absences.input.name.clone()),
            sha256: own.absences.input.sha256.clone(),
            read: timestamp(now),
        })
    }

    /// The log of absences as a file.
    pub(super) fn log(&self) -> Option<String> {
        self.absences.as_ref().map(|own| own.text.clone())
    }
}
