//! Following a source: what `feed` and `watch` share. It asks, keeps every version, writes the games as they stand.
//!
//! The commands decide what to print about changes and how to use the games.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use clap::Args;
pub(crate) use datasets::live::LiveUpdate;
use datasets::live::{FollowError, Following, Limits, Tracked, Tracker, open};
use reports::visible;

use crate::interrupt;
use crate::output::terminal::say;
use crate::output::{put, take_folder};
use crate::{ExitStatus, Outcome};

/// A source of running games.
#[derive(Clone, Debug, Args)]
pub(crate) struct SourceOptions {
    /// PGN file that grows, a folder of them, an http(s) address, or a `LiveChessCloud` tournament (folder or address)
    #[arg(value_name = "SOURCE")]
    pub(crate) source: String,
    /// Seconds between two requests to the source
    #[arg(long, value_name = "SECONDS", default_value_t = 15, value_parser = clap::value_parser!(u64).range(1..=86_400))]
    pub(crate) interval: u64,
    /// Ask the source once and end
    #[arg(long)]
    pub(crate) once: bool,
}

/// The games that are kept, in their latest versions.
pub(crate) const GAMES: &str = "games.pgn";
const VERSIONS: &str = "versions.jsonl";

/// Pause before a second look at a source that may have been caught half-written.
const SECOND_LOOK: Duration = Duration::from_secs(1);

/// A source that is followed, and what is kept of it.
pub(crate) struct Follower {
    following: Following,
    out: PathBuf,
    /// Notes already printed: what stays as it is need not be said at every look.
    told: Vec<String>,
    /// Keeps other runs from the folder.
    _taken: Option<File>,
}

impl Follower {
    /// Opens a source and takes up the versions that lie in the folder.
    pub(crate) fn open(options: &SourceOptions, out: &Path) -> anyhow::Result<Self> {
        let source = open::open(&options.source, Limits::default())?;
        let taken = take_folder(out)?;
        let (tracker, resumed) = Tracker::open(&out.join(VERSIONS), now())?;
        if let Some(bytes) = resumed.torn {
            say!(
                "The version log ended in {bytes} bytes of a line that was never finished, left by an earlier stop. They \
                 were taken off; the log says so."
            );
        }
        if resumed.games > 0 {
            say!("{} games are known from before.", resumed.games);
        }
        say!("Games and versions go to {}.", out.display());
        Ok(Self {
            following: Following::new(source, tracker),
            out: out.to_owned(),
            told: Vec::new(),
            _taken: taken,
        })
    }

    /// Looks at the source until the user stops it, or once. `take` gets what a look brought (with `--once` there may be
    /// two), and when the next one is due.
    pub(crate) fn follow(
        &mut self,
        options: &SourceOptions,
        mut take: impl FnMut(&Self, &[LiveUpdate], Option<Instant>) -> anyhow::Result<()>,
    ) -> Outcome {
        if options.once {
            let mut seen = vec![self.look()?];
            if self.following.waits() && pause(SECOND_LOOK) {
                seen.push(self.look()?);
            }
            take(self, &seen, None)?;
            return Ok((self.status(), String::new()));
        }
        let interval = Duration::from_secs(options.interval);
        loop {
            let begun = Instant::now();
            let (seen, wait) = self.look_or_say()?;
            let due = begun + interval.max(wait.unwrap_or_default());
            take(self, seen.as_slice(), Some(due))?;
            if !pause(due.saturating_duration_since(Instant::now())) {
                return Ok((self.status(), String::new()));
            }
        }
    }

    /// One look; a source that cannot answer is said and asked again later. Returns what it brought, if anything, and how
    /// long the source asks to wait.
    fn look_or_say(&mut self) -> anyhow::Result<(Option<LiveUpdate>, Option<Duration>)> {
        match self.look() {
            Ok(seen) => {
                let wait = seen.retry_after;
                Ok((Some(seen), wait))
            }
            Err(error) => match error.downcast_ref::<FollowError>() {
                Some(FollowError::Source(failure)) => {
                    let wait = failure.retry_after();
                    self.say(vec![failure.to_string()]);
                    Ok((None, wait))
                }
                _ => Err(error),
            },
        }
    }

    /// Asks once and keeps what is new.
    fn look(&mut self) -> anyhow::Result<LiveUpdate> {
        let seen = self.following.look(now())?;
        if let Some(text) = &seen.text {
            put(&self.out.join(GAMES), text)?;
        }
        self.say(seen.notes.clone());
        Ok(seen)
    }

    fn say(&mut self, notes: Vec<String>) {
        for note in notes.iter().filter(|note| !self.told.contains(note)) {
            say!("{}", visible(note));
        }
        self.told = notes;
    }

    /// The games, each with all its versions, those included that the source holds no more.
    pub(crate) fn games(&self) -> &[Tracked] {
        self.following.games()
    }

    fn status(&self) -> ExitStatus {
        if self.following.has_faults() { ExitStatus::Quarantined } else { ExitStatus::Done }
    }
}

/// Seconds since 1970-01-01 UTC.
fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs())
}

/// Waits; false if the user asked to stop.
fn pause(wait: Duration) -> bool {
    let started = Instant::now();
    loop {
        if interrupt::requested() {
            return false;
        }
        let left = wait.saturating_sub(started.elapsed());
        if left.is_zero() {
            return true;
        }
        std::thread::sleep(left.min(Duration::from_millis(100)));
    }
}
