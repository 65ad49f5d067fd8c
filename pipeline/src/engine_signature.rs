//! Asks an engine for its signature, once for each file, options and settings; the store remembers it.

use std::time::Duration;

use analyzer::shipped;
use datasets::Store;
use uci_pool::{EngineSpec, Identity, Limits, Pool, Settings, SignatureError, identify_for, signature};

use crate::engine_session::SessionError;
use crate::search::Search;

/// Interval between looks for an answer.
const POLL_INTERVAL: Duration = Duration::from_millis(100);

/// Searches the test positions. The engines have to run under the settings without their rule for decided positions.
///
/// # Errors
/// If an engine gives no answer.
pub fn signature_of(search: &impl Search) -> Result<String, SignatureError> {
    let requests = signature::requests();
    let mut answers = Vec::with_capacity(requests.len());
    for request in &requests {
        search.submit(request.clone());
    }
    while answers.len() < requests.len() {
        let Some(answer) = search.next(POLL_INTERVAL) else { continue };
        // An engine that cannot answer is told at once, not after a deadline for each of the others.
        if let Some(error) = signature::failure(&answer) {
            return Err(error);
        }
        answers.push(answer);
    }
    signature::signature(&answers)
}

/// The signature of an engine as far as it is known without asking: of a build that a shipped fit names, or remembered.
///
/// # Errors
/// A store that cannot be read.
pub fn remembered_signature(
    identity: &Identity,
    settings: &Settings,
    store: &Store,
) -> Result<Option<String>, SessionError> {
    let settings = settings.to_the_end();
    Ok(match shipped::known_signature(identity, &settings)? {
        Some(known) => Some(known),
        None => store.signature(identity, &settings)?,
    })
}

/// The identity of an engine with its signature. The signature of a build that a shipped fit names is known; the store remembers
/// others; a new build is asked, by `engines` processes. `notice` gets a line when that takes a while.
///
/// # Errors
/// An engine or a store that cannot be used.
pub fn identity_with_signature(
    spec: &EngineSpec,
    settings: &Settings,
    (engines, limits): (usize, &Limits),
    store: &mut Store,
    notice: &dyn Fn(&str),
) -> Result<Identity, SessionError> {
    let unusable = |source| SessionError::Engine { command: spec.command.clone(), source };
    let settings = settings.to_the_end();
    // An engine that cannot be set as the settings want it is told before anything is searched, by another engine too.
    let mut identity = identify_for(spec, &settings).map_err(unusable)?;
    identity.signature = remembered_signature(&identity, &settings, store)?;
    if identity.signature.is_none() {
        notice(&format!(
            "{} is new here: it is asked about {} test positions at depth {} with {} lines, once for this file and these settings; this \
             takes some minutes.",
            identity.name,
            signature::requests().len(),
            settings.depth,
            settings.multipv
        ));
        let pool = Pool::start(spec, &settings, engines, limits.clone())?;
        let found = signature_of(&pool)
            .map_err(|source| SessionError::Signature { command: spec.command.clone(), source })?;
        notice(&format!("Its signature is {found}."));
        identity.signature = Some(found);
        store.remember(&identity, &settings)?;
    }
    Ok(identity)
}
