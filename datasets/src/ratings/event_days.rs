//! The days of an event, by which its rating lists are chosen.
//!
//! For an event the list valid on its first day holds (FIDE Title Regulations B.01, 1.4.6 a). In an event of more than 30 days
//! every game takes the ratings of its own day: B.01, 1.1.4 says so of the opponents, and the player is held to it as well.

use std::collections::BTreeSet;

use crate::book::Span;
use crate::pgn::game::Collection;
use crate::ratings::list::{Day, YearMonth};

/// An event of more days than this takes the ratings of each game's day (B.01, 1.1.4).
const MOST_DAYS: i64 = 30;

/// The days of an event, as far as dates tell which rating list was valid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EventDays {
    /// The first day. Of a date without its day it is the first one that it may mean.
    pub first: Day,
    /// Days from the first game to the last, both counted; the least that the dates allow.
    pub days: i64,
}

impl EventDays {
    /// The days of the games that were read, those without a score included: a forfeit of the first round tells the first
    /// day too. Copies and versions of games tell nothing. `None` if no date says which list was valid.
    pub fn of(collection: &Collection) -> Option<Self> {
        let aside = collection.unscored.iter().filter(|game| !game.reason.is_copy());
        let dates = collection.games.iter().map(|game| &game.date).chain(aside.map(|game| &game.date));
        Self::of_dates(dates.map(String::as_str))
    }

    /// The same of `Date` tags.
    pub fn of_dates<'a>(dates: impl Iterator<Item = &'a str>) -> Option<Self> {
        let spans: Vec<Span> = dates.filter_map(span_of_one_list).collect();
        let first = spans.iter().map(|span| span.earliest).min()?;
        let from = spans.iter().map(|span| span.latest).min()?;
        let to = spans.iter().map(|span| span.earliest).max()?;
        Some(Self { first, days: (to.ordinal() - from.ordinal()).max(0) + 1 })
    }

    /// Whether every game takes the list of its own day.
    pub fn by_game(self) -> bool {
        self.days > MOST_DAYS
    }

    /// A day on which the list of a game with this `Date` tag was valid; `None` if the date does not say which list that is.
    pub fn list_day(self, date: &str) -> Option<Day> {
        if self.by_game() { span_of_one_list(date).map(|span| span.earliest) } else { Some(self.first) }
    }

    /// A day for each list that the games with these `Date` tags take, the earliest first.
    pub fn list_days<'a>(self, dates: impl Iterator<Item = &'a str>) -> BTreeSet<Day> {
        let days = dates.filter_map(|date| self.list_day(date));
        let one_a_list: std::collections::BTreeMap<YearMonth, Day> =
            days.map(|day| (YearMonth::of_list(day), day)).collect();
        one_a_list.into_values().collect()
    }
}

/// The days that a date may mean, if one and the same list was valid on all of them.
fn span_of_one_list(date: &str) -> Option<Span> {
    let same = |span: &Span| YearMonth::of_list(span.earliest) == YearMonth::of_list(span.latest);
    Span::of_tag(date).filter(same)
}
