//! The parameters that a fit is held to, and where the store has the evaluations they rest on.

use std::path::Path;

use analyzer::calibration::anchor::Anchor;
use analyzer::parameters::Parameters;
use analyzer::shipped::fits;
use anyhow::{Context, bail};
use datasets::{ProfileId, ProfileSummary, Store};

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

/// The evaluations that an anchor rests on: those of its engine and depth, with or without an early end of decided positions. If
/// the store has both, those of which it has more.
///
/// # Errors
/// If the anchor names no engine, or the store cannot be used or has no such evaluations.
pub fn profile(anchor: &Anchor, store: &mut Store) -> anyhow::Result<ProfileId> {
    let source = anchor.parameters.source.as_ref().context("the anchor names no engine")?;
    let of_anchor = |found: &ProfileSummary| {
        found.evaluations > 0
            && found.engine.options.is_empty()
            && fits(&anchor.parameters, &found.engine, &found.settings)
    };
    let found = store.summary()?.into_iter().filter(of_anchor).max_by_key(|found| found.evaluations);
    let Some(found) = found else {
        bail!(
            "the store has no evaluations of {} at depth {} with {} lines, to which the fit is held; search the games with it \
             first",
            source.engine,
            source.depth,
            source.multipv
        );
    };
    Ok(store.profile(&found.engine, &found.settings)?.of_any_program())
}
