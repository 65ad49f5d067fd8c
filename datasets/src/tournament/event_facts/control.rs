//! The control of an event, and the class of each of its games by what its tag says and its clocks show.
//!
//! One text means one thing in an event: where the clocks of some games show which of two meanings it has, it has it in
//! the games without clocks too.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::stated::StatedPlay;
use crate::clocks::clock_word::{ClockWord, ClockedTime, clock_word};
use crate::clocks::game_clocks::GameClocks;
use crate::clocks::stamps::clock_text;
use crate::clocks::time_class::{ClassEvidence, Classified, TimeClass};
use crate::clocks::time_control::{ParsedControl, Rule, TimeControl};
use crate::pgn::game::Game;

/// What says the control of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ControlSource {
    /// People state it.
    Stated,
    /// The `TimeControl` tags.
    Tag,
    /// The organiser of a series of events.
    Series,
}

/// The control of an event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EventControl {
    /// As it was written.
    pub written: String,
    pub control: TimeControl,
    pub from: ControlSource,
    /// The meaning of the text that the clocks refute, if they do.
    pub refuted: Option<TimeControl>,
    /// Games whose clocks refute it.
    pub by_clocks: usize,
}

/// A control in the tags that the clocks of its games do not fit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct UnfitControl {
    /// As it was written.
    pub written: String,
    /// Games whose class is taken from their clocks instead.
    pub games: usize,
    /// Time with which their clocks begin, as clocks show it: `1:30:30`. Absent in documents of before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub begin: Option<String>,
}

/// The games of an event with their classes.
pub(super) struct Read {
    pub(super) classes: Vec<Classified>,
    words: Vec<ClockWord>,
    /// Of the controls that do not fit the clocks the one of most games.
    pub(super) unfit: Option<UnfitControl>,
}

/// The control that people state, read as the clocks show it where the text leaves two meanings.
pub(super) fn stated(games: &[Game], stated: &StatedPlay) -> Option<EventControl> {
    let reading = stated.reading()?;
    let words = || games.iter().filter_map(GameClocks::from_game).map(|c| clock_word(Some(&reading), &c));
    let mut votes = Votes::default();
    if stated.class.is_none() && reading.ambiguity.is_some() {
        words().for_each(|word| votes.add(word));
    }
    let written = stated.control.clone().unwrap_or_default();
    Some(votes.settled(written, ControlSource::Stated, reading))
}

/// Reads the games. Where nothing but the stated class decides between two meanings of a control, it does.
pub(super) fn classified(games: &[Game], given: Option<TimeClass>) -> Read {
    let mut classes: Vec<Classified> = games.iter().map(Game::time_class).collect();
    let clocks = games.iter().map(GameClocks::from_game);
    let words: Vec<ClockWord> = clocks
        .zip(&classes)
        .map(|(clocks, own)| clocks.map_or(ClockWord::Silent, |clocks| clock_word(reading(own), &clocks)))
        .collect();
    let mut votes: BTreeMap<&str, Votes> = BTreeMap::new();
    for (game, word) in games.iter().zip(&words) {
        votes.entry(written(game)).or_default().add(*word);
    }
    // One text is one control among games of one speed: what increment it has, the short games do not show alone.
    let speed = |shown: ClockedTime| shown.classes()[0];
    let mut together: BTreeMap<(&str, Option<TimeClass>), ClockedTime> = BTreeMap::new();
    for (game, word) in games.iter().zip(&words) {
        if let ClockWord::Alone(shown) = *word {
            let all = together.entry((written(game), speed(shown)));
            all.and_modify(|all| *all = all.beside(shown)).or_insert(shown);
        }
    }
    let mut unfit: BTreeMap<&str, Vec<u64>> = BTreeMap::new();
    for ((game, own), word) in games.iter().zip(&mut classes).zip(&words) {
        let others = votes.get(written(game)).copied().unwrap_or_default();
        let undecided = !others.any() && given.is_some() && given == own.other_class;
        let clear = match *word {
            ClockWord::Alone(shown) => shown.class().or_else(|| {
                let all = together.get(&(written(game), speed(shown)))?;
                all.beginning_at(shown.begin_ms).class()
            }),
            _ => None,
        };
        match (word, clear) {
            (ClockWord::Alone(shown), Some(class)) if own.class != Some(class) => {
                if own.from == ClassEvidence::TimeControlTag {
                    unfit.entry(written(game)).or_default().push(shown.begin_ms);
                }
                own.contradiction = own.named.as_ref().is_some_and(|(named, _)| *named != class);
                (own.class, own.from) = (Some(class), ClassEvidence::Clocks);
                (own.reading, own.other_class) = (None, None);
            }
            (ClockWord::OtherReading, _) => own.take_other_reading(),
            (ClockWord::Silent | ClockWord::Alone(_), None) if others.refute() || undecided => {
                own.take_other_reading();
            }
            _ => {}
        }
    }
    let unfit = unfit.into_iter().max_by_key(|(_, games)| games.len());
    let unfit = unfit.map(|(written, mut begins)| UnfitControl {
        written: written.to_owned(),
        games: begins.len(),
        begin: middle(&mut begins).map(|ms| clock_text(ms / 1_000)),
    });
    Read { classes, words, unfit }
}

/// The middle of some times; of two the smaller one.
fn middle(times: &mut [u64]) -> Option<u64> {
    times.sort_unstable();
    times.get(times.len().saturating_sub(1) / 2).copied()
}

fn written(game: &Game) -> &str {
    game.time_control.as_deref().unwrap_or_default().trim()
}

fn reading(own: &Classified) -> Option<&ParsedControl> {
    own.reading.as_ref()?.as_ref().ok()
}

impl Read {
    /// Whether clocks refute a class that the tags say or that is assumed, and leave open which one it is: of the games that are
    /// not known to be of another class at least half, and more than those whose clocks show it. Then the control of most such
    /// games, if they have one.
    pub(super) fn refuted<'a>(&self, games: &'a [Game], class: TimeClass) -> Option<Option<&'a str>> {
        let (mut all, mut by) = (0_usize, 0_usize);
        let mut against: BTreeMap<Option<&str>, usize> = BTreeMap::new();
        let words = games.iter().zip(&self.classes).zip(&self.words);
        for ((game, own), word) in words.filter(|((_, own), _)| own.class.is_none_or(|own| own == class)) {
            all += 1;
            match word {
                ClockWord::Alone(shown) if !shown.may_be(class) => {
                    let tagged = own.from == ClassEvidence::TimeControlTag;
                    *against.entry(tagged.then(|| written(game))).or_default() += 1;
                }
                ClockWord::Silent => {}
                _ => by += usize::from(own.class.is_some()),
            }
        }
        let games: usize = against.values().sum();
        let (usual, _) = against.into_iter().max_by_key(|(_, games)| *games)?;
        (games > by && games * 2 >= all).then_some(usual)
    }

    /// Time with which the clocks begin that fit no control; of the middle game, as clocks show it.
    pub(super) fn begin(&self) -> Option<String> {
        let alone = self.words.iter().filter_map(|word| match word {
            ClockWord::Alone(shown) => Some(shown.begin_ms),
            _ => None,
        });
        middle(&mut alone.collect::<Vec<_>>()).map(|ms| clock_text(ms / 1_000))
    }

    /// The control of most games of a class.
    pub(super) fn usual(&self, games: &[Game], class: TimeClass) -> Option<EventControl> {
        let mut counts: Vec<(&Game, &Classified, &ParsedControl, usize)> = Vec::new();
        let of_class = games.iter().zip(&self.classes).filter(|(_, own)| own.class == Some(class));
        for (game, own) in of_class {
            let Some(found) = reading(own) else { continue };
            let known = counts.iter_mut().find(|(other, _, control, _)| {
                control.control == found.control && written(other) == written(game)
            });
            match known {
                Some((.., games)) => *games += 1,
                None => counts.push((game, own, found, 1)),
            }
        }
        let most = counts.iter().map(|(.., games)| *games).max()?;
        let (game, own, found, _) = counts.into_iter().find(|(.., games)| *games == most)?;
        let (text, from) = match &own.from {
            ClassEvidence::Series { control, .. } => (control.clone(), ControlSource::Series),
            _ => (written(game).to_owned(), ControlSource::Tag),
        };
        let same = games.iter().zip(&self.words).filter(|(other, _)| written(other) == written(game));
        let mut votes = Votes::default();
        same.for_each(|(_, word)| votes.add(*word));
        // After the other reading was taken, the doubt holds the one that the text suggests.
        let taken = found.clone();
        Some(votes.told(text, from, taken))
    }
}

impl Classified {
    /// Takes the other meaning of the control, if it has two.
    fn take_other_reading(&mut self) {
        let Some(Ok(reading)) = &mut self.reading else { return };
        let Some(doubt) = &mut reading.ambiguity else { return };
        std::mem::swap(&mut reading.control, &mut doubt.other);
        let class = TimeClass::from_control(&reading.control);
        self.other_class = TimeClass::from_control(&doubt.other).filter(|other| Some(*other) != class);
        self.contradiction =
            class.is_some() && self.named.as_ref().is_some_and(|(named, _)| Some(*named) != class);
        if class.is_some() {
            (self.class, self.from) = (class, ClassEvidence::TimeControlTag);
        }
    }
}

/// How many games show which meaning of a text.
#[derive(Clone, Copy, Debug, Default)]
struct Votes {
    fits: usize,
    other: usize,
}

impl Votes {
    fn add(&mut self, word: ClockWord) {
        match word {
            ClockWord::Fits => self.fits += 1,
            ClockWord::OtherReading => self.other += 1,
            ClockWord::Silent | ClockWord::Below | ClockWord::Alone(_) => {}
        }
    }

    fn any(self) -> bool {
        self.fits + self.other > 0
    }

    fn refute(self) -> bool {
        self.other > self.fits
    }

    /// The control with the meaning that the clocks show.
    fn settled(self, written: String, from: ControlSource, mut reading: ParsedControl) -> EventControl {
        if let Some(doubt) = reading.ambiguity.as_mut().filter(|_| self.refute()) {
            std::mem::swap(&mut reading.control, &mut doubt.other);
        }
        self.told(written, from, reading)
    }

    /// The control that was taken, with the meaning that the clocks refute: where the text suggests that one, or where it is no
    /// more likely than the other.
    fn told(self, written: String, from: ControlSource, taken: ParsedControl) -> EventControl {
        let ParsedControl { control, ambiguity } = taken;
        let by_clocks = match &ambiguity {
            Some(_) if self.refute() => self.other,
            Some(doubt) if doubt.rule == Rule::UnusualBaseMeansMinutes => self.fits,
            _ => 0,
        };
        let refuted = ambiguity.map(|doubt| doubt.other).filter(|_| by_clocks > 0);
        EventControl { written, control, from, refuted, by_clocks }
    }
}
