//! The certificate of the strength of honest players as a document: one page for arbiters, then tables for referees.
//!
//! Words come from the message files and numbers from [`crate::number`]; nothing is computed here.

use analyzer::calibration::measurement::Model;
use analyzer::calibration::null_certificate::{
    Bar, BarResult, Field, Figure, Figures, NullCertificate, Part, Passes, Population, Rate, Reading,
};
use analyzer::strength::conditions::HelpedShare;

use crate::document::{Block, Cell, Document, Listing, facts, filled, listed, part, sections, text};
use crate::messages::{Key, Language, Messages};

pub fn document(c: &NullCertificate, language: Language) -> Document {
    let m = &Messages::new(language);
    let primary = c.readings.first();
    let mut blocks = sections(
        m,
        [
            ("what", Key::CertificateWhatHeading, what(m, c)),
            ("bars", Key::CertificateBarsHeading, primary.map(|r| bars(m, r)).unwrap_or_default()),
            ("covers", Key::CertificateCoversHeading, primary.map(|r| covers(m, r)).unwrap_or_default()),
            ("limits", Key::CertificateLimitsHeading, vec![limits(m)]),
        ],
    );
    for reading in &c.readings {
        let id = match reading.model {
            Model::Primary => "primary",
            Model::DepthAware => "depth-aware",
        };
        blocks.push(Block::Section { id, title: m.label("certificate-reading", &reading.model) });
        if reading.model != Model::Primary {
            blocks.extend(bars(m, reading));
        }
        blocks.extend(referee(m, reading));
    }
    blocks.extend(sections(
        m,
        [
            ("split", Key::CertificateFoldsHeading, split(m, &c.parts, c.openings)),
            ("rebuild", Key::CertificateRebuildHeading, rebuild(m, c)),
        ],
    ));
    let title = m.with(Key::CertificateTitle, [("parameters", &c.strength)]);
    Document::new(m, Key::CertificateKind, title, blocks)
}

fn what(m: &Messages, c: &NullCertificate) -> Vec<Block> {
    let n = m.numbers();
    let count = |result: BarResult| {
        let bars = c.readings.first().map(|reading| reading.bars.as_slice()).unwrap_or_default();
        n.count(bars.iter().filter(|bar| bar.result == result).count())
    };
    let verdict = [
        ("met", count(BarResult::Met)),
        ("missed", count(BarResult::NotMet)),
        ("open", count(BarResult::TooFewData)),
    ];
    let mut rows = vec![
        (Key::CertificateStrength, Cell::Code(c.strength.clone())),
        (Key::CertificateDays, range(m, c.days.clone()).into()),
        (Key::CertificateRatingsSeen, range(m, c.ratings.map(|r| r.to_string())).into()),
        (Key::CertificateDecisionsSeen, range(m, c.decisions.map(|d| n.count(d))).into()),
    ];
    if let Some([class, venue]) = &c.conditions {
        let values = [("class", m.label("time-class", class)), ("venue", m.label("played", venue))];
        rows.insert(1, (Key::CertificateGames, m.with(Key::CertificateGamesOf, values).into()));
    }
    if let Some(HelpedShare { value, low, high }) = c.helped {
        let [share, low, high] = [value, low, high].map(|share| n.percent(share));
        let values = [("share", share), ("low", low), ("high", high)];
        rows.push((Key::CertificateHelped, m.with(Key::CertificateHelpedShare, values).into()));
    }
    vec![
        text(m, Key::CertificateNullWhat),
        Block::Note { text: m.with(Key::CertificateNullVerdict, verdict) },
        facts(m, rows),
    ]
}

fn range(m: &Messages, [low, high]: [String; 2]) -> String {
    m.with(Key::CertificateRange, [("low", low), ("high", high)])
}

fn bars(m: &Messages, reading: &Reading) -> Vec<Block> {
    let n = m.numbers();
    let result = |bar: &Bar| {
        let words = m.label("certificate-bar-result", &bar.result);
        match bar.result {
            BarResult::Met => Cell::Met(words),
            BarResult::NotMet => Cell::Unmet(words),
            BarResult::TooFewData => Cell::Plain(words),
        }
    };
    let performances = |bar: &Bar| {
        let [have, asked] = bar.performances.map(|performances| n.count(performances));
        m.with(Key::CertificateBarOf, [("have", have), ("asked", asked)])
    };
    let table = listed(m, &reading.bars)
        .words(Key::CertificateBarAsked, |bar| m.label("certificate-bar-asked", &bar.name))
        .figures(Key::CertificateBarRange, |bar| range(m, bar.range.map(|end| n.decimal(end, 2))))
        .figures(Key::CertificateBarFound, |bar| n.decimal(bar.found, 2))
        .figures(Key::CertificateBarPerformances, performances)
        .cells(Key::CertificateBarResult, result);
    vec![text(m, Key::CertificateNullBarsIntro), table.block(Key::CertificateBarsHeading)]
}

fn covers(m: &Messages, reading: &Reading) -> Vec<Block> {
    let table = populations(m, &reading.populations);
    vec![text(m, Key::CertificateCoversIntro), table.block(Key::CertificateCoversHeading)]
}

/// One row for each population, with z without the field.
fn populations<'a>(m: &'a Messages, of: &'a [Population]) -> Listing<'a, Population> {
    let n = m.numbers();
    let at_three = move |population: &Population| {
        population.alone.rates.last().map_or_else(
            || n.missing(),
            |rate| {
                let values = [("seen", n.count(rate.seen)), ("expected", n.expected(rate.predicted))];
                m.with(Key::CertificateSeenExpected, values)
            },
        )
    };
    listed(m, of)
        .words(Key::CertificatePlayers, |p| population(m, p))
        .figures(Key::CertificateFoldPerformances, move |p| n.count(p.performances))
        .figures(Key::CertificateTournaments, move |p| n.count(p.tournaments))
        .figures(Key::CertificatePeople, move |p| n.count(p.people))
        .figures(Key::CertificateMeanError, |p| with_error(m, p.alone.mean, true))
        .figures(Key::CertificateSdError, |p| with_error(m, p.alone.sd, false))
        .titled(m.with(Key::CertificateAt, [("level", n.decimal(3.0, 2))]), at_three)
}

fn population(m: &Messages, population: &Population) -> String {
    m.label("certificate-population", &population.name)
}

fn with_error(m: &Messages, figure: Option<Figure>, signed: bool) -> String {
    let n = m.numbers();
    let Some(figure) = figure else { return n.missing() };
    let value = if signed { n.z(figure.value) } else { n.decimal(figure.value, 2) };
    m.with(Key::CertificateValueError, [("value", value), ("error", n.decimal(figure.error, 2))])
}

fn limits(m: &Messages) -> Block {
    let keys = [Key::CertificateLimitsOne, Key::CertificateLimitsCorpus, Key::CertificateLimitsPower];
    Block::List { items: keys.map(|key| m.text(key)).into() }
}

/// Operating characteristics, every population by each z, slope and fields.
fn referee(m: &Messages, reading: &Reading) -> Vec<Block> {
    let mut blocks = chances(m, reading);
    blocks.push(text(m, Key::CertificateZIntro));
    let mut z = |title: Key, of: fn(&Population) -> &Figures| {
        blocks.extend([part(m, title), z_table(m, reading, title, of)]);
    };
    z(Key::CertificateZAlone, |p| &p.alone);
    z(Key::CertificateZField, |p| &p.field);
    z(Key::CertificateZLeading, |p| &p.leading);
    if let Some(Figure { value, error }) = reading.slope {
        let values = [("value", m.numbers().z(value)), ("error", m.numbers().decimal(error, 2))];
        blocks.push(filled(m, Key::CertificateSlopeText, values));
    }
    blocks.extend(fields(m, reading));
    if let Some(sealed) = &reading.sealed {
        blocks.push(part(m, Key::CertificateSealedHeading));
        let alone = populations(m, std::slice::from_ref(sealed));
        blocks.push(alone.block(Key::CertificateSealedHeading));
    }
    blocks
}

fn chances(m: &Messages, reading: &Reading) -> Vec<Block> {
    let n = m.numbers();
    let table = listed(m, &reading.bars)
        .words(Key::CertificateBarAsked, |bar| m.label("certificate-bar-asked", &bar.name))
        .figures(Key::CertificateChanceRight, |bar| n.percent(bar.passes.map(|p| p.right)))
        .figures(Key::CertificateChanceWider, |bar| n.percent(bar.passes.map(|p| p.wider)))
        .figures(Key::CertificateChanceThrice, |bar| n.percent(bar.passes.map(|p| p.thrice)));
    let Passes { right, wider, thrice } = reading.all;
    let all = [("right", right), ("wider", wider), ("thrice", thrice)];
    let all = all.map(|(name, share)| (name, n.percent(share)));
    vec![
        part(m, Key::CertificateChanceHeading),
        filled(m, Key::CertificateChanceIntro, all),
        table.block(Key::CertificateChanceHeading),
    ]
}

fn z_table(m: &Messages, reading: &Reading, title: Key, of: fn(&Population) -> &Figures) -> Block {
    let n = m.numbers();
    let mut table = listed(m, &reading.populations)
        .words(Key::CertificatePlayers, |p| population(m, p))
        .figures(Key::CertificateMeanError, move |p| with_error(m, of(p).mean, true))
        .figures(Key::CertificateSdError, move |p| with_error(m, of(p).sd, false));
    let levels = reading.populations.first().map(|p| of(p).rates.len()).unwrap_or_default();
    for k in 0..levels {
        let rate = move |p: &Population| of(p).rates.get(k).copied();
        let level = reading.populations.first().and_then(rate).map(|rate| rate.level);
        let heading = m.with(Key::CertificateAt, [("level", n.decimal(level, 2))]);
        table = table.titled(heading, move |p| rate(p).map_or_else(|| n.missing(), |rate| counts(m, rate)));
    }
    table.block(title)
}

fn counts(m: &Messages, rate: Rate) -> String {
    let n = m.numbers();
    let [low, high] = rate.limits.map(|limit| n.count(limit));
    let predicted = n.expected(rate.predicted);
    let values = [("seen", n.count(rate.seen)), ("predicted", predicted), ("low", low), ("high", high)];
    m.with(Key::CertificateSeenPredicted, values)
}

fn fields(m: &Messages, Reading { fields, at_sixty, .. }: &Reading) -> Vec<Block> {
    let n = m.numbers();
    let within = fields.iter().filter(|field| field.within).count();
    let values = [("all", n.count(fields.len())), ("within", n.count(within))];
    let mut blocks = vec![filled(m, Key::CertificateFieldsText, values)];
    if !fields.is_empty() {
        blocks.push(filled(m, Key::CertificateSixtyText, [("counts", counts(m, *at_sixty))]));
        let yes = |field: &Field| {
            m.text(if field.within { Key::CertificateFieldYes } else { Key::CertificateFieldNo })
        };
        let table = listed(m, fields)
            .code(Key::CertificateFieldTournament, |field| field.tournament.clone())
            .figures(Key::CertificatePlayers, |field| n.count(field.players))
            .figures(Key::CertificateMeanError, |field| n.z(field.mean))
            .words(Key::CertificateFieldWithin, yes);
        blocks.push(table.block(Key::CertificateFieldWithin));
    }
    blocks
}

fn split(m: &Messages, parts: &[Part], openings: usize) -> Vec<Block> {
    let n = m.numbers();
    let numbered: Vec<(u64, &Part)> = (1..).zip(parts).collect();
    let table = listed(m, &numbered)
        .words(Key::CertificateFold, |(k, _)| m.with(Key::CertificateFoldNumber, [("number", n.count(*k))]))
        .figures(Key::CertificateTournaments, |(_, part)| n.count(part.tournaments))
        .figures(Key::CertificateFoldPerformances, |(_, part)| n.count(part.performances))
        .figures(Key::CertificateEventSd, |(_, part)| n.decimal(part.event_sd, 0))
        .figures(Key::CertificatePlayerSd, |(_, part)| n.decimal(part.player_sd, 0))
        .figures(Key::CertificateToday, |(_, part)| n.signed(part.today, 0));
    let opened = [("openings", n.count(openings))];
    vec![
        text(m, Key::CertificateNullFoldsIntro),
        filled(m, Key::CertificateSealedText, opened),
        table.block(Key::CertificateFoldsHeading),
    ]
}

fn rebuild(m: &Messages, c: &NullCertificate) -> Vec<Block> {
    let command = format!(
        "fairplay-lab strength MEASUREMENTS.csv --name {} --out strength.toml --certificate DIR",
        c.strength
    );
    vec![
        text(m, Key::CertificateNullRebuild),
        Block::Line { parts: vec![Cell::Code(command)] },
        filled(m, Key::CertificateRebuildSchema, [("schema", &c.schema)]),
    ]
}

#[cfg(test)]
pub(crate) mod tests;
