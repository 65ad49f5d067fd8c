//! Hints of an event as they were given: every one is kept, as it was shown, and has its page.
//!
//! They are made by `analyzer` and worded by `reports`; nothing is added here but the boards of the round.

pub(crate) mod headline;
pub(crate) mod state;

use std::collections::{BTreeMap, BTreeSet};

use analyzer::hints::{Hints, Stands};
use askama::Template;
use axum::extract::Query;
use reports::Language;
use rusqlite::{Connection, params};
use serde::Deserialize;

use crate::accounts::roles::Permission;
use crate::events::board_list;
use crate::jobs::full_tests::page::notice;
use crate::jobs::hints::headline::Headline;
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
    /// What they allow; see [`allowed`].
    pub(crate) allowed: Vec<String>,
    pub(crate) json: String,
    /// For people, by the tag of the language: who is named, and the details, as markup made by `reports`.
    pub(crate) pages: BTreeMap<&'static str, [String; 2]>,
}

#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(crate) struct HintsEntry {
    pub(crate) id: i64,
    pub(crate) round: Option<u16>,
    pub(crate) made: i64,
}

/// What hints allow: for each step and each player a text of both, and one for an alert.
pub(crate) fn allowed(hints: &Hints) -> Vec<String> {
    let of = |step: &str, name: &str| format!("{step} {name}");
    let steps = hints.ladder.iter().flat_map(|rung| match &rung.stands {
        Stands::Unobtrusive { players } => players.iter().map(|p| of(UNOBTRUSIVE, &p.name)).collect(),
        Stands::Intrusive { players } => players.iter().map(|p| of("intrusive", &p.name)).collect(),
        Stands::OrangeAlert { alert } => alert.iter().map(|_| of("orange_alert", "")).collect(),
        Stands::Never => Vec::new(),
    });
    steps.collect()
}

const UNOBTRUSIVE: &str = "unobtrusive";

/// Whether hints tell something new to those who get messages: a step towards somebody that was never allowed before in this event,
/// or a step that allows something again and allowed nothing in the hints before.
fn is_news(c: &Connection, event: i64, allowed: &[String]) -> Result<bool> {
    let sql = "SELECT allowed, named FROM event_hints WHERE event = ?1 ORDER BY id DESC";
    let before: Vec<(String, String)> = rows(c, sql, [event])?;
    let mut ever = BTreeSet::new();
    let mut newest: Option<BTreeSet<String>> = None;
    for (steps, named) in before {
        let mut known: BTreeSet<String> = from_json(&steps, "a list of what hints allowed")?;
        // Hints from before this was stored say only who was named.
        let named: Vec<String> = from_json(&named, "a list of players in hints")?;
        known.extend(named.iter().map(|name| format!("{UNOBTRUSIVE} {name}")));
        newest.get_or_insert_with(|| known.clone());
        ever.extend(known);
    }
    let step = |text: &str| text.split(' ').next().unwrap_or_default().to_owned();
    let open: BTreeSet<String> = newest.unwrap_or_default().iter().map(|text| step(text)).collect();
    Ok(allowed.iter().any(|text| !ever.contains(text) || !open.contains(&step(text))))
}

/// Stores hints, and says whether they tell something new; see [`is_news`].
pub(crate) fn store(c: &Change<'_>, event: i64, new: &NewHints) -> Result<bool> {
    let NewHints { round, basis, named, allowed, json, pages } = new;
    let news = is_news(c, event, allowed)?;
    let part = |place: usize| -> BTreeMap<&str, Option<&String>> {
        pages.iter().map(|(tag, parts)| (*tag, parts.get(place))).collect()
    };
    c.execute(
        "INSERT INTO event_hints (event, round, basis, made, named, allowed, json, pages, details)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
        params![
            event,
            round,
            basis,
            c.now,
            to_json(named)?,
            to_json(allowed)?,
            json,
            to_json(&part(0))?,
            to_json(&part(1))?
        ],
    )?;
    Ok(news)
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

/// The newest hints of an event, for programs.
pub(crate) fn document(c: &Connection, event: i64) -> Result<Option<String>> {
    row(c, "SELECT json FROM event_hints WHERE event = ?1 ORDER BY id DESC LIMIT 1", [event])
}

/// Hints as they were shown. Both parts are markup made by `reports`, which escapes what came from outside.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
struct HintsPage {
    made: i64,
    /// Who is named; nothing in a language that is younger.
    now: Option<String>,
    /// The details; in hints from before they were kept apart they stand in `now`.
    details: Option<String>,
}

/// The hints with a number, else the newest of the event.
fn shown(c: &Connection, event: i64, id: Option<i64>, language: Language) -> Result<Option<HintsPage>> {
    let tag = language.tag();
    let sql = format!(
        "SELECT made, pages ->> '{tag}' AS now, details ->> '{tag}' AS details FROM event_hints
         WHERE event = ?1 AND (?2 IS NULL OR id = ?2) ORDER BY id DESC LIMIT 1"
    );
    row(c, &sql, params![event, id])
}

#[derive(Template)]
#[template(path = "hints.html")]
struct Page<'a> {
    frame: Frame<'a>,
    /// The state of the hints that are shown.
    headline: Headline,
    shown: Option<HintsPage>,
    is_outdated: bool,
    /// The boards of the round beside the newest hints.
    boards: String,
    full_tests: Key,
    looks: Vec<HintsEntry>,
}

impl Page<'_> {
    /// Who is named, without the heading that it was stored with: what may be said now stands over it.
    fn now(&self) -> Option<&str> {
        let now = self.shown.as_ref()?.now.as_deref()?;
        let below = now.strip_prefix("<section id=\"now\"><h2>").and_then(|rest| rest.split_once("</h2>"));
        Some(below.and_then(|(_, below)| below.trim_end().strip_suffix("</section>")).unwrap_or(now))
    }

    fn details(&self) -> Option<&str> {
        self.shown.as_ref().filter(|_| !self.is_outdated)?.details.as_deref()
    }

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
    let language = ctx.visit.language;
    let app = ctx.app.clone();
    let stored = ctx.read(move |c, id| {
        let view = match which.look {
            Some(look) => state::of_look(c, id, look)?,
            None => Some(state::of_event(&app, c, id)?),
        };
        Ok((shown(c, id, which.look, language)?, list(c, id)?, view))
    });
    let (shown, looks, view) = stored.await?;
    let view = view.ok_or(Problem::NotFound)?;
    // What was said over games that have positions open again is not said any more.
    let is_outdated = view.state.is_silent();
    let shown = shown.filter(|shown| shown.now.is_some());
    let boards = match (which.look, &shown) {
        (Some(_), None) => return Err(Problem::NotFound),
        (Some(_), Some(_)) => String::new(),
        (None, _) => board_list::section(&ctx).await?,
    };
    let headline = headline::of_view(&ctx, view).await?;
    let full_tests = notice(&ctx).await?;
    rendered(&Page { frame: ctx.frame(), headline, shown, is_outdated, boards, full_tests, looks })
}

/// The document of `docs/schema/hints.json` for programs, or `null` before there is any.
pub(crate) async fn newest(ctx: Ctx) -> Answer {
    let found = ctx.read(document).await?;
    Ok(text("application/json", found.unwrap_or_else(|| "null\n".to_owned())))
}
