//! Links for a new password, made on the machine of the server for somebody who forgot theirs.
//!
//! A link is good once and for an hour. Using it ends every session of the person and takes off their second
//! factor; a newer link replaces an older one.

use std::path::Path as FilePath;

use askama::Template;
use axum::extract::Path;
use axum::http::StatusCode;
use rusqlite::{Connection, params};
use thiserror::Error;

use crate::accounts::devices;
use crate::accounts::people::{self, Person};
use crate::accounts::roles::Permission;
use crate::accounts::second_factor;
use crate::accounts::secret::Secret;
use crate::accounts::sessions;
use crate::accounts::sign_in::new_password;
use crate::app::App;
use crate::clock::{Clock, HOUR};
use crate::keys::Key;
use crate::store::audit::{Action, Actor};
use crate::store::backup::{BackupError, open_for_reading};
use crate::store::change::{Access, Change};
use crate::store::{self, Result, StorageError};
use crate::web::{Answer, Ctx, Frame, Problem, page as rendered, see};

const GOOD_FOR: i64 = HOUR;

#[derive(Debug, Error)]
pub enum ResetError {
    #[error(transparent)]
    File(#[from] BackupError),
    #[error(transparent)]
    Storage(#[from] StorageError),
    #[error(
        "nobody with the sign-in name `{login}` may sign in; an administrator sees all names under People"
    )]
    Unknown { login: String },
}

/// Makes a link for a new password of a person of a server, which may be running, with its entry in the audit log; the end
/// of its address. What was made before for the same person is no longer good.
///
/// # Errors
/// No such file, one of another kind or of another version of the program, nobody with this sign-in name who may sign in.
pub fn reset(data: &FilePath, login: &str, clock: &Clock) -> Result<String, ResetError> {
    drop(open_for_reading(data)?);
    let secret = store::change_beside_server(data, |connection| {
        let c = &Change::new(connection, clock.now(), Access::at_large(Actor::Service));
        let person = people::login(login).map(|login| people::by_login(c, &login)).transpose()?.flatten();
        let Some(person) = person.filter(|person| person.disabled.is_none()) else {
            return Ok(None);
        };
        let secret = Secret::generate()?;
        let sql = "INSERT OR REPLACE INTO password_reset (hash, person, expires) VALUES (?1, ?2, ?3)";
        c.execute(sql, params![secret.hash(), person.id, c.now.saturating_add(GOOD_FOR)])?;
        c.log(Action::ResetLinkMade, format!("person {}", person.id), "")?;
        Ok(Some(secret))
    });
    let secret = secret?.ok_or_else(|| ResetError::Unknown { login: reports::visible(login) })?;
    Ok(format!("/reset/{}", secret.reveal()))
}

/// The person of a link, if it is still good.
fn find(c: &Connection, secret: &Secret, now: i64) -> Result<Option<Person>> {
    let sql = "SELECT person FROM password_reset WHERE hash = ?1 AND expires > ?2";
    let person = store::row::<i64>(c, sql, params![secret.hash(), now])?;
    let person = person.map(|id| people::by_id(c, id)).transpose()?.flatten();
    Ok(person.filter(|person| person.disabled.is_none()))
}

#[derive(Template)]
#[template(path = "reset.html")]
struct Page<'a> {
    frame: Frame<'a>,
    login: String,
    notice: Option<Key>,
}

async fn good(app: &App, link: &str) -> Result<(Secret, Person), Problem> {
    let secret = Secret::from_outside(link).ok_or(Problem::NotFound)?;
    let (now, look) = (app.now(), secret.clone());
    let found = app.read(move |c| find(c, &look, now)).await?;
    found.map(|person| (secret, person)).ok_or(Problem::NotFound)
}

pub(crate) async fn page(ctx: Ctx, Path(link): Path<String>) -> Answer {
    let (_, person) = good(&ctx.app, &link).await?;
    rendered(&Page { frame: ctx.frame(), login: person.login, notice: None })
}

/// Sets the new password. It signs nobody in: the next sign-in is an ordinary one.
pub(crate) async fn set(ctx: Ctx, Path(link): Path<String>) -> Answer {
    let (secret, person) = good(&ctx.app, &link).await?;
    let names = ctx.app.read(move |c| people::names(c, person.id)).await?;
    let hash = match new_password(&ctx.app, &names, &ctx.fields).await {
        Err(Problem::Refused { why, .. }) => {
            let page = Page { frame: ctx.frame(), login: person.login, notice: Some(why) };
            let mut response = rendered(&page)?;
            *response.status_mut() = StatusCode::UNPROCESSABLE_ENTITY;
            return Ok(response);
        }
        hash => hash?,
    };
    ctx.change(move |c| {
        // Asked again within the change: a link may be used twice at once.
        let Person { id, .. } = find(c, &secret, c.now)?.ok_or(Problem::NotFound)?;
        c.execute("DELETE FROM password_reset WHERE person = ?1", [id])?;
        people::set_password(c, id, &hash)?;
        sessions::end_all(c, id)?;
        let c = c.by(Actor::Person(id));
        second_factor::remove(&c, id)?;
        devices::forget(&c, id)?;
        Ok(c.log(Action::PasswordReset, format!("person {id}"), "")?)
    })
    .await?;
    Ok(see("/login"))
}
