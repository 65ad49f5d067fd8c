//! Jobs: what the engines are to do for an event, as it is stored.
//!
//! A job is small: which event, how far, and in which state. What was searched is in the evaluation store, so a job that
//! was interrupted at any point resumes and nothing is done twice.

pub(crate) mod full_tests;
pub(crate) mod hints;
pub(crate) mod notifications;
pub(crate) mod page;
pub(crate) mod queue;
pub(crate) mod queue_address;
pub(crate) mod runner;
pub(crate) mod searchers;
pub(crate) mod worker_state;

use std::collections::BTreeMap;

use rusqlite::{Connection, Params, params};
use serde::Deserialize;
use strum::{IntoStaticStr, VariantArray};

use crate::store::change::Change;
use crate::store::{Result, rows};

/// The kind of work of a job. The names are stored and a contract.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, IntoStaticStr)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case", const_into_str)]
pub(crate) enum Kind {
    /// Every game of an event, by a quick test.
    Screening,
    FullTest,
}

/// The state of a job. The names are stored and a contract.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, IntoStaticStr, VariantArray)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case", const_into_str)]
pub(crate) enum State {
    Queued,
    Running,
    Paused,
    Done,
    Failed,
    Cancelled,
}

impl State {
    pub(crate) fn is_over(self) -> bool {
        matches!(self, Self::Done | Self::Failed | Self::Cancelled)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Order {
    Pause,
    Resume,
    Cancel,
}

impl Order {
    /// The state that a job gets by it, if it can be given in the state it has.
    pub(crate) fn leads_to(self, state: State) -> Option<State> {
        match (self, state) {
            (Self::Pause, State::Queued | State::Running) => Some(State::Paused),
            (Self::Resume, State::Paused) => Some(State::Queued),
            (Self::Cancel, State::Queued | State::Running | State::Paused) => Some(State::Cancelled),
            _ => None,
        }
    }
}

/// Why a job failed. The names are stored and a contract.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, IntoStaticStr, VariantArray)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case", const_into_str)]
pub(crate) enum Reason {
    /// Nothing in the event can be read as a game.
    NoGames,
    /// Every game is of another kind of chess.
    OtherChess,
    Engine,
    /// The parameters of the settings file do not fit the engine or do not read.
    Parameters,
    /// Something inside; the log of the server says more.
    Inside,
    /// The player of a full test has no game that can be scored, or is several people there.
    NoPlayer,
    /// The budget of the event does not reach for a full test that the rule chose.
    Budget,
    /// The games may have been played online, and nobody has stated how, or at which time class.
    NotStated,
    /// The alias table makes both sides of a game one person.
    AliasTable,
    /// The second engine that was asked for is not in the settings any more.
    SecondEngine,
}

#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(crate) struct Job {
    pub(crate) id: i64,
    pub(crate) event: i64,
    pub(crate) kind: Kind,
    pub(crate) state: State,
    pub(crate) reason: Option<Reason>,
    pub(crate) made: i64,
    pub(crate) begun: Option<i64>,
    pub(crate) ended: Option<i64>,
    /// Positions answered.
    pub(crate) done: u64,
    /// Positions in all; 0 until the games were read.
    pub(crate) total: u64,
}

/// The jobs that a condition and an order choose. A state or a kind that is not known is an error: nothing is guessed.
fn list(c: &Connection, rest: &str, params: impl Params) -> Result<Vec<Job>> {
    let columns = "id, event, kind, state, nullif(reason, '') AS reason, made, begun, ended, done, total";
    rows(c, &format!("SELECT {columns} FROM job WHERE {rest}"), params)
}

/// Makes a screening of an event, unless it is closed or has one that is not over: that one will see the new games.
pub(crate) fn queue(c: &Change<'_>, event: i64) -> Result<()> {
    add(c, event, Kind::Screening, "").map(|_| ())
}

/// Makes a job, by the end of the address of the player of a full test; its number, or `None` if one about the same is not
/// over or the event is closed.
pub(crate) fn add(c: &Change<'_>, event: i64, kind: Kind, subject: &str) -> Result<Option<i64>> {
    let sql = "INSERT INTO job (event, state, reason, made, done, total, kind, subject)
               SELECT ?1, 'queued', '', ?2, 0, 0, ?3, ?4 WHERE NOT EXISTS
               (SELECT 1 FROM event WHERE id = ?1 AND closed IS NOT NULL)
               ON CONFLICT DO NOTHING";
    let made = c.prepare_cached(sql)?.execute(params![event, c.now, kind.into_str(), subject])?;
    Ok((made > 0).then(|| c.last_insert_rowid()))
}

/// Jobs that the engines may work on, oldest first.
pub(crate) fn open(c: &Connection) -> Result<Vec<Job>> {
    list(c, "state IN ('queued', 'running') ORDER BY id", [])
}

/// Who made the events of these jobs, by event.
pub(crate) fn makers(c: &Connection) -> Result<BTreeMap<i64, i64>> {
    let sql = "SELECT id, maker FROM event WHERE id IN (SELECT event FROM job WHERE state IN ('queued', 'running'))";
    Ok(rows(c, sql, [])?.into_iter().collect())
}

pub(crate) fn of_event(c: &Connection, event: i64) -> Result<Vec<Job>> {
    list(c, "event = ?1 ORDER BY id DESC LIMIT 20", [event])
}

/// The job of an event that the engines are at, else the newest that waits, else the newest.
pub(crate) fn newest(c: &Connection, event: i64) -> Result<Option<Job>> {
    let order =
        "event = ?1 ORDER BY state = 'running' DESC, state IN ('queued', 'paused') DESC, id DESC LIMIT 1";
    Ok(list(c, order, [event])?.pop())
}

pub(crate) fn newest_screening(c: &Connection, event: i64) -> Result<Option<Job>> {
    Ok(list(c, "event = ?1 AND kind = 'screening' ORDER BY id DESC LIMIT 1", [event])?.pop())
}

pub(crate) fn by_id(c: &Connection, id: i64) -> Result<Option<Job>> {
    Ok(list(c, "id = ?1", [id])?.pop())
}

/// Queues the job again that was running when the server ended.
pub(crate) fn take_up(c: &Connection) -> Result<()> {
    c.execute("UPDATE job SET state = 'queued' WHERE state = 'running'", [])?;
    Ok(())
}

/// Marks a job as running and every other one as queued. False if it was paused or cancelled meanwhile.
pub(crate) fn begin(c: &Change<'_>, id: i64) -> Result<bool> {
    let taken = c.execute(
        "UPDATE job SET state = 'running', begun = coalesce(begun, ?2) WHERE id = ?1 AND state IN ('queued', 'running')",
        params![id, c.now],
    )?;
    if taken == 0 {
        return Ok(false);
    }
    c.execute("UPDATE job SET state = 'queued' WHERE state = 'running' AND id <> ?1", [id])?;
    Ok(true)
}

pub(crate) fn note(c: &Connection, id: i64, done: u64, total: u64) -> Result<()> {
    let whole = |n| i64::try_from(n).unwrap_or(i64::MAX);
    c.execute("UPDATE job SET done = ?2, total = ?3 WHERE id = ?1", params![id, whole(done), whole(total)])?;
    Ok(())
}

/// Finishes a running job, as done or as failed. No-op if it was paused or cancelled meanwhile.
pub(crate) fn end(c: &Change<'_>, id: i64, failed: Option<Reason>) -> Result<()> {
    let state = failed.map_or(State::Done, |_| State::Failed);
    c.execute(
        "UPDATE job SET state = ?2, reason = ?3, ended = ?4 WHERE id = ?1 AND state = 'running'",
        params![id, state.into_str(), failed.map_or("", |reason| reason.into_str()), c.now],
    )?;
    Ok(())
}

pub(crate) fn cancel_all(c: &Change<'_>, event: i64) -> Result<()> {
    c.execute(
        "UPDATE job SET state = 'cancelled', ended = ?2
         WHERE event = ?1 AND state IN ('queued', 'running', 'paused')",
        [event, c.now],
    )?;
    Ok(())
}

/// Gives an order; false if the job is in no state for it.
pub(crate) fn order(c: &Change<'_>, id: i64, order: Order) -> Result<bool> {
    let job = by_id(c, id)?;
    let Some(state) = job.and_then(|job| order.leads_to(job.state)) else {
        return Ok(false);
    };
    let ended = state.is_over().then_some(c.now);
    c.execute("UPDATE job SET state = ?2, ended = ?3 WHERE id = ?1", params![id, state.into_str(), ended])?;
    Ok(true)
}

/// Most priority players of one event: their games are searched first. They change the order of work and no number.
pub(crate) const MAX_PRIORITY_PLAYERS: usize = 50;

pub(crate) fn priority_players(c: &Connection, event: i64) -> Result<Vec<String>> {
    rows(c, "SELECT who FROM raised_hand WHERE event = ?1 ORDER BY who", [event])
}

/// Adds a priority player, by name or FIDE number.
pub(crate) fn add_priority_player(c: &Change<'_>, who: &str) -> Result<()> {
    let sql = "INSERT INTO raised_hand (event, who, made) VALUES (?1, ?2, ?3) ON CONFLICT DO NOTHING";
    c.execute(sql, params![c.id(), who, c.now])?;
    Ok(())
}

pub(crate) fn remove_priority_player(c: &Change<'_>, who: &str) -> Result<()> {
    c.execute("DELETE FROM raised_hand WHERE event = ?1 AND who = ?2", params![c.id(), who])?;
    Ok(())
}
