//! Overall z of several readings on one axis, one row each, with the levels that the rules name.

use super::plot::{Axis, RIGHT, WIDTH};
use super::{Drawing, Labels, extremes};

const LEFT: f64 = 16.0;
const TOP: f64 = 30.0;
/// Height of a row: its words, and its marks below them.
const ROW: f64 = 44.0;
const BELOW: f64 = 46.0;
/// An axis reaches at most this far either way.
const MAX_Z: f64 = 10.0;

/// One reading. A z that is not there or no number has no mark.
#[derive(Clone, Debug, Default)]
pub(crate) struct Reading {
    /// Its name with its z and odds in words.
    pub(crate) words: String,
    /// Without the field's correction, drawn as a ring.
    pub(crate) alone: Option<f64>,
    /// With it, drawn as a dot.
    pub(crate) field: Option<f64>,
    /// Lowest and highest z under other choices, drawn as a band.
    pub(crate) range: Option<(f64, f64)>,
}

/// The chart; none without a z. `levels` are z with their names.
pub(crate) fn readings(labels: Labels, rows: &[Reading], levels: &[(f64, String)]) -> Option<Drawing> {
    let marks = |row: &Reading| [row.alone, row.field, row.range.map(|r| r.0), row.range.map(|r| r.1)];
    extremes(rows.iter().flat_map(|row| [row.alone, row.field]).flatten())?;
    let all = rows.iter().flat_map(marks).flatten().chain(levels.iter().map(|level| level.0));
    let (low, high) = extremes(all)?;
    let across = Axis {
        low: (low.min(0.0) - 0.4).floor().max(-MAX_Z),
        high: (high + 0.4).ceil().min(MAX_Z),
        from: LEFT,
        to: RIGHT,
    };
    let base = TOP + ROW * rows.len() as f64 + 8.0;
    let mut drawing = Drawing::new(WIDTH, base + BELOW, labels.title, labels.description);
    let middle = f64::midpoint(across.from, across.to);
    drawing.text("label", (middle, base + 37.0), &labels.across);
    for (z, name) in levels {
        let x = across.place(*z);
        drawing.text("label", (x, TOP - 15.0), name);
        // Beside the marks only, so that no line goes through the words of a row.
        drawing.line("level", (x, TOP - 10.0), (x, TOP + 2.0));
        for place in 0..rows.len() {
            let top = TOP + ROW * place as f64;
            drawing.line("level", (x, top + 20.0), (x, top + ROW));
        }
    }
    let (ticks, decimals) = across.ticks();
    for tick in ticks {
        let x = across.place(tick);
        let sign = if tick < 0.0 { "\u{2212}" } else { "" };
        drawing.text("label", (x, base + 17.0), &format!("{sign}{:.decimals$}", tick.abs()));
        drawing.line("axis", (x, base), (x, base + 4.0));
    }
    drawing.line("axis", (across.from, base), (across.to, base));
    for (place, row) in rows.iter().enumerate() {
        let top = TOP + ROW * place as f64;
        let y = top + 32.0;
        drawing.text("start", (across.from, top + 15.0), &row.words);
        if let Some((low, high)) = row.range.filter(|range| range.0.is_finite() && range.1.is_finite()) {
            let (from, to) = (across.place(low), across.place(high));
            drawing.rect("band", (from, y - 5.0), (to - from, 10.0));
        }
        for (class, radius, z) in [("ring", 5.0, row.alone), ("dot", 4.0, row.field)] {
            if let Some(z) = z.filter(|z| z.is_finite()) {
                drawing.circle(class, (across.place(z), y), radius, "");
            }
        }
    }
    Some(drawing)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn draw(rows: &[Reading]) -> Option<String> {
        let levels = [(2.5, "2.50".to_owned()), (5.0, "5.00".to_owned())];
        readings(Labels::default(), rows, &levels).map(|drawing| drawing.alone())
    }

    /// The axis runs from -1 at 16 to 6 at 406: 390 / 7 = 55.71 units for 1. 2.61 lies at 217.1, 2.29 at 199.3, the levels at 211
    /// and 350.3; the marks of the first row lie at 30 + 32.
    #[test]
    fn marks_and_levels_by_hand() {
        let row =
            Reading { alone: Some(2.61), field: Some(2.29), range: Some((1.0, 3.0)), ..Reading::default() };
        let svg = draw(&[row, Reading { alone: Some(0.0), ..Reading::default() }]).expect("a chart");
        assert!(svg.contains("class=\"ring\" cx=\"217.1\" cy=\"62\""), "{svg}");
        assert!(svg.contains("class=\"dot\" cx=\"199.3\" cy=\"62\""), "{svg}");
        assert!(svg.contains("class=\"level\" x1=\"211\""), "{svg}");
        assert!(svg.contains("class=\"level\" x1=\"350.3\""), "{svg}");
        assert!(svg.contains("class=\"band\" x=\"127.4\" y=\"57\" width=\"111.4\""), "{svg}");
        // The second row has no field, so no dot.
        assert_eq!((svg.matches("class=\"ring\"").count(), svg.matches("class=\"dot\"").count()), (2, 1));
    }

    #[test]
    fn broken_numbers_are_not_drawn() {
        assert!(
            draw(&[Reading::default(), Reading { alone: Some(f64::NAN), ..Reading::default() }]).is_none()
        );
        let row = Reading {
            alone: Some(1e300),
            field: Some(f64::INFINITY),
            range: Some((f64::NAN, 1.0)),
            ..Reading::default()
        };
        let svg = draw(&[row]).expect("a chart");
        assert!(!svg.contains("NaN") && !svg.contains("inf") && !svg.contains("class=\"band\""), "{svg}");
    }
}
