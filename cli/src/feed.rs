//! `fairplay feed`: follows games while they are played, and keeps every version of each. Nothing is analysed here.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use anyhow::Context;
use datasets::Outcome;
use datasets::live::dgt_cloud::TOURNAMENT;
use datasets::live::{
    Change, DgtCloud, FileSource, FolderSource, Limits, LiveGame, Report, Source, Tracker, Update, UrlSource,
    games,
};
use reports::visible;
use serde::Serialize;

use crate::Ending;
use crate::arguments::FeedOptions;
use crate::interrupt;
use crate::screen::put;

/// The games as they stand.
const GAMES: &str = "games.pgn";
/// Every version of every game.
const VERSIONS: &str = "versions.jsonl";

/// How long a single look waits before it looks again at what may have been caught half-written.
const SECOND_LOOK: Duration = Duration::from_secs(1);

/// Follows a source.
pub(crate) fn run(options: &FeedOptions) -> anyhow::Result<Ending> {
    interrupt::listen();
    let limits = Limits {
        document_bytes: options.max_size * 1024 * 1024,
        ..Limits::default()
    };
    let source = source(&options.source, options.dgt, limits)?;
    let out = options
        .out
        .clone()
        .unwrap_or_else(|| PathBuf::from(format!("{}-feed", stem(&options.source))));
    std::fs::create_dir_all(&out).with_context(|| format!("cannot make the folder {}", out.display()))?;
    let (tracker, resumed) = Tracker::open(&out.join(VERSIONS), now())?;
    if let Some(bytes) = resumed.torn {
        eprintln!(
            "The version log ended in {bytes} bytes of a line that was never finished, left by an earlier stop. They were \
             taken off; the log says so."
        );
    }
    if resumed.games > 0 {
        eprintln!("{} games are known from before.", resumed.games);
    }
    eprintln!("Games and versions go to {}.", out.display());
    let mut feed = Feed {
        source,
        tracker,
        out,
        json: options.json,
        games: Vec::new(),
        told: Vec::new(),
    };
    if options.once {
        feed.look()?;
        if feed.tracker.waits() && pause(SECOND_LOOK) {
            feed.look()?;
        }
        return Ok(feed.ending());
    }
    let interval = Duration::from_secs(options.interval);
    loop {
        let wait = feed.look_or_say(interval)?;
        if !pause(wait) {
            return Ok(feed.ending());
        }
    }
}

struct Feed {
    source: Box<dyn Source>,
    tracker: Tracker,
    out: PathBuf,
    json: bool,
    /// What the source held at the last look that brought something.
    games: Vec<LiveGame>,
    /// Notes already printed: what stays as it is need not be said at every look.
    told: Vec<String>,
}

impl Feed {
    /// One look; a source that cannot answer is said and asked again later. Returns how long to wait.
    fn look_or_say(&mut self, interval: Duration) -> anyhow::Result<Duration> {
        match self.look() {
            Ok(wait) => Ok(interval.max(wait.unwrap_or_default())),
            Err(error) => match error.downcast_ref::<datasets::live::SourceError>() {
                Some(failure) => {
                    let wait = interval.max(failure.retry_after().unwrap_or_default());
                    self.say(vec![failure.to_string()]);
                    Ok(wait)
                }
                None => Err(error),
            },
        }
    }

    /// Asks once, keeps what is new, prints what changed.
    fn look(&mut self) -> anyhow::Result<Option<Duration>> {
        let at = now();
        let update = self.source.poll(at)?;
        let mut notes = update.notes.clone();
        let reports = if update.changed {
            self.take(&update, &mut notes)?;
            self.tracker.observe(&self.games, false, at)?
        } else if self.tracker.waits() {
            // Nobody was in the middle of writing: what is missing is missing.
            self.tracker.observe(&self.games, true, at)?
        } else {
            Vec::new()
        };
        self.say(notes);
        for report in reports.iter().filter(|report| report.change != Change::Unchanged) {
            self.print(report, at)?;
        }
        Ok(update.retry_after)
    }

    /// Reads the documents and writes the games that are whole.
    fn take(&mut self, update: &Update, notes: &mut Vec<String>) -> anyhow::Result<()> {
        let mut text = Vec::new();
        self.games.clear();
        for document in &update.documents {
            let reading = games(document);
            text.extend_from_slice(document.bytes[..reading.complete_bytes(document)].trim_ascii());
            text.extend_from_slice(b"\n\n");
            if reading.more {
                let count = reading.games.len();
                notes.push(format!(
                    "{}: only the first {count} games are followed",
                    document.name
                ));
            }
            self.games.extend(reading.games);
        }
        put(&self.out.join(GAMES), &text)
    }

    fn say(&mut self, notes: Vec<String>) {
        for note in notes.iter().filter(|note| !self.told.contains(note)) {
            eprintln!("{}", visible(note));
        }
        self.told = notes;
    }

    fn print(&self, report: &Report, at: u64) -> anyhow::Result<()> {
        let line = if self.json {
            serde_json::to_string(&Line { at, report })?
        } else {
            line(report)
        };
        // A reader that has had enough ends the program, without a panic: the log holds what was not printed.
        writeln!(std::io::stdout(), "{line}").context("cannot print")
    }

    fn ending(&self) -> Ending {
        if self.games.iter().any(|game| game.fault.is_some()) {
            Ending::Quarantined
        } else {
            Ending::Done
        }
    }
}

/// One line of JSON.
#[derive(Serialize)]
struct Line<'a> {
    /// Seconds since 1970-01-01 UTC.
    at: u64,
    #[serde(flatten)]
    report: &'a Report,
}

/// One line for people.
fn line(report: &Report) -> String {
    let moves = |plies: usize| {
        if plies == 1 {
            "1 ply".to_owned()
        } else {
            format!("{plies} plies")
        }
    };
    let what = match report.change {
        Change::New => format!("new, {}", moves(report.plies)),
        Change::Extended { from_ply } => {
            let more = report.plies.saturating_sub(from_ply);
            format!("{} more, now {}", moves(more), moves(report.plies))
        }
        Change::Changed { ply } => {
            let (turn, side) = (ply.div_ceil(2), if ply % 2 == 1 { "White" } else { "Black" });
            format!(
                "CHANGED from move {turn} of {side} on, now {}",
                moves(report.plies)
            )
        }
        Change::Amended => "same moves, other result, tags or comments".to_owned(),
        Change::Unchanged => "unchanged".to_owned(),
        Change::Vanished => format!("GONE from the source, {} are kept", moves(report.plies)),
        Change::Returned => "back again, as it was".to_owned(),
    };
    let result = match report.result {
        Outcome::White => ", 1-0",
        Outcome::Black => ", 0-1",
        Outcome::Draw => ", 1/2-1/2",
        Outcome::Unknown => "",
    };
    let fault = report
        .fault
        .as_ref()
        .map(|fault| format!("; {fault}"))
        .unwrap_or_default();
    let round = if report.round.is_empty() {
        "?"
    } else {
        &report.round
    };
    let line = format!(
        "{round}  {} - {}: {what}{result}{fault}",
        report.white, report.black
    );
    visible(&line)
}

/// What the text names: an address by its beginning, a tournament by its file, else a folder or a file.
fn source(text: &str, dgt: bool, limits: Limits) -> anyhow::Result<Box<dyn Source>> {
    let lower = text.to_ascii_lowercase();
    if lower.starts_with("http://") || lower.starts_with("https://") {
        let path = text.split(['?', '#']).next().unwrap_or_default();
        let cloud =
            dgt || path.ends_with(&format!("/{TOURNAMENT}")) || lower.contains(".livechesscloud.com/");
        return Ok(if cloud {
            Box::new(DgtCloud::from_url(text, limits)?)
        } else {
            Box::new(UrlSource::new(text, limits)?)
        });
    }
    let path = Path::new(text);
    let folder = if path.file_name().is_some_and(|name| name == TOURNAMENT) {
        path.parent()
            .filter(|parent| !parent.as_os_str().is_empty())
            .unwrap_or(Path::new("."))
    } else {
        path
    };
    Ok(if dgt || folder.join(TOURNAMENT).is_file() {
        Box::new(DgtCloud::from_folder(folder.to_owned(), limits))
    } else if folder.is_dir() {
        Box::new(FolderSource::new(folder.to_owned(), limits))
    } else {
        Box::new(FileSource::new(folder.to_owned(), limits))
    })
}

/// A name for the results, from the source.
fn stem(source: &str) -> String {
    let plain = source.split(['?', '#']).next().unwrap_or_default();
    let mut parts = plain
        .split(['/', '\\'])
        .filter(|part| !matches!(*part, "" | "." | ".." | TOURNAMENT));
    let name = parts.next_back().unwrap_or_default();
    let name = name.strip_suffix(".pgn").unwrap_or(name);
    if name.is_empty() || name.ends_with(':') {
        "event".to_owned()
    } else {
        name.replace(':', "-")
    }
}

/// Seconds since 1970-01-01 UTC.
fn now() -> u64 {
    SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(0, |since| since.as_secs())
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

#[cfg(test)]
mod tests {
    use super::*;

    fn report(change: Change, plies: usize) -> Report {
        Report {
            game: 0,
            change,
            event: "E".to_owned(),
            round: "3.14".to_owned(),
            white: "Birch\u{1b}[2J".to_owned(),
            black: "Oak".to_owned(),
            plies,
            result: Outcome::Unknown,
            fault: None,
        }
    }

    #[test]
    fn a_line_says_what_happened() {
        assert_eq!(
            line(&report(Change::Extended { from_ply: 3 }, 4)),
            "3.14  Birch\\u{1b}[2J - Oak: 1 ply more, now 4 plies"
        );
        for (ply, place) in [
            (1, "move 1 of White"),
            (2, "move 1 of Black"),
            (41, "move 21 of White"),
        ] {
            let line = line(&report(Change::Changed { ply }, 50));
            assert!(
                line.contains(&format!("CHANGED from {place} on, now 50 plies")),
                "{line}"
            );
        }
    }

    #[test]
    fn results_are_named_after_the_source() {
        for (source, expected) in [
            ("/a/open.pgn", "open"),
            ("rounds/", "rounds"),
            ("https://example.org/live/open.pgn?x=1", "open"),
            ("https://example.org:8080/", "example.org-8080"),
            (
                "https://1.pool.livechesscloud.com/get/0a1b/tournament.json",
                "0a1b",
            ),
            ("..", "event"),
            ("", "event"),
        ] {
            assert_eq!(stem(source), expected, "{source}");
        }
    }
}
