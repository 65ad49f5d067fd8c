//! The rules applied to one result, as a list of statements.
//!
//! A statement repeats what an article says of a z like this. It is never a verdict, and there is none for one: what
//! follows from statements is for people to decide, and a report words them from its message files.
//!
//! Two promises hold whatever the data file says: a quick test permits hints and nothing else, whatever its z, and no
//! statistic permits a disqualification on the spot.

use std::num::NonZeroU32;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::multiplicity::players_bar;
use super::regulations::{
    Action, Comparison, Condition, Evidence, Justified, Level, Regulations, Rung, RungLevels, Threshold,
    Years,
};
use super::result_facts::{Attention, Mode, ResultFacts, TestKind, Venue};
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
    /// The z meets the official threshold.
    MeetsThreshold {
        threshold: Threshold,
        /// The article on what follows.
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
    /// The z may be primary evidence, if the conditions hold.
    MayBePrimaryEvidence {
        /// Further conditions.
        conditions: Vec<Condition>,
        article: String,
    },
    /// The z may not be primary evidence.
    NotPrimaryEvidence { why: NotPrimary, article: String },
    /// The level in an event of so many players, where nobody was singled out.
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
        /// The least z; `None` where the rules name none and leave the matter to the arbiter.
        level: Option<Level>,
        article: String,
    },
    /// This reading does not allow an action.
    ActionNotAllowed { action: Action, why: NotAllowed, article: String },
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
}

/// Why a z may not be primary evidence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum NotPrimary {
    /// It comes from a quick test.
    QuickTest,
    /// It does not meet the threshold.
    UnderThreshold,
    /// There was no second, independent test.
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
    /// The complaint with observation, and not the test.
    Complaint,
}

/// Why a reading does not allow an action.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", tag = "reason")]
pub enum NotAllowed {
    NeedsFullTest,
    /// The z does not reach the level.
    UnderLevel {
        level: Level,
    },
    /// Never on statistics alone.
    NeverOnStatistics,
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
    if reading.test == TestKind::Full && reading.attention != Attention::SingledOut {
        said.extend(players(reading.players, rules));
    }
    said.extend(rules.ladder.iter().map(|rung| action(reading, rung, rules)));
    if reading.test == TestKind::Full
        && matches!(reading.attention, Attention::Nobody | Attention::ComplaintWithoutObservation)
    {
        said.extend(without_observation(reading.z, rules));
    }
    if rules.complaints.reject.holds(reading.z) {
        said.push(Statement::ReasonToRejectComplaint {
            level: rules.complaints.reject.clone(),
            conditions: rules.complaints.conditions.clone(),
        });
    }
    Ok(said)
}

/// Threshold and support of other evidence (AC I.5, I.6). A quick test speaks of neither.
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
    vec![meets, supports]
}

/// Primary evidence needs a full test, the threshold, and a second test that agrees (RN I).
fn primary(reading: &ResultFacts, threshold: &Threshold, rules: &Regulations) -> Statement {
    let article = rules.uses.primary.article.clone();
    let why = match (reading.test, reading.second_test_agrees) {
        (TestKind::Quick, _) => NotPrimary::QuickTest,
        (TestKind::Full, _) if !threshold.level.holds(reading.z) => NotPrimary::UnderThreshold,
        (TestKind::Full, None) => NotPrimary::NoSecondTest,
        (TestKind::Full, Some(false)) => NotPrimary::SecondTestDisagrees,
        (TestKind::Full, Some(true)) => {
            return Statement::MayBePrimaryEvidence {
                conditions: rules.uses.primary.conditions.clone(),
                article,
            };
        }
    };
    Statement::NotPrimaryEvidence { why, article }
}

/// The level for an event of so many players, once for each different one on the ladder.
fn players(players: NonZeroU32, rules: &Regulations) -> Vec<Statement> {
    let one_in = rules.multiplicity.odds_per_player * f64::from(players.get());
    let mut bars: Vec<Level> = Vec::new();
    for levels in rules.ladder.iter().filter_map(|rung| rung.levels.as_ref()) {
        let level = raised(levels, players, rules);
        if !bars.contains(&level) {
            bars.push(level);
        }
    }
    let said = |level| Statement::PlayersBar { players, one_in, level };
    bars.into_iter().map(said).collect()
}

/// The level where nobody was singled out, raised to what the number of players asks for.
fn raised(levels: &RungLevels, players: NonZeroU32, rules: &Regulations) -> Level {
    let base = &levels.nobody_singled_out;
    let bar = players_bar(players, &rules.multiplicity);
    if bar > base.z {
        Level { z: bar, holds: Comparison::AtLeast, article: rules.multiplicity.article.clone() }
    } else {
        base.clone()
    }
}

/// One rung of the ladder. A complaint with observation can be a ground of its own; then the test is none.
fn action(reading: &ResultFacts, rung: &Rung, rules: &Regulations) -> Statement {
    let complaint = rung.complaint.as_ref().filter(|_| reading.attention == Attention::Complaint);
    match (by_test(reading, rung, rules), complaint) {
        (Ok(level), _) => Statement::ActionAllowed {
            action: rung.action,
            ground: Ground::Test,
            level,
            article: rung.article.clone(),
        },
        (Err(_), Some(article)) => Statement::ActionAllowed {
            action: rung.action,
            ground: Ground::Complaint,
            level: None,
            article: article.clone(),
        },
        (Err(why), None) => {
            Statement::ActionNotAllowed { action: rung.action, why, article: rung.article.clone() }
        }
    }
}

/// Whether the test allows a rung, with the level it had to reach, if there is one.
fn by_test(reading: &ResultFacts, rung: &Rung, rules: &Regulations) -> Result<Option<Level>, NotAllowed> {
    match (rung.evidence, reading.test) {
        (Evidence::BreachOfTheLaws, _) => return Err(NotAllowed::NeverOnStatistics),
        (Evidence::FullTest, TestKind::Quick) => return Err(NotAllowed::NeedsFullTest),
        (Evidence::FullTest, TestKind::Full) | (Evidence::QuickTest, _) => {}
    }
    let Some(levels) = &rung.levels else {
        return Ok(None);
    };
    let level = match reading.attention {
        Attention::SingledOut => levels.singled_out.clone(),
        Attention::Nobody | Attention::Complaint | Attention::ComplaintWithoutObservation => {
            raised(levels, reading.players, rules)
        }
    };
    if level.holds(reading.z) { Ok(Some(level)) } else { Err(NotAllowed::UnderLevel { level }) }
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
