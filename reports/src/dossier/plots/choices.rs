//! The overall z under each choice, one line each.

use super::whole_limits;
use crate::{
    document::{
        axis::{Axis, WIDTH, cut},
        drawing::Drawing,
    },
    number::Numbers,
};

const LEFT: f64 = 186.0;
const RIGHT: f64 = WIDTH - 14.0;
const TOP: f64 = 8.0;
const LINE: f64 = 17.0;
const BELOW: f64 = 44.0;
/// Longer names are cut in the picture; the table has them in full.
const NAME: usize = 27;

/// A line of the picture.
#[derive(Debug)]
pub(in crate::dossier) struct Choice {
    pub(in crate::dossier) name: String,
    /// Overall z of record.
    pub(in crate::dossier) z: Option<f64>,
    /// Overall z of the second reading.
    pub(in crate::dossier) second: Option<f64>,
    /// Whether the spread was measured under these settings.
    pub(in crate::dossier) calibrated: bool,
}

/// The ends of an axis on which every choice has its place; none without a z.
pub(in crate::dossier) fn limits(choices: &[Choice]) -> Option<(f64, f64)> {
    whole_limits(choices.iter().flat_map(|choice| [choice.z, choice.second]).flatten())
}

/// The picture; `record` is the z of record, at which an upright line stands.
pub(in crate::dossier) fn choices(
    n: Numbers,
    title: String,
    description: String,
    axis_name: &str,
    (low, high): (f64, f64),
    record: Option<f64>,
    choices: &[Choice],
) -> Drawing {
    let axis = Axis { low, high, from: LEFT, to: RIGHT };
    let foot = TOP + LINE * choices.len() as f64 + 4.0;
    let mut drawing = Drawing::new(WIDTH, foot + BELOW, title, description);
    let (ticks, decimals) = axis.ticks();
    for z in ticks {
        let x = axis.place(z);
        drawing.line("grid", (x, TOP), (x, foot));
        drawing.text("label", (x, foot + 17.0), &n.decimal(Some(z), decimals));
    }
    drawing.rect("frame", (LEFT, TOP), (RIGHT - LEFT, foot - TOP));
    drawing.text("label", (f64::midpoint(LEFT, RIGHT), foot + 36.0), axis_name);
    if let Some(record) = record.filter(|z| z.is_finite()) {
        let x = axis.place(record);
        drawing.line("ideal", (x, TOP), (x, foot));
    }
    for (place, choice) in choices.iter().enumerate() {
        let y = TOP + LINE * (place as f64 + 0.5) + 2.0;
        drawing.text("start", (6.0, y + 4.0), &cut(&choice.name, NAME));
        let finite = |z: Option<f64>| z.filter(|z| z.is_finite());
        if let Some(z) = finite(choice.second) {
            drawing.circle("ring", (axis.place(z), y), 4.0);
        }
        if let Some(z) = finite(choice.z) {
            let class = if choice.calibrated { "dot" } else { "faint" };
            drawing.circle(class, (axis.place(z), y), 3.6);
        }
    }
    drawing
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Language;

    fn choice(z: Option<f64>, second: Option<f64>, calibrated: bool) -> Choice {
        Choice { name: "a".repeat(80), z, second, calibrated }
    }

    fn draw(shown: &[Choice]) -> Option<String> {
        let n = Numbers::page(Language::English);
        let record = shown.first().and_then(|choice| choice.z);
        let limits = limits(shown)?;
        Some(choices(n, String::new(), String::new(), "z", limits, record, shown).alone())
    }

    /// The axis runs from -1 at 186 to 3 at 406, 55 units for 1: z 2 lies at 351, z 1 at 296. The first line's middle
    /// lies at 8 + 8.5 + 2, the second's 17 below.
    #[test]
    fn dots_by_hand() {
        let svg =
            draw(&[choice(Some(2.0), Some(1.0), true), choice(Some(1.0), None, false)]).expect("a picture");
        for part in [
            "class=\"dot\" cx=\"351\" cy=\"18.5\"",
            "class=\"ring\" cx=\"296\" cy=\"18.5\"",
            "class=\"faint\" cx=\"296\" cy=\"35.5\"",
            "class=\"ideal\" x1=\"351\"",
        ] {
            assert!(svg.contains(part), "{part} in {svg}");
        }
        assert!(svg.contains(&format!("{}…", "a".repeat(NAME - 1))));
    }

    #[test]
    fn what_has_no_z_has_no_dot() {
        assert!(draw(&[choice(None, None, true)]).is_none());
        let svg =
            draw(&[choice(Some(1.0), None, true), choice(None, Some(f64::NAN), true)]).expect("a picture");
        assert_eq!(svg.matches("<circle").count(), 1);
        assert!(!svg.contains("NaN"));
    }
}
