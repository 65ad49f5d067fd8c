//! Choice models: how likely a player of a given strength is to choose each move of a decision.

pub mod deeper_choice;
pub mod depth_aware;
pub mod engine_choice;
pub mod rating_scale;

use serde::{Deserialize, Serialize};

use crate::choice::rating_scale::log_linear_factor;
use crate::decision::Decision;
use crate::decision::scale::CAP_PAWNS;
use crate::random::Random;

/// Projected probabilities of one decision.
#[derive(Clone, Debug, PartialEq)]
pub struct Choices {
    /// Rating they were projected for.
    pub rating: u16,
    /// Probability of each line, in the engine's order.
    pub lines: Vec<f64>,
    /// Probability of all unlisted moves together. `sum(lines) + unlisted = 1`.
    pub unlisted: f64,
    /// Expected scaled difference of an unlisted move that is played, in scaled pawns.
    pub unlisted_delta: f64,
    /// Standard deviation of that scaled difference, in scaled pawns.
    pub unlisted_spread: f64,
    /// Expected raw difference of an unlisted move that is played, in pawns, at most 10.
    pub unlisted_difference: f64,
}

impl Choices {
    /// A move drawn: one of the lines, or `None` for one that is not among them.
    pub fn draw(&self, random: &mut Random) -> Option<usize> {
        // The probabilities add up to 1 but for the last bits, which an unlisted move may not take where there is none.
        let unlisted = (self.unlisted > 0.0).then_some(self.unlisted);
        let place = random.place(self.lines.iter().copied().chain(unlisted));
        place.filter(|place| *place < self.lines.len())
    }
}

/// A model of honest choice for one player.
pub trait ChoiceModel: Sync {
    /// Projects a decision, or `None` if the decision lacks what the model looks at. The probabilities are 0 or more and
    /// sum to 1.
    fn project(&self, decision: &Decision) -> Option<Choices>;
}

/// Regan's two-parameter model: `p_i = p_0 ^ exp((delta_i / s)^c)`, `sum p_i = 1`
/// (Regan and Haworth 2011, "Intrinsic Chess Ratings", section 3; two later papers print the inverse).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TwoParameter {
    /// Rating of the player that the model stands for.
    pub rating: u16,
    /// Sensitivity `s` in scaled pawns, above 0; smaller is stronger.
    pub sensitivity: f64,
    /// Consistency `c`, above 0; larger is stronger.
    pub consistency: f64,
    /// Share of the first-listed of two lines of equal value, 0.5 to 1 (a property of the engine's order).
    pub first_of_two: f64,
    /// How the moves that are not among the lines enter.
    pub unlisted: Unlisted,
}

/// The moves behind the last line, as one group. All three distances are 0 or more.
///
/// Where they stand for choice and what they cost when chosen are two things: most unlisted moves are far
/// behind and never played, so the group is put far enough back to be played as often as it is, while those
/// that are played cost what they were measured to cost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Unlisted {
    /// Distance behind the last line that decides how often they are chosen, in scaled pawns.
    pub behind: f64,
    /// Mean cost of a chosen one beyond the last line at a rating of 2400, in scaled pawns.
    pub delta: f64,
    /// The same in pawns.
    pub difference: f64,
    /// Change of the logarithm of both costs per 300 rating points: what a stronger player finds outside the lines is less
    /// bad.
    #[serde(default)]
    pub cost_ln_slope_per_300: f64,
    /// Standard deviation of the cost in scaled pawns over its mean.
    #[serde(default)]
    pub cost_spread: f64,
}

impl Unlisted {
    /// Mean cost of a chosen one beyond the last line at a rating, in scaled pawns and in pawns.
    pub fn cost(&self, rating: u16) -> (f64, f64) {
        let factor = log_linear_factor(self.cost_ln_slope_per_300, rating);
        (factor * self.delta, factor * self.difference)
    }
}

/// `exp((delta/s)^c)` above this is treated as this: its move has no measurable probability.
const LARGEST_EXPONENT: f64 = 700.0;

impl TwoParameter {
    /// The exponent `a_i = exp((delta_i / s)^c)`, 1 for the best move.
    fn exponent(&self, delta: f64) -> f64 {
        if delta <= 0.0 {
            return 1.0;
        }
        let power = libm::pow(delta / self.sensitivity, self.consistency);
        libm::exp(power.min(LARGEST_EXPONENT))
    }

    /// Projects a decision. Every decision has what this model looks at.
    pub fn choices(&self, decision: &Decision) -> Choices {
        let exponents: Vec<f64> = decision.deltas.iter().map(|d| self.exponent(*d)).collect();
        let last = decision.deltas.last().copied().unwrap_or(0.0);
        let behind = self.exponent(last + self.unlisted.behind);
        let others = f64::from(decision.unlisted);
        let t = solve(&exponents, behind, others);
        let mut lines: Vec<f64> = exponents.iter().map(|a| libm::exp(-t * a)).collect();
        let unlisted = if decision.unlisted == 0 { 0.0 } else { others * libm::exp(-t * behind) };
        // The root is exact to the last bits only; the division makes the sum exactly comparable.
        let total = lines.iter().sum::<f64>() + unlisted;
        for p in &mut lines {
            *p /= total;
        }
        share_ties(&mut lines, &decision.differences, self.first_of_two);
        let furthest = decision.differences.last().copied().unwrap_or(0.0);
        let (delta, difference) = self.unlisted.cost(self.rating);
        Choices {
            rating: self.rating,
            lines,
            unlisted: unlisted / total,
            unlisted_delta: last + delta,
            unlisted_spread: self.unlisted.cost_spread * delta,
            unlisted_difference: (furthest + difference).min(CAP_PAWNS),
        }
    }
}

impl ChoiceModel for TwoParameter {
    fn project(&self, decision: &Decision) -> Option<Choices> {
        Some(self.choices(decision))
    }
}

/// Solves `sum exp(-t a_i) + others exp(-t behind) = 1` for `t = -ln p_0 >= 0`: the left side falls in `t`.
/// Newton's step where it stays inside the bracket, bisection where it does not.
fn solve(exponents: &[f64], behind: f64, others: f64) -> f64 {
    let excess = |t: f64| {
        let mut value = -1.0;
        let mut slope = 0.0;
        for a in exponents {
            let p = libm::exp(-t * a);
            value += p;
            slope -= a * p;
        }
        if others > 0.0 {
            let p = others * libm::exp(-t * behind);
            value += p;
            slope -= behind * p;
        }
        (value, slope)
    };
    let moves = exponents.len() as f64 + others;
    if moves <= 1.0 {
        return 0.0;
    }
    // At t = 0 every move has probability 1; at t = ln(moves) none has more than 1/moves.
    let (mut low, mut high) = (0.0, libm::log(moves));
    let mut t = 0.5 * high;
    for _ in 0..200 {
        let (value, slope) = excess(t);
        if value > 0.0 {
            low = t;
        } else {
            high = t;
        }
        let newton = t - value / slope;
        let next = if newton > low && newton < high { newton } else { 0.5 * (low + high) };
        if (next - t).abs() <= 1e-15 * high {
            return next;
        }
        t = next;
    }
    t
}

/// Shares the probability of lines of equal value geometrically: the first-listed of two gets `first_of_two`.
fn share_ties(lines: &mut [f64], differences: &[f64], first_of_two: f64) {
    let ratio = (1.0 - first_of_two) / first_of_two;
    let mut start = 0;
    while start < lines.len() {
        let mut end = start + 1;
        while end < lines.len() && differences.get(end) == differences.get(start) {
            end += 1;
        }
        if let Some(group) = lines.get_mut(start..end)
            && group.len() > 1
        {
            let total: f64 = group.iter().sum();
            let mut weights = Vec::with_capacity(group.len());
            let mut weight = 1.0;
            for _ in 0..group.len() {
                weights.push(weight);
                weight *= ratio;
            }
            let sum: f64 = weights.iter().sum();
            for (p, w) in group.iter_mut().zip(weights) {
                *p = total * w / sum;
            }
        }
        start = end;
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::decision::PlayedMove;

    fn decision(deltas: &[f64], unlisted: u32) -> Decision {
        Decision {
            differences: deltas.to_vec(),
            deltas: deltas.to_vec(),
            unlisted,
            played: PlayedMove::Line(0),
            looks: None,
        }
    }

    fn model(s: f64, c: f64, h: f64, behind: f64) -> TwoParameter {
        TwoParameter {
            rating: 2400,
            sensitivity: s,
            consistency: c,
            first_of_two: h,
            unlisted: Unlisted {
                behind,
                delta: 0.2,
                difference: 0.5,
                cost_ln_slope_per_300: 0.0,
                cost_spread: 0.0,
            },
        }
    }

    #[test]
    fn two_moves_with_exponent_two_give_the_golden_ratio() {
        // exp((delta/s)^1) = 2 at delta = s ln 2; p + p^2 = 1 gives p = (sqrt 5 - 1) / 2.
        let p = model(0.1, 1.0, 0.5, 0.0).choices(&decision(&[0.0, 0.1 * std::f64::consts::LN_2], 0));
        assert!((p.lines[0] - 0.618_033_988_749_894_9).abs() < 1e-13, "{p:?}");
        assert!((p.lines[1] - 0.381_966_011_250_105_1).abs() < 1e-13);
    }

    #[test]
    fn equal_moves_share_by_the_tie_rule_only() {
        let even = model(0.1, 0.5, 0.5, 0.0).choices(&decision(&[0.0, 0.0, 0.0, 0.0], 0));
        assert!(even.lines.iter().all(|p| (p - 0.25).abs() < 1e-14));
        let tied = model(0.1, 0.5, 0.58, 0.0).choices(&decision(&[0.0, 0.0], 0));
        assert!((tied.lines[0] - 0.58).abs() < 1e-14);
        // Three-way: 1, r, r^2 with r = 42/58: 0.4440..., by hand.
        let three = model(0.1, 0.5, 0.58, 0.0).choices(&decision(&[0.0, 0.0, 0.0], 0));
        let r: f64 = 42.0 / 58.0;
        assert!((three.lines[0] - 1.0 / (1.0 + r + r * r)).abs() < 1e-14);
    }

    #[test]
    fn unlisted_moves_count_one_by_one() {
        // Listing them or grouping them must give the same answer.
        let all = decision(&[0.0, 0.1, 0.3, 0.3, 0.3], 0);
        let listed = model(0.15, 0.5, 0.5, 0.0).choices(&all);
        let grouped = model(0.15, 0.5, 0.5, 0.2).choices(&decision(&[0.0, 0.1], 3));
        assert!((listed.lines[0] - grouped.lines[0]).abs() < 1e-13);
        assert!((listed.lines[2] * 3.0 - grouped.unlisted).abs() < 1e-13);
        // What a chosen one costs is a measured distance behind the last line.
        assert!((grouped.unlisted_delta - 0.3).abs() < 1e-15);
        assert!((grouped.unlisted_difference - 0.6).abs() < 1e-15);
        let capped = model(0.15, 0.5, 0.5, 0.2).choices(&decision(&[0.0, 9.8], 3));
        assert_eq!(capped.unlisted_difference, 10.0);
    }

    #[test]
    fn what_a_strong_player_finds_outside_the_lines_costs_less() {
        let mut m = model(0.15, 0.5, 0.5, 0.2);
        m.unlisted.cost_ln_slope_per_300 = -0.1;
        let at = |rating| TwoParameter { rating, ..m }.choices(&decision(&[0.0, 0.1], 3));
        // .1 + .2 exp(-.1 (2700 - 2400) / 300) and the same 900 points lower; where they stand for choice stays.
        assert!((at(2700).unlisted_delta - (0.1 + 0.2 * libm::exp(-0.1))).abs() < 1e-15);
        assert!((at(1800).unlisted_difference - (0.1 + 0.5 * libm::exp(0.2))).abs() < 1e-15);
        assert_eq!(at(2700).unlisted, at(1800).unlisted);
    }

    #[test]
    fn a_single_listed_move_is_certain() {
        assert_eq!(model(0.1, 0.5, 0.5, 0.0).choices(&decision(&[0.0], 0)).lines, vec![1.0]);
    }

    proptest! {
        #[test]
        fn probabilities_sum_to_one_and_fall(
            mut deltas in proptest::collection::vec(0.0f64..3.0, 0..12),
            unlisted in 0u32..200,
            s in 0.02f64..0.6,
            c in 0.2f64..1.5,
        ) {
            deltas.push(0.0);
            deltas.sort_by(f64::total_cmp);
            let p = model(s, c, 0.5, 0.01).choices(&decision(&deltas, unlisted));
            let total: f64 = p.lines.iter().sum::<f64>() + p.unlisted;
            prop_assert!((total - 1.0).abs() < 1e-12);
            prop_assert!(p.lines.windows(2).all(|w| w[0] >= w[1] - 1e-15));
            // The defining equation, checked at the answer.
            // (Where p_0 rounds to 1 the power says nothing any more.)
            let p0 = p.lines[0];
            prop_assume!(1.0 - p0 > 1e-9);
            for (delta, pi) in deltas.iter().zip(&p.lines) {
                let exponent = libm::exp(libm::pow(delta / s, c).min(700.0));
                let expected = libm::pow(p0, exponent);
                prop_assert!((pi - expected).abs() < 1e-9, "{} {} {}", delta, pi, expected);
            }
        }

        #[test]
        fn stronger_players_find_the_best_move_more_often(delta in 0.01f64..2.0, s in 0.05f64..0.4) {
            let d = decision(&[0.0, delta], 5);
            let first = |s: f64| model(s, 0.5, 0.5, 0.1).choices(&d).lines[0];
            prop_assert!(first(s * 0.8) > first(s));
        }
    }
}
