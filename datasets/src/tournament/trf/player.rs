//! Lines of players.
//!
//! Columns: 5-8 number, 10 sex, 11-13 title, 15-47 name, 49-52 rating, 54-56 federation, 58-68 FIDE number,
//! 70-79 birth, 81-84 points, 86-89 rank; from 92 on every ten columns a round: four of the opponent, a blank,
//! the colour, a blank, the result. Source: FIDE Handbook, C.04 Annex 2 (TRF16) and TRF26.

use super::defect::Defect;
use super::model::{Code, Colour, Entry, How, Player};
use super::row::{Cell, Row};

pub(super) fn read(row: &Row) -> Result<Player, Defect> {
    row.blank(&[4, 9, 14, 48, 53, 57, 69, 80, 85, 90, 91])?;
    Ok(Player {
        line: row.line(),
        number: starting_rank(row)?,
        name: row.field(15, 47).text,
        rating: row.field(49, 52).small("rating", 4000)?,
        fide_id: fide_id(&row.field(58, 68))?,
        points: row.field(81, 84).tenths("points")?,
        rounds: rounds(row)?,
    })
}

pub(super) fn starting_rank(row: &Row) -> Result<u16, Defect> {
    let cell = row.field(5, 8);
    cell.small("starting rank", 9999)?.ok_or_else(|| cell.defect("starting rank is missing"))
}

/// Marks that programs put around a number so that a spreadsheet takes it as text.
pub(super) const QUOTES: [char; 8] =
    ['"', '\'', '`', '\u{2018}', '\u{2019}', '\u{201c}', '\u{201d}', '\u{201e}'];

/// A number in quotes is read as the number, which it says; anything else that is no number refuses the report, because a wrong number
/// makes two people one.
fn fide_id(cell: &Cell) -> Result<Option<u64>, Defect> {
    let text = cell.text.trim_matches(QUOTES).trim();
    if text == "-" || text.is_empty() {
        return Ok(None);
    }
    let plain = Cell { text: text.to_owned(), place: cell.place };
    let id = plain.number("FIDE number", 0, 99_999_999_999).map_err(|defect| {
        let reason = format!("{}; write its digits alone, or leave columns 58 to 68 blank", defect.reason);
        cell.defect(&reason)
    })?;
    Ok(id.filter(|&id| id > 0))
}

fn rounds(row: &Row) -> Result<Vec<Entry>, Defect> {
    let mut rounds = Vec::new();
    for first in (92..=row.width()).step_by(10) {
        row.blank(&[first + 4, first + 6, first + 8, first + 9])?;
        rounds.push(entry(row, first)?);
    }
    // Blanks at the end of a line are no rounds.
    let nothing = Entry { opponent: None, colour: None, code: Code::Blank };
    let last = rounds.iter().rposition(|entry| *entry != nothing);
    rounds.truncate(last.map_or(0, |last| last + 1));
    Ok(rounds)
}

fn entry(row: &Row, first: usize) -> Result<Entry, Defect> {
    let (opponent, colour) = (row.field(first, first + 3), row.field(first + 5, first + 5));
    let (code, whole) = (row.field(first + 7, first + 7), row.field(first, first + 7));
    let colour = match colour.text.as_str() {
        "w" | "W" => Some(Colour::White),
        "b" | "B" => Some(Colour::Black),
        "" | "-" => None,
        _ => return Err(colour.defect("colour is not w, b or -")),
    };
    let sign = code.text.chars().next().unwrap_or(' ');
    let code =
        Code::from_sign(sign).ok_or_else(|| code.defect("result is not one of 1 = 0 W D L + - F H U Z"))?;
    let opponent = opponent.small("opponent", 9999)?;
    if opponent.is_some() && code.result().is_none() {
        return Err(whole.defect("a bye stands beside an opponent"));
    }
    let on_board = matches!(code.result(), Some((How::Played | How::Short, _)));
    if opponent.is_none() && on_board {
        return Err(whole.defect("a result on the board stands without an opponent"));
    }
    Ok(Entry { opponent, colour, code })
}

#[cfg(test)]
mod tests {
    use super::read;
    use crate::tournament::trf::model::{Code, Colour};
    use crate::tournament::trf::row::Row;

    const LINE: &str = "001    7 wWIM Ample,Anna                        2401 SUI     1234567 2001/02/03  1.5    2     3 w 1  0000 - H     2 b  ";

    #[test]
    fn every_field_is_read_from_its_columns() {
        let player = read(&Row::new(1, LINE)).expect("a player");
        assert_eq!((player.number, player.name.as_str()), (7, "Ample,Anna"));
        assert_eq!((player.rating, player.fide_id), (Some(2401), Some(1_234_567)));
        assert_eq!(player.points, Some(15));
        let rounds: Vec<_> = player.rounds.iter().map(|r| (r.opponent, r.colour, r.code)).collect();
        assert_eq!(
            rounds,
            [
                (Some(3), Some(Colour::White), Code::Win),
                (None, None, Code::HalfBye),
                (Some(2), Some(Colour::Black), Code::Blank),
            ]
        );
    }

    #[test]
    fn a_defect_names_line_column_and_text() {
        for (column, with, at, text, reason) in [
            (49, "24x1", 49, "24x1", "rating is not a number"),
            (49, "4001", 49, "4001", "rating is not between 0 and 4000"),
            (
                58,
                "    12A4567",
                62,
                "12A4567",
                "FIDE number is not a number; write its digits alone, or leave columns 58 to 68 blank",
            ),
            (5, "   0", 8, "0", "starting rank is missing"),
            (5, "    ", 5, "", "starting rank is missing"),
            (81, "1.55", 81, "1.55", "points is not a number of points such as 11.5"),
            (97, "x", 97, "x", "colour is not w, b or -"),
            (99, "2", 99, "2", "result is not one of 1 = 0 W D L + - F H U Z"),
            (99, "H", 95, "3 w H", "a bye stands beside an opponent"),
            (109, "1", 102, "0000 - 1", "a result on the board stands without an opponent"),
        ] {
            let mut line = LINE.to_owned();
            line.replace_range(column - 1..column - 1 + with.len(), with);
            let defect = read(&Row::new(1, &line)).expect_err(with);
            assert_eq!(
                (defect.place.column, defect.at, defect.reason.as_str()),
                (at, text.to_owned(), reason)
            );
        }
    }

    #[test]
    fn a_number_in_quotes_is_the_number() {
        for text in ["\"1234567\"", "'1234567'", "'1234567", "\u{201c}1234567\u{201d}", "\" 1234567\""] {
            let wide: Vec<char> = format!("{text:>11}").chars().collect();
            let line: String = LINE.chars().take(57).chain(wide).chain(LINE.chars().skip(68)).collect();
            assert_eq!(read(&Row::new(1, &line)).expect(text).fide_id, Some(1_234_567), "{text}");
        }
        for (text, at) in [("\"12a4567\"  ", "\"12a4567\""), ("SUI 1234567", "SUI 1234567")] {
            let mut line = LINE.to_owned();
            line.replace_range(57..57 + text.len(), text);
            let defect = read(&Row::new(1, &line)).expect_err(text);
            assert!(defect.reason.contains("leave columns 58 to 68 blank"), "{defect}");
            assert_eq!(defect.at, at);
        }
    }

    #[test]
    fn a_shifted_line_is_refused() {
        for column in [4, 9, 14, 48, 53, 57, 69, 80, 85, 90, 91, 96, 98, 100, 101] {
            let mut line = LINE.to_owned();
            line.replace_range(column - 1..column, "7");
            let defect = read(&Row::new(1, &line)).expect_err("shifted");
            assert_eq!(defect.place.column as usize, column, "{defect}");
        }
    }
}
