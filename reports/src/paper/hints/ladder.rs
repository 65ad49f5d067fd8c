//! The ladder in words: each rung with its article, what is allowed and on what evidence, what that does not mean, and
//! what more would need.
//!
//! The words follow from the type of the evidence, so that no sentence can claim more than its class.

use analyzer::{
    hints::{Ground, Hints, IntrusiveGround, Needed, OverBar, QuickHint, Rung, Stands, Unobtrusive},
    policy::{Mode, Regulations, Venue, regulations::Level},
};

use super::then;
use crate::{
    document::{Block, filled, note, text},
    messages::{Key, Messages},
    words,
};

pub(super) fn ladder(m: &Messages, hints: &Hints) -> Vec<Block> {
    let mut blocks = vec![note(m, Key::HintsPrivate), text(m, Key::HintsLadderIntro)];
    for rung in &hints.ladder {
        blocks.extend(self::rung(m, hints, rung));
    }
    blocks
}

fn rung(m: &Messages, hints: &Hints, rung: &Rung) -> Vec<Block> {
    let parts = [("article", rung.article.clone()), ("evidence", m.label("evidence", &rung.evidence))];
    let action = Block::Part { title: m.label("action", &rung.action) };
    let mut blocks = vec![action, filled(m, Key::HintsArticle, parts)];
    let note = match &rung.stands {
        Stands::Unobtrusive { players } => {
            let items = players.iter().map(|p| ground(m, hints, p));
            blocks.extend(grounds(m, items.collect(), (Key::HintsReason, Key::HintsNoReason)));
            m.with(Key::HintsNotUnobtrusive, [("hints", m.numbers().decimal(hints.promise.false_hints, 2))])
        }
        Stands::OrangeAlert { alert } => {
            blocks.push(match alert {
                Some(alert) => {
                    Block::Note { text: m.with(Key::HintsOrangeAllowed, [("hints", alert.hints)]) }
                }
                None => text(m, Key::HintsOrangeNot),
            });
            m.text(Key::HintsNotOrange)
        }
        Stands::Intrusive { players } => {
            let items = players.iter().map(|p| match &p.ground {
                IntrusiveGround::FullTest(over) => full(m, &p.name, over),
                IntrusiveGround::Complaint(complaint) => {
                    let values = [("name", &p.name), ("article", &complaint.article)];
                    m.with(Key::HintsGroundComplaintFull, values)
                }
            });
            blocks.extend(grounds(m, items.collect(), (Key::HintsAllowed, Key::HintsNobody)));
            blocks.extend(searched(m, hints).into_iter().map(|text| Block::Text { text }));
            m.text(Key::HintsNotIntrusive)
        }
        Stands::Never => {
            blocks.push(text(m, Key::HintsNever));
            m.text(Key::HintsNotNever)
        }
    };
    blocks.push(Block::Text { text: note });
    if !rung.needed.is_empty() {
        let items = rung.needed.iter().map(|needed| self::needed(m, needed)).collect();
        // No number forbids a mild step, so nothing is needed for it.
        let mild = matches!(rung.stands, Stands::Unobtrusive { .. } | Stands::OrangeAlert { .. });
        let heading = if mild { Key::HintsNeededReason } else { Key::HintsNeeded };
        blocks.extend([text(m, heading), Block::List { items }]);
    }
    blocks
}

/// Those towards whom there is something, under a heading; else a sentence.
fn grounds(m: &Messages, items: Vec<String>, (heading, nobody): (Key, Key)) -> Vec<Block> {
    if items.is_empty() { vec![text(m, nobody)] } else { vec![note(m, heading), Block::List { items }] }
}

/// How a search is done, and what comes before it where its ground is a complaint. Nothing where nobody may be searched.
pub(super) fn searched(m: &Messages, hints: &Hints) -> Vec<String> {
    let allowed = hints.ladder.iter().find_map(|rung| match &rung.stands {
        Stands::Intrusive { players } if !players.is_empty() => Some(players),
        _ => None,
    });
    let board = hints.event.mode.map_or(Venue::OverTheBoard, Mode::venue) == Venue::OverTheBoard;
    let (Some(players), Ok(rules), true) = (allowed, Regulations::shipped(), board) else {
        return Vec::new();
    };
    let by_complaint = players.iter().any(|p| matches!(p.ground, IntrusiveGround::Complaint(_)));
    let first = by_complaint
        .then(|| m.with(Key::DossierComplaintFirst, [("article", &rules.search.complaint_first)]));
    let how = words::search(m, &rules.search.terms, &rules.search.article);
    first.into_iter().chain([how]).collect()
}

fn ground(m: &Messages, hints: &Hints, towards: &Unobtrusive) -> String {
    let then = || then::of_player(hints, towards.person).words(m, Key::HintsThenNoReading);
    match &towards.ground {
        Ground::QuickTest(hint) => quick(m, &towards.name, hint, then()),
        Ground::FullTest(over) => full(m, &towards.name, over),
        Ground::Complaint(found) => {
            let values =
                [("name", towards.name.clone()), ("article", found.article.clone()), ("then", then())];
            m.with(Key::HintsGroundComplaint, values)
        }
    }
}

fn quick(m: &Messages, name: &str, hint: &QuickHint, then: String) -> String {
    let (n, crossing) = (m.numbers(), hint.crossing);
    let values = [
        ("name", name.to_owned()),
        ("then", then),
        ("games", n.count(crossing.games)),
        ("value", n.decimal(crossing.log10_value, 2)),
        ("needed", n.decimal(crossing.log10_needed, 2)),
    ];
    m.with(Key::HintsGroundQuick, values)
}

fn full(m: &Messages, name: &str, over: &OverBar) -> String {
    let values = [
        ("name", name.to_owned()),
        ("round", over.after_round.to_string()),
        ("z", m.numbers().z(over.z)),
        ("level", m.numbers().decimal(over.level.z, 2)),
        ("article", over.level.article.clone()),
    ];
    m.with(Key::HintsGroundFull, values)
}

fn needed(m: &Messages, needed: &Needed) -> String {
    let z = |level: &Level| m.numbers().decimal(level.z, 2);
    match needed {
        Needed::SequentialValue { chance } => {
            m.with(Key::HintsNeededValue, [("chance", m.numbers().rare_percent(*chance))])
        }
        Needed::FullTest { level: Some(level), of_one_look } => {
            let values = [("level", z(level)), ("one", z(of_one_look)), ("article", level.article.clone())];
            m.with(Key::HintsNeededFull, values)
        }
        Needed::FullTest { level: None, of_one_look } => {
            m.with(Key::HintsNeededNoLook, [("one", z(of_one_look))])
        }
        Needed::FullTestIfSingledOut { level } => {
            m.with(Key::HintsNeededSingled, [("level", z(level)), ("article", level.article.clone())])
        }
        Needed::Complaint { article } => m.with(Key::HintsNeededComplaint, [("article", article)]),
        Needed::BreachOfTheLaws => m.text(Key::HintsNeededLaws),
    }
}
