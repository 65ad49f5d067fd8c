//! Wrong codes of a second factor after a right password.
//!
//! Whoever gives them knows the password, so their number lies in the file, where no restart and no flood of other attempts
//! empties it. Ten in a row close codes by time for an hour: of 240 guesses a day, three in a million each are right. Recovery
//! codes cannot be guessed and stay open. The person is told at the next sign-in, and of a closure by mail.

use rusqlite::{Connection, params};

use crate::clock::HOUR;
use crate::jobs::notifications::{self, Kind};
use crate::store::audit::Action;
use crate::store::change::Change;
use crate::store::{self, Result};

/// Wrong codes in a row that close codes by time.
const MAX_IN_A_ROW: i64 = 10;
const CLOSED_FOR: i64 = HOUR;

/// Whether no code by time of a person counts now. A closure that ends later than it could is one from before the clock was
/// set back.
pub(crate) fn is_closed(c: &Connection, person: i64, now: i64) -> Result<bool> {
    let until = store::row(c, "SELECT closed_until FROM wrong_code WHERE person = ?1", [person])?;
    Ok(until.is_some_and(|until: i64| (1..=CLOSED_FOR).contains(&until.saturating_sub(now))))
}

/// Counts one.
pub(crate) fn count(c: &Change<'_>, person: i64) -> Result<()> {
    let sql = "INSERT INTO wrong_code (person, untold, in_a_row) VALUES (?1, 1, 1)
               ON CONFLICT (person) DO UPDATE SET untold = untold + 1, in_a_row = in_a_row + 1
               RETURNING in_a_row";
    let in_a_row: i64 = store::row(c, sql, [person])?.unwrap_or(0);
    let closes = in_a_row >= MAX_IN_A_ROW && !is_closed(c, person, c.now)?;
    let detail = if closes { "codes are closed for an hour" } else { "" };
    c.log(Action::CodeRefused, format!("person {person}"), detail)?;
    if closes {
        let sql = "UPDATE wrong_code SET in_a_row = 0, closed_until = ?2 WHERE person = ?1";
        c.execute(sql, params![person, c.now.saturating_add(CLOSED_FOR)])?;
        notifications::store_own(c, person, Kind::CodesClosed)?;
    }
    Ok(())
}

/// A right one was given.
pub(crate) fn start_anew(c: &Change<'_>, person: i64) -> Result<()> {
    c.execute("UPDATE wrong_code SET in_a_row = 0, closed_until = 0 WHERE person = ?1", [person])?;
    Ok(())
}

/// How many there were since the last session of a person began; a new one tells of them.
pub(crate) fn untold(c: &Change<'_>, person: i64) -> Result<i64> {
    let untold = store::row(c, "SELECT untold FROM wrong_code WHERE person = ?1", [person])?;
    c.execute("UPDATE wrong_code SET untold = 0 WHERE person = ?1", [person])?;
    Ok(untold.unwrap_or(0))
}
