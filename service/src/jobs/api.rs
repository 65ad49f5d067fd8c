//! The work of the engines and the hints, for programs.

use axum::extract::State;
use axum::response::{IntoResponse as _, Response};
use axum::{Extension, Json};
use serde_json::json;

use crate::access::InEvent;
use crate::app::App;
use crate::jobs::hints::{self, Wanted};
use crate::jobs::page;
use crate::pages::text;
use crate::problem::Problem;

/// `GET /api/v1/events/{event}/engines`
pub(crate) async fn work(
    State(app): State<App>,
    Extension(inside): Extension<InEvent>,
) -> Result<Response, Problem> {
    let line = page::newest(&app, inside.event).await?;
    let newest = line.map(|line| line.json());
    let engines = app.settings.engines.is_some();
    Ok(Json(json!({"engines": engines, "newest": newest})).into_response())
}

/// `GET /api/v1/events/{event}/hints`: the document of `docs/schema/hints.json`, or `null` before there are any.
pub(crate) async fn hints(
    State(app): State<App>,
    Extension(inside): Extension<InEvent>,
) -> Result<Response, Problem> {
    let event = inside.event;
    let found = app.storage.read(move |c| hints::document(c, event, None, Wanted::Json)).await?;
    Ok(text("application/json", found.unwrap_or_else(|| "null\n".to_owned())))
}
