//! Full tests as they are stored: what was asked for, what it took so far, what came out.
//!
//! A full test is a job and has its number. What is chosen by rule and within which budget is in `rule`. No number of a
//! test is made here: it comes out as it went in.

use analyzer::full_test::{FullTest, Premises};
use analyzer::hints::Who;
use reports::custody::Custody;
use rusqlite::{Connection, params};
use serde::{Deserialize, Serialize};

pub(crate) mod earlier;
mod findings;
pub(crate) mod page;
pub(crate) mod rule;
pub(crate) mod verification;

use crate::accounts::members;
use crate::accounts::roles::Role;
use crate::events::absences::test_log::LeftOut;
use crate::events::results::{name_of, pack, unpack};
use crate::jobs::{self, Kind};
use crate::store::audit::{Action, Place};
use crate::store::change::Change;
use crate::store::{Result, blob, from_json, row, rows, to_json};

#[derive(Clone, Debug, PartialEq, Deserialize)]
pub(crate) struct Order {
    pub(crate) job: i64,
    /// The end of the address of the player.
    pub(crate) player: String,
    pub(crate) name: String,
    pub(crate) fide_id: Option<u32>,
    /// Who asked, and as what; nobody where the rule did.
    pub(crate) asked_by: Option<String>,
    pub(crate) asker_role: Option<Role>,
    /// Why, as a person said; may be empty.
    pub(crate) reason: String,
    /// The place in the choices after the round, if the rule asked.
    pub(crate) place: Option<usize>,
    /// The round up to which the games go.
    pub(crate) after_round: Option<u16>,
    pub(crate) settled: bool,
    /// Core-minutes that it was expected to take.
    pub(crate) expected: f64,
    /// Core-seconds that it took so far.
    pub(crate) core_seconds: f64,
    /// Searches made for it so far, those of the second engine apart.
    pub(crate) searched: u64,
    /// The second engine by its name in the settings; empty for none.
    pub(crate) second: String,
    pub(crate) second_searched: u64,
}

impl Order {
    pub(crate) fn who(&self) -> Who {
        Who { name: self.name.clone(), fide_id: self.fide_id }
    }
}

/// The files of a bundle besides the test. The names are stored.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Supplement {
    /// The inputs that the test takes as given.
    pub(crate) premises: Premises,
    pub(crate) custody: Custody,
    pub(crate) games: String,
    /// The engine's answers, as lines of JSON.
    pub(crate) evaluations: String,
    /// Those of the second engine.
    #[serde(default)]
    pub(crate) second: Option<String>,
    pub(crate) parameters: String,
    /// Names of everybody else in the event.
    pub(crate) others: Vec<String>,
    /// The player's own log of absences, if there is one.
    #[serde(default)]
    pub(crate) absences: Option<String>,
    #[serde(default)]
    pub(crate) report: Option<i64>,
    /// The result whose screening gives the place in the field, if there was one.
    #[serde(default)]
    pub(crate) screening: Option<i64>,
}

/// A part of a full test as a file, or why it cannot be made.
pub(crate) type Written<T> = std::result::Result<T, Box<dyn std::error::Error + Send + Sync>>;

/// A test that was made, packed. Packing takes time, so it is done before and not by the thread that writes.
pub(crate) struct Packed {
    digest: String,
    test: Vec<u8>,
    supplement: Vec<u8>,
    /// [`LeftOut`] as JSON; empty if nothing was left out.
    left_out: String,
}

impl Packed {
    pub(crate) fn new(test: &FullTest, supplement: &Supplement, left_out: &LeftOut) -> Result<Self> {
        let nothing = *left_out == LeftOut::default();
        Ok(Self {
            left_out: if nothing { String::new() } else { to_json(left_out)? },
            digest: test.manifest.digest.clone(),
            test: pack(test)?.1,
            supplement: pack(supplement)?.1,
        })
    }
}

fn orders(c: &Connection, rest: &str, id: i64) -> Result<Vec<Order>> {
    let columns = "job, player, full_test.name, fide_id, person.name AS asked_by, asker_role, reason, place, after_round,
                   settled, expected, core_seconds, searched, second, second_searched";
    let from = "full_test LEFT JOIN person ON person.id = full_test.asker";
    rows(c, &format!("SELECT {columns} FROM {from} WHERE {rest}"), [id])
}

/// Asks for a test of a player on behalf of a person, with the name of a second engine or an empty one; its number, or `None` if
/// one of the player is not over.
pub(crate) fn ask(c: &Change<'_>, event: i64, who: &Who, reason: &str, second: &str) -> Result<Option<i64>> {
    let player = name_of(&who.name, who.fide_id);
    let Some(job) = jobs::add(c, event, Kind::FullTest, &player)? else {
        return Ok(None);
    };
    let role = match c.person() {
        Some(person) => members::role(c, Place::Event(event), person)?,
        None => None,
    };
    let role = role.map(|role| role.into_str());
    c.execute(
        "INSERT INTO full_test (job, event, player, name, fide_id, reason, settled, expected, core_seconds, searched,
         asker, asker_role, second) VALUES (?1, ?2, ?3, ?4, ?5, ?6, 0, 0, 0, 0, ?7, ?8, ?9)",
        params![job, event, player, who.name, who.fide_id, reason, c.person(), role, second],
    )?;
    Ok(Some(job))
}

pub(crate) fn by_job(c: &Connection, job: i64) -> Result<Option<Order>> {
    Ok(orders(c, "job = ?1", job)?.pop())
}

/// The orders of an event, oldest first.
pub(crate) fn of_event(c: &Connection, event: i64) -> Result<Vec<Order>> {
    orders(c, "event = ?1 ORDER BY job", event)
}

/// Settles which games are tested: those up to a round, or all.
pub(crate) fn settle(c: &Connection, job: i64, through: Option<u16>) -> Result<()> {
    c.execute("UPDATE full_test SET settled = 1, after_round = ?2 WHERE job = ?1", params![job, through])?;
    Ok(())
}

/// Adds to the engine time of a test, and to the searches of its engine or its second engine.
pub(crate) fn took(
    c: &Connection,
    job: i64,
    core_seconds: f64,
    (searched, by_second): (u64, bool),
) -> Result<()> {
    let column = if by_second { "second_searched" } else { "searched" };
    c.execute(
        &format!(
            "UPDATE full_test SET core_seconds = core_seconds + ?2, {column} = {column} + ?3 WHERE job = ?1"
        ),
        params![job, core_seconds, i64::try_from(searched).unwrap_or(i64::MAX)],
    )?;
    Ok(())
}

/// Stores the test that a job has made, with its entry in the audit log; one that is there stays.
pub(crate) fn store(c: &Change<'_>, job: i64, new: &Packed) -> Result<()> {
    let added = c.execute(
        "INSERT INTO full_test_result (job, made, digest, test, beside, left_out) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
         ON CONFLICT DO NOTHING",
        params![job, c.now, new.digest, new.test, new.supplement, new.left_out],
    )?;
    let event: Option<i64> = row(c, "SELECT event FROM full_test WHERE job = ?1", [job])?;
    match event.filter(|_| added == 1) {
        Some(event) => c.at(Place::Event(event)).log(
            Action::FullTestMade,
            format!("job {job}"),
            format!("digest {}", new.digest),
        ),
        None => Ok(()),
    }
}

const RESULT: &str = "full_test_result JOIN full_test USING (job) WHERE full_test.event = ?1";

/// The test that a job of an event has made.
pub(crate) fn test(c: &Connection, event: i64, job: i64) -> Result<Option<FullTest>> {
    body(c, "test", event, job)?.map(|body| unpack(&body, "a full test")).transpose()
}

/// The files of the bundle of that test.
pub(crate) fn supplement(c: &Connection, event: i64, job: i64) -> Result<Option<Supplement>> {
    let body = body(c, "beside", event, job)?;
    body.map(|body| unpack(&body, "what belongs to a full test")).transpose()
}

/// The event's other inputs that are not in that test.
pub(crate) fn left_out(c: &Connection, event: i64, job: i64) -> Result<LeftOut> {
    let text: Option<String> = row(c, &format!("SELECT left_out FROM {RESULT} AND job = ?2"), [event, job])?;
    match text.filter(|text| !text.is_empty()) {
        None => Ok(LeftOut::default()),
        Some(text) => from_json(&text, "what was left out of a full test"),
    }
}

/// Players of an event of whom a full test was made, a player by the end of the address left out.
pub(crate) fn others_tested(c: &Connection, event: i64, player: &str) -> Result<u64> {
    let sql = format!("SELECT count(DISTINCT player) FROM {RESULT} AND player <> ?2");
    Ok(row(c, &sql, params![event, player])?.unwrap_or(0))
}

fn body(c: &Connection, column: &str, event: i64, job: i64) -> Result<Option<Vec<u8>>> {
    blob(c, &format!("SELECT full_test_result.{column} FROM {RESULT} AND job = ?2"), [event, job])
}

/// Job and digest of every test of an event that was made, oldest first.
pub(crate) fn made(c: &Connection, event: i64) -> Result<Vec<(i64, String)>> {
    rows(c, &format!("SELECT job, digest FROM {RESULT} ORDER BY job"), [event])
}
