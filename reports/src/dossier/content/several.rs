//! The player's events up to this one, each for itself and all together.

use analyzer::full_test::{Apart, Combined, EventEntry, FullTest, Several, Way};

use crate::{
    date,
    document::{Block, Figure, number, part, section, table, text},
    dossier::plots,
    messages::{Arg, Key, Messages},
};

pub(super) fn several(m: &Messages, t: &FullTest) -> Vec<Block> {
    let mut blocks = vec![section("events", m, Key::DossierSeveralHeading)];
    let Some(several) = &t.several else {
        blocks.push(text(m, Key::DossierSeveralNone));
        return blocks;
    };
    blocks.push(text(m, Key::DossierSeveralIntro));
    blocks.push(Block::Table { table: events(m, several) });
    blocks.extend(figure(m, several));
    blocks.extend(several.apart.map(|apart| {
        let why = match apart {
            Apart::OneEvent => Key::DossierSeveralApartOne,
            Apart::OtherParameters => Key::DossierSeveralApartParameters,
            Apart::TooFew => Key::DossierSeveralApartFew,
        };
        text(m, why)
    }));
    if let Some(combined) = &several.combined {
        blocks.extend(together(m, several, combined));
    }
    blocks
}

fn name(m: &Messages, event: &EventEntry) -> String {
    if event.name.is_empty() { m.text(Key::EventUnnamed) } else { event.name.clone() }
}

fn days(m: &Messages, event: &EventEntry) -> String {
    let day = |day: &Option<String>| {
        let day = day.as_ref().map(|day| day.replace('-', "."));
        day.map(|day| date::date(m.language(), &day))
    };
    match (day(&event.first_day), day(&event.last_day)) {
        (Some(first), Some(last)) if first == last => first,
        (Some(first), Some(last)) => format!("{first}\u{2013}{last}"),
        _ => m.numbers().whole(None),
    }
}

fn events(m: &Messages, several: &Several) -> crate::document::Table {
    let n = m.numbers();
    let columns = [
        (Key::DossierSeveralEvent, false),
        (Key::DossierSeveralDays, false),
        (Key::DossierSeveralRating, true),
        (Key::DossierDecisions, true),
        (Key::ColumnZ, true),
        (Key::DossierSecondZ, true),
        (Key::DossierSeveralCombined, true),
        (Key::DossierSeveralCombinedSecond, true),
    ];
    let mut table = table(m, Key::DossierSeveralHeading, columns);
    for event in &several.events {
        table.row([
            name(m, event),
            days(m, event),
            n.whole(event.rating.map(u32::from)),
            n.count(u64::from(event.decisions)),
            n.z(event.overall_z),
            n.z(event.depth_aware_z),
            n.z(event.combined_z),
            n.z(event.combined_depth_aware_z),
        ]);
    }
    table
}

fn figure(m: &Messages, several: &Several) -> Option<Block> {
    let n = m.numbers();
    if several.events.len() < 2 {
        return None;
    }
    let points: Vec<[Option<f64>; 2]> =
        several.events.iter().map(|event| [event.combined_z, event.overall_z]).collect();
    let last = several.events.last().and_then(|event| event.combined_z);
    let z = n.z(last);
    let values = [("events", number(points.len())), ("z", Arg::Text(&z))];
    let description = m.with(Key::DossierSeveralText, &values);
    let (title, across) = (m.text(Key::DossierSeveralHeading), m.text(Key::DossierSeveralAxis));
    let drawing = plots::events(n, title, description, &across, &points)?;
    let caption = m.text(Key::DossierSeveralCaption);
    Some(Block::Figures { figures: vec![Figure { drawing, caption }] })
}

fn together(m: &Messages, several: &Several, combined: &Combined) -> Vec<Block> {
    let n = m.numbers();
    let columns = [
        (Key::DossierSeveralWay, false),
        (Key::DossierDecisions, true),
        (Key::ColumnZ, true),
        (Key::DossierSecondZ, true),
    ];
    let mut table = table(m, Key::DossierSeveralRows, columns);
    for row in &combined.rows {
        let way = match row.way {
            Way::Sums => m.text(Key::DossierSeveralSums),
            Way::OnePerformance => m.text(Key::DossierSeveralOne),
            Way::Weighted => m.text(Key::DossierSeveralWeighted),
            Way::Without { event } => {
                let event = several.events.get(event);
                let event = event.map_or_else(String::new, |event| name(m, event));
                m.with(Key::DossierSeveralWithout, &[("event", Arg::Text(&event))])
            }
        };
        table.row([way, n.count(u64::from(row.decisions)), n.z(row.overall_z), n.z(row.depth_aware_z)]);
    }
    let values = || combined.rows.iter().filter_map(|row| row.overall_z);
    let (low, high) = (values().min_by(f64::total_cmp), values().max_by(f64::total_cmp));
    let (low, high) = (n.z(low), n.z(high));
    let range = [("low", Arg::Text(&low)), ("high", Arg::Text(&high))];
    vec![
        part(m, Key::DossierSeveralRows),
        text(m, Key::DossierSeveralRowsIntro),
        Block::Table { table },
        Block::Text { text: m.with(Key::DossierSeveralRange, &range) },
    ]
}
