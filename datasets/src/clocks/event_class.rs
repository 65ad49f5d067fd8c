//! The time class of an event by most of its games, and the games of it that were played under other conditions: what an
//! honest player of some rating finds was not measured on those, so they are set aside with their reason.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::clocks::berserk::is_berserk;
use crate::clocks::condition::Condition;
use crate::clocks::time_class::{ClassEvidence, Classified, TimeClass};
use crate::clocks::time_control::TimeControl;
use crate::day::Day;
use crate::pgn::game::{Collection, Game, Unscored, UnscoredGame};
use crate::tournament::venue::{Venue, venue};

#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, strum::IntoStaticStr,
)]
#[strum(serialize_all = "snake_case")]
#[serde(rename_all = "snake_case")]
pub enum ClassSource {
    Given,
    TimeControl,
    /// A word in the event's or the site's name.
    Name,
    /// The control that the organiser of a series of events states for all of them.
    Series,
    /// Nothing says; standard is assumed.
    Assumed,
    /// Nothing says, and the games were played online, where most games are not standard: somebody has to state class and venue.
    NotStated,
}

impl ClassSource {
    pub fn as_str(self) -> &'static str {
        self.into()
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EventClass {
    pub class: TimeClass,
    pub from: ClassSource,
    /// Games set aside because they were played under other conditions.
    pub set_aside: usize,
}

impl Default for EventClass {
    fn default() -> Self {
        Self { class: TimeClass::Standard, from: ClassSource::Assumed, set_aside: 0 }
    }
}

/// Finds the class of an event, unless it is given, and sets aside the games played under other conditions.
pub fn settle(collection: &mut Collection, given: Option<TimeClass>) -> EventClass {
    let (class, reasons) = look_at(&collection.games, given);
    for (game, reason) in std::mem::take(&mut collection.games).into_iter().zip(reasons) {
        match reason {
            Some(reason) => {
                let plies = game.moves.len();
                collection.unscored.push(UnscoredGame::new(game, plies, reason, None));
            }
            None => collection.games.push(game),
        }
    }
    class
}

/// The class of an event, unless it is given, and why each of its games is set aside; `None` for games that are kept.
pub fn look_at(games: &[Game], given: Option<TimeClass>) -> (EventClass, Vec<Option<Unscored>>) {
    let classes: Vec<Classified> = games.iter().map(Game::time_class).collect();
    let (class, from) = match given {
        Some(class) => (class, ClassSource::Given),
        None => match vote(&classes) {
            (class, ClassSource::Assumed) if venue(games).value == Venue::Online => {
                (class, ClassSource::NotStated)
            }
            voted => voted,
        },
    };
    let reasons = Event::new(games, &classes, class).reasons();
    let set_aside = reasons.iter().flatten().count();
    (EventClass { class, from, set_aside }, reasons)
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
        for control in classes.iter().filter(|own| own.class == Some(class)).filter_map(control) {
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
            let berserk = || control(own).is_some_and(|control| is_berserk(game, control));
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
        let usual = self.usual.is_some() && control(own) == self.usual;
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
fn control(own: &Classified) -> Option<&TimeControl> {
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
    } else {
        (class, ClassSource::Name)
    }
}

#[cfg(test)]
mod tests;
