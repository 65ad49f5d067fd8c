//! Tokens for programs: each for one event, with scopes and an end, revocable; made by its chief arbiter.
//!
//! A token is shown once, when it is made. It opens the routes of the interface for programs that ask for one of its
//! scopes, in its event, and nothing else, and only while whoever made it may sign in and manage tokens there.
//! Administrators list and revoke all tokens, without the name of an event or a word of who made them.

use askama::Template;
use axum::extract::Path;
use rusqlite::{Connection, params};
use serde::{Deserialize, Deserializer};
use strum::{EnumString, IntoStaticStr, VariantArray};

use crate::accounts::members;
use crate::accounts::roles::Permission;
use crate::accounts::secret::Secret;
use crate::clock::{DAY, MINUTE};
use crate::keys::Key;
use crate::store::audit::{Action, Place};
use crate::store::change::Change;
use crate::store::{self, Result};
use crate::web::{Answer, Ctx, Frame, Problem, page as rendered, see};

/// A right of a token. Names are stored and read by programs; they never change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "snake_case", const_into_str)]
pub(crate) enum Scope {
    ReadResults,
    UploadGames,
    /// Report that a player left the board or came back.
    ReportAbsences,
}

/// How long a token is good unless whoever makes it says otherwise, and at most, in days.
const USUAL_DAYS: i64 = 90;
const MAX_DAYS: i64 = 365;
/// Good tokens of one person.
const MAX_OF_ONE: i64 = 20;
/// The last use is noted at most so often, so that reading does not become writing.
const NOTED_EVERY: i64 = 5 * MINUTE;

#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(crate) struct Token {
    pub(crate) id: i64,
    pub(crate) event: i64,
    /// Its purpose, in the words of who made it.
    pub(crate) label: String,
    #[serde(deserialize_with = "scopes")]
    pub(crate) scopes: Vec<Scope>,
    pub(crate) made: i64,
    pub(crate) expires: i64,
    /// When a program last showed it, to within five minutes.
    pub(crate) used: Option<i64>,
    pub(crate) maker: i64,
    maker_name: String,
    maker_may_sign_in: bool,
}

impl Token {
    /// Whether its maker may sign in and manage tokens in its event.
    fn is_backed(&self, c: &Connection) -> Result<bool> {
        let role = members::role(c, Place::Event(self.event), self.maker)?;
        Ok(self.maker_may_sign_in && role.is_some_and(|role| role.may(Permission::ManageTokens)))
    }

    /// Whether its last use was noted so long ago that it is noted anew.
    pub(crate) fn is_to_note(&self, now: i64) -> bool {
        self.used.is_none_or(|used| now >= used.saturating_add(NOTED_EVERY))
    }
}

const LISTED: &str =
    "SELECT api_token.id AS id, event, label, scopes, api_token.made AS made, expires, used, maker,
    person.name AS maker_name, person.disabled IS NULL AS maker_may_sign_in
    FROM api_token JOIN person ON person.id = maker WHERE revoked IS NULL";

/// A scope that is not known opens nothing.
fn scopes<'de, D: Deserializer<'de>>(names: D) -> Result<Vec<Scope>, D::Error> {
    let names = String::deserialize(names)?;
    Ok(names.split(' ').filter_map(|name| name.parse().ok()).collect())
}

fn add(c: &Change<'_>, label: &str, scopes: &str, days: i64) -> Result<(i64, Secret)> {
    let secret = Secret::generate()?;
    let expires = c.now.saturating_add(days.saturating_mul(DAY));
    let sql = "INSERT INTO api_token (hash, event, label, scopes, maker, made, expires) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)";
    c.execute(sql, params![secret.hash(), c.id(), label, scopes, c.person(), c.now, expires])?;
    Ok((c.last_insert_rowid(), secret))
}

/// The token of a secret, if it is good now.
pub(crate) fn find(c: &Connection, secret: &Secret, now: i64) -> Result<Option<Token>> {
    let sql = format!("{LISTED} AND hash = ?1 AND expires > ?2");
    let Some(token) = store::row::<Token>(c, &sql, params![secret.hash(), now])? else {
        return Ok(None);
    };
    Ok(token.is_backed(c)?.then_some(token))
}

pub(crate) fn note_use(c: &Change<'_>, id: i64) -> Result<()> {
    c.execute("UPDATE api_token SET used = ?2 WHERE id = ?1", [id, c.now])?;
    Ok(())
}

/// The tokens of an event, or all, that were not revoked, newest first, each with whether it is backed by its maker.
fn list(c: &Connection, event: Option<i64>) -> Result<Vec<(Token, bool)>> {
    let sql = format!("{LISTED} AND (?1 IS NULL OR event = ?1) ORDER BY api_token.id DESC");
    let tokens = store::rows::<Token>(c, &sql, [event])?.into_iter();
    tokens.map(|token| token.is_backed(c).map(|backed| (token, backed))).collect()
}

fn revoke(c: &Change<'_>, event: Option<i64>, id: i64) -> Result<(), Problem> {
    let sql = "UPDATE api_token SET revoked = ?3
               WHERE id = ?2 AND (?1 IS NULL OR event = ?1) AND revoked IS NULL RETURNING event";
    let event: i64 = store::row(c, sql, params![event, id, c.now])?.ok_or(Problem::NotFound)?;
    Ok(c.at(Place::Event(event)).log(Action::TokenRevoked, format!("token {id}"), "")?)
}

#[derive(Template)]
#[template(path = "tokens.html")]
struct Page<'a> {
    frame: Frame<'a>,
    tokens: Vec<(Token, bool)>,
    now: i64,
}

impl Page<'_> {
    fn state(&self, token: &Token, backed: &bool) -> String {
        self.frame.t(match backed {
            _ if token.expires <= self.now => Key::TokensEnded,
            true => Key::TokensGood,
            false => Key::TokensUnbacked,
        })
    }
}

pub(crate) async fn page(ctx: Ctx) -> Answer {
    let tokens = ctx.read(|c, event| list(c, Some(event))).await?;
    rendered(&Page { tokens, now: ctx.app.now(), frame: ctx.frame() })
}

/// All tokens, for administrators.
pub(crate) async fn all(ctx: Ctx) -> Answer {
    let tokens = ctx.read(|c, _| list(c, None)).await?;
    rendered(&Page { tokens, now: ctx.app.now(), frame: ctx.frame() })
}

pub(crate) async fn make(ctx: Ctx) -> Answer {
    let label = ctx.fields.line("label", Key::TokensLabel)?;
    let mut scopes: Vec<Scope> = ctx.fields.all("scope").filter_map(|scope| scope.parse().ok()).collect();
    scopes.sort_unstable();
    scopes.dedup();
    if scopes.is_empty() {
        return Err(Problem::refused(Key::RefusedNoScope));
    }
    let days = match ctx.fields.one("days").trim() {
        "" => Some(USUAL_DAYS),
        days => days.parse().ok().filter(|days| (1..=MAX_DAYS).contains(days)),
    };
    let days = days.ok_or(Problem::refused(Key::RefusedTokenDays))?;
    let names = scopes.iter().map(Scope::into_str).collect::<Vec<_>>().join(" ");
    let secret = ctx.change(move |c| {
        let sql = "SELECT count(*) FROM api_token WHERE maker = ?1 AND revoked IS NULL AND expires > ?2";
        if store::row(c, sql, params![c.person(), c.now])?.unwrap_or(0) >= MAX_OF_ONE {
            return Err(Problem::refused(Key::RefusedTooManyTokens));
        }
        let (id, secret) = add(c, &label, &names, days)?;
        c.log(Action::TokenMade, format!("token {id}"), format!("{names}, {days} days"))?;
        Ok(secret)
    });
    let shown = secret.await?.reveal().to_owned();
    ctx.once(Key::TokenMadeTitle, Key::TokenMadeText, shown, &ctx.path("/tokens"))
}

pub(crate) async fn revoke_in_event(ctx: Ctx, Path((event, id)): Path<(i64, i64)>) -> Answer {
    ctx.change(move |c| revoke(c, Some(event), id)).await?;
    Ok(ctx.see("/tokens"))
}

pub(crate) async fn revoke_any(ctx: Ctx, Path(id): Path<i64>) -> Answer {
    ctx.change(move |c| revoke(c, None, id)).await?;
    Ok(see("/tokens"))
}
