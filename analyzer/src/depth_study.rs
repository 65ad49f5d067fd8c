//! How far results move with the depth and the lines of the search, and how well help is seen from there.
//!
//! A search to depth D reports every depth on its way, so one run shows what shallower searches and fewer lines would have
//! said. For every such *view* the two-parameter model is fitted to the same honest performances, and its overall z is held
//! against that of the whole search. Every view is divided by the same dispersion, so that only the search differs.
//!
//! This module runs no engine and chooses nothing.

use std::collections::BTreeMap;

use datasets::{Game, Roster};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use thiserror::Error;
use uci_pool::{Evaluation, Line};

use crate::calibration::fit::{Fit, FitError, fit};
use crate::calibration::moments::{correlation, moments};
use crate::calibration::performance::Key;
use crate::calibration::{Performance, performances};
use crate::evaluate::Evaluations;
use crate::null::{Extent, Null, PerTest};
use crate::outcome::{Outcome, assessed};
use crate::overall::adjusted;
use crate::plan::GamePlan;
use crate::three_tests::{Projection, Sums};

/// Version of the layout of [`DepthStudy`].
pub const SCHEMA: &str = "fairplay/depth-study/1";
/// Decisions of the performance for which the shift of z is told: nine games.
pub const DECISIONS: u32 = 250;
/// Share of its moves that come from the helper.
pub const SHARE: f64 = 0.2;

/// Why there is no study.
#[derive(Debug, Error)]
pub enum DepthStudyError {
    /// No view was asked for.
    #[error("no depth and lines were given")]
    NoView,
    /// The model cannot be fitted to a view.
    #[error("depth {depth} with {lines} lines: {source}")]
    Fit {
        /// Depth in plies.
        depth: u8,
        /// Lines.
        lines: u8,
        /// Why.
        source: FitError,
    },
}

/// What is taken from a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
pub struct View {
    /// Judgment depth in plies; a search that ended earlier is taken as it ended.
    pub depth: u8,
    /// Lines.
    pub lines: u8,
}

/// An event with what the engine said.
pub struct StudyEvent<'a> {
    /// Its games.
    pub games: &'a [Game],
    /// Who played.
    pub roster: &'a Roster,
    /// Their turns.
    pub plans: &'a [GamePlan],
    /// The deepest search.
    pub answers: &'a Evaluations,
    /// The helper's search of some of the positions.
    pub helper: &'a Evaluations,
}

/// Gathers events, one at a time, so that not all of them need to be in memory.
#[derive(Debug)]
pub struct Gatherer {
    views: Vec<View>,
    events: usize,
    performances: Vec<Vec<Performance>>,
    helped: Vec<Vec<Helped>>,
}

/// One decision with the helper's move in it, under a view.
#[derive(Clone, Debug)]
struct Helped {
    rating: u16,
    decision: crate::decision::Decision,
    /// Place of the helper's move among the lines.
    line: Option<usize>,
}

/// The study.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct DepthStudy {
    /// [`SCHEMA`].
    pub schema: String,
    /// Honest performances with a z under every view.
    pub performances: usize,
    /// Decisions of the helper's positions under the last view.
    pub helper_decisions: usize,
    /// One row for each view, in the order asked for; the last is what the others are held against.
    pub rows: Vec<Row>,
}

/// One view.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Row {
    /// Which.
    pub view: View,
    /// Decisions.
    pub decisions: usize,
    /// Share of the moves played that are the first line, 0 to 1.
    pub mm: f64,
    /// Standard deviation of the overall z over the performances.
    pub sd: f64,
    /// Correlation of the overall z with that of the last view.
    pub correlation: f64,
    /// Standard deviation of the difference of the two.
    pub difference_sd: f64,
    /// Mean of the difference: this view less the last.
    pub difference_mean: f64,
    /// How the helper looks; absent without helper's answers.
    pub helper: Option<Seen>,
}

/// How a helper's moves look under a view.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Seen {
    /// Decisions with a helper's move.
    pub decisions: usize,
    /// Share in which the helper's move is the first line, 0 to 1.
    pub agreed: f64,
    /// Standard error of that share.
    pub agreed_error: f64,
    /// By how much the overall z of a performance of [`DECISIONS`] decisions rises on average if the helper makes
    /// [`SHARE`] of them.
    pub shift: f64,
    /// Standard error of the shift, from the decisions alone.
    pub shift_error: f64,
}

impl Gatherer {
    /// Gathers for these views; the last is the one that others are held against.
    #[must_use]
    pub fn new(views: Vec<View>) -> Self {
        Self {
            events: 0,
            performances: vec![Vec::new(); views.len()],
            helped: vec![Vec::new(); views.len()],
            views,
        }
    }

    /// Takes in an event.
    pub fn add(&mut self, event: &StudyEvent<'_>) {
        let number = self.events;
        self.events += 1;
        let by_view = self.views.iter().zip(&mut self.performances).zip(&mut self.helped);
        for ((view, all), helped) in by_view {
            let answers = seen(event.plans, event.answers, *view);
            all.extend(performances(number, event.games, event.roster, event.plans, &answers));
            helped.extend(with_help(event, &answers));
        }
    }

    /// Fits and compares. Every view uses the dispersion, correlation and weights of `null`.
    ///
    /// # Errors
    /// If there is no view, or the model cannot be fitted under one.
    pub fn study(&self, null: &Null) -> Result<DepthStudy, DepthStudyError> {
        let mut fitted = Vec::new();
        for (view, all) in self.views.iter().zip(&self.performances) {
            let made = fit(all).map_err(|source| DepthStudyError::Fit {
                depth: view.depth,
                lines: view.lines,
                source,
            })?;
            let z: BTreeMap<Key, f64> =
                all.iter().filter_map(|p| Some((p.key()?, overall(p, &made, null)?))).collect();
            fitted.push((made, z));
        }
        let Some((_, reference)) = fitted.last() else {
            return Err(DepthStudyError::NoView);
        };
        let common: Vec<Key> = reference
            .keys()
            .filter(|key| fitted.iter().all(|(_, z)| z.contains_key(*key)))
            .copied()
            .collect();
        let of = |z: &BTreeMap<Key, f64>| -> Vec<f64> {
            common.iter().filter_map(|key| z.get(key).copied()).collect()
        };
        let last = of(reference);
        let rows = self.views.iter().zip(&fitted).enumerate().map(|(k, (view, (made, z)))| {
            let all = self.performances.get(k).map_or(&[][..], Vec::as_slice);
            let z = of(z);
            let differences: Vec<f64> = z.iter().zip(&last).map(|(a, b)| a - b).collect();
            let difference = moments(&differences);
            let (decisions, matches) = matches(all);
            Row {
                view: *view,
                decisions,
                mm: matches as f64 / decisions.max(1) as f64,
                sd: moments(&z).sd,
                correlation: correlation(z.iter().copied().zip(last.iter().copied())),
                difference_sd: difference.sd,
                difference_mean: difference.mean,
                helper: self.helped.get(k).and_then(|helped| look(helped, made, null)),
            }
        });
        Ok(DepthStudy {
            schema: SCHEMA.to_owned(),
            performances: common.len(),
            helper_decisions: self.helped.last().map_or(0, Vec::len),
            rows: rows.collect(),
        })
    }
}

fn overall(performance: &Performance, fit: &Fit, null: &Null) -> Option<f64> {
    let sums = Sums::of(&performance.decisions, &fit.at(performance.rating));
    let enough = sums.projected >= null.gate.decisions;
    enough.then(|| adjusted(&sums, null)).flatten().map(|(_, z)| z)
}

fn matches(performances: &[Performance]) -> (usize, usize) {
    let decisions = performances.iter().flat_map(|p| &p.decisions);
    decisions.fold((0, 0), |(n, matches), decision| (n + 1, matches + usize::from(decision.is_match())))
}

/// What a search would have said at a view. A move that was played and is not among its lines has the value that the search
/// gave it later or apart; where both are missing it has none.
fn seen(plans: &[GamePlan], answers: &Evaluations, view: View) -> Evaluations {
    let mut found = Evaluations::default();
    for turn in plans.iter().flat_map(GamePlan::searched) {
        let Some(Ok(whole)) = answers.of(&turn.fen) else {
            continue;
        };
        let there = narrowed(whole, view);
        if !there.lines().iter().any(|line| line.mv == turn.played) {
            let apart = answers.apart(&turn.fen, turn.played).and_then(|a| a.as_ref().ok());
            let apart = apart.map(|apart| narrowed(apart, view)).or_else(|| {
                let line = whole.lines().iter().find(|line| line.mv == turn.played)?;
                Some(alone(&there, line))
            });
            if let Some(apart) = apart {
                found.insert(turn.fen.clone(), Some(turn.played), Ok(apart));
            }
        }
        found.insert(turn.fen.clone(), None, Ok(there));
    }
    found
}

/// The deepest row down to the view's depth, with its first lines.
fn narrowed(whole: &Evaluation, view: View) -> Evaluation {
    let mut there = whole.clone();
    let judgment = there.depths.iter().take(whole.judgment + 1).rposition(|row| row.depth <= view.depth);
    there.judgment = judgment.unwrap_or(0);
    for row in &mut there.depths {
        row.lines.truncate(usize::from(view.lines));
    }
    there
}

/// One line by itself.
fn alone(of: &Evaluation, line: &Line) -> Evaluation {
    let mut alone = of.clone();
    for row in &mut alone.depths {
        row.lines = vec![*line];
    }
    alone
}

/// The rated decisions in which the helper was asked.
fn with_help(event: &StudyEvent<'_>, answers: &Evaluations) -> Vec<Helped> {
    let mut found = Vec::new();
    for (plan, sides) in event.plans.iter().zip(&event.roster.games) {
        for (ply, turn) in plan.turns.iter().enumerate() {
            let Some(Ok(helper)) = event.helper.of(&turn.fen) else {
                continue;
            };
            let person = if ply.is_multiple_of(2) { sides.0 } else { sides.1 };
            let rating = event.roster.people.get(person).and_then(|p| p.rating);
            let assessed = assessed(turn, answers);
            if let (Outcome::Scored(decision), Some(evaluation), Some(rating), Some(first)) =
                (assessed.outcome, assessed.evaluation, rating, helper.lines().first())
            {
                let line = evaluation.lines().iter().position(|line| line.mv == first.mv);
                found.push(Helped { rating, decision, line });
            }
        }
    }
    found
}

/// What the helper's moves gain over honest ones, test by test, and what that does to the overall z.
fn look(helped: &[Helped], fit: &Fit, null: &Null) -> Option<Seen> {
    let n = helped.len() as f64;
    let mut agreed = 0_usize;
    let mut variance = [0.0; 3];
    let mut gains: Vec<[f64; 3]> = Vec::with_capacity(helped.len());
    for Helped { rating, decision, line } in helped {
        let choices = crate::choice::ChoiceModel::project(&fit.at(*rating), decision)?;
        let honest = Projection::of(decision, &choices);
        agreed += usize::from(*line == Some(0));
        let delta = match line {
            Some(k) => decision.deltas.get(*k).copied()?,
            None => choices.unlisted_delta,
        };
        let indicator = |yes: bool| if yes { 1.0 } else { 0.0 };
        gains.push([
            indicator(*line == Some(0)) - honest.mm,
            indicator(line.is_some_and(|k| k < decision.equal_best())) - honest.ev,
            honest.delta - delta,
        ]);
        variance[0] += honest.mm * (1.0 - honest.mm);
        variance[1] += honest.ev * (1.0 - honest.ev);
        variance[2] += honest.delta_variance;
    }
    if helped.is_empty() || variance.iter().any(|v| *v <= 0.0) {
        return None;
    }
    let decisions = f64::from(DECISIONS);
    let scale = variance.map(|v| SHARE * decisions / (decisions * v / n).sqrt());
    let ratings = helped.iter().map(|h| f64::from(h.rating));
    let seen = Extent { decisions: DECISIONS, rating: ratings.sum::<f64>() / n };
    // The overall z is linear in the gains, so its mean and error follow from one number for each decision.
    let shifts: Vec<f64> = gains
        .iter()
        .map(|[mm, ev, asd]| {
            let z = PerTest { mm: scale[0] * mm, ev: scale[1] * ev, asd: scale[2] * asd };
            null.overall(&null.adjust(&z, seen))
        })
        .collect();
    let shift = moments(&shifts);
    let share = agreed as f64 / n;
    Some(Seen {
        decisions: helped.len(),
        agreed: share,
        agreed_error: (share * (1.0 - share) / n).sqrt(),
        shift: shift.mean,
        shift_error: shift.sd / n.sqrt(),
    })
}

#[cfg(test)]
mod tests {
    use uci_pool::{Bound, DepthLines, Value};

    use super::*;
    use crate::calibration::fit::tests::{drawn, true_parameters};
    use crate::plan::Turn;

    const FEN: &str = "rnbqkb1r/pppp1ppp/5n2/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3";

    fn row(depth: u8, lines: &[(&str, i32)]) -> DepthLines {
        let line = |(mv, cp): &(&str, i32)| Line {
            mv: mv.parse().expect("a move"),
            value: Value::Cp(*cp),
            bound: Bound::Exact,
        };
        DepthLines { depth, lines: lines.iter().map(line).collect() }
    }

    fn searched() -> Evaluation {
        Evaluation {
            depths: vec![
                row(10, &[("d2d4", 30), ("b1c3", 25), ("f3e5", 20)]),
                row(11, &[("f3e5", 35), ("d2d4", 33), ("f1c4", 10)]),
                row(12, &[("f3e5", 40), ("f1c4", 12), ("d2d4", 11)]),
            ],
            judgment: 2,
            pvs: Vec::new(),
            nodes: 1,
            truncated: false,
        }
    }

    fn plan(played: &str) -> [GamePlan; 1] {
        [GamePlan {
            turns: vec![Turn {
                fen: FEN.to_owned(),
                played: played.parse().expect("a move"),
                san: String::new(),
                legal: 27,
                excluded: None,
            }],
        }]
    }

    fn moves(answers: &Evaluations) -> Vec<String> {
        let evaluation = answers.of(FEN).expect("asked").as_ref().expect("answered");
        evaluation.lines().iter().map(|line| line.mv.to_string()).collect()
    }

    #[test]
    fn a_view_is_what_a_shallower_search_with_fewer_lines_would_have_said() {
        let plans = plan("f1c4");
        let mut answers = Evaluations::default();
        answers.insert(FEN.to_owned(), None, Ok(searched()));
        let at = |depth, lines| seen(&plans, &answers, View { depth, lines });
        assert_eq!(moves(&at(12, 5)), ["f3e5", "f1c4", "d2d4"]);
        assert_eq!(moves(&at(11, 2)), ["f3e5", "d2d4"]);
        assert_eq!(moves(&at(10, 3)), ["d2d4", "b1c3", "f3e5"]);
        // Shallower than the search ever was: its first row. Deeper: as it ended.
        assert_eq!(moves(&at(3, 1)), ["d2d4"]);
        assert_eq!(moves(&at(30, 3)), moves(&at(12, 3)));
        // At depth 10 the move played was not listed yet; its value is the one it had in the end.
        let played = plans[0].turns[0].played;
        let apart = at(10, 3);
        let apart = apart.apart(FEN, played).expect("known").as_ref().expect("answered");
        assert_eq!(crate::evaluate::value_apart(apart), Some(Value::Cp(12)));
        assert!(at(12, 5).apart(FEN, played).is_none());
        // Never listed and never searched apart: nothing is made up.
        let plans = plan("a2a3");
        let none = seen(&plans, &answers, View { depth: 12, lines: 5 });
        assert!(none.apart(FEN, plans[0].turns[0].played).is_none());
    }

    fn gatherer(views: usize) -> Gatherer {
        let performances = drawn(5, 40);
        let mut gatherer = Gatherer::new(vec![View { depth: 12, lines: 5 }; views]);
        for all in &mut gatherer.performances {
            all.clone_from(&performances);
        }
        gatherer
    }

    #[test]
    fn the_same_view_twice_differs_in_nothing() {
        let null = true_parameters().null;
        let study = gatherer(2).study(&null).expect("fits");
        assert!(study.performances >= 30, "{}", study.performances);
        for row in &study.rows {
            assert!((row.correlation - 1.0).abs() < 1e-12);
            assert_eq!((row.difference_sd, row.difference_mean), (0.0, 0.0));
            // Drawn from the model with no dispersion: a standard normal.
            assert!((0.7..1.35).contains(&row.sd), "{}", row.sd);
            assert_eq!(row.helper, None);
        }
        assert!(matches!(gatherer(0).study(&null), Err(DepthStudyError::NoView)));
    }

    #[test]
    fn a_helper_who_plays_the_first_line_gains_what_the_model_leaves() {
        let null = true_parameters().null;
        let mut gatherer = gatherer(1);
        let helped: Vec<Helped> = gatherer.performances[0]
            .iter()
            .flat_map(|p| p.decisions.iter().map(|d| (p.rating, d.clone())))
            .map(|(rating, decision)| Helped { rating, decision, line: Some(0) })
            .collect();
        let n = helped.len() as f64;
        let fit = fit(&gatherer.performances[0]).expect("fits");
        // By hand for MM alone: share of n times (1 - mean p0), over the root of the projected variance.
        let (mut left, mut variance) = (0.0, 0.0);
        for h in &helped {
            let p = fit.at(h.rating).choices(&h.decision).lines[0];
            left += 1.0 - p;
            variance += p * (1.0 - p);
        }
        let only_mm = Null { weights: PerTest { mm: 1.0, ev: 0.0, asd: 0.0 }, ..null };
        let d = f64::from(DECISIONS);
        let seen = Extent { decisions: DECISIONS, rating: 2400.0 };
        let by_hand = SHARE * d * (left / n) / (d * variance / n).sqrt() / null.dispersion.mm.after(seen);
        gatherer.helped[0] = helped.clone();
        let seen = look(&helped, &fit, &only_mm).expect("looked at");
        assert!((seen.shift - by_hand).abs() < 1e-9, "{} {by_hand}", seen.shift);
        assert_eq!((seen.agreed, seen.agreed_error), (1.0, 0.0));
        // A helper who never plays a listed move loses.
        let never: Vec<Helped> = helped.iter().map(|h| Helped { line: None, ..h.clone() }).collect();
        let seen = look(&never, &fit, &null).expect("looked at");
        assert!(seen.shift < -1.0 && seen.agreed == 0.0);
        let study = gatherer.study(&null).expect("fits");
        assert_eq!(study.helper_decisions, helped.len());
        assert!(study.rows[0].helper.expect("asked").shift > 3.0);
    }
}
