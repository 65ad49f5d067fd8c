//! The rating at which a choice model projects what was observed, for any model.
//!
//! The IPR proper needs a model with a sensitivity and a consistency of the player's own. This one needs only a model
//! for every rating: it asks at which rating the projected scaled difference *in the player's own positions* is the one
//! observed, and which ratings a two-sigma test of that difference would not reject.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{IprError, MIN_DECISIONS, RatingEstimate};
use crate::decision::Decision;
use crate::parameters::{CalibratedModel, RatingRange};
use crate::statistics::projection::Around;
use crate::statistics::statistic::ASD;
use crate::statistics::sums::Sums;

/// A rating found by equating.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Equated {
    /// The rating.
    pub value: RatingEstimate,
    /// Lowest rating that a two-sigma test does not reject.
    pub low: RatingEstimate,
    /// Highest.
    pub high: RatingEstimate,
    /// Decisions it rests on.
    pub decisions: usize,
}

/// Finds the rating within `ratings`. The spread is that of this event: excess between moves, without form.
///
/// # Errors
/// If there are too few decisions, or the projected difference does not fall with the rating.
pub fn equated<R: CalibratedModel>(
    decisions: &[Decision],
    reading: &R,
    ratings: RatingRange,
) -> Result<Equated, IprError> {
    let found = decisions.len();
    if found < MIN_DECISIONS {
        return Err(IprError::TooFew { found });
    }
    let f = reading.null().excess.asd.sqrt();
    // How far the player did better than projected, in standard deviations: it falls as the rating rises.
    let better = |rating: u16| {
        let sums = Sums::from_decisions(decisions, &Around::new(reading, rating));
        sums.gain(ASD) / (f * sums.variance(ASD).sqrt())
    };
    let RatingRange { low, high } = ratings;
    let ends = (better(low), better(high));
    if ends.0.is_nan() || ends.1.is_nan() || ends.0 <= ends.1 {
        return Err(IprError::NoLine { low, high });
    }
    let at = |level: f64| {
        if ends.0 < level {
            return RatingEstimate::Below(low);
        }
        if ends.1 > level {
            return RatingEstimate::Above(high);
        }
        let (mut below, mut above) = ((low, ends.0), (high, ends.1));
        while above.0 - below.0 > 1 {
            let middle = below.0.midpoint(above.0);
            let z = better(middle);
            if z >= level {
                below = (middle, z);
            } else {
                above = (middle, z);
            }
        }
        let part = if below.1 > above.1 { (below.1 - level) / (below.1 - above.1) } else { 0.0 };
        RatingEstimate::At(f64::from(below.0) + part * f64::from(above.0 - below.0))
    };
    Ok(Equated { value: at(0.0), low: at(2.0), high: at(-2.0), decisions: found })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;
    use crate::statistics::ipr::tests::{drawn, plain, positions};

    #[test]
    fn players_drawn_at_a_rating_come_back_to_it() {
        let parameters = plain();
        let mut inside = 0;
        let mut values = Vec::new();
        for seed in 0..60 {
            let mut random = Random::new(seed);
            let decisions = drawn(&positions(250, 100 + seed), &parameters.at(2300), &mut random);
            let found = equated(&decisions, &parameters, parameters.ratings).expect("a rating");
            let number = |reading| match reading {
                RatingEstimate::At(rating) => rating,
                RatingEstimate::Below(rating) | RatingEstimate::Above(rating) => f64::from(rating),
            };
            let (low, value, high) = (number(found.low), number(found.value), number(found.high));
            assert!(low <= value && value <= high, "{found:?}");
            values.push(value);
            inside += u32::from((low..=high).contains(&2300.0));
        }
        let mean = values.iter().sum::<f64>() / 60.0;
        assert!((mean - 2300.0).abs() < 60.0, "{mean}");
        // 95.4 % of 60 is 57; the standard deviation of the count is 1.6.
        assert!((53..=60).contains(&inside), "{inside}");
    }

    #[test]
    fn beyond_the_fit_it_says_only_on_which_side() {
        let parameters = plain();
        let mut best = positions(200, 3);
        for decision in &mut best {
            decision.played = crate::decision::PlayedMove::Line(0);
        }
        let found = equated(&best, &parameters, parameters.ratings).expect("a reading");
        assert_eq!(found.value, RatingEstimate::Above(parameters.ratings.high));
        assert!(matches!(
            equated(&best[..49], &parameters, parameters.ratings),
            Err(IprError::TooFew { found: 49 })
        ));
    }
}
