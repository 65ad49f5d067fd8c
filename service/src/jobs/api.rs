//! The work of the engines and the hints, for programs.

use axum::Json;
use axum::response::IntoResponse as _;
use serde_json::json;

use crate::jobs::hints::{self, Format};
use crate::jobs::page;
use crate::web::access::{Ctx, InEvent};
use crate::web::respond::Answer;
use crate::web::text;

/// `GET /api/v1/events/{event}/engines`
pub(crate) async fn work(ctx: Ctx<InEvent>) -> Answer {
    let newest = page::newest(&ctx.app, ctx.inside.event).await?.map(|line| line.json());
    let engines = ctx.app.settings.engines.is_some();
    Ok(Json(json!({"engines": engines, "newest": newest})).into_response())
}

/// `GET /api/v1/events/{event}/hints`: the document of `docs/schema/hints.json`, or `null` before there are any.
pub(crate) async fn hints(ctx: Ctx<InEvent>) -> Answer {
    let event = ctx.inside.event;
    let found = ctx.app.read(move |c| hints::document(c, event, None, Format::Json)).await?;
    Ok(text("application/json", found.unwrap_or_else(|| "null\n".to_owned())))
}
