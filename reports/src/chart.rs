//! Pictures of numbers: a [`Drawing`] of marks with classes, which inside a page takes the page's colours and alone, in a PDF
//! or a file, has its own. A value beyond an axis is drawn at its end; the table beside the picture has the true value.

mod bell;
pub(crate) mod board;
mod course;
mod drawing;
mod game;
mod lines;
mod plot;
mod readings;
mod strip;

pub(crate) use bell::{Dot, bell};
pub(crate) use course::{BAND, Point, course};
pub use drawing::Drawing;
pub(crate) use game::{Panels, PlyMark, game};
pub(crate) use lines::lines;
pub use plot::Axis;
pub(crate) use plot::WIDTH;
pub(crate) use readings::{Reading, readings};
pub(crate) use strip::{Bar, Row, strip};

#[derive(Clone, Debug, Default)]
pub(crate) struct Labels {
    pub(crate) title: String,
    /// The picture in words, for those who do not see it.
    pub(crate) description: String,
    /// The name of the axis across.
    pub(crate) across: String,
}

fn extremes(values: impl Iterator<Item = f64>) -> Option<(f64, f64)> {
    values.filter(|value| value.is_finite()).fold(None, |limits, value| match limits {
        None => Some((value, value)),
        Some((low, high)) => Some((value.min(low), value.max(high))),
    })
}
