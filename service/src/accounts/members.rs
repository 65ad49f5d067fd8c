//! Members of events and of cases, each with a role there.

use rusqlite::{Connection, params};
use serde::Deserialize;

use crate::accounts::roles::{Permission, Role};
use crate::store::{self, StorageError};

/// An event or a case that people are members of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    Event(i64),
    Case(i64),
}

impl Place {
    /// Its table, the column with its number, and the number.
    fn table(self) -> (&'static str, &'static str, i64) {
        match self {
            Self::Event(id) => ("membership", "event", id),
            Self::Case(id) => ("case_member", "case_id", id),
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(crate) struct Member {
    /// Number of the person.
    pub(crate) person: i64,
    pub(crate) name: String,
    pub(crate) role: Role,
    may_sign_in: bool,
}

/// The role of a person; `None` too if there is no such event or case.
pub(crate) fn role(c: &Connection, place: Place, person: i64) -> Result<Option<Role>, StorageError> {
    let (table, column, id) = place.table();
    store::row(c, &format!("SELECT role FROM {table} WHERE {column} = ?1 AND person = ?2"), [id, person])
}

/// The members, by name.
pub(crate) fn list(c: &Connection, place: Place) -> Result<Vec<Member>, StorageError> {
    let (table, column, id) = place.table();
    let sql = format!(
        "SELECT person.id AS person, person.name AS name, {table}.role AS role,
         person.disabled IS NULL AS may_sign_in FROM {table} JOIN person ON person.id = {table}.person
         WHERE {column} = ?1 ORDER BY person.name, person.id"
    );
    store::rows(c, &sql, [id])
}

/// Makes a person a member, or another kind of member.
pub(crate) fn set(
    c: &Connection,
    place: Place,
    person: i64,
    role: Role,
    now: i64,
) -> Result<(), StorageError> {
    let (table, column, id) = place.table();
    let sql = format!(
        "INSERT INTO {table} ({column}, person, role, made) VALUES (?1, ?2, ?3, ?4)
         ON CONFLICT ({column}, person) DO UPDATE SET role = excluded.role"
    );
    c.execute(&sql, params![id, person, role.name(), now])?;
    Ok(())
}

/// Ends a membership; nothing else about the person goes.
pub(crate) fn remove(c: &Connection, place: Place, person: i64) -> Result<(), StorageError> {
    let (table, column, id) = place.table();
    c.execute(&format!("DELETE FROM {table} WHERE {column} = ?1 AND person = ?2"), [id, person])?;
    Ok(())
}

/// Numbers of the members who answer for an event or a case and may sign in: it must not be left without one.
pub(crate) fn managers(c: &Connection, place: Place) -> Result<Vec<i64>, StorageError> {
    let manages = match place {
        Place::Event(_) => Permission::ManageMembers,
        Place::Case(_) => Permission::ManageCase,
    };
    let members = list(c, place)?.into_iter();
    let managing = members.filter(|member| member.may_sign_in && member.role.may(manages));
    Ok(managing.map(|member| member.person).collect())
}

/// Whether somebody answers for an event or a case beside a person.
pub(crate) fn managed_without(c: &Connection, place: Place, person: i64) -> Result<bool, StorageError> {
    Ok(managers(c, place)?.iter().any(|manager| *manager != person))
}
