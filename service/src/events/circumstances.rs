//! Circumstances of an event: how it was played, how large it is, who came under attention. Stated once, on its settings page.
//!
//! Until a person has confirmed them, the page proposes what the games say. What was stated before is kept: a test rests on
//! what was stated when it was made. The log has a hash of them, because they name players.

use analyzer::full_test::FullTest;
use analyzer::policy::Mode;
use pipeline::EventCircumstances;
use rusqlite::{Connection, params};

pub(crate) mod page;

use crate::accounts::members;
use crate::accounts::roles::Role;
use crate::events;
use crate::store::audit::{Action, Place, Seal};
use crate::store::change::Change;
use crate::store::{Result, from_json, row, to_json};

/// What people stated last, if they did.
pub(crate) fn stated(c: &Connection, event: i64) -> Result<Option<EventCircumstances>> {
    let sql = "SELECT stated FROM event_circumstances WHERE event = ?1 ORDER BY id DESC LIMIT 1";
    let text: Option<String> = row(c, sql, [event])?;
    text.map(|text| from_json(&text, "the circumstances of an event")).transpose()
}

/// What the games say, and who answers for the event here.
pub(crate) fn proposed(c: &Connection, event: i64) -> Result<EventCircumstances> {
    let members = members::list(c, Place::Event(event))?;
    let chief = members.into_iter().find(|member| member.role == Role::ChiefArbiter);
    let games = events::summary(c, event)?.proposed;
    Ok(EventCircumstances { chief_arbiter: chief.map(|chief| chief.name), ..games })
}

/// Whether the games are of an online platform and nobody has said how they were played.
pub(crate) fn asks_for_venue(c: &Connection, event: i64) -> Result<bool> {
    let sql = "SELECT coalesce((SELECT summary -> 'proposed' ->> 'mode' FROM event_summary WHERE event = ?1), '') = 'online' AND
               (SELECT stated ->> 'mode' FROM event_circumstances WHERE event = ?1 ORDER BY id DESC LIMIT 1) IS NULL";
    Ok(row(c, sql, [event])?.unwrap_or(false))
}

/// Whether a test counts the event in another way than people state it now.
pub(crate) fn counts_otherwise(test: &FullTest, stated: &EventCircumstances) -> bool {
    let stated = stated.mode.unwrap_or(Mode::OverTheBoard);
    test.rules.as_ref().is_some_and(|rules| rules.circumstances.mode.venue() != stated.venue())
}

/// States the circumstances, with an entry in the log, unless they are stated like this already.
fn state(c: &Change<'_>, new: &EventCircumstances) -> Result<bool> {
    if stated(c, c.id())?.as_ref() == Some(new) {
        return Ok(false);
    }
    let text = to_json(new)?;
    let seal = Seal::new(&text)?;
    let sql =
        "INSERT INTO event_circumstances (event, stated, person, made, salt) VALUES (?1, ?2, ?3, ?4, ?5)";
    c.execute(sql, params![c.id(), text, c.person(), c.now, seal.salt])?;
    let id = c.last_insert_rowid();
    c.log(
        Action::CircumstancesStated,
        format!("event {}", c.id()),
        format!("circumstances {id}, {}", seal.detail),
    )?;
    Ok(true)
}
