//! Errors of parameter files.

use thiserror::Error;

use crate::choice::depth_aware::ModelError;

/// A parameter file that cannot be used.
#[derive(Debug, Error)]
pub enum ParameterError {
    #[error("the parameter file cannot be read: {0}")]
    Layout(#[from] toml::de::Error),
    /// Weights of the depth-aware model that this version does not know.
    #[error(transparent)]
    DepthAware(#[from] ModelError),
    #[error("the parameter file gives {name} = {value}, which must be {range}")]
    Range { name: &'static str, value: f64, range: &'static str },
}

/// A value that must be within a range.
pub(crate) fn within(
    name: &'static str,
    value: f64,
    ok: bool,
    range: &'static str,
) -> Result<(), ParameterError> {
    if ok && value.is_finite() { Ok(()) } else { Err(ParameterError::Range { name, value, range }) }
}
