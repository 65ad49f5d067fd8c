//! Functions of a rating: straight lines, and straight lines in the logarithm.

/// `exp(ln_slope (rating - 2400) / 300)`: the factor by which a quantity differs from its value at 2400.
pub fn log_linear_factor(ln_slope: f64, rating: impl Into<f64>) -> f64 {
    libm::exp(ln_slope * rating_units(rating))
}

/// `(rating - 2400) / 300`.
pub fn rating_units(rating: impl Into<f64>) -> f64 {
    (rating.into() - 2400.0) / 300.0
}
