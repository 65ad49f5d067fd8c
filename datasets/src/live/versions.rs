//! All versions of each game: games change after publication, and both sides of a change are evidence.
//!
//! The tracker compares what a source holds now with what it held before and says for each game what became of it. It
//! never drops a version, never takes a half-written move for a move, and does not report a game as changed or gone
//! because a file was caught in the middle of being written. What a change means is not known here.

use std::collections::BTreeMap;
use std::path::Path;

use serde::Serialize;
use sha2::{Digest, Sha256};
use uci_pool::hex;

use crate::live::identity::{common, matched};
use crate::live::reading::{LiveGame, parse_text};
use crate::live::version_log::{Change, Record, Text, VersionLog};
use crate::pgn::game::GameResult;

pub use crate::live::version_log::TrackerError;

/// Looks in a row after which a game that is missing, or that lost its last moves at the torn end of a document, counts
/// as gone or changed although the source has not come to rest.
const LOOKS: u32 = 3;

/// One game after one look.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Report {
    /// Number of the game, from 0, in the order of appearance.
    pub game: usize,
    pub change: Change,
    pub event: String,
    pub round: String,
    pub white: String,
    pub black: String,
    /// Whole moves so far, in plies.
    pub plies: usize,
    pub result: GameResult,
    /// Where and why the game breaks, as a lower-case fragment.
    pub fault: Option<String>,
}

/// One version of a game, without its text; [`Tracker::text`] gives that.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Version {
    /// When it was first seen, seconds since 1970-01-01 UTC.
    pub seen_at: u64,
    /// SHA-256 of its text, lower-case hex.
    pub sha256: String,
    /// How it differs from the version before.
    pub change: Change,
    /// Whole moves, in plies.
    pub plies: usize,
    /// False if the text was caught half-written.
    pub complete: bool,
    /// Bytes that stay of the text before.
    keep: usize,
    add: Vec<u8>,
}

/// A game and all its versions.
#[derive(Clone, Debug)]
pub struct Tracked {
    pub latest: LiveGame,
    /// All versions, oldest first; never empty.
    pub versions: Vec<Version>,
    /// Whether the source still holds it.
    pub present: bool,
    /// Looks in a row that could not be believed yet.
    held: u32,
}

/// The state of a version log when it was opened.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Resumed {
    /// Games known from before.
    pub games: usize,
    /// Bytes of half a line at the end, left by a stop in the middle of writing. They were taken off and the log says so.
    pub torn: Option<u64>,
}

/// Keeps the versions of all games of one source.
#[derive(Debug, Default)]
pub struct Tracker {
    games: Vec<Tracked>,
    log: Option<VersionLog>,
}

impl Tracker {
    /// Keeps the versions in memory only.
    #[must_use]
    pub fn in_memory() -> Self {
        Self::default()
    }

    /// Keeps the versions in the log at `path`, and takes up those that stand there. `at` is the time in seconds since
    /// 1970-01-01 UTC.
    ///
    /// # Errors
    /// A log that cannot be used, is used by another process, or is damaged before its last line.
    pub fn open(path: &Path, at: u64) -> Result<(Self, Resumed), TrackerError> {
        let opened = VersionLog::open(path, at)?;
        let mut tracker = Self::default();
        let mut texts: Vec<Vec<u8>> = Vec::new();
        for (line, record) in opened.records {
            tracker.restore(record, &mut texts).map_err(|reason| opened.log.damaged(line, reason))?;
        }
        for (tracked, text) in tracker.games.iter_mut().zip(texts) {
            let document = std::mem::take(&mut tracked.latest.document);
            let (Some(game), Some(version)) = (parse_text(&document, &text), tracked.versions.last()) else {
                return Err(opened.log.damaged(1, "a version holds no game"));
            };
            tracked.latest = LiveGame { complete: version.complete, text, ..game };
        }
        let resumed = Resumed { games: tracker.games.len(), torn: opened.torn };
        tracker.log = Some(opened.log);
        Ok((tracker, resumed))
    }

    /// Compares what the source holds now, all documents together, with what it held before.
    ///
    /// `settled` says that the source gave the same bytes twice: then nobody is in the middle of writing, and a game
    /// that is missing has vanished. One report for each game that is there, in the given order, then one for each that
    /// vanished.
    ///
    /// # Errors
    /// The log cannot be written; then nothing has been taken over and the same look can be taken again.
    pub fn observe(
        &mut self,
        games: &[LiveGame],
        settled: bool,
        at: u64,
    ) -> Result<Vec<Report>, TrackerError> {
        let known: Vec<&LiveGame> = self.games.iter().map(|tracked| &tracked.latest).collect();
        let places = matched(&known, games);
        let mut records = Vec::new();
        let mut reports = Vec::with_capacity(games.len());
        let mut held = vec![None; self.games.len()];
        let mut fresh = self.games.len()..;
        for (game, place) in games.iter().zip(places) {
            let Some((at_place, tracked)) = place.and_then(|place| Some((place, self.games.get(place)?)))
            else {
                if let Some(number) = fresh.next() {
                    records.push(version(at, number, Change::New, &[], game));
                    reports.push(report(number, Change::New, game));
                }
                continue;
            };
            let believed = settled || tracked.held + 1 >= LOOKS;
            let (mut change, waits) = compare(&tracked.latest, game, believed);
            held[at_place] = Some(if waits { tracked.held.saturating_add(1) } else { 0 });
            if !tracked.present {
                records.push(Record::Returned { at, game: at_place });
            }
            if change == Change::Unchanged {
                if !tracked.present {
                    change = Change::Returned;
                }
            } else {
                records.push(version(at, at_place, change, &tracked.latest.text, game));
            }
            reports.push(report(at_place, change, if waits { &tracked.latest } else { game }));
        }
        for (place, tracked) in self.games.iter().enumerate() {
            if !tracked.present || held.get(place).copied().flatten().is_some() {
                continue;
            }
            if settled || tracked.held + 1 >= LOOKS {
                records.push(Record::Vanished { at, game: place });
                reports.push(report(place, Change::Vanished, &tracked.latest));
                held[place] = Some(0);
            } else {
                held[place] = Some(tracked.held + 1);
            }
        }
        if let Some(log) = &mut self.log {
            log.append(&records)?;
        }
        for (tracked, held) in self.games.iter_mut().zip(held) {
            tracked.held = held.unwrap_or_default();
        }
        self.apply(records, games, &reports);
        Ok(reports)
    }

    /// Whether something was seen that is believed only once the source rests: then look again with `settled`.
    #[must_use]
    pub fn waits(&self) -> bool {
        self.games.iter().any(|tracked| tracked.held > 0)
    }

    /// The games, in the order of appearance.
    #[must_use]
    pub fn games(&self) -> &[Tracked] {
        &self.games
    }

    /// The text of version `version` (from 0) of game `game`; `None` if there is none.
    #[must_use]
    pub fn text(&self, game: usize, version: usize) -> Option<Vec<u8>> {
        let versions = self.games.get(game)?.versions.get(..=version)?;
        Some(versions.iter().fold(Vec::new(), |mut text, version| {
            text.truncate(version.keep);
            text.extend_from_slice(&version.add);
            text
        }))
    }

    /// Takes over what has been written. The reports tell which game each record is about.
    fn apply(&mut self, records: Vec<Record>, games: &[LiveGame], reports: &[Report]) {
        let seen: BTreeMap<usize, &LiveGame> = reports.iter().map(|report| report.game).zip(games).collect();
        for record in records {
            match record {
                Record::Version { at, game, change, plies, complete, keep, add, sha256, .. } => {
                    let Some(&latest) = seen.get(&game) else {
                        continue;
                    };
                    let version = Version {
                        seen_at: at,
                        sha256,
                        change,
                        plies,
                        complete,
                        keep,
                        add: add.bytes().unwrap_or_default(),
                    };
                    self.add(game, latest.clone(), version);
                }
                Record::Vanished { game, .. } => self.set_present(game, false),
                Record::Returned { game, .. } => self.set_present(game, true),
                Record::Versions { .. } | Record::Torn { .. } => {}
            }
        }
    }

    fn set_present(&mut self, game: usize, present: bool) {
        if let Some(tracked) = self.games.get_mut(game) {
            tracked.present = present;
        }
    }

    fn add(&mut self, game: usize, latest: LiveGame, version: Version) {
        match self.games.get_mut(game) {
            Some(tracked) => {
                tracked.latest = latest;
                tracked.present = true;
                tracked.versions.push(version);
            }
            None => self.games.push(Tracked { latest, versions: vec![version], present: true, held: 0 }),
        }
    }

    /// Takes one record of the log; `texts` holds the latest text of each game.
    fn restore(&mut self, record: Record, texts: &mut Vec<Vec<u8>>) -> Result<(), &'static str> {
        match record {
            Record::Versions { .. } | Record::Torn { .. } => {}
            Record::Vanished { game, .. } | Record::Returned { game, .. } if game >= self.games.len() => {
                return Err("it names a game that has no version");
            }
            Record::Vanished { game, .. } => self.set_present(game, false),
            Record::Returned { game, .. } => self.set_present(game, true),
            Record::Version { at, game, change, document, plies, complete, keep, add, sha256 } => {
                if game == texts.len() {
                    texts.push(Vec::new());
                }
                let text = texts.get_mut(game).ok_or("it skips a game")?;
                let add = add.bytes().ok_or("its text is no hex")?;
                if keep > text.len() {
                    return Err("it keeps more than there is");
                }
                text.truncate(keep);
                text.extend_from_slice(&add);
                if hex(&Sha256::digest(&text)) != sha256 {
                    return Err("its text does not have the hash that it names");
                }
                let latest = LiveGame::nothing(document);
                let version = Version { seen_at: at, sha256, change, plies, complete, keep, add };
                self.add(game, latest, version);
            }
        }
        Ok(())
    }
}

/// The change of a game, and whether it has to be seen again before it counts.
fn compare(old: &LiveGame, new: &LiveGame, believed: bool) -> (Change, bool) {
    let stand = common(&old.moves, &new.moves);
    if stand < old.moves.len() {
        // A document caught in the middle of being written ends too early.
        if !new.complete && stand == new.moves.len() && !believed {
            return (Change::Unchanged, true);
        }
        return (Change::Changed { ply: stand + 1 }, false);
    }
    let change = if stand < new.moves.len() || (!old.complete && new.complete) {
        Change::Extended { from_ply: stand }
    } else if !new.complete || old.text == new.text {
        Change::Unchanged
    } else {
        Change::Amended
    };
    (change, false)
}

fn version(at: u64, number: usize, change: Change, before: &[u8], game: &LiveGame) -> Record {
    let mut keep = before.iter().zip(&game.text).take_while(|(a, b)| a == b).count();
    // A cut within a character would make text look like bytes.
    while keep > 0 && game.text.get(keep).is_some_and(|byte| byte & 0xc0 == 0x80) {
        keep -= 1;
    }
    Record::Version {
        at,
        game: number,
        change,
        document: game.document.clone(),
        plies: game.moves.len(),
        complete: game.complete,
        keep,
        add: Text::new(game.text.get(keep..).unwrap_or_default()),
        sha256: hex(&Sha256::digest(&game.text)),
    }
}

fn report(number: usize, change: Change, game: &LiveGame) -> Report {
    Report {
        game: number,
        change,
        event: game.event.clone(),
        round: game.round.clone(),
        white: game.white.name.clone(),
        black: game.black.name.clone(),
        plies: game.moves.len(),
        result: game.result,
        fault: game.fault.as_ref().map(|fault| {
            if fault.token.is_empty() {
                fault.reason.clone()
            } else {
                format!("{} at ply {}: `{}`", fault.reason, fault.ply + 1, fault.token)
            }
        }),
    }
}
