//! Gets an evaluation for every turn that needs one: from the store, else from the engines.

use std::collections::{HashMap, HashSet, VecDeque};
use std::ops::Deref;
use std::time::Duration;

use analyzer::decision::is_decided;
use analyzer::{Evaluations, GamePlan};
use datasets::{ProfileId, Store, StoreError};
use shakmaty::uci::UciMove;
use uci_pool::{Answer, Evaluation, PoolError, Request};

use crate::repeat_check::RepeatCheck;
use crate::search::{AnsweredBy, EvaluateError, Search};

/// Interval between checks of `stop` while no answer comes.
const POLL_INTERVAL: Duration = Duration::from_millis(100);
/// Limit on requests in flight: enough to keep many machines busy. Follow-up searches are submitted before the requests
/// beyond this limit, so a stopped run leaves whole games behind.
const MAX_IN_FLIGHT: usize = 1024;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Games whose every turn is answered.
    pub games_done: usize,
    pub games: usize,
    /// Positions answered, stored ones included. A played move searched apart counts as one.
    pub done: usize,
    /// Positions known to be needed; grows as played moves turn out not to be among the lines.
    pub total: usize,
    /// Positions that came from the store.
    pub stored: usize,
}

/// Whether the move played gets a value even where it is not among the lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchPlayedMove {
    /// A move outside the lines gets a restricted search of its own (`searchmoves`).
    IfUnlisted,
    /// Only the lines are searched.
    Never,
}

/// Moves played at one position, each with the games that wait for it, one entry for each turn.
type Wanted = Vec<(UciMove, Vec<usize>)>;

struct Run<'a> {
    profile: ProfileId,
    played: SearchPlayedMove,
    wanted: HashMap<&'a str, Wanted>,
    waiting: Vec<usize>,
    evaluations: Evaluations,
    outstanding: VecDeque<Request>,
    /// Requests whose stored answer another program gave and this one has to give too.
    unconfirmed: HashSet<Request>,
    progress: Progress,
}

/// Evaluates every turn of the plans that needs it. `start` is called only if the store lacks something.
///
/// Each evaluation is durable in the store before it is counted, so a killed run loses at most the positions
/// in hand. `stop` is looked at between answers. Some positions are searched twice, as `check` chooses them. Where both answers
/// differ a third search decides: the worker that was wrong is shut out, and its answers of the run are searched again.
///
/// # Errors
/// A store or engines that cannot be used, `stop`, or two answers to one position of which none is known to be right: then those of
/// the run are removed.
pub fn evaluate<S: Deref<Target: Search + Sized>>(
    plans: &[GamePlan],
    (store, profile, check): (&mut Store, ProfileId, &mut RepeatCheck),
    played: SearchPlayedMove,
    start: impl FnOnce() -> Result<S, PoolError>,
    stop: &dyn Fn() -> bool,
    report: &mut dyn FnMut(&Progress),
) -> Result<Evaluations, EvaluateError> {
    let (mut start, mut search) = (Some(start), None);
    loop {
        let mut run = Run::new(plans, profile, played);
        store.reading(|store| run.look(store, plans, stop, report))?;
        if !run.outstanding.is_empty() {
            if let Some(start) = start.take() {
                search = Some(start()?);
            }
            if let Some(search) = &search
                && run.search(&**search, (store, check), stop, report)? == Searched::Withdrawn
            {
                // What is left of it is in the store.
                continue;
            }
        }
        report(&run.progress);
        return Ok(run.evaluations);
    }
}

/// How the searches of a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Searched {
    Answered,
    /// Answers of a worker were taken out of the store.
    Withdrawn,
}

/// The answers that the store already holds; nothing is searched.
pub fn stored(
    plans: &[GamePlan],
    store: &mut Store,
    profile: ProfileId,
) -> Result<Evaluations, EvaluateError> {
    let mut run = Run::new(plans, profile, SearchPlayedMove::IfUnlisted);
    store.reading(|store| run.look(store, plans, &|| false, &mut |_| {}))?;
    Ok(run.evaluations)
}

/// Positions that need a search, each once, in order of first appearance.
fn positions(plans: &[GamePlan]) -> Vec<&str> {
    let mut known = HashSet::new();
    let turns = plans.iter().flat_map(GamePlan::searched);
    turns.map(|turn| turn.fen.as_str()).filter(|fen| known.insert(*fen)).collect()
}

impl<'a> Run<'a> {
    fn new(plans: &'a [GamePlan], profile: ProfileId, played: SearchPlayedMove) -> Self {
        let mut wanted: HashMap<&str, Wanted> = HashMap::new();
        let mut waiting = vec![0; plans.len()];
        for (game, plan) in plans.iter().enumerate() {
            for turn in plan.searched() {
                let moves = wanted.entry(turn.fen.as_str()).or_default();
                match moves.iter_mut().find(|(mv, _)| *mv == turn.played) {
                    Some((_, games)) => games.push(game),
                    None => moves.push((turn.played, vec![game])),
                }
                if let Some(count) = waiting.get_mut(game) {
                    *count += 1;
                }
            }
        }
        let progress = Progress {
            games: plans.len(),
            games_done: waiting.iter().filter(|n| **n == 0).count(),
            total: wanted.len(),
            ..Progress::default()
        };
        Self {
            profile,
            played,
            wanted,
            waiting,
            evaluations: Evaluations::default(),
            outstanding: VecDeque::new(),
            unconfirmed: HashSet::new(),
            progress,
        }
    }

    /// Takes what the store holds, and notes what it lacks.
    fn look(
        &mut self,
        store: &Store,
        plans: &[GamePlan],
        stop: &dyn Fn() -> bool,
        report: &mut dyn FnMut(&Progress),
    ) -> Result<(), EvaluateError> {
        for fen in positions(plans) {
            if stop() {
                return Err(self.stopped());
            }
            let request = Request { fen: fen.to_owned(), only: None };
            self.ask(store, request)?;
            report(&self.progress);
        }
        Ok(())
    }

    fn stopped(&self) -> EvaluateError {
        EvaluateError::Stopped { done: self.progress.done, total: self.progress.total }
    }

    /// Takes an evaluation from the store, or puts the request on the list for the engines: a search apart, and one that
    /// confirms a stored answer, before everything that waits.
    fn ask(&mut self, store: &Store, request: Request) -> Result<(), StoreError> {
        match store.get(self.profile, &request.fen, request.only)? {
            Some(stored) if stored.is_unconfirmed => {
                self.unconfirmed.insert(request.clone());
                self.outstanding.push_front(request);
            }
            Some(stored) => {
                self.progress.stored += 1;
                self.settle(store, request, Ok((stored.evaluation, stored.program)))?;
            }
            None if request.only.is_some() => self.outstanding.push_front(request),
            None => self.outstanding.push_back(request),
        }
        Ok(())
    }

    /// Puts what waits to the engines, and takes their answers.
    fn search(
        &mut self,
        search: &impl Search,
        (store, check): (&mut Store, &mut RepeatCheck),
        stop: &dyn Fn() -> bool,
        report: &mut dyn FnMut(&Progress),
    ) -> Result<Searched, EvaluateError> {
        check.begin();
        let mut pending = HashSet::new();
        self.hand_over(search, store, &mut pending, 0)?;
        while !pending.is_empty() || check.open() > 0 {
            if stop() {
                return Err(self.stopped());
            }
            let Some(Answer { request, result, worker, .. }) = search.next(POLL_INTERVAL) else {
                continue;
            };
            let result = result.map_err(|failure| failure.reason);
            if let Ok(evaluation) = &result {
                let put = match search.program(worker) {
                    AnsweredBy::OwnProgram => store.put(self.profile, &request.fen, request.only, evaluation),
                    AnsweredBy::Program(sha256) => {
                        store.put_of(self.profile, sha256.as_deref(), &request.fen, request.only, evaluation)
                    }
                };
                match put {
                    Err(StoreError::Differs { .. }) if self.unconfirmed.contains(&request) => {
                        return Err(self.other_program(store, &request)?);
                    }
                    Err(StoreError::Differs { .. }) => {
                        let differing = (&request, evaluation, worker);
                        check.decide(search, (store, self.profile), differing)?;
                        return Ok(Searched::Withdrawn);
                    }
                    put => put?,
                }
                // What was there before is not withdrawn with the answers of the run.
                if !self.unconfirmed.contains(&request) {
                    check.note(&request, worker);
                }
            }
            // Else it is a second answer, or one that was asked for before others were withdrawn.
            if !pending.remove(&request) {
                check.answered(&request);
                continue;
            }
            if result.is_ok() && check.repeats(&request) {
                search.submit_again(request.clone(), worker);
            }
            let result = match result {
                Ok(evaluation) => Ok((evaluation, self.program(store, &request)?)),
                Err(reason) => Err(reason),
            };
            self.settle(store, request, result)?;
            self.hand_over(search, store, &mut pending, check.open())?;
            report(&self.progress);
        }
        Ok(Searched::Answered)
    }

    /// Hands over what waits, as far as it may be ahead of the `pending` answers and of `further` ones. A stored answer is confirmed
    /// on this machine where others search.
    fn hand_over(
        &mut self,
        search: &impl Search,
        store: &mut Store,
        pending: &mut HashSet<Request>,
        further: usize,
    ) -> Result<(), EvaluateError> {
        while pending.len() + further < MAX_IN_FLIGHT
            && let Some(request) = self.outstanding.pop_front()
        {
            let judged =
                if self.unconfirmed.contains(&request) { search.search_here(&request) } else { None };
            let Some(evaluation) = judged else {
                pending.insert(request.clone());
                search.submit(request);
                continue;
            };
            match store.put(self.profile, &request.fen, request.only, &evaluation) {
                Err(StoreError::Differs { .. }) => return Err(self.other_program(store, &request)?),
                put => put?,
            }
            let program = self.program(store, &request)?;
            self.settle(store, request, Ok((evaluation, program)))?;
        }
        Ok(())
    }

    /// SHA-256 of the program whose answer to a request is stored.
    fn program(&self, store: &Store, request: &Request) -> Result<Option<String>, StoreError> {
        Ok(store.get(self.profile, &request.fen, request.only)?.and_then(|stored| stored.program))
    }

    fn other_program(&self, store: &Store, request: &Request) -> Result<EvaluateError, StoreError> {
        Ok(EvaluateError::OtherProgram {
            fen: request.fen.clone(),
            program: self.program(store, request)?,
            own: store.program(self.profile)?.unwrap_or_default(),
        })
    }

    /// Records an answer, with the program that gave it, and asks for what follows from it.
    fn settle(
        &mut self,
        store: &Store,
        request: Request,
        result: Result<(Evaluation, Option<String>), String>,
    ) -> Result<(), StoreError> {
        let Request { fen, only } = request;
        self.progress.done += 1;
        let result = result.map(|(evaluation, program)| {
            *self.evaluations.programs.entry(program).or_default() += 1;
            evaluation
        });
        let moves = self.wanted.get(fen.as_str()).into_iter().flatten();
        let (mut apart, mut answered) = (Vec::new(), Vec::new());
        let wanted = only.is_none() && self.played == SearchPlayedMove::IfUnlisted;
        for (mv, games) in moves {
            if wanted && result.as_ref().is_ok_and(|found| is_apart(found, *mv)) {
                apart.push(*mv);
            } else if only.is_none_or(|only| only == *mv) {
                answered.extend(games.iter().copied());
            }
        }
        for game in answered {
            self.answered(game);
        }
        self.evaluations.insert(fen.clone(), only, result);
        self.progress.total += apart.len();
        for mv in apart {
            let request = Request { fen: fen.clone(), only: Some(mv) };
            self.ask(store, request)?;
        }
        Ok(())
    }

    fn answered(&mut self, game: usize) {
        if let Some(count) = self.waiting.get_mut(game) {
            *count = count.saturating_sub(1);
            if *count == 0 {
                self.progress.games_done += 1;
            }
        }
    }
}

/// Whether a move played has to be searched apart: it is not among the lines of an undecided position.
fn is_apart(evaluation: &Evaluation, played: UciMove) -> bool {
    let lines = evaluation.lines();
    let open = lines.first().is_some_and(|first| !is_decided(first.value));
    open && lines.iter().all(|line| line.mv != played)
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use uci_pool::{Bound, DepthLines, Identity, Line, Settings, Value};

    use super::*;
    use analyzer::Turn;

    /// Answers at once, in the order of the questions, and keeps a list of them: e2e4 is the only line it knows.
    #[derive(Default)]
    struct Listing {
        /// Centipawns that it adds to every answer.
        lie: i32,
        /// With the centipawns of the answer.
        waiting: RefCell<VecDeque<(Request, i32)>>,
        answered: RefCell<Vec<Request>>,
        most: RefCell<usize>,
        /// Second answers before one differs; none does without a number.
        sound: Option<usize>,
        second: RefCell<usize>,
    }

    impl Listing {
        fn push(&self, request: Request, centipawns: i32) {
            let mut waiting = self.waiting.borrow_mut();
            waiting.push_back((request, centipawns));
            let mut most = self.most.borrow_mut();
            *most = (*most).max(waiting.len());
        }
    }

    impl Search for Listing {
        fn submit(&self, request: Request) {
            self.push(request, 20 + self.lie);
        }

        fn submit_again(&self, request: Request, _worker: usize) {
            *self.second.borrow_mut() += 1;
            let differs = self.sound.is_some_and(|sound| *self.second.borrow() > sound);
            self.push(request, if differs { 21 } else { 20 } + self.lie);
        }

        fn next(&self, _wait: Duration) -> Option<Answer> {
            let (request, centipawns) = self.waiting.borrow_mut().pop_front()?;
            self.answered.borrow_mut().push(request.clone());
            let first = "e2e4".parse().expect("a move");
            let line =
                Line { mv: request.only.unwrap_or(first), value: Value::Cp(centipawns), bound: Bound::Exact };
            let depths = vec![DepthLines { depth: 12, lines: vec![line] }];
            Some(Answer {
                request,
                result: Ok(Evaluation { depths, judgment: 0, pvs: Vec::new(), nodes: 1, truncated: false }),
                tries: 1,
                worker: 0,
            })
        }
    }

    /// Games of one turn each in positions of their own; in the first one the move is not the line.
    fn plans(games: usize) -> Vec<GamePlan> {
        let plan = |game: usize| GamePlan {
            turns: vec![Turn {
                fen: format!("position {game}"),
                played: if game == 0 { "d2d4" } else { "e2e4" }.parse().expect("a move"),
                san: String::new(),
                legal: 20,
                excluded: None,
            }],
        };
        (0..games).map(plan).collect()
    }

    fn store(folder: &tempfile::TempDir) -> (Store, ProfileId) {
        let mut store = Store::open(&folder.path().join("store.sqlite")).expect("a store");
        let profile = build("0", &mut store);
        (store, profile)
    }

    /// A build of one engine, by its digest.
    fn build(digit: &str, store: &mut Store) -> ProfileId {
        let engine = Identity {
            name: "listing".to_owned(),
            author: String::new(),
            sha256: digit.repeat(64),
            signature: Some("s".to_owned()),
            options: Vec::new(),
        };
        store.profile(&engine, &Settings::QUICK).expect("a profile")
    }

    /// An engine that answered the test positions honestly and no others leaves answers in the store under the signature of the honest
    /// one.
    #[test]
    fn stored_answers_of_another_program_are_checked_before_they_count() {
        let folder = tempfile::tempdir().expect("a folder");
        let plans = plans(400);
        let run = |digit: &str, search: &Listing| {
            let (mut store, _) = store(&folder);
            let profile = build(digit, &mut store);
            let to = (&mut store, profile, &mut RepeatCheck::default());
            evaluate(&plans, to, SearchPlayedMove::IfUnlisted, || Ok(search), &|| false, &mut |_| {})
        };
        let programs = [(Some("0".repeat(64)), 401)].into();
        assert_eq!(run("0", &Listing::default()).expect("answered").programs, programs);
        // Another build of the same engine: the share that is drawn is given again, once.
        let again = Listing::default();
        assert_eq!(run("1", &again).expect("confirmed").programs, programs);
        // Binomial (401, 1/20): mean 20, standard deviation 4.4. Some are searched twice.
        let drawn = again.answered.borrow().iter().collect::<HashSet<_>>().len();
        assert!((4..=42).contains(&drawn), "{drawn}");
        let later = Listing::default();
        assert_eq!(run("1", &later).expect("confirmed before").programs, programs);
        assert!(later.answered.borrow().is_empty());
        // A program that says otherwise gets none of them, and both programs are named.
        let liar = Listing { lie: 1, ..Listing::default() };
        let error = run("2", &liar).map(|_| ()).expect_err("differs").to_string();
        for part in ["0".repeat(64), "2".repeat(64), "--forget-program".to_owned()] {
            assert!(error.contains(&part), "{error}");
        }
    }

    #[test]
    fn a_second_answer_that_differs_ends_the_run_and_leaves_nothing_of_it() {
        let folder = tempfile::tempdir().expect("a folder");
        let (mut store, profile) = store(&folder);
        let before = Listing::default();
        let mut check = RepeatCheck::default();
        let mut run = |plans: &[GamePlan], search: &Listing, check: &mut RepeatCheck| {
            let to = (&mut store, profile, check);
            let played = SearchPlayedMove::Never;
            let done = evaluate(plans, to, played, || Ok(search), &|| false, &mut |_| {});
            let kept = stored(plans, &mut store, profile).expect("reads");
            let kept =
                plans.iter().filter(|plan| plan.turns.iter().all(|turn| kept.position(&turn.fen).is_some()));
            (done.map(|_| ()).map_err(|error| error.to_string()), kept.count())
        };
        let plans = plans(3_000);
        let (honest, rest) = plans.split_at(5);
        assert_eq!(run(honest, &before, &mut check), (Ok(()), 5));
        assert_eq!(before.answered.borrow().len(), 10, "each of them twice");

        // Of the 2,985 positions behind the first ten at least one is repeated, but for 3 runs in ten million.
        let liar = Listing { sound: Some(10), ..Listing::default() };
        let (done, kept) = run(rest, &liar, &mut RepeatCheck::default());
        let error = done.expect_err("found");
        assert!(error.contains("different answers") && error.contains("position "), "{error}");
        assert_eq!(kept, 0);
        assert_eq!(run(honest, &before, &mut check), (Ok(()), 5), "those of an earlier run are kept");
    }

    #[test]
    fn a_move_searched_apart_comes_before_what_waits_and_its_game_is_done_with_it() {
        let folder = tempfile::tempdir().expect("a folder");
        let (mut store, profile) = store(&folder);
        let (search, mut seen) = (Listing::default(), Vec::new());
        let plans = plans(MAX_IN_FLIGHT + 100);
        let played = SearchPlayedMove::IfUnlisted;
        let start = || Ok(&search);
        let mut check = RepeatCheck::default();
        evaluate(&plans, (&mut store, profile, &mut check), played, start, &|| false, &mut |at| {
            seen.push(*at);
        })
        .expect("evaluated");
        // Repeated searches come after what was handed over before them; only first answers count here.
        let mut known = HashSet::new();
        let answered = search.answered.borrow();
        let first: Vec<&Request> = answered.iter().filter(|request| known.insert(*request)).collect();
        let apart = first.iter().position(|r| r.only.is_some());
        // Those handed over first are answered first; a hundred others still waited.
        assert_eq!((apart, first.len()), (Some(MAX_IN_FLIGHT), MAX_IN_FLIGHT + 101));
        assert!((MAX_IN_FLIGHT..=MAX_IN_FLIGHT + 1).contains(&*search.most.borrow()));
        let done: Vec<(usize, usize)> = seen.iter().map(|at| (at.done, at.games_done)).collect();
        assert!(done.contains(&(1, 0)), "the first game waits for its move");
        assert!(
            done.contains(&(MAX_IN_FLIGHT, MAX_IN_FLIGHT - 1))
                && done.contains(&(MAX_IN_FLIGHT + 1, MAX_IN_FLIGHT))
        );
        assert_eq!(done.last(), Some(&(MAX_IN_FLIGHT + 101, MAX_IN_FLIGHT + 100)));
    }
}
