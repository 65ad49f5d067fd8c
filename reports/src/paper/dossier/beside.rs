//! What stands beside the tests and changes no z: the place in the field, time used, decisions after absences, and the
//! player's events up to this one.

use analyzer::full_test::{
    AfterAbsences, Chance, Clocks, Combined, Counted, EventEntry, FieldPlace, FullTest, MIN_TIMED,
    PlatformTelemetry, Several, TelemetryEntry, Used, Way,
};

use super::game_name;
use crate::{
    chart::{self, Dot, Labels},
    date,
    document::{Block, Cell, Listing, facts, filled, listed, part, picture, text},
    messages::{Arg, Key, Messages},
    sheet::sections,
    words,
};

/// Where the player stands among the players of the event.
pub(super) fn place(m: &Messages, t: &FullTest) -> Vec<Block> {
    let Some(place) = &t.place else {
        return vec![text(m, Key::DossierPlaceNone)];
    };
    let mut blocks = vec![text(m, Key::DossierPlaceIntro), about(m, place)];
    if !place.same_settings {
        blocks.push(text(m, Key::DossierPlaceOther));
    }
    let n = m.numbers();
    blocks.extend(sections::tolerance(m, &place.field));
    blocks.push(
        listed(m, &sections::levels(&place.field))
            .figures(Key::DossierPlaceLevel, |(level, ..)| level.to_string())
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
    let finite = place.indices.iter().rev().filter(|index| index.is_finite());
    let field: Vec<Dot> = finite.map(|index| Dot { index: *index, ..Dot::default() }).collect();
    if !field.is_empty() {
        let drawing = chart::bell(chart::WIDTH, labels, &field, &place.field.expected_above, place.index);
        blocks.push(picture(drawing, m.text(Key::DossierPlaceCaption)));
    }
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
    let used = match place.field_players {
        Some(players) => m.with(Key::DossierPlaceShift, [("players", n.count(players))]),
        None => m.text(Key::DossierPlaceNoShift),
    };
    let rows = [
        (Key::DossierPlaceRank, rank.into()),
        (Key::DossierPlaceField, field.into()),
        (Key::DossierPlaceUsed, used.into()),
        (Key::DossierPlaceIndex, pair(place.index, place.overall_z).into()),
        (Key::DossierPlaceTest, pair(place.test_index, place.test_z).into()),
        (Key::ManifestEngine, place.engine.name.clone().into()),
        (Key::DossierPlaceSettings, words::settings(m, &place.settings).into()),
        (Key::DossierPlaceScreening, Cell::Code(place.digest.clone())),
    ];
    facts(m, rows)
}

/// Time used, and decisions after absences: advisory, and apart from every test.
pub(super) fn behaviour(m: &Messages, t: &FullTest) -> Vec<Block> {
    let mut blocks = vec![text(m, Key::DossierBehaviourIntro), part(m, Key::DossierClocksHeading)];
    blocks.extend(clocks(m, &t.clocks));
    blocks.push(part(m, Key::DossierAbsencesHeading));
    match &t.absences {
        None => blocks.push(text(m, Key::DossierAbsencesNone)),
        Some(log) => blocks.extend(absences(m, t, log)),
    }
    if let Some(given) = &t.telemetry {
        blocks.push(part(m, Key::DossierTelemetryHeading));
        blocks.extend(telemetry(m, t, given));
    }
    blocks
}

/// What the platform noted, by kind and by move.
fn telemetry(m: &Messages, t: &FullTest, given: &PlatformTelemetry) -> Vec<Block> {
    let n = m.numbers();
    let file = [
        (Key::DossierTelemetryFile, given.name.clone().into()),
        (Key::ManifestInputSha256, Cell::Code(given.sha256.clone())),
    ];
    let mut blocks = vec![text(m, Key::DossierTelemetryIntro), facts(m, file)];
    if given.entries.is_empty() {
        blocks.push(text(m, Key::DossierTelemetryNone));
        return blocks;
    }
    let side = |entry: &TelemetryEntry| {
        m.text(if entry.to_move { Key::DossierTelemetryPlayer } else { Key::DossierTelemetryOpponent })
    };
    blocks.extend([
        listed(m, &given.kinds)
            .words(Key::DossierTelemetryKind, |kind| m.label("telemetry", &kind.kind))
            .figures(Key::DossierTelemetryCount, |kind| n.count(kind.count))
            .figures(Key::DossierTelemetryTotal, |kind| n.whole(kind.milliseconds.map(|ms| n.count(ms))))
            .block(Key::DossierTelemetryHeading),
        listed(m, &given.entries)
            .words(Key::DossierGame, |entry| game_name(m, Key::DossierGameName, t, entry.game))
            .figures(Key::DossierTelemetryBefore, |entry| entry.turn.to_string())
            .words(Key::DossierTelemetryTurn, side)
            .words(Key::DossierTelemetryKind, |entry| m.label("telemetry", &entry.kind))
            .figures(Key::DossierTelemetryTime, |entry| n.whole(entry.milliseconds.map(|ms| n.count(ms))))
            .block(Key::DossierTelemetryHeading),
    ]);
    blocks
}

/// What the platform noted while the player thought about a move, for the line of that move.
pub(super) fn noted_at(m: &Messages, t: &FullTest, game: usize, turn: u32) -> String {
    let entries = t.telemetry.iter().flat_map(|given| &given.entries);
    let own = entries.filter(|entry| entry.to_move && (entry.game, entry.turn) == (game, turn));
    own.map(|entry| m.label("telemetry", &entry.kind)).collect::<Vec<_>>().join(", ")
}

fn clocks(m: &Messages, clocks: &Clocks) -> Vec<Block> {
    let n = m.numbers();
    let covered = [("timed", n.count(clocks.timed)), ("all", n.count(clocks.decisions))];
    let mut blocks = vec![
        filled(m, Key::DossierClocksCovered, covered),
        filled(m, Key::DossierClocksRule, [("least", n.count(MIN_TIMED))]),
    ];
    blocks.extend(clocks.used.iter().flat_map(|used| times(m, used)));
    blocks
}

fn times(m: &Messages, used: &Used) -> Vec<Block> {
    let n = m.numbers();
    let rows = [(Key::DossierClocksMatched, &used.matched), (Key::DossierClocksOther, &used.other)];
    let values = [("value", n.signed(used.with_difficulty, 2)), ("count", n.count(used.projected))];
    let usual = used.usual.map(|[low, high]| {
        filled(m, Key::DossierClocksUsual, [("low", n.signed(low, 2)), ("high", n.signed(high, 2))])
    });
    let blocks = [
        text(m, Key::DossierClocksIntro),
        listed(m, &rows)
            .words(Key::DossierClocksKind, |(name, _)| m.text(*name))
            .figures(Key::DossierClocksNumber, |(_, times)| n.count(times.decisions))
            .figures(Key::DossierClocksMean, |(_, times)| n.decimal(times.mean_seconds, 1))
            .figures(Key::DossierClocksMedian, |(_, times)| n.decimal(times.median_seconds, 1))
            .block(Key::DossierClocksHeading),
        filled(m, Key::DossierClocksDifficulty, values),
    ];
    blocks.into_iter().chain(usual).collect()
}

/// Decisions, first lines played and expected, in three columns.
fn counted<'a, T>(
    m: &'a Messages,
    rows: Listing<'a, T>,
    of: impl Fn(&T) -> &Counted + Copy + 'a,
) -> Listing<'a, T> {
    let n = m.numbers();
    rows.figures(Key::DossierAbsencesDecisions, move |row| n.count(of(row).decisions))
        .figures(Key::DossierAbsencesMatches, move |row| n.count(of(row).matches))
        .figures(Key::DossierAbsencesExpected, move |row| n.decimal(of(row).expected, 1))
}

fn absences(m: &Messages, t: &FullTest, log: &AfterAbsences) -> Vec<Block> {
    let file = [
        (Key::DossierAbsencesLog, log.name.clone().into()),
        (Key::ManifestInputSha256, Cell::Code(log.sha256.clone())),
    ];
    let window = [("window", log.window.to_string())];
    let mut blocks = vec![filled(m, Key::DossierAbsencesIntro, window), facts(m, file)];
    if !log.entries.is_empty() {
        let entries = listed(m, &log.entries)
            .words(Key::DossierGame, |entry| game_name(m, Key::DossierGameName, t, entry.game))
            .figures(Key::DossierAbsencesLeft, |entry| entry.left.to_string())
            .figures(Key::DossierAbsencesBack, |entry| entry.back.to_string());
        let entries = counted(m, entries, |entry| &entry.counted)
            .words(Key::DossierAbsencesNote, |entry| entry.note.clone().unwrap_or_default())
            .words(Key::DossierAbsencesBy, |entry| entry.logged_by.clone());
        blocks.push(entries.block(Key::DossierAbsencesHeading));
    }
    let rows = [(Key::DossierAbsencesAfter, &log.after), (Key::DossierAbsencesOthers, &log.others)];
    let sides = listed(m, &rows).words(Key::DossierAbsencesWhich, |(name, _)| m.text(*name));
    let sides = counted(m, sides, |(_, counted)| counted);
    blocks.push(sides.block(Key::DossierAbsencesHeading));
    match &log.chance {
        None => blocks.push(text(m, Key::DossierAbsencesFew)),
        Some(chance) => blocks.extend(chances(m, chance)),
    }
    blocks
}

fn chances(m: &Messages, chance: &Chance) -> [Block; 2] {
    let n = m.numbers();
    let mut rows = vec![
        (Key::DossierAbsencesTail, n.rare_percent(chance.tail).into()),
        (Key::DossierAbsencesZ, n.z(chance.z).into()),
        (Key::DossierAbsencesDispersed, n.rare_percent(chance.dispersed).into()),
        (Key::DossierAbsencesCorrected, n.rare_percent(chance.corrected).into()),
    ];
    rows.extend(chance.own_form.map(|own| (Key::DossierAbsencesForm, n.rare_percent(own).into())));
    [facts(m, rows), text(m, Key::DossierAbsencesReading)]
}

/// The player's events up to this one, each for itself and all together.
pub(super) fn several(m: &Messages, t: &FullTest) -> Vec<Block> {
    let Some(several) = &t.several else {
        return vec![text(m, Key::DossierSeveralNone)];
    };
    let n = m.numbers();
    let mut blocks = vec![
        text(m, Key::DossierSeveralIntro),
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
    ];
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
            Way::Sums | Way::OnePerformance => None,
        };
        let event = event.map_or_else(String::new, |event| words::event_name(m, &event.name));
        m.label_with("way", &way, [("event", event)])
    };
    let values = || combined.rows.iter().filter_map(|row| row.overall_z);
    let range =
        [("low", n.z(values().min_by(f64::total_cmp))), ("high", n.z(values().max_by(f64::total_cmp)))];
    let shift = [("points", n.signed(combined.shift, 0)), ("sd", n.decimal(combined.shift_sd, 0))];
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
        filled(m, Key::DossierSeveralShift, shift),
    ]
}
