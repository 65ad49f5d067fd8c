//! The held-out performances: moments, quantiles, rates and groups of every statistic.

use analyzer::calibration::certificate::{Certificate, Group, GroupRow, Measure, Moments, Rate};
use analyzer::overall::{INDEX_MEAN, INDEX_SD};

use super::expected;
use crate::{
    certificate::envelope::OrderStatistic,
    chart::{self, Drawing, Labels, Line, Quantiles, Rows},
    document::{Block, Figure, Listing, Table, filled, listed, part, section, text},
    messages::{Arg, Key, Messages},
    number::Numbers,
};

/// The order of the statistics on the page; others follow as they come.
const STATISTICS: [&str; 5] = ["overall", "index", "mm", "ev", "asd"];

/// Places along the nominal axis at which the band of a quantile plot is drawn.
const BAND_STEPS: u32 = 60;
/// The axis of a chart of groups reaches at least and at most this far, in z.
const REACH: (f64, f64) = (1.5, 6.0);

/// The scale of a statistic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unit {
    Z,
    Index,
}

impl Unit {
    fn of_statistic(name: &str) -> Self {
        if name == "index" { Self::Index } else { Self::Z }
    }

    /// Mean and SD of honest play.
    fn honest(self) -> [f64; 2] {
        match self {
            Self::Z => [0.0, 1.0],
            Self::Index => [INDEX_MEAN, INDEX_SD],
        }
    }

    fn z(self, value: f64) -> f64 {
        let [mean, sd] = self.honest();
        (value - mean) / sd
    }

    fn value(self, z: f64) -> f64 {
        let [mean, sd] = self.honest();
        mean + z * sd
    }

    /// A z has a sign, an index has none.
    fn printed(self, n: Numbers, value: Option<f64>) -> String {
        match self {
            Self::Z => n.z(value),
            Self::Index => n.decimal(value, 2),
        }
    }

    /// A level as people say it: 4.25, 60.
    pub(super) fn level(self, n: Numbers, level: f64) -> String {
        n.decimal(level, if self == Self::Index { 1 } else { 2 })
    }
}

pub(super) fn measures(blocks: &mut Vec<Block>, m: &Messages, c: &Certificate) {
    let place = |measure: &&Measure| STATISTICS.iter().position(|name| *name == measure.name);
    let mut ordered: Vec<&Measure> = c.measures.iter().collect();
    ordered.sort_by_key(|measure| place(measure).unwrap_or(STATISTICS.len()));
    blocks.push(section("seen", m, Key::CertificateSeenHeading));
    blocks.push(filled(m, Key::CertificateSeenIntro, [("gate", c.gate.to_string())]));
    blocks.push(overview(m, &ordered).into());
    let overall = ordered.iter().find(|measure| measure.name == "overall");
    if let Some(shared) = overall.and_then(|measure| measure.shared) {
        blocks.push(filled(m, Key::CertificateShared, [("sd", m.numbers().decimal(shared, 2))]));
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
    let unit = |measure: &Measure| Unit::of_statistic(&measure.name);
    let expected = |measure: &Measure| {
        let honest = unit(measure).honest().map(|value| m.numbers().decimal(value, 0));
        m.numbers().list(&honest)
    };
    let table = listed(m, measures)
        .words(Key::CertificateStatistic, |measure| m.label("certificate-measure", &measure.name));
    by_event(m, table, move |measure| (unit(measure), &measure.all))
        .figures(Key::CertificateExpectedMoments, move |measure| expected(measure))
        .under(Key::CertificateSeenHeading)
}

/// Number, mean, SD and skewness of performances that share games.
pub(super) fn moments<'a, T>(
    m: &'a Messages,
    table: Listing<'a, T>,
    of: impl Fn(&T) -> (Unit, &Moments) + Copy + 'a,
) -> Listing<'a, T> {
    let shown = move |row: &T| {
        let (unit, moments) = of(row);
        shown(m, unit, moments)
    };
    table
        .figures(Key::CertificateCount, move |row| shown(row)[0].clone())
        .figures(Key::CertificateMean, move |row| shown(row)[1].clone())
        .figures(Key::CertificateSd, move |row| shown(row)[2].clone())
        .figures(Key::CertificateSkew, move |row| shown(row)[3].clone())
}

/// Number, mean, SD and skewness. What too few values cannot give is printed as missing, not as the 0 that the document
/// holds in its place.
fn shown(m: &Messages, unit: Unit, moments: &Moments) -> [String; 4] {
    let n = m.numbers();
    [
        m.numbers().count(moments.n),
        unit.printed(n, (moments.n > 0).then_some(moments.mean)),
        n.decimal((moments.n > 1).then_some(moments.sd), 2),
        n.z((moments.n > 2).then_some(moments.skew)),
    ]
}

/// The same of performances with their events: with the number of events and two standard errors.
fn by_event<'a, T>(
    m: &'a Messages,
    table: Listing<'a, T>,
    of: impl Fn(&T) -> (Unit, &Moments) + Copy + 'a,
) -> Listing<'a, T> {
    let shown = move |row: &T| {
        let (unit, moments) = of(row);
        shown(m, unit, moments)
    };
    let errors = move |row: &T| of(row).1.errors;
    let two = |error: Option<f64>| m.numbers().decimal(error.map(|error| 2.0 * error), 2);
    let events = move |row: &T| {
        errors(row).map_or_else(|| m.numbers().missing(), |errors| m.numbers().count(errors.events))
    };
    table
        .figures(Key::CertificateCount, move |row| shown(row)[0].clone())
        .figures(Key::CertificateFoldEvents, events)
        .figures(Key::CertificateMean, move |row| shown(row)[1].clone())
        .figures(Key::CertificateTwoSe, move |row| two(errors(row).map(|errors| errors.mean)))
        .figures(Key::CertificateSd, move |row| shown(row)[2].clone())
        .figures(Key::CertificateTwoSe, move |row| two(errors(row).map(|errors| errors.sd)))
        .figures(Key::CertificateSkew, move |row| shown(row)[3].clone())
}

/// One statistic; how its pictures are read is said at the `first`.
fn one(blocks: &mut Vec<Block>, m: &Messages, measure: &Measure, first: bool) {
    let name = m.label("certificate-measure", &measure.name);
    let unit = Unit::of_statistic(&measure.name);
    let id = STATISTICS.into_iter().find(|name| *name == measure.name).unwrap_or("other");
    blocks.push(Block::Section { id, title: name.clone(), listed: true });
    let [_, mean, sd, skew] = shown(m, unit, &measure.all);
    let values =
        [("n", Arg::from(measure.all.n)), ("mean", mean.into()), ("sd", sd.into()), ("skew", skew.into())];
    blocks.push(filled(m, Key::CertificateMoments, values));
    let table = rates(m, unit, &measure.rates);
    match quantiles(m, &name, unit, measure) {
        Some(drawing) => {
            let mut caption = drawing.description().to_owned();
            if first {
                caption = format!("{caption} {}", m.text(Key::CertificateQuantileCaption));
            }
            blocks.push(Block::Pair { figure: Figure { drawing, caption }, table });
        }
        None => blocks.extend([text(m, Key::CertificateQuantileEmpty), table.into()]),
    }
    if measure.groups.is_empty() {
        return;
    }
    blocks.push(part(m, Key::CertificateGroupsHeading));
    blocks.push(groups(m, &name, unit, &measure.groups));
    if first && measure.groups.iter().any(|group| group.by == "result") {
        blocks.push(text(m, Key::CertificateGroupsResultNote));
    }
}

/// How often levels were passed.
pub(super) fn rates(m: &Messages, unit: Unit, rates: &[Rate]) -> Table {
    let n = m.numbers();
    let limits = |rate: &Rate| {
        let [_, low, high] = rate.share.map(|share| n.rare_percent(share));
        m.with(Key::CertificateLimits, [("low", low), ("high", high)])
    };
    listed(m, rates)
        .figures(Key::CertificateLevel, |rate| unit.level(n, rate.level))
        .figures(Key::CertificateRateSeen, |rate| m.numbers().count(rate.seen))
        .figures(Key::CertificateRateExpected, |rate| expected(n, rate.expected))
        .figures(Key::CertificateRateShare, |rate| n.rare_percent(rate.share[0]))
        .figures(Key::CertificateRateLimits, limits)
        .figures(Key::CertificateRateNominal, |rate| n.rare_percent(rate.nominal))
        .under(Key::CertificateRatesHeading)
}

/// The quantile plot with the band of the order statistics; none without a point.
fn quantiles(m: &Messages, name: &str, unit: Unit, measure: &Measure) -> Option<Drawing> {
    let (n, size) = (m.numbers(), measure.all.n);
    let points: Vec<(f64, f64)> = measure
        .quantiles
        .iter()
        .map(|point| (unit.z(point.nominal), unit.z(point.seen)))
        .filter(|(nominal, seen)| nominal.is_finite() && seen.is_finite())
        .collect();
    let (first, last) = (points.first()?, points.last()?);
    let at = |nominal: f64| OrderStatistic::at(nominal, size);
    let outside = points.iter().filter(|(nominal, seen)| at(*nominal).is_some_and(|p| p.is_outside(*seen)));
    let value = |z: f64| n.decimal(unit.value(z), 2);
    let values = [
        ("points", Arg::from(points.len())),
        ("outside", outside.count().into()),
        ("low", value(first.1).into()),
        ("nominal-low", value(first.0).into()),
        ("high", value(last.1).into()),
        ("nominal-high", value(last.0).into()),
    ];
    let steps = (0..=BAND_STEPS).map(|step| f64::from(step) / f64::from(BAND_STEPS));
    let nominal = steps.map(|share| first.0 + (last.0 - first.0) * share);
    Some(chart::quantiles(Quantiles {
        labels: Labels {
            title: format!("{}: {name}", m.text(Key::CertificateQuantileTitle)),
            description: m.with(Key::CertificateQuantileText, values),
            across: m.text(Key::CertificateQuantileNominal),
        },
        upwards: m.text(Key::CertificateQuantileSeen),
        points: &points,
        band: nominal.filter_map(|nominal| Some((nominal, at(nominal)?.limits()?))).collect(),
        printed: &|z| n.decimal(unit.value(z), 0),
    }))
}

/// Means and spreads of groups: one SD either way, and two standard errors of the mean.
fn groups(m: &Messages, name: &str, unit: Unit, groups: &[Group]) -> Block {
    let n = m.numbers();
    let title = m.with(Key::CertificateGroupsPicture, [("statistic", name)]);
    let rows = groups.iter().flat_map(|group| group.rows.iter().map(move |row| (group, row)));
    let rows: Vec<(&Group, &GroupRow)> = rows.collect();
    let table = listed(m, &rows).words(Key::CertificateGroup, |(_, row)| label(m, &row.label));
    let table = by_event(m, table, move |(_, row)| (unit, &row.moments))
        .grouped(title.clone(), |(group, _)| Some(m.label("certificate-group", &group.by)));
    let mut lines = Vec::new();
    let mut far = 0.0_f64;
    for group in groups {
        lines.push(Line::Heading(m.label("certificate-group", &group.by)));
        for row in &group.rows {
            let (line, reach) = whiskers(unit, label(m, &row.label), &row.moments);
            lines.push(line);
            far = far.max(reach);
        }
    }
    let reach = ((far * 2.0).ceil() / 2.0).clamp(REACH.0, REACH.1);
    let caption = m.text(Key::CertificateGroupsCaption);
    let drawing = chart::rows(Rows {
        labels: Labels { title, description: caption.clone(), across: String::new() },
        across: (-reach, reach),
        printed: &|z, decimals| n.decimal(unit.value(z), decimals),
        band: Some((-1.0, 1.0)),
        mark: None,
        lines: &lines,
    });
    Block::Pair { figure: Figure { drawing, caption }, table }
}

/// A group's line in z, and how far it reaches from 0; nothing is drawn of a group without a mean.
fn whiskers(unit: Unit, name: String, moments: &Moments) -> (Line, f64) {
    let mean = unit.z(moments.mean);
    if moments.n == 0 || !mean.is_finite() {
        return (Line::Row { name, bars: Vec::new(), dots: Vec::new() }, 0.0);
    }
    let [_, sd] = unit.honest();
    let halves = [("sd", Some(moments.sd)), ("se", moments.errors.map(|errors| 2.0 * errors.mean))];
    let halves = halves.into_iter().filter_map(|(class, half)| Some((class, half? / sd)));
    let halves: Vec<_> = halves.filter(|(_, half)| *half > 0.0 && half.is_finite()).collect();
    let widest = halves.iter().map(|(_, half)| *half).fold(0.0, f64::max);
    let bars = halves.into_iter().map(|(class, half)| (class, mean - half, mean + half)).collect();
    (Line::Row { name, bars, dots: vec![("dot", mean)] }, mean.abs() + widest)
}

/// The words of a row; numbers, and what is not known here, as they stand in the certificate.
fn label(m: &Messages, label: &str) -> String {
    let key = match label {
        "under 40 %" => Key::CertificateRowLowScore,
        "40 % to 60 %" => Key::CertificateRowEvenScore,
        "over 60 %" => Key::CertificateRowHighScore,
        other => return m.label("certificate-row", other),
    };
    m.text(key)
}

#[cfg(test)]
mod tests {
    use analyzer::calibration::certificate::Errors;

    use super::*;
    use crate::Language;

    fn moments(n: usize, mean: f64, sd: f64) -> Moments {
        let errors = (n > 1).then(|| Errors { events: n, mean: sd / libm::sqrt(n as f64), sd: 0.0 });
        Moments { n, mean, sd, skew: 0.0, errors }
    }

    /// An SD of 1.2 reaches from -1.2 to 1.2, and two standard errors of 1.2 / 6 from -0.4 to 0.4, on either scale.
    #[test]
    fn whiskers_by_hand() {
        for (unit, mean, sd) in [(Unit::Z, 0.0, 1.2), (Unit::Index, 50.0, 6.0)] {
            let (line, reach) = whiskers(unit, String::new(), &moments(36, mean, sd));
            let Line::Row { bars, dots, .. } = line else { panic!("{line:?}") };
            assert!((bars[0].2 - 1.2).abs() < 1e-12 && (bars[1].1 + 0.4).abs() < 1e-12, "{bars:?}");
            assert_eq!((dots[0], bars.len()), (("dot", 0.0), 2));
            assert!((reach - 1.2).abs() < 1e-12);
        }
        assert!((Unit::Index.z(60.0) - 2.0).abs() < 1e-12 && (Unit::Index.value(-1.0) - 45.0).abs() < 1e-12);
    }

    #[test]
    fn one_performance_has_no_whiskers_and_none_has_no_dot() {
        for (moments, dots) in
            [(moments(1, 0.4, 0.0), 1), (moments(0, 0.0, 0.0), 0), (moments(5, f64::NAN, 1.0), 0)]
        {
            let (Line::Row { bars, dots: drawn, .. }, _) = whiskers(Unit::Z, String::new(), &moments) else {
                panic!("no row")
            };
            assert_eq!((bars.len(), drawn.len()), (0, dots));
        }
    }

    #[test]
    fn broken_quantiles_are_left_out() {
        let m = Messages::new(Language::ENGLISH);
        let mut measure = crate::paper::certificate::example::certificate().measures.swap_remove(3);
        measure.quantiles.truncate(2);
        measure.quantiles[0].seen = f64::NAN;
        let svg = quantiles(&m, "z", Unit::Z, &measure).expect("a plot").alone();
        assert_eq!(svg.matches("<circle").count(), 1);
        measure.quantiles.clear();
        assert!(quantiles(&m, "z", Unit::Z, &measure).is_none());
    }
}
