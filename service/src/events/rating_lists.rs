//! FIDE's rating lists in the service's file: for every event whose ratings are asked of them.
//!
//! A list is read and copied by `datasets`, on a connection of its own and in small changes, so that neither pages nor what they
//! write wait for hundreds of thousands of players. One list comes in at a time.

pub(crate) mod page;

use datasets::rating_list::{Added, IndexError, ListError, Lists, Options, StoredList, stored};
use rusqlite::Connection;

use crate::app::App;
use crate::audit::{self, Action, Actor, Record};
use crate::events::attachments;
use crate::events::upload::Received;
use crate::events::upload_summary;
use crate::jobs;
use crate::keys::Key;
use crate::problem::Problem;
use crate::storage::StorageError;

/// Most bytes of a list after unpacking. FIDE's longest, as XML, has about six hundred million.
const MOST_BYTES: u64 = 2 * 1024 * 1024 * 1024;

/// The lists on file, by month and kind.
///
/// # Errors
/// `SQLite`'s, or a list that does not read.
pub(crate) fn on_file(connection: &Connection) -> Result<Vec<StoredList>, StorageError> {
    stored(connection).map_err(|error| match error {
        IndexError::Sqlite(error) => StorageError::Sqlite(error),
        _ => StorageError::Damaged { what: "a rating list" },
    })
}

/// Reads a list and keeps it. Events whose ratings are asked of the lists are read again.
///
/// # Errors
/// The refusal that says what is wrong where; [`Problem::Busy`] while another list comes in.
pub(crate) async fn add(
    app: &App,
    received: Received,
    options: Options,
    person: i64,
) -> Result<Added, Problem> {
    let _only = app.lists.try_acquire().map_err(|_| Problem::Busy)?;
    let storage = app.storage.clone();
    let added = tokio::task::spawn_blocking(move || -> Result<Added, Problem> {
        let (_folder, path) = received.named(&storage)?;
        let mut lists = Lists::open(storage.path()).map_err(|error| refusal(&error))?;
        let added = lists.add_bounded(&path, &options, MOST_BYTES);
        added.map_err(|error| refusal(&error))
    });
    let added = added.await.map_err(|_| Problem::Inside)??;
    if !added.new {
        return Err(Problem::refused(Key::RefusedKnownList));
    }
    let (now, sha256) = (app.now(), added.list.sha256.clone());
    app.storage
        .write(move |c| -> Result<(), StorageError> {
            let record = Record {
                actor: Actor::Person(person),
                action: Action::RatingListAdded,
                event: None,
                subject: "rating list".to_owned(),
                detail: format!("sha256 {sha256}"),
            };
            audit::append(c, now, record)?;
            for event in attachments::asking_lists(c)? {
                jobs::queue(c, event, now)?;
            }
            Ok(())
        })
        .await?;
    app.work.interrupt();
    Ok(added)
}

/// What is said about a list that is not taken. Paths of this machine are in none of it.
fn refusal(error: &IndexError) -> Problem {
    let detail = |why, text: &str| Problem::Refused { why, detail: Some(reports::visible(text)) };
    match error {
        IndexError::List(ListError::Read(error)) => upload_summary::refusal(error),
        IndexError::List(ListError::KindUnknown { .. }) => Problem::refused(Key::RefusedListKind),
        IndexError::PeriodUnknown { .. } => Problem::refused(Key::RefusedListMonth),
        IndexError::Another { stored, .. } => detail(Key::RefusedListAnother, stored),
        IndexError::List(error) => detail(Key::RefusedList, &error.to_string()),
        IndexError::Store(_)
        | IndexError::Newer { .. }
        | IndexError::Damaged { .. }
        | IndexError::Sqlite(_) => {
            tracing::error!(%error, "rating lists");
            Problem::Inside
        }
    }
}
