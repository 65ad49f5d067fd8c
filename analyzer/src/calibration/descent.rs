//! The lowest point of a smooth, convex function of many numbers.

use std::collections::VecDeque;

/// Steps before giving up.
const STEPS: u32 = 600;
/// Pairs of steps and slopes that are remembered.
const MEMORY: usize = 20;
/// A slope this small in every direction is level ground.
const LEVEL: f64 = 1e-7;
/// A step that gains less than this ends the search: no probability moves by more than its root.
const GAIN: f64 = 1e-9;
/// Halvings of a step before the search gives up.
const HALVINGS: u32 = 40;

/// Limited-memory quasi-Newton descent (Nocedal 1980, "Updating quasi-Newton matrices with limited storage"), with
/// backtracking. `f` gives value and slopes. Deterministic: the same function gives the same answer bit for bit.
///
/// # Errors
/// The largest slope left, if no step helps and the ground is not level.
pub(crate) fn lowest(start: Vec<f64>, f: impl Fn(&[f64]) -> (f64, Vec<f64>)) -> Result<Vec<f64>, f64> {
    let mut at = start;
    let (mut value, mut slopes) = f(&at);
    let mut memory: VecDeque<(Vec<f64>, Vec<f64>, f64)> = VecDeque::new();
    for _ in 0..STEPS {
        if steepest(&slopes) < LEVEL {
            break;
        }
        let direction = direction(&slopes, &memory);
        let falls = dot(&direction, &slopes);
        // The first step knows no scale.
        let mut factor = if memory.is_empty() {
            (0.1 / dot(&slopes, &slopes).sqrt()).min(1.0)
        } else {
            1.0
        };
        let mut next = None;
        for _ in 0..HALVINGS {
            let there: Vec<f64> = at.iter().zip(&direction).map(|(a, d)| a - factor * d).collect();
            let (lower, slopes) = f(&there);
            if lower <= value - 1e-4 * factor * falls {
                next = Some((there, lower, slopes));
                break;
            }
            factor *= 0.5;
        }
        let Some((there, lower, steeper)) = next else {
            if memory.is_empty() {
                break;
            }
            memory.clear();
            continue;
        };
        let step: Vec<f64> = there.iter().zip(&at).map(|(a, b)| a - b).collect();
        let change: Vec<f64> = steeper.iter().zip(&slopes).map(|(a, b)| a - b).collect();
        let curve = dot(&step, &change);
        if curve > 1e-300 {
            memory.push_back((step, change, curve.recip()));
            if memory.len() > MEMORY {
                memory.pop_front();
            }
        }
        let gained = value - lower;
        (at, value, slopes) = (there, lower, steeper);
        if gained < GAIN {
            break;
        }
    }
    let left = steepest(&slopes);
    // A gain of GAIN with a slope of its root is as near as the arithmetic gets.
    if left < 1e-3 { Ok(at) } else { Err(left) }
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn steepest(slopes: &[f64]) -> f64 {
    slopes.iter().fold(0.0, |most: f64, s| most.max(s.abs()))
}

/// The two-loop recursion: slopes times the remembered inverse curvature.
fn direction(slopes: &[f64], memory: &VecDeque<(Vec<f64>, Vec<f64>, f64)>) -> Vec<f64> {
    let mut q = slopes.to_vec();
    let mut shares = Vec::with_capacity(memory.len());
    for (step, change, inverse) in memory.iter().rev() {
        let share = inverse * dot(step, &q);
        for (q, c) in q.iter_mut().zip(change) {
            *q -= share * c;
        }
        shares.push(share);
    }
    if let Some((_, change, inverse)) = memory.back() {
        let scale = 1.0 / (inverse * dot(change, change));
        for q in &mut q {
            *q *= scale;
        }
    }
    for ((step, change, inverse), share) in memory.iter().zip(shares.into_iter().rev()) {
        let back = inverse * dot(change, &q);
        for (q, s) in q.iter_mut().zip(step) {
            *q += s * (share - back);
        }
    }
    q
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bowl_has_its_bottom_where_it_was_put() {
        // sum of k (x_k - k)^2 plus a coupling; the bottom solved by hand for two: see below.
        let f = |x: &[f64]| {
            let (a, b) = (x[0], x[1]);
            // 2 (a - 1)^2 + (b + 3)^2 + a b: slopes 4 (a - 1) + b = 0, 2 (b + 3) + a = 0, so a = 2, b = -4.
            let value = 2.0 * (a - 1.0) * (a - 1.0) + (b + 3.0) * (b + 3.0) + a * b;
            (value, vec![4.0 * (a - 1.0) + b, 2.0 * (b + 3.0) + a])
        };
        let found = lowest(vec![10.0, 10.0], f).expect("level");
        assert!(
            (found[0] - 2.0).abs() < 1e-4 && (found[1] + 4.0).abs() < 1e-4,
            "{found:?}"
        );
    }

    #[test]
    fn narrow_valleys_are_followed() {
        // Curvatures from 1 to 10,000.
        let curve: Vec<f64> = (0..30)
            .map(|k| 10.0_f64.powf(f64::from(k) * 4.0 / 29.0))
            .collect();
        let f = |x: &[f64]| {
            let value = x
                .iter()
                .zip(&curve)
                .map(|(x, c)| 0.5 * c * (x - 1.0) * (x - 1.0))
                .sum();
            (value, x.iter().zip(&curve).map(|(x, c)| c * (x - 1.0)).collect())
        };
        let found = lowest(vec![0.0; 30], f).expect("level");
        assert!(found.iter().all(|x| (x - 1.0).abs() < 1e-3), "{found:?}");
    }

    #[test]
    fn ground_that_only_falls_is_an_error() {
        assert!(lowest(vec![0.0], |x| (-x[0], vec![-1.0])).is_err());
    }
}
