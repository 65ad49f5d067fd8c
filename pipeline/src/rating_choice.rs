//! The rating that each player is held to: its source, its standard deviation and allowances.
//!
//! The user makes the choice, and it is kept with the results. Messages for the user are returned, not printed.

use std::path::{Path, PathBuf};

use analyzer::basis::{Basis, PlayerRating};
use datasets::clocks::event_class::EventClass;
use datasets::clocks::time_class::TimeClass;
use datasets::ratings::list::{Day, IndexError, Lists, RatingClass};
use datasets::ratings::{Entrant, Ratings, as_of};
use datasets::{Collection, Person, RatingSource, Roster};
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// Until the end of the year of this birthday a player is a junior: the age up to which FIDE gives K = 40
/// (Rating Regulations B.02, 8.3.3).
const JUNIOR_AGE: u16 = 18;

/// The stored rating lists cannot be read.
#[derive(Debug, Error)]
#[error("the rating lists in {} cannot be read: {source}", store.display())]
pub struct RatingsError {
    store: PathBuf,
    #[source]
    source: Box<IndexError>,
}

/// The rating that each player is held to; kept with the results so that `verify` holds the players to the same ratings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[serde(deny_unknown_fields)]
pub struct RatingChoice {
    /// Time class of the event [default: by the games' time controls and names, else standard]
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
    /// Points added to the ratings of juniors, who are known by their birth year on the stored lists
    #[cfg_attr(feature = "clap", arg(long, value_name = "POINTS", default_value_t = 0, value_parser = clap::value_parser!(u16).range(0..=600)))]
    pub junior_allowance: u16,
    /// Standard deviation of a junior's rating, in points
    #[cfg_attr(feature = "clap", arg(long, value_name = "POINTS", default_value_t = 0, value_parser = clap::value_parser!(u16).range(0..=600)))]
    pub junior_sd: u16,
    /// Assumed rating of players without one
    #[cfg_attr(feature = "clap", arg(long, value_name = "RATING", value_parser = clap::value_parser!(u16).range(1..=4000)))]
    pub unrated_as: Option<u16>,
    /// Standard deviation of that rating, in points
    #[cfg_attr(feature = "clap", arg(long, value_name = "POINTS", default_value_t = 200, value_parser = clap::value_parser!(u16).range(0..=600)))]
    pub unrated_sd: u16,
}

/// A message about the ratings for the user.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RatingNote {
    /// Rating lists were asked for, and no game has a full date to choose one by.
    NoDate,
    /// Rating lists were asked for, and none is stored.
    NoLists,
}

/// The entry of each person on the stored lists, and a message for the user.
type ListedRatings = (Vec<Option<Ratings>>, Option<RatingNote>);

impl RatingChoice {
    /// The rating of each person; the roster is told the source of each rating.
    pub fn ratings(
        &self,
        collection: &Collection,
        roster: &mut Roster,
        class: &EventClass,
        store: &Path,
    ) -> Result<(Vec<PlayerRating>, Option<RatingNote>), RatingsError> {
        let (listed, note) = self.listed(collection, roster, class, store)?;
        let people = roster.people.iter_mut().zip(listed);
        let known = people.map(|(person, listed)| self.rating_of(person, listed.as_ref()));
        Ok((known.collect(), note))
    }

    fn rating_of(&self, person: &mut Person, listed: Option<&Ratings>) -> PlayerRating {
        let list = listed.and_then(|ratings| ratings.list.as_ref());
        if let (true, Some(list)) = (self.from_lists, list) {
            person.rating = Some(list.listed.rating);
            person.rating_source = RatingSource::List;
        }
        let mut known = PlayerRating {
            published: person.rating,
            sd: self.rating_sd,
            allowance: 0,
            k: list.and_then(|list| list.listed.k),
        };
        if listed.and_then(|ratings| ratings.age).is_some_and(|age| age <= JUNIOR_AGE) {
            known.allowance = self.junior_allowance;
            known.sd = known.sd.max(self.junior_sd);
        }
        if let (None, Some(rating)) = (person.rating, self.unrated_as) {
            person.rating = Some(rating);
            person.rating_source = RatingSource::Assumed;
            known.published = Some(rating);
            known.sd = known.sd.max(self.unrated_sd);
        }
        known
    }

    /// Whether any option asks for the stored lists: for ratings, or for years of birth.
    pub fn asks_lists(&self) -> bool {
        self.from_lists || self.junior_allowance > 0 || self.junior_sd > 0
    }

    /// Looks the people up in the stored lists, if any option asks for them.
    fn listed(
        &self,
        collection: &Collection,
        roster: &Roster,
        class: &EventClass,
        store: &Path,
    ) -> Result<ListedRatings, RatingsError> {
        let wanted = self.asks_lists();
        let first_day = collection.games.iter().filter_map(|game| Day::parse(&game.date)).min();
        let (true, Some(first_day)) = (wanted, first_day) else {
            let note = wanted.then_some(RatingNote::NoDate);
            return Ok((vec![None; roster.people.len()], note));
        };
        let unreadable =
            |source: IndexError| RatingsError { store: store.to_owned(), source: Box::new(source) };
        let lists = Lists::open(store).map_err(unreadable)?;
        let none = lists.lists().map_err(unreadable)?.is_empty();
        let class = match class.class {
            TimeClass::Blitz => RatingClass::Blitz,
            TimeClass::Rapid => RatingClass::Rapid,
            TimeClass::Standard | TimeClass::Correspondence => RatingClass::Standard,
        };
        let one = |person: &Person| {
            let entrant = Entrant { name: &person.name, fide_id: person.fide_id, pgn_rating: person.rating };
            as_of(&entrant, first_day, class, &lists).map(Some).map_err(unreadable)
        };
        let listed = roster.people.iter().map(one).collect::<Result<_, _>>()?;
        Ok((listed, none.then_some(RatingNote::NoLists)))
    }
}

#[cfg(test)]
mod tests {
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
        assert_eq!(choice.rating_of(&mut rated, None).published, Some(2100));
        assert_eq!(rated.rating_source, RatingSource::Pgn);
        let mut unrated = person(None);
        assert_eq!(choice.rating_of(&mut unrated, None), PlayerRating::default());
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
        let known = choice.rating_of(&mut unrated, None);
        assert_eq!((known.published, known.sd), (Some(1800), 200));
        assert_eq!(unrated.rating_source, RatingSource::Assumed);
        assert_eq!(choice.rating_of(&mut person(Some(2000)), None).sd, 30);
    }

    #[test]
    fn juniors_by_the_list_get_the_allowance() {
        let choice = RatingChoice { junior_allowance: 100, junior_sd: 80, ..RatingChoice::default() };
        let of_age = |age| Ratings {
            pgn: None,
            list: None,
            difference: None,
            name_differs: false,
            age: Some(age),
            passed_over: Vec::new(),
        };
        let known = choice.rating_of(&mut person(Some(1900)), Some(&of_age(18)));
        assert_eq!((known.allowance, known.sd), (100, 80));
        let known = choice.rating_of(&mut person(Some(1900)), Some(&of_age(19)));
        assert_eq!((known.allowance, known.sd), (0, 0));
    }
}
