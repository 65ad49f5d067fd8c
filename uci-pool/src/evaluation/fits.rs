//! Checks that an evaluation received from elsewhere is legal for the requested position.
//!
//! The protocol reader checks a local engine line by line. An answer from another machine or from a stranger's file is
//! checked here: its moves are played on the board.

use std::fmt::Display;

use crate::evaluation::{Bound, Evaluation};
use crate::request::{Failure, Request, Task, play};
use crate::settings::Settings;

fn misfit(reason: impl Display) -> Failure {
    Failure::new(format_args!("the answer does not belong to the position: {reason}"))
}

impl Evaluation {
    /// Checks the form of an answer against the request and the settings: rows of increasing depth up to the requested
    /// one, each with every line, no move twice, all values exact; for each line of the judgment depth a variation that
    /// begins with its move; every move legal; an early end only where the settings allow one. The values themselves can
    /// only be checked by another search.
    ///
    /// # Errors
    /// The first difference.
    pub fn fits(&self, request: &Request, settings: &Settings) -> Result<(), Failure> {
        let task = Task::new(request).map_err(misfit)?;
        let width = task.width(settings);
        let mut before = 0;
        for row in &self.depths {
            if row.depth <= before || row.depth > settings.depth {
                return Err(misfit(format_args!("depth {} after {before}", row.depth)));
            }
            before = row.depth;
            if row.lines.len() != width {
                return Err(misfit(format_args!("{} lines of {width}", row.lines.len())));
            }
            for (place, line) in row.lines.iter().enumerate() {
                let twice = row.lines.iter().take(place).any(|other| other.mv == line.mv);
                let another = task.only.is_some_and(|only| only != line.mv);
                let legal = play(&task.position, task.mode, line.mv).is_some();
                if twice || another || !legal || line.bound != Bound::Exact {
                    return Err(misfit(format_args!("the line {} at depth {before}", line.mv)));
                }
            }
        }
        let border = settings.decided.filter(|_| task.only.is_none());
        let end = border.and_then(|border| border.end(&self.depths, settings.depth));
        let ended = match end {
            Some(last) => last + 1 == self.depths.len() && !self.truncated,
            None => before == settings.depth || self.truncated,
        };
        if !ended {
            return Err(misfit(format_args!("the search ended at depth {before}")));
        }
        let lines = self.lines();
        if lines.is_empty() || self.pvs.len() != lines.len() {
            return Err(misfit(format_args!("{} variations of {}", self.pvs.len(), lines.len())));
        }
        for (line, variation) in lines.iter().zip(&self.pvs) {
            if variation.first() != Some(&line.mv) || variation.len() > Self::MAX_PV {
                return Err(misfit(format_args!("the variation of {}", line.mv)));
            }
            let mut position = task.position.clone();
            for &mv in variation {
                position =
                    play(&position, task.mode, mv).ok_or_else(|| misfit(format_args!("the move {mv}")))?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluation::{DepthLines, Line, Value};

    const FEN: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

    fn settings() -> Settings {
        Settings { depth: 2, multipv: 2, ..Settings::QUICK }
    }

    fn request() -> Request {
        Request { fen: FEN.to_owned(), only: None }
    }

    fn good() -> Evaluation {
        let line =
            |mv: &str| Line { mv: mv.parse().expect("a move"), value: Value::Cp(20), bound: Bound::Exact };
        let row = |depth| DepthLines { depth, lines: vec![line("e2e4"), line("d2d4")] };
        let moves = |text: &str| text.split(' ').map(|mv| mv.parse().expect("a move")).collect();
        Evaluation {
            depths: vec![row(1), row(2)],
            judgment: 1,
            pvs: vec![moves("e2e4 e7e5"), moves("d2d4")],
            nodes: 50,
            truncated: false,
        }
    }

    #[test]
    fn what_an_engine_would_say_fits_and_what_it_would_not_does_not() {
        assert_eq!(good().fits(&request(), &settings()), Ok(()));
        let changes: [fn(&mut Evaluation); 9] = [
            |e| e.depths.clear(),
            |e| e.depths[1].depth = 1,
            |e| e.depths[1].depth = 3,
            |e| e.depths[0].lines.truncate(1),
            |e| e.depths[0].lines[1].mv = "e2e4".parse().expect("a move"),
            |e| e.depths[1].lines[1].mv = "e7e5".parse().expect("a move"),
            |e| e.depths[1].lines[0].bound = Bound::Lower,
            |e| e.pvs[1] = e.pvs[0].clone(),
            |e| e.pvs[0][1] = "e2e4".parse().expect("a move"),
        ];
        for (number, change) in changes.into_iter().enumerate() {
            let mut changed = good();
            change(&mut changed);
            assert!(changed.fits(&request(), &settings()).is_err(), "change {number}");
        }
        let one = Request { only: "g1f3".parse().ok(), ..request() };
        assert!(good().fits(&one, &settings()).is_err(), "another move was asked for");
        let elsewhere = Request { fen: "8/8/8/8/8/k7/8/KR6 w - - 0 1".to_owned(), only: None };
        assert!(good().fits(&elsewhere, &settings()).is_err());
    }
}
