//! The threads that ask followed sources, and hand what they show to the engines.
//!
//! One thread sees what is due; each look has a thread and a bounded time of its own.
//!
//! Every version of every game is kept in a log beside the service's file, so that a restart knows since when each move
//! is there. Names of players and addresses are never logged.

use std::collections::BTreeMap;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use datasets::ReadError;
use datasets::live::{
    FollowError, Following, Limits, SourceError, Tracked, Tracker, TrackerError, open, pgn,
};
use pipeline::live_snapshot::LiveSnapshot;
use tempfile::NamedTempFile;

use crate::app::App;
use crate::events::live::{self, LiveSource};
use crate::events::quotas::MAX_SOURCES;
use crate::events::upload_summary::UploadSummary;
use crate::events::{self, boards};
use crate::jobs;
use crate::store::{StorageError, VERSIONS, live_folder};
use crate::web::Problem;

const INTERVAL: Duration = Duration::from_secs(10);
/// How often it is seen whether a source is due.
const BREATH: Duration = Duration::from_millis(500);
/// How long a look may ask further questions.
const LOOK_TIME: Duration = Duration::from_secs(20);
/// How long a question at work is waited for when the service stops.
const STOP_TIMEOUT: Duration = Duration::from_secs(2);
const REST_POLL_INTERVAL: Duration = Duration::from_millis(20);
const DOCUMENT_BYTES: u64 = 16 * 1024 * 1024;
const DOCUMENTS: usize = 256;
const PATIENCE: Duration = Duration::from_secs(15);

#[derive(Debug, thiserror::Error)]
enum LookError {
    #[error(transparent)]
    Source(#[from] SourceError),
    #[error("the place may not be followed any more")]
    Place,
    #[error("the disk of the server is nearly full")]
    Space,
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
    /// The games with their moves and results, as they were handed to the engines.
    handed: Vec<(String, usize, bool)>,
    /// The account of the games as it was stored; absent before the first look.
    summary: Option<UploadSummary>,
}

/// The end of a look.
struct Looked {
    /// Absent if the source could not be opened.
    followed: Option<Box<Followed>>,
    /// When the source wants to be asked again.
    wait: Duration,
}

enum State {
    Resting { followed: Option<Box<Followed>>, due: Instant },
    Looking(JoinHandle<Looked>),
}

impl State {
    fn is_at_work(&self) -> bool {
        matches!(self, Self::Looking(look) if !look.is_finished())
    }

    /// Takes the end of a look in.
    fn settled(self) -> Self {
        match self {
            Self::Looking(look) if look.is_finished() => {
                let looked = look.join().unwrap_or_else(|_| {
                    tracing::error!("a look at a source ended too early");
                    Looked { followed: None, wait: Duration::ZERO }
                });
                let due = Instant::now() + looked.wait.max(INTERVAL);
                Self::Resting { followed: looked.followed, due }
            }
            other => other,
        }
    }
}

/// Takes in the ends of all looks.
fn settle(sources: &mut BTreeMap<i64, State>) {
    *sources = std::mem::take(sources).into_iter().map(|(event, state)| (event, state.settled())).collect();
}

/// Begins the looks, each in a thread of its own, so that a slow source holds up no other.
pub(crate) struct Follower {
    looker: Looker,
    sources: BTreeMap<i64, State>,
}

impl Follower {
    pub(crate) fn new(app: &App) -> Self {
        Self { looker: Looker { app: app.clone() }, sources: BTreeMap::new() }
    }

    pub(crate) fn run(mut self) {
        while !self.looker.app.work.stopping() {
            if let Err(error) = self.look() {
                tracing::error!(%error, "sources could not be looked at");
            }
            std::thread::sleep(BREATH);
        }
        if !self.rests(Instant::now() + STOP_TIMEOUT) {
            tracing::warn!("a source that did not answer was left");
        }
    }

    /// Begins a look at every source that is due. What is wrong with a source is stored with it.
    pub(crate) fn look(&mut self) -> Result<(), StorageError> {
        let app = &self.looker.app;
        let (sources, mut left_behind) = app.read_now(|c| Ok((live::followed(c)?, live::left_behind(c)?)))?;
        left_behind.retain(|source| app.work.stand(source.event).is_none());
        settle(&mut self.sources);
        self.sources.retain(|event, state| {
            let wanted = |source: &LiveSource| source.event == *event;
            state.is_at_work() || sources.iter().chain(&left_behind).any(wanted)
        });
        let mut at_work = self.sources.values().filter(|state| state.is_at_work()).count();
        let followed = sources.into_iter().map(|source| (source, true));
        let recalled = left_behind.into_iter().map(|source| (source, false));
        for (source, is_followed) in followed.chain(recalled) {
            let now = Instant::now();
            let event = source.event;
            let state = self.sources.entry(event).or_insert(State::Resting { followed: None, due: now });
            if at_work >= MAX_SOURCES {
                break;
            }
            if let State::Resting { followed, due } = state
                && *due <= now
            {
                let (looker, followed) = (self.looker.clone(), followed.take());
                let look = std::thread::Builder::new().name("source".to_owned()).spawn(move || {
                    if is_followed { looker.look(source, followed) } else { looker.recall(&source) }
                });
                *state = match look {
                    Ok(look) => State::Looking(look),
                    Err(error) => {
                        tracing::error!(%error, "a look at a source could not be begun");
                        State::Resting { followed: None, due: now + INTERVAL }
                    }
                };
                at_work += 1;
            }
        }
        Ok(())
    }

    /// Waits until no look is at work; false if one is after that time.
    fn rests(&self, until: Instant) -> bool {
        while self.sources.values().any(State::is_at_work) {
            if Instant::now() >= until {
                return false;
            }
            std::thread::sleep(REST_POLL_INTERVAL);
        }
        true
    }

    /// Looks at every source now and waits for the end, for tests.
    #[cfg(test)]
    pub(crate) fn look_now(&mut self) -> Result<(), StorageError> {
        for state in self.sources.values_mut() {
            if let State::Resting { due, .. } = state {
                *due = Instant::now();
            }
        }
        self.look()?;
        assert!(self.rests(Instant::now() + Duration::from_secs(60)), "a look does not end");
        settle(&mut self.sources);
        Ok(())
    }
}

/// One look at one source.
#[derive(Clone)]
struct Looker {
    app: App,
}

impl Looker {
    fn look(&self, source: LiveSource, mut followed: Option<Box<Followed>>) -> Looked {
        let event = source.event;
        let (problem, wait) = match self.look_at(source, &mut followed) {
            Ok(wait) => (String::new(), wait),
            Err(LookError::Source(error)) => {
                let wait = error.retry_after().unwrap_or_default();
                (error.to_string(), wait)
            }
            Err(other) => (other.to_string(), Duration::ZERO),
        };
        if !self.app.work.stopping()
            && let Err(error) = self.app.change_now(move |c| live::looked(c, event, &problem))
        {
            tracing::error!(event, %error, "a look at a source could not be noted");
        }
        Looked { followed, wait }
    }

    /// Gives the engines the last state of a source that is no longer followed, from its stored versions.
    fn recall(&self, source: &LiveSource) -> Looked {
        let event = source.event;
        let at = u64::try_from(self.app.now()).unwrap_or(0);
        let known = self.versions(event);
        let read = known.and_then(|(tracker, folder)| {
            let text = pgn(tracker.games());
            Ok((read(&text, tracker.games(), &folder, at, source.delay)?, text))
        });
        match read {
            Ok((stand, text)) => {
                self.app.work.set_pgn(event, text);
                self.app.work.set_stand(event, stand);
            }
            Err(error) => tracing::warn!(event, %error, "the versions of an event could not be read"),
        }
        Looked { followed: None, wait: Duration::ZERO }
    }

    fn look_at(
        &self,
        source: LiveSource,
        followed: &mut Option<Box<Followed>>,
    ) -> Result<Duration, LookError> {
        let event = source.event;
        self.app.has_space(0).map_err(|_| LookError::Space)?;
        let known = followed
            .take()
            .filter(|known| (&known.source.place, known.source.delay) == (&source.place, source.delay));
        let followed = match known {
            Some(known) => followed.insert(known),
            None => followed.insert(Box::new(self.opened(source)?)),
        };
        let at = u64::try_from(self.app.now()).unwrap_or(0);
        let begun = Instant::now();
        let go_on = || !self.app.work.stopping() && begun.elapsed() < LOOK_TIME;
        let seen = followed.following.look_while(at, &go_on);
        // What is known already counts even if the source does not answer now: moves become old enough meanwhile.
        let games = followed.following.games();
        self.app.work.set_boards(event, boards::of_source(games));
        let text = pgn(games);
        let stands = read(&text, games, &followed.folder, at, followed.source.delay)?;
        self.app.work.set_pgn(event, text);
        let summary = UploadSummary::new(&stands.collection);
        if followed.summary.as_ref() != Some(&summary) {
            followed.summary = Some(summary.clone());
            self.app.change_now(move |c| events::set_summary(c, event, &summary))?;
        }
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

    fn versions(&self, event: i64) -> Result<(Tracker, PathBuf), LookError> {
        versions(&self.app, event)
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
            handed: Vec::new(),
            summary: None,
        })
    }
}

/// The versions of an event that are kept, and the folder that they lie in.
fn versions(app: &App, event: i64) -> Result<(Tracker, PathBuf), LookError> {
    let folder = live_folder(app.storage.path()).join(event.to_string());
    make_private(&folder)?;
    let at = u64::try_from(app.now()).unwrap_or(0);
    let (tracker, resumed) = Tracker::open(&folder.join(VERSIONS), at)?;
    if let Some(bytes) = resumed.torn {
        tracing::warn!(event, bytes, "a half-written line was taken off a version log");
    }
    Ok((tracker, folder))
}

/// Every game of a followed event in its current version, as the source wrote it: those that it shows, and finished ones that it has
/// dropped.
pub(crate) fn current_pgn(app: &App, event: i64) -> Result<Arc<Vec<u8>>, Problem> {
    if let Some(text) = app.work.pgn(event) {
        return Ok(text);
    }
    // Nobody has looked since the server was started: the log of the versions holds them.
    match versions(app, event) {
        Ok((tracker, _)) => Ok(Arc::new(pgn(tracker.games()))),
        Err(LookError::Versions(TrackerError::Busy { .. })) => Err(Problem::Busy),
        Err(error) => {
            tracing::error!(event, %error, "the versions of an event could not be read");
            Err(Problem::Inside)
        }
    }
}

/// Games as they stand at a time, from the text of [`pgn`]; a temporary file in the folder is read as any other file is.
fn read(
    text: &[u8],
    games: &[Tracked],
    folder: &Path,
    at: u64,
    delay: u64,
) -> Result<LiveSnapshot, LookError> {
    let mut file = NamedTempFile::with_suffix_in(".pgn", folder)?;
    file.write_all(text)?;
    file.flush()?;
    let mut collection = datasets::read(&[file.path().to_owned()], None)?;
    for input in &mut collection.inputs {
        // The name of a temporary file says nothing and differs each time; the hash says what was read.
        "live.pgn".clone_into(&mut input.name);
    }
    Ok(LiveSnapshot::new(games, collection, at, delay))
}

/// A folder that only its owner may read.
fn make_private(folder: &Path) -> std::io::Result<()> {
    let mut builder = std::fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

pub(crate) fn start(app: &App) -> std::io::Result<JoinHandle<()>> {
    let follower = Follower::new(app);
    std::thread::Builder::new().name("sources".to_owned()).spawn(move || follower.run())
}
