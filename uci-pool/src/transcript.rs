//! Replays recorded engine output: the same lines give the same evaluation without the engine.
//!
//! For whoever holds a recorded transcript, and for testing the readers with lines that no engine would print. This
//! module starts no process and reads exactly as [`crate::Pool`] does.

use std::io::BufRead;

use crate::engine::assemble::Assembler;
use crate::engine::lines::{self, Step};
use crate::evaluation::Evaluation;
use crate::protocol::info::{self, SearchLine};
use crate::request::{Failure, Request, Task};
use crate::settings::Settings;

/// The moves of the variation in an `info` line, in UCI; `None` in any other line.
///
/// # Errors
/// A value that decides a result and cannot be read.
pub fn variation(line: &str) -> Result<Option<Vec<String>>, Failure> {
    Ok(match info::read(line)? {
        SearchLine::Info(info) => info.pv.map(|pv| pv.iter().map(ToString::to_string).collect()),
        SearchLine::BestMove(_) | SearchLine::Other => None,
    })
}

/// The evaluation from what an engine printed after `go`, up to and with `bestmove`.
///
/// # Errors
/// A request that makes no sense, and lines that a sound engine does not print.
pub fn evaluation(
    request: &Request,
    settings: &Settings,
    mut printed: impl BufRead,
) -> Result<Evaluation, Failure> {
    let task = Task::new(request)?;
    let mut assembler = Assembler::new(&task, settings);
    loop {
        let line = match lines::next(&mut printed).map_err(Failure::new)? {
            Step::Line(line) => line,
            Step::TooLong => return Err(Failure::new("a line is too long")),
            Step::End => return Err(Failure::new("no best move")),
        };
        match info::read(&line)? {
            SearchLine::Info(info) => assembler.push(info)?,
            SearchLine::BestMove(best) => return assembler.finish(best),
            SearchLine::Other => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{evaluation, variation};
    use crate::request::Request;
    use crate::settings::Settings;

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

    #[test]
    fn a_transcript_gives_its_evaluation() {
        let request = Request { fen: START.to_owned(), only: Some("e2e4".parse().expect("a move")) };
        let settings = Settings { depth: 1, ..Settings::QUICK };
        let read = |text: &str| evaluation(&request, &settings, text.as_bytes());
        let found = read("info depth 1 multipv 1 score cp 20 nodes 30 pv e2e4 e7e5\nbestmove e2e4\n");
        let found = found.expect("sound");
        assert_eq!((found.judgment_depth(), found.nodes), (1, 30));
        assert_eq!(found.pvs[0].len(), 2);
        for (text, reason) in [
            ("info depth 1 multipv 1 score cp 20 pv e2e4\nbestmove e2e4", "no best move"),
            ("info depth x\nbestmove e2e4\n", "unreadable `depth` in a line of the engine"),
            ("bestmove e2e4\n", "the engine reported no depth with all 1 lines"),
        ] {
            assert_eq!(read(text).expect_err(text).reason, reason);
        }
    }

    #[test]
    fn single_lines_are_read() {
        assert_eq!(variation("info depth 3"), Ok(None));
        let moves = vec!["e2e4".to_owned(), "e7e5".to_owned()];
        assert_eq!(variation("info pv e2e4 e7e5 depth 3"), Ok(Some(moves)));
        assert_eq!(variation("bestmove (none)"), Ok(None));
        assert!(variation("bestmove e9").is_err());
    }
}
