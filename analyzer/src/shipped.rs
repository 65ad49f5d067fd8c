//! Which parameters belong to an engine and its settings.

use std::collections::BTreeSet;

use datasets::tournament::corpus::facts::Conditions;
use thiserror::Error;
use uci_pool::{Identity, Settings};

use crate::decision::DECIDED_CP;
use crate::null::strength::Strength;
use crate::parameters::{ParameterError, Parameters, Source};

pub mod known_games;

/// Fits that come with the software, each for one engine and one set of settings; newer engines after older ones.
const FITTED: [&str; 4] = [QUICK_STOCKFISH_15_1, FULL_STOCKFISH_15_1, QUICK_STOCKFISH_19, FULL_STOCKFISH_19];
/// Strength of honest players in games under other conditions than standard play over the board.
const OTHER_CONDITIONS: [&str; 3] = [STRENGTH_RAPID, STRENGTH_BLITZ, STRENGTH_ONLINE_BLITZ];
/// The profile `quick` with Debian's Stockfish 15.1 for x86-64.
pub const QUICK_STOCKFISH_15_1: &str = include_str!("../parameters/quick-stockfish-15.1.toml");

/// The profile `full` with the same engine, held to the former (decision 25).
pub const FULL_STOCKFISH_15_1: &str = include_str!("../parameters/full-stockfish-15.1.toml");

/// Strength of honest players in rapid games over the board, measured with the projections of `quick` with Stockfish 15.1.
pub const STRENGTH_RAPID: &str = include_str!("../parameters/strength-rapid.toml");

/// Strength of honest players in blitz games over the board, measured with the same projections.
pub const STRENGTH_BLITZ: &str = include_str!("../parameters/strength-blitz.toml");

/// Strength of honest players in blitz games online on FIDE ratings, provisional.
pub const STRENGTH_ONLINE_BLITZ: &str = include_str!("../parameters/strength-online-blitz.toml");

/// The profile `quick` with Stockfish 19, held to that with Stockfish 15.1.
pub const QUICK_STOCKFISH_19: &str = include_str!("../parameters/quick-stockfish-19.toml");

/// The profile `full` with Stockfish 19, held to `quick` with Stockfish 15.1 as well.
pub const FULL_STOCKFISH_19: &str = include_str!("../parameters/full-stockfish-19.toml");

fn shipped_fits() -> Result<Vec<Parameters>, ParameterError> {
    FITTED.into_iter().map(Parameters::parse).collect()
}

/// Names of the engines with a shipped fit.
///
/// # Errors
/// If a file built into the program does not read, which a test rules out.
pub fn calibrated_engines() -> Result<BTreeSet<String>, ParameterError> {
    Ok(shipped_fits()?.into_iter().filter_map(|fit| fit.source).map(|source| source.engine).collect())
}

/// Name of the engine that is recommended: the newest one with a fit that is not provisional.
///
/// # Errors
/// If a file built into the program does not read, which a test rules out.
pub fn recommended_engine() -> Result<Option<String>, ParameterError> {
    let newest = shipped_fits()?.into_iter().rev().find(|fit| !fit.provisional);
    Ok(newest.and_then(|fit| fit.source).map(|source| source.engine))
}

/// The kinds of play that have parameters, with any engine.
///
/// # Errors
/// If a file built into the program does not read, which a test rules out.
pub fn calibrated_conditions() -> Result<Vec<Conditions>, ParameterError> {
    let mut all: Vec<Conditions> = shipped_fits()?.iter().map(Parameters::conditions).collect();
    for text in OTHER_CONDITIONS {
        all.extend(Strength::parse(text)?.conditions.map(|other| other.conditions()));
    }
    Ok(all)
}

/// Why a parameter file cannot be used for a run.
#[derive(Debug, Error)]
pub enum UnfitError {
    #[error(transparent)]
    Parameters(#[from] ParameterError),
    #[error("parameters `{version}` were made with {made}, this run uses {run}")]
    Elsewhere {
        version: String,
        /// Engine and settings of the fit.
        made: String,
        /// Engine and settings of the run.
        run: String,
    },
}

/// The parameters for a run: the fit made with this engine and these settings, or `None`, and then there is no
/// projection, no z and no index. For games under other conditions than those of the fit, its null is changed by what was
/// measured for them; where nothing was, the fit is as it is, and [`crate::screen()`] refuses it. Numbers from another engine or depth are not near enough: tried, they put
/// whole honest fields at 61 and at 68 instead of 50.
///
/// # Errors
/// If a file built into the program does not read, which a test rules out.
pub fn parameters(
    engine: &Identity,
    settings: &Settings,
    conditions: Conditions,
) -> Result<Option<Parameters>, ParameterError> {
    let mut fit = shipped_fits()?.into_iter().filter(|parameters| fits(parameters, engine, settings));
    let Some(parameters) = fit.next() else { return Ok(None) };
    if parameters.conditions() == conditions {
        return Ok(Some(parameters));
    }
    for text in OTHER_CONDITIONS {
        let strength = Strength::parse(text)?;
        if strength.conditions.as_ref().is_some_and(|other| other.conditions() == conditions) {
            return Ok(Some(parameters.under(&strength)));
        }
    }
    Ok(Some(parameters))
}

/// Reads a parameter file made by `fairplay calibrate` and checks that it belongs to this run.
///
/// # Errors
/// If it does not read, or was made with another engine or other settings.
pub fn given(text: &str, engine: &Identity, settings: &Settings) -> Result<Parameters, UnfitError> {
    let parameters = Parameters::parse(text)?;
    if fits(&parameters, engine, settings) {
        return Ok(parameters);
    }
    let made = parameters.source.as_ref().map_or_else(
        || "an engine it does not name".to_owned(),
        |s| describe(&s.engine, s.engine_signature.as_deref(), &s.engine_sha256, &s.settings()),
    );
    Err(UnfitError::Elsewhere {
        version: parameters.version,
        made,
        run: describe(&engine.name, engine.signature.as_deref(), &engine.sha256, settings),
    })
}

/// The parameters of a run: from the text of a file, which has to fit, else the shipped ones, if any do.
///
/// # Errors
/// As for [`given`] and [`parameters`].
pub fn of_run(
    text: Option<&str>,
    engine: &Identity,
    settings: &Settings,
    conditions: Conditions,
) -> Result<Option<Parameters>, UnfitError> {
    match text {
        Some(text) => given(text, engine, settings).map(Some),
        None => Ok(parameters(engine, settings, conditions)?),
    }
}

/// The signature of an engine whose files a shipped fit names, so that it need not be asked for it.
///
/// # Errors
/// If a file built into the program does not read, which a test rules out.
pub fn known_signature(engine: &Identity, settings: &Settings) -> Result<Option<String>, ParameterError> {
    for text in FITTED {
        let known = Parameters::parse(text)?.source.filter(|source| {
            // Options were not set in any fit, and change answers.
            engine.options.is_empty()
                && source.engine_sha256 == engine.sha256
                && source.settings() == settings.to_the_end()
        });
        if let Some(source) = known {
            return Ok(source.engine_signature);
        }
    }
    Ok(None)
}

/// Whether parameters were made with an engine that answers like this one, under these settings.
pub fn fits(parameters: &Parameters, engine: &Identity, settings: &Settings) -> bool {
    parameters.source.as_ref().is_some_and(|s| {
        engine.answers_like(s.engine_signature.as_deref(), &s.engine_sha256)
            && counts_alike(&s.settings(), settings)
    })
}

/// Whether the decisions that count look the same under both settings. A search that ends early beyond the border of what
/// counts leaves every decision that counts as it was, to the bit, but for the few that a deeper search brings back
/// within it (decision 27, `docs/savings.md`); one that ends within the border does not.
pub(crate) fn counts_alike(fitted: &Settings, run: &Settings) -> bool {
    let beyond =
        |settings: &Settings| settings.decided.is_none_or(|border| i32::from(border.beyond) >= DECIDED_CP);
    beyond(fitted) && beyond(run) && fitted.to_the_end() == run.to_the_end()
}

impl Source {
    /// The engine and the settings of a fit, which has no games yet.
    pub fn new(engine: &Identity, settings: &Settings) -> Self {
        Self {
            engine: engine.name.clone(),
            engine_sha256: engine.sha256.clone(),
            engine_signature: engine.signature.clone(),
            depth: settings.depth,
            multipv: settings.multipv,
            hash_mib: settings.hash_mib,
            node_cap: settings.node_cap,
            corpus: Vec::new(),
            seed: String::new(),
            events: 0,
            performances: 0,
            decisions: 0,
        }
    }

    /// The search settings of the fit.
    pub fn settings(&self) -> Settings {
        Settings {
            depth: self.depth,
            multipv: self.multipv,
            hash_mib: self.hash_mib,
            node_cap: self.node_cap,
            decided: None,
        }
    }
}

fn describe(name: &str, signature: Option<&str>, sha256: &str, s: &Settings) -> String {
    let short = |hash: &str| hash.get(..12).unwrap_or(hash).to_owned();
    let engine = match signature {
        Some(signature) => format!("signature {}", short(signature)),
        None => format!("SHA-256 {}", short(sha256)),
    };
    format!("{name} ({engine}) at depth {}, {} lines, hash {} MiB", s.depth, s.multipv, s.hash_mib)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parameters::FIRST_FIT;

    fn engine(sha256: &str) -> Identity {
        Identity {
            name: "Stockfish 15.1".to_owned(),
            author: String::new(),
            sha256: sha256.to_owned(),
            signature: None,
            options: Vec::new(),
        }
    }

    #[test]
    fn shipped_files_read_and_are_found_by_engine_and_settings() {
        for text in FITTED {
            let shipped = Parameters::parse(text).expect("reads");
            let source = shipped.source.clone().expect("names its source");
            let conditions = shipped.conditions();
            let same =
                parameters(&engine(&source.engine_sha256), &source.settings(), conditions).expect("reads");
            assert_eq!(same, Some(shipped));
            let deeper = Settings { depth: source.depth + 1, ..source.settings() };
            assert_eq!(parameters(&engine(&source.engine_sha256), &deeper, conditions).expect("reads"), None);
            assert_eq!(parameters(&engine("00"), &source.settings(), conditions).expect("reads"), None);
        }
    }

    #[test]
    fn rapid_and_blitz_have_strengths_of_their_own() {
        use datasets::clocks::time_class::TimeClass;
        use datasets::tournament::venue::Venue;

        let rapid = Conditions { class: TimeClass::Rapid, ..Conditions::USUAL };
        let found = |text: &str, conditions| {
            let source = Parameters::parse(text).expect("reads").source.expect("names its source");
            let run = (engine(&source.engine_sha256), source.settings());
            parameters(&run.0, &run.1, conditions).expect("reads").expect("found")
        };
        let of = |text: &str, conditions| {
            let found = found(text, conditions);
            (found.conditions(), found.provisional)
        };
        let blitz = Conditions { class: TimeClass::Blitz, ..Conditions::USUAL };
        for conditions in [rapid, blitz] {
            assert_eq!(of(QUICK_STOCKFISH_15_1, conditions), (conditions, false));
            // The change was measured with the projections of `quick`, so it is provisional here.
            assert_eq!(of(FULL_STOCKFISH_15_1, conditions), (conditions, true));
        }
        // What was measured online is of a few tournaments.
        let online_blitz = Conditions { class: TimeClass::Blitz, venue: Venue::Online };
        assert_eq!(of(QUICK_STOCKFISH_15_1, online_blitz), (online_blitz, true));
        // How often players find the first move of a deeper search was fitted to standard play alone.
        for text in [QUICK_STOCKFISH_15_1, FULL_STOCKFISH_15_1] {
            let depths = |conditions| -> Vec<u8> {
                let second = found(text, conditions).depth_aware.expect("fitted");
                second.deeper.iter().map(|search| search.depth).collect()
            };
            assert_eq!(depths(Conditions::USUAL), [20, 24]);
            assert!([rapid, blitz, online_blitz].map(depths).iter().all(Vec::is_empty));
        }
        // Other play has none, and keeps the conditions of the fit, which screening refuses.
        for other in [rapid, Conditions::USUAL].map(|of| Conditions { venue: Venue::Online, ..of }) {
            assert_eq!(of(QUICK_STOCKFISH_15_1, other).0, Conditions::USUAL);
        }
        // docs/calibration/README.md: in rapid a player of 2400 plays 249 points weaker, one of 2700 284; in blitz over the board
        // 560 and 645, online 594 and 701.
        let shift = |conditions, rating| {
            found(QUICK_STOCKFISH_15_1, conditions).strength.prior(rating, None, None, 0.0).mean
        };
        for (conditions, rating, points) in [
            (rapid, 2400.0, -249.1),
            (rapid, 2700.0, -284.5),
            (blitz, 2400.0, -560.0),
            (blitz, 2700.0, -644.9),
            (online_blitz, 2400.0, -593.6),
            (online_blitz, 2700.0, -701.1),
        ] {
            let found = shift(conditions, rating) - shift(Conditions::USUAL, rating);
            assert!((found - points).abs() < 0.1, "{rating}: {found}");
        }
    }

    #[test]
    fn the_recommended_engine_has_parameters_that_are_not_provisional() {
        let recommended = recommended_engine().expect("reads").expect("one");
        let fits = FITTED.map(|text| Parameters::parse(text).expect("reads"));
        let own = |fit: &&Parameters| fit.source.as_ref().is_some_and(|source| source.engine == recommended);
        assert!(fits.iter().filter(own).any(|fit| !fit.provisional));
    }

    #[test]
    fn a_file_from_elsewhere_is_refused_by_name() {
        let text = FITTED[0];
        let source = Parameters::parse(text).expect("reads").source.expect("a source");
        assert!(given(text, &engine(&source.engine_sha256), &source.settings()).is_ok());
        let error = given(text, &engine("00"), &source.settings()).expect_err("refused").to_string();
        assert!(error.contains("were made with") && error.contains(&source.engine), "{error}");
        let nameless = given(FIRST_FIT, &engine("00"), &source.settings()).expect_err("refused").to_string();
        assert!(nameless.contains("does not name"), "{nameless}");
    }
}
