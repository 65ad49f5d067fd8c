//! A fit held to another one: the same moves under another search, whose parameters rest on far more games.
//!
//! A deep search of a few players says little by itself: whether those players were in form that week would go into the
//! parameters for good. But the same players were judged by the anchor as well. So the deeper fit is not asked to find
//! nothing in them; it is asked to find, as a group, what the anchor finds. How play changes with the rating is the anchor's
//! too where there are few players: strong players agree more with a strong engine, and only many players show how much more.
//! Two searches of the same moves differ little beside the difference between players, so a few games are enough for the rest
//! (a control variate; Hammersley and Handscomb 1964, "Monte Carlo Methods", section 5.5).

use std::collections::BTreeMap;

use crate::decision::performance::{Key, Performance};
use crate::parameters::Parameters;

/// Parameters of another search, and what it saw of the performances.
#[derive(Clone, Debug, PartialEq)]
pub struct Anchor {
    pub parameters: Parameters,
    seen: BTreeMap<Key, Performance>,
}

impl Anchor {
    /// An anchor that has seen nothing yet.
    pub fn new(parameters: Parameters) -> Self {
        Self { parameters, seen: BTreeMap::new() }
    }

    /// Takes in performances as the other search saw them. Events have to have the same numbers.
    pub fn add(&mut self, performances: impl IntoIterator<Item = Performance>) {
        for performance in performances {
            if let Some(key) = performance.key() {
                self.seen.insert(key, performance);
            }
        }
    }

    /// The same performance as the other search saw it.
    pub fn counterpart(&self, performance: &Performance) -> Option<&Performance> {
        self.seen.get(&performance.key()?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::calibrate::excess::game_gains;
    use crate::calibrate::fit::tests::{drawn, true_parameters};
    use crate::calibrate::fit::{SLOPE_DECISIONS, fit, fit_from};
    use crate::null::gains::Gains;

    /// The parameters that the moves are drawn from. What every fit counts for itself, ties and the cost of unlisted moves,
    /// is as these moves have it.
    fn truth(performances: &[Performance]) -> Parameters {
        let counted = fit(performances).expect("settles");
        let mut truth = true_parameters();
        truth.ties.first_of_two = counted.first_of_two;
        truth.unlisted = crate::choice::Unlisted { behind: truth.unlisted.behind, ..counted.unlisted };
        truth
    }

    /// The same moves under the same search: whatever the players happened to do, the anchor's parameters come out.
    #[test]
    fn a_fit_to_what_the_anchor_saw_is_the_anchor() {
        let performances = drawn(8, 30);
        let truth = truth(&performances);
        let mut anchor = Anchor::new(truth.clone());
        anchor.add(performances.clone());
        let free = fit(&performances).expect("settles");
        let held = fit_from(&performances, None, Some(&anchor)).expect("settles");
        let off = |found: f64, wanted: f64| (found / wanted - 1.0).abs();
        assert!(off(held.sensitivity.at_2400, truth.sensitivity.at_2400) < 1e-6);
        assert!(off(held.consistency.at_2400, truth.consistency.at_2400) < 1e-6);
        assert!((held.sensitivity.ln_slope_per_300 - truth.sensitivity.ln_slope_per_300).abs() < 1e-6);
        assert!((held.unlisted.behind - truth.unlisted.behind).abs() < 1e-6);
        // Without the anchor the chance of the draw is in the parameters.
        assert!(off(free.sensitivity.at_2400, truth.sensitivity.at_2400) > 1e-3);
    }

    /// An anchor whose slope is off by 0.1: the moves show it, and as many decisions as the anchor counts for would take half of it.
    #[test]
    fn the_slopes_lie_between_the_anchor_and_the_moves() {
        let performances = drawn(8, 60);
        let truth = truth(&performances);
        let mut anchor = Anchor::new(truth.clone());
        anchor.add(performances.clone());
        let free = fit_from(&performances, None, Some(&anchor)).expect("settles");
        let mut other = truth.clone();
        other.sensitivity.ln_slope_per_300 -= 0.1;
        let slopes = Anchor::new(other.clone()).slopes_with(&free);
        let own = free.decisions as f64 / (free.decisions as f64 + SLOPE_DECISIONS);
        let wanted = other.sensitivity.ln_slope_per_300 + 0.1 * own;
        assert!((slopes[0] - wanted).abs() < 1e-6, "{slopes:?} {wanted}");
        assert!((slopes[1] - truth.consistency.slope_per_300).abs() < 1e-6, "{slopes:?}");
    }

    #[test]
    fn a_group_in_form_stays_in_form() {
        // Thirty players, each move of theirs replaced by the first line one time in ten: all play above their rating.
        let mut performances = drawn(9, 30);
        for (number, decision) in performances.iter_mut().flat_map(|p| &mut p.decisions).enumerate() {
            if number % 10 == 0 {
                decision.played = crate::decision::PlayedMove::Line(0);
            }
        }
        let truth = truth(&performances);
        let mut anchor = Anchor::new(truth.clone());
        anchor.add(performances.clone());
        let held = fit_from(&performances, None, Some(&anchor)).expect("settles");
        let parameters = Parameters {
            sensitivity: held.sensitivity,
            consistency: held.consistency,
            unlisted: held.unlisted,
            ..truth
        };
        let mean = |parameters: &Parameters| {
            let points: Vec<f64> = performances
                .iter()
                .map(|performance| {
                    let mut sum = Gains::default();
                    for game in game_gains(performance, parameters).expect("projected") {
                        sum.add(&game);
                    }
                    sum.shift(&parameters.null.noise()).expect("rises").points
                })
                .collect();
            points.iter().sum::<f64>() / points.len() as f64
        };
        let (seen, found) = (mean(&anchor.parameters), mean(&parameters));
        assert!(seen > 80.0 && (found - seen).abs() < 10.0, "{seen} {found}");
        let free = fit(&performances).expect("settles");
        let parameters = Parameters {
            sensitivity: free.sensitivity,
            consistency: free.consistency,
            unlisted: free.unlisted,
            ..parameters
        };
        let free = mean(&parameters);
        assert!(free.abs() < 15.0, "a fit without an anchor finds nothing in its own players: {free}");
    }
}
