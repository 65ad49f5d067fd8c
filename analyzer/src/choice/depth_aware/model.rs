//! From features to probabilities.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::features::{FEATURES, Feature};
use super::move_features::MoveFeatures;
use crate::choice::rating_scale::{log_linear_factor, rating_units};
use crate::choice::{ChoiceModel, Choices};
use crate::decision::Decision;
use crate::decision::scale::CAP_PAWNS;

/// A weight that is a line or a parabola in the rating.
#[derive(Clone, Debug, PartialEq)]
pub struct Weight {
    /// A feature, or a part of the temper.
    pub name: String,
    /// At 2400, in nats per unit of the feature.
    pub at_2400: f64,
    /// Change per 300 points.
    pub slope_per_300: f64,
    /// Change of that slope per 300 points, halved.
    pub curve_per_300: f64,
}

/// Inputs of the temper. The first stage's `surprise` of a move is `-ln p`, in nats; `up to` is the smaller of the
/// surprise and a number.
///
/// A conditional logit forces one shape on the way from a good move to a bad one: it claims .85 where .80 happened,
/// and is right about the moves that nobody plays. The second stage is a conditional logit again, on the first one's
/// surprises in pieces, so that the shape is measured. First line, equal best and cost are what the three tests count: with
/// weights that are parabolas in the rating, what is projected of them equals what was seen along the rating, as the fit
/// of the two-parameter model has it by design.
pub const TEMPER: [&str; TEMPERED] = [
    "surprise",
    "surprise up to 0.2",
    "surprise up to 0.5",
    "surprise up to 1.0",
    "surprise up to 1.8",
    "surprise up to 3.0",
    "surprise up to 5.0",
    "surprise of the first line",
    "surprise of an unlisted move",
    "first line",
    "equal best",
    "cost",
    "unlisted",
    "surprise * phase",
    "surprise * legal",
    "surprise * value",
];

pub(crate) const TEMPERED: usize = 16;

/// Where the surprise is cut, in nats.
const CUTS: [f64; 6] = [0.2, 0.5, 1.0, 1.8, 3.0, 5.0];

/// No probability of the first stage counts as less than this.
const SMALLEST: f64 = 1e-12;

/// A model that cannot be used.
#[derive(Debug, Error)]
pub enum ModelError {
    #[error("the depth-aware model gives a weight for `{found}` where `{expected}` belongs")]
    Name {
        /// Name in the file.
        found: String,
        expected: &'static str,
    },
    #[error("the depth-aware model has {found} weights and needs {expected}")]
    Count {
        /// Weights in the file.
        found: usize,
        expected: usize,
    },
    #[error("the depth-aware model gives no finite number for `{name}`")]
    NotFinite { name: String },
}

/// The depth-aware model for all ratings.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DepthAware {
    /// Weights of the features, in the order of [`FEATURES`]. In a file each is a line with its name and its numbers: at
    /// 2400, change per 300 points, curve.
    #[serde(with = "lines")]
    pub features: Vec<Weight>,
    /// Weights of the temper, in the order of [`TEMPER`], written in the same way.
    #[serde(with = "lines")]
    pub temper: Vec<Weight>,
    /// Mean cost of a played unlisted move beyond the last line at a rating of 2400, in scaled pawns.
    pub unlisted_delta: f64,
    /// The same in pawns.
    pub unlisted_difference: f64,
    /// Change of the logarithm of both per 300 points.
    #[serde(default)]
    pub unlisted_ln_slope_per_300: f64,
    /// Standard deviation of the cost in scaled pawns over its mean.
    #[serde(default)]
    pub unlisted_cost_spread: f64,
}

/// Weights as a table of names and lists of numbers, for files.
mod lines {
    use std::collections::BTreeMap;

    use serde::de::Error as _;
    use serde::{Deserialize, Deserializer, Serializer};

    use super::{FEATURES, TEMPER, Weight};

    pub(super) fn serialize<S: Serializer>(weights: &[Weight], serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(weights.iter().map(|w| {
            let mut numbers = vec![w.at_2400, w.slope_per_300];
            if w.curve_per_300 != 0.0 {
                numbers.push(w.curve_per_300);
            }
            (&w.name, numbers)
        }))
    }

    /// Puts the weights into the order of the features, or of the temper; unknown ones come last and are found by the check.
    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Weight>, D::Error> {
        let table = BTreeMap::<String, Vec<f64>>::deserialize(deserializer)?;
        let mut weights = Vec::with_capacity(table.len());
        for (name, numbers) in table {
            let (at_2400, slope_per_300, curve_per_300) = match numbers.as_slice() {
                [a, b] => (*a, *b, 0.0),
                [a, b, c] => (*a, *b, *c),
                _ => return Err(D::Error::custom(format!("`{name}` needs two or three numbers"))),
            };
            weights.push(Weight { name, at_2400, slope_per_300, curve_per_300 });
        }
        // Some names stand in both lists; the surprise only in the temper.
        let temper = weights.iter().any(|w| w.name == TEMPER[0]);
        let place = |w: &Weight| {
            if temper {
                TEMPER.iter().position(|name| *name == w.name)
            } else {
                FEATURES.iter().position(|(_, name, _)| *name == w.name)
            }
        };
        weights.sort_by_key(|w| place(w).unwrap_or(usize::MAX));
        Ok(weights)
    }
}

/// The depth-aware model at one rating.
#[derive(Clone, Debug, PartialEq)]
pub struct DepthAwareAt {
    rating: u16,
    features: Vec<f64>,
    temper: [f64; TEMPERED],
    unlisted_delta: f64,
    unlisted_spread: f64,
    unlisted_difference: f64,
}

impl DepthAware {
    /// Checks that the weights are the ones this version knows.
    ///
    /// # Errors
    /// If names or numbers are not what they must be.
    pub fn check(&self) -> Result<(), ModelError> {
        let names = FEATURES.iter().map(|(_, name, _)| *name);
        check(&self.features, names)?;
        check(&self.temper, TEMPER.into_iter())
    }

    pub fn at(&self, rating: u16) -> DepthAwareAt {
        let x = rating_units(rating);
        let at = |weight: &Weight| weight.at_2400 + (weight.slope_per_300 + weight.curve_per_300 * x) * x;
        let mut temper = [0.0; TEMPERED];
        for (to, from) in temper.iter_mut().zip(&self.temper) {
            *to = at(from);
        }
        let cost = log_linear_factor(self.unlisted_ln_slope_per_300, rating);
        DepthAwareAt {
            rating,
            features: self.features.iter().map(at).collect(),
            temper,
            unlisted_delta: cost * self.unlisted_delta,
            unlisted_spread: cost * self.unlisted_delta * self.unlisted_cost_spread,
            unlisted_difference: cost * self.unlisted_difference,
        }
    }
}

fn check(weights: &[Weight], names: impl ExactSizeIterator<Item = &'static str>) -> Result<(), ModelError> {
    if weights.len() != names.len() {
        return Err(ModelError::Count { found: weights.len(), expected: names.len() });
    }
    for (weight, expected) in weights.iter().zip(names) {
        if weight.name != expected {
            return Err(ModelError::Name { found: weight.name.clone(), expected });
        }
        let numbers = [weight.at_2400, weight.slope_per_300, weight.curve_per_300];
        if !numbers.iter().all(|number| number.is_finite()) {
            return Err(ModelError::NotFinite { name: weight.name.clone() });
        }
    }
    Ok(())
}

impl DepthAwareAt {
    /// Weights of the features, in the order of [`FEATURES`].
    pub(super) fn weights(&self) -> &[f64] {
        &self.features
    }

    /// Probability of every legal move, in the order of the looks.
    pub fn probabilities(&self, looks: &MoveFeatures) -> Vec<f64> {
        let mut p = utilities(looks, &self.features);
        softmax(&mut p);
        let tempered = temper_rows(looks, &p);
        for (p, row) in p.iter_mut().zip(&tempered) {
            *p = row.iter().zip(&self.temper).map(|(x, w)| x * w).sum();
        }
        softmax(&mut p);
        p
    }
}

/// The sum of weight times feature for every move. Four sums run side by side, in a fixed order: one alone waits for
/// itself, and fits spend most of their time here.
pub(crate) fn utilities(looks: &MoveFeatures, weights: &[f64]) -> Vec<f64> {
    let product = |(k, x): &(u8, f32)| weights.get(usize::from(*k)).copied().unwrap_or(0.0) * f64::from(*x);
    let of = |mv: usize| {
        let mut fours = looks.row(mv).chunks_exact(4);
        let mut sums = [0.0; 4];
        for four in &mut fours {
            for (sum, entry) in sums.iter_mut().zip(four) {
                *sum += product(entry);
            }
        }
        let rest: f64 = fours.remainder().iter().map(product).sum();
        (sums[0] + sums[1]) + (sums[2] + sums[3]) + rest
    };
    (0..looks.moves()).map(of).collect()
}

/// Utilities to probabilities, in place.
pub(crate) fn softmax(values: &mut [f64]) {
    let highest = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let mut total = 0.0;
    for value in values.iter_mut() {
        *value = libm::exp(*value - highest);
        total += *value;
    }
    for value in values {
        *value /= total;
    }
}

/// Inputs of the temper for every move, from the first stage's probabilities.
pub(crate) fn temper_rows(looks: &MoveFeatures, probabilities: &[f64]) -> Vec<[f64; TEMPERED]> {
    let context = looks.context();
    let rows = probabilities.iter().enumerate().map(|(mv, p)| {
        let surprise = -libm::log(p.max(SMALLEST));
        let first = if mv == 0 { 1.0 } else { 0.0 };
        let unlisted = if mv < looks.listed() { 0.0 } else { 1.0 };
        let [a, b, c, d, e, f] = CUTS.map(|cut| surprise.min(cut));
        [
            surprise,
            a,
            b,
            c,
            d,
            e,
            f,
            surprise * first,
            surprise * unlisted,
            first,
            looks.feature(mv, Feature::EqualBest),
            looks.feature(mv, Feature::Cost),
            unlisted,
            surprise * context.phase,
            surprise * context.legal,
            surprise * context.best.abs(),
        ]
    });
    rows.collect()
}

impl ChoiceModel for DepthAwareAt {
    /// `None` for a decision at whose moves nobody looked.
    fn project(&self, decision: &Decision) -> Option<Choices> {
        let looks = decision.looks.as_ref()?;
        Some(self.choices(decision, looks, &self.probabilities(looks)))
    }
}

impl DepthAwareAt {
    /// Projects a decision from the looks of its position and the probabilities of its moves.
    pub fn choices(&self, decision: &Decision, looks: &MoveFeatures, p: &[f64]) -> Choices {
        let (lines, unlisted) = p.split_at(looks.listed().min(p.len()));
        let last = |values: &[f64]| values.last().copied().unwrap_or(0.0);
        Choices {
            rating: self.rating,
            lines: lines.to_vec(),
            unlisted: unlisted.iter().sum(),
            unlisted_delta: last(&decision.deltas) + self.unlisted_delta,
            unlisted_spread: self.unlisted_spread,
            unlisted_difference: (last(&decision.differences) + self.unlisted_difference).min(CAP_PAWNS),
        }
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use std::sync::Arc;

    use shakmaty::Chess;
    use uci_pool::{Bound, DepthLines, Evaluation, Line, Value};

    use super::*;
    use crate::choice::depth_aware::Previous;
    use crate::decision::PlayedMove;

    /// A model whose weights are all 0, with the temper that changes nothing.
    pub(crate) fn blank() -> DepthAware {
        let zero = |name: &&str| Weight {
            name: (*name).to_owned(),
            at_2400: 0.0,
            slope_per_300: 0.0,
            curve_per_300: 0.0,
        };
        let names: Vec<&str> = FEATURES.iter().map(|(_, name, _)| *name).collect();
        let mut model = DepthAware {
            features: names.iter().map(zero).collect(),
            temper: TEMPER.iter().map(zero).collect(),
            unlisted_delta: 0.2,
            unlisted_difference: 0.5,
            unlisted_ln_slope_per_300: 0.0,
            unlisted_cost_spread: 0.0,
        };
        model.temper[0].at_2400 = -1.0;
        model
    }

    fn decision() -> Decision {
        let line = |mv: &str, cp| Line {
            mv: mv.parse().expect("a move"),
            value: Value::Cp(cp),
            bound: Bound::Exact,
        };
        let evaluation = Evaluation {
            depths: vec![DepthLines { depth: 12, lines: vec![line("e2e4", 30), line("d2d4", 20)] }],
            judgment: 0,
            pvs: Vec::new(),
            nodes: 1,
            truncated: false,
        };
        Decision {
            differences: vec![0.0, 0.1],
            deltas: vec![0.0, 0.08],
            unlisted: 18,
            played: PlayedMove::Line(0),
            looks: MoveFeatures::from_position(&Chess::default(), &Previous::default(), &evaluation, None)
                .map(Arc::new),
        }
    }

    #[test]
    fn without_weights_all_moves_are_alike() {
        let choices = blank().at(2400).project(&decision()).expect("looks");
        assert!((choices.lines[0] - 0.05).abs() < 1e-12);
        assert!((choices.unlisted - 0.9).abs() < 1e-12);
        assert!((choices.unlisted_delta - 0.28).abs() < 1e-12);
        assert!((choices.unlisted_difference - 0.6).abs() < 1e-12);
        let mut sloping = blank();
        sloping.unlisted_ln_slope_per_300 = -0.1;
        let choices = sloping.at(2700).project(&decision()).expect("looks");
        assert!((choices.unlisted_delta - (0.08 + 0.2 * libm::exp(-0.1))).abs() < 1e-12);
    }

    #[test]
    fn one_weight_by_hand_and_its_slope() {
        let mut model = blank();
        let first = &mut model.features[Feature::FirstLine as usize];
        (first.at_2400, first.slope_per_300) = (libm::log(19.0), 1.0);
        // The first line weighs 19 against 19 moves of 1 each.
        let p = model.at(2400).project(&decision()).expect("looks").lines[0];
        assert!((p - 0.5).abs() < 1e-12, "{p}");
        let higher = model.at(2700).project(&decision()).expect("looks").lines[0];
        let e = std::f64::consts::E;
        assert!((higher - e / (1.0 + e)).abs() < 1e-12, "{higher}");
    }

    #[test]
    fn the_temper_flattens_by_hand() {
        let mut model = blank();
        model.features[Feature::FirstLine as usize].at_2400 = libm::log(19.0);
        model.temper[0].at_2400 = -0.5;
        // p = 1/2 and 19 times 1/38; with half the surprise the weights are sqrt(1/2) and sqrt(1/38).
        let expected = 0.5_f64.sqrt() / (0.5_f64.sqrt() + 19.0 * (1.0 / 38.0_f64).sqrt());
        let p = model.at(2400).project(&decision()).expect("looks").lines[0];
        assert!((p - expected).abs() < 1e-12, "{p} {expected}");
    }

    #[test]
    fn a_decision_without_looks_has_no_projection() {
        let mut decision = decision();
        decision.looks = None;
        assert_eq!(blank().at(2400).project(&decision), None);
    }

    #[test]
    fn a_written_model_reads_back_in_its_order() {
        let mut model = blank();
        model.features[1].slope_per_300 = 0.1 + 0.2;
        model.temper[2].curve_per_300 = -1.0 / 3.0;
        let text = toml::to_string(&model).expect("writes");
        assert_eq!(toml::from_str::<DepthAware>(&text).expect("reads"), model);
        let lines = text.lines().filter(|line| line.starts_with("second_line")).count();
        assert_eq!(lines, 1);
        let short = text.replace("second_line = [0.0, 0.30000000000000004]", "second_line = [0.0]");
        let message = toml::from_str::<DepthAware>(&short).expect_err("refused").to_string();
        assert!(message.contains("`second_line` needs two or three numbers"), "{message}");
    }

    #[test]
    fn foreign_weights_are_refused_by_name() {
        let mut model = blank();
        assert!(model.check().is_ok());
        model.features[3].name = "mood".to_owned();
        let message = model.check().expect_err("refused").to_string();
        assert!(message.contains("`mood`") && message.contains("`equal_best`"), "{message}");
        let mut short = blank();
        short.temper.pop();
        assert!(matches!(short.check(), Err(ModelError::Count { found: 15, expected: 16 })));
        let mut odd = blank();
        odd.features[0].slope_per_300 = f64::NAN;
        assert!(matches!(odd.check(), Err(ModelError::NotFinite { .. })));
    }
}
