//! Signing in, and the links that make people.

use askama::Template;
use axum::extract::{Path, Query};
use axum::http::StatusCode;
use serde::Deserialize;

use crate::accounts::invitations::{self, Invitation};
use crate::accounts::people;
use crate::accounts::roles::{Permission, Role};
use crate::accounts::secret::Secret;
use crate::accounts::sessions;
use crate::app::App;
use crate::keys::Key;
use crate::store::audit::{Action, Actor};
use crate::web::cookies;
use crate::web::form::Fields;
use crate::web::{Answer, Ctx, Frame, Problem, Visit, local, page as rendered};

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
pub(crate) async fn page(Ctx { app, visit, .. }: Ctx, Query(query): Query<Back>) -> Answer {
    rendered(&Login {
        frame: Frame::new(&app, &visit),
        notice: None,
        back: local(&query.back).unwrap_or("/").to_owned(),
    })
}

/// `POST /login`. An unknown name, a wrong password and a disabled person cost the same work and get the same answer.
pub(crate) async fn sign_in(Ctx { app, visit, fields, .. }: Ctx) -> Answer {
    let login = people::login(fields.one("login")).unwrap_or_default();
    let back = local(fields.one("back")).unwrap_or("/").to_owned();
    app.limiter.tries(&login, visit.address, app.now())?;
    let wanted = login.clone();
    let found = app.read(move |c| {
        let person = people::by_login(c, &wanted)?.filter(|person| person.disabled.is_none());
        let hash = person.as_ref().map(|person| people::password(c, person.id)).transpose()?;
        Ok((person, hash.flatten()))
    });
    let (person, hash) = found.await?;
    if !app.passwords.verify(hash, fields.one("password").to_owned()).await {
        return refused(&app, &visit, back).await;
    }
    let id = person.ok_or(Problem::Inside)?.id;
    app.limiter.succeeded(&login, visit.address);
    let before = visit.signed.map(|signed| signed.secret);
    let session = app.change(move |c, now| {
        sessions::sweep(c, now)?;
        // The session that was in the browser before does not become good by signing in.
        if let Some(before) = before {
            sessions::end(c, &before)?;
        }
        Actor::Person(id).log(c, now, Action::SignedIn, format!("person {id}"), "")?;
        Ok(sessions::begin(c, id, now)?)
    });
    Ok(cookies::signed_in(&app, &back, &session.await?))
}

async fn refused(app: &App, visit: &Visit, back: String) -> Answer {
    app.metrics.refused_sign_in();
    // The name that was typed may be a password in the wrong field, so it is not written down.
    let address = visit.address.to_string();
    app.change(move |c, now| Ok(Actor::Nobody.log(c, now, Action::SignInRefused, "", address)?)).await?;
    let mut response =
        rendered(&Login { frame: Frame::new(app, visit), notice: Some(Key::LoginRefused), back })?;
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
pub(crate) async fn welcome(Ctx { app, visit, .. }: Ctx, Path(link): Path<String>) -> Answer {
    let (_, invitation) = good(&app, &link).await?;
    form(&app, &visit, invitation.role, None, ("", ""))
}

async fn good(app: &App, link: &str) -> Result<(Secret, Invitation), Problem> {
    let secret = Secret::from_outside(link).ok_or(Problem::NotFound)?;
    let (now, look) = (app.now(), secret.clone());
    let found = app.storage.read(move |c| invitations::find(c, &look, now)).await?;
    found.map(|invitation| (secret, invitation)).ok_or(Problem::NotFound)
}

fn form(app: &App, visit: &Visit, role: Role, notice: Option<Key>, (name, login): (&str, &str)) -> Answer {
    let frame = Frame::new(app, visit);
    let mut response = rendered(&Welcome {
        intro: frame.messages().with(Key::WelcomeIntro, "role", &frame.t(role.key())),
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
pub(crate) async fn join(Ctx { app, visit, fields, .. }: Ctx, Path(link): Path<String>) -> Answer {
    let (secret, invitation) = good(&app, &link).await?;
    let typed = (fields.one("name"), fields.one("login"));
    let again = |why| form(&app, &visit, invitation.role, Some(why), typed);
    let Some(name) = people::line(typed.0) else {
        return again(Key::RefusedName);
    };
    let Some(login) = people::login(typed.1) else {
        return again(Key::RefusedLogin);
    };
    let hash = match new_password(&app, &login, &fields).await {
        Err(Problem::Refused { why, .. }) => return again(why),
        hash => hash?,
    };
    let made = app.change(move |c, now| -> Result<Option<Secret>, Problem> {
        // Asked again within the change: two people may use a link at once.
        let invitation = invitations::find(c, &secret, now)?.ok_or(Problem::NotFound)?;
        let Some(id) = people::add(c, &login, &name, &hash, invitation.role, now)? else {
            return Ok(None);
        };
        invitations::used(c, invitation.id, id, now)?;
        let subject = format!("invitation {}", invitation.id);
        Actor::Person(id).log(c, now, Action::Joined, subject, invitation.role.name())?;
        Ok(Some(sessions::begin(c, id, now)?))
    });
    let Some(session) = made.await? else {
        return again(Key::RefusedLoginTaken);
    };
    Ok(cookies::signed_in(&app, "/", &session))
}

/// The hash of the password that a form gives twice.
pub(super) async fn new_password(app: &App, login: &str, fields: &Fields) -> Result<String, Problem> {
    let password = fields.one("password");
    if password != fields.one("again") {
        return Err(Problem::refused(Key::RefusedPasswordsDiffer));
    }
    app.passwords.hash(login, password.to_owned()).await
}
