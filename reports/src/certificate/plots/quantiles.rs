//! The quantile plot: nominal across, seen upwards, the diagonal, and the band that chance allows.

use analyzer::calibration::certificate::Quantile;

use super::Unit;
use crate::{
    certificate::envelope::OrderStatistic,
    document::{
        axis::{Axis, WIDTH},
        drawing::Drawing,
    },
    messages::{Arg, Key, Messages},
};

const LEFT: f64 = 52.0;
const TOP: f64 = 10.0;
const SIDE: f64 = WIDTH - LEFT - 10.0;
const BELOW: f64 = 44.0;
/// Places along the nominal axis at which the band is drawn.
const BAND_STEPS: u32 = 60;
/// The axes reach at least and at most so far, in z.
const REACH: (f64, f64) = (3.0, 8.0);
/// A point nearer than this to the one before it would not be seen beside it.
const NEAR: f64 = 0.4;

/// The plot of a sample of `n`; None without a point. `name` is that of the statistic.
pub(in crate::certificate) fn quantiles(
    m: &Messages,
    name: &str,
    unit: Unit,
    points: &[Quantile],
    n: usize,
) -> Option<Drawing> {
    let points: Vec<(f64, f64)> = points
        .iter()
        .map(|point| (unit.z(point.nominal), unit.z(point.seen)))
        .filter(|(nominal, seen)| nominal.is_finite() && seen.is_finite())
        .collect();
    let (first, last) = (points.first()?, points.last()?);
    let farthest = points.iter().map(|(nominal, seen)| nominal.abs().max(seen.abs())).fold(0.0, f64::max);
    let reach = farthest.ceil().clamp(REACH.0, REACH.1);
    let across = axis(reach, LEFT, LEFT + SIDE);
    let upwards = axis(reach, TOP + SIDE, TOP);

    let title = format!("{}: {name}", m.text(Key::CertificateQuantileTitle));
    let outside = points
        .iter()
        .filter(|(nominal, seen)| OrderStatistic::at(*nominal, n).is_some_and(|p| p.is_outside(*seen)))
        .count();
    let description = describe(m, unit, points.len(), outside, *first, *last);
    let mut drawing = Drawing::new(WIDTH, TOP + SIDE + BELOW, title, description);

    let (low, high) = band(first.0, last.0, n, &across, &upwards);
    let outline: Vec<_> = low.into_iter().chain(high.into_iter().rev()).collect();
    if outline.len() > 3 {
        drawing.path("band", &outline, true);
    }
    scales(&mut drawing, m, unit, reach, &across, &upwards);
    drawing.line("ideal", (across.from, upwards.from), (across.to, upwards.to));
    let mut before = (f64::NEG_INFINITY, f64::NEG_INFINITY);
    for (nominal, seen) in &points {
        let at = (across.place(*nominal), upwards.place(*seen));
        if (at.0 - before.0).abs() < NEAR && (at.1 - before.1).abs() < NEAR {
            continue;
        }
        drawing.circle("dot", at, 2.2);
        before = at;
    }
    Some(drawing)
}

fn axis(reach: f64, from: f64, to: f64) -> Axis {
    Axis { low: -reach, high: reach, from, to }
}

/// The lower and the upper edge of the band as coordinates.
#[expect(clippy::type_complexity, reason = "two lists of points")]
fn band(from: f64, to: f64, n: usize, across: &Axis, upwards: &Axis) -> (Vec<(f64, f64)>, Vec<(f64, f64)>) {
    let mut edges = (Vec::new(), Vec::new());
    for step in 0..=BAND_STEPS {
        let nominal = from + (to - from) * f64::from(step) / f64::from(BAND_STEPS);
        let limits = OrderStatistic::at(nominal, n).and_then(|point| point.limits());
        if let Some((low, high)) = limits {
            let x = across.place(nominal);
            edges.0.push((x, upwards.place(low)));
            edges.1.push((x, upwards.place(high)));
        }
    }
    edges
}

fn scales(drawing: &mut Drawing, m: &Messages, unit: Unit, reach: f64, across: &Axis, upwards: &Axis) {
    let foot = TOP + SIDE;
    for z in across.ticks().0 {
        let (x, y) = (across.place(z), upwards.place(z));
        if z.abs() < reach {
            drawing.line("grid", (x, TOP), (x, foot));
            drawing.line("grid", (LEFT, y), (LEFT + SIDE, y));
        }
        let value = m.numbers().decimal(Some(unit.value(z)), 0);
        drawing.text("label", (x, foot + 17.0), &value);
        drawing.text("label", (LEFT - 16.0, y + 4.0), &value);
    }
    drawing.rect("frame", (LEFT, TOP), (SIDE, SIDE));
    let nominal = m.text(Key::CertificateQuantileNominal);
    drawing.text("label", (LEFT + SIDE / 2.0, foot + 36.0), &nominal);
    let seen = m.text(Key::CertificateQuantileSeen);
    drawing.upright_text((13.0, TOP + SIDE / 2.0), &seen);
}

fn describe(
    m: &Messages,
    unit: Unit,
    points: usize,
    outside: usize,
    first: (f64, f64),
    last: (f64, f64),
) -> String {
    let value = |z: f64| m.numbers().decimal(Some(unit.value(z)), 2);
    let count = |n: usize| Arg::Count(u64::try_from(n).unwrap_or(u64::MAX));
    m.with(
        Key::CertificateQuantileText,
        &[
            ("points", count(points)),
            ("outside", count(outside)),
            ("low", Arg::Text(&value(first.1))),
            ("nominal-low", Arg::Text(&value(first.0))),
            ("high", Arg::Text(&value(last.1))),
            ("nominal-high", Arg::Text(&value(last.0))),
        ],
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::messages::Language;

    fn draw(points: &[(f64, f64)]) -> Option<String> {
        let points: Vec<Quantile> =
            points.iter().map(|&(nominal, seen)| Quantile { nominal, seen }).collect();
        let m = Messages::new(Language::English);
        quantiles(&m, "z", Unit::Z, &points, points.len()).map(|drawing| drawing.alone())
    }

    /// With a reach of 3 the plot is 358 wide from 52 on, so z = 1.5 lies at 52 + 358 * 4.5 / 6.
    #[test]
    fn a_point_lies_where_it_belongs() {
        let svg = draw(&[(-1.5, 0.0), (1.5, 1.5)]).expect("a plot");
        assert_eq!(svg.matches("<circle").count(), 2);
        assert!(svg.contains("cx=\"320.5\" cy=\"99.5\""), "{svg}");
        assert!(svg.contains("cx=\"141.5\" cy=\"189\""), "{svg}");
    }

    #[test]
    fn far_points_stay_on_the_drawing_and_broken_ones_are_left_out() {
        let svg = draw(&[(-1.0, -1e300), (0.0, f64::NAN), (1.0, 99.0)]).expect("a plot");
        assert_eq!(svg.matches("<circle").count(), 2);
        assert!(!svg.contains("NaN") && !svg.contains("inf"));
        assert!(svg.contains("cy=\"10\"") && svg.contains("cy=\"368\""));
        assert!(draw(&[]).is_none() && draw(&[(f64::NAN, 0.0)]).is_none());
    }

    #[test]
    fn thousands_of_points_do_not_swell_the_file() {
        let points: Vec<_> = (0..5_000).map(|i| f64::from(i) / 1_000.0 - 2.5).map(|z| (z, z)).collect();
        assert!(draw(&points).expect("a plot").len() < 70_000);
    }
}
