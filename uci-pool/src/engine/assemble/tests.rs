//! Written-out searches, and what must come of them.

use super::*;
use crate::protocol::info::{self, SearchLine};
use crate::request::Request;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

fn task(fen: &str, only: Option<&str>) -> Task {
    let only = only.map(|mv| mv.parse().expect("a move"));
    Task::new(&Request { fen: fen.to_owned(), only }).expect("a legal position")
}

fn run(task: &Task, depth: u8, multipv: u8, text: &str) -> Result<Evaluation, Failure> {
    search(task, &Settings { depth, multipv, ..FIVE }, text).map(|(evaluation, _)| evaluation)
}

/// The evaluation, and whether a decided position ended the search.
fn search(task: &Task, settings: &Settings, text: &str) -> Result<(Evaluation, bool), Failure> {
    let mut assembler = Assembler::new(task, settings);
    for line in text.lines() {
        match info::read(line.trim()).expect("a readable line") {
            SearchLine::Info(info) => assembler.push(info)?,
            SearchLine::BestMove(best) => {
                let ended = assembler.ended();
                return Ok((assembler.finish(best)?, ended));
            }
            SearchLine::Other => {}
        }
    }
    panic!("the text ends without a best move");
}

const FIVE: Settings = Settings { depth: 5, multipv: 2, hash_mib: 16, node_cap: 10_000, decided: None };

const TWO_DEPTHS: &str = "info depth 1 multipv 1 score cp 30 nodes 40 pv e2e4
    info depth 1 multipv 2 score cp 20 nodes 40 pv d2d4
    info depth 2 multipv 1 score cp 25 nodes 90 pv d2d4 d7d5
    info depth 2 multipv 2 score cp 25 nodes 90 pv e2e4 e7e5
    bestmove d2d4 ponder d7d5";

#[test]
fn rows_and_columns_are_kept_in_the_engines_order() {
    let evaluation = run(&task(START, None), 2, 2, TWO_DEPTHS).expect("an evaluation");
    assert!(!evaluation.truncated);
    assert_eq!((evaluation.judgment_depth(), evaluation.nodes), (2, 90));
    let moves: Vec<String> = evaluation.lines().iter().map(|line| line.mv.to_string()).collect();
    assert_eq!(moves, ["d2d4", "e2e4"], "equal values stay in the engine's order");
    assert_eq!(evaluation.depths.len(), 2);
    assert_eq!(evaluation.pvs[1].len(), 2);
}

#[test]
fn what_is_printed_only_because_time_has_passed_leaves_no_trace() {
    // The same search on a slow machine: bounds, a first batch in which line 2 still waits, and a repetition of
    // depth 1 in another order.
    let slow = "info depth 1 multipv 1 score cp 30 nodes 40 pv e2e4
        info depth 1 multipv 2 score cp 20 nodes 40 pv d2d4
        info depth 2 multipv 1 score cp 99 lowerbound nodes 60 pv d2d4
        info depth 2 currmove d2d4 currmovenumber 1
        info depth 2 multipv 1 score cp 25 nodes 70 pv d2d4 d7d5
        info depth 1 multipv 2 score cp 30 nodes 70 pv e2e4
        info depth 2 multipv 1 score cp 25 nodes 90 pv d2d4 d7d5
        info depth 2 multipv 2 score cp 25 nodes 90 pv e2e4 e7e5
        info depth 2 multipv 1 score cp 3 upperbound nodes 90 pv d2d4
        bestmove d2d4 ponder d7d5";
    let task = task(START, None);
    let quick = run(&task, 2, 2, TWO_DEPTHS).expect("an evaluation");
    assert_eq!(run(&task, 2, 2, slow), Ok(quick));
}

#[test]
fn a_cut_search_is_judged_below_its_last_batch() {
    // The last batch repeats the values of depth 2 as depth 3: the engine was stopped within its first line.
    let cut = "info depth 1 multipv 1 score cp 30 nodes 40 pv e2e4
        info depth 1 multipv 2 score cp 20 nodes 40 pv d2d4
        info depth 2 multipv 1 score cp 25 nodes 90 pv d2d4
        info depth 2 multipv 2 score cp 24 nodes 90 pv e2e4
        info depth 3 multipv 1 score cp 25 nodes 10001 pv d2d4
        info depth 3 multipv 2 score cp 24 nodes 10001 pv e2e4
        bestmove e2e4";
    for asked in [3, 9] {
        let evaluation = run(&task(START, None), asked, 2, cut).expect("an evaluation");
        assert!(evaluation.truncated, "at depth {asked}");
        assert_eq!((evaluation.judgment_depth(), evaluation.nodes), (2, 90));
        assert_eq!(evaluation.depths.len(), 2, "the mislabelled depth is dropped");
    }
    // Mixed depths in the last batch: line 2 was not reached again.
    let mixed = cut.replace("info depth 3 multipv 2", "info depth 2 multipv 2");
    assert_eq!(run(&task(START, None), 9, 2, &mixed).map(|e| e.judgment_depth()), Ok(2));
}

#[test]
fn an_incomplete_row_is_dropped_and_never_judged() {
    let missing = "info depth 1 multipv 1 score cp 30 nodes 40 pv e2e4
        info depth 2 multipv 1 score cp 25 nodes 90 pv d2d4
        info depth 2 multipv 2 score cp 24 nodes 90 pv e2e4
        bestmove d2d4";
    let evaluation = run(&task(START, None), 2, 2, missing).expect("an evaluation");
    assert_eq!(evaluation.depths.iter().map(|row| row.depth).collect::<Vec<_>>(), [2]);
    let twice = TWO_DEPTHS.replace("pv e2e4", "pv d2d4").replace("e7e5", "d7d5");
    assert_eq!(run(&task(START, None), 2, 2, &twice), Err(Failure::new(NO_DEPTH)));
}

#[test]
fn fewer_legal_moves_than_lines_are_enough() {
    // Three legal moves for the white king.
    let task = task("7k/8/8/8/8/8/8/K7 w - - 0 1", None);
    let text = "info depth 1 multipv 1 score cp 0 nodes 4 pv a1b1
        info depth 1 multipv 2 score cp 0 nodes 4 pv a1a2
        info depth 1 multipv 3 score cp 0 nodes 4 pv a1b2
        bestmove a1b1";
    let evaluation = run(&task, 1, 10, text).expect("an evaluation");
    assert_eq!(evaluation.lines().len(), 3);
    assert!(!evaluation.truncated);
}

const NO_DEPTH: &str = "the engine reported no depth with all 2 lines";

#[test]
fn nonsense_is_named() {
    let start = task(START, None);
    let reason = |text: &str| run(&start, 2, 2, text).expect_err("nonsense").reason;
    for (line, said) in [
        ("depth 1 multipv 3 score cp 1 pv e2e4", "line 3 where 2 were to be expected"),
        ("depth 1 multipv 0 score cp 1 pv e2e4", "line 0 where 2 were to be expected"),
        ("depth 3 multipv 1 score cp 1 pv e2e4", "depth 3 where depth 2 was asked for"),
        ("depth 300 multipv 1 score cp 1 pv e2e4", "depth 300 where depth 2 was asked for"),
        ("depth 1 multipv 1 score mate 0 pv e2e4", "a mate in 0 moves"),
        ("depth 1 multipv 1 score cp 1 pv d2d4 e2e4", "e2e4 as move 2 of a variation"),
        ("depth 1 multipv 1 score cp 1 lowerbound pv d2d4 e2e4", "e2e4 as move 2 of a variation"),
    ] {
        let found = reason(&format!("info {line}\nbestmove e2e4"));
        assert!(found.contains(said), "{line}: {found}");
    }
    for (best, said) in [
        ("bestmove e2e4", "first line begins with d2d4"),
        ("bestmove e2e5", "e2e5 as best move, which is not legal"),
        ("bestmove (none)", "no best move"),
    ] {
        let found = reason(&TWO_DEPTHS.replace("bestmove d2d4", best));
        assert!(found.contains(said), "{best}: {found}");
    }
    assert_eq!(reason("bestmove e2e4"), NO_DEPTH);
}

#[test]
fn lines_of_no_depth_or_without_moves_are_passed_over() {
    let task = task(START, None);
    let expected = run(&task, 2, 2, TWO_DEPTHS).expect("an evaluation");
    for line in [
        "info string NNUE evaluation using nn-1.nnue depth 9 score cp 1 pv e2e4",
        "info depth 0 score cp 0",
        "info depth 0 score mate 0 pv e2e4",
        "info depth 0 multipv 7 score cp 12 nodes 1 pv a2a3",
        "info depth 5",
        "info depth 5 score cp 99 nodes 7",
        "info depth 5 score cp 99 pv",
        "info depth 5 score cp 99 pv (none)",
        "info depth 5 score cp 99 pv 0000 nodes 7",
        "info score cp 99 pv h2h3",
        "info nodes 40 nps 1000 hashfull 3",
        "info depth 2 currmove e2e4 currmovenumber 1",
    ] {
        for text in [
            format!("{line}\n{TWO_DEPTHS}"),
            TWO_DEPTHS.replace("    bestmove", &format!("{line}\nbestmove")),
        ] {
            assert_eq!(run(&task, 2, 2, &text).as_ref(), Ok(&expected), "{line}");
        }
    }
    // With nothing else there is no answer.
    let nothing = "info depth 0 score cp 3 pv e2e4\ninfo depth 2 score cp 3\nbestmove e2e4";
    assert_eq!(run(&task, 2, 2, nothing), Err(Failure::new(NO_DEPTH)));
}

#[test]
fn only_the_move_asked_about_is_accepted() {
    let only = task(START, Some("a2a3"));
    let line = "info depth 1 multipv 1 score cp -20 nodes 2 pv a2a3\nbestmove a2a3";
    assert_eq!(run(&only, 1, 5, line).map(|e| e.lines().len()), Ok(1));
    let other = run(&only, 1, 5, &line.replace("a2a3", "e2e4"));
    assert!(other.expect_err("nonsense").reason.contains("where only a2a3 was asked about"));
}

#[test]
fn castling_must_be_in_standard_spelling_and_long_variations_are_cut() {
    let castle = task("4k3/8/8/8/8/8/8/4K2R w K - 0 1", Some("e1g1"));
    let line = "info depth 1 multipv 1 score cp 500 nodes 2 pv e1g1 e8d8\nbestmove e1g1";
    assert!(run(&castle, 1, 1, line).is_ok());
    let rook = task("4k3/8/8/8/8/8/8/4K2R w K - 0 1", None);
    let chess960 = run(&rook, 1, 1, "info depth 1 multipv 1 score cp 500 pv e1h1\nbestmove e1h1");
    assert!(chess960.expect_err("nonsense").reason.contains("e1h1 as move 1 of a variation"));

    let shuffle = "g1f3 g8f6 f3g1 f6g8 ".repeat(5);
    let text = format!("info depth 1 multipv 1 score cp 0 nodes 2 pv {shuffle}\nbestmove g1f3");
    let evaluation = run(&task(START, None), 1, 1, &text).expect("an evaluation");
    assert_eq!(evaluation.pvs[0].len(), Evaluation::MAX_PV);
}

/// Depths 1, 2, ... of two lines with these best values, then a best move.
fn best_values(values: &[&str]) -> String {
    let rows = (1..).zip(values).map(|(depth, value)| {
        format!(
            "info depth {depth} multipv 1 score {value} nodes {n} pv e2e4
             info depth {depth} multipv 2 score cp -900 nodes {n} pv d2d4\n",
            n = 100 * depth
        )
    });
    rows.chain(["bestmove d2d4\n".to_owned()]).collect()
}

fn bordered(task: &Task, text: &str) -> (Evaluation, bool) {
    let decided = Some(Decided { from: 3, depths: 2, beyond: 350 });
    search(task, &Settings { decided, ..FIVE }, text).expect("an evaluation")
}

#[test]
fn a_decided_position_ends_the_search_and_nothing_after_it_counts() {
    let task = task(START, None);
    // However much an engine still prints before it obeys, and whatever it then names as best: the same evaluation.
    let rows = ["cp 20", "cp 360", "cp 400", "cp 10", "cp 10"];
    let (three, ended) = bordered(&task, &best_values(&rows[..3]));
    assert!(ended && !three.truncated);
    assert_eq!((three.judgment_depth(), three.nodes, three.depths.len()), (3, 300, 3));
    for printed in 4..=5 {
        let (more, _) = bordered(&task, &best_values(&rows[..printed]));
        assert_eq!(more, three, "{printed} depths printed");
    }
    let request = Request { fen: START.to_owned(), only: None };
    let fits = |beyond| {
        let decided = Some(Decided { from: 3, depths: 2, beyond });
        three.fits(&request, &Settings { decided, ..FIVE }).is_ok()
    };
    assert!(fits(350));
    assert!(!fits(360), "no reason to end there");
    assert!(three.fits(&request, &FIVE).is_err(), "ends before its depth");
}

#[test]
fn an_open_position_is_searched_to_the_end() {
    let open = task(START, None);
    for rows in [
        ["cp 20", "cp 360", "cp 350", "cp 360", "cp 10"],
        ["cp 900", "cp 900", "cp 0", "cp -900", "cp 900"],
        // The last row decides nothing that is not over.
        ["cp 0", "cp 0", "cp 0", "cp 900", "mate 3"],
    ] {
        let text = best_values(&rows).replace("bestmove d2d4", "bestmove e2e4");
        let (found, ended) = bordered(&open, &text);
        assert!(!ended);
        assert_eq!(found.judgment_depth(), 5);
    }
    // A move that is asked about alone is asked about in a position that counts.
    let alone = task(START, Some("e2e4"));
    let rows = (1..=5).map(|depth| format!("info depth {depth} score cp 900 pv e2e4\n"));
    let text: String = rows.chain(["bestmove e2e4\n".to_owned()]).collect();
    let (found, ended) = bordered(&alone, &text);
    assert!(!ended);
    assert_eq!(found.judgment_depth(), 5);
}
