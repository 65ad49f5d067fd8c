//! The pictures of a certificate: quantiles, groups, bands.
//!
//! Draws numbers and never makes them. What lies beyond an axis is drawn at its end; the tables hold the true values.

mod bands;
mod groups;
mod quantiles;

pub(super) use bands::bands;
pub(super) use groups::{GroupLine, groups};
pub(super) use quantiles::quantiles;

/// What a statistic measures honest play by.
#[derive(Clone, Copy, Debug)]
pub(super) struct Unit {
    pub(super) mean: f64,
    pub(super) sd: f64,
}

impl Unit {
    pub(super) const Z: Self = Self { mean: 0.0, sd: 1.0 };
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn index_and_z() {
        assert!((Unit::INDEX.z(60.0) - 2.0).abs() < 1e-12 && (Unit::INDEX.value(-1.0) - 45.0).abs() < 1e-12);
        assert!((Unit::Z.z(1.5) - 1.5).abs() < 1e-12);
    }
}
