//! The fixed set of positions on which the projected differences of players are compared.
//!
//! It holds the differences between the lines of each position and nothing else: no game, no name, no move.

use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use thiserror::Error;
use uci_pool::{Identity, Settings};

use crate::choice::TwoParameter;
use crate::decision::scale::{CAP_PAWNS, scaled_difference};
use crate::decision::{DECIDED_CP, Decision, Played};
use crate::shipped::counts_alike;
use crate::simulate::Side;
use crate::statistics::statistic::ASD;
use crate::statistics::sums::Projection;

/// The reference set of the profile `quick` with Debian's Stockfish 15.1 for x86-64.
pub const QUICK_STOCKFISH_15_1: &str =
    include_str!("../../../parameters/reference-quick-stockfish-15.1.json");
/// The reference set of the profile `full` with the same engine: the same positions, searched deeper.
pub const FULL_STOCKFISH_15_1: &str = include_str!("../../../parameters/reference-full-stockfish-15.1.json");

/// Most positions a reference file may hold.
const MAX_POSITIONS: usize = 100_000;

/// A reference file that cannot be used.
#[derive(Debug, Error)]
pub enum ReferenceError {
    /// Not the layout expected.
    #[error("the reference set cannot be read: {0}")]
    Layout(#[from] serde_json::Error),
    /// None, or far too many.
    #[error("the reference set holds {found} positions; 1 to {MAX_POSITIONS} are accepted")]
    Size { found: usize },
    /// A position that no search can give.
    #[error("position {number} of the reference set cannot be: {reason}")]
    Position {
        /// Its number, from 1.
        number: usize,
        reason: &'static str,
    },
}

/// One reference position: what the engine said about it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReferencePosition {
    /// Best value in centipawns from the mover's side, -300 to 300.
    pub best: i32,
    /// Raw differences of the lines to it in centipawns, ascending from 0, at most 1000.
    pub differences: Vec<u16>,
    /// Legal moves that are not among the lines.
    pub unlisted: u32,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Reference {
    version: String,
    engine_sha256: String,
    settings: Settings,
    decisions: Vec<Decision>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    version: String,
    engine: String,
    engine_sha256: String,
    settings: Settings,
    positions: Vec<ReferencePosition>,
}

impl Reference {
    /// Reads a reference file.
    ///
    /// # Errors
    /// If it is not one, or holds what no search can give.
    pub fn parse(text: &str) -> Result<Self, ReferenceError> {
        let file: File = serde_json::from_str(text)?;
        if file.positions.is_empty() || file.positions.len() > MAX_POSITIONS {
            return Err(ReferenceError::Size { found: file.positions.len() });
        }
        let decisions: Result<Vec<Decision>, ReferenceError> = file
            .positions
            .iter()
            .enumerate()
            .map(|(k, position)| {
                position.decision().map_err(|reason| ReferenceError::Position { number: k + 1, reason })
            })
            .collect();
        Ok(Self {
            version: file.version,
            engine_sha256: file.engine_sha256,
            settings: file.settings,
            decisions: decisions?,
        })
    }

    /// The reference set shipped for an engine and its settings, or `None`: differences seen by another engine or at
    /// another depth would be another yardstick.
    ///
    /// # Errors
    /// If the file built into the program does not read, which a test rules out.
    pub fn shipped(engine: &Identity, settings: &Settings) -> Result<Option<Self>, ReferenceError> {
        for text in [QUICK_STOCKFISH_15_1, FULL_STOCKFISH_15_1] {
            let reference = Self::parse(text)?;
            if reference.engine_sha256 == engine.sha256 && counts_alike(&reference.settings, settings) {
                return Ok(Some(reference));
            }
        }
        Ok(None)
    }

    /// Version, to be printed beside every IPR.
    #[must_use]
    pub fn version(&self) -> &str {
        &self.version
    }

    /// The positions as decisions; what was played in them is of no interest, so it is the first line.
    #[must_use]
    pub fn decisions(&self) -> &[Decision] {
        &self.decisions
    }

    #[must_use]
    pub fn len(&self) -> usize {
        self.decisions.len()
    }

    /// Whether there are none, which [`Reference::parse`] rules out.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.decisions.is_empty()
    }

    /// Projected average scaled difference of a player on the set, in scaled pawns.
    #[must_use]
    pub fn difference(&self, model: &TwoParameter) -> f64 {
        let each: Vec<f64> = self
            .decisions
            .par_iter()
            .map(|decision| Projection::new(decision, &model.choices(decision)).mean(ASD))
            .collect();
        // Summed in order, so that the number of threads does not matter.
        each.iter().sum::<f64>() / self.decisions.len() as f64
    }

    /// Makes the text of a reference file from `count` decisions at equal steps through the sides of an event, so that
    /// all games and all phases have their share.
    ///
    /// # Errors
    /// If there is no decision, or the text cannot be written.
    pub fn write(
        version: &str,
        (engine, settings): (&Identity, &Settings),
        sides: &[Side],
        count: usize,
    ) -> Result<String, ReferenceError> {
        let all: Vec<_> = sides.iter().flat_map(|side| &side.positions).collect();
        let count = count.min(all.len()).min(MAX_POSITIONS);
        let chosen = (0..count).filter_map(|k| all.get(k * all.len() / count.max(1)));
        let positions: Vec<ReferencePosition> = chosen
            .map(|position| ReferencePosition {
                best: position.best_cp,
                differences: position.decision.differences.iter().map(|d| centipawns(*d)).collect(),
                unlisted: position.decision.unlisted,
            })
            .collect();
        if positions.is_empty() {
            return Err(ReferenceError::Size { found: 0 });
        }
        let file = File {
            version: version.to_owned(),
            engine: engine.name.clone(),
            engine_sha256: engine.sha256.clone(),
            settings: settings.clone(),
            positions,
        };
        // One position to a line.
        let text = serde_json::to_string(&file)?;
        Ok(text.replace("{\"best\"", "\n{\"best\"") + "\n")
    }
}

/// A raw difference of 0 to 10 pawns in whole centipawns, which engines count in.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to 0 to 1000")]
fn centipawns(pawns: f64) -> u16 {
    (100.0 * pawns.clamp(0.0, CAP_PAWNS)).round() as u16
}

impl ReferencePosition {
    /// The decision; what was played there is of no interest, so it is the first line.
    fn decision(&self) -> Result<Decision, &'static str> {
        if self.best.unsigned_abs() > DECIDED_CP.unsigned_abs() {
            return Err("the best value decides it");
        }
        if self.differences.first() != Some(&0) {
            return Err("the first difference is not 0");
        }
        if self.differences.len() > 64 || self.unlisted > 218 {
            return Err("there are more moves than any position has");
        }
        if self.differences.windows(2).any(|w| w[0] > w[1]) {
            return Err("the differences do not ascend");
        }
        let best = f64::from(self.best) / 100.0;
        let differences: Vec<f64> = self.differences.iter().map(|d| f64::from(*d) / 100.0).collect();
        if differences.last().is_some_and(|d| *d > CAP_PAWNS) {
            return Err("a difference lies beyond 10 pawns");
        }
        Ok(Decision {
            deltas: differences.iter().map(|d| scaled_difference(best, *d)).collect(),
            differences,
            unlisted: self.unlisted,
            played: Played::Line(0),
            looks: None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parameters::Parameters;
    use crate::simulate::position::tests::{bundled, made_up};

    #[test]
    fn the_shipped_sets_read_and_belong_to_the_shipped_parameters() {
        for (set, parameters) in [
            (QUICK_STOCKFISH_15_1, crate::shipped::QUICK_STOCKFISH_15_1),
            (FULL_STOCKFISH_15_1, crate::shipped::FULL_STOCKFISH_15_1),
        ] {
            let reference = Reference::parse(set).expect("reads");
            let parameters = Parameters::parse(parameters).expect("reads");
            let source = parameters.source.clone().expect("a source");
            assert_eq!(reference.len(), 400);
            assert!(!reference.is_empty());
            assert_eq!(reference.engine_sha256, source.engine_sha256);
            assert_eq!(reference.settings, source.settings());
            let engine = Identity {
                name: source.engine.clone(),
                author: String::new(),
                sha256: source.engine_sha256.clone(),
                options: Vec::new(),
            };
            let shipped = Reference::shipped(&engine, &source.settings()).expect("reads");
            assert_eq!(shipped, Some(reference));
            let deeper = Settings { depth: 20, ..source.settings() };
            assert!(Reference::shipped(&engine, &deeper).expect("reads").is_none());
            // The file itself names nobody and shows no position.
            assert!(!set.contains('/'), "no FEN");
        }
    }

    #[test]
    fn a_written_set_reads_back_to_the_same_projections() {
        let collection = bundled();
        let roster = datasets::roster(&collection);
        let plans = crate::decision::plan::all(&collection.games);
        let evaluations = made_up(&plans, 5);
        let sides = crate::simulate::sides(0, &roster, &plans, &evaluations);
        let engine = Identity {
            name: "Engine".to_owned(),
            author: String::new(),
            sha256: "ab".to_owned(),
            options: Vec::new(),
        };
        let text = Reference::write("one", (&engine, &Settings::QUICK), &sides, 37).expect("written");
        assert_eq!(text.lines().count(), 38);
        let reference = Reference::parse(&text).expect("reads");
        assert_eq!((reference.len(), reference.version()), (37, "one"));
        let all: Vec<&Decision> =
            sides.iter().flat_map(|s| s.positions.iter().map(|p| &p.decision)).collect();
        for (k, decision) in reference.decisions.iter().enumerate() {
            let original = all[k * all.len() / 37];
            assert_eq!(decision.unlisted, original.unlisted);
            for (a, b) in decision.deltas.iter().zip(&original.deltas) {
                assert!((a - b).abs() < 1e-12);
            }
        }
        assert!(Reference::write("none", (&engine, &Settings::QUICK), &[], 5).is_err());
    }

    #[test]
    fn impossible_sets_are_refused_by_number() {
        let set = |position: &str| {
            let settings = r#"{"depth":12,"multipv":5,"hash_mib":16,"node_cap":5000000}"#;
            let good = r#"{"best":20,"differences":[0,10],"unlisted":20}"#;
            let text = format!(
                r#"{{"version":"v","engine":"e","engine_sha256":"s","settings":{settings},"positions":[{good}{position}]}}"#
            );
            Reference::parse(&text)
        };
        assert_eq!(set("").expect("reads").len(), 1);
        for (position, reason) in [
            (r#"{"best":301,"differences":[0],"unlisted":1}"#, "decides"),
            (r#"{"best":0,"differences":[],"unlisted":1}"#, "not 0"),
            (r#"{"best":0,"differences":[3],"unlisted":1}"#, "not 0"),
            (r#"{"best":0,"differences":[0,9,3],"unlisted":1}"#, "ascend"),
            (r#"{"best":0,"differences":[0,1001],"unlisted":1}"#, "beyond"),
            (r#"{"best":0,"differences":[0],"unlisted":500}"#, "more moves"),
        ] {
            let error = set(&format!(",{position}")).expect_err("refused").to_string();
            assert!(error.contains("position 2") && error.contains(reason), "{error}");
        }
        assert!(matches!(set(r#",{"best":0}"#), Err(ReferenceError::Layout(_))));
    }
}
