//! Following a source: what `feed` and `watch` share. It asks, keeps every version, writes the games as they stand.
//!
//! The commands decide what to print about changes and how to use the games.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use anyhow::Context;
use clap::Args;
pub(crate) use datasets::live::LiveUpdate;
use datasets::live::dgt_cloud::TOURNAMENT;
use datasets::live::{FollowError, Following, Limits, Tracked, Tracker, open};
use reports::visible;

use crate::ExitStatus;
use crate::interrupt;
use crate::output::put;

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
    /// Treat the source as a `LiveChessCloud` tournament, whatever its name
    #[arg(long)]
    pub(crate) dgt: bool,
    /// Largest document in MiB
    #[arg(long, value_name = "MIB", default_value_t = 64, value_parser = clap::value_parser!(u64).range(1..=1024))]
    pub(crate) max_size: u64,
}

const GAMES: &str = "games.pgn";
const VERSIONS: &str = "versions.jsonl";

/// Pause before a second look at a source that may have been caught half-written.
pub(crate) const SECOND_LOOK: Duration = Duration::from_secs(1);

/// A source that is followed, and what is kept of it.
pub(crate) struct Follower {
    following: Following,
    out: PathBuf,
    /// Notes already printed: what stays as it is need not be said at every look.
    told: Vec<String>,
}

impl Follower {
    /// Opens a source and takes up the versions that lie in the folder.
    pub(crate) fn open(options: &SourceOptions, out: &Path) -> anyhow::Result<Self> {
        let limits = Limits { document_bytes: options.max_size * 1024 * 1024, ..Limits::default() };
        let source = open::open(&options.source, options.dgt, limits)?;
        std::fs::create_dir_all(out).with_context(|| format!("cannot make the folder {}", out.display()))?;
        let (tracker, resumed) = Tracker::open(&out.join(VERSIONS), now())?;
        if let Some(bytes) = resumed.torn {
            eprintln!(
                "The version log ended in {bytes} bytes of a line that was never finished, left by an earlier stop. They \
                 were taken off; the log says so."
            );
        }
        if resumed.games > 0 {
            eprintln!("{} games are known from before.", resumed.games);
        }
        eprintln!("Games and versions go to {}.", out.display());
        Ok(Self { following: Following::new(source, tracker), out: out.to_owned(), told: Vec::new() })
    }

    /// One look; a source that cannot answer is said and asked again later. Returns what it brought, if anything, and how
    /// long to wait.
    pub(crate) fn look_or_say(
        &mut self,
        interval: Duration,
    ) -> anyhow::Result<(Option<LiveUpdate>, Duration)> {
        match self.look() {
            Ok(seen) => {
                let wait = interval.max(seen.retry_after.unwrap_or_default());
                Ok((Some(seen), wait))
            }
            Err(error) => match error.downcast_ref::<FollowError>() {
                Some(FollowError::Source(failure)) => {
                    let wait = interval.max(failure.retry_after().unwrap_or_default());
                    self.say(vec![failure.to_string()]);
                    Ok((None, wait))
                }
                _ => Err(error),
            },
        }
    }

    /// Asks once and keeps what is new.
    pub(crate) fn look(&mut self) -> anyhow::Result<LiveUpdate> {
        let seen = self.following.look(now())?;
        if let Some(text) = &seen.text {
            put(&self.out.join(GAMES), text)?;
        }
        self.say(seen.notes.clone());
        Ok(seen)
    }

    fn say(&mut self, notes: Vec<String>) {
        for note in notes.iter().filter(|note| !self.told.contains(note)) {
            eprintln!("{}", visible(note));
        }
        self.told = notes;
    }

    /// Whether something was seen that is believed only once the source rests.
    pub(crate) fn waits(&self) -> bool {
        self.following.waits()
    }

    /// The games, each with all its versions, those included that the source holds no more.
    pub(crate) fn games(&self) -> &[Tracked] {
        self.following.games()
    }

    pub(crate) fn ending(&self) -> ExitStatus {
        if self.following.has_faults() { ExitStatus::Quarantined } else { ExitStatus::Done }
    }
}

/// A name for the results, from the source.
pub(crate) fn stem(source: &str) -> String {
    let plain = source.split(['?', '#']).next().unwrap_or_default();
    let mut parts = plain.split(['/', '\\']).filter(|part| !matches!(*part, "" | "." | ".." | TOURNAMENT));
    let name = parts.next_back().unwrap_or_default();
    let name = name.strip_suffix(".pgn").unwrap_or(name);
    if name.is_empty() || name.ends_with(':') { "event".to_owned() } else { name.replace(':', "-") }
}

/// Seconds since 1970-01-01 UTC.
pub(crate) fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs())
}

/// Waits; false if the user asked to stop.
pub(crate) fn pause(wait: Duration) -> bool {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_named_after_the_source() {
        for (source, expected) in [
            ("/a/open.pgn", "open"),
            ("rounds/", "rounds"),
            ("https://example.org/live/open.pgn?x=1", "open"),
            ("https://example.org:8080/", "example.org-8080"),
            ("https://1.pool.livechesscloud.com/get/0a1b/tournament.json", "0a1b"),
            ("..", "event"),
            ("", "event"),
        ] {
            assert_eq!(stem(source), expected, "{source}");
        }
    }
}
