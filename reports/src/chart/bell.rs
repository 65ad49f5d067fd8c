//! The indices of a field, one dot for each player, under the bell that honest play is expected to give.

use std::f64::consts::PI;

use analyzer::overall::{INDEX_MEAN, INDEX_SD};

use super::plot::Axis;
use super::{Drawing, Labels, extremes};

const TOP: f64 = 38.0;
/// Room below the axis for its numbers and its name, which are larger on a phone.
const BELOW: f64 = 58.0;
/// The least and the greatest height of the room for dots.
const ROOM: (f64, f64) = (96.0, 192.0);

/// Players expected within one point of an index, of so many.
fn expected(players: usize, index: f64) -> f64 {
    let z = (index - INDEX_MEAN) / INDEX_SD;
    players as f64 * libm::exp(-0.5 * z * z) / (INDEX_SD * libm::sqrt(2.0 * PI))
}

/// The picture in drawing units of `width`. `players` are sorted by their finite indices, each with its words or none; a
/// broken line stands at `own`. An index beyond 0 to 120 stands in the last column there.
pub(crate) fn bell(width: f64, labels: Labels, players: &[(f64, String)], own: Option<f64>) -> Drawing {
    let (lowest, highest) =
        extremes(players.iter().map(|player| player.0)).unwrap_or((INDEX_MEAN, INDEX_MEAN));
    let (low, high) = (lowest.floor().clamp(0.0, 30.0), (highest.floor() + 1.0).clamp(75.0, 120.0));
    // For each player the column and how many stand below in it.
    let mut places: Vec<(f64, f64)> = Vec::with_capacity(players.len());
    for (index, _) in players {
        let column = index.floor().clamp(low, high - 1.0);
        let below = places.last().filter(|last| last.0 >= column).map_or(0.0, |last| last.1 + 1.0);
        places.push((column, below));
    }
    let peak = expected(players.len(), INDEX_MEAN).max(1.0);
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
    for ((index, words), (column, below)) in players.iter().zip(places) {
        let class = match index {
            65.0.. => "dot at65",
            60.0.. => "dot at60",
            _ => "dot",
        };
        let centre = (across.place(column + 0.5), height(below + 0.5));
        drawing.circle(class, centre, (diameter * 0.46).max(0.6), words);
    }
    let steps = std::iter::successors(Some(low), |index| Some(index + INDEX_SD / 10.0));
    let steps = steps.take_while(|index| *index <= high);
    let curve: Vec<(f64, f64)> =
        steps.map(|index| (across.place(index), height(expected(players.len(), index)))).collect();
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
        let mut players: Vec<_> = indices.iter().map(|index| (*index, String::new())).collect();
        players.sort_by(|a, b| a.0.total_cmp(&b.0));
        bell(720.0, Labels::default(), &players, own).alone()
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
        let area: f64 = (0..100).map(|value| expected(60, f64::from(value) + 0.5)).sum();
        assert!((area - 60.0).abs() < 0.01, "{area}");
    }
}
