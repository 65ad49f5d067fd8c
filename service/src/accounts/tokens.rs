//! Tokens for programs: each for one event, with scopes, revocable; made by its chief arbiter.
//!
//! A token is shown once, when it is made. It opens the routes of the interface for programs that ask for one of its
//! scopes, in its event, and nothing else.

use askama::Template;
use axum::extract::Path;
use rusqlite::{Connection, params};
use serde::{Deserialize, Deserializer};
use strum::{EnumString, IntoStaticStr, VariantArray};

use crate::accounts::people;
use crate::accounts::roles::Permission;
use crate::accounts::secret::Secret;
use crate::keys::Key;
use crate::store::audit::Action;
use crate::store::change::Change;
use crate::store::{self, Result};
use crate::web::{Answer, Ctx, Frame, Problem, page as rendered};

/// A right of a token. Names are stored and read by programs; they never change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "snake_case", const_into_str)]
pub(crate) enum Scope {
    ReadResults,
    UploadGames,
    /// Report that a player left the board or came back.
    ReportAbsences,
}

#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(crate) struct Token {
    pub(crate) id: i64,
    pub(crate) event: i64,
    /// Its purpose, in the words of who made it.
    pub(crate) label: String,
    #[serde(deserialize_with = "scopes")]
    pub(crate) scopes: Vec<Scope>,
    pub(crate) made: i64,
}

/// A scope that is not known opens nothing.
fn scopes<'de, D: Deserializer<'de>>(names: D) -> Result<Vec<Scope>, D::Error> {
    let names = String::deserialize(names)?;
    Ok(names.split(' ').filter_map(|name| name.parse().ok()).collect())
}

fn add(c: &Change<'_>, label: &str, scopes: &str) -> Result<(i64, Secret)> {
    let secret = Secret::generate()?;
    let sql =
        "INSERT INTO api_token (hash, event, label, scopes, maker, made) VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
    c.execute(sql, params![secret.hash(), c.id(), label, scopes, c.person(), c.now])?;
    Ok((c.last_insert_rowid(), secret))
}

pub(crate) fn find(c: &Connection, secret: &Secret) -> Result<Option<Token>> {
    let sql = "SELECT id, event, label, scopes, made FROM api_token WHERE hash = ?1 AND revoked IS NULL";
    store::row(c, sql, [secret.hash()])
}

/// The good tokens of an event, newest first.
fn of_event(c: &Connection, event: i64) -> Result<Vec<Token>> {
    let sql = "SELECT id, event, label, scopes, made FROM api_token WHERE event = ?1 AND revoked IS NULL
               ORDER BY id DESC";
    store::rows(c, sql, [event])
}

#[derive(Template)]
#[template(path = "tokens.html")]
struct Page<'a> {
    frame: Frame<'a>,
    tokens: Vec<Token>,
}

pub(crate) async fn page(ctx: Ctx) -> Answer {
    rendered(&Page { tokens: ctx.read(of_event).await?, frame: ctx.frame() })
}

pub(crate) async fn make(ctx: Ctx) -> Answer {
    let label = people::line(ctx.fields.one("label")).ok_or(Problem::refused(Key::RefusedName))?;
    let mut scopes: Vec<Scope> = ctx.fields.all("scope").filter_map(|scope| scope.parse().ok()).collect();
    scopes.sort_unstable();
    scopes.dedup();
    if scopes.is_empty() {
        return Err(Problem::refused(Key::RefusedNoScope));
    }
    let names = scopes.iter().map(Scope::into_str).collect::<Vec<_>>().join(" ");
    let secret = ctx.change(move |c| {
        let (id, secret) = add(c, &label, &names)?;
        c.log(Action::TokenMade, format!("token {id}"), names)?;
        Ok(secret)
    });
    let shown = secret.await?.reveal().to_owned();
    ctx.once(Key::TokenMadeTitle, Key::TokenMadeText, shown, &ctx.path("/tokens"))
}

pub(crate) async fn revoke(ctx: Ctx, Path((_, id)): Path<(i64, i64)>) -> Answer {
    ctx.change(move |c| {
        let sql = "UPDATE api_token SET revoked = ?3 WHERE event = ?1 AND id = ?2 AND revoked IS NULL";
        if c.execute(sql, params![c.id(), id, c.now])? == 0 {
            return Err(Problem::NotFound);
        }
        Ok(c.log(Action::TokenRevoked, format!("token {id}"), "")?)
    })
    .await?;
    Ok(ctx.see("/tokens"))
}
