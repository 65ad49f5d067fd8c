//! Who is a member of which event, and as what.

use rusqlite::{Connection, OptionalExtension, params};

use crate::accounts::people::stored_role;
use crate::accounts::roles::Role;
use crate::store::StorageError;

/// A member of an event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Member {
    /// Number of the person.
    pub(crate) person: i64,
    pub(crate) name: String,
    /// Their role in the event.
    pub(crate) role: Role,
}

/// The role of a person in an event; `None` too if there is no such event.
pub(crate) fn role(connection: &Connection, event: i64, person: i64) -> Result<Option<Role>, StorageError> {
    let found = connection
        .prepare_cached("SELECT role FROM membership WHERE event = ?1 AND person = ?2")?
        .query_row([event, person], |row| stored_role(row, 0));
    Ok(found.optional()?)
}

/// The members of an event, by name.
pub(crate) fn of_event(connection: &Connection, event: i64) -> Result<Vec<Member>, StorageError> {
    let mut statement = connection.prepare_cached(
        "SELECT person.id, person.name, membership.role FROM membership JOIN person ON person.id = membership.person
         WHERE membership.event = ?1 ORDER BY person.name, person.id",
    )?;
    let rows = statement.query_map([event], |row| {
        Ok(Member { person: row.get(0)?, name: row.get(1)?, role: stored_role(row, 2)? })
    })?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Makes a person a member, or another kind of member.
pub(crate) fn set(
    connection: &Connection,
    event: i64,
    person: i64,
    role: Role,
    now: i64,
) -> Result<(), StorageError> {
    connection.execute(
        "INSERT INTO membership (event, person, role, made) VALUES (?1, ?2, ?3, ?4)
         ON CONFLICT (event, person) DO UPDATE SET role = excluded.role",
        params![event, person, role.name(), now],
    )?;
    Ok(())
}

/// Ends a membership. Says whether there was one.
pub(crate) fn remove(connection: &Connection, event: i64, person: i64) -> Result<bool, StorageError> {
    let sql = "DELETE FROM membership WHERE event = ?1 AND person = ?2";
    Ok(connection.execute(sql, [event, person])? == 1)
}

/// Chief arbiters of an event who may sign in, one person aside: an event must not be left without one.
pub(crate) fn other_chiefs(connection: &Connection, event: i64, person: i64) -> Result<u64, StorageError> {
    let count: i64 = connection.query_row(
        "SELECT count(*) FROM membership JOIN person ON person.id = membership.person
         WHERE event = ?1 AND person.id <> ?2 AND membership.role = ?3 AND person.disabled IS NULL",
        params![event, person, Role::ChiefArbiter.name()],
        |row| row.get(0),
    )?;
    Ok(count.unsigned_abs())
}
