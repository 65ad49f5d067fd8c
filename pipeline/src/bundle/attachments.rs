//! Files attached to a full test besides the games: read, checked against the games, and kept for the bundle.

use std::path::{Path, PathBuf};

use analyzer::full_test::{FieldScreening, Performance, ReportCheck, SupportingEvidence};
use datasets::tournament::telemetry::{Telemetry, TelemetryTable};
use datasets::tournament::trf::{self, Encoding};
use datasets::{AbsenceLog, Absences};
use reports::bundle::{Content, Kind};
use reports::bundle_files::{REPORT, kind_of_log};

use super::EvidenceError;
use crate::{EventPlayer, PlayerGames};

/// Limit on the size of an attachment. A screening of a thousand players has about five million bytes.
const MAX_BYTES: u64 = 256 * 1024 * 1024;

/// Paths of the files to attach. Each adds a part to the dossier and changes no z.
#[derive(Clone, Debug, Default)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
pub struct AttachmentFiles {
    /// Tournament report (TRF16 or TRF26): its players, results and dates are compared with the games
    #[cfg_attr(feature = "clap", arg(long = "trf", value_name = "FILE"))]
    pub report: Option<PathBuf>,
    /// Character encoding of the report [default: UTF-8]
    #[cfg_attr(feature = "clap", arg(long = "trf-encoding", value_name = "ENCODING", requires = "report"))]
    pub report_encoding: Option<Encoding>,
    /// `screening.json` of the same games by `fairplay screen`, for the place of the player in the field
    #[cfg_attr(feature = "clap", arg(long, value_name = "FILE"))]
    pub screening: Option<PathBuf>,
    /// Log of absences from the board (.toml or .csv), for separate results after each return
    #[cfg_attr(feature = "clap", arg(long, value_name = "FILE"))]
    pub absences: Option<PathBuf>,
    /// Table (.csv) of what an online platform noted beside the moves, such as changes of tab; shown by move, and never part of a z
    #[cfg_attr(feature = "clap", arg(long, value_name = "FILE"))]
    pub telemetry: Option<PathBuf>,
}

/// Attached files with the parts of a test that rest on them.
#[derive(Debug, Default)]
pub struct Attachments {
    /// Players of the event.
    pub players: u32,
    pub report: Option<ReportCheck>,
    pub screening: Option<FieldScreening>,
    pub absences: Option<Absences>,
    /// What is about the player, in the player's games.
    pub telemetry: Option<Telemetry>,
    /// The files themselves: without them nobody could compute these parts again.
    pub files: Vec<Content>,
    /// Remarks for the user.
    pub notes: Vec<String>,
}

impl Attachments {
    /// Without any file: only the size of the event.
    pub fn new(event: EventPlayer<'_>) -> Self {
        Self { players: u32::try_from(event.roster.people.len()).unwrap_or(u32::MAX), ..Self::default() }
    }

    /// Compares a tournament report with the games of the event.
    pub fn check_report(event: EventPlayer<'_>, name: &str, report: &trf::Trf) -> ReportCheck {
        ReportCheck::new(name, report, event.collection, event.roster, event.person)
    }

    /// Reads the files and checks that they belong to the event. `games` are the player's own.
    pub fn read(
        files: &AttachmentFiles,
        event: EventPlayer<'_>,
        games: &PlayerGames,
    ) -> Result<Self, EvidenceError> {
        let mut attached = Self::new(event);
        if let Some(path) = &files.report {
            let bytes = bytes(path)?;
            let report =
                trf::read(&name(path), &bytes, files.report_encoding).map_err(EvidenceError::other)?;
            let check = Self::check_report(event, &name(path), &report);
            if check.games.compared == 0 {
                return Err(EvidenceError::Refused(format!(
                    "no game fits any pairing of {}: is this the report of this event?",
                    path.display()
                )));
            }
            attached.report = Some(check);
            attached.keep(REPORT, Kind::Data, bytes);
        }
        if let Some(path) = &files.screening {
            let bytes = bytes(path)?;
            let text = str::from_utf8(&bytes).map_err(EvidenceError::file(shown(path)))?;
            let player = event.roster.people.get(event.person).ok_or_else(|| {
                EvidenceError::Refused("the player is not among the players of the event".to_owned())
            })?;
            let screening = FieldScreening::parse(&name(path), text, event.collection, player);
            attached.screening = Some(screening.map_err(EvidenceError::file(shown(path)))?);
            // It holds the results of everybody else, who are no party to the case.
            attached.keep("screening.json", Kind::Confidential, bytes);
        }
        if let Some(path) = &files.absences {
            let log = AbsenceLog::load(path).map_err(EvidenceError::other)?;
            let (collection, roster) = (&games.event.collection, &games.event.roster);
            let absences = log.of_person(collection, roster, games.person);
            attached.absences = Some(absences.map_err(EvidenceError::other)?);
            for (line, who) in log.strangers(collection, roster) {
                let name = &log.input().name;
                attached.notes.push(format!(
                    "{name}, line {line}: nobody in these games is `{who}`; the row is about nobody"
                ));
            }
            let csv = path.extension().is_some_and(|e| e.eq_ignore_ascii_case("csv"));
            let kept = if csv { "absences.csv" } else { "absences.toml" };
            attached.keep(kept, kind_of_log(&log), bytes(path)?);
        }
        if let Some(path) = &files.telemetry {
            let table = TelemetryTable::load(path).map_err(EvidenceError::other)?;
            let all = table.tied(event.collection, event.roster).map_err(EvidenceError::other)?;
            if all.set_aside > 0 {
                attached.notes.push(format!(
                    "{}: rows about games that give no decisions, not shown: {}",
                    all.input.name, all.set_aside
                ));
            }
            let own = all.of_person(event.collection, event.roster, event.person, &games.event.collection);
            attached.telemetry = Some(own);
            // It tells of everybody who played, and the others are no party to the case.
            attached.keep("telemetry.csv", Kind::Confidential, bytes(path)?);
        }
        Ok(attached)
    }

    fn keep(&mut self, name: &str, kind: Kind, bytes: Vec<u8>) {
        self.files.push(Content { name: name.to_owned(), kind, bytes });
    }

    /// The parts for the test. `earlier` are the player's earlier events, where events are tested one by one.
    pub fn evidence<'a>(&'a self, earlier: Option<&'a [Performance]>) -> SupportingEvidence<'a> {
        SupportingEvidence {
            players: Some(self.players),
            report: self.report.as_ref(),
            screening: self.screening.as_ref(),
            absences: self.absences.as_ref(),
            telemetry: self.telemetry.as_ref(),
            earlier,
        }
    }
}

fn name(path: &Path) -> String {
    let name = path.file_name().unwrap_or(path.as_os_str());
    name.to_string_lossy().into_owned()
}

fn shown(path: &Path) -> String {
    path.display().to_string()
}

fn bytes(path: &Path) -> Result<Vec<u8>, EvidenceError> {
    let size = std::fs::metadata(path).map_err(EvidenceError::file(shown(path)))?.len();
    if size > MAX_BYTES {
        let path = path.display();
        return Err(EvidenceError::Refused(format!("{path} has {size} bytes; at most {MAX_BYTES} are read")));
    }
    std::fs::read(path).map_err(EvidenceError::file(shown(path)))
}
