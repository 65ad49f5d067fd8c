//! Time used, and decisions after absences: advisory, and apart from every test.

use analyzer::full_test::{AfterAbsences, Chance, Clocks, Counted, FullTest, LEAST_TIMED, Times, Used};

use super::game_name;
use crate::{
    document::{Block, Cell, facts, part, section, table, text},
    messages::{Arg, Key, Messages},
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
        Some(found) => blocks.extend(absences(m, t, found)),
    }
    blocks
}

fn clocks(m: &Messages, clocks: &Clocks) -> Vec<Block> {
    let n = m.numbers();
    let number = |number: u32| n.count(u64::from(number));
    let (timed, all) = (number(clocks.timed), number(clocks.decisions));
    let covered = [("timed", Arg::Text(&timed)), ("all", Arg::Text(&all))];
    let least = number(LEAST_TIMED);
    let mut blocks = vec![
        Block::Text { text: m.with(Key::DossierClocksCovered, &covered) },
        Block::Text { text: m.with(Key::DossierClocksRule, &[("least", Arg::Text(&least))]) },
    ];
    if let Some(used) = &clocks.used {
        blocks.extend(times(m, used));
    }
    blocks
}

fn times(m: &Messages, used: &Used) -> Vec<Block> {
    let n = m.numbers();
    let columns = [
        (Key::DossierClocksKind, false),
        (Key::DossierClocksNumber, true),
        (Key::DossierClocksMean, true),
        (Key::DossierClocksMedian, true),
    ];
    let mut table = table(m, Key::DossierClocksHeading, columns);
    let mut row = |name: Key, times: &Times| {
        table.row([
            m.text(name),
            n.count(u64::from(times.decisions)),
            n.decimal(times.mean_seconds, 1),
            n.decimal(times.median_seconds, 1),
        ]);
    };
    row(Key::DossierClocksMatched, &used.matched);
    row(Key::DossierClocksOther, &used.other);
    let (value, count) = (n.signed(used.with_difficulty, 2), n.count(u64::from(used.projected)));
    let values = [("value", Arg::Text(&value)), ("count", Arg::Text(&count))];
    vec![
        text(m, Key::DossierClocksIntro),
        Block::Table { table },
        Block::Text { text: m.with(Key::DossierClocksDifficulty, &values) },
    ]
}

fn absences(m: &Messages, t: &FullTest, found: &AfterAbsences) -> Vec<Block> {
    let n = m.numbers();
    let window = found.window.to_string();
    let intro = m.with(Key::DossierAbsencesIntro, &[("window", Arg::Text(&window))]);
    let mut blocks = vec![
        Block::Text { text: intro },
        facts(
            m,
            [
                (Key::DossierAbsencesLog, Cell::Plain(found.name.clone())),
                (Key::ManifestInputSha256, Cell::Code(found.sha256.clone())),
            ],
        ),
    ];
    let counted = |counted: &Counted| {
        [
            n.count(u64::from(counted.decisions)),
            n.count(u64::from(counted.matches)),
            n.decimal(counted.expected, 1),
        ]
    };
    let numbers = [
        (Key::DossierAbsencesDecisions, true),
        (Key::DossierAbsencesMatches, true),
        (Key::DossierAbsencesExpected, true),
    ];
    if !found.entries.is_empty() {
        let columns =
            [(Key::DossierGame, false), (Key::DossierAbsencesLeft, true), (Key::DossierAbsencesBack, true)];
        let words = [(Key::DossierAbsencesNote, false), (Key::DossierAbsencesBy, false)];
        let mut log = table(m, Key::DossierAbsencesHeading, columns.into_iter().chain(numbers).chain(words));
        for entry in &found.entries {
            let [decisions, matches, expected] = counted(&entry.counted);
            log.row([
                game_name(m, t, entry.game),
                entry.left.to_string(),
                entry.back.to_string(),
                decisions,
                matches,
                expected,
                entry.note.clone().unwrap_or_default(),
                entry.logged_by.clone(),
            ]);
        }
        blocks.push(Block::Table { table: log });
    }
    let which = [(Key::DossierAbsencesWhich, false)];
    let mut sides = table(m, Key::DossierAbsencesHeading, which.into_iter().chain(numbers));
    for (name, side) in
        [(Key::DossierAbsencesAfter, &found.after), (Key::DossierAbsencesOthers, &found.others)]
    {
        let [decisions, matches, expected] = counted(side);
        sides.row([m.text(name), decisions, matches, expected]);
    }
    blocks.push(Block::Table { table: sides });
    match &found.chance {
        None => blocks.push(text(m, Key::DossierAbsencesFew)),
        Some(chance) => blocks.extend(chances(m, chance)),
    }
    blocks
}

fn chances(m: &Messages, chance: &Chance) -> Vec<Block> {
    let n = m.numbers();
    let percent = |p: f64| Cell::Plain(n.rare_percent(p));
    let mut rows = vec![
        (Key::DossierAbsencesTail, percent(chance.tail)),
        (Key::DossierAbsencesZ, Cell::Plain(n.z(Some(chance.z)))),
        (Key::DossierAbsencesDispersed, percent(chance.dispersed)),
        (Key::DossierAbsencesCorrected, percent(chance.corrected)),
    ];
    if let Some(own) = chance.own_form {
        rows.push((Key::DossierAbsencesForm, percent(own)));
    }
    vec![facts(m, rows), text(m, Key::DossierAbsencesReading)]
}
