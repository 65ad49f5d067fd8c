//! The events of a collection, counted while the games stream past.
//!
//! An event is one `Event` tag in one year. Broadcasts name each game after its players; such games are one event for
//! each year. Memory is bounded: beyond so many events, or players, they are counted without being told apart.

use std::collections::hash_map::RandomState;
use std::collections::{HashMap, HashSet};
use std::hash::BuildHasher;

use super::document::{EventLine, Events};
use crate::book::{Day, Span};
use crate::pgn::game::{Game, Side, UnscoredGame, names_itself};
use crate::players::spelling::{is_nameless, normalised};
use crate::tournament::encounters::round_of;

/// Most events that are shown.
const LISTED: usize = 1_000;
/// Most events that are told apart.
const MAX_EVENTS: usize = 50_000;
/// Most players of events that are told apart.
const MAX_PLAYERS: usize = 1_000_000;
/// Games that make an `Event` tag an event of its own.
const LARGE: u64 = 10;

#[derive(Default)]
struct Event {
    line: EventLine,
    days: Option<(Day, Day)>,
    /// Rounds seen, one bit each.
    rounds: [u64; 4],
    players: u64,
    rated: u64,
    rating_sum: u64,
}

#[derive(Default)]
pub(super) struct EventCounts {
    events: Vec<Event>,
    places: HashMap<(String, [u8; 4]), usize>,
    /// Tag, year and place of the game before, whose event is usually the same.
    last: Option<(String, [u8; 4], usize)>,
    players: HashSet<u64>,
    state: RandomState,
    /// Events of [`LARGE`] games or more whose tag names no players.
    pub(super) large: usize,
    pub(super) players_cut: bool,
    pub(super) events_cut: bool,
}

impl EventCounts {
    pub(super) fn game(&mut self, game: &Game) {
        let sides = [&game.white, &game.black];
        self.add(&game.event, &game.date, &game.round, sides, true);
    }

    pub(super) fn unscored(&mut self, game: &UnscoredGame) {
        let sides = [&game.white, &game.black];
        self.add(&game.event, &game.date, &game.round, sides, false);
    }

    fn add(&mut self, tag: &str, date: &str, round: &str, sides: [&Side; 2], scored: bool) {
        let own_tags = is_own_tag(tag, sides);
        let tag = if own_tags { "" } else { tag };
        let Some(place) = self.place(tag, own_tags, date) else {
            return;
        };
        let new = sides.map(|side| self.is_new(place, side));
        let Some(event) = self.events.get_mut(place) else {
            return;
        };
        if scored {
            event.line.games += 1;
            self.large += usize::from(event.line.games == LARGE && !event.line.own_tags);
        } else {
            event.line.unscored += 1;
        }
        if let Some(span) = Span::of_tag(date) {
            let (first, last) = event.days.unwrap_or((span.earliest, span.latest));
            event.days = Some((first.min(span.earliest), last.max(span.latest)));
        }
        let round = round_of(round).map_or(0, usize::from);
        if let Some(bits) = event.rounds.get_mut(round / 64).filter(|_| round > 0) {
            *bits |= 1 << (round % 64);
        }
        for (side, _) in sides.into_iter().zip(new).filter(|(_, new)| *new) {
            event.players += 1;
            if let Some(rating) = side.rating {
                event.rated += 1;
                event.rating_sum += u64::from(rating);
            }
        }
    }

    fn place(&mut self, tag: &str, own_tags: bool, date: &str) -> Option<usize> {
        let mut year = *b"????";
        let digits = date.as_bytes().get(..4).filter(|d| d.iter().all(u8::is_ascii_digit));
        if let Some(digits) = digits {
            year.copy_from_slice(digits);
        }
        if let Some((last, last_year, place)) = &self.last
            && *last_year == year
            && last == tag
            && self.events.get(*place).is_some_and(|event| event.line.own_tags == own_tags)
        {
            return Some(*place);
        }
        // Two kinds of empty tags: none at all, and one for each game.
        let key = (if own_tags { "\u{1}".to_owned() } else { tag.to_owned() }, year);
        let place = match self.places.get(&key) {
            Some(&place) => place,
            None if self.events.len() >= MAX_EVENTS => {
                self.events_cut = true;
                return None;
            }
            None => {
                self.places.insert(key, self.events.len());
                self.events.push(Event {
                    line: EventLine { name: tag.to_owned(), own_tags, ..EventLine::default() },
                    ..Event::default()
                });
                self.events.len() - 1
            }
        };
        self.last = Some((tag.to_owned(), year, place));
        Some(place)
    }

    /// Whether the event had not seen the player yet: told apart by number, else by name without regard to case.
    fn is_new(&mut self, place: usize, side: &Side) -> bool {
        if side.fide_id.is_none() && is_nobody(&side.name) {
            return false;
        }
        if self.players.len() >= MAX_PLAYERS {
            self.players_cut = true;
            return false;
        }
        let key = match side.fide_id {
            Some(id) => self.state.hash_one((place, id)),
            None if side.name.is_ascii() => {
                let mut name = side.name.clone();
                name.make_ascii_lowercase();
                self.state.hash_one((place, name))
            }
            None => self.state.hash_one((place, side.name.to_lowercase())),
        };
        self.players.insert(key)
    }

    pub(super) fn document(self) -> Events {
        let count = self.events.len() as u64;
        let cut = self.players_cut;
        let mut listed: Vec<EventLine> = self
            .events
            .into_iter()
            .map(|event| EventLine {
                first_day: event.days.map(|(first, _)| first.to_string()),
                last_day: event.days.map(|(_, last)| last.to_string()),
                rounds: event.rounds.iter().map(|bits| bits.count_ones()).sum(),
                players: (!cut).then_some(event.players),
                mean_rating: (event.rating_sum + event.rated / 2)
                    .checked_div(event.rated)
                    .and_then(|mean| u16::try_from(mean).ok()),
                ..event.line
            })
            .collect();
        listed.sort_by(|a, b| {
            let size = |line: &EventLine| std::cmp::Reverse(line.games + line.unscored);
            size(a).cmp(&size(b)).then_with(|| (&a.name, &a.first_day).cmp(&(&b.name, &b.first_day)))
        });
        listed.truncate(LISTED);
        Events { count, listed }
    }
}

/// A side without a name, or the word for a bye.
fn is_nobody(name: &str) -> bool {
    name.len() <= 5 && {
        let name = normalised(name);
        is_nameless(&name) || name == "bye"
    }
}

/// Whether a tag names both players, asked only where it is long enough for that.
fn is_own_tag(tag: &str, sides: [&Side; 2]) -> bool {
    let letters = |name: &str| name.chars().filter(|c| c.is_alphanumeric()).count();
    let least = sides.map(|side| letters(&side.name));
    !tag.is_empty() && tag.chars().count() >= least[0].max(least[1]) && names_itself(tag, sides)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(event: &str, date: &str, round: &str, names: [&str; 2], rating: Option<u16>) -> Game {
        let side = |name: &str| Side { name: name.to_owned(), rating, ..Side::default() };
        Game {
            event: event.to_owned(),
            date: date.to_owned(),
            round: round.to_owned(),
            white: side(names[0]),
            black: side(names[1]),
            ..Game::default()
        }
    }

    #[test]
    fn an_event_is_a_tag_in_a_year() {
        let mut counts = EventCounts::default();
        counts.game(&game("Open", "2025.03.02", "1.4", ["Kim", "Lee"], Some(2000)));
        counts.game(&game("Open", "2025.03.04", "2", ["LEE", "Roe"], Some(2301)));
        counts.unscored(&UnscoredGame {
            event: "Open".to_owned(),
            date: "2025.03.05".to_owned(),
            round: "2".to_owned(),
            ..UnscoredGame::default()
        });
        counts.game(&game("Open", "2024.??.??", "1", ["Kim", "Lee"], None));
        counts.game(&game("Kim - Lee", "2024.02.01", "1", ["Kim", "Lee"], None));
        counts.game(&game("Roe - Poe", "2024.02.01", "1", ["Roe", "Poe"], None));
        assert_eq!(counts.large, 0);
        for _ in 0..8 {
            counts.game(&game("Cup", "2023.02.01", "1", ["Kim", "Lee"], None));
            counts.game(&game("Open", "2025.03.02", "1.4", ["Kim", "Lee"], Some(2000)));
        }
        assert_eq!(counts.large, 1);
        let found = counts.document();
        assert_eq!(found.count, 4);
        let open = &found.listed[0];
        assert_eq!((open.games, open.unscored, open.rounds, open.players), (10, 1, 2, Some(3)));
        // Kim 2000, Lee 2000, Roe 2301: 2100.3.
        assert_eq!(open.mean_rating, Some(2100));
        assert_eq!(open.first_day.as_deref(), Some("2025-03-02"));
        assert_eq!(open.last_day.as_deref(), Some("2025-03-05"));
        let own = found.listed.iter().find(|line| line.own_tags).expect("one line");
        assert_eq!((own.games, own.name.as_str()), (2, ""));
        let older = found.listed.iter().find(|line| line.first_day.as_deref() == Some("2024-01-01"));
        assert_eq!(older.and_then(|line| line.mean_rating), None);
    }
}
