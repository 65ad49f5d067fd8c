//! Two series of z over places from 1: what was seen, and what it is compared with.

use super::plot::{Axis, Plot, RIGHT};
use super::{Drawing, Labels, extremes};
use crate::number::Numbers;

const LEFT: f64 = 48.0;
const TOP: f64 = 12.0;
const FOOT: f64 = 232.0;
/// An axis of z reaches at most this far either way.
const MAX_Z: f64 = 10.0;
/// Places that carry their number below the chart; among more, every second or third does.
const MAX_NUMBERED: usize = 14;

/// Whole numbers around all z and 0, with some room; none without a finite z.
fn z_limits(values: impl Iterator<Item = f64>) -> Option<(f64, f64)> {
    let (low, high) = extremes(values)?;
    let low = (low.min(0.0) - 0.25).floor().clamp(-MAX_Z, MAX_Z);
    let high = (high.max(0.0) + 0.25).ceil().clamp(-MAX_Z, MAX_Z);
    Some((low, high))
}

/// The chart; points that are not finite are left out. None without a z.
pub(crate) fn lines(n: Numbers, labels: Labels, points: &[[Option<f64>; 2]]) -> Option<Drawing> {
    let (low, high) = z_limits(points.iter().flatten().copied().flatten())?;
    let across = Axis { low: 0.5, high: points.len() as f64 + 0.5, from: LEFT, to: RIGHT };
    let upwards = Axis { low, high, from: FOOT, to: TOP };
    let mut plot = Plot::new(labels, across, upwards);
    let (ticks, decimals) = upwards.ticks();
    for value in ticks {
        plot.level(value, &n.decimal(value, decimals));
    }
    for place in (1..=points.len()).step_by(points.len().div_ceil(MAX_NUMBERED).max(1)) {
        plot.tick(place as f64, &place.to_string());
    }
    plot.frame();
    let series = |which: usize| -> Vec<(f64, f64)> {
        let points = (1..).zip(points).filter_map(|(place, point)| Some((f64::from(place), point[which]?)));
        points.filter(|(_, z)| z.is_finite()).collect()
    };
    let (seen, compared) = (series(0), series(1));
    plot.curve("projected", &compared);
    plot.curve("seen", &seen);
    plot.dots("ring", 4.4, &compared);
    plot.dots("dot", 3.4, &seen);
    Some(plot.drawing)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Language;

    fn draw(points: &[[Option<f64>; 2]]) -> String {
        lines(Numbers::page(Language::ENGLISH), Labels::default(), points).expect("a chart").alone()
    }

    #[test]
    fn limits_are_whole_and_hold_zero() {
        assert_eq!(z_limits([1.2, 2.4].into_iter()), Some((-1.0, 3.0)));
        assert_eq!(z_limits([-3.1].into_iter()), Some((-4.0, 1.0)));
        assert_eq!(z_limits([1e300, f64::NAN, -99.0].into_iter()), Some((-10.0, 10.0)));
        assert_eq!(z_limits([f64::NAN].into_iter()), None);
    }

    /// Two values share 358 units: they stand at 137.5 and 316.5. The axis runs from -1 at 232 to 3 at 12, 55 units for 1,
    /// so 2 lies at 67 and 1 at 122.
    #[test]
    fn points_by_hand() {
        let svg = draw(&[[None, None], [Some(2.0), Some(1.0)]]);
        assert!(svg.contains("class=\"dot\" cx=\"316.5\" cy=\"67\""), "{svg}");
        assert!(svg.contains("class=\"ring\" cx=\"316.5\" cy=\"122\""), "{svg}");
        assert!(svg.contains(">1</text>") && svg.contains("x=\"137.5\" y=\"249\""), "{svg}");
        // One point is no line.
        assert!(!svg.contains("class=\"seen\"") && !svg.contains("class=\"projected\""));
        let svg = draw(&[[Some(1.0), Some(0.5)], [Some(1e300), Some(f64::INFINITY)], [Some(f64::NAN), None]]);
        assert!(!svg.contains("NaN") && !svg.contains("inf"));
        assert_eq!((svg.matches("class=\"ring\"").count(), svg.matches("class=\"dot\"").count()), (1, 2));
    }
}
