//! The rules about such a result: thresholds, uses, actions, each with its article. Never a verdict.

use analyzer::{
    full_test::FullTest,
    policy::{
        Statement,
        regulations::{Condition, Justified, Level, Source, Years},
        statements::{Ground, NotAllowed, NotPrimary},
    },
};

use super::head;
use crate::{
    document::{Block, Fact, filled, part, section, text},
    messages::{Arg, Key, Messages},
    words,
};

pub(super) fn rules(m: &Messages, t: &FullTest) -> Vec<Block> {
    let mut blocks = vec![section("rules", m, Key::DossierRulesHeading)];
    let Some(rules) = &t.rules else {
        blocks.push(text(m, Key::DossierRulesNone));
        return blocks;
    };
    let intro = [("title", Arg::Text(&rules.title)), ("date", Arg::Text(&rules.date))];
    let sources =
        rules.sources.iter().map(|source| Fact { name: source.key.clone(), value: title(m, source).into() });
    blocks.extend([
        filled(m, Key::DossierRulesIntro, &intro),
        Block::List { items: sentences(m, t) },
        part(m, Key::DossierRulesSources),
        Block::Facts { rows: sources.collect() },
    ]);
    blocks
}

/// The title of a source, in the language of the document where it is known there.
pub(in crate::paper::dossier) fn title(m: &Messages, source: &Source) -> String {
    match source.key.as_str() {
        "AC" => m.text(Key::DossierSourceAc),
        "RN" => m.text(Key::DossierSourceRn),
        "ON" => m.text(Key::DossierSourceOn),
        "L" => m.text(Key::DossierSourceL),
        _ => source.title.clone(),
    }
}

/// Every statement in words.
pub(in crate::paper::dossier) fn sentences(m: &Messages, t: &FullTest) -> Vec<String> {
    let rules = t.rules.iter();
    rules.flat_map(|rules| rules.statements.iter().map(|said| sentence(m, rules.reading.z, said))).collect()
}

fn sentence(m: &Messages, z: f64, statement: &Statement) -> String {
    let z = m.numbers().z(Some(z));
    match statement {
        Statement::CountedUnder { mode, threshold, .. } => {
            let mode = m.text(head::mode(*mode));
            at(m, Key::DossierRulesCounted, &threshold.level, &[("mode", Arg::Text(&mode))])
        }
        Statement::HintsOnly { article } => {
            m.with(Key::DossierRulesHintsOnly, &[("article", Arg::Text(article))])
        }
        Statement::MeetsThreshold { threshold, presumption } => {
            let values = [("z", Arg::Text(&z)), ("presumption", Arg::Text(presumption))];
            at(m, Key::DossierRulesMeets, &threshold.level, &values)
        }
        Statement::DoesNotMeetThreshold { threshold } => {
            at(m, Key::DossierRulesMeetsNot, &threshold.level, &[("z", Arg::Text(&z))])
        }
        Statement::SupportsOtherEvidence { level } => at(m, Key::DossierRulesSupports, level, &[]),
        Statement::NoBasis { level } => at(m, Key::DossierRulesNoBasis, level, &[]),
        Statement::MayBePrimaryEvidence { conditions, article } => {
            let conditions = all(m, conditions.iter().map(|c| condition(*c)));
            let values = [("conditions", Arg::Text(&conditions)), ("article", Arg::Text(article))];
            m.with(Key::DossierRulesPrimary, &values)
        }
        Statement::NotPrimaryEvidence { why, article } => {
            let why = m.text(match why {
                NotPrimary::QuickTest => Key::DossierPrimaryQuick,
                NotPrimary::UnderThreshold => Key::DossierPrimaryUnder,
                NotPrimary::NoSecondTest => Key::DossierPrimaryNoSecond,
                NotPrimary::SecondTestDisagrees => Key::DossierPrimaryDisagrees,
            });
            let values = [("why", Arg::Text(&why)), ("article", Arg::Text(article))];
            m.with(Key::DossierRulesPrimaryNot, &values)
        }
        Statement::PlayersBar { players, one_in, level } => {
            let one_in = super::plain::once(m, *one_in);
            let values = [("players", Arg::Count(players.get().into())), ("one-in", Arg::Text(&one_in))];
            at(m, Key::DossierRulesPlayers, level, &values)
        }
        Statement::ActionAllowed { action, ground, level, article } => {
            let action = m.text(words::action(*action));
            let values = [("action", Arg::Text(&action)), ("article", Arg::Text(article))];
            match (ground, level) {
                (Ground::Test, Some(level)) => at(m, Key::DossierAllowedLevel, level, &values[..1]),
                (Ground::Test, None) => m.with(Key::DossierAllowed, &values),
                (Ground::Complaint, _) => m.with(Key::DossierAllowedComplaint, &values),
            }
        }
        Statement::ActionNotAllowed { action, why, article } => {
            let action = m.text(words::action(*action));
            let values = [("action", Arg::Text(&action)), ("article", Arg::Text(article))];
            match why {
                NotAllowed::NeedsFullTest => m.with(Key::DossierNotAllowedFull, &values),
                NotAllowed::UnderLevel { level } => at(m, Key::DossierNotAllowedLevel, level, &values[..1]),
                NotAllowed::NeverOnStatistics => m.with(Key::DossierNotAllowedNever, &values),
            }
        }
        Statement::IgnoredWithoutObservation { level } => at(m, Key::DossierRulesIgnored, level, &[]),
        Statement::MayJustify { level, justifies, once_in_years } => {
            let what = all(m, justifies.iter().map(|j| justified(*j)));
            let years = years(m, *once_in_years);
            let values = [("what", Arg::Text(&what)), ("years", Arg::Text(&years))];
            at(m, Key::DossierRulesJustify, level, &values)
        }
        Statement::ReasonToRejectComplaint { level, conditions } => {
            let conditions = all(m, conditions.iter().map(|c| condition(*c)));
            at(m, Key::DossierRulesReject, level, &[("conditions", Arg::Text(&conditions))])
        }
    }
}

/// A message with a level and its article.
fn at(m: &Messages, key: Key, level: &Level, more: &[(&str, Arg<'_>)]) -> String {
    let z = m.numbers().decimal(Some(level.z), 2);
    let mut values = vec![("level", Arg::Text(&z)), ("article", Arg::Text(&level.article))];
    values.extend_from_slice(more);
    m.with(key, &values)
}

fn condition(condition: Condition) -> Key {
    match condition {
        Condition::AfterTheEvent => Key::DossierConditionAfter,
        Condition::DecidedCentrally => Key::DossierConditionCentrally,
        Condition::EveryTest => Key::DossierConditionEvery,
    }
}

fn justified(justified: Justified) -> Key {
    match justified {
        Justified::Queries => Key::DossierJustifiedQueries,
        Justified::PrivateInquiry => Key::DossierJustifiedInquiry,
        Justified::Process => Key::DossierJustifiedProcess,
    }
}

/// One after the other, the last with "and".
fn all(m: &Messages, keys: impl Iterator<Item = Key>) -> String {
    let mut items: Vec<String> = keys.map(|key| m.text(key)).collect();
    let last = items.pop().unwrap_or_default();
    if items.is_empty() {
        return last;
    }
    let first = items.join(", ");
    let parts = [("first", Arg::Text(&first)), ("second", Arg::Text(&last))];
    m.with(Key::DossierRulesAnd, &parts)
}

fn years(m: &Messages, years: Years) -> String {
    let n = m.numbers();
    let number = |years: f64| n.decimal(Some(years), usize::from(years.fract() > 0.0));
    let (key, years) = if years.from <= 0.0 {
        (Key::DossierRulesJustifyOften, number(years.to))
    } else if years.from < years.to {
        let range = format!("{}\u{2013}{}", number(years.from), number(years.to));
        (Key::DossierRulesJustifyRare, range)
    } else {
        (Key::DossierRulesJustifyRare, number(years.to))
    };
    m.with(key, &[("years", Arg::Text(&years))])
}
