//! Games against the tournament report of an event: made when somebody looks, and kept for the next reader.
//!
//! What is kept can only be too old, and what it rests on is asked every time. The comparison is made in `datasets` and worded
//! by `reports`.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use datasets::cross_check::{CrossCheck, cross_check};
use datasets::trf::Inconsistency;
use datasets::{Collection, Input, Trf, roster_with};
use reports::{Language, TrfCheck, TrfReport, trf_check_page};

use crate::app::App;
use crate::events;
use crate::events::attachments::{self, InputError, Kind};
use crate::events::upload_summary;
use crate::problem::Problem;
use crate::storage::StorageError;

/// Checks kept: as many events are looked at within a day.
const KEPT: usize = 8;

/// What a check rests on.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Basis {
    event: i64,
    report: i64,
    table: Option<i64>,
    files: Vec<i64>,
    /// The look at the source of an event that follows one.
    look: Option<u64>,
}

pub(crate) struct Checked {
    basis: Basis,
    /// Name of the report; only shown.
    name: String,
    pub(crate) report: Trf,
    /// Where it contradicts itself.
    pub(crate) inconsistencies: Vec<Inconsistency>,
    /// The comparison.
    pub(crate) check: CrossCheck,
    inputs: Vec<Input>,
}

impl Checked {
    /// The check as a part of a page, with at most so many differences.
    pub(crate) fn page(&self, most: usize, language: Language) -> String {
        let check = TrfCheck {
            schema: TrfCheck::SCHEMA,
            report: TrfReport {
                name: self.name.clone(),
                sha256: &self.report.sha256,
                encoding: self.report.encoding.as_str(),
                players: self.report.players.len(),
                lines: self.report.lines,
                warnings: &self.report.warnings,
                inconsistencies: &self.inconsistencies,
            },
            inputs: &self.inputs,
            check: &self.check,
            quarantine: Vec::new(),
        };
        trf_check_page(&check, most, language)
    }
}

/// The checks looked at last.
#[derive(Default)]
pub(crate) struct Checks(Mutex<VecDeque<Arc<Checked>>>);

impl Checks {
    fn kept(&self, basis: &Basis) -> Option<Arc<Checked>> {
        let recent = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        recent.iter().find(|kept| kept.basis == *basis).cloned()
    }

    fn keep(&self, checked: &Arc<Checked>) {
        let mut recent = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        recent.retain(|other| other.basis.event != checked.basis.event);
        recent.push_front(Arc::clone(checked));
        recent.truncate(KEPT);
    }
}

/// The games of an event against its report, as both stand now; none without a report, or before there are games.
///
/// # Errors
/// The storage's, or a stored file that does not read.
pub(crate) async fn of_event(app: &App, event: i64) -> Result<Option<Arc<Checked>>, Problem> {
    let (report, known, files) = app
        .storage
        .read(move |c| {
            Ok::<_, StorageError>((
                attachments::given(c, event, Kind::Report)?,
                attachments::known(c, event)?,
                events::files(c, event)?,
            ))
        })
        .await?;
    let stand = app.work.stand(event);
    let Some(report) = report.filter(|_| stand.is_some() || !files.is_empty()) else {
        return Ok(None);
    };
    let basis = Basis {
        event,
        report: report.id,
        table: known.table,
        files: files.iter().map(|file| file.id).collect(),
        look: stand.as_ref().map(|(look, _)| *look),
    };
    if let Some(kept) = app.checks.kept(&basis) {
        return Ok(Some(kept));
    }
    // Reading takes a core for a while, as an upload does; whoever waited may find it made.
    let _place = app.uploads.acquire().await.map_err(|_| Problem::Busy)?;
    if let Some(kept) = app.checks.kept(&basis) {
        return Ok(Some(kept));
    }
    let app_there = app.clone();
    let made = tokio::task::spawn_blocking(move || -> Result<_, Problem> {
        let collection = match stand {
            Some((_, stand)) => stand.collection.clone(),
            None => upload_summary::collection(&app_there.storage, event, &files)?,
        };
        made(&app_there, basis, &collection)
    });
    let checked = made.await.map_err(|_| Problem::Inside)??;
    let checked = checked.map(Arc::new);
    if let Some(checked) = &checked {
        app.checks.keep(checked);
    }
    Ok(checked)
}

fn made(app: &App, basis: Basis, collection: &Collection) -> Result<Option<Checked>, Problem> {
    let inside = |error: InputError| {
        tracing::error!(%error, "a file that was given to an event");
        Problem::Inside
    };
    let aliases = attachments::aliases(&app.storage, basis.event, basis.table).map_err(inside)?;
    let found = attachments::report(&app.storage, basis.event).map_err(inside)?;
    // It may have been taken away or replaced meanwhile; the next reader sees that.
    let Some((input, report)) = found.filter(|(input, _)| input.id == basis.report) else {
        return Ok(None);
    };
    Ok(Some(Checked {
        check: cross_check(collection, &roster_with(collection, &aliases), &report),
        inconsistencies: report.inconsistencies(),
        inputs: collection.inputs.clone(),
        name: input.name,
        report,
        basis,
    }))
}
