//! The messages on the network and their subjects. All of it is a contract between programs of different age:
//! a change needs a new prefix of the subjects.

use std::fmt::Write as _;

use async_nats::HeaderMap;
use datasets::profile_digest;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use shakmaty::uci::UciMove;
use uci_pool::{Evaluation, Failure, Identity, Request, Settings, hex};

/// The header of an answer that names the worker who gave it.
pub(crate) const WORKER: &str = "Fairplay-Worker";
/// The header of an answer with the SHA-256 of the program that gave it.
pub(crate) const PROGRAM: &str = "Fairplay-Program";
/// The headers of a question that name workers whose answers are not taken.
pub(crate) const SHUT_OUT: &str = "Fairplay-Shut-Out";
/// The reason of the failure that stands in place of an answer that was withdrawn.
pub(crate) const WITHDRAWN: &str = "withdrawn";
/// Longest name of a worker, in characters.
const MAX_NAME: usize = 100;
/// Most bytes of a position that is taken; the longest legal one has fewer than 100.
const MAX_FEN: usize = 256;
const MAX_REASON: usize = 500;
/// The first byte of an answer that holds an evaluation.
const EVALUATION: u8 = 1;
/// The first byte of an answer that holds the reason of a failure.
const FAILURE: u8 = 0;

/// An engine with its settings: what decides an answer beside the position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Profile {
    pub engine: Identity,
    pub settings: Settings,
}

impl Profile {
    pub(crate) fn digest(&self) -> Result<String, serde_json::Error> {
        profile_digest(&self.engine, &self.settings)
    }

    /// For people: engine, depth and lines.
    pub(crate) fn shown(&self) -> String {
        let Self { engine, settings } = self;
        let hash = engine.signature.as_ref().unwrap_or(&engine.sha256);
        let mut text = format!(
            "{} ({}…), depth {} with {} lines",
            engine.name,
            hash.get(..12).unwrap_or(hash),
            settings.depth,
            settings.multipv
        );
        for (name, value) in &engine.options {
            let _infallible = write!(text, ", {name}={value}");
        }
        text
    }
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Position<'a> {
    fen: &'a str,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    only: Option<String>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    again: bool,
}

/// A request for the first or for a second answer, which have keys of their own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Question {
    pub(crate) request: Request,
    pub(crate) again: bool,
}

impl Question {
    pub(crate) fn message(&self) -> Result<Vec<u8>, serde_json::Error> {
        let Request { fen, only } = &self.request;
        serde_json::to_vec(&Position { fen, only: only.map(|mv| mv.to_string()), again: self.again })
    }

    /// The key of the answer within a profile, lower-case hex.
    pub(crate) fn key(&self) -> String {
        let only = self.request.only.map_or_else(String::new, |mv| mv.to_string());
        let mut hash = Sha256::new();
        for part in [self.request.fen.as_str(), &only].into_iter().chain(self.again.then_some("again")) {
            hash.update((part.len() as u64).to_le_bytes());
            hash.update(part);
        }
        hex(&hash.finalize())
    }
}

/// A question out of a message. Whether its position makes sense is for the pool to say.
pub(crate) fn question(message: &[u8]) -> Result<Question, String> {
    let bad = |error: &dyn std::fmt::Display| format!("the message is no position: {error}");
    let asked: Position<'_> = serde_json::from_slice(message).map_err(|error| bad(&error))?;
    if asked.fen.len() > MAX_FEN {
        return Err(bad(&"it is too long"));
    }
    let only = asked.only.map(|mv| mv.parse::<UciMove>()).transpose();
    let request = Request { fen: asked.fen.to_owned(), only: only.map_err(|error| bad(&error))? };
    Ok(Question { request, again: asked.again })
}

/// A name that can stand in a header and before people: one line of plain characters.
pub(crate) fn name(name: &str) -> String {
    name.chars().filter(char::is_ascii_graphic).take(MAX_NAME).collect()
}

/// Whose answer it is; empty for a worker of before answers had names.
pub(crate) fn worker(headers: Option<&HeaderMap>) -> String {
    let found = headers.and_then(|headers| headers.get(WORKER));
    found.map_or_else(String::new, |found| name(found.as_str()))
}

/// SHA-256 of the program that gave an answer; `None` for a worker of before answers told it, and for what is no digest.
pub(crate) fn program(headers: Option<&HeaderMap>) -> Option<String> {
    let found = headers?.get(PROGRAM)?.as_str();
    let is_digest = found.len() == 64 && found.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
    is_digest.then(|| found.to_owned())
}

pub(crate) fn answer(result: &Result<Evaluation, Failure>) -> Vec<u8> {
    match result {
        Ok(evaluation) => [&[EVALUATION], evaluation.encode().as_slice()].concat(),
        Err(failure) => {
            let reason: String = failure.reason.chars().take(MAX_REASON).collect();
            [&[FAILURE], reason.as_bytes()].concat()
        }
    }
}

/// An answer out of a message. What does not read is a failure with that reason.
pub(crate) fn result(message: &[u8]) -> Result<Evaluation, Failure> {
    let failed = |reason: String| Failure { reason };
    match message.split_first() {
        Some((&EVALUATION, body)) => Evaluation::decode(body)
            .map_err(|error| failed(format!("the answer of a worker does not read: {error}"))),
        Some((&FAILURE, body)) => {
            let reason = String::from_utf8_lossy(body);
            Err(failed(reason.chars().take(MAX_REASON).collect()))
        }
        _ => Err(failed("the answer of a worker does not read".to_owned())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

    fn asks(only: Option<&str>, again: bool) -> Question {
        let only = only.map(|mv| mv.parse().expect("a move"));
        Question { request: Request { fen: START.to_owned(), only }, again }
    }

    #[test]
    fn a_position_goes_there_and_back() {
        let mut keys = std::collections::BTreeSet::new();
        for (only, again) in [(None, false), (None, true), (Some("e2e4"), false), (Some("e7e8q"), true)] {
            let before = asks(only, again);
            assert_eq!(question(&before.message().expect("writes")), Ok(before.clone()));
            keys.insert(before.key());
        }
        assert_eq!(keys.len(), 4);
    }

    #[test]
    fn what_is_no_position_is_refused() {
        let long = format!("{{\"fen\":\"{}\"}}", "8".repeat(300));
        let bad = r#"| {}|[]|{"fen":1}|{"fen":"8","only":"xx"}|{"fen":"8","more":1}"#;
        for message in bad.split('|').chain([long.as_str()]) {
            assert!(question(message.as_bytes()).is_err(), "{message}");
        }
    }

    #[test]
    fn answers_that_do_not_read_are_failures() {
        for message in [&b""[..], b"\x01", b"\x01junk", b"\x07", b"\x00the engine died"] {
            assert!(result(message).is_err());
        }
        let failure = Failure { reason: "x".repeat(1_000) };
        let back = result(&answer(&Err(failure))).expect_err("a failure");
        assert_eq!(back.reason.len(), MAX_REASON);
    }
}
