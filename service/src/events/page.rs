//! One event: what is in its games, its files, and adding one.

use askama::Template;
use axum::extract::Multipart;
use datasets::{Quarantined, Unscored};
use reports::{Arg, visible};

use crate::accounts::roles::{Permission, Role};
use crate::events::cross_check;
use crate::events::report_page::{self, Sentence};
use crate::events::upload::{self, Into};
use crate::events::upload_summary::UploadSummary;
use crate::events::{self, Event, File};
use crate::jobs::full_tests::page::of_event as full_test_rule;
use crate::keys::Key;
use crate::messages::Messages;
use crate::web::access::{Ctx, InEvent};
use crate::web::multipart::{ONE_FILE, read_form};
use crate::web::problem::Problem;
use crate::web::respond::{Answer, see};
use crate::web::{Frame, limits, page as rendered};

/// Most games in quarantine that the page lists; all are counted.
const MAX_LISTED: usize = 200;

#[derive(Template)]
#[template(path = "event.html")]
struct Page<'a> {
    frame: Frame<'a>,
    inside: InEvent,
    role: Role,
    event: Event,
    equation: String,
    players: String,
    dates: Option<String>,
    unscored: Vec<(String, String)>,
    quarantine: Vec<Line>,
    quarantine_more: u64,
    files: Vec<File>,
    limits: String,
    report: Option<Sentence>,
    /// Markup of its own template.
    full_tests: String,
}

struct Line {
    file: String,
    game: u32,
    ply: u32,
    token: String,
    reason: String,
}

/// `GET /events/{event}`
pub(crate) async fn page(ctx: Ctx<InEvent>) -> Answer {
    let (inside, id) = (ctx.inside, ctx.inside.event);
    let stored =
        ctx.app.read(move |c| Ok((events::by_id(c, id)?, events::files(c, id)?, events::summary(c, id)?)));
    let (event, files, summary) = stored.await?;
    let event = event.ok_or(Problem::NotFound)?;
    let checked = cross_check::of_event(&ctx.app, id).await?;
    let frame = Frame::new(&ctx.app, &ctx.visit, format!("/events/{id}"));
    let m = frame.messages();
    let line = |broken: &Quarantined| Line {
        file: files.get(broken.input).map(|file| file.name.clone()).unwrap_or_default(),
        game: broken.game,
        ply: broken.ply,
        token: visible(&broken.token),
        reason: visible(&broken.reason),
    };
    let pages = ctx.app.results.pages(ctx.visit.language);
    let unscored = |(reason, games): &(Unscored, u64)| (pages.unscored(*reason), m.texts().count(*games));
    rendered(&Page {
        inside,
        role: inside.role.ok_or(Problem::NotFound)?,
        equation: equation(m, &summary),
        players: m.counted(Key::AccountPlayers, "players", summary.players),
        dates: dates(m, &summary),
        unscored: summary.unscored_by_reason.iter().map(unscored).collect(),
        quarantine: summary.quarantine.iter().take(MAX_LISTED).map(line).collect(),
        quarantine_more: summary.quarantine.len().saturating_sub(MAX_LISTED) as u64,
        limits: limits(&ctx.app, m, Key::UploadHint),
        report: checked.map(|checked| report_page::sentence(m, &checked)),
        full_tests: full_test_rule(&ctx.app, &ctx.visit, inside).await?,
        frame,
        event,
        files,
    })
}

fn equation(m: &Messages, summary: &UploadSummary) -> String {
    let count = |number| m.texts().count(number);
    let [found, games, unscored, quarantined] =
        [summary.total(), summary.games, summary.unscored(), summary.quarantined()].map(count);
    m.all(
        Key::AccountEquation,
        &[
            ("found", Arg::Text(&found)),
            ("games", Arg::Text(&games)),
            ("unscored", Arg::Text(&unscored)),
            ("quarantined", Arg::Text(&quarantined)),
        ],
    )
}

fn dates(m: &Messages, summary: &UploadSummary) -> Option<String> {
    let (first, last) = (summary.first_date.as_ref()?, summary.last_date.as_ref()?);
    let (first, last) = (m.texts().date(first), m.texts().date(last));
    Some(m.all(Key::AccountDates, &[("first", Arg::Text(&first)), ("last", Arg::Text(&last))]))
}

/// `POST /events/{event}/files`
pub(crate) async fn upload(ctx: Ctx<InEvent>, form: Multipart) -> Answer {
    let received = read_form(&ctx.app, form, &ONE_FILE).await?.file("file")?;
    let into = Into::Event(ctx.inside.event);
    let event = upload::keep(&ctx.app, received, into, ctx.inside.actor).await?;
    Ok(see(&format!("/events/{event}")))
}
