//! What a dossier says, in which order; one file for each part.
//!
//! Words come from the message files and numbers from [`crate::number`]. Nothing is computed here but sums that show
//! that numbers add up. A part that has nothing to show says so or is left out whole; no heading stands empty.

mod base_rates;
mod behaviour;
mod course;
mod custody;
mod decisions;
mod favour;
mod games;
mod head;
mod ipr;
mod method;
mod moves;
mod parts;
mod place;
mod plain;
mod player;
mod power;
mod recompute;
mod report;
mod results;
mod rules;
mod second_engine;
mod sensitivity;
mod several;
mod weighty;
mod why;

use analyzer::full_test::FullTest;

use super::Custody;
use crate::{
    document::{Block, Cell, Document, facts, part, text},
    messages::{Arg, Key, Language, Messages},
};

/// What the rules say, sentence by sentence, and whose they are.
#[cfg(test)]
pub(super) use rules::{said as rules_said, title};

/// The document of a full test in a language.
pub(super) fn document(t: &FullTest, c: &Custody, language: Language) -> Document {
    let m = Messages::new(language);
    let mut blocks = plain::plain(&m, t);
    blocks.extend(head::head(&m, t, c));
    for of in [
        why::why,
        player::player,
        player::event,
        report::report,
        games::games,
        moves::moves,
        method::method,
        results::results,
        second_engine::second_engine,
        ipr::ipr,
        parts::parts,
        course::course,
        place::place,
        sensitivity::sensitivity,
        base_rates::base_rates,
        power::power,
        behaviour::behaviour,
        favour::favour,
        several::several,
        rules::rules,
        weighty::weighty,
        decisions::decisions,
        recompute::recompute,
    ] {
        blocks.extend(of(&m, t));
    }
    blocks.extend(custody::custody(&m, c));
    Document {
        language: m.language(),
        contents: m.text(Key::ContentsLabel),
        kind: m.text(Key::DossierKind),
        title: m.with(Key::DossierTitle, &[("player", Arg::Text(&t.player.name))]),
        blocks,
    }
}

/// The result in short: stage, one sentence, the other reading, what the rules say. It is a part of a page and has no
/// sections.
pub(super) fn summary(t: &FullTest, language: Language) -> Document {
    let m = Messages::new(language);
    let mut blocks = vec![facts(&m, [(Key::DossierStage, Cell::Plain(m.text(head::stage(t))))])];
    blocks.extend(plain::said(&m, t));
    blocks.push(part(&m, Key::DossierRulesHeading));
    let items = rules::said(&m, t);
    blocks.push(if items.is_empty() { text(&m, Key::DossierRulesNone) } else { Block::List { items } });
    Document {
        language: m.language(),
        contents: String::new(),
        kind: m.text(Key::DossierKind),
        title: m.with(Key::DossierTitle, &[("player", Arg::Text(&t.player.name))]),
        blocks,
    }
}

/// The number of a game in this document, from 1, as text; a game that is not listed has none.
fn game_number(m: &Messages, t: &FullTest, index: usize) -> String {
    let place = t.games.iter().position(|game| game.index == index);
    let place = place.and_then(|place| u32::try_from(place).ok()?.checked_add(1));
    m.numbers().whole(place)
}

/// A game by its number and the opponent.
fn game_name(m: &Messages, t: &FullTest, index: usize) -> String {
    let opponent = t.games.iter().find(|game| game.index == index);
    let opponent = opponent.map_or("", |game| game.opponent.as_str());
    m.with(
        Key::DossierGameName,
        &[("number", Arg::Text(&game_number(m, t, index))), ("opponent", Arg::Text(opponent))],
    )
}
