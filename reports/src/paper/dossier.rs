//! The dossier of one player in one event: what a panel, an expert of the defence and a court receive.
//!
//! The JSON is the full test itself, with nothing rounded. A dossier holds numbers, their limits and what speaks for
//! the player; it must never hold a verdict, nor a number that the full test does not hold. Words come from the message
//! files and numbers from [`crate::number`]. Nothing is computed here but sums that show that numbers add up. A part that
//! has nothing to show says so or is left out whole; no heading stands empty.

mod beside;
mod choices;
mod custody;
mod first_page;
mod games;
mod head;
mod results;
mod rules;
mod tables;

#[cfg(test)]
pub(crate) mod example;
#[cfg(test)]
mod tests;

pub use tables::decisions_table;

use analyzer::full_test::FullTest;
use analyzer::policy::{Attention, Mode};

use crate::custody::Custody;
use crate::{
    document::{Block, Cell, Document, facts, part, sections, text},
    messages::{Key, Language, Messages},
};

pub fn document(t: &FullTest, c: &Custody, language: Language) -> Document {
    let m = &Messages::new(language);
    let parts = [
        ("first", Key::DossierFirstHeading, first_page::first_page(m, t)),
        ("plain", Key::DossierPlainHeading, head::plain(m)),
        ("head", Key::DossierHeadHeading, head::head(m, t, c)),
        ("why", Key::DossierWhyHeading, head::why(m, t)),
        ("player", Key::DossierPlayerHeading, head::player(m, t)),
        ("event", Key::DossierEventHeading, head::event(m, t)),
        ("games", Key::DossierGamesHeading, games::games(m, t)),
        ("moves", Key::DossierMovesHeading, games::moves(m, t)),
        ("method", Key::DossierMethodHeading, results::method(m, t)),
        ("results", Key::DossierResultsHeading, results::results(m, t)),
        ("engine", Key::DossierEngineHeading, results::second_engine(m, t)),
        ("ipr", Key::DossierIprHeading, results::ipr(m, t)),
        ("parts", Key::DossierPartsHeading, results::parts(m, t)),
        ("course", Key::DossierCourseHeading, results::course(m, t)),
        ("place", Key::DossierPlaceHeading, beside::place(m, t)),
        ("sensitivity", Key::DossierSensitivityHeading, choices::sensitivity(m, t)),
        ("base-rates", Key::DossierBaseHeading, choices::base_rates(m, t)),
        ("power", Key::DossierPowerHeading, choices::power(m, t)),
        ("behaviour", Key::DossierBehaviourHeading, beside::behaviour(m, t)),
        ("favour", Key::DossierFavourHeading, choices::favour(m, t)),
        ("events", Key::DossierSeveralHeading, beside::several(m, t)),
        ("rules", Key::DossierRulesHeading, rules::rules(m, t)),
        ("weighty", Key::DossierWeightyHeading, games::weighty(m, t)),
        ("decisions", Key::DossierDecisionsHeading, games::decisions(m, t)),
        ("recompute", Key::DossierRecomputeHeading, custody::recompute(m, t)),
        ("custody", Key::DossierCustodyHeading, custody::custody(m, c)),
        ("annex", Key::DossierAnnexHeading, annex(m, t)),
    ];
    paper(m, t, sections(m, parts))
}

/// Hashes and letters, which a reader looks up and does not read.
fn annex(m: &Messages, t: &FullTest) -> Vec<Block> {
    let mut blocks = vec![text(m, Key::DossierAnnexIntro)];
    blocks.extend(results::engine_codes(m, t));
    if let Some(report) = &t.report {
        let code = Cell::Code(report.sha256.clone());
        blocks.extend([part(m, Key::DossierReportHeading), facts(m, [(Key::ManifestInputSha256, code)])]);
    }
    blocks.extend(games::codes(m, t));
    blocks
}

fn paper(m: &Messages, t: &FullTest, blocks: Vec<Block>) -> Document {
    let title = m.with(Key::DossierTitle, [("player", &t.player.name)]);
    Document::new(m, Key::DossierKind, title, blocks)
}

/// What the rules say of a complaint about a player of an event that was played like this, each with its article: for a page that
/// knows of the complaint. Nothing where nobody complained.
pub fn of_complaint(language: Language, mode: Mode, attention: Attention) -> Vec<String> {
    rules::of_complaint(&Messages::new(language), mode, attention)
}

/// What came out, in one sentence.
pub(crate) fn result(t: &FullTest, m: &Messages) -> Block {
    first_page::in_one_sentence(m, t)
}

/// The result in short: stage, one sentence, the second model, what the rules say. It is a part of a page, below a heading
/// of the second level, and has no sections.
pub fn summary(t: &FullTest, language: Language) -> Document {
    let m = &Messages::new(language);
    let mut blocks = vec![facts(m, [(Key::DossierStage, head::stage(m, t).into())])];
    blocks.extend(first_page::result(m, t));
    blocks.push(part(m, Key::DossierRulesHeading));
    let items = rules::sentences(m, t);
    blocks.push(if items.is_empty() { text(m, Key::DossierRulesNone) } else { Block::List { items } });
    paper(m, t, blocks)
}

/// The number of a game in this document, from 1, as text; a game that is not listed has none.
fn game_number(m: &Messages, t: &FullTest, index: usize) -> String {
    m.numbers().whole(t.games.iter().position(|game| game.index == index).map(|place| place + 1))
}

/// A game by its number and the opponent, in the words of a message.
fn game_name(m: &Messages, key: Key, t: &FullTest, index: usize) -> String {
    let game = t.games.iter().find(|game| game.index == index);
    let opponent = game.map_or("", |game| &game.opponent);
    m.with(key, [("number", game_number(m, t, index).as_str()), ("opponent", opponent)])
}
