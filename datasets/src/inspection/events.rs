//! The events of a collection, counted while the games stream past.
//!
//! An event is one `Event` tag in one year. Broadcasts name each game after its players; such games are one event for
//! each year. Memory is bounded: beyond so many events, or players, they are counted without being told apart.

use std::collections::hash_map::RandomState;
use std::collections::{HashMap, HashSet};
use std::hash::BuildHasher;

use super::document::{EventLine, Events};
use crate::book::{Day, Span};
use crate::pgn::game::{Game, Side};
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
    /// By tag, whether each game has a tag of its own, and year.
    places: HashMap<(String, bool, String), usize>,
    players: HashSet<u64>,
    state: RandomState,
    /// Events of [`LARGE`] games or more whose tag names no players.
    pub(super) large: usize,
    pub(super) players_cut: bool,
    pub(super) events_cut: bool,
}

impl EventCounts {
    pub(super) fn add(&mut self, game: &Game, scored: bool) {
        let Some(place) = self.place(game) else {
            return;
        };
        let sides = game.sides();
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
        if let Some(span) = Span::of_tag(&game.date) {
            let (first, last) = event.days.unwrap_or((span.earliest, span.latest));
            event.days = Some((first.min(span.earliest), last.max(span.latest)));
        }
        let round = round_of(&game.round).map_or(0, usize::from);
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

    fn place(&mut self, game: &Game) -> Option<usize> {
        let own_tags = game.names_itself();
        let tag = if own_tags { "" } else { game.event.as_str() };
        let year = game.date.get(..4).filter(|year| year.bytes().all(|b| b.is_ascii_digit()));
        let key = (tag.to_owned(), own_tags, year.unwrap_or_default().to_owned());
        if let Some(&place) = self.places.get(&key) {
            return Some(place);
        }
        if self.events.len() >= MAX_EVENTS {
            self.events_cut = true;
            return None;
        }
        let line = EventLine { name: tag.to_owned(), own_tags, ..EventLine::default() };
        self.events.push(Event { line, ..Event::default() });
        self.places.insert(key, self.events.len() - 1);
        Some(self.events.len() - 1)
    }

    /// Whether the event had not seen the player yet: told apart by number, else by name without regard to case.
    fn is_new(&mut self, place: usize, side: &Side) -> bool {
        let name = normalised(&side.name);
        if side.fide_id.is_none() && (is_nameless(&name) || name == "bye") {
            return false;
        }
        if self.players.len() >= MAX_PLAYERS {
            self.players_cut = true;
            return false;
        }
        let key = match side.fide_id {
            Some(id) => self.state.hash_one((place, id)),
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
        counts.add(&game("Open", "2025.03.02", "1.4", ["Kim", "Lee"], Some(2000)), true);
        counts.add(&game("Open", "2025.03.04", "2", ["LEE", "Roe"], Some(2301)), true);
        counts.add(&game("Open", "2025.03.05", "2", ["", ""], None), false);
        counts.add(&game("Open", "2024.??.??", "1", ["Kim", "Lee"], None), true);
        counts.add(&game("Kim - Lee", "2024.02.01", "1", ["Kim", "Lee"], None), true);
        counts.add(&game("Roe - Poe", "2024.02.01", "1", ["Roe", "Poe"], None), true);
        assert_eq!(counts.large, 0);
        for _ in 0..8 {
            counts.add(&game("Cup", "2023.02.01", "1", ["Kim", "Lee"], None), true);
            counts.add(&game("Open", "2025.03.02", "1.4", ["Kim", "Lee"], Some(2000)), true);
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
