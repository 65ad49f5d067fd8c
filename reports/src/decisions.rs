//! `decisions.csv`: one row for each ply of each scored game.
//!
//! Columns are a contract with other programs. Plies and ranks count from 1; values are in centipawns from the
//! mover's side with mates in columns of their own, because a mate is not a number of centipawns.

use analyzer::screening::{GameTrace, LineTrace, MoveTrace, Screening};

use crate::{ReportError, escape::csv_text, order::sides, players::number};

const HEADER: [&str; 23] = [
    "sha256",
    "input",
    "number",
    "round",
    "white",
    "black",
    "ply",
    "mover",
    "fen",
    "san",
    "uci",
    "class",
    "rank",
    "best_san",
    "best_cp",
    "played_cp",
    "delta",
    "p_first",
    "p_equal",
    "expected_delta",
    "best_mate",
    "played_mate",
    "loss_cp",
];

/// Every ply of the games as CSV with a header row.
///
/// # Errors
/// [`ReportError::UnknownPlayer`] if a game names a player that the screening does not hold,
/// [`ReportError::Csv`] if the table cannot be written.
pub fn decisions_csv(s: &Screening, games: &[GameTrace]) -> Result<Vec<u8>, ReportError> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(HEADER)?;
    for game in games {
        let (white, black) = sides(s, game)?;
        let head = [
            csv_text(&game.sha256),
            csv_text(&game.input),
            game.number.to_string(),
            csv_text(&game.round),
            csv_text(&white.name),
            csv_text(&black.name),
        ];
        for (index, ply) in game.moves.iter().enumerate() {
            writer.write_record(head.iter().chain(&row(index, ply)))?;
        }
    }
    writer
        .into_inner()
        .map_err(|error| ReportError::Csv(error.into_error().into()))
}

fn row(index: usize, ply: &MoveTrace) -> [String; 17] {
    let best = ply.lines.first();
    let played = ply.played_value.as_ref();
    let scored = ply.scored.as_ref();
    let cp = |line: Option<&LineTrace>| line.and_then(|line| line.cp).map(|cp| cp.to_string());
    let mate = |line: Option<&LineTrace>| line.and_then(|line| line.mate).map(|mate| mate.to_string());
    [
        (index + 1).to_string(),
        if index.is_multiple_of(2) { "white" } else { "black" }.to_owned(),
        csv_text(&ply.fen),
        csv_text(&ply.san),
        csv_text(&ply.uci),
        ply.class.letter().to_string(),
        ply.rank
            .map(|rank| rank.saturating_add(1).to_string())
            .unwrap_or_default(),
        best.map(|line| csv_text(&line.san)).unwrap_or_default(),
        cp(best).unwrap_or_default(),
        cp(played).unwrap_or_default(),
        number(scored.map(|scored| scored.delta)),
        number(scored.and_then(|scored| scored.p_first)),
        number(scored.and_then(|scored| scored.p_equal)),
        number(scored.and_then(|scored| scored.expected_delta)),
        mate(best).unwrap_or_default(),
        mate(played).unwrap_or_default(),
        number(scored.map(|scored| scored.loss_cp)),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::example;

    #[test]
    fn one_row_for_each_ply() {
        let (s, games) = (example::screening(), example::games());
        let bytes = decisions_csv(&s, &games).unwrap();
        let text = example::readable(&bytes);
        let plies: usize = games.iter().map(|game| game.moves.len()).sum();
        assert_eq!(text.lines().count(), plies + 1);
        insta::assert_snapshot!("decisions_csv", text);
    }

    #[test]
    fn trap_16_round_and_input_are_text() {
        let (s, mut games) = (example::screening(), example::games());
        games[0].round = "=1+1".to_owned();
        games[0].input = "@SUM(A1).pgn".to_owned();
        let bytes = decisions_csv(&s, &games).unwrap();
        let mut reader = csv::Reader::from_reader(bytes.as_slice());
        let row = reader.records().next().unwrap().unwrap();
        assert_eq!((&row[1], &row[3]), ("'@SUM(A1).pgn", "'=1+1"));
    }

    #[test]
    fn a_game_of_nobody_is_an_error() {
        let (s, mut games) = (example::screening(), example::games());
        games[1].black = 99;
        let error = decisions_csv(&s, &games).unwrap_err();
        assert!(
            matches!(error, ReportError::UnknownPlayer { index: 99, .. }),
            "{error}"
        );
    }
}
