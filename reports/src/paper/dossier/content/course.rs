//! The result after every game with the value that may be read at every look, the place in the field, and the player's
//! events up to this one.

use analyzer::full_test::{Combined, EventEntry, FieldPlace, FullTest, Sequential, Several, Way};

use super::game_name;
use crate::{
    chart::{self, Drawing, Labels, Lines},
    date,
    document::{Block, Cell, facts, filled, listed, part, picture, section, text},
    messages::{Arg, Key, Messages},
    words,
};

/// Places that carry their number below a chart; among more, every second or third does.
const MAX_NUMBERED: usize = 14;

/// Two series of z over places from 1; none without a z.
fn series(m: &Messages, labels: Labels, points: &[[Option<f64>; 2]], joined: bool) -> Option<Drawing> {
    let upwards = chart::z_limits(points.iter().flatten().copied().flatten())?;
    let step = points.len().div_ceil(MAX_NUMBERED).max(1);
    let places = || (1..=points.len()).map(|place| place as f64);
    let series = |z: fn(&[Option<f64>; 2]) -> Option<f64>| {
        places().zip(points).filter_map(|(place, point)| Some((place, z(point)?))).collect()
    };
    let lines = Lines {
        labels,
        across: (0.5, points.len() as f64 + 0.5),
        named: places().step_by(step).collect(),
        upwards,
        seen: series(|point| point[0]),
        projected: series(|point| point[1]),
        joined,
    };
    Some(chart::lines(m.numbers(), lines))
}

pub(super) fn course(m: &Messages, t: &FullTest) -> Vec<Block> {
    let Some(end) = t.course.last() else {
        return Vec::new();
    };
    let n = m.numbers();
    let mut blocks = vec![section("course", m, Key::DossierCourseHeading), text(m, Key::DossierCourseIntro)];
    let values = [
        ("games", Arg::from(t.course.len())),
        ("z", n.z(end.overall_z).into()),
        ("second", n.z(end.depth_aware_z).into()),
    ];
    let labels = Labels {
        title: m.text(Key::DossierCourseHeading),
        description: m.with(Key::DossierCourseText, values),
        across: m.text(Key::DossierCourseAxis),
    };
    let points: Vec<_> = t.course.iter().map(|at| [at.overall_z, at.depth_aware_z]).collect();
    let drawing = series(m, labels, &points, true);
    blocks.extend(drawing.map(|drawing| picture(drawing, m.text(Key::DossierCourseCaption))));
    let value = |value: Option<f64>| n.signed(value, 2);
    let chance =
        |value: Option<Sequential>| value.map_or_else(|| n.missing(), |value| n.rare_percent(value.p_value));
    blocks.push(
        listed(m, &t.course)
            .words(Key::DossierCourseAfter, |at| game_name(m, t, at.game))
            .figures(Key::DossierDecisions, |at| n.count(at.decisions))
            .figures(Key::ColumnZ, |at| n.z(at.overall_z))
            .figures(Key::DossierSecondZ, |at| n.z(at.depth_aware_z))
            .figures(Key::DossierCourseValue, |at| value(at.sequential.map(|value| value.log10_value)))
            .figures(Key::DossierCourseHighest, |at| value(at.sequential.map(|value| value.log10_highest)))
            .figures(Key::DossierCourseChance, |at| chance(at.sequential))
            .figures(Key::DossierCourseSecondChance, |at| chance(at.depth_aware_sequential))
            .block(Key::DossierCourseHeading),
    );
    blocks
}

/// Where the player stands among the players of the event.
pub(super) fn place(m: &Messages, t: &FullTest) -> Vec<Block> {
    let mut blocks = vec![section("place", m, Key::DossierPlaceHeading)];
    let Some(place) = &t.place else {
        blocks.push(text(m, Key::DossierPlaceNone));
        return blocks;
    };
    blocks.push(text(m, Key::DossierPlaceIntro));
    blocks.push(about(m, place));
    if !place.same_settings {
        blocks.push(text(m, Key::DossierPlaceOther));
    }
    let n = m.numbers();
    let (expected, seen) = (&place.field.expected_at, &place.field.seen_at);
    let levels = [
        ("60", expected.at_60, seen.at_60),
        ("65", expected.at_65, seen.at_65),
        ("70", expected.at_70, seen.at_70),
    ];
    blocks.push(
        listed(m, &levels)
            .figures(Key::DossierPlaceLevel, |(level, ..)| (*level).to_owned())
            .figures(Key::DossierPlaceExpected, |(_, expected, _)| n.expected(*expected))
            .figures(Key::DossierPlaceSeen, |(.., seen)| n.count(*seen))
            .block(Key::DossierPlaceHeading),
    );
    let values = [
        ("players", Arg::from(place.field.players)),
        ("mean", n.index(place.field.roi_mean).into()),
        ("sd", n.index(place.field.roi_sd).into()),
        ("index", n.index(place.index).into()),
    ];
    let labels = Labels {
        title: m.text(Key::DossierPlaceHeading),
        description: m.with(Key::DossierPlaceText, values),
        across: m.text(Key::DossierPlaceAxis),
    };
    let drawing = chart::columns(n, labels, &place.indices, place.index);
    blocks.extend(drawing.map(|drawing| picture(drawing, m.text(Key::DossierPlaceCaption))));
    blocks
}

fn about(m: &Messages, place: &FieldPlace) -> Block {
    let n = m.numbers();
    let rank = match place.rank {
        None => m.text(Key::DossierPlaceNoIndex),
        Some(rank) => {
            let values = [("rank", n.count(rank)), ("players", n.count(place.field.players))];
            m.with(Key::DossierPlaceRankText, values)
        }
    };
    let pair = |index: Option<f64>, z: Option<f64>| {
        m.with(Key::DossierPlacePair, [("index", n.index(index)), ("z", n.z(z))])
    };
    let field = [("mean", n.index(place.field.roi_mean)), ("sd", n.index(place.field.roi_sd))];
    let field = m.with(Key::DossierPlaceFieldText, field);
    let rows = [
        (Key::DossierPlaceRank, rank.into()),
        (Key::DossierPlaceField, field.into()),
        (Key::DossierPlaceIndex, pair(place.index, place.overall_z).into()),
        (Key::DossierPlaceTest, pair(place.test_index, place.test_z).into()),
        (Key::ManifestEngine, place.engine.name.clone().into()),
        (Key::DossierPlaceSettings, words::settings(m, &place.settings).into()),
        (Key::DossierPlaceScreening, Cell::Code(place.digest.clone())),
    ];
    facts(m, rows)
}

/// The player's events up to this one, each for itself and all together.
pub(super) fn several(m: &Messages, t: &FullTest) -> Vec<Block> {
    let mut blocks = vec![section("events", m, Key::DossierSeveralHeading)];
    let Some(several) = &t.several else {
        blocks.push(text(m, Key::DossierSeveralNone));
        return blocks;
    };
    let n = m.numbers();
    blocks.push(text(m, Key::DossierSeveralIntro));
    blocks.push(
        listed(m, &several.events)
            .words(Key::DossierSeveralEvent, |event| words::event_name(m, &event.name))
            .words(Key::DossierSeveralDays, |event| days(m, event))
            .figures(Key::DossierSeveralRating, |event| n.whole(event.rating))
            .figures(Key::DossierDecisions, |event| n.count(event.decisions))
            .figures(Key::ColumnZ, |event| n.z(event.overall_z))
            .figures(Key::DossierSecondZ, |event| n.z(event.depth_aware_z))
            .figures(Key::DossierSeveralCombined, |event| n.z(event.combined_z))
            .figures(Key::DossierSeveralCombinedSecond, |event| n.z(event.combined_depth_aware_z))
            .block(Key::DossierSeveralHeading),
    );
    // The events' own z mean nothing between events, so no line joins them.
    if several.events.len() > 1 {
        let last = several.events.last().and_then(|event| event.combined_z);
        let values = [("events", Arg::from(several.events.len())), ("z", n.z(last).into())];
        let labels = Labels {
            title: m.text(Key::DossierSeveralHeading),
            description: m.with(Key::DossierSeveralText, values),
            across: m.text(Key::DossierSeveralAxis),
        };
        let points: Vec<_> = several.events.iter().map(|event| [event.combined_z, event.overall_z]).collect();
        let drawing = series(m, labels, &points, false);
        blocks.extend(drawing.map(|drawing| picture(drawing, m.text(Key::DossierSeveralCaption))));
    }
    blocks.extend(several.apart.map(|apart| Block::Text { text: m.label("apart", &apart) }));
    if let Some(combined) = &several.combined {
        blocks.extend(together(m, several, combined));
    }
    blocks
}

fn days(m: &Messages, event: &EventEntry) -> String {
    let day = |day: &Option<String>| {
        let day = day.as_ref().map(|day| day.replace('-', "."));
        day.map(|day| date::date(m.language(), &day))
    };
    match (day(&event.first_day), day(&event.last_day)) {
        (Some(first), Some(last)) if first == last => first,
        (Some(first), Some(last)) => format!("{first}\u{2013}{last}"),
        _ => m.numbers().missing(),
    }
}

fn together(m: &Messages, several: &Several, combined: &Combined) -> Vec<Block> {
    let n = m.numbers();
    let way = |way: Way| {
        let event = match way {
            Way::Without { event } => several.events.get(event),
            Way::Sums | Way::OnePerformance | Way::Weighted => None,
        };
        let event = event.map_or_else(String::new, |event| words::event_name(m, &event.name));
        m.label_with("way", &way, [("event", event)])
    };
    let values = || combined.rows.iter().filter_map(|row| row.overall_z);
    let range =
        [("low", n.z(values().min_by(f64::total_cmp))), ("high", n.z(values().max_by(f64::total_cmp)))];
    vec![
        part(m, Key::DossierSeveralRows),
        text(m, Key::DossierSeveralRowsIntro),
        listed(m, &combined.rows)
            .words(Key::DossierSeveralWay, |row| way(row.way))
            .figures(Key::DossierDecisions, |row| n.count(row.decisions))
            .figures(Key::ColumnZ, |row| n.z(row.overall_z))
            .figures(Key::DossierSecondZ, |row| n.z(row.depth_aware_z))
            .block(Key::DossierSeveralRows),
        filled(m, Key::DossierSeveralRange, range),
    ]
}
