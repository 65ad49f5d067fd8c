//! How much honest performances scatter: dispersion of each test, correlation between them, and how the result
//! looks on performances it was not fitted on.

use rayon::prelude::*;

use crate::calibration::fit::Fit;
use crate::calibration::performance::Performance;
use crate::choice::ChoiceModel;
use crate::overall::overall;
use crate::parameters::{Correlation, Dispersion, Parameters, PerTest};
use crate::three_tests::{Observed, Projection, Sums};

/// Squares beyond this many standard deviations count as this many, so that a few helped performances in the
/// corpus cannot widen the spread that is meant to show them.
const WINSOR: f64 = 3.5;
/// Least dispersions (Regan).
pub const FLOORS: PerTest<f64> = PerTest {
    mm: 1.15,
    ev: 1.20,
    asd: 1.40,
};

/// A performance under a fit.
#[derive(Clone, Debug, PartialEq)]
pub struct Scored {
    /// Which event.
    pub event: usize,
    /// Rating.
    pub rating: u16,
    /// Sums of its decisions.
    pub sums: Sums,
    /// z of the tests before the dispersion: the headline of normal z and tail.
    pub raw: PerTest<f64>,
}

/// Scores performances; those in which nothing is left to chance give nothing.
#[must_use]
pub fn score(performances: &[Performance], fit: &Fit) -> Vec<Scored> {
    let one = |p: &Performance| {
        let model = fit.at(p.rating);
        let mut sums = Sums::default();
        for decision in &p.decisions {
            let choices = model.project(decision);
            sums.add(&Observed::of(decision), Some(&Projection::of(decision, &choices)));
        }
        let [mm, ev, asd] = sums.headline_z()?;
        Some(Scored {
            event: p.event,
            rating: p.rating,
            sums,
            raw: PerTest { mm, ev, asd },
        })
    };
    performances.par_iter().filter_map(one).collect()
}

/// Dispersions and correlation measured on honest performances.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spread {
    /// `f` of each test as a function of the number of decisions.
    pub dispersion: PerTest<Dispersion>,
    /// Correlation of the adjusted z.
    pub correlation: Correlation,
    /// Performances used.
    pub performances: usize,
}

/// Measures the spread on performances with at least `fewest` decisions.
#[must_use]
pub fn measure(scored: &[Scored], fewest: u32) -> Spread {
    let used: Vec<&Scored> = scored.iter().filter(|s| s.sums.projected >= fewest).collect();
    let of = |pick: fn(&PerTest<f64>) -> f64, floor: f64| {
        let points: Vec<(f64, f64)> = used
            .iter()
            .map(|s| (f64::from(s.sums.projected), pick(&s.raw)))
            .collect();
        dispersion(&points, floor)
    };
    let dispersion = PerTest {
        mm: of(|z| z.mm, FLOORS.mm),
        ev: of(|z| z.ev, FLOORS.ev),
        asd: of(|z| z.asd, FLOORS.asd),
    };
    let adjusted: Vec<PerTest<f64>> = used.iter().map(|s| adjust(s, &dispersion)).collect();
    let pair = |a: fn(&PerTest<f64>) -> f64, b: fn(&PerTest<f64>) -> f64| {
        correlation(&adjusted.iter().map(|z| (a(z), b(z))).collect::<Vec<_>>())
    };
    Spread {
        dispersion,
        correlation: Correlation {
            mm_ev: pair(|z| z.mm, |z| z.ev),
            mm_asd: pair(|z| z.mm, |z| z.asd),
            ev_asd: pair(|z| z.ev, |z| z.asd),
        },
        performances: used.len(),
    }
}

/// Adjusted z of a performance.
#[must_use]
pub fn adjust(scored: &Scored, dispersion: &PerTest<Dispersion>) -> PerTest<f64> {
    let n = scored.sums.projected;
    PerTest {
        mm: scored.raw.mm / dispersion.mm.after(n),
        ev: scored.raw.ev / dispersion.ev.after(n),
        asd: scored.raw.asd / dispersion.asd.after(n),
    }
}

/// Overall z of a performance under finished parameters.
#[must_use]
pub fn overall_z(scored: &Scored, parameters: &Parameters) -> f64 {
    overall(&adjust(scored, &parameters.dispersion), parameters)
}

/// `Var z = a + b T`, by least squares on the squares, weighted by the variance found, `a` not under the floor's
/// square and `b` not under 0. Form and the error of the rating make `b`.
fn dispersion(points: &[(f64, f64)], floor: f64) -> Dispersion {
    let least = floor * floor;
    let (mut a, mut b) = (least, 0.0);
    for _ in 0..100 {
        let (mut w, mut wt, mut wtt, mut wy, mut wty) = (0.0, 0.0, 0.0, 0.0, 0.0);
        for (t, z) in points {
            let variance = a + b * t;
            let weight = 1.0 / (variance * variance);
            let square = (z * z).min(WINSOR * WINSOR * variance);
            w += weight;
            wt += weight * t;
            wtt += weight * t * t;
            wy += weight * square;
            wty += weight * t * square;
        }
        let determinant = w * wtt - wt * wt;
        if w <= 0.0 || determinant <= 1e-12 * w * wtt {
            return Dispersion {
                floor: if w > 0.0 {
                    (wy / w).max(least).sqrt()
                } else {
                    floor
                },
                growth: 0.0,
            };
        }
        let mut next_a = (wy * wtt - wty * wt) / determinant;
        let mut next_b = (w * wty - wt * wy) / determinant;
        if next_b < 0.0 {
            (next_a, next_b) = (wy / w, 0.0);
        }
        if next_a < least {
            next_a = least;
            next_b = ((wty - least * wt) / wtt).max(0.0);
        }
        let moved = (next_a - a).abs() + (next_b - b).abs() * 100.0;
        (a, b) = (next_a, next_b);
        if moved < 1e-12 {
            break;
        }
    }
    Dispersion {
        floor: a.sqrt(),
        growth: b,
    }
}

/// Pearson's correlation of values held within the winsor limits.
fn correlation(pairs: &[(f64, f64)]) -> f64 {
    let hold = |z: f64| z.clamp(-WINSOR, WINSOR);
    let n = pairs.len() as f64;
    let mean = |pick: fn(&(f64, f64)) -> f64| pairs.iter().map(|p| hold(pick(p))).sum::<f64>() / n;
    let (ma, mb) = (mean(|p| p.0), mean(|p| p.1));
    let (mut ab, mut aa, mut bb) = (0.0, 0.0, 0.0);
    for (a, b) in pairs {
        let (a, b) = (hold(*a) - ma, hold(*b) - mb);
        ab += a * b;
        aa += a * a;
        bb += b * b;
    }
    if aa > 0.0 && bb > 0.0 {
        ab / (aa * bb).sqrt()
    } else {
        0.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Standard normal quantiles at equal steps: a sample with exactly known shape.
    fn normal(n: usize) -> Vec<f64> {
        use statrs::distribution::{ContinuousCDF, Normal};
        let quantile = |k: usize| Normal::standard().inverse_cdf((k as f64 + 0.5) / n as f64);
        (0..n).map(quantile).collect()
    }

    #[test]
    fn a_growing_spread_is_found_again() {
        // Var z = 2 + .01 T at three sizes, in equal numbers.
        let mut points = Vec::new();
        for t in [100.0, 200.0, 400.0] {
            let sd: f64 = (2.0_f64 + 0.01 * t).sqrt();
            points.extend(normal(4001).iter().map(|z| (t, z * sd)));
        }
        let found = dispersion(&points, 1.15);
        assert!((found.floor - 2.0_f64.sqrt()).abs() < 0.02, "{found:?}");
        assert!((found.growth - 0.01).abs() < 0.0005, "{found:?}");
    }

    #[test]
    fn the_floor_holds_and_a_helped_few_do_not_widen_it() {
        let mut points: Vec<(f64, f64)> = normal(1001).iter().map(|z| (200.0, z * 0.9)).collect();
        let narrow = dispersion(&points, 1.15);
        assert!((narrow.floor - 1.15).abs() < 1e-12 && narrow.growth == 0.0);
        points = normal(1001).iter().map(|z| (200.0, z * 1.3)).collect();
        let clean = dispersion(&points, 1.15).after(200);
        for point in points.iter_mut().take(5) {
            point.1 = 12.0;
        }
        assert!((clean - 1.3).abs() < 0.02, "{clean}");
        assert!(dispersion(&points, 1.15).after(200) < 1.05 * clean);
    }

    #[test]
    fn correlation_by_hand() {
        let pairs = [(1.0, 2.0), (2.0, 1.0), (3.0, 3.0)];
        assert!((correlation(&pairs) - 0.5).abs() < 1e-15);
    }
}
