use super::*;
use crate::calibrate::fit::tests::{drawn, true_parameters};
use crate::calibrate::method::WEIGHTS;

const ONE: PerTest<f64> = PerTest { mm: 1.0, ev: 1.0, asd: 1.0 };

/// Shifts of drawn performances whose published ratings are so many points too low.
fn shifts(performances: usize, too_low: u16) -> (Vec<Shift>, PerTest<f64>) {
    let parameters = true_parameters();
    let gains: Vec<PerformanceGains> = drawn(5, performances)
        .into_iter()
        .map(|mut performance| {
            performance.rating -= too_low;
            PerformanceGains::new(&performance, &parameters).expect("something is left to chance")
        })
        .collect();
    let shifts = gains.iter().map(|gains| gains.shift(ONE, WEIGHTS, (0, 2400, Vec::new())));
    (shifts.collect(), excess(&gains))
}

/// Mean shift, mean of its square over the variance, and its own error.
fn mean(shifts: &[Shift]) -> (f64, f64, f64) {
    let n = shifts.len() as f64;
    let mean = shifts.iter().map(|s| s.points).sum::<f64>() / n;
    let squares = shifts.iter().map(|s| (s.points - mean) * (s.points - mean) / s.variance).sum::<f64>() / n;
    (mean, squares, (shifts.iter().map(|s| s.variance).sum::<f64>() / n / n).sqrt())
}

#[test]
fn play_at_the_rating_has_no_shift_and_scatters_as_projected() {
    let (shifts, excess) = shifts(400, 0);
    let (mean, squares, error) = mean(&shifts);
    assert!(mean.abs() < 3.0 * error, "{mean} {error}");
    // A mean of 400 squares of normal numbers has a standard deviation of 0.07.
    assert!((squares - 1.0).abs() < 0.2, "{squares}");
    // 2,000 degrees of freedom: a standard deviation of 0.03.
    for excess in excess.each() {
        assert!((excess - 1.0).abs() < 0.1, "{excess}");
    }
}

#[test]
fn play_above_the_rating_is_measured_in_rating_points() {
    let (shifts, excess) = shifts(400, 60);
    let (mean, _, error) = mean(&shifts);
    assert!((mean - 60.0).abs() < 3.0 * error + 6.0, "{mean} {error}");
    // A shift of the whole performance is no excess from game to game. Better play costs less and scatters less than projected.
    for excess in excess.each() {
        assert!((0.8..1.1).contains(excess), "{excess}");
    }
}

#[test]
fn one_test_alone_is_gain_over_derivative() {
    let parameters = true_parameters();
    let performance = &drawn(3, 1)[0];
    let gains = PerformanceGains::new(performance, &parameters).expect("something is left to chance");
    let mm = PerTest { mm: 1.0, ev: 0.0, asd: 0.0 };
    let shift = gains.shift(PerTest { mm: 1.44, ..ONE }, mm, (3, 2100, vec![1.0]));
    let model = |rating: u16| {
        crate::statistics::sums::Sums::from_decisions(&performance.decisions, &parameters.model(rating))
    };
    let sums = model(performance.rating);
    let slope =
        (model(performance.rating + 25).expected(MM) - model(performance.rating - 25).expected(MM)) / 50.0;
    assert!((shift.points - sums.gain(MM) / slope).abs() < 1e-6);
    assert!((shift.variance / (1.44 * sums.variance(MM) / slope / slope) - 1.0).abs() < 1e-9);
    assert_eq!((shift.event, shift.rating), (3, 2100.0));
}
