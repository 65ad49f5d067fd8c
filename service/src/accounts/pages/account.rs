//! The reader's own account: language, password, signing out.

use askama::Template;
use axum::Extension;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use reports::Language;

use super::sign_in::password_key;
use crate::accounts::people::{self, Person};
use crate::accounts::roles::Permission;
use crate::accounts::secret::Secret;
use crate::accounts::sessions;
use crate::app::App;
use crate::clock::DAY;
use crate::keys::Key;
use crate::store::audit::{self, Action, Actor, Record};
use crate::web::access::{LANGUAGE_COOKIE, Signed, Visit, session_cookie};
use crate::web::form::Fields;
use crate::web::problem::Problem;
use crate::web::respond::{local, see};
use crate::web::{Frame, page as rendered, set_cookie, signed_in};

#[derive(Template)]
#[template(path = "account.html")]
struct Page<'a> {
    frame: Frame<'a>,
    person: Person,
    notice: Option<Key>,
}

fn shown(app: &App, visit: &Visit, signed: &Signed, notice: Option<Key>) -> Result<Response, Problem> {
    rendered(&Page { frame: Frame::new(app, visit, "/account"), person: signed.person.clone(), notice })
}

/// `GET /account`
pub(crate) async fn page(
    State(app): State<App>,
    Extension(visit): Extension<Visit>,
    Extension(signed): Extension<Signed>,
) -> Result<Response, Problem> {
    shown(&app, &visit, &signed, None)
}

/// `POST /account`: a new password ends every session and begins a new one here.
pub(crate) async fn change_password(
    State(app): State<App>,
    Extension(visit): Extension<Visit>,
    Extension(signed): Extension<Signed>,
    Extension(fields): Extension<Fields>,
) -> Result<Response, Problem> {
    let person = signed.person.clone();
    let refused = |why| -> Result<Response, Problem> {
        let mut response = shown(&app, &visit, &signed, Some(why))?;
        *response.status_mut() = StatusCode::BAD_REQUEST;
        Ok(response)
    };
    if !app.limiter.allows(&person.login, visit.address, app.now()) {
        return Err(Problem::TooMany);
    }
    app.limiter.tries(&person.login, visit.address, app.now());
    let id = person.id;
    let stored = app.storage.read(move |c| people::password(c, id)).await?;
    if !app.passwords.verify(stored, fields.one("old").to_owned()).await {
        return refused(Key::RefusedOldPassword);
    }
    app.limiter.succeeded(&person.login, visit.address);
    let password = fields.one("password");
    if password != fields.one("again") {
        return refused(Key::RefusedPasswordsDiffer);
    }
    let hash = match app.passwords.hash(&person.login, password.to_owned()).await {
        Ok(hash) => hash,
        Err(error) => return refused(password_key(error)?),
    };
    let now = app.now();
    let session = app
        .storage
        .write(move |c| -> Result<Secret, Problem> {
            people::set_password(c, id, &hash)?;
            sessions::end_all(c, id)?;
            audit::append(c, now, own(id, Action::PasswordChanged))?;
            sessions::begin(c, id, now)
        })
        .await?;
    Ok(signed_in(&app, "/account", &session))
}

/// `POST /logout`
pub(crate) async fn sign_out(
    State(app): State<App>,
    Extension(signed): Extension<Signed>,
) -> Result<Response, Problem> {
    let (now, id) = (app.now(), signed.person.id);
    app.storage
        .write(move |c| -> Result<(), Problem> {
            sessions::end(c, &signed.secret)?;
            Ok(audit::append(c, now, own(id, Action::SignedOut))?)
        })
        .await?;
    Ok(signed_out(&app))
}

/// `POST /logout-everywhere`
pub(crate) async fn sign_out_everywhere(
    State(app): State<App>,
    Extension(signed): Extension<Signed>,
) -> Result<Response, Problem> {
    let (now, id) = (app.now(), signed.person.id);
    app.storage
        .write(move |c| -> Result<(), Problem> {
            sessions::end_all(c, id)?;
            Ok(audit::append(c, now, own(id, Action::SignedOutEverywhere))?)
        })
        .await?;
    Ok(signed_out(&app))
}

fn signed_out(app: &App) -> Response {
    let mut response = see("/login");
    set_cookie(app, &mut response, session_cookie(app), "", 0);
    response
}

fn own(id: i64, action: Action) -> Record {
    Record {
        actor: Actor::Person(id),
        action,
        event: None,
        subject: format!("person {id}"),
        detail: String::new(),
    }
}

/// `POST /language`
pub(crate) async fn language(
    State(app): State<App>,
    Extension(fields): Extension<Fields>,
) -> Result<Response, Problem> {
    let language: Language = fields.one("language").parse().map_err(|_| Problem::NotFound)?;
    let mut response = see(local(fields.one("back")).unwrap_or("/"));
    set_cookie(&app, &mut response, LANGUAGE_COOKIE, language.tag(), 365 * DAY);
    Ok(response)
}
