//! The error rates promised to honest players, and the thresholds that keep them.
//!
//! **Unobtrusive steps.** A player is named for them when the sequential value after a game passes the
//! [`boundary`](crate::statistics::bayes_factor::boundary): an honest player's ever does with probability `alpha`, all games together.
//! The boundary is exact in the model, and real players pass it more often, by a factor that was measured and is taken off.
//! With `alpha = false_hints / players`, `false_hints` honest players are named per event on average, over all looks.
//!
//! The default of [`FALSE_HINTS`] is the odds that the rules themselves set for a harder step: a level of
//! `quantile(1 - 1 / (5 N))` names one of `N` honest players at one look with probability 1/5 at most. A hint that has an
//! arbiter watch somebody more closely is wrong no more often than that, and this over all looks.
//!
//! **Intrusive steps.** Their level is shared over all looks: see [`policy::looks`](crate::judge::policy::looks).

use std::num::NonZeroU32;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::judge::policy::LookPlan;
use crate::judge::policy::looks::Bars;
use crate::judge::policy::regulations::MultiplicityRule;
use crate::statistics::bayes_factor::StrengthGrid;
use crate::statistics::bayes_factor::boundary::boundary;
use crate::statistics::outcomes::Outcomes;

/// Honest players named for unobtrusive steps per event, on average and at most: one in five events.
pub const FALSE_HINTS: f64 = 0.2;
/// How many times as often real players pass a boundary as the model says. Of 248 real performances taken to be honest 25 passed that
/// of 1 in 20 and 7 that of 1 in 100, where 12.4 and 2.5 were expected: 2.0 and 2.8 times, with standard errors of 0.4 and 1.1.
const REAL_PLAYERS: f64 = 3.0;
/// No sequential value under this names anybody, however few players there are.
const LOWEST_NAMED: f64 = 10.0;

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

    /// Probability, in the model, that an honest player is named after one of the first `games` games. Over all games it is `alpha`
    /// divided by [`REAL_PLAYERS`], so that real players are named with probability `alpha` at most.
    fn allowed(&self, games: u32) -> f64 {
        self.alpha() / REAL_PLAYERS * self.looks.share_through(games)
    }

    /// Natural logarithms of the value that names a player after each game, from the values after the games (`ends`, natural
    /// logarithms) and their decisions. `None` if no value reaches [`LOWEST_NAMED`], so that nobody can be named: the computation takes
    /// about a second.
    pub fn levels(&self, grid: &StrengthGrid, ends: &[f64], games: &[Vec<&Outcomes>]) -> Option<Vec<f64>> {
        let lowest = libm::log(LOWEST_NAMED);
        let allowed: Vec<f64> = (1..).map(|number| self.allowed(number)).take(games.len()).collect();
        ends.iter().any(|end| *end >= lowest).then(|| boundary(grid, games, &allowed, lowest))
    }

    /// The levels of full tests under a rule, shared over all looks.
    pub fn bars(&self, rule: &MultiplicityRule) -> Bars {
        Bars::of_all_looks(self.looks, self.players, rule)
    }
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroU16;

    use super::*;
    use crate::judge::policy::regulations::RungLevels;
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
    fn games_use_the_whole_chance_and_no_more() {
        let through = |looks: LookPlan| [1, 3, 9, 20].map(|games| looks.share_through(games));
        assert_eq!(through(rounds(9)), [1.0 / 9.0, 1.0 / 3.0, 1.0, 1.0]);
        assert_eq!(through(LookPlan::Open), [0.5, 0.75, 0.9, 20.0 / 21.0]);
        assert!((promise(50, rounds(9)).allowed(3) - 0.004 / 9.0).abs() < 1e-15);
    }

    #[test]
    fn bars_by_hand_from_published_tables() {
        let (levels, rule) = intrusive();
        let bar = |players, looks: LookPlan, round| promise(players, looks).bars(&rule).after(round, &levels);
        let z = |players, looks: LookPlan, round| bar(players, looks, round).expect("a bar").z;
        // Third look without a plan: a tail of 1/12 of 1 / (5 N). The z are from another program.
        for (players, expected) in [(50, 3.402_93), (100, 3.587_91), (300, 3.864_95)] {
            let found = z(players, LookPlan::Open, 3);
            assert!((upper_tail(found) * 60.0 * f64::from(players) - 1.0).abs() < 1e-6);
            assert!((found - expected).abs() < 0.000_01, "{players}: {found}");
        }
        // 40 players: 1/200, the 0.01 of both sides. Jennison and Turnbull 2000, table 2.1, five and ten looks: 2.986 and 3.117.
        assert!((z(40, rounds(10), 5) - 3.117).abs() < 0.001);
        assert_eq!(z(40, rounds(10), 2), z(40, rounds(10), 9));
        // Of five looks, ten players over one, and a small event over three: the floor is the higher.
        assert_eq!((z(40, rounds(5), 1), z(10, rounds(1), 1), z(20, rounds(3), 2)), (3.0, 3.0, 3.0));
        // One look is the rule's own level.
        let one = Bars::of_one_look(NonZeroU32::new(400).expect("some"), &rule).after(0, &levels);
        assert_eq!(bar(400, rounds(1), 1), one);
        assert!((one.expect("a bar").z - 3.291).abs() < 0.001);
        // Nothing is left beyond the plan, and there is no look before the first round.
        assert_eq!((bar(50, rounds(9), 10), bar(50, LookPlan::Open, 0)), (None, None));
    }

    #[test]
    fn without_a_plan_the_chances_of_all_looks_are_the_rules_own() {
        let (levels, rule) = intrusive();
        for players in [2, 10, 50, 147, 150, 400, 3000] {
            let bars = promise(players, LookPlan::Open).bars(&rule);
            let chance: f64 = (1..=999)
                .filter_map(|round| bars.after(round, &levels))
                // Below the floor a look costs less than its share.
                .map(|level| f64::from(players) * upper_tail(level.z))
                .sum();
            assert!(chance <= 0.2 + 1e-9, "{players}: {chance}");
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
