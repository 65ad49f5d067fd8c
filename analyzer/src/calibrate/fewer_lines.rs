//! Where the unlisted moves stand when only the first lines of a search are looked at.
//!
//! With fewer lines the moves behind the last one are other moves: nearer, and played more often. Everything else in the
//! model stays as it was fitted, so one equation is left for each number of lines.

use rayon::prelude::*;

use crate::calibrate::fit::{Fit, unlisted_gap};
use crate::calibrate::unlisted_cost::unlisted_cost;
use crate::choice::{TwoParameter, Unlisted};
use crate::decision::performance::Performance;
use crate::parameters::FewerLines;

/// Furthest place behind the last line that is tried, in scaled pawns.
const FURTHEST: f64 = 3.0;
/// Halvings of the interval: to a millionth of a scaled pawn.
const HALVINGS: u32 = 22;

/// The unlisted moves for every number of lines from 2 up to one less than the search has.
pub(crate) fn fewer_lines(performances: &[&Performance], fit: &Fit, multipv: u8) -> Vec<FewerLines> {
    (2..multipv).map(|lines| with(performances, fit, lines)).collect()
}

fn with(performances: &[&Performance], fit: &Fit, lines: u8) -> FewerLines {
    let cut: Vec<Performance> = performances
        .par_iter()
        .map(|p| Performance {
            decisions: p.decisions.iter().map(|d| d.first_lines(usize::from(lines))).collect(),
            games: Vec::new(),
            event: p.event,
            rating: p.rating,
            year: p.year,
        })
        .collect();
    let cost = unlisted_cost(cut.iter(), None);
    let excess = |behind: f64| {
        let unlisted = Unlisted { behind, ..cost };
        let of = |p: &Performance| {
            let model = TwoParameter { unlisted, ..fit.at(p.rating) };
            let gaps = p.decisions.iter().map(|d| unlisted_gap(d, &model.choices(d)));
            gaps.sum::<f64>()
        };
        let sums: Vec<f64> = cut.par_iter().map(of).collect();
        sums.iter().sum::<f64>()
    };
    let (mut low, mut high) = (0.0, FURTHEST);
    if excess(low) <= 0.0 {
        high = low;
    }
    for _ in 0..HALVINGS {
        let middle = 0.5 * (low + high);
        if excess(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    FewerLines { lines, unlisted: Unlisted { behind: 0.5 * (low + high), ..cost } }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::calibrate::fit::fit;
    use crate::calibrate::fit::tests::drawn;
    use crate::decision::PlayedMove;

    #[test]
    fn as_many_unlisted_moves_are_projected_as_were_played() {
        let performances = drawn(4, 60);
        let found = fit(&performances).expect("settles");
        let all: Vec<&Performance> = performances.iter().collect();
        let fewer = fewer_lines(&all, &found, 5);
        assert_eq!(fewer.iter().map(|f| f.lines).collect::<Vec<_>>(), [2, 3, 4]);
        for FewerLines { lines, unlisted } in fewer {
            let (mut projected, mut played) = (0.0, 0.0);
            for p in &performances {
                let model = TwoParameter { unlisted, ..found.at(p.rating) };
                for decision in &p.decisions {
                    let cut = decision.first_lines(usize::from(lines));
                    projected += model.choices(&cut).unlisted;
                    played += f64::from(u8::from(matches!(cut.played, PlayedMove::Apart { .. })));
                }
            }
            assert!(played > 100.0 && (projected - played).abs() < 0.1, "{lines}: {projected} {played}");
        }
    }
}
