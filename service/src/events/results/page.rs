//! Results of an event: the field, the table, a player, a game, and the result as files.
//!
//! The pages are made by `reports`; here is only which result, for whom, and what is noted in the audit log.

use std::sync::Arc;

use askama::Template;
use axum::extract::{Path, Query};
use axum::response::Response;
use reports::ReportError;
use reports::pages::{Bottom, GameHead, State as Progress, TableQuery, round_name};
use serde::Deserialize;

use crate::accounts::roles::Permission;
use crate::cases::page::of_player as cases_of_player;
use crate::events::result_cache::{self, ResultView};
use crate::events::results;
use crate::jobs::full_tests::page::{LeadingTest, of_player as full_tests_of_player};
use crate::jobs::hints::headline::{self, Headline};
use crate::jobs::hints::state;
use crate::keys::Key;
use crate::web::{Answer, Ctx, Frame, PageDetail, Problem, page as rendered};

/// Most results before the newest that are listed; all are kept.
const MAX_EARLIER: usize = 50;

#[derive(Template)]
#[template(path = "results.html")]
struct Page<'a> {
    frame: Frame<'a>,
    title: String,
    headline: Headline,
    /// Whether there is a result that the page is about.
    has_result: bool,
    inside: String,
}

async fn around(ctx: &Ctx, title: Option<String>, inside: String) -> Answer {
    page_of(ctx, title, (true, inside)).await
}

async fn page_of(ctx: &Ctx, title: Option<String>, (has_result, inside): (bool, String)) -> Answer {
    rendered(&Page {
        headline: headline::of_page(ctx).await?,
        frame: ctx.frame(),
        title: title.unwrap_or_else(|| ctx.app.results.pages(ctx.visit.language).title()),
        has_result,
        inside,
    })
}

async fn nothing(ctx: &Ctx) -> Answer {
    let name = ctx.frame().event_name();
    let empty = ctx.app.results.pages(ctx.visit.language).empty(name, &ctx.path(""));
    page_of(ctx, None, (false, empty)).await
}

async fn newest(ctx: &Ctx) -> Result<Option<Arc<ResultView>>, Problem> {
    Ok(ctx.app.results.newest(&ctx.app.storage, ctx.id()).await?)
}

pub(crate) async fn overview(ctx: Ctx) -> Answer {
    let Some(shown) = newest(&ctx).await? else {
        return nothing(&ctx).await;
    };
    let (listed, frame) = (&shown.found.listed, ctx.frame());
    let history = ctx.read(results::history).await?;
    let before = history.iter().filter(|one| one.id < listed.id).take(MAX_EARLIER);
    let earlier: Vec<(String, u64)> = before.map(|one| (frame.when(&one.made), one.unanswered)).collect();
    let progress = Progress {
        made: &frame.when(&listed.made),
        earlier: &earlier,
        may_export: frame.offers(Permission::ExportFiles),
    };
    let inside = ctx.app.results.pages(ctx.visit.language).overview(&shown.site(), &progress);
    around(&ctx, None, inside).await
}

pub(crate) async fn players(ctx: Ctx, Query(fields): Query<Vec<(String, String)>>) -> Answer {
    let Some(shown) = newest(&ctx).await? else {
        return nothing(&ctx).await;
    };
    let query = TableQuery::read(fields.iter().map(|(name, value)| (name.as_str(), value.as_str())));
    let app = ctx.app.clone();
    let view = ctx.read(move |c, event| state::of_event(&app, c, event)).await?;
    let named: Vec<usize> = view.named.iter().filter_map(|player| shown.player(&player.page)).collect();
    let inside = ctx.app.results.pages(ctx.visit.language).table(&shown.site(), &query, &named);
    around(&ctx, None, inside).await
}

pub(crate) async fn player(ctx: Ctx, Path((_, name)): Path<(i64, String)>) -> Answer {
    let shown = newest(&ctx).await?.ok_or(Problem::NotFound)?;
    let place = shown.player(&name).ok_or(Problem::NotFound)?;
    let own = move |head: &GameHead| head.white == place || head.black == place;
    let own = result_cache::games(&ctx.app.storage, &shown, own).await?;
    let (tests, leading) = full_tests_of_player(&ctx, &shown, &name).await?;
    let made = leading.as_ref().map(|leading| ctx.frame().when(&leading.made)).unwrap_or_default();
    let tested = leading.as_ref().map(|LeadingTest { test, job, .. }| (test, *job, made.as_str()));
    let page = ctx.app.results.pages(ctx.visit.language).player(&shown.site(), place, &own, tested);
    let title = shown.found.screening.players.get(place).map(|player| reports::visible(&player.name));
    let mut page = page.ok_or(Problem::NotFound)?;
    page += &tests;
    page += &cases_of_player(&ctx, &name).await?;
    let response = around(&ctx, title, page).await?;
    Ok(with_place(response, &shown, "player", place))
}

#[derive(Deserialize)]
pub(crate) struct Ply {
    ply: Option<usize>,
    #[serde(default)]
    side: Bottom,
}

pub(crate) async fn game(ctx: Ctx, Path((_, name)): Path<(i64, String)>, Query(at): Query<Ply>) -> Answer {
    let shown = newest(&ctx).await?.ok_or(Problem::NotFound)?;
    let wanted = name.clone();
    let one = result_cache::games(&ctx.app.storage, &shown, move |head| head.name == wanted).await?;
    let (head, trace) = one.first().ok_or(Problem::NotFound)?;
    let pages = ctx.app.results.pages(ctx.visit.language);
    let page = pages.game(&shown.site(), head, trace, (at.ply.unwrap_or(1), at.side));
    let place = usize::try_from(head.place).map_err(|_| Problem::Inside)?;
    let response = around(&ctx, None, page.ok_or(Problem::NotFound)?).await?;
    Ok(with_place(response, &shown, "game", place))
}

#[derive(Deserialize)]
pub(crate) struct Pair {
    player: Option<String>,
    and: Option<String>,
    round: Option<String>,
    with: Option<String>,
}

pub(crate) async fn compare(ctx: Ctx, Query(pair): Query<Pair>) -> Answer {
    let Some(shown) = newest(&ctx).await? else {
        return nothing(&ctx).await;
    };
    let place = |name: &String| shown.player(name).ok_or(Problem::NotFound);
    let players = match (&pair.player, &pair.and) {
        (Some(left), Some(right)) => Some([place(left)?, place(right)?]),
        _ => None,
    };
    let mut rounds = Vec::new();
    for name in [&pair.round, &pair.with].into_iter().flatten() {
        let wanted = name.clone();
        let fits = move |head: &GameHead| round_name(&head.round) == wanted;
        let found = result_cache::games(&ctx.app.storage, &shown, fits).await?;
        if found.is_empty() {
            return Err(Problem::NotFound);
        }
        rounds.push((name.as_str(), found.into_iter().map(|(_, trace)| trace).collect::<Vec<_>>()));
    }
    let two = match rounds.as_slice() {
        [(one, games), (other, others)] => Some([(*one, games.as_slice()), (*other, others.as_slice())]),
        _ => None,
    };
    let page = ctx.app.results.pages(ctx.visit.language).compare(&shown.site(), players, two);
    let mut response = around(&ctx, None, page).await?;
    if let Some([one, other]) = players {
        let detail = format!("result {}, players {} and {}", shown.found.listed.id, one + 1, other + 1);
        response.extensions_mut().insert(PageDetail(detail));
    }
    Ok(response)
}

/// All are files and never a page of ours: the sheet brings a script along.
pub(crate) async fn download(ctx: Ctx, Path((event, what)): Path<(i64, String)>) -> Answer {
    let (kind, needs_games) = match what.as_str() {
        "screening.json" => ("application/json", false),
        "players.csv" => ("text/csv; charset=utf-8", false),
        "decisions.csv" => ("text/csv; charset=utf-8", true),
        "sheet.html" => ("application/octet-stream", true),
        _ => return Err(Problem::NotFound),
    };
    let shown = newest(&ctx).await?.ok_or(Problem::NotFound)?;
    let games = result_cache::games(&ctx.app.storage, &shown, move |_| needs_games).await?;
    let (there, name, language) = (Arc::clone(&shown), what.clone(), ctx.visit.language);
    let bytes = tokio::task::spawn_blocking(move || -> Result<Vec<u8>, ReportError> {
        let s = &there.found.screening;
        let games: Vec<_> = games.into_iter().map(|(_, trace)| trace).collect();
        match name.as_str() {
            "screening.json" => reports::json(s).map(String::into_bytes),
            "players.csv" => reports::players_table(s).csv(),
            "decisions.csv" => reports::decisions_table(s, &games)?.csv(),
            _ => reports::html(s, &games, language).map(String::into_bytes),
        }
    });
    let bytes = bytes.await.map_err(|_| Problem::Inside)?.map_err(|error| {
        tracing::error!(%error, "a result that cannot be written out");
        Problem::Inside
    })?;
    let name = format!("event-{event}-{what}");
    let subject = format!("result {}", shown.found.listed.id);
    ctx.export(subject, &what, (kind, &name), bytes).await
}

/// Notes which part of a result was seen: its place in the list, from 1. A name does not go into the log.
fn with_place(mut response: Response, shown: &ResultView, part: &str, place: usize) -> Response {
    let detail = format!("result {}, {part} {}", shown.found.listed.id, place.saturating_add(1));
    response.extensions_mut().insert(PageDetail(detail));
    response
}
