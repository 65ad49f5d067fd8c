//! The interface for programs: JSON, opened by a token for one event.
//!
//! Its description (`OpenAPI`) is made from the table of routes, so that it cannot say other things than the router does.

use axum::Json;
use axum::body::Body;
use axum::extract::Query;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use datasets::{Quarantined, Unscored};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::app::App;
use crate::events::upload::{self, Into};
use crate::events::{self, File};
use crate::web::access::{Ctx, InEvent};
use crate::web::problem::Problem;
use crate::web::respond::{Answer, text};
use crate::web::route::{Needs, Reads, Route, Verb};

/// `GET /health`: answers when the file answers.
pub(crate) async fn health(app: App) -> Answer {
    app.read(|c| Ok(c.query_row("SELECT 1", [], |_| Ok(()))?)).await?;
    Ok(text("text/plain; charset=utf-8", "ok\n"))
}

/// `GET /metrics`
pub(crate) async fn metrics(app: App) -> Response {
    text("text/plain; version=0.0.4; charset=utf-8", app.metrics.text())
}

/// An event. Names are a contract.
#[derive(Debug, Serialize)]
struct EventFacts {
    id: i64,
    name: String,
    made: String,
    games: GameCounts,
    players: u64,
    first_date: Option<String>,
    last_date: Option<String>,
    unscored: Vec<Reason>,
    quarantine: Vec<BrokenGame>,
    files: Vec<FileFacts>,
}

#[derive(Debug, Serialize)]
struct GameCounts {
    found: u64,
    games: u64,
    unscored: u64,
    quarantined: u64,
}

#[derive(Debug, Serialize)]
struct Reason {
    reason: Unscored,
    games: u64,
}

#[derive(Debug, Serialize)]
struct BrokenGame {
    file: i64,
    game: u32,
    offset: u64,
    ply: u32,
    token: String,
    reason: String,
}

#[derive(Debug, Serialize)]
struct FileFacts {
    id: i64,
    name: String,
    sha256: String,
    bytes: u64,
    uploaded: String,
}

/// `GET /api/v1/events/{event}`
pub(crate) async fn event(Ctx { app, inside, .. }: Ctx<InEvent>) -> Answer {
    Ok(Json(facts(&app, inside.event).await?).into_response())
}

async fn facts(app: &App, id: i64) -> Result<EventFacts, Problem> {
    let stored =
        app.read(move |c| Ok((events::by_id(c, id)?, events::files(c, id)?, events::summary(c, id)?)));
    let (event, files, summary) = stored.await?;
    let event = event.ok_or(Problem::NotFound)?;
    let instant = |seconds| crate::clock::timestamp(seconds).to_string();
    let broken = |Quarantined { input, game, offset, ply, token, reason, .. }| BrokenGame {
        file: files.get(input).map_or(0, |file| file.id),
        game,
        offset,
        ply,
        token,
        reason,
    };
    let file = |file: &File| FileFacts {
        id: file.id,
        name: file.name.clone(),
        sha256: file.sha256.clone(),
        bytes: file.bytes,
        uploaded: instant(file.made),
    };
    let reason = |(reason, games)| Reason { reason, games };
    Ok(EventFacts {
        id,
        name: event.name,
        made: instant(event.made),
        games: GameCounts {
            found: summary.total(),
            games: summary.games,
            unscored: summary.unscored(),
            quarantined: summary.quarantined(),
        },
        players: summary.players,
        first_date: summary.first_date,
        last_date: summary.last_date,
        unscored: summary.unscored_by_reason.into_iter().map(reason).collect(),
        quarantine: summary.quarantine.into_iter().map(broken).collect(),
        files: files.iter().map(file).collect(),
    })
}

/// The query of an upload.
#[derive(Debug, Default, Deserialize)]
pub(crate) struct UploadQuery {
    #[serde(default)]
    name: String,
}

/// `POST /api/v1/events/{event}/files`
pub(crate) async fn upload(
    Ctx { app, inside, .. }: Ctx<InEvent>,
    Query(query): Query<UploadQuery>,
    body: Body,
) -> Answer {
    let received = upload::receive(&app, &query.name, body.into_data_stream()).await?;
    let event = upload::keep(&app, received, Into::Event(inside.event), inside.actor).await?;
    Ok((StatusCode::CREATED, Json(facts(&app, event).await?)).into_response())
}

/// `GET /api/openapi.json`
pub(crate) async fn description(routes: &[Route]) -> Response {
    let text_of = serde_json::to_string_pretty(&openapi(routes)).unwrap_or_default();
    text("application/json", text_of + "\n")
}

/// The description of the interface for programs (`OpenAPI` 3.1, <https://spec.openapis.org/oas/v3.1.0>).
pub(crate) fn openapi(routes: &[Route]) -> Value {
    let mut paths: Map<String, Value> = Map::new();
    for route in routes.iter().filter(|route| route.is_for_programs()) {
        let methods = paths.entry(route.path).or_insert_with(|| json!({}));
        if let Some(methods) = methods.as_object_mut() {
            methods.insert(route.verb.name().to_lowercase(), operation(route));
        }
    }
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "fairplay",
            "version": env!("CARGO_PKG_VERSION"),
            "description": "Hints for arbiters, never findings. Everything about an event is confidential.",
            "license": {"name": "GPL-3.0-or-later", "identifier": "GPL-3.0-or-later"}
        },
        "paths": paths,
        "components": {"securitySchemes": {"token": {
            "type": "http",
            "scheme": "bearer",
            "description": "A token for one event, made by its chief arbiter."
        }}}
    })
}

fn operation(route: &Route) -> Value {
    let names = route.path.split('/').filter_map(|part| part.strip_prefix('{')?.strip_suffix('}'));
    let mut parameters: Vec<Value> = names
        .map(|name| json!({"name": name, "in": "path", "required": true, "schema": {"type": "integer"}}))
        .collect();
    let mut operation = json!({"summary": route.summary});
    let done = if route.verb == Verb::Post { "201" } else { "200" };
    let mut responses = json!({done: {"description": "done", "content": {"application/json": {}}}});
    if let Needs::Token(scope) = route.needs {
        operation["security"] = json!([{"token": []}]);
        operation["description"] = json!(format!("Needs a token with the scope `{}`.", scope.name()));
        responses["401"] = json!({"description": "no good token"});
        responses["404"] = json!({"description": "not there, or not for this token"});
    }
    if route.reads == Reads::File {
        parameters.push(json!({"name": "name", "in": "query", "schema": {"type": "string"}}));
        operation["requestBody"] = json!({"required": true, "content": {"application/octet-stream": {}}});
        responses["400"] = json!({"description": "refused, with the reason"});
        responses["413"] = json!({"description": "more bytes than an upload may have"});
    }
    if let Reads::Json(example) = route.reads {
        let example: Value = serde_json::from_str(example).unwrap_or_default();
        operation["requestBody"] =
            json!({"required": true, "content": {"application/json": {"example": example}}});
        responses["400"] = json!({"description": "refused, with the reason"});
    }
    operation["parameters"] = json!(parameters);
    operation["responses"] = responses;
    operation
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::web::routes::ROUTES;

    /// The description is kept as a file, so that a change of the interface is seen in review.
    /// `BLESS=1 cargo test -p service` rewrites it after a wanted change.
    #[test]
    fn the_description_is_current() {
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/schema/openapi.json");
        let text = serde_json::to_string_pretty(&openapi(ROUTES)).expect("JSON") + "\n";
        if std::env::var_os("BLESS").is_some_and(|value| value == "1") {
            std::fs::write(&path, &text).expect("written");
        }
        let kept = std::fs::read_to_string(&path).unwrap_or_default();
        assert_eq!(kept, text, "run the tests with BLESS=1 to rewrite {}", path.display());
    }

    #[test]
    fn it_describes_the_routes_for_programs_and_no_others() {
        let described = openapi(ROUTES);
        let paths = described["paths"].as_object().expect("paths");
        let routes = ROUTES.iter().filter(|route| route.path.starts_with("/api/"));
        let mut seen = 0;
        for route in routes {
            let operation = &paths[route.path][route.verb.name().to_lowercase()];
            assert_eq!(operation["summary"], route.summary);
            assert_eq!(operation.get("security").is_some(), route.needs != Needs::Anybody);
            seen += 1;
        }
        let described: usize = paths.values().map(|methods| methods.as_object().map_or(0, Map::len)).sum();
        assert_eq!(described, seen);
    }
}
