//! A power experiment as a picture: detection rate against the share of helped moves, at equal false-alarm rates.
//!
//! One panel for each band (down) and number of games (across), one line for each statistic. Only what the table holds
//! is drawn; the numbers themselves stand in the table beside it.

use std::fmt::Write;

use analyzer::power::{PowerRow, PowerTable, Statistic};
use analyzer::simulate::Help;

/// Width and height of a panel's field, and the room around it, in pixels.
const FIELD: (f64, f64) = (220.0, 150.0);
const ROOM: (f64, f64) = (60.0, 60.0);
const HEAD: f64 = 50.0;
/// Width of one name in the legend.
const LEGEND: f64 = 170.0;

/// Statistics drawn, with name, colour and dash. Dashes tell the lines apart without colours.
const LINES: [(Statistic, &str, &str, &str); 5] = [
    (Statistic::DepthAwareEfficientScore, "depth-aware efficient score", "#6a1b9a", "8 2 2 2"),
    (Statistic::DepthAwareOverallZ, "depth-aware overall z", "#2e7d32", "12 3"),
    (Statistic::OverallZ, "overall z", "#1b5e9c", ""),
    (Statistic::MatchRate, "match rate", "#b35900", "6 3"),
    (Statistic::MeanLoss, "mean loss", "#4d4d4d", "2 3"),
];

/// The picture as SVG, at the strictest false-alarm rate in the table; `None` if the table holds no share of help at an
/// equal rate.
#[must_use]
pub fn power_svg(table: &PowerTable) -> Option<String> {
    let shares: Vec<(f64, &PowerRow)> = table
        .rows
        .iter()
        .filter_map(|row| match row.help {
            Help::Share(share) if row.false_alarm_rate.is_some() => Some((share, row)),
            Help::Share(_) | Help::CostliestPerGame(_) => None,
        })
        .collect();
    let rate = shares.iter().filter_map(|(_, row)| row.false_alarm_rate).min_by(f64::total_cmp)?;
    let most = shares.iter().map(|(share, _)| *share).fold(0.0, f64::max);
    if most <= 0.0 {
        return None;
    }
    let bands = distinct(shares.iter().map(|(_, row)| row.band));
    let games = distinct(shares.iter().map(|(_, row)| row.games));
    let legend = ROOM.0 + LEGEND * LINES.len() as f64;
    let width = legend.max(ROOM.0 + games.len() as f64 * (FIELD.0 + ROOM.0));
    let height = HEAD + bands.len() as f64 * (FIELD.1 + ROOM.1);
    let mut out = String::new();
    // Writing to a text in memory cannot fail.
    let _ = writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" \
         font-family=\"sans-serif\" font-size=\"11\">\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>"
    );
    let _ = writeln!(
        out,
        "<text x=\"{}\" y=\"18\" font-size=\"13\">Share of performances detected, one false alarm in {:.0}</text>",
        ROOM.0,
        1.0 / rate
    );
    for (k, (_, name, colour, dash)) in LINES.iter().enumerate() {
        let x = ROOM.0 + LEGEND * k as f64;
        let _ = writeln!(
            out,
            "<path d=\"M{x} 32h26\" stroke=\"{colour}\" stroke-width=\"2\" stroke-dasharray=\"{dash}\"/>\
             <text x=\"{}\" y=\"36\">{name}</text>",
            x + 32.0
        );
    }
    for (down, band) in bands.iter().enumerate() {
        for (across, games) in games.iter().enumerate() {
            let left = ROOM.0 + across as f64 * (FIELD.0 + ROOM.0);
            let top = HEAD + 20.0 + down as f64 * (FIELD.1 + ROOM.1);
            frame(&mut out, (left, top), most, &format!("{band}, {games} games"));
            let here = |row: &PowerRow| {
                row.band == *band && row.games == *games && row.false_alarm_rate == Some(rate)
            };
            for (statistic, _, colour, dash) in LINES {
                let mut points: Vec<(f64, f64)> = shares
                    .iter()
                    .filter(|(_, row)| here(row) && row.statistic == statistic)
                    .map(|(share, row)| (*share, row.rate()))
                    .collect();
                points.sort_by(|a, b| a.0.total_cmp(&b.0));
                let path: Vec<String> = points
                    .iter()
                    .map(|(share, rate)| {
                        let x = left + FIELD.0 * share / most;
                        format!("{x:.1},{:.1}", top + FIELD.1 * (1.0 - rate))
                    })
                    .collect();
                let _ = writeln!(
                    out,
                    "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\" stroke-dasharray=\"{dash}\"/>",
                    path.join(" ")
                );
            }
        }
    }
    out.push_str("</svg>\n");
    Some(out)
}

/// A panel's frame, ticks and title.
fn frame(out: &mut String, (left, top): (f64, f64), most: f64, title: &str) {
    let _ = writeln!(
        out,
        "<rect x=\"{left}\" y=\"{top}\" width=\"{}\" height=\"{}\" fill=\"none\" stroke=\"#999\"/>\
         <text x=\"{left}\" y=\"{}\">{title}</text>",
        FIELD.0,
        FIELD.1,
        top - 5.0
    );
    for step in 0..=4_u8 {
        let part = f64::from(step) / 4.0;
        let (x, y) = (left + part * FIELD.0, top + (1.0 - part) * FIELD.1);
        let _ = writeln!(
            out,
            "<text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{:.0} %</text>\
             <text x=\"{x}\" y=\"{:.1}\" text-anchor=\"middle\">{:.0} %</text>",
            left - 4.0,
            y + 4.0,
            100.0 * part,
            top + FIELD.1 + 14.0,
            100.0 * part * most
        );
    }
}

/// Each value once, in order of appearance.
fn distinct<T: PartialEq>(values: impl Iterator<Item = T>) -> Vec<T> {
    let mut seen = Vec::new();
    for value in values {
        if !seen.contains(&value) {
            seen.push(value);
        }
    }
    seen
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::power::tests::{row, table};

    #[test]
    fn a_rate_lies_where_it_belongs() {
        let mut table = table();
        table.rows = vec![
            row(Help::Share(0.2), Statistic::OverallZ, Some(0.001), 500),
            row(Help::Share(0.4), Statistic::OverallZ, Some(0.001), 1_000),
            row(Help::Share(0.4), Statistic::OverallZ, Some(0.01), 700),
        ];
        let svg = power_svg(&table).expect("drawn");
        // Half way across and half way up, then the upper right corner; the weaker rate is not drawn.
        assert!(svg.contains("points=\"170.0,145.0 280.0,70.0\""), "{svg}");
        assert!(svg.contains("one false alarm in 1000") && svg.contains("2300, 9 games"));
        assert!(!svg.contains("NaN"));
    }

    #[test]
    fn without_shares_there_is_no_picture() {
        let mut table = table();
        table.rows = vec![row(Help::CostliestPerGame(2), Statistic::OverallZ, Some(0.001), 5)];
        assert_eq!(power_svg(&table), None);
        table.rows = vec![row(Help::Share(0.2), Statistic::OverallZ, None, 5)];
        assert_eq!(power_svg(&table), None);
    }
}
