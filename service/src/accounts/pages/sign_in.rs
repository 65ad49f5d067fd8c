//! Signing in, and the links that make people.

use askama::Template;
use axum::Extension;
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::response::Response;
use serde::Deserialize;

use crate::accounts::invitations::{self, Invitation};
use crate::accounts::password::PasswordError;
use crate::accounts::people;
use crate::accounts::roles::{Permission, Role};
use crate::accounts::secret::Secret;
use crate::accounts::sessions;
use crate::app::App;
use crate::keys::Key;
use crate::store::audit::{self, Action, Actor, Record};
use crate::web::access::Visit;
use crate::web::form::Fields;
use crate::web::problem::Problem;
use crate::web::respond::local;
use crate::web::{Frame, page as rendered, role_key, signed_in};

#[derive(Template)]
#[template(path = "login.html")]
struct Login<'a> {
    frame: Frame<'a>,
    notice: Option<Key>,
    back: String,
}

/// Where to go after signing in.
#[derive(Debug, Default, Deserialize)]
pub(crate) struct Back {
    #[serde(default)]
    back: String,
}

/// `GET /login`
pub(crate) async fn page(
    State(app): State<App>,
    Extension(visit): Extension<Visit>,
    Query(query): Query<Back>,
) -> Result<Response, Problem> {
    rendered(&Login {
        frame: Frame::new(&app, &visit, "/login"),
        notice: None,
        back: local(&query.back).unwrap_or("/").to_owned(),
    })
}

/// `POST /login`. An unknown name, a wrong password and a disabled person cost the same work and get the same answer.
pub(crate) async fn sign_in(
    State(app): State<App>,
    Extension(visit): Extension<Visit>,
    Extension(fields): Extension<Fields>,
) -> Result<Response, Problem> {
    let login = people::login(fields.one("login")).unwrap_or_default();
    let back = local(fields.one("back")).unwrap_or("/").to_owned();
    if !app.limiter.allows(&login, visit.address, app.now()) {
        return Err(Problem::TooMany);
    }
    app.limiter.tries(&login, visit.address, app.now());
    let wanted = login.clone();
    let found = app.storage.read(move |c| people::by_login(c, &wanted)).await?;
    let (person, hash) = found.filter(|(person, _)| person.disabled.is_none()).unzip();
    if !app.passwords.verify(hash, fields.one("password").to_owned()).await {
        return refused(&app, &visit, back).await;
    }
    let person = person.ok_or(Problem::Inside)?;
    app.limiter.succeeded(&login, visit.address);
    let (now, before) = (app.now(), visit.signed.map(|signed| signed.secret));
    let id = person.id;
    let session = app
        .storage
        .write(move |c| -> Result<Secret, Problem> {
            sessions::sweep(c, now)?;
            // What was in the browser before does not become good by signing in.
            if let Some(before) = before {
                sessions::end(c, &before)?;
            }
            let record = Record {
                actor: Actor::Person(id),
                action: Action::SignedIn,
                event: None,
                subject: format!("person {id}"),
                detail: String::new(),
            };
            audit::append(c, now, record)?;
            sessions::begin(c, id, now)
        })
        .await?;
    Ok(signed_in(&app, &back, &session))
}

async fn refused(app: &App, visit: &Visit, back: String) -> Result<Response, Problem> {
    let now = app.now();
    app.metrics.refused_sign_in();
    // The name that was typed may be a password in the wrong field, so it is not written down.
    let record = Record {
        actor: Actor::Nobody,
        action: Action::SignInRefused,
        event: None,
        subject: String::new(),
        detail: visit.address.to_string(),
    };
    app.storage.write(move |c| audit::append(c, now, record)).await?;
    let mut response =
        rendered(&Login { frame: Frame::new(app, visit, "/login"), notice: Some(Key::LoginRefused), back })?;
    *response.status_mut() = StatusCode::UNAUTHORIZED;
    Ok(response)
}

#[derive(Template)]
#[template(path = "welcome.html")]
struct Welcome<'a> {
    frame: Frame<'a>,
    intro: String,
    notice: Option<String>,
    name: String,
    login: String,
}

/// `GET /welcome/{link}`
pub(crate) async fn welcome(
    State(app): State<App>,
    Extension(visit): Extension<Visit>,
    Path(link): Path<String>,
) -> Result<Response, Problem> {
    let (_, invitation) = good(&app, &link).await?;
    form(&app, &visit, &link, invitation.role, None, ("", ""))
}

/// The invitation of a link.
async fn good(app: &App, link: &str) -> Result<(Secret, Invitation), Problem> {
    let secret = Secret::from_outside(link).ok_or(Problem::NotFound)?;
    let (now, look) = (app.now(), secret.clone());
    let found = app.storage.read(move |c| invitations::find(c, &look, now)).await?;
    found.map(|invitation| (secret, invitation)).ok_or(Problem::NotFound)
}

fn form(
    app: &App,
    visit: &Visit,
    link: &str,
    role: Role,
    notice: Option<Key>,
    (name, login): (&str, &str),
) -> Result<Response, Problem> {
    let frame = Frame::new(app, visit, format!("/welcome/{link}"));
    let mut response = rendered(&Welcome {
        intro: frame.messages().with(Key::WelcomeIntro, "role", &frame.t(role_key(role))),
        notice: notice.map(|key| frame.t(key)),
        frame,
        name: name.to_owned(),
        login: login.to_owned(),
    })?;
    if notice.is_some() {
        *response.status_mut() = StatusCode::BAD_REQUEST;
    }
    Ok(response)
}

/// `POST /welcome/{link}`
pub(crate) async fn join(
    State(app): State<App>,
    Extension(visit): Extension<Visit>,
    Path(link): Path<String>,
    Extension(fields): Extension<Fields>,
) -> Result<Response, Problem> {
    let (secret, invitation) = good(&app, &link).await?;
    let typed = (fields.one("name"), fields.one("login"));
    let again = |why| form(&app, &visit, &link, invitation.role, Some(why), typed);
    let Some(name) = people::line(typed.0) else {
        return again(Key::RefusedName);
    };
    let Some(login) = people::login(typed.1) else {
        return again(Key::RefusedLogin);
    };
    let password = fields.one("password");
    if password != fields.one("again") {
        return again(Key::RefusedPasswordsDiffer);
    }
    let hash = match app.passwords.hash(&login, password.to_owned()).await {
        Ok(hash) => hash,
        Err(error) => return again(password_key(error)?),
    };
    let now = app.now();
    let made = app
        .storage
        .write(move |c| -> Result<Option<Secret>, Problem> {
            // Asked again within the change: two people may use a link at once.
            let invitation = invitations::find(c, &secret, now)?.ok_or(Problem::NotFound)?;
            let Some(id) = people::add(c, &login, &name, &hash, invitation.role, now)? else {
                return Ok(None);
            };
            invitations::used(c, invitation.id, id, now)?;
            let record = Record {
                actor: Actor::Person(id),
                action: Action::Joined,
                event: None,
                subject: format!("invitation {}", invitation.id),
                detail: invitation.role.name().to_owned(),
            };
            audit::append(c, now, record)?;
            sessions::begin(c, id, now).map(Some)
        })
        .await?;
    let Some(session) = made else {
        return again(Key::RefusedLoginTaken);
    };
    Ok(signed_in(&app, "/", &session))
}

/// What is said about a password that cannot be taken.
pub(super) fn password_key(error: PasswordError) -> Result<Key, Problem> {
    match error {
        PasswordError::TooShort => Ok(Key::RefusedPasswordShort),
        PasswordError::TooLong => Ok(Key::RefusedPasswordLong),
        PasswordError::IsLogin => Ok(Key::RefusedPasswordIsLogin),
        PasswordError::Hash => Err(Problem::Inside),
    }
}
