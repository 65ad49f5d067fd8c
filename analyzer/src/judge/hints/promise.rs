//! The error rates promised to honest players, and the thresholds that keep them.
//!
//! **Unobtrusive steps.** A player is named for them when the sequential value reaches `1 / alpha`. An honest player's
//! ever does with probability at most `alpha`, however often it is read (Ville). With
//! `alpha = false_hints / players` at most `false_hints` honest players are named per event on average,
//! over all looks and all rounds (Bonferroni).
//!
//! The default of [`FALSE_HINTS`] is the odds that the rules themselves set for a harder step: a level of
//! `quantile(1 - 1 / (5 N))` names one of `N` honest players at one look with probability 1/5 at most. A hint that has an
//! arbiter watch somebody more closely is wrong no more often than that, and this over all looks.
//!
//! **Intrusive steps.** The rules' level holds for one look. Looked at after every round it is passed more often, so the
//! chance is shared over the looks: the level at one of them is `max(3.00, quantile(1 - share / (5 N)))` and the shares sum
//! to 1 at most. By the union bound the chance that *any* honest player is *ever* over it is then the 1/5 that the rule
//! promises for one look, whatever the looks have to do with each other. Where the floor of 3.00 is the higher, it stands.

use std::num::{NonZeroU16, NonZeroU32};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::judge::policy::multiplicity::players_bar;
use crate::judge::policy::regulations::{Comparison, Level, MultiplicityRule, RungLevels};

/// Honest players named for unobtrusive steps per event, on average and at most: one in five events.
pub const FALSE_HINTS: f64 = 0.2;
/// Levels at which it is told whether a player's sequential value ever reached them; fixed in advance.
pub const ALPHAS: [f64; 3] = [0.05, 0.01, 0.001];

/// A promise that cannot be kept.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
pub enum PromiseError {
    /// A number of false hints out of range.
    #[error(
        "{false_hints} false hints per event cannot be promised; the number must be above 0 and at most 1"
    )]
    FalseHints {
        /// As given.
        false_hints: f64,
    },
}

/// How often the event is looked at with full tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", tag = "planned")]
pub enum LookPlan {
    /// After each of so many rounds, with equal shares.
    Rounds {
        /// Rounds of the event.
        rounds: NonZeroU16,
    },
    /// Nobody knows how many rounds there will be: round `r` has the share `1 / (r (r + 1))`, which sums to 1.
    Open,
}

impl LookPlan {
    /// The share of the chance that belongs to the look after a round, above 0 and at most 1; `None` for round 0, and
    /// for a round beyond those planned, for which nothing is left.
    pub fn share(self, round: u16) -> Option<f64> {
        let r = f64::from(round);
        match self {
            _ if round == 0 => None,
            Self::Rounds { rounds } if round > rounds.get() => None,
            Self::Rounds { rounds } => Some(1.0 / f64::from(rounds.get())),
            Self::Open => Some(1.0 / (r * (r + 1.0))),
        }
    }
}

/// The promise for one event.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Promise {
    /// Honest players named for unobtrusive steps per event, on average and at most; above 0 and at most 1.
    pub false_hints: f64,
    /// Players of the event.
    pub players: NonZeroU32,
    /// Looks with full tests.
    pub looks: LookPlan,
}

impl Promise {
    /// The promise of [`FALSE_HINTS`].
    pub fn usual(players: NonZeroU32, looks: LookPlan) -> Self {
        Self { false_hints: FALSE_HINTS, players, looks }
    }

    /// Checks the numbers.
    ///
    /// # Errors
    /// If the number of false hints is not above 0 and at most 1.
    pub fn checked(self) -> Result<Self, PromiseError> {
        if self.false_hints > 0.0 && self.false_hints <= 1.0 {
            Ok(self)
        } else {
            Err(PromiseError::FalseHints { false_hints: self.false_hints })
        }
    }

    /// `alpha` of one player.
    pub fn alpha(&self) -> f64 {
        self.false_hints / f64::from(self.players.get())
    }

    /// The z from which a full test after a round allows intrusive steps towards a player whom nobody had singled out;
    /// `None` where no look is left.
    pub fn bar(&self, round: u16, levels: &RungLevels, rule: &MultiplicityRule) -> Option<Level> {
        let share = self.looks.share(round)?;
        let shared = MultiplicityRule { odds_per_player: rule.odds_per_player / share, ..rule.clone() };
        Some(higher(players_bar(self.players, &shared), levels, rule))
    }

    /// The level of the rules themselves, for one look.
    pub fn bar_of_one_look(&self, levels: &RungLevels, rule: &MultiplicityRule) -> Level {
        higher(players_bar(self.players, rule), levels, rule)
    }
}

fn higher(bar: f64, levels: &RungLevels, rule: &MultiplicityRule) -> Level {
    let base = &levels.nobody_singled_out;
    if bar > base.z {
        Level { z: bar, holds: Comparison::AtLeast, article: rule.article.clone() }
    } else {
        base.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::policy::{Action, Regulations};
    use crate::statistics::field::upper_tail;

    fn promise(players: u32, looks: LookPlan) -> Promise {
        Promise::usual(NonZeroU32::new(players).expect("some"), looks)
    }

    fn rounds(n: u16) -> LookPlan {
        LookPlan::Rounds { rounds: NonZeroU16::new(n).expect("some") }
    }

    fn intrusive() -> (RungLevels, MultiplicityRule) {
        let rules = Regulations::shipped().expect("reads");
        let rung = rules.ladder.iter().find(|rung| rung.action == Action::Intrusive);
        let levels = rung.and_then(|rung| rung.levels.clone()).expect("has levels");
        (levels, rules.multiplicity)
    }

    #[test]
    fn shares_sum_to_one() {
        let nine: f64 = (1..=20).filter_map(|r| rounds(9).share(r)).sum();
        assert!((nine - 1.0).abs() < 1e-12);
        let open: f64 = (1..=999).filter_map(|r| LookPlan::Open.share(r)).sum();
        // 1 / (r (r + 1)) telescopes: 1 - 1 / 1000.
        assert!((open - 0.999).abs() < 1e-12);
        assert_eq!(rounds(9).share(10), None);
        assert_eq!((rounds(9).share(0), LookPlan::Open.share(0)), (None, None));
    }

    #[test]
    fn bars_by_hand_from_a_normal_table() {
        let (levels, rule) = intrusive();
        let z = |players, looks: LookPlan, round| {
            promise(players, looks).bar(round, &levels, &rule).expect("a bar").z
        };
        // 1/2250, 1/4500, 1/13500 and 1/36000 of the normal tail, by another program's inverse.
        for (players, expected) in [(50, 3.323_52), (100, 3.512_18), (300, 3.794_15), (800, 4.030_93)] {
            let found = z(players, rounds(9), 5);
            assert!((found - expected).abs() < 0.000_01, "{players}: {found}");
            assert!((upper_tail(found) * 45.0 * f64::from(players) - 1.0).abs() < 1e-6);
        }
        // Ten players over one look, and a small event over three: the floor is the higher.
        assert_eq!((z(10, rounds(1), 1), z(40, rounds(3), 2)), (3.0, 3.0));
        // One look is the rule's own level.
        let one = promise(400, rounds(1));
        assert_eq!(one.bar(1, &levels, &rule), Some(one.bar_of_one_look(&levels, &rule)));
        assert!((one.bar_of_one_look(&levels, &rule).z - 3.291).abs() < 0.001);
        // Nothing is left beyond the plan.
        assert_eq!(promise(50, rounds(9)).bar(10, &levels, &rule), None);
    }

    #[test]
    fn no_plan_can_make_the_chances_of_all_looks_exceed_the_rules_own() {
        let (levels, rule) = intrusive();
        for players in [2, 10, 50, 147, 150, 400, 3000] {
            for looks in [rounds(1), rounds(5), rounds(9), rounds(13), LookPlan::Open] {
                let promise = promise(players, looks);
                // Below the floor a look costs less than its share.
                let chance: f64 = (1..=200)
                    .filter_map(|round| promise.bar(round, &levels, &rule))
                    .map(|level| f64::from(players) * upper_tail(level.z))
                    .sum();
                assert!(chance <= 0.2 + 1e-9, "{players} {looks:?}: {chance}");
            }
        }
    }

    #[test]
    fn alpha_is_shared_by_players() {
        let promise = promise(50, LookPlan::Open);
        assert!((promise.alpha() - 0.004).abs() < 1e-15);
        for false_hints in [0.0, -1.0, 1.1, f64::NAN, f64::INFINITY] {
            let wrong = Promise { false_hints, ..promise };
            assert!(wrong.checked().is_err(), "{false_hints}");
        }
        assert_eq!(promise.checked(), Ok(promise));
    }
}
