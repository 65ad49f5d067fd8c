//! The first page, in plain words: what z means and does not mean, and the result in one sentence.

use analyzer::full_test::FullTest;

use crate::{
    document::{Block, filled, note, part, section, text},
    messages::{Arg, Key, Messages},
    words,
};

/// Rarer than once in so many is not printed: it would rest on a curve that nobody has checked so far out.
const MAX_ODDS: f64 = 1e9;

pub(super) fn plain(m: &Messages, t: &FullTest) -> Vec<Block> {
    let not = [
        Key::DossierPlainNotProbability,
        Key::DossierPlainNotMany,
        Key::DossierPlainNotCause,
        Key::DossierPlainNotLow,
        Key::DossierPlainNotGame,
    ];
    let mut blocks = vec![
        section("plain", m, Key::DossierPlainHeading),
        text(m, Key::DossierPlainWhat),
        part(m, Key::DossierPlainResultHeading),
    ];
    blocks.extend(result(m, t));
    blocks.push(text(m, Key::DossierPlainZ));
    blocks.push(part(m, Key::DossierPlainNotHeading));
    blocks.push(Block::List { items: not.map(|key| m.text(key)).into() });
    blocks
}

/// The result in one sentence, what the second model gives, and what neither says.
pub(super) fn result(m: &Messages, t: &FullTest) -> Vec<Block> {
    let (n, player) = (m.numbers(), &t.player);
    let mut blocks = vec![match (player.overall_z, player.roi, t.favour.once_in) {
        (Some(z), Some(index), Some(once_in)) => {
            let values = [
                ("decisions", Arg::from(player.scored)),
                ("z", n.z(z).into()),
                ("index", n.index(index).into()),
                ("once", once(m, once_in).into()),
            ];
            filled(m, Key::DossierPlainResult, values)
        }
        _ => filled(m, Key::DossierPlainResultNone, [("reason", m.label("reading", &player.reading))]),
    }];
    let mut beside = Vec::new();
    if let Some(second) = &player.depth_aware {
        beside.push(m.with(Key::DossierPlainSecond, [("z", n.z(second.overall_z))]));
    }
    let at = |row: Option<usize>| t.sensitivity.rows.get(row?)?.overall_z;
    if let (Some(low), Some(high)) = (at(t.sensitivity.lowest), at(t.sensitivity.highest)) {
        beside.push(m.with(Key::DossierPlainRange, [("low", n.z(low)), ("high", n.z(high))]));
    }
    if !beside.is_empty() {
        blocks.push(Block::Text { text: beside.join(" ") });
    }
    blocks.extend(words::caution(m, &t.manifest).map(|text| Block::Note { text }));
    blocks.push(note(m, Key::DossierPlainNoVerdict));
    blocks
}

/// Once in so many, to three digits.
pub(super) fn once(m: &Messages, once_in: f64) -> String {
    let n = m.numbers();
    if once_in.is_nan() {
        return n.missing();
    }
    let whole = |number: f64| {
        let digits = format!("{number:.0}");
        digits.parse::<u64>().map_or(digits, |number| n.count(number))
    };
    if once_in >= MAX_ODDS {
        return m.with(Key::DossierMoreThan, [("number", whole(MAX_ODDS))]);
    }
    if once_in < 9.95 {
        return n.decimal(once_in, 1);
    }
    let mut step = 1.0;
    while once_in / step >= 1_000.0 {
        step *= 10.0;
    }
    whole((once_in / step).round() * step)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Language;

    /// One over the upper tail of the standard normal: 6.30, 44.0, 740.8, 31,574 and 3,488,556 (any table).
    #[test]
    fn odds_by_hand() {
        let m = Messages::new(Language::ENGLISH);
        let shown = [1.107, 6.3, 43.96, 740.8, 31_574.4, 3_488_556.0, 2e9, f64::INFINITY, f64::NAN];
        assert_eq!(
            shown.map(|once_in| once(&m, once_in)),
            [
                "1.1",
                "6.3",
                "44",
                "741",
                "31,600",
                "3,490,000",
                "more than 1,000,000,000",
                "more than 1,000,000,000",
                "\u{2013}",
            ]
        );
    }

    /// The odds in the text of the first page are those of the standard normal.
    #[test]
    fn the_odds_in_the_text_are_those_of_the_normal_curve() {
        let tail = analyzer::field::upper_tail;
        let once = [1.0, 2.0, 3.0, 4.0, 5.0].map(|z| 1.0 / tail(z));
        let near = |k: usize, said: f64| (once[k] / said - 1.0).abs() < 0.055;
        assert!(near(0, 6.0) && near(1, 44.0) && near(2, 741.0) && near(3, 31_600.0) && near(4, 3.5e6));
    }
}
