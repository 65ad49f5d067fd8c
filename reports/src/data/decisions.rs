//! `decisions.csv` and `decisions.parquet`: one row for each ply of each scored game.
//!
//! Columns are a contract with other programs. Plies and ranks count from 1; values are in centipawns from the
//! mover's side with mates in columns of their own, because a mate is not a number of centipawns.

use std::io::Write;

use analyzer::screening::{GameTrace, LineTrace, MoveTrace, Screening};

use crate::table::{self, Cell, Kind, number, text, whole};
use crate::{ReportError, order::sides};

const COLUMNS: [(&str, Kind); 23] = [
    ("sha256", Kind::Text),
    ("input", Kind::Text),
    ("number", Kind::Whole),
    ("round", Kind::Text),
    ("white", Kind::Text),
    ("black", Kind::Text),
    ("ply", Kind::Whole),
    ("mover", Kind::Text),
    ("fen", Kind::Text),
    ("san", Kind::Text),
    ("uci", Kind::Text),
    ("class", Kind::Text),
    ("rank", Kind::Whole),
    ("best_san", Kind::Text),
    ("best_cp", Kind::Whole),
    ("played_cp", Kind::Whole),
    ("delta", Kind::Number),
    ("p_first", Kind::Number),
    ("p_equal", Kind::Number),
    ("expected_delta", Kind::Number),
    ("best_mate", Kind::Whole),
    ("played_mate", Kind::Whole),
    ("loss_cp", Kind::Number),
];

/// Every ply of the games, made row by row while it is written.
#[derive(Debug)]
pub struct DecisionsTable<'a> {
    games: Vec<(&'a GameTrace, [Cell; 6])>,
}

/// Every ply of the games.
///
/// # Errors
/// [`ReportError::UnknownPlayer`] if a game names a player that the screening does not hold.
pub fn decisions_table<'a>(s: &Screening, games: &'a [GameTrace]) -> Result<DecisionsTable<'a>, ReportError> {
    let headed = |game: &'a GameTrace| {
        let (white, black) = sides(s, game)?;
        let head = [
            text(&game.sha256),
            text(&game.input),
            whole(Some(game.number)),
            text(&game.round),
            text(&white.name),
            text(&black.name),
        ];
        Ok((game, head))
    };
    let games = games.iter().map(headed).collect::<Result<_, ReportError>>()?;
    Ok(DecisionsTable { games })
}

impl DecisionsTable<'_> {
    fn rows(&self) -> impl Iterator<Item = Vec<Cell>> {
        self.games.iter().flat_map(|(game, head)| {
            let plies = game.moves.iter().enumerate();
            plies.map(|(index, ply)| head.iter().cloned().chain(row(index, ply)).collect())
        })
    }

    /// Writes `decisions.csv`, a row at a time.
    ///
    /// # Errors
    /// [`ReportError::Csv`] if it cannot be written.
    pub fn write_csv(&self, out: impl Write) -> Result<(), ReportError> {
        table::write_csv(&table::columns(COLUMNS), self.rows(), out)
    }

    /// `decisions.csv` as a whole.
    ///
    /// # Errors
    /// [`ReportError::Csv`] if it cannot be written.
    pub fn csv(&self) -> Result<Vec<u8>, ReportError> {
        let mut out = Vec::new();
        self.write_csv(&mut out)?;
        Ok(out)
    }

    /// Writes `decisions.parquet`, a row group at a time.
    ///
    /// # Errors
    /// [`ReportError::Parquet`] if it cannot be written.
    #[cfg(feature = "parquet")]
    pub fn write_parquet(&self, out: impl Write) -> Result<(), ReportError> {
        table::parquet::write_parquet(&table::columns(COLUMNS), self.rows(), out)
    }
}

fn row(index: usize, ply: &MoveTrace) -> [Cell; 17] {
    let best = ply.lines.first();
    let played = ply.played_value.as_ref();
    let scored = ply.scored.as_ref();
    let cp = |line: Option<&LineTrace>| whole(line.and_then(|line| line.cp));
    let mate = |line: Option<&LineTrace>| whole(line.and_then(|line| line.mate));
    [
        whole(Some(index + 1)),
        text(if index.is_multiple_of(2) { "white" } else { "black" }),
        text(&ply.fen),
        text(&ply.san),
        text(&ply.uci),
        Cell::Text(ply.class.letter().to_string()),
        whole(ply.rank.map(|rank| rank.saturating_add(1))),
        best.map_or(Cell::Empty, |line| text(&line.san)),
        cp(best),
        cp(played),
        number(scored.map(|scored| scored.delta)),
        number(scored.and_then(|scored| scored.p_first)),
        number(scored.and_then(|scored| scored.p_equal)),
        number(scored.and_then(|scored| scored.expected_delta)),
        mate(best),
        mate(played),
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
        let bytes = decisions_table(&s, &games).unwrap().csv().unwrap();
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
        let bytes = decisions_table(&s, &games).unwrap().csv().unwrap();
        let mut reader = csv::Reader::from_reader(bytes.as_slice());
        let row = reader.records().next().unwrap().unwrap();
        assert_eq!((&row[1], &row[3]), ("'@SUM(A1).pgn", "'=1+1"));
    }

    #[test]
    fn a_game_of_nobody_is_an_error() {
        let (s, mut games) = (example::screening(), example::games());
        games[1].black = 99;
        let error = decisions_table(&s, &games).unwrap_err();
        assert!(matches!(error, ReportError::UnknownPlayer { index: 99, .. }), "{error}");
    }
}
