//! The games behind the parameters: what there is for each kind of play, and what is missing where there are no parameters.

use datasets::clocks::time_class::TimeClass;
use datasets::tournament::corpus::facts::Conditions;
use datasets::tournament::venue::Venue;

/// Fewest performances on tournaments outside the fit before parameters for a kind of play come with the software.
pub const PERFORMANCES_ASKED: usize = 300;

/// Games with FIDE ratings in the collections (`docs/calibration/README.md`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KnownGames {
    pub conditions: Conditions,
    pub tournaments: usize,
    pub games: usize,
    /// Performances that were measured with an engine.
    pub performances: usize,
}

const KNOWN: [KnownGames; 6] = {
    use TimeClass::{Blitz, Rapid, Standard};
    use Venue::{Online, OverTheBoard};
    const fn new(
        class: TimeClass,
        venue: Venue,
        [tournaments, games, performances]: [usize; 3],
    ) -> KnownGames {
        KnownGames { conditions: Conditions { venue, class }, tournaments, games, performances }
    }
    [
        new(Standard, OverTheBoard, [1588, 172_091, 552]),
        new(Rapid, OverTheBoard, [104, 14_852, 337]),
        new(Blitz, OverTheBoard, [57, 11_212, 503]),
        new(Blitz, Online, [18, 12_590, 307]),
        new(Rapid, Online, [7, 6210, 0]),
        new(Standard, Online, [9, 967, 0]),
    ]
};

/// The games for some conditions; none for conditions of which the collections hold none.
pub fn known_games(conditions: Conditions) -> KnownGames {
    let known = KNOWN.into_iter().find(|known| known.conditions == conditions);
    known.unwrap_or(KnownGames { conditions, tournaments: 0, games: 0, performances: 0 })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_counts_are_those_of_the_page_on_calibration() {
        let page = include_str!("../../../docs/calibration/README.md");
        for known in KNOWN {
            let venue = match known.conditions.venue {
                Venue::Online => "online",
                _ => "over the board",
            };
            let start = format!("| {venue} | {} | FIDE |", known.conditions.class.as_str());
            let row = page.lines().find(|line| line.starts_with(&start)).expect("a row of the table");
            let cells: Vec<usize> =
                row.split('|').filter_map(|cell| cell.trim().replace(',', "").parse().ok()).collect();
            assert_eq!(cells, [known.games, known.tournaments], "{row}");
        }
        let shipped = crate::null::strength::Strength::shipped().expect("reads");
        assert_eq!(known_games(Conditions::USUAL).performances, shipped.source.performances);
        let [rapid, blitz] =
            [TimeClass::Rapid, TimeClass::Blitz].map(|class| Conditions { class, ..Conditions::USUAL });
        let online_blitz = Conditions { class: TimeClass::Blitz, venue: Venue::Online };
        for (conditions, table) in [
            (rapid, include_str!("../../../docs/calibration/rapid/measurements.csv")),
            (blitz, include_str!("../../../docs/calibration/blitz/measurements.csv")),
            (online_blitz, include_str!("../../../docs/calibration/online-blitz/measurements.csv")),
        ] {
            let measured = table.lines().filter(|line| line.contains(",primary,")).count();
            assert_eq!(known_games(conditions).performances, measured);
        }
    }
}
