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

use crate::custody::Custody;
use crate::{
    document::{Block, Document, facts, part, text},
    messages::{Key, Language, Messages},
};

pub fn document(t: &FullTest, c: &Custody, language: Language) -> Document {
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
    paper(&m, t, blocks)
}

fn paper(m: &Messages, t: &FullTest, blocks: Vec<Block>) -> Document {
    Document {
        language: m.language(),
        contents: m.text(Key::ContentsLabel),
        kind: m.text(Key::DossierKind),
        title: m.with(Key::DossierTitle, [("player", &t.player.name)]),
        blocks,
        ..Document::default()
    }
}

/// The result in short: stage, one sentence, the second model, what the rules say. It is a part of a page, below a heading
/// of the second level, and has no sections.
pub fn summary(t: &FullTest, language: Language) -> Document {
    let m = Messages::new(language);
    let mut blocks = vec![facts(&m, [(Key::DossierStage, head::stage(&m, t).into())])];
    blocks.extend(plain::result(&m, t));
    blocks.push(part(&m, Key::DossierRulesHeading));
    let items = rules::sentences(&m, t);
    blocks.push(if items.is_empty() { text(&m, Key::DossierRulesNone) } else { Block::List { items } });
    paper(&m, t, blocks)
}

/// The number of a game in this document, from 1, as text; a game that is not listed has none.
fn game_number(m: &Messages, t: &FullTest, index: usize) -> String {
    let place = t.games.iter().position(|game| game.index == index);
    place.map_or_else(|| m.numbers().missing(), |place| (place + 1).to_string())
}

/// A game by its number and the opponent, in the words of a message.
fn game_name_as(m: &Messages, key: Key, t: &FullTest, index: usize) -> String {
    let game = t.games.iter().find(|game| game.index == index);
    let opponent = game.map_or_else(String::new, |game| game.opponent.clone());
    m.with(key, [("number", game_number(m, t, index)), ("opponent", opponent)])
}

fn game_name(m: &Messages, t: &FullTest, index: usize) -> String {
    game_name_as(m, Key::DossierGameName, t, index)
}
