//! A file on its way in: from the network to a temporary file, from there into the storage.
//!
//! The bytes are counted and hashed while they come; what is over the limit is not waited for. The temporary file is gone
//! whatever happens. The name that a file comes with is only shown, never used as a path.

use std::fs::File;
use std::io::{Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use axum::body::Bytes;
use datasets::Collection;
use futures_util::{Stream, StreamExt as _};
use rusqlite::params;
use sha2::{Digest, Sha256};
use tempfile::{NamedTempFile, TempDir};
use tokio::io::AsyncWriteExt as _;
use tokio::sync::OwnedSemaphorePermit;
use tokio::time::Instant;
use uci_pool::hex;

use crate::accounts::people::MAX_NAME;
use crate::app::App;
use crate::events::attachments::{self, NewAttachment};
use crate::events::temporary::{self, TemporaryFile};
use crate::events::upload_summary::{UploadSummary, first_look, refusal};
use crate::events::{self, Size, live, quotas, told_apart};
use crate::jobs;
use crate::keys::Key;
use crate::store::Storage;
use crate::store::audit::{Action, Place};
use crate::store::change::{Access, Change};
use crate::web::access::Share;
use crate::web::quota::QuotaPlace;
use crate::web::{Ctx, Problem};

const PIECE_BYTES: u64 = 256 * 1024;
/// The free space of the disk is looked at each time that so many bytes of an upload came.
const SPACE_CHECK_BYTES: u64 = 4 * 1024 * 1024;
/// The least rate of an upload in bytes a second, on the average since it began.
const MIN_RATE: u64 = 4 * 1024;

/// Room for the files of one request on their way in, until it is dropped.
pub(crate) struct Room {
    _all: OwnedSemaphorePermit,
    _own: QuotaPlace<Share>,
}

/// Room for an upload, unless its sender or everybody together has as many as may be.
pub(crate) fn room(app: &App, share: Share) -> Result<Arc<Room>, Problem> {
    app.has_space(0)?;
    let own = app.coming_of.take(share).ok_or(Problem::Busy)?;
    let all = Arc::clone(&app.coming).try_acquire_owned().map_err(|_| Problem::Busy)?;
    Ok(Arc::new(Room { _all: all, _own: own }))
}

pub(crate) struct Received {
    file: NamedTempFile,
    name: String,
    sha256: String,
    bytes: u64,
    _room: Arc<Room>,
}

impl Received {
    pub(crate) fn whole(&self, max: u64) -> Result<(String, String, Vec<u8>), Problem> {
        if self.bytes > max {
            return Err(Problem::TooLarge);
        }
        Ok((self.name.clone(), self.sha256.clone(), std::fs::read(self.file.path())?))
    }

    /// Where it lies.
    pub(crate) fn path(&self) -> &Path {
        self.file.path()
    }

    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    pub(crate) fn bytes(&self) -> u64 {
        self.bytes
    }

    /// A part of this file as a file of its own, of at most so many bytes.
    pub(crate) fn part(
        &self,
        storage: &Storage,
        name: &str,
        mut from: impl std::io::Read,
        most: u64,
    ) -> std::io::Result<Self> {
        let mut file = temporary::file(storage.path())?;
        let (mut hash, mut bytes) = (Sha256::new(), 0_u64);
        let mut piece = vec![0; usize::try_from(PIECE_BYTES).unwrap_or(usize::MAX)];
        loop {
            let read = from.read(&mut piece)?;
            let Some(piece) = piece.get(..read).filter(|piece| !piece.is_empty()) else { break };
            bytes = bytes.saturating_add(read as u64);
            if bytes > most {
                let message = "it unpacks to more bytes than are read";
                return Err(std::io::Error::new(std::io::ErrorKind::FileTooLarge, message));
            }
            hash.update(piece);
            file.write_all(piece)?;
        }
        file.flush()?;
        let sha256 = hex(&hash.finalize());
        Ok(Self { file, name: shown_name(name), sha256, bytes, _room: Arc::clone(&self._room) })
    }

    /// Moves the file into a folder of its own, under the name that it came with as far as that is made of letters, digits,
    /// points and strokes of ASCII: what reads it may learn something from the name.
    pub(crate) fn persist(self, storage: &Storage) -> std::io::Result<TemporaryFile> {
        let kept = |c: char| {
            if c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_') { c } else { '_' }
        };
        let name: String = self.name.chars().map(kept).collect();
        TemporaryFile::persist(storage.path(), name.trim_start_matches('.'), self.file)
    }
}

/// The name of a file as it is shown: without folders and without what steers a terminal or the direction of text.
fn shown_name(sent: &str) -> String {
    let last = sent.rsplit(['/', '\\']).next().unwrap_or_default();
    let shown: String = reports::visible(last.trim()).chars().take(MAX_NAME).collect();
    if shown.is_empty() || shown.chars().all(|c| c == '.') { "games.pgn".to_owned() } else { shown }
}

/// Takes a file in, unless it has more bytes than an upload may have, comes too slowly, or the connection ends before it does.
pub(crate) async fn receive<E>(
    app: &App,
    name: &str,
    mut stream: impl Stream<Item = Result<Bytes, E>> + Unpin,
    room: &Arc<Room>,
) -> Result<Received, Problem> {
    let limits = &app.settings.limits;
    let pause_ends = Instant::now() + limits.upload_pause;
    let file = temporary::file(app.storage.path())?;
    let mut out = tokio::fs::File::from_std(file.reopen()?);
    let mut hash = Sha256::new();
    let mut bytes = 0_u64;
    loop {
        let due = pause_ends + Duration::from_secs(bytes / MIN_RATE);
        let next = tokio::time::timeout_at(due, stream.next()).await.map_err(|_| Problem::TooSlow)?;
        let Some(chunk) = next else { break };
        let chunk = chunk.map_err(|_| Problem::refused(Key::RefusedCutOff))?;
        bytes = bytes.saturating_add(chunk.len() as u64);
        if bytes > limits.upload_bytes {
            return Err(Problem::TooLarge);
        }
        if bytes / SPACE_CHECK_BYTES > (bytes - chunk.len() as u64) / SPACE_CHECK_BYTES {
            app.has_space(0)?;
        }
        hash.update(&chunk);
        out.write_all(&chunk).await?;
    }
    out.flush().await?;
    Ok(Received {
        file,
        name: shown_name(name),
        sha256: hex(&hash.finalize()),
        bytes,
        _room: Arc::clone(room),
    })
}

#[derive(Clone, Debug)]
pub(crate) enum Into {
    /// A new one with this name; its maker becomes its chief arbiter.
    New {
        name: String,
        report: Option<NewAttachment>,
    },
    Event(i64),
    /// An event that the file is known to be of: its games were told apart before, or somebody says that all are one event.
    Known(i64),
}

/// Keeps a file that came in, and says in which event. A refusal is in the audit log, and nothing of a refused file is
/// kept.
pub(crate) async fn keep(ctx: &Ctx, received: Received, into: Into) -> Result<i64, Problem> {
    let subject = format!("sha256 {}", received.sha256);
    let (app, access) = (ctx.app.clone(), ctx.visit.access);
    match ctx.app.read_upload(move || store(&app, received, into, access)).await? {
        Ok((event, games)) => {
            ctx.app.metrics.uploaded(games);
            Ok(event)
        }
        // Not known is not refused.
        Err(Problem::NotKnown) => Err(Problem::NotKnown),
        Err(problem) => {
            ctx.app.metrics.refused_upload();
            let detail = format!("reason {}", problem.key().id());
            ctx.change(move |c| Ok(c.log(Action::UploadRefused, subject, detail)?)).await?;
            Err(problem)
        }
    }
}

/// Stores a file; the event and the number of its games.
fn store(app: &App, received: Received, into: Into, access: Access) -> Result<(i64, u64), Problem> {
    let (limits, now) = (app.settings.limits, app.now());
    // It is written twice: to the log of the database, and from there to its file.
    app.has_space(received.bytes.saturating_mul(2))?;
    app.storage.read_now(|c| quotas::may_bring(c, &limits, access.actor, received.bytes, now))?;
    let known = match into {
        Into::New { .. } => Vec::new(),
        Into::Event(event) | Into::Known(event) => {
            if app.read_now(|c| live::of_event(c, event))?.is_some() {
                // Its games come from the source; two accounts of the same game would contradict each other.
                return Err(Problem::refused(Key::RefusedFollows));
            }
            app.read_now(|c| events::files(c, event))?
        }
    };
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
    let size = first_look(received.file.path(), before, &limits)?;
    let (_folder, mut paths) = restore(&app.storage, &known)?;
    paths.push(received.file.path().to_owned());
    if matches!(into, Into::Event(_)) {
        told_apart::refuse_others(&paths)?;
    }
    let summary = UploadSummary::read(&paths)?;
    let games = summary.total();
    let files: Vec<i64> = known.iter().map(|file| file.id).collect();
    let event = app.storage.write_now(move |c| -> Result<i64, Problem> {
        let c = Change::new(c, now, access);
        let (event, report) = match into {
            Into::Event(event) | Into::Known(event) => {
                // It may have been closed while the file came.
                events::open_or_refused(&c, event)?;
                (event, None)
            }
            Into::New { name, report } => {
                let person = c.person().ok_or(Problem::SignIn)?;
                quotas::may_make(&c, &limits, person, now)?;
                (events::make(&c, &name, person)?, report)
            }
        };
        let c = &c.at(Place::Event(event));
        if let Some(report) = report {
            attachments::give(c, &report)?;
        }
        // Another upload may have come between: then what was counted is no longer the event.
        if !events::files(c, event)?.iter().map(|file| &file.id).eq(&files) {
            return Err(Problem::Busy);
        }
        let id = add_file(c, &received, size)?;
        events::set_summary(c, event, &summary)?;
        c.log(Action::Uploaded, format!("file {id}"), format!("sha256 {}", received.sha256))?;
        jobs::queue(c, event)?;
        Ok(event)
    })?;
    Ok((event, games))
}

fn add_file(c: &Change<'_>, received: &Received, size: Size) -> Result<i64, Problem> {
    let (person, token) = c.actor.numbers();
    let Received { name, sha256, bytes, .. } = received;
    c.execute(
        "INSERT INTO file (event, name, sha256, bytes, games, unpacked, uploader, token, made)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
        params![c.id(), name, sha256, bytes, size.games, size.unpacked, person, token, c.now],
    )?;
    let id = c.last_insert_rowid();
    let mut insert = c.prepare_cached("INSERT INTO file_piece (file, piece, body) VALUES (?1, ?2, ?3)")?;
    let mut file = File::open(received.file.path())?;
    for piece in 0_i64.. {
        let mut body = Vec::new();
        (&mut file).take(PIECE_BYTES).read_to_end(&mut body)?;
        if body.is_empty() {
            break;
        }
        insert.execute(params![id, piece, body])?;
    }
    Ok(id)
}

/// The games of an event's files, read together under the names that the files came with.
pub(crate) fn collection(storage: &Storage, files: &[events::File]) -> Result<Collection, Problem> {
    let (_folder, paths) = restore(storage, files)?;
    let mut collection = datasets::read(&paths, None).map_err(|error| refusal(&error))?;
    for (input, file) in collection.inputs.iter_mut().zip(files) {
        input.name.clone_from(&file.name);
    }
    Ok(collection)
}

/// The games of an event's files as one PGN.
pub(crate) fn one_file(storage: &Storage, files: &[events::File]) -> Result<Vec<u8>, Problem> {
    let (_folder, paths) = restore(storage, files)?;
    let read = datasets::read(&paths, None).and_then(|collection| datasets::one_file(&paths, &collection));
    read.map_err(|error| refusal(&error))
}

fn restore(storage: &Storage, files: &[events::File]) -> Result<(TempDir, Vec<PathBuf>), Problem> {
    let folder = temporary::folder(storage.path())?;
    let mut paths = Vec::with_capacity(files.len() + 1);
    for (place, file) in files.iter().enumerate() {
        let path = folder.path().join(place.to_string());
        restore_file(storage, file.id, &path)?;
        paths.push(path);
    }
    Ok((folder, paths))
}

fn restore_file(storage: &Storage, file: i64, path: &Path) -> Result<(), Problem> {
    let mut out = File::create(path)?;
    storage.read_now(|c| -> Result<(), Problem> {
        for number in 0_i64.. {
            let Some(piece) = events::piece(c, file, number)? else {
                break;
            };
            out.write_all(&piece)?;
        }
        Ok(())
    })
}
