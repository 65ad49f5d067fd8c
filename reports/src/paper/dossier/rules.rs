//! The rules about such a result: thresholds, uses, actions, each with its article. Never a verdict.

use analyzer::{
    full_test::FullTest,
    policy::{
        Attention, NotAllowed, ResultFacts, Statement,
        regulations::{Level, Source, Years},
        statements::Ground,
    },
};

use super::{head, results};
use crate::{
    document::{Block, Fact, filled, part, text},
    messages::{Arg, Key, Messages},
    words,
};

pub(super) fn rules(m: &Messages, t: &FullTest) -> Vec<Block> {
    let Some(rules) = &t.rules else {
        return vec![text(m, Key::DossierRulesNone)];
    };
    let sources =
        rules.sources.iter().map(|source| Fact { name: source.key.clone(), value: title(m, source).into() });
    vec![
        filled(m, Key::DossierRulesIntro, [("title", &rules.title), ("date", &rules.date)]),
        Block::List { items: sentences(m, t) },
        part(m, Key::DossierRulesSources),
        Block::Facts { rows: sources.collect() },
    ]
}

/// The title of a source, in the language of the document where it is known there.
pub(super) fn title(m: &Messages, source: &Source) -> String {
    let title = m.label("source", &source.key);
    if title == source.key { source.title.clone() } else { title }
}

pub(super) fn sentences(m: &Messages, t: &FullTest) -> Vec<String> {
    let rules = t.rules.iter();
    rules.flat_map(|rules| rules.statements.iter().map(|said| sentence(m, &rules.reading, said))).collect()
}

/// A message for each way in which a level of the ladder came about.
struct ByLevel {
    /// Of a single test.
    single: Key,
    /// At one of several looks.
    look: Key,
    /// For a player who was singled out, and in documents of before.
    any: Key,
}

const ALLOWED: ByLevel = ByLevel {
    single: Key::DossierAllowedSingle,
    look: Key::DossierAllowedLook,
    any: Key::DossierAllowedLevel,
};
const NOT_ALLOWED: ByLevel = ByLevel {
    single: Key::DossierNotAllowedSingle,
    look: Key::DossierNotAllowedLook,
    any: Key::DossierNotAllowedLevel,
};

impl ByLevel {
    fn key(&self, reading: &ResultFacts) -> Key {
        match (reading.attention, reading.occasion.is_single()) {
            (Attention::SingledOut, _) => self.any,
            (_, true) => self.single,
            (_, false) => self.look,
        }
    }
}

fn sentence(m: &Messages, reading: &ResultFacts, statement: &Statement) -> String {
    let z = m.numbers().z(reading.z);
    let plain = |key: Key, level: &Level| at::<String, 0>(m, key, level, []);
    match statement {
        Statement::CountedUnder { mode, threshold, .. } => {
            at(m, Key::DossierRulesCounted, &threshold.level, [("mode", head::mode(m, *mode))])
        }
        Statement::HintsOnly { article } => m.with(Key::DossierRulesHintsOnly, [("article", article)]),
        Statement::MeetsThreshold { threshold, presumption } => {
            let values = [("z", z), ("presumption", presumption.clone())];
            at(m, Key::DossierRulesMeets, &threshold.level, values)
        }
        Statement::DoesNotMeetThreshold { threshold } => {
            at(m, Key::DossierRulesMeetsNot, &threshold.level, [("z", z)])
        }
        Statement::SupportsOtherEvidence { level } => plain(Key::DossierRulesSupports, level),
        Statement::NoBasis { level } => plain(Key::DossierRulesNoBasis, level),
        Statement::MayBePrimaryEvidence { conditions, article } => {
            let values =
                [("conditions", words::enumerated(m, "condition", conditions)), ("article", article.clone())];
            m.with(Key::DossierRulesPrimary, values)
        }
        Statement::NotPrimaryEvidence { why, article } => {
            let values = [("why", m.label("not-primary", why)), ("article", article.clone())];
            m.with(Key::DossierRulesPrimaryNot, values)
        }
        Statement::PlayersBar { players, one_in, level } => {
            let one_in = words::once(m, *one_in).into();
            let values = [("players", Arg::from(players.get())), ("one-in", one_in)];
            at(m, Key::DossierRulesPlayers, level, values)
        }
        Statement::OtherEvidence { article } => m.with(Key::DossierRulesOther, [("article", article)]),
        Statement::PlatformIndication { article } => {
            m.with(Key::DossierRulesPlatform, [("article", article)])
        }
        Statement::OtherBreaches { article } => m.with(Key::DossierRulesBreaches, [("article", article)]),
        Statement::ComplaintAllows { observation, article } => {
            let key =
                if *observation { Key::DossierComplaintObservation } else { Key::DossierComplaintMoves };
            m.with(key, [("article", article)])
        }
        Statement::ActionAllowed { action, ground, level, article } => {
            let action = ("action", m.label("action", action));
            match (ground, level) {
                (Ground::Test, Some(level)) => at(m, ALLOWED.key(reading), level, [action]),
                (Ground::Test, None) => m.with(Key::DossierAllowed, [action, ("article", article.clone())]),
                (Ground::SequentialValue, _) => {
                    m.with(Key::DossierAllowedSequential, [action, ("article", article.clone())])
                }
                (Ground::Complaint, _) => {
                    m.with(Key::DossierAllowedComplaint, [action, ("article", article.clone())])
                }
            }
        }
        Statement::ActionNotAllowed { action, why, article } => {
            let action = ("action", m.label("action", action));
            let article = ("article", article.clone());
            match why {
                NotAllowed::NeedsFullTest => m.with(Key::DossierNotAllowedFull, [action, article]),
                NotAllowed::UnderLevel { level } => at(m, NOT_ALLOWED.key(reading), level, [action]),
                NotAllowed::NotNamed => m.with(Key::DossierNotAllowedNamed, [action, article]),
                NotAllowed::NoLookLeft => m.with(Key::DossierNotAllowedNoLook, [action, article]),
                NotAllowed::NeverOnStatistics => m.with(Key::DossierNotAllowedNever, [action, article]),
            }
        }
        Statement::IgnoredWithoutObservation { level } => plain(Key::DossierRulesIgnored, level),
        Statement::MayJustify { level, justifies, once_in_years } => {
            let values =
                [("what", words::enumerated(m, "justified", justifies)), ("years", years(m, *once_in_years))];
            at(m, Key::DossierRulesJustify, level, values)
        }
        Statement::ReasonToRejectComplaint { level, conditions } => at(
            m,
            Key::DossierRulesReject,
            level,
            [("conditions", words::enumerated(m, "condition", conditions))],
        ),
        Statement::ReasonToRejectByIpr { ipr, article } => {
            let rating = |of| results::rating(m, of);
            let values = [
                ("ipr", rating(ipr.value)),
                ("low", rating(ipr.low)),
                ("high", rating(ipr.high)),
                ("rating", ipr.rating.to_string()),
                ("article", article.clone()),
            ];
            m.with(Key::DossierRulesRejectIpr, values)
        }
    }
}

/// A message with a level and its article.
fn at<'a, A: Into<Arg<'a>>, const N: usize>(
    m: &Messages,
    key: Key,
    level: &'a Level,
    more: [(&'a str, A); N],
) -> String {
    let z = m.numbers().decimal(level.z, 2);
    let values = [("level", Arg::from(z)), ("article", Arg::from(&level.article))];
    m.with(key, values.into_iter().chain(more.map(|(name, value)| (name, value.into()))))
}

fn years(m: &Messages, years: Years) -> String {
    let n = m.numbers();
    let number = |years: f64| n.decimal(years, usize::from(years.fract() > 0.0));
    let (key, years) = if years.from <= 0.0 {
        (Key::DossierRulesJustifyOften, number(years.to))
    } else if years.from < years.to {
        let range = format!("{}\u{2013}{}", number(years.from), number(years.to));
        (Key::DossierRulesJustifyRare, range)
    } else {
        (Key::DossierRulesJustifyRare, number(years.to))
    };
    m.with(key, [("years", years)])
}
