//! Venue, time class and rating scale of a tournament, each with its evidence.
//!
//! What nothing says is unknown, and unknown never enters a fit. Time controls are rarely tagged, so the pace of play
//! counts: nobody plays three standard games a day.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use serde::Serialize;

use crate::clocks::time_class::{ClassEvidence, TimeClass};
use crate::day::Day;
use crate::pgn::game::Game;
use crate::tournament::venue::{Fact, Venue, venue};

/// Most standard games of one player on one day.
const MAX_GAMES_A_DAY: usize = 2;
/// Part of the games played faster from which the whole tournament is.
const FASTER: f64 = 0.25;

/// Whose ratings the tags hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, strum::IntoStaticStr)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Scale {
    /// FIDE standard ratings up to February 2024.
    Fide,
    /// FIDE standard ratings since 1 March 2024, when ratings under 2000 rose by 0.4 (2000 - R).
    #[serde(rename = "fide_2024")]
    #[strum(serialize = "fide_2024")]
    Fide2024,
    /// A national list or a club's.
    National,
    Unknown,
}

/// Facts about a tournament.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Facts {
    pub venue: Fact<Venue>,
    /// `None` if nothing says.
    pub class: Fact<Option<TimeClass>>,
    pub scale: Fact<Scale>,
}

/// Conditions of the games that a fit is made of. Their ratings are always FIDE's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Conditions {
    pub venue: Venue,
    pub class: TimeClass,
}

impl fmt::Display for Conditions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let venue: &str = self.venue.into();
        write!(f, "{} games played {}", self.class.as_str(), venue.replace('_', " "))
    }
}

impl Conditions {
    /// Standard play over the board.
    pub const USUAL: Self = Self { venue: Venue::OverTheBoard, class: TimeClass::Standard };
}

/// Why a tournament enters no fit of some conditions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, strum::IntoStaticStr)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum LeftOut {
    OtherVenue,
    VenueUnknown,
    OtherClass,
    ClassUnknown,
    OtherScale,
    ScaleUnknown,
}

impl Facts {
    pub(super) fn new(games: &[Game], days: [Day; 2], paced: &Paced) -> Self {
        let venue = venue(games);
        let scale = scale(games, days, venue.value);
        Self { venue, class: class(games, paced), scale }
    }

    /// Why the tournament enters no fit of these conditions on FIDE ratings. A platform has ratings of its own, so online the
    /// players' FIDE numbers have to stand beside them.
    pub fn left_out(&self, wanted: Conditions) -> Option<LeftOut> {
        match (self.venue.value, self.class.value, self.scale.value) {
            (Venue::Unknown, ..) => Some(LeftOut::VenueUnknown),
            (venue, ..) if venue != wanted.venue => Some(LeftOut::OtherVenue),
            (_, None, _) => Some(LeftOut::ClassUnknown),
            (_, Some(class), _) if class != wanted.class => Some(LeftOut::OtherClass),
            (.., Scale::National) => Some(LeftOut::OtherScale),
            (.., Scale::Unknown) => Some(LeftOut::ScaleUnknown),
            (.., Scale::Fide | Scale::Fide2024) => None,
        }
    }
}

fn class(games: &[Game], paced: &Paced) -> Fact<Option<TimeClass>> {
    let mut votes: BTreeMap<(TimeClass, bool), usize> = BTreeMap::new();
    let mut words = BTreeMap::new();
    for game in games {
        let found = game.time_class();
        if let Some(class) = found.class {
            let tagged = found.from == ClassEvidence::TimeControlTag;
            *votes.entry((class, tagged)).or_default() += 1;
            words.entry(class).or_insert(found.from);
        }
    }
    if let Some(((class, tagged), _)) = votes.iter().max_by_key(|((_, tagged), games)| (*tagged, **games)) {
        let evidence = match words.remove(class) {
            Some(ClassEvidence::Series { name, control, source }) if !tagged => {
                format!("the series {name}: {control} ({source})")
            }
            Some(from) if !tagged => format!("the word `{}`", from.word().unwrap_or_default()),
            _ => "time controls".to_owned(),
        };
        return Fact { value: Some(*class), evidence };
    }
    let all = games.len();
    let busy = paced.busy.len();
    if busy as f64 >= FASTER * all as f64 || paced.games().len() == all {
        let evidence = format!(
            "{busy} of {all} games by players with three or more that day, {} second games of a pair",
            paced.tie_breaks.len()
        );
        return Fact { value: None, evidence };
    }
    let rest = all - paced.games().len();
    let evidence = format!("at most {MAX_GAMES_A_DAY} games a day in {rest} of {all}");
    Fact { value: Some(TimeClass::Standard), evidence }
}

/// Games too many for standard play, by index.
#[derive(Debug, Default)]
pub(super) struct Paced {
    /// Of a player with more than [`MAX_GAMES_A_DAY`] on that day, against several opponents.
    pub(super) busy: BTreeSet<usize>,
    /// Of a pair with another game on that day: the tie-breaks of a knock-out event.
    pub(super) tie_breaks: BTreeSet<usize>,
}

impl Paced {
    pub(super) fn new(games: &[Game]) -> Self {
        let mut days: BTreeMap<(&str, &str), Vec<usize>> = BTreeMap::new();
        let mut pairs: BTreeMap<([&str; 2], &str), Vec<usize>> = BTreeMap::new();
        for (index, game) in games.iter().enumerate() {
            let mut names = game.sides().map(|side| side.name.as_str());
            for name in names {
                days.entry((name, &game.date)).or_default().push(index);
            }
            names.sort_unstable();
            pairs.entry((names, &game.date)).or_default().push(index);
        }
        let opponent = |index: usize, name: &str| {
            let sides = games.get(index).map(Game::sides)?;
            sides.iter().map(|side| side.name.clone()).find(|other| other != name)
        };
        let several = |name: &str, games: &[usize]| {
            games.iter().map(|index| opponent(*index, name)).collect::<BTreeSet<_>>().len() > 1
        };
        let busy = days
            .into_iter()
            .filter(|((name, _), games)| games.len() > MAX_GAMES_A_DAY && several(name, games))
            .flat_map(|(_, games)| games);
        let tie_breaks = pairs.into_values().filter(|games| games.len() > 1).flatten();
        Self { busy: busy.collect(), tie_breaks: tie_breaks.collect() }
    }

    /// All of them.
    pub(super) fn games(&self) -> BTreeSet<usize> {
        self.busy.union(&self.tie_breaks).copied().collect()
    }
}

/// Lowest rating of a FIDE standard list, from a month on. 1800 stands in the rating regulations of about 2000 (B.02, 9.12),
/// 1000 was announced for July 2012, 1400 is in force since March 2024. Where the month of a change is not known, the lower
/// floor stands for the years between.
const FLOORS: [(u16, u8, u16); 4] = [(0, 0, 1800), (2004, 1, 1200), (2012, 7, 1000), (2024, 3, 1400)];

fn scale(games: &[Game], [first, _]: [Day; 2], venue: Venue) -> Fact<Scale> {
    let sides = || games.iter().flat_map(Game::sides);
    let rated = sides().filter(|side| side.rating.is_some()).count();
    let numbered = sides().filter(|side| side.fide_id.is_some()).count();
    let floor = FLOORS.iter().rev().find(|(year, month, _)| (*year, *month) <= (first.year, first.month));
    let floor = floor.map_or(0, |(.., floor)| *floor);
    let under = sides().filter_map(|side| side.rating).filter(|rating| *rating < floor).count();
    let fide = if (first.year, first.month) >= (2024, 3) { Scale::Fide2024 } else { Scale::Fide };
    if rated == 0 {
        return Fact { value: Scale::Unknown, evidence: "no ratings".to_owned() };
    }
    if under * 20 > rated {
        let evidence = format!("{under} of {rated} ratings under FIDE's floor of {floor}");
        return Fact { value: Scale::National, evidence };
    }
    if numbered * 2 >= rated {
        return Fact { value: fide, evidence: format!("FIDE numbers in {numbered} of {rated} rated sides") };
    }
    if venue == Venue::Online {
        let evidence = format!("FIDE numbers in {numbered} of {rated} rated sides");
        return Fact { value: Scale::Unknown, evidence };
    }
    Fact {
        value: fide,
        evidence: format!("no rating list named; {under} of {rated} ratings under FIDE's floor"),
    }
}
