//! The parts of a dossier, in their order.
//!
//! Words come from the message files and numbers from [`crate::number`]. Nothing is computed here but sums that show
//! that numbers add up. A part that has nothing to show says so or is left out whole; no heading stands empty.

mod base_rates;
mod behaviour;
mod course;
mod custody;
mod favour;
mod games;
mod head;
mod plain;
mod report;
mod results;
pub(super) mod rules;
mod sensitivity;
mod weighty;

use analyzer::full_test::FullTest;

use super::Custody;
use crate::{
    document::{Block, Document, facts, part, text},
    messages::{Arg, Key, Language, Messages},
};

/// The document of a full test in a language.
pub(super) fn document(t: &FullTest, c: &Custody, language: Language) -> Document {
    let m = Messages::new(language);
    let mut blocks = plain::plain(&m, t);
    blocks.extend(head::head(&m, t, c));
    for part in [
        head::why,
        head::player,
        head::event,
        report::report,
        games::games,
        games::moves,
        results::method,
        results::results,
        results::second_engine,
        results::ipr,
        results::parts,
        course::course,
        course::place,
        sensitivity::sensitivity,
        base_rates::base_rates,
        sensitivity::power,
        behaviour::behaviour,
        favour::favour,
        course::several,
        rules::rules,
        weighty::weighty,
        games::decisions,
        custody::recompute,
    ] {
        blocks.extend(part(&m, t));
    }
    blocks.extend(custody::custody(&m, c));
    Document {
        language: m.language(),
        contents: m.text(Key::ContentsLabel),
        kind: m.text(Key::DossierKind),
        title: m.with(Key::DossierTitle, &[("player", Arg::Text(&t.player.name))]),
        blocks,
        ..Document::default()
    }
}

/// The result in short: stage, one sentence, the other reading, what the rules say. It is a part of a page and has no
/// sections.
pub(super) fn summary(t: &FullTest, language: Language) -> Document {
    let m = Messages::new(language);
    let mut blocks = vec![facts(&m, [(Key::DossierStage, m.text(head::stage(t)).into())])];
    blocks.extend(plain::result(&m, t));
    blocks.push(part(&m, Key::DossierRulesHeading));
    let items = rules::sentences(&m, t);
    blocks.push(if items.is_empty() { text(&m, Key::DossierRulesNone) } else { Block::List { items } });
    Document {
        language: m.language(),
        kind: m.text(Key::DossierKind),
        title: m.with(Key::DossierTitle, &[("player", Arg::Text(&t.player.name))]),
        blocks,
        ..Document::default()
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
