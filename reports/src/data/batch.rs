//! `events.csv`: one row for each event of a batch.

use analyzer::batch::{Batch, BatchEvent, BatchState, ScreenedEvent};

use crate::messages::code;
use crate::paper::batch;
use crate::table::{Cell, Kind, Table, number, text, whole};

type Column = (&'static str, Kind, Box<dyn Fn(&BatchEvent) -> Cell>);

fn column(name: &'static str, kind: Kind, get: impl Fn(&BatchEvent) -> Cell + 'static) -> Column {
    (name, kind, Box::new(get))
}

/// A column that only a screened event fills.
fn screened(name: &'static str, kind: Kind, get: impl Fn(&ScreenedEvent) -> Cell + 'static) -> Column {
    column(name, kind, move |event| event.screened.as_ref().map_or(Cell::Empty, &get))
}

/// The table. Column names are a contract with other programs and are not translated.
pub fn events_table(batch: &Batch) -> Table<'_> {
    let day = |day: &Option<String>| day.as_deref().map_or(Cell::Empty, text);
    let columns = vec![
        column("name", Kind::Text, |event| text(&event.name)),
        column("folder", Kind::Text, |event| text(&event.folder)),
        column("first_day", Kind::Text, move |event| day(&event.first_day)),
        column("last_day", Kind::Text, move |event| day(&event.last_day)),
        column("state", Kind::Text, |event| text(batch::code(&event.state))),
        column("reason", Kind::Text, |event| match &event.state {
            BatchState::Failed { reason } => text(reason),
            _ => Cell::Empty,
        }),
        column("games_in", Kind::Whole, |event| whole(event.games.found)),
        column("games_scored", Kind::Whole, |event| whole(event.games.scored)),
        column("games_unscored", Kind::Whole, |event| whole(event.games.unscored)),
        column("games_quarantined", Kind::Whole, |event| whole(event.games.quarantined)),
        column("players", Kind::Whole, |event| whole(event.players)),
        screened("with_index", Kind::Whole, |s| whole(s.with_index)),
        screened("decisions", Kind::Whole, |s| whole(s.decisions)),
        screened("failures", Kind::Whole, |s| whole(s.failures)),
        screened("time_class", Kind::Text, |s| text(&s.time_class)),
        screened("time_class_from", Kind::Text, |s| text(&s.time_class_from)),
        screened("mode", Kind::Text, |s| s.mode.map_or(Cell::Empty, |mode| text(&code(&mode)))),
        screened("expected_at_60", Kind::Number, |s| number(s.at.expected.at_60)),
        screened("seen_at_60", Kind::Whole, |s| whole(s.at.seen.at_60)),
        screened("low_at_60", Kind::Whole, |s| whole(s.at.limits.at_60[0])),
        screened("high_at_60", Kind::Whole, |s| whole(s.at.limits.at_60[1])),
        screened("expected_at_65", Kind::Number, |s| number(s.at.expected.at_65)),
        screened("seen_at_65", Kind::Whole, |s| whole(s.at.seen.at_65)),
        screened("low_at_65", Kind::Whole, |s| whole(s.at.limits.at_65[0])),
        screened("high_at_65", Kind::Whole, |s| whole(s.at.limits.at_65[1])),
        screened("expected_at_70", Kind::Number, |s| number(s.at.expected.at_70)),
        screened("seen_at_70", Kind::Whole, |s| whole(s.at.seen.at_70)),
        screened("low_at_70", Kind::Whole, |s| whole(s.at.limits.at_70[0])),
        screened("high_at_70", Kind::Whole, |s| whole(s.at.limits.at_70[1])),
        screened("field_mean", Kind::Number, |s| number(s.mean)),
        screened("field_tolerance", Kind::Number, |s| number(s.tolerance)),
        screened("field", Kind::Text, |s| text(&code(&s.field))),
        screened("missing", Kind::Text, |s| s.missing.map_or(Cell::Empty, |missing| text(&code(&missing)))),
        screened("provisional", Kind::Flag, |s| Cell::Flag(s.provisional)),
        screened("above_level", Kind::Whole, |s| whole(s.above)),
        screened("digest", Kind::Text, |s| text(&s.digest)),
    ];
    Table::new(columns, &batch.events)
}
