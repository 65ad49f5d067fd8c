//! The fixed set of positions on which the projected differences of players are compared.
//!
//! It holds the differences between the lines of each position and nothing else: no game, no name, no move.

use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use uci_pool::{Identity, Settings};

use crate::choice::TwoParameter;
use crate::decision::scale::{CAP_PAWNS, scaled_difference};
use crate::decision::{Decision, PlayedMove};
use crate::shipped::counts_alike;
use crate::statistics::statistic::ASD;
use crate::statistics::statistic::STATISTICS;

/// The reference set of the profile `quick` with Debian's Stockfish 15.1 for x86-64.
pub const QUICK_STOCKFISH_15_1: &str =
    include_str!("../../../parameters/reference-quick-stockfish-15.1.json");
/// The reference set of the profile `full` with the same engine: the same positions, searched deeper.
pub const FULL_STOCKFISH_15_1: &str = include_str!("../../../parameters/reference-full-stockfish-15.1.json");
/// The same positions under the profile `quick` with Stockfish 19.
const QUICK_STOCKFISH_19: &str = include_str!("../../../parameters/reference-quick-stockfish-19.json");
/// The same positions under the profile `full` with Stockfish 19.
const FULL_STOCKFISH_19: &str = include_str!("../../../parameters/reference-full-stockfish-19.json");

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
    engine_signature: Option<String>,
    settings: Settings,
    decisions: Vec<Decision>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    version: String,
    engine: String,
    engine_sha256: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    engine_signature: Option<String>,
    settings: Settings,
    positions: Vec<ReferencePosition>,
}

impl Reference {
    /// Reads a reference file.
    ///
    /// # Errors
    /// If it is not one.
    pub fn parse(text: &str) -> Result<Self, serde_json::Error> {
        let file: File = serde_json::from_str(text)?;
        Ok(Self {
            version: file.version,
            engine_sha256: file.engine_sha256,
            engine_signature: file.engine_signature,
            settings: file.settings,
            decisions: file.positions.iter().map(ReferencePosition::decision).collect(),
        })
    }

    /// The reference set shipped for an engine and its settings, or `None`: differences seen by another engine or at
    /// another depth would be another yardstick.
    ///
    /// # Errors
    /// If the file built into the program does not read, which a test rules out.
    pub fn shipped(engine: &Identity, settings: &Settings) -> Result<Option<Self>, serde_json::Error> {
        for text in [QUICK_STOCKFISH_15_1, FULL_STOCKFISH_15_1, QUICK_STOCKFISH_19, FULL_STOCKFISH_19] {
            let reference = Self::parse(text)?;
            let signature = reference.engine_signature.as_deref();
            if engine.answers_like(signature, &reference.engine_sha256)
                && counts_alike(&reference.settings, settings)
            {
                return Ok(Some(reference));
            }
        }
        Ok(None)
    }

    /// Version, to be printed beside every IPR.
    pub fn version(&self) -> &str {
        &self.version
    }

    /// The positions as decisions; what was played in them is of no interest, so it is the first line.
    pub fn decisions(&self) -> &[Decision] {
        &self.decisions
    }

    pub fn len(&self) -> usize {
        self.decisions.len()
    }

    /// Whether there are none, which [`Reference::parse`] rules out.
    pub fn is_empty(&self) -> bool {
        self.decisions.is_empty()
    }

    /// Projected average scaled difference of a player on the set, in scaled pawns.
    pub fn difference(&self, model: &TwoParameter) -> f64 {
        let each: Vec<f64> = self
            .decisions
            .par_iter()
            .map(|decision| (STATISTICS[ASD].project)(decision, &model.choices(decision)).mean)
            .collect();
        // Summed in order, so that the number of threads does not matter.
        each.iter().sum::<f64>() / self.decisions.len() as f64
    }

    /// The text of a reference file, one position to a line.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(
        version: &str,
        (engine, settings): (&Identity, &Settings),
        positions: Vec<ReferencePosition>,
    ) -> Result<String, serde_json::Error> {
        let file = File {
            version: version.to_owned(),
            engine: engine.name.clone(),
            engine_sha256: engine.sha256.clone(),
            engine_signature: engine.signature.clone(),
            settings: settings.clone(),
            positions,
        };
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
    /// A decision as a reference position; `best` is its best value in centipawns from the mover's side.
    pub fn new(best: i32, decision: &Decision) -> Self {
        let differences = decision.differences.iter().map(|d| centipawns(*d)).collect();
        Self { best, differences, unlisted: decision.unlisted }
    }

    /// The decision; what was played there is of no interest, so it is the first line.
    fn decision(&self) -> Decision {
        let best = f64::from(self.best) / 100.0;
        let differences: Vec<f64> = self.differences.iter().map(|d| f64::from(*d) / 100.0).collect();
        Decision {
            deltas: differences.iter().map(|d| scaled_difference(best, *d)).collect(),
            differences,
            unlisted: self.unlisted,
            played: PlayedMove::Line(0),
            looks: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decision::DECIDED_CP;
    use crate::parameters::Parameters;

    #[test]
    fn the_shipped_sets_read_and_belong_to_the_shipped_parameters() {
        for (set, parameters) in [
            (QUICK_STOCKFISH_15_1, crate::shipped::QUICK_STOCKFISH_15_1),
            (FULL_STOCKFISH_15_1, crate::shipped::FULL_STOCKFISH_15_1),
            (QUICK_STOCKFISH_19, crate::shipped::QUICK_STOCKFISH_19),
            (FULL_STOCKFISH_19, crate::shipped::FULL_STOCKFISH_19),
        ] {
            let reference = Reference::parse(set).expect("reads");
            let parameters = Parameters::parse(parameters).expect("reads");
            let source = parameters.source.clone().expect("a source");
            assert_eq!(reference.len(), 400);
            let file: File = serde_json::from_str(set).expect("reads");
            for ReferencePosition { best, differences, unlisted } in &file.positions {
                assert!(best.abs() <= DECIDED_CP && *unlisted <= 218, "a position that counts");
                assert!(
                    differences[0] == 0 && differences.is_sorted() && differences.iter().all(|d| *d <= 1000)
                );
            }
            assert!(!reference.is_empty());
            assert_eq!(reference.engine_sha256, source.engine_sha256);
            assert_eq!(reference.engine_signature, source.engine_signature);
            assert_eq!(reference.settings, source.settings());
            let engine = Identity {
                name: source.engine.clone(),
                author: String::new(),
                sha256: source.engine_sha256.clone(),
                signature: None,
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
    fn a_written_set_reads_back() {
        let engine = Identity {
            name: "Engine".to_owned(),
            author: String::new(),
            sha256: "ab".to_owned(),
            signature: None,
            options: Vec::new(),
        };
        let decision = Decision {
            differences: vec![0.0, 0.12, 0.5],
            deltas: [0.0, 0.12, 0.5].map(|d| scaled_difference(0.3, d)).to_vec(),
            unlisted: 21,
            played: PlayedMove::Line(0),
            looks: None,
        };
        let positions = vec![ReferencePosition::new(30, &decision); 2];
        let text = Reference::write("one", (&engine, &Settings::QUICK), positions).expect("written");
        assert_eq!(text.lines().count(), 3);
        let reference = Reference::parse(&text).expect("reads");
        assert_eq!((reference.version(), reference.len()), ("one", 2));
        for (a, b) in reference.decisions[1].deltas.iter().zip(&decision.deltas) {
            assert!((a - b).abs() < 1e-12);
        }
        assert_eq!(reference.decisions[1].unlisted, 21);
    }
}
