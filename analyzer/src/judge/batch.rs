//! Screenings of many events side by side: how every event ended, what honest play would show over all of them, and from which
//! level on anybody stands out among so many players.
//!
//! Nothing is computed anew about a player. Expectations are those of the sheets and are added up; the level is that of the rule
//! for many players (RN IV) with the players of the whole batch, because somebody has to be the highest of them.

use std::num::NonZeroU32;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::judge::policy::{Mode, players_bar, regulations::MultiplicityRule};
use crate::judge::screen::document::{Levels, Missing, SOFTWARE, Screening};
use crate::judge::screen::suggestion::Suggestion;
use crate::statistics::intervals::count_limits;
use crate::statistics::overall::index;

/// Version of the layout of [`Batch`].
pub const SCHEMA: &str = "fairplay/batch/1";

/// Screenings of many events.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Batch {
    /// [`SCHEMA`].
    pub schema: String,
    /// Name and version of this software.
    pub software: String,
    /// In the order of their first days.
    pub events: Vec<BatchEvent>,
    /// Over all events.
    pub all: BatchTotals,
    /// From where on anybody stands out; absent without a player.
    pub level: Option<BatchLevel>,
    /// Players above the level, the highest first. Nobody else is named here.
    pub above: Vec<AboveLevel>,
}

/// One event of a batch.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct BatchEvent {
    pub name: String,
    /// Its folder beside this document.
    pub folder: String,
    /// First day of play, `YYYY-MM-DD`; absent without a full date.
    pub first_day: Option<String>,
    /// Last day of play.
    pub last_day: Option<String>,
    /// Games of the event, of every kind.
    pub games: BatchGames,
    /// People with a game that can be scored.
    pub players: u32,
    pub state: BatchState,
    /// The numbers of its sheet, once it is screened.
    pub screened: Option<ScreenedEvent>,
}

/// Games in = scored + unscored + quarantined.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BatchGames {
    #[serde(rename = "in")]
    pub found: u32,
    pub scored: u32,
    /// Set aside with a reason.
    pub unscored: u32,
    /// Games that do not hold together.
    pub quarantined: u32,
}

/// How far an event has come.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", tag = "state")]
pub enum BatchState {
    /// Its turn has not come.
    Waiting,
    /// Screened, every game and position of it.
    Done,
    /// Screened, but some of its games do not hold together or some positions have no answer.
    Incomplete,
    /// Not screened.
    Failed {
        /// Why.
        reason: String,
    },
}

/// The numbers of a sheet that its row shows.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ScreenedEvent {
    /// Digest of the screening.
    pub digest: String,
    /// `standard`, `rapid`, `blitz` or `correspondence`.
    pub time_class: String,
    /// Its source, as in the screening.
    pub time_class_from: String,
    /// How it was played, as people stated it.
    pub mode: Option<Mode>,
    /// Players with an index.
    pub with_index: u32,
    /// Decisions scored.
    pub decisions: u64,
    /// Positions that no engine could answer.
    pub failures: u32,
    /// Players expected at or above each level, were all honest, and seen there.
    pub at: LevelCounts,
    /// Mean index of the field.
    pub mean: Option<f64>,
    /// Distance of the mean from 50 that 95 of 100 honest fields keep.
    pub tolerance: Option<f64>,
    pub field: FieldState,
    /// Which calibration is missing; then there is no index.
    pub missing: Option<Missing>,
    /// The parameters are not certified, and nothing is to be read out of an index.
    pub provisional: bool,
    /// Players above the level of the whole batch, also where they are not named because the field check does not hold.
    pub above: u32,
}

/// The mean index of a field against its limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum FieldState {
    /// Nobody has an index.
    NoIndex,
    Holds,
    /// The mean lies above the limits.
    Above,
    /// The mean lies below the limits.
    Below,
}

/// Players at or above 60, 65 and 70.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct LevelCounts {
    /// Expected, were all honest.
    pub expected: Levels<f64>,
    pub seen: Levels<u32>,
    /// The least and the greatest count that are ordinary for that expectation: exact two-sided 95 % limits of a Poisson count.
    pub limits: Levels<[u32; 2]>,
}

/// Sums over the events.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct BatchTotals {
    pub events: u32,
    pub done: u32,
    pub incomplete: u32,
    pub failed: u32,
    pub waiting: u32,
    /// Screened events without an index for want of a calibration.
    pub without_calibration: u32,
    /// Screened events whose mean index lies outside its limits.
    pub field_check_failed: u32,
    pub games: BatchGames,
    /// Players of every event; who played in two counts twice, as somebody who was looked at twice.
    pub players: u32,
    pub with_index: u32,
    /// Of all screened events; the expectations are the sums of theirs.
    pub at: LevelCounts,
}

/// From where on a player stands out among all players of the batch.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct BatchLevel {
    /// Players of the batch.
    pub players: u32,
    /// The z that has to be passed.
    pub z: f64,
    /// The same as an index.
    pub index: f64,
    /// An honest player must get as high no more than once in so many performances.
    pub once_in: f64,
    pub article: String,
}

/// A player above the level.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct AboveLevel {
    pub name: String,
    pub fide_id: Option<u32>,
    /// Index into `events`.
    pub event: usize,
    /// Place in `players` of the event's screening.
    pub player: usize,
    pub rating: Option<u16>,
    /// Performance rating by the results.
    pub performance: Option<i32>,
    pub z: f64,
    pub index: f64,
    /// An honest player gets as high once in so many performances.
    pub once_in: Option<f64>,
}

impl BatchGames {
    fn add(&mut self, other: Self) {
        self.found = self.found.saturating_add(other.found);
        self.scored = self.scored.saturating_add(other.scored);
        self.unscored = self.unscored.saturating_add(other.unscored);
        self.quarantined = self.quarantined.saturating_add(other.quarantined);
    }
}

/// An event with its screening, as far as there is one.
#[derive(Clone, Debug)]
pub struct Entry {
    pub event: BatchEvent,
    /// Players above 3.00, the least level of any batch.
    high: Vec<AboveLevel>,
}

impl Entry {
    /// One without a screening.
    pub fn new(event: BatchEvent) -> Self {
        Self { event, high: Vec::new() }
    }

    /// The same with its screening.
    pub fn screened(event: BatchEvent, s: &Screening) -> Self {
        let (field, e) = (&s.field, &s.event);
        let state = match field.roi_mean.zip(field.tolerance) {
            None => FieldState::NoIndex,
            Some((mean, tolerance)) if mean > 50.0 + tolerance => FieldState::Above,
            Some((mean, tolerance)) if mean < 50.0 - tolerance => FieldState::Below,
            Some(_) => FieldState::Holds,
        };
        let failures = u32::try_from(s.failures.len()).unwrap_or(u32::MAX);
        let whole = e.games_quarantined == 0 && failures == 0;
        let screened = ScreenedEvent {
            digest: s.manifest.digest.clone(),
            time_class: e.time_class.clone(),
            time_class_from: e.time_class_from.clone(),
            mode: e.mode,
            with_index: field.players,
            decisions: s.players.iter().map(|player| u64::from(player.scored)).sum(),
            failures,
            at: LevelCounts::new(field.expected_at.clone(), field.seen_at.clone()),
            mean: field.roi_mean,
            tolerance: field.tolerance,
            field: state,
            missing: s.manifest.missing,
            provisional: s.manifest.provisional,
            above: 0,
        };
        let high = s.players.iter().enumerate().filter_map(|(player, result)| {
            let (z, index) = (result.overall_z?, result.roi?);
            // A provisional calibration invites to nothing.
            (result.reading == Suggestion::AskForFullTest).then(|| AboveLevel {
                name: result.name.clone(),
                fide_id: result.fide_id,
                event: 0,
                player,
                rating: result.rating,
                performance: result.standing.as_ref().and_then(|standing| standing.performance),
                z,
                index,
                once_in: result.once_in,
            })
        });
        let games = BatchGames {
            found: e.games_in,
            scored: e.games_scored,
            unscored: e.games_unscored,
            quarantined: e.games_quarantined,
        };
        let state = if whole { BatchState::Done } else { BatchState::Incomplete };
        let high = high.collect();
        Self { event: BatchEvent { games, state, screened: Some(screened), ..event }, high }
    }
}

impl LevelCounts {
    fn new(expected: Levels<f64>, seen: Levels<u32>) -> Self {
        let limits = Levels {
            at_60: count_limits(expected.at_60),
            at_65: count_limits(expected.at_65),
            at_70: count_limits(expected.at_70),
        };
        Self { expected, seen, limits }
    }
}

impl Batch {
    /// The summary of events in order. The level counts the players of all of them, also of those that wait: it does not
    /// rise while the batch goes on.
    pub fn new(entries: &[Entry], rule: &MultiplicityRule) -> Self {
        let mut all = BatchTotals::default();
        let (mut expected, mut seen) = (Levels::<f64>::default(), Levels::<u32>::default());
        for Entry { event, .. } in entries {
            all.events += 1;
            match event.state {
                BatchState::Waiting => all.waiting += 1,
                BatchState::Done => all.done += 1,
                BatchState::Incomplete => all.incomplete += 1,
                BatchState::Failed { .. } => all.failed += 1,
            }
            all.games.add(event.games);
            all.players = all.players.saturating_add(event.players);
            let Some(screened) = &event.screened else { continue };
            all.with_index = all.with_index.saturating_add(screened.with_index);
            all.without_calibration += u32::from(screened.missing.is_some());
            all.field_check_failed += u32::from(screened.field.fails());
            let at = &screened.at;
            expected.at_60 += at.expected.at_60;
            expected.at_65 += at.expected.at_65;
            expected.at_70 += at.expected.at_70;
            seen.at_60 += at.seen.at_60;
            seen.at_65 += at.seen.at_65;
            seen.at_70 += at.seen.at_70;
        }
        // As on the sheets, so that all platforms print the same.
        let rounded = |sum: f64| (sum * 1e6).round() / 1e6;
        let expected = Levels {
            at_60: rounded(expected.at_60),
            at_65: rounded(expected.at_65),
            at_70: rounded(expected.at_70),
        };
        all.at = LevelCounts::new(expected, seen);
        let level = NonZeroU32::new(all.players).map(|players| {
            let z = players_bar(players, rule);
            BatchLevel {
                players: players.get(),
                z,
                index: index(z),
                once_in: rule.odds_per_player * f64::from(players.get()),
                article: rule.article.clone(),
            }
        });
        let mut events: Vec<BatchEvent> = Vec::with_capacity(entries.len());
        let mut above = Vec::new();
        for (number, Entry { event, high }) in entries.iter().enumerate() {
            let mut event = event.clone();
            let passed: Vec<AboveLevel> = high
                .iter()
                .filter(|player| level.as_ref().is_some_and(|level| level.is_passed_by(player)))
                .map(|player| AboveLevel { event: number, ..player.clone() })
                .collect();
            if let Some(screened) = &mut event.screened {
                screened.above = u32::try_from(passed.len()).unwrap_or(u32::MAX);
                // Where the whole field stands apart, an index says nothing about one player.
                if !screened.field.fails() {
                    above.extend(passed);
                }
            }
            events.push(event);
        }
        above.sort_by(|a, b| {
            b.z.total_cmp(&a.z).then_with(|| (&a.name, a.event, a.player).cmp(&(&b.name, b.event, b.player)))
        });
        Self { schema: SCHEMA.to_owned(), software: SOFTWARE.to_owned(), events, all, level, above }
    }

    /// Whether every event is screened, with every game and position.
    pub fn is_complete(&self) -> bool {
        self.all.done == self.all.events
    }

    /// Players above the level in events whose field check does not hold; they are not named.
    pub fn unnamed(&self) -> u32 {
        let failing = self.events.iter().filter_map(|event| event.screened.as_ref());
        failing.filter(|screened| screened.field.fails()).map(|screened| screened.above).sum()
    }
}

impl FieldState {
    /// Whether the mean lies outside its limits.
    pub fn fails(self) -> bool {
        matches!(self, Self::Above | Self::Below)
    }
}

impl BatchLevel {
    fn is_passed_by(&self, player: &AboveLevel) -> bool {
        player.z > self.z && player.once_in.is_none_or(|once_in| once_in >= self.once_in)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::policy::Regulations;

    fn event(name: &str, players: u32, expected: f64, seen: u32) -> Entry {
        let levels = |at: f64| Levels { at_60: at, at_65: at / 10.0, at_70: at / 100.0 };
        let seen = Levels { at_60: seen, at_65: seen.min(1), at_70: 0 };
        let games = BatchGames { found: 10, scored: 7, unscored: 2, quarantined: 1 };
        let screened = ScreenedEvent {
            digest: String::new(),
            time_class: "standard".to_owned(),
            time_class_from: "assumed".to_owned(),
            mode: None,
            with_index: players / 2,
            decisions: 1000,
            failures: 0,
            at: LevelCounts::new(levels(expected), seen),
            mean: Some(50.0),
            tolerance: Some(3.0),
            field: FieldState::Holds,
            missing: None,
            provisional: false,
            above: 0,
        };
        Entry::new(BatchEvent {
            name: name.to_owned(),
            folder: name.to_lowercase(),
            first_day: None,
            last_day: None,
            games,
            players,
            state: BatchState::Done,
            screened: Some(screened),
        })
    }

    fn player(name: &str, z: f64, once_in: f64) -> AboveLevel {
        AboveLevel {
            name: name.to_owned(),
            fide_id: None,
            event: 0,
            player: 3,
            rating: Some(2000),
            performance: None,
            z,
            index: index(z),
            once_in: Some(once_in),
        }
    }

    fn batch(entries: &[Entry]) -> Batch {
        Batch::new(entries, &Regulations::shipped().expect("reads").multiplicity)
    }

    #[test]
    fn sums_are_those_of_the_sheets() {
        let waiting = Entry::new(BatchEvent {
            state: BatchState::Waiting,
            screened: None,
            ..event("Later", 100, 0.0, 0).event
        });
        let found = batch(&[event("A", 40, 0.5, 1), event("B", 60, 1.25, 2), waiting]);
        let all = &found.all;
        assert_eq!((all.events, all.done, all.waiting, found.is_complete()), (3, 2, 1, false));
        assert_eq!(all.games, BatchGames { found: 30, scored: 21, unscored: 6, quarantined: 3 });
        assert_eq!((all.players, all.with_index), (200, 50));
        assert_eq!((all.at.expected.at_60, all.at.seen.at_60), (1.75, 3));
        assert!((all.at.expected.at_65 - 0.175).abs() < 1e-12 && all.at.seen.at_65 == 2);
        // P(X <= 0) = .1738, P(X <= 4) = .9675, P(X <= 5) = .9911 at a mean of 1.75.
        assert_eq!(all.at.limits.at_60, [0, 5]);
        // The players of the event that waits count: 1 in 1000 is z 3.09.
        let level = found.level.expect("players");
        assert!((level.z - 3.090_232_306_167_813_5).abs() < 1e-9 && level.once_in == 1000.0, "{level:?}");
    }

    #[test]
    fn only_who_passes_the_level_of_all_players_is_named() {
        let mut one = event("A", 40, 0.5, 1);
        one.high = vec![player("Low", 3.05, 5e3), player("Common", 3.5, 800.0), player("High", 3.6, 5e3)];
        let alone = batch(&[one.clone()]);
        // 40 players: the least level of 3.00, and once in 200.
        assert_eq!(
            alone.above.iter().map(|p| p.name.as_str()).collect::<Vec<_>>(),
            ["High", "Common", "Low"]
        );
        let found = batch(&[one.clone(), event("B", 160, 3.0, 2)]);
        assert_eq!(found.above.iter().map(|p| p.name.as_str()).collect::<Vec<_>>(), ["High"]);
        assert_eq!((found.above[0].event, found.events[0].screened.as_ref().map(|s| s.above)), (0, Some(1)));
        let many = batch(&[event("B", 1_960, 3.0, 2), one.clone()]);
        // 2000 players: z 3.72.
        assert_eq!((many.above.len(), many.unnamed()), (0, 0));
        // A field that stands apart as a whole names nobody, and says how many there are.
        if let Some(screened) = &mut one.event.screened {
            screened.field = FieldState::Above;
        }
        let apart = batch(&[one]);
        assert_eq!((apart.above.len(), apart.unnamed(), apart.all.field_check_failed), (0, 3, 1));
    }

    #[test]
    fn nobody_and_nothing_have_no_level() {
        let empty = batch(&[]);
        assert_eq!((empty.level, empty.all.at.limits.at_70), (None, [0, 0]));
        let json = serde_json::to_string(&batch(&[event("A", 40, 0.5, 1)])).expect("writes");
        let read: Batch = serde_json::from_str(&json).expect("reads");
        assert_eq!(serde_json::to_string(&read).expect("writes"), json);
    }
}
