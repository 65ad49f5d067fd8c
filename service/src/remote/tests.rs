//! Workers and askers against a real server, with an engine that only remembers.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use analyzer::{GamePlan, Turn};
use datasets::Store;
use pipeline::{EvaluateError, RepeatCheck, Search, SearchPlayedMove, evaluate};
use uci_pool::{Answer, Bound, DepthLines, Evaluation, Failure, Identity, Line, Request, Settings, Value};

use super::queue::{Queue, answer_to, context};
use super::wire::Question;
use super::{Hands, Judge, Profile, Remote, RemoteError, WorkerTold, remote, runtime, wire, work};
use crate::jobs::queue_address::{Address, Notice};

mod jetstream;
mod locked;

use jetstream::Server as Nats;

/// How long something may take on a busy machine.
const PATIENCE: Duration = Duration::from_secs(120);

/// Half-moves without a capture in positions that are answered, and in those that fail.
const GOOD: &str = "0";
const FAILS: &str = "7";

/// Answers every position with one line of one value.
struct Recorded {
    centipawns: i32,
    /// Whether answers come out.
    open: Arc<AtomicBool>,
    answers: Mutex<VecDeque<Answer>>,
}

impl Search for Recorded {
    fn submit(&self, request: Request) {
        let result = if request.fen.contains(&format!(" {FAILS} ")) {
            Err(Failure { reason: "no position".to_owned() })
        } else {
            Ok(one_line(self.centipawns))
        };
        self.answers.lock().unwrap().push_back(Answer { request, result, tries: 1, worker: 0 });
    }

    fn next(&self, wait: Duration) -> Option<Answer> {
        let open = self.open.load(Ordering::Relaxed);
        let answer = self.answers.lock().unwrap().pop_front_if(|_| open);
        if answer.is_none() {
            std::thread::sleep(wait.min(Duration::from_millis(2)));
        }
        answer
    }
}

fn one_line(centipawns: i32) -> Evaluation {
    let line = Line { mv: "e2e4".parse().unwrap(), value: Value::Cp(centipawns), bound: Bound::Exact };
    Evaluation {
        depths: vec![DepthLines { depth: 1, lines: vec![line] }],
        judgment: 0,
        pvs: vec![vec![line.mv]],
        nodes: 20,
        truncated: false,
    }
}

struct Made {
    hands: Hands<Recorded>,
    open: Arc<AtomicBool>,
}

fn recorded(centipawns: i32) -> Made {
    let open = Arc::new(AtomicBool::new(true));
    let opened = Arc::clone(&open);
    let hands = Hands {
        name: format!("worker-{centipawns}"),
        identity: profile().engine,
        engines: 4,
        start: Box::new(move |_| {
            Ok(Recorded { centipawns, open: Arc::clone(&opened), answers: Mutex::default() })
        }),
    };
    Made { hands, open }
}

fn profile() -> Profile {
    Profile {
        engine: Identity {
            name: "Recorded".to_owned(),
            author: String::new(),
            sha256: "0".repeat(64),
            signature: None,
            options: Vec::new(),
        },
        settings: Settings { depth: 1, multipv: 1, ..Settings::QUICK },
    }
}

fn quiet() -> Notice {
    Arc::new(|line| println!("{line}"))
}

/// A server for this test; none, and a line that says so, where the program is not installed.
fn nats(more: &[&str]) -> Option<Nats> {
    let thread = std::thread::current();
    Some(Nats::start(&jetstream::program(thread.name().unwrap_or_default())?, more))
}

/// A worker on a thread of its own.
struct RunningWorker {
    stop: Arc<AtomicBool>,
    thread: JoinHandle<Result<WorkerTold, RemoteError>>,
}

impl RunningWorker {
    fn start(there: Address, notice: Notice) -> Self {
        Self::answering(31, there, notice)
    }

    fn answering(centipawns: i32, there: Address, notice: Notice) -> Self {
        Self::with(recorded(centipawns).hands, there, notice)
    }

    fn with(hands: Hands<Recorded>, there: Address, notice: Notice) -> Self {
        let stop = Arc::new(AtomicBool::new(false));
        let stopped = Arc::clone(&stop);
        let thread =
            std::thread::spawn(move || work(&there, &hands, &|| stopped.load(Ordering::Relaxed), &notice));
        Self { stop, thread }
    }

    /// Stops it; how many positions it has answered.
    fn answered(self) -> u64 {
        self.stop.store(true, Ordering::Relaxed);
        self.thread.join().unwrap().unwrap().answered
    }
}

/// Does something with the streams.
fn in_queue<T>(nats: &Nats, what: impl AsyncFnOnce(Queue) -> T) -> T {
    let runtime = runtime().unwrap();
    runtime.block_on(async {
        let client = address(nats).connect().await.unwrap();
        what(Queue::find(context(client)).await.unwrap().expect("streams")).await
    })
}

/// Positions that a worker has in hand.
fn hands_full(nats: &Nats, digest: &str) -> usize {
    in_queue(nats, async |queue| {
        let hands = queue.hands(digest).await.unwrap();
        hands.get_info().await.unwrap().num_ack_pending
    })
}

fn address(nats: &Nats) -> Address {
    Address { url: nats.url(), credentials: None, trusted: None }
}

fn asks(number: usize, text: &str) -> Vec<Request> {
    (0..number)
        .map(|n| Request {
            // The number of the move makes another position of it.
            fen: format!("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - {text} {}", n + 1),
            only: None,
        })
        .collect()
}

/// Asks for some positions and gives the answers in the order of the positions.
fn answers(there: &Address, asked: &[Request]) -> Vec<Answer> {
    let remote = remote(there, profile(), quiet()).unwrap();
    for request in asked {
        remote.submit(request.clone());
    }
    let begun = Instant::now();
    let mut found = Vec::new();
    while found.len() < asked.len() {
        found.extend(remote.next(Duration::from_millis(100)));
        assert!(begun.elapsed() < PATIENCE, "{} answers", found.len());
    }
    found.sort_by_key(|answer| asked.iter().position(|request| *request == answer.request));
    found
}

#[test]
fn every_position_is_answered_once_and_a_failure_is_asked_for_again() {
    let Some(nats) = nats(&[]) else { return };
    let worker = RunningWorker::start(address(&nats), quiet());
    let positions = asks(500, GOOD);
    let told = answers(&address(&nats), &positions);
    assert!(told.iter().all(|answer| answer.result == Ok(one_line(31))));
    assert!(told.iter().map(|answer| &answer.request).eq(&positions), "each one once");

    // Known answers come without a worker; a failure is asked for again.
    let failing = asks(3, FAILS);
    assert!(answers(&address(&nats), &failing).iter().all(|answer| answer.result.is_err()));
    assert!(answers(&address(&nats), &failing).iter().all(|answer| answer.result.is_err()));
    assert_eq!(worker.answered(), 506);
    assert_eq!(answers(&address(&nats), &positions), told);
}

/// The value of a second answer tells which of two workers gave it.
#[test]
fn a_second_answer_comes_from_another_worker_where_there_is_one() {
    let Some(nats) = nats(&[]) else { return };
    let there = address(&nats);
    let positions = asks(12, GOOD);
    let asking = remote(&there, profile(), quiet()).unwrap();
    let again = || {
        positions.iter().for_each(|position| asking.submit_again(position.clone(), 0));
        let answers = positions.iter().map(|_| asking.next(PATIENCE).expect("an answer").result);
        answers.collect::<Vec<_>>()
    };
    let first = RunningWorker::start(address(&nats), quiet());
    assert!(answers(&there, &positions).iter().all(|answer| answer.result == Ok(one_line(31))));
    let second = RunningWorker::answering(90, address(&nats), quiet());
    // The second worker is there once it has answered something.
    let more = (13..).map(|number| asks(number, GOOD).pop().unwrap());
    let by_first = more
        .take_while(|next| answers(&there, std::slice::from_ref(next))[0].result == Ok(one_line(31)))
        .count();
    assert!(again().iter().all(|result| *result == Ok(one_line(90))), "by the other");
    assert_eq!((first.answered(), second.answered()), (12 + by_first as u64, 13));
}

#[test]
fn a_worker_alone_answers_a_second_time_itself() {
    let Some(nats) = nats(&[]) else { return };
    let there = address(&nats);
    let positions = asks(3, GOOD);
    let alone = RunningWorker::start(address(&nats), quiet());
    answers(&there, &positions);
    let asking = remote(&there, profile(), quiet()).unwrap();
    asking.submit_again(positions[0].clone(), 0);
    assert_eq!(asking.next(PATIENCE).expect("an answer").result, Ok(one_line(31)));
    assert_eq!(alone.answered(), 4);
}

#[test]
fn a_machine_that_answers_differently_is_told_and_goes_on() {
    let Some(nats) = nats(&[]) else { return };
    let hands = recorded(90);
    let open = Arc::clone(&hands.open);
    open.store(false, Ordering::Relaxed);
    let (tell, told) = std::sync::mpsc::channel();
    let notice: Notice = Arc::new(move |line| {
        let _heard = tell.send(line.to_owned());
    });
    let worker = RunningWorker::with(hands.hands, address(&nats), notice);

    // The position is in its hands; meanwhile the answer of another machine comes in.
    let position = asks(1, GOOD);
    let profile = profile();
    let digest = profile.digest().unwrap();
    let key = Question { request: position[0].clone(), again: false }.key();
    let asking = remote(&address(&nats), profile, quiet()).unwrap();
    asking.submit(position[0].clone());
    let begun = Instant::now();
    while hands_full(&nats, &digest) == 0 {
        assert!(begun.elapsed() < PATIENCE, "nobody takes it");
        std::thread::sleep(Duration::from_millis(20));
    }
    in_queue(&nats, async |queue| {
        let body = wire::answer(&Ok(one_line(31)));
        let sent = queue.context.publish(answer_to(&digest, &key), body.into()).await;
        sent.unwrap().await.unwrap();
    });
    open.store(true, Ordering::Relaxed);
    let line =
        std::iter::from_fn(|| told.recv_timeout(PATIENCE).ok()).find(|line| line.contains("differently"));
    assert!(line.is_some(), "it is told");
    assert_eq!(answers(&address(&nats), &asks(2, GOOD))[1].result, Ok(one_line(90)), "it goes on");
    assert_eq!(worker.answered(), 2);
    let answer = asking.next(PATIENCE).unwrap();
    assert_eq!(answer.result, Ok(one_line(31)), "the first answer stands");
}

/// What came out of a run with a liar.
struct LiarRun {
    /// What the store holds of each position.
    found: Result<Vec<Option<Evaluation>>, EvaluateError>,
    told: Vec<String>,
    asking: Remote,
    /// The liar is the last.
    workers: [RunningWorker; 3],
}

/// A run over the queue with a worker that lies and two honest ones, which begin after the liar's first answer.
fn run_with_a_liar(nats: &Nats, judge: Option<Judge>) -> LiarRun {
    let (tell, told) = std::sync::mpsc::channel();
    let notice: Notice = Arc::new(move |line| {
        let _heard = tell.send(line.to_owned());
    });
    let asking = remote(&address(nats), profile(), notice).unwrap();
    let asking = match judge {
        Some(judge) => asking.judged_by(judge),
        None => asking,
    };
    let honest = [recorded(31), recorded(31)];
    let gates = honest.each_ref().map(|made| Arc::clone(&made.open));
    gates.iter().for_each(|gate| gate.store(false, Ordering::Relaxed));
    let [one, two] = honest.map(|made| RunningWorker::with(made.hands, address(nats), quiet()));
    let liar = RunningWorker::answering(90, address(nats), quiet());

    let turn = |request: Request| Turn {
        fen: request.fen,
        played: "e2e4".parse().unwrap(),
        san: String::new(),
        legal: 20,
        excluded: None,
    };
    let positions = asks(100, GOOD);
    let plans = [GamePlan { turns: positions.iter().cloned().map(turn).collect() }];
    let folder = tempfile::tempdir().unwrap();
    let mut store = Store::open(&folder.path().join("store.sqlite")).unwrap();
    let id = store.profile(&profile().engine, &profile().settings).unwrap();
    let mut check = RepeatCheck::default();
    let begun = Instant::now();
    let found = evaluate(
        &plans,
        (&mut store, id, &mut check),
        SearchPlayedMove::Never,
        || Ok(&asking),
        &|| begun.elapsed() > PATIENCE,
        &mut |progress| {
            if progress.done > 0 {
                gates.iter().for_each(|gate| gate.store(true, Ordering::Relaxed));
            }
        },
    );
    let kept = |request: &Request| Some(store.get(id, &request.fen, None).unwrap()?.evaluation);
    let found = found.map(|_| positions.iter().map(kept).collect());
    if found.is_err() {
        assert!(positions.iter().all(|request| kept(request).is_none()), "nothing of it is kept");
    }
    LiarRun { found, told: told.try_iter().collect(), asking, workers: [one, two, liar] }
}

#[test]
fn a_worker_that_lies_is_shut_out_and_the_others_go_on() {
    let Some(nats) = nats(&[]) else { return };
    let judge: Judge = Box::new(|_| Ok(one_line(31)));
    let LiarRun { found, told, asking, workers: [one, two, liar] } = run_with_a_liar(&nats, Some(judge));
    assert!(found.unwrap().iter().all(|answer| *answer == Some(one_line(31))), "no lie is left");
    let named = told.iter().filter(|line| line.contains("worker-90 gave a wrong answer and is shut out"));
    assert_eq!(named.count(), 1, "{told:?}");
    assert!(one.answered() + two.answered() >= 100, "the honest ones did it all");
    // Alone with a question, the liar hears of it and leaves.
    asking.submit(asks(101, GOOD).pop().unwrap());
    let left = liar.thread.join().unwrap();
    assert!(matches!(&left, Err(RemoteError::ShutOut { name }) if name == "worker-90"), "{left:?}");
}

#[test]
fn where_no_third_search_tells_both_workers_are_named() {
    for judge in [None, Some(Box::new(|_: &Request| Ok(one_line(7))) as Judge)] {
        let Some(nats) = nats(&[]) else { return };
        let LiarRun { found, workers, .. } = run_with_a_liar(&nats, judge);
        let error = found.unwrap_err().to_string();
        assert!(error.contains("worker-31") && error.contains("worker-90"), "{error}");
        for worker in workers {
            worker.answered();
        }
    }
}

#[test]
fn a_worker_that_comes_first_makes_nothing_and_waits() {
    let Some(nats) = nats(&[]) else { return };
    let (tell, told) = std::sync::mpsc::channel();
    let notice: Notice = Arc::new(move |line| {
        let _heard = tell.send(line.to_owned());
    });
    let worker = RunningWorker::start(address(&nats), notice);
    let line = told.recv_timeout(PATIENCE).unwrap();
    assert!(line.contains("nobody has asked"), "{line}");
    let made = runtime().unwrap().block_on(async {
        let client = address(&nats).connect().await.unwrap();
        Queue::find(context(client)).await.unwrap().is_some()
    });
    assert!(!made, "a worker makes no stream");

    assert_eq!(answers(&address(&nats), &asks(3, GOOD)).len(), 3);
    assert_eq!(worker.answered(), 3);
}
