//! The reader's own account: language, password, signing out.

use askama::Template;
use axum::http::StatusCode;
use reports::Language;

use super::sign_in::new_password;
use crate::accounts::people::{self, Person};
use crate::accounts::roles::Permission;
use crate::accounts::sessions;
use crate::clock::DAY;
use crate::keys::Key;
use crate::store::audit::Action;
use crate::web::cookies;
use crate::web::{Answer, Ctx, Frame, Problem, Signed, local, page as rendered, see};

#[derive(Template)]
#[template(path = "account.html")]
struct Page<'a> {
    frame: Frame<'a>,
    person: &'a Person,
    notice: Option<Key>,
}

fn shown(ctx: &Ctx, notice: Option<Key>) -> Answer {
    rendered(&Page { frame: ctx.frame(), person: &ctx.signed()?.person, notice })
}

pub(crate) async fn page(ctx: Ctx) -> Answer {
    shown(&ctx, None)
}

/// A new password ends every session and begins a new one here.
pub(crate) async fn change_password(ctx: Ctx) -> Answer {
    let Ctx { app, visit, fields } = &ctx;
    let (Person { id, login, .. }, address) = (&ctx.signed()?.person, visit.address);
    let refused = |why| -> Answer {
        let mut response = shown(&ctx, Some(why))?;
        *response.status_mut() = StatusCode::BAD_REQUEST;
        Ok(response)
    };
    app.limiter.tries(login, address, app.now())?;
    let id = *id;
    let stored = app.read(move |c| people::password(c, id)).await?;
    if !app.passwords.verify(stored, fields.one("old").to_owned()).await {
        return refused(Key::RefusedOldPassword);
    }
    app.limiter.succeeded(login, address);
    let hash = match new_password(app, login, fields).await {
        Err(Problem::Refused { why, .. }) => return refused(why),
        hash => hash?,
    };
    let session = ctx.change(move |c| {
        people::set_password(c, id, &hash)?;
        sessions::end_all(c, id)?;
        c.log(Action::PasswordChanged, format!("person {id}"), "")?;
        Ok(sessions::begin(c, id)?)
    });
    Ok(cookies::signed_in(app, "/account", &session.await?))
}

pub(crate) async fn end_sessions(ctx: Ctx, everywhere: bool) -> Answer {
    let Signed { person, secret, .. } = ctx.signed()?.clone();
    let ended = ctx.change(move |c| {
        let action = if everywhere {
            sessions::end_all(c, person.id)?;
            Action::SignedOutEverywhere
        } else {
            sessions::end(c, &secret)?;
            Action::SignedOut
        };
        Ok(c.log(action, format!("person {}", person.id), "")?)
    });
    ended.await?;
    let mut response = see("/login");
    cookies::set(&ctx.app, &mut response, cookies::session(&ctx.app), "", 0);
    Ok(response)
}

pub(crate) async fn language(Ctx { app, fields, .. }: Ctx) -> Answer {
    let language: Language = fields.one("language").parse().map_err(|_| Problem::NotFound)?;
    let mut response = see(local(fields.one("back")).unwrap_or("/"));
    cookies::set(&app, &mut response, cookies::LANGUAGE, language.tag(), 365 * DAY);
    Ok(response)
}
