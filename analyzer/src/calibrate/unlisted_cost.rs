//! Cost of a played move outside the lines beyond the last of them, as a function of the rating.
//!
//! With `x` the rating in steps of 300 from 2400, `sum (cost - a e^(b x)) = 0` and, unless the slope `b` is given,
//! `sum x (cost - a e^(b x)) = 0`, which keeps the projected scaled difference true along the rating. The slope is held as if
//! one move had spoken for 0.

use crate::choice::Unlisted;
use crate::choice::rating_scale::rating_units;
use crate::decision::PlayedMove;
use crate::decision::performance::Performance;

/// Steepest change of the logarithm of the cost per 300 points.
const STEEPEST: f64 = 1.0;

struct Move {
    x: f64,
    scaled: f64,
    raw: f64,
}

/// The cost over all played unlisted moves; where they stand for choice is left at 0. Without any the cost is 0.
pub(crate) fn unlisted_cost<'a>(
    performances: impl Iterator<Item = &'a Performance>,
    slope: Option<f64>,
) -> Unlisted {
    let moves: Vec<Move> = performances.flat_map(moves).collect();
    if moves.is_empty() {
        return Unlisted::default();
    }
    let slope = slope.unwrap_or_else(|| {
        let (mut low, mut high) = (-STEEPEST, STEEPEST);
        for _ in 0..40 {
            let middle = 0.5 * (low + high);
            // Falls in the slope, whatever the ratings.
            if CostSums::new(&moves, middle).left(middle) > 0.0 {
                low = middle;
            } else {
                high = middle;
            }
        }
        0.5 * (low + high)
    });
    let sums = CostSums::new(&moves, slope);
    Unlisted {
        behind: 0.0,
        delta: sums.scaled / sums.e,
        difference: sums.raw / sums.e,
        cost_ln_slope_per_300: slope,
        cost_spread: spread(&moves, sums.scaled / sums.e, slope),
    }
}

/// Standard deviation of the cost in scaled pawns over its mean at the same rating; 0 if the mean is.
fn spread(moves: &[Move], at_2400: f64, slope: f64) -> f64 {
    if at_2400 <= 0.0 {
        return 0.0;
    }
    let of = |mv: &Move| mv.scaled / (at_2400 * libm::exp(slope * mv.x)) - 1.0;
    let squares: f64 = moves.iter().map(|mv| of(mv) * of(mv)).sum();
    (squares / moves.len() as f64).sqrt()
}

fn moves(performance: &Performance) -> impl Iterator<Item = Move> + '_ {
    let x = rating_units(performance.rating);
    performance.decisions.iter().filter_map(move |decision| {
        let PlayedMove::Apart { difference, delta } = decision.played else {
            return None;
        };
        let last = |values: &[f64]| values.last().copied().unwrap_or(0.0);
        Some(Move {
            x,
            scaled: delta - last(&decision.deltas),
            raw: difference - last(&decision.differences),
        })
    })
}

/// Sums over moves at one slope: what the equations are made of.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct CostSums {
    n: f64,
    scaled: f64,
    raw: f64,
    /// Of `x` times the cost in scaled pawns.
    along: f64,
    /// Of `e^(b x)`, and the same times `x` and `x^2`.
    e: f64,
    xe: f64,
    xxe: f64,
}

impl CostSums {
    fn new(moves: &[Move], slope: f64) -> Self {
        let mut sums = Self::default();
        for Move { x, scaled, raw } in moves {
            let e = libm::exp(slope * x);
            sums.add(&Self {
                n: 1.0,
                scaled: *scaled,
                raw: *raw,
                along: x * scaled,
                e,
                xe: x * e,
                xxe: x * x * e,
            });
        }
        sums
    }

    /// Adds the sums of other moves at the same slope.
    pub(crate) fn add(&mut self, other: &Self) {
        self.n += other.n;
        self.scaled += other.scaled;
        self.raw += other.raw;
        self.along += other.along;
        self.e += other.e;
        self.xe += other.xe;
        self.xxe += other.xxe;
    }

    /// Residual of the second equation when the first is met.
    fn left(&self, slope: f64) -> f64 {
        self.along - self.scaled / self.e * self.xe - slope * self.scaled / self.n
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decision::Decision;

    /// Unlisted moves of these costs beyond a last line at .1, by a player of this rating.
    fn player(rating: u16, costs: &[f64]) -> Performance {
        let decision = |cost: &f64| Decision {
            differences: vec![0.0, 0.2],
            deltas: vec![0.0, 0.1],
            unlisted: 20,
            played: PlayedMove::Apart { difference: 0.2 + 2.0 * cost, delta: 0.1 + cost },
            looks: None,
        };
        Performance {
            event: 0,
            rating,
            year: None,
            games: Vec::new(),
            decisions: costs.iter().map(decision).collect(),
        }
    }

    fn close(found: f64, wanted: f64, within: f64) {
        assert!((found - wanted).abs() < within, "{found} {wanted}");
    }

    #[test]
    fn two_ratings_by_hand() {
        // Mean costs of .1 at 2400 and .2 at 2100 (x = -1): a = .1, e^-b = 2, up to the one move that speaks for a slope of 0.
        let (strong, weak) = (player(2400, &[0.05, 0.15].repeat(500)), player(2100, &[0.1, 0.3].repeat(500)));
        let found = unlisted_cost([&strong, &weak].into_iter(), None);
        close(found.cost_ln_slope_per_300, -std::f64::consts::LN_2, 0.005);
        close(found.delta, 0.1, 0.0005);
        close(found.difference, 0.2, 0.001);
        // Half of the mean above or below it, at both ratings.
        close(found.cost_spread, 0.5, 0.005);
        // A given slope leaves one equation: (.1 + .2) / (1 + e^.5), each a thousand times.
        let held = unlisted_cost([&strong, &weak].into_iter(), Some(-0.5));
        close(held.delta, 0.3 / (1.0 + libm::exp(0.5)), 1e-12);
        assert_eq!(held.cost_ln_slope_per_300, -0.5);
    }

    #[test]
    fn one_rating_says_nothing_about_a_slope() {
        let found = unlisted_cost([&player(1500, &[0.2, 0.4])].into_iter(), None);
        close(found.cost_ln_slope_per_300, 0.0, 1e-9);
        close(found.delta, 0.3, 1e-9);
        assert_eq!(unlisted_cost(std::iter::empty(), None), Unlisted::default());
    }
}
