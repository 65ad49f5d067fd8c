//! Live hints for arbiters: what the evidence allows after a look, as a document and as text. There is no word for more than
//! the evidence allows: each rung is worded from the type of its evidence. What is read within ten seconds stands first, in plain
//! words; the ladder and the numbers are folded away below.

mod ladder;
mod now;
mod tables;
mod then;

#[cfg(test)]
pub(crate) mod example;
#[cfg(test)]
mod tests;

use analyzer::hints::{Choices, Hints, LookPlan};
use schemars::JsonSchema;
use serde::Serialize;

use crate::{
    Language,
    bundle::Timestamp,
    date,
    document::{Block, Cell, Document, facts, filled, section, text},
    messages::{Arg, Key, Messages},
    print, words,
};

/// What is known after a look.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
pub struct Looked<'a> {
    /// What the evidence allows.
    #[serde(flatten)]
    pub hints: &'a Hints,
    /// Which full tests come next, round by round; the last is the latest.
    pub tests: &'a [Choices],
    /// Whether full tests can be made here: whether there is a calibration for one.
    pub full_tests: bool,
}

/// What the first screen says, as text for a terminal. Everything else stands on the page.
pub fn brief(looked: &Looked<'_>, language: Language) -> String {
    let m = &Messages::for_terminal(language);
    let document = Document::new(m, Key::HintsKind, title(m, looked.hints), now::now(m, looked.hints));
    print::terminal::terminal(&document, usize::MAX, false)
}

/// The document of a look in a language, readable on a phone: who is named, then the details, folded away.
pub fn document(looked: &Looked<'_>, language: Language) -> Document {
    let m = &Messages::new(language);
    let mut blocks = now::now(m, looked.hints);
    blocks.extend(details(m, looked));
    Document::new(m, Key::HintsKind, title(m, looked.hints), blocks)
}

/// The two parts of the document for a page that puts something between them, as HTML: who is named, and the details.
pub fn fragments(looked: &Looked<'_>, language: Language) -> [String; 2] {
    let m = &Messages::new(language);
    [now::now(m, looked.hints), details(m, looked)].map(|blocks| print::html::fragment(&blocks))
}

/// How the event counts and what the method may be used for, then the ladder and every number, each part folded away.
fn details(m: &Messages, looked: &Looked<'_>) -> Vec<Block> {
    let hints = looked.hints;
    let parts = [
        (Key::HintsLadderHeading, ladder::ladder(m, hints)),
        (Key::HintsPlayersHeading, tables::players(m, hints)),
        (Key::HintsTestsHeading, tables::tests(m, looked)),
        (Key::HintsRoundsHeading, tables::rounds(m, hints)),
        (Key::HintsPromiseHeading, promise(m, hints)),
        (Key::HintsMadeHeading, made(m, hints)),
    ];
    let folded =
        |(summary, blocks)| Block::Details { id: None, summary: vec![Cell::Plain(m.text(summary))], blocks };
    let thresholds = words::thresholds(m, &hints.event).into_iter().flatten();
    let played = words::control_cautions(m, &hints.event);
    let lead = thresholds.chain(words::approval(m)).chain(played).map(|text| Block::Hint { text });
    std::iter::once(section("details", m, Key::HintsDetailsHeading))
        .chain(lead)
        .chain(parts.map(folded))
        .collect()
}

fn title(m: &Messages, hints: &Hints) -> String {
    m.with(Key::HintsTitle, [("event", words::event_name(m, &hints.event.name))])
}

/// Rules, time and manifest.
fn made(m: &Messages, hints: &Hints) -> Vec<Block> {
    let rules = m.with(Key::HintsRulesText, [("date", &hints.rules.date)]);
    let mut rows = vec![(Key::HintsRules, Cell::Plain(rules))];
    if let Some(at) = hints.at.and_then(Timestamp::from_seconds) {
        rows.push((Key::HintsAt, Cell::Plain(date::instant(m.language(), at))));
    }
    vec![facts(m, rows), facts(m, words::manifest(m, &hints.manifest))]
}

/// The promise to honest players, in numbers.
fn promise(m: &Messages, hints: &Hints) -> Vec<Block> {
    let (promise, n) = (&hints.promise, m.numbers());
    let values = [
        ("hints", n.decimal(promise.false_hints, 2).into()),
        ("players", Arg::from(promise.players)),
        ("alpha", n.rare_percent(promise.alpha).into()),
    ];
    let looks = match promise.looks {
        LookPlan::Rounds { rounds } => {
            filled(m, Key::HintsLooksRounds, [("rounds", u32::from(rounds.get()))])
        }
        LookPlan::Open => text(m, Key::HintsLooksOpen),
    };
    vec![filled(m, Key::HintsPromiseText, values), looks]
}
