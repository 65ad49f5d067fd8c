//! The tournament report of an event: giving it, taking it away, and the games against it.

use std::sync::Arc;

use askama::Template;
use axum::extract::Multipart;
use datasets::tournament::trf::{self, TrfError};
use reports::{Arg, Language, visible};

use crate::accounts::roles::Permission;
use crate::events;
use crate::events::attachments::{self, Kind, NewAttachment};
use crate::events::cross_check;
use crate::events::settings::{self, Counted};
use crate::events::trf_cache::TrfComparison;
use crate::events::upload::Received;
use crate::keys::Key;
use crate::messages::Messages;
use crate::web::multipart::{Form, read_form};
use crate::web::{Answer, Ctx, Frame, InEvent, Problem, page as rendered};

/// Most differences, and most oddities of the report, that the page lists; all are counted.
const MAX_LISTED: usize = 200;
/// Most defects that a refusal names.
const MAX_DEFECTS: usize = 5;

/// The form under the settings.
const FORM: Form = Form { fields: &["name", "encoding"], files: &["file"], optional: &[] };

#[derive(Template)]
#[template(path = "report.html")]
struct Page<'a> {
    frame: Frame<'a>,
    event: events::Event,
    compared: Option<Arc<TrfComparison>>,
    language: Language,
}

impl Page<'_> {
    /// Places and what is odd there, in English.
    fn odd(compared: &TrfComparison) -> Vec<(String, String)> {
        let warnings = compared.report.warnings.iter().map(|w| (w.place.to_string(), visible(&w.text)));
        let contradictions = compared.inconsistencies.iter();
        warnings.chain(contradictions.map(|c| (c.place.to_string(), visible(&c.text)))).collect()
    }

    fn more(listed: usize) -> u64 {
        listed.saturating_sub(MAX_LISTED) as u64
    }
}

pub(crate) struct Sentence {
    pub(crate) text: String,
    /// Whether something needs a look.
    pub(crate) notice: bool,
}

pub(crate) fn sentence(m: &Messages, checked: &TrfComparison) -> Sentence {
    let found = &checked.check;
    if found.games.compared == 0 {
        return Sentence { text: m.text(Key::ReportFitsNothing), notice: true };
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
    let [compared, games, pairings, differences, contradictions] = numbers.each_ref().map(Arg::from);
    Sentence {
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
pub(crate) async fn page(ctx: Ctx<InEvent>) -> Answer {
    let id = ctx.inside.event;
    let event = ctx.app.read(move |c| events::by_id(c, id)).await?;
    rendered(&Page {
        frame: Frame::new(&ctx.app, &ctx.visit),
        event: event.ok_or(Problem::NotFound)?,
        compared: cross_check::of_event(&ctx.app, id).await?,
        language: ctx.visit.language,
    })
}

/// Parses an uploaded report. `encoding` is the stated encoding; empty if none was stated.
///
/// # Errors
/// The refusal with line and reason.
pub(crate) async fn read(received: Received, encoding: &str) -> Result<NewAttachment, Problem> {
    let encoding = match encoding {
        "" => None,
        name => Some(attachments::encoding(name).ok_or(Problem::ForeignForm)?),
    };
    let whole = received.whole(trf::MAX_BYTES as u64)?;
    let count = move |body: &[u8]| -> Counted {
        let report = trf::read("", body, encoding).map_err(|error| defects(&error))?;
        Ok(report.players.len())
    };
    let new = settings::read(Kind::Report, whole, Key::RefusedReportFile, count).await?;
    Ok(NewAttachment { encoding, ..new })
}

fn defects(error: &TrfError) -> String {
    let TrfError::Refused { defects, more, .. } = error else {
        return error.to_string();
    };
    let listed: Vec<String> = defects.iter().take(MAX_DEFECTS).map(ToString::to_string).collect();
    let rest = defects.len().saturating_sub(MAX_DEFECTS).saturating_add(*more);
    let rest = if rest > 0 { format!("; and {rest} more") } else { String::new() };
    listed.join("; ") + &rest
}

/// `POST /events/{event}/report`
pub(crate) async fn set(ctx: Ctx<InEvent>, form: Multipart) -> Answer {
    let mut form = read_form(&ctx.app, form, &FORM).await?;
    let new = read(form.file("file")?, form.one("encoding")).await?;
    settings::give(ctx, new).await
}

/// `POST /events/{event}/report/remove`
pub(crate) async fn remove(ctx: Ctx<InEvent>) -> Answer {
    settings::take(ctx, Kind::Report).await
}
