//! Lines about the event: the data identification numbers that end in 2, and XXR.

use super::date::Date;
use super::defect::{Defect, Warning};
use super::model::{Field, RoundDate, Scoring, Tournament};
use super::row::{Cell, Row};

/// Reads a line about the event; false if its tag is none of those read here.
pub(super) fn tournament(
    tag: &str,
    row: &Row<'_>,
    into: &mut Tournament,
    warnings: &mut Vec<Warning>,
) -> Result<bool, Defect> {
    let slot = match tag {
        "012" => &mut into.name,
        "022" => &mut into.city,
        "032" => &mut into.federation,
        "042" => &mut into.start,
        "052" => &mut into.end,
        "062" => &mut into.players,
        "072" => &mut into.rated,
        "082" => &mut into.teams,
        "092" => &mut into.kind,
        "102" => &mut into.arbiter,
        "122" => &mut into.time_control,
        "222" => &mut into.encoded_time_control,
        "112" => {
            into.deputies.extend(field(row.rest(5)));
            return Ok(true);
        }
        "132" => {
            round_dates(row, &mut into.round_dates, warnings);
            return Ok(true);
        }
        "142" | "XXR" => {
            let cell = row.rest(5);
            let rounds = cell.small("number of rounds", 1, 999)?;
            if into.rounds.is_some() && into.rounds != rounds {
                return Err(cell.defect("the number of rounds stands twice with two values"));
            }
            into.rounds = rounds;
            return Ok(true);
        }
        "162" => {
            into.scoring = scoring(row)?;
            return Ok(true);
        }
        _ => return Ok(false),
    };
    row.blank(&[4])?;
    let cell = row.rest(5);
    match (&*slot, cell.given()) {
        (_, None) => {}
        (Some(before), Some(text)) if before.text != text => {
            return Err(cell.defect(&format!("{tag} stands twice with two values")));
        }
        _ => *slot = field(cell),
    }
    Ok(true)
}

fn field(cell: Cell) -> Option<Field> {
    let place = cell.place;
    (!cell.is_blank()).then_some(Field { text: cell.text, place })
}

/// The date of round 1 stands in columns 92 to 99, of every further round ten columns on. Dates elsewhere
/// cannot be told to belong to a round: they are left unread with a warning.
fn round_dates(row: &Row<'_>, into: &mut Vec<RoundDate>, warnings: &mut Vec<Warning>) {
    let before = row.field(4, 91);
    if !before.is_blank() {
        warnings.push(Warning {
            place: before.place,
            text: "dates of rounds stand outside their columns and were not read".to_owned(),
        });
        return;
    }
    for round in 1..=999_u16 {
        let first = 92 + 10 * (usize::from(round) - 1);
        if first > row.width() {
            break;
        }
        // Ten columns: some programs write the year in full.
        let Some(field) = field(row.field(first, first + 9)) else {
            continue;
        };
        let date = Date::parse_short(&field.text);
        if date.is_none() {
            warnings.push(Warning {
                place: field.place,
                text: format!("date of round {round} cannot be read: `{}`", field.text),
            });
        }
        into.push(RoundDate { round, date, field });
    }
}

/// Letters in columns 6, 15, 24 and so on, their points in the four columns behind.
fn scoring(row: &Row<'_>) -> Result<Scoring, Defect> {
    let mut scoring = Scoring::default();
    let mut pairing_bye = None;
    for first in (6..=row.width()).step_by(9) {
        let (letter, points) = (row.field(first, first), row.field(first + 1, first + 4));
        let given = points.tenths("points")?;
        let Some(tenths) = given else {
            if letter.is_blank() {
                continue;
            }
            return Err(points.defect("points for a result are missing"));
        };
        match letter.text.to_ascii_uppercase().as_str() {
            "W" => scoring.win = tenths,
            "D" => scoring.draw = tenths,
            "L" => scoring.loss = tenths,
            "A" => scoring.absence = tenths,
            "P" => pairing_bye = Some(tenths),
            // An adjourned game; points are not checked while one is open.
            "X" => {}
            _ => return Err(letter.defect("result is not one of W D L A P X")),
        }
    }
    scoring.pairing_bye = pairing_bye.unwrap_or(scoring.win);
    Ok(scoring)
}

/// Warns about days that cannot be read, because then no game's date can be checked.
pub(super) fn check_days(tournament: &Tournament, warnings: &mut Vec<Warning>) {
    for (field, what) in [(&tournament.start, "first"), (&tournament.end, "last")] {
        if let Some(field) = field
            && Date::parse(&field.text).is_none()
        {
            warnings.push(Warning {
                place: field.place,
                text: format!("{what} day cannot be read in one way only: `{}`", field.text),
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{scoring, tournament};
    use crate::tournament::trf::model::{Scoring, Tournament};
    use crate::tournament::trf::row::{Grid, Row};

    fn event(line: &str) -> (Tournament, Vec<String>) {
        let (mut into, mut warnings) = (Tournament::default(), Vec::new());
        let row = Row::new(1, line, Grid::Characters);
        let tag = row.field(1, 3).text;
        assert!(tournament(&tag, &row, &mut into, &mut warnings).expect(line), "{line}");
        (into, warnings.into_iter().map(|warning| warning.text).collect())
    }

    #[test]
    fn points_for_results_follow_the_format() {
        let row = |line| scoring(&Row::new(1, line, Grid::Characters));
        let three = row("162  W 3.0    D 1.0    L 0.0").expect("points");
        assert_eq!(three, Scoring { win: 30, draw: 10, loss: 0, absence: 0, pairing_bye: 30 });
        assert_eq!(row("162  P 5.0").expect("points").pairing_bye, 50);
        assert_eq!(row("162  Q 5.0").expect_err("no such result").place.column, 6);
        assert!(row("162  W").is_err());
    }

    #[test]
    fn dates_of_rounds_stand_in_columns() {
        let line = format!("132{}24/01/01  24/01/02            2024/01/04", " ".repeat(88));
        let (read, warnings) = event(&line);
        let rounds: Vec<_> = read.round_dates.iter().map(|r| (r.round, r.date.map(|d| d.day))).collect();
        assert_eq!(rounds, [(1, Some(1)), (2, Some(2)), (4, Some(4))]);
        assert!(warnings.is_empty(), "{warnings:?}");
        let (read, warnings) = event("132 12.04., 13.04.");
        assert!(read.round_dates.is_empty());
        assert_eq!(warnings, ["dates of rounds stand outside their columns and were not read"]);
    }

    #[test]
    fn contradictions_are_refused() {
        let (mut into, mut warnings) = (Tournament::default(), Vec::new());
        let mut add = |line: &'static str| {
            let row = Row::new(1, line, Grid::Characters);
            tournament(&row.field(1, 3).text, &row, &mut into, &mut warnings)
        };
        assert_eq!(add("012 Cup"), Ok(true));
        assert_eq!(add("012 Cup"), Ok(true));
        assert!(add("012 Open").is_err());
        assert_eq!(add("142 9"), Ok(true));
        assert_eq!(add("XXR 9"), Ok(true));
        assert!(add("XXR 10").is_err());
        assert_eq!(add("801 1"), Ok(false));
    }
}
