//! The rules applied to one result, as a list of statements.
//!
//! A statement repeats what an article says of a z like this. It is never a verdict, and there is none for one: what
//! follows from statements is for people to decide, and a report words them from its message files.
//!
//! Which actions are allowed is computed in [`super::permissions()`] and repeated here.

use std::num::NonZeroU32;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::looks::Bars;
use super::permissions::{
    Allowed, AllowedBy, Answer, FullTestResult, LadderFacts, NotAllowed, Permission, QuickTest, permissions,
};
use super::regulations::{Action, Condition, Justified, Level, Regulations, SearchTerm, Threshold, Years};
use super::result_facts::{Attention, IprFact, Mode, Occasion, ResultFacts, TestKind, Venue};
use super::{PolicyError, finite};

/// A statement of the rules about one reading.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", tag = "statement")]
pub enum Statement {
    /// Which threshold the event counts under.
    CountedUnder {
        /// How it was played.
        mode: Mode,
        /// The venue it counts as.
        venue: Venue,
        threshold: Threshold,
    },
    /// A quick test: nothing but a hint.
    HintsOnly { article: String },
    /// The z lies above the official threshold. The presumption takes an approved method and proceedings opened by FIDE.
    MeetsThreshold {
        threshold: Threshold,
        /// The article on the presumption.
        presumption: String,
    },
    /// The z does not meet the official threshold.
    DoesNotMeetThreshold { threshold: Threshold },
    /// The z may support other evidence, if there is any.
    SupportsOtherEvidence { level: Level },
    /// The z may not even support other evidence.
    NoBasis {
        /// The level that is not reached.
        level: Level,
    },
    /// After physical or observed evidence was found the z is weighty support for a judgement, and never its sole ground.
    WeightySupport {
        level: Level,
        /// The least z for a judgement that rests on nothing else.
        sole_ground: Level,
        /// Levels of z that are safer for that.
        safer: [f64; 2],
    },
    /// The z may be primary evidence, if the conditions hold.
    MayBePrimaryEvidence {
        /// Further conditions.
        conditions: Vec<Condition>,
        article: String,
    },
    /// The z may not be primary evidence.
    NotPrimaryEvidence { why: NotPrimary, article: String },
    /// Online, other evidence may carry a case even where statistics do not.
    OtherEvidence { article: String },
    /// Online, what a platform finds itself is not final; the chief arbiter or the panel of experts may consider it enough for a penalty.
    PlatformIndication { article: String },
    /// Other breaches of the rules are not cheating and are judged by themselves.
    OtherBreaches { article: String },
    /// What the complaint may be a ground for.
    ComplaintAllows {
        /// With observation: intrusive steps, with the statistics taken into account. Without: by itself a full test only.
        observation: bool,
        article: String,
    },
    /// A complaint with observation that was raised after the event, as online each is: no ground for steps of the arbiter.
    ComplaintAfterTheEvent { article: String },
    /// A search because of a complaint comes only after the complaint was found not manifestly unfounded.
    ComplaintFirst {
        /// The section after which the Manual remarks it.
        article: String,
    },
    /// The level in an event of so many players, where nobody was singled out, for a single test.
    PlayersBar {
        players: NonZeroU32,
        /// The odds it stands for, 1 in so many.
        one_in: f64,
        level: Level,
    },
    /// The rules allow an action.
    ActionAllowed {
        action: Action,
        /// On what ground.
        ground: Ground,
        /// The level reached: that of the rules, and for mild steps, for which they set none, the one that makes a test odd. `None` for
        /// a complaint, the sequential value and in documents of before.
        level: Option<Level>,
        article: String,
    },
    /// The numbers give no reason for an action for which the rules set no least z, so that they do not forbid it either.
    NoReason { action: Action, article: String },
    /// This reading does not allow an action.
    ActionNotAllowed { action: Action, why: NotAllowed, article: String },
    /// How a search is done, where intrusive steps are allowed over the board.
    Search {
        terms: Vec<SearchTerm>,
        /// The section after which the Manual remarks it.
        article: String,
    },
    /// Without observation, a z that is to be ignored.
    IgnoredWithoutObservation {
        /// The level that is not passed.
        level: Level,
    },
    /// Steps that a z may justify without observation.
    MayJustify {
        /// The highest level passed.
        level: Level,
        /// Steps that it may justify, those of lower levels included.
        justifies: Vec<Justified>,
        /// How often the text expects an honest player there.
        once_in_years: Years,
    },
    /// A reason to reject a complaint, even with observations, if the conditions hold.
    ReasonToRejectComplaint {
        /// The level that is not reached.
        level: Level,
        /// Further conditions.
        conditions: Vec<Condition>,
    },
    /// A reason to reject a complaint: no IPR is much above the rating.
    ReasonToRejectByIpr {
        /// The IPR whose range begins highest.
        ipr: IprFact,
        article: String,
    },
}

/// Why a z may not be primary evidence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum NotPrimary {
    /// It comes from a quick test.
    QuickTest,
    /// It does not meet the threshold.
    UnderThreshold,
    /// There was no second, independent test: by another method or another engine, after the event.
    NoSecondTest,
    /// There was one, and it does not agree.
    SecondTestDisagrees,
}

/// On what ground an action is allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Ground {
    /// The test.
    Test,
    /// The sequential value of the quick test, at a look during the event.
    SequentialValue,
    /// The complaint with observation, and not the test.
    Complaint,
}

/// Everything the rules say about a reading, in the order of [`Statement`].
///
/// # Errors
/// If the z is no number.
pub fn statements(reading: &ResultFacts, rules: &Regulations) -> Result<Vec<Statement>, PolicyError> {
    finite(reading.z)?;
    let venue = reading.mode.venue();
    let threshold = rules.thresholds.at(venue);
    let mut said = vec![Statement::CountedUnder { mode: reading.mode, venue, threshold: threshold.clone() }];
    said.extend(evidence(reading, threshold, rules));
    said.push(primary(reading, threshold, rules));
    if venue == Venue::Online {
        said.push(Statement::OtherEvidence { article: rules.other_evidence.online.clone() });
        said.push(Statement::PlatformIndication { article: rules.online.platform.clone() });
    }
    said.push(Statement::OtherBreaches { article: rules.other_evidence.other_breaches.clone() });
    said.extend(of_complaint(venue, reading.attention, rules));
    if reading.test == TestKind::Full && reading.attention != Attention::SingledOut {
        said.extend(players(reading.players, rules));
    }
    let actions = actions(reading, rules);
    let intrusive = |s: &Statement| {
        matches!(s, Statement::ActionAllowed { action: Action::Intrusive, .. })
            && venue == Venue::OverTheBoard
    };
    let searched = actions.iter().any(intrusive);
    said.extend(actions);
    if searched {
        let (terms, article) = (rules.search.terms.clone(), rules.search.article.clone());
        said.push(Statement::Search { terms, article });
    }
    let unobserved = [Attention::Nobody, Attention::ComplaintWithoutObservation];
    if reading.test == TestKind::Full && unobserved.contains(&reading.attention) {
        said.extend(without_observation(reading.z, rules));
    }
    if rules.complaints.reject.holds(reading.z) {
        said.push(Statement::ReasonToRejectComplaint {
            level: rules.complaints.reject.clone(),
            conditions: rules.complaints.conditions.clone(),
        });
    }
    said.extend(
        reading
            .ipr
            .filter(IprFact::reaches_rating)
            .map(|ipr| Statement::ReasonToRejectByIpr { ipr, article: rules.complaints.ipr.article.clone() }),
    );
    Ok(said)
}

/// Threshold and support of other evidence (AC 1.5, 1.6). A quick test speaks of neither.
fn evidence(reading: &ResultFacts, threshold: &Threshold, rules: &Regulations) -> Vec<Statement> {
    if reading.test == TestKind::Quick {
        let article = rules.uses.hints_only.clone();
        return vec![Statement::HintsOnly { article }];
    }
    let meets = if threshold.level.holds(reading.z) {
        Statement::MeetsThreshold {
            threshold: threshold.clone(),
            presumption: rules.thresholds.presumption.clone(),
        }
    } else {
        Statement::DoesNotMeetThreshold { threshold: threshold.clone() }
    };
    let level = rules.thresholds.supporting.level.clone();
    let supports = if level.holds(reading.z) {
        Statement::SupportsOtherEvidence { level }
    } else {
        Statement::NoBasis { level }
    };
    let weighty = &rules.thresholds.weighty;
    let weighty = weighty.level.holds(reading.z).then(|| Statement::WeightySupport {
        level: weighty.level.clone(),
        sole_ground: weighty.sole_ground.clone(),
        safer: weighty.safer,
    });
    [meets, supports].into_iter().chain(weighty).collect()
}

/// Primary evidence needs a full test, the threshold, and a second test that agrees (RN I.3, II.2).
fn primary(reading: &ResultFacts, threshold: &Threshold, rules: &Regulations) -> Statement {
    let why = match (reading.test, reading.second_test_agrees) {
        (TestKind::Quick, _) => NotPrimary::QuickTest,
        (TestKind::Full, _) if !threshold.level.holds(reading.z) => NotPrimary::UnderThreshold,
        (TestKind::Full, None) => NotPrimary::NoSecondTest,
        (TestKind::Full, Some(false)) => NotPrimary::SecondTestDisagrees,
        (TestKind::Full, Some(true)) => {
            return Statement::MayBePrimaryEvidence {
                conditions: rules.uses.primary.conditions.clone(),
                article: rules.uses.primary.article.clone(),
            };
        }
    };
    let article = match why {
        NotPrimary::QuickTest | NotPrimary::UnderThreshold => &rules.uses.primary.article,
        NotPrimary::NoSecondTest | NotPrimary::SecondTestDisagrees => &rules.uses.second_test,
    };
    Statement::NotPrimaryEvidence { why, article: article.clone() }
}

/// What a complaint may be a ground for (RN VII). After the event there is nobody left to search, and online each complaint comes then.
/// Nothing where nobody complained.
pub fn of_complaint(venue: Venue, attention: Attention, rules: &Regulations) -> Vec<Statement> {
    let article = rules.ladder.iter().find_map(|rung| rung.complaint.clone());
    match (attention, venue, article) {
        (Attention::ComplaintWithoutObservation, ..) => {
            let article = rules.complaints.moves_alone.clone();
            vec![Statement::ComplaintAllows { observation: false, article }]
        }
        (Attention::Complaint, Venue::OverTheBoard, Some(article)) => vec![
            Statement::ComplaintAllows { observation: true, article },
            Statement::ComplaintFirst { article: rules.search.complaint_first.clone() },
        ],
        (Attention::Complaint | Attention::ComplaintAfterTheEvent, Venue::Online, _) => {
            let article = rules.online.complaints.after_the_event.clone();
            vec![Statement::ComplaintAfterTheEvent { article }]
        }
        (Attention::ComplaintAfterTheEvent, Venue::OverTheBoard, _) => {
            let article = rules.complaints.after_the_event.clone();
            vec![Statement::ComplaintAfterTheEvent { article }]
        }
        (Attention::Complaint, Venue::OverTheBoard, None)
        | (Attention::Nobody | Attention::SingledOut, ..) => Vec::new(),
    }
}

/// The level for an event of so many players, once for each different one on the ladder.
fn players(players: NonZeroU32, rules: &Regulations) -> Vec<Statement> {
    let one_in = rules.multiplicity.odds_per_player * f64::from(players.get());
    let one_look = Bars::of_one_look(players, &rules.multiplicity);
    let mut bars: Vec<Level> = Vec::new();
    for levels in rules.ladder.iter().filter_map(|rung| rung.levels.as_ref()) {
        bars.extend(one_look.after(0, levels).filter(|level| !bars.contains(level)));
    }
    let said = |level| Statement::PlayersBar { players, one_in, level };
    bars.into_iter().map(said).collect()
}

/// Every rung of the ladder.
fn actions(reading: &ResultFacts, rules: &Regulations) -> Vec<Statement> {
    let bars = Bars::on(reading.occasion, reading.players, &rules.multiplicity);
    let z = reading.z;
    let full = (reading.test == TestKind::Full).then(|| FullTestResult {
        z,
        after_round: reading.occasion.round(),
        ordinary_ipr: reading.ipr.as_ref().is_some_and(IprFact::reaches_rating),
    });
    let quick = match reading.occasion {
        // An ordinary full test answers the hint, as it does at the looks themselves.
        Occasion::Look { named, .. } => {
            let answered = full.is_some() && rules.complaints.reject.holds(z);
            Some(QuickTest::Sequential { names: named && !answered })
        }
        Occasion::SingleTest => full.is_none().then_some(QuickTest::Single { z }),
    };
    let facts =
        LadderFacts { attention: reading.attention, venue: reading.mode.venue(), quick, full, bars: &bars };
    let said = |Permission { action, answer, article }| match answer {
        Answer::Allowed(Allowed { ground, level }) => {
            let ground = match (ground, &level) {
                (AllowedBy::Complaint, _) => Ground::Complaint,
                (AllowedBy::QuickTest, None) => Ground::SequentialValue,
                (AllowedBy::FullTest | AllowedBy::QuickTest, _) => Ground::Test,
            };
            Statement::ActionAllowed { action, ground, level, article }
        }
        Answer::NoReason => Statement::NoReason { action, article },
        Answer::NotAllowed(why) => Statement::ActionNotAllowed { action, why, article },
    };
    permissions(&facts, rules).into_iter().map(said).collect()
}

/// The highest step passed, with all that the steps up to it may justify.
fn without_observation(z: f64, rules: &Regulations) -> Option<Statement> {
    let passed: Vec<_> = rules.without_observation.iter().take_while(|step| step.level.holds(z)).collect();
    let Some(highest) = passed.last() else {
        let first = rules.without_observation.first()?;
        return Some(Statement::IgnoredWithoutObservation { level: first.level.clone() });
    };
    Some(Statement::MayJustify {
        level: highest.level.clone(),
        justifies: passed.iter().flat_map(|step| step.justifies.clone()).collect(),
        once_in_years: highest.once_in_years,
    })
}

#[cfg(test)]
mod tests;
