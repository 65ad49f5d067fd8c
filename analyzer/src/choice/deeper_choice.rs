//! Adjusts choice probabilities for the first moves of a deeper search, for honest players and for a helper.
//!
//! Players find the first move of a deeper search more often than their probabilities under the search of the test say. A test that
//! took all such moves for help would accuse them, so the weights are fitted to honest moves with [`crate::calibrate::deeper_fit`].
//! Nobody knows how deep a helper searched, so first moves at several depths of the one search count.

use serde::{Deserialize, Serialize};
use shakmaty::uci::UciMove;
use uci_pool::{Evaluation, Identity, Settings};

use crate::parameters::error::{ParameterError, within};

/// Features of the deeper search's choice.
pub(crate) const FEATURES: usize = 4;

/// Largest surprise that counts, in nats: rarer moves are too few to fit.
const MAX_SURPRISE: f64 = 6.0;

/// A deeper search with one line, and how its first move changes choice probabilities.
///
/// Each weight is its value at 2400 and its change per 300 rating points.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DeeperSearch {
    /// Name of the engine.
    pub engine: String,
    /// Signature of the engine under the settings of the fit; `None` if it has not been proved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub engine_signature: Option<String>,
    /// Depth in plies.
    pub depth: u8,
    /// Smaller depths of the same search whose first moves count as much as the last one, in plies.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub earlier: Vec<u8>,
    /// Share of the moves of a helper with this engine that are its first choice at one of the depths, 0 to 1; the others follow the
    /// fitted helper. Each depth counts as a separate helper.
    pub helper_share: f64,
    /// The same of one more helper, with another engine, in equal parts from each depth; absent where there is no such helper.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub other_share: Option<f64>,
    /// Nats by which the choice is likelier as an honest move where it is the first line of the test; for a move that is first at some
    /// of the depths, the share of those.
    pub first: [f64; 2],
    /// The same where it is another line.
    pub line: [f64; 2],
    /// The same where it is not among the lines.
    pub unlisted: [f64; 2],
    /// The same for each nat of its surprise `-ln p` under the choice model, up to 6.
    pub surprise: [f64; 2],
}

/// First choices of the deeper search in a decision, one for each depth that counts, the last at its full depth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeeperChoices {
    /// The line of the test that each is; `None` for a move that is not among the lines.
    pub lines: Vec<Option<usize>>,
}

impl DeeperChoices {
    /// The first moves of a search at these depths; `line` is the line of the test with a move. A search that ended before one of them
    /// keeps its last move. `None` if it has no lines.
    pub fn new(
        search: &Evaluation,
        depths: impl Iterator<Item = u8>,
        line: impl Fn(UciMove) -> Option<usize>,
    ) -> Option<Self> {
        let rows = search.depths.get(..=search.judgment)?;
        let first = |depth| rows.iter().rfind(|row| row.depth <= depth)?.lines.first().map(|first| first.mv);
        Some(Self { lines: depths.map(|depth| first(depth).map(&line)).collect::<Option<_>>()? })
    }

    /// Share of the depths at which each of `outcomes` is first: the lines, then one entry for all unlisted moves.
    pub(crate) fn shares(&self, outcomes: usize) -> Vec<f64> {
        let mut shares = vec![0.0; outcomes];
        for line in &self.lines {
            let place = line.unwrap_or(usize::MAX).min(outcomes.saturating_sub(1));
            if let Some(share) = shares.get_mut(place) {
                *share += 1.0 / self.lines.len() as f64;
            }
        }
        shares
    }

    /// For each of `moves` that is first at some depth its place and features, where the choice model gives it that probability.
    pub(crate) fn features(&self, moves: &[f64]) -> Vec<(usize, [f64; FEATURES])> {
        let unlisted = moves.len().saturating_sub(1);
        let of = |(place, (share, p)): (usize, (f64, &f64))| {
            let is = |yes: bool| if yes { share } else { 0.0 };
            let surprise = (-libm::log(p.max(f64::MIN_POSITIVE))).clamp(0.0, MAX_SURPRISE);
            let (first, last) = (place == 0, place == unlisted);
            (share > 0.0)
                .then(|| (place, [is(first && !last), is(!first && !last), is(last), share * surprise]))
        };
        self.shares(moves.len()).into_iter().zip(moves).enumerate().filter_map(of).collect()
    }
}

impl DeeperSearch {
    /// # Errors
    /// If a number is out of range.
    pub(crate) fn check(&self) -> Result<(), ParameterError> {
        let shares =
            [("deeper.helper_share", Some(self.helper_share)), ("deeper.other_share", self.other_share)];
        for (name, share) in shares.into_iter().filter_map(|(name, share)| Some((name, share?))) {
            within(name, share, (0.0..=1.0).contains(&share), "0 to 1")?;
        }
        for depth in &self.earlier {
            within(
                "deeper.earlier",
                f64::from(*depth),
                (1..self.depth).contains(depth),
                "1 to under the depth",
            )?;
        }
        for weight in self.weights().into_iter().flatten() {
            within("deeper weights", weight, weight.abs() <= 10.0, "-10 to 10")?;
        }
        Ok(())
    }

    /// True if this is the search for which it was fitted how often honest players make its first moves.
    pub fn is_search_of(&self, engine: &Identity, settings: &Settings) -> bool {
        self.engine_signature.is_some()
            && self.engine_signature == engine.signature
            && (self.depth, 1) == (settings.depth, settings.multipv)
    }

    fn weights(&self) -> [[f64; 2]; FEATURES] {
        [self.first, self.line, self.unlisted, self.surprise]
    }

    /// Depths whose first moves count, in plies; the last is that of the search.
    pub fn depths(&self) -> impl Iterator<Item = u8> {
        self.earlier.iter().copied().chain([self.depth])
    }

    /// Adjusts the probabilities of an honest player's moves: the lines, then one entry for all unlisted moves.
    /// `rating` is that of the model, in steps of 300 from 2400.
    pub fn adjust_honest(&self, choices: &DeeperChoices, rating: f64, moves: &mut [f64]) {
        for (place, features) in choices.features(moves) {
            let weighed = features.into_iter().zip(self.weights());
            let nats: f64 = weighed.map(|(x, [at_2400, slope])| x * (at_2400 + slope * rating)).sum();
            if let Some(p) = moves.get_mut(place) {
                *p *= libm::exp(nats);
            }
        }
        let sum: f64 = moves.iter().sum();
        for p in moves {
            *p /= sum;
        }
    }

    /// Probabilities of the moves of each helper, in the same order: one helper for each depth, then one with another engine if
    /// there is one. `fitted` are those of the fitted helper.
    pub(crate) fn helpers(&self, choices: &DeeperChoices, fitted: &[f64]) -> Vec<Vec<f64>> {
        let one = |line: &Option<usize>| (self.helper_share, DeeperChoices { lines: vec![*line] });
        let other = self.other_share.map(|share| (share, choices.clone()));
        let of = |(share, choices): (f64, DeeperChoices)| {
            let shares = choices.shares(fitted.len());
            shares.iter().zip(fitted).map(|(here, p)| share * here + (1.0 - share) * p).collect()
        };
        choices.lines.iter().map(one).chain(other).map(of).collect()
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use uci_pool::{Bound, DepthLines, Line, Value};

    use super::*;

    pub(crate) fn made_up() -> DeeperSearch {
        DeeperSearch {
            engine: "Engine".to_owned(),
            engine_signature: None,
            depth: 16,
            earlier: Vec::new(),
            helper_share: 0.4,
            other_share: None,
            first: [0.5, 0.1],
            line: [1.0, 0.0],
            unlisted: [2.0, 0.0],
            surprise: [-0.25, 0.0],
        }
    }

    /// By hand: the odds of the choice grow by the weights, those of the others among themselves stay.
    #[test]
    fn honest_odds_grow_by_the_weights() {
        let adjusted = |line: Option<usize>, rating: f64| {
            let mut moves = [0.5, 0.3, 0.2];
            made_up().adjust_honest(&DeeperChoices { lines: vec![line] }, rating, &mut moves);
            moves
        };
        let close = |a: f64, b: f64| assert!((a - b).abs() < 1e-12, "{a} {b}");
        let [first, second, unlisted] = adjusted(Some(0), 2.0);
        close(first / (1.0 - first), libm::exp(0.7 - 0.25 * std::f64::consts::LN_2));
        close(second / unlisted, 1.5);
        close(first + second + unlisted, 1.0);
        let [_, second, _] = adjusted(Some(1), 2.0);
        close(second / (1.0 - second), 0.3 / 0.7 * libm::exp(1.0 + 0.25 * libm::log(0.3)));
        let [.., unlisted] = adjusted(None, 0.0);
        close(unlisted / (1.0 - unlisted), 0.2 / 0.8 * libm::exp(2.0 + 0.25 * libm::log(0.2)));
    }

    #[test]
    fn a_helper_takes_the_choice_so_much_more_often() {
        let adjusted = |line| {
            let helpers = made_up().helpers(&DeeperChoices { lines: vec![line] }, &[0.5, 0.3, 0.2]);
            assert_eq!(helpers.len(), 1);
            helpers[0].clone()
        };
        for (found, expected) in [(adjusted(Some(1)), [0.3, 0.58, 0.12]), (adjusted(None), [0.3, 0.18, 0.52])]
        {
            assert!(found.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-12), "{found:?}");
        }
    }

    /// By hand: of four depths two have the first line first, one another line, one an unlisted move.
    #[test]
    fn each_depth_counts_its_part() {
        let choices = DeeperChoices { lines: vec![Some(0), None, Some(1), Some(0)] };
        let close = |a: &[f64], b: &[f64]| {
            assert!(a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-12), "{a:?} {b:?}");
        };
        let search = DeeperSearch { earlier: vec![10, 12, 14], other_share: Some(0.2), ..made_up() };
        assert!(search.check().is_ok());
        let helpers = search.helpers(&choices, &[0.5, 0.3, 0.2]);
        assert_eq!(helpers.len(), 5);
        close(&helpers[0], &[0.4 + 0.6 * 0.5, 0.6 * 0.3, 0.6 * 0.2]);
        close(&helpers[1], &[0.6 * 0.5, 0.6 * 0.3, 0.4 + 0.6 * 0.2]);
        close(&helpers[2], &[0.6 * 0.5, 0.4 + 0.6 * 0.3, 0.6 * 0.2]);
        close(&helpers[3], &helpers[0]);
        close(&helpers[4], &[0.2 * 0.5 + 0.8 * 0.5, 0.2 * 0.25 + 0.8 * 0.3, 0.2 * 0.25 + 0.8 * 0.2]);
        let mut moves = [0.5, 0.3, 0.2];
        made_up().adjust_honest(&choices, 0.0, &mut moves);
        let grown = |p: f64, share: f64, weight: f64| p * libm::exp(share * (weight + 0.25 * libm::log(p)));
        let parts = [grown(0.5, 0.5, 0.5), grown(0.3, 0.25, 1.0), grown(0.2, 0.25, 2.0)];
        close(&moves, &parts.map(|part| part / parts.iter().sum::<f64>()));
    }

    #[test]
    fn first_moves_are_those_of_the_depths() {
        let mv = |text: &str| text.parse::<UciMove>().expect("a move");
        let row = |depth, first: &str| DepthLines {
            depth,
            lines: vec![Line { mv: mv(first), value: Value::Cp(10), bound: Bound::Exact }],
        };
        let search = Evaluation {
            depths: vec![row(1, "e2e4"), row(3, "d2d4"), row(5, "a2a3"), row(6, "h2h3")],
            judgment: 2,
            pvs: Vec::new(),
            nodes: 1,
            truncated: false,
        };
        let test = [mv("d2d4"), mv("e2e4")];
        let line = |first| test.iter().position(|listed| *listed == first);
        let found = DeeperChoices::new(&search, [1, 4, 5, 9].into_iter(), line).expect("lines");
        assert_eq!(found.lines, [Some(1), Some(0), None, None], "nothing beyond the judgment depth");
        assert_eq!(DeeperChoices::new(&search, [0].into_iter(), line), None);
    }

    #[test]
    fn a_surprise_without_bounds_does_not_count() {
        let features = DeeperChoices { lines: vec![Some(2)] }.features(&[0.5, 0.5, 0.0, 0.0]);
        assert_eq!(features, [(2, [0.0, 1.0, 0.0, MAX_SURPRISE])]);
        assert!(made_up().check().is_ok());
        assert!(DeeperSearch { helper_share: 1.1, ..made_up() }.check().is_err());
        assert!(DeeperSearch { line: [f64::NAN, 0.0], ..made_up() }.check().is_err());
        assert!(DeeperSearch { earlier: vec![14, 16], ..made_up() }.check().is_err());
        assert!(DeeperSearch { other_share: Some(-0.1), ..made_up() }.check().is_err());
    }
}
