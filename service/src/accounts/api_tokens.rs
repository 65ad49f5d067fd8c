//! Tokens for programs: each for one event, with scopes, revocable.
//!
//! A token is shown once, when it is made. It opens the routes of the interface for programs that ask for one of its
//! scopes, in its event, and nothing else.

use rusqlite::{Connection, OptionalExtension, params};

use crate::accounts::secret::{NoRandomness, Secret};
use crate::store::StorageError;

/// What a token may be used for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
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

    /// As stored and as machines read it; never changed.
    #[must_use]
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::ReadResults => "read_results",
            Self::UploadGames => "upload_games",
            Self::ReportAbsences => "report_absences",
        }
    }

    /// The scope of a name.
    pub(crate) fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|scope| scope.name() == name)
    }
}

/// A token as it is known to the service.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Token {
    pub(crate) id: i64,
    pub(crate) event: i64,
    /// What it is for, in the words of who made it.
    pub(crate) label: String,
    pub(crate) scopes: Vec<Scope>,
    /// When it was made.
    pub(crate) made: i64,
}

/// Scopes of a stored list. A word that is not known opens nothing.
fn scopes(stored: &str) -> Vec<Scope> {
    stored.split(' ').filter_map(Scope::named).collect()
}

fn read(row: &rusqlite::Row<'_>) -> Result<Token, rusqlite::Error> {
    Ok(Token {
        id: row.get(0)?,
        event: row.get(1)?,
        label: row.get(2)?,
        scopes: scopes(&row.get::<_, String>(3)?),
        made: row.get(4)?,
    })
}

/// Makes a token.
///
/// # Errors
/// `SQLite`'s, or no randomness.
pub(crate) fn make<E>(
    connection: &Connection,
    event: i64,
    label: &str,
    scopes: &[Scope],
    maker: i64,
    now: i64,
) -> Result<(i64, Secret), E>
where
    E: From<StorageError> + From<NoRandomness>,
{
    let secret = Secret::generate()?;
    let names: Vec<&str> = scopes.iter().map(|scope| scope.name()).collect();
    connection
        .execute(
            "INSERT INTO api_token (hash, event, label, scopes, maker, made) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
            params![secret.hash(), event, label, names.join(" "), maker, now],
        )
        .map_err(StorageError::from)?;
    Ok((connection.last_insert_rowid(), secret))
}

/// The token of a secret, unless it was revoked.
pub(crate) fn find(connection: &Connection, secret: &Secret) -> Result<Option<Token>, StorageError> {
    let found = connection
        .prepare_cached(
            "SELECT id, event, label, scopes, made FROM api_token WHERE hash = ?1 AND revoked IS NULL",
        )?
        .query_row([secret.hash()], read);
    Ok(found.optional()?)
}

/// The tokens of an event that are good, newest first.
pub(crate) fn of_event(connection: &Connection, event: i64) -> Result<Vec<Token>, StorageError> {
    let mut statement = connection.prepare_cached(
        "SELECT id, event, label, scopes, made FROM api_token WHERE event = ?1 AND revoked IS NULL ORDER BY id DESC",
    )?;
    let rows = statement.query_map([event], read)?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Takes back a token of an event. Says whether there was one.
pub(crate) fn revoke(connection: &Connection, event: i64, id: i64, now: i64) -> Result<bool, StorageError> {
    let changed = connection.execute(
        "UPDATE api_token SET revoked = ?3 WHERE event = ?1 AND id = ?2 AND revoked IS NULL",
        params![event, id, now],
    )?;
    Ok(changed == 1)
}
