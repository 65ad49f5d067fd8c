//! What was seen in each game or round beside what was projected, with a band of what chance gives.

use super::plot::{Axis, Plot, RIGHT};
use super::{Drawing, Labels};
use crate::number::Numbers;

const LEFT: f64 = 48.0;
const TOP: f64 = 12.0;
const FOOT: f64 = 212.0;
/// Half the height of the band, in standard deviations.
pub(crate) const BAND: f64 = 2.0;
/// Places that carry their name below the chart; among more, every second or third does.
const MAX_NAMED: usize = 12;

/// One game or round. Shares are 0 to 1.
#[derive(Clone, Debug, Default)]
pub(crate) struct Point {
    /// A short name below the axis.
    pub(crate) name: String,
    pub(crate) seen: Option<f64>,
    pub(crate) projected: Option<f64>,
    /// Standard deviation of what is seen around what is projected.
    pub(crate) sd: Option<f64>,
}

/// The chart in per cent; `None` if nothing was seen.
pub(crate) fn course(n: Numbers, labels: Labels, points: &[Point]) -> Option<Drawing> {
    points.iter().find_map(|point| point.seen)?;
    let across = Axis { low: 0.5, high: points.len() as f64 + 0.5, from: LEFT, to: RIGHT };
    let upwards = Axis { low: 0.0, high: 1.0, from: FOOT, to: TOP };
    let mut plot = Plot::new(labels, across, upwards);
    let places = || (1..).map(f64::from).zip(points);
    let half = (0.36 * (across.to - across.from) / points.len() as f64).min(16.0);
    for (place, point) in places() {
        let Some((middle, sd)) = point.projected.zip(point.sd) else { continue };
        let (top, foot) = (upwards.place(middle + BAND * sd), upwards.place(middle - BAND * sd));
        plot.drawing.rect("band", (across.place(place) - half, top), (2.0 * half, foot - top));
    }
    for percent in [0, 25, 50, 75, 100] {
        plot.level(f64::from(percent) / 100.0, &n.count(percent));
    }
    let step = points.len().div_ceil(MAX_NAMED).max(1);
    for (place, point) in places().step_by(step) {
        plot.tick(place, &point.name);
    }
    plot.frame();
    let series = |value: fn(&Point) -> Option<f64>| -> Vec<(f64, f64)> {
        places().filter_map(|(place, point)| Some((place, value(point)?))).collect()
    };
    plot.dots("ring", 4.4, &series(|point| point.projected));
    plot.dots("dot", 3.4, &series(|point| point.seen));
    Some(plot.drawing)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Language;

    /// Two places share 358 units: 137.5 and 316.5. The axis runs from 0 at 212 to 100 % at 12, so 60 % lies at 92 and 50 % at 112; a
    /// standard deviation of 10 points gives a band from 30 to 70 %, 72 to 152. A band ends with the axis.
    #[test]
    fn points_and_bands_by_hand() {
        let point = |seen, projected, sd| Point { name: "7".to_owned(), seen, projected, sd };
        let points = [point(Some(0.6), Some(0.5), Some(0.1)), point(Some(1.0), Some(0.9), Some(0.2))];
        let draw = |points: &[Point]| course(Numbers::page(Language::ENGLISH), Labels::default(), points);
        let svg = draw(&points).expect("a chart").alone();
        for mark in [
            "class=\"dot\" cx=\"137.5\" cy=\"92\"",
            "class=\"ring\" cx=\"137.5\" cy=\"112\"",
            "class=\"band\" x=\"121.5\" y=\"72\" width=\"32\" height=\"80\"",
            "class=\"band\" x=\"300.5\" y=\"12\" width=\"32\" height=\"100\"",
        ] {
            assert!(svg.contains(mark), "{mark} in {svg}");
        }
        let bare = draw(&[point(Some(0.5), None, None)]).expect("a chart").alone();
        let marks = bare.split("</style>").nth(1).expect("marks");
        assert!(marks.contains("class=\"dot\"") && !marks.contains("band") && !marks.contains("ring"));
        assert!(draw(&[point(None, Some(0.5), Some(0.1))]).is_none() && draw(&[]).is_none());
    }
}
