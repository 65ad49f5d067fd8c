//! How an event was played, decided once: venue, mode, time class and control, each with what says so. Every command and the
//! server take it from here.
//!
//! What people state goes first. Else the class is that of most games: by the control as the clocks show it to be meant, then
//! by the clocks, then by names and series. Games under other conditions than the event's are set aside with their reason,
//! because what an honest player of some rating finds was not measured on those. Of games that may have been played online,
//! people have to state the venue, and the class where nothing shows it.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::clocks::berserk::is_berserk;
use crate::clocks::condition::Condition;
use crate::clocks::time_class::{ClassEvidence, Classified, TimeClass};
use crate::clocks::time_control::TimeControl;
use crate::day::Day;
use crate::pgn::game::{Collection, Game, Unscored, UnscoredGame};
use crate::tournament::corpus::facts::Conditions;
use crate::tournament::mode::Mode;
use crate::tournament::venue::{Venue, VenueSign, venue_sign};

mod control;
mod stated;

pub use control::{ControlSource, EventControl, UnfitControl};
pub use stated::{StatedPlay, StatedPlayError};

#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, strum::IntoStaticStr,
)]
#[strum(serialize_all = "snake_case")]
#[serde(rename_all = "snake_case")]
pub enum ClassSource {
    /// People state it, or a control that has it.
    Given,
    TimeControl,
    /// The clocks of the games, where no control that fits them says it.
    Clocks,
    /// A word in the event's or the site's name.
    Name,
    /// The control that the organiser of a series of events states for all of them.
    Series,
    /// Nothing says; standard is assumed.
    Assumed,
    /// Nothing says, and the games were played online, where most games are not standard, or the clocks refute what is said or
    /// assumed without showing which class it is: somebody has to state it.
    NotStated,
}

impl ClassSource {
    pub fn as_str(self) -> &'static str {
        self.into()
    }
}

/// How an event was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EventFacts {
    /// As people state it.
    pub mode: Option<Mode>,
    /// What its games say of the venue.
    pub sign: VenueSign,
    pub class: TimeClass,
    pub class_from: ClassSource,
    /// The control of the event, if one is known.
    pub control: Option<EventControl>,
    /// A control in the tags that the clocks do not fit, if there is one.
    pub unfit: Option<UnfitControl>,
    /// Where nothing says the class: what the games hold nevertheless.
    pub unclear: Option<Unclear>,
    /// Games set aside because they were played under other conditions.
    pub set_aside: usize,
}

/// What people have to state before a result may rest on games that may have been played online.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Asked {
    /// The time class.
    pub class: bool,
    /// How they were played.
    pub mode: bool,
    /// What speaks for online play; absent where people state it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sign: Option<VenueSign>,
    /// What the games hold of their time, without saying the class.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unclear: Option<Unclear>,
}

/// What the games of an event hold of the players' time where it does not say the class.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Unclear {
    /// The time control of most games that have one that is not understood, as written.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub written: Option<String>,
    /// The time control of most games whose clocks refute it, as written.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refuted: Option<String>,
    /// Time with which the clocks begin, as clocks show it: `0:03:00`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub begin: Option<String>,
}

impl Default for EventFacts {
    fn default() -> Self {
        Self {
            mode: None,
            sign: VenueSign::Nothing,
            class: TimeClass::Standard,
            class_from: ClassSource::Assumed,
            control: None,
            unfit: None,
            unclear: None,
            set_aside: 0,
        }
    }
}

impl EventFacts {
    /// Conditions of the games: over the board where nobody states the mode.
    pub fn conditions(&self) -> Conditions {
        Mode::conditions(self.mode, self.class)
    }

    /// What people have to state before there is a result; `None` if nothing is open.
    pub fn asked(&self) -> Option<Asked> {
        let mode = self.mode.is_none() && self.sign.is_online();
        let class = self.class_from == ClassSource::NotStated;
        let sign = Some(self.sign.clone()).filter(VenueSign::is_online);
        let unclear = self.unclear.clone().filter(|_| class);
        (mode || class).then_some(Asked { class, mode, sign, unclear })
    }
}

/// Finds how an event was played, and sets aside the games played under other conditions.
pub fn settle(collection: &mut Collection, stated: &StatedPlay) -> EventFacts {
    let (facts, reasons) = look_at(&collection.games, stated);
    for (game, reason) in std::mem::take(&mut collection.games).into_iter().zip(reasons) {
        match reason {
            Some(reason) => {
                let plies = game.moves.len();
                collection.unscored.push(UnscoredGame::new(game, plies, reason, None));
            }
            None => collection.games.push(game),
        }
    }
    facts
}

/// How an event was played, and why each of its games is set aside; `None` for games that are kept.
pub fn look_at(games: &[Game], stated: &StatedPlay) -> (EventFacts, Vec<Option<Unscored>>) {
    let stated_control = control::stated(games, stated);
    let given = stated.class.or_else(|| TimeClass::from_control(&stated_control.as_ref()?.control));
    let read = control::classified(games, given);
    let sign = venue_sign(games);
    let (class, class_from, refuted) = match given {
        Some(class) => (class, ClassSource::Given, None),
        None => {
            let (class, voted) = vote(&read.classes);
            let refuted = read.refuted(games, class);
            let open = voted == ClassSource::Assumed && sign.venue() == Venue::Online;
            (class, if open || refuted.is_some() { ClassSource::NotStated } else { voted }, refuted)
        }
    };
    let event = Event::new(games, &read.classes, class);
    let reasons = event.reasons();
    let set_aside = reasons.iter().flatten().count();
    let unsaid = matches!(class_from, ClassSource::Assumed | ClassSource::NotStated);
    let unclear = unsaid.then(|| Unclear {
        written: not_understood(games, &read.classes),
        refuted: refuted.flatten().map(str::to_owned),
        begin: read.begin(),
    });
    let unclear = unclear.filter(|unclear| *unclear != Unclear::default());
    let usual = || read.usual(games, class).filter(|_| class_from != ClassSource::NotStated);
    let control = stated_control.or_else(usual);
    let unfit = read.unfit;
    let facts = EventFacts { mode: stated.mode, sign, class, class_from, control, unfit, unclear, set_aside };
    (facts, reasons)
}

/// The time control of most games that have one that is not understood; of equally many the first in order.
fn not_understood(games: &[Game], classes: &[Classified]) -> Option<String> {
    let mut texts: BTreeMap<&str, usize> = BTreeMap::new();
    for (game, own) in games.iter().zip(classes) {
        if let (Some(Err(_)), Some(text)) = (&own.reading, &game.time_control) {
            *texts.entry(text.trim()).or_default() += 1;
        }
    }
    texts.into_iter().rev().max_by_key(|(_, games)| *games).map(|(text, _)| text.to_owned())
}

/// An event of a class.
struct Event<'a> {
    games: &'a [Game],
    classes: &'a [Classified],
    class: TimeClass,
    /// The control of most games of the class; `None` if none is known.
    usual: Option<&'a TimeControl>,
    /// Whether games named as tie-breaks are a part of the event. Where most are, they are the event.
    has_tie_breaks: bool,
    /// Games by the two names, whatever the colours.
    pairs: BTreeMap<[&'a str; 2], Vec<usize>>,
}

impl<'a> Event<'a> {
    fn new(games: &'a [Game], classes: &'a [Classified], class: TimeClass) -> Self {
        let mut controls: Vec<(&TimeControl, usize)> = Vec::new();
        for control in classes.iter().filter(|own| own.class == Some(class)).filter_map(control_of) {
            match controls.iter_mut().find(|(known, _)| *known == control) {
                Some((_, games)) => *games += 1,
                None => controls.push((control, 1)),
            }
        }
        let mut pairs: BTreeMap<[&str; 2], Vec<usize>> = BTreeMap::new();
        for (index, game) in games.iter().enumerate() {
            let mut names = game.sides().map(|side| side.name.as_str());
            names.sort_unstable();
            if names[0] != names[1] {
                pairs.entry(names).or_default().push(index);
            }
        }
        let named = classes.iter().filter(|own| own.conditions.contains(&Condition::TieBreak)).count();
        Self {
            games,
            classes,
            class,
            usual: controls.into_iter().max_by_key(|(_, games)| *games).map(|(control, _)| control),
            has_tie_breaks: 2 * named < games.len(),
            pairs,
        }
    }

    /// Why each game is set aside.
    fn reasons(&self) -> Vec<Option<Unscored>> {
        let mut reasons = Vec::with_capacity(self.games.len());
        for (game, own) in self.games.iter().zip(self.classes) {
            let special = own.conditions.iter().copied().find(|condition| *condition != Condition::TieBreak);
            let berserk = || control_of(own).is_some_and(|control| is_berserk(game, control));
            reasons.push(match special {
                Some(condition) => Some(condition.into()),
                None if berserk() => Some(Unscored::Berserk),
                None if self.is_named_tie_break(own) => Some(Unscored::TieBreak),
                None if own.class.is_some_and(|own| own != self.class) => Some(Unscored::OtherTimeClass),
                None => None,
            });
        }
        for index in self.pairs.values().flat_map(|games| self.tie_breaks(games)) {
            if let Some(reason @ (None | Some(Unscored::OtherTimeClass))) = reasons.get_mut(index) {
                *reason = Some(Unscored::TieBreak);
            }
        }
        reasons
    }

    /// Named as a tie-break, and not known to be played at the event's own control.
    fn is_named_tie_break(&self, own: &Classified) -> bool {
        let usual = self.usual.is_some() && control_of(own) == self.usual;
        self.has_tie_breaks && !usual && own.conditions.contains(&Condition::TieBreak)
    }

    /// Games of a pair that nothing names, and that decide a tie: faster than the event while the same two played a game of its class as
    /// well; or, in a standard event without time controls, several on the last day of two who had played one a day before.
    fn tie_breaks(&self, pair: &[usize]) -> Vec<usize> {
        let class = |index: usize| self.classes.get(index).and_then(|own| own.class);
        let faster: Vec<usize> =
            pair.iter().copied().filter(|index| class(*index).is_some_and(|own| own < self.class)).collect();
        if !faster.is_empty() {
            return if faster.len() < pair.len() { faster } else { Vec::new() };
        }
        let mut days: BTreeMap<Day, Vec<usize>> = BTreeMap::new();
        for &index in pair {
            match self.games.get(index).and_then(|game| Day::parse(&game.date)) {
                Some(day) if class(index).is_none() => days.entry(day).or_default().push(index),
                _ => return Vec::new(),
            }
        }
        match days.pop_last() {
            Some((_, last))
                if self.class == TimeClass::Standard
                    && last.len() > 1
                    && !days.is_empty()
                    && days.values().all(|day| day.len() == 1) =>
            {
                last
            }
            _ => Vec::new(),
        }
    }
}

/// The control of a game as it was read.
fn control_of(own: &Classified) -> Option<&TimeControl> {
    own.reading.as_ref().and_then(|reading| reading.as_ref().ok()).map(|reading| &reading.control)
}

/// The class of most games; of classes with equally many, the slower one.
fn vote(classes: &[Classified]) -> (TimeClass, ClassSource) {
    let mut votes: BTreeMap<TimeClass, usize> = BTreeMap::new();
    let plain = |own: &&Classified| own.conditions.iter().all(|condition| *condition == Condition::TieBreak);
    for class in classes.iter().filter(plain).filter_map(|own| own.class) {
        *votes.entry(class).or_default() += 1;
    }
    let Some((&class, _)) = votes.iter().max_by_key(|(_, games)| **games) else {
        return (TimeClass::Standard, ClassSource::Assumed);
    };
    let said = |wanted: fn(&ClassEvidence) -> bool| {
        classes.iter().any(|own| own.class == Some(class) && wanted(&own.from))
    };
    if said(|from| *from == ClassEvidence::TimeControlTag) {
        (class, ClassSource::TimeControl)
    } else if said(|from| matches!(from, ClassEvidence::Series { .. })) {
        (class, ClassSource::Series)
    } else if said(|from| *from == ClassEvidence::Clocks) {
        (class, ClassSource::Clocks)
    } else {
        (class, ClassSource::Name)
    }
}

#[cfg(test)]
mod tests;
