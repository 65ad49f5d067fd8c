//! Overall z after each game, by both readings.

use super::whole_limits;
use crate::{
    document::{
        axis::{Axis, WIDTH},
        drawing::Drawing,
    },
    number::Numbers,
};

const LEFT: f64 = 40.0;
const RIGHT: f64 = WIDTH - 14.0;
const TOP: f64 = 12.0;
const FOOT: f64 = 222.0;
const BELOW: f64 = 46.0;
/// So many games carry their number; among more, every second or third does.
const NUMBERED: usize = 14;

/// The picture; `points` are the z of record and the second after each game. None without a z.
pub(in crate::dossier) fn course(
    n: Numbers,
    title: String,
    description: String,
    axis_name: &str,
    points: &[[Option<f64>; 2]],
) -> Option<Drawing> {
    through(n, title, description, axis_name, points, true)
}

/// The same with or without a line through the second values.
pub(super) fn through(
    n: Numbers,
    title: String,
    description: String,
    axis_name: &str,
    points: &[[Option<f64>; 2]],
    second_line: bool,
) -> Option<Drawing> {
    let (low, high) = whole_limits(points.iter().flatten().copied().flatten())?;
    let across = Axis { low: 0.5, high: points.len() as f64 + 0.5, from: LEFT, to: RIGHT };
    let upwards = Axis { low, high, from: FOOT, to: TOP };
    let mut drawing = Drawing::new(WIDTH, FOOT + BELOW, title, description);
    let (ticks, decimals) = upwards.ticks();
    for z in ticks {
        let y = upwards.place(z);
        let class = if z.abs() < 1e-9 { "ideal" } else { "grid" };
        drawing.line(class, (LEFT, y), (RIGHT, y));
        drawing.text("label", (LEFT - 16.0, y + 4.0), &n.decimal(Some(z), decimals));
    }
    let step = points.len().div_ceil(NUMBERED).max(1);
    for game in (1..=points.len()).step_by(step) {
        drawing.text("label", (across.place(game as f64), FOOT + 17.0), &game.to_string());
    }
    drawing.rect("frame", (LEFT, TOP), (RIGHT - LEFT, FOOT - TOP));
    drawing.text("label", (f64::midpoint(LEFT, RIGHT), FOOT + 37.0), axis_name);

    let places = |reading: usize| -> Vec<(f64, f64)> {
        let z = |point: &[Option<f64>; 2]| point.get(reading).copied().flatten();
        points
            .iter()
            .enumerate()
            .filter_map(|(place, point)| Some((place, z(point).filter(|z| z.is_finite())?)))
            .map(|(place, z)| (across.place(place as f64 + 1.0), upwards.place(z)))
            .collect()
    };
    let (record, second) = (places(0), places(1));
    for (class, places, wanted) in [("projected", &second, second_line), ("seen", &record, true)] {
        if wanted && places.len() > 1 {
            drawing.path(class, places, false);
        }
    }
    for at in second {
        drawing.circle("ring", at, 4.2);
    }
    for at in record {
        drawing.circle("dot", at, 3.4);
    }
    Some(drawing)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Language;

    fn draw(points: &[[Option<f64>; 2]]) -> Option<String> {
        let n = Numbers::page(Language::English);
        course(n, String::new(), String::new(), "games", points).map(|drawing| drawing.alone())
    }

    /// Two games share 366 units: they stand at 131.5 and 314.5. The axis runs from -1 at 222 to 3 at 12, 52.5 units
    /// for 1, so z 2 lies at 64.5 and z 1 at 117.
    #[test]
    fn points_by_hand() {
        let svg = draw(&[[None, None], [Some(2.0), Some(1.0)]]).expect("a picture");
        assert!(svg.contains("class=\"dot\" cx=\"314.5\" cy=\"64.5\""), "{svg}");
        assert!(svg.contains("class=\"ring\" cx=\"314.5\" cy=\"117\""), "{svg}");
        assert!(svg.contains(">1</text>") && svg.contains("x=\"131.5\" y=\"239\""), "{svg}");
        // One point is no line.
        assert!(!svg.contains("class=\"seen\"") && !svg.contains("class=\"projected\""));
    }

    #[test]
    fn without_a_z_there_is_no_picture_and_strange_ones_stay_on_it() {
        assert!(draw(&[]).is_none() && draw(&[[None, Some(f64::NAN)]]).is_none());
        let many: Vec<[Option<f64>; 2]> =
            (0..500).map(|k| [Some(f64::from(k) * 1e9), Some(f64::INFINITY)]).collect();
        let svg = draw(&many).expect("a picture");
        assert!(!svg.contains("NaN") && !svg.contains("inf") && svg.len() < 60_000);
        assert_eq!(svg.matches("class=\"ring\"").count(), 0);
    }
}
