//! Fits the depth-aware choice model: a conditional logit on the features of every legal move, then one on its own
//! surprises. Both are convex, so there is one answer and every start leads to it. All weights are straight lines in the
//! rating: parabolas fitted to different events differ by more than they bend.

use std::borrow::Borrow;
use std::collections::BTreeMap;

use rayon::prelude::*;
use thiserror::Error;

use crate::calibrate::anchor::Anchor;
use crate::calibrate::event_weights::event_weights;
use crate::calibrate::logit::{Choice, Held, Moves, at, logit, slopes};
use crate::calibrate::unlisted_cost::unlisted_cost;
use crate::choice::depth_aware::{
    DepthAware, FEATURES, MoveFeatures, TEMPER, Weight, softmax, temper_rows, utilities,
};
use crate::choice::rating_scale::rating_units;
use crate::decision::performance::Performance;

/// Fewest decisions for a fit of some two hundred weights.
pub const MIN_DECISIONS: usize = 10_000;
/// Fewest decisions for a fit that is held to another.
pub const MIN_DECISIONS_HELD: usize = super::fit::MIN_DECISIONS;

/// All weights are straight lines in the rating: what they are at 2400, and how they change.
const POWERS: usize = 2;

/// Ridge on the weights of the features: each counts as if so many decisions had spoken for 0 with this weight. It keeps the
/// weights of rare features (a promotion, an interposition) small where there is little to go by.
const RIDGE: f64 = 30.0;

/// The same for their change per 300 points, about which a sample says less: most weights hardly change with the rating.
const SLOPE_RIDGE: f64 = 100.0;

/// The same for the temper, whose few numbers are well determined.
const TEMPER_RIDGE: f64 = 0.01;

/// Ridge of a fit that is held to another: each weight of the other counts as if so many decisions had spoken for it.
const HELD_RIDGE: f64 = 30.0;

/// Why a fit failed.
#[derive(Debug, Error)]
pub enum ChoiceFitError {
    #[error("{found} decisions are too few to fit the depth-aware model; {needed} are the least")]
    TooFew {
        found: usize,
        /// Fewest that are accepted.
        needed: usize,
    },
    #[error("the fit of the depth-aware model did not settle (the next step promises {promise:.2e} nats)")]
    Unsettled {
        /// Gain promised by the next step, in nats over all decisions.
        promise: f64,
    },
}

/// A choice of the first stage: by the features of the moves.
type Featured<'a> = Choice<&'a MoveFeatures>;
/// A choice of the second stage: by the surprises.
type Tempered = Choice<Vec<[f64; TEMPER.len()]>>;

impl Moves for &MoveFeatures {
    fn utilities(&self, weights: &[f64]) -> Vec<f64> {
        utilities(self, weights)
    }

    fn features(&self, mv: usize) -> impl Iterator<Item = (usize, f64)> {
        let row = self.row(mv).iter();
        row.map(|(feature, value)| (usize::from(*feature), f64::from(*value)))
    }
}

/// Fits the model, starting at another fit where there is one: the answer is the same, the way is shorter. Decisions
/// whose moves nobody looked at are left out.
///
/// With an anchor the fit leaves of every weight's equation what the anchor leaves of it for the same players, so that
/// whether they were in form does not go into the weights; and where the moves say little, the weight is the anchor's.
///
/// # Errors
/// If there are too few decisions, or no lowest point is reached.
pub fn fit_choices<P: Borrow<Performance>>(
    performances: &[P],
    start: Option<&DepthAware>,
    anchor: Option<(&Anchor, &DepthAware)>,
) -> Result<DepthAware, ChoiceFitError> {
    let performances: Vec<&Performance> = performances.iter().map(Borrow::borrow).collect();
    let weights = event_weights(&performances);
    let featured = featured(performances.iter().copied().zip(weights.iter().copied()));
    let needed = if anchor.is_some() { MIN_DECISIONS_HELD } else { MIN_DECISIONS };
    if featured.len() < needed {
        return Err(ChoiceFitError::TooFew { found: featured.len(), needed });
    }
    let unsettled = |promise| ChoiceFitError::Unsettled { promise };
    // The same players as the anchor saw them, each with the same weight.
    let others = anchor.map(|(anchor, model)| {
        let seen = performances.iter().zip(&weights);
        let seen = seen.filter_map(|(p, weight)| Some((anchor.counterpart(p)?, *weight)));
        (self::featured(seen), model)
    });
    let width = FEATURES.len();
    let held = others
        .as_ref()
        .map_or(Held::to_zero([vec![RIDGE; width], vec![SLOPE_RIDGE; width]].concat()), |(seen, model)| {
            held_to(theta(Some(&model.features), width, POWERS), seen, width)
        });
    let from = theta(start.map(|s| &s.features), width, POWERS);
    let first = logit(&featured, width, &held, from).map_err(unsettled)?;
    let width = TEMPER.len();
    let powers = others.as_ref().map_or(POWERS, |(_, model)| powers_of(&model.temper));
    let held = others.as_ref().map_or(Held::to_zero(vec![TEMPER_RIDGE; POWERS * width]), |(seen, model)| {
        let first = theta(Some(&model.features), FEATURES.len(), POWERS);
        held_to(theta(Some(&model.temper), width, powers), &tempered(seen, &first), width)
    });
    let from = theta(start.map(|s| &s.temper), width, powers);
    let second = logit(&tempered(&featured, &first), width, &held, from).map_err(unsettled)?;
    let slope = anchor.map(|(_, model)| model.unlisted_ln_slope_per_300);
    let cost = unlisted_cost(performances.iter().copied(), slope);
    Ok(DepthAware {
        features: weights_by_name(&first, FEATURES.iter().map(|(_, name, _)| *name)),
        temper: weights_by_name(&second, TEMPER.into_iter()),
        unlisted_delta: cost.delta,
        unlisted_difference: cost.difference,
        unlisted_ln_slope_per_300: cost.cost_ln_slope_per_300,
        unlisted_cost_spread: cost.cost_spread,
    })
}

/// Fewest choices for a fit of the helper.
pub const MIN_CHOICES: usize = 1_000;

/// Fits the helper to choices of engines: for each the features of the moves, with the engine's choice as the move played, and how much
/// it counts. The weights do not depend on a rating.
///
/// # Errors
/// If there are too few choices, or no lowest point is reached.
pub fn fit_helper(choices: &[(&MoveFeatures, f64)]) -> Result<BTreeMap<String, f64>, ChoiceFitError> {
    let choices: Vec<Featured<'_>> = choices
        .iter()
        .filter_map(|&(moves, weight)| Some(Choice { moves, rating: 0.0, weight, played: moves.played()? }))
        .collect();
    if choices.len() < MIN_CHOICES {
        return Err(ChoiceFitError::TooFew { found: choices.len(), needed: MIN_CHOICES });
    }
    let width = FEATURES.len();
    let weights = logit(&choices, width, &Held::to_zero(vec![RIDGE; width]), vec![0.0; width])
        .map_err(|promise| ChoiceFitError::Unsettled { promise })?;
    Ok(FEATURES.iter().map(|(_, name, _)| (*name).to_owned()).zip(weights).collect())
}

fn featured<'a>(performances: impl Iterator<Item = (&'a Performance, f64)>) -> Vec<Featured<'a>> {
    performances
        .flat_map(|(p, weight)| {
            let looked_at = p.decisions.iter().filter_map(|decision| decision.looks.as_deref());
            looked_at.filter_map(move |moves| {
                Some(Choice { moves, rating: rating_units(p.rating), weight, played: moves.played()? })
            })
        })
        .collect()
}

/// The second stage of choices whose first stage has these weights.
fn tempered(featured: &[Featured<'_>], first: &[f64]) -> Vec<Tempered> {
    featured
        .par_iter()
        .map(|choice| {
            let mut p = choice.moves.utilities(&at(first, FEATURES.len(), choice.rating));
            softmax(&mut p);
            let Choice { moves, rating, weight, played } = *choice;
            Choice { moves: temper_rows(moves, &p), rating, weight, played }
        })
        .collect()
}

fn held_to<M: Moves>(to: Vec<f64>, seen: &[Choice<M>], width: usize) -> Held {
    Held { ridge: vec![HELD_RIDGE; to.len()], left: slopes(seen, width, &to), to }
}

fn weights_by_name(theta: &[f64], names: impl ExactSizeIterator<Item = &'static str>) -> Vec<Weight> {
    let width = names.len();
    let factor = |power: usize, k: usize| theta.get(power * width + k).copied().unwrap_or(0.0);
    let weight = |(k, name): (usize, &'static str)| Weight {
        name: name.to_owned(),
        at_2400: factor(0, k),
        slope_per_300: factor(1, k),
        curve_per_300: factor(2, k),
    };
    names.enumerate().map(weight).collect()
}

/// Powers of the rating in another fit: `quick-4` and what is held to it have parabolas.
fn powers_of(weights: &[Weight]) -> usize {
    if weights.iter().any(|weight| weight.curve_per_300 != 0.0) { 3 } else { POWERS }
}

/// Weights to start at, so many powers of the rating: those of another fit, else 0.
fn theta(start: Option<&Vec<Weight>>, width: usize, powers: usize) -> Vec<f64> {
    let mut theta = vec![0.0; powers * width];
    for (k, weight) in start.into_iter().flatten().enumerate() {
        let factors = [weight.at_2400, weight.slope_per_300, weight.curve_per_300];
        for (power, factor) in factors.into_iter().enumerate().take(powers) {
            if let Some(own) = theta.get_mut(power * width + k) {
                *own = factor;
            }
        }
    }
    theta
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use shakmaty::{CastlingMode, Chess, Position};
    use uci_pool::{Bound, DepthLines, Evaluation, Line, Value};

    use super::*;
    use crate::choice::depth_aware::Previous;
    use crate::choice::engine_choice::Helper;
    use crate::decision::performance::GameSide;
    use crate::decision::{Decision, PlayedMove};
    use crate::parameters::Parameters;
    use crate::random::Random;
    use crate::shipped::QUICK_STOCKFISH_15_1;

    /// Players of 100 decisions each in the first position, with other lines and values every time.
    fn players(n: usize) -> Vec<Performance> {
        let mut random = Random::new(11);
        let position = Chess::default();
        let legal = position.legal_moves();
        let mut pick = |below: usize| {
            let drawn = random.unit() * below as f64;
            (0..below).rfind(|k| *k as f64 <= drawn).unwrap_or(0)
        };
        let mut decision = || {
            let first = pick(legal.len());
            let mut value = 40;
            let lines = (0..5).map(|k| {
                value -= i32::try_from(pick(30)).expect("small");
                Line {
                    mv: legal[(first + 3 * k) % legal.len()].to_uci(CastlingMode::Standard),
                    value: Value::Cp(value),
                    bound: Bound::Exact,
                }
            });
            let evaluation = Evaluation {
                depths: vec![DepthLines { depth: 12, lines: lines.collect() }],
                judgment: 0,
                pvs: Vec::new(),
                nodes: 1,
                truncated: false,
            };
            let played = legal[pick(legal.len())].to_uci(CastlingMode::Standard);
            let looks =
                MoveFeatures::from_position(&position, &Previous::default(), &evaluation, Some(played));
            Decision {
                differences: vec![0.0; 5],
                deltas: vec![0.0; 5],
                unlisted: 15,
                played: PlayedMove::Line(0),
                looks: looks.map(Arc::new),
            }
        };
        let player = |k: usize, decisions: Vec<Decision>| Performance {
            event: k % 3,
            rating: [1900, 2400, 2650][k % 3],
            year: None,
            games: vec![GameSide { game: k, decisions: 0..decisions.len(), white: true, half_points: None }],
            decisions,
        };
        (0..n).map(|k| player(k, (0..100).map(|_| decision()).collect())).collect()
    }

    /// They play at random, which is nothing like the anchor's model; but the anchor knew that of them too.
    #[test]
    fn a_fit_to_what_the_anchor_saw_is_the_anchor() {
        let performances = players(24);
        let parameters = Parameters::parse(QUICK_STOCKFISH_15_1).expect("reads");
        let model = parameters.depth_aware.clone().expect("a second model").model;
        let mut anchor = Anchor::new(parameters);
        anchor.add(performances.clone());
        let held = fit_choices(&performances, None, Some((&anchor, &model))).expect("settles");
        for (found, own) in [(&held.features, &model.features), (&held.temper, &model.temper)] {
            for (found, own) in found.iter().zip(own) {
                assert_eq!(found.name, own.name);
                assert!(
                    (found.at_2400 - own.at_2400).abs() < 1e-3
                        && (found.slope_per_300 - own.slope_per_300).abs() < 1e-3
                        && (found.curve_per_300 - own.curve_per_300).abs() < 1e-3,
                    "{found:?} {own:?}"
                );
            }
        }
        // Fewer than a free fit asks for.
        assert!(matches!(
            fit_choices(&performances, None, None),
            Err(ChoiceFitError::TooFew { found: 2_400, .. })
        ));
    }

    /// An engine that always takes the first line: so does the helper, all but always.
    #[test]
    fn a_helper_gives_the_moves_that_engines_chose() {
        let performances = players(24);
        let first = |decision: &Decision| {
            let looks = decision.looks.as_deref().expect("looked at").clone();
            looks.with_played(0)
        };
        let chosen: Vec<MoveFeatures> =
            performances.iter().flat_map(|p| p.decisions.iter().map(first)).collect();
        let choices: Vec<(&MoveFeatures, f64)> = chosen.iter().map(|looks| (looks, 1.0)).collect();
        let weights = fit_helper(&choices).expect("settles");
        let helper = Helper { game_sd: 0.0, weights };
        let found = helper.in_order().outcomes(&chosen[0]);
        assert!((found.iter().sum::<f64>() - 1.0).abs() < 1e-12 && found.len() == 6, "{found:?}");
        assert!(found[0] > 0.95, "{found:?}");
        assert!(matches!(fit_helper(&choices[..999]), Err(ChoiceFitError::TooFew { found: 999, .. })));
    }

    #[test]
    fn too_little_is_refused() {
        assert!(matches!(
            fit_choices::<Performance>(&[], None, None),
            Err(ChoiceFitError::TooFew { found: 0, needed: MIN_DECISIONS })
        ));
    }
}
