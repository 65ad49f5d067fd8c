//! Means and spreads of groups, one line each.

use analyzer::calibration::certificate::Moments;

use super::Unit;
use crate::{
    document::{
        axis::{Axis, WIDTH, cut},
        drawing::Drawing,
    },
    number::Numbers,
};

const LEFT: f64 = 150.0;
const RIGHT: f64 = WIDTH - 14.0;
const TOP: f64 = 8.0;
const LINE: f64 = 19.0;
const HEADING: f64 = 24.0;
const BELOW: f64 = 26.0;
/// The axis reaches at least and at most so far, in z.
const REACH: (f64, f64) = (1.5, 6.0);
/// Longer names are cut in the picture; the table has them in full.
const NAME: usize = 24;

/// A line of the picture.
#[derive(Debug)]
pub(in crate::certificate) enum GroupLine<'a> {
    /// What the lines below are grouped by.
    Heading(&'a str),
    Row(String, &'a Moments),
}

pub(in crate::certificate) fn groups(
    n: Numbers,
    title: String,
    description: String,
    unit: Unit,
    lines: &[GroupLine<'_>],
) -> Drawing {
    let height: f64 = lines
        .iter()
        .map(|line| match line {
            GroupLine::Heading(_) => HEADING,
            GroupLine::Row(..) => LINE,
        })
        .sum();
    let axis = axis(unit, lines);
    let foot = TOP + height + 4.0;
    let mut drawing = Drawing::new(WIDTH, foot + BELOW, title, description);
    let (left, right) = (axis.place(-1.0), axis.place(1.0));
    drawing.rect("band", (left, TOP), (right - left, foot - TOP));
    let (ticks, decimals) = axis.ticks();
    for z in ticks {
        let x = axis.place(z);
        let class = if z.abs() < 1e-9 { "ideal" } else { "grid" };
        drawing.line(class, (x, TOP), (x, foot));
        let value = n.decimal(Some(unit.value(z)), decimals);
        drawing.text("label", (x, foot + 17.0), &value);
    }
    let mut y = TOP;
    for line in lines {
        match line {
            GroupLine::Heading(title) => {
                y += HEADING;
                drawing.text("start strong", (8.0, y - 6.0), &cut(title, NAME));
            }
            GroupLine::Row(label, moments) => {
                y += LINE;
                drawing.text("start", (18.0, y - 6.0), &cut(label, NAME));
                row(&mut drawing, &axis, unit, y - LINE / 2.0, moments);
            }
        }
    }
    drawing
}

fn axis(unit: Unit, lines: &[GroupLine<'_>]) -> Axis {
    let far = lines.iter().filter_map(|line| match line {
        GroupLine::Row(_, moments) if moments.n > 0 => {
            let spread = two_errors(moments).map_or(moments.sd, |two| moments.sd.max(two));
            Some(unit.z(moments.mean).abs() + spread / unit.sd)
        }
        GroupLine::Row(..) | GroupLine::Heading(_) => None,
    });
    let far = far.filter(|far| far.is_finite()).fold(0.0, f64::max);
    let reach = ((far * 2.0).ceil() / 2.0).clamp(REACH.0, REACH.1);
    Axis { low: -reach, high: reach, from: LEFT, to: RIGHT }
}

fn row(drawing: &mut Drawing, axis: &Axis, unit: Unit, y: f64, moments: &Moments) {
    let mean = unit.z(moments.mean);
    if moments.n == 0 || !mean.is_finite() {
        return;
    }
    let bars = [("sd", Some(moments.sd)), ("se", two_errors(moments))];
    for (class, half) in bars {
        if let Some(half) = half.filter(|half| *half > 0.0 && half.is_finite()) {
            let half = half / unit.sd;
            drawing.line(class, (axis.place(mean - half), y), (axis.place(mean + half), y));
        }
    }
    drawing.circle("dot", (axis.place(mean), y), 4.2);
}

/// Two standard errors of the mean.
fn two_errors(moments: &Moments) -> Option<f64> {
    moments.errors.map(|errors| 2.0 * errors.mean)
}

#[cfg(test)]
mod tests {
    use analyzer::calibration::certificate::Errors;

    use super::*;
    use crate::Language;

    fn moments(n: usize, mean: f64, sd: f64) -> Moments {
        Moments {
            n,
            mean,
            sd,
            skew: 0.0,
            errors: (n > 1).then(|| Errors { events: n, mean: sd / libm::sqrt(n as f64), sd: 0.0 }),
        }
    }

    fn draw(unit: Unit, lines: &[GroupLine<'_>]) -> String {
        groups(Numbers::page(Language::English), String::new(), String::new(), unit, lines).alone()
    }

    /// The axis runs from -1.5 at 150 to 1.5 at 406: 256 units for 3. A mean of 0 lies at 278, one SD of 1.2 ends at
    /// 175.6 and 380.4, and two standard errors of 1.2 / 6 end at 243.9 and 312.1.
    #[test]
    fn whiskers_by_hand() {
        let group = moments(36, 0.0, 1.2);
        let svg = draw(Unit::Z, &[GroupLine::Heading("Colour"), GroupLine::Row("white".to_owned(), &group)]);
        for part in [
            "class=\"sd\" x1=\"175.6\"",
            "x2=\"380.4\"",
            "class=\"se\" x1=\"243.9\"",
            "x2=\"312.1\"",
            "cx=\"278\"",
        ] {
            assert!(svg.contains(part), "{part} in {svg}");
        }
        let index = moments(36, 50.0, 6.0);
        let svg =
            draw(Unit::INDEX, &[GroupLine::Heading("Colour"), GroupLine::Row("white".to_owned(), &index)]);
        assert!(svg.contains("class=\"se\" x1=\"243.9\""), "the index is drawn on the same scale");
    }

    #[test]
    fn one_performance_has_no_whiskers_and_none_has_no_dot() {
        let (one, none) = (moments(1, 0.4, 0.0), moments(0, 0.0, 0.0));
        let svg = draw(
            Unit::Z,
            &[GroupLine::Row("one".to_owned(), &one), GroupLine::Row("none".to_owned(), &none)],
        );
        assert_eq!(svg.matches("<circle").count(), 1);
        assert!(!svg.contains("class=\"se\"") && svg.contains(">none<"));
        let broken = moments(5, f64::NAN, f64::INFINITY);
        let svg = draw(Unit::Z, &[GroupLine::Row("broken".to_owned(), &broken)]);
        assert!(!svg.contains("NaN") && !svg.contains("inf") && !svg.contains("<circle"));
    }
}
