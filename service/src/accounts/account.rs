//! The reader's own account: language, password, signing out.

use askama::Template;
use axum::extract::Path;
use axum::http::StatusCode;
use reports::Language;

use super::sign_in::new_password;
use crate::accounts::people::{self, Person};
use crate::accounts::roles::Permission;
use crate::accounts::sessions::{self, OwnSession};
use crate::clock::DAY;
use crate::jobs::notifications::{self, Choice};
use crate::keys::Key;
use crate::store::audit::Action;
use crate::web::cookies;
use crate::web::threads::Client;
use crate::web::{Answer, Ctx, Frame, Problem, Signed, local, page as rendered, see};

#[derive(Template)]
#[template(path = "account.html")]
struct Page<'a> {
    frame: Frame<'a>,
    person: &'a Person,
    sessions: Vec<OwnSession>,
    notice: Option<Key>,
    /// Whether mail can be sent at all.
    mail: bool,
    choice: Option<Choice>,
}

async fn shown(ctx: &Ctx, notice: Option<Key>) -> Answer {
    let Signed { person, secret, .. } = ctx.signed()?.clone();
    let now = ctx.app.now();
    let stored = ctx.read(move |c, _| {
        Ok((sessions::of_person(c, &person, &secret, now)?, notifications::choice(c, person.id)?))
    });
    let (sessions, choice) = stored.await?;
    let mail = ctx.app.settings.notifications.mail.is_some();
    rendered(&Page { frame: ctx.frame(), person: &ctx.signed()?.person, sessions, notice, mail, choice })
}

pub(crate) async fn page(ctx: Ctx) -> Answer {
    shown(&ctx, None).await
}

/// A new password ends every session and begins a new one here.
pub(crate) async fn change_password(ctx: Ctx) -> Answer {
    let Ctx { app, visit, fields } = &ctx;
    let (Person { id, login, .. }, address) = (&ctx.signed()?.person, visit.address);
    let refused = async |why| -> Answer {
        let mut response = shown(&ctx, Some(why)).await?;
        *response.status_mut() = StatusCode::UNPROCESSABLE_ENTITY;
        Ok(response)
    };
    let known = Some(&ctx.signed()?.secret);
    app.limiter.tries(login, address, known, app.uptime())?;
    let id = *id;
    let stored = app.read(move |c| people::password(c, id)).await?;
    let (client, _waits) = Client::new();
    let right = app.passwords.verify(client, stored, fields.one("old").to_owned()).await;
    if !right.inspect_err(|_| app.limiter.take_back(login, address, known))? {
        return refused(Key::RefusedOldPassword).await;
    }
    app.limiter.succeeded(login, address, known, app.uptime());
    let names = app.read(move |c| people::names(c, id)).await?;
    let hash = match new_password(app, &names, fields).await {
        Err(Problem::Refused { why, .. }) => return refused(why).await,
        hash => hash?,
    };
    let session = ctx.change(move |c| {
        people::set_password(c, id, &hash)?;
        sessions::end_all(c, id)?;
        let session = sessions::begin(c, id, address)?;
        c.log(Action::PasswordChanged, format!("person {id}"), sessions::log_detail(&session))?;
        Ok(session)
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

pub(crate) async fn end_session(ctx: Ctx, Path(name): Path<String>) -> Answer {
    let person = ctx.person()?;
    ctx.change(move |c| {
        if !sessions::end_named(c, person, &name)? {
            return Err(Problem::NotFound);
        }
        Ok(c.log(Action::SignedOut, format!("person {person}"), "one session of theirs")?)
    })
    .await?;
    Ok(see("/account"))
}

pub(crate) async fn end_other_sessions(ctx: Ctx) -> Answer {
    let Signed { person, secret, .. } = ctx.signed()?.clone();
    ctx.change(move |c| {
        sessions::end_others(c, person.id, &secret)?;
        Ok(c.log(Action::SignedOutEverywhere, format!("person {}", person.id), "but here")?)
    })
    .await?;
    Ok(see("/account"))
}

pub(crate) async fn language(Ctx { app, fields, .. }: Ctx) -> Answer {
    let language: Language = fields.one("language").parse().map_err(|_| Problem::NotFound)?;
    let mut response = see(local(fields.one("back")).unwrap_or("/"));
    cookies::set(&app, &mut response, cookies::LANGUAGE, language.tag(), 365 * DAY);
    Ok(response)
}
