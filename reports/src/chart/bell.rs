//! The indices of a field against the bell of honest play: as columns, or as one dot for each player.

use std::f64::consts::PI;

use analyzer::overall::{INDEX_MEAN, INDEX_SD};

use super::axis::Axis;
use super::plot::{Plot, RIGHT};
use super::{Drawing, Labels, extremes};
use crate::number::Numbers;

/// No axis of indices reaches further.
const BOUNDS: (f64, f64) = (0.0, 120.0);

/// Players expected within one point of an index, of so many.
fn expected(players: usize, index: f64) -> f64 {
    let z = (index - INDEX_MEAN) / INDEX_SD;
    players as f64 * libm::exp(-0.5 * z * z) / (INDEX_SD * libm::sqrt(2.0 * PI))
}

/// The start of the column of an index; one beyond the axis belongs to the last column there.
fn column(index: f64, width: f64, (low, high): (f64, f64)) -> f64 {
    ((index / width).floor() * width).clamp(low, high - width)
}

/// Ends of an axis with whole columns for all of these, at least as wide as `least`.
fn ends((lowest, highest): (f64, f64), width: f64, least: (f64, f64)) -> (f64, f64) {
    let down = |index: f64| (index / width).floor() * width;
    (down(lowest).min(least.0).max(BOUNDS.0), (down(highest) + width).max(least.1).min(BOUNDS.1))
}

/// Every start of a column and how many indices it has, of indices in their order.
fn counted(indices: &[f64], width: f64, ends: (f64, f64)) -> Vec<(f64, usize)> {
    let mut columns: Vec<(f64, usize)> = Vec::new();
    for index in indices {
        let start = column(*index, width, ends);
        match columns.last_mut() {
            Some((last, count)) if *last >= start => *count += 1,
            _ => columns.push((start, 1)),
        }
    }
    columns
}

/// The bell in steps of a tenth of an SD: index, and expected players in a column of this width.
fn bell(players: usize, width: f64, (low, high): (f64, f64)) -> Vec<(f64, f64)> {
    let step = INDEX_SD / 10.0;
    let indices = std::iter::successors(Some(low), |index| Some(index + step));
    indices
        .take_while(|index| *index <= high)
        .map(|index| (index, width * expected(players, index)))
        .collect()
}

/// Columns against the bell, with a player's own index marked; none without a finite index.
pub(crate) fn columns(n: Numbers, labels: Labels, indices: &[f64], own: Option<f64>) -> Option<Drawing> {
    const LEFT: f64 = 34.0;
    const TOP: f64 = 12.0;
    const FOOT: f64 = 172.0;
    /// Half an SD.
    const WIDTH: f64 = 2.5;
    /// Lines across the picture at most, beside the one at 0.
    const LINES: f64 = 5.0;

    let mut finite: Vec<f64> = indices.iter().copied().filter(|index| index.is_finite()).collect();
    finite.sort_by(f64::total_cmp);
    let ends = ends(extremes(finite.iter().copied())?, WIDTH, (32.5, 70.0));
    let columns = counted(&finite, WIDTH, ends);
    let peak = WIDTH * expected(finite.len(), INDEX_MEAN);
    let tallest = columns.iter().map(|(_, count)| *count as f64).fold(peak, f64::max);
    let across = Axis { low: ends.0, high: ends.1, from: LEFT, to: RIGHT };
    let upwards = Axis { low: 0.0, high: tallest.max(1.0) * 1.08, from: FOOT, to: TOP };
    let mut plot = Plot::new(labels, across, upwards);
    // Players are whole: one line for each where there are few.
    let step = (tallest / LINES).ceil().max(1.0);
    let mut players = 0.0;
    while players <= tallest {
        plot.level(players, &n.decimal(Some(players), 0));
        players += step;
    }
    let (ticks, decimals) = across.ticks();
    for index in ticks {
        plot.tick(index, &n.decimal(Some(index), decimals));
    }
    for (start, players) in columns {
        let (left, top) = plot.at((start, players as f64));
        let size = (across.place(start + WIDTH) - left - 1.0, FOOT - top);
        plot.drawing.rect("band", (left + 0.5, top), size);
    }
    plot.curve("seen", &bell(finite.len(), WIDTH, ends));
    plot.frame();
    if let Some(own) = own.filter(|own| own.is_finite()) {
        plot.upright("ideal", own);
        plot.dots("dot", 4.0, &[(own, 0.0)]);
    }
    Some(plot.drawing)
}

/// One dot for each player, with its words, under the bell; `players` are sorted by their finite indices.
pub(crate) fn dots(labels: Labels, players: &[(f64, String)]) -> Drawing {
    const TOP: f64 = 38.0;
    /// Room below the axis for its numbers and its name, which are larger on a phone.
    const BELOW: f64 = 58.0;
    /// The least and the greatest height of the room for dots.
    const ROOM: (f64, f64) = (96.0, 192.0);

    let indices: Vec<f64> = players.iter().map(|player| player.0).collect();
    let ends = ends(extremes(indices.iter().copied()).unwrap_or((INDEX_MEAN, INDEX_MEAN)), 1.0, (30.0, 75.0));
    let columns = counted(&indices, 1.0, ends);
    let peak = expected(players.len(), INDEX_MEAN);
    let highest = columns.iter().map(|(_, count)| *count as f64).fold(peak.max(1.0), f64::max);
    let across = Axis { low: ends.0, high: ends.1, from: 16.0, to: 704.0 };
    let diameter = ((across.to - across.from) / (ends.1 - ends.0)).min(ROOM.1 / highest);
    let base = TOP + (diameter * highest).max(ROOM.0);
    let height = |players: f64| base - diameter * players;

    let mut drawing = Drawing::new(720.0, base + BELOW, labels.title, labels.description);
    for level in [60.0, 65.0, 70.0] {
        let x = across.place(level);
        drawing.line("level", (x, TOP - 8.0), (x, base));
        drawing.text("level-name", (x, TOP - 13.0), &format!("{level:.0}"));
    }
    drawing.line("axis", (across.from, base), (across.to, base));
    let mut tick = (ends.0 / 10.0).ceil() * 10.0;
    while tick <= ends.1 {
        drawing.text("tick", (across.place(tick), base + 6.0), &format!("{tick:.0}"));
        tick += 10.0;
    }
    drawing.text("tick", (360.0, base + 32.0), &labels.across);
    let places = columns.iter().flat_map(|(start, count)| (0..*count).map(move |k| (*start, k as f64)));
    for ((index, words), (start, below)) in players.iter().zip(places) {
        let class = match index {
            65.0.. => "dot at65",
            60.0.. => "dot at60",
            _ => "dot",
        };
        let centre = (across.place(start + 0.5), height(below + 0.5));
        drawing.named_circle(class, centre, (diameter * 0.46).max(0.6), words);
    }
    let bell: Vec<(f64, f64)> = bell(players.len(), 1.0, ends)
        .into_iter()
        .map(|(index, expected)| (across.place(index), height(expected)))
        .collect();
    drawing.path("bell", &bell, false);
    drawing
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Language;

    fn draw(indices: &[f64], own: Option<f64>) -> Option<String> {
        let n = Numbers::page(Language::ENGLISH);
        columns(n, Labels::default(), indices, own).map(|drawing| drawing.alone())
    }

    /// The axis runs from 32.5 at 34 to 70 at 406: 372 units for 15 columns, 24.8 each. 51 and 52 stand in the column from 50,
    /// which begins at 34 + 7 * 24.8 = 207.6; 60 in the one from 60, at 306.8. The player's 51 lies at 34 + 18.5 / 37.5 * 372.
    #[test]
    fn columns_by_hand() {
        let svg = draw(&[51.0, 60.0, 52.0], Some(51.0)).expect("a picture");
        for part in ["<rect class=\"band\" x=\"208.1\"", "<rect class=\"band\" x=\"307.3\"", "width=\"23.8\""]
        {
            assert!(svg.contains(part), "{part} in {svg}");
        }
        assert_eq!(svg.matches("class=\"band\"").count(), 2);
        assert!(svg.contains("class=\"ideal\" x1=\"217.5\""), "{svg}");
        // Two players in a column: 2 of 2.16 upwards on 160 units. The bell has 3 * 2.5 * .0798 = .6 at its top.
        assert!(svg.contains("x=\"208.1\" y=\"23.9\"") && svg.contains("height=\"148.1\""), "{svg}");
        assert_eq!(svg.matches("class=\"seen\"").count(), 1);
        // Lines at 0, 1 and 2 players.
        assert_eq!(svg.matches("class=\"grid\"").count() + 1, 3);
    }

    #[test]
    fn strange_indices_stay_on_the_picture() {
        assert!(draw(&[], Some(50.0)).is_none() && draw(&[f64::NAN], None).is_none());
        let svg = draw(&[-1e9, 1e9, f64::INFINITY, 50.0], Some(f64::NAN)).expect("a picture");
        assert!(!svg.contains("NaN") && !svg.contains("inf") && svg.len() < 20_000);
        assert_eq!(svg.matches("class=\"band\"").count(), 3);
    }

    fn field(indices: &[f64]) -> String {
        let mut players: Vec<_> = indices.iter().map(|index| (*index, String::new())).collect();
        players.sort_by(|a, b| a.0.total_cmp(&b.0));
        dots(Labels::default(), &players).alone()
    }

    fn coordinates<'a>(svg: &'a str, name: &'a str) -> impl Iterator<Item = f64> {
        svg.split(name).skip(1).filter_map(|rest| rest.split('"').next()?.parse().ok())
    }

    #[test]
    fn every_player_is_one_dot_however_far_out() {
        let svg = field(&[50.0, 50.4, -3e9, 71.2, 1e300, 129.0]);
        assert_eq!(coordinates(&svg, "cx=\"").count(), 6);
        assert!(coordinates(&svg, "cx=\"").all(|x| (0.0..=720.0).contains(&x)), "{svg}");
        let stacked = field(&[50.2; 500]);
        assert!(coordinates(&stacked, "cy=\"").all(|y| (38.0..=230.0).contains(&y)), "{stacked}");
    }

    #[test]
    fn the_bell_holds_as_many_players_as_the_dots() {
        let area: f64 = (0..100).map(|value| expected(60, f64::from(value) + 0.5)).sum();
        assert!((area - 60.0).abs() < 0.01, "{area}");
    }
}
