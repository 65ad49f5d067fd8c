//! The quantile plot: nominal across, seen upwards, and the diagonal.

use super::plot::{Axis, Plot};
use super::{Drawing, Labels};

const LEFT: f64 = 52.0;
const TOP: f64 = 10.0;
const SIDE: f64 = 354.0;
/// The axes reach at least and at most this far, in z.
const REACH: (f64, f64) = (3.0, 8.0);
/// A point nearer than this to the one before it would not be seen beside it.
const NEAR: f64 = 0.4;

/// The plot of nominal and seen z, the lowest first; `printed` is a z as it stands on the axes.
pub(crate) fn quantiles(
    labels: Labels,
    upwards: &str,
    points: &[(f64, f64)],
    printed: &dyn Fn(f64) -> String,
) -> Drawing {
    let farthest = points.iter().map(|(nominal, seen)| nominal.abs().max(seen.abs()));
    let reach = farthest.fold(0.0, f64::max).ceil().clamp(REACH.0, REACH.1);
    let axis = |from: f64, to: f64| Axis { low: -reach, high: reach, from, to };
    let mut plot = Plot::new(labels, axis(LEFT, LEFT + SIDE), axis(TOP + SIDE, TOP));
    for z in plot.across.ticks().0 {
        let label = printed(z);
        plot.drawing.line("grid", plot.at((z, reach)), plot.at((z, -reach)));
        plot.tick(z, &label);
        plot.level(z, &label);
    }
    plot.frame();
    plot.drawing.upright_text((13.0, TOP + SIDE / 2.0), upwards);
    plot.drawing.line("ideal", plot.at((-reach, -reach)), plot.at((reach, reach)));
    let mut before = (f64::NEG_INFINITY, f64::NEG_INFINITY);
    for point in points {
        let at = plot.at(*point);
        if (at.0 - before.0).abs() >= NEAR || (at.1 - before.1).abs() >= NEAR {
            plot.drawing.circle("dot", at, 2.2, "");
            before = at;
        }
    }
    plot.drawing
}

#[cfg(test)]
mod tests {
    use super::*;

    fn draw(points: &[(f64, f64)]) -> String {
        quantiles(Labels::default(), "", points, &|z| format!("{z:.0}")).alone()
    }

    /// With a reach of 3 the plot is 354 wide from 52 on, 59 units for 1: z = 1.5 lies at 52 + 4.5 * 59.
    #[test]
    fn a_point_lies_where_it_belongs() {
        let svg = draw(&[(-1.5, 0.0), (1.5, 1.5)]);
        assert_eq!(svg.matches("<circle").count(), 2);
        assert!(svg.contains("cx=\"317.5\" cy=\"98.5\""), "{svg}");
        assert!(svg.contains("cx=\"140.5\" cy=\"187\""), "{svg}");
    }

    #[test]
    fn far_points_stay_on_the_drawing() {
        let svg = draw(&[(-1.0, -1e300), (1.0, 99.0)]);
        assert!(!svg.contains("NaN") && !svg.contains("inf"));
        assert!(svg.contains("cy=\"10\"") && svg.contains("cy=\"364\""));
    }

    #[test]
    fn thousands_of_points_do_not_swell_the_file() {
        let points: Vec<_> = (0..5_000).map(|i| f64::from(i) / 1_000.0 - 2.5).map(|z| (z, z)).collect();
        assert!(draw(&points).len() < 70_000);
    }
}
