//! The field's indices as columns against the bell, with the player marked.

use crate::{
    document::{
        axis::{Axis, WIDTH},
        drawing::Drawing,
    },
    number::Numbers,
};

const LEFT: f64 = 34.0;
const RIGHT: f64 = WIDTH - 14.0;
const TOP: f64 = 12.0;
const FOOT: f64 = 172.0;
const BELOW: f64 = 46.0;
/// Width of a column in points of the index, half a standard deviation.
const STEP: f64 = 2.5;
/// The axis reaches at least from here to here, and at most so far.
const LEAST: (f64, f64) = (32.5, 70.0);
const MOST: (f64, f64) = (0.0, 120.0);
/// Expected mean and SD of the index.
const MEAN: f64 = 50.0;
const SD: f64 = 5.0;
/// Lines across the picture, beside the one at 0.
const LINES: f64 = 5.0;
/// Points of the bell to a column.
const FINE: u32 = 8;

/// The picture; none without an index.
pub(in crate::dossier) fn field(
    n: Numbers,
    title: String,
    description: String,
    axis_name: &str,
    indices: &[f64],
    own: Option<f64>,
) -> Option<Drawing> {
    let finite: Vec<f64> = indices.iter().copied().filter(|index| index.is_finite()).collect();
    let (lowest, highest) =
        (finite.iter().copied().min_by(f64::total_cmp)?, finite.iter().copied().max_by(f64::total_cmp)?);
    let down = |index: f64| (index / STEP).floor() * STEP;
    let across = Axis {
        low: down(lowest).min(LEAST.0).max(MOST.0),
        high: (down(highest) + STEP).max(LEAST.1).min(MOST.1),
        from: LEFT,
        to: RIGHT,
    };
    let mut columns = Vec::new();
    let mut start = across.low;
    while start < across.high {
        // What lies beyond the axis is counted in its last column.
        let (first, last) = (start <= across.low, start + STEP >= across.high);
        let inside = |index: &&f64| (first || **index >= start) && (last || **index < start + STEP);
        columns.push((start, finite.iter().filter(inside).count() as f64));
        start += STEP;
    }
    let expected = |index: f64| {
        let z = (index - MEAN) / SD;
        let density = libm::exp(-0.5 * z * z) / (SD * (2.0 * std::f64::consts::PI).sqrt());
        finite.len() as f64 * STEP * density
    };
    let tallest = columns.iter().map(|column| column.1).fold(expected(MEAN), f64::max);
    let upwards = Axis { low: 0.0, high: tallest.max(1.0) * 1.08, from: FOOT, to: TOP };
    let mut drawing = Drawing::new(WIDTH, FOOT + BELOW, title, description);
    // Players are whole: at most five lines, and one for every player where there are few.
    let step = (tallest / LINES).ceil().max(1.0);
    for line in 0..=whole(tallest / step) {
        let players = step * f64::from(line);
        let y = upwards.place(players);
        drawing.line("grid", (LEFT, y), (RIGHT, y));
        drawing.text("label", (LEFT - 14.0, y + 4.0), &n.decimal(Some(players), 0));
    }
    let (ticks, decimals) = across.ticks();
    for index in ticks {
        let label = n.decimal(Some(index), decimals);
        drawing.text("label", (across.place(index), FOOT + 17.0), &label);
    }
    for (start, players) in columns.into_iter().filter(|column| column.1 > 0.0) {
        let (x, y) = (across.place(start), upwards.place(players));
        let width = across.place(start + STEP) - x;
        drawing.rect("band", (x + 0.5, y), (width - 1.0, FOOT - y));
    }
    let steps = FINE * whole((across.high - across.low) / STEP + 0.5);
    let bell: Vec<(f64, f64)> = (0..=steps)
        .map(|k| across.low + STEP * f64::from(k) / f64::from(FINE))
        .map(|index| (across.place(index), upwards.place(expected(index))))
        .collect();
    drawing.path("seen", &bell, false);
    drawing.rect("frame", (LEFT, TOP), (RIGHT - LEFT, FOOT - TOP));
    if let Some(own) = own.filter(|own| own.is_finite()) {
        let x = across.place(own);
        drawing.line("ideal", (x, TOP), (x, FOOT));
        drawing.circle("dot", (x, FOOT), 4.0);
    }
    drawing.text("label", (f64::midpoint(LEFT, RIGHT), FOOT + 37.0), axis_name);
    Some(drawing)
}

/// Columns on the axis, which has at most 48, or lines across it.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "bounded by the ends of the axis"
)]
fn whole(columns: f64) -> u32 {
    columns.floor().clamp(0.0, 48.0) as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Language;

    fn draw(indices: &[f64], own: Option<f64>) -> Option<String> {
        let n = Numbers::page(Language::English);
        field(n, String::new(), String::new(), "index", indices, own).map(|drawing| drawing.alone())
    }

    /// The axis runs from 32.5 at 34 to 70 at 406: 372 units for 15 columns, 24.8 each. 51 and 52 stand in the column from 50,
    /// which begins at 34 + 7 * 24.8 = 207.6; 60 in the one from 60, at 306.8. The player's 51 lies at 34 + 18.5 / 37.5 * 372.
    #[test]
    fn columns_by_hand() {
        let svg = draw(&[51.0, 60.0, 52.0], Some(51.0)).expect("a picture");
        for part in ["<rect class=\"band\" x=\"208.1\"", "<rect class=\"band\" x=\"307.3\"", "width=\"23.8\""]
        {
            assert!(svg.contains(part), "{part} in {svg}");
        }
        assert_eq!(svg.matches("class=\"band\"").count(), 2);
        assert!(svg.contains("class=\"ideal\" x1=\"217.5\""), "{svg}");
        // Two players in a column: 2 of 2.16 upwards on 160 units. The bell has 3 * 2.5 * .0798 = .6 at its top.
        assert!(svg.contains("x=\"208.1\" y=\"23.9\"") && svg.contains("height=\"148.1\""), "{svg}");
        assert_eq!(svg.matches("class=\"seen\"").count(), 1);
        // Lines at 0, 1 and 2 players.
        assert_eq!(svg.matches("class=\"grid\"").count(), 3);
    }

    #[test]
    fn strange_indices_stay_on_the_picture() {
        assert!(draw(&[], Some(50.0)).is_none() && draw(&[f64::NAN], None).is_none());
        let svg = draw(&[-1e9, 1e9, f64::INFINITY, 50.0], Some(f64::NAN)).expect("a picture");
        assert!(!svg.contains("NaN") && !svg.contains("inf") && svg.len() < 20_000);
        assert_eq!(svg.matches("class=\"band\"").count(), 3);
        assert!(!svg.contains("class=\"ideal\""));
    }
}
