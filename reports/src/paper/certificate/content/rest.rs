//! Bands, resampled performances, agreement, limits, and how to make the certificate again.

use analyzer::calibration::certificate::{BandMeans, Certificate, Rate, Resampled};

use super::measures::{Unit, moments, performances, rates};
use super::{BAND, band_name, expected};
use crate::{
    chart::{self, Drawing, Labels, Lines},
    document::{Block, Figure, filled, listed, part, section, text},
    messages::{Arg, Key, Messages},
};

/// How a test of the bands is printed: its name, where its means stand, their scale and decimals.
type Means = (Key, fn(&BandMeans) -> [f64; 2], f64, usize);

const TESTS: [Means; 3] = [
    (Key::TestMm, |band| band.mm, 100.0, 1),
    (Key::TestEv, |band| band.ev, 100.0, 1),
    (Key::TestAsd, |band| band.asd, 1.0, 3),
];

/// Seen and projected means by rating.
pub(super) fn bands(blocks: &mut Vec<Block>, m: &Messages, c: &Certificate) {
    let n = m.numbers();
    let mut table = listed(m, &c.bands)
        .words(Key::CertificateBand, |band| band_name(m, band.low))
        .figures(Key::CertificateDecisions, |band| n.count(band.decisions));
    let mut figures = Vec::new();
    for (test, means, scale, decimals) in TESTS {
        let name = m.text(test);
        let of_test = |key| m.with(key, [("test", &name)]);
        let mean = move |mean: f64| n.decimal(mean * scale, decimals);
        table = table
            .titled(of_test(Key::CertificateBandSeen), move |band| mean(means(band)[0]))
            .titled(of_test(Key::CertificateBandProjected), move |band| mean(means(band)[1]));
        let points: Vec<_> =
            c.bands.iter().map(|band| (band.low, means(band).map(|mean| mean * scale))).collect();
        let caption = of_test(Key::CertificateBandsCaption);
        let drawing = band_chart(m, caption.clone(), &points);
        figures.extend(drawing.map(|drawing| Figure { drawing, caption }));
    }
    blocks.push(section("bands", m, Key::CertificateBandsHeading));
    blocks.push(text(m, Key::CertificateBandsIntro));
    if !figures.is_empty() {
        blocks.push(Block::Figures { figures });
    }
    blocks.push(table.block(Key::CertificateBandsHeading));
}

/// Seen and projected means of one test over the lowest ratings of the bands; none without a band.
fn band_chart(m: &Messages, description: String, points: &[(u16, [f64; 2])]) -> Option<Drawing> {
    let points: Vec<_> =
        points.iter().filter(|(_, values)| values.iter().all(|value| value.is_finite())).collect();
    let (first, last) = (points.first()?.0, points.last()?.0);
    let (low, high) = chart::extremes(points.iter().flat_map(|(_, values)| *values))?;
    let room = ((high - low) * 0.12).max(0.005);
    // Every so many edges carry their rating, so that the numbers do not run into each other.
    let edges = (first..=last.saturating_add(BAND)).step_by(usize::from(BAND));
    let step = edges.len().div_ceil(8).max(1);
    let series = |which: fn(&[f64; 2]) -> f64| {
        let middle = |low: u16| f64::from(low) + f64::from(BAND) / 2.0;
        points.iter().map(|(low, values)| (middle(*low), which(values))).collect()
    };
    let lines = Lines {
        labels: Labels {
            title: m.text(Key::CertificateBandsHeading),
            description,
            across: m.text(Key::CertificateBandsAxis),
        },
        across: (f64::from(first), f64::from(last) + f64::from(BAND)),
        named: edges.step_by(step).map(f64::from).collect(),
        upwards: (low - room, high + room),
        seen: series(|values| values[0]),
        projected: series(|values| values[1]),
        joined: true,
    };
    Some(chart::lines(m.numbers(), lines))
}

/// Resampled performances, together and by rating.
pub(super) fn resampled(blocks: &mut Vec<Block>, m: &Messages, c: &Certificate) {
    let r = &c.resampled;
    let values = [
        ("drawn", m.numbers().count(r.drawn).into()),
        ("games", Arg::from(r.games)),
        ("seed", r.seed.to_string().into()),
    ];
    // Performances that share games have no standard error of the usual kind, so that column is left out.
    let all = [r];
    let all = moments(m, listed(m, &all), |resampled| (Unit::Z, &resampled.moments));
    blocks.extend([
        section("resampled", m, Key::CertificateResampledHeading),
        filled(m, Key::CertificateResampledIntro, values),
        all.block(Key::CertificateResampledHeading),
        rates(m, Unit::Z, &r.rates).into(),
    ]);
    if !r.bands.is_empty() {
        blocks.push(part(m, Key::CertificateResampledBandsHeading));
        blocks.push(text(m, Key::CertificateResampledBandsIntro));
        blocks.push(resampled_bands(m, r));
    }
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
    let mut table = moments(m, table, |band| (Unit::Z, &band.moments));
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
    let values = [("seen", n.count(rate.seen)), ("expected", expected(n, rate.expected))];
    m.with(Key::CertificateSeenExpected, values)
}

/// Two fits from disjoint halves.
pub(super) fn agreement(blocks: &mut Vec<Block>, m: &Messages, c: &Certificate) {
    let a = &c.agreement;
    blocks.push(section("agreement", m, Key::CertificateAgreementHeading));
    let values = [
        ("n", Arg::from(a.n)),
        ("dealings", a.dealings.into()),
        ("mean", m.numbers().decimal((a.n > 0).then_some(a.mean), 3).into()),
        ("sd", m.numbers().decimal((a.n > 1).then_some(a.sd), 3).into()),
    ];
    blocks.push(filled(m, Key::CertificateAgreementText, values));
}

pub(super) fn limits(blocks: &mut Vec<Block>, m: &Messages, c: &Certificate) {
    blocks.push(section("limits", m, Key::CertificateLimitsHeading));
    let [low, high] = c.ratings.map(|rating| rating.to_string());
    let settings = [("low", low), ("high", high), ("gate", c.gate.to_string())];
    let items = vec![
        m.text(Key::CertificateLimitsOne),
        m.text(Key::CertificateLimitsCorpus),
        smallest_share(m, performances(c)),
        m.text(Key::CertificateLimitsDependence),
        m.text(Key::CertificateLimitsRatings),
        m.with(Key::CertificateLimitsSettings, settings),
        m.text(Key::CertificateLimitsPower),
    ];
    blocks.push(Block::List { items });
}

/// A share of which n performances show none in one of twenty samples: `1 - 0.05^(1/n)`, about 3 / n.
fn smallest_share(m: &Messages, n: usize) -> String {
    if n == 0 {
        return m.text(Key::CertificateLimitsNNone);
    }
    let share = 1.0 - libm::pow(0.05, 1.0 / n as f64);
    let share = m.numbers().rare_percent(share);
    m.with(Key::CertificateLimitsN, [("n", Arg::from(n)), ("share", share.into())])
}

/// The commands, and where the numbers stand.
pub(super) fn rebuild(blocks: &mut Vec<Block>, m: &Messages, c: &Certificate) {
    blocks.push(section("rebuild", m, Key::CertificateRebuildHeading));
    blocks.push(text(m, Key::CertificateRebuildText));
    let names: Vec<String> =
        c.corpus.inputs.iter().map(|input| quoted(super::made::name_and_digest(input).0)).collect();
    let names = names.join(" ");
    let sample = c.corpus.sample.map(|games| format!(" --sample {games} --evaluate"));
    let half = c.corpus.half.map(|half| format!(" --half {}", half.as_str()));
    let anchor = c.anchor.as_ref().map(|a| format!(" --anchor {}.toml", quoted(&a.parameters)));
    let record = c.record.as_ref().map(|kept| format!(" --record {}.toml", quoted(kept)));
    let calibrate = format!(
        "fairplay calibrate {names}{}{}{}{} --name {} --time-class {} --profile {} --seed {} --parts {} --resample {} --low {} \
         --high {} --gate {} --out PARAMETERS.toml --certificate DIR",
        sample.as_deref().unwrap_or_default(),
        half.as_deref().unwrap_or_default(),
        anchor.as_deref().unwrap_or_default(),
        record.as_deref().unwrap_or_default(),
        quoted(&c.parameters),
        quoted(&c.time_class),
        quoted(&c.profile),
        quoted(&c.corpus.seed),
        c.corpus.folds.len(),
        c.resampled.drawn,
        c.ratings[0],
        c.ratings[1],
        c.gate,
    );
    // A sample is evaluated by the same command; whole events are screened first.
    let screen = sample.is_none().then(|| format!("fairplay screen {names}"));
    blocks.push(Block::Commands { lines: screen.into_iter().chain([calibrate]).collect() });
    blocks.push(filled(m, Key::CertificateRebuildSchema, [("schema", &c.schema)]));
}

/// A word as a POSIX shell reads it, in single quotes unless it is plain.
fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "._-/+=:,@%".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', "'\\''"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::messages::Language;

    #[test]
    fn words_for_a_shell() {
        assert_eq!(quoted("otb-events.pgn.zst"), "otb-events.pgn.zst");
        assert_eq!(quoted("a b; rm -r '~'"), "'a b; rm -r '\\''~'\\'''");
        assert_eq!(quoted(""), "''");
    }

    /// The rule of three: 1 - 0.05^(1/300) = 0.00993606.
    #[test]
    fn the_smallest_share_that_shows() {
        let m = Messages::new(Language::ENGLISH);
        assert!(smallest_share(&m, 300).contains("about 0.99 %"));
        assert!(smallest_share(&m, 1).contains("about 95.0 %"));
        assert!(smallest_share(&m, 100_000).contains("about 0.0030 %"));
        assert_eq!(smallest_share(&m, 0), m.text(Key::CertificateLimitsNNone));
    }

    #[test]
    fn levels_of_all_bands_are_kept() {
        let rate = |level| Rate { level, seen: 0, expected: 0.0, share: [0.0; 3], nominal: 0.0 };
        let rates = [2.0, 3.0, 2.0, 4.25, 3.0].map(rate);
        assert_eq!(levels(&rates), [2.0, 3.0, 4.25]);
    }
}
