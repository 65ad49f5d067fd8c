//! The summary of many screenings: how many are done, whether anybody stands out among all their players, then a row for each
//! event with a link to its sheet. Nobody is named who does not stand out among all.

use analyzer::batch::{AboveLevel, Batch, BatchEvent, BatchState, FieldState, LevelCounts, ScreenedEvent};
use datasets::tournament::event_facts::ClassSource;

use crate::{
    Language, date,
    document::{Block, Cell, Document, Table, facts, filled, listed, sections, table, text},
    messages::{Arg, Key, Messages},
    print, words,
};

/// The sheet in an event's folder.
const SHEET: &str = "sheet.html";

/// The page in a language.
pub fn html(batch: &Batch, language: Language) -> String {
    let m = &Messages::new(language);
    let mut blocks = state(m, batch);
    blocks.extend(work(m, batch));
    let mut method: Vec<Block> = words::approval(m).map(|text| Block::Hint { text }).into_iter().collect();
    method.push(text(m, Key::BatchMethod));
    method.push(facts(m, [(Key::ManifestSoftware, Cell::Code(batch.software.clone()))]));
    blocks.extend(sections(
        m,
        [
            ("levels", Key::BatchLevelsHeading, levels(m, batch)),
            ("events", Key::BatchEventsHeading, vec![text(m, Key::BatchEventsText), events(m, batch).into()]),
            ("method", Key::BatchMethodHeading, method),
        ],
    ));
    Document::new(m, Key::BatchKind, title(m, batch), blocks).html()
}

/// What the page says first, for a terminal.
pub fn brief(batch: &Batch, language: Language) -> String {
    let m = &Messages::for_terminal(language);
    let mut blocks = state(m, batch);
    blocks.extend(work(m, batch));
    blocks.extend(levels(m, batch));
    print::terminal::terminal(&Document::new(m, Key::BatchKind, title(m, batch), blocks), usize::MAX, false)
}

fn title(m: &Messages, batch: &Batch) -> String {
    m.with(Key::BatchTitle, [("events", batch.all.events)])
}

/// How far the batch is, and whether anybody stands out.
fn state(m: &Messages, batch: &Batch) -> Vec<Block> {
    let (all, n) = (&batch.all, m.numbers());
    let values = [
        ("events", Arg::from(all.events)),
        ("done", n.count(all.done).into()),
        ("incomplete", n.count(all.incomplete).into()),
        ("failed", n.count(all.failed).into()),
        ("waiting", n.count(all.waiting).into()),
    ];
    let how_far = if batch.is_complete() { Key::BatchAllDone } else { Key::BatchNotAllDone };
    let mut blocks = vec![filled(m, how_far, values)];
    let Some(level) = &batch.level else {
        blocks.push(text(m, Key::BatchNothing));
        return blocks;
    };
    if all.with_index == 0 {
        blocks.push(text(m, Key::BatchNoIndex));
        return blocks;
    }
    let looked = [
        ("players", Arg::from(all.with_index)),
        ("events", n.count(all.events.saturating_sub(all.waiting).saturating_sub(all.failed)).into()),
        ("games", n.count(all.games.scored).into()),
    ];
    let says = if batch.above.is_empty() { Key::BatchNobody } else { Key::BatchSomebody };
    blocks.push(filled(m, says, looked));
    let about_level = [
        ("players", n.count(level.players).into()),
        ("z", n.z(level.z).into()),
        ("index", n.index(level.index).into()),
        ("once", Arg::from(words::once(m, level.once_in))),
        ("article", Arg::from(&level.article)),
    ];
    if !batch.above.is_empty() {
        blocks.push(above(m, batch));
        blocks.push(text(m, Key::BatchWhatToDo));
    }
    blocks.push(filled(m, Key::BatchLevel, about_level));
    if batch.unnamed() > 0 {
        blocks.push(Block::Note { text: m.with(Key::BatchUnnamed, [("players", batch.unnamed())]) });
    }
    blocks
}

/// The players above the level of all players.
fn above(m: &Messages, batch: &Batch) -> Block {
    let n = m.numbers();
    let event = |player: &AboveLevel| batch.events.get(player.event);
    let link = |player: &AboveLevel| {
        let folder = event(player).map_or("", |event| event.folder.as_str());
        Cell::Link(player.name.clone(), format!("{folder}/{SHEET}#p{}", player.player))
    };
    listed(m, &batch.above)
        .cells(Key::ColumnName, link)
        .words(Key::BatchColumnEvent, |player| {
            words::event_name(m, event(player).map_or("", |event| event.name.as_str()))
        })
        .figures(Key::ColumnRating, |player| n.whole(player.rating))
        .figures(Key::ColumnPerformance, |player| n.whole(player.performance))
        .figures(Key::ColumnIndex, |player| n.index(player.index))
        .figures(Key::BatchColumnOnce, |player| {
            player.once_in.map_or_else(|| n.missing(), |once_in| words::odds(m, once_in))
        })
        .block(Key::BatchAboveLabel)
}

/// What is left to do: events that are not screened, or not wholly; without a calibration; with a field that stands apart.
fn work(m: &Messages, batch: &Batch) -> Vec<Block> {
    let name = |event: &BatchEvent| words::event_name(m, &event.name);
    let list = |heading: Key, items: Vec<String>| {
        let lead = filled(m, heading, [("events", items.len())]);
        (!items.is_empty()).then_some([lead, Block::List { items }])
    };
    let failed = batch.events.iter().filter_map(|event| match &event.state {
        BatchState::Failed { reason } => Some(m.with(
            Key::BatchFailedItem,
            [("event", name(event)), ("reason", print::escape::visible(reason))],
        )),
        _ => None,
    });
    let n = m.numbers();
    let incomplete = batch.events.iter().filter(|event| event.state == BatchState::Incomplete).map(|event| {
        let failures = event.screened.as_ref().map_or(0, |screened| screened.failures);
        let values = [
            ("event", name(event)),
            ("games", n.count(event.games.quarantined)),
            ("positions", n.count(failures)),
        ];
        m.with(Key::BatchIncompleteItem, values)
    });
    let screened = || batch.events.iter().filter_map(|event| Some((event, event.screened.as_ref()?)));
    let uncalibrated = screened().filter_map(|(event, screened)| {
        let why = m.label("batch-missing", &screened.missing?);
        Some(m.with(Key::BatchFailedItem, [("event", name(event)), ("reason", why)]))
    });
    let apart = screened().filter(|(_, screened)| screened.field.fails()).map(|(event, screened)| {
        let key =
            if screened.field == FieldState::Above { Key::BatchFieldAbove } else { Key::BatchFieldBelow };
        let limit = |sign: f64| n.index(screened.tolerance.map(|tolerance| 50.0 + sign * tolerance));
        let values = [
            ("event", name(event)),
            ("mean", n.index(screened.mean)),
            ("low", limit(-1.0)),
            ("high", limit(1.0)),
        ];
        m.with(key, values)
    });
    [
        list(Key::BatchFailedHeading, failed.collect()),
        list(Key::BatchIncompleteHeading, incomplete.collect()),
        list(Key::BatchUncalibratedHeading, uncalibrated.collect()),
        list(Key::BatchFieldHeading, apart.collect()),
    ]
    .into_iter()
    .flatten()
    .flatten()
    .collect()
}

/// Expected and seen over all events; nothing where nobody has an index.
fn levels(m: &Messages, batch: &Batch) -> Vec<Block> {
    let (n, at) = (m.numbers(), &batch.all.at);
    if batch.all.with_index == 0 {
        return Vec::new();
    }
    let mut table = table(
        m,
        Key::BatchLevelsHeading,
        [
            (Key::BatchColumnLevel, false),
            (Key::FieldExpected, true),
            (Key::FieldSeen, true),
            (Key::BatchColumnOrdinary, true),
        ],
    );
    let LevelCounts { expected, seen, limits } = at;
    for (level, expected, seen, limits) in [
        (60, expected.at_60, seen.at_60, limits.at_60),
        (65, expected.at_65, seen.at_65, limits.at_65),
        (70, expected.at_70, seen.at_70, limits.at_70),
    ] {
        let name = m.with(Key::FieldLevel, [("level", n.count(level as u32))]);
        table.numbers(name, [n.expected(expected), n.count(seen), range(m, limits)]);
    }
    vec![table.into(), text(m, Key::BatchLevelsText)]
}

fn range(m: &Messages, [low, high]: [u32; 2]) -> String {
    let n = m.numbers();
    m.with(Key::BatchRange, [("low", n.count(low)), ("high", n.count(high))])
}

/// A row for each event.
fn events(m: &Messages, batch: &Batch) -> Table {
    let n = m.numbers();
    let screened = |event: &BatchEvent| event.screened.clone();
    let figure = |event: &BatchEvent, show: &dyn Fn(&ScreenedEvent) -> String| {
        screened(event).map_or_else(|| n.missing(), |screened| show(&screened))
    };
    let link = |event: &BatchEvent| {
        let name = words::event_name(m, &event.name);
        match &event.screened {
            Some(_) => Cell::Link(name, format!("{}/{SHEET}", event.folder)),
            None => Cell::Plain(name),
        }
    };
    let days = |event: &BatchEvent| match (&event.first_day, &event.last_day) {
        (Some(first), Some(last)) if first != last => {
            let day = |day: &str| date::date(m.language(), &day.replace('-', "."));
            m.with(Key::BatchRange, [("low", day(first)), ("high", day(last))])
        }
        (Some(day), _) => date::date(m.language(), &day.replace('-', ".")),
        _ => n.missing(),
    };
    let pair = |expected: f64, seen: u32| {
        m.with(Key::BatchExpectedSeen, [("expected", n.expected(expected)), ("seen", n.count(seen))])
    };
    let class = |event: &BatchEvent| {
        figure(event, &|s: &ScreenedEvent| {
            let class = m.label("time-class", &s.time_class);
            let assumed = s.time_class_from == ClassSource::Assumed.as_str();
            if assumed { m.with(Key::BatchClassAssumed, [("class", class)]) } else { class }
        })
    };
    let mut table = listed(m, &batch.events)
        .cells(Key::BatchColumnEvent, link)
        .words(Key::BatchColumnDays, days)
        .words(Key::BatchColumnState, |event| m.label("batch-state", &code(&event.state)))
        .words(Key::BatchColumnClass, class)
        .figures(Key::BatchColumnGames, |event| n.count(event.games.found))
        .figures(Key::BatchColumnScored, |event| n.count(event.games.scored))
        .figures(Key::BatchColumnUnscored, |event| n.count(event.games.unscored))
        .figures(Key::BatchColumnQuarantined, |event| n.count(event.games.quarantined))
        .figures(Key::TilePlayers, |event| n.count(event.players))
        .figures(Key::BatchColumnWithIndex, |event| figure(event, &|s| n.count(s.with_index)))
        .titled(level(m, 60), |event| figure(event, &|s| pair(s.at.expected.at_60, s.at.seen.at_60)))
        .titled(level(m, 65), |event| figure(event, &|s| pair(s.at.expected.at_65, s.at.seen.at_65)))
        .titled(level(m, 70), |event| figure(event, &|s| pair(s.at.expected.at_70, s.at.seen.at_70)))
        .words(Key::BatchColumnField, |event| figure(event, &|s| m.label("batch-field", &s.field)))
        .figures(Key::BatchColumnAbove, |event| figure(event, &|s| n.count(s.above)))
        .under(Key::BatchEventsHeading);
    let (all, at) = (&batch.all, &batch.all.at);
    let above: u32 = batch.events.iter().filter_map(|event| Some(event.screened.as_ref()?.above)).sum();
    table.total(
        m.text(Key::BatchTotal),
        [
            String::new(),
            String::new(),
            String::new(),
            n.count(all.games.found),
            n.count(all.games.scored),
            n.count(all.games.unscored),
            n.count(all.games.quarantined),
            n.count(all.players),
            n.count(all.with_index),
            pair(at.expected.at_60, at.seen.at_60),
            pair(at.expected.at_65, at.seen.at_65),
            pair(at.expected.at_70, at.seen.at_70),
            String::new(),
            n.count(above),
        ],
    );
    table
}

fn level(m: &Messages, level: u32) -> String {
    m.with(Key::BatchColumnAt, [("level", m.numbers().count(level))])
}

/// The code of a state, as in the JSON.
pub(crate) fn code(state: &BatchState) -> &'static str {
    match state {
        BatchState::Waiting => "waiting",
        BatchState::Done => "done",
        BatchState::Incomplete => "incomplete",
        BatchState::Failed { .. } => "failed",
    }
}

#[cfg(test)]
pub(crate) mod example;

#[cfg(test)]
mod tests {
    use analyzer::batch::Entry;

    use super::example::{batch, event, screening};
    use super::*;
    use crate::print::html::without_style;

    #[test]
    fn the_state_comes_first_and_nobody_is_named_below_the_level_of_all() {
        let names = ["Ample, Anna", "Ring, Olaf", "Sand, Ida", "Berg, Per", "Birch, Ada", "Elm, Carl"];
        let s = screening(names);
        let (high, low) = (s.players[0].name.clone(), s.players[1].name.clone());
        let done = Entry::screened(event("Spring Open", 6), &s);
        let failed = Entry::new(BatchEvent {
            state: BatchState::Failed { reason: "no games were found".to_owned() },
            ..event("Autumn Cup", 600)
        });
        let found = batch(&[done.clone(), failed]);
        for language in Language::all() {
            let page = without_style(&html(&found, language));
            assert!(page.contains(&high) && !page.contains(&low), "{language}: {page}");
            assert!(page.contains("spring-open/sheet.html#p0") && page.contains("spring-open/sheet.html\""));
            assert!(page.contains("no games were found") && page.contains("RN IV"), "{page}");
            assert_eq!(crate::wording::forbidden(&page), None, "{language}");
        }
        // More players, and nobody stands out: then nobody is named.
        let many = batch(&[done, Entry::new(event("Open", 200_000))]);
        let page = without_style(&html(&many, Language::ENGLISH));
        assert!(!names.iter().any(|name| page.contains(name)), "{page}");
        assert!(page.contains("1 of 2 events are done"), "{page}");
        let brief = brief(&many, Language::ENGLISH);
        assert!(brief.contains("Nobody stands out"), "{brief}");
    }

    #[test]
    fn what_was_not_looked_at_clears_nobody() {
        let page = without_style(&html(&batch(&[Entry::new(event("Open", 60))]), Language::ENGLISH));
        assert!(!page.contains("Nobody stands out"), "{page}");
        assert!(page.contains("No player has an index yet"), "{page}");
    }
}
