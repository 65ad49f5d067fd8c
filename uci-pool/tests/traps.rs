//! Mistakes seen in other tools, by their number in the project's list of traps; each test fails on its trap.

#[path = "scripted_engine/rig.rs"]
#[allow(dead_code, unreachable_pub, reason = "shared by several test crates, each of which uses a part")]
mod rig;

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use rig::{
    Logged, POSITIONS, SETTINGS, ask, evaluate, eventually, exists, limits, request, requests, scripted,
    text, wait,
};
use uci_pool::{Limits, Pool, Request};

#[test]
fn trap_05_no_clock_and_one_thread() {
    let engine = Logged::start(&[], &SETTINGS);
    let pool = &engine.pool;
    evaluate(pool, &requests());
    let log = engine.log();
    assert!(log.contains("setoption name Threads value 1\n"));
    let searches: Vec<&str> = log.lines().filter(|line| line.starts_with("go")).collect();
    assert_eq!(searches, ["go depth 4 nodes 1000000"; 10]);

    let mut threads = scripted(&[]);
    threads.options.push(("Threads".to_owned(), "2".to_owned()));
    assert!(Pool::start(&threads, &SETTINGS, 1, limits()).is_err());
}

#[test]
fn trap_05_a_slow_machine_gives_the_same_bytes() {
    let run = |args: &[&str]| {
        let pool = Pool::start(&scripted(args), &SETTINGS, 1, limits()).expect("a pool");
        evaluate(&pool, &requests())
    };
    assert_eq!(run(&[]), run(&["--mode", "slow-machine"]));
}

#[test]
fn trap_06_warm_hash_changes_nothing() {
    // This engine adds to every value the number of searches since `ucinewgame`.
    let spec = scripted(&["--mode", "warm"]);
    let start = |engines| Pool::start(&spec, &SETTINGS, engines, limits()).expect("a pool");
    let forwards = requests();
    let backwards: Vec<Request> = forwards.iter().rev().cloned().collect();
    let mut expected = evaluate(&start(1), &forwards);
    assert_eq!(evaluate(&start(2), &forwards), expected);
    let same_pool = start(1);
    assert_eq!(evaluate(&same_pool, &forwards), expected);
    expected.reverse();
    assert_eq!(evaluate(&same_pool, &backwards), expected);
}

#[test]
fn trap_06_no_history_and_a_new_game_before_every_position() {
    let engine = Logged::start(&[], &SETTINGS);
    let pool = &engine.pool;
    let only = Request { fen: POSITIONS[0].to_owned(), only: "a2a4".parse().ok() };
    for request in [request(POSITIONS[1]), only.clone(), only, request(POSITIONS[2])] {
        pool.submit(request);
        assert!(wait(pool).result.is_ok());
    }
    let log = engine.log();
    let one = |fen: &str, tail: &str| {
        format!("ucinewgame\nisready\nposition fen {fen}\ngo depth 4 nodes 1000000{tail}\n")
    };
    // MultiPV is 1 for a single move and goes back afterwards.
    let expected = format!(
        "uci\nsetoption name Threads value 1\nsetoption name Hash value 16\nisready\n\
         setoption name MultiPV value 3\n{}setoption name MultiPV value 1\n{}{}setoption name MultiPV value 3\n{}stop\nquit\n",
        one(POSITIONS[1], ""),
        one(POSITIONS[0], " searchmoves a2a4"),
        one(POSITIONS[0], " searchmoves a2a4"),
        one(POSITIONS[2], ""),
    );
    assert_eq!(log, expected);
}

#[test]
fn a_second_answer_comes_from_another_engine_where_there_is_one() {
    for (engines, other) in [(1, false), (2, true), (3, true)] {
        let pool = Pool::start(&scripted(&[]), &SETTINGS, engines, limits()).expect("a pool");
        for request in requests() {
            pool.submit(request.clone());
            let first = wait(&pool);
            pool.submit_elsewhere(request, first.worker);
            let second = wait(&pool);
            assert_eq!(second.worker != first.worker, other, "{engines} engines");
            assert_eq!(second.result, first.result);
        }
    }
}

#[test]
fn trap_18_one_bad_position_retires_no_worker() {
    let spec = scripted(&["--mode", "die", "--move-number", "11"]);
    let pool = Pool::start(&spec, &SETTINGS, 2, limits()).expect("a pool");
    // Many bad positions, one after the other, and then good ones.
    for _ in 0..6 {
        pool.submit(request(POSITIONS[2]));
    }
    for _ in 0..6 {
        assert!(wait(&pool).result.is_err());
    }
    let good: Vec<Request> = requests().into_iter().filter(|r| !r.fen.ends_with(" 11")).collect();
    evaluate(&pool, &good);
}

#[test]
fn trap_18_a_hung_engine_does_not_stop_the_others() {
    let spec = scripted(&["--mode", "hang", "--move-number", "11"]);
    let pool =
        Pool::start(&spec, &SETTINGS, 2, Limits { position: Duration::from_secs(1), tries: 1, ..limits() })
            .expect("a pool");
    pool.submit(request(POSITIONS[2]));
    let good: Vec<Request> = requests().into_iter().filter(|r| !r.fen.ends_with(" 11")).collect();
    for request in &good {
        pool.submit(request.clone());
    }
    for _ in &good {
        assert!(wait(&pool).result.is_ok(), "the good ones come while one engine hangs");
    }
    assert!(wait(&pool).result.is_err());
}

#[test]
fn trap_18_no_process_outlives_the_pool_and_none_is_left_by_a_replacement() {
    let folder = tempfile::tempdir().expect("a folder");
    let note = folder.path().join("pids");
    let spec = scripted(&["--mode", "die", "--move-number", "11", "--pids", text(&note)]);
    let pool = Pool::start(&spec, &SETTINGS, 3, limits()).expect("a pool");
    for _ in 0..4 {
        ask(&pool, &requests());
        let alive = noted(&note).into_iter().filter(|&pid| exists(pid)).count();
        assert!(alive <= 3, "{alive} engines for 3 workers");
    }
    let restarts = pool.counters().restarts;
    drop(pool);
    let pids = noted(&note);
    assert!(restarts >= 8, "twelve deaths, and at most one place per worker may still be empty: {restarts}");
    assert!(pids.len() as u64 > restarts);
    assert!(pids.into_iter().all(|pid| !exists(pid)), "neither alive nor a zombie");
}

/// Process ids that engines have written down.
fn noted(file: &Path) -> Vec<u32> {
    let text = fs::read_to_string(file).expect("a note");
    text.lines().map(|line| line.parse().expect("an id")).collect()
}

#[test]
fn trap_18_dropping_a_busy_pool_is_quick_and_leaves_nothing() {
    for mode in ["hang", "ignore-quit", "flood"] {
        let pool = Pool::start(&scripted(&["--mode", mode]), &SETTINGS, 2, limits()).expect("a pool");
        requests().into_iter().for_each(|request| pool.submit(request));
        eventually("both engines run", || pool.child_pids().len() == 2 || pool.counters().answered > 0);
        let pids = pool.child_pids();
        let start = Instant::now();
        drop(pool);
        assert!(start.elapsed() < Duration::from_secs(5), "{mode}: {:?}", start.elapsed());
        assert!(pids.into_iter().all(|pid| !exists(pid)), "{mode}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn trap_18_an_engine_behind_a_script_is_killed_with_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let (note, log) = (folder.path().join("pids"), folder.path().join("log"));
    let engine = scripted(&[]).command;
    let mut spec = scripted(&[]);
    spec.command = "/bin/sh".into();
    // The shell waits for the engine, which is its child. A shell gives its background jobs no input, hence the
    // detour.
    let script = format!(
        "exec 3<&0; \"{}\" --mode hang --pids \"{}\" --log \"{}\" <&3 & wait",
        engine.display(),
        note.display(),
        log.display()
    );
    spec.args = vec!["-c".to_owned(), script];
    let pool = Pool::start(&spec, &SETTINGS, 1, limits()).expect("a pool");
    pool.submit(request(POSITIONS[0]));
    // From here on the engine hangs, and does not see that its input is closed.
    eventually("the search begins", || fs::read_to_string(&log).is_ok_and(|log| log.contains("\ngo ")));
    let pid = noted(&note)[0];
    assert!(exists(pid));
    assert_eq!(pool.child_pids().len(), 1);
    assert_ne!(pool.child_pids()[0], pid, "the child is the shell");
    drop(pool);
    // The system reaps it, not the pool; a zombie that waits for that is dead all the same.
    eventually("the engine behind the script is dead", || {
        fs::read_to_string(format!("/proc/{pid}/stat")).map_or(true, |stat| stat.contains(") Z "))
    });
}

#[test]
fn trap_18_engines_killed_from_outside_cost_retries_and_no_result() {
    let spec = scripted(&["--sleep", "15"]);
    let quiet = Pool::start(&scripted(&[]), &SETTINGS, 2, limits()).expect("a pool");
    let expected = evaluate(&quiet, &requests());
    let pool = Pool::start(&spec, &SETTINGS, 2, Limits { tries: 50, ..limits() }).expect("a pool");
    let all = requests();
    all.iter().for_each(|request| pool.submit(request.clone()));
    let mut answers = Vec::new();
    let mut killed = 0;
    while answers.len() < all.len() {
        if killed < 5
            && let Some(&pid) = pool.child_pids().first()
        {
            killed += u32::from(rig::kill(pid));
        }
        answers.extend(pool.next(Duration::from_millis(20)));
    }
    for (request, expected) in all.iter().zip(expected) {
        let answer = answers.iter().find(|answer| answer.request == *request).expect("an answer");
        assert_eq!(answer.result.as_ref().expect("an evaluation").encode(), expected);
    }
    assert!(pool.counters().restarts > 0);
}
