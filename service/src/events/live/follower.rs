//! The thread that asks followed sources, and hands what they show to the engines.
//!
//! Every version of every game is kept in a log beside the service's file, so that a restart knows since when each move
//! is there. Names of players and addresses are never logged.

use std::collections::BTreeMap;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use datasets::ReadError;
use datasets::live::{FollowError, Following, Limits, SourceError, Tracked, Tracker, TrackerError, open};
use pipeline::live_snapshot::{LiveSnapshot, pgn};
use tempfile::NamedTempFile;

use crate::app::App;
use crate::events::boards;
use crate::events::live::{self, LiveSource};
use crate::jobs;
use crate::store::{self, StorageError};

const INTERVAL: Duration = Duration::from_secs(10);
/// How often the thread sees whether a source is due.
const BREATH: Duration = Duration::from_millis(500);
const DOCUMENT_BYTES: u64 = 16 * 1024 * 1024;
const DOCUMENTS: usize = 256;
const PATIENCE: Duration = Duration::from_secs(15);
pub(crate) const VERSIONS: &str = "versions.jsonl";

#[derive(Debug, thiserror::Error)]
enum LookError {
    #[error(transparent)]
    Source(#[from] SourceError),
    #[error("the place may not be followed any more")]
    Place,
    #[error("the games could not be read: {0}")]
    Read(#[from] ReadError),
    /// The folder of the versions, or a file in it.
    #[error(transparent)]
    Versions(#[from] TrackerError),
    #[error("the folder of the versions cannot be used: {0}")]
    Folder(#[from] std::io::Error),
    #[error(transparent)]
    Storage(#[from] StorageError),
}

impl From<FollowError> for LookError {
    fn from(error: FollowError) -> Self {
        match error {
            FollowError::Source(error) => error.into(),
            FollowError::Tracker(error) => error.into(),
        }
    }
}

struct Followed {
    source: LiveSource,
    following: Following,
    folder: PathBuf,
    due: Instant,
    /// The games with their moves and results, as they were handed to the engines.
    handed: Vec<(String, usize, bool)>,
}

pub(crate) struct Follower {
    app: App,
    followed: BTreeMap<i64, Followed>,
    /// Sources that cannot be opened, and when to try again.
    closed: BTreeMap<i64, Instant>,
}

impl Follower {
    pub(crate) fn new(app: &App) -> Self {
        Self { app: app.clone(), followed: BTreeMap::new(), closed: BTreeMap::new() }
    }

    pub(crate) fn run(mut self) {
        while !self.app.work.stopping() {
            if let Err(error) = self.look() {
                tracing::error!(%error, "sources could not be looked at");
            }
            std::thread::sleep(BREATH);
        }
    }

    /// Looks at every source that is due. What is wrong with a source is stored with it.
    pub(crate) fn look(&mut self) -> Result<(), StorageError> {
        let (sources, left_behind) =
            self.app.read_now(|c| Ok((live::followed(c)?, live::left_behind(c)?)))?;
        for source in left_behind {
            self.recall(&source);
        }
        self.followed.retain(|event, _| sources.iter().any(|source| source.event == *event));
        for source in sources {
            let event = source.event;
            let waits = |until: &Instant| *until > Instant::now();
            if self.app.work.stopping()
                || self.closed.get(&event).is_some_and(waits)
                || self.followed.get(&event).is_some_and(|followed| waits(&followed.due))
            {
                continue;
            }
            let (problem, wait) = match self.look_at(source) {
                Ok(wait) => (String::new(), wait),
                Err(LookError::Storage(error)) => return Err(error),
                Err(LookError::Source(error)) => {
                    let wait = error.retry_after().unwrap_or_default();
                    (error.to_string(), wait)
                }
                Err(other) => (other.to_string(), Duration::ZERO),
            };
            let due = Instant::now() + wait.max(INTERVAL);
            match self.followed.get_mut(&event) {
                Some(followed) => followed.due = due,
                None => {
                    self.closed.insert(event, due);
                }
            }
            self.app.change_now(move |c| live::looked(c, event, &problem))?;
        }
        Ok(())
    }

    /// Gives the engines the last state of a source that is no longer followed, from its stored versions.
    fn recall(&self, source: &LiveSource) {
        let event = source.event;
        if self.app.work.stand(event).is_some() {
            return;
        }
        let at = u64::try_from(self.app.now()).unwrap_or(0);
        let known = self.versions(event);
        match known.and_then(|(tracker, folder)| read(tracker.games(), &folder, at, source.delay)) {
            Ok(stand) => self.app.work.set_stand(event, stand),
            Err(error) => tracing::warn!(event, %error, "the versions of an event could not be read"),
        }
    }

    /// Looks at every source now, for tests.
    #[cfg(test)]
    pub(crate) fn look_now(&mut self) -> Result<(), StorageError> {
        self.closed.clear();
        for followed in self.followed.values_mut() {
            followed.due = Instant::now();
        }
        self.look()
    }

    fn look_at(&mut self, source: LiveSource) -> Result<Duration, LookError> {
        let event = source.event;
        let known = self
            .followed
            .get(&event)
            .is_some_and(|known| (&known.source.place, known.source.delay) == (&source.place, source.delay));
        if !known {
            let opened = self.opened(source)?;
            self.followed.insert(event, opened);
        }
        let at = u64::try_from(self.app.now()).unwrap_or(0);
        let Some(followed) = self.followed.get_mut(&event) else {
            return Ok(Duration::ZERO);
        };
        let seen = followed.following.look(at);
        // What is known already counts even if the source does not answer now: moves become old enough meanwhile.
        let games = followed.following.games();
        self.app.work.set_boards(event, boards::of_source(games));
        let stands = read(games, &followed.folder, at, followed.source.delay)?;
        let hand: Vec<_> = stands
            .collection
            .games
            .iter()
            .map(|game| {
                let over = game.result != datasets::GameResult::Unknown;
                (game.sha256.clone(), game.moves.len(), over)
            })
            .collect();
        if hand != followed.handed {
            followed.handed = hand;
            self.app.work.set_stand(event, stands);
            self.app.change_now(move |c| jobs::queue(c, event))?;
        }
        Ok(seen?.retry_after.unwrap_or_default())
    }

    /// The versions of an event that are kept, and the folder that they lie in.
    fn versions(&self, event: i64) -> Result<(Tracker, PathBuf), LookError> {
        let folder = folder(self.app.storage.path()).join(event.to_string());
        make_private(&folder)?;
        let at = u64::try_from(self.app.now()).unwrap_or(0);
        let (tracker, resumed) = Tracker::open(&folder.join(VERSIONS), at)?;
        if let Some(bytes) = resumed.torn {
            tracing::warn!(event, bytes, "a half-written line was taken off a version log");
        }
        Ok((tracker, folder))
    }

    fn opened(&self, source: LiveSource) -> Result<Followed, LookError> {
        let settings = &self.app.settings.live;
        // The settings and the links on the disk may have changed since the place was chosen.
        let place = live::allowed_place(&source.place, settings).map_err(|_| LookError::Place)?;
        let limits = Limits {
            document_bytes: DOCUMENT_BYTES,
            documents: DOCUMENTS,
            timeout: PATIENCE,
            public_only: !settings.private_addresses,
        };
        let (tracker, folder) = self.versions(source.event)?;
        Ok(Followed {
            following: Following::new(open::open(&place, limits)?, tracker),
            folder,
            source,
            due: Instant::now(),
            handed: Vec::new(),
        })
    }
}

/// Games as they stand at a time; a temporary file in the folder is read as any other file is.
fn read(games: &[Tracked], folder: &Path, at: u64, delay: u64) -> Result<LiveSnapshot, LookError> {
    let mut file = NamedTempFile::with_suffix_in(".pgn", folder)?;
    file.write_all(&pgn(games))?;
    file.flush()?;
    let mut collection = datasets::read(&[file.path().to_owned()], None)?;
    for input in &mut collection.inputs {
        // The name of a temporary file says nothing and differs each time; the hash says what was read.
        "live.pgn".clone_into(&mut input.name);
    }
    Ok(LiveSnapshot::new(games, collection, at, delay))
}

/// Where the version logs lie: beside the service's file.
pub(crate) fn folder(data: &Path) -> PathBuf {
    store::beside(data, "-live")
}

/// A folder that only its owner may read.
fn make_private(folder: &Path) -> std::io::Result<()> {
    let mut builder = std::fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

pub(crate) fn start(app: &App) -> std::io::Result<std::thread::JoinHandle<()>> {
    let follower = Follower::new(app);
    std::thread::Builder::new().name("sources".to_owned()).spawn(move || follower.run())
}
