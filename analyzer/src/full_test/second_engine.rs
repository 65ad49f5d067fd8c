//! The independent test: the same decisions, asked of another program.
//!
//! Where another engine has no calibration of its own there is no z of its own either. What can be said is how often the
//! player chose *its* first move, beside how often the reading of record expects an honest player to choose that very move. Its
//! answers never entered the fit, so a high agreement with the engine of the test alone does not carry over.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uci_pool::{Identity, Settings};

use super::own::Own;
use crate::choice::{ChoiceModel, Choices};
use crate::evaluate::Evaluations;
use crate::null::Dispersion;
use crate::parameters::{Parameters, Rated};
use crate::screen::Event;
use crate::screening::{EngineEntry, SettingsEntry};
use crate::tails::{equivalent_z, headline, poisson_binomial_mid};

/// What another engine says about the player's decisions.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SecondEngine {
    /// The engine.
    pub engine: EngineEntry,
    /// Its settings.
    pub settings: SettingsEntry,
    /// Decisions it answered, of those scored.
    pub decisions: u32,
    /// Of them, those in which its first move is the first line of the engine of the test.
    pub same_first: u32,
    /// Moves played that are its first move.
    pub matches: u32,
    /// How many the reading of record expects.
    pub expected: Option<f64>,
    /// z of the matches, with the dispersion of MM; absent below the gate and without a projection.
    pub z: Option<f64>,
    /// How many the second reading expects.
    pub depth_aware_expected: Option<f64>,
    /// z of the matches under the second reading.
    pub depth_aware_z: Option<f64>,
}

/// Another engine with its answers to the same positions; only first moves are looked at.
#[derive(Clone, Copy, Debug)]
pub struct Second<'a> {
    /// The engine.
    pub engine: &'a Identity,
    /// Its settings.
    pub settings: &'a Settings,
    /// Its answers.
    pub evaluations: &'a Evaluations,
}

/// One decision as both engines see it.
struct Seen {
    game: usize,
    /// Index of the other engine's first move among the lines; absent if it is not one of them.
    line: Option<usize>,
    matched: bool,
}

/// Compares.
pub(super) fn compare(
    event: &Event<'_>,
    second: &Second<'_>,
    own: &[Own],
    parameters: &Parameters,
    rating: impl Fn(usize) -> Option<u16> + Copy,
) -> SecondEngine {
    let seen: Vec<(&Own, Seen)> = own
        .iter()
        .filter_map(|o| Some((o, seen(event, second, o)?)))
        .collect();
    let count = |wanted: &dyn Fn(&Seen) -> bool| {
        u32::try_from(seen.iter().filter(|(_, s)| wanted(s)).count()).unwrap_or(u32::MAX)
    };
    let matches = count(&|s| s.matched);
    let record = expectation(&seen, matches, parameters, rating);
    let depth_aware = parameters.depth_aware.as_ref();
    let depth_aware = depth_aware.and_then(|reading| expectation(&seen, matches, reading, rating));
    SecondEngine {
        engine: EngineEntry {
            name: second.engine.name.clone(),
            sha256: second.engine.sha256.clone(),
        },
        settings: SettingsEntry {
            depth: second.settings.depth,
            multipv: second.settings.multipv,
            hash_mib: second.settings.hash_mib,
            node_cap: second.settings.node_cap,
        },
        decisions: count(&|_| true),
        same_first: count(&|s| s.line == Some(0)),
        matches,
        expected: record.map(|e| e.0),
        z: record.and_then(|e| e.1),
        depth_aware_expected: depth_aware.map(|e| e.0),
        depth_aware_z: depth_aware.and_then(|e| e.1),
    }
}

fn seen(event: &Event<'_>, second: &Second<'_>, own: &Own) -> Option<Seen> {
    let turn = event.plans.get(own.game)?.turns.get(own.ply)?;
    let first = second
        .evaluations
        .of(&turn.fen)?
        .as_ref()
        .ok()?
        .lines()
        .first()?
        .mv;
    let lines = event.evaluations.of(&turn.fen)?.as_ref().ok()?.lines();
    Some(Seen {
        game: own.game,
        line: lines.iter().position(|line| line.mv == first),
        matched: turn.played == first,
    })
}

/// Expected matches and their z under a reading; `None` if a decision has no projection.
fn expectation<R: Rated>(
    seen: &[(&Own, Seen)],
    matches: u32,
    reading: &R,
    rating: impl Fn(usize) -> Option<u16>,
) -> Option<(f64, Option<f64>)> {
    let mut chances = Vec::with_capacity(seen.len());
    for (own, seen) in seen {
        let choices = reading.model(rating(seen.game)?).project(&own.decision)?;
        chances.push(chance(&choices, seen.line, own.decision.unlisted));
    }
    let n = u32::try_from(chances.len()).unwrap_or(u32::MAX);
    let expected: f64 = chances.iter().sum();
    let variance: f64 = chances.iter().map(|p| p * (1.0 - p)).sum();
    if n == 0 {
        return None;
    }
    if variance <= 0.0 || n < reading.null().gate.decisions {
        return Some((expected, None));
    }
    let normal = (f64::from(matches) - expected) / variance.sqrt();
    let tail = equivalent_z(poisson_binomial_mid(&chances, matches));
    let dispersion: &Dispersion = &reading.null().dispersion.mm;
    Some((expected, Some(headline(normal, tail) / dispersion.after(n))))
}

/// Probability of one move: that of its line, else an even share of what the unlisted moves have together.
fn chance(choices: &Choices, line: Option<usize>, unlisted: u32) -> f64 {
    let p = match line {
        Some(k) => choices.lines.get(k).copied().unwrap_or(0.0),
        None => choices.unlisted / f64::from(unlisted.max(1)),
    };
    p.clamp(0.0, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_has_the_probability_of_its_line_or_its_share_of_the_rest() {
        let choices = Choices {
            lines: vec![0.5, 0.3],
            unlisted: 0.2,
            unlisted_delta: 1.0,
            unlisted_difference: 1.0,
        };
        assert_eq!(chance(&choices, Some(1), 8), 0.3);
        assert!((chance(&choices, None, 8) - 0.025).abs() < 1e-15);
        assert_eq!(chance(&choices, Some(7), 8), 0.0);
    }
}
