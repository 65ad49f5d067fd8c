//! Live hints for arbiters: what the evidence allows after a look, as a document and as text. There is no word for more than
//! the evidence allows: each rung is worded from the type of its evidence.

mod ladder;
mod tables;

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
    document::{Block, Cell, Document, facts, filled, note, sections, text},
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

/// The look and the ladder as text for a terminal.
pub fn brief(looked: &Looked<'_>, language: Language) -> String {
    let m = &Messages::for_terminal(language);
    let parts = [
        ("look", Key::HintsLookHeading, head(m, looked)),
        ("ladder", Key::HintsLadderHeading, ladder::ladder(m, looked.hints)),
    ];
    let document = Document::new(m, Key::HintsKind, title(m, looked.hints), sections(m, parts));
    print::terminal::terminal(&document, usize::MAX, false)
}

/// The document of a look in a language, readable on a phone.
pub fn document(looked: &Looked<'_>, language: Language) -> Document {
    let m = &Messages::new(language);
    let hints = looked.hints;
    let parts = [
        ("look", Key::HintsLookHeading, head(m, looked)),
        ("ladder", Key::HintsLadderHeading, ladder::ladder(m, hints)),
        ("players", Key::HintsPlayersHeading, tables::players(m, hints)),
        ("tests", Key::HintsTestsHeading, tables::tests(m, looked)),
        ("rounds", Key::HintsRoundsHeading, tables::rounds(m, hints)),
        ("promise", Key::HintsPromiseHeading, promise(m, hints)),
        ("made", Key::HintsMadeHeading, vec![facts(m, words::manifest(m, &hints.manifest))]),
    ];
    Document::new(m, Key::HintsKind, title(m, hints), sections(m, parts))
}

fn title(m: &Messages, hints: &Hints) -> String {
    m.with(Key::HintsTitle, [("event", words::event_name(m, &hints.event.name))])
}

fn head(m: &Messages, looked: &Looked<'_>) -> Vec<Block> {
    let hints = looked.hints;
    let stand = match hints.rounds.complete_through {
        Some(round) => m.with(Key::HintsAfterRound, [("round", round.to_string())]),
        None => m.text(Key::HintsNoRound),
    };
    let mut rows = vec![(Key::HintsStand, Cell::Plain(stand))];
    if let Some(at) = hints.at.and_then(Timestamp::from_seconds) {
        rows.push((Key::HintsAt, Cell::Plain(date::instant(m.language(), at))));
    }
    let rules = m.with(Key::HintsRulesText, [("date", &hints.rules.date)]);
    rows.push((Key::HintsRules, Cell::Plain(rules)));
    let mut blocks = vec![facts(m, rows), note(m, Key::HintsPrivate)];
    blocks.extend(words::approval(m).map(|text| Block::Hint { text }));
    blocks.extend(words::event_mode(m, &hints.event).map(|text| Block::Hint { text }));
    blocks.extend(words::caution(m, &hints.manifest).map(|text| Block::Note { text }));
    blocks
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
