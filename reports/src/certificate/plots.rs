//! The pictures of a certificate: quantiles, groups, bands.
//!
//! Draws numbers and never makes them. What lies beyond an axis is drawn at its end; the tables hold the true values.

mod bands;
mod groups;
mod quantiles;

pub(super) use bands::bands;
pub(super) use groups::{GroupLine, groups, standard_error};
pub(super) use quantiles::quantiles;

/// Width of every picture in drawing units; a phone shows it in about its own size.
const WIDTH: f64 = 420.0;

/// What a statistic measures honest play by.
#[derive(Clone, Copy, Debug)]
pub(super) struct Unit {
    /// Expected mean.
    pub(super) mean: f64,
    /// Expected standard deviation.
    pub(super) sd: f64,
}

impl Unit {
    /// Of a z.
    pub(super) const Z: Self = Self { mean: 0.0, sd: 1.0 };
    /// Of the index.
    pub(super) const INDEX: Self = Self { mean: 50.0, sd: 5.0 };

    /// A value as z.
    pub(super) fn z(self, value: f64) -> f64 {
        (value - self.mean) / self.sd
    }

    /// A z as value.
    pub(super) fn value(self, z: f64) -> f64 {
        self.mean + z * self.sd
    }
}

/// A straight axis on the drawing: values from `low` to `high` lie between two coordinates.
#[derive(Clone, Copy, Debug)]
struct Axis {
    low: f64,
    high: f64,
    from: f64,
    to: f64,
}

impl Axis {
    /// The coordinate of a value; what lies beyond is put at the end.
    fn place(&self, value: f64) -> f64 {
        let share = (value - self.low) / (self.high - self.low);
        self.from + share.clamp(0.0, 1.0) * (self.to - self.from)
    }

    /// Round values on the axis, at most eight.
    fn ticks(&self) -> (Vec<f64>, usize) {
        let steps = [
            (0.001, 3),
            (0.002, 3),
            (0.005, 3),
            (0.01, 2),
            (0.02, 2),
            (0.05, 2),
            (0.1, 1),
            (0.2, 1),
            (0.5, 1),
            (1.0, 0),
            (2.0, 0),
            (5.0, 0),
            (10.0, 0),
            (20.0, 0),
            (50.0, 0),
        ];
        let range = self.high - self.low;
        let (step, decimals) = steps
            .into_iter()
            .find(|(step, _)| range / step <= 7.0)
            .unwrap_or((range / 5.0, 0));
        let mut ticks = Vec::new();
        let mut tick = (self.low / step - 1e-9).ceil();
        while tick * step <= self.high + step * 1e-9 && ticks.len() < 9 {
            ticks.push(tick * step);
            tick += 1.0;
        }
        (ticks, decimals)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn axes_by_hand() {
        let axis = Axis {
            low: -2.0,
            high: 2.0,
            from: 100.0,
            to: 20.0,
        };
        assert_eq!(
            [-2.0, 0.0, 1.0, 9.0].map(|v| axis.place(v)),
            [100.0, 60.0, 40.0, 20.0]
        );
        assert_eq!(axis.ticks(), (vec![-2.0, -1.0, 0.0, 1.0, 2.0], 0));
        let narrow = Axis {
            low: 0.08,
            high: 0.19,
            ..axis
        };
        let (ticks, decimals) = narrow.ticks();
        let shown: Vec<String> = ticks.iter().map(|tick| format!("{tick:.decimals$}")).collect();
        assert_eq!(shown, ["0.08", "0.10", "0.12", "0.14", "0.16", "0.18"]);
    }

    #[test]
    fn index_and_z() {
        assert!((Unit::INDEX.z(60.0) - 2.0).abs() < 1e-12 && (Unit::INDEX.value(-1.0) - 45.0).abs() < 1e-12);
        assert!((Unit::Z.z(1.5) - 1.5).abs() < 1e-12);
    }
}
