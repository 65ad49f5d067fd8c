//! Lines of players: 001 and the national ratings that share its columns.
//!
//! Columns: 5-8 number, 10 sex, 11-13 title, 15-47 name, 49-52 rating, 54-56 federation, 58-68 FIDE number,
//! 70-79 birth, 81-84 points, 86-89 rank; from 92 on every ten columns a round: four of the opponent, a blank,
//! the colour, a blank, the result. Source: FIDE Handbook, C.04 Annex 2 (TRF16) and TRF26.

use super::defect::{Defect, Warning};
use super::model::{Code, Colour, Entry, National, Player};
use super::row::{Cell, Row};

/// Titles in use: the long ones and the letters of older files.
const TITLES: [&str; 17] =
    ["GM", "IM", "FM", "CM", "WGM", "WIM", "WFM", "WCM", "G", "M", "F", "C", "WG", "WM", "WF", "WC", "H"];

/// Reads a line 001.
pub(super) fn player(row: &Row<'_>, warnings: &mut Vec<Warning>) -> Result<Player, Defect> {
    row.blank(&[4, 9, 14, 48, 53, 57, 69, 80, 85, 90, 91])?;
    let mut odd = |cell: &Cell, text: &str| {
        warnings.push(Warning { place: cell.place, text: format!("{text}: `{}`", cell.text) });
    };
    let sex = row.field(10, 10);
    if !sex.is_blank() && !["m", "w", "f"].contains(&sex.text.to_ascii_lowercase().as_str()) {
        odd(&sex, "sex is neither m nor w");
    }
    let title = row.field(11, 13);
    if !title.is_blank() && !TITLES.contains(&title.text.to_ascii_uppercase().as_str()) {
        odd(&title, "title is not one of FIDE's");
    }
    let name = row.field(15, 47);
    if name.is_blank() {
        odd(&name, "the player has no name");
    }
    let federation = row.field(54, 56);
    if !federation.is_blank() && !is_federation(&federation.text) {
        odd(&federation, "federation is not three letters");
    }
    Ok(Player {
        line: row.line(),
        number: starting_rank(&row.field(5, 8))?,
        sex: sex.given(),
        title: title.given(),
        name: name.text,
        rating: rating(&row.field(49, 52))?,
        federation: federation.given(),
        fide_id: fide_id(&row.field(58, 68))?,
        birth: row.field(70, 79).given(),
        points: row.field(81, 84).tenths("points")?,
        rank: row.field(86, 89).small("rank", 0, 9999)?.filter(|&rank| rank > 0),
        rounds: rounds(row)?,
    })
}

/// Reads a line of a national rating. Its other fields repeat the line 001 or are national matters.
pub(super) fn national(row: &Row<'_>) -> Result<National, Defect> {
    row.blank(&[4, 9, 14, 48, 53, 57, 69])?;
    Ok(National {
        line: row.line(),
        federation: row.field(1, 3).text,
        number: starting_rank(&row.field(5, 8))?,
        rating: rating(&row.field(49, 52))?,
        id: row.field(58, 68).given(),
    })
}

pub(super) fn is_federation(text: &str) -> bool {
    text.len() == 3 && text.bytes().all(|b| b.is_ascii_alphabetic())
}

fn starting_rank(cell: &Cell) -> Result<u16, Defect> {
    cell.small("starting rank", 1, 9999)?.ok_or_else(|| cell.defect("starting rank is missing"))
}

/// `0` is how programs write that there is none.
fn rating(cell: &Cell) -> Result<Option<u16>, Defect> {
    Ok(cell.small("rating", 0, 4000)?.filter(|&rating| rating > 0))
}

fn fide_id(cell: &Cell) -> Result<Option<u64>, Defect> {
    if cell.text == "-" {
        return Ok(None);
    }
    let id = cell.number("FIDE number", 0, 99_999_999_999)?;
    Ok(id.filter(|&id| id > 0))
}

fn rounds(row: &Row<'_>) -> Result<Vec<Entry>, Defect> {
    let mut rounds = Vec::new();
    let mut first = 92;
    while first <= row.width() {
        row.blank(&[first + 4, first + 6, first + 8, first + 9])?;
        rounds.push(entry(row, first)?);
        first += 10;
    }
    // Blanks at the end of a line are no rounds.
    let last = rounds.iter().rposition(|entry| *entry != NOTHING);
    rounds.truncate(last.map_or(0, |last| last + 1));
    Ok(rounds)
}

const NOTHING: Entry = Entry { opponent: None, colour: None, code: Code::Blank };

fn entry(row: &Row<'_>, first: usize) -> Result<Entry, Defect> {
    let opponent = row.field(first, first + 3);
    let colour = row.field(first + 5, first + 5);
    let code = row.field(first + 7, first + 7);
    let whole = row.field(first, first + 7);
    let colour = match colour.text.as_str() {
        "w" | "W" => Some(Colour::White),
        "b" | "B" => Some(Colour::Black),
        "" | "-" => None,
        _ => return Err(colour.defect("colour is not w, b or -")),
    };
    let mut signs = code.text.chars();
    let code = match signs.next() {
        None => Code::Blank,
        Some(sign) => {
            Code::of(sign).ok_or_else(|| code.defect("result is not one of 1 = 0 W D L + - F H U Z"))?
        }
    };
    let opponent = opponent.small("opponent", 0, 9999)?.filter(|&opponent| opponent > 0);
    if opponent.is_some() && code.is_bye() {
        return Err(whole.defect("a bye stands beside an opponent"));
    }
    if opponent.is_none()
        && matches!(
            code,
            Code::Win | Code::Draw | Code::Loss | Code::ShortWin | Code::ShortDraw | Code::ShortLoss
        )
    {
        return Err(whole.defect("a result on the board stands without an opponent"));
    }
    Ok(Entry { opponent, colour, code })
}

#[cfg(test)]
mod tests {
    use super::{national, player};
    use crate::tournament::trf::defect::Defect;
    use crate::tournament::trf::model::{Code, Colour, Player};
    use crate::tournament::trf::row::{Grid, Row};

    const LINE: &str = "001    7 wWIM Ample,Anna                        2401 SUI     1234567 2001/02/03  1.5    2     3 w 1  0000 - H     2 b  ";

    fn read(line: &str) -> Result<Player, Defect> {
        player(&Row::new(1, line, Grid::Characters), &mut Vec::new())
    }

    #[test]
    fn every_field_is_read_from_its_columns() {
        let player = read(LINE).expect("a player");
        assert_eq!((player.number, player.name.as_str()), (7, "Ample,Anna"));
        assert_eq!((player.sex.as_deref(), player.title.as_deref()), (Some("w"), Some("WIM")));
        assert_eq!((player.rating, player.fide_id), (Some(2401), Some(1_234_567)));
        assert_eq!(player.federation.as_deref(), Some("SUI"));
        assert_eq!(player.birth.as_deref(), Some("2001/02/03"));
        assert_eq!((player.points, player.rank), (Some(15), Some(2)));
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
        let change = |column: usize, with: &str| {
            let mut line = LINE.to_owned();
            line.replace_range(column - 1..column - 1 + with.len(), with);
            let defect = read(&line).expect_err(with);
            (defect.place.column, defect.at, defect.reason)
        };
        let cases = [
            (49, "24x1", 49, "24x1", "rating is not a number"),
            (49, "4001", 49, "4001", "rating is not between 0 and 4000"),
            (58, "    12A4567", 62, "12A4567", "FIDE number is not a number"),
            (5, "   0", 8, "0", "starting rank is not between 1 and 9999"),
            (5, "    ", 5, "", "starting rank is missing"),
            (81, "1.55", 81, "1.55", "points is not a number of points such as 11.5"),
            (97, "x", 97, "x", "colour is not w, b or -"),
            (99, "2", 99, "2", "result is not one of 1 = 0 W D L + - F H U Z"),
            (99, "H", 95, "3 w H", "a bye stands beside an opponent"),
            (109, "1", 102, "0000 - 1", "a result on the board stands without an opponent"),
        ];
        for (column, with, at, text, reason) in cases {
            assert_eq!(change(column, with), (at, text.to_owned(), reason.to_owned()), "{with}");
        }
    }

    #[test]
    fn a_shifted_line_is_refused() {
        for column in [4, 9, 14, 48, 53, 57, 69, 80, 85, 90, 91, 96, 98, 100, 101] {
            let mut line = LINE.to_owned();
            line.replace_range(column - 1..column, "7");
            let defect = read(&line).expect_err("shifted");
            assert_eq!(defect.place.column as usize, column, "{defect}");
        }
    }

    #[test]
    fn a_national_rating_is_read() {
        let line = "SUI    7    A                                   2333 ZUR     A-12345";
        let read = national(&Row::new(4, line, Grid::Characters)).expect("a rating");
        assert_eq!((read.number, read.rating, read.id.as_deref()), (7, Some(2333), Some("A-12345")));
    }
}
