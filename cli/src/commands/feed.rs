//! `fairplay feed`: follows games while they are played, and keeps every version of each. Nothing is analysed here.

use std::path::PathBuf;

use anyhow::Context;
use clap::Args;
use datasets::GameResult;
use datasets::live::{Change, Report};
use reports::visible;
use serde::Serialize;

use crate::Outcome;
use crate::follow::{Follower, LiveUpdate, SourceOptions};
use crate::interrupt;
use crate::output::stem;
use crate::output::terminal::to_stdout;

#[derive(Clone, Debug, Args)]
pub(crate) struct FeedOptions {
    #[command(flatten)]
    pub(crate) source: SourceOptions,
    /// Folder for the games and their versions [default: named after the source]
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    /// Print the changes as JSON, one on each line
    #[arg(long)]
    pub(crate) json: bool,
}

pub(crate) fn run(options: &FeedOptions) -> Outcome {
    interrupt::listen();
    let source = &options.source;
    let out = options.out.clone().unwrap_or_else(|| PathBuf::from(format!("{}-feed", stem(&source.source))));
    let mut follower = Follower::open(source, &out)?;
    follower.follow(source, |_, seen, _| seen.iter().try_for_each(|seen| print(seen, options.json)))
}

fn print(seen: &LiveUpdate, json: bool) -> anyhow::Result<()> {
    for report in &seen.changes {
        let line = if json { serde_json::to_string(&Line { at: seen.at, report })? } else { line(report) };
        // A reader that has had enough ends the program, without a panic: the log holds what was not printed.
        to_stdout(&format!("{line}\n")).context("cannot print")?;
    }
    Ok(())
}

#[derive(Serialize)]
struct Line<'a> {
    /// Seconds since 1970-01-01 UTC.
    at: u64,
    #[serde(flatten)]
    report: &'a Report,
}

fn line(report: &Report) -> String {
    let moves = |plies: usize| {
        if plies == 1 { "1 ply".to_owned() } else { format!("{plies} plies") }
    };
    let what = match report.change {
        Change::New => format!("new, {}", moves(report.plies)),
        Change::Extended { from_ply } => {
            let more = report.plies.saturating_sub(from_ply);
            format!("{} more, now {}", moves(more), moves(report.plies))
        }
        Change::Changed { ply } => {
            let (turn, side) = (ply.div_ceil(2), if ply % 2 == 1 { "White" } else { "Black" });
            format!("CHANGED from move {turn} of {side} on, now {}", moves(report.plies))
        }
        Change::Amended => "same moves, other result, tags or comments".to_owned(),
        Change::Unchanged => "unchanged".to_owned(),
        Change::Vanished => format!("GONE from the source, {} are kept", moves(report.plies)),
        Change::Returned => "back again, as it was".to_owned(),
    };
    let result = match report.result {
        GameResult::White => ", 1-0",
        GameResult::Black => ", 0-1",
        GameResult::Draw => ", 1/2-1/2",
        GameResult::Unknown => "",
    };
    let fault = report.fault.as_ref().map(|fault| format!("; {fault}")).unwrap_or_default();
    let round = if report.round.is_empty() { "?" } else { &report.round };
    let line = format!("{round}  {} - {}: {what}{result}{fault}", report.white, report.black);
    visible(&line)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report(change: Change, plies: usize) -> Report {
        Report {
            game: 0,
            change,
            event: "E".to_owned(),
            round: "3.14".to_owned(),
            white: "Birch\u{1b}[2J".to_owned(),
            black: "Oak".to_owned(),
            plies,
            result: GameResult::Unknown,
            fault: None,
        }
    }

    #[test]
    fn a_line_says_what_happened() {
        assert_eq!(
            line(&report(Change::Extended { from_ply: 3 }, 4)),
            "3.14  Birch\\u{1b}[2J - Oak: 1 ply more, now 4 plies"
        );
        for (ply, place) in [(1, "move 1 of White"), (2, "move 1 of Black"), (41, "move 21 of White")] {
            let line = line(&report(Change::Changed { ply }, 50));
            assert!(line.contains(&format!("CHANGED from {place} on, now 50 plies")), "{line}");
        }
    }
}
