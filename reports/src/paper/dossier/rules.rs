//! The rules about such a result: thresholds, uses, actions, each with its article. Never a verdict.

use analyzer::{
    full_test::FullTest,
    policy::{
        Action, Attention, Mode, NotAllowed, Regulations, ResultFacts, Statement, Venue,
        regulations::{Level, Source, Years},
        statements::{self, Ground},
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
    let sources = rules
        .sources
        .iter()
        .map(|source| Fact { name: source.key.clone(), value: title(m, &rules.date, source).into() });
    vec![
        filled(m, Key::DossierRulesIntro, [("title", &rules.title), ("date", &rules.date)]),
        Block::List { items: sentences(m, t) },
        part(m, Key::DossierRulesSources),
        Block::Facts { rows: sources.collect() },
    ]
}

/// The rules that documents of before were written under.
const REPLACED: &str = "2022-10";

/// The title of a source under the rules of a date, in the language of the document where it is known there.
pub(super) fn title(m: &Messages, date: &str, source: &Source) -> String {
    let known = |family| Some(m.label(family, &source.key)).filter(|title| *title != source.key);
    let replaced = if date == REPLACED { known("source-2022") } else { None };
    replaced.or_else(|| known("source")).unwrap_or_else(|| source.title.clone())
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

/// What the rules say of a complaint with or without observation about a player of an event that was played like this, without any
/// test; nothing where nobody complained.
pub(super) fn of_complaint(m: &Messages, mode: Mode, attention: Attention) -> Vec<String> {
    let Ok(rules) = Regulations::shipped() else { return Vec::new() };
    let said = statements::of_complaint(mode.venue(), attention, &rules);
    said.iter().filter_map(|said| complaint(m, mode.venue(), said)).collect()
}

/// A statement about a complaint in words; `None` for another one.
fn complaint(m: &Messages, venue: Venue, statement: &Statement) -> Option<String> {
    let (key, article) = match (statement, venue) {
        (Statement::ComplaintAllows { observation: true, article }, _) => {
            (Key::DossierComplaintObservation, article)
        }
        (Statement::ComplaintAllows { observation: false, article }, _) => {
            (Key::DossierComplaintMoves, article)
        }
        (Statement::ComplaintFirst { article }, _) => (Key::DossierComplaintFirst, article),
        (Statement::ComplaintAfterTheEvent { article }, Venue::Online) => {
            (Key::DossierComplaintOnline, article)
        }
        (Statement::ComplaintAfterTheEvent { article }, Venue::OverTheBoard) => {
            (Key::DossierComplaintLate, article)
        }
        _ => return None,
    };
    Some(m.with(key, [("article", article)]))
}

/// The threshold of an event, and what the rules say that a z above it stands for.
fn counted(m: &Messages, mode: Mode, level: &Level) -> String {
    let n = m.numbers();
    let mut said = vec![at(m, Key::DossierRulesCounted, level, [("mode", head::mode(m, mode))])];
    if let Ok(rules) = Regulations::shipped() {
        let threshold = rules.thresholds.at(mode.venue());
        let article = || ("article", threshold.level.article.clone());
        said.extend(
            threshold
                .one_in
                .map(|one_in| m.with(Key::DossierRulesFrequency, [("once", n.count(one_in)), article()])),
        );
        let percent = rules.standards.iter().find_map(|standard| standard.percent);
        said.push(match (threshold.odds, percent) {
            (Some(odds), Some(percent)) => {
                let percent = [("from", percent.from, 0), ("to", percent.to, 1)];
                let percent = percent.map(|(name, value, decimals)| (name, n.decimal(value, decimals)));
                let values = [("odds", n.count(odds)), article()];
                m.with(Key::DossierRulesOdds, values.into_iter().chain(percent))
            }
            _ => m.with(Key::DossierRulesLikewise, [article()]),
        });
    }
    said.join(" ")
}

/// Whether the rules set no least z for an action, so that a number is a reason and no condition.
fn is_mild(action: Action) -> bool {
    matches!(action, Action::Unobtrusive | Action::OrangeAlert)
}

fn sentence(m: &Messages, reading: &ResultFacts, statement: &Statement) -> String {
    let z = m.numbers().z(reading.z);
    let plain = |key: Key, level: &Level| at::<String, 0>(m, key, level, []);
    match statement {
        Statement::CountedUnder { mode, threshold, .. } => counted(m, *mode, &threshold.level),
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
        Statement::WeightySupport { level, sole_ground, safer } => {
            let [first, second] = safer.map(|z| m.numbers().decimal(z, 2));
            let sole = m.numbers().decimal(sole_ground.z, 2);
            let values = [("sole", sole), ("first", first), ("second", second)];
            at(m, Key::DossierRulesWeighty, level, values)
        }
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
        Statement::ComplaintAllows { .. }
        | Statement::ComplaintFirst { .. }
        | Statement::ComplaintAfterTheEvent { .. } => {
            complaint(m, reading.mode.venue(), statement).unwrap_or_default()
        }
        Statement::ActionAllowed { action, ground, level, article } => {
            let mild = is_mild(*action);
            let action = ("action", m.label("action", action));
            let article = ("article", article.clone());
            match (ground, level) {
                (Ground::Test, Some(level)) if mild => {
                    let level = ("level", m.numbers().decimal(level.z, 2));
                    m.with(Key::DossierStepReason, [action, level, article])
                }
                (Ground::Test, Some(level)) => at(m, ALLOWED.key(reading), level, [action]),
                (Ground::Test, None) => m.with(Key::DossierAllowed, [action, article]),
                (Ground::SequentialValue, _) => m.with(Key::DossierStepSequential, [action, article]),
                (Ground::Complaint, _) if mild => m.with(Key::DossierStepComplaint, [action, article]),
                (Ground::Complaint, _) => m.with(Key::DossierAllowedComplaint, [action, article]),
            }
        }
        Statement::NoReason { action, article } => no_reason(m, *action, article),
        // So documents of before say that the numbers give no reason.
        Statement::ActionNotAllowed { action, why: NotAllowed::UnderLevel { .. }, article }
            if is_mild(*action) =>
        {
            no_reason(m, *action, article)
        }
        Statement::ActionNotAllowed { action, why, article } => {
            let label = ("action", m.label("action", action));
            let values = [label, ("article", article.clone())];
            match why {
                NotAllowed::NeedsFullTest => m.with(Key::DossierNotAllowedFull, values),
                NotAllowed::UnderLevel { level } => {
                    at(m, NOT_ALLOWED.key(reading), level, [("action", m.label("action", action))])
                }
                NotAllowed::ReasonToRejectComplaint => m.with(Key::DossierNotAllowedReject, values),
                NotAllowed::NotNamed => no_reason(m, *action, article),
                NotAllowed::NoLookLeft => m.with(Key::DossierNotAllowedNoLook, values),
                NotAllowed::NeverOnStatistics => m.with(Key::DossierNotAllowedNever, values),
            }
        }
        Statement::Search { terms, article } => words::search(m, terms, article),
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

/// A mild action without a reason for it.
fn no_reason(m: &Messages, action: Action, article: &str) -> String {
    m.with(
        Key::DossierStepNoReason,
        [("action", m.label("action", &action)), ("article", article.to_owned())],
    )
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
    if years.from <= 0.0 {
        return m.with(Key::DossierRulesJustifyOften, [("months", number(years.to * 12.0))]);
    }
    let (key, years) = if years.from < years.to {
        let range = format!("{}\u{2013}{}", number(years.from), number(years.to));
        (Key::DossierRulesJustifyRare, range)
    } else {
        (Key::DossierRulesJustifyRare, number(years.to))
    };
    m.with(key, [("years", years)])
}
