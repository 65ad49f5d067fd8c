//! The parameters that a fit is held to, and where the store has the evaluations they rest on.

use std::path::Path;

use analyzer::calibration::anchor::Anchor;
use analyzer::parameters::Parameters;
use anyhow::{Context, bail};
use datasets::{ProfileId, Store};
use uci_pool::{Identity, Settings};

use crate::output::{read_text, unusable};

/// The parameters that a fit is held to.
///
/// # Errors
/// If the file does not read, or names no engine.
pub fn read(path: &Path) -> anyhow::Result<Anchor> {
    let parameters = Parameters::parse(&read_text(path)?).with_context(unusable(path))?;
    if parameters.source.as_ref().is_none_or(|source| source.engine_signature.is_none()) {
        bail!("{} names no engine with its signature, so its evaluations cannot be found", path.display());
    }
    Ok(Anchor::new(parameters))
}

/// The evaluations that an anchor rests on: its engine and depth, under the rule of this run for decided positions.
///
/// # Errors
/// If the anchor names no engine, or the store cannot be used.
pub fn profile(anchor: &Anchor, run: &Settings, store: &mut Store) -> anyhow::Result<ProfileId> {
    let source = anchor.parameters.source.as_ref().context("the anchor names no engine")?;
    let settings = Settings { decided: run.decided, ..source.settings() };
    let engine = Identity {
        name: source.engine.clone(),
        author: String::new(),
        sha256: source.engine_sha256.clone(),
        signature: source.engine_signature.clone(),
        options: Vec::new(),
    };
    Ok(store.profile(&engine, &settings)?)
}
