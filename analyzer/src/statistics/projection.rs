//! A decision as a choice model projects it, with the change per rating point.

use crate::choice::{ChoiceModel, Choices};
use crate::decision::{Decision, PlayedMove};
use crate::null::TESTS;
use crate::null::gains::{EFFICIENT, Gains, RATING};
use crate::parameters::CalibratedModel;
use crate::statistics::efficient::weight;
use crate::statistics::statistic::{ASD, COUNT, EV, MM, Moments, Observed, STATISTICS, values};

/// Half the width of the difference quotient of a projection, in rating points.
const STEP: u16 = 25;
/// Probabilities below this count as this in a logarithm.
const MIN_CHANCE: f64 = 1e-12;

/// A choice model at a rating, and a step below and above it.
#[derive(Clone, Debug)]
pub struct Around<M> {
    pub at: M,
    below: M,
    above: M,
    /// Rating points between the outer two.
    width: f64,
}

impl<M: ChoiceModel> Around<M> {
    /// A reading at a rating, whether or not the fit covers it.
    pub fn new<R: CalibratedModel<Model = M>>(reading: &R, rating: u16) -> Self {
        let (low, high) = (rating.saturating_sub(STEP), rating.saturating_add(STEP));
        Self {
            at: reading.model(rating),
            below: reading.model(low),
            above: reading.model(high),
            width: f64::from(high - low),
        }
    }

    /// Projects a decision; `None` if it lacks what the model looks at.
    pub fn project(&self, decision: &Decision) -> Option<Projection> {
        let choices = self.at.project(decision)?;
        self.project_from(decision, &choices)
    }

    /// As [`Around::project`], from the choices of the middle model.
    pub fn project_from(&self, decision: &Decision, choices: &Choices) -> Option<Projection> {
        let (below, above) = (self.below.project(decision)?, self.above.project(decision)?);
        let (_, moments): (_, [Moments; COUNT]) = values(&STATISTICS, decision, choices);
        let slopes = std::array::from_fn(|test| {
            let mean = |choices: &Choices| (STATISTICS[test].project)(decision, choices).mean;
            (mean(&above) - mean(&below)) / self.width
        });
        Some(Projection { moments, slopes, rating: self.rating(decision, choices, &below, &above) })
    }

    /// The rating score of the move played, and its information.
    fn rating(&self, decision: &Decision, at: &Choices, below: &Choices, above: &Choices) -> RatingScore {
        let score = |below: f64, above: f64| {
            let ln = |chance: f64| libm::log(chance.max(MIN_CHANCE));
            (ln(above) - ln(below)) / self.width
        };
        let scores: Vec<f64> = below.lines.iter().zip(&above.lines).map(|(b, a)| score(*b, *a)).collect();
        let unlisted = score(below.unlisted, above.unlisted);
        let mean = |f: &dyn Fn(f64) -> f64| {
            let lines: f64 = at.lines.iter().zip(&scores).map(|(p, u)| p * f(*u)).sum();
            lines + at.unlisted * f(unlisted)
        };
        // 0 but for the error of the difference quotient.
        let centre = mean(&|u| u);
        let played = match decision.played {
            PlayedMove::Line(line) => scores.get(line).copied().unwrap_or(unlisted),
            PlayedMove::Apart { .. } => unlisted,
        };
        RatingScore { score: played - centre, information: mean(&|u| (u - centre) * (u - centre)) }
    }
}

/// `d ln p / d rating` of the move played, per rating point, and its variance under the model.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RatingScore {
    pub score: f64,
    /// Fisher information of the rating, per rating point squared.
    pub information: f64,
}

/// A projected decision.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Projection {
    /// In the order of [`STATISTICS`].
    pub moments: [Moments; COUNT],
    /// Change of the means of the tests per rating point.
    pub slopes: [f64; TESTS],
    pub rating: RatingScore,
}

/// Sign by which a test is turned so that larger means better play.
fn turned(test: usize) -> f64 {
    if STATISTICS[test].larger_is_better { 1.0 } else { -1.0 }
}

impl Projection {
    /// Projected mean of a statistic.
    pub fn mean(&self, statistic: usize) -> f64 {
        self.moments.get(statistic).map_or(0.0, |moments| moments.mean)
    }

    /// What the decision adds to the gains.
    pub fn gains(&self, observed: &Observed) -> Gains {
        let mut gains = Gains::default();
        let mean = |test: usize| turned(test) * self.moments[test].mean;
        for (test, (observed, slope)) in observed.iter().zip(&self.slopes).enumerate() {
            gains.gain[test] = turned(test) * observed - mean(test);
            gains.derivative[test] = turned(test) * slope;
            gains.covariance[test][test] = self.moments[test].variance;
        }
        // A first line is one of the equal best, and an equal best has no scaled difference.
        for (a, b, product) in [(MM, EV, mean(MM)), (MM, ASD, 0.0), (EV, ASD, 0.0)] {
            let covariance = product - mean(a) * mean(b);
            gains.covariance[a][b] = covariance;
            gains.covariance[b][a] = covariance;
        }
        // The efficient score is a weighted match.
        let weight = weight(mean(MM));
        gains.gain[EFFICIENT] = weight * gains.gain[MM];
        gains.derivative[EFFICIENT] = weight * gains.derivative[MM];
        for test in 0..TESTS {
            let covariance = weight * gains.covariance[MM][test];
            gains.covariance[EFFICIENT][test] = covariance;
            gains.covariance[test][EFFICIENT] = covariance;
        }
        gains.covariance[EFFICIENT][EFFICIENT] = weight * weight * gains.covariance[MM][MM];
        // The covariance of any score with the rating score is its change per rating point.
        let RatingScore { score, information } = self.rating;
        gains.gain[RATING] = score;
        gains.derivative[RATING] = information;
        for (other, covariance) in gains.derivative.into_iter().enumerate() {
            gains.covariance[RATING][other] = covariance;
            gains.covariance[other][RATING] = covariance;
        }
        gains
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parameters::{FIRST_FIT, Parameters};
    use crate::statistics::statistic::observe;

    #[test]
    fn gains_by_hand() {
        let of = |mean, variance| Moments { mean, variance };
        let moments =
            [of(0.4, 0.24), of(0.7, 0.21), of(0.14, 0.0484), Moments::default(), Moments::default()];
        let rating = RatingScore { score: -0.003, information: 0.000_002 };
        let projection = Projection { moments, slopes: [0.002, 0.001, -0.0005], rating };
        let decision = Decision {
            differences: vec![0.0, 0.0, 0.5],
            deltas: vec![0.0, 0.0, 0.4],
            unlisted: 2,
            played: PlayedMove::Line(1),
            looks: None,
        };
        let gains = projection.gains(&observe(&decision));
        let close = |a: f64, b: f64| assert!((a - b).abs() < 1e-12, "{a} {b}");
        close(gains.gain[MM], -0.4);
        close(gains.gain[EV], 0.3);
        close(gains.gain[ASD], 0.14);
        close(gains.derivative[ASD], 0.0005);
        // P(first) - P(first) P(equal best) = .4 * .3; a match costs nothing: .4 * .14; .7 * .14.
        close(gains.covariance[MM][EV], 0.12);
        close(gains.covariance[ASD][MM], 0.056);
        close(gains.covariance[EV][ASD], 0.098);
        // Weight 1 / .4.
        close(gains.gain[EFFICIENT], -1.0);
        close(gains.derivative[EFFICIENT], 0.005);
        close(gains.covariance[EFFICIENT][EFFICIENT], 1.5);
        close(gains.covariance[EV][EFFICIENT], 0.3);
        close(gains.gain[RATING], -0.003);
        close(gains.derivative[RATING], 0.000_002);
        close(gains.covariance[RATING][EFFICIENT], 0.005);
        close(gains.covariance[RATING][RATING], 0.000_002);
    }

    /// Over all moves that could be played the rating score has mean 0, the variance that is stated, and the covariance with each
    /// test that the test changes by.
    #[test]
    fn the_rating_score_has_its_moments() {
        let parameters = Parameters::parse(FIRST_FIT).expect("reads");
        let model = Around::new(&parameters, 2200);
        let mut decision = Decision {
            differences: vec![0.0, 0.2, 0.5, 0.9],
            deltas: vec![0.0, 0.15, 0.4, 0.6],
            unlisted: 0,
            played: PlayedMove::Line(0),
            looks: None,
        };
        let choices = model.at.choices(&decision);
        let (mut mean, mut variance, mut covariance) = (0.0, 0.0, 0.0);
        let mut slope = 0.0;
        for (line, p) in choices.lines.iter().enumerate() {
            decision.played = PlayedMove::Line(line);
            let projection = model.project(&decision).expect("a projection");
            let RatingScore { score, information } = projection.rating;
            mean += p * score;
            variance += p * (score * score - information);
            covariance += p * score * f64::from(u8::from(line == 0));
            slope = projection.slopes[MM];
        }
        assert!(mean.abs() < 1e-15 && variance.abs() < 1e-18, "{mean} {variance}");
        assert!((covariance / slope - 1.0).abs() < 0.005, "{covariance} {slope}");
    }
}
