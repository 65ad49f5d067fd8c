//! Time used, and decisions after absences: advisory, and apart from every test.

use analyzer::full_test::{AfterAbsences, Chance, Clocks, Counted, FullTest, MIN_TIMED, Used};

use super::game_name;
use crate::{
    document::{Block, Cell, Listing, facts, filled, listed, part, section, text},
    messages::{Key, Messages},
};

pub(super) fn behaviour(m: &Messages, t: &FullTest) -> Vec<Block> {
    let mut blocks = vec![
        section("behaviour", m, Key::DossierBehaviourHeading),
        text(m, Key::DossierBehaviourIntro),
        part(m, Key::DossierClocksHeading),
    ];
    blocks.extend(clocks(m, &t.clocks));
    blocks.push(part(m, Key::DossierAbsencesHeading));
    match &t.absences {
        None => blocks.push(text(m, Key::DossierAbsencesNone)),
        Some(log) => blocks.extend(absences(m, t, log)),
    }
    blocks
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

fn times(m: &Messages, used: &Used) -> [Block; 3] {
    let n = m.numbers();
    let rows = [(Key::DossierClocksMatched, &used.matched), (Key::DossierClocksOther, &used.other)];
    let values = [("value", n.signed(used.with_difficulty, 2)), ("count", n.count(used.projected))];
    [
        text(m, Key::DossierClocksIntro),
        listed(m, &rows)
            .words(Key::DossierClocksKind, |(name, _)| m.text(*name))
            .figures(Key::DossierClocksNumber, |(_, times)| n.count(times.decisions))
            .figures(Key::DossierClocksMean, |(_, times)| n.decimal(times.mean_seconds, 1))
            .figures(Key::DossierClocksMedian, |(_, times)| n.decimal(times.median_seconds, 1))
            .block(Key::DossierClocksHeading),
        filled(m, Key::DossierClocksDifficulty, values),
    ]
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
            .words(Key::DossierGame, |entry| game_name(m, t, entry.game))
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
