//! The ladder in words: each rung with its article, what is allowed and on what evidence, what that does not mean, and
//! what more would need.
//!
//! The words follow from the type of the evidence, so that no sentence can claim more than its class.

use analyzer::{
    hints::{Ground, Hints, IntrusiveGround, Needed, OverBar, QuickHint, Rung, Stands},
    policy::regulations::Level,
};

use crate::{
    document::{Block, filled, note, text},
    messages::{Key, Messages},
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
            let items = players.iter().flat_map(|p| ground(m, &p.name, &p.ground));
            blocks.extend(grounds(m, items.collect()));
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
                IntrusiveGround::Complaint(complaint) => self::complaint(m, &p.name, &complaint.article),
            });
            blocks.extend(grounds(m, items.collect()));
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
        blocks.extend([text(m, Key::HintsNeeded), Block::List { items }]);
    }
    blocks
}

fn grounds(m: &Messages, items: Vec<String>) -> Vec<Block> {
    if items.is_empty() {
        vec![text(m, Key::HintsNobody)]
    } else {
        vec![note(m, Key::HintsAllowed), Block::List { items }]
    }
}

fn ground(m: &Messages, name: &str, ground: &Ground) -> Vec<String> {
    match ground {
        Ground::QuickTest(hint) => vec![quick(m, name, hint)],
        Ground::FullTest(over) => vec![full(m, name, over)],
        Ground::Complaint(found) => vec![complaint(m, name, &found.article)],
    }
}

fn quick(m: &Messages, name: &str, hint: &QuickHint) -> String {
    let (n, crossing) = (m.numbers(), hint.crossing);
    let values = [
        ("name", name.to_owned()),
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

fn complaint(m: &Messages, name: &str, article: &str) -> String {
    m.with(Key::HintsGroundComplaint, [("name", name), ("article", article)])
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
