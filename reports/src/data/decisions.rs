//! `decisions.csv` and `decisions.parquet`: one row for each ply of each scored game.
//!
//! Columns are a contract with other programs. Plies and ranks count from 1; values are in centipawns from the
//! mover's side with mates in columns of their own, because a mate is not a number of centipawns.

use analyzer::screening::{GameTrace, LineTrace, MoveTrace, Screening};

use crate::table::{Cell, Kind, Table, number, optional, text, whole};
use crate::{ReportError, order::sides};

/// A ply of a game, counted from 0.
#[derive(Clone, Copy)]
struct Ply<'a> {
    game: &'a GameTrace,
    players: [&'a str; 2],
    index: usize,
    mv: &'a MoveTrace,
}

type Column = (&'static str, Kind, fn(Ply<'_>) -> Cell);

const COLUMNS: [Column; 23] = [
    ("sha256", Kind::Text, |p| text(&p.game.sha256)),
    ("input", Kind::Text, |p| text(&p.game.input)),
    ("number", Kind::Whole, |p| whole(p.game.number)),
    ("round", Kind::Text, |p| text(&p.game.round)),
    ("white", Kind::Text, |p| text(p.players[0])),
    ("black", Kind::Text, |p| text(p.players[1])),
    ("ply", Kind::Whole, |p| whole(p.index + 1)),
    ("mover", Kind::Text, |p| text(if p.index.is_multiple_of(2) { "white" } else { "black" })),
    ("fen", Kind::Text, |p| text(&p.mv.fen)),
    ("san", Kind::Text, |p| text(&p.mv.san)),
    ("uci", Kind::Text, |p| text(&p.mv.uci)),
    ("class", Kind::Text, |p| Cell::Text(p.mv.class.letter().to_string())),
    ("rank", Kind::Whole, |p| optional(p.mv.rank.map(|rank| rank.saturating_add(1)))),
    ("best_san", Kind::Text, |p| p.best().map_or(Cell::Empty, |line| text(&line.san))),
    ("best_cp", Kind::Whole, |p| optional(p.best().and_then(|line| line.cp))),
    ("played_cp", Kind::Whole, |p| optional(p.mv.played_value.as_ref().and_then(|line| line.cp))),
    ("delta", Kind::Number, |p| number(p.mv.scored.as_ref().map(|scored| scored.delta))),
    ("p_first", Kind::Number, |p| number(p.mv.scored.as_ref().and_then(|scored| scored.p_first))),
    ("p_equal", Kind::Number, |p| number(p.mv.scored.as_ref().and_then(|scored| scored.p_equal))),
    ("expected_delta", Kind::Number, |p| {
        number(p.mv.scored.as_ref().and_then(|scored| scored.expected_delta))
    }),
    ("best_mate", Kind::Whole, |p| optional(p.best().and_then(|line| line.mate))),
    ("played_mate", Kind::Whole, |p| optional(p.mv.played_value.as_ref().and_then(|line| line.mate))),
    ("loss_cp", Kind::Number, |p| number(p.mv.scored.as_ref().map(|scored| scored.loss_cp))),
];

impl<'a> Ply<'a> {
    fn best(self) -> Option<&'a LineTrace> {
        self.mv.lines.first()
    }
}

pub fn decisions_table<'a>(s: &'a Screening, games: &'a [GameTrace]) -> Result<Table<'a>, ReportError> {
    let mut plies = Vec::new();
    for game in games {
        let (white, black) = sides(s, game)?;
        let players = [white.name.as_str(), black.name.as_str()];
        plies.extend(game.moves.iter().enumerate().map(|(index, mv)| Ply { game, players, index, mv }));
    }
    Ok(Table::new(COLUMNS, plies))
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
        let error = decisions_table(&s, &games).err().expect("an error");
        assert!(matches!(error, ReportError::UnknownPlayer { index: 99, .. }), "{error}");
    }
}
