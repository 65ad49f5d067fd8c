//! The held-out performances: moments, quantiles, rates and groups of every statistic, and the means by rating; and those of
//! resampled performances.

use analyzer::calibration::certificate::{
    BandMeans, Certificate, Errors, Group, GroupRow, Measure, Moments, Rate, Resampled,
};
use analyzer::overall::{INDEX_MEAN, INDEX_SD};

use super::band_name;
use crate::{
    chart::{self, Drawing, Labels},
    document::{Block, Listing, Table, filled, listed, part, picture, text},
    messages::{Arg, Key, Messages},
    number::Numbers,
    sheet::columns::TESTS,
};

/// The order of the statistics on the page; others follow as they come.
const STATISTICS: [&str; 5] = ["overall", "index", "mm", "ev", "asd"];

/// The scale of a statistic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Unit {
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

    /// Mean, SD and skewness.
    fn moments(self, n: Numbers, moments: &Moments) -> [String; 3] {
        let mean = (moments.n > 0).then_some(moments.mean);
        [
            // A z has a sign, an index has none.
            if self == Self::Z { n.z(mean) } else { n.decimal(mean, 2) },
            n.decimal((moments.n > 1).then_some(moments.sd), 2),
            n.z((moments.n > 2).then_some(moments.skew)),
        ]
    }

    /// A level as people say it: 4.25, 60.
    fn level(self, n: Numbers, level: f64) -> String {
        n.decimal(level, if self == Self::Index { 1 } else { 2 })
    }
}

/// The statistics in the order of the page.
fn ordered(c: &Certificate) -> Vec<&Measure> {
    let mut ordered: Vec<&Measure> = c.measures.iter().collect();
    let place = |measure: &&Measure| STATISTICS.iter().position(|name| *name == measure.name);
    ordered.sort_by_key(|measure| place(measure).unwrap_or(STATISTICS.len()));
    ordered
}

/// Moments of every statistic.
pub(super) fn overview(m: &Messages, c: &Certificate) -> Vec<Block> {
    let ordered = ordered(c);
    let unit = |measure: &Measure| Unit::of_statistic(&measure.name);
    let expected = |measure: &Measure| {
        let honest = unit(measure).honest().map(|value| m.numbers().decimal(value, 0));
        m.numbers().list(&honest)
    };
    let table = listed(m, &ordered)
        .words(Key::CertificateStatistic, |measure| m.label("certificate-measure", &measure.name));
    let table = moments(m, table, true, move |measure| (unit(measure), &measure.all))
        .figures(Key::CertificateExpectedMoments, move |measure| expected(measure))
        .block(Key::CertificateSeenHeading);
    let mut blocks = vec![filled(m, Key::CertificateSeenIntro, [("gate", c.gate.to_string())]), table];
    let overall = ordered.iter().find(|measure| measure.name == "overall");
    if let Some(shared) = overall.and_then(|measure| measure.shared) {
        blocks.push(filled(m, Key::CertificateShared, [("sd", m.numbers().decimal(shared, 2))]));
    }
    blocks
}

/// A section for each statistic.
pub(super) fn measures(m: &Messages, c: &Certificate) -> Vec<Block> {
    let ordered = ordered(c).into_iter().enumerate();
    ordered.flat_map(|(place, measure)| one(m, measure, place == 0)).collect()
}

/// Number, mean, SD and skewness; of performances with their events also the number of events and two standard errors. What
/// too few values cannot give is printed as missing, not as the 0 that the document holds in its place.
fn moments<'a, T>(
    m: &'a Messages,
    table: Listing<'a, T>,
    by_event: bool,
    of: impl Fn(&T) -> (Unit, &Moments) + Copy + 'a,
) -> Listing<'a, T> {
    let n = m.numbers();
    let shown = move |row: &T| of(row).0.moments(n, of(row).1);
    let two = move |row: &T, error: fn(&Errors) -> f64| {
        n.decimal(of(row).1.errors.as_ref().map(|errors| 2.0 * error(errors)), 2)
    };
    let events = move |row: &T| n.whole(of(row).1.errors.map(|errors| n.count(errors.events)));
    let mut table = table.figures(Key::CertificateCount, move |row| n.count(of(row).1.n));
    if by_event {
        table = table.figures(Key::CertificateFoldEvents, events);
    }
    table = table.figures(Key::CertificateMean, move |row| shown(row)[0].clone());
    if by_event {
        table = table.figures(Key::CertificateTwoSe, move |row| two(row, |errors| errors.mean));
    }
    table = table.figures(Key::CertificateSd, move |row| shown(row)[1].clone());
    if by_event {
        table = table.figures(Key::CertificateTwoSe, move |row| two(row, |errors| errors.sd));
    }
    table.figures(Key::CertificateSkew, move |row| shown(row)[2].clone())
}

/// One statistic; how its picture is read is said at the `first`.
fn one(m: &Messages, measure: &Measure, first: bool) -> Vec<Block> {
    let name = m.label("certificate-measure", &measure.name);
    let unit = Unit::of_statistic(&measure.name);
    let id = STATISTICS.into_iter().find(|name| *name == measure.name).unwrap_or("other");
    let [mean, sd, skew] = unit.moments(m.numbers(), &measure.all);
    let values =
        [("n", Arg::from(measure.all.n)), ("mean", mean.into()), ("sd", sd.into()), ("skew", skew.into())];
    let mut blocks =
        vec![Block::Section { id, title: name.clone() }, filled(m, Key::CertificateMoments, values)];
    match quantiles(m, &name, unit, measure) {
        Some(drawing) => {
            let mut caption = drawing.description().to_owned();
            if first {
                caption = format!("{caption} {}", m.text(Key::CertificateQuantileCaption));
            }
            blocks.push(picture(drawing, caption));
        }
        None => blocks.push(text(m, Key::CertificateQuantileEmpty)),
    }
    blocks.push(rates(m, unit, &measure.rates).into());
    if measure.groups.is_empty() {
        return blocks;
    }
    let rows = measure.groups.iter().flat_map(|group| group.rows.iter().map(move |row| (group, row)));
    let rows: Vec<(&Group, &GroupRow)> = rows.collect();
    let table = listed(m, &rows).words(Key::CertificateGroup, |(_, row)| label(m, &row.label));
    let table = moments(m, table, true, move |(_, row)| (unit, &row.moments))
        .grouped(m.with(Key::CertificateGroupsPicture, [("statistic", name)]), |(group, _)| {
            Some(m.label("certificate-group", &group.by))
        });
    blocks.extend([part(m, Key::CertificateGroupsHeading), table.into()]);
    if first && measure.groups.iter().any(|group| group.by == "result") {
        blocks.push(text(m, Key::CertificateGroupsResultNote));
    }
    blocks
}

/// How often levels were passed.
fn rates(m: &Messages, unit: Unit, rates: &[Rate]) -> Table {
    let n = m.numbers();
    let limits = |rate: &Rate| {
        let [_, low, high] = rate.share.map(|share| n.rare_percent(share));
        m.with(Key::CertificateLimits, [("low", low), ("high", high)])
    };
    listed(m, rates)
        .figures(Key::CertificateLevel, |rate| unit.level(n, rate.level))
        .figures(Key::CertificateRateSeen, |rate| n.count(rate.seen))
        .figures(Key::CertificateRateExpected, |rate| n.expected(rate.expected))
        .figures(Key::CertificateRateShare, |rate| n.rare_percent(rate.share[0]))
        .figures(Key::CertificateRateLimits, limits)
        .figures(Key::CertificateRateNominal, |rate| n.rare_percent(rate.nominal))
        .under(Key::CertificateRatesHeading)
}

/// The quantile plot; none without a point.
fn quantiles(m: &Messages, name: &str, unit: Unit, measure: &Measure) -> Option<Drawing> {
    let n = m.numbers();
    let points: Vec<(f64, f64)> = measure
        .quantiles
        .iter()
        .map(|point| (unit.z(point.nominal), unit.z(point.seen)))
        .filter(|(nominal, seen)| nominal.is_finite() && seen.is_finite())
        .collect();
    let (first, last) = (points.first()?, points.last()?);
    let value = |z: f64| n.decimal(unit.value(z), 2);
    let values = [
        ("points", Arg::from(points.len())),
        ("low", value(first.1).into()),
        ("nominal-low", value(first.0).into()),
        ("high", value(last.1).into()),
        ("nominal-high", value(last.0).into()),
    ];
    let labels = Labels {
        title: format!("{}: {name}", m.text(Key::CertificateQuantileTitle)),
        description: m.with(Key::CertificateQuantileText, values),
        across: m.text(Key::CertificateQuantileNominal),
    };
    let upwards = m.text(Key::CertificateQuantileSeen);
    Some(chart::quantiles(labels, &upwards, &points, &|z| n.decimal(unit.value(z), 0)))
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

/// Seen and projected means by rating.
pub(super) fn bands(m: &Messages, c: &Certificate) -> Vec<Block> {
    let n = m.numbers();
    let mut table = listed(m, &c.bands)
        .words(Key::CertificateBand, |band| band_name(m, band.low))
        .figures(Key::CertificateDecisions, |band| n.count(band.decisions));
    let means: [fn(&BandMeans) -> [f64; 2]; 3] = [|band| band.mm, |band| band.ev, |band| band.asd];
    for (test, means) in TESTS.iter().zip(means) {
        let name = m.text(test.name);
        for (place, key) in [Key::CertificateBandSeen, Key::CertificateBandProjected].into_iter().enumerate()
        {
            let title = m.with(key, [("test", &name)]);
            table = table.titled(title, move |band| test.unit.show(n, Some(means(band)[place])));
        }
    }
    vec![text(m, Key::CertificateBandsIntro), table.block(Key::CertificateBandsHeading)]
}

/// Resampled performances, together and by rating.
pub(super) fn resampled(m: &Messages, c: &Certificate) -> Vec<Block> {
    let r = &c.resampled;
    let values = [
        ("drawn", m.numbers().count(r.drawn).into()),
        ("games", Arg::from(r.games)),
        ("seed", r.seed.to_string().into()),
    ];
    // Performances that share games have no standard error of the usual kind, so that column is left out.
    let all = [r];
    let all = moments(m, listed(m, &all), false, |resampled| (Unit::Z, &resampled.moments));
    let mut blocks = vec![
        filled(m, Key::CertificateResampledIntro, values),
        all.block(Key::CertificateResampledHeading),
        rates(m, Unit::Z, &r.rates).into(),
    ];
    if !r.bands.is_empty() {
        blocks.extend([
            part(m, Key::CertificateResampledBandsHeading),
            text(m, Key::CertificateResampledBandsIntro),
            resampled_bands(m, r),
        ]);
    }
    blocks
}

/// Every level that stands in any of the rates, in the order of the first that names it.
fn levels<'a>(rates: impl IntoIterator<Item = &'a Rate>) -> Vec<f64> {
    let mut levels: Vec<f64> = Vec::new();
    for rate in rates {
        if !levels.iter().any(|level| level.total_cmp(&rate.level).is_eq()) {
            levels.push(rate.level);
        }
    }
    levels
}

fn resampled_bands(m: &Messages, r: &Resampled) -> Block {
    let table = listed(m, &r.bands)
        .words(Key::CertificateBand, |band| band_name(m, band.low))
        .figures(Key::CertificatePool, |band| m.numbers().count(band.pool));
    let mut table = moments(m, table, false, |band| (Unit::Z, &band.moments));
    for level in levels(r.rates.iter().chain(r.bands.iter().flat_map(|band| &band.rates))) {
        let title = m.with(Key::CertificateAt, [("level", Unit::Z.level(m.numbers(), level))]);
        table = table.titled(title, move |band| {
            let rate = band.rates.iter().find(|rate| rate.level.total_cmp(&level).is_eq());
            rate.map_or_else(|| m.numbers().missing(), |rate| seen_and_expected(m, rate))
        });
    }
    table.block(Key::CertificateResampledBandsHeading)
}

fn seen_and_expected(m: &Messages, rate: &Rate) -> String {
    let n = m.numbers();
    let values = [("seen", n.count(rate.seen)), ("expected", n.expected(rate.expected))];
    m.with(Key::CertificateSeenExpected, values)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Language;

    #[test]
    fn scales_by_hand() {
        assert!((Unit::Index.z(60.0) - 2.0).abs() < 1e-12 && (Unit::Index.value(-1.0) - 45.0).abs() < 1e-12);
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

    #[test]
    fn levels_of_all_bands_are_kept() {
        let rate = |level| Rate { level, seen: 0, expected: 0.0, share: [0.0; 3], nominal: 0.0 };
        let rates = [2.0, 3.0, 2.0, 4.25, 3.0].map(rate);
        assert_eq!(levels(&rates), [2.0, 3.0, 4.25]);
    }
}
