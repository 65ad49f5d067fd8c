//! The people of the service: who they are, how they sign in, what role they have at large.
//!
//! A person is never deleted, because the audit log names them; they are disabled. Players are not people of the service.

use rusqlite::{Connection, OptionalExtension, Row, params};

use crate::accounts::roles::Role;
use crate::keys::Key;
use crate::store::StorageError;
use crate::web::problem::Problem;

/// Longest sign-in name, in characters.
const LONGEST_LOGIN: usize = 64;
/// Longest name, note or label that somebody may write, in characters.
pub(crate) const LONGEST_NAME: usize = 120;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Person {
    /// Number, as in the audit log.
    pub(crate) id: i64,
    /// What they sign in with.
    pub(crate) login: String,
    /// What they are called.
    pub(crate) name: String,
    pub(crate) role: Role,
    /// Since when they may not sign in.
    pub(crate) disabled: Option<i64>,
}

const COLUMNS: &str = "id, login, name, role, disabled";

impl Person {
    fn read(row: &Row<'_>) -> Result<Self, rusqlite::Error> {
        Ok(Self {
            id: row.get(0)?,
            login: row.get(1)?,
            name: row.get(2)?,
            role: stored_role(row, 3)?,
            disabled: row.get(4)?,
        })
    }
}

/// A role in a column. One that is not known is an error: to guess at it would be to give or take rights.
pub(crate) fn stored_role(row: &Row<'_>, column: usize) -> Result<Role, rusqlite::Error> {
    let name: String = row.get(column)?;
    name.parse().map_err(|error| {
        rusqlite::Error::FromSqlConversionFailure(column, rusqlite::types::Type::Text, Box::new(error))
    })
}

/// A sign-in name as it is stored, if a text may be one: letters, digits and `.-_@`, in lower case.
pub(crate) fn login(text: &str) -> Option<String> {
    let text = text.trim().to_lowercase();
    let fits = |c: char| c.is_alphanumeric() || matches!(c, '.' | '-' | '_' | '@');
    let length = text.chars().count();
    ((2..=LONGEST_LOGIN).contains(&length) && text.chars().all(fits)).then_some(text)
}

/// A line that somebody wrote, if it is one: not empty, not too long, without characters that steer a terminal or turn
/// the direction of text. White space at the ends is no part of it.
pub(crate) fn line(text: &str) -> Option<String> {
    let text = text.trim();
    let length = text.chars().count();
    ((1..=LONGEST_NAME).contains(&length) && reports::visible(text) == text).then(|| text.to_owned())
}

/// Lines that somebody wrote, if they are: not more characters than `most`, and none that steer a terminal or turn the
/// direction of text. White space at the ends is no part of them, and they may be empty.
pub(crate) fn lines(text: &str, most: usize) -> Option<String> {
    let text = text.replace("\r\n", "\n");
    let text = text.trim();
    let plain = |line: &str| {
        let line = line.replace('\t', " ");
        reports::visible(&line) == line
    };
    (text.chars().count() <= most && text.split('\n').all(plain)).then(|| text.to_owned())
}

/// Makes a person. `None` if the sign-in name is taken.
pub(crate) fn add(
    connection: &Connection,
    login: &str,
    name: &str,
    password: &str,
    role: Role,
    now: i64,
) -> Result<Option<i64>, StorageError> {
    let added = connection.execute(
        "INSERT INTO person (login, name, password, role, made) VALUES (?1, ?2, ?3, ?4, ?5)
         ON CONFLICT (login) DO NOTHING",
        params![login, name, password, role.name(), now],
    )?;
    Ok((added == 1).then(|| connection.last_insert_rowid()))
}

/// The person with a number.
pub(crate) fn by_id(connection: &Connection, id: i64) -> Result<Option<Person>, StorageError> {
    let sql = format!("SELECT {COLUMNS} FROM person WHERE id = ?1");
    Ok(connection.prepare_cached(&sql)?.query_row([id], Person::read).optional()?)
}

/// The person with a sign-in name, and the hash of their password.
pub(crate) fn by_login(
    connection: &Connection,
    login: &str,
) -> Result<Option<(Person, String)>, StorageError> {
    let sql = format!("SELECT {COLUMNS}, password FROM person WHERE login = ?1");
    let mut statement = connection.prepare_cached(&sql)?;
    let found = statement.query_row([login], |row| Ok((Person::read(row)?, row.get(5)?)));
    Ok(found.optional()?)
}

/// The person with a sign-in name, if they may sign in: somebody to be given a role.
///
/// # Errors
/// The refusal where there is nobody, or `SQLite`'s.
pub(crate) fn to_be_named(connection: &Connection, login: &str) -> Result<Person, Problem> {
    let found = by_login(connection, login)?.map(|(person, _)| person);
    let may_sign_in = found.filter(|person| person.disabled.is_none());
    may_sign_in.ok_or(Problem::refused(Key::RefusedUnknownPerson))
}

pub(crate) fn all(connection: &Connection) -> Result<Vec<Person>, StorageError> {
    let sql = format!("SELECT {COLUMNS} FROM person ORDER BY name, id");
    let mut statement = connection.prepare_cached(&sql)?;
    let rows = statement.query_map([], Person::read)?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// The hash of somebody's password.
pub(crate) fn password(connection: &Connection, id: i64) -> Result<Option<String>, StorageError> {
    let sql = "SELECT password FROM person WHERE id = ?1";
    Ok(connection.query_row(sql, [id], |row| row.get(0)).optional()?)
}

/// Sets a new hash.
pub(crate) fn set_password(connection: &Connection, id: i64, hash: &str) -> Result<(), StorageError> {
    connection.execute("UPDATE person SET password = ?2 WHERE id = ?1", params![id, hash])?;
    Ok(())
}

/// Disables somebody from an instant on, or lets them in again. Says whether that changed anything.
pub(crate) fn set_disabled(
    connection: &Connection,
    id: i64,
    since: Option<i64>,
) -> Result<bool, StorageError> {
    let changed = connection.execute(
        "UPDATE person SET disabled = ?2 WHERE id = ?1 AND (disabled IS NULL) <> (?2 IS NULL)",
        params![id, since],
    )?;
    Ok(changed == 1)
}

/// How many administrators may sign in.
pub(crate) fn administrators(connection: &Connection) -> Result<u64, StorageError> {
    let count: i64 = connection.query_row(
        "SELECT count(*) FROM person WHERE role = ?1 AND disabled IS NULL",
        [Role::Administrator.name()],
        |row| row.get(0),
    )?;
    Ok(count.unsigned_abs())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_to_sign_in_with() {
        assert_eq!(login(" Anna.Birch@club "), Some("anna.birch@club".to_owned()));
        assert_eq!(login("Суддя-1"), Some("суддя-1".to_owned()));
        for text in ["", "a", "a b", "a\u{202e}b", "<b>", "o'connor", &"a".repeat(65)] {
            assert_eq!(login(text), None, "{text}");
        }
    }

    #[test]
    fn lines_are_one_line_and_bounded() {
        assert_eq!(line(" O'Connor <b> "), Some("O'Connor <b>".to_owned()));
        for text in ["", "  ", "a\nb", "a\0", "\u{1b}[31m", "a\u{202e}b", &"x".repeat(LONGEST_NAME + 1)] {
            assert_eq!(line(text), None, "{text:?}");
        }
    }
}
