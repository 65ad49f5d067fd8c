//! The three tests, the overall z and the index; the second reading beside them; the opponents.

use analyzer::full_test::FullTest;
use analyzer::screening::{Also, TestResult, Tests};

use crate::{
    document::{Block, Cell, Table, facts, part, section, table, text},
    messages::{Arg, Key, Messages},
};

/// How a test is printed: its name, the scale of its means, their decimals.
const NAMES: [(Key, f64, usize); 3] =
    [(Key::TestMm, 100.0, 1), (Key::TestEv, 100.0, 1), (Key::TestAsd, 1.0, 4)];

pub(super) fn results(m: &Messages, t: &FullTest) -> Vec<Block> {
    let player = &t.player;
    let mut blocks = vec![
        section("results", m, Key::DossierResultsHeading),
        text(m, Key::DossierResultsIntro),
        Block::Table { table: tests(m, Key::DossierResultsHeading, &player.tests, Some(&player.also)) },
        part(m, Key::DossierSecondHeading),
    ];
    blocks.extend(readings(m, t));
    blocks.push(part(m, Key::DossierOpponentsHeading));
    blocks.push(text(m, Key::DossierOpponentsIntro));
    let opponents = &player.opponents;
    let rating = m.numbers().decimal(opponents.mean_rating, 0);
    blocks.push(Block::Text {
        text: m.with(
            Key::PlayerOverallOpponents,
            &[("decisions", Arg::Count(u64::from(opponents.scored))), ("rating", Arg::Text(&rating))],
        ),
    });
    blocks.push(Block::Table { table: tests(m, Key::DossierOpponentsHeading, &opponents.tests, None) });
    let overall = [
        (Key::ColumnZ, m.numbers().z(opponents.overall_z)),
        (Key::ColumnIndex, m.numbers().index(opponents.roi)),
    ];
    let overall = overall.map(|(name, value)| (name, Cell::Plain(value)));
    blocks.push(facts(m, overall));
    blocks
}

/// The three tests of a set of decisions, in the order in which they are printed.
pub(super) fn in_order(tests: &Tests) -> [(&TestResult, Key, f64, usize); 3] {
    let [mm, ev, asd] = NAMES;
    [(&tests.mm, mm.0, mm.1, mm.2), (&tests.ev, ev.0, ev.1, ev.2), (&tests.asd, asd.0, asd.1, asd.2)]
}

fn tests(m: &Messages, label: Key, tests: &Tests, also: Option<&Also>) -> Table {
    let n = m.numbers();
    let columns = [
        (Key::PlayerTest, false),
        (Key::PlayerSeen, true),
        (Key::PlayerProjected, true),
        (Key::PlayerZ, true),
        (Key::PlayerTailZ, true),
        (Key::PlayerZAdjusted, true),
    ];
    let mut table = table(m, label, columns);
    for (test, name, scale, decimals) in in_order(tests) {
        let mean = |value: Option<f64>| n.decimal(value.map(|value| value * scale), decimals);
        table.row([
            m.text(name),
            mean(test.observed),
            mean(test.expected),
            n.z(test.z),
            n.z(test.tail_z),
            n.z(test.z_adjusted),
        ]);
    }
    for (name, figures, scale) in also
        .into_iter()
        .flat_map(|also| [(Key::PlayerT3, &also.t3, 100.0), (Key::PlayerError, &also.mean_error_cp, 1.0)])
    {
        let mean = |value: Option<f64>| n.decimal(value.map(|value| value * scale), 1);
        table.row([
            m.text(name),
            mean(figures.observed),
            mean(figures.expected),
            String::new(),
            String::new(),
            String::new(),
        ]);
    }
    table
}

/// Both readings side by side, and what it means when they differ.
fn readings(m: &Messages, t: &FullTest) -> Vec<Block> {
    let (n, player) = (m.numbers(), &t.player);
    let second = player.depth_aware.as_ref();
    let mut overall = table(
        m,
        Key::DossierSecondHeading,
        [
            (Key::DossierReading, false),
            (Key::ColumnZ, true),
            (Key::ColumnIndex, true),
            (Key::DossierEfficient, true),
        ],
    );
    overall.row([
        m.text(Key::DossierReadingRecord),
        n.z(player.overall_z),
        n.index(player.roi),
        String::new(),
    ]);
    let Some(second) = second else {
        return vec![Block::Table { table: overall }, text(m, Key::DossierSecondNone)];
    };
    overall.row([
        m.text(Key::DossierReadingSecond),
        n.z(Some(second.overall_z)),
        n.index(Some(second.roi)),
        n.z(Some(second.efficient_score_z)),
    ]);
    let mut blocks = vec![text(m, Key::DossierSecondIntro), Block::Table { table: overall }];
    let of = |what: Key, reading: Key| format!("{}, {}", m.text(what), m.text(reading));
    let columns = [
        (m.text(Key::PlayerTest), false),
        (m.text(Key::PlayerSeen), true),
        (of(Key::PlayerProjected, Key::DossierReadingRecord), true),
        (of(Key::PlayerZAdjusted, Key::DossierReadingRecord), true),
        (of(Key::PlayerProjected, Key::DossierReadingSecond), true),
        (of(Key::PlayerZAdjusted, Key::DossierReadingSecond), true),
    ];
    let mut tests = Table::new(m.text(Key::DossierSecondHeading), columns);
    let seconds = [&second.tests.mm, &second.tests.ev, &second.tests.asd];
    for ((test, name, scale, decimals), second) in in_order(&player.tests).into_iter().zip(seconds) {
        let mean = |value: Option<f64>| n.decimal(value.map(|value| value * scale), decimals);
        tests.row([
            m.text(name),
            mean(test.observed),
            mean(test.expected),
            n.z(test.z_adjusted),
            mean(Some(second.expected)),
            n.z(Some(second.z_adjusted)),
        ]);
    }
    blocks.push(Block::Table { table: tests });
    if let Some(z) = player.overall_z {
        let difference = n.z(Some(second.overall_z - z));
        let values = [("difference", Arg::Text(&difference))];
        blocks.push(Block::Text { text: m.with(Key::DossierSecondDiffer, &values) });
    }
    blocks
}
