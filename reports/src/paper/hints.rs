//! Live hints for arbiters: what the evidence allows after a look, as a document and as text.
//!
//! Nothing is computed here, and there is no word for more than the evidence allows: each rung is worded from the type of
//! its evidence.

mod ladder;
mod players;
mod promise;

#[cfg(test)]
pub(crate) mod example;
#[cfg(test)]
mod tests;

use analyzer::hints::{Choices, Hints};
use schemars::JsonSchema;
use serde::Serialize;

use crate::{
    Language,
    bundle::Timestamp,
    date,
    document::{Block, Cell, Document, facts, section},
    messages::{Key, Messages},
    words,
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
    let m = Messages::for_terminal(language);
    let mut blocks = head(&m, looked);
    blocks.extend(ladder::ladder(&m, looked.hints));
    let title = title(&m, looked.hints);
    let mut out = format!("{}\n", crate::escape::visible(&title));
    for block in &blocks {
        lines(&mut out, block);
    }
    out
}

/// The document of a look in a language, readable on a phone.
pub fn document(looked: &Looked<'_>, language: Language) -> Document {
    let m = &Messages::new(language);
    let hints = looked.hints;
    let mut blocks = head(m, looked);
    blocks.extend(ladder::ladder(m, hints));
    blocks.extend(players::players(m, hints));
    blocks.extend(players::tests(m, looked));
    blocks.extend(players::rounds(m, hints));
    blocks.extend(promise::promise(m, hints));
    blocks.extend(made(m, hints));
    Document {
        language: m.language(),
        contents: m.text(Key::ContentsLabel),
        kind: m.text(Key::HintsKind),
        title: title(m, hints),
        blocks,
        ..Document::default()
    }
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
    let mut blocks = vec![section("look", m, Key::HintsLookHeading), facts(m, rows)];
    blocks.push(Block::Note { text: m.text(Key::HintsPrivate) });
    blocks.extend(words::caution(m, &hints.manifest).map(|text| Block::Note { text }));
    blocks
}

/// Engine, settings, parameters, digest.
fn made(m: &Messages, hints: &Hints) -> [Block; 2] {
    [section("made", m, Key::HintsMadeHeading), facts(m, words::manifest(m, &hints.manifest))]
}

/// A part of a document as lines for a terminal. Tables and pictures have no place there.
fn lines(out: &mut String, block: &Block) {
    let mut line = |before: &str, text: &str| {
        out.push_str(before);
        out.push_str(&crate::escape::visible(text));
        out.push('\n');
    };
    match block {
        Block::Section { title, .. } => {
            line("", "");
            line("", title);
        }
        Block::Part { title } => {
            line("", "");
            line("  ", title);
        }
        Block::Text { text } | Block::Note { text } | Block::Hint { text } => line("  ", text),
        Block::Facts { rows } => {
            for fact in rows {
                line("  ", &format!("{}: {}", fact.name, fact.value.text()));
            }
        }
        Block::List { items } | Block::Fold { items, .. } => {
            for item in items {
                line("  - ", item);
            }
        }
        _ => {}
    }
}
