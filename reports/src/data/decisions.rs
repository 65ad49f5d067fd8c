//! `decisions.csv` and `decisions.parquet`: one row for each ply of each scored game.
//!
//! Columns are a contract with other programs. Plies and ranks count from 1; values are in centipawns from the
//! mover's side with mates in columns of their own, because a mate is not a number of centipawns.

use std::io::Write;

use analyzer::screening::{GameTrace, LineTrace, MoveTrace, Screening};

use crate::table::{self, Cell, Kind, number, text, whole};
use crate::{ReportError, order::sides};

/// A ply of a game, counted from 0.
struct Ply<'a> {
    game: &'a GameTrace,
    players: &'a [String; 2],
    index: usize,
    mv: &'a MoveTrace,
}

/// Name, kind and getter of a column.
type Column = (&'static str, Kind, fn(&Ply<'_>) -> Cell);

const COLUMNS: [Column; 23] = [
    ("sha256", Kind::Text, |p| text(&p.game.sha256)),
    ("input", Kind::Text, |p| text(&p.game.input)),
    ("number", Kind::Whole, |p| whole(Some(p.game.number))),
    ("round", Kind::Text, |p| text(&p.game.round)),
    ("white", Kind::Text, |p| text(&p.players[0])),
    ("black", Kind::Text, |p| text(&p.players[1])),
    ("ply", Kind::Whole, |p| whole(Some(p.index + 1))),
    ("mover", Kind::Text, |p| text(if p.index.is_multiple_of(2) { "white" } else { "black" })),
    ("fen", Kind::Text, |p| text(&p.mv.fen)),
    ("san", Kind::Text, |p| text(&p.mv.san)),
    ("uci", Kind::Text, |p| text(&p.mv.uci)),
    ("class", Kind::Text, |p| Cell::Text(p.mv.class.letter().to_string())),
    ("rank", Kind::Whole, |p| whole(p.mv.rank.map(|rank| rank.saturating_add(1)))),
    ("best_san", Kind::Text, |p| p.best().map_or(Cell::Empty, |line| text(&line.san))),
    ("best_cp", Kind::Whole, |p| whole(p.best().and_then(|line| line.cp))),
    ("played_cp", Kind::Whole, |p| whole(p.mv.played_value.as_ref().and_then(|line| line.cp))),
    ("delta", Kind::Number, |p| number(p.mv.scored.as_ref().map(|scored| scored.delta))),
    ("p_first", Kind::Number, |p| number(p.mv.scored.as_ref().and_then(|scored| scored.p_first))),
    ("p_equal", Kind::Number, |p| number(p.mv.scored.as_ref().and_then(|scored| scored.p_equal))),
    ("expected_delta", Kind::Number, |p| {
        number(p.mv.scored.as_ref().and_then(|scored| scored.expected_delta))
    }),
    ("best_mate", Kind::Whole, |p| whole(p.best().and_then(|line| line.mate))),
    ("played_mate", Kind::Whole, |p| whole(p.mv.played_value.as_ref().and_then(|line| line.mate))),
    ("loss_cp", Kind::Number, |p| number(p.mv.scored.as_ref().map(|scored| scored.loss_cp))),
];

impl Ply<'_> {
    fn best(&self) -> Option<&LineTrace> {
        self.mv.lines.first()
    }
}

/// Every ply of the games, made row by row while it is written.
#[derive(Debug)]
pub struct DecisionsTable<'a> {
    games: Vec<(&'a GameTrace, [String; 2])>,
}

/// Every ply of the games.
///
/// # Errors
/// [`ReportError::UnknownPlayer`] if a game names a player that the screening does not hold.
pub fn decisions_table<'a>(s: &Screening, games: &'a [GameTrace]) -> Result<DecisionsTable<'a>, ReportError> {
    let named = |game: &'a GameTrace| {
        let (white, black) = sides(s, game)?;
        Ok((game, [white.name.clone(), black.name.clone()]))
    };
    Ok(DecisionsTable { games: games.iter().map(named).collect::<Result<_, ReportError>>()? })
}

impl DecisionsTable<'_> {
    fn rows(&self) -> impl Iterator<Item = Vec<Cell>> {
        self.games.iter().flat_map(|(game, players)| {
            let plies = game.moves.iter().enumerate();
            plies.map(|(index, mv)| {
                let ply = Ply { game, players, index, mv };
                COLUMNS.iter().map(|(_, _, get)| get(&ply)).collect()
            })
        })
    }

    fn columns() -> Vec<table::Column> {
        table::columns(COLUMNS.map(|(name, kind, _)| (name, kind)))
    }

    /// Writes `decisions.csv`, a row at a time.
    ///
    /// # Errors
    /// [`ReportError::Csv`] if it cannot be written.
    pub fn write_csv(&self, out: impl Write) -> Result<(), ReportError> {
        table::write_csv(&Self::columns(), self.rows(), out)
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
        table::parquet::write_parquet(&Self::columns(), self.rows(), out)
    }
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
