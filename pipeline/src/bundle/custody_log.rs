//! Notes taken while a test runs: when the inputs were read, what the engines did, and what the user stated.

use std::time::SystemTime;

use analyzer::full_test::FullTest;
#[cfg(feature = "clap")]
use clap::builder::NonEmptyStringValueParser;
use datasets::Input;
use reports::Language;
use reports::bundle::{SecretKey, Signer, Timestamp};
use reports::custody::{Custody, CustodyText, EngineRun, InputRead};

use super::EvidenceError;

/// Statements of the user about a test.
#[derive(Clone, Debug, Default)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
pub struct CustodyStatements {
    /// Person or body that requested the test; printed in the dossier [default: not stated]
    #[cfg_attr(feature = "clap", arg(long, value_name = "TEXT", value_parser = NonEmptyStringValueParser::new()))]
    pub requested_by: Option<String>,
    /// Reason for testing this player; printed in the dossier [default: not stated]
    #[cfg_attr(feature = "clap", arg(long, value_name = "TEXT", value_parser = NonEmptyStringValueParser::new()))]
    pub reason: Option<String>,
    /// Person who runs the program; printed in the dossier [default: not stated]
    #[cfg_attr(feature = "clap", arg(long, value_name = "NAME", value_parser = NonEmptyStringValueParser::new()))]
    pub operator: Option<String>,
}

#[derive(Clone, Debug)]
pub struct CustodyLog {
    /// When the inputs had been read.
    pub read: Timestamp,
    pub runs: Vec<EngineRun>,
}

impl CustodyLog {
    pub fn new(read: Timestamp) -> Self {
        Self { read, runs: Vec::new() }
    }

    /// The custody document of a test.
    pub fn custody(
        self,
        test: &FullTest,
        inputs: &[Input],
        statements: &CustodyStatements,
        language: Language,
        key: Option<&SecretKey>,
    ) -> Result<Custody, EvidenceError> {
        let stated = |text: &Option<String>| text.clone().map(CustodyText::As);
        let input = |input: &Input| InputRead {
            name: Some(input.name.clone()),
            sha256: input.sha256.clone(),
            read: self.read,
        };
        Ok(Custody {
            requested_by: stated(&statements.requested_by),
            reason: stated(&statements.reason),
            operator: stated(&statements.operator),
            inputs: inputs.iter().map(input).collect(),
            runs: self.runs,
            signed_by: key.map(|key| Signer::for_key(key.public())),
            ..Custody::new(test, language, now()?)
        })
    }
}

/// This second, by the clock of this machine.
pub fn now() -> Result<Timestamp, EvidenceError> {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    since.ok().and_then(|since| Timestamp::from_seconds(since.as_secs())).ok_or_else(|| {
        EvidenceError::Refused("the clock of this machine gives no date that a bundle can carry".to_owned())
    })
}
