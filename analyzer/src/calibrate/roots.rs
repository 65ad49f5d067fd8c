//! Solves a few equations in as many unknowns, where each look at the equations is dear.

/// Steps before giving up.
const STEPS: usize = 200;
/// Halvings of a step before the Jacobian is taken anew.
const HALVINGS: u32 = 12;
/// Size of the residuals at which the equations hold.
const SETTLED: f64 = 1e-10;
/// Largest residual that is still an answer when no step helps any more.
const GOOD_ENOUGH: f64 = 1e-7;
/// Step of the differences.
pub(crate) const NUDGE: f64 = 1e-5;

/// A matrix, row by row.
pub(crate) type Matrix<const N: usize> = [[f64; N]; N];

/// Newton's method. The Jacobian is taken by differences once and then follows the steps (Broyden 1965, "A class of
/// methods for solving nonlinear simultaneous equations", the first method): one walk over the decisions to a step
/// instead of one for every unknown. It is taken anew when a step does not help; a step that does not help is halved.
///
/// # Errors
/// The largest residual left, if no step helps any more.
pub(crate) fn root<const N: usize>(
    start: [f64; N],
    f: impl Fn(&[f64; N]) -> [f64; N],
    allowed: impl Fn(&[f64; N]) -> bool,
) -> Result<[f64; N], f64> {
    let mut theta = start;
    let mut residual = f(&theta);
    let mut jacobian = differences(&theta, &residual, &f);
    let mut fresh = true;
    for _ in 0..STEPS {
        if size(&residual) < SETTLED {
            return Ok(theta);
        }
        let Some((next, there)) =
            solve(jacobian, residual).and_then(|step| descend(&theta, &residual, &step, &f, &allowed))
        else {
            if fresh {
                break;
            }
            jacobian = differences(&theta, &residual, &f);
            fresh = true;
            continue;
        };
        follow(&mut jacobian, (&theta, &residual), (&next, &there));
        fresh = false;
        (theta, residual) = (next, there);
    }
    let worst = residual.iter().fold(0.0_f64, |worst, r| worst.max(r.abs()));
    if worst < GOOD_ENOUGH { Ok(theta) } else { Err(worst) }
}

fn size<const N: usize>(r: &[f64; N]) -> f64 {
    r.iter().map(|v| v * v).sum::<f64>().sqrt()
}

fn differences<const N: usize>(
    theta: &[f64; N],
    residual: &[f64; N],
    f: impl Fn(&[f64; N]) -> [f64; N],
) -> Matrix<N> {
    let mut jacobian = [[0.0; N]; N];
    for column in 0..N {
        let mut moved = *theta;
        moved[column] += NUDGE;
        let there = f(&moved);
        for row in 0..N {
            jacobian[row][column] = (there[row] - residual[row]) / NUDGE;
        }
    }
    jacobian
}

/// The longest of the step, its half, its quarter and so on that brings the residual down.
fn descend<const N: usize>(
    theta: &[f64; N],
    residual: &[f64; N],
    step: &[f64; N],
    f: impl Fn(&[f64; N]) -> [f64; N],
    allowed: impl Fn(&[f64; N]) -> bool,
) -> Option<([f64; N], [f64; N])> {
    let mut factor = 1.0;
    for _ in 0..HALVINGS {
        let mut next = *theta;
        for (t, s) in next.iter_mut().zip(step) {
            *t -= factor * s;
        }
        if allowed(&next) {
            let there = f(&next);
            if size(&there) < size(residual) {
                return Some((next, there));
            }
        }
        factor *= 0.5;
    }
    None
}

/// The least change of the Jacobian that explains the last step.
fn follow<const N: usize>(
    jacobian: &mut Matrix<N>,
    before: (&[f64; N], &[f64; N]),
    after: (&[f64; N], &[f64; N]),
) {
    let step: Vec<f64> = after.0.iter().zip(before.0).map(|(a, b)| a - b).collect();
    let length: f64 = step.iter().map(|s| s * s).sum();
    if length == 0.0 {
        return;
    }
    for (row, (now, then)) in jacobian.iter_mut().zip(after.1.iter().zip(before.1)) {
        let foretold: f64 = row.iter().zip(&step).map(|(j, s)| j * s).sum();
        let missed = (now - then - foretold) / length;
        for (j, s) in row.iter_mut().zip(&step) {
            *j += missed * s;
        }
    }
}

/// Solves a small linear system by elimination with pivoting; `None` if it is singular.
pub(crate) fn solve<const N: usize>(mut a: [[f64; N]; N], mut b: [f64; N]) -> Option<[f64; N]> {
    for column in 0..N {
        let pivot = (column..N).max_by(|&i, &j| a[i][column].abs().total_cmp(&a[j][column].abs()))?;
        if a[pivot][column].abs() < 1e-14 {
            return None;
        }
        a.swap(column, pivot);
        b.swap(column, pivot);
        let (above, below) = a.split_at_mut(column + 1);
        let head = above[column];
        for (row, left) in below.iter_mut().enumerate() {
            let factor = left[column] / head[column];
            for (value, pivot) in left.iter_mut().zip(head).skip(column) {
                *value -= factor * pivot;
            }
            b[column + 1 + row] -= factor * b[column];
        }
    }
    let mut x = [0.0; N];
    for row in (0..N).rev() {
        let known: f64 = (row + 1..N).map(|k| a[row][k] * x[k]).sum();
        x[row] = (b[row] - known) / a[row][row];
    }
    Some(x)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_circle_and_a_curve_meet_where_they_do() {
        // x^2 + y^2 = 4 and y = exp(x) - 1 meet at x = 1.004168..., found by bisection in x.
        let f = |t: &[f64; 2]| [t[0] * t[0] + t[1] * t[1] - 4.0, libm::exp(t[0]) - 1.0 - t[1]];
        let (mut low, mut high) = (0.0_f64, 2.0_f64);
        for _ in 0..80 {
            let x = 0.5 * (low + high);
            let y = libm::exp(x) - 1.0;
            if x * x + y * y < 4.0 { low = x } else { high = x }
        }
        let [x, y] = root([0.5, 0.5], f, |_| true).expect("settles");
        assert!((x - low).abs() < 1e-8 && (y - (libm::exp(low) - 1.0)).abs() < 1e-8, "{x} {y}");
    }

    #[test]
    fn forbidden_ground_is_not_entered() {
        // x^2 = 4 from the left of the root, where -2 is nearer but not allowed.
        let [x] = root([0.1], |t: &[f64; 1]| [t[0] * t[0] - 4.0], |t| t[0] > 0.0).expect("settles");
        assert!((x - 2.0).abs() < 1e-9, "{x}");
    }

    #[test]
    fn equations_without_an_answer_say_how_far_off_they_are() {
        let left = root([0.3], |t: &[f64; 1]| [t[0] * t[0] + 1.0], |_| true).expect_err("no root");
        assert!((1.0..1.2).contains(&left), "{left}");
    }

    #[test]
    fn a_linear_system_by_hand() {
        // x + y = 3, x - y = 1.
        assert_eq!(solve([[1.0, 1.0], [1.0, -1.0]], [3.0, 1.0]), Some([2.0, 1.0]));
        assert_eq!(solve([[1.0, 1.0], [2.0, 2.0]], [3.0, 6.0]), None);
    }
}
