//! The moves of games as bars: one row for each game, the player's bars up from its line, the opponent's down.

use super::plot::{Axis, Plot, RIGHT};
use super::{Drawing, Labels};

const LEFT: f64 = 34.0;
const TOP: f64 = 8.0;
/// Height of a row in drawing units.
const ROW: f64 = 30.0;
/// Height of a bar of value 1 in drawing units: a little less than half a row.
const BAR: f64 = 13.0;

/// A bar: number of the turn, and a value from 0 to 1.
pub(crate) type Bar = (usize, f64);

/// The moves of one game.
pub(crate) struct Row {
    /// Its label, at the left.
    pub(crate) name: String,
    /// The player's and the opponent's.
    pub(crate) sides: [Vec<Bar>; 2],
}

/// The picture; `None` without a move.
pub(crate) fn strip(labels: Labels, games: &[Row]) -> Option<Drawing> {
    let turns = || games.iter().flat_map(|game| &game.sides).flatten().map(|(turn, _)| *turn);
    let (first, last) = (turns().min()?, turns().max()?);
    let across = Axis { low: first as f64 - 0.5, high: last as f64 + 0.5, from: LEFT, to: RIGHT };
    let rows = games.len() as f64;
    let upwards = Axis { low: rows, high: 0.0, from: TOP + ROW * rows, to: TOP };
    let mut plot = Plot::new(labels, across, upwards);
    let width = 0.7 * (RIGHT - LEFT) / (last - first + 1) as f64;
    for (row, game) in games.iter().enumerate() {
        let middle = upwards.place(row as f64 + 0.5);
        plot.drawing.line("grid", (LEFT, middle), (RIGHT, middle));
        plot.drawing.text("label", (0.5 * LEFT, middle + 4.0), &game.name);
        for ((bars, class), up) in game.sides.iter().zip(["dot", "dot at60"]).zip([true, false]) {
            for (turn, value) in bars {
                let height = BAR * value.clamp(0.0, 1.0);
                let top = if up { middle - height } else { middle };
                let left = across.place(*turn as f64) - width / 2.0;
                plot.drawing.rect(class, (left, top), (width, height));
            }
        }
    }
    for turn in (first..=last).filter(|turn| turn % 10 == 0) {
        plot.tick(turn as f64, &turn.to_string());
    }
    plot.frame();
    Some(plot.drawing)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Turns 9 to 12 share 372 units, 93 each: turn 10 stands at 34 + 1.5 * 93 = 173.5, its bar is 65.1 wide. The line of the second
    /// game lies at 8 + 45 = 53; half a bar is 6.5 units.
    #[test]
    fn bars_by_hand() {
        let row = |name: &str, sides| Row { name: name.to_owned(), sides };
        let games = [
            row("2", [vec![(9, 1.0), (12, 0.0)], vec![(9, 0.25)]]),
            row("5", [vec![(10, 0.5)], vec![(10, 0.5), (11, 7.0)]]),
        ];
        let svg = strip(Labels::default(), &games).expect("a picture").alone();
        let bar = |class: &str, x: &str, y: &str, height: &str| {
            let mark = format!("class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"65.1\" height=\"{height}\"");
            assert!(svg.contains(&mark), "{mark}\n{svg}");
        };
        bar("dot", "140.9", "46.5", "6.5");
        bar("dot at60", "140.9", "53", "6.5");
        bar("dot at60", "233.9", "53", "13");
        bar("dot", "48", "10", "13");
        assert!(svg.contains("x=\"173.5\" y=\"85\">10</text>"), "{svg}");
        assert!(svg.contains("x=\"17\" y=\"57\">5</text>"), "{svg}");
        assert!(strip(Labels::default(), &[row("1", [Vec::new(), Vec::new()])]).is_none());
    }
}
