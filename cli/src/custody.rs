//! What is noted about a test while it runs: who asked and why, which files were read and when, what the engines did.

use std::time::SystemTime;

use anyhow::bail;
use datasets::Input;
use reports::Language;
use reports::bundle::{SecretKey, Signer, Timestamp};
use reports::custody::{Custody, EngineRun, InputRead, Stated};

use crate::arguments::CustodyOptions;

/// Notes of a run so far.
pub(crate) struct Diary {
    /// When the inputs had been read.
    pub(crate) read: Timestamp,
    /// What the engines did.
    pub(crate) runs: Vec<EngineRun>,
}

impl Diary {
    /// A diary that begins when the inputs had been read.
    pub(crate) fn new(read: Timestamp) -> Self {
        Self { read, runs: Vec::new() }
    }

    /// The paper on custody. `numbers` is the digest over the numbers, `software` what made them.
    pub(crate) fn custody(
        self,
        options: &CustodyOptions,
        inputs: &[Input],
        (numbers, software): (&str, &str),
        language: Language,
        key: Option<&SecretKey>,
    ) -> anyhow::Result<Custody> {
        let said = |text: &Option<String>| text.clone().map(Stated::As);
        let input = |input: &Input| InputRead {
            name: Some(input.name.clone()),
            sha256: input.sha256.clone(),
            read: self.read,
        };
        Ok(Custody {
            schema: Custody::SCHEMA.to_owned(),
            numbers: numbers.to_owned(),
            requested_by: said(&options.requested_by),
            reason: said(&options.reason),
            operator: said(&options.operator),
            language,
            inputs: inputs.iter().map(input).collect(),
            runs: self.runs,
            made: now()?,
            software: software.to_owned(),
            signed_by: key.map(|key| Signer::for_key(key.public())),
            copied: None,
        })
    }
}

/// This second, by the clock of this machine.
///
/// # Errors
/// If the clock stands before 1970 or after the year 9999.
pub(crate) fn now() -> anyhow::Result<Timestamp> {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    match since.ok().and_then(|since| Timestamp::from_seconds(since.as_secs())) {
        Some(now) => Ok(now),
        None => bail!("the clock of this machine gives no date that a bundle can carry"),
    }
}
