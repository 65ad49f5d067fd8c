//! Full tests: asking for one, what came out on the page of the player, the dossier as a file, and the rule of an event.
//!
//! What a test says is worded by `reports`; nothing is added to it here.

use analyzer::full_test::FullTest;
use askama::Template;
use axum::Extension;
use axum::extract::{Path, State};
use axum::response::Response;
use datasets::{AbsenceError, AbsenceLog};
use reports::bundle::{Bundle, BundleError, Content, Edition, Kind};
use reports::papers::{Papers, REPORT, kind_of_log};
use reports::{Arg, dossier};

use crate::access::{InEvent, Visit};
use crate::app::App;
use crate::audit::{self, Action, Record};
use crate::events::absences::LOG;
use crate::events::absences::test_log::Apart;
use crate::events::attachments;
use crate::events::result_cache::Shown;
use crate::form::Fields;
use crate::jobs;
use crate::jobs::full_tests::rule;
use crate::jobs::full_tests::{self, Beside, LeftOut, Order};
use crate::jobs::page::Line;
use crate::keys::Key;
use crate::pages::{Frame, file};
use crate::people;
use crate::problem::Problem;
use crate::respond::see;
use crate::roles::Permission;
use crate::storage::StorageError;

/// What may be taken out, by the end of its address.
#[cfg(feature = "pdf")]
pub(crate) const DOCUMENTS: &[&str] = &["dossier.html", "dossier.pdf", "dossier.json", "bundle.zip"];
#[cfg(not(feature = "pdf"))]
pub(crate) const DOCUMENTS: &[&str] = &["dossier.html", "dossier.json", "bundle.zip"];

/// Full tests on the page of a player.
#[derive(Template)]
#[template(path = "full_tests.html")]
struct OfPlayer<'a> {
    frame: Frame<'a>,
    inside: InEvent,
    player: String,
    possible: bool,
    entries: Vec<Entry>,
}

struct Entry {
    line: Line,
    order: Order,
    /// Markup made by `reports`, once it was made.
    summary: Option<String>,
    left_out: LeftOut,
}

impl Entry {
    fn games(&self, frame: &Frame<'_>) -> Option<String> {
        match (self.order.settled, self.order.after_round) {
            (false, _) => None,
            (true, Some(round)) if round > 0 => {
                Some(frame.messages().with(Key::FullTestsRound, "round", &round.to_string()))
            }
            (true, _) => Some(frame.t(Key::FullTestsAll)),
        }
    }

    /// An absence that is not in the test, in words.
    fn apart(&self, frame: &Frame<'_>, apart: &Apart) -> String {
        let (left, back) = (apart.left.to_string(), apart.back.to_string());
        frame.messages().all(
            Key::FullTestsApart,
            &[
                ("round", Arg::Text(&apart.round)),
                ("opponent", Arg::Text(&apart.opponent)),
                ("left", Arg::Text(&left)),
                ("back", Arg::Text(&back)),
            ],
        )
    }

    fn asked(&self, frame: &Frame<'_>) -> String {
        let when = frame.when(&self.line.job().made);
        frame.messages().with(Key::FullTestsAsked, "when", &when)
    }
}

impl OfPlayer<'_> {
    fn documents(&self) -> &'static [&'static str] {
        DOCUMENTS
    }
}

/// The part of a player's page about full tests.
///
/// # Errors
/// The storage's, or the template's.
pub(crate) async fn of_player(
    app: &App,
    visit: &Visit,
    inside: InEvent,
    shown: &Shown,
    player: &str,
) -> Result<String, Problem> {
    let (event, wanted, language) = (inside.event, player.to_owned(), visit.language);
    let found = app.storage.read(move |c| -> Result<_, StorageError> {
        let mut found = Vec::new();
        for order in full_tests::of_event(c, event)? {
            if order.player != wanted {
                continue;
            }
            let job = jobs::by_id(c, order.job)?;
            let test = full_tests::test(c, event, order.job)?;
            let left_out = full_tests::left_out(c, event, order.job)?;
            found.extend(job.map(|job| (job, order, test, left_out)));
        }
        Ok(found)
    });
    let found = found.await?.into_iter().rev();
    let entries = found.map(|(job, order, test, left_out)| Entry {
        line: Line::of(app, job, None),
        order,
        summary: test.map(|test| dossier::summary(&test, language)),
        left_out,
    });
    let part = OfPlayer {
        frame: Frame::new(app, visit, "/"),
        inside,
        player: player.to_owned(),
        possible: possible(app, shown),
        entries: entries.collect(),
    };
    Ok(part.render()?)
}

/// Whether there is a calibration of the full test for the games of a result.
fn possible(app: &App, shown: &Shown) -> bool {
    let class = &shown.found.screening.event.time_class;
    app.work.makes_full_tests(Some(class))
}

/// `POST /events/{event}/players/{player}/full-test`
pub(crate) async fn ask(
    State(app): State<App>,
    Extension(inside): Extension<InEvent>,
    Extension(fields): Extension<Fields>,
    Path((_, name)): Path<(i64, String)>,
) -> Result<Response, Problem> {
    let newest = app.results.newest(&app.storage, inside.event).await?;
    let shown = newest.ok_or(Problem::NotFound)?;
    let place = shown.player(&name).ok_or(Problem::NotFound)?;
    let player = shown.found.screening.players.get(place);
    let player = player.ok_or(Problem::NotFound)?;
    if !possible(&app, &shown) {
        return Err(Problem::refused(Key::RefusedNoFullTest));
    }
    let who = analyzer::hints::Who { name: player.name.clone(), fide_id: player.fide_id };
    let reason = match fields.one("reason").trim() {
        "" => String::new(),
        reason => people::line(reason).ok_or(Problem::refused(Key::RefusedName))?,
    };
    let (now, result) = (app.now(), shown.found.listed.id);
    app.storage
        .write(move |c| -> Result<(), Problem> {
            let job = full_tests::ask(c, inside.event, &who, &reason, now)?;
            let job = job.ok_or(Problem::refused(Key::RefusedFullTestOpen))?;
            // Whose test it is stands with the job: the log names no player.
            let record = Record {
                detail: format!("result {result}, player {}", place.saturating_add(1)),
                ..inside.record(Action::FullTestAsked, format!("job {job}"))
            };
            Ok(audit::append(c, now, record)?)
        })
        .await?;
    Ok(see(&format!("/events/{}/players/{name}#full-tests", inside.event)))
}

/// Who takes a file of a full test out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reader {
    /// A member of the event.
    OfEvent,
    /// A member of a case, who is told of nobody else in the event: the list of other players and the tournament report are left
    /// out. No number rests on them.
    OfCase,
}

/// A file of a full test of an event, with its name.
///
/// # Errors
/// There is no such test or file, or it cannot be written.
pub(crate) async fn document(
    app: &App,
    visit: &Visit,
    (event, job): (i64, i64),
    what: &str,
    reader: Reader,
) -> Result<(&'static str, Vec<u8>), Problem> {
    let wanted = DOCUMENTS.iter().find(|known| **known == what);
    let what = *wanted.ok_or(Problem::NotFound)?;
    let language = visit.language;
    let found = app.storage.read(move |c| -> Result<_, StorageError> {
        let test = full_tests::test(c, event, job)?;
        let Some((test, mut beside)) = test.zip(full_tests::beside(c, event, job)?) else {
            return Ok(None);
        };
        if reader == Reader::OfCase {
            beside.others.clear();
            beside.report = None;
        }
        let report = beside.report.map(|id| attachments::body(c, event, id)).transpose()?;
        Ok(Some((test, beside, report)))
    });
    let (test, beside, report) = found.await?.ok_or(Problem::NotFound)?;
    let bytes = tokio::task::spawn_blocking(move || written(what, &test, &beside, report, language));
    let bytes = bytes.await.map_err(|_| Problem::Inside)?.map_err(|error| {
        tracing::error!(%error, "a full test that cannot be written out");
        Problem::Inside
    })?;
    Ok((what, bytes))
}

/// `GET /events/{event}/full-tests/{test}/{document}`. It is logged before the first byte leaves. All are files and never a
/// page of ours.
pub(crate) async fn download(
    State(app): State<App>,
    Extension(visit): Extension<Visit>,
    Extension(inside): Extension<InEvent>,
    Path((_, job, what)): Path<(i64, i64, String)>,
) -> Result<Response, Problem> {
    let event = inside.event;
    let (what, bytes) = document(&app, &visit, (event, job), &what, Reader::OfEvent).await?;
    let now = app.now();
    let record =
        Record { detail: what.to_owned(), ..inside.record(Action::Exported, format!("full test {job}")) };
    app.storage.write(move |c| audit::append(c, now, record)).await?;
    let name = format!("event-{event}-test-{job}-{what}");
    Ok(file("application/octet-stream", &name, bytes))
}

/// Why a file of a full test cannot be written.
#[derive(Debug, thiserror::Error)]
enum WriteError {
    #[error(transparent)]
    Report(#[from] reports::ReportError),
    #[error(transparent)]
    Bundle(#[from] BundleError),
    #[error(transparent)]
    Absences(#[from] AbsenceError),
    #[error("the bundle could not be packed: {0}")]
    Packing(#[from] std::io::Error),
}

fn written(
    what: &str,
    test: &FullTest,
    beside: &Beside,
    report: Option<Vec<u8>>,
    language: reports::Language,
) -> Result<Vec<u8>, WriteError> {
    let custody = reports::custody::Custody { language, ..beside.custody.clone() };
    Ok(match what {
        #[cfg(feature = "pdf")]
        "dossier.pdf" => dossier::pdf(test, &custody, language)?,
        "dossier.json" => dossier::json(test)?.into_bytes(),
        "bundle.zip" => {
            let handed = handed(beside, report)?;
            let papers = Papers {
                test,
                premises: &beside.premises,
                custody: &custody,
                games: &beside.games,
                evaluations: &beside.evaluations,
                second: None,
                parameters: &beside.parameters,
                others: &beside.others,
                notes: &[],
                handed: &handed,
            };
            let description = papers.description(Edition::Complete);
            let mut zip = Vec::new();
            Bundle::new(&description, papers.contents()?, None)?.zip(&mut zip)?;
            zip
        }
        _ => dossier::html(test, &custody, language).into_bytes(),
    })
}

/// The files that were handed in beside the games.
fn handed(beside: &Beside, report: Option<Vec<u8>>) -> Result<Vec<Content>, WriteError> {
    let report = report.map(|bytes| Content { name: REPORT.to_owned(), kind: Kind::Data, bytes });
    let mut files: Vec<Content> = report.into_iter().collect();
    if let Some(text) = &beside.absences {
        files.push(Content {
            name: LOG.to_owned(),
            kind: kind_of_log(&AbsenceLog::parse(LOG, text.as_bytes())?),
            bytes: text.clone().into_bytes(),
        });
    }
    Ok(files)
}

/// The rule on the page of an event.
#[derive(Template)]
#[template(path = "full_test_rule.html")]
struct OfEvent<'a> {
    frame: Frame<'a>,
    event: i64,
    possible: bool,
    may_set: bool,
    on: bool,
    minutes: String,
    used: String,
}

/// The part of an event's page about the rule.
///
/// # Errors
/// The storage's, or the template's.
pub(crate) async fn of_event(app: &App, visit: &Visit, inside: InEvent) -> Result<String, Problem> {
    let event = inside.event;
    let found = app.storage.read(move |c| {
        Ok::<_, StorageError>((rule::of_event_now(c, event)?, rule::ledger(c, event)?.budget()))
    });
    let (rule, budget) = found.await?;
    let frame = Frame::new(app, visit, "/");
    let numbers = [budget.used, rule.core_minutes].map(|n| frame.count(&jobs::worker_state::whole(n.ceil())));
    let used = frame
        .messages()
        .all(Key::RuleUsed, &[("used", Arg::Text(&numbers[0])), ("budget", Arg::Text(&numbers[1]))]);
    let part = OfEvent {
        event,
        possible: app.work.makes_full_tests(None),
        may_set: inside.offers(Permission::OrderFullTests),
        on: rule.on,
        // As a form takes it: digits and a point, in every language.
        minutes: rule.core_minutes.to_string(),
        used,
        frame,
    };
    Ok(part.render()?)
}

/// What is said about full tests above the hints.
///
/// # Errors
/// The storage's.
pub(crate) async fn notice(app: &App, event: i64) -> Result<Key, Problem> {
    if !app.work.makes_full_tests(None) {
        return Ok(Key::FullTestsNotHere);
    }
    let rule = app.storage.read(move |c| rule::of_event_now(c, event)).await?;
    Ok(if rule.on { Key::HintsFullTests } else { Key::HintsNoFullTest })
}

/// `POST /events/{event}/full-tests`
pub(crate) async fn set(
    State(app): State<App>,
    Extension(inside): Extension<InEvent>,
    Extension(fields): Extension<Fields>,
) -> Result<Response, Problem> {
    let minutes = fields.one("core_minutes").trim().parse::<f64>().ok();
    let minutes = minutes.filter(|minutes| (0.0..=rule::MOST_MINUTES).contains(minutes));
    let rule = rule::Rule {
        on: fields.one("on") == "yes",
        core_minutes: minutes.ok_or(Problem::refused(Key::RefusedBudget))?,
    };
    let now = app.now();
    app.storage
        .write(move |c| -> Result<(), Problem> {
            rule::set(c, inside.event, rule, now)?;
            // The hints are given anew by the screening, which finds every position answered.
            if is_screened(c, inside.event)? {
                jobs::queue(c, inside.event, now)?;
            }
            let record = Record {
                detail: format!("{}, {} core-minutes", if rule.on { "on" } else { "off" }, rule.core_minutes),
                ..inside.record(Action::FullTestsSet, String::new())
            };
            Ok(audit::append(c, now, record)?)
        })
        .await?;
    Ok(see(&format!("/events/{}#full-tests", inside.event)))
}

/// Whether the newest screening of an event is done; one that was cancelled is not begun again by this.
fn is_screened(connection: &rusqlite::Connection, event: i64) -> Result<bool, StorageError> {
    let newest = jobs::newest_screening(connection, event)?;
    Ok(newest.is_some_and(|job| job.state == jobs::State::Done))
}
