//! Under which rating a player's decisions are projected: the published one, the live one, or the one after the event.
//!
//! A published rating may be months old. The *live* rating before a game is the published one and what the earlier
//! games of the event change; the rating *after* the event is what all of its games make of it (FIDE Rating
//! Regulations B.02, 8.3). Both use the results, so they are options and a check of the published rating, which stays the
//! one of record unless the user says otherwise. Of a rating that is known to lag behind, the class of its lag is kept beside it.
//!
//! In an event of more than 30 days every game has the published rating of its own day (FIDE Title Regulations B.01, 1.1.4):
//! decisions are projected under it, live ratings begin anew with each published one, and for the event as a whole the mean
//! over the player's games stands.
//!
//! This module must not know how anybody's moves compare with the engine.

mod lists;

use std::collections::BTreeMap;

pub use lists::{DayRating, MissingList, RatingLists, UsedList};

use datasets::ratings::fide_table::{DifferenceRule, Points, RatedGame, rating_change};
use datasets::ratings::list::Day;
use datasets::{Game, GameResult, Roster};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::null::strength::LagClass;

/// Which rating.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
#[serde(rename_all = "snake_case")]
pub enum Basis {
    /// As published before the event.
    #[default]
    Published,
    /// Before each game, from the event's earlier games.
    Live,
    /// After the event, from all of its games.
    After,
}

impl Basis {
    /// Every basis, in the order of a table.
    pub const ALL: [Self; 3] = [Self::Published, Self::Live, Self::After];

    /// As in machine output.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Published => "published",
            Self::Live => "live",
            Self::After => "after",
        }
    }
}

/// A rating that is known to lag behind, and what that is known from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Lag {
    pub class: LagClass,
    pub evidence: LagEvidence,
}

/// What says that a rating lags behind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum LagEvidence {
    /// Year of birth on a rating list.
    BirthYear,
    /// Development coefficient on a rating list.
    Coefficient,
    /// Flag of a rating list.
    InactiveFlag,
    /// Name of the event.
    EventName,
}

/// The rating of one player and how sure it is.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PlayerRating {
    /// Published rating, from tags, a list, or assumed; where games have ratings of their own, the mean over them.
    pub published: Option<u16>,
    /// The lists that it is from, with the games of each where the event takes the list of each game's day; empty where it is
    /// not from a list.
    pub listed: Vec<DayRating>,
    /// Standard deviation of the rating beyond what is usual, in rating points; see [`crate::statistics::rating_error`].
    pub sd: u16,
    /// Why the rating is taken to lag behind.
    pub lag: Option<Lag>,
    /// Development coefficient K, if a list gives it.
    pub k: Option<u8>,
}

impl PlayerRating {
    /// The published rating that holds in a game, by its index in the collection.
    pub fn in_game(&self, game: usize) -> Option<u16> {
        if !self.is_by_game() {
            return self.published;
        }
        self.listed.iter().find(|of_day| of_day.games.contains(&game)).map(|of_day| of_day.rating)
    }

    /// Whether games have ratings of their own.
    pub fn is_by_game(&self) -> bool {
        self.listed.iter().any(|of_day| !of_day.games.is_empty())
    }

    /// The mean over the games that have a rating of their own, rounded; `None` without one.
    pub fn mean_over_games(listed: &[DayRating]) -> Option<u16> {
        let games: u64 = listed.iter().map(|of_day| of_day.games.len() as u64).sum();
        let sum: u64 = listed.iter().map(|of_day| u64::from(of_day.rating) * of_day.games.len() as u64).sum();
        u16::try_from((sum + games / 2).checked_div(games)?).ok()
    }

    /// K where no list gives one: 10 from 2400, else 20 (B.02, 8.3.3, without what depends on age and first games).
    fn coefficient(&self, rating: u16) -> u8 {
        self.k.unwrap_or(if rating >= 2400 { 10 } else { 20 })
    }
}

/// Ratings from the roster's tags, with nothing added.
pub fn of_tags(roster: &Roster) -> Vec<PlayerRating> {
    let known = |rating| PlayerRating { published: rating, ..PlayerRating::default() };
    roster.people.iter().map(|p| known(p.rating)).collect()
}

/// The ratings of one player through an event.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RatingHistory {
    published: Option<u16>,
    /// The published rating in each game, where games have ratings of their own.
    by_game: Option<BTreeMap<usize, u16>>,
    live: BTreeMap<usize, u16>,
    after: Option<u16>,
    /// Points gained by the results.
    gain: i32,
}

impl RatingHistory {
    /// The rating under a basis in a game, by its index in the collection.
    pub fn at(&self, basis: Basis, game: usize) -> Option<u16> {
        match basis {
            Basis::Published => self.published_in(game),
            Basis::Live => self.live.get(&game).copied().or_else(|| self.published_in(game)),
            Basis::After => self.after,
        }
    }

    fn published_in(&self, game: usize) -> Option<u16> {
        self.by_game.as_ref().map_or(self.published, |ratings| ratings.get(&game).copied())
    }

    /// Rating points that the results of the event give, from these alone; `None` without a rating.
    pub fn gain(&self) -> Option<i32> {
        self.published.map(|_| self.gain)
    }

    /// The rating under a basis for the whole event; live ratings have a mean, rounded.
    pub fn whole(&self, basis: Basis) -> Option<u16> {
        match basis {
            Basis::Published => self.published,
            Basis::After => self.after,
            Basis::Live => {
                let n = u32::try_from(self.live.len()).ok().filter(|n| *n > 0);
                let sum: u32 = self.live.values().map(|r| u32::from(*r)).sum();
                n.map_or(self.published, |n| u16::try_from((sum + n / 2) / n).ok())
            }
        }
    }
}

/// The course of every player of the roster. `known` has one entry for each.
pub fn rating_histories(games: &[Game], roster: &Roster, known: &[PlayerRating]) -> Vec<RatingHistory> {
    let published = |person: usize, game: usize| known.get(person).and_then(|k| k.in_game(game));
    let mut played: Vec<Vec<(usize, RatedGame)>> = roster.people.iter().map(|_| Vec::new()).collect();
    for (index, (game, sides)) in games.iter().zip(&roster.games).enumerate() {
        for (me, other, white) in [(sides.0, sides.1, true), (sides.1, sides.0, false)] {
            if let (Some(list), Some(points)) = (played.get_mut(me), points(game.result, white)) {
                let opponent = published(other, index);
                list.push((index, RatedGame { opponent, points }));
            }
        }
    }
    let first_day = games.iter().filter_map(|game| Day::parse(&game.date)).min();
    let rule = first_day.map_or(DifferenceRule::Cap400, DifferenceRule::on);
    let people = played.into_iter().zip(known);
    people.map(|(played, known)| course(&played, known, rule)).collect()
}

fn course(played: &[(usize, RatedGame)], known: &PlayerRating, rule: DifferenceRule) -> RatingHistory {
    let Some(whole) = known.published else {
        return RatingHistory::default();
    };
    let positive = |rating: i32| u16::try_from(rating.max(1)).unwrap_or(u16::MAX);
    let (mut live, mut after, mut gain) = (BTreeMap::new(), i32::from(whole), 0);
    // A new published rating holds the results before it, so the count begins anew.
    for games in played.chunk_by(|a, b| known.in_game(a.0) == known.in_game(b.0)) {
        let Some(rating) = games.first().and_then(|(game, _)| known.in_game(*game)) else { continue };
        let results: Vec<RatedGame> = games.iter().map(|(_, game)| *game).collect();
        let change = rating_change(rating, known.coefficient(rating), &results, rule);
        let mut hundredths = i32::from(rating) * 100;
        let mut rounds = change.rounds.iter().peekable();
        for (number, (index, _)) in games.iter().enumerate() {
            live.insert(*index, positive((hundredths + 50).div_euclid(100)));
            if let Some(round) = rounds.next_if(|round| round.game == number) {
                hundredths = round.live;
            }
        }
        after = change.after;
        gain += change.after - i32::from(rating);
    }
    let in_games = || known.listed.iter().flat_map(|day| day.games.iter().map(|game| (*game, day.rating)));
    RatingHistory {
        published: Some(whole.max(1)),
        by_game: known.is_by_game().then(|| in_games().collect()),
        live,
        after: Some(positive(after)),
        gain,
    }
}

pub(crate) fn points(result: GameResult, white: bool) -> Option<Points> {
    match (result, white) {
        (GameResult::White, true) | (GameResult::Black, false) => Some(Points::Win),
        (GameResult::White, false) | (GameResult::Black, true) => Some(Points::Loss),
        (GameResult::Draw, _) => Some(Points::Draw),
        (GameResult::Unknown, _) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use datasets::{Collection, Side};

    fn event(results: &[(&str, &str, GameResult)]) -> (Collection, Roster) {
        let side = |name: &str, rating| Side { name: name.to_owned(), rating, ..Side::default() };
        let rating = |name: &str| match name {
            "A" => Some(2200),
            "B" => Some(2300),
            "C" => Some(2000),
            _ => None,
        };
        let games = results.iter().map(|(white, black, result)| Game {
            date: "2019.05.01".to_owned(),
            white: side(white, rating(white)),
            black: side(black, rating(black)),
            result: *result,
            ..Game::default()
        });
        let collection = Collection { games: games.collect(), ..Collection::default() };
        let roster = datasets::roster(&collection);
        (collection, roster)
    }

    #[test]
    fn live_and_after_by_hand() {
        // A (2200, K 20) beats B (2300): 100 below expects .36, so + 20 * .64 = 12.8. Then A draws with C (2000): 200
        // above expects .76, so - 20 * .26 = -5.2. Live 2200, then 2212.8; after 2207.6, rounded 2208.
        let (collection, roster) = event(&[
            ("A", "B", GameResult::White),
            ("C", "A", GameResult::Draw),
            ("A", "D", GameResult::White),
        ]);
        let rating_histories = rating_histories(&collection.games, &roster, &of_tags(&roster));
        let a = &rating_histories[0];
        assert_eq!([0, 1, 2].map(|game| a.at(Basis::Live, game)), [Some(2200), Some(2213), Some(2208)]);
        assert_eq!(a.whole(Basis::After), Some(2208));
        assert_eq!(a.at(Basis::After, 0), Some(2208));
        assert_eq!(a.whole(Basis::Published), Some(2200));
        // (2200 + 2213 + 2208) / 3 = 2207.
        assert_eq!(a.whole(Basis::Live), Some(2207));
        // B loses 12.8, which rounds to 13 (8.3.4).
        assert_eq!(rating_histories[1].whole(Basis::After), Some(2287));
        // D has no rating, whatever D scores.
        assert!(Basis::ALL.iter().all(|basis| rating_histories[3].whole(*basis).is_none()));
    }

    #[test]
    fn coefficient_by_hand() {
        let (collection, roster) = event(&[("A", "B", GameResult::White)]);
        let mut known = of_tags(&roster);
        known[0].k = Some(40);
        let rating_histories = rating_histories(&collection.games, &roster, &known);
        // 40 * .64 = 25.6.
        assert_eq!(rating_histories[0].whole(Basis::Published), Some(2200));
        assert_eq!(rating_histories[0].whole(Basis::After), Some(2226));
        assert_eq!(PlayerRating::default().coefficient(2399), 20);
        assert_eq!(PlayerRating::default().coefficient(2400), 10);
    }

    /// A has 2200 in the first two games and 2250 in the third, B 2300 and in the third game 2310.
    #[test]
    fn ratings_of_the_day_by_hand() {
        use GameResult::{Draw, White};
        let (collection, roster) = event(&[("A", "B", White), ("A", "D", White), ("B", "A", Draw)]);
        let mut known = of_tags(&roster);
        let day = |month: &str, rating, games: &[usize]| DayRating {
            month: Some(month.to_owned()),
            class: Some("standard".to_owned()),
            rating,
            games: games.to_vec(),
        };
        known[0].listed = vec![day("2025-06", 2200, &[0, 1]), day("2025-07", 2250, &[2])];
        // (2200 + 2200 + 2250) / 3 = 2216.67.
        known[0].published = PlayerRating::mean_over_games(&known[0].listed);
        known[1].listed = vec![day("2025-06", 2300, &[0]), day("2025-07", 2310, &[2])];
        known[1].published = PlayerRating::mean_over_games(&known[1].listed);
        assert_eq!((known[0].published, known[1].published), (Some(2217), Some(2305)));
        let histories = rating_histories(&collection.games, &roster, &known);
        let a = &histories[0];
        assert_eq!([0, 1, 2].map(|game| a.at(Basis::Published, game)), [Some(2200), Some(2200), Some(2250)]);
        // A win against 2300 gives 12.8 as above; the rating of July holds it already. 60 under 2310 expects .42: 20 * .08 = 1.6.
        assert_eq!([0, 1, 2].map(|game| a.at(Basis::Live, game)), [Some(2200), Some(2213), Some(2250)]);
        assert_eq!((a.whole(Basis::Published), a.whole(Basis::After)), (Some(2217), Some(2252)));
        assert_eq!(a.gain(), Some(13 + 2));
        // A game without a rating of its day has none, whatever the mean is.
        assert_eq!((a.at(Basis::Published, 3), histories[2].gain()), (None, None));
        assert_eq!(PlayerRating::mean_over_games(&[]), None);
    }

    #[test]
    fn a_game_without_a_result_changes_nothing() {
        let (collection, roster) = event(&[("A", "B", GameResult::Unknown), ("A", "C", GameResult::White)]);
        let rating_histories = rating_histories(&collection.games, &roster, &of_tags(&roster));
        assert_eq!(rating_histories[0].at(Basis::Live, 0), Some(2200));
        assert_eq!(rating_histories[0].at(Basis::Live, 1), Some(2200));
        // 200 above expects .76: + 20 * .24 = 4.8.
        assert_eq!(rating_histories[0].whole(Basis::After), Some(2205));
    }
}
