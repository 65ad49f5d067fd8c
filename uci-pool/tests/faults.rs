//! Engines that fail in every way we know of. Whatever they do, each request gets one answer.

#[path = "scripted_engine/rig.rs"]
#[allow(dead_code, unreachable_pub, reason = "shared by several test crates, each of which uses a part")]
mod rig;

use std::fs;
use std::time::{Duration, Instant};

use rig::{Logged, POSITIONS, SETTINGS, ask, evaluate, limits, request, requests, scripted, text, wait};
use uci_pool::{EngineError, Limits, Pool, PoolError, Request, Settings, identify, identify_for};

/// The answer of an engine without faults.
fn sound() -> Vec<Vec<u8>> {
    let pool = Pool::start(&scripted(&[]), &SETTINGS, 1, limits()).expect("a pool");
    evaluate(&pool, &requests())
}

/// Stepping back behind other programs changes no answer, and the system knows of it.
#[test]
fn an_engine_that_steps_back_answers_the_same() {
    let folder = tempfile::tempdir().expect("a folder");
    let pids = folder.path().join("pids");
    let spec = scripted(&["--pids", text(&pids)]);
    let aside = Limits { niceness: 7, ..limits() };
    let pool = Pool::start(&spec, &SETTINGS, 1, aside).expect("a pool");
    assert_eq!(evaluate(&pool, &requests()), sound());
    let pid = fs::read_to_string(&pids).expect("a process");
    let niceness = |path: &str| -> Option<i32> {
        let stat = fs::read_to_string(path).ok()?;
        // proc(5): behind the name in brackets niceness is field 19, and the state field 3.
        stat.rsplit_once(')')?.1.split_whitespace().nth(16)?.parse().ok()
    };
    let Some(own) = niceness("/proc/self/stat") else {
        eprintln!("skipped: this system does not say how far a process steps back");
        return;
    };
    let engine = niceness(&format!("/proc/{}/stat", pid.trim()));
    assert_eq!(engine, Some((own + 7).min(19)));
}

/// A fault that shows once costs one retry and changes nothing; a fault that stays gives a failure after three
/// tries, with a reason that contains `reason`, and leaves the other positions alone.
fn check(mode: &str, reason: &str, limits: Limits) {
    let folder = tempfile::tempdir().expect("a folder");
    let once = folder.path().join("once");
    let spec = scripted(&["--mode", mode, "--once", text(&once)]);
    let pool = Pool::start(&spec, &SETTINGS, 1, limits.clone()).expect("a pool");
    assert_eq!(evaluate(&pool, &requests()), sound(), "{mode}, once");
    let counters = pool.counters();
    assert_eq!((counters.answered, counters.retries, counters.restarts), (10, 1, 1), "{mode}, once");
    drop(pool);

    // Move number 11 stands in one of the positions only.
    let spec = scripted(&["--mode", mode, "--move-number", "11"]);
    let pool = Pool::start(&spec, &SETTINGS, 1, limits).expect("a pool");
    let answers = ask(&pool, &requests());
    for (fen, good) in POSITIONS.iter().zip(sound()) {
        let answer = &answers[&request(fen)];
        if fen.ends_with(" 11") {
            let failure = answer.result.as_ref().expect_err("a failure");
            assert!(failure.reason.contains(reason), "{mode}: {failure}");
            assert_eq!(answer.tries, 3, "{mode}");
        } else {
            assert_eq!(answer.result.as_ref().expect("an evaluation").encode(), good, "{mode}");
            assert_eq!(answer.tries, 1, "{mode}");
        }
    }
    assert_eq!(pool.counters().retries, 2, "{mode}");
}

#[test]
fn no_fault_of_an_engine_is_believed() {
    let soon = Limits { position: Duration::from_millis(300), ..limits() };
    std::thread::scope(|threads| {
        for (mode, reason) in [
            ("die", "the engine ended"),
            ("illegal-pv", "not legal"),
            ("garbage", "unreadable `depth`"),
            ("huge-line", "65536 bytes"),
            ("flood", "lines"),
            ("missing-lines", "no depth with all 3 lines"),
            ("wrong-bestmove", "as best move"),
            ("no-bestmove", "no best move"),
            ("half-line", "the engine ended"),
        ] {
            threads.spawn(move || check(mode, reason, limits()));
        }
        threads.spawn(|| check("hang", "in time", soon));
    });
}

#[test]
fn noise_is_tolerated() {
    let pool = Pool::start(&scripted(&["--mode", "noise"]), &SETTINGS, 1, limits()).expect("a pool");
    assert_eq!(evaluate(&pool, &requests()), sound());
    assert_eq!(pool.counters().retries, 0);
}

/// Carballo and mACE offer no `Threads`, Lc0 no `Hash`, and lines of depth 0 or without moves are no report of a search.
#[test]
fn an_engine_that_does_what_is_wanted_without_the_option_answers_the_same() {
    for (mode, option) in [("no-threads", "Threads"), ("no-hash", "Hash"), ("chatty", "Ponder")] {
        let engine = Logged::start(&["--mode", mode], &SETTINGS);
        assert_eq!(evaluate(&engine.pool, &requests()), sound(), "{mode}");
        assert_eq!(engine.pool.counters().retries, 0, "{mode}");
        let log = engine.log();
        assert!(!log.contains(&format!("setoption name {option} ")), "{mode}: {log}");
    }
    let one = Settings { multipv: 1, ..SETTINGS };
    let usual = Pool::start(&scripted(&[]), &one, 1, limits()).expect("a pool");
    let engine = Logged::start(&["--mode", "no-multipv"], &one);
    assert_eq!(evaluate(&engine.pool, &requests()), evaluate(&usual, &requests()));
    assert!(!engine.log().contains("MultiPV"));
}

#[test]
fn what_cannot_be_set_is_known_before_anything_is_searched() {
    for (mode, multipv, said) in [
        ("no-multipv", 3, "`MultiPV`: the engine does not offer it: it gives one line, and 3 are wanted"),
        ("few-lines", 3, "`MultiPV`: 3 is outside 1 to 2"),
    ] {
        let spec = scripted(&["--mode", mode]);
        let refused = identify_for(&spec, &Settings { multipv, ..SETTINGS }).expect_err(mode);
        assert!(refused.to_string().contains(said), "{refused}");
        identify_for(&spec, &Settings { multipv: 1, ..SETTINGS }).expect(mode);
    }
}

#[test]
fn a_pool_does_not_start_with_an_engine_that_cannot_be_used() {
    let quick = Limits { handshake: Duration::from_millis(300), ..limits() };
    let start = |mode: &str| {
        Pool::start(&scripted(&["--mode", mode]), &SETTINGS, 2, quick.clone())
            .err()
            .expect("an error")
            .to_string()
    };
    assert!(start("exit-at-start").contains("the engine ended"));
    assert!(start("silent-handshake").contains("in time"));
    assert!(start("nameless").contains("no name"));
    assert!(start("no-multipv").contains("`MultiPV`: the engine does not offer it"));
}

#[test]
fn an_engine_killed_during_the_first_handshake_is_started_again() {
    for pool_too in [false, true] {
        let folder = tempfile::tempdir().expect("a folder");
        let once = folder.path().join("once");
        let spec = scripted(&["--mode", "exit-at-start", "--once", text(&once)]);
        if pool_too {
            let pool = Pool::start(&spec, &SETTINGS, 1, limits()).expect("a pool");
            assert_eq!(evaluate(&pool, &requests()), sound());
        } else {
            identify(&spec).expect("an identity");
        }
        assert!(once.exists(), "the engine did end once");
    }
}

#[test]
fn arguments_are_checked_before_anything_starts() {
    let start =
        |settings: Settings, engines: usize| Pool::start(&scripted(&[]), &settings, engines, limits());
    assert!(matches!(start(Settings { depth: 0, ..SETTINGS }, 1), Err(PoolError::Settings(_))));
    assert!(matches!(start(SETTINGS, 0), Err(PoolError::Engines { asked: 0 })));
    assert!(matches!(start(SETTINGS, 1025), Err(PoolError::Engines { .. })));
    let mut missing = scripted(&[]);
    missing.command = "/no/such/engine".into();
    assert!(matches!(identify(&missing), Err(EngineError::NotFound { .. })));
}

#[test]
fn positions_without_sense_fail_at_once_and_no_engine_sees_them() {
    let engine = Logged::start(&[], &SETTINGS);
    let pool = &engine.pool;
    for fen in [
        "not a FEN",
        "8/8/8/8/8/8/8/8 w - - 0 1",
        "R6k/8/7K/8/8/8/8/8 b - - 0 1",
        "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
        "7k/8/8/8/8/8/8/K7 w - - 0 1\nquit",
    ] {
        pool.submit(request(fen));
        let answer = wait(pool);
        assert!(answer.result.is_err(), "{fen}");
        assert_eq!((answer.tries, answer.request.fen.as_str()), (0, fen));
    }
    pool.submit(Request { fen: POSITIONS[0].to_owned(), only: "e2e5".parse().ok() });
    assert_eq!(wait(pool).tries, 0);
    assert!(!engine.log().contains("position"));
}

/// White may castle on both sides, with rooks where standard chess has none.
const CHESS960: &str = "1r2k1r1/pppppppp/8/8/8/8/PPPPPPPP/1R2K1R1 w GBgb - 0 9";

#[test]
fn an_engine_without_chess960_says_so_and_goes_on() {
    let engine = Logged::start(&[], &SETTINGS);
    let pool = &engine.pool;
    for fen in [POSITIONS[0], CHESS960, POSITIONS[1]] {
        pool.submit(request(fen));
        let answer = wait(pool);
        assert_eq!(answer.tries, 1);
        if fen == CHESS960 {
            let failure = answer.result.expect_err("refused");
            assert!(failure.reason.contains("does not offer `UCI_Chess960`"), "{failure}");
        } else {
            answer.result.expect("an evaluation");
        }
    }
    assert_eq!((pool.counters().retries, pool.counters().restarts), (0, 0));
    assert!(!engine.log().contains("1R2K1R1"));
}

#[test]
fn chess960_is_switched_on_and_off_only_where_it_changes() {
    let engine = Logged::start(&["--mode", "chess960"], &Settings { multipv: 20, ..SETTINGS });
    let pool = &engine.pool;
    for fen in [POSITIONS[0], CHESS960, CHESS960, POSITIONS[1], POSITIONS[3], CHESS960] {
        pool.submit(request(fen));
        wait(pool).result.expect(fen);
    }
    let log = engine.log();
    let seen: Vec<&str> = log
        .lines()
        .filter_map(|line| match line {
            _ if line.starts_with("position") => {
                Some(if line.contains(" GBgb ") { "960" } else { "standard" })
            }
            _ => line.strip_prefix("setoption name UCI_Chess960 value "),
        })
        .collect();
    assert_eq!(seen, ["standard", "true", "960", "960", "false", "standard", "standard", "true", "960"]);
}

#[test]
fn a_replacement_must_be_the_same_engine() {
    let folder = tempfile::tempdir().expect("a folder");
    let flag = folder.path().join("flag");
    let spec = scripted(&["--mode", "renamed", "--when", text(&flag)]);
    let pool = Pool::start(&spec, &SETTINGS, 1, limits()).expect("a pool");
    fs::write(&flag, "").expect("written");
    pool.child_pids().into_iter().for_each(|pid| assert!(rig::kill(pid)));
    pool.submit(request(POSITIONS[0]));
    let answer = wait(&pool);
    let failure = answer.result.expect_err("a failure");
    assert!(failure.reason.contains("calls itself `Another Engine`"), "{failure}");
    // The right engine comes back, and so do the answers.
    fs::remove_file(&flag).expect("removed");
    pool.submit(request(POSITIONS[0]));
    assert!(wait(&pool).result.is_ok());
}

#[test]
fn when_no_engine_starts_any_more_everything_is_still_answered() {
    let folder = tempfile::tempdir().expect("a folder");
    let flag = folder.path().join("flag");
    let spec = scripted(&["--mode", "exit-at-start", "--when", text(&flag)]);
    let pool = Pool::start(&spec, &SETTINGS, 2, limits()).expect("a pool");
    fs::write(&flag, "").expect("written");
    pool.child_pids().into_iter().for_each(|pid| assert!(rig::kill(pid)));
    let start = Instant::now();
    let many: Vec<Request> = (1..=300).map(|n| request(&format!("7k/8/8/8/8/8/8/K7 w - - 0 {n}"))).collect();
    let answers = ask(&pool, &many);
    assert!(answers.values().all(|answer| answer.result.is_err() && answer.tries <= 3));
    assert!(start.elapsed() < Duration::from_secs(20), "took {:?}", start.elapsed());

    fs::remove_file(&flag).expect("removed");
    rig::eventually("the engine comes back", || {
        pool.submit(request(POSITIONS[0]));
        wait(&pool).result.is_ok()
    });
}

#[test]
fn an_identity_is_the_same_alone_and_in_a_pool() {
    let spec = scripted(&[]);
    let identity = identify(&spec).expect("an identity");
    let pool = Pool::start(&spec, &SETTINGS, 1, limits()).expect("a pool");
    assert_eq!(&identity, pool.identity());
    assert_eq!((identity.name.as_str(), identity.author.as_str()), ("Scripted Engine 1", "nobody"));
    let sum = std::process::Command::new("sha256sum").arg(&spec.command).output().expect("sha256sum");
    assert_eq!(identity.sha256.as_bytes(), &sum.stdout[..64]);
    assert_ne!(identify(&scripted(&["--sleep", "0"])).expect("an identity").sha256, identity.sha256);
}
