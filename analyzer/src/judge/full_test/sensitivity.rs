//! The overall z under every choice that could have been made otherwise: other ratings, one game fewer, a shallower search,
//! fewer lines, the second model.
//!
//! A result that stands under one convention only is none. Nothing here is chosen: every row is printed.

use std::collections::BTreeSet;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::PlayerShifts;
use super::player_decision::{PlayerDecision, View, decisions, sums};
use crate::basis::{Basis, RatingHistory};
use crate::judge::screen::Event;
use crate::parameters::{CalibratedModel, FewerLines, Parameters};
use crate::statistics::overall::{Shifts, leading};

/// Points by which a published rating is moved each way; the usual step of Regan's own sensitivity tables is half of it.
const SHIFTS: [i16; 4] = [-100, -50, 50, 100];
/// Plies by which the judgment depth is moved up the search.
const PLIES: [u8; 3] = [1, 2, 3];

/// The change in a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", tag = "kind")]
pub enum Change {
    /// Nothing: the leading result.
    None,
    /// Another of the ratings on hand.
    Rating {
        basis: Basis,
        /// The rating; the mean of live ones.
        rating: u16,
    },
    /// A rating so many points higher (or lower).
    Shift { points: i16, rating: u16 },
    /// A game left out, by its index in the event.
    WithoutGame { game: usize },
    /// The row of the same search so many plies less deep. The spread is that of the full depth, so the z is a
    /// comparison and not a calibrated one.
    Shallower { plies: u8 },
    /// Only the first lines of the same search. The unlisted moves are calibrated, the spread is that of all lines.
    Lines {
        /// Lines kept.
        lines: u8,
    },
}

impl Change {
    /// Whether the spread was measured under these very settings.
    pub fn is_calibrated(self) -> bool {
        !matches!(self, Self::Shallower { .. } | Self::Lines { .. })
    }
}

/// The result under one change.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Row {
    pub change: Change,
    /// Decisions with a projection.
    pub decisions: u32,
    /// Overall z of the primary model; absent below the gate, or outside the ratings of the fit.
    pub overall_z: Option<f64>,
    /// Overall z of the second model; absent likewise, and where the change takes away what it looks at.
    pub depth_aware_z: Option<f64>,
}

/// The table.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Sensitivity {
    /// The rows, the leading one first.
    pub rows: Vec<Row>,
    /// Index of the calibrated row with the lowest overall z: the one that speaks most for the player.
    pub lowest: Option<usize>,
    /// Index of the calibrated row with the highest.
    pub highest: Option<usize>,
}

/// Makes the table. `own` are the player's decisions under the whole search.
pub(super) fn table(
    event: &Event<'_>,
    (parameters, shifts): (&Parameters, &PlayerShifts),
    person: usize,
    course: &RatingHistory,
    own: &[PlayerDecision],
) -> Sensitivity {
    let table = Table { event, parameters, shifts, course };
    let mut rows = vec![table.under(Change::None, |game| course.at(event.basis, game), own.iter())];
    for basis in Basis::ALL {
        if let Some(rating) = course.whole(basis).filter(|_| basis != event.basis) {
            let change = Change::Rating { basis, rating };
            rows.push(table.under(change, |game| course.at(basis, game), own.iter()));
        }
    }
    for points in SHIFTS {
        let shifted = |rating: u16| rating.checked_add_signed(points);
        if let Some(rating) = course.whole(event.basis).and_then(shifted) {
            let change = Change::Shift { points, rating };
            let at = |game| course.at(event.basis, game).and_then(shifted);
            rows.push(table.under(change, at, own.iter()));
        }
    }
    let games: BTreeSet<usize> = own.iter().map(|o| o.game).collect();
    for game in games.iter().filter(|_| games.len() > 1) {
        let others = own.iter().filter(|o| o.game != *game);
        let change = Change::WithoutGame { game: *game };
        rows.push(table.under(change, |game| course.at(event.basis, game), others));
    }
    for plies in PLIES {
        rows.push(table.view(person, View::Shallower(plies), Change::Shallower { plies }));
    }
    for fewer in parameters.fewer_lines.iter().rev() {
        rows.push(table.lines(fewer, own));
    }
    let calibrated = || {
        let rows = rows.iter().enumerate();
        rows.filter_map(|(k, row)| Some((k, row.overall_z.filter(|_| row.change.is_calibrated())?)))
    };
    Sensitivity {
        lowest: calibrated().min_by(|a, b| a.1.total_cmp(&b.1)).map(|(k, _)| k),
        highest: calibrated().max_by(|a, b| a.1.total_cmp(&b.1)).map(|(k, _)| k),
        rows,
    }
}

struct Table<'a> {
    event: &'a Event<'a>,
    parameters: &'a Parameters,
    shifts: &'a PlayerShifts,
    course: &'a RatingHistory,
}

impl Table<'_> {
    fn under<'b>(
        &self,
        change: Change,
        rating: impl Fn(usize) -> Option<u16>,
        own: impl Iterator<Item = &'b PlayerDecision> + Clone,
    ) -> Row {
        // Nothing is extrapolated beyond the ratings of the fit.
        let covered = |game| rating(game).filter(|r| self.parameters.ratings.contains(*r));
        let (overall_z, decisions) = overall(self.parameters, &self.shifts.record, own.clone(), covered);
        let second = self.parameters.depth_aware.as_ref();
        let complete = |z: (Option<f64>, u32)| z.0.filter(|_| z.1 == decisions);
        Row {
            change,
            decisions,
            overall_z,
            depth_aware_z: second
                .and_then(|second| complete(overall(second, &self.shifts.second, own, covered))),
        }
    }

    /// With fewer lines the unlisted moves stand elsewhere; the rest of the model is the same.
    fn lines(&self, fewer: &FewerLines, own: &[PlayerDecision]) -> Row {
        let cut: Vec<PlayerDecision> = own
            .iter()
            .map(|o| PlayerDecision { decision: o.decision.first_lines(usize::from(fewer.lines)), ..*o })
            .collect();
        let parameters = &Parameters { unlisted: fewer.unlisted, ..self.parameters.clone() };
        let table = Table { parameters, ..*self };
        let change = Change::Lines { lines: fewer.lines };
        table.under(change, |game| self.course.at(self.event.basis, game), cut.iter())
    }

    fn view(&self, person: usize, view: View, change: Change) -> Row {
        let seen = decisions(self.event, |p| p == person, view);
        self.under(change, |game| self.course.at(self.event.basis, game), seen.iter())
    }
}

/// Overall z of decisions under a reading, and how many of them have a projection.
pub(super) fn overall<'a, R: CalibratedModel>(
    reading: &R,
    shifts: &Shifts,
    own: impl Iterator<Item = &'a PlayerDecision>,
    rating: impl Fn(usize) -> Option<u16>,
) -> (Option<f64>, u32) {
    let Some(sums) = sums(own, reading, rating) else {
        return (None, 0);
    };
    let enough = sums.projected >= reading.null().gate.decisions;
    let z = leading(&sums, reading.null(), shifts).filter(|_| enough);
    (z.map(|found| found.z.overall.z), sums.projected)
}
