//! What is read off a performance: the overall z of the program, and two simple rules in use elsewhere.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::null::Null;
use crate::parameters::Parameters;
use crate::statistics::overall::{adjusted, efficient};
use crate::statistics::statistic::{LOSS, MM};
use crate::statistics::sums::Sums;

/// A statistic that a rule compares with a threshold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Statistic {
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
    /// Share of first-line moves beyond a rule of thumb by rating, in per cent of the decisions: 70 % for a 2800, 1.5
    /// less for each 100 points below, as it circulates among organisers. The positions do not enter.
    MatchRate,
    /// Mean loss in centipawns; under the threshold is a detection.
    MeanLoss,
}

impl Statistic {
    /// Whether it belongs to the depth-aware reading.
    #[must_use]
    pub fn is_depth_aware(self) -> bool {
        matches!(self, Self::DepthAwareOverallZ | Self::DepthAwareMoveMatch | Self::DepthAwareEfficientScore)
    }
}

/// Match rate of the rule of thumb at a rating, in per cent.
#[must_use]
pub fn rule_of_thumb(rating: f64) -> f64 {
    70.0 - 1.5 * (2800.0 - rating) / 100.0
}

/// A performance as the rules see it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Score {
    /// The reading of record.
    pub record: Z,
    /// The depth-aware reading, where there is one.
    pub second: Option<Z>,
    /// Match rate beyond [`rule_of_thumb`], in per cent of the decisions.
    pub excess: f64,
    /// Mean loss in centipawns, each capped at 1000.
    pub loss_cp: f64,
}

/// What a reading gives, after the dispersion.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Z {
    /// Overall z.
    pub overall: f64,
    pub mm: f64,
    /// Efficient score.
    pub efficient: f64,
}

impl Z {
    /// `None` below the gate, and where nothing is left to chance.
    pub(crate) fn new(sums: &Sums, null: &Null) -> Option<Self> {
        if sums.projected < null.gate.decisions {
            return None;
        }
        let (tests, overall) = adjusted(sums, null)?;
        overall.is_finite().then_some(Self { overall, mm: tests.mm, efficient: efficient(sums, null)? })
    }
}

impl Score {
    /// Reads a performance from its sums under both models; `rating` is the mean over its decisions. `None` below the
    /// gate: no rule gets to judge a performance that the program does not judge, so that they are compared on the same
    /// ones.
    #[must_use]
    pub fn new(sums: &Sums, second: &Sums, rating: f64, parameters: &Parameters) -> Option<Self> {
        let n = f64::from(sums.projected);
        Some(Self {
            record: Z::new(sums, &parameters.null)?,
            second: match &parameters.depth_aware {
                Some(reading) if second.projected == sums.projected => Z::new(second, &reading.null),
                _ => None,
            },
            excess: 100.0 * sums.compared(MM) / n - rule_of_thumb(rating),
            loss_cp: sums.compared(LOSS) / n,
        })
    }

    /// The statistic, turned so that larger means more unusual; `None` without the reading it belongs to.
    #[must_use]
    pub fn turned(&self, statistic: Statistic) -> Option<f64> {
        Some(match statistic {
            Statistic::OverallZ => self.record.overall,
            Statistic::Index => crate::statistics::overall::index(self.record.overall),
            Statistic::MoveMatch => self.record.mm,
            Statistic::EfficientScore => self.record.efficient,
            Statistic::DepthAwareOverallZ => self.second?.overall,
            Statistic::DepthAwareMoveMatch => self.second?.mm,
            Statistic::DepthAwareEfficientScore => self.second?.efficient,
            Statistic::MatchRate => self.excess,
            Statistic::MeanLoss => -self.loss_cp,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parameters::FIRST_FIT;
    use crate::random::Random;
    use crate::simulate::play::tests::{model, side};
    use crate::simulate::{Help, Helper, HonestPart, PreparedSide};
    use crate::statistics::overall::judge;

    #[test]
    fn the_rule_of_thumb_by_hand() {
        assert!((rule_of_thumb(2800.0) - 70.0).abs() < 1e-12);
        assert!((rule_of_thumb(2300.0) - 62.5).abs() < 1e-12);
    }

    #[test]
    fn scores_are_those_of_the_sheet() {
        let parameters = Parameters::parse(FIRST_FIT).expect("reads");
        let prepared =
            PreparedSide::new(&side(0, 130, 8), 2300, &model(), Helper::FirstLine).expect("prepared");
        let mut random = Random::new(3);
        for share in [0.0, 0.2, 0.6] {
            let moves = prepared.play(HonestPart::Model, Some(&Help::Share(share)), &mut random);
            let mut sums = Sums::default();
            prepared.add(&moves, &mut sums);
            let judged = judge(&sums, Some(&parameters.null));
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
        let all = prepared.play(HonestPart::Model, Some(&Help::Share(1.0)), &mut Random::new(1));
        prepared.add(&all, &mut sums);
        assert_eq!(Score::new(&sums, &Sums::default(), 2300.0, &parameters), None);
    }
}
