//! Signing in, and the links that make people.

use askama::Template;
use axum::extract::{Path, Query};
use axum::http::StatusCode;
use serde::Deserialize;

use crate::accounts::devices;
use crate::accounts::invitations::{self, Invitation};
use crate::accounts::people;
use crate::accounts::roles::{Permission, Role};
use crate::accounts::second_factor;
use crate::accounts::secret::Secret;
use crate::accounts::sessions;
use crate::app::App;
use crate::keys::Key;
use crate::store::audit::{Action, Actor};
use crate::web::cookies;
use crate::web::form::Fields;
use crate::web::threads::{Client, to_the_end};
use crate::web::{Answer, Ctx, Frame, Problem, local, page as rendered};

#[derive(Template)]
#[template(path = "login.html")]
struct Login<'a> {
    frame: Frame<'a>,
    notice: Option<Key>,
    /// The name that was typed.
    login: &'a str,
    back: String,
}

#[derive(Debug, Default, Deserialize)]
pub(crate) struct Back {
    #[serde(default)]
    back: String,
}

pub(crate) async fn page(ctx: Ctx, Query(query): Query<Back>) -> Answer {
    let back = local(&query.back).unwrap_or("/").to_owned();
    rendered(&Login { frame: ctx.frame(), notice: None, login: "", back })
}

/// An unknown name, a wrong password and a disabled person cost the same work, and with a wrong code they get the same answer.
pub(crate) async fn sign_in(ctx: Ctx) -> Answer {
    to_the_end(|client| attempt(ctx, client)).await
}

async fn attempt(ctx: Ctx, client: Client) -> Answer {
    let Ctx { app, visit, fields } = &ctx;
    let login = people::login(fields.one("login")).unwrap_or_default();
    let back = local(fields.one("back")).unwrap_or("/").to_owned();
    let (wanted, device, address, now) = (login.clone(), visit.device.clone(), visit.address, app.now());
    let found = app.read(move |c| {
        let Some(person) = people::by_login(c, &wanted)?.filter(|person| person.disabled.is_none()) else {
            return Ok((None, None, None));
        };
        let known = device.as_ref().map(|device| devices::is_known(c, device, person.id, now)).transpose()?;
        let device = device.filter(|_| known == Some(true));
        Ok((Some(person.id), people::password(c, person.id)?, device))
    });
    let (person, hash, device) = found.await?;
    let known = device.as_ref();
    app.limiter.tries(&login, address, known, app.uptime())?;
    let right = app.passwords.verify(client, hash, fields.one("password").to_owned()).await;
    if !right.inspect_err(|_| app.limiter.take_back(&login, address, known))? {
        return refused(&ctx, back).await;
    }
    let id = person.ok_or(Problem::Inside)?;
    let (code, is_known) = (fields.one("code").to_owned(), known.is_some());
    let before = visit.signed.as_ref().map(|signed| signed.secret.clone());
    let session = ctx.change(move |c| {
        // Nobody is known by a password alone.
        if !second_factor::passes(&c.by(Actor::Nobody), id, &code)? {
            return Ok(None);
        }
        let c = &c.by(Actor::Person(id));
        sessions::sweep(c)?;
        // The session that was in the browser before does not become good by signing in.
        if let Some(before) = before {
            sessions::end(c, &before)?;
        }
        let session = sessions::begin(c, id, address)?;
        c.log(Action::SignedIn, format!("person {id}"), sessions::log_detail(&session))?;
        let device = if is_known { None } else { Some(devices::add(c, id)?) };
        Ok(Some((session, device)))
    });
    let Some((session, new)) = session.await? else {
        return refused(&ctx, back).await;
    };
    app.limiter.succeeded(&login, address, known, app.uptime());
    let mut response = cookies::signed_in(app, &back, &session);
    if let Some(new) = new {
        cookies::set(app, &mut response, cookies::device(app), new.reveal(), devices::GOOD_FOR);
    }
    Ok(response)
}

async fn refused(ctx: &Ctx, back: String) -> Answer {
    ctx.app.metrics.refused_sign_in();
    // The name that was typed may be a password in the wrong field, so it is not written down.
    let address = ctx.visit.address.to_string();
    ctx.change(move |c| Ok(c.by(Actor::Nobody).log(Action::SignInRefused, "", address)?)).await?;
    let (notice, login) = (Some(Key::LoginRefused), ctx.fields.one("login"));
    let mut response = rendered(&Login { frame: ctx.frame(), notice, login, back })?;
    *response.status_mut() = StatusCode::UNAUTHORIZED;
    Ok(response)
}

#[derive(Template)]
#[template(path = "welcome.html")]
struct Welcome<'a> {
    frame: Frame<'a>,
    intro: String,
    notice: Option<String>,
    name: &'a str,
    login: &'a str,
}

pub(crate) async fn welcome(ctx: Ctx, Path(link): Path<String>) -> Answer {
    let (_, invitation) = good(&ctx.app, &link).await?;
    form(&ctx, invitation.role, None)
}

async fn good(app: &App, link: &str) -> Result<(Secret, Invitation), Problem> {
    let secret = Secret::from_outside(link).ok_or(Problem::NotFound)?;
    let (now, look) = (app.now(), secret.clone());
    let found = app.read(move |c| invitations::find(c, &look, now)).await?;
    found.map(|invitation| (secret, invitation)).ok_or(Problem::NotFound)
}

fn form(ctx: &Ctx, role: Role, notice: Option<Key>) -> Answer {
    let frame = ctx.frame();
    let mut response = rendered(&Welcome {
        intro: frame.messages().with(Key::WelcomeIntro, "role", &frame.role(&role)),
        notice: notice.map(|key| frame.t(key)),
        frame,
        name: ctx.fields.one("name"),
        login: ctx.fields.one("login"),
    })?;
    if notice.is_some() {
        *response.status_mut() = StatusCode::UNPROCESSABLE_ENTITY;
    }
    Ok(response)
}

pub(crate) async fn join(ctx: Ctx, Path(link): Path<String>) -> Answer {
    let (app, fields) = (&ctx.app, &ctx.fields);
    let (secret, invitation) = good(app, &link).await?;
    let again = |why| form(&ctx, invitation.role, Some(why));
    let Some(name) = people::line(fields.one("name")) else {
        return again(Key::RefusedName);
    };
    let Some(login) = people::login(fields.one("login")) else {
        return again(Key::RefusedLogin);
    };
    let hash = match new_password(app, &[login.clone(), name.clone()], fields).await {
        Err(Problem::Refused { why, .. }) => return again(why),
        hash => hash?,
    };
    let address = ctx.visit.address;
    let made = ctx.change(move |c| {
        // Asked again within the change: two people may use a link at once.
        let invitation = invitations::find(c, &secret, c.now)?.ok_or(Problem::NotFound)?;
        let Some(id) = people::add(c, &login, &name, &hash, invitation.role)? else {
            return Ok(None);
        };
        invitations::used(c, invitation.id, id)?;
        let subject = format!("invitation {}", invitation.id);
        let session = sessions::begin(c, id, address)?;
        let joined = format!("{}, {}", invitation.role.into_str(), sessions::log_detail(&session));
        c.by(Actor::Person(id)).log(Action::Joined, subject, joined)?;
        Ok(Some(session))
    });
    match made.await? {
        Some(session) => Ok(cookies::signed_in(app, "/", &session)),
        None => again(Key::RefusedLoginTaken),
    }
}

/// The hash of the new password of a form; `names` are those of its owner and their events.
pub(super) async fn new_password(app: &App, names: &[String], fields: &Fields) -> Result<String, Problem> {
    let password = fields.one("password");
    if password != fields.one("again") {
        return Err(Problem::refused(Key::RefusedPasswordsDiffer));
    }
    app.passwords.hash(names, password.to_owned()).await
}
