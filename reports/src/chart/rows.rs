//! Named rows with bars and dots on one axis, under headings.

use super::axis::{Axis, cut};
use super::plot::{Plot, RIGHT, grid};
use super::{Drawing, Labels};

const LEFT: f64 = 186.0;
const TOP: f64 = 8.0;
const ROW: f64 = 18.0;
const HEADING: f64 = 24.0;
/// Longer names are cut in the picture; the table has them in full.
const NAME: usize = 27;

#[derive(Debug)]
pub(crate) enum Line {
    Heading(String),
    Row {
        name: String,
        /// Class, lower and upper end.
        bars: Vec<(&'static str, f64, f64)>,
        /// Class and value.
        dots: Vec<(&'static str, f64)>,
    },
}

pub(crate) struct Rows<'a> {
    pub(crate) labels: Labels,
    /// The ends of the axis.
    pub(crate) across: (f64, f64),
    /// A value and how many decimals it needs, as it is printed below the axis.
    pub(crate) printed: &'a dyn Fn(f64, usize) -> String,
    /// A range to set off.
    pub(crate) band: Option<(f64, f64)>,
    /// A value to set off.
    pub(crate) mark: Option<f64>,
    pub(crate) lines: &'a [Line],
}

/// The chart; bars and dots that are not finite are left out.
pub(crate) fn rows(rows: Rows<'_>) -> Drawing {
    let height = |line: &Line| if matches!(line, Line::Heading(_)) { HEADING } else { ROW };
    let foot = TOP + rows.lines.iter().map(height).sum::<f64>() + 4.0;
    let across = Axis { low: rows.across.0, high: rows.across.1, from: LEFT, to: RIGHT };
    let mut plot = Plot::new(rows.labels, across, Axis { low: 0.0, high: 1.0, from: foot, to: TOP });
    if let Some(band) = rows.band {
        plot.stripe("band", band);
    }
    let (ticks, decimals) = across.ticks();
    for value in ticks {
        plot.upright(grid(value), value);
        plot.tick(value, &(rows.printed)(value, decimals));
    }
    plot.frame();
    if let Some(mark) = rows.mark.filter(|mark| mark.is_finite()) {
        plot.upright("ideal", mark);
    }
    let drawing = &mut plot.drawing;
    let mut y = TOP;
    for line in rows.lines {
        y += height(line);
        match line {
            Line::Heading(title) => drawing.text("start strong", (6.0, y - 6.0), &cut(title, NAME)),
            Line::Row { name, bars, dots } => {
                drawing.text("start", (8.0, y - 5.0), &cut(name, NAME));
                let middle = y - ROW / 2.0;
                for (class, low, high) in bars.iter().filter(|bar| (bar.2 - bar.1).is_finite()) {
                    drawing.line(class, (across.place(*low), middle), (across.place(*high), middle));
                }
                for (class, value) in dots.iter().filter(|dot| dot.1.is_finite()) {
                    drawing.circle(class, (across.place(*value), middle), 4.0);
                }
            }
        }
    }
    plot.drawing
}

#[cfg(test)]
mod tests {
    use super::*;

    fn draw(lines: &[Line]) -> String {
        rows(Rows {
            labels: Labels::default(),
            across: (-1.0, 3.0),
            printed: &|value, decimals| format!("{value:.decimals$}"),
            band: None,
            mark: Some(2.0),
            lines,
        })
        .alone()
    }

    fn row(bars: &[(&'static str, f64, f64)], dots: &[(&'static str, f64)]) -> Line {
        Line::Row { name: "a".repeat(80), bars: bars.to_vec(), dots: dots.to_vec() }
    }

    /// The axis runs from -1 at 186 to 3 at 406, 55 units for 1: 2 lies at 351, 1 at 296. The first row begins at 8 and its
    /// middle lies 9 below; the second's 18 further down.
    #[test]
    fn bars_and_dots_by_hand() {
        let svg = draw(&[
            row(&[("sd", 0.0, 2.0)], &[("ring", 1.0), ("dot", 2.0)]),
            row(&[], &[("faint", 1.0)]),
            Line::Heading("Colour".to_owned()),
        ]);
        for part in [
            "class=\"sd\" x1=\"241\" y1=\"17\" x2=\"351\"",
            "class=\"dot\" cx=\"351\" cy=\"17\"",
            "class=\"ring\" cx=\"296\" cy=\"17\"",
            "class=\"faint\" cx=\"296\" cy=\"35\"",
            "class=\"ideal\" x1=\"351\"",
            ">Colour<",
            &format!(">{}…<", "a".repeat(NAME - 1)),
        ] {
            assert!(svg.contains(part), "{part} in {svg}");
        }
    }

    #[test]
    fn broken_numbers_are_left_out() {
        let svg = draw(&[row(&[("sd", f64::NAN, 1.0), ("se", 0.0, f64::INFINITY)], &[("dot", f64::NAN)])]);
        assert!(!svg.contains("NaN") && !svg.contains("inf") && !svg.contains("<circle"));
        assert!(!svg.contains("class=\"sd\"") && !svg.contains("class=\"se\""));
    }
}
