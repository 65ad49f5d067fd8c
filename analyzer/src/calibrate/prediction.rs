//! How well the choice models predict the moves of performances they were not fitted to.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::choice::TwoParameter;
use crate::choice::depth_aware::DepthAwareAt;
use crate::decision::PlayedMove;
use crate::decision::performance::Performance;

/// Shares of one in ten.
const DECILES: usize = 10;

/// Predictions on held-out decisions.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Prediction {
    pub decisions: u32,
    /// All of them.
    pub all: Figures,
    /// By rating band of 200, lowest first.
    pub bands: Vec<PredictionBand>,
}

/// Predictions in one rating band.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct PredictionBand {
    /// Lowest rating of the band.
    pub low: u16,
    pub decisions: u32,
    pub figures: Figures,
}

/// Figures of predictions.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Figures {
    /// Mean surprise at the move played, in nats: two-parameter model, its unlisted moves sharing their group's
    /// probability evenly.
    pub nats_two_parameter: f64,
    /// The same under the depth-aware model, its unlisted moves sharing evenly too.
    pub nats_grouped: f64,
    /// The same with each unlisted move's own probability.
    pub nats_depth_aware: f64,
    /// Share of decisions in which the first line was played, 0 to 1: what the two-parameter model predicts.
    pub first_line_played: f64,
    /// Share in which the move that the depth-aware model finds likeliest was played.
    pub likeliest_played: f64,
    /// Mean variance of MM under the two-parameter model, `p_0 (1 - p_0)`.
    pub variance_two_parameter: f64,
    /// The same under the depth-aware model.
    pub variance_depth_aware: f64,
    /// The first line by tenth of its depth-aware probability.
    pub first_line: Vec<Decile>,
    /// Every legal move by tenth of its depth-aware probability.
    pub every_move: Vec<Decile>,
}

/// Moves of one tenth of the probability.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Decile {
    pub moves: u32,
    /// Mean probability; 0 without moves.
    pub predicted: f64,
    /// Share that was played.
    pub played: f64,
}

/// Sums behind the figures.
#[derive(Clone, Debug, Default)]
struct Sums {
    decisions: u32,
    /// In the order of the fields of [`Figures`].
    figures: [f64; 7],
    first_line: [Tenth; DECILES],
    every_move: [Tenth; DECILES],
}

#[derive(Clone, Copy, Debug, Default)]
struct Tenth {
    moves: u32,
    predicted: f64,
    played: f64,
}

/// Collects predictions, decision by decision.
#[derive(Clone, Debug, Default)]
pub struct Predictions {
    bands: std::collections::BTreeMap<u16, Sums>,
}

impl Predictions {
    /// Adds the decisions of a performance whose moves somebody looked at.
    pub fn add(&mut self, performance: &Performance, two: &TwoParameter, depth_aware: &DepthAwareAt) {
        let sums = self.bands.entry(performance.rating / 200 * 200).or_default();
        for decision in &performance.decisions {
            let Some((looks, played)) = decision.looks.as_ref().and_then(|l| Some((l, l.played()?))) else {
                continue;
            };
            let choices = two.choices(decision);
            let p = depth_aware.probabilities(looks);
            let unlisted: f64 = p.get(looks.listed()..).unwrap_or_default().iter().sum();
            let others = f64::from(decision.unlisted).max(1.0);
            let (by_two, grouped) = match decision.played {
                PlayedMove::Line(index) => (choices.lines.get(index).copied(), p.get(index).copied()),
                PlayedMove::Apart { .. } => (Some(choices.unlisted / others), Some(unlisted / others)),
            };
            let first = p.first().copied().unwrap_or(0.0);
            let p_0 = choices.lines.first().copied().unwrap_or(0.0);
            let likeliest = (0..p.len()).max_by(|a, b| p[*a].total_cmp(&p[*b]).then(b.cmp(a)));
            let indicator = |yes: bool| if yes { 1.0 } else { 0.0 };
            let own = [
                surprise(by_two),
                surprise(grouped),
                surprise(p.get(played).copied()),
                indicator(decision.is_match()),
                indicator(likeliest == Some(played)),
                p_0 * (1.0 - p_0),
                first * (1.0 - first),
            ];
            sums.decisions += 1;
            for (sum, value) in sums.figures.iter_mut().zip(own) {
                *sum += value;
            }
            sums.first_line[tenth(first)].add(first, indicator(played == 0));
            for (mv, p) in p.iter().enumerate() {
                sums.every_move[tenth(*p)].add(*p, indicator(mv == played));
            }
        }
    }

    /// The figures; `None` without a decision.
    pub fn finish(&self) -> Option<Prediction> {
        let mut all = Sums::default();
        for band in self.bands.values() {
            all.merge(band);
        }
        let bands = self.bands.iter().filter(|(_, sums)| sums.decisions > 0);
        (all.decisions > 0).then(|| Prediction {
            decisions: all.decisions,
            all: all.figures(),
            bands: bands
                .map(|(low, sums)| PredictionBand {
                    low: *low,
                    decisions: sums.decisions,
                    figures: sums.figures(),
                })
                .collect(),
        })
    }
}

fn surprise(p: Option<f64>) -> f64 {
    -libm::log(p.unwrap_or(0.0).max(1e-12))
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a probability times ten is from 0 to 10"
)]
fn tenth(p: f64) -> usize {
    ((p * DECILES as f64) as usize).min(DECILES - 1)
}

impl Tenth {
    fn add(&mut self, predicted: f64, played: f64) {
        self.moves += 1;
        self.predicted += predicted;
        self.played += played;
    }
}

impl Sums {
    fn merge(&mut self, other: &Self) {
        self.decisions += other.decisions;
        for (mine, theirs) in self.figures.iter_mut().zip(other.figures) {
            *mine += theirs;
        }
        let own = self.first_line.iter_mut().chain(&mut self.every_move);
        for (mine, theirs) in own.zip(other.first_line.iter().chain(&other.every_move)) {
            mine.moves += theirs.moves;
            mine.predicted += theirs.predicted;
            mine.played += theirs.played;
        }
    }

    fn figures(&self) -> Figures {
        let n = f64::from(self.decisions);
        let [two, grouped, own, first, likeliest, var_two, var_own] = self.figures.map(|sum| sum / n);
        let decile = |t: &Tenth| {
            let n = f64::from(t.moves.max(1));
            Decile { moves: t.moves, predicted: t.predicted / n, played: t.played / n }
        };
        Figures {
            nats_two_parameter: two,
            nats_grouped: grouped,
            nats_depth_aware: own,
            first_line_played: first,
            likeliest_played: likeliest,
            variance_two_parameter: var_two,
            variance_depth_aware: var_own,
            first_line: self.first_line.iter().map(decile).collect(),
            every_move: self.every_move.iter().map(decile).collect(),
        }
    }
}

impl Figures {
    /// Largest distance between predicted and played over the tenths that hold at least `fewest` moves.
    pub fn worst(deciles: &[Decile], fewest: u32) -> f64 {
        let large = deciles.iter().filter(|d| d.moves >= fewest);
        large.map(|d| (d.played - d.predicted).abs()).fold(0.0, f64::max)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use shakmaty::Chess;
    use uci_pool::{Bound, DepthLines, Evaluation, Line, Value};

    use super::*;
    use crate::choice::Unlisted;
    use crate::choice::depth_aware::tests::blank;
    use crate::choice::depth_aware::{Feature, MoveFeatures, Previous};
    use crate::decision::Decision;

    #[test]
    fn two_decisions_by_hand() {
        let line =
            |mv: &str| Line { mv: mv.parse().expect("a move"), value: Value::Cp(0), bound: Bound::Exact };
        let evaluation = Evaluation {
            depths: vec![DepthLines { depth: 12, lines: vec![line("e2e4"), line("d2d4")] }],
            judgment: 0,
            pvs: Vec::new(),
            nodes: 1,
            truncated: false,
        };
        let decision = |played: &str, how: PlayedMove| {
            let mv = played.parse().expect("a move");
            Decision {
                differences: vec![0.0, 0.0],
                deltas: vec![0.0, 0.0],
                unlisted: 18,
                played: how,
                looks: MoveFeatures::from_position(
                    &Chess::default(),
                    &Previous::default(),
                    &evaluation,
                    Some(mv),
                )
                .map(Arc::new),
            }
        };
        let apart = PlayedMove::Apart { difference: 0.0, delta: 0.0 };
        let performance = Performance {
            event: 0,
            rating: 2450,
            year: None,
            decisions: vec![decision("e2e4", PlayedMove::Line(0)), decision("a2a3", apart)],
            games: Vec::new(),
        };
        let two = TwoParameter {
            rating: 2450,
            sensitivity: 0.1,
            consistency: 0.5,
            first_of_two: 0.5,
            unlisted: Unlisted { behind: 0.0, delta: 0.0, difference: 0.0, cost_ln_slope_per_300: 0.0 },
        };
        // The depth-aware model gives the first line one half and each of the other nineteen moves 1/38.
        let mut model = blank();
        model.features[Feature::FirstLine as usize].at_2400 = libm::log(19.0);
        let mut predictions = Predictions::default();
        predictions.add(&performance, &two, &model.at(2400));
        let found = predictions.finish().expect("decisions");
        assert_eq!((found.decisions, found.bands.len(), found.bands[0].low), (2, 1, 2400));
        let f = &found.all;
        // Twenty equal moves under the two-parameter model.
        assert!((f.nats_two_parameter - libm::log(20.0)).abs() < 1e-9, "{f:?}");
        assert!((f.nats_depth_aware - 0.5 * (libm::log(2.0) + libm::log(38.0))).abs() < 1e-9, "{f:?}");
        assert!((f.nats_grouped - f.nats_depth_aware).abs() < 1e-9);
        assert!((f.first_line_played - 0.5).abs() < 1e-12 && (f.likeliest_played - 0.5).abs() < 1e-12);
        assert!((f.variance_two_parameter - 0.05 * 0.95).abs() < 1e-9);
        assert!((f.variance_depth_aware - 0.25).abs() < 1e-9);
        // One half lies in the sixth tenth (0.5 to 0.6) but for the last bits; the rest are in the first.
        let half: u32 = f.first_line[4].moves + f.first_line[5].moves;
        assert_eq!(half, 2);
        assert_eq!(f.every_move[0].moves, 38);
        assert!((f.every_move[0].predicted - 1.0 / 38.0).abs() < 1e-9);
        assert!((f.every_move[0].played - 1.0 / 38.0).abs() < 1e-12);
        assert!(Figures::worst(&f.every_move, 10) < 1e-9);
        assert_eq!(Predictions::default().finish(), None);
    }
}
