//! Seen and projected means by rating, as two lines.

use crate::{
    document::{
        axis::{Axis, WIDTH},
        drawing::Drawing,
    },
    number::Numbers,
};

const LEFT: f64 = 56.0;
const RIGHT: f64 = WIDTH - 14.0;
const TOP: f64 = 12.0;
const FOOT: f64 = 242.0;
const BELOW: f64 = 46.0;
/// Width of a band in rating points.
const BAND: u16 = 200;

/// The picture; `points` are the lowest rating of a band with what was seen and what was projected there, lowest band
/// first. None without a point.
pub(in crate::certificate) fn bands(
    n: Numbers,
    title: String,
    description: String,
    axis_name: &str,
    points: &[(u16, [f64; 2])],
) -> Option<Drawing> {
    let points: Vec<_> =
        points.iter().filter(|(_, values)| values.iter().all(|value| value.is_finite())).collect();
    let (first, last) = (points.first()?.0, points.last()?.0);
    let across =
        Axis { low: f64::from(first), high: f64::from(last) + f64::from(BAND), from: LEFT, to: RIGHT };
    let values = points.iter().flat_map(|(_, values)| *values);
    let (low, high) = values
        .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| (low.min(value), high.max(value)));
    let room = ((high - low) * 0.12).max(0.005);
    let upwards = Axis { low: low - room, high: high + room, from: FOOT, to: TOP };

    let mut drawing = Drawing::new(WIDTH, FOOT + BELOW, title, description);
    let (ticks, decimals) = upwards.ticks();
    for value in ticks {
        let y = upwards.place(value);
        drawing.line("grid", (LEFT, y), (RIGHT, y));
        let text = n.decimal(Some(value), decimals);
        drawing.text("label", (LEFT - 22.0, y + 4.0), &text);
    }
    // Every so many band edges carry their rating, so that the numbers do not run into each other.
    let edges = usize::from(last.saturating_sub(first) / BAND) + 2;
    let edge_ratings = (first..=last.saturating_add(BAND)).step_by(usize::from(BAND));
    for rating in edge_ratings.step_by(edges.div_ceil(8).max(1)) {
        let x = across.place(f64::from(rating));
        drawing.line("grid", (x, TOP), (x, FOOT));
        drawing.text("label", (x, FOOT + 17.0), &rating.to_string());
    }
    drawing.rect("frame", (LEFT, TOP), (RIGHT - LEFT, FOOT - TOP));
    drawing.text("label", (f64::midpoint(LEFT, RIGHT), FOOT + 37.0), axis_name);

    let line = |which: fn(&[f64; 2]) -> f64| -> Vec<(f64, f64)> {
        points
            .iter()
            .map(|(low, values)| {
                let middle = f64::from(*low) + f64::from(BAND) / 2.0;
                (across.place(middle), upwards.place(which(values)))
            })
            .collect()
    };
    let (seen, projected) = (line(|values| values[0]), line(|values| values[1]));
    drawing.path("projected", &projected, false);
    drawing.path("seen", &seen, false);
    for at in projected {
        drawing.circle("ring", at, 4.6);
    }
    for at in seen {
        drawing.circle("dot", at, 3.4);
    }
    Some(drawing)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Language;

    fn draw(points: &[(u16, [f64; 2])]) -> Option<String> {
        bands(Numbers::page(Language::English), String::new(), String::new(), "rating", points)
            .map(|drawing| drawing.alone())
    }

    /// Two bands share 350 units: their middles lie at 143.5 and 318.5. Values from 40 to 50 with an eighth of room
    /// more reach from 38.8 to 51.2, so 40 lies 1.2 / 12.4 of the height above the foot.
    #[test]
    fn points_by_hand() {
        let svg = draw(&[(2000, [40.0, 45.0]), (2200, [50.0, 45.0])]).expect("a picture");
        assert_eq!(svg.matches("class=\"dot\"").count(), 2);
        assert_eq!(svg.matches("class=\"ring\"").count(), 2);
        assert!(svg.contains("class=\"dot\" cx=\"143.5\" cy=\"219.7\""), "{svg}");
        assert!(svg.contains("class=\"ring\" cx=\"318.5\" cy=\"127\""), "{svg}");
    }

    #[test]
    fn strange_bands_stay_on_the_drawing() {
        assert!(draw(&[]).is_none() && draw(&[(2000, [f64::NAN, 1.0])]).is_none());
        let svg = draw(&[(0, [1e9, -1e9]), (65_500, [0.0, 0.0])]).expect("a picture");
        assert!(!svg.contains("NaN") && !svg.contains("inf") && svg.len() < 20_000);
        let same = draw(&[(2000, [0.1, 0.1])]).expect("a picture");
        assert!(!same.contains("NaN"));
    }
}
