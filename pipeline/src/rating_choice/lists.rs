//! The stored rating lists asked for an event: who stands on the list of the day, the rating of each game in a long event, and
//! which lists the ratings rest on.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use analyzer::basis::{DayRating, MissingList, PlayerRating, RatingLists, UsedList};
use datasets::clocks::time_class::TimeClass;
use datasets::ratings::list::{Day, IndexError, Lists, RatingClass, StoredList, YearMonth};
use datasets::ratings::{Entrant, EventDays, FromList, PassedOver, Ratings, as_of};
use datasets::{Collection, Person, Roster};

use super::{RatedEvent, RatingsError};

/// What the tags of a game say for the choice of a player's rating in it.
pub(super) struct GameTags {
    /// In the collection.
    index: usize,
    /// A day on which the list of this game was valid; `None` if the date does not say which one that was.
    day: Option<Day>,
    /// Rating of the player in the tags of this game.
    tag: Option<u16>,
}

/// What the list of a month says of a player.
pub(super) struct ListEntry {
    /// The month of the list that was valid, whether it is stored or not.
    month: YearMonth,
    pub(super) ratings: Ratings,
}

impl ListEntry {
    /// The entry on the list that was valid.
    pub(super) fn valid(&self) -> Option<&FromList> {
        self.ratings.list.as_ref()
    }

    /// The rating, for the whole event.
    pub(super) fn rating(&self) -> Option<DayRating> {
        self.valid().map(|entry| DayRating {
            month: Some(entry.list.period.to_string()),
            class: Some(entry.class.as_str().to_owned()),
            rating: entry.listed.rating,
            games: Vec::new(),
        })
    }
}

/// The games of each person of the roster.
pub(super) fn games_of_people(
    collection: &Collection,
    roster: &Roster,
    days: Option<EventDays>,
) -> Vec<Vec<GameTags>> {
    let mut of_people: Vec<Vec<GameTags>> = roster.people.iter().map(|_| Vec::new()).collect();
    for (index, (game, sides)) in collection.games.iter().zip(&roster.games).enumerate() {
        let day = days.and_then(|days| days.list_day(&game.date));
        for (person, side) in [(sides.0, &game.white), (sides.1, &game.black)] {
            if let Some(games) = of_people.get_mut(person) {
                games.push(GameTags { index, day, tag: side.rating });
            }
        }
    }
    of_people
}

/// Games whose date does not say which list was valid.
pub(super) fn undated(collection: &Collection, days: Option<EventDays>) -> u32 {
    let known = |date: &str| days.is_some_and(|days| days.list_day(date).is_some());
    let games = collection.games.iter().filter(|game| !known(&game.date)).count();
    u32::try_from(games).unwrap_or(u32::MAX)
}

/// What the lists say of each person: that of the event's first day, or `by_game` those of the days of the person's games.
pub(super) fn entries_of_people(
    roster: &Roster,
    games: &[Vec<GameTags>],
    event: &RatedEvent<'_>,
    by_game: bool,
    store: &Path,
) -> Result<Vec<Vec<ListEntry>>, RatingsError> {
    let unreadable = |source: IndexError| RatingsError { store: store.to_owned(), source: Box::new(source) };
    let class = match event.class {
        TimeClass::Blitz => RatingClass::Blitz,
        TimeClass::Rapid => RatingClass::Rapid,
        TimeClass::Standard | TimeClass::Correspondence => RatingClass::Standard,
    };
    let lists = Lists::open_existing(store).map_err(unreadable)?;
    let on = |person: &Person, (month, day): (YearMonth, Day)| {
        let entrant = Entrant { name: &person.name, fide_id: person.fide_id, pgn_rating: person.rating };
        let ratings = match &lists {
            Some(lists) => as_of(&entrant, day, class, lists).map_err(unreadable)?,
            None => Ratings {
                passed_over: vec![PassedOver::NoList { class, needed: month }],
                ..Ratings::default()
            },
        };
        Ok(ListEntry { month, ratings })
    };
    let one = |(person, games): (&Person, &Vec<GameTags>)| {
        let of_games = games.iter().filter(|_| by_game).filter_map(|game| game.day);
        let of_event = event.days.filter(|_| !by_game).map(|days| days.first);
        let days = of_games.chain(of_event).map(|day| (YearMonth::of_list(day), day));
        let months: BTreeMap<YearMonth, Day> = days.collect();
        months.into_iter().map(|asked| on(person, asked)).collect::<Result<Vec<_>, _>>()
    };
    roster.people.iter().zip(games).map(one).collect()
}

/// The rating in each game by the list of its day, else by the game's own tag, else by the tags of the other games. Nothing
/// where no list names the player: then the tags stand as in any event.
pub(super) fn by_day(entries: &[ListEntry], games: &[GameTags], tags: Option<u16>) -> Vec<DayRating> {
    let by_list: BTreeMap<YearMonth, DayRating> =
        entries.iter().filter_map(|entry| Some((entry.month, entry.rating()?))).collect();
    let mut of_days: Vec<DayRating> = Vec::new();
    for game in games.iter().filter(|_| !by_list.is_empty()) {
        let of_list = game.day.and_then(|day| by_list.get(&YearMonth::of_list(day)).cloned());
        let of_tags =
            || Some(DayRating { month: None, class: None, rating: game.tag.or(tags)?, games: Vec::new() });
        let Some(rating) = of_list.or_else(of_tags) else { continue };
        let same = |of_day: &&mut DayRating| {
            (&of_day.month, &of_day.class, of_day.rating) == (&rating.month, &rating.class, rating.rating)
        };
        match of_days.iter_mut().find(same) {
            Some(of_day) => of_day.games.push(game.index),
            None => of_days.push(DayRating { games: vec![game.index], ..rating }),
        }
    }
    of_days
}

/// The lists that told something of a player, and those that were valid and are not stored; `None` where no list told anything
/// and no rating was asked of one.
pub(super) fn rating_lists(
    ratings_asked: bool,
    entries: &[Vec<ListEntry>],
    ratings: &[PlayerRating],
    undated: u32,
) -> Option<RatingLists> {
    let mut used: BTreeMap<(YearMonth, &'static str, &str), UsedList> = BTreeMap::new();
    let mut missing: BTreeMap<(YearMonth, RatingClass), u32> = BTreeMap::new();
    for (entries, rating) in entries.iter().zip(ratings) {
        let months: BTreeSet<&str> =
            rating.listed.iter().filter_map(|of_day| of_day.month.as_deref()).collect();
        // Each list of the person once, with whether it gave the rating, and whether it gave more than the year of birth.
        let mut told: BTreeMap<&str, (&StoredList, bool, bool)> = BTreeMap::new();
        for entry in entries {
            if let Some(valid) = entry.valid() {
                let gave = months.contains(valid.list.period.to_string().as_str());
                if gave || valid.listed.k.is_some() || valid.inactive {
                    let told = told.entry(&valid.list.sha256).or_insert((&valid.list, false, true));
                    (told.1, told.2) = (told.1 || gave, true);
                }
            }
            if let Some(list) = &entry.ratings.age_from {
                told.entry(&list.sha256).or_insert((list, false, false));
            }
            for list in entry.ratings.passed_over.iter().filter_map(PassedOver::missing) {
                *missing.entry(list).or_default() += 1;
            }
        }
        for (list, gave, more) in told.into_values() {
            let key = (list.period, list.kind.as_str(), list.sha256.as_str());
            let list = used.entry(key).or_insert_with(|| UsedList {
                name: list.name.clone(),
                month: list.period.to_string(),
                kind: list.kind.as_str().to_owned(),
                sha256: list.sha256.clone(),
                ratings: 0,
                players: 0,
                births_only: true,
            });
            list.players += 1;
            list.births_only &= !more;
            list.ratings += u32::from(gave);
        }
    }
    let missing = missing.into_iter().filter(|_| ratings_asked).map(|((month, class), players)| {
        MissingList { month: month.to_string(), class: class.as_str().to_owned(), players }
    });
    let lists = RatingLists {
        ratings_asked,
        used: used.into_values().collect(),
        missing: missing.collect(),
        undated: if ratings_asked { undated } else { 0 },
    };
    (ratings_asked || !lists.used.is_empty()).then_some(lists)
}

#[cfg(test)]
mod tests;
