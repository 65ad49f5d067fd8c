//! Tokens for programs: each for one event, with scopes, revocable.
//!
//! A token is shown once, when it is made. It opens the routes of the interface for programs that ask for one of its
//! scopes, in its event, and nothing else.

use rusqlite::{Connection, params};
use serde::{Deserialize, Deserializer};
use strum::{EnumString, IntoStaticStr};

use crate::accounts::secret::Secret;
use crate::keys::Key;
use crate::store::{self, StorageError};

/// A right of a token. Names are stored and read by programs; they never change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, EnumString, IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub(crate) enum Scope {
    /// Read what is known about the event.
    ReadResults,
    /// Give the event games.
    UploadGames,
    /// Report that a player left the board or came back.
    ReportAbsences,
}

impl Scope {
    pub(crate) const ALL: [Self; 3] = [Self::ReadResults, Self::UploadGames, Self::ReportAbsences];

    pub(crate) fn name(self) -> &'static str {
        self.into()
    }

    /// The message with its name.
    pub(crate) fn key(self) -> Key {
        match self {
            Self::ReadResults => Key::ScopeReadResults,
            Self::UploadGames => Key::ScopeUploadGames,
            Self::ReportAbsences => Key::ScopeReportAbsences,
        }
    }
}

/// A token as it is known to the service.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(crate) struct Token {
    pub(crate) id: i64,
    pub(crate) event: i64,
    /// Its purpose, in the words of who made it.
    pub(crate) label: String,
    #[serde(deserialize_with = "scopes")]
    pub(crate) scopes: Vec<Scope>,
    pub(crate) made: i64,
}

/// A scope that is not known opens nothing.
fn scopes<'de, D: Deserializer<'de>>(names: D) -> Result<Vec<Scope>, D::Error> {
    let names = String::deserialize(names)?;
    Ok(names.split(' ').filter_map(|name| name.parse().ok()).collect())
}

pub(crate) fn make(
    connection: &Connection,
    event: i64,
    label: &str,
    scopes: &str,
    maker: i64,
    now: i64,
) -> Result<(i64, Secret), StorageError> {
    let secret = Secret::generate()?;
    let sql =
        "INSERT INTO api_token (hash, event, label, scopes, maker, made) VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
    let values = params![secret.hash(), event, label, scopes, maker, now];
    connection.execute(sql, values)?;
    Ok((connection.last_insert_rowid(), secret))
}

/// The token of a secret, unless it was revoked.
pub(crate) fn find(c: &Connection, secret: &Secret) -> Result<Option<Token>, StorageError> {
    let sql = "SELECT id, event, label, scopes, made FROM api_token WHERE hash = ?1 AND revoked IS NULL";
    store::row(c, sql, [secret.hash()])
}

/// The good tokens of an event, newest first.
pub(crate) fn of_event(c: &Connection, event: i64) -> Result<Vec<Token>, StorageError> {
    let sql = "SELECT id, event, label, scopes, made FROM api_token WHERE event = ?1 AND revoked IS NULL
               ORDER BY id DESC";
    store::rows(c, sql, [event])
}

/// Takes back a token of an event. Says whether there was one.
pub(crate) fn revoke(connection: &Connection, event: i64, id: i64, now: i64) -> Result<bool, StorageError> {
    let changed = connection.execute(
        "UPDATE api_token SET revoked = ?3 WHERE event = ?1 AND id = ?2 AND revoked IS NULL",
        params![event, id, now],
    )?;
    Ok(changed == 1)
}
