//! A straight axis, and the rectangle of a chart between an axis across and one upwards.

use super::Labels;
use super::drawing::Drawing;

/// Width of a picture in drawing units; a phone shows it in about its own size.
pub(crate) const WIDTH: f64 = 420.0;
pub(super) const RIGHT: f64 = WIDTH - 14.0;
/// Room below an axis for its numbers and its name.
const BELOW: f64 = 46.0;

/// A straight axis on the drawing: values from `low` to `high` lie between two coordinates.
#[derive(Clone, Copy, Debug)]
pub struct Axis {
    /// Value at `from`.
    pub low: f64,
    /// Value at `to`.
    pub high: f64,
    /// Coordinate of `low`.
    pub from: f64,
    /// Coordinate of `high`.
    pub to: f64,
}

impl Axis {
    /// The coordinate of a value; what lies beyond is put at the end.
    pub fn place(&self, value: f64) -> f64 {
        let share = (value - self.low) / (self.high - self.low);
        self.from + share.clamp(0.0, 1.0) * (self.to - self.from)
    }

    /// Round values on the axis, at most nine, and the decimals they need.
    pub(super) fn ticks(&self) -> (Vec<f64>, usize) {
        let range = self.high - self.low;
        let powers = [(0.001, 3), (0.01, 2), (0.1, 1), (1.0, 0), (10.0, 0)];
        let steps = powers
            .into_iter()
            .flat_map(|(power, decimals)| [1.0, 2.0, 5.0].map(|step| (step * power, decimals)));
        let (step, decimals) =
            steps.into_iter().find(|(step, _)| range / step <= 7.0).unwrap_or((range / 5.0, 0));
        let first = (self.low / step - 1e-9).ceil();
        let ticks = (0..9).map(|place| (first + f64::from(place)) * step);
        (ticks.take_while(|tick| *tick <= self.high + step * 1e-9).collect(), decimals)
    }
}

pub(super) struct Plot {
    pub(super) drawing: Drawing,
    pub(super) across: Axis,
    pub(super) upwards: Axis,
}

impl Plot {
    /// An empty plot with the name of the axis across.
    pub(super) fn new(labels: Labels, across: Axis, upwards: Axis) -> Self {
        let size = (across.to + 14.0, upwards.from + BELOW);
        let mut drawing = Drawing::new(size.0, size.1, labels.title, labels.description);
        let middle = f64::midpoint(across.from, across.to);
        drawing.text("label", (middle, upwards.from + 37.0), &labels.across);
        Self { drawing, across, upwards }
    }

    /// The place of a point.
    pub(super) fn at(&self, (x, y): (f64, f64)) -> (f64, f64) {
        (self.across.place(x), self.upwards.place(y))
    }

    /// A line across, with its value at the left. The one at zero stands out.
    pub(super) fn level(&mut self, value: f64, label: &str) {
        let y = self.upwards.place(value);
        let class = if value.abs() < 1e-9 { "ideal" } else { "grid" };
        self.drawing.line(class, (self.across.from, y), (self.across.to, y));
        self.drawing.text("label", (0.6 * self.across.from, y + 4.0), label);
    }

    /// A value below the axis across.
    pub(super) fn tick(&mut self, value: f64, label: &str) {
        let at = (self.across.place(value), self.upwards.from + 17.0);
        self.drawing.text("label", at, label);
    }

    pub(super) fn frame(&mut self) {
        let (across, upwards) = (self.across, self.upwards);
        let size = (across.to - across.from, upwards.from - upwards.to);
        self.drawing.rect("frame", (across.from, upwards.to), size);
    }

    /// A line through points, if there are two.
    pub(super) fn curve(&mut self, class: &'static str, points: &[(f64, f64)]) {
        if points.len() > 1 {
            let places: Vec<(f64, f64)> = points.iter().map(|point| self.at(*point)).collect();
            self.drawing.path(class, &places, false);
        }
    }

    pub(super) fn dots(&mut self, class: &'static str, radius: f64, points: &[(f64, f64)]) {
        for point in points {
            self.drawing.circle(class, self.at(*point), radius, "");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn axes_by_hand() {
        let axis = Axis { low: -2.0, high: 2.0, from: 100.0, to: 20.0 };
        assert_eq!([-2.0, 0.0, 1.0, 9.0].map(|v| axis.place(v)), [100.0, 60.0, 40.0, 20.0]);
        assert_eq!(axis.ticks(), (vec![-2.0, -1.0, 0.0, 1.0, 2.0], 0));
        let narrow = Axis { low: 0.08, high: 0.19, ..axis };
        let (ticks, decimals) = narrow.ticks();
        let shown: Vec<String> = ticks.iter().map(|tick| format!("{tick:.decimals$}")).collect();
        assert_eq!(shown, ["0.08", "0.10", "0.12", "0.14", "0.16", "0.18"]);
    }
}
