//! The parts of a certificate, in their order.
//!
//! Words come from the message files and numbers from [`crate::number`]; nothing is computed here but standard errors
//! of means. A bar that was not met is printed like one that was.

mod choices;
mod made;
mod measures;
mod rest;

use std::fmt::Display;

use analyzer::calibration::certificate::{Bar, Certificate};

use crate::{
    document::{Block, Cell, Document, filled, listed, section, text},
    messages::{Key, Language, Messages},
    number::Numbers,
};

/// Width of a rating band.
const BAND: u16 = 200;

fn range(m: &Messages, key: Key, low: impl Display + Copy, high: impl Display + Copy) -> String {
    m.with(key, [("low", format!("{low}")), ("high", format!("{high}"))])
}

fn band_name(m: &Messages, low: u16) -> String {
    range(m, Key::CertificateBandRange, low, low.saturating_add(BAND - 1))
}

pub fn document(c: &Certificate, language: Language) -> Document {
    let m = Messages::new(language);
    let mut blocks = verdict(&m, c);
    bars(&mut blocks, &m, c);
    made::made(&mut blocks, &m, c);
    made::fitted(&mut blocks, &m, c);
    choices::anchor(&mut blocks, &m, c);
    measures::measures(&mut blocks, &m, c);
    rest::bands(&mut blocks, &m, c);
    choices::choices(&mut blocks, &m, c);
    rest::resampled(&mut blocks, &m, c);
    rest::agreement(&mut blocks, &m, c);
    rest::limits(&mut blocks, &m, c);
    rest::rebuild(&mut blocks, &m, c);
    Document {
        language: m.language(),
        contents: m.text(Key::ContentsLabel),
        kind: m.text(Key::CertificateKind),
        title: m.with(Key::CertificateTitle, [("parameters", &c.parameters)]),
        blocks,
        ..Document::default()
    }
}

fn verdict(m: &Messages, c: &Certificate) -> Vec<Block> {
    let all = c.bars.len();
    let met = c.bars.iter().filter(|bar| bar.met).count();
    let verdict = if all == 0 {
        m.text(Key::CertificateVerdictNone)
    } else {
        let n = m.numbers();
        m.with(Key::CertificateVerdict, [("met", n.count(met)), ("all", n.count(all))])
    };
    vec![
        section("what", m, Key::CertificateWhatHeading),
        filled(m, Key::CertificateWhat, [("performances", measures::performances(c))]),
        Block::Text { text: m.label("certificate-model", &c.reading) },
        Block::Note { text: verdict },
    ]
}

fn bars(blocks: &mut Vec<Block>, m: &Messages, c: &Certificate) {
    if c.bars.is_empty() {
        return;
    }
    let result = |bar: &Bar| match bar.met {
        true => Cell::Met(m.text(Key::CertificateBarMet)),
        false => Cell::Unmet(m.text(Key::CertificateBarUnmet)),
    };
    blocks.push(section("bars", m, Key::CertificateBarsHeading));
    blocks.push(text(m, Key::CertificateBarsIntro));
    blocks.push(
        listed(m, &c.bars)
            .words(Key::CertificateBarAsked, |bar| bar.asked.clone())
            .words(Key::CertificateBarFound, |bar| bar.found.clone())
            .cells(Key::CertificateBarResult, result)
            .block(Key::CertificateBarsHeading),
    );
}

/// An expected number: whole and grouped from a thousand on, with two digits where it is small.
fn expected(n: Numbers, number: f64) -> String {
    if (999.95..1e15).contains(&number) {
        let whole = n.decimal(number, 0);
        return whole.parse::<u64>().map_or(whole, |whole| n.count(whole));
    }
    n.rare(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expected_numbers_large_and_small() {
        let english = Numbers::page(Language::ENGLISH);
        let shown =
            [4550.02, 999.96, 46.53, 0.057_3, 1e300, f64::NAN].map(|number| expected(english, number));
        assert_eq!(shown[..4], ["4,550", "1,000", "46.5", "0.057"]);
        assert_eq!((shown[4].len(), shown[5].as_str()), (303, "\u{2013}"));
    }
}
