//! The pool with a real Stockfish. Skipped, with a printed reason, where there is none.

#[path = "scripted_engine/rig.rs"]
#[allow(dead_code, unreachable_pub, reason = "shared by several test crates, each of which uses a part")]
mod rig;

use rig::{POSITIONS, ask, evaluate, limits, request, requests};
use uci_pool::{Bound, Decided, EngineSpec, Evaluation, Pool, Request, Settings, Value, find_engine, mode};

const DEEP: Settings = Settings { depth: 8, multipv: 4, hash_mib: 16, node_cap: 5_000_000, decided: None };

fn stockfish() -> Option<EngineSpec> {
    let command = find_engine();
    if command.is_none() {
        eprintln!("skipped: no stockfish on PATH, in /usr/games or in /usr/local/bin");
    }
    Some(EngineSpec::of(command?))
}

fn start(spec: &EngineSpec, settings: &Settings, engines: usize) -> Pool {
    Pool::start(spec, settings, engines, limits()).expect("a pool")
}

#[test]
fn order_and_number_of_engines_change_nothing() {
    let Some(spec) = stockfish() else { return };
    let forwards = requests();
    let shuffled: Vec<Request> = [3, 8, 0, 6, 1, 9, 4, 2, 7, 5].map(|i| forwards[i].clone()).to_vec();
    let expected = evaluate(&start(&spec, &DEEP, 1), &forwards);
    let two = start(&spec, &DEEP, 2);
    let by_shuffle = evaluate(&two, &shuffled);
    for (request, bytes) in shuffled.iter().zip(&by_shuffle) {
        let at = forwards.iter().position(|r| r == request).expect("the same positions");
        assert_eq!(*bytes, expected[at], "{}", request.fen);
    }
    assert_eq!(evaluate(&two, &forwards), expected, "a second time with warm engines");
    assert!(two.counters().nodes > 0);
}

#[test]
fn chess960_castles_king_takes_rook_and_leaves_no_trace() {
    let Some(spec) = stockfish() else { return };
    let settings = Settings { multipv: 64, depth: 4, ..DEEP };
    let standard = request("r3k2r/pppq1ppp/2np1n2/2b1p1B1/2B1P1b1/2NP1N2/PPPQ1PPP/R3K2R w KQkq - 4 8");
    let chess960 = request("1r2k1r1/pppppppp/8/8/8/8/PPPPPPPP/1R2K1R1 w GBgb - 0 9");
    assert!(mode(&chess960.fen).is_chess960() && !mode(&standard.fen).is_chess960());
    let alone = evaluate(&start(&spec, &settings, 1), std::slice::from_ref(&standard));
    let pool = start(&spec, &settings, 1);
    let mixed = evaluate(&pool, &[chess960.clone(), standard.clone()]);
    assert_eq!(mixed[1], alone[0], "a Chess960 position before it changes nothing");
    let moves = |bytes: &[u8]| -> Vec<String> {
        let evaluation = Evaluation::decode(bytes).expect("an evaluation");
        evaluation.lines().iter().map(|line| line.mv.to_string()).collect()
    };
    for castling in ["e1g1", "e1b1"] {
        assert!(moves(&mixed[0]).contains(&castling.to_owned()), "{castling}");
    }
    let only = Request { only: "e1b1".parse().ok(), ..chess960 };
    assert_eq!(moves(&evaluate(&pool, &[only])[0]), ["e1b1"]);
}

#[test]
fn an_evaluation_holds_every_line_at_every_depth() {
    let Some(spec) = stockfish() else { return };
    let pool = start(&spec, &DEEP, 1);
    let answers = ask(&pool, &requests());
    for fen in POSITIONS {
        let evaluation = answers[&request(fen)].result.as_ref().expect("an evaluation");
        assert!(!evaluation.truncated);
        assert_eq!(evaluation.judgment_depth(), 8);
        assert!(evaluation.depths.iter().map(|row| row.depth).eq(1..=8));
        let width = if fen.starts_with("7k") { 3 } else { 4 };
        for row in &evaluation.depths {
            assert_eq!(row.lines.len(), width, "{fen}");
            assert!(row.lines.iter().all(|line| line.bound == Bound::Exact));
        }
        assert!(evaluation.lines().is_sorted_by(|a, b| a.value >= b.value), "best first");
        assert_eq!(evaluation.pvs.len(), width);
        for (line, pv) in evaluation.lines().iter().zip(&evaluation.pvs) {
            assert_eq!(pv.first(), Some(&line.mv));
            assert!(pv.len() <= Evaluation::MAX_PV);
        }
        assert_eq!(Evaluation::decode(&evaluation.encode()).as_ref(), Ok(evaluation));
    }
    let mate = answers[&request(POSITIONS[4])].result.as_ref().expect("an evaluation");
    assert_eq!(mate.lines()[0].value, Value::Mate(1));
}

#[test]
fn one_move_can_be_searched_alone() {
    let Some(spec) = stockfish() else { return };
    let pool = start(&spec, &DEEP, 1);
    let only = Request { fen: POSITIONS[6].to_owned(), only: "e1g1".parse().ok() };
    let bytes = evaluate(&pool, std::slice::from_ref(&only));
    let evaluation = Evaluation::decode(&bytes[0]).expect("an evaluation");
    assert_eq!(evaluation.depths.len(), 8);
    assert!(evaluation.depths.iter().all(|row| row.lines.len() == 1 && Some(row.lines[0].mv) == only.only));
    // MultiPV goes back: the next full search has all its lines, and the same as in a fresh pool.
    let full = evaluate(&pool, &requests());
    assert_eq!(full, evaluate(&start(&spec, &DEEP, 1), &requests()));
    assert_eq!(evaluate(&pool, &[only]), bytes);
}

#[test]
fn a_small_node_cap_truncates_and_still_repeats_itself() {
    let Some(spec) = stockfish() else { return };
    let capped = Settings { depth: 40, node_cap: 20_000, ..DEEP };
    let full = Settings { depth: 7, ..DEEP };
    let positions = [request(POSITIONS[1]), request(POSITIONS[2]), request(POSITIONS[6])];
    let pool = start(&spec, &capped, 1);
    let first = evaluate(&pool, &positions);
    assert_eq!(first, evaluate(&pool, &positions));
    assert_eq!(first, evaluate(&start(&spec, &capped, 2), &positions));
    let complete = evaluate(&start(&spec, &full, 1), &positions);
    for (cut, whole) in first.iter().zip(&complete) {
        let cut = Evaluation::decode(cut).expect("an evaluation");
        let whole = Evaluation::decode(whole).expect("an evaluation");
        assert!(cut.truncated && cut.judgment_depth() < 40);
        assert!(cut.nodes < 20_000, "the judged depth was finished before the ceiling");
        assert_eq!(cut.judgment + 1, cut.depths.len());
        // What a cut search keeps is what a search without a cut says at the same depths.
        let common = cut.depths.len().min(whole.depths.len());
        assert!(common >= 4);
        assert_eq!(cut.depths[..common], whole.depths[..common]);
    }
}

#[test]
fn a_search_that_ends_early_is_the_beginning_of_the_whole_one() {
    let Some(spec) = stockfish() else { return };
    let border = Settings { decided: Some(Decided { from: 5, depths: 3, beyond: 350 }), ..DEEP };
    let all = requests();
    let whole = evaluate(&start(&spec, &DEEP, 1), &all);
    let early = evaluate(&start(&spec, &border, 2), &all);
    let (mut ended, mut open) = (0, 0);
    for ((request, whole), early) in all.iter().zip(&whole).zip(&early) {
        let read = |bytes: &[u8]| Evaluation::decode(bytes).expect("an evaluation");
        let (long, short) = (read(whole), read(early));
        assert_eq!(short.fits(request, &border), Ok(()), "{}", request.fen);
        let kept = short.depths.len();
        assert_eq!(short.depths, long.depths[..kept], "{}", request.fen);
        if short.judgment_depth() < DEEP.depth {
            ended += 1;
            assert!(!short.truncated && short.nodes < long.nodes, "{}", request.fen);
            let best = short.lines()[0].value;
            assert!(best.centipawns().is_none_or(|cp| cp.abs() > 350), "{}", request.fen);
        } else {
            open += 1;
            assert_eq!(whole, early, "{}", request.fen);
        }
    }
    assert!(ended >= 2 && open >= 2, "{ended} ended early, {open} did not");
    // Stopping leaves the engine as it was: the same again, in another order.
    let mut backwards = all;
    backwards.reverse();
    let mut again = evaluate(&start(&spec, &border, 1), &backwards);
    again.reverse();
    assert_eq!(again, early);
}
