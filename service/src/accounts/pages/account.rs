//! The reader's own account: language, password, signing out.

use askama::Template;
use axum::http::StatusCode;
use reports::Language;
use rusqlite::Connection;

use super::sign_in::new_password;
use crate::accounts::people::{self, Person};
use crate::accounts::roles::Permission;
use crate::accounts::sessions;
use crate::clock::DAY;
use crate::keys::Key;
use crate::store::audit::{Action, Actor};
use crate::web::cookies;
use crate::web::{Answer, Ctx, Frame, Problem, Signed, local, page as rendered, see};

#[derive(Template)]
#[template(path = "account.html")]
struct Page<'a> {
    frame: Frame<'a>,
    person: Person,
    notice: Option<Key>,
}

fn shown(ctx: &Ctx, notice: Option<Key>) -> Answer {
    let person = ctx.signed()?.person.clone();
    rendered(&Page { frame: Frame::new(&ctx.app, &ctx.visit), person, notice })
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
    app.limiter.tries(&person.login, visit.address, app.now())?;
    let id = person.id;
    let stored = app.storage.read(move |c| people::password(c, id)).await?;
    if !app.passwords.verify(stored, fields.one("old").to_owned()).await {
        return refused(Key::RefusedOldPassword);
    }
    app.limiter.succeeded(&person.login, visit.address);
    let hash = match new_password(app, &person.login, fields).await {
        Err(Problem::Refused { why, .. }) => return refused(why),
        hash => hash?,
    };
    let session = app.change(move |c, now| {
        people::set_password(c, id, &hash)?;
        sessions::end_all(c, id)?;
        actor.log(c, now, Action::PasswordChanged, format!("person {id}"), "")?;
        Ok(sessions::begin(c, id, now)?)
    });
    Ok(cookies::signed_in(app, "/account", &session.await?))
}

/// `POST /logout`
pub(crate) async fn sign_out(ctx: Ctx) -> Answer {
    end_sessions(ctx, false).await
}

/// `POST /logout-everywhere`
pub(crate) async fn sign_out_everywhere(ctx: Ctx) -> Answer {
    end_sessions(ctx, true).await
}

async fn end_sessions(ctx: Ctx, everywhere: bool) -> Answer {
    let Signed { person, secret, .. } = ctx.signed()?.clone();
    let log = move |c: &Connection, now| {
        let action = if everywhere {
            sessions::end_all(c, person.id)?;
            Action::SignedOutEverywhere
        } else {
            sessions::end(c, &secret)?;
            Action::SignedOut
        };
        Ok(Actor::Person(person.id).log(c, now, action, format!("person {}", person.id), "")?)
    };
    ctx.app.change(log).await?;
    let mut response = see("/login");
    cookies::set(&ctx.app, &mut response, cookies::session(&ctx.app), "", 0);
    Ok(response)
}

/// `POST /language`
pub(crate) async fn language(Ctx { app, fields, .. }: Ctx) -> Answer {
    let language: Language = fields.one("language").parse().map_err(|_| Problem::NotFound)?;
    let mut response = see(local(fields.one("back")).unwrap_or("/"));
    cookies::set(&app, &mut response, cookies::LANGUAGE, language.tag(), 365 * DAY);
    Ok(response)
}
