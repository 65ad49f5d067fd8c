//! The attachments of an event, as a full test of one player takes them: as `fairplay test` takes them from files.

use pipeline::bundle::Attachments;
use pipeline::{EventPlayer, PlayerGames};
use reports::custody::InputRead;

use super::RunnerError;
use crate::clock::timestamp;
use crate::events::absences;
use crate::events::absences::test_log::{LeftOut, absences_for_test};
use crate::events::attachments::{self, Attachment};
use crate::store::Storage;

/// The attachments of an event that a test takes.
pub(super) struct TestAttachments {
    pub(super) parts: Attachments,
    pub(super) report: Option<Attachment>,
    /// The player's own log of absences.
    pub(super) log: Option<String>,
    pub(super) left_out: LeftOut,
}

impl TestAttachments {
    pub(super) fn read(
        storage: &Storage,
        event: i64,
        whole: EventPlayer<'_>,
        games: &PlayerGames,
    ) -> Result<Self, RunnerError> {
        let entries = storage.read_now(|c| absences::entries(c, event))?;
        let (absences, mut left_out) =
            absences_for_test(&entries, &whole, games).map_err(RunnerError::inside)?;
        let (absences, log) = absences.map(|own| (own.absences, own.text)).unzip();
        let mut parts = Attachments { absences, ..Attachments::new(whole) };
        let report = attachments::report(storage, event).map_err(RunnerError::inside)?;
        let report = report.and_then(|(input, report)| {
            let check = Attachments::check_report(whole, &input.name, &report);
            // The command refuses such a report. A test that was asked for is made without it, and says so.
            left_out.other_report = check.games.compared == 0;
            parts.report = Some(check).filter(|_| !left_out.other_report);
            parts.report.is_some().then_some(input)
        });
        Ok(Self { parts, report, log, left_out })
    }

    /// The files as the custody document lists them.
    pub(super) fn inputs(&self, now: i64) -> impl Iterator<Item = InputRead> {
        let read = |name: &str, sha256: &str, at| InputRead {
            name: Some(name.to_owned()),
            sha256: sha256.to_owned(),
            read: timestamp(at),
        };
        let report = self.report.iter().map(move |input| read(&input.name, &input.sha256, input.made));
        let absences = self.parts.absences.iter().map(|own| &own.input);
        report.chain(absences.map(move |input| read(&input.name, &input.sha256, now)))
    }
}
