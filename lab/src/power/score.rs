//! Statistics of a performance: the overall z of the program, and two simple rules in use elsewhere.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use analyzer::null::Null;
use analyzer::parameters::Parameters;
use analyzer::screen::rule_of_thumb::RULE_OF_THUMB;
use analyzer::statistics::overall::{Adjusted, adjusted};
use analyzer::statistics::statistic::{LOSS, MM};
use analyzer::statistics::sums::Sums;
use analyzer::strength::Shift;

use crate::simulate::expected;

/// A statistic that a rule compares with a threshold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Statistic {
    /// The overall z of record.
    OverallZ,
    /// The index, `50 + 5 overall z`.
    Index,
    /// The MM test of record alone, adjusted z.
    MoveMatch,
    /// The efficient score under the two-parameter model, adjusted z.
    EfficientScore,
    /// The overall z under the depth-aware model.
    DepthAwareOverallZ,
    /// The MM test under the depth-aware model, adjusted z.
    DepthAwareMoveMatch,
    /// The efficient score under the depth-aware model, adjusted z.
    DepthAwareEfficientScore,
    /// The rating-free z of the depth-aware model.
    RatingFree,
    /// Natural logarithm of the Bayes factor of help.
    BayesFactor,
    /// Whether hints name the player: the Bayes factor after a game, above the boundary of an event of 60 players and nine rounds, in
    /// natural logarithms.
    Hint,
    /// Share of first-line moves beyond a rule of thumb by rating, in per cent of the decisions: 70 % for a 2800, 1.5
    /// less for each 100 points below, as it circulates among organisers. The positions do not enter.
    MatchRate,
    /// Mean loss in centipawns; under the threshold is a detection.
    MeanLoss,
}

impl Statistic {
    /// Whether it belongs to the depth-aware model.
    pub(crate) fn is_depth_aware(self) -> bool {
        matches!(
            self,
            Self::DepthAwareOverallZ
                | Self::DepthAwareMoveMatch
                | Self::DepthAwareEfficientScore
                | Self::RatingFree
                | Self::BayesFactor
                | Self::Hint
        )
    }
}

/// Match rate of the rule of thumb at a rating, in per cent.
pub(crate) fn rule_of_thumb(rating: f64) -> f64 {
    RULE_OF_THUMB.unusual(rating)
}

/// A performance as the rules see it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Score {
    /// The primary model.
    pub(crate) record: Z,
    /// The depth-aware model, where there is one.
    pub(crate) second: Option<Z>,
    /// Natural logarithm of the Bayes factor of help, where a helper was fitted.
    pub(crate) ln_bayes_factor: Option<f64>,
    /// By how much it is above the boundary of hints, after any game.
    pub(crate) ln_over_boundary: Option<f64>,
    /// Match rate beyond [`rule_of_thumb`], in per cent of the decisions.
    pub(crate) excess: f64,
    /// Mean loss in centipawns, each capped at 1000.
    pub(crate) loss_cp: f64,
}

/// z of a reading against the shift of a simulated player.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Z {
    /// Overall z.
    pub(crate) overall: f64,
    pub(crate) mm: f64,
    /// Efficient score.
    pub(crate) efficient: f64,
    pub(crate) rating_free: Option<f64>,
}

impl Z {
    /// `None` below the gate, and where nothing is left to chance.
    pub(crate) fn new(sums: &Sums, null: &Null, shift: Shift) -> Option<Self> {
        if sums.projected < null.gate.decisions {
            return None;
        }
        let Adjusted { tests, efficient, rating_free, overall } = adjusted(sums, null, shift)?;
        let overall = overall.z;
        overall.is_finite().then_some(Self { overall, mm: tests.mm, efficient, rating_free })
    }
}

impl Score {
    /// Reads a performance from its sums under both models; `rating` is the mean over its decisions. `None` below the
    /// gate: no rule gets to judge a performance that the program does not judge, so that they are compared on the same
    /// ones.
    pub(crate) fn new(sums: &Sums, second: &Sums, rating: f64, parameters: &Parameters) -> Option<Self> {
        let n = f64::from(sums.projected);
        Some(Self {
            record: Z::new(sums, &parameters.null, expected(parameters, &parameters.null, rating))?,
            second: match &parameters.depth_aware {
                Some(reading) if second.projected == sums.projected => {
                    Z::new(second, &reading.null, expected(parameters, &reading.null, rating))
                }
                _ => None,
            },
            ln_bayes_factor: None,
            ln_over_boundary: None,
            excess: 100.0 * sums.compared(MM) / n - rule_of_thumb(rating),
            loss_cp: sums.compared(LOSS) / n,
        })
    }

    /// The statistic, turned so that larger means more unusual; `None` without the reading it belongs to.
    pub(crate) fn turned(&self, statistic: Statistic) -> Option<f64> {
        Some(match statistic {
            Statistic::OverallZ => self.record.overall,
            Statistic::Index => analyzer::statistics::overall::index(self.record.overall),
            Statistic::MoveMatch => self.record.mm,
            Statistic::EfficientScore => self.record.efficient,
            Statistic::DepthAwareOverallZ => self.second?.overall,
            Statistic::DepthAwareMoveMatch => self.second?.mm,
            Statistic::DepthAwareEfficientScore => self.second?.efficient,
            Statistic::RatingFree => self.second?.rating_free?,
            Statistic::BayesFactor => self.ln_bayes_factor?,
            Statistic::Hint => self.ln_over_boundary?,
            Statistic::MatchRate => self.excess,
            Statistic::MeanLoss => -self.loss_cp,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simulate::fixtures::{FIRST_FIT, model, side};
    use crate::simulate::{Help, Helper, HonestMoves, PreparedSide};
    use analyzer::full_test::{by_first_line, smallest_visible};
    use analyzer::random::Random;
    use analyzer::statistics::overall::{Shifts, judge};

    #[test]
    fn scores_are_those_of_the_sheet() {
        assert!((rule_of_thumb(2300.0) - 62.5).abs() < 1e-12);
        let parameters = Parameters::parse(FIRST_FIT).expect("reads");
        let prepared =
            PreparedSide::new(&side(0, 130, 8), 2300, &model(), Helper::FirstLine).expect("prepared");
        let mut random = Random::new(3);
        for share in [0.0, 0.2, 0.6] {
            let moves = prepared.play(HonestMoves::Model, Some(&Help::Share(share)), &mut random);
            let mut sums = Sums::default();
            prepared.add(&moves, &mut sums);
            let shifts = Shifts { alone: expected(&parameters, &parameters.null, 2300.0), field: None };
            let judged = judge(&sums, Some(&parameters.null), &shifts);
            let score = Score::new(&sums, &Sums::default(), 2300.0, &parameters).expect("over the gate");
            assert_eq!(Some(score.record.overall), judged.overall_z);
            assert_eq!(score.turned(Statistic::MoveMatch), judged.tests.mm.z_adjusted);
            assert_eq!(score.turned(Statistic::DepthAwareOverallZ), None);
            assert_eq!(score.turned(Statistic::Index), judged.roi);
            let loss = judged.also.mean_error_cp.observed.expect("observed");
            assert!((score.turned(Statistic::MeanLoss).expect("always") + loss).abs() < 1e-9);
            let mm = judged.tests.mm.observed.expect("observed");
            assert!((score.turned(Statistic::MatchRate).expect("always") - (100.0 * mm - 62.5)).abs() < 1e-9);
        }
    }

    #[test]
    fn below_the_gate_nobody_judges() {
        let parameters = Parameters::parse(FIRST_FIT).expect("reads");
        let prepared =
            PreparedSide::new(&side(0, 99, 8), 2300, &model(), Helper::FirstLine).expect("prepared");
        let mut sums = Sums::default();
        let all = prepared.play(HonestMoves::Model, Some(&Help::Share(1.0)), &mut Random::new(1));
        prepared.add(&all, &mut sums);
        assert_eq!(Score::new(&sums, &Sums::default(), 2300.0, &parameters), None);
    }

    #[test]
    fn half_of_simulated_performances_pass() {
        let parameters = crate::simulate::fixtures::plain();
        let shift = expected(&parameters, &parameters.null, 2300.0);
        let games: Vec<PreparedSide> = (0..10)
            .map(|k| {
                PreparedSide::new(&side(k, 26, 40 + k as u64), 2300, &model(), Helper::FirstLine)
                    .expect("prepared")
            })
            .collect();
        let play = |help: Option<&Help>, random: &mut Random| {
            let mut sums = Sums::default();
            for game in &games {
                game.add(&game.play(HonestMoves::Model, help, random), &mut sums);
            }
            sums
        };
        let base = play(None, &mut Random::new(1));
        for level in [2.5, 4.25] {
            let (all, shifts) = (by_first_line(base.projected), Shifts { alone: shift, field: None });
            let visible = smallest_visible(&base, &all, &parameters.null, &shifts, level).expect("visible");
            let rate = |share: f64| {
                let passed = (0..1_500).filter(|k| {
                    let sums = play(Some(&Help::Share(share)), &mut Random::stream(8, &[*k]));
                    Z::new(&sums, &parameters.null, shift).is_some_and(|z| z.overall >= level)
                });
                passed.count() as f64 / 1_500.0
            };
            let half = visible.half.expect("seen");
            assert!((rate(half) - 0.5).abs() < 0.06, "{level}: {} at {half}", rate(half));
            // Drawn from the model, z scatters by less than 1, so more than four in five pass.
            let more = visible.four_fifths.expect("seen");
            assert!(rate(more) > 0.8, "{level}: {} at {more}", rate(more));
        }
    }
}
