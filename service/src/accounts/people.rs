//! The people of the service: who they are, how they sign in, what role they have at large.
//!
//! A person is never deleted, because the audit log names them; they are disabled. Players are not people of the service.

use rusqlite::{Connection, params};
use serde::Deserialize;

use crate::accounts::roles::Role;
use crate::keys::Key;
use crate::store::change::Change;
use crate::store::{self, Result};
use crate::web::Problem;
use crate::web::problem::Values;

const MAX_LOGIN: usize = 64;
/// Longest name, note or label that somebody may write, in characters.
pub(crate) const MAX_NAME: usize = 120;

#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(crate) struct Person {
    /// Number, as in the audit log.
    pub(crate) id: i64,
    pub(crate) login: String,
    pub(crate) name: String,
    pub(crate) role: Role,
    /// Since when they may not sign in.
    pub(crate) disabled: Option<i64>,
}

const COLUMNS: &str = "id, login, name, role, disabled";

/// A sign-in name as it is stored, if a text may be one: letters, digits and `.-_@`, in lower case.
pub(crate) fn login(text: &str) -> Option<String> {
    let text = text.trim().to_lowercase();
    let fits = |c: char| c.is_alphanumeric() || matches!(c, '.' | '-' | '_' | '@');
    let length = text.chars().count();
    ((2..=MAX_LOGIN).contains(&length) && text.chars().all(fits)).then_some(text)
}

/// A line that somebody wrote, if it is one: not empty, not too long, without characters that steer a terminal or turn
/// the direction of text. White space at the ends is no part of it.
pub(crate) fn line(text: &str) -> Option<String> {
    checked_line(text).ok()
}

/// The same, or what is wrong with it.
pub(crate) fn checked_line(text: &str) -> Result<String, (Key, Values)> {
    let line = checked_lines(text, MAX_NAME)?;
    match line.as_str() {
        "" => Err((Key::RefusedEmpty, Vec::new())),
        text if reports::visible(text) == text => Ok(line),
        text => Err((Key::RefusedUnseen, vec![("text", reports::visible(text))])),
    }
}

/// Lines that somebody wrote, if they are: not more characters than `most`, and none that steer a terminal or turn the
/// direction of text. White space at the ends is no part of them, and they may be empty.
pub(crate) fn checked_lines(text: &str, most: usize) -> Result<String, (Key, Values)> {
    let text = text.replace("\r\n", "\n");
    let text = text.trim();
    let plain = |line: &str| {
        let line = line.replace('\t', " ");
        reports::visible(&line) == line
    };
    let length = text.chars().count();
    if length > most {
        let values = vec![("length", length.to_string()), ("most", most.to_string())];
        return Err((Key::RefusedLong, values));
    }
    match text.split('\n').find(|line| !plain(line)) {
        None => Ok(text.to_owned()),
        Some(line) => Err((Key::RefusedUnseen, vec![("text", reports::visible(line))])),
    }
}

/// Makes a person. `None` if the sign-in name is taken.
pub(crate) fn add(
    c: &Change<'_>,
    login: &str,
    name: &str,
    password: &str,
    role: Role,
) -> Result<Option<i64>> {
    let sql = "INSERT INTO person (login, name, password, role, made) VALUES (?1, ?2, ?3, ?4, ?5)
               ON CONFLICT (login) DO NOTHING";
    let added = c.execute(sql, params![login, name, password, role.into_str(), c.now])?;
    Ok((added == 1).then(|| c.last_insert_rowid()))
}

pub(crate) fn by_id(c: &Connection, id: i64) -> Result<Option<Person>> {
    store::row(c, &format!("SELECT {COLUMNS} FROM person WHERE id = ?1"), [id])
}

pub(crate) fn by_login(c: &Connection, login: &str) -> Result<Option<Person>> {
    store::row(c, &format!("SELECT {COLUMNS} FROM person WHERE login = ?1"), [login])
}

/// Names that do not belong into the password of a person: their own, and those of their events.
pub(crate) fn names(c: &Connection, id: i64) -> Result<Vec<String>> {
    let sql = "SELECT login FROM person WHERE id = ?1 UNION SELECT name FROM person WHERE id = ?1
               UNION SELECT event.name FROM event JOIN membership ON membership.event = event.id WHERE person = ?1";
    store::rows(c, sql, [id])
}

/// The person with a sign-in name, if they may sign in: somebody to be given a role.
pub(crate) fn to_be_named(c: &Connection, login: &str) -> Result<Person, Problem> {
    let may_sign_in = by_login(c, login)?.filter(|person| person.disabled.is_none());
    may_sign_in.ok_or(Problem::refused(Key::RefusedUnknownPerson))
}

pub(crate) fn all(c: &Connection) -> Result<Vec<Person>> {
    store::rows(c, &format!("SELECT {COLUMNS} FROM person ORDER BY name, id"), [])
}

pub(crate) fn password(c: &Connection, id: i64) -> Result<Option<String>> {
    store::row(c, "SELECT password FROM person WHERE id = ?1", [id])
}

pub(crate) fn set_password(c: &Connection, id: i64, hash: &str) -> Result<()> {
    c.execute("UPDATE person SET password = ?2 WHERE id = ?1", params![id, hash])?;
    Ok(())
}

/// Disables somebody from an instant on, or lets them in again. Says whether that changed anything.
pub(crate) fn set_disabled(c: &Connection, id: i64, since: Option<i64>) -> Result<bool> {
    let sql = "UPDATE person SET disabled = ?2 WHERE id = ?1 AND (disabled IS NULL) <> (?2 IS NULL)";
    Ok(c.execute(sql, params![id, since])? == 1)
}

pub(crate) fn has_administrator(c: &Connection) -> Result<bool> {
    let mut statement = c.prepare_cached("SELECT 1 FROM person WHERE role = ?1 AND disabled IS NULL")?;
    Ok(statement.exists([Role::Administrator.into_str()])?)
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
        for text in ["", "  ", "a\nb", "a\0", "\u{1b}[31m", "a\u{202e}b", &"x".repeat(MAX_NAME + 1)] {
            assert_eq!(line(text), None, "{text:?}");
        }
    }
}
