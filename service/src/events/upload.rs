//! A file on its way in: from the network to a temporary file, from there into the storage.
//!
//! The bytes are counted and hashed while they come; what is over the limit is not waited for. The temporary file lies
//! beside the storage, is its owner's alone, and is gone whatever happens. The name that a file comes with is only
//! shown, never used as a path.

use std::fs::File;
use std::io::{Seek as _, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use axum::body::Bytes;
use futures_util::{Stream, StreamExt as _};
use rusqlite::Connection;
use sha2::{Digest, Sha256};
use tempfile::{NamedTempFile, TempDir};
use tokio::io::AsyncWriteExt as _;
use tokio::sync::OwnedSemaphorePermit;
use uci_pool::hex;

use crate::app::{App, Limits};
use crate::audit::{self, Action, Actor, Record};
use crate::events::attachments::{self, NewInput};
use crate::events::live;
use crate::events::upload_summary::{self, Size};
use crate::events::{self, NewFile};
use crate::jobs;
use crate::keys::Key;
use crate::members::{self, Place};
use crate::people::MAX_NAME;
use crate::problem::Problem;
use crate::roles::Role;
use crate::storage::StorageError;

/// A file that has come in whole.
pub(crate) struct Received {
    file: NamedTempFile,
    name: String,
    sha256: String,
    bytes: u64,
    _room: OwnedSemaphorePermit,
}

impl Received {
    /// Name, SHA-256 and bytes of a small file.
    ///
    /// # Errors
    /// It has more bytes than `most`, or cannot be read back.
    pub(crate) fn whole(&self, most: u64) -> Result<(String, String, Vec<u8>), Problem> {
        if self.bytes > most {
            return Err(Problem::TooLarge);
        }
        let bytes = std::fs::read(self.file.path())?;
        Ok((self.name.clone(), self.sha256.clone(), bytes))
    }
}

impl Received {
    /// Moves the file into a folder of its own, under the name that it came with as far as that is made of letters, digits,
    /// points and strokes of ASCII: what reads it may learn something from the name. It is gone with the folder.
    ///
    /// # Errors
    /// What stands in the way of moving it.
    pub(crate) fn named(self, storage: &crate::storage::Storage) -> std::io::Result<(TempDir, PathBuf)> {
        let kept = |c: char| {
            if c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_') { c } else { '_' }
        };
        let name: String = self.name.chars().map(kept).collect();
        let folder = beside(storage)?;
        let path = folder.path().join(name.trim_start_matches('.'));
        self.file.persist(&path)?;
        Ok((folder, path))
    }
}

/// A folder beside the storage that is its owner's alone and gone with what is returned.
pub(crate) fn beside(storage: &crate::storage::Storage) -> std::io::Result<TempDir> {
    TempDir::with_prefix_in(TEMPORARY, folder_of(storage.path()))
}

/// Beginning of the names of temporary files.
const TEMPORARY: &str = ".fairplay-upload-";
/// A temporary file as old as this was left by a server that was killed.
const LEFT: Duration = Duration::from_secs(86_400);

/// Removes what a server that was killed has left beside the storage.
pub(crate) fn sweep(data: &Path) {
    let Ok(entries) = std::fs::read_dir(folder_of(data)) else {
        return;
    };
    for entry in entries.flatten() {
        let ours = entry.file_name().to_str().is_some_and(|name| name.starts_with(TEMPORARY));
        let changed = entry.metadata().and_then(|data| data.modified()).ok();
        let old = changed.and_then(|at| at.elapsed().ok()).is_some_and(|age| age > LEFT);
        if ours && old {
            let path = entry.path();
            let gone =
                if path.is_dir() { std::fs::remove_dir_all(&path) } else { std::fs::remove_file(&path) };
            if let Err(error) = gone {
                tracing::warn!(%error, "a temporary file stays");
            }
        }
    }
}

/// The folder of a file.
fn folder_of(file: &Path) -> &Path {
    file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// The name of a file as it is shown: without folders and without what steers a terminal or the direction of text.
pub(crate) fn shown_name(sent: &str) -> String {
    let last = sent.rsplit(['/', '\\']).next().unwrap_or_default();
    let shown: String = reports::visible(last.trim()).chars().take(MAX_NAME).collect();
    if shown.is_empty() || shown.chars().all(|c| c == '.') { "games.pgn".to_owned() } else { shown }
}

/// Takes a file in.
///
/// # Errors
/// More bytes than an upload may have, or a connection that ends before the file does.
pub(crate) async fn receive<E>(
    app: &App,
    name: &str,
    mut stream: impl Stream<Item = Result<Bytes, E>> + Unpin,
) -> Result<Received, Problem> {
    let room = Arc::clone(&app.coming).try_acquire_owned().map_err(|_| Problem::Busy)?;
    let file = NamedTempFile::with_prefix_in(TEMPORARY, folder_of(app.storage.path()))?;
    let mut out = tokio::fs::File::from_std(file.reopen()?);
    let mut hash = Sha256::new();
    let mut bytes = 0_u64;
    while let Some(chunk) = stream.next().await {
        let chunk = chunk.map_err(|_| Problem::refused(Key::RefusedCutOff))?;
        bytes = bytes.saturating_add(chunk.len() as u64);
        if bytes > app.settings.limits.upload_bytes {
            return Err(Problem::TooLarge);
        }
        hash.update(&chunk);
        out.write_all(&chunk).await?;
    }
    out.flush().await?;
    Ok(Received { file, name: shown_name(name), sha256: hex(&hash.finalize()), bytes, _room: room })
}

/// Into which event a file goes.
#[derive(Clone, Debug)]
pub(crate) enum Into {
    /// A new one with this name; its maker becomes its chief arbiter.
    New {
        name: String,
        person: i64,
        /// Its tournament report, read.
        report: Option<NewInput>,
    },
    /// One that is there.
    Event(i64),
}

/// Keeps a file that came in, and says in which event and how many games that has now.
///
/// # Errors
/// A refusal in plain words; it is in the audit log. Nothing of a refused file is kept.
pub(crate) async fn keep(
    app: &App,
    received: Received,
    into: Into,
    actor: Actor,
) -> Result<(i64, u64), Problem> {
    let _place = app.uploads.acquire().await.map_err(|_| Problem::Busy)?;
    let event = match &into {
        Into::New { .. } => None,
        Into::Event(event) => Some(*event),
    };
    let sha256 = received.sha256.clone();
    let (limits, storage, now) = (app.settings.limits, app.storage.clone(), app.now());
    let kept = tokio::task::spawn_blocking(move || store(&storage, &received, &into, actor, &limits, now));
    let kept = kept.await.map_err(|_| Problem::Inside)?;
    match &kept {
        Ok((_, games)) => app.metrics.uploaded(*games),
        Err(problem) => {
            app.metrics.refused_upload();
            let record = Record {
                actor,
                action: Action::UploadRefused,
                event,
                subject: format!("sha256 {sha256}"),
                detail: format!("reason {}", problem.key().id()),
            };
            app.storage.write(move |c| audit::append(c, now, record)).await?;
        }
    }
    kept
}

fn store(
    storage: &crate::storage::Storage,
    received: &Received,
    into: &Into,
    actor: Actor,
    limits: &Limits,
    now: i64,
) -> Result<(i64, u64), Problem> {
    let event = match into {
        Into::New { .. } => None,
        Into::Event(event) => Some(*event),
    };
    let known = match event {
        None => Vec::new(),
        Some(event) => storage.read_now(|c| events::files(c, event))?,
    };
    if let Some(event) = event
        && storage.read_now(|c| live::of_event(c, event))?.is_some()
    {
        // Its games come from the source; two accounts of the same game would contradict each other.
        return Err(Problem::refused(Key::RefusedFollows));
    }
    if known.iter().any(|file| file.sha256 == received.sha256) {
        return Err(Problem::refused(Key::RefusedKnownFile));
    }
    if known.len() >= usize::try_from(limits.files).unwrap_or(usize::MAX) {
        return Err(Problem::refused(Key::RefusedManyFiles));
    }
    let before = Size {
        games: known.iter().fold(0, |sum, file| sum.saturating_add(file.size.games)),
        unpacked: known.iter().fold(0, |sum, file| sum.saturating_add(file.size.unpacked)),
    };
    let looked = upload_summary::first_look(received.file.path(), before, limits)?;
    let (_folder, mut paths) = restored(storage, event.unwrap_or_default(), &known)?;
    paths.push(received.file.path().to_owned());
    let account = upload_summary::account(&paths)?;
    let games = account.found();
    let mut bytes = File::open(received.file.path())?;
    bytes.rewind()?;
    let (into, name, sha256, size) =
        (into.clone(), received.name.clone(), received.sha256.clone(), received.bytes);
    let files: Vec<i64> = known.iter().map(|file| file.id).collect();
    let event = storage.write_now(move |c| -> Result<i64, Problem> {
        let event = match into {
            Into::Event(event) => {
                // It may have been closed while the file came.
                events::open_or_refused(c, event)?;
                event
            }
            Into::New { name, person, report } => {
                let event = new_event(c, &name, person, now)?;
                if let Some(report) = report {
                    attachments::give(c, event, &report, person, now)?;
                }
                event
            }
        };
        // Another upload may have come between: then what was counted is no longer the event.
        let before: Vec<i64> = events::files(c, event)?.iter().map(|file| file.id).collect();
        if before != files {
            return Err(Problem::Busy);
        }
        let (uploader, token) = match actor {
            Actor::Person(id) => (Some(id), None),
            Actor::Token(id) => (None, Some(id)),
            Actor::Nobody | Actor::Service => (None, None),
        };
        let file = NewFile { name: &name, sha256: &sha256, bytes: size, size: looked, uploader, token };
        let id = events::add_file(c, event, &file, &mut bytes, now)?;
        events::set_account(c, event, &account, &[files.as_slice(), &[id]].concat())?;
        let record = Record {
            actor,
            action: Action::Uploaded,
            event: Some(event),
            subject: format!("file {id}"),
            detail: format!("sha256 {sha256}"),
        };
        audit::append(c, now, record)?;
        jobs::queue(c, event, now)?;
        Ok(event)
    })?;
    Ok((event, games))
}

/// Makes an event whose maker is its chief arbiter.
pub(crate) fn new_event(
    connection: &Connection,
    name: &str,
    person: i64,
    now: i64,
) -> Result<i64, StorageError> {
    let event = events::make(connection, name, person, now)?;
    members::set(connection, Place::Event(event), person, Role::ChiefArbiter, now)?;
    let record = Record {
        actor: Actor::Person(person),
        action: Action::EventMade,
        event: Some(event),
        subject: format!("event {event}"),
        detail: String::new(),
    };
    audit::append(connection, now, record)?;
    Ok(event)
}

/// Writes files of an event beside the storage; they are gone with the folder that comes with their paths.
///
/// # Errors
/// What stands in the way of writing them.
pub(crate) fn restored(
    storage: &crate::storage::Storage,
    event: i64,
    files: &[events::File],
) -> Result<(TempDir, Vec<PathBuf>), Problem> {
    let folder = beside(storage)?;
    let mut paths = Vec::with_capacity(files.len() + 1);
    for (place, file) in files.iter().enumerate() {
        let path = folder.path().join(place.to_string());
        restore(storage, event, file.id, &path)?;
        paths.push(path);
    }
    Ok((folder, paths))
}

/// Writes the bytes of a stored file to a path.
fn restore(storage: &crate::storage::Storage, event: i64, file: i64, path: &Path) -> Result<(), Problem> {
    let mut out = File::create(path)?;
    storage.read_now(|c| -> Result<(), Problem> {
        for number in 0_i64.. {
            let Some(piece) = events::piece(c, event, file, number)? else {
                break;
            };
            out.write_all(&piece)?;
        }
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_left_is_removed_when_it_is_old_and_ours() {
        let folder = tempfile::tempdir().expect("a folder");
        let make = |name: &str, age: u64| {
            let path = folder.path().join(name);
            let file = File::create(&path).expect("made");
            let at = std::time::SystemTime::now() - Duration::from_secs(age);
            file.set_modified(at).expect("set");
            path
        };
        let paths = [
            make(".fairplay-upload-old", 90_000),
            make(".fairplay-upload-new", 60),
            make("fairplay.sqlite", 90_000),
            make("upload-old", 90_000),
        ];
        sweep(&folder.path().join("fairplay.sqlite"));
        assert_eq!(paths.map(|path| path.exists()), [false, true, true, true]);
    }

    #[test]
    fn a_name_is_only_shown() {
        for (sent, shown) in [
            ("round1.pgn", "round1.pgn"),
            ("../../etc/passwd", "passwd"),
            ("C:\\games\\a.pgn", "a.pgn"),
            ("", "games.pgn"),
            ("..", "games.pgn"),
            ("a/", "games.pgn"),
            ("\u{202e}ngp.exe", "\\u{202e}ngp.exe"),
            ("<script>.pgn", "<script>.pgn"),
        ] {
            assert_eq!(shown_name(sent), shown);
        }
        assert_eq!(shown_name(&"x".repeat(5_000)).chars().count(), MAX_NAME);
    }
}
