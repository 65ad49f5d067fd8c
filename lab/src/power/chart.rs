//! A power experiment as a picture: detection rate against the share of helped moves, at equal false-alarm rates.
//!
//! One panel for each band (down) and number of games (across), one line for each statistic. Only what the table holds
//! is drawn; the numbers themselves stand in the table beside it.

use std::collections::BTreeSet;

use reports::chart::{Axis, Drawing};

use super::report::in_words;
use super::score::Statistic;
use super::table::{PowerRow, PowerTable};
use crate::simulate::Help;

/// Width and height of a panel's field, and the room around it.
const FIELD: (f64, f64) = (220.0, 150.0);
const ROOM: f64 = 60.0;
const HEAD: f64 = 70.0;
/// Width of one name in the legend.
const LEGEND: f64 = 170.0;

/// Statistics drawn, with their classes. The dashes of the classes tell the lines apart without colours.
const LINES: [(Statistic, &str); 5] = [
    (Statistic::BayesFactor, "line score"),
    (Statistic::DepthAwareOverallZ, "line depth"),
    (Statistic::OverallZ, "line overall"),
    (Statistic::MatchRate, "line match"),
    (Statistic::MeanLoss, "line loss"),
];

/// The picture as SVG, at the strictest false-alarm rate in the table; `None` if the table holds no share of help at an
/// equal rate.
pub(crate) fn power_svg(table: &PowerTable) -> Option<String> {
    let shares = |row: &'_ PowerRow| match row.help {
        Help::Share(share) if row.false_alarm_rate.is_some() => Some(share),
        Help::Share(_) | Help::Costliest { .. } | Help::ThirdGames(_) => None,
    };
    let mut rows: Vec<(f64, &PowerRow)> =
        table.rows.iter().filter_map(|row| Some((shares(row)?, row))).collect();
    let rate = rows.iter().filter_map(|(_, row)| row.false_alarm_rate).min_by(f64::total_cmp)?;
    let most = rows.iter().map(|(share, _)| *share).fold(0.0, f64::max);
    if most <= 0.0 {
        return None;
    }
    let bands: BTreeSet<u16> = rows.iter().map(|(_, row)| row.band).collect();
    let games: BTreeSet<u32> = rows.iter().map(|(_, row)| row.games).collect();
    rows.retain(|(_, row)| row.false_alarm_rate == Some(rate));
    rows.sort_by(|a, b| a.0.total_cmp(&b.0));

    let legend = ROOM + LEGEND * LINES.len() as f64;
    let size = (
        legend.max(ROOM + games.len() as f64 * (FIELD.0 + ROOM)),
        HEAD + bands.len() as f64 * (FIELD.1 + ROOM),
    );
    let title = format!("Share of performances detected, one false alarm in {:.0}", 1.0 / rate);
    let mut drawing = Drawing::new(size.0, size.1, title.clone(), String::new());
    drawing.rect("paper", (0.0, 0.0), size);
    drawing.text("start strong", (ROOM, 18.0), &title);
    for (place, (statistic, class)) in LINES.iter().enumerate() {
        let x = ROOM + LEGEND * place as f64;
        drawing.path(class, &[(x, 32.0), (x + 26.0, 32.0)], false);
        drawing.text("start", (x + 32.0, 36.0), in_words(*statistic));
    }
    for (down, band) in bands.iter().enumerate() {
        for (across, games) in games.iter().enumerate() {
            let left = ROOM + across as f64 * (FIELD.0 + ROOM);
            let top = HEAD + down as f64 * (FIELD.1 + ROOM);
            let across = Axis { low: 0.0, high: most, from: left, to: left + FIELD.0 };
            let upwards = Axis { low: 0.0, high: 1.0, from: top + FIELD.1, to: top };
            frame(&mut drawing, &across, &upwards, &format!("{band}, {games} games"));
            for (statistic, class) in LINES {
                let here =
                    |row: &PowerRow| row.band == *band && row.games == *games && row.statistic == statistic;
                let points = rows.iter().filter(|(_, row)| here(row));
                let points: Vec<(f64, f64)> =
                    points.map(|(share, row)| (across.place(*share), upwards.place(row.rate()))).collect();
                if points.len() > 1 {
                    drawing.path(class, &points, false);
                }
            }
        }
    }
    Some(drawing.alone())
}

/// A panel's frame, ticks and title.
fn frame(drawing: &mut Drawing, across: &Axis, upwards: &Axis, title: &str) {
    drawing.rect("frame", (across.from, upwards.to), FIELD);
    drawing.text("start", (across.from, upwards.to - 5.0), title);
    for part in [0.0, 0.25, 0.5, 0.75, 1.0] {
        let (share, rate) = (part * across.high, part * upwards.high);
        let label = format!("{:.0} %", 100.0 * share);
        drawing.text("label", (across.place(share), upwards.from + 14.0), &label);
        let label = format!("{:.0} %", 100.0 * rate);
        drawing.text("label", (across.from - 20.0, upwards.place(rate) + 4.0), &label);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::power::report::tests::{row, table};

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
        assert!(svg.contains("class=\"line overall\" d=\"M170 145L280 70\""), "{svg}");
        assert!(svg.contains("one false alarm in 1000") && svg.contains("2300, 9 games"));
        assert!(!svg.contains("NaN"));
    }

    #[test]
    fn without_shares_there_is_no_picture() {
        let mut table = table();
        table.rows = vec![row(Help::Costliest { helped: 2, of: 2 }, Statistic::OverallZ, Some(0.001), 5)];
        assert_eq!(power_svg(&table), None);
        table.rows = vec![row(Help::Share(0.2), Statistic::OverallZ, None, 5)];
        assert_eq!(power_svg(&table), None);
    }
}
