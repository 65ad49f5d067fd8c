//! The head of the log outside of the file: on standard error, and in a list beside the file.
//!
//! A log that was cut off at its end holds together, and whoever can write the file can hash it anew. Each head that was noted
//! elsewhere shows that. The list is only added to.

use std::io::{ErrorKind, Write as _};
use std::path::{Path, PathBuf};

use super::Head;
use crate::store::{Result, Storage, beside, private};

/// Where the heads of a server are noted, one to a line.
pub fn path(data: &Path) -> PathBuf {
    beside(data, "-heads")
}

/// The heads in a list; none if there is no list. A line that is no head is an error: somebody wrote it.
///
/// # Errors
/// A file that cannot be read, or holds other lines.
pub fn read(path: &Path) -> std::io::Result<Vec<Head>> {
    let text = match std::fs::read_to_string(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
        text => text?,
    };
    let head = |line: &str| line.parse().map_err(|error| std::io::Error::new(ErrorKind::InvalidData, error));
    text.lines().map(head).collect()
}

/// Notes the head as it is now. A list that cannot be written is an error in the log of the process and no reason to stop.
pub(crate) fn note(storage: &Storage) -> Result<()> {
    let head = storage.read_now(super::head)?;
    tracing::info!(%head, "audit log");
    let path = path(storage.path());
    let noted = read(&path).and_then(|heads| {
        if heads.last() == Some(&head) {
            return Ok(());
        }
        let mut file = private().append(true).create(true).open(&path)?;
        file.write_all(format!("{head}\n").as_bytes())?;
        file.sync_all()
    });
    if let Err(error) = noted {
        tracing::error!(%error, "the head of the audit log could not be noted beside the file");
    }
    Ok(())
}

/// Says in the log of the process if a head that was noted beside the file is not in the audit log any more.
pub(crate) fn compare(storage: &Storage) -> Result<()> {
    let heads = read(&path(storage.path())).unwrap_or_else(|error| {
        tracing::error!(%error, "the noted heads of the audit log cannot be read");
        Vec::new()
    });
    let missing = storage.read_now(|c| -> Result<_> {
        for head in heads {
            if !super::holds(c, &head)? {
                return Ok(Some(head));
            }
        }
        Ok(None)
    })?;
    if let Some(head) = missing {
        tracing::error!(%head, "the audit log does not hold a head that was noted: entries were removed or changed, or this is an older copy");
    }
    Ok(())
}
