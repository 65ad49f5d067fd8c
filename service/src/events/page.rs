//! One event: what is in its games, its files, and adding one.

use askama::Template;
use axum::Extension;
use axum::extract::{Multipart, State};
use axum::response::Response;
use reports::pages::Pages;
use reports::{Arg, visible};

use crate::access::{InEvent, Visit};
use crate::app::App;
use crate::events::report_page::{self, Said};
use crate::events::trf_cache;
use crate::events::upload::{self, Into};
use crate::events::{self, Event, File};
use crate::jobs::full_tests::page;
use crate::keys::Key;
use crate::messages::Messages;
use crate::pages::sent::{ONE_FILE, sent};
use crate::pages::{Frame, limits, page as rendered};
use crate::problem::Problem;
use crate::respond::see;
use crate::roles::{Permission, Role};
use crate::storage::StorageError;
use events::upload_summary::Account;

/// Most games in quarantine that the page lists; all are counted.
const LISTED: usize = 200;

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
    report: Option<Said>,
    /// Markup of its own template.
    full_tests: String,
}

/// A game in quarantine.
struct Line {
    file: String,
    game: u32,
    ply: u32,
    token: String,
    reason: String,
}

/// `GET /events/{event}`
pub(crate) async fn page(
    State(app): State<App>,
    Extension(visit): Extension<Visit>,
    Extension(inside): Extension<InEvent>,
) -> Result<Response, Problem> {
    let id = inside.event;
    let (event, files, account) = app
        .storage
        .read(move |c| {
            Ok::<_, StorageError>((events::by_id(c, id)?, events::files(c, id)?, events::account(c, id)?))
        })
        .await?;
    let event = event.ok_or(Problem::NotFound)?;
    let checked = trf_cache::of_event(&app, id).await?;
    let frame = Frame::new(&app, &visit, format!("/events/{id}"));
    let m = frame.messages();
    let line = |broken: &events::upload_summary::Broken| Line {
        file: files.get(broken.file).map(|file| file.name.clone()).unwrap_or_default(),
        game: broken.game,
        ply: broken.ply,
        token: visible(&broken.token),
        reason: visible(&broken.reason),
    };
    rendered(&Page {
        inside,
        role: inside.role.ok_or(Problem::NotFound)?,
        equation: equation(m, &account),
        players: m.counted(Key::AccountPlayers, "players", account.players),
        dates: dates(m, &account),
        unscored: unscored(m, app.results.pages(visit.language), &account)?,
        quarantine: account.quarantine.iter().take(LISTED).map(line).collect(),
        quarantine_more: account.quarantine.len().saturating_sub(LISTED) as u64,
        limits: limits(&app, m, Key::UploadHint),
        report: checked.map(|checked| report_page::said(m, &checked)),
        full_tests: page::of_event(&app, &visit, inside).await?,
        frame,
        event,
        files,
    })
}

fn equation(m: &Messages, account: &Account) -> String {
    let count = |number| m.texts().count(number);
    let [found, games, unscored, quarantined] =
        [account.found(), account.games, account.unscored(), account.quarantined()].map(count);
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

fn dates(m: &Messages, account: &Account) -> Option<String> {
    let (first, last) = (account.first_date.as_ref()?, account.last_date.as_ref()?);
    let (first, last) = (m.texts().date(first), m.texts().date(last));
    Some(m.all(Key::AccountDates, &[("first", Arg::Text(&first)), ("last", Arg::Text(&last))]))
}

fn unscored(m: &Messages, pages: &Pages, account: &Account) -> Result<Vec<(String, String)>, Problem> {
    let line = |(reason, games): &(String, u64)| {
        // Reasons are stored as screenings write them.
        let reason = serde_json::from_value(reason.as_str().into()).map_err(|_| Problem::Inside)?;
        Ok((pages.unscored(reason), m.texts().count(*games)))
    };
    account.unscored_by_reason.iter().map(line).collect()
}

/// `POST /events/{event}/files`
pub(crate) async fn upload(
    State(app): State<App>,
    Extension(inside): Extension<InEvent>,
    form: Multipart,
) -> Result<Response, Problem> {
    let received = sent(&app, form, &ONE_FILE).await?.file("file")?;
    let (event, _) = upload::keep(&app, received, Into::Event(inside.event), inside.actor).await?;
    Ok(see(&format!("/events/{event}")))
}
