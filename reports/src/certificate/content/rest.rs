//! Bands, resampled performances, agreement, limits, and how to make the certificate again.

use analyzer::calibration::certificate::{BandMeans, Certificate, Rate, Resampled};

use super::measures::{level, moment_cells, moment_columns, performances, rates};
use super::{count, expected, number, part, section, text};
use crate::{
    certificate::plots,
    document::{Block, Figure, Table},
    messages::{Arg, Key, Messages},
};

/// Width of a band in rating points.
const BAND: u16 = 200;

/// A test of the bands: its name and where its means stand.
type Means = (Key, fn(&BandMeans) -> [f64; 2], f64, usize);

const TESTS: [Means; 3] = [
    (Key::TestMm, |band| band.mm, 100.0, 1),
    (Key::TestEv, |band| band.ev, 100.0, 1),
    (Key::TestAsd, |band| band.asd, 1.0, 4),
];

/// Seen and projected means by rating.
pub(super) fn bands(blocks: &mut Vec<Block>, m: &Messages, c: &Certificate) {
    blocks.push(section("bands", m, Key::CertificateBandsHeading));
    blocks.push(text(m, Key::CertificateBandsIntro));
    let mut columns = vec![(m.text(Key::CertificateBand), false), (m.text(Key::CertificateDecisions), true)];
    let mut figures = Vec::new();
    for (test, means, scale, _) in TESTS {
        let name = m.text(test);
        let said = |key| m.with(key, &[("test", Arg::Text(&name))]);
        columns.push((said(Key::CertificateBandSeen), true));
        columns.push((said(Key::CertificateBandProjected), true));
        let points: Vec<_> =
            c.bands.iter().map(|band| (band.low, means(band).map(|mean| mean * scale))).collect();
        let caption = said(Key::CertificateBandsCaption);
        let axis = m.text(Key::CertificateBandsAxis);
        let title = m.text(Key::CertificateBandsHeading);
        if let Some(drawing) = plots::bands(m.numbers(), title, caption.clone(), &axis, &points) {
            figures.push(Figure { drawing, caption });
        }
    }
    if !figures.is_empty() {
        blocks.push(Block::Figures { figures });
    }
    let mut table = Table::new(m.text(Key::CertificateBandsHeading), columns);
    for band in &c.bands {
        let mut cells = vec![band_name(m, band.low), m.numbers().count(u64::from(band.decisions))];
        for (_, means, scale, decimals) in TESTS {
            cells.extend(means(band).map(|mean| m.numbers().decimal(Some(mean * scale), decimals)));
        }
        table.row(cells);
    }
    blocks.push(Block::Table { table });
}

pub(super) fn band_name(m: &Messages, low: u16) -> String {
    let (low, high) = (low.to_string(), low.saturating_add(BAND - 1).to_string());
    m.with(Key::CertificateBandRange, &[("low", Arg::Text(&low)), ("high", Arg::Text(&high))])
}

/// Resampled performances, together and by rating.
pub(super) fn resampled(blocks: &mut Vec<Block>, m: &Messages, c: &Certificate) {
    let r = &c.resampled;
    blocks.push(section("resampled", m, Key::CertificateResampledHeading));
    let (drawn, seed) = (count(m, r.drawn), r.seed.to_string());
    blocks.push(Block::Text {
        text: m.with(
            Key::CertificateResampledIntro,
            &[("drawn", Arg::Text(&drawn)), ("games", number(r.games)), ("seed", Arg::Text(&seed))],
        ),
    });
    // Performances that share games have no standard error of the usual kind, so that column is left out.
    let mut moments = Table::new(m.text(Key::CertificateResampledHeading), moment_columns(m));
    moments.row(moment_cells(m, "overall", &r.moments));
    blocks.push(Block::Table { table: moments });
    blocks.push(Block::Table { table: rates(m, "overall", &r.rates) });
    if !r.bands.is_empty() {
        blocks.push(part(m, Key::CertificateResampledBandsHeading));
        blocks.push(text(m, Key::CertificateResampledBandsIntro));
        blocks.push(Block::Table { table: resampled_bands(m, r) });
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

fn resampled_bands(m: &Messages, r: &Resampled) -> Table {
    let levels = levels(r.rates.iter().chain(r.bands.iter().flat_map(|band| &band.rates)));
    let mut columns = vec![
        (m.text(Key::CertificateBand), false),
        (m.text(Key::CertificatePool), true),
        (m.text(Key::CertificateCount), true),
        (m.text(Key::CertificateMean), true),
        (m.text(Key::CertificateSd), true),
        (m.text(Key::CertificateSkew), true),
    ];
    columns.extend(levels.iter().map(|value| {
        let value = level(m, "overall", *value);
        (m.with(Key::CertificateAt, &[("level", Arg::Text(&value))]), true)
    }));
    let mut table = Table::new(m.text(Key::CertificateResampledBandsHeading), columns);
    for band in &r.bands {
        let [n, mean, sd, skew] = moment_cells(m, "overall", &band.moments);
        let mut cells = vec![band_name(m, band.low), count(m, band.pool), n, mean, sd, skew];
        for level in &levels {
            let rate = band.rates.iter().find(|rate| rate.level.total_cmp(level).is_eq());
            cells.push(rate.map_or_else(|| m.numbers().whole(None), |rate| seen_and_expected(m, rate)));
        }
        table.row(cells);
    }
    table
}

fn seen_and_expected(m: &Messages, rate: &Rate) -> String {
    let (seen, expected) = (count(m, rate.seen), expected(m.numbers(), rate.expected));
    m.with(Key::CertificateSeenExpected, &[("seen", Arg::Text(&seen)), ("expected", Arg::Text(&expected))])
}

/// Two fits from disjoint halves.
pub(super) fn agreement(blocks: &mut Vec<Block>, m: &Messages, c: &Certificate) {
    let a = &c.agreement;
    blocks.push(section("agreement", m, Key::CertificateAgreementHeading));
    let mean = m.numbers().decimal((a.n > 0).then_some(a.mean), 3);
    let sd = m.numbers().decimal((a.n > 1).then_some(a.sd), 3);
    blocks.push(Block::Text {
        text: m.with(
            Key::CertificateAgreementText,
            &[
                ("n", number(a.n)),
                ("dealings", number(a.dealings)),
                ("mean", Arg::Text(&mean)),
                ("sd", Arg::Text(&sd)),
            ],
        ),
    });
}

/// What the certificate does not show.
pub(super) fn limits(blocks: &mut Vec<Block>, m: &Messages, c: &Certificate) {
    blocks.push(section("limits", m, Key::CertificateLimitsHeading));
    let (low, high, gate) = (c.ratings[0].to_string(), c.ratings[1].to_string(), c.gate.to_string());
    let settings = m.with(
        Key::CertificateLimitsSettings,
        &[("low", Arg::Text(&low)), ("high", Arg::Text(&high)), ("gate", Arg::Text(&gate))],
    );
    let items = vec![
        m.text(Key::CertificateLimitsOne),
        m.text(Key::CertificateLimitsCorpus),
        smallest_share(m, performances(c)),
        m.text(Key::CertificateLimitsDependence),
        m.text(Key::CertificateLimitsRatings),
        settings,
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
    m.with(Key::CertificateLimitsN, &[("n", number(n)), ("share", Arg::Text(&share))])
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
    let schema = [("schema", Arg::Text(&c.schema))];
    blocks.push(Block::Text { text: m.with(Key::CertificateRebuildSchema, &schema) });
}

/// A word as a POSIX shell reads it: what is not plain stands in single quotes.
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
        let m = Messages::new(Language::English);
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
