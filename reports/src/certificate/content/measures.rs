//! The held-out performances: moments, quantiles, rates and groups of every statistic.

use analyzer::calibration::certificate::{Certificate, Group, Measure, Moments, Rate};

use super::{count, expected, number, part, section};
use crate::{
    certificate::plots::{GroupLine, Unit, groups, quantiles},
    document::{Block, Figure, Table},
    messages::{Arg, Key, Messages},
    number::Numbers,
};

/// The order of the statistics on the page; others follow as they come.
const ORDER: [&str; 5] = ["overall", "index", "mm", "ev", "asd"];

pub(super) fn measures(blocks: &mut Vec<Block>, m: &Messages, c: &Certificate) {
    let mut ordered: Vec<&Measure> = c.measures.iter().collect();
    ordered.sort_by_key(|measure| ORDER.iter().position(|name| *name == measure.name).unwrap_or(ORDER.len()));
    blocks.push(section("seen", m, Key::CertificateSeenHeading));
    let gate = c.gate.to_string();
    blocks.push(Block::Text { text: m.with(Key::CertificateSeenIntro, &[("gate", Arg::Text(&gate))]) });
    blocks.push(Block::Table { table: overview(m, &ordered) });
    let overall = ordered.iter().find(|measure| measure.name == "overall");
    if let Some(shared) = overall.and_then(|measure| measure.shared) {
        let share = m.numbers().decimal(Some(shared), 2);
        blocks.push(Block::Text { text: m.with(Key::CertificateShared, &[("sd", Arg::Text(&share))]) });
    }
    for (place, measure) in ordered.into_iter().enumerate() {
        one(blocks, m, measure, place == 0);
    }
}

/// Performances that the page rests on: those with an overall z.
pub(super) fn performances(c: &Certificate) -> usize {
    let overall = c.measures.iter().find(|measure| measure.name == "overall");
    overall.map_or(0, |measure| measure.all.n)
}

fn overview(m: &Messages, measures: &[&Measure]) -> Table {
    let mut columns = vec![(m.text(Key::CertificateStatistic), false)];
    columns.extend(by_event_columns(m));
    columns.push((m.text(Key::CertificateExpectedMoments), true));
    let mut table = Table::new(m.text(Key::CertificateSeenHeading), columns);
    for measure in measures {
        let unit = unit(&measure.name);
        let expected = [unit.mean, unit.sd].map(|value| m.numbers().decimal(Some(value), 0));
        let mut cells = vec![name(m, &measure.name)];
        cells.extend(by_event_cells(m, &measure.name, &measure.all));
        cells.push(m.numbers().list(&expected));
        table.row(cells);
    }
    table
}

/// Columns of [`moment_cells`].
pub(super) fn moment_columns(m: &Messages) -> [(String, bool); 4] {
    [
        (m.text(Key::CertificateCount), true),
        (m.text(Key::CertificateMean), true),
        (m.text(Key::CertificateSd), true),
        (m.text(Key::CertificateSkew), true),
    ]
}

/// The same of performances with their events: with the number of events and two standard errors.
fn by_event_columns(m: &Messages) -> [(String, bool); 7] {
    let [n, mean, sd, skew] = moment_columns(m);
    let events = (m.text(Key::CertificateFoldEvents), true);
    let two = || (m.text(Key::CertificateTwoSe), true);
    [n, events, mean, two(), sd, two(), skew]
}

fn by_event_cells(m: &Messages, statistic: &str, moments: &Moments) -> [String; 7] {
    let [n, mean, sd, skew] = moment_cells(m, statistic, moments);
    let errors = moments.errors;
    let two = |error: Option<f64>| m.numbers().decimal(error.map(|error| 2.0 * error), 2);
    let events = errors.map_or_else(|| m.numbers().whole(None), |errors| count(m, errors.events));
    let [of_mean, of_sd] = [errors.map(|errors| errors.mean), errors.map(|errors| errors.sd)];
    [n, events, mean, two(of_mean), sd, two(of_sd), skew]
}

/// What too few values cannot give is printed as missing, not as the 0 that the document holds in its place.
pub(super) fn moment_cells(m: &Messages, statistic: &str, moments: &Moments) -> [String; 4] {
    let n = m.numbers();
    let mean = (moments.n > 0).then_some(moments.mean);
    [
        count(m, moments.n),
        value(n, statistic, mean),
        n.decimal((moments.n > 1).then_some(moments.sd), 2),
        n.z((moments.n > 2).then_some(moments.skew)),
    ]
}

/// A value of a statistic: a z has a sign, an index has none.
fn value(n: Numbers, statistic: &str, value: Option<f64>) -> String {
    if statistic == "index" { n.decimal(value, 2) } else { n.z(value) }
}

fn unit(statistic: &str) -> Unit {
    if statistic == "index" { Unit::INDEX } else { Unit::Z }
}

fn name(m: &Messages, statistic: &str) -> String {
    let key = match statistic {
        "overall" => Key::CertificateMeasureOverall,
        "index" => Key::CertificateMeasureIndex,
        "mm" => Key::CertificateMeasureMm,
        "ev" => Key::CertificateMeasureEv,
        "asd" => Key::CertificateMeasureAsd,
        other => return other.to_owned(),
    };
    m.text(key)
}

/// The name to link to.
fn id(statistic: &str) -> &'static str {
    match statistic {
        "overall" => "overall",
        "index" => "index",
        "mm" => "mm",
        "ev" => "ev",
        "asd" => "asd",
        _ => "other",
    }
}

/// One statistic; how its pictures are read is said at the `first`.
fn one(blocks: &mut Vec<Block>, m: &Messages, measure: &Measure, first: bool) {
    let name = name(m, &measure.name);
    let unit = unit(&measure.name);
    blocks.push(Block::Section { id: id(&measure.name), title: name.clone() });
    let [_, mean, sd, skew] = moment_cells(m, &measure.name, &measure.all);
    blocks.push(Block::Text {
        text: m.with(
            Key::CertificateMoments,
            &[
                ("n", number(measure.all.n)),
                ("mean", Arg::Text(&mean)),
                ("sd", Arg::Text(&sd)),
                ("skew", Arg::Text(&skew)),
            ],
        ),
    });
    let table = rates(m, &measure.name, &measure.rates);
    match quantiles(m, &name, unit, &measure.quantiles, measure.all.n) {
        Some(drawing) => {
            let mut caption = drawing.description().to_owned();
            if first {
                caption = format!("{caption} {}", m.text(Key::CertificateQuantileCaption));
            }
            let figure = Figure { drawing, caption };
            blocks.push(Block::Pair { figure, table });
        }
        None => {
            blocks.push(super::text(m, Key::CertificateQuantileEmpty));
            blocks.push(Block::Table { table });
        }
    }
    in_groups(blocks, m, measure, &name, first);
}

/// How often levels were passed.
pub(super) fn rates(m: &Messages, statistic: &str, rates: &[Rate]) -> Table {
    let mut table = Table::new(
        m.text(Key::CertificateRatesHeading),
        [
            (m.text(Key::CertificateLevel), true),
            (m.text(Key::CertificateRateSeen), true),
            (m.text(Key::CertificateRateExpected), true),
            (m.text(Key::CertificateRateShare), true),
            (m.text(Key::CertificateRateLimits), true),
            (m.text(Key::CertificateRateNominal), true),
        ],
    );
    for rate in rates {
        let [share, low, high] = rate.share.map(|share| m.numbers().rare_percent(share));
        let limits = m.with(Key::CertificateLimits, &[("low", Arg::Text(&low)), ("high", Arg::Text(&high))]);
        table.row([
            level(m, statistic, rate.level),
            count(m, rate.seen),
            expected(m.numbers(), rate.expected),
            share,
            limits,
            m.numbers().rare_percent(rate.nominal),
        ]);
    }
    table
}

/// A level as people say it: 4.25, 60.
pub(super) fn level(m: &Messages, statistic: &str, level: f64) -> String {
    let decimals = if statistic == "index" { 1 } else { 2 };
    m.numbers().decimal(Some(level), decimals)
}

fn in_groups(blocks: &mut Vec<Block>, m: &Messages, measure: &Measure, name: &str, first: bool) {
    if measure.groups.is_empty() {
        return;
    }
    blocks.push(part(m, Key::CertificateGroupsHeading));
    let titles: Vec<String> = measure.groups.iter().map(|group| group_name(m, group)).collect();
    let mut lines = Vec::new();
    let title = m.with(Key::CertificateGroupsPicture, &[("statistic", Arg::Text(name))]);
    let mut columns = vec![(m.text(Key::CertificateGroup), false)];
    columns.extend(by_event_columns(m));
    let mut table = Table::new(title.clone(), columns);
    for (group, title) in measure.groups.iter().zip(&titles) {
        lines.push(GroupLine::Heading(title));
        table.heading(title.clone());
        for row in &group.rows {
            let label = label(m, &row.label);
            lines.push(GroupLine::Row(label.clone(), &row.moments));
            let mut cells = vec![label];
            cells.extend(by_event_cells(m, &measure.name, &row.moments));
            table.row(cells);
        }
    }
    let caption = m.text(Key::CertificateGroupsCaption);
    let drawing = groups(m.numbers(), title, caption.clone(), unit(&measure.name), &lines);
    blocks.push(Block::Pair { figure: Figure { drawing, caption }, table });
    if first && measure.groups.iter().any(|group| group.by == "result") {
        blocks.push(super::text(m, Key::CertificateGroupsResultNote));
    }
}

fn group_name(m: &Messages, group: &Group) -> String {
    let key = match group.by.as_str() {
        "rating" => Key::CertificateGroupRating,
        "decisions" => Key::CertificateGroupDecisions,
        "colour" => Key::CertificateGroupColour,
        "below_gate" => Key::CertificateGroupBelowGate,
        "decade" => Key::CertificateGroupDecade,
        "result" => Key::CertificateGroupResult,
        other => return other.to_owned(),
    };
    m.text(key)
}

/// The words of a row; numbers, and what is not known here, as they stand in the certificate.
fn label(m: &Messages, label: &str) -> String {
    let key = match label {
        "white" => Key::CertificateRowWhite,
        "black" => Key::CertificateRowBlack,
        "under 40 %" => Key::CertificateRowLowScore,
        "40 % to 60 %" => Key::CertificateRowEvenScore,
        "over 60 %" => Key::CertificateRowHighScore,
        "unknown" => Key::CertificateRowUnknown,
        other => return other.to_owned(),
    };
    m.text(key)
}
