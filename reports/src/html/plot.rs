//! The dot plot of the field: one dot for each player with an index, the expected bell over them.

use analyzer::screening::Screening;

use super::markup::Markup;
use crate::messages::{Arg, Key, Messages};

const WIDTH: f64 = 720.0;
const LEFT: f64 = 16.0;
const RIGHT: f64 = 16.0;
const TOP: f64 = 38.0;
/// Room below the axis for its numbers and its name.
const BELOW: f64 = 58.0;
/// The least and the greatest height of the room for dots.
const ROOM: (f64, f64) = (96.0, 192.0);
/// Expected mean and SD of the index.
const MEAN: f64 = 50.0;
const SD: f64 = 5.0;
/// The axis reaches at least from here to here, and never further than the bounds.
const LEAST_AXIS: (i32, i32) = (30, 75);
const MOST_AXIS: (i32, i32) = (0, 120);

/// Where index values lie on the drawing.
struct Axis {
    low: i32,
    high: i32,
}

impl Axis {
    fn over(values: impl Iterator<Item = f64>) -> Self {
        let (mut low, mut high) = LEAST_AXIS;
        for value in values {
            let bin = bin(value);
            low = low.min(bin);
            high = high.max(bin.saturating_add(1));
        }
        Self { low: low.max(MOST_AXIS.0), high: high.min(MOST_AXIS.1) }
    }

    /// Drawing units for one point of the index.
    fn scale(&self) -> f64 {
        (WIDTH - LEFT - RIGHT) / f64::from(self.high - self.low)
    }

    fn x(&self, value: f64) -> f64 {
        LEFT + (value - f64::from(self.low)) * self.scale()
    }

    /// The bin a value is drawn in; what lies beyond the axis is drawn at its end, with the true value in words.
    fn place(&self, value: f64) -> i32 {
        bin(value).clamp(self.low, self.high - 1)
    }
}

/// Whole points of the index; the bounds keep the conversion exact.
#[expect(clippy::cast_possible_truncation, reason = "bounded to a thousand either way")]
fn bin(value: f64) -> i32 {
    value.floor().clamp(-1000.0, 1000.0) as i32
}

/// The section with the plot.
pub(crate) fn field(page: &mut Markup, m: &Messages, s: &Screening) {
    page.open("section", &[("id", "field")]).el("h2", &[], &m.text(Key::PlotHeading));
    let mut dots: Vec<(f64, &str)> = s
        .players
        .iter()
        .filter_map(|player| Some((player.roi.filter(|roi| roi.is_finite())?, player.name.as_str())))
        .collect();
    if dots.is_empty() {
        page.el("p", &[], &m.text(Key::PlotEmpty)).close("section").raw("\n");
        return;
    }
    dots.sort_by(|a, b| a.0.total_cmp(&b.0));
    page.open("figure", &[]);
    draw(page, m, s, &dots);
    page.el("figcaption", &[], &m.text(Key::PlotCaption)).close("figure").close("section").raw("\n");
}

fn draw(page: &mut Markup, m: &Messages, s: &Screening, dots: &[(f64, &str)]) {
    let axis = Axis::over(dots.iter().map(|dot| dot.0));
    let peak = bell(dots.len(), MEAN);
    let mut counts = std::collections::BTreeMap::<i32, usize>::new();
    for (value, _) in dots {
        *counts.entry(axis.place(*value)).or_default() += 1;
    }
    let tallest = counts.values().copied().max().unwrap_or_default() as f64;
    let highest = tallest.max(peak).max(1.0);
    let diameter = axis.scale().min(ROOM.1 / highest);
    let base = TOP + (diameter * highest).max(ROOM.0);

    let view = format!("0 0 {WIDTH} {}", coordinate(base + BELOW));
    page.open("svg", &[("viewBox", &view), ("role", "img"), ("aria-labelledby", "plot-title plot-text")]);
    page.el("title", &[("id", "plot-title")], &m.text(Key::PlotTitle));
    page.el("desc", &[("id", "plot-text")], &description(m, s, dots)).raw("\n");
    levels(page, &axis, base);
    ticks(page, m, &axis, base);
    let mut stack = std::collections::BTreeMap::<i32, usize>::new();
    let radius = coordinate((diameter * 0.46).max(0.6));
    for (value, name) in dots {
        let place = axis.place(*value);
        let height = stack.entry(place).or_default();
        let x = coordinate(axis.x(f64::from(place) + 0.5));
        let y = coordinate(base - diameter * (*height as f64 + 0.5));
        *height += 1;
        let class = if *value >= 65.0 {
            "dot at65"
        } else if *value >= 60.0 {
            "dot at60"
        } else {
            "dot"
        };
        page.open("circle", &[("class", class), ("cx", &x), ("cy", &y), ("r", &radius)]);
        let index = m.numbers().index(Some(*value));
        let words = m.with(Key::PlotDot, &[("name", Arg::Text(name)), ("index", Arg::Text(&index))]);
        page.el("title", &[], &words).close("circle");
    }
    page.raw("\n")
        .open("path", &[("class", "bell"), ("d", &curve(&axis, dots.len(), diameter, base))])
        .close("path");
    page.raw("\n").close("svg");
}

/// Expected players within one point of the index around a value.
fn bell(players: usize, value: f64) -> f64 {
    let z = (value - MEAN) / SD;
    players as f64 * libm::exp(-0.5 * z * z) / (SD * libm::sqrt(2.0 * std::f64::consts::PI))
}

fn curve(axis: &Axis, players: usize, diameter: f64, base: f64) -> String {
    let mut path = String::new();
    for half in axis.low * 2..=axis.high * 2 {
        let value = f64::from(half) / 2.0;
        path.push_str(if path.is_empty() { "M" } else { "L" });
        path.push_str(&coordinate(axis.x(value)));
        path.push(' ');
        path.push_str(&coordinate(base - diameter * bell(players, value)));
    }
    path
}

fn levels(page: &mut Markup, axis: &Axis, base: f64) {
    for level in [60, 65, 70] {
        let x = coordinate(axis.x(f64::from(level)));
        let (top, foot) = (coordinate(TOP - 8.0), coordinate(base));
        page.open("line", &[("class", "level"), ("x1", &x), ("x2", &x), ("y1", &top), ("y2", &foot)])
            .close("line");
        let y = coordinate(TOP - 13.0);
        page.el("text", &[("class", "level-name"), ("x", &x), ("y", &y)], &level.to_string());
    }
    page.raw("\n");
}

fn ticks(page: &mut Markup, m: &Messages, axis: &Axis, base: f64) {
    let y = coordinate(base);
    let (left, right) = (coordinate(LEFT), coordinate(WIDTH - RIGHT));
    page.open("line", &[("class", "axis"), ("x1", &left), ("x2", &right), ("y1", &y), ("y2", &y)])
        .close("line");
    let text = coordinate(base + 6.0);
    for tick in (axis.low..=axis.high).filter(|tick| tick % 10 == 0) {
        let x = coordinate(axis.x(f64::from(tick)));
        page.el("text", &[("class", "tick"), ("x", &x), ("y", &text)], &tick.to_string());
    }
    let (x, y) = (coordinate(WIDTH / 2.0), coordinate(base + 32.0));
    page.el("text", &[("class", "tick"), ("x", &x), ("y", &y)], &m.text(Key::PlotAxis)).raw("\n");
}

fn description(m: &Messages, s: &Screening, dots: &[(f64, &str)]) -> String {
    let index = |dot: Option<&(f64, &str)>| m.numbers().index(dot.map(|dot| dot.0));
    let seen = |n: u32| m.numbers().count(u64::from(n));
    let at = &s.field.seen_at;
    m.with(
        Key::PlotDescription,
        &[
            ("players", Arg::Count(u64::try_from(dots.len()).unwrap_or(u64::MAX))),
            ("lowest", Arg::Text(&index(dots.first()))),
            ("highest", Arg::Text(&index(dots.last()))),
            ("at60", Arg::Text(&seen(at.at_60))),
            ("at65", Arg::Text(&seen(at.at_65))),
            ("at70", Arg::Text(&seen(at.at_70))),
        ],
    )
}

/// A coordinate with one decimal: enough for a screen, and the same text on every machine.
fn coordinate(value: f64) -> String {
    let text = format!("{value:.1}");
    text.strip_suffix(".0").map(str::to_owned).unwrap_or(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::example;

    fn plot(roi: &[f64]) -> String {
        let mut s = example::screening();
        let player = s.players[0].clone();
        s.players = roi
            .iter()
            .map(|&roi| {
                let mut player = player.clone();
                player.roi = Some(roi);
                player
            })
            .collect();
        let mut page = Markup::default();
        field(&mut page, &Messages::new(crate::messages::Language::English), &s);
        page.finish()
    }

    #[test]
    fn every_player_is_one_dot_however_far_out() {
        let page = plot(&[50.0, 50.4, -3e9, 71.2, 1e300, 129.0]);
        assert_eq!(page.matches("<circle").count(), 6);
        assert_eq!(plot(&[f64::NAN]).matches("<circle").count(), 0);
        for number in page.split("cx=\"").skip(1).filter_map(|rest| rest.split('"').next()) {
            let x: f64 = number.parse().expect("a coordinate");
            assert!((0.0..=WIDTH).contains(&x), "{x}");
        }
    }

    #[test]
    fn the_bell_holds_as_many_players_as_the_dots() {
        let area: f64 = (0..100).map(|value| bell(60, f64::from(value) + 0.5)).sum();
        assert!((area - 60.0).abs() < 0.01, "{area}");
    }

    #[test]
    fn stacks_stay_on_the_drawing() {
        let page = plot(&[50.2; 500]);
        for number in page.split("cy=\"").skip(1).filter_map(|rest| rest.split('"').next()) {
            let y: f64 = number.parse().expect("a coordinate");
            assert!((TOP..=TOP + ROOM.1).contains(&y), "{y}");
        }
    }
}
