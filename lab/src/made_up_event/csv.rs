//! A made-up event as CSV: one row for each decision.

use super::event::{SimulatedDecision, SimulatedEvent, SimulatedPlayer};

/// Name of a column, and what it shows of a player and a decision.
type Column = (&'static str, fn(&SimulatedPlayer, &SimulatedDecision) -> String);

const COLUMNS: [Column; 13] = [
    ("player", |player, _| player.number.to_string()),
    ("rating", |player, _| player.rating.to_string()),
    ("player_helped", |player, _| player.helped.to_string()),
    ("overall_z", |player, _| player.overall_z.map_or_else(String::new, |z| z.to_string())),
    ("roi", |player, _| player.roi.map_or_else(String::new, |roi| roi.to_string())),
    ("game", |_, decision| decision.game.to_string()),
    ("p_first", |_, decision| decision.p_first.to_string()),
    ("p_equal", |_, decision| decision.p_equal.to_string()),
    ("expected_delta", |_, decision| decision.expected_delta.to_string()),
    ("deltas", |_, decision| decision.deltas.iter().map(f64::to_string).collect::<Vec<_>>().join(" ")),
    ("played", |_, decision| decision.played.map_or_else(String::new, |rank| rank.to_string())),
    ("delta", |_, decision| decision.delta.to_string()),
    ("helped", |_, decision| decision.helped.to_string()),
];

/// Every decision with its player, in order. Column names are a contract; an absent number is an empty cell, and the
/// differences of the lines stand in one cell with spaces between.
pub(crate) fn simulated_csv(event: &SimulatedEvent) -> anyhow::Result<Vec<u8>> {
    let mut writer = ::csv::Writer::from_writer(Vec::new());
    writer.write_record(COLUMNS.map(|(name, _)| name))?;
    for player in &event.players {
        for decision in &player.decisions {
            writer.write_record(COLUMNS.map(|(_, show)| show(player, decision)))?;
        }
    }
    Ok(writer.into_inner()?)
}

#[cfg(test)]
mod tests {
    use analyzer::screening::Tests;

    use super::*;

    #[test]
    fn every_decision_is_a_row() {
        let decision = |played, helped| SimulatedDecision {
            game: 2,
            p_first: 0.5,
            p_equal: 0.625,
            expected_delta: 0.0625,
            deltas: vec![0.0, 0.25],
            played,
            delta: 0.25,
            helped,
        };
        let player = SimulatedPlayer {
            number: 1,
            rating: 2300,
            helped: true,
            helped_decisions: 1,
            tests: Tests::default(),
            overall_z: None,
            roi: None,
            decisions: vec![decision(Some(1), true), decision(None, false)],
        };
        let event = SimulatedEvent { players: vec![player], field: analyzer::field::check(&[]) };
        let text = String::from_utf8(simulated_csv(&event).expect("written")).expect("text");
        let rows: Vec<&str> = text.lines().skip(1).collect();
        assert_eq!(
            rows,
            [
                "1,2300,true,,,2,0.5,0.625,0.0625,0 0.25,1,0.25,true",
                "1,2300,true,,,2,0.5,0.625,0.0625,0 0.25,,0.25,false",
            ]
        );
    }
}
