//! Lines of teams: 013, and 310 of TRF26.

use super::defect::Defect;
use super::model::Team;
use super::row::Row;

/// Reads a line 013: name in columns 5 to 36, players from column 37 on, five columns each.
pub(super) fn old(row: &Row<'_>) -> Result<Team, Defect> {
    row.blank(&[4])?;
    Ok(Team { line: row.line(), number: None, name: row.field(5, 36).text, players: players(row, 37)? })
}

/// Reads a line 310: number in columns 5 to 7, name in 9 to 40, players from column 74 on, five columns each.
pub(super) fn new(row: &Row<'_>) -> Result<Team, Defect> {
    row.blank(&[4, 8, 41, 47, 54, 61, 68, 72, 73])?;
    let number = row.field(5, 7);
    Ok(Team {
        line: row.line(),
        number: Some(
            number
                .small("team's number", 1, 999)?
                .ok_or_else(|| number.defect("team's number is missing"))?,
        ),
        name: row.field(9, 40).text,
        players: players(row, 74)?,
    })
}

fn players(row: &Row<'_>, first: usize) -> Result<Vec<u16>, Defect> {
    let mut players = Vec::new();
    for first in (first..=row.width()).step_by(5) {
        row.blank(&[first + 4])?;
        let number = row.field(first, first + 3).small("player's number", 0, 9999)?;
        players.extend(number.filter(|&number| number > 0));
    }
    Ok(players)
}

#[cfg(test)]
mod tests {
    use super::{new, old};
    use crate::tournament::trf::row::{Grid, Row};

    #[test]
    fn both_layouts_give_name_and_players() {
        let line = "013 Rookery                            1    5   15 0000   44";
        let team = old(&Row::new(1, line, Grid::Characters)).expect("a team");
        assert_eq!((team.name.as_str(), team.players), ("Rookery", vec![1, 5, 15, 44]));
        let line = "310   2 Rookery                          ROOK    2478   14.0   26.5  14     2    4   20";
        let team = new(&Row::new(1, line, Grid::Characters)).expect("a team");
        assert_eq!((team.number, team.players), (Some(2), vec![2, 4, 20]));
        assert!(new(&Row::new(1, "310     Rookery", Grid::Characters)).is_err());
    }
}
