//! FIDE's rating lists in the service's file: for every event whose ratings are asked of them.

pub(crate) mod page;

use datasets::ratings::list::{IndexError, StoredList, stored};
use rusqlite::Connection;

use crate::store::StorageError;

/// The lists on file, by month and kind.
pub(crate) fn on_file(c: &Connection) -> Result<Vec<StoredList>, StorageError> {
    stored(c).map_err(|error| match error {
        IndexError::Sqlite(error) => StorageError::Sqlite(error),
        _ => StorageError::Damaged { what: "a rating list" },
    })
}
