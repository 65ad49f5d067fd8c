//! Two series of points over one axis: what was seen, and what it is compared with.

use super::axis::Axis;
use super::plot::{Plot, RIGHT};
use super::{Drawing, Labels};
use crate::number::Numbers;

const LEFT: f64 = 48.0;
const TOP: f64 = 12.0;
const FOOT: f64 = 232.0;

pub(crate) struct Lines {
    pub(crate) labels: Labels,
    /// The ends of the axis across.
    pub(crate) across: (f64, f64),
    /// Whole values that are named below it.
    pub(crate) named: Vec<f64>,
    /// The ends of the axis upwards.
    pub(crate) upwards: (f64, f64),
    pub(crate) seen: Vec<(f64, f64)>,
    pub(crate) projected: Vec<(f64, f64)>,
    /// Whether a line joins the projected points as well.
    pub(crate) joined: bool,
}

/// The chart; points that are not finite are left out.
pub(crate) fn lines(n: Numbers, lines: Lines) -> Drawing {
    let across = Axis { low: lines.across.0, high: lines.across.1, from: LEFT, to: RIGHT };
    let upwards = Axis { low: lines.upwards.0, high: lines.upwards.1, from: FOOT, to: TOP };
    let mut plot = Plot::new(lines.labels, across, upwards);
    let (ticks, decimals) = upwards.ticks();
    for value in ticks {
        plot.level(value, &n.decimal(Some(value), decimals));
    }
    for value in lines.named {
        plot.tick(value, &format!("{value:.0}"));
    }
    plot.frame();
    let finite = |points: Vec<(f64, f64)>| -> Vec<(f64, f64)> {
        points.into_iter().filter(|(_, y)| y.is_finite()).collect()
    };
    let (seen, projected) = (finite(lines.seen), finite(lines.projected));
    if lines.joined {
        plot.curve("projected", &projected);
    }
    plot.curve("seen", &seen);
    plot.dots("ring", 4.4, &projected);
    plot.dots("dot", 3.4, &seen);
    plot.drawing
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Language;

    fn draw(seen: &[(f64, f64)], projected: &[(f64, f64)], joined: bool) -> String {
        let chart = Lines {
            labels: Labels::default(),
            across: (0.5, 2.5),
            named: vec![1.0, 2.0],
            upwards: (-1.0, 3.0),
            seen: seen.to_vec(),
            projected: projected.to_vec(),
            joined,
        };
        lines(Numbers::page(Language::ENGLISH), chart).alone()
    }

    /// Two values share 358 units: they stand at 137.5 and 316.5. The axis runs from -1 at 232 to 3 at 12, 55 units for 1,
    /// so 2 lies at 67 and 1 at 122.
    #[test]
    fn points_by_hand() {
        let svg = draw(&[(2.0, 2.0)], &[(2.0, 1.0)], true);
        assert!(svg.contains("class=\"dot\" cx=\"316.5\" cy=\"67\""), "{svg}");
        assert!(svg.contains("class=\"ring\" cx=\"316.5\" cy=\"122\""), "{svg}");
        assert!(svg.contains(">1</text>") && svg.contains("x=\"137.5\" y=\"249\""), "{svg}");
        // One point is no line.
        assert!(!svg.contains("class=\"seen\"") && !svg.contains("class=\"projected\""));
    }

    #[test]
    fn a_series_may_be_dots_without_a_line() {
        let (seen, projected) = ([(1.0, 1.0), (2.0, 1.4)], [(1.0, 1.0), (1.5, 1.1), (2.0, 0.5)]);
        let svg = draw(&seen, &projected, false);
        assert_eq!((svg.matches("class=\"ring\"").count(), svg.matches("class=\"dot\"").count()), (3, 2));
        assert_eq!(svg.matches("<path class=\"seen\"").count(), 1);
        assert!(!svg.contains("<path class=\"projected\""));
    }

    #[test]
    fn strange_points_stay_on_the_picture() {
        let svg = draw(&[(1.0, 1e300), (1.0, f64::NAN), (-1e9, 0.0)], &[(1.0, f64::INFINITY)], true);
        assert!(!svg.contains("NaN") && !svg.contains("inf"));
        assert_eq!((svg.matches("class=\"ring\"").count(), svg.matches("class=\"dot\"").count()), (0, 2));
    }
}
