//! Full tests as they are stored: what was asked for, what it took so far, what came out.
//!
//! A full test is a job and has its number. What is chosen by rule and within which budget is in `rule`. No number of a
//! test is made here: it comes out as it went in.

use analyzer::full_test::{FullTest, Premises};
use analyzer::hints::Who;
use reports::custody::Custody;
use rusqlite::{Connection, OptionalExtension, Row, params};
use serde::{Deserialize, Serialize};

pub(crate) mod page;
pub(crate) mod rule;

use crate::events::absences::test_log::Apart;
use crate::events::results::{name_of, pack, unpack};
use crate::jobs;
use crate::storage::StorageError;

/// A full test that was asked for.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Order {
    pub(crate) job: i64,
    /// What the address of the player ends with.
    pub(crate) player: String,
    pub(crate) who: Who,
    /// Why, as a person said; may be empty.
    pub(crate) reason: String,
    /// The place in the choices after the round, if the rule asked.
    pub(crate) place: Option<usize>,
    /// The round up to which the games go.
    pub(crate) after_round: Option<u16>,
    /// Whether it is settled which games are tested; with no round it is all of them.
    pub(crate) settled: bool,
    /// Core-minutes that it was expected to take.
    pub(crate) expected: f64,
    /// Core-seconds that it took so far.
    pub(crate) core_seconds: f64,
    /// Searches made for it so far.
    pub(crate) searched: u64,
}

/// What a bundle holds beside the test.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Beside {
    /// What the test takes as given.
    pub(crate) premises: Premises,
    pub(crate) custody: Custody,
    /// The games, as PGN.
    pub(crate) games: String,
    /// The engine's answers, as lines of JSON.
    pub(crate) evaluations: String,
    /// The parameters, as a file.
    pub(crate) parameters: String,
    /// Names of everybody else in the event.
    pub(crate) others: Vec<String>,
    /// The player's own log of absences, if there is one.
    #[serde(default)]
    pub(crate) absences: Option<String>,
    /// Number of the tournament report, if there is one.
    #[serde(default)]
    pub(crate) report: Option<i64>,
}

/// What an event has beside its games and a test has not.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct LeftOut {
    /// Absences of the player that fit none of the games, or several, or name a move that was not played; and those of
    /// several players of one name.
    pub(crate) apart: Vec<Apart>,
    /// Names in the log of absences that are nobody's in the event, each once, in order.
    pub(crate) strangers: Vec<String>,
    /// Whether the tournament report is another event's: none of the games fits a pairing of it.
    pub(crate) other_report: bool,
}

/// A test that was made, packed. Packing takes time, so it is done before and not by the thread that writes.
pub(crate) struct Packed {
    digest: String,
    test: Vec<u8>,
    beside: Vec<u8>,
    /// What is not in it, as JSON; empty if nothing was left out.
    left_out: String,
}

impl Packed {
    /// Packs a test.
    ///
    /// # Errors
    /// [`StorageError::NotWritten`] if it cannot be packed.
    pub(crate) fn new(test: &FullTest, beside: &Beside, left_out: &LeftOut) -> Result<Self, StorageError> {
        let left_out = if *left_out == LeftOut::default() {
            String::new()
        } else {
            serde_json::to_string(left_out).map_err(|error| StorageError::NotWritten(error.to_string()))?
        };
        Ok(Self {
            left_out,
            digest: test.manifest.digest.clone(),
            test: pack(test)?.1,
            beside: pack(beside)?.1,
        })
    }
}

const COLUMNS: &str =
    "job, player, name, fide_id, reason, place, after_round, settled, expected, core_seconds, searched";

fn read(row: &Row<'_>) -> Result<Order, rusqlite::Error> {
    Ok(Order {
        job: row.get(0)?,
        player: row.get(1)?,
        who: Who { name: row.get(2)?, fide_id: row.get(3)? },
        reason: row.get(4)?,
        place: row.get(5)?,
        after_round: row.get(6)?,
        settled: row.get(7)?,
        expected: row.get(8)?,
        core_seconds: row.get(9)?,
        searched: row.get(10)?,
    })
}

/// Asks for a test of a player on behalf of a person; its number, or `None` if one of the player is not over.
pub(crate) fn ask(
    connection: &Connection,
    event: i64,
    who: &Who,
    reason: &str,
    now: i64,
) -> Result<Option<i64>, StorageError> {
    let player = name_of(&who.name, who.fide_id);
    let Some(job) = jobs::queue_test(connection, event, &player, now)? else {
        return Ok(None);
    };
    connection.execute(
        "INSERT INTO full_test (job, event, player, name, fide_id, reason, settled, expected, core_seconds, searched)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, 0, 0, 0, 0)",
        params![job, event, player, who.name, who.fide_id, reason],
    )?;
    Ok(Some(job))
}

/// What a job is to test.
pub(crate) fn by_job(connection: &Connection, job: i64) -> Result<Option<Order>, StorageError> {
    let sql = format!("SELECT {COLUMNS} FROM full_test WHERE job = ?1");
    Ok(connection.prepare_cached(&sql)?.query_row([job], read).optional()?)
}

/// The tests of an event, oldest first.
pub(crate) fn of_event(connection: &Connection, event: i64) -> Result<Vec<Order>, StorageError> {
    let sql = format!("SELECT {COLUMNS} FROM full_test WHERE event = ?1 ORDER BY job");
    let mut statement = connection.prepare_cached(&sql)?;
    let rows = statement.query_map([event], read)?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Settles which games are tested: those up to a round, or all.
pub(crate) fn settle(connection: &Connection, job: i64, through: Option<u16>) -> Result<(), StorageError> {
    connection.execute(
        "UPDATE full_test SET settled = 1, after_round = ?2 WHERE job = ?1",
        params![job, through],
    )?;
    Ok(())
}

/// Notes what a test took more.
pub(crate) fn took(
    connection: &Connection,
    job: i64,
    core_seconds: f64,
    searched: u64,
) -> Result<(), StorageError> {
    connection.execute(
        "UPDATE full_test SET core_seconds = core_seconds + ?2, searched = searched + ?3 WHERE job = ?1",
        params![job, core_seconds, i64::try_from(searched).unwrap_or(i64::MAX)],
    )?;
    Ok(())
}

/// Stores what came out.
pub(crate) fn store(connection: &Connection, job: i64, new: &Packed, now: i64) -> Result<(), StorageError> {
    connection.execute(
        "INSERT INTO full_test_result (job, made, digest, test, beside, left_out) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
         ON CONFLICT DO NOTHING",
        params![job, now, new.digest, new.test, new.beside, new.left_out],
    )?;
    Ok(())
}

/// The test that a job of an event has made.
///
/// # Errors
/// `SQLite`'s; [`StorageError::Damaged`] if what is stored does not read.
pub(crate) fn test(connection: &Connection, event: i64, job: i64) -> Result<Option<FullTest>, StorageError> {
    let body = body(connection, "test", event, job)?;
    body.map(|body| unpack(&body, "a full test")).transpose()
}

/// What a bundle holds beside that test.
///
/// # Errors
/// As there.
pub(crate) fn beside(connection: &Connection, event: i64, job: i64) -> Result<Option<Beside>, StorageError> {
    let body = body(connection, "beside", event, job)?;
    body.map(|body| unpack(&body, "what belongs to a full test")).transpose()
}

/// What of the event's other inputs is not in that test.
///
/// # Errors
/// As there.
pub(crate) fn left_out(connection: &Connection, event: i64, job: i64) -> Result<LeftOut, StorageError> {
    let text: Option<String> = connection
        .prepare_cached(
            "SELECT left_out FROM full_test_result JOIN full_test USING (job)
             WHERE full_test.event = ?1 AND full_test.job = ?2",
        )?
        .query_row([event, job], |row| row.get(0))
        .optional()?;
    match text.as_deref() {
        None | Some("") => Ok(LeftOut::default()),
        Some(text) => serde_json::from_str(text)
            .map_err(|_| StorageError::Damaged { what: "what was left out of a full test" }),
    }
}

fn body(
    connection: &Connection,
    column: &'static str,
    event: i64,
    job: i64,
) -> Result<Option<Vec<u8>>, StorageError> {
    let sql = format!(
        "SELECT full_test_result.{column} FROM full_test_result JOIN full_test USING (job)
         WHERE full_test.event = ?1 AND full_test.job = ?2"
    );
    Ok(connection.prepare_cached(&sql)?.query_row([event, job], |row| row.get(0)).optional()?)
}

/// Job and digest of every test of an event that was made, oldest first.
pub(crate) fn made(connection: &Connection, event: i64) -> Result<Vec<(i64, String)>, StorageError> {
    let mut statement = connection.prepare_cached(
        "SELECT job, digest FROM full_test_result JOIN full_test USING (job) WHERE event = ?1 ORDER BY job",
    )?;
    let rows = statement.query_map([event], |row| Ok((row.get(0)?, row.get(1)?)))?;
    Ok(rows.collect::<Result<_, _>>()?)
}
