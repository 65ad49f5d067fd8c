//! The time class of an event by most of its games, and the games of it that were played under other conditions: what an
//! honest player of some rating finds was not measured on those, so they are set aside with their reason.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::clocks::time_class::{ClassEvidence, Classified, TimeClass};
use crate::pgn::game::{Collection, Game, Unscored, UnscoredGame};

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
    /// Nothing says, and the games were played on an online platform, where most games are not standard: somebody has to
    /// state class and venue.
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
    let classes: Vec<Classified> = collection.games.iter().map(Game::time_class).collect();
    let (class, from) = match given {
        Some(class) => (class, ClassSource::Given),
        None => match vote(&classes) {
            (class, ClassSource::Assumed) if collection.platform().is_some() => {
                (class, ClassSource::NotStated)
            }
            voted => voted,
        },
    };
    let mut set_aside = 0;
    for (game, own) in std::mem::take(&mut collection.games).into_iter().zip(classes) {
        if !own.conditions.is_empty() || own.class.is_some_and(|own| own != class) {
            set_aside += 1;
            let plies = game.moves.len();
            let aside = UnscoredGame::new(game, plies, Unscored::OtherConditions, None);
            collection.unscored.push(aside);
        } else {
            collection.games.push(game);
        }
    }
    EventClass { class, from, set_aside }
}

/// The class of most games; of classes with equally many, the slower one.
fn vote(classes: &[Classified]) -> (TimeClass, ClassSource) {
    let mut votes: BTreeMap<TimeClass, usize> = BTreeMap::new();
    for class in classes.iter().filter(|own| own.conditions.is_empty()).filter_map(|own| own.class) {
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
mod tests {
    use super::*;

    fn collection(games: &[(&str, Option<&str>)]) -> Collection {
        let games = games.iter().map(|(event, control)| Game {
            event: (*event).to_owned(),
            time_control: control.map(str::to_owned),
            ..Game::default()
        });
        Collection { games: games.collect(), ..Collection::default() }
    }

    fn settled(games: &[(&str, Option<&str>)], given: Option<TimeClass>) -> (EventClass, usize, usize) {
        let mut collection = collection(games);
        let class = settle(&mut collection, given);
        (class, collection.games.len(), collection.unscored.len())
    }

    #[test]
    fn nothing_said_is_standard_and_is_called_assumed() {
        let (class, kept, aside) = settled(&[("Summer Open", None), ("Summer Open", Some("?"))], None);
        assert_eq!((class.class, class.from), (TimeClass::Standard, ClassSource::Assumed));
        assert_eq!((kept, aside), (2, 0));
    }

    #[test]
    fn nothing_said_on_a_platform_is_not_assumed() {
        let on = |site: &str, control: Option<&str>| Game {
            event: "Olympiad".to_owned(),
            site: Some(site.into()),
            time_control: control.map(str::to_owned),
            ..Game::default()
        };
        let from =
            |games: Vec<Game>, given| settle(&mut Collection { games, ..Collection::default() }, given).from;
        let (online, board) = (on("Chess.com", None), on("Batumi GEO", None));
        assert_eq!(from(vec![online.clone(), online.clone()], None), ClassSource::NotStated);
        assert_eq!(from(vec![online.clone(), board.clone()], None), ClassSource::NotStated, "half of them");
        assert_eq!(from(vec![online.clone(), board.clone(), board], None), ClassSource::Assumed);
        assert_eq!(from(vec![online.clone()], Some(TimeClass::Rapid)), ClassSource::Given);
        assert_eq!(from(vec![on("Chess.com", Some("900+10"))], None), ClassSource::TimeControl);
        // A broadcast shows games that were played elsewhere.
        assert_eq!(
            from(vec![on("https://lichess.org/broadcast/-/-/gfXgh34J", None)], None),
            ClassSource::Assumed
        );
    }

    #[test]
    fn most_games_decide_and_the_others_are_set_aside() {
        let slow = ("Summer Open", Some("5400+30"));
        let (class, kept, aside) =
            settled(&[slow, slow, ("Summer Open", Some("180+2")), ("Summer Open", None)], None);
        assert_eq!((class.class, class.from), (TimeClass::Standard, ClassSource::TimeControl));
        assert_eq!((kept, aside, class.set_aside), (3, 1, 1));
        let (class, ..) = settled(&[("City Rapid", None), ("City Rapid", None)], None);
        assert_eq!((class.class, class.from), (TimeClass::Rapid, ClassSource::Name));
    }

    #[test]
    fn a_given_class_stands_and_special_games_never_count() {
        let (class, kept, aside) =
            settled(&[("City Rapid", None), ("Winter Open", None)], Some(TimeClass::Standard));
        assert_eq!((class.class, class.from), (TimeClass::Standard, ClassSource::Given));
        assert_eq!((kept, aside), (1, 1));
        let (_, kept, aside) = settled(&[("Simul of the year", None), ("Winter Open", None)], None);
        assert_eq!((kept, aside), (1, 1));
    }

    #[test]
    fn nothing_vanishes() {
        let games = [("A Blitz", None), ("A Rapid", None), ("A", Some("40/7200:3600")), ("Blindfold", None)];
        let (class, kept, aside) = settled(&games, None);
        assert_eq!(kept + aside, games.len());
        assert_eq!(class.set_aside, aside);
        // One game each: the slower class is the more cautious one.
        assert_eq!(class.class, TimeClass::Standard);
    }
}
