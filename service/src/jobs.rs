//! Jobs: what the engines are to do for an event, as it is stored.
//!
//! A job is small: which event, how far, and in which state. What was searched is in the evaluation store, so a job that
//! was interrupted at any point is taken up again and nothing is done twice.

pub(crate) mod api;
pub(crate) mod full_tests;
pub(crate) mod hints;
pub(crate) mod page;
pub(crate) mod priority_players;
pub(crate) mod queue;
pub(crate) mod runner;
pub(crate) mod searchers;
pub(crate) mod worker_state;

use rusqlite::{Connection, OptionalExtension, Row, params};

use crate::storage::StorageError;

/// What kind of work a job is. The names are stored; they are never changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Every game of an event, by a quick test.
    Screening,
    /// The games of one player, by a full test.
    FullTest,
}

impl Kind {
    /// As stored and as machines read it.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Screening => "screening",
            Self::FullTest => "full_test",
        }
    }
}

/// Where a job stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum State {
    /// It waits for the engines.
    Queued,
    /// The engines work on it.
    Running,
    /// Somebody stopped it for a while.
    Paused,
    /// Every position is answered and the result is stored.
    Done,
    /// It cannot go on; the reason says why.
    Failed,
    Cancelled,
}

impl State {
    const ALL: [Self; 6] =
        [Self::Queued, Self::Running, Self::Paused, Self::Done, Self::Failed, Self::Cancelled];

    /// As stored and as machines read it; never changed.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Queued => "queued",
            Self::Running => "running",
            Self::Paused => "paused",
            Self::Done => "done",
            Self::Failed => "failed",
            Self::Cancelled => "cancelled",
        }
    }

    /// Whether the job is over.
    pub(crate) fn is_over(self) -> bool {
        matches!(self, Self::Done | Self::Failed | Self::Cancelled)
    }
}

/// What somebody may do with a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Order {
    /// Stop it for a while.
    Pause,
    /// Let it go on.
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

/// Why a job failed. The names are stored; they are never changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reason {
    /// Nothing in the event can be read as a game.
    NoGames,
    /// The engine cannot be used.
    Engine,
    /// The parameters of the settings file do not fit the engine or do not read.
    Parameters,
    /// Something inside; the log of the server says more.
    Inside,
    /// The player of a full test has no game that can be scored, or is several people there.
    NoPlayer,
    /// The budget of the event does not reach for a full test that the rule chose.
    Budget,
}

impl Reason {
    pub(crate) const ALL: [Self; 6] =
        [Self::NoGames, Self::Engine, Self::Parameters, Self::Inside, Self::NoPlayer, Self::Budget];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::NoGames => "no_games",
            Self::Engine => "engine",
            Self::Parameters => "parameters",
            Self::Inside => "inside",
            Self::NoPlayer => "no_player",
            Self::Budget => "budget",
        }
    }

    /// The reason of a stored name.
    pub(crate) fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|reason| reason.name() == name)
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Job {
    pub(crate) id: i64,
    pub(crate) event: i64,
    /// What kind of work it is.
    pub(crate) kind: Kind,
    pub(crate) state: State,
    /// Why it failed, if it did.
    pub(crate) reason: Option<Reason>,
    /// When it was made.
    pub(crate) made: i64,
    /// When the engines took it up first.
    pub(crate) begun: Option<i64>,
    /// When it was over.
    pub(crate) ended: Option<i64>,
    pub(crate) done: u64,
    /// Positions in all; 0 until the games were read.
    pub(crate) total: u64,
}

const COLUMNS: &str = "id, event, state, reason, made, begun, ended, done, total, kind";

/// A job with its state and its kind as they are stored.
fn read(row: &Row<'_>) -> Result<(Job, String, String), rusqlite::Error> {
    let reason: String = row.get(3)?;
    let job = Job {
        id: row.get(0)?,
        event: row.get(1)?,
        kind: Kind::Screening,
        state: State::Failed,
        reason: Reason::named(&reason),
        made: row.get(4)?,
        begun: row.get(5)?,
        ended: row.get(6)?,
        done: row.get(7)?,
        total: row.get(8)?,
    };
    Ok((job, row.get(2)?, row.get(9)?))
}

/// A state or a kind that does not read is none: nothing is guessed.
fn with_state((mut job, state, kind): (Job, String, String)) -> Result<Job, StorageError> {
    let found = State::ALL.into_iter().find(|known| known.name() == state);
    job.state = found.ok_or(StorageError::Damaged { what: "a state of a job" })?;
    let kinds = [Kind::Screening, Kind::FullTest];
    let found = kinds.into_iter().find(|known| known.name() == kind);
    job.kind = found.ok_or(StorageError::Damaged { what: "a kind of a job" })?;
    Ok(job)
}

fn several(connection: &Connection, rest: &str, event: Option<i64>) -> Result<Vec<Job>, StorageError> {
    let mut statement = connection.prepare_cached(&format!("SELECT {COLUMNS} FROM job WHERE {rest}"))?;
    let rows = statement.query_map(rusqlite::params_from_iter(event), read)?;
    rows.map(|row| with_state(row?)).collect()
}

/// Makes a screening of an event, unless it is closed or has one that is not over: that one will see the new games.
pub(crate) fn queue(connection: &Connection, event: i64, now: i64) -> Result<(), StorageError> {
    connection
        .prepare_cached(
            "INSERT INTO job (event, state, reason, made, done, total)
             SELECT ?1, 'queued', '', ?2, 0, 0 WHERE NOT EXISTS
             (SELECT 1 FROM event WHERE id = ?1 AND closed IS NOT NULL)
             ON CONFLICT DO NOTHING",
        )?
        .execute(params![event, now])?;
    Ok(())
}

/// Makes a full test of a player, by what their address ends with; its number, or `None` if one is not over or the event is
/// closed.
pub(crate) fn queue_test(
    connection: &Connection,
    event: i64,
    subject: &str,
    now: i64,
) -> Result<Option<i64>, StorageError> {
    let made = connection
        .prepare_cached(
            "INSERT INTO job (event, state, reason, made, done, total, kind, subject)
             SELECT ?1, 'queued', '', ?2, 0, 0, 'full_test', ?3 WHERE NOT EXISTS
             (SELECT 1 FROM event WHERE id = ?1 AND closed IS NOT NULL)
             ON CONFLICT DO NOTHING",
        )?
        .execute(params![event, now, subject])?;
    Ok((made > 0).then(|| connection.last_insert_rowid()))
}

/// Jobs that the engines may work on, oldest first.
///
/// # Errors
/// `SQLite`'s, or a state that does not read.
pub(crate) fn open(connection: &Connection) -> Result<Vec<Job>, StorageError> {
    several(connection, "state IN ('queued', 'running') ORDER BY id", None)
}

/// The newest jobs of an event, newest first.
///
/// # Errors
/// `SQLite`'s, or a state that does not read.
pub(crate) fn of_event(connection: &Connection, event: i64) -> Result<Vec<Job>, StorageError> {
    several(connection, "event = ?1 ORDER BY id DESC LIMIT 20", Some(event))
}

/// The job of an event that the engines are at, else the newest that waits, else the newest.
///
/// # Errors
/// `SQLite`'s, or a state that does not read.
pub(crate) fn newest(connection: &Connection, event: i64) -> Result<Option<Job>, StorageError> {
    let order =
        "event = ?1 ORDER BY state = 'running' DESC, state IN ('queued', 'paused') DESC, id DESC LIMIT 1";
    Ok(several(connection, order, Some(event))?.into_iter().next())
}

/// The newest screening of an event.
///
/// # Errors
/// `SQLite`'s, or a state that does not read.
pub(crate) fn newest_screening(connection: &Connection, event: i64) -> Result<Option<Job>, StorageError> {
    let order = "event = ?1 AND kind = 'screening' ORDER BY id DESC LIMIT 1";
    Ok(several(connection, order, Some(event))?.into_iter().next())
}

/// The state of a job.
///
/// # Errors
/// `SQLite`'s, or a state that does not read.
pub(crate) fn by_id(connection: &Connection, id: i64) -> Result<Option<Job>, StorageError> {
    let found = connection
        .prepare_cached(&format!("SELECT {COLUMNS} FROM job WHERE id = ?1"))?
        .query_row([id], read)
        .optional()?;
    found.map(with_state).transpose()
}

/// What was running when the server ended waits again.
pub(crate) fn take_up(connection: &Connection) -> Result<(), StorageError> {
    connection.execute("UPDATE job SET state = 'queued' WHERE state = 'running'", [])?;
    Ok(())
}

/// The engines take up a job; every other one waits. False if somebody has paused or ended it by now.
pub(crate) fn begin(connection: &Connection, id: i64, now: i64) -> Result<bool, StorageError> {
    let taken = connection.execute(
        "UPDATE job SET state = 'running', begun = coalesce(begun, ?2) WHERE id = ?1 AND state IN ('queued', 'running')",
        params![id, now],
    )?;
    if taken == 0 {
        return Ok(false);
    }
    connection.execute("UPDATE job SET state = 'queued' WHERE state = 'running' AND id <> ?1", [id])?;
    Ok(true)
}

/// Notes how far a job has come.
pub(crate) fn note(connection: &Connection, id: i64, done: u64, total: u64) -> Result<(), StorageError> {
    let whole = |n| i64::try_from(n).unwrap_or(i64::MAX);
    connection.execute(
        "UPDATE job SET done = ?2, total = ?3 WHERE id = ?1",
        params![id, whole(done), whole(total)],
    )?;
    Ok(())
}

/// A job that the engines were at is over: done, or failed for a reason. One that somebody has paused or ended by now is
/// left as it is.
pub(crate) fn end(
    connection: &Connection,
    id: i64,
    failed: Option<Reason>,
    now: i64,
) -> Result<(), StorageError> {
    let state = failed.map_or(State::Done, |_| State::Failed);
    connection.execute(
        "UPDATE job SET state = ?2, reason = ?3, ended = ?4 WHERE id = ?1 AND state = 'running'",
        params![id, state.name(), failed.map_or("", Reason::name), now],
    )?;
    Ok(())
}

/// Ends all work on an event that is not over.
pub(crate) fn cancel_all(connection: &Connection, event: i64, now: i64) -> Result<(), StorageError> {
    connection.execute(
        "UPDATE job SET state = 'cancelled', ended = ?2
         WHERE event = ?1 AND state IN ('queued', 'running', 'paused')",
        [event, now],
    )?;
    Ok(())
}

/// Gives an order; false if the job is in no state for it.
///
/// # Errors
/// `SQLite`'s, or a state that does not read.
pub(crate) fn order(connection: &Connection, id: i64, order: Order, now: i64) -> Result<bool, StorageError> {
    let job = by_id(connection, id)?;
    let Some(state) = job.and_then(|job| order.leads_to(job.state)) else {
        return Ok(false);
    };
    let ended = state.is_over().then_some(now);
    connection
        .execute("UPDATE job SET state = ?2, ended = ?3 WHERE id = ?1", params![id, state.name(), ended])?;
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_by_hand() {
        use State::{Cancelled, Done, Failed, Paused, Queued, Running};
        let table = |order: Order| State::ALL.map(|state| order.leads_to(state));
        assert_eq!(
            State::ALL,
            [Queued, Running, Paused, Done, Failed, Cancelled],
            "the order of the columns below"
        );
        let none = None;
        assert_eq!(table(Order::Pause), [Some(Paused), Some(Paused), none, none, none, none]);
        assert_eq!(table(Order::Resume), [none, none, Some(Queued), none, none, none]);
        let ended = Some(Cancelled);
        assert_eq!(table(Order::Cancel), [ended, ended, ended, none, none, none]);
    }
}
