//! Results taken out as files: the screening for programs, tables, and the sheet as one page.

use axum::Extension;
use axum::extract::{Path, State};
use axum::response::Response;
use reports::ReportError;

use crate::access::{InEvent, Visit};
use crate::app::App;
use crate::audit::{self, Action, Record};
use crate::events::result_cache;
use crate::problem::Problem;

/// `GET /events/{event}/export/{export}`. It is logged before the first byte leaves. All are files and never a page of ours:
/// the sheet brings a script along.
pub(crate) async fn download(
    State(app): State<App>,
    Extension(visit): Extension<Visit>,
    Extension(inside): Extension<InEvent>,
    Path((_, what)): Path<(i64, String)>,
) -> Result<Response, Problem> {
    let (kind, needs_games) = match what.as_str() {
        "screening.json" => ("application/json", false),
        "players.csv" => ("text/csv; charset=utf-8", false),
        "decisions.csv" => ("text/csv; charset=utf-8", true),
        "sheet.html" => ("application/octet-stream", true),
        _ => return Err(Problem::NotFound),
    };
    let newest = app.results.newest(&app.storage, inside.event).await?;
    let shown = newest.ok_or(Problem::NotFound)?;
    let games =
        if needs_games { result_cache::games(&app.storage, &shown, |_| true).await? } else { Vec::new() };
    let (made, file, language) = (std::sync::Arc::clone(&shown), what.clone(), visit.language);
    let bytes = tokio::task::spawn_blocking(move || -> Result<Vec<u8>, ReportError> {
        let s = &made.found.screening;
        let games: Vec<_> = games.into_iter().map(|(_, trace)| trace).collect();
        match file.as_str() {
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
    let now = app.now();
    let record = Record {
        detail: what.clone(),
        ..inside.record(Action::Exported, format!("result {}", shown.found.listed.id))
    };
    app.storage.write(move |c| audit::append(c, now, record)).await?;
    Ok(crate::pages::file(kind, &format!("event-{}-{what}", inside.event), bytes))
}
