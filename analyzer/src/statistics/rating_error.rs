//! Effect of an uncertain rating on a z: the spread grows with the error.
//!
//! The dispersion already holds the usual error of a published rating, because it was measured with published
//! ratings. What is known to be less sure than that (a junior, a rating of few games, an old one, an assumed one) has
//! a standard deviation of its own in rating points. By the delta method a z that moves by `b` per rating point
//! has a further variance of `(b sd)^2`, so it is divided by `sqrt(1 + (b sd)^2)`.
//!
//! This module must not decide whose rating is uncertain, nor how much.

use crate::decision::Decision;
use crate::null::PerTest;
use crate::parameters::CalibratedModel;
use crate::statistics::overall::{Judgement, adjusted, efficient, index};
use crate::statistics::sums::Sums;

/// Half the width of the difference quotient, in rating points.
const STEP: u16 = 25;

/// Change of each adjusted z and of the overall z per rating point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Slope {
    /// MM, EV and ASD.
    pub tests: PerTest<f64>,
    pub overall: f64,
    pub efficient: f64,
}

/// The slope of a reading at a rating for decisions with one rating, by a central difference; `None` if nothing is left
/// to chance.
pub fn slope<R: CalibratedModel>(decisions: &[&Decision], rating: u16, reading: &R) -> Option<Slope> {
    let (low, high) = (rating.saturating_sub(STEP), rating.saturating_add(STEP));
    let at = |rating: u16| {
        let sums = Sums::from_decisions(decisions.iter().copied(), &reading.model(rating));
        let (tests, overall) = adjusted(&sums, reading.null())?;
        Some((tests, overall, efficient(&sums, reading.null())?))
    };
    let ((one, z_one, e_one), (other, z_other, e_other)) = (at(low)?, at(high)?);
    let width = f64::from(high - low);
    Some(Slope {
        tests: other.zip(one, |other, one| (other - one) / width),
        overall: (z_other - z_one) / width,
        efficient: (e_other - e_one) / width,
    })
}

/// A z after a rating error of `sd` points, if it moves by `slope` per point.
pub fn widened(z: f64, slope: f64, sd: f64) -> f64 {
    z / (1.0 + slope * slope * sd * sd).sqrt()
}

impl Judgement {
    /// Widens every z by what is not known about the rating, `sd` rating points.
    pub fn widen(&mut self, slope: &Slope, sd: f64) {
        let with = |z: Option<f64>, slope: f64| z.map(|z| widened(z, slope, sd));
        for (test, slope) in self.tests.each_mut().into_iter().zip(slope.tests.each()) {
            test.z_adjusted = with(test.z_adjusted, *slope);
        }
        self.overall_z = with(self.overall_z, slope.overall);
        self.roi = self.overall_z.map(index);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::calibrate::fit::tests::drawn;
    use crate::calibrate::moments::moments;
    use crate::random::Random;

    #[test]
    fn widened_by_hand() {
        // A z that moves by .01 a point, with an error of 75 points: sqrt(1 + .5625) = 1.25.
        assert!((widened(2.5, -0.01, 75.0) - 2.0).abs() < 1e-15);
        assert_eq!(widened(2.5, -0.01, 0.0), 2.5);
    }

    /// Honest play whose published rating is wrong by a known error: the widened z has the spread the plain one would
    /// have had without the error.
    #[test]
    fn the_delta_method_matches_simulated_rating_errors() {
        let parameters = crate::calibrate::fit::tests::true_parameters();
        let mut random = Random::new(4);
        let sd = 150.0;
        let (mut plain, mut wrong, mut repaired) = (Vec::new(), Vec::new(), Vec::new());
        for performance in drawn(8, 600) {
            let decisions: Vec<&Decision> = performance.decisions.iter().collect();
            let z = |rating: u16| {
                let sums = Sums::from_decisions(decisions.iter().copied(), &parameters.at(rating));
                adjusted(&sums, &parameters.null).map(|(_, z)| z)
            };
            // The sum of twelve even numbers has a variance of 1.
            let error: f64 = (0..12).map(|_| random.unit()).sum::<f64>() - 6.0;
            let published = f64::from(performance.rating) + sd * error;
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a rating")]
            let published = published.round() as u16;
            let with_error = z(published).expect("z");
            let slope = slope(&decisions, published, &parameters).expect("slope");
            assert!(slope.overall < 0.0, "a higher rating expects more");
            plain.push(z(performance.rating).expect("z"));
            wrong.push(with_error);
            repaired.push(widened(with_error, slope.overall, sd));
        }
        let [plain, wrong, repaired] = [plain, wrong, repaired].map(|values| moments(&values).sd);
        assert!(wrong > 1.2 * plain, "{wrong} {plain}");
        assert!((repaired / plain - 1.0).abs() < 0.08, "{repaired} {plain}");
    }
}
