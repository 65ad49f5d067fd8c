//! Moments, rates and quantiles of a statistic, beside what a normal distribution would give.

use std::collections::BTreeMap;

use statrs::distribution::{ContinuousCDF, Normal};

use crate::calibrate::certificate::{Errors, Moments, Quantile, Rate};
use crate::statistics::field::upper_tail;
use crate::statistics::intervals::limits;

/// Pearson's correlation; 0 where one of the two does not vary.
pub fn correlation(pairs: impl Iterator<Item = (f64, f64)> + Clone) -> f64 {
    let n = pairs.clone().count() as f64;
    let (ma, mb) = (pairs.clone().map(|p| p.0).sum::<f64>() / n, pairs.clone().map(|p| p.1).sum::<f64>() / n);
    let (mut ab, mut aa, mut bb) = (0.0, 0.0, 0.0);
    for (a, b) in pairs {
        let (a, b) = (a - ma, b - mb);
        ab += a * b;
        aa += a * a;
        bb += b * b;
    }
    if aa > 0.0 && bb > 0.0 { ab / (aa * bb).sqrt() } else { 0.0 }
}

/// Mean, standard deviation and skewness.
pub fn moments(values: &[f64]) -> Moments {
    let n = values.len() as f64;
    if values.is_empty() {
        return Moments { n: 0, mean: 0.0, sd: 0.0, skew: 0.0, errors: None };
    }
    let mean = values.iter().sum::<f64>() / n;
    let power =
        |k: u8| values.iter().map(|v| (0..k).fold(1.0, |product, _| product * (v - mean))).sum::<f64>() / n;
    let variance = power(2);
    Moments {
        n: values.len(),
        mean,
        sd: if values.len() > 1 { (variance * n / (n - 1.0)).sqrt() } else { 0.0 },
        skew: if values.len() > 2 && variance > 0.0 { power(3) / (variance * variance.sqrt()) } else { 0.0 },
        errors: None,
    }
}

/// Mean, standard deviation and skewness of values with the events that they belong to, and the standard errors of the first two.
///
/// Performances of one event hang together: the ratings of its place and time stand too high or too low for all of them. So the
/// units are events: each is left out once, and the spread of what is then found gives the error (the jackknife: Miller 1974,
/// Biometrika 61, 1).
pub fn moments_by_event(values: &[(usize, f64)]) -> Moments {
    let all: Vec<f64> = values.iter().map(|(_, value)| *value).collect();
    let found = moments(&all);
    Moments { errors: errors(values, &found), ..found }
}

fn errors(values: &[(usize, f64)], found: &Moments) -> Option<Errors> {
    let events = of_events(values, found.mean);
    let n = values.len() as f64;
    let squares: f64 = events.values().map(|event| event.squares).sum();
    let without: Option<Vec<[f64; 2]>> = events
        .values()
        .map(|event| {
            let left = n - event.n;
            let mean = -event.sum / left;
            let variance = (squares - event.squares - left * mean * mean) / (left - 1.0);
            (left >= 2.0).then(|| [mean, variance.max(0.0).sqrt()])
        })
        .collect();
    let (without, m) = (without?, events.len() as f64);
    let error = |of: usize| {
        let values = || without.iter().filter_map(|found| found.get(of));
        let mean = values().sum::<f64>() / m;
        ((m - 1.0) / m * values().map(|v| (v - mean) * (v - mean)).sum::<f64>()).sqrt()
    };
    (events.len() > 1).then(|| Errors { events: events.len(), mean: error(0), sd: error(1) })
}

/// Standard deviation of what values of one event share: the one-way analysis of variance with events of unequal size (Searle and
/// others 1992, *Variance Components*, chapter 3). 0 if they share less than nothing; nothing where no event has two.
pub fn shared(values: &[(usize, f64)]) -> Option<f64> {
    let (n, mean) =
        (values.len() as f64, values.iter().map(|(_, value)| value).sum::<f64>() / values.len() as f64);
    let events = of_events(values, mean);
    let m = events.len() as f64;
    if events.len() < 2 || values.len() <= events.len() {
        return None;
    }
    let between: f64 = events.values().map(|event| event.sum * event.sum / event.n).sum();
    let squares: f64 = events.values().map(|event| event.squares).sum();
    let (within, between) = ((squares - between) / (n - m), between / (m - 1.0));
    let usual = (n - events.values().map(|event| event.n * event.n).sum::<f64>() / n) / (m - 1.0);
    Some(((between - within) / usual).max(0.0).sqrt())
}

/// Number, sum and sum of squares of an event's values, less the mean of all.
#[derive(Default)]
struct OfEvent {
    n: f64,
    sum: f64,
    squares: f64,
}

fn of_events(values: &[(usize, f64)], mean: f64) -> BTreeMap<usize, OfEvent> {
    let mut events: BTreeMap<usize, OfEvent> = BTreeMap::new();
    for (event, value) in values {
        let (event, value) = (events.entry(*event).or_default(), value - mean);
        event.n += 1.0;
        event.sum += value;
        event.squares += value * value;
    }
    events
}

/// How many of `n` values lay at or above `level`, where a normal distribution with `mean` and `sd` is nominal.
pub fn rate(seen: usize, n: usize, level: f64, mean: f64, sd: f64) -> Rate {
    let nominal = upper_tail((level - mean) / sd);
    let [low, high] = limits(seen, n);
    let share = if n > 0 { seen as f64 / n as f64 } else { 0.0 };
    Rate { level, seen, expected: nominal * n as f64, share: [share, low, high], nominal }
}

/// At most `points` of a quantile plot, evenly spaced in order and with both ends; plotting positions
/// `(k - 1/2) / n` (Hazen 1914).
pub fn quantiles(values: &[f64], mean: f64, sd: f64, points: usize) -> Vec<Quantile> {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let n = sorted.len();
    let kept = points.min(n);
    let step = |k: usize| if kept > 1 { k * (n - 1) / (kept - 1) } else { 0 };
    (0..kept)
        .filter_map(|k| {
            let index = step(k);
            let p = (index as f64 + 0.5) / n as f64;
            Some(Quantile {
                nominal: mean + sd * Normal::standard().inverse_cdf(p),
                seen: *sorted.get(index)?,
            })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_by_hand() {
        // 1, 2, 6: mean 3, squares 4 + 1 + 9 = 14, cubes -8 - 1 + 27 = 18.
        let m = moments(&[1.0, 2.0, 6.0]);
        assert!((m.mean - 3.0).abs() < 1e-15);
        assert!((m.sd - 7.0_f64.sqrt()).abs() < 1e-15);
        let second: f64 = 14.0 / 3.0;
        assert!((m.skew - 6.0 / (second * second.sqrt())).abs() < 1e-15);
        assert_eq!(moments(&[]).n, 0);
        assert_eq!(moments(&[4.0]).sd, 0.0);
    }

    #[test]
    fn standard_errors_by_hand() {
        // Every value an event of its own: the mean's error is sd / sqrt(n), here sqrt(7 / 3).
        let m = moments_by_event(&[(1, 1.0), (2, 2.0), (3, 6.0)]);
        let errors = m.errors.expect("errors");
        assert!((errors.mean - (7.0_f64 / 3.0).sqrt()).abs() < 1e-14, "{errors:?}");
        // Without one of them: sd of (2, 6), (1, 6), (1, 2) is 4, 5 and 1 over sqrt(2); their mean 10 / 3, squares off it 26 / 3;
        // times 2 / 3 and a half.
        assert!((errors.sd - (26.0_f64 / 9.0).sqrt()).abs() < 1e-14, "{errors:?}");
        assert_eq!((errors.events, m.n), (3, 3));
        // Two events: without the first 5 and 7, without the second 1 and 3; means 6 and 2, and sd the same.
        let errors = moments_by_event(&[(4, 1.0), (9, 5.0), (4, 3.0), (9, 7.0)]).errors.expect("errors");
        assert!((errors.mean - 2.0).abs() < 1e-14 && errors.sd.abs() < 1e-14, "{errors:?}");
        assert_eq!(moments_by_event(&[(1, 1.0), (1, 2.0)]).errors, None);
        assert_eq!(moments_by_event(&[(1, 1.0), (2, 2.0)]).errors, None, "one value has no sd");
        assert_eq!(moments_by_event(&[]).errors, None);
    }

    #[test]
    fn what_an_event_shares_by_hand() {
        // Means 2 and 6 about 4: between 2 * 4 + 2 * 4 = 16 for one degree; within 4 for two, so 2; (16 - 2) / 2.
        let values = [(4, 1.0), (9, 5.0), (4, 3.0), (9, 7.0)];
        assert!((shared(&values).expect("two events") - 7.0_f64.sqrt()).abs() < 1e-14);
        // 1, 3 and 8: mean 4; between 2 * 4 + 16 = 24, within 2; sizes 2 and 1 stand for 3 - 5 / 3.
        let unequal = [(1, 1.0), (1, 3.0), (2, 8.0)];
        let expected = (22.0_f64 / (4.0 / 3.0)).sqrt();
        assert!((shared(&unequal).expect("two events") - expected).abs() < 1e-14);
        assert_eq!(shared(&[(1, 1.0), (1, 3.0), (2, 1.0), (2, 3.0)]), Some(0.0));
        assert_eq!(shared(&[(1, 1.0), (2, 3.0)]), None);
        assert_eq!(shared(&[(1, 1.0), (1, 3.0)]), None);
        assert_eq!(shared(&[]), None);
    }

    #[test]
    fn errors_and_what_is_shared_match_a_simulation() {
        // 60 events of 1 to 5 performances with a shared part of 0.5 and 0.8 of each one's own.
        let mut random = crate::random::Random::new(17);
        let mut normal = || {
            let (a, b): (f64, f64) = (random.unit().max(1e-300), random.unit());
            (-2.0 * libm::log(a)).sqrt() * libm::cos(std::f64::consts::TAU * b)
        };
        let (mut means, mut sds, mut errors, mut found) = (Vec::new(), Vec::new(), [0.0; 2], 0.0);
        const RUNS: usize = 400;
        for _ in 0..RUNS {
            let mut values = Vec::new();
            for event in 0..60 {
                let common = 0.5 * normal();
                values.extend((0..=event % 5).map(|_| (event, common + 0.8 * normal())));
            }
            let m = moments_by_event(&values);
            let e = m.errors.expect("errors");
            means.push(m.mean);
            sds.push(m.sd);
            errors[0] += e.mean / RUNS as f64;
            errors[1] += e.sd / RUNS as f64;
            found += shared(&values).expect("events") / RUNS as f64;
        }
        let scatter = [moments(&means).sd, moments(&sds).sd];
        for (error, scatter) in errors.iter().zip(scatter) {
            assert!((0.9..1.1).contains(&(error / scatter)), "{errors:?} {scatter}");
        }
        assert!((0.45..0.55).contains(&found), "{found}");
    }

    #[test]
    fn rates_by_hand() {
        let r = rate(3, 100, 60.0, 50.0, 5.0);
        assert!((r.nominal - 0.022_750_131_948_179_2).abs() < 1e-9);
        assert!((r.expected - 2.275_013_194_817_92).abs() < 1e-7);
        assert!((r.share[0] - 0.03).abs() < 1e-15 && r.share[1] < 0.03 && r.share[2] > 0.03);
    }

    #[test]
    fn quantiles_keep_both_ends() {
        let values: Vec<f64> = (0..1000).rev().map(f64::from).collect();
        let q = quantiles(&values, 0.0, 1.0, 101);
        assert_eq!((q.len(), q[0].seen, q[100].seen), (101, 0.0, 999.0));
        assert!((q[0].nominal + q[100].nominal).abs() < 1e-9);
        assert!(q[50].nominal.abs() < 0.01);
        assert!(quantiles(&[], 0.0, 1.0, 10).is_empty());
    }
}
