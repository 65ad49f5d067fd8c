//! The interface for programs: JSON, opened by a token for one event.
//!
//! Its description (`OpenAPI`) and the page about it are made from the table of routes, so that they cannot say other
//! things than the router does.

use std::fmt::Write as _;

use askama::Template;
use axum::Json;
use axum::body::Body;
use axum::extract::{Query, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use datasets::{AcceptedGame, Quarantined};
use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::accounts::roles::Permission;
use crate::app::App;
use crate::clock::timestamp;
use crate::events::circumstances::accepted::AcceptedGames;
use crate::events::upload::{self, Into};
use crate::events::upload_summary::SetAside;
use crate::events::{self, File, circumstances};
use crate::keys::Key;
use crate::web::context::Ctx;
use crate::web::frame::Frame;
use crate::web::problem::Problem;
use crate::web::respond::{Answer, page as rendered, text};
use crate::web::route::{Needs, Reads, Route, Verb};

pub(crate) async fn health(State(app): State<App>) -> Answer {
    app.health().await?;
    let state = if app.has_space(0).is_ok() { "ok" } else { "the disk is nearly full; uploads are refused" };
    let free = app.storage.free_bytes().map(|free| format!("free_bytes {free}\n")).unwrap_or_default();
    Ok(text("text/plain; charset=utf-8", format!("{state}\n{free}")))
}

pub(crate) async fn metrics(State(app): State<App>) -> Response {
    let mut out = app.metrics.text();
    let free = app.storage.free_bytes().map(|free| ("fairplay_free_bytes", free));
    for (name, bytes) in
        free.into_iter().chain([("fairplay_reserve_bytes", app.settings.limits.reserve_bytes)])
    {
        let _written = writeln!(out, "# TYPE {name} gauge\n{name} {bytes}");
    }
    text("text/plain; version=0.0.4; charset=utf-8", out)
}

pub(crate) async fn event(ctx: Ctx) -> Answer {
    Ok(Json(facts(&ctx).await?).into_response())
}

/// What is known about an event. Names are a contract.
async fn facts(ctx: &Ctx) -> Result<Value, Problem> {
    let stored = ctx.read(|c, id| {
        let stated = circumstances::stated(c, id)?;
        Ok((events::by_id(c, id)?, events::files(c, id)?, events::summary(c, id)?, stated))
    });
    let (event, files, mut summary, stated) = stored.await?;
    let words = stated.as_ref().map_or(&[][..], |stated| &stated.accepted_games);
    let accepted = AcceptedGames::take(&mut summary, words);
    let event = event.ok_or(Problem::NotFound)?;
    let file = |input: usize| files.get(input).map_or(0, |file: &File| file.id);
    let broken = |broken: &Quarantined| {
        let Quarantined { input, game, offset, ply, token, reason, round, white, black, .. } = broken;
        json!({
            "file": file(*input), "game": game, "offset": offset, "ply": ply, "token": token,
            "code": reason.code(), "reason": reason, "round": round, "white": white, "black": black,
        })
    };
    let up_to = |(game, word): &(Quarantined, AcceptedGame)| {
        let Quarantined { input, game, ply, token, round, white, black, .. } = game;
        json!({
            "file": file(*input), "game": game, "ply": ply, "token": token, "round": round, "white": white,
            "black": black, "arbiter": word.arbiter,
        })
    };
    let aside = |game: &SetAside| {
        let other = game.other.map(|(input, number)| json!({"file": file(input), "game": number}));
        json!({
            "file": file(game.input), "game": game.game, "round": game.round, "white": game.white,
            "black": game.black, "reason": game.reason, "other": other,
        })
    };
    let unscored = summary.unscored_by_reason.iter();
    Ok(json!({
        "id": event.id,
        "name": event.name,
        "made": timestamp(event.made).to_string(),
        "games": {
            "found": summary.total(),
            "games": summary.games,
            "unscored": summary.unscored(),
            "quarantined": summary.quarantined(),
        },
        "circumstances": {"stated": stated, "proposed": summary.proposed},
        "players": summary.players,
        "first_date": summary.first_date,
        "last_date": summary.last_date,
        "unscored": unscored.map(|(why, n)| json!({"reason": why, "games": n})).collect::<Vec<_>>(),
        "set_aside": summary.set_aside.iter().map(aside).collect::<Vec<_>>(),
        "doubtful": summary.doubtful.iter().map(aside).collect::<Vec<_>>(),
        "accepted": accepted.games.iter().map(up_to).collect::<Vec<_>>(),
        "quarantine": summary.quarantine.iter().map(broken).collect::<Vec<_>>(),
        "files": files,
    }))
}

#[derive(Debug, Default, Deserialize)]
pub(crate) struct UploadQuery {
    #[serde(default)]
    name: String,
}

pub(crate) async fn upload(ctx: Ctx, Query(query): Query<UploadQuery>, body: Body) -> Answer {
    let room = upload::room(&ctx.app, ctx.visit.share)?;
    let received = upload::receive(&ctx.app, &query.name, body.into_data_stream(), &room).await?;
    upload::keep(&ctx, received, Into::Event(ctx.id())).await?;
    Ok((StatusCode::CREATED, Json(facts(&ctx).await?)).into_response())
}

fn for_programs(routes: &'static [Route]) -> Vec<&'static Route> {
    let mut routes: Vec<_> = routes.iter().filter(|route| route.is_for_programs()).collect();
    routes.sort_by_key(|route| (route.path, route.verb.into_str()));
    routes
}

/// The scope of the token that a program needs for a route.
fn scope(route: &Route) -> Option<&'static str> {
    match route.needs {
        Needs::Token(scope) => Some(scope.into_str()),
        Needs::Anybody | Needs::SignedIn | Needs::Permission(_) => None,
    }
}

fn operation(route: &Route) -> Value {
    let names = route.path.split('/').filter_map(|part| part.strip_prefix('{')?.strip_suffix('}'));
    let number = json!({"type": "integer"});
    let mut parameters: Vec<Value> =
        names.map(|name| json!({"name": name, "in": "path", "required": true, "schema": number})).collect();
    let done = if route.verb == Verb::Post { "201" } else { "200" };
    let mut answers = Map::new();
    answers.insert(done.to_owned(), json!({"description": "done", "content": {"application/json": {}}}));
    let mut answer =
        |status: &str, said: &str| answers.insert(status.to_owned(), json!({"description": said}));
    let takes = match route.reads {
        Reads::File => Some(("application/octet-stream", json!({}))),
        Reads::Json(example) => {
            let example: Value = serde_json::from_str(example).unwrap_or_default();
            Some(("application/json", json!({"example": example})))
        }
        Reads::Nothing | Reads::Form | Reads::FormWithFile => None,
    };
    if takes.is_some() {
        answer("400", "refused, with the reason");
    }
    if scope(route).is_some() {
        answer("401", "no good token");
        answer("404", "not there, or not for this token");
        answer("429", "too many requests of this token; `Retry-After` says in how many seconds to go on");
    }
    if route.reads == Reads::File {
        parameters.push(json!({"name": "name", "in": "query", "schema": {"type": "string"}}));
        answer("413", "more bytes than an upload may have");
        answer("507", "the disk of the server is nearly full");
    }
    let mut operation = json!({"summary": route.summary, "parameters": parameters, "responses": answers});
    if let Some(scope) = scope(route) {
        operation["security"] = json!([{"token": []}]);
        operation["description"] = json!(format!("Needs a token with the scope `{scope}`."));
    }
    if let Some((kind, body)) = takes {
        operation["requestBody"] = json!({"required": true, "content": {kind: body}});
    }
    operation
}

#[derive(Template)]
#[template(path = "api.html")]
struct Page<'a> {
    frame: Frame<'a>,
    routes: Vec<&'static Route>,
}

/// The interface for people: open to everybody, it tells nothing about anybody.
pub(crate) async fn page(ctx: Ctx, routes: &'static [Route]) -> Answer {
    rendered(&Page { frame: ctx.frame(), routes: for_programs(routes) })
}

pub(crate) async fn description(routes: &'static [Route]) -> Response {
    let described = serde_json::to_string_pretty(&openapi(routes)).unwrap_or_default();
    text("application/json", described + "\n")
}

/// The description of the interface for programs (`OpenAPI` 3.1, <https://spec.openapis.org/oas/v3.1.0>).
fn openapi(routes: &'static [Route]) -> Value {
    let mut paths = json!({});
    for route in for_programs(routes) {
        paths[route.path][route.verb.into_str().to_lowercase()] = operation(route);
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
}
