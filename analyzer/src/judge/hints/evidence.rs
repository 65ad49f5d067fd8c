//! Classes of evidence as types, so that no hint can be built that goes beyond its class.
//!
//! A [`QuickHint`] comes from a quick test and is the ground of an [`Unobtrusive`] step at most: [`Intrusive`] has no place
//! for it. A [`FullReading`] exists only of a full test with certified parameters, and an [`OverBar`] only of a full reading
//! that is over its level. An [`OrangeAlert`] holds no name. For a disqualification there is no type at all. None of them
//! can be made outside this crate but through the checks here:
//!
//! ```compile_fail
//! use analyzer::hints::evidence::{Intrusive, IntrusiveGround, QuickHint};
//! // There is no such variant, and no rule file can add one.
//! fn beyond(hint: QuickHint) -> IntrusiveGround { IntrusiveGround::Quick(hint) }
//! ```
//!
//! ```compile_fail
//! use analyzer::hints::evidence::OrangeAlert;
//! // Nobody is singled out.
//! fn named(alert: OrangeAlert) -> String { alert.name }
//! ```
//!
//! ```compile_fail
//! use analyzer::hints::evidence::FullReading;
//! // Not without a full test.
//! let made_up = FullReading { person: 0, after_round: 5, z: 9.0, depth_aware_z: None, decisions: 300, ipr: None, after_absences: None };
//! ```

use schemars::JsonSchema;
use serde::Serialize;
use thiserror::Error;

use super::sequence::{Crossing, SequentialPath};
use crate::judge::full_test::{Chance, FullTest, kind};
use crate::judge::policy::regulations::Level;
use crate::judge::policy::{IprFact, TestKind};
use crate::judge::screen::document::Suggestion;

/// Why a test is no full test of a hint.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
pub enum EvidenceError {
    #[error("depth {depth} with {lines} lines is a quick test, which is a hint and nothing beyond")]
    Quick {
        /// Depth in plies.
        depth: u8,
        lines: u8,
    },
}

/// The most that a quick test may say of a player: unusual, ask for a full test.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct QuickHint {
    /// The games after which the value named the player.
    pub crossing: Crossing,
}

impl QuickHint {
    /// A hint, if the value names the player after a game and is above `more_than` (a decimal logarithm) then: the highest of these.
    pub(super) fn from_path(path: &SequentialPath, more_than: Option<f64>) -> Option<Self> {
        let higher = |crossing: &&Crossing| more_than.is_none_or(|least| crossing.log10_value > least);
        let crossings = path.crossings.iter().filter(higher);
        let crossing = crossings.max_by(|a, b| a.log10_value.total_cmp(&b.log10_value))?;
        Some(Self { crossing: *crossing })
    }
}

/// The z of a full test, with the time it belongs to.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct FullReading {
    /// The player, as an index into the event's roster.
    pub person: usize,
    /// The round after which the test was made: it holds the games up to then.
    pub after_round: u16,
    /// Overall z of the primary model.
    pub z: f64,
    /// The same of the second model.
    pub depth_aware_z: Option<f64>,
    pub decisions: u32,
    /// Of all IPR that were computed the one whose range begins highest; absent without any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ipr: Option<IprFact>,
    /// Decisions after logged absences, tested apart with their own correction; advisory. Absent without a log.
    pub after_absences: Option<Chance>,
}

/// A full test that was made and has no z on which anything may rest.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct NoReading {
    /// The player, as an index into the event's roster.
    pub person: usize,
    /// The round after which the test was made: it holds the games up to then.
    pub after_round: u16,
    pub decisions: u32,
    /// Why there is no z: no rating, a rating outside the fit, too few decisions, or provisional parameters.
    pub reason: Suggestion,
}

/// What a full test made during an event came to.
#[derive(Clone, Debug, PartialEq)]
pub enum TestOutcome {
    Reading(FullReading),
    NoReading(NoReading),
}

impl From<FullReading> for TestOutcome {
    fn from(reading: FullReading) -> Self {
        Self::Reading(reading)
    }
}

impl TestOutcome {
    /// Takes the outcome from a full test of the player numbered `person` in the event's roster, made after a round.
    ///
    /// # Errors
    /// If the test is a quick one.
    pub fn from_test(test: &FullTest, person: usize, after_round: u16) -> Result<Self, EvidenceError> {
        let settings = &test.manifest.settings;
        if kind(settings, false) == TestKind::Quick {
            return Err(EvidenceError::Quick { depth: settings.depth, lines: settings.multipv });
        }
        let decisions = test.player.scored;
        let z = test.player.overall_z.filter(|z| z.is_finite() && !test.manifest.provisional);
        let Some(z) = z else {
            let reason =
                if test.manifest.provisional { Suggestion::NotCalibrated } else { test.player.reading };
            return Ok(Self::NoReading(NoReading { person, after_round, decisions, reason }));
        };
        Ok(Self::Reading(FullReading {
            person,
            after_round,
            z,
            depth_aware_z: test.player.depth_aware.as_ref().map(|second| second.overall_z),
            decisions,
            ipr: test.rules.as_ref().and_then(|rules| rules.reading.ipr),
            after_absences: test.absences.as_ref().and_then(|absences| absences.chance),
        }))
    }

    /// The player, as an index into the event's roster.
    pub fn person(&self) -> usize {
        match self {
            Self::Reading(reading) => reading.person,
            Self::NoReading(none) => none.person,
        }
    }

    /// The round after which the test was made.
    pub fn after_round(&self) -> u16 {
        match self {
            Self::Reading(reading) => reading.after_round,
            Self::NoReading(none) => none.after_round,
        }
    }

    /// The same of the player at another place of a roster.
    #[must_use]
    pub(super) fn of_person(mut self, place: usize) -> Self {
        match &mut self {
            Self::Reading(reading) => reading.person = place,
            Self::NoReading(none) => none.person = place,
        }
        self
    }

    /// The z, if there is one.
    pub fn reading(&self) -> Option<&FullReading> {
        match self {
            Self::Reading(reading) => Some(reading),
            Self::NoReading(_) => None,
        }
    }
}

impl FullReading {
    #[cfg(test)]
    pub(super) fn made_up(person: usize, after_round: u16, z: f64) -> Self {
        Self { person, after_round, z, depth_aware_z: None, decisions: 200, ipr: None, after_absences: None }
    }

    /// The proof that the reading is on the side of a level that the rung asks for.
    pub(super) fn over(&self, level: &Level) -> Option<OverBar> {
        level.holds(self.z).then(|| OverBar {
            z: self.z,
            level: level.clone(),
            after_round: self.after_round,
        })
    }
}

/// A full test over its level.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct OverBar {
    /// Overall z.
    pub z: f64,
    /// The level it had to reach, corrected for the looks where nobody was singled out.
    pub level: Level,
    /// The round after which the test was made.
    pub after_round: u16,
}

/// A formal complaint with observation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Complaint {
    /// The article under which it is a ground.
    pub article: String,
}

/// The ground of unobtrusive steps.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case", tag = "evidence")]
pub enum Ground {
    QuickTest(QuickHint),
    FullTest(OverBar),
    /// A formal complaint with observation.
    Complaint(Complaint),
}

/// The ground of intrusive steps. A quick test is none.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case", tag = "evidence")]
pub enum IntrusiveGround {
    /// A full test over its level.
    FullTest(OverBar),
    /// A formal complaint with observation.
    Complaint(Complaint),
}

/// Unobtrusive steps towards a player: closer watch, a full test.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Unobtrusive {
    /// The player, as an index into the event's roster.
    pub person: usize,
    /// Name as most games write it.
    pub name: String,
    /// Their ground.
    pub ground: Ground,
}

/// Intrusive steps towards a player.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Intrusive {
    /// The player, as an index into the event's roster.
    pub person: usize,
    /// Name as most games write it.
    pub name: String,
    /// Their ground.
    pub ground: IntrusiveGround,
}

/// An orange alert. It is for the whole event and holds no name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct OrangeAlert {
    /// How many hints stand behind it.
    pub hints: u32,
}

impl OrangeAlert {
    /// An alert, if there is a hint. The hints themselves are counted and not kept.
    pub(super) fn from_hints(hints: impl IntoIterator<Item = Unobtrusive>) -> Option<Self> {
        let hints = u32::try_from(hints.into_iter().count()).unwrap_or(u32::MAX);
        (hints > 0).then_some(Self { hints })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::policy::regulations::Comparison;

    #[test]
    fn a_full_reading_is_over_a_level_or_it_proves_nothing() {
        let level = Level { z: 3.32, holds: Comparison::AtLeast, article: "A".to_owned() };
        let over = FullReading::made_up(4, 6, 3.32).over(&level).expect("at the level");
        assert_eq!((over.z, over.after_round, over.level.z), (3.32, 6, 3.32));
        for z in [3.319_999, 0.0, -9.0, f64::NAN] {
            assert_eq!(FullReading::made_up(4, 6, z).over(&level), None, "{z}");
        }
    }
}
