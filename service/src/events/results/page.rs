//! Results of an event: the field, the table, a player, a game, two of them side by side.
//!
//! What stands on a page is made by `reports`; here is only which result, for whom, and what is noted in the audit log.

use std::sync::Arc;

use askama::Template;
use axum::Extension;
use axum::extract::{Path, Query, State};
use axum::response::Response;
use reports::pages::{RoundsPair, State as Progress, TableQuery, round_name};

use crate::cases::list_page;

use crate::jobs::full_tests::page;

use crate::access::{InEvent, Looked, Visit};
use crate::app::App;
use crate::events;
use crate::events::result_cache::{self, Shown};
use crate::events::results;
use crate::keys::Key;
use crate::pages::{Frame, page as rendered};
use crate::problem::Problem;
use crate::roles::Permission;

/// Most results before the newest that are listed; all are kept.
const EARLIER: usize = 50;

#[derive(Template)]
#[template(path = "results.html")]
struct Page<'a> {
    frame: Frame<'a>,
    title: String,
    inside: String,
}

/// The fields of an address.
type Fields = Query<Vec<(String, String)>>;

fn field<'a>(fields: &'a Fields, name: &str) -> Option<&'a str> {
    let found = fields.0.iter().find(|(field, _)| field == name);
    found.map(|(_, value)| value.as_str())
}

/// A page around what `reports` made.
fn around(
    app: &App,
    visit: &Visit,
    back: String,
    title: Option<String>,
    inside: String,
) -> Result<Response, Problem> {
    rendered(&Page {
        frame: Frame::new(app, visit, back),
        title: title.unwrap_or_else(|| app.results.pages(visit.language).title()),
        inside,
    })
}

/// What is said where there is no result yet.
async fn nothing(app: &App, visit: &Visit, event: i64) -> Result<Response, Problem> {
    let found = app.storage.read(move |c| events::by_id(c, event)).await?;
    let found = found.ok_or(Problem::NotFound)?;
    let base = format!("/events/{event}");
    let inside = app.results.pages(visit.language).empty(&found.name, &base);
    around(app, visit, base, None, inside)
}

async fn newest(app: &App, inside: InEvent) -> Result<Option<Arc<Shown>>, Problem> {
    Ok(app.results.newest(&app.storage, inside.event).await?)
}

/// `GET /events/{event}/results`
pub(crate) async fn overview(
    State(app): State<App>,
    Extension(visit): Extension<Visit>,
    Extension(inside): Extension<InEvent>,
) -> Result<Response, Problem> {
    let Some(shown) = newest(&app, inside).await? else {
        return nothing(&app, &visit, inside.event).await;
    };
    let back = format!("{}/results", shown.base);
    let listed = &shown.found.listed;
    let event = inside.event;
    let history = app.storage.read(move |c| results::history(c, event)).await?;
    let frame = Frame::new(&app, &visit, "");
    let made = frame.when(&listed.made);
    let before = history.iter().filter(|one| one.id < listed.id).take(EARLIER);
    let earlier: Vec<(String, u64)> = before.map(|one| (frame.when(&one.made), one.unanswered)).collect();
    let progress = Progress {
        made: &made,
        unanswered: listed.unanswered,
        earlier: &earlier,
        may_export: inside.role.is_some_and(|role| role.may(Permission::ExportFiles)),
    };
    let inside = app.results.pages(visit.language).overview(&shown.site(), &progress);
    around(&app, &visit, back, None, inside)
}

/// `GET /events/{event}/players`
pub(crate) async fn players(
    State(app): State<App>,
    Extension(visit): Extension<Visit>,
    Extension(inside): Extension<InEvent>,
    fields: Fields,
) -> Result<Response, Problem> {
    let Some(shown) = newest(&app, inside).await? else {
        return nothing(&app, &visit, inside.event).await;
    };
    let asked = fields.0.iter().map(|(name, value)| (name.as_str(), value.as_str()));
    let query = TableQuery::read(asked);
    let inside = app.results.pages(visit.language).table(&shown.site(), &query);
    around(&app, &visit, format!("{}/players", shown.base), None, inside)
}

/// `GET /events/{event}/players/{player}`
pub(crate) async fn player(
    State(app): State<App>,
    Extension(visit): Extension<Visit>,
    Extension(inside): Extension<InEvent>,
    Path((_, name)): Path<(i64, String)>,
) -> Result<Response, Problem> {
    let shown = newest(&app, inside).await?.ok_or(Problem::NotFound)?;
    let place = shown.player(&name).ok_or(Problem::NotFound)?;
    let own =
        result_cache::games(&app.storage, &shown, move |head| head.white == place || head.black == place);
    let own = own.await?;
    let page = app.results.pages(visit.language).player(&shown.site(), place, &own);
    let title = shown.found.screening.players.get(place).map(|player| reports::visible(&player.name));
    let mut page = page.ok_or(Problem::NotFound)?;
    page += &page::of_player(&app, &visit, inside, &shown, &name).await?;
    page += &list_page::of_player(&app, &visit, inside, &name).await?;
    let back = format!("{}/players/{name}", shown.base);
    let response = around(&app, &visit, back, title, page)?;
    Ok(looked(response, &shown, "player", place))
}

/// `GET /events/{event}/games/{game}`
pub(crate) async fn game(
    State(app): State<App>,
    Extension(visit): Extension<Visit>,
    Extension(inside): Extension<InEvent>,
    Path((_, name)): Path<(i64, String)>,
    fields: Fields,
) -> Result<Response, Problem> {
    let shown = newest(&app, inside).await?.ok_or(Problem::NotFound)?;
    let ply = match field(&fields, "ply") {
        None => 1,
        Some(ply) => ply.parse().map_err(|_| Problem::NotFound)?,
    };
    let wanted = name.clone();
    let one = result_cache::games(&app.storage, &shown, move |head| head.name == wanted).await?;
    let (head, trace) = one.first().ok_or(Problem::NotFound)?;
    let page = app.results.pages(visit.language).game(&shown.site(), head, trace, ply);
    let back = format!("{}/games/{name}", shown.base);
    let place = usize::try_from(head.place).map_err(|_| Problem::Inside)?;
    let response = around(&app, &visit, back, None, page.ok_or(Problem::NotFound)?)?;
    Ok(looked(response, &shown, "game", place))
}

/// `GET /events/{event}/compare`
pub(crate) async fn compare(
    State(app): State<App>,
    Extension(visit): Extension<Visit>,
    Extension(inside): Extension<InEvent>,
    fields: Fields,
) -> Result<Response, Problem> {
    let Some(shown) = newest(&app, inside).await? else {
        return nothing(&app, &visit, inside.event).await;
    };
    let players = match (field(&fields, "player"), field(&fields, "and")) {
        (Some(left), Some(right)) => {
            let place = |name| shown.player(name).ok_or(Problem::NotFound);
            Some((place(left)?, place(right)?))
        }
        _ => None,
    };
    let names = field(&fields, "round").zip(field(&fields, "with"));
    let mut games = [Vec::new(), Vec::new()];
    if let Some((left, right)) = names {
        for (games, round) in games.iter_mut().zip([left, right]) {
            let wanted = round.to_owned();
            let found =
                result_cache::games(&app.storage, &shown, move |head| round_name(&head.round) == wanted)
                    .await?;
            if found.is_empty() {
                return Err(Problem::NotFound);
            }
            *games = found.into_iter().map(|(_, trace)| trace).collect();
        }
    }
    let [left, right] = &games;
    let pair = names.map(|(one, other)| RoundsPair { names: [one, other], games: [left, right] });
    let page = app.results.pages(visit.language).compare(&shown.site(), players, pair.as_ref());
    let response = around(&app, &visit, format!("{}/compare", shown.base), None, page)?;
    match players {
        Some((one, other)) => {
            let both = format!("result {}, players {} and {}", shown.found.listed.id, one + 1, other + 1);
            Ok(with(response, both))
        }
        None => Ok(response),
    }
}

/// Notes what of a result was seen: its place in the list, from 1. A name does not go into the log.
fn looked(response: Response, shown: &Shown, what: &str, place: usize) -> Response {
    let id = shown.found.listed.id;
    with(response, format!("result {id}, {what} {}", place.saturating_add(1)))
}

fn with(mut response: Response, detail: String) -> Response {
    response.extensions_mut().insert(Looked(detail));
    response
}
