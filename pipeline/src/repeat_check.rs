//! A sample of the positions of a run is searched a second time, and both answers have to be equal.
//!
//! A signature proves an engine before a run. The sample finds an engine, a machine or a worker that answers differently
//! afterwards: the first positions are always in it, and of the others nobody can tell which are. Where workers answer, a third
//! search tells which of two was wrong, and all that it answered in the run is searched again by others.

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasher, RandomState};

use datasets::{ProfileId, Store, StoreError};
use uci_pool::{Evaluation, Request};

use crate::search::{EvaluateError, Search};

/// Number of positions at the start of a run that are all searched twice.
const FIRST: u64 = 10;
/// Of the later positions, one in so many is searched twice.
const ONE_IN: u64 = 200;

/// Which positions of a run are searched twice, and who gave the answers that the run has stored.
#[derive(Default)]
pub struct RepeatCheck {
    /// Its keys are random, so the sample cannot be foreseen.
    choice: RandomState,
    searched: u64,
    /// Second searches under way.
    open: HashSet<Request>,
    /// The worker of each answer that the run has stored.
    stored: HashMap<Request, usize>,
    /// Positions whose answers were taken out of the store since this was asked last.
    withdrawn: HashSet<String>,
}

impl RepeatCheck {
    /// Notes that the store holds an answer of a worker; the first one counts.
    pub(crate) fn note(&mut self, request: &Request, worker: usize) {
        self.stored.entry(request.clone()).or_insert(worker);
    }

    /// Whether a position that was answered should be searched again.
    pub(crate) fn repeats(&mut self, request: &Request) -> bool {
        self.searched += 1;
        let repeats = self.searched <= FIRST || self.choice.hash_one(request).is_multiple_of(ONE_IN);
        if repeats {
            self.open.insert(request.clone());
        }
        repeats
    }

    /// Number of second searches under way.
    pub(crate) fn open(&self) -> usize {
        self.open.len()
    }

    /// Notes the answer of a second search.
    pub(crate) fn answered(&mut self, request: &Request) {
        self.open.remove(request);
    }

    /// Forgets second searches whose answers will not come.
    pub(crate) fn begin(&mut self) {
        self.open.clear();
    }

    /// The positions whose answers were taken out of the store, once.
    pub(crate) fn withdrawn(&mut self) -> HashSet<String> {
        std::mem::take(&mut self.withdrawn)
    }

    /// An answer of `worker` differs from the one in the store: shuts out whoever was wrong, and removes its answers of this run.
    ///
    /// # Errors
    /// If nobody can tell; then all answers of the run are removed.
    pub(crate) fn decide(
        &mut self,
        search: &impl Search,
        (store, profile): (&mut Store, ProfileId),
        (request, evaluation, worker): (&Request, &Evaluation, usize),
    ) -> Result<(), EvaluateError> {
        let before = store.get(profile, &request.fen, request.only)?;
        let first = self.stored.get(request).copied();
        let judged = first.and_then(|first| Some((first, search.judge(request)?)));
        let wrong = match judged {
            Some((_, third)) if before.as_ref().is_some_and(|stored| stored.evaluation == third) => worker,
            Some((first, third)) if *evaluation == third => first,
            _ => {
                self.withdraw(|_| true, store, profile)?;
                let fen = request.fen.clone();
                let names = first.and_then(|first| search.name(first)).zip(search.name(worker));
                return Err(match names {
                    Some((first, second)) => EvaluateError::Undecided { fen, first, second },
                    None => EvaluateError::NotRepeatable { fen },
                });
            }
        };
        search.shut_out(wrong);
        self.withdraw(|by| by == wrong, store, profile)?;
        Ok(())
    }

    /// Removes answers of this run from the store by who gave them.
    fn withdraw(
        &mut self,
        by: impl Fn(usize) -> bool,
        store: &mut Store,
        profile: ProfileId,
    ) -> Result<(), StoreError> {
        for (Request { fen, only }, _) in self.stored.extract_if(|_, worker| by(*worker)) {
            store.remove(profile, &fen, only)?;
            self.withdrawn.insert(fen);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;
    use std::collections::VecDeque;
    use std::time::Duration;

    use analyzer::{GamePlan, Turn};
    use uci_pool::{Answer, Bound, DepthLines, Identity, Line, Settings, Value};

    use super::*;
    use crate::evaluate::{SearchPlayedMove, evaluate, stored};

    /// Three workers, who take turns. The second one is wrong from its `honest`-th answer on.
    #[derive(Default)]
    struct Crowd {
        waiting: RefCell<VecDeque<Answer>>,
        honest: usize,
        answered: RefCell<[usize; 3]>,
        shut: RefCell<Vec<usize>>,
        /// What a third search says, in centipawns.
        third: Option<i32>,
    }

    fn value(centipawns: i32) -> Evaluation {
        let mv = "e2e4".parse().expect("a move");
        let line = Line { mv, value: Value::Cp(centipawns), bound: Bound::Exact };
        let depths = vec![DepthLines { depth: 12, lines: vec![line] }];
        Evaluation { depths, judgment: 0, pvs: Vec::new(), nodes: 1, truncated: false }
    }

    impl Crowd {
        fn ask(&self, request: Request, not_by: Option<usize>) {
            let mut answered = self.answered.borrow_mut();
            let shut = self.shut.borrow();
            let free = (0..3).filter(|worker| Some(*worker) != not_by && !shut.contains(worker));
            let worker = free.min_by_key(|worker| answered[*worker]).expect("one of three");
            answered[worker] += 1;
            let wrong = worker == 1 && answered[worker] > self.honest;
            let result = Ok(value(if wrong { 21 } else { 20 }));
            self.waiting.borrow_mut().push_back(Answer { request, result, tries: 1, worker });
        }
    }

    impl Search for Crowd {
        fn submit(&self, request: Request) {
            self.ask(request, None);
        }

        fn submit_again(&self, request: Request, worker: usize) {
            self.ask(request, Some(worker));
        }

        fn next(&self, _: Duration) -> Option<Answer> {
            self.waiting.borrow_mut().pop_front()
        }

        fn judge(&self, _: &Request) -> Option<Evaluation> {
            self.third.map(value)
        }

        fn shut_out(&self, worker: usize) {
            self.shut.borrow_mut().push(worker);
            self.waiting.borrow_mut().retain(|answer| answer.worker != worker);
        }

        fn name(&self, worker: usize) -> Option<String> {
            Some(format!("machine-{worker}"))
        }
    }

    #[test]
    fn a_third_search_finds_the_worker_that_is_wrong_and_its_answers_are_searched_again() {
        let plan = |number: usize| GamePlan {
            turns: vec![Turn {
                fen: format!("position {number}"),
                played: "e2e4".parse().expect("a move"),
                san: String::new(),
                legal: 20,
                excluded: None,
            }],
        };
        let plans: Vec<GamePlan> = (0..3_000).map(plan).collect();
        let sha256 = "0".repeat(64);
        let (name, author) = ("crowd".to_owned(), String::new());
        let engine = Identity { name, author, sha256, signature: None, options: Vec::new() };
        // Wrong at once, so that its answers come first and second; or after the first ten; or found by nobody.
        for (honest, third) in [(0, Some(20)), (400, Some(20)), (0, None), (0, Some(22))] {
            let folder = tempfile::tempdir().expect("a folder");
            let mut store = Store::open(&folder.path().join("store.sqlite")).expect("a store");
            let profile = store.profile(&engine, &Settings::QUICK).expect("a profile");
            let crowd = Crowd { honest, third, ..Crowd::default() };
            let mut check = RepeatCheck::default();
            let done = evaluate(
                &plans,
                (&mut store, profile, &mut check),
                SearchPlayedMove::Never,
                || Ok(&crowd),
                &|| false,
                &mut |_| {},
            );
            let found = stored(&plans, &mut store, profile).expect("reads");
            let kept = |value: &Evaluation| {
                let fens = plans.iter().flat_map(|plan| &plan.turns).map(|turn| &turn.fen);
                fens.filter(|fen| found.position(fen).is_some_and(|found| found.as_ref().ok() == Some(value)))
                    .count()
            };
            if third == Some(20) {
                done.expect("decided");
                assert_eq!((kept(&value(20)), crowd.shut.take()), (3_000, vec![1]), "{honest}");
                assert!(!check.withdrawn().is_empty() && check.withdrawn().is_empty());
            } else {
                let error = done.map(|_| ()).expect_err("nobody can tell").to_string();
                assert!(error.contains("machine-1 ") || error.contains("machine-1 and"), "{error}");
                assert_eq!((kept(&value(20)), kept(&value(21)), crowd.shut.take()), (0, 0, vec![]));
            }
        }
    }

    /// The number of later positions in the sample is binomial (20,000, 1/200): mean 100, standard deviation 10.
    #[test]
    fn the_first_ten_and_one_in_two_hundred_are_searched_twice() {
        let mut check = RepeatCheck::default();
        let mut repeated = |number: u64| {
            let request = Request { fen: format!("position {number}"), only: None };
            let repeats = check.repeats(&request);
            assert_eq!(check.open(), usize::from(repeats));
            check.answered(&request);
            assert_eq!(check.open(), 0, "answered once");
            repeats
        };
        assert!((0..FIRST).all(&mut repeated));
        let later = (0..20_000).filter(|number| repeated(FIRST + number)).count();
        assert!((40..=160).contains(&later), "{later}");
    }
}
