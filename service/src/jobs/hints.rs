//! Hints of an event as they were given: every one is kept, as it was shown, and has its page.
//!
//! They are made by `analyzer` and worded by `reports`; nothing is added here.

use std::collections::BTreeMap;

use askama::Template;
use axum::extract::Query;
use reports::Language;
use rusqlite::{Connection, params};
use serde::Deserialize;

use crate::accounts::roles::Permission;
use crate::jobs::full_tests::page::notice;
use crate::keys::Key;
use crate::store::change::Change;
use crate::store::{Result, from_json, row, rows, to_json};
use crate::web::{Answer, Ctx, Frame, Problem, page as rendered, text};

pub(crate) struct NewHints {
    /// The round up to which every game was over, if there is one.
    pub(crate) round: Option<u16>,
    /// SHA-256 of the round and the games they were made from.
    pub(crate) basis: String,
    pub(crate) named: Vec<String>,
    pub(crate) json: String,
    /// For people, by the tag of the language: markup made by `reports`.
    pub(crate) pages: BTreeMap<&'static str, String>,
}

#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(crate) struct HintsEntry {
    pub(crate) id: i64,
    pub(crate) round: Option<u16>,
    pub(crate) made: i64,
}

pub(crate) fn store(c: &Change<'_>, event: i64, new: &NewHints) -> Result<()> {
    let NewHints { round, basis, named, json, pages } = new;
    c.execute(
        "INSERT INTO event_hints (event, round, basis, made, named, json, pages)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
        params![event, round, basis, c.now, to_json(named)?, json, to_json(pages)?],
    )?;
    Ok(())
}

pub(crate) fn newest_basis(c: &Connection, event: i64) -> Result<Option<(String, Vec<String>)>> {
    let sql = "SELECT basis, named FROM event_hints WHERE event = ?1 ORDER BY id DESC LIMIT 1";
    let found: Option<(String, String)> = row(c, sql, [event])?;
    found.map(|(basis, named)| Ok((basis, from_json(&named, "a list of players in hints")?))).transpose()
}

/// The newest hints of an event, newest first, at most a hundred.
pub(crate) fn list(c: &Connection, event: i64) -> Result<Vec<HintsEntry>> {
    rows(c, "SELECT id, round, made FROM event_hints WHERE event = ?1 ORDER BY id DESC LIMIT 100", [event])
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Format {
    Json,
    Page(Language),
}

/// A document of the hints with a number, else of the newest of the event; none too in a language that is younger.
pub(crate) fn document(
    c: &Connection,
    event: i64,
    id: Option<i64>,
    format: Format,
) -> Result<Option<String>> {
    let column = match format {
        Format::Json => "json".to_owned(),
        Format::Page(language) => format!("pages ->> '{}'", language.tag()),
    };
    let chosen = "WHERE event = ?1 AND (?2 IS NULL OR id = ?2) ORDER BY id DESC LIMIT 1";
    Ok(row(c, &format!("SELECT {column} FROM event_hints {chosen}"), params![event, id])?.flatten())
}

#[derive(Template)]
#[template(path = "hints.html")]
struct Page<'a> {
    frame: Frame<'a>,
    /// Markup made by `reports`, which escapes what came from outside.
    body: Option<String>,
    full_tests: Key,
    looks: Vec<HintsEntry>,
}

impl Page<'_> {
    fn round(&self, listed: &HintsEntry) -> String {
        match listed.round {
            Some(round) => self.frame.messages().with(Key::HintsRound, "round", &round.to_string()),
            None => self.frame.t(Key::HintsNoRound),
        }
    }
}

#[derive(Debug, Default, Deserialize)]
pub(crate) struct Which {
    look: Option<i64>,
}

pub(crate) async fn page(ctx: Ctx, Query(which): Query<Which>) -> Answer {
    let format = Format::Page(ctx.visit.language);
    let stored = ctx.read(move |c, id| Ok((document(c, id, which.look, format)?, list(c, id)?)));
    let (body, looks) = stored.await?;
    if which.look.is_some() && body.is_none() {
        return Err(Problem::NotFound);
    }
    rendered(&Page { frame: ctx.frame(), body, full_tests: notice(&ctx).await?, looks })
}

/// The document of `docs/schema/hints.json` for programs, or `null` before there is any.
pub(crate) async fn newest(ctx: Ctx) -> Answer {
    let found = ctx.read(|c, id| document(c, id, None, Format::Json)).await?;
    Ok(text("application/json", found.unwrap_or_else(|| "null\n".to_owned())))
}
