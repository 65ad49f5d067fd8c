//! The signature of an engine: what it answers about a fixed set of positions.
//!
//! Two builds of one engine have other bytes and give the same answers. A changed network, evaluation or option gives others.
//! So it is the answers that say whether parameters fit and whether stored evaluations may be shared.
//!
//! # Recipe
//! Each of the 64 positions of `signature_positions.txt`, in the order of the file, is searched under the settings of the run,
//! without their rule for decided positions, from an empty hash. The signature is the SHA-256, in lower-case hexadecimal, of
//! this text, each line of which ends with a line feed:
//!
//! ```text
//! fairplay engine signature 1
//! fen FEN                         the position; Chess960 in Shredder-FEN
//! depth 1 e2e4 cp 31 d2d4 cp 28   each depth with all of its lines, best first: move, `cp` or `mate`, value
//! ...
//! pv e2e4 e7e5 g1f3               each principal variation at the last depth, at most 12 moves
//! ...
//! nodes 12345                     nodes searched up to that depth
//! ```
//!
//! An engine that does not play Chess960 has the line `not played` after the FEN in place of the others.

use std::fmt::Write as _;

use sha2::{Digest, Sha256};
use thiserror::Error;

use crate::engine::identity::hex;
use crate::evaluation::{Evaluation, Value};
use crate::request::{Answer, Failure, NO_CHESS960, Request};

/// All phases, mates and stalemates near, one to 218 legal moves, and eight of Chess960.
const POSITIONS: &str = include_str!("signature_positions.txt");

/// Why an engine has no signature.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SignatureError {
    #[error("it gave no answer to the test position {fen}: {reason}")]
    Failed { fen: String, reason: String },
    #[error("it was not asked about the test position {fen}")]
    Missing { fen: &'static str },
}

/// The searches that a signature needs.
pub fn requests() -> Vec<Request> {
    POSITIONS.lines().map(|fen| Request { fen: fen.to_owned(), only: None }).collect()
}

/// The signature, from the answers to [`requests`] in any order.
///
/// # Errors
/// If an answer is missing or is a failure.
pub fn signature(answers: &[Answer]) -> Result<String, SignatureError> {
    let mut text = "fairplay engine signature 1\n".to_owned();
    for fen in POSITIONS.lines() {
        let _infallible = writeln!(text, "fen {fen}");
        let answer = answers.iter().find(|answer| answer.request.fen == fen);
        let answer = answer.ok_or(SignatureError::Missing { fen })?;
        if let Some(error) = failure(answer) {
            return Err(error);
        }
        match &answer.result {
            Ok(evaluation) => write_answer(&mut text, evaluation),
            Err(_) => text.push_str("not played\n"),
        }
    }
    Ok(hex(&Sha256::digest(text)))
}

/// Why an answer to one of [`requests`] leaves the engine without a signature, so that the others need not be waited for.
pub fn failure(answer: &Answer) -> Option<SignatureError> {
    match &answer.result {
        Err(Failure { reason }) if reason != NO_CHESS960 => {
            Some(SignatureError::Failed { fen: answer.request.fen.clone(), reason: reason.clone() })
        }
        Ok(_) | Err(_) => None,
    }
}

fn write_answer(text: &mut String, evaluation: &Evaluation) {
    for row in &evaluation.depths {
        let _infallible = write!(text, "depth {}", row.depth);
        for line in &row.lines {
            let _infallible = match line.value {
                Value::Cp(cp) => write!(text, " {} cp {cp}", line.mv),
                Value::Mate(moves) => write!(text, " {} mate {moves}", line.mv),
            };
        }
        text.push('\n');
    }
    for pv in &evaluation.pvs {
        text.push_str("pv");
        for mv in pv {
            let _infallible = write!(text, " {mv}");
        }
        text.push('\n');
    }
    let _infallible = writeln!(text, "nodes {}", evaluation.nodes);
}

#[cfg(test)]
mod tests {
    use shakmaty::{CastlingMode, Position as _};

    use super::*;
    use crate::evaluation::{Bound, DepthLines, Line};
    use crate::request::{Task, mode};

    fn answers(nodes: u64) -> Vec<Answer> {
        let answer = |request: Request| {
            let mv = Task::new(&request).expect("legal").position.legal_moves()[0].to_uci(mode(&request.fen));
            let row = |depth| DepthLines {
                depth,
                lines: vec![Line { mv, value: Value::Cp(7), bound: Bound::Exact }],
            };
            let evaluation = Evaluation {
                depths: vec![row(1), row(2)],
                judgment: 1,
                pvs: vec![vec![mv]],
                nodes,
                truncated: false,
            };
            Answer { request, result: Ok(evaluation), tries: 1, worker: 0 }
        };
        requests().into_iter().map(answer).collect()
    }

    #[test]
    fn the_positions_are_legal_different_and_of_both_games() {
        let requests = requests();
        assert_eq!(requests.len(), 64);
        let mut moves = Vec::new();
        for (k, request) in requests.iter().enumerate() {
            let task = Task::new(request).expect("legal");
            assert_eq!(task.fen, request.fen, "the spelling in which it is sent");
            assert!(!requests[..k].contains(request), "{}", request.fen);
            moves.push(task.position.legal_moves().len());
        }
        assert_eq!((moves.iter().min(), moves.iter().max()), (Some(&1), Some(&218)));
        let chess960 = requests.iter().filter(|request| mode(&request.fen) == CastlingMode::Chess960);
        assert_eq!(chess960.count(), 8);
    }

    #[test]
    fn a_signature_is_the_digest_of_the_text_of_the_recipe() {
        let answers = answers(5);
        let text: String = answers
            .iter()
            .map(|answer| {
                let mv = answer.result.as_ref().expect("an answer").pvs[0][0];
                format!(
                    "fen {}\ndepth 1 {mv} cp 7\ndepth 2 {mv} cp 7\npv {mv}\nnodes 5\n",
                    answer.request.fen
                )
            })
            .collect();
        let expected = hex(&Sha256::digest(format!("fairplay engine signature 1\n{text}")));
        assert_eq!(signature(&answers).as_deref(), Ok(expected.as_str()));
        let reversed: Vec<Answer> = answers.iter().rev().cloned().collect();
        assert_eq!(
            signature(&reversed).as_deref(),
            Ok(expected.as_str()),
            "the order of answers does not count"
        );
    }

    #[test]
    fn one_node_or_one_centipawn_gives_another_signature() {
        let first = signature(&answers(5)).expect("a signature");
        assert_ne!(signature(&answers(6)).expect("a signature"), first);
        let mut changed = answers(5);
        changed[63].result.as_mut().expect("an answer").depths[0].lines[0].value = Value::Cp(8);
        assert_ne!(signature(&changed).expect("a signature"), first);
    }

    #[test]
    fn without_an_answer_there_is_no_signature_but_chess960_may_be_missing() {
        let fail = |place: usize, reason: &str| {
            let mut failed = answers(5);
            failed[place].result = Err(Failure { reason: reason.to_owned() });
            signature(&failed)
        };
        assert!(matches!(fail(3, "it died"), Err(SignatureError::Failed { .. })));
        let chess960 = requests().iter().position(|r| mode(&r.fen) == CastlingMode::Chess960).expect("one");
        assert_ne!(fail(chess960, NO_CHESS960), signature(&answers(5)));
        assert!(matches!(signature(&answers(5)[1..]), Err(SignatureError::Missing { .. })));
    }
}
