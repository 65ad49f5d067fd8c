//! The interface for programs: JSON, opened by a token for one event.
//!
//! Its description (`OpenAPI`) is made from the table of routes, so that it cannot say other things than the router does.

use axum::Json;
use axum::body::Body;
use axum::extract::{Query, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use datasets::{Quarantined, Unscored};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::app::App;
use crate::clock::timestamp;
use crate::events::upload::{self, Into};
use crate::events::{self, File};
use crate::web::access::{Ctx, InEvent};
use crate::web::problem::Problem;
use crate::web::respond::{Answer, text};
use crate::web::route::{Needs, Reads, Route, Verb};

/// `GET /health`: answers when the file answers.
pub(crate) async fn health(State(app): State<App>) -> Answer {
    app.read(|c| Ok(c.query_row("SELECT 1", [], |_| Ok(()))?)).await?;
    Ok(text("text/plain; charset=utf-8", "ok\n"))
}

/// `GET /metrics`
pub(crate) async fn metrics(State(app): State<App>) -> Response {
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
    files: Vec<File>,
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

/// `GET /api/v1/events/{event}`
pub(crate) async fn event(Ctx { app, inside, .. }: Ctx<InEvent>) -> Answer {
    Ok(Json(facts(&app, inside.event).await?).into_response())
}

async fn facts(app: &App, id: i64) -> Result<EventFacts, Problem> {
    let stored =
        app.read(move |c| Ok((events::by_id(c, id)?, events::files(c, id)?, events::summary(c, id)?)));
    let (event, files, summary) = stored.await?;
    let event = event.ok_or(Problem::NotFound)?;
    let broken = |Quarantined { input, game, offset, ply, token, reason, .. }| BrokenGame {
        file: files.get(input).map_or(0, |file| file.id),
        game,
        offset,
        ply,
        token,
        reason,
    };
    let reason = |(reason, games)| Reason { reason, games };
    Ok(EventFacts {
        id,
        name: event.name,
        made: timestamp(event.made).to_string(),
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
        files,
    })
}

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

/// A route as it is described to programs and people.
pub(crate) struct Operation {
    pub(crate) method: &'static str,
    pub(crate) path: &'static str,
    pub(crate) summary: &'static str,
    pub(crate) needs: Option<String>,
    /// Name of each parameter, and where it stands: `path` or `query`.
    pub(crate) parameters: Vec<(&'static str, &'static str)>,
    /// The kind of body that it takes, with an example of JSON.
    pub(crate) takes: Option<(&'static str, Option<Value>)>,
    /// Statuses and what each says, in order.
    pub(crate) answers: Vec<(&'static str, &'static str)>,
}

impl Operation {
    fn new(route: &'static Route) -> Self {
        let names = route.path.split('/').filter_map(|part| part.strip_prefix('{')?.strip_suffix('}'));
        let mut parameters: Vec<_> = names.map(|name| (name, "path")).collect();
        let mut answers = vec![(if route.verb == Verb::Post { "201" } else { "200" }, "done")];
        let needs = match route.needs {
            Needs::Token(scope) => Some(format!("Needs a token with the scope `{}`.", scope.name())),
            Needs::Anybody | Needs::SignedIn | Needs::Permission(_) => None,
        };
        let takes = match route.reads {
            Reads::File => Some(("application/octet-stream", None)),
            Reads::Json(example) => Some(("application/json", serde_json::from_str(example).ok())),
            Reads::Nothing | Reads::Form | Reads::FormWithFile => None,
        };
        if takes.is_some() {
            answers.push(("400", "refused, with the reason"));
        }
        if needs.is_some() {
            answers.extend([("401", "no good token"), ("404", "not there, or not for this token")]);
        }
        if route.reads == Reads::File {
            parameters.push(("name", "query"));
            answers.push(("413", "more bytes than an upload may have"));
        }
        let (method, path, summary) = (route.verb.name(), route.path, route.summary);
        Self { method, path, summary, needs, parameters, takes, answers }
    }

    fn described(&self) -> Value {
        let parameter = |(name, place): &(&str, &str)| match *place {
            "path" => json!({"name": name, "in": place, "required": true, "schema": {"type": "integer"}}),
            _ => json!({"name": name, "in": place, "schema": {"type": "string"}}),
        };
        let answer = |(status, text): &(&str, &str)| {
            let mut answer = json!({"description": text});
            if *text == "done" {
                answer["content"] = json!({"application/json": {}});
            }
            ((*status).to_owned(), answer)
        };
        let mut operation = json!({
            "summary": self.summary,
            "parameters": self.parameters.iter().map(parameter).collect::<Vec<_>>(),
            "responses": self.answers.iter().map(answer).collect::<Map<_, _>>(),
        });
        if let Some(needs) = &self.needs {
            operation["security"] = json!([{"token": []}]);
            operation["description"] = json!(needs);
        }
        if let Some((kind, example)) = &self.takes {
            let body = example.as_ref().map_or_else(|| json!({}), |example| json!({"example": example}));
            operation["requestBody"] = json!({"required": true, "content": {*kind: body}});
        }
        operation
    }
}

/// The routes for programs, by path and method.
pub(crate) fn operations(routes: &'static [Route]) -> Vec<Operation> {
    let routes = routes.iter().filter(|route| route.is_for_programs());
    let mut operations: Vec<Operation> = routes.map(Operation::new).collect();
    operations.sort_by_key(|operation| (operation.path, operation.method));
    operations
}

/// `GET /api/openapi.json`
pub(crate) async fn description(routes: &'static [Route]) -> Response {
    let described = serde_json::to_string_pretty(&openapi(routes)).unwrap_or_default();
    text("application/json", described + "\n")
}

/// The description of the interface for programs (`OpenAPI` 3.1, <https://spec.openapis.org/oas/v3.1.0>).
fn openapi(routes: &'static [Route]) -> Value {
    let mut paths = json!({});
    for operation in operations(routes) {
        paths[operation.path][operation.method.to_lowercase()] = operation.described();
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
