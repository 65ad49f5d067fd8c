//! Dates that may be one of two days, `03/04/2016`: settled by the other dates of the same file, and never guessed.

use std::collections::BTreeMap;

use super::game::{Collection, Game, Note, TagText};
use super::validate::content_hash;
use crate::day::written::{self, Order, WrittenDate};

/// Reads such dates in the order in which the file writes its other dates with slashes or dashes, if they show one order and not
/// both. Dates of the same event count before those of the whole file.
pub(crate) fn settle(collection: &mut Collection) {
    let open = |game: &Game| game.notes.iter().any(|note| matches!(note, Note::DateOfTwoDays(_)));
    if !collection.games.iter().any(open) && !collection.unscored.iter().any(|game| open(game)) {
        return;
    }
    let mut orders = Orders::default();
    collection.games.iter().for_each(|game| orders.add(game));
    collection.unscored.iter().for_each(|game| orders.add(game));
    for game in &mut collection.games {
        if settle_one(game, &orders) {
            game.sha256 = content_hash(game);
        }
    }
    for game in &mut collection.unscored {
        settle_one(&mut game.game, &orders);
    }
}

/// The orders that dates show, by file, and by file and event: day first, month first.
#[derive(Default)]
struct Orders {
    files: BTreeMap<usize, [bool; 2]>,
    events: BTreeMap<(usize, String), [bool; 2]>,
}

impl Orders {
    fn add(&mut self, game: &Game) {
        let dates = game.notes.iter().filter_map(|note| match note {
            Note::TagReadAs(text) if text.tag == "Date" => written::order(&text.written),
            _ => None,
        });
        for order in dates {
            let place = usize::from(order == Order::MonthFirst);
            let event = self.events.entry((game.input, game.event.clone())).or_default();
            for seen in [self.files.entry(game.input).or_default(), event] {
                if let Some(seen) = seen.get_mut(place) {
                    *seen = true;
                }
            }
        }
    }

    fn of(&self, game: &Game) -> Option<Order> {
        let event = self.events.get(&(game.input, game.event.clone()));
        match event.or_else(|| self.files.get(&game.input))? {
            [true, false] => Some(Order::DayFirst),
            [false, true] => Some(Order::MonthFirst),
            _ => None,
        }
    }
}

fn settle_one(game: &mut Game, orders: &Orders) -> bool {
    let Some(order) = orders.of(game) else { return false };
    let Some(WrittenDate::TwoWays { day_first, month_first }) = written::read(&game.date) else {
        return false;
    };
    let day = match order {
        Order::DayFirst => day_first,
        Order::MonthFirst => month_first,
    };
    let Some(date) = WrittenDate::Day(day).as_pgn() else { return false };
    for note in &mut game.notes {
        if let Note::DateOfTwoDays(text) = note {
            let text = TagText { read_as: Some(date.clone()), ..text.clone() };
            *note = Note::TagReadAs(text);
        }
    }
    game.date = date;
    true
}
