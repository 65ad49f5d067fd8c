//! All versions of each game: games change after publication, and both sides of a change are evidence. No version is
//! dropped, no half-written move taken for a move, and no game reported as changed or gone because a file was caught in
//! the middle of being written.

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

/// One version of a game, without its text: that stands in the version log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Version {
    /// When it was first seen, seconds since 1970-01-01 UTC.
    pub seen_at: u64,
    pub sha256: String,
    pub change: Change,
    pub plies: usize,
    /// False if the text was caught half-written.
    pub complete: bool,
}

#[derive(Clone, Debug)]
pub struct Tracked {
    pub latest: LiveGame,
    /// All versions, oldest first; never empty.
    pub versions: Vec<Version>,
    pub present: bool,
    /// Looks in a row that could not be believed yet.
    held: u32,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Resumed {
    pub games: usize,
    /// Bytes of half a line at the end, left by a stop in the middle of writing. They were taken off and the log says so.
    pub torn: Option<u64>,
}

#[derive(Debug, Default)]
pub struct Tracker {
    games: Vec<Tracked>,
    log: Option<VersionLog>,
}

impl Tracker {
    pub fn in_memory() -> Self {
        Self::default()
    }

    /// Keeps the versions in the log at `path` and takes up those that stand there. `at` is seconds since 1970-01-01 UTC.
    pub fn open(path: &Path, at: u64) -> Result<(Self, Resumed), TrackerError> {
        let opened = VersionLog::open(path, at)?;
        let mut tracker = Self::default();
        for (line, record) in opened.records {
            tracker.restore(record).map_err(|reason| opened.log.damaged(line, reason))?;
        }
        for tracked in &mut tracker.games {
            let (text, complete) = (std::mem::take(&mut tracked.latest.text), tracked.latest.complete);
            let Some(game) = parse_text(&tracked.latest.document, &text) else {
                return Err(opened.log.damaged(1, "a version holds no game"));
            };
            tracked.latest = LiveGame { complete, text, ..game };
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
    /// If the log cannot be written, nothing is taken over and the same look can be taken again.
    pub fn observe(
        &mut self,
        games: &[LiveGame],
        settled: bool,
        at: u64,
    ) -> Result<Vec<Report>, TrackerError> {
        let known: Vec<&LiveGame> = self.games.iter().map(|tracked| &tracked.latest).collect();
        let places = matched(&known, games);
        let (mut records, mut latest) = (Vec::new(), Vec::new());
        let mut reports = Vec::with_capacity(games.len());
        let mut held = vec![None; self.games.len()];
        let mut fresh = self.games.len()..;
        for (game, place) in games.iter().zip(places) {
            let Some(number) = place.or_else(|| fresh.next()) else { continue };
            let mut change = Change::New;
            let mut shown = game;
            if let Some(tracked) = self.games.get(number) {
                let believed = settled || tracked.held + 1 >= LOOKS;
                let waits;
                (change, waits) = compare(&tracked.latest, game, believed);
                held[number] = Some(if waits { tracked.held.saturating_add(1) } else { 0 });
                if waits {
                    shown = &tracked.latest;
                }
                if !tracked.present {
                    records.push(Record::Returned { at, game: number });
                }
            }
            if change != Change::Unchanged {
                let before = self.games.get(number).map_or(&[][..], |tracked| &tracked.latest.text);
                records.push(version(at, number, change, before, game));
                latest.push(game);
            } else if self.games.get(number).is_some_and(|tracked| !tracked.present) {
                change = Change::Returned;
            }
            reports.push(report(number, change, shown));
        }
        for (number, tracked) in self.games.iter().enumerate() {
            if !tracked.present || held[number].is_some() {
                continue;
            }
            let gone = settled || tracked.held + 1 >= LOOKS;
            held[number] = Some(if gone { 0 } else { tracked.held + 1 });
            if gone {
                records.push(Record::Vanished { at, game: number });
                reports.push(report(number, Change::Vanished, &tracked.latest));
            }
        }
        if let Some(log) = &mut self.log {
            log.append(&records)?;
        }
        for (tracked, held) in self.games.iter_mut().zip(held) {
            tracked.held = held.unwrap_or_default();
        }
        let mut latest = latest.into_iter();
        for record in records {
            self.apply(record, |_| latest.next().cloned().unwrap_or_default());
        }
        Ok(reports)
    }

    /// Whether something was seen that is believed only once the source rests: then look again with `settled`.
    pub fn waits(&self) -> bool {
        self.games.iter().any(|tracked| tracked.held > 0)
    }

    pub fn games(&self) -> &[Tracked] {
        &self.games
    }

    /// Takes over a record; `latest` gives the game of a new version from the name of its document.
    fn apply(&mut self, record: Record, latest: impl FnOnce(String) -> LiveGame) {
        match record {
            Record::Versions { .. } | Record::Torn { .. } => {}
            Record::Vanished { game, .. } | Record::Returned { game, .. } => {
                let present = matches!(record, Record::Returned { .. });
                if let Some(tracked) = self.games.get_mut(game) {
                    tracked.present = present;
                }
            }
            Record::Version { at, game, change, document, plies, complete, sha256, .. } => {
                let (latest, version) =
                    (latest(document), Version { seen_at: at, sha256, change, plies, complete });
                match self.games.get_mut(game) {
                    Some(tracked) => {
                        tracked.latest = latest;
                        tracked.present = true;
                        tracked.versions.push(version);
                    }
                    None => {
                        self.games.push(Tracked { latest, versions: vec![version], present: true, held: 0 });
                    }
                }
            }
        }
    }

    /// Takes one record of the log. Of the latest games only document and text are known then.
    fn restore(&mut self, record: Record) -> Result<(), &'static str> {
        let mut text = Vec::new();
        let mut whole = false;
        match &record {
            Record::Versions { .. } | Record::Torn { .. } => {}
            Record::Vanished { game, .. } | Record::Returned { game, .. } => {
                self.games.get(*game).ok_or("it names a game that has no version")?;
            }
            Record::Version { game, keep, add, sha256, complete, .. } => {
                if *game > self.games.len() {
                    return Err("it skips a game");
                }
                whole = *complete;
                let before = self.games.get(*game).map_or(&[][..], |tracked| &tracked.latest.text);
                before.get(..*keep).ok_or("it keeps more than there is")?.clone_into(&mut text);
                text.extend_from_slice(&add.bytes().ok_or("its text is no hex")?);
                if hex(&Sha256::digest(&text)) != *sha256 {
                    return Err("its text does not have the hash that it names");
                }
            }
        }
        self.apply(record, |document| LiveGame { document, text, complete: whole, ..LiveGame::default() });
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
                fault.reason.to_string()
            } else {
                format!("{} at ply {}: `{}`", fault.reason, fault.ply + 1, fault.token)
            }
        }),
    }
}
