//! The attachments of an event, as a full test of one player takes them.
//!
//! The same as `fairplay test` takes from files: the test rests on it, so it goes into the bundle and into the list of inputs.

use analyzer::full_test::{Beside, ReportCheck};
use pipeline::{EventPlayer, PlayerGames};
use reports::custody::InputRead;

use super::RunnerError;
use crate::clock::timestamp;
use crate::events::absences;
use crate::events::absences::test_log::{LeftOut, TestAbsences, absences_for_test};
use crate::events::attachments::{self, Attachment};
use crate::store::Storage;

/// The attachments of an event that a test takes.
pub(super) struct TestAttachments {
    players: u32,
    absences: Option<TestAbsences>,
    report: Option<(Attachment, ReportCheck)>,
    pub(super) left_out: LeftOut,
}

impl TestAttachments {
    pub(super) fn read(
        storage: &Storage,
        event: i64,
        whole: &EventPlayer<'_>,
        games: &PlayerGames,
    ) -> Result<Self, RunnerError> {
        let entries = storage.read_now(|c| absences::entries(c, event))?;
        let (absences, mut left_out) =
            absences_for_test(&entries, whole, games).map_err(RunnerError::inside)?;
        let report = attachments::report(storage, event).map_err(RunnerError::inside)?;
        let mut report = report.map(|(input, report)| {
            let EventPlayer { collection, roster, person } = *whole;
            let check = ReportCheck::new(&input.name, &report, collection, roster, person);
            (input, check)
        });
        // The command refuses such a report. A test that was asked for is made without it, and says so.
        left_out.other_report = report.take_if(|(_, check)| check.games.compared == 0).is_some();
        Ok(Self {
            report,
            players: u32::try_from(whole.roster.people.len()).unwrap_or(u32::MAX),
            absences,
            left_out,
        })
    }

    /// As the test takes it.
    pub(super) fn beside(&self) -> Beside<'_> {
        Beside {
            players: Some(self.players),
            report: self.report.as_ref().map(|(_, check)| check),
            absences: self.absences.as_ref().map(|own| &own.absences),
            ..Beside::default()
        }
    }

    /// The files as the paper on custody lists them.
    pub(super) fn inputs(&self, now: i64) -> impl Iterator<Item = InputRead> {
        let read = |name: &str, sha256: &str, at| InputRead {
            name: Some(name.to_owned()),
            sha256: sha256.to_owned(),
            read: timestamp(at),
        };
        let report = self.report.iter().map(|(input, _)| input);
        let report = report.map(move |input| read(&input.name, &input.sha256, input.made));
        let absences = self.absences.iter().map(|own| &own.absences.input);
        report.chain(absences.map(move |input| read(&input.name, &input.sha256, now)))
    }

    /// Number of the report.
    pub(super) fn report(&self) -> Option<i64> {
        self.report.as_ref().map(|(input, _)| input.id)
    }

    pub(super) fn log(&self) -> Option<String> {
        self.absences.as_ref().map(|own| own.text.clone())
    }
}
