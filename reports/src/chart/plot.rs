//! The rectangle of a chart between an axis across and an axis upwards.

use super::Labels;
use super::axis::Axis;
use super::drawing::Drawing;

/// Width of a picture in drawing units; a phone shows it in about its own size.
pub(super) const WIDTH: f64 = 420.0;
/// Right end of the axis across.
pub(super) const RIGHT: f64 = WIDTH - 14.0;
/// Room below an axis for its numbers, and for its name as well.
const NUMBERS: f64 = 26.0;
const NAMED: f64 = 46.0;

pub(super) struct Plot {
    pub(super) drawing: Drawing,
    pub(super) across: Axis,
    pub(super) upwards: Axis,
}

impl Plot {
    /// An empty plot; it has room for the name of the axis across if that has one.
    pub(super) fn new(labels: Labels, across: Axis, upwards: Axis) -> Self {
        let below = if labels.across.is_empty() { NUMBERS } else { NAMED };
        let mut drawing =
            Drawing::new(across.to + 14.0, upwards.from + below, labels.title, labels.description);
        if !labels.across.is_empty() {
            let middle = f64::midpoint(across.from, across.to);
            drawing.text("label", (middle, upwards.from + 37.0), &labels.across);
        }
        Self { drawing, across, upwards }
    }

    /// The place of a point.
    pub(super) fn at(&self, (x, y): (f64, f64)) -> (f64, f64) {
        (self.across.place(x), self.upwards.place(y))
    }

    /// A line across, with its value at the left.
    pub(super) fn level(&mut self, value: f64, label: &str) {
        let y = self.upwards.place(value);
        self.drawing.line(grid(value), (self.across.from, y), (self.across.to, y));
        self.drawing.text("label", (0.6 * self.across.from, y + 4.0), label);
    }

    /// A line upwards.
    pub(super) fn upright(&mut self, class: &'static str, value: f64) {
        let x = self.across.place(value);
        self.drawing.line(class, (x, self.upwards.to), (x, self.upwards.from));
    }

    /// A value below the axis across.
    pub(super) fn tick(&mut self, value: f64, label: &str) {
        let at = (self.across.place(value), self.upwards.from + 17.0);
        self.drawing.text("label", at, label);
    }

    /// A rectangle between two values across, as high as the plot.
    pub(super) fn stripe(&mut self, class: &'static str, (low, high): (f64, f64)) {
        let (left, right) = (self.across.place(low), self.across.place(high));
        let (top, foot) = (self.upwards.to, self.upwards.from);
        self.drawing.rect(class, (left, top), (right - left, foot - top));
    }

    pub(super) fn frame(&mut self) {
        self.stripe("frame", (self.across.low, self.across.high));
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
            self.drawing.circle(class, self.at(*point), radius);
        }
    }
}

/// The line at zero stands out.
pub(super) fn grid(value: f64) -> &'static str {
    if value.abs() < 1e-9 { "ideal" } else { "grid" }
}
