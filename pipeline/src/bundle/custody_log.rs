//! Notes taken while a test runs: when the inputs were read, what the engines did, and what the user stated.

use std::time::SystemTime;

use analyzer::full_test::FullTest;
use datasets::Input;
use reports::Language;
use reports::bundle::{SecretKey, Signer, Timestamp};
use reports::custody::{Custody, EngineRun, InputRead, Stated};

use super::EvidenceError;

/// Statements of the user about a test.
#[derive(Clone, Copy, Debug, Default)]
pub struct CustodyStatements<'a> {
    pub requested_by: Option<&'a str>,
    pub reason: Option<&'a str>,
    pub operator: Option<&'a str>,
}

/// Notes of one test.
#[derive(Clone, Debug)]
pub struct CustodyLog {
    /// When the inputs had been read.
    pub read: Timestamp,
    pub runs: Vec<EngineRun>,
}

impl CustodyLog {
    #[must_use]
    pub fn new(read: Timestamp) -> Self {
        Self { read, runs: Vec::new() }
    }

    /// The custody document of a test.
    ///
    /// # Errors
    /// As [`now`].
    pub fn custody(
        self,
        test: &FullTest,
        inputs: &[Input],
        statements: CustodyStatements<'_>,
        language: Language,
        key: Option<&SecretKey>,
    ) -> Result<Custody, EvidenceError> {
        let stated = |text: Option<&str>| text.map(|text| Stated::As(text.to_owned()));
        let input = |input: &Input| InputRead {
            name: Some(input.name.clone()),
            sha256: input.sha256.clone(),
            read: self.read,
        };
        Ok(Custody {
            requested_by: stated(statements.requested_by),
            reason: stated(statements.reason),
            operator: stated(statements.operator),
            inputs: inputs.iter().map(input).collect(),
            runs: self.runs,
            signed_by: key.map(|key| Signer::for_key(key.public())),
            ..Custody::new(test, language, now()?)
        })
    }
}

/// This second, by the clock of this machine.
///
/// # Errors
/// If the clock stands before 1970 or after the year 9999.
pub fn now() -> Result<Timestamp, EvidenceError> {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    since.ok().and_then(|since| Timestamp::from_seconds(since.as_secs())).ok_or(EvidenceError::Clock)
}
