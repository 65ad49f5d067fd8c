//! How sure a fit is: the same fit on events drawn with replacement.

use std::borrow::Borrow;
use std::collections::BTreeMap;

use crate::calibration::fit::{Fit, fit};
use crate::calibration::performance::Performance;
use crate::random::Random;

/// One number of a fit with its bootstrap standard error.
#[derive(Clone, Debug, PartialEq)]
pub struct Uncertain {
    /// Name, as in the parameter file.
    pub name: &'static str,
    /// Value of the fit on all events.
    pub value: f64,
    /// Standard deviation over the resampled fits.
    pub standard_error: f64,
}

/// Resamples whole events, because players of one event share opponents, openings and rating pool. Fits that do not
/// settle are left out and counted in the second return value. `rounds` of 100 or more give standard errors to about
/// 7 %; the draw follows `seed` alone.
#[must_use]
pub fn bootstrap<P: Borrow<Performance>>(
    performances: &[P],
    whole: &Fit,
    rounds: u32,
    seed: u64,
) -> (Vec<Uncertain>, u32) {
    let mut events: BTreeMap<usize, Vec<&Performance>> = BTreeMap::new();
    for performance in performances.iter().map(Borrow::borrow) {
        events.entry(performance.event).or_default().push(performance);
    }
    let events: Vec<Vec<&Performance>> = events.into_values().collect();
    let mut random = Random::new(seed);
    let mut fits = Vec::new();
    let mut unsettled = 0;
    for _ in 0..rounds {
        let mut drawn = Vec::new();
        for _ in 0..events.len() {
            let event = events.get(random.below(events.len()));
            drawn.extend(event.into_iter().flatten().copied());
        }
        match fit(&drawn) {
            Ok(found) => fits.push(numbers(&found)),
            Err(_) => unsettled += 1,
        }
    }
    let whole = numbers(whole);
    let uncertain = whole.iter().enumerate().map(|(k, (name, value))| {
        let values: Vec<f64> = fits.iter().map(|numbers| numbers[k].1).collect();
        Uncertain {
            name,
            value: *value,
            standard_error: deviation(&values),
        }
    });
    (uncertain.collect(), unsettled)
}

fn numbers(fit: &Fit) -> [(&'static str, f64); 8] {
    [
        ("sensitivity.at_2400", fit.sensitivity.at_2400),
        ("sensitivity.ln_slope_per_300", fit.sensitivity.ln_slope_per_300),
        ("sensitivity.ln_curve_per_300", fit.sensitivity.ln_curve_per_300),
        ("consistency.at_2400", fit.consistency.at_2400),
        ("consistency.slope_per_300", fit.consistency.slope_per_300),
        ("consistency.curve_per_300", fit.consistency.curve_per_300),
        ("ties.first_of_two", fit.first_of_two),
        ("unlisted.behind", fit.unlisted.behind),
    ]
}

fn deviation(values: &[f64]) -> f64 {
    let n = values.len() as f64;
    let mean = values.iter().sum::<f64>() / n;
    let squares: f64 = values.iter().map(|v| (v - mean) * (v - mean)).sum();
    (squares / (n - 1.0)).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::calibration::fit::tests::drawn;

    #[test]
    fn standard_errors_match_the_scatter_of_independent_fits() {
        // Ten independent samples of the same size show how far a fit really scatters.
        let at: Vec<f64> = (0..10)
            .map(|k| {
                fit(&drawn(100 + k, 30))
                    .expect("settles")
                    .sensitivity
                    .ln_slope_per_300
            })
            .collect();
        let scatter = deviation(&at);
        let sample = drawn(55, 30);
        let whole = fit(&sample).expect("settles");
        let (numbers, unsettled) = bootstrap(&sample, &whole, 24, 1);
        assert_eq!(unsettled, 0);
        let slope = numbers
            .iter()
            .find(|n| n.name == "sensitivity.ln_slope_per_300")
            .expect("named");
        assert!((slope.value - whole.sensitivity.ln_slope_per_300).abs() < 1e-15);
        let ratio = slope.standard_error / scatter;
        assert!(
            (0.45..2.2).contains(&ratio),
            "{} against {scatter}",
            slope.standard_error
        );
        // The same seed draws the same events.
        assert_eq!(bootstrap(&sample, &whole, 2, 9), bootstrap(&sample, &whole, 2, 9));
    }

    #[test]
    fn deviation_by_hand() {
        assert!((deviation(&[1.0, 2.0, 6.0]) - 7.0_f64.sqrt()).abs() < 1e-15);
    }
}
