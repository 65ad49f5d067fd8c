//! Which actions of an arbiter the evidence about one player allows, and on which ground: the only place where that is computed.
//! Hints, dossiers, pages of cases and the interface for programs print what stands here.
//!
//! Two promises hold whatever the data file says: a quick test permits hints and nothing else, whatever its z, and no
//! statistic permits a disqualification on the spot. One difference between a look during an event and a single test after it is
//! meant, and [`Occasion`](super::result_facts::Occasion) alone makes it:
//!
//! | | single test | one of several looks |
//! |---|---|---|
//! | unobtrusive steps, orange alert | z at [`Assumptions::unusual`](super::regulations::Assumptions::unusual) or above | the sequential value of the quick test names the player |
//! | intrusive steps | the level of the rules | the level shared over all looks |
//!
//! Whoever may be asked or searched may be watched, so a ground of intrusive steps is one of the milder ones too.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::looks::Bars;
use super::regulations::{Action, Evidence, Level, Regulations, Rung};
use super::result_facts::Attention;

/// What is known about one player, as far as the ladder asks for it.
#[derive(Clone, Copy, Debug)]
pub struct LadderFacts<'a> {
    pub attention: Attention,
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
}

/// The answer about one rung of the ladder.
#[derive(Clone, Debug, PartialEq)]
pub struct Permission {
    pub action: Action,
    pub answer: Result<Allowed, NotAllowed>,
    /// The article of the ground, or of the action where there is none.
    pub article: String,
}

/// An action that is allowed.
#[derive(Clone, Debug, PartialEq)]
pub struct Allowed {
    pub ground: AllowedBy,
    /// The level that was reached; `None` for the sequential value and for a complaint.
    pub level: Option<Level>,
}

/// The evidence that allows an action, the stronger first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AllowedBy {
    FullTest,
    /// A formal complaint with observation, and no test.
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
    /// During the event: the sequential value of the quick test does not name the player, and no full test reaches its level.
    NotNamed,
    /// None of the looks that were planned is left.
    NoLookLeft,
    /// Never on statistics alone.
    NeverOnStatistics,
}

/// The answer about every rung of the ladder, from the mildest. A z that is no number reaches nothing.
pub fn permissions(facts: &LadderFacts<'_>, rules: &Regulations) -> Vec<Permission> {
    let hardest = rules.ladder.iter().find(|rung| rung.action == Action::Intrusive);
    let harder = hardest.map(|rung| intrusive(facts, rung));
    let permission = |rung: &Rung| {
        let answer = match (rung.action, &harder) {
            (Action::OnTheSpotDisqualification, _) => Err(NotAllowed::NeverOnStatistics),
            _ if rung.evidence == Evidence::BreachOfTheLaws => Err(NotAllowed::NeverOnStatistics),
            (Action::Intrusive, _) => intrusive(facts, rung),
            (Action::Unobtrusive | Action::OrangeAlert, harder) => {
                let harder = harder.as_ref().and_then(|harder| harder.as_ref().ok());
                // At one of several looks the stronger evidence is named; a single test is held against the level of the rung.
                match (milder(facts, rung, rules), harder) {
                    (Ok(own), _) if facts.bars.is_of_one_look() => Ok(own),
                    (_, Some(harder)) => Ok(harder.clone()),
                    (own, None) => own,
                }
            }
        };
        let complaint = hardest.and_then(|rung| rung.complaint.clone());
        let article = match &answer {
            Ok(Allowed { ground: AllowedBy::Complaint, .. }) => {
                complaint.unwrap_or_else(|| rung.article.clone())
            }
            Ok(_) | Err(_) => rung.article.clone(),
        };
        Permission { action: rung.action, answer, article }
    };
    rules.ladder.iter().map(permission).collect()
}

/// Intrusive steps. A quick test is no ground, whatever the file names as the least evidence.
fn intrusive(facts: &LadderFacts<'_>, rung: &Rung) -> Result<Allowed, NotAllowed> {
    let by_test = full_test(facts, rung);
    match (&by_test, &rung.complaint, facts.attention) {
        (Err(_), Some(_), Attention::Complaint) => Ok(Allowed { ground: AllowedBy::Complaint, level: None }),
        _ => by_test,
    }
}

/// Whether the full test reaches the level of a rung.
fn full_test(facts: &LadderFacts<'_>, rung: &Rung) -> Result<Allowed, NotAllowed> {
    let (Some(full), Some(levels)) = (facts.full, &rung.levels) else {
        return Err(NotAllowed::NeedsFullTest);
    };
    let level = match facts.attention {
        Attention::SingledOut => Some(levels.singled_out.clone()),
        Attention::Nobody | Attention::Complaint | Attention::ComplaintWithoutObservation => {
            facts.bars.after(full.after_round, levels)
        }
    };
    let level = level.ok_or(NotAllowed::NoLookLeft)?;
    if level.holds(full.z) {
        Ok(Allowed { ground: AllowedBy::FullTest, level: Some(level) })
    } else {
        Err(NotAllowed::UnderLevel { level })
    }
}

/// Steps for which the rules name no least z: a test that is odd.
fn milder(facts: &LadderFacts<'_>, rung: &Rung, rules: &Regulations) -> Result<Allowed, NotAllowed> {
    let quick = facts.quick.filter(|_| rung.evidence == Evidence::QuickTest);
    if !facts.bars.is_of_one_look() {
        return match quick {
            Some(QuickTest::Sequential { names: true }) => {
                Ok(Allowed { ground: AllowedBy::QuickTest, level: None })
            }
            _ if rung.evidence == Evidence::FullTest && facts.full.is_none() => {
                Err(NotAllowed::NeedsFullTest)
            }
            _ => Err(NotAllowed::NotNamed),
        };
    }
    let single = quick.and_then(|quick| match quick {
        QuickTest::Single { z } => Some((AllowedBy::QuickTest, z)),
        QuickTest::Sequential { .. } => None,
    });
    let full = facts.full.map(|full| (AllowedBy::FullTest, full.z));
    let level = &rules.assumptions.unusual;
    match full.or(single) {
        None => Err(NotAllowed::NeedsFullTest),
        Some((ground, z)) if level.holds(z) => Ok(Allowed { ground, level: Some(level.clone()) }),
        Some(_) => Err(NotAllowed::UnderLevel { level: level.clone() }),
    }
}

#[cfg(test)]
mod tests;
