//! The pictures of a dossier: the course through the event and through several, the field, and the result under other
//! choices.
//!
//! Draws numbers and never makes them. What lies beyond an axis is drawn at its end; the tables hold the true values.

mod choices;
mod course;
mod events;
mod field;

pub(super) use choices::{Choice, choices, limits};
pub(super) use course::course;
pub(super) use events::events;
pub(super) use field::field;

/// An axis of z reaches at most so far either way.
const FARTHEST: f64 = 10.0;

/// Whole numbers around all values and 0, with some room; none without a value.
fn whole_limits(values: impl Iterator<Item = f64>) -> Option<(f64, f64)> {
    let mut found = false;
    let (mut low, mut high) = (0.0_f64, 0.0_f64);
    for value in values.filter(|value| value.is_finite()) {
        found = true;
        low = low.min(value);
        high = high.max(value);
    }
    let low = (low - 0.25).floor().clamp(-FARTHEST, FARTHEST);
    let high = (high + 0.25).ceil().clamp(-FARTHEST, FARTHEST);
    found.then_some((low, high))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_whole_and_hold_zero() {
        assert_eq!(whole_limits([1.2, 2.4].into_iter()), Some((-1.0, 3.0)));
        assert_eq!(whole_limits([-3.1].into_iter()), Some((-4.0, 1.0)));
        assert_eq!(whole_limits([1e300, f64::NAN, -99.0].into_iter()), Some((-10.0, 10.0)));
        assert_eq!(whole_limits([f64::NAN].into_iter()), None);
    }
}
