//! The ladder in words: each rung with its article, what is allowed and on what evidence, what that does not mean, and
//! what more would need.
//!
//! The words follow from the type of the evidence, so that no sentence can claim more than its class.

use analyzer::{
    hints::{Ground, Hints, IntrusiveGround, Needed, OverBar, QuickHint, ReadingName, Rung, Stands},
    policy::regulations::{Evidence, Level},
};

use crate::{
    document::{Block, filled, note, part, section, text},
    messages::{Arg, Key, Messages},
    words,
};

pub(super) fn ladder(m: &Messages, hints: &Hints) -> Vec<Block> {
    let mut blocks = vec![section("ladder", m, Key::HintsLadderHeading), text(m, Key::HintsLadderIntro)];
    for rung in &hints.ladder {
        blocks.extend(self::rung(m, hints, rung));
    }
    blocks
}

fn rung(m: &Messages, hints: &Hints, rung: &Rung) -> Vec<Block> {
    let evidence = m.text(match rung.evidence {
        Evidence::QuickTest => Key::HintsEvidenceQuick,
        Evidence::FullTest => Key::HintsEvidenceFull,
        Evidence::BreachOfTheLaws => Key::HintsEvidenceLaws,
    });
    let parts = [("article", Arg::Text(&rung.article)), ("evidence", Arg::Text(&evidence))];
    let mut blocks = vec![part(m, words::action(rung.action)), filled(m, Key::HintsArticle, &parts)];
    let note = match &rung.stands {
        Stands::Unobtrusive { players } => {
            let items = players.iter().flat_map(|p| ground(m, &p.name, &p.ground));
            blocks.extend(grounds(m, items.collect()));
            let most = m.numbers().decimal(Some(hints.promise.false_hints), 2);
            m.with(Key::HintsNotUnobtrusive, &[("hints", Arg::Text(&most))])
        }
        Stands::OrangeAlert { alert } => {
            blocks.push(match alert {
                Some(alert) => {
                    let hints = [("hints", Arg::Count(alert.hints.into()))];
                    Block::Note { text: m.with(Key::HintsOrangeAllowed, &hints) }
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
        Ground::QuickTest(hint) => quick(m, name, hint),
        Ground::FullTest(over) => vec![full(m, name, over)],
        Ground::Complaint(found) => vec![complaint(m, name, &found.article)],
    }
}

/// One sentence for each model by which the value is high enough.
fn quick(m: &Messages, name: &str, hint: &QuickHint) -> Vec<String> {
    let sentence = |raised: &analyzer::hints::evidence::Raised| {
        let reading = m.text(match raised.reading {
            ReadingName::Record => Key::HintsReadingRecord,
            ReadingName::DepthAware => Key::HintsReadingSecond,
        });
        let values = [
            ("name", Arg::Text(name)),
            ("reading", Arg::Text(&reading)),
            ("highest", Arg::Text(&m.numbers().decimal(Some(raised.log10_highest), 2))),
            ("needed", Arg::Text(&m.numbers().decimal(Some(raised.log10_needed), 2))),
        ];
        m.with(Key::HintsGroundQuick, &values)
    };
    hint.by.iter().map(sentence).collect()
}

fn full(m: &Messages, name: &str, over: &OverBar) -> String {
    let parts = [
        ("name", Arg::Text(name)),
        ("round", Arg::Text(&over.after_round.to_string())),
        ("z", Arg::Text(&m.numbers().z(Some(over.z)))),
        ("level", Arg::Text(&m.numbers().decimal(Some(over.level.z), 2))),
        ("article", Arg::Text(&over.level.article)),
    ];
    m.with(Key::HintsGroundFull, &parts)
}

fn complaint(m: &Messages, name: &str, article: &str) -> String {
    let parts = [("name", Arg::Text(name)), ("article", Arg::Text(article))];
    m.with(Key::HintsGroundComplaint, &parts)
}

fn needed(m: &Messages, needed: &Needed) -> String {
    let numbers = m.numbers();
    let z = |level: &Level| numbers.decimal(Some(level.z), 2);
    match needed {
        Needed::SequentialValue { log10 } => {
            let value = numbers.decimal(Some(*log10), 2);
            m.with(Key::HintsNeededValue, &[("value", Arg::Text(&value))])
        }
        Needed::FullTest { level, of_one_look } => {
            let one = z(of_one_look);
            match level {
                Some(level) => {
                    let z = z(level);
                    let parts = [
                        ("level", Arg::Text(&z)),
                        ("one", Arg::Text(&one)),
                        ("article", Arg::Text(&level.article)),
                    ];
                    m.with(Key::HintsNeededFull, &parts)
                }
                None => m.with(Key::HintsNeededNoLook, &[("one", Arg::Text(&one))]),
            }
        }
        Needed::FullTestIfSingledOut { level } => {
            let z = z(level);
            let parts = [("level", Arg::Text(&z)), ("article", Arg::Text(&level.article))];
            m.with(Key::HintsNeededSingled, &parts)
        }
        Needed::Complaint { article } => {
            m.with(Key::HintsNeededComplaint, &[("article", Arg::Text(article))])
        }
        Needed::BreachOfTheLaws => m.text(Key::HintsNeededLaws),
    }
}
