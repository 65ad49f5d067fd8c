//! The events of a collection too large to tell them apart by their games: one `Event` tag in one year. Games that broadcasts name after their players are one event
//! for each year. Beyond so many events they are not told apart, which bounds memory.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use super::document::{EventLine, Events};
use crate::book::{Day, Span};
use crate::pgn::game::{Collection, Game};
use crate::tournament::encounters::round_of;
use crate::tournament::event_facts::{StatedPlay, look_at};
use crate::tournament::several_events::{OneEvent, one_event};
use crate::tournament::venue::Fact;

const LISTED: usize = 1_000;
const MAX_EVENTS: usize = 50_000;

#[derive(Default)]
struct Event {
    games: u64,
    unscored: u64,
    days: Option<(Day, Day)>,
    /// Rounds seen, one bit each.
    rounds: [u64; 4],
}

#[derive(Default)]
pub(super) struct EventCounts {
    /// By tag, which is empty where each game has one of its own, and year.
    events: BTreeMap<(String, bool, String), Event>,
    pub(super) cut: bool,
}

impl EventCounts {
    pub(super) fn add(&mut self, game: &Game, scored: bool) {
        let own_tags = game.names_itself();
        let tag = if own_tags { "" } else { game.event.as_str() };
        let year = game.date.get(..4).filter(|year| year.bytes().all(|b| b.is_ascii_digit()));
        let key = (tag.to_owned(), own_tags, year.unwrap_or_default().to_owned());
        if self.events.len() >= MAX_EVENTS && !self.events.contains_key(&key) {
            self.cut = true;
            return;
        }
        let event = self.events.entry(key).or_default();
        if scored {
            event.games += 1;
        } else {
            event.unscored += 1;
        }
        if let Some(span) = Span::of_tag(&game.date) {
            let (first, last) = event.days.unwrap_or((span.earliest, span.latest));
            event.days = Some((first.min(span.earliest), last.max(span.latest)));
        }
        let round = round_of(&game.round).map_or(0, usize::from);
        if let Some(bits) = event.rounds.get_mut(round / 64).filter(|_| round > 0) {
            *bits |= 1 << (round % 64);
        }
    }

    pub(super) fn document(self) -> Events {
        let count = self.events.len() as u64;
        let line = |((name, own_tags, _), event): ((String, bool, String), Event)| EventLine {
            name,
            own_tags,
            first_day: event.days.map(|(first, _)| first.to_string()),
            last_day: event.days.map(|(_, last)| last.to_string()),
            rounds: event.rounds.iter().map(|bits| bits.count_ones()).sum(),
            games: event.games,
            unscored: event.unscored,
            ..EventLine::default()
        };
        let mut listed: Vec<EventLine> = self.events.into_iter().map(line).collect();
        listed.sort_by_key(|line| Reverse(line.games + line.unscored));
        listed.truncate(LISTED);
        Events { count, listed }
    }
}

/// The events as their games tell them, in the order of their first days; each with its own class and venue.
pub(super) fn told(events: &[OneEvent]) -> Events {
    let line = |event: &OneEvent| line(event, &event.collection);
    let listed: Vec<EventLine> = events.iter().take(LISTED).map(line).collect();
    Events { count: events.len() as u64, listed }
}

/// The event that a collection is read as.
pub(super) fn one(collection: &Collection) -> Events {
    Events { count: 1, listed: vec![line(&one_event(collection), collection)] }
}

fn line(event: &OneEvent, c: &Collection) -> EventLine {
    let (facts, _) = look_at(&c.games, &StatedPlay::default());
    let of_games = || c.games.iter().chain(c.unscored.iter().map(|game| &game.game));
    let rounds: BTreeSet<u16> = of_games().filter_map(|game| round_of(&game.round)).collect();
    EventLine {
        name: event.name.clone(),
        own_tags: false,
        tags: Some(event.tags.len() as u64),
        first_day: event.first_day.map(|day| day.to_string()),
        last_day: event.last_day.map(|day| day.to_string()),
        rounds: u32::try_from(rounds.len()).unwrap_or(u32::MAX),
        games: c.games.len() as u64,
        unscored: c.unscored.len() as u64,
        quarantined: Some(c.quarantine.len() as u64),
        time_class: (!c.games.is_empty()).then(|| facts.class.as_str().to_owned()),
        time_class_from: (!c.games.is_empty()).then(|| facts.class_from.as_str().to_owned()),
        venue: Some(Fact { value: facts.sign.venue(), evidence: facts.sign.to_string() }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pgn::game::Side;

    fn game(event: &str, date: &str, round: &str, names: [&str; 2]) -> Game {
        let [white, black] = names.map(|name| Side { name: name.to_owned(), ..Side::default() });
        let [event, date, round] = [event, date, round].map(str::to_owned);
        Game { event, date, round, white, black, ..Game::default() }
    }

    #[test]
    fn an_event_is_a_tag_in_a_year() {
        let mut counts = EventCounts::default();
        counts.add(&game("Open", "2025.03.04", "2", ["LEE", "Roe"]), true);
        counts.add(&game("Open", "2025.03.05", "2", ["", ""]), false);
        counts.add(&game("Open", "2024.??.??", "1", ["Kim", "Lee"]), true);
        counts.add(&game("Kim - Lee", "2024.02.01", "1", ["Kim", "Lee"]), true);
        counts.add(&game("Roe - Poe", "2024.02.01", "1", ["Roe", "Poe"]), true);
        for _ in 0..9 {
            counts.add(&game("Cup", "2023.02.01", "1", ["Kim", "Lee"]), true);
            counts.add(&game("Open", "2025.03.02", "1.4", ["Kim", "Lee"]), true);
        }
        let found = counts.document();
        assert_eq!(found.count, 4);
        let open = &found.listed[0];
        assert_eq!((open.games, open.unscored, open.rounds), (10, 1, 2));
        assert_eq!(open.first_day.as_deref(), Some("2025-03-02"));
        assert_eq!(open.last_day.as_deref(), Some("2025-03-05"));
        let own = found.listed.iter().find(|line| line.own_tags).expect("one line");
        assert_eq!((own.games, own.name.as_str()), (2, ""));
    }
}
