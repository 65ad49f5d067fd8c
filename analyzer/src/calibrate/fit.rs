//! Fits sensitivity and consistency as smooth functions of the rating, the tie rule, and the unlisted moves.
//!
//! Not by likelihood, which projects too few matches: the projected and the observed sums of MM, of the scaled
//! difference and of unlisted moves are equated, the first two against the constant and against the rating. `ln s` and
//! `c` are straight lines in the rating, as Regan's are: parabolas fitted to different events differ by more than they bend.

use std::borrow::Borrow;

use rayon::prelude::*;
use thiserror::Error;

use crate::calibrate::anchor::Anchor;
use crate::calibrate::event_weights::event_weights;
use crate::calibrate::roots::root;
use crate::calibrate::unlisted_cost::unlisted_cost;
use crate::choice::rating_scale::rating_units;
use crate::choice::{Choices, TwoParameter, Unlisted};
use crate::decision::performance::Performance;
use crate::decision::{Decision, PlayedMove};
use crate::parameters::{Consistency, Sensitivity};
use crate::statistics::statistic::{ASD, COUNT, MM, Moments, STATISTICS, values};
use crate::statistics::sums::Observed;

/// Unknowns: `ln s` and `c` with two coefficients each, and the distance of the unlisted moves.
pub(crate) const UNKNOWNS: usize = 5;

pub(crate) type Unknowns = [f64; UNKNOWNS];

/// Why a fit failed.
#[derive(Debug, Error)]
pub enum FitError {
    #[error("{found} decisions are too few for a fit; {needed} are the least")]
    TooFew {
        found: usize,
        /// Fewest that are accepted.
        needed: usize,
    },
    #[error("the fit did not settle (largest residual {residual:.2e} per decision)")]
    Unsettled {
        /// Largest residual per decision.
        residual: f64,
    },
}

/// Fewest decisions for a fit.
pub const MIN_DECISIONS: usize = 2_000;

/// A fitted model.
#[derive(Clone, Debug, PartialEq)]
pub struct Fit {
    /// `s(R)`.
    pub sensitivity: Sensitivity,
    /// `c(R)`.
    pub consistency: Consistency,
    /// Share of the first-listed of two equal lines.
    pub first_of_two: f64,
    /// Two-way ties in which one of the two was played.
    pub ties: usize,
    pub unlisted: Unlisted,
    pub decisions: usize,
}

impl Fit {
    /// The same fit with other unknowns.
    pub(crate) fn with(&self, theta: &Unknowns) -> Self {
        Self {
            sensitivity: Sensitivity { at_2400: libm::exp(theta[0]), ln_slope_per_300: theta[1] },
            consistency: Consistency { at_2400: theta[2], slope_per_300: theta[3] },
            unlisted: Unlisted { behind: theta[4].max(0.0), ..self.unlisted },
            ..self.clone()
        }
    }

    /// The unknowns of the equations, in their order.
    pub(crate) fn unknowns(&self) -> Unknowns {
        let (s, c) = (&self.sensitivity, &self.consistency);
        [libm::log(s.at_2400), s.ln_slope_per_300, c.at_2400, c.slope_per_300, self.unlisted.behind]
    }

    /// The model at a rating.
    pub fn at(&self, rating: u16) -> TwoParameter {
        TwoParameter {
            rating,
            sensitivity: self.sensitivity.at(rating),
            consistency: self.consistency.at(rating),
            first_of_two: self.first_of_two,
            unlisted: self.unlisted,
        }
    }
}

/// Fits the primary model.
///
/// # Errors
/// If there are too few decisions, or the equations do not settle.
pub fn fit<P: Borrow<Performance>>(performances: &[P]) -> Result<Fit, FitError> {
    fit_from(performances, None, None)
}

/// Fits the primary model, starting at another fit where there is one: the answer is the same, the way is shorter. With an
/// anchor the fit finds in the performances what the anchor finds, and without one it finds nothing; the slopes in the rating
/// then lie between those that the performances show and those of the anchor.
///
/// # Errors
/// If there are too few decisions, or the equations do not settle.
pub fn fit_from<P: Borrow<Performance>>(
    performances: &[P],
    start: Option<&Fit>,
    anchor: Option<&Anchor>,
) -> Result<Fit, FitError> {
    let performances = Weighted::all(performances, anchor);
    let decisions: usize = performances.iter().map(|p| p.of.decisions.len()).sum();
    if decisions < MIN_DECISIONS {
        return Err(FitError::TooFew { found: decisions, needed: MIN_DECISIONS });
    }
    let tied = performances.iter().map(|p| ties(p.of)).fold([0, 0], |a, b| [a[0] + b[0], a[1] + b[1]]);
    let slope = anchor.map(|anchor| anchor.parameters.unlisted.cost_ln_slope_per_300);
    let cost = unlisted_cost(performances.iter().map(|p| p.of), slope);
    let start = start.map_or([-1.75, -0.28, 0.55, 0.0, 0.3], Fit::unknowns);
    let form = Fit {
        sensitivity: Sensitivity { at_2400: 0.0, ln_slope_per_300: 0.0 },
        consistency: Consistency { at_2400: 0.0, slope_per_300: 0.0 },
        first_of_two: first_of_two(tied),
        ties: tied[0] + tied[1],
        unlisted: cost,
        decisions,
    };
    // Consistency must stay above 0, and so must the distance of the unlisted moves.
    let allowed = |theta: &Unknowns| theta[2] > 0.05 && theta[4] >= 0.0;
    let solve = |start: Unknowns, slopes: Option<[f64; 2]>| {
        let per_decision = |theta: &Unknowns| {
            let total = sum(&gaps(&performances, &form.with(theta), slopes));
            total.map(|gap| gap / decisions as f64)
        };
        root(start, per_decision, allowed).map_err(|residual| FitError::Unsettled { residual })
    };
    let mut theta = solve(start, None)?;
    if let Some(anchor) = anchor {
        theta = solve(theta, Some(anchor.slopes_with(&form.with(&theta))))?;
    }
    Ok(form.with(&theta))
}

/// Two-way ties for best in which the first-listed and in which the other was played.
pub(crate) fn ties(performance: &Performance) -> [usize; 2] {
    let mut counts = [0; 2];
    for decision in &performance.decisions {
        if let (2, PlayedMove::Line(index)) = (decision.equal_best(), decision.played)
            && let Some(count) = counts.get_mut(index)
        {
            *count += 1;
        }
    }
    counts
}

/// Share of the first-listed among these ties. Half a count is added on each side, so that a small sample cannot claim
/// certainty.
pub(crate) fn first_of_two(ties: [usize; 2]) -> f64 {
    let [first, second] = ties.map(|count| count as f64);
    ((first + 0.5) / (first + second + 1.0)).clamp(0.5, 0.99)
}

/// Weight of an anchor's slopes, in decisions. The slope of `ln s` is taken to differ between two engines by some 0.04 per 300 points.
/// A fit to this many decisions has about that standard error, so from there on its own slope counts for more.
pub(crate) const SLOPE_DECISIONS: f64 = 13_000.0;

impl Anchor {
    /// Slopes of `ln s` and of `c` in the rating: the mean of this anchor's and of those of a fit that is free to choose them, the
    /// anchor's counting as [`SLOPE_DECISIONS`].
    pub(crate) fn slopes_with(&self, free: &Fit) -> [f64; 2] {
        let of = &self.parameters;
        let own = free.decisions as f64 / (free.decisions as f64 + SLOPE_DECISIONS);
        [
            (of.sensitivity.ln_slope_per_300, free.sensitivity.ln_slope_per_300),
            (of.consistency.slope_per_300, free.consistency.slope_per_300),
        ]
        .map(|(anchor, free)| anchor + own * (free - anchor))
    }

    /// Residuals of the anchor in the equations of a fit: projected less observed, 0 for a performance it has not seen.
    pub(crate) fn gaps(&self, performance: &Performance) -> Unknowns {
        let Some(seen) = self.counterpart(performance) else {
            return Unknowns::default();
        };
        let model = self.parameters.at(seen.rating);
        let mut sums = [0.0; 3];
        for decision in &seen.decisions {
            for (sum, gap) in sums.iter_mut().zip(gap(decision, &model)) {
                *sum += gap;
            }
        }
        let (x, [mm, delta, unlisted]) = (rating_units(seen.rating), sums);
        [mm, mm * x, delta, delta * x, unlisted]
    }
}

/// A performance, how much each of its decisions counts, and what an anchor leaves of its equations.
pub(crate) struct Weighted<'a> {
    pub(crate) of: &'a Performance,
    weight: f64,
    left: Unknowns,
}

impl<'a> Weighted<'a> {
    pub(crate) fn all<P: Borrow<Performance>>(performances: &'a [P], anchor: Option<&Anchor>) -> Vec<Self> {
        let weights = event_weights(performances);
        let performances = performances.iter().map(Borrow::borrow);
        performances
            .zip(weights)
            .map(|(of, weight)| Self {
                of,
                weight,
                left: anchor.map_or_else(Unknowns::default, |anchor| anchor.gaps(of)),
            })
            .collect()
    }
}

/// Projected minus observed of each performance: MM and scaled difference against the constant and the rating, unlisted
/// moves against the constant, less what an anchor leaves of them. A fit makes their sums 0. Given slopes of `ln s` and of `c`
/// stand in the place of the two equations against the rating.
pub(crate) fn gaps(performances: &[Weighted<'_>], fit: &Fit, slopes: Option<[f64; 2]>) -> Vec<Unknowns> {
    performances
        .par_iter()
        .map(|Weighted { of: p, weight, left }| {
            let model = fit.at(p.rating);
            let mut sums = [0.0; 3];
            for decision in &p.decisions {
                let gaps = gap(decision, &model);
                for (sum, gap) in sums.iter_mut().zip(gaps) {
                    *sum += gap;
                }
            }
            let x = rating_units(p.rating);
            let [mm, delta, unlisted] = sums;
            let gaps = [mm, mm * x, delta, delta * x, unlisted];
            let mut gaps: Unknowns = std::array::from_fn(|k| weight * (gaps[k] - left[k]));
            if let Some([of_s, of_c]) = slopes {
                let n = p.decisions.len() as f64;
                gaps[1] = n * (fit.sensitivity.ln_slope_per_300 - of_s);
                gaps[3] = n * (fit.consistency.slope_per_300 - of_c);
            }
            gaps
        })
        .collect()
}

/// Sums in order, so that the number of threads does not matter.
pub(crate) fn sum(parts: &[Unknowns]) -> Unknowns {
    let mut total = [0.0; UNKNOWNS];
    for part in parts {
        add(&mut total, part);
    }
    total
}

pub(crate) fn add(sum: &mut Unknowns, other: &Unknowns) {
    for (sum, value) in sum.iter_mut().zip(other) {
        *sum += value;
    }
}

/// Projected less observed unlisted moves of one decision.
pub(crate) fn unlisted_gap(decision: &Decision, choices: &Choices) -> f64 {
    let played = matches!(decision.played, PlayedMove::Apart { .. });
    choices.unlisted - if played { 1.0 } else { 0.0 }
}

/// Projected less observed of one decision: MM, scaled difference, unlisted moves.
pub(crate) fn gap(decision: &Decision, model: &TwoParameter) -> [f64; 3] {
    let choices = model.choices(decision);
    let (observed, projected): (Observed, [Moments; COUNT]) = values(&STATISTICS, decision, &choices);
    let gap = |k: usize| projected[k].mean - observed[k];
    [gap(MM), gap(ASD), unlisted_gap(decision, &choices)]
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::decision::performance::GameSide;
    use crate::null::PerTest;
    use crate::parameters::Parameters;

    /// A small generator, so that the sample is the same everywhere.
    struct Random(u64);

    impl Random {
        fn unit(&mut self) -> f64 {
            self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (self.0 >> 11) as f64 / (1_u64 << 53) as f64
        }
    }

    /// The parameters that [`drawn`] draws from, with no excess beyond chance.
    pub(crate) fn true_parameters() -> Parameters {
        let mut parameters = Parameters::parse(crate::parameters::FIRST_FIT).expect("reads");
        let model = truth(2400);
        parameters.sensitivity = Sensitivity { at_2400: model.sensitivity, ln_slope_per_300: -0.3 };
        parameters.consistency = Consistency { at_2400: model.consistency, slope_per_300: 0.02 };
        parameters.ties.first_of_two = model.first_of_two;
        parameters.unlisted = model.unlisted;
        parameters.null.excess = PerTest { mm: 1.0, ev: 1.0, asd: 1.0 };
        parameters
    }

    fn truth(rating: u16) -> TwoParameter {
        TwoParameter {
            rating,
            sensitivity: 0.11 * libm::exp(-0.3 * rating_units(rating)),
            consistency: 0.48 + 0.02 * rating_units(rating),
            first_of_two: 0.55,
            unlisted: Unlisted {
                behind: 0.25,
                delta: 0.3,
                difference: 0.6,
                cost_ln_slope_per_300: -0.1,
                cost_spread: 0.0,
            },
        }
    }

    /// Performances in which every move is drawn from the true model.
    pub(crate) fn drawn(seed: u64, performances: usize) -> Vec<Performance> {
        let mut random = Random(seed);
        (0..performances)
            .map(|k| {
                let rating = 1900 + u16::try_from(k * 97 % 900).expect("fits");
                let model = truth(rating);
                let decisions: Vec<Decision> = (0..150).map(|_| draw(&mut random, &model)).collect();
                let games = (0..6).map(|game| GameSide {
                    game: 6 * k + game,
                    decisions: 25 * game..25 * (game + 1),
                    white: game % 2 == 0,
                    half_points: Some(u8::try_from(game % 3).expect("small")),
                });
                Performance { event: k / 3, rating, year: Some(2001), decisions, games: games.collect() }
            })
            .collect()
    }

    fn draw(random: &mut Random, model: &TwoParameter) -> Decision {
        let mut deltas = vec![0.0];
        for _ in 0..4 {
            let step = if random.unit() < 0.15 { 0.0 } else { 0.3 * random.unit() * random.unit() };
            deltas.push(deltas.last().copied().unwrap_or(0.0) + step);
        }
        let mut decision = Decision {
            differences: deltas.clone(),
            deltas,
            unlisted: 25,
            played: PlayedMove::Line(0),
            looks: None,
        };
        let choices = model.choices(&decision);
        let mut u = random.unit();
        decision.played =
            PlayedMove::Apart { difference: choices.unlisted_difference, delta: choices.unlisted_delta };
        for (index, p) in choices.lines.iter().enumerate() {
            if u < *p {
                decision.played = PlayedMove::Line(index);
                break;
            }
            u -= p;
        }
        decision
    }

    #[test]
    fn a_known_model_is_found_again() {
        let found = fit(&drawn(7, 400)).expect("settles");
        assert_eq!(found.decisions, 60_000);
        assert!((found.first_of_two - 0.55).abs() < 0.02, "{found:?}");
        assert!((found.unlisted.delta - 0.3).abs() < 1e-4, "{found:?}");
        assert!((found.unlisted.cost_ln_slope_per_300 + 0.1).abs() < 1e-3, "{found:?}");
        for rating in [2000, 2300, 2600] {
            let (t, f) = (truth(rating), found.at(rating));
            let p = |m: &TwoParameter| {
                let d = Decision {
                    differences: vec![0.0, 0.1, 0.2, 0.3, 0.5],
                    deltas: vec![0.0, 0.1, 0.2, 0.3, 0.5],
                    unlisted: 25,
                    played: PlayedMove::Line(0),
                    looks: None,
                };
                let choices = m.choices(&d);
                (choices.lines[0], choices.unlisted, (STATISTICS[ASD].project)(&d, &choices).mean)
            };
            let ((a, b, e), (c, d, g)) = (p(&t), p(&f));
            assert!((a - c).abs() < 0.012, "{rating}: {a} {c}");
            assert!((b - d).abs() < 0.012, "{rating}: {b} {d}");
            assert!((e / g - 1.0).abs() < 0.06, "{rating}: {e} {g}");
        }
    }

    #[test]
    fn the_equations_hold_at_the_answer() {
        let performances = drawn(11, 60);
        let found = fit(&performances).expect("settles");
        for gap in sum(&gaps(&Weighted::all(&performances, None), &found, None)) {
            assert!((gap / 9_000.0).abs() < 1e-7, "{gap}");
        }
    }

    #[test]
    fn too_little_is_refused() {
        assert!(matches!(fit(&drawn(3, 5)), Err(FitError::TooFew { found: 750, .. })));
    }
}
