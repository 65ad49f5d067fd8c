//! The tournament report of an event: giving it, taking it away, and the games against it.

use askama::Template;
use axum::Extension;
use axum::extract::{Multipart, State};
use axum::response::Response;
use datasets::trf::{self, TrfError};
use reports::{Arg, visible};

use crate::access::{InEvent, Signed, Visit};
use crate::app::App;
use crate::events;
use crate::events::attachments::{self, Kind, NewInput};
use crate::events::settings::back;
use crate::events::trf_cache::{self, Checked};
use crate::events::upload::Received;
use crate::keys::Key;
use crate::messages::Messages;
use crate::pages::sent::{Form, sent};
use crate::pages::{Frame, page as rendered};
use crate::problem::Problem;
use crate::roles::Permission;

/// Most differences, and most oddities of the report, that the page lists; all are counted.
const LISTED: usize = 200;
/// Most defects that a refusal names.
const DEFECTS: usize = 5;

/// The form under the settings.
const FORM: Form = Form { fields: &["name", "encoding"], files: &["file"], optional: &[] };

#[derive(Template)]
#[template(path = "report.html")]
struct Page<'a> {
    frame: Frame<'a>,
    event: events::Event,
    said: Option<Said>,
    /// Markup made by `reports`.
    inside: String,
    /// Places and what is odd there, in English.
    odd: Vec<(String, String)>,
    more: u64,
    odd_more: u64,
}

/// A check in a sentence.
pub(crate) struct Said {
    pub(crate) text: String,
    /// Whether there is anything to look at.
    pub(crate) notice: bool,
}

/// What a check came to, in a sentence.
pub(crate) fn said(m: &Messages, checked: &Checked) -> Said {
    let found = &checked.check;
    if found.games.compared == 0 {
        return Said { text: m.text(Key::ReportFitsNothing), notice: true };
    }
    let count = |n: usize| m.texts().count(u64::try_from(n).unwrap_or(u64::MAX));
    let differences = found.findings.len();
    let notice = differences > 0 || !checked.inconsistencies.is_empty();
    let numbers = [
        found.games.compared,
        found.games.all,
        found.pairings.all,
        differences,
        checked.inconsistencies.len(),
    ]
    .map(count);
    let [compared, games, pairings, differences, contradictions] = numbers.each_ref().map(|n| Arg::Text(n));
    Said {
        text: m.all(
            Key::ReportCompared,
            &[
                ("compared", compared),
                ("all", games),
                ("pairings", pairings),
                ("differences", differences),
                ("contradictions", contradictions),
            ],
        ),
        notice,
    }
}

/// `GET /events/{event}/report`
pub(crate) async fn page(
    State(app): State<App>,
    Extension(visit): Extension<Visit>,
    Extension(inside): Extension<InEvent>,
) -> Result<Response, Problem> {
    let id = inside.event;
    let event = app.storage.read(move |c| events::by_id(c, id)).await?;
    let checked = trf_cache::of_event(&app, id).await?;
    let frame = Frame::new(&app, &visit, format!("/events/{id}/report"));
    let mut page = Page {
        event: event.ok_or(Problem::NotFound)?,
        said: checked.as_ref().map(|checked| said(frame.messages(), checked)),
        frame,
        inside: String::new(),
        odd: Vec::new(),
        more: 0,
        odd_more: 0,
    };
    if let Some(checked) = checked {
        page.inside = checked.page(LISTED, visit.language);
        page.more = checked.check.findings.len().saturating_sub(LISTED) as u64;
        let (warnings, contradictions) = (&checked.report.warnings, &checked.inconsistencies);
        let warnings = warnings.iter().map(|w| (w.place.to_string(), visible(&w.text)));
        let contradictions = contradictions.iter().map(|c| (c.place.to_string(), visible(&c.text)));
        page.odd = warnings.chain(contradictions).collect();
        page.odd_more = page.odd.len().saturating_sub(LISTED) as u64;
        page.odd.truncate(LISTED);
    }
    rendered(&page)
}

/// A report that came in, read. `encoding` is what somebody said about its characters; empty if nobody did.
///
/// # Errors
/// The refusal with line and reason.
pub(crate) async fn read(received: Received, encoding: &str) -> Result<NewInput, Problem> {
    let encoding = match encoding {
        "" => None,
        name => Some(attachments::encoding(name).ok_or(Problem::ForeignForm)?),
    };
    let (name, sha256, body) = received.whole(trf::MAX_BYTES as u64)?;
    let shown = name.clone();
    let read = tokio::task::spawn_blocking(move || (trf::read(&shown, &body, encoding), body));
    let (read, body) = read.await.map_err(|_| Problem::Inside)?;
    let report = read.map_err(|error| Problem::Refused {
        why: Key::RefusedReportFile,
        detail: Some(defects(&name, &error)),
    })?;
    Ok(NewInput { kind: Kind::Report, name, sha256, entries: report.players.len() as u64, encoding, body })
}

/// What is wrong with a report, on one line.
fn defects(name: &str, error: &TrfError) -> String {
    let TrfError::Refused { defects, more, .. } = error else {
        return visible(name);
    };
    let listed: Vec<String> = defects.iter().take(DEFECTS).map(ToString::to_string).collect();
    let rest = defects.len().saturating_sub(DEFECTS).saturating_add(*more);
    let rest = if rest > 0 { format!("; and {rest} more") } else { String::new() };
    visible(&format!("{name}: {}{rest}", listed.join("; ")))
}

/// `POST /events/{event}/report`
pub(crate) async fn set(
    State(app): State<App>,
    Extension(inside): Extension<InEvent>,
    Extension(signed): Extension<Signed>,
    form: Multipart,
) -> Result<Response, Problem> {
    let mut form = sent(&app, form, &FORM).await?;
    let new = read(form.file("file")?, form.one("encoding")).await?;
    let (id, now, person) = (inside.event, app.now(), signed.person.id);
    app.storage
        .write(move |c| -> Result<(), Problem> {
            events::open_or_refused(c, id)?;
            Ok(attachments::give(c, id, &new, person, now)?)
        })
        .await?;
    Ok(back(inside))
}

/// `POST /events/{event}/report/remove`
pub(crate) async fn remove(
    State(app): State<App>,
    Extension(inside): Extension<InEvent>,
    Extension(signed): Extension<Signed>,
) -> Result<Response, Problem> {
    let (id, now, person) = (inside.event, app.now(), signed.person.id);
    app.storage
        .write(move |c| -> Result<(), Problem> {
            events::open_or_refused(c, id)?;
            attachments::take(c, id, Kind::Report, person, now)?;
            Ok(())
        })
        .await?;
    Ok(back(inside))
}
