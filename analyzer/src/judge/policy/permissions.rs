//! Which actions of an arbiter the evidence about one player allows, and on which ground: the only place where that is computed.
//! Hints, dossiers, pages of cases and the interface for programs print what stands here.
//!
//! Two promises hold whatever the data file says: a quick test permits hints and nothing else, whatever its z, and no
//! statistic permits a disqualification on the spot. One difference between a look during an event and a single test after it is
//! meant, and [`Occasion`](super::result_facts::Occasion) alone makes it:
//!
//! | | single test | one of several looks |
//! |---|---|---|
//! | reason for unobtrusive steps, an orange alert | z at [`Assumptions::unusual`](super::regulations::Assumptions::unusual) or above | the sequential value of the quick test names the player |
//! | intrusive steps | the level of the rules | the level shared over all looks |
//!
//! For the mild steps the rules set no least z, so no number forbids them: without a reason the answer is [`Answer::NoReason`].
//! Whoever may be asked or searched may be watched, so a ground of intrusive steps is a reason for the milder ones too.
//!
//! A complaint with observation may be a ground of intrusive steps, with the statistics taken into account: only over the board,
//! during the event, after a full test, and where that test is no reason to reject the complaint.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::looks::Bars;
use super::regulations::{Action, Evidence, Level, Regulations, Rung};
use super::result_facts::{Attention, Venue};

/// What is known about one player, as far as the ladder asks for it.
#[derive(Clone, Copy, Debug)]
pub struct LadderFacts<'a> {
    pub attention: Attention,
    /// Where the games are played.
    pub venue: Venue,
    /// What a quick test says, if there is one.
    pub quick: Option<QuickTest>,
    /// The latest full test, if there is one.
    pub full: Option<FullTestResult>,
    /// The levels of full tests on this occasion.
    pub bars: &'a Bars,
}

/// What a quick test says of a player.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum QuickTest {
    /// The overall z of a single test.
    Single { z: f64 },
    /// Whether the sequential value, all games together, names the player now.
    Sequential { names: bool },
}

/// A full test of a player.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FullTestResult {
    /// Overall z.
    pub z: f64,
    /// The round after which it was made; 0 for a single test.
    pub after_round: u16,
    /// Whether no IPR is much above the rating; false where none is known.
    pub ordinary_ipr: bool,
}

impl FullTestResult {
    /// Whether it is a reason to reject a complaint, even with observations.
    fn rejects_complaint(self, rules: &Regulations) -> bool {
        self.ordinary_ipr || rules.complaints.reject.holds(self.z)
    }
}

/// The answer about one rung of the ladder.
#[derive(Clone, Debug, PartialEq)]
pub struct Permission {
    pub action: Action,
    pub answer: Answer,
    /// The article of the ground, or of the action where there is none.
    pub article: String,
}

/// Whether an action is allowed.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    Allowed(Allowed),
    /// The numbers give no reason. The rules set no least z, so they do not forbid it either.
    NoReason,
    NotAllowed(NotAllowed),
}

impl Answer {
    /// The ground of an action that is allowed.
    pub fn allowed(self) -> Option<Allowed> {
        match self {
            Self::Allowed(allowed) => Some(allowed),
            Self::NoReason | Self::NotAllowed(_) => None,
        }
    }
}

impl From<Result<Allowed, NotAllowed>> for Answer {
    fn from(answer: Result<Allowed, NotAllowed>) -> Self {
        answer.map_or_else(Self::NotAllowed, Self::Allowed)
    }
}

/// An action that is allowed.
#[derive(Clone, Debug, PartialEq)]
pub struct Allowed {
    pub ground: AllowedBy,
    /// The level that was reached; `None` for the sequential value and for a complaint.
    pub level: Option<Level>,
}

impl Allowed {
    const BY_COMPLAINT: Self = Self { ground: AllowedBy::Complaint, level: None };
}

/// The evidence that allows an action, the stronger first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AllowedBy {
    FullTest,
    /// A formal complaint with observation; for intrusive steps with a full test that is no reason to reject it.
    Complaint,
    QuickTest,
}

/// Why an action is not allowed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", tag = "reason")]
pub enum NotAllowed {
    NeedsFullTest,
    /// The z does not reach the level.
    UnderLevel {
        level: Level,
    },
    /// There is a complaint with observation, and the test is a reason to reject it.
    ReasonToRejectComplaint,
    /// In documents of before, during the event: the sequential value of the quick test does not name the player, and no full test
    /// reaches its level. Now a step without a least z is answered by [`Answer::NoReason`].
    NotNamed,
    /// None of the looks that were planned is left.
    NoLookLeft,
    /// Never on statistics alone.
    NeverOnStatistics,
}

/// The answer about every rung of the ladder, from the mildest. A z that is no number reaches nothing.
pub fn permissions(facts: &LadderFacts<'_>, rules: &Regulations) -> Vec<Permission> {
    let hardest = rules.ladder.iter().find(|rung| rung.action == Action::Intrusive);
    let harder = hardest.map(|rung| intrusive(facts, rung, rules));
    let complaint = hardest.and_then(|rung| rung.complaint.as_ref());
    let permission = |rung: &Rung| {
        let answer: Answer = match (rung.action, &harder) {
            (Action::OnTheSpotDisqualification, _) => Answer::NotAllowed(NotAllowed::NeverOnStatistics),
            _ if rung.evidence == Evidence::BreachOfTheLaws => {
                Answer::NotAllowed(NotAllowed::NeverOnStatistics)
            }
            (Action::Intrusive, _) => intrusive(facts, rung, rules).into(),
            (Action::Unobtrusive | Action::OrangeAlert, harder) => {
                let harder = harder.as_ref().and_then(|harder| harder.as_ref().ok());
                let watched = rung.action == Action::Unobtrusive
                    && complaint.is_some()
                    && is_complaint_open(facts, rules);
                // At one of several looks the stronger evidence is named; a single test is held against the level of the rung.
                match (milder(facts, rung, rules), harder) {
                    (Answer::Allowed(own), _) if facts.bars.is_of_one_look() => Answer::Allowed(own),
                    (_, Some(harder)) => Answer::Allowed(harder.clone()),
                    (Answer::Allowed(_) | Answer::NoReason, None) if watched => {
                        Answer::Allowed(Allowed::BY_COMPLAINT)
                    }
                    (own, None) => own,
                }
            }
        };
        let by_complaint = match &answer {
            Answer::Allowed(allowed) => allowed.ground == AllowedBy::Complaint,
            Answer::NotAllowed(why) => *why == NotAllowed::ReasonToRejectComplaint,
            Answer::NoReason => false,
        };
        let article = complaint.filter(|_| by_complaint).unwrap_or(&rung.article);
        Permission { action: rung.action, answer, article: article.clone() }
    };
    rules.ladder.iter().map(permission).collect()
}

/// Whether there is a complaint with observation that no full test is a reason to reject.
fn is_complaint_open(facts: &LadderFacts<'_>, rules: &Regulations) -> bool {
    matches!(facts.attention, Attention::Complaint | Attention::ComplaintAfterTheEvent)
        && facts.full.is_none_or(|full| !full.rejects_complaint(rules))
}

/// Intrusive steps. A quick test is no ground, whatever the file names as the least evidence.
fn intrusive(facts: &LadderFacts<'_>, rung: &Rung, rules: &Regulations) -> Result<Allowed, NotAllowed> {
    let by_test = full_test(facts, rung);
    let counts = rung.complaint.is_some()
        && facts.attention == Attention::Complaint
        && facts.venue == Venue::OverTheBoard;
    match (by_test, facts.full.filter(|_| counts)) {
        // The statistics have been taken into account.
        (Err(_), Some(full)) if !full.rejects_complaint(rules) => Ok(Allowed::BY_COMPLAINT),
        (Err(_), Some(_)) => Err(NotAllowed::ReasonToRejectComplaint),
        (by_test, _) => by_test,
    }
}

/// Whether the full test reaches the level of a rung.
fn full_test(facts: &LadderFacts<'_>, rung: &Rung) -> Result<Allowed, NotAllowed> {
    let (Some(full), Some(levels)) = (facts.full, &rung.levels) else {
        return Err(NotAllowed::NeedsFullTest);
    };
    let level = match facts.attention {
        Attention::SingledOut => Some(levels.singled_out.clone()),
        Attention::Nobody
        | Attention::Complaint
        | Attention::ComplaintAfterTheEvent
        | Attention::ComplaintWithoutObservation => facts.bars.after(full.after_round, levels),
    };
    let level = level.ok_or(NotAllowed::NoLookLeft)?;
    if level.holds(full.z) {
        Ok(Allowed { ground: AllowedBy::FullTest, level: Some(level) })
    } else {
        Err(NotAllowed::UnderLevel { level })
    }
}

/// Steps for which the rules set no least z: a test that is odd is a reason.
fn milder(facts: &LadderFacts<'_>, rung: &Rung, rules: &Regulations) -> Answer {
    if rung.evidence == Evidence::FullTest && facts.full.is_none() {
        return Answer::NotAllowed(NotAllowed::NeedsFullTest);
    }
    let quick = facts.quick.filter(|_| rung.evidence == Evidence::QuickTest);
    if !facts.bars.is_of_one_look() {
        return match quick {
            Some(QuickTest::Sequential { names: true }) => {
                Answer::Allowed(Allowed { ground: AllowedBy::QuickTest, level: None })
            }
            _ => Answer::NoReason,
        };
    }
    let single = quick.and_then(|quick| match quick {
        QuickTest::Single { z } => Some((AllowedBy::QuickTest, z)),
        QuickTest::Sequential { .. } => None,
    });
    let full = facts.full.map(|full| (AllowedBy::FullTest, full.z));
    let level = &rules.assumptions.unusual;
    match full.or(single) {
        Some((ground, z)) if level.holds(z) => {
            Answer::Allowed(Allowed { ground, level: Some(level.clone()) })
        }
        _ => Answer::NoReason,
    }
}

#[cfg(test)]
mod tests;
