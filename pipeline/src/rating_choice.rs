//! The rating that each player is held to: its source, its standard deviation, and whether it is known to lag behind.
//!
//! The user makes the choice, and it is kept with the results. Messages for the user are returned, not printed.

mod lists;

use std::path::{Path, PathBuf};

use analyzer::basis::{Basis, Lag, LagEvidence, PlayerRating, RatingLists};
use analyzer::screen::event_name;
use analyzer::strength::LagClass;
use datasets::clocks::time_class::TimeClass;
use datasets::ratings::EventDays;
use datasets::ratings::list::IndexError;
use datasets::tournament::audience::is_for_young;
use datasets::{Collection, Person, RatingSource, Roster};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use lists::{GameTags, ListEntry, by_day, entries_of_people, games_of_people, rating_lists, undated};

/// Until the end of the year of this birthday a player is a junior: the age up to which FIDE gives K = 40
/// (Rating Regulations B.02, 8.3.3).
const JUNIOR_AGE: u16 = 18;

/// The development coefficient of new players (B.02, 8.3.3).
const NEW_PLAYER_K: u8 = 40;

/// The stored rating lists cannot be read.
#[derive(Debug, Error)]
#[error("the rating lists in {} cannot be read: {source}", store.display())]
pub struct RatingsError {
    store: PathBuf,
    #[source]
    source: Box<IndexError>,
}

/// The rating that each player is held to; kept with the results so that `verify` holds the players to the same ratings.
/// Records of earlier versions have further fields, of options that are gone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
pub struct RatingChoice {
    /// Time class of the event [default: that of --circumstances, else by the games' time controls, clocks and names, else standard]
    #[cfg_attr(feature = "clap", arg(long, value_enum, value_name = "CLASS"))]
    pub time_class: Option<TimeClass>,
    /// Rating that the index uses; the others are shown beside it
    #[cfg_attr(feature = "clap", arg(long = "rating", value_enum, value_name = "WHICH", default_value_t = Basis::Published))]
    pub basis: Basis,
    /// Use the stored rating lists valid on the first day (see `fairplay ratings`) for players they name
    #[cfg_attr(feature = "clap", arg(long = "ratings-from-lists"))]
    pub from_lists: bool,
    /// Additional standard deviation of every rating, in points; it brings every z closer to 0
    #[cfg_attr(feature = "clap", arg(long, value_name = "POINTS", default_value_t = 0, value_parser = clap::value_parser!(u16).range(0..=600)))]
    pub rating_sd: u16,
    /// Assumed rating of players without one
    #[cfg_attr(feature = "clap", arg(long, value_name = "RATING", value_parser = clap::value_parser!(u16).range(1..=4000)))]
    pub unrated_as: Option<u16>,
    /// Standard deviation of that rating, in points
    #[cfg_attr(feature = "clap", arg(long, value_name = "POINTS", default_value_t = 200, value_parser = clap::value_parser!(u16).range(0..=600)))]
    pub unrated_sd: u16,
}

/// What the choice of ratings asks of an event.
#[derive(Clone, Copy, Debug)]
pub struct RatedEvent<'a> {
    pub name: &'a str,
    pub class: TimeClass,
    /// The days of the whole event, also where only a part of its games is at hand; `None` if no date tells them.
    pub days: Option<EventDays>,
}

/// The ratings of an event, and the lists behind them.
#[derive(Clone, Debug)]
pub struct KnownRatings {
    /// One for each person of the roster.
    pub ratings: Vec<PlayerRating>,
    /// `None` where no list told anything and none was asked for.
    pub lists: Option<RatingLists>,
}

impl RatingChoice {
    /// The rating of each person; the roster is told the source of each rating. Stored lists, if there are any, are always
    /// asked who is a junior, new or long absent. A rating comes only from a list that was valid on the event's first day
    /// (FIDE Title Regulations B.01, 1.4.6 a), in an event of more than 30 days on the day of each game (FIDE Title Regulations
    /// B.01, 1.1.4). Where that list is not stored the rating of the games' tags stands.
    pub fn ratings(
        &self,
        collection: &Collection,
        roster: &mut Roster,
        event: &RatedEvent<'_>,
        store: &Path,
    ) -> Result<KnownRatings, RatingsError> {
        let by_game = self.from_lists && event.days.is_some_and(EventDays::by_game);
        let games = games_of_people(collection, roster, event.days);
        let entries = entries_of_people(roster, &games, event, by_game, store)?;
        let young = in_events_for_young(event.name, collection, roster);
        let people = roster.people.iter_mut().zip(&entries).zip(young).zip(&games);
        let ratings: Vec<PlayerRating> = people
            .map(|(((person, entries), young), games)| {
                self.rating_of(person, entries, young, by_game.then_some(games))
            })
            .collect();
        let lists = rating_lists(self.from_lists, &entries, &ratings, undated(collection, event.days));
        Ok(KnownRatings { ratings, lists })
    }

    /// `games` are those of the person where each game takes the list of its day.
    fn rating_of(
        &self,
        person: &mut Person,
        entries: &[ListEntry],
        young: bool,
        games: Option<&Vec<GameTags>>,
    ) -> PlayerRating {
        let listed = match (self.from_lists, games) {
            (false, _) => Vec::new(),
            (true, None) => entries.iter().filter_map(ListEntry::rating).collect(),
            (true, Some(games)) => by_day(entries, games, person.rating),
        };
        if let Some(first) = listed.first() {
            person.rating = PlayerRating::mean_over_games(&listed).or(Some(first.rating));
            person.rating_source = RatingSource::List;
        }
        let mut known = PlayerRating {
            published: person.rating,
            listed,
            sd: self.rating_sd,
            lag: person.rating.and_then(|_| lag(entries, young)),
            k: entries.iter().find_map(|entry| entry.valid()?.listed.k),
        };
        if let (None, Some(rating)) = (person.rating, self.unrated_as) {
            person.rating = Some(rating);
            person.rating_source = RatingSource::Assumed;
            known.published = Some(rating);
            known.sd = known.sd.max(self.unrated_sd);
        }
        known
    }
}

/// Why a player's rating is taken to lag behind. The age on a list goes before the name of the event; a list that was not valid
/// says nothing about coefficient and activity.
fn lag(entries: &[ListEntry], young: bool) -> Option<Lag> {
    let lag = |class, evidence| Some(Lag { class, evidence });
    let age = entries.iter().find_map(|entry| entry.ratings.age);
    match (age.map(|age| age <= JUNIOR_AGE), young) {
        (None | Some(true), true) => return lag(LagClass::YouthEvent, LagEvidence::EventName),
        (Some(true), false) => return lag(LagClass::Junior, LagEvidence::BirthYear),
        (Some(false), _) | (None, false) => {}
    }
    let list = entries.iter().find_map(ListEntry::valid)?;
    if list.listed.k == Some(NEW_PLAYER_K) {
        lag(LagClass::NewPlayer, LagEvidence::Coefficient)
    } else if list.inactive {
        lag(LagClass::LongAbsent, LagEvidence::InactiveFlag)
    } else {
        None
    }
}

/// Whether all that names a person's games says that they are for young players. A name of its own goes for all games, the
/// name that most games have for those alone.
fn in_events_for_young(name: &str, collection: &Collection, roster: &Roster) -> Vec<bool> {
    let whole = is_for_young(name) && event_name(collection).as_deref() != Some(name);
    let mut young = vec![(false, true); roster.people.len()];
    let games = collection.games.iter().zip(&roster.games);
    for (game, &(white, black)) in games {
        let one = whole || is_for_young(&game.event);
        for person in [white, black] {
            if let Some((any, all)) = young.get_mut(person) {
                (*any, *all) = (true, *all && one);
            }
        }
    }
    young.into_iter().map(|(any, all)| any && all).collect()
}

#[cfg(test)]
mod tests {
    use datasets::ratings::list::{Lists, Options};
    use datasets::{Game, Side};

    use super::*;

    fn person(rating: Option<u16>) -> Person {
        Person {
            name: "Vale, Ann".to_owned(),
            fide_id: None,
            rating,
            rating_source: rating.map_or(RatingSource::None, |_| RatingSource::Pgn),
            title: None,
        }
    }

    #[test]
    fn by_default_the_tags_stand_and_nobody_is_given_a_rating() {
        let choice = RatingChoice::default();
        let mut rated = person(Some(2100));
        assert_eq!(choice.rating_of(&mut rated, &[], false, None).published, Some(2100));
        assert_eq!(rated.rating_source, RatingSource::Pgn);
        let mut unrated = person(None);
        assert_eq!(choice.rating_of(&mut unrated, &[], true, None), PlayerRating::default());
        assert_eq!(unrated.rating_source, RatingSource::None);
    }

    #[test]
    fn an_assumed_rating_says_so_and_is_unsure() {
        let choice = RatingChoice {
            unrated_as: Some(1800),
            unrated_sd: 200,
            rating_sd: 30,
            ..RatingChoice::default()
        };
        let mut unrated = person(None);
        let known = choice.rating_of(&mut unrated, &[], true, None);
        assert_eq!((known.published, known.sd), (Some(1800), 200));
        assert_eq!(unrated.rating_source, RatingSource::Assumed);
        assert_eq!(choice.rating_of(&mut person(Some(2000)), &[], false, None).sd, 30);
    }

    const LIST: &str = include_str!("../../datasets/tests/rating_lists/standard_rating_list.txt");

    /// Lags in an event of a year: of an invented player with this FIDE number, rated unless the number is 0, and of the
    /// opponent, whom no list knows. Games have `tag` as the name of their event.
    fn lags(store: &Path, (name, tag, year): (&str, &str, u16), fide_id: u32) -> [Option<Lag>; 2] {
        let side = |name: &str, fide_id: Option<u32>| Side {
            name: name.to_owned(),
            fide_id,
            rating: (fide_id != Some(0)).then_some(2000),
            ..Side::default()
        };
        let game = Game {
            event: tag.to_owned(),
            date: format!("{year}.11.05"),
            white: side("White", Some(fide_id)),
            black: side("Black", None),
            ..Game::default()
        };
        let collection = Collection { games: vec![game], ..Collection::default() };
        let mut roster = datasets::roster(&collection);
        let (class, days) = (TimeClass::Standard, EventDays::of(&collection));
        let event = RatedEvent { name, class, days };
        let known = RatingChoice::default().ratings(&collection, &mut roster, &event, store).expect("reads");
        assert_eq!(known.ratings.len(), 2);
        let of = |person: usize| known.ratings.get(person).and_then(|known| known.lag);
        roster.games.first().map(|sides| [of(sides.0), of(sides.1)]).expect("a game")
    }

    #[test]
    fn lags_by_list_and_by_the_name_of_the_event() {
        let folder = tempfile::tempdir().expect("a folder");
        let store = folder.path().join("store.sqlite");
        let by_name = Some(Lag { class: LagClass::YouthEvent, evidence: LagEvidence::EventName });
        // Without a store, and no store is made.
        assert_eq!(lags(&store, ("Open", "Open", 2025), 9_000_101), [None, None]);
        assert_eq!(lags(&store, ("ch-X U16", "ch-X U16", 2025), 9_000_101), [by_name, by_name]);
        assert_eq!(
            lags(&store, ("ch-X U16", "ch-X U16", 2025), 0),
            [None, by_name],
            "nobody is 0 points behind"
        );
        assert_eq!(lags(&store, ("Youth Cup", "Board 1", 2025), 9_000_101), [by_name, by_name]);
        assert!(!store.exists());

        // Born in 2009 with K = 40; born in 1985 with K = 10, here 40; born in 1990 and inactive; born in 1972.
        let list = folder.path().join("standard_rating_list.txt");
        std::fs::write(&list, LIST.replace("10 1985", "40 1985")).expect("writes");
        Lists::open(&store).expect("opens").add(&list, &Options::default()).expect("reads");
        let open = |year| ("Open", "Open", year);
        let lag = |class, evidence| Some(Lag { class, evidence });
        let by_year = lag(LagClass::Junior, LagEvidence::BirthYear);
        assert_eq!(lags(&store, open(2025), 900_010_911), [by_year, None]);
        assert_eq!(lags(&store, ("U16", "U16", 2025), 900_010_911), [by_name, by_name]);
        let new = lag(LagClass::NewPlayer, LagEvidence::Coefficient);
        assert_eq!(lags(&store, open(2025), 9_000_102), [new, None]);
        let absent = lag(LagClass::LongAbsent, LagEvidence::InactiveFlag);
        assert_eq!(lags(&store, open(2025), 9_000_110), [absent, None]);
        assert_eq!(lags(&store, open(2025), 9_000_101), [None, None]);
        // An adult is no junior in any event.
        assert_eq!(lags(&store, ("U16", "U16", 2025), 9_000_101), [None, by_name]);
        // The list of November 2025 is too old for November 2027, but a year of birth does not change: 18, then 19.
        assert_eq!(lags(&store, open(2027), 900_010_911), [by_year, None]);
        assert_eq!(lags(&store, open(2028), 900_010_911), [None, None]);
        assert_eq!(lags(&store, open(2027), 9_000_110), [None, None]);
    }

    #[test]
    fn a_collection_is_for_young_players_game_by_game() {
        let side = |name: &str| Side { name: name.to_owned(), ..Side::default() };
        let game = |event: &str, white: &str, black: &str| Game {
            event: event.to_owned(),
            white: side(white),
            black: side(black),
            ..Game::default()
        };
        let games =
            vec![game("U16", "A", "B"), game("U16", "A", "C"), game("U16", "B", "C"), game("Open", "C", "D")];
        let collection = Collection { games, ..Collection::default() };
        let roster = datasets::roster(&collection);
        let young = |name: &str| {
            let young = in_events_for_young(name, &collection, &roster).into_iter();
            let people = roster.people.iter().zip(young).filter(|(_, young)| *young);
            people.map(|(person, _)| person.name.as_str()).collect::<String>()
        };
        assert_eq!(young("U16"), "AB", "the name that most games have");
        assert_eq!(young("Spring 2025"), "AB");
        assert_eq!(young("Youth Cup"), "ABCD", "a name of its own");
    }

    #[test]
    fn a_record_of_an_earlier_version_is_read() {
        let old = r#"{"time_class":null,"basis":"live","from_lists":true,"rating_sd":0,"junior_allowance":0,"junior_sd":0,
                      "unrated_as":null,"unrated_sd":200}"#;
        let choice: RatingChoice = serde_json::from_str(old).expect("reads");
        assert_eq!((choice.basis, choice.from_lists), (Basis::Live, true));
    }
}
