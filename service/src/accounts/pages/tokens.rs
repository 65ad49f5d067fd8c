//! The tokens of an event, for its chief arbiter.

use askama::Template;
use axum::Extension;
use axum::extract::{Path, State};
use axum::response::Response;

use crate::accounts::api_tokens::{self, Scope, Token};
use crate::accounts::people;
use crate::accounts::roles::Permission;
use crate::accounts::secret::Secret;
use crate::app::App;
use crate::events::{self, Event};
use crate::keys::Key;
use crate::store::StorageError;
use crate::store::audit::{self, Action, Record};
use crate::web::access::{InEvent, Signed, Visit};
use crate::web::form::Fields;
use crate::web::one_time_secret::once;
use crate::web::problem::Problem;
use crate::web::respond::see;
use crate::web::{Frame, page as rendered};

#[derive(Template)]
#[template(path = "tokens.html")]
struct Page<'a> {
    frame: Frame<'a>,
    event: Event,
    tokens: Vec<Token>,
}

/// The words for a scope.
pub(crate) fn scope_key(scope: Scope) -> Key {
    match scope {
        Scope::ReadResults => Key::ScopeReadResults,
        Scope::UploadGames => Key::ScopeUploadGames,
        Scope::ReportAbsences => Key::ScopeReportAbsences,
    }
}

/// `GET /events/{event}/tokens`
pub(crate) async fn page(
    State(app): State<App>,
    Extension(visit): Extension<Visit>,
    Extension(inside): Extension<InEvent>,
) -> Result<Response, Problem> {
    let id = inside.event;
    let (event, tokens) = app
        .storage
        .read(move |c| Ok::<_, StorageError>((events::by_id(c, id)?, api_tokens::of_event(c, id)?)))
        .await?;
    rendered(&Page {
        frame: Frame::new(&app, &visit, format!("/events/{id}/tokens")),
        event: event.ok_or(Problem::NotFound)?,
        tokens,
    })
}

/// `POST /events/{event}/tokens`
pub(crate) async fn make(
    State(app): State<App>,
    Extension(visit): Extension<Visit>,
    Extension(signed): Extension<Signed>,
    Extension(inside): Extension<InEvent>,
    Extension(fields): Extension<Fields>,
) -> Result<Response, Problem> {
    let label = people::line(fields.one("label")).ok_or(Problem::refused(Key::RefusedName))?;
    let mut scopes: Vec<Scope> = fields.all("scope").filter_map(Scope::named).collect();
    scopes.sort_unstable();
    scopes.dedup();
    if scopes.is_empty() {
        return Err(Problem::refused(Key::RefusedNoScope));
    }
    let now = app.now();
    let secret = app
        .storage
        .write(move |c| -> Result<Secret, Problem> {
            let (id, secret) =
                api_tokens::make::<Problem>(c, inside.event, &label, &scopes, signed.person.id, now)?;
            let names: Vec<&str> = scopes.iter().map(|scope| scope.name()).collect();
            let record =
                Record { detail: names.join(" "), ..inside.record(Action::TokenMade, format!("token {id}")) };
            audit::append(c, now, record)?;
            Ok(secret)
        })
        .await?;
    let back = format!("/events/{}/tokens", inside.event);
    let frame = Frame::new(&app, &visit, back.clone());
    once(frame, Key::TokenMadeTitle, Key::TokenMadeText, secret.reveal().to_owned(), back)
}

/// `POST /events/{event}/tokens/{token}/revoke`
pub(crate) async fn revoke(
    State(app): State<App>,
    Extension(inside): Extension<InEvent>,
    Path((_, id)): Path<(i64, i64)>,
) -> Result<Response, Problem> {
    let now = app.now();
    app.storage
        .write(move |c| -> Result<(), Problem> {
            if !api_tokens::revoke(c, inside.event, id, now)? {
                return Err(Problem::NotFound);
            }
            let record = inside.record(Action::TokenRevoked, format!("token {id}"));
            Ok(audit::append(c, now, record)?)
        })
        .await?;
    Ok(see(&format!("/events/{}/tokens", inside.event)))
}
