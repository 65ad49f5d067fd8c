//! Pictures of numbers, and the few kinds of chart that reports have.
//!
//! A chart is a [`Drawing`]: marks with classes. Inside a page it takes the page's colours, light or dark; alone, in a PDF or
//! a file, it has its own. Charts draw numbers and never make them. A value beyond an axis is drawn at its end; the table
//! beside the picture has the true value.

mod axis;
mod bell;
pub(crate) mod board;
mod drawing;
mod lines;
mod plot;
mod quantiles;
mod rows;

pub use axis::Axis;
pub(crate) use bell::{columns, dots};
pub use drawing::Drawing;
pub(crate) use lines::{Lines, lines};
pub(crate) use quantiles::{Quantiles, quantiles};
pub(crate) use rows::{Line, Rows, rows};

/// The words of a picture.
#[derive(Clone, Debug, Default)]
pub(crate) struct Labels {
    pub(crate) title: String,
    /// The picture in words, for those who do not see it.
    pub(crate) description: String,
    /// The name of the axis across.
    pub(crate) across: String,
}

/// An axis of z reaches at most this far either way.
const MAX_Z: f64 = 10.0;

/// Whole numbers around all z and 0, with some room; none without a finite z.
pub(crate) fn z_limits(values: impl Iterator<Item = f64>) -> Option<(f64, f64)> {
    let (low, high) = extremes(values)?;
    let low = (low.min(0.0) - 0.25).floor().clamp(-MAX_Z, MAX_Z);
    let high = (high.max(0.0) + 0.25).ceil().clamp(-MAX_Z, MAX_Z);
    Some((low, high))
}

/// The lowest and the highest finite value.
pub(crate) fn extremes(values: impl Iterator<Item = f64>) -> Option<(f64, f64)> {
    values.filter(|value| value.is_finite()).fold(None, |limits, value| match limits {
        None => Some((value, value)),
        Some((low, high)) => Some((value.min(low), value.max(high))),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_whole_and_hold_zero() {
        assert_eq!(z_limits([1.2, 2.4].into_iter()), Some((-1.0, 3.0)));
        assert_eq!(z_limits([-3.1].into_iter()), Some((-4.0, 1.0)));
        assert_eq!(z_limits([1e300, f64::NAN, -99.0].into_iter()), Some((-10.0, 10.0)));
        assert_eq!(z_limits([f64::NAN].into_iter()), None);
    }
}
