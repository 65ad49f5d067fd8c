//! The reader's own account: language, password, signing out.

use askama::Template;
use axum::http::StatusCode;
use axum::response::Response;
use reports::Language;

use super::sign_in::password_key;
use crate::accounts::people::{self, Person};
use crate::accounts::roles::Permission;
use crate::accounts::sessions;
use crate::app::App;
use crate::clock::DAY;
use crate::keys::Key;
use crate::store::audit::{Action, Actor};
use crate::web::access::Ctx;
use crate::web::cookies;
use crate::web::problem::Problem;
use crate::web::respond::{local, see};
use crate::web::{Answer, Frame, page as rendered};

#[derive(Template)]
#[template(path = "account.html")]
struct Page<'a> {
    frame: Frame<'a>,
    person: Person,
    notice: Option<Key>,
}

fn shown(ctx: &Ctx, notice: Option<Key>) -> Answer {
    let person = ctx.signed()?.person.clone();
    rendered(&Page { frame: Frame::new(&ctx.app, &ctx.visit, "/account"), person, notice })
}

/// `GET /account`
pub(crate) async fn page(ctx: Ctx) -> Answer {
    shown(&ctx, None)
}

/// `POST /account`: a new password ends every session and begins a new one here.
pub(crate) async fn change_password(ctx: Ctx) -> Answer {
    let Ctx { app, visit, fields, .. } = &ctx;
    let (person, actor) = (&ctx.signed()?.person, ctx.signed()?.actor());
    let refused = |why| -> Answer {
        let mut response = shown(&ctx, Some(why))?;
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
    let session = app.change(move |c, now| {
        people::set_password(c, id, &hash)?;
        sessions::end_all(c, id)?;
        actor.log(c, now, Action::PasswordChanged, format!("person {id}"), "")?;
        sessions::begin(c, id, now)
    });
    Ok(cookies::signed_in(app, "/account", &session.await?))
}

/// `POST /logout`
pub(crate) async fn sign_out(ctx: Ctx) -> Answer {
    let (id, secret) = (ctx.person()?, ctx.signed()?.secret.clone());
    ctx.app
        .change(move |c, now| {
            sessions::end(c, &secret)?;
            Ok(Actor::Person(id).log(c, now, Action::SignedOut, format!("person {id}"), "")?)
        })
        .await?;
    Ok(signed_out(&ctx.app))
}

/// `POST /logout-everywhere`
pub(crate) async fn sign_out_everywhere(ctx: Ctx) -> Answer {
    let id = ctx.person()?;
    ctx.app
        .change(move |c, now| {
            sessions::end_all(c, id)?;
            Ok(Actor::Person(id).log(c, now, Action::SignedOutEverywhere, format!("person {id}"), "")?)
        })
        .await?;
    Ok(signed_out(&ctx.app))
}

fn signed_out(app: &App) -> Response {
    let mut response = see("/login");
    cookies::set(app, &mut response, cookies::session(app), "", 0);
    response
}

/// `POST /language`
pub(crate) async fn language(Ctx { app, fields, .. }: Ctx) -> Answer {
    let language: Language = fields.one("language").parse().map_err(|_| Problem::NotFound)?;
    let mut response = see(local(fields.one("back")).unwrap_or("/"));
    cookies::set(&app, &mut response, cookies::LANGUAGE, language.tag(), 365 * DAY);
    Ok(response)
}
