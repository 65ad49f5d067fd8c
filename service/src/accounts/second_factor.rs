//! The second factor: codes of a device by time, and recovery codes for the day on which it is lost.
//!
//! Administrators and members of cases need one and are led to set it up; others may have one. A recovery code is stored as
//! its SHA-256: it holds 80 random bits, so there is nothing to guess.

use askama::Template;
use axum::http::StatusCode;
use data_encoding::BASE32_NOPAD;
use rusqlite::{Connection, params};
use sha2::{Digest as _, Sha256};

use crate::accounts::people::Person;
use crate::accounts::roles::{Permission, Role};
use crate::accounts::secret::random;
use crate::accounts::totp::{Shared, picture};
use crate::accounts::wrong_codes;
use crate::keys::Key;
use crate::store::audit::Action;
use crate::store::change::Change;
use crate::store::{self, Result};
use crate::web::respond::encoded;
use crate::web::{Answer, Ctx, Frame, Problem, page as rendered, see};

pub(crate) const PAGE: &str = "/account/second-factor";
const RECOVERY_CODES: usize = 10;

/// Whether a person has to have a second factor.
pub(crate) fn is_needed(c: &Connection, person: &Person) -> Result<bool> {
    let member = || c.prepare_cached("SELECT 1 FROM case_member WHERE person = ?1")?.exists([person.id]);
    Ok(person.role == Role::Administrator || member()?)
}

/// Since when a person has one.
pub(crate) fn since(c: &Connection, person: i64) -> Result<Option<i64>> {
    store::row(c, "SELECT made FROM second_factor WHERE person = ?1 AND secret IS NOT NULL", [person])
}

fn shared(c: &Connection, column: &str, person: i64) -> Result<Option<Shared>> {
    let sql = format!("SELECT {column} FROM second_factor WHERE person = ?1 AND {column} IS NOT NULL");
    Ok(store::blob(c, &sql, [person])?.and_then(|bytes| Shared::from_bytes(&bytes)))
}

/// Whether somebody who gave the password may go on: they have no second factor, or the code is right. A code is used up, and a
/// wrong one is counted.
pub(crate) fn passes(c: &Change<'_>, person: i64, code: &str) -> Result<bool> {
    if since(c, person)?.is_none() {
        return Ok(true);
    }
    let code: String = code.chars().filter(|c| c.is_alphanumeric()).collect();
    if c.execute("DELETE FROM recovery_code WHERE hash = ?1 AND person = ?2", params![hash(&code), person])?
        == 1
    {
        c.log(Action::RecoveryCodeUsed, format!("person {person}"), "")?;
        wrong_codes::start_anew(c, person)?;
        return Ok(true);
    }
    let last = store::row(c, "SELECT step FROM second_factor WHERE person = ?1", [person])?.unwrap_or(0);
    let step = shared(c, "secret", person)?.and_then(|shared| shared.step_of(&code, c.now, last));
    let step = if wrong_codes::is_closed(c, person, c.now)? { None } else { step };
    match step {
        Some(step) => {
            c.execute("UPDATE second_factor SET step = ?2 WHERE person = ?1", [person, step])?;
            wrong_codes::start_anew(c, person)?;
        }
        // Who has not given one yet has guessed nothing.
        None if code.is_empty() => {}
        None => wrong_codes::count(c, person)?,
    }
    Ok(step.is_some())
}

fn hash(code: &str) -> [u8; 32] {
    Sha256::digest(code.to_ascii_uppercase()).into()
}

/// Offers a new secret, which counts once a code of it was given.
fn offer(c: &Change<'_>, person: i64) -> Result<Shared> {
    let shared = Shared::generate()?;
    let sql = "INSERT INTO second_factor (person, offered, made) VALUES (?1, ?2, ?3)
               ON CONFLICT (person) DO UPDATE SET offered = excluded.offered";
    c.execute(sql, params![person, shared.bytes(), c.now])?;
    Ok(shared)
}

/// Takes the offered secret, if the code is one of it, and makes new recovery codes.
fn prove(c: &Change<'_>, person: i64, code: &str) -> Result<Option<Vec<String>>> {
    let code: String = code.chars().filter(|c| c.is_alphanumeric()).collect();
    let step = shared(c, "offered", person)?.and_then(|shared| shared.step_of(&code, c.now, 0));
    let Some(step) = step else { return Ok(None) };
    let sql =
        "UPDATE second_factor SET secret = offered, offered = NULL, made = ?2, step = ?3 WHERE person = ?1";
    c.execute(sql, [person, c.now, step])?;
    c.execute("DELETE FROM recovery_code WHERE person = ?1", [person])?;
    let mut codes = Vec::new();
    for _ in 0..RECOVERY_CODES {
        let code = BASE32_NOPAD.encode(&random::<10>()?);
        c.execute("INSERT INTO recovery_code (hash, person) VALUES (?1, ?2)", params![hash(&code), person])?;
        codes.push([0, 4, 8, 12].map(|place| code.get(place..place + 4).unwrap_or_default()).join("-"));
    }
    c.log(Action::SecondFactorSet, format!("person {person}"), "")?;
    Ok(Some(codes))
}

/// Takes off the second factor of a person; says whether there was one.
pub(crate) fn remove(c: &Change<'_>, person: i64) -> Result<bool> {
    let had = since(c, person)?.is_some();
    c.execute("DELETE FROM recovery_code WHERE person = ?1", [person])?;
    c.execute("DELETE FROM second_factor WHERE person = ?1", [person])?;
    if had {
        c.log(Action::SecondFactorRemoved, format!("person {person}"), "")?;
    }
    Ok(had)
}

/// A secret as its page shows it.
struct Offer {
    secret: String,
    link: String,
    picture: String,
}

#[derive(Default)]
struct State {
    needed: bool,
    since: Option<i64>,
    recovery_codes: u64,
}

#[derive(Template)]
#[template(path = "second_factor.html")]
struct Page<'a> {
    frame: Frame<'a>,
    state: State,
    offer: Option<Offer>,
    /// New recovery codes, shown once.
    codes: Vec<String>,
    notice: Option<Key>,
}

async fn shown(ctx: &Ctx, offer: Option<Shared>, codes: Vec<String>, notice: Option<Key>) -> Answer {
    let person = ctx.signed()?.person.clone();
    let offer = offer.map(|shared| {
        let link = shared.link(&encoded(&person.login));
        Offer { secret: shared.base32(), picture: picture(&link), link }
    });
    let state = ctx.read(move |c, _| {
        let sql = "SELECT count(*) FROM recovery_code WHERE person = ?1";
        Ok(State {
            needed: is_needed(c, &person)?,
            since: since(c, person.id)?,
            recovery_codes: store::row(c, sql, [person.id])?.unwrap_or(0),
        })
    });
    rendered(&Page { state: state.await?, frame: ctx.frame().back_to(PAGE), offer, codes, notice })
}

pub(crate) async fn page(ctx: Ctx) -> Answer {
    shown(&ctx, None, Vec::new(), None).await
}

pub(crate) async fn begin(ctx: Ctx) -> Answer {
    let person = ctx.person()?;
    let offered = ctx.change(move |c| Ok(offer(c, person)?)).await?;
    shown(&ctx, Some(offered), Vec::new(), None).await
}

/// A wrong code leaves the offer as it is.
pub(crate) async fn confirm(ctx: Ctx) -> Answer {
    let (person, code) = (ctx.person()?, ctx.fields.one("code").to_owned());
    let proved = ctx.change(move |c| {
        let codes = prove(c, person, &code)?;
        Ok((codes, shared(c, "offered", person)?))
    });
    match proved.await? {
        (Some(codes), _) => shown(&ctx, None, codes, None).await,
        (None, None) => Ok(see(PAGE)),
        (None, offered) => {
            let mut response = shown(&ctx, offered, Vec::new(), Some(Key::RefusedCode)).await?;
            *response.status_mut() = StatusCode::UNPROCESSABLE_ENTITY;
            Ok(response)
        }
    }
}

pub(crate) async fn take_off(ctx: Ctx) -> Answer {
    let person = ctx.signed()?.person.clone();
    ctx.change(move |c| {
        if is_needed(c, &person)? {
            return Err(Problem::refused(Key::RefusedFactorNeeded));
        }
        Ok(remove(c, person.id)?)
    })
    .await?;
    Ok(see(PAGE))
}
