//! What is handed to a full test beside the games: read, checked against the games, and kept for the bundle.

use std::path::Path;

use analyzer::full_test::{Beside, FieldScreening, Performance, ReportCheck};
use anyhow::{Context, bail};
use datasets::{AbsenceLog, Absences, trf};
use pipeline::EventPlayer;
use reports::bundle::{Content, Kind};
use reports::papers::{REPORT, kind_of_log};

use crate::arguments::BesideOptions;
use crate::run::PreparedEvent;

/// Most bytes of a screening; one of a thousand players has about five million.
const MOST_BYTES: u64 = 256 * 1024 * 1024;

/// What was handed in.
#[derive(Default)]
pub(crate) struct Handed {
    players: u32,
    report: Option<ReportCheck>,
    screening: Option<FieldScreening>,
    absences: Option<Absences>,
    /// The files themselves, for the bundle: without them nobody could make the numbers again.
    pub(crate) files: Vec<Content>,
}

impl Handed {
    /// Reads the files and checks that they belong to the games. `person` is the player in `loaded`.
    pub(crate) fn read(
        options: &BesideOptions,
        whole: EventPlayer<'_>,
        loaded: &PreparedEvent,
        person: usize,
    ) -> anyhow::Result<Self> {
        let EventPlayer { collection, roster, person: whole_person } = whole;
        let mut handed =
            Self { players: u32::try_from(roster.people.len()).unwrap_or(u32::MAX), ..Self::default() };
        if let Some(path) = &options.trf {
            let bytes = bytes(path)?;
            let report = trf::read(&name(path), &bytes, options.trf_encoding.map(Into::into))?;
            let check = ReportCheck::of(&name(path), &report, collection, roster, whole_person);
            if check.games.compared == 0 {
                bail!("no game fits any pairing of {}: is this the report of this event?", path.display());
            }
            handed.report = Some(check);
            handed.keep(REPORT, Kind::Data, bytes);
        }
        if let Some(path) = &options.screening {
            let bytes = bytes(path)?;
            let text = str::from_utf8(&bytes).with_context(|| format!("{} is not UTF-8", path.display()))?;
            let Some(player) = roster.people.get(whole_person) else {
                bail!("the player is not among the players of the event");
            };
            let screening = FieldScreening::parse(&name(path), text, collection, player);
            let screening =
                screening.with_context(|| format!("{} cannot be used for this event", path.display()))?;
            handed.screening = Some(screening);
            // It holds the results of everybody else, who are no party to the case.
            handed.keep("screening.json", Kind::Confidential, bytes);
        }
        if let Some(path) = &options.absences {
            let log = AbsenceLog::load(path)?;
            handed.absences = Some(log.of_person(&loaded.collection, &loaded.roster, person)?);
            for (line, who) in log.strangers(&loaded.collection, &loaded.roster) {
                let name = &log.input().name;
                eprintln!("{name}, line {line}: nobody in these games is `{who}`; the row is about nobody");
            }
            let csv = path.extension().is_some_and(|e| e.eq_ignore_ascii_case("csv"));
            let kept = if csv { "absences.csv" } else { "absences.toml" };
            handed.keep(kept, kind_of_log(&log), bytes(path)?);
        }
        Ok(handed)
    }

    fn keep(&mut self, name: &str, kind: Kind, bytes: Vec<u8>) {
        self.files.push(Content { name: name.to_owned(), kind, bytes });
    }

    /// The same as the test takes it. `earlier` are the player's events before this one, where several are told apart.
    pub(crate) fn beside<'a>(&'a self, earlier: Option<&'a [Performance]>) -> Beside<'a> {
        Beside {
            players: Some(self.players),
            report: self.report.as_ref(),
            screening: self.screening.as_ref(),
            absences: self.absences.as_ref(),
            earlier,
        }
    }
}

fn name(path: &Path) -> String {
    let name = path.file_name().unwrap_or(path.as_os_str());
    name.to_string_lossy().into_owned()
}

fn bytes(path: &Path) -> anyhow::Result<Vec<u8>> {
    let size = std::fs::metadata(path).map(|data| data.len());
    let size = size.with_context(|| format!("cannot read {}", path.display()))?;
    if size > MOST_BYTES {
        bail!("{} has {size} bytes; at most {MOST_BYTES} are read", path.display());
    }
    std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))
}
