//! From the lines of one search to an [`Evaluation`].
//!
//! Lines go into cells, one row per depth and one column per `multipv`. Two runs must give equal values bit
//! for bit, so whatever an engine prints only because time has passed must leave no trace:
//!
//! - Stockfish 15.1 reports bounds only after 3 seconds. Bounds are never stored, not even where no exact value
//!   follows; a row that was only ever bounded is incomplete.
//! - After 3 seconds it also repeats, after each line of depth d, the lines of depth d-1 that wait for their turn,
//!   in an order that may differ from the one they were first printed in. A line shallower than the
//!   deepest seen is such a repetition and is ignored.
//! - While depth d is being searched it may print its first lines several times. The last report wins.
//! - A row that lacks a line, or names one move twice, is dropped: what was printed of it is an accident.
//!
//! A search that the node ceiling cut short prints a last batch that may carry a wrong depth (Stockfish prints
//! the values of depth d-1 as depth d). Then the judgment depth is the deepest complete one strictly below the depth
//! of the last batch's first line, and deeper rows are dropped.
//!
//! Where the settings say that a decided position ends a search ([`Decided`]), what comes after the row that decides is
//! ignored: how much of it an engine prints before it obeys `stop` depends on the clock.
//!
//! This module must never read a clock, and never keeps `time`, `nps`, `hashfull` or `seldepth`.

use std::collections::BTreeMap;
use std::fmt::Display;

use shakmaty::uci::UciMove;

use crate::evaluation::{Bound, DepthLines, Evaluation, Line, Value};
use crate::protocol::info::Info;
use crate::request::{Failure, Task, play};
use crate::settings::{Decided, Settings};

/// Something that a sound engine does not report about the position it was asked about.
fn nonsense<T>(reason: impl Display) -> Result<T, Failure> {
    Err(Failure::new(format_args!("the engine {reason}")))
}

struct Cell {
    line: Line,
    pv: Vec<UciMove>,
}

/// The lines of one depth.
struct Row {
    cells: Vec<Option<Cell>>,
    /// Nodes at the latest exact line.
    nodes: u64,
}

impl Row {
    /// The cells, if all are filled and no move stands in two of them.
    fn complete(&self) -> Option<Vec<&Cell>> {
        let cells: Vec<&Cell> = self.cells.iter().map(Option::as_ref).collect::<Option<_>>()?;
        let distinct =
            cells.iter().enumerate().all(|(i, a)| cells[..i].iter().all(|b| a.line.mv != b.line.mv));
        distinct.then_some(cells)
    }
}

/// Collects the lines of one search.
pub(crate) struct Assembler<'a> {
    task: &'a Task,
    asked: u8,
    node_cap: u64,
    width: usize,
    rows: BTreeMap<u8, Row>,
    /// Deepest depth of any line so far.
    deepest: u8,
    /// Depth of the first line of the latest batch; a batch begins at line 1.
    batch: u8,
    /// Nodes at the latest line with a value.
    nodes: u64,
    /// The border beyond which a position is decided.
    border: Option<Decided>,
    /// A row has decided the position, and nothing more is wanted.
    ended: bool,
}

impl<'a> Assembler<'a> {
    pub(crate) fn new(task: &'a Task, settings: &Settings) -> Self {
        Self {
            task,
            asked: settings.depth,
            node_cap: settings.node_cap,
            width: task.width(settings),
            rows: BTreeMap::new(),
            deepest: 0,
            batch: 0,
            nodes: 0,
            // One move alone says nothing about the position.
            border: settings.decided.filter(|_| task.only.is_none()),
            ended: false,
        }
    }

    /// Whether the engine should be told to stop: the position is decided.
    pub(crate) fn ended(&self) -> bool {
        self.ended
    }

    /// Nodes the engine has reported so far.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Takes one line. Lines without a value or a move (statistics, `currmove`), and of no depth or depth 0, are passed over:
    /// engines print them before the search proper has begun, and nothing of them could be kept.
    pub(crate) fn push(&mut self, info: Info) -> Result<(), Failure> {
        if self.ended {
            return Ok(());
        }
        let (Some(value), Some(mut pv), Some(found @ 1..)) = (info.value, info.pv, info.depth) else {
            return Ok(());
        };
        if pv.is_empty() {
            return Ok(());
        }
        let (number, width) = (info.multipv.unwrap_or(1), self.width);
        let column = match usize::try_from(number) {
            Ok(n @ 1..) if n <= width => n - 1,
            _ => return nonsense(format_args!("reported line {number} where {width} were to be expected")),
        };
        let depth = match u8::try_from(found) {
            Ok(depth) if depth <= self.asked => depth,
            _ => {
                let asked = self.asked;
                return nonsense(format_args!("reported depth {found} where depth {asked} was asked for"));
            }
        };
        if value == Value::Mate(0) {
            return nonsense("reported a mate in 0 moves");
        }
        let first = self.check_variation(&pv)?;

        self.nodes = info.nodes.unwrap_or(self.nodes);
        if column == 0 {
            self.batch = depth;
        }
        if depth < self.deepest {
            return Ok(());
        }
        self.deepest = depth;
        if info.bound.is_some() {
            return Ok(());
        }
        pv.truncate(Evaluation::MAX_PV);
        let row = self.rows.entry(depth).or_insert_with(|| Row {
            cells: std::iter::repeat_with(|| None).take(width).collect(),
            nodes: 0,
        });
        row.cells[column] = Some(Cell { line: Line { mv: first, value, bound: Bound::Exact }, pv });
        row.nodes = self.nodes;
        self.ended = depth < self.asked && self.nodes < self.node_cap && self.decided_at(depth);
        Ok(())
    }

    /// Whether the row of this depth, the deepest, is complete and decides the position.
    fn decided_at(&self, depth: u8) -> bool {
        let complete = |depth: u8| self.rows.get(&depth).is_some_and(|row| row.complete().is_some());
        let Some(border) = self.border.filter(|_| complete(depth)) else {
            return false;
        };
        let best = |(&depth, row): (&u8, &Row)| {
            let first = *row.complete()?.first()?;
            Some((depth, first.line.value))
        };
        border.ends(self.rows.iter().filter_map(best))
    }

    /// Plays the whole variation, and gives its first move.
    fn check_variation(&self, pv: &[UciMove]) -> Result<UciMove, Failure> {
        let Some(&first) = pv.first() else {
            return nonsense("reported a variation without moves");
        };
        if let Some(only) = self.task.only.filter(|only| *only != first) {
            return nonsense(format_args!("reported {first} where only {only} was asked about"));
        }
        let mut position = self.task.position.clone();
        for (mv, ply) in pv.iter().zip(1..) {
            position = match play(&position, self.task.mode, *mv) {
                Some(position) => position,
                None => {
                    let place = format_args!("move {ply} of a variation, which is not legal there");
                    return nonsense(format_args!("reported {mv} as {place}"));
                }
            };
        }
        Ok(first)
    }

    /// Closes the search at `bestmove`.
    pub(crate) fn finish(self, best: Option<UciMove>) -> Result<Evaluation, Failure> {
        let Some(best) = best else {
            return nonsense("named no best move");
        };
        if play(&self.task.position, self.task.mode, best).is_none() {
            return nonsense(format_args!("named {best} as best move, which is not legal"));
        }
        let rows: Vec<(u8, Vec<&Cell>, u64)> =
            self.rows.iter().filter_map(|(&depth, row)| Some((depth, row.complete()?, row.nodes))).collect();
        let finished = rows.last().is_some_and(|&(depth, ..)| depth == self.asked);
        let truncated = !self.ended && (!finished || self.nodes >= self.node_cap);
        let limit = if truncated { self.batch.saturating_sub(1) } else { self.asked };
        let kept = rows.iter().take_while(|&&(depth, ..)| depth <= limit).count();
        let Some((judged, nodes)) = kept.checked_sub(1).and_then(|i| rows.get(i)).map(|(_, c, n)| (c, *n))
        else {
            return nonsense(format_args!("reported no depth with all {} lines", self.width));
        };
        // After a stop the best move is that of lines which are not kept.
        if !truncated
            && !self.ended
            && let Some(cell) = judged.first()
            && cell.line.mv != best
        {
            let first = cell.line.mv;
            return nonsense(format_args!(
                "named {best} as best move, but its first line begins with {first}"
            ));
        }
        let lines = |cells: &[&Cell]| cells.iter().map(|cell| cell.line).collect();
        Ok(Evaluation {
            pvs: judged.iter().map(|cell| cell.pv.clone()).collect(),
            depths: rows[..kept]
                .iter()
                .map(|(depth, cells, _)| DepthLines { depth: *depth, lines: lines(cells) })
                .collect(),
            judgment: kept - 1,
            nodes,
            truncated,
        })
    }
}

#[cfg(test)]
mod tests;
