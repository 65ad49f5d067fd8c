//! The indices of a field, one dot for each player, under the curve that honest play is expected to give.

use std::f64::consts::PI;

use analyzer::overall::{INDEX_MEAN, INDEX_SD};
use analyzer::screening::CURVE_FROM;

use super::plot::Axis;
use super::{Drawing, Labels, extremes};

const TOP: f64 = 38.0;
/// Room below the axis for its numbers and its name, which are larger on a phone.
const BELOW: f64 = 58.0;
/// Numbers that are nearer than this across and upwards would run into each other on a phone.
const NEAR: (f64, f64) = (48.0, 20.0);
/// The least and the greatest height of the room for dots.
const ROOM: (f64, f64) = (96.0, 192.0);

/// One player of the field.
#[derive(Clone, Debug, Default)]
pub(crate) struct Dot {
    pub(crate) index: f64,
    /// What the dot says where somebody points at it; may be empty.
    pub(crate) words: String,
    /// A number above the dot.
    pub(crate) number: Option<usize>,
}

/// Players expected within one point of an index by the normal curve, of so many.
fn normal(players: usize, index: f64) -> f64 {
    let z = (index - INDEX_MEAN) / INDEX_SD;
    players as f64 * libm::exp(-0.5 * z * z) / (INDEX_SD * libm::sqrt(2.0 * PI))
}

/// Index and players expected within one point of it: from `above`, those expected at or above each whole index from
/// [`CURVE_FROM`] on, else by the normal curve.
fn curve(players: usize, above: &[f64], (low, high): (f64, f64)) -> Vec<(f64, f64)> {
    if above.is_empty() {
        let steps = std::iter::successors(Some(low), |index| Some(index + INDEX_SD / 10.0));
        return steps
            .take_while(|index| *index <= high)
            .map(|index| (index, normal(players, index)))
            .collect();
    }
    let middles = (0_u16..).map(|place| f64::from(CURVE_FROM) + f64::from(place) + 0.5);
    let columns = middles.zip(above.windows(2)).map(|(middle, ends)| (middle, ends[0] - ends[1]));
    columns.filter(|(middle, _)| (low..=high).contains(middle)).collect()
}

/// The picture in drawing units of `width`. `players` are sorted by their finite indices; the curve goes through `above`, the
/// players expected at or above each whole index from [`CURVE_FROM`] on, or is the normal one where that is empty. A broken line
/// stands at `own`. An index beyond 0 to 120 stands in the last column there.
pub(crate) fn bell(width: f64, labels: Labels, players: &[Dot], above: &[f64], own: Option<f64>) -> Drawing {
    let (lowest, highest) =
        extremes(players.iter().map(|player| player.index)).unwrap_or((INDEX_MEAN, INDEX_MEAN));
    let (low, high) = (lowest.floor().clamp(0.0, 30.0), (highest.floor() + 1.0).clamp(75.0, 120.0));
    // For each player the column and how many stand below in it.
    let mut places: Vec<(f64, f64)> = Vec::with_capacity(players.len());
    for Dot { index, .. } in players {
        let column = index.floor().clamp(low, high - 1.0);
        let below = places.last().filter(|last| last.0 >= column).map_or(0.0, |last| last.1 + 1.0);
        places.push((column, below));
    }
    let curve = curve(players.len(), above, (low, high));
    let peak = curve.iter().map(|point| point.1).fold(1.0, f64::max);
    let tallest = places.iter().map(|place| place.1 + 1.0).fold(peak, f64::max);
    let across = Axis { low, high, from: 16.0, to: width - 16.0 };
    let diameter = ((across.to - across.from) / (high - low)).min(ROOM.1 / tallest);
    let base = TOP + (diameter * tallest).max(ROOM.0);
    let height = |players: f64| base - diameter * players;

    let mut drawing = Drawing::new(width, base + BELOW, labels.title, labels.description);
    for level in [60.0, 65.0, 70.0] {
        let x = across.place(level);
        drawing.line("level", (x, TOP - 8.0), (x, base));
        drawing.text("level-name", (x, TOP - 13.0), &format!("{level:.0}"));
    }
    drawing.line("axis", (across.from, base), (across.to, base));
    let mut tick = (low / 10.0).ceil() * 10.0;
    while tick <= high {
        drawing.text("tick", (across.place(tick), base + 6.0), &format!("{tick:.0}"));
        tick += 10.0;
    }
    drawing.text("tick", (width / 2.0, base + 32.0), &labels.across);
    for (Dot { words, .. }, (column, below)) in players.iter().zip(&places) {
        let centre = (across.place(column + 0.5), height(below + 0.5));
        drawing.circle("dot", centre, (diameter * 0.46).max(0.6), words);
    }
    // The numbers of one column stand together above its highest dot.
    let numbered = players.iter().zip(&places).filter_map(|(dot, place)| Some((dot.number?, place)));
    let mut numbered: Vec<(usize, &(f64, f64))> = numbered.collect();
    numbered.reverse();
    let mut last = (f64::INFINITY, f64::INFINITY);
    for column in numbered.chunk_by(|a, b| a.1.0 == b.1.0) {
        let Some((_, (left, below))) = column.first() else { continue };
        let numbers: Vec<String> = column.iter().map(|(number, _)| number.to_string()).collect();
        let mut at = (across.place(left + 0.5), height(below + 1.0) - 5.0);
        if (last.0 - at.0).abs() < NEAR.0 && (last.1 - at.1).abs() < NEAR.1 {
            at.1 = last.1 - NEAR.1;
        }
        drawing.text("number", at, &numbers.join(", "));
        last = at;
    }
    let curve: Vec<(f64, f64)> =
        curve.into_iter().map(|(index, players)| (across.place(index), height(players))).collect();
    drawing.path("bell", &curve, false);
    if let Some(own) = own.filter(|own| own.is_finite()) {
        drawing.line("ideal", (across.place(own), TOP), (across.place(own), base));
    }
    drawing
}

#[cfg(test)]
mod tests {
    use super::*;

    fn field(indices: &[f64], own: Option<f64>) -> String {
        let mut players: Vec<_> =
            indices.iter().map(|index| Dot { index: *index, ..Dot::default() }).collect();
        players.sort_by(|a, b| a.index.total_cmp(&b.index));
        bell(720.0, Labels::default(), &players, &[], own).alone()
    }

    fn coordinates<'a>(svg: &'a str, name: &'a str) -> impl Iterator<Item = f64> {
        svg.split(name).skip(1).filter_map(|rest| rest.split('"').next()?.parse().ok())
    }

    /// The axis runs from 30 at 16 to 75 at 704: 50 lies at 16 + 20 / 45 * 688 = 321.8.
    #[test]
    fn every_player_is_one_dot_however_far_out() {
        let svg = field(&[50.0, 50.4, -3e9, 71.2, 1e300, 129.0], Some(f64::NAN));
        assert_eq!(coordinates(&svg, "cx=\"").count(), 6);
        assert!(coordinates(&svg, "cx=\"").all(|x| (0.0..=720.0).contains(&x)), "{svg}");
        assert!(!svg.contains("NaN") && !svg.contains("inf") && !svg.contains("ideal\" x1"), "{svg}");
        let stacked = field(&[50.2; 500], Some(50.0));
        assert!(coordinates(&stacked, "cy=\"").all(|y| (38.0..=230.0).contains(&y)), "{stacked}");
        assert!(stacked.contains("class=\"ideal\" x1=\"321.8\""), "{stacked}");
        assert_eq!(coordinates(&field(&[], None), "cx=\"").count(), 0);
    }

    #[test]
    fn the_bell_holds_as_many_players_as_the_dots() {
        let area: f64 = (0..100).map(|value| normal(60, f64::from(value) + 0.5)).sum();
        assert!((area - 60.0).abs() < 0.01, "{area}");
    }

    /// 8 players expected from 20 up, 6 from 21 and 1 from 22 on: 2 between 20 and 21, 5 between 21 and 22.
    #[test]
    fn the_curve_by_hand() {
        assert_eq!(curve(8, &[8.0, 6.0, 1.0], (0.0, 75.0)), [(20.5, 2.0), (21.5, 5.0)]);
        assert_eq!(curve(8, &[8.0, 6.0, 1.0], (21.0, 75.0)), [(21.5, 5.0)]);
        let close = |found: f64, by_hand: f64| assert!((found - by_hand).abs() < 1e-4, "{found}");
        // 10 / (5 sqrt(2 pi)).
        close(curve(10, &[], (50.0, 50.2))[0].1, 0.797_88);
    }

    /// Two in the column of 61 and one in that of 66; numbers stand above their columns, and no dot is told apart by a colour.
    #[test]
    fn the_highest_are_numbered() {
        let dot = |index, number| Dot { index, words: String::new(), number };
        let players = [dot(50.0, None), dot(61.2, Some(3)), dot(61.8, Some(2)), dot(66.0, Some(1))];
        let svg = bell(720.0, Labels::default(), &players, &[], None).alone();
        let marks = svg.split("</style>").nth(1).expect("marks");
        let numbers: Vec<&str> = marks
            .split("class=\"number\"")
            .skip(1)
            .filter_map(|mark| mark.split(['>', '<']).nth(1))
            .collect();
        assert_eq!(numbers, ["1", "2, 3"]);
        // In columns beside each other the second stands higher by 20 units.
        let players = [dot(61.5, Some(2)), dot(62.5, Some(1))];
        let svg = bell(720.0, Labels::default(), &players, &[], None).alone();
        let heights: Vec<f64> = svg
            .split("class=\"number\"")
            .skip(1)
            .filter_map(|mark| mark.split('"').nth(3)?.parse().ok())
            .collect();
        assert!((heights[0] - heights[1] - 20.0).abs() < 0.11, "{heights:?}");
        assert_eq!(marks.matches("class=\"dot\"").count(), 4);
        assert!(!marks.contains("at60") && !marks.contains("at65"));
    }
}
