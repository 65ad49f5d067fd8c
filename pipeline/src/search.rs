//! What searches positions, and why a run of searches ends early.

use std::time::Duration;

use datasets::StoreError;
use thiserror::Error;
use uci_pool::{Answer, Evaluation, Pool, PoolError, Request};

/// The program that gave an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AnsweredBy {
    /// That of the run.
    OwnProgram,
    /// Another, by its SHA-256; `None` where it does not say.
    Program(Option<String>),
}

/// Searches positions: a local pool of engines, or a queue of remote workers.
pub trait Search {
    /// Asks for one position. Every request gets an answer, a failure if nothing else.
    fn submit(&self, request: Request);
    /// Asks a second time about a position that `worker` has answered, of another worker where there is one.
    fn submit_again(&self, request: Request, _worker: usize) {
        self.submit(request);
    }
    /// The next answer in any order, or `None` if none came in time.
    fn next(&self, wait: Duration) -> Option<Answer>;
    /// Searches a position once more where no worker has a hand in it, to tell which of two answers is right. `None` where there
    /// is no such place.
    fn judge(&self, request: &Request) -> Option<Evaluation> {
        self.search_here(request)
    }
    /// Searches a position with the engine of this machine, where others search as well; else `None`.
    fn search_here(&self, _request: &Request) -> Option<Evaluation> {
        None
    }
    /// Takes no answer of a worker from now on.
    fn shut_out(&self, _worker: usize) {}
    /// How people know a worker; `None` for the processes of one engine on one machine.
    fn name(&self, _worker: usize) -> Option<String> {
        None
    }
    /// The program of a worker.
    fn program(&self, _worker: usize) -> AnsweredBy {
        AnsweredBy::OwnProgram
    }
}

impl Search for Pool {
    fn submit(&self, request: Request) {
        Pool::submit(self, request);
    }

    fn submit_again(&self, request: Request, worker: usize) {
        self.submit_elsewhere(request, worker);
    }

    fn next(&self, wait: Duration) -> Option<Answer> {
        Pool::next(self, wait)
    }
}

impl<T: Search + ?Sized> Search for Box<T> {
    fn submit(&self, request: Request) {
        T::submit(self, request);
    }

    fn submit_again(&self, request: Request, worker: usize) {
        T::submit_again(self, request, worker);
    }

    fn next(&self, wait: Duration) -> Option<Answer> {
        T::next(self, wait)
    }

    fn judge(&self, request: &Request) -> Option<Evaluation> {
        T::judge(self, request)
    }

    fn search_here(&self, request: &Request) -> Option<Evaluation> {
        T::search_here(self, request)
    }

    fn shut_out(&self, worker: usize) {
        T::shut_out(self, worker);
    }

    fn name(&self, worker: usize) -> Option<String> {
        T::name(self, worker)
    }

    fn program(&self, worker: usize) -> AnsweredBy {
        T::program(self, worker)
    }
}

#[derive(Debug, Error)]
pub enum EvaluateError {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Pool(#[from] PoolError),
    #[error(
        "two searches of one position gave different answers, so no answer of this run was kept: {fen}. Check the file of the \
         engine and the memory of the machine, and run the same command again; with a queue, empty the queue first"
    )]
    NotRepeatable { fen: String },
    #[error(
        "the store has an answer that this engine does not give: {fen}\n  the stored one: {}\n  this engine:    the program {own}\n\
         One of the two programs is wrong, although both gave the same answers to the test positions. Install an engine from a source \
         that you trust (`fairplay engines get`), take the answers of the other program out of the store (`fairplay store \
         --forget-program {}`), and run the same command again",
        program.as_ref().map_or_else(|| "a program that is not known".to_owned(), |program| format!("the program {program}")),
        program.as_deref().unwrap_or("unknown")
    )]
    OtherProgram {
        fen: String,
        /// SHA-256 of the program that gave the stored answer, if it is known.
        program: Option<String>,
        /// SHA-256 of the engine of the run.
        own: String,
    },
    #[error(
        "the workers {first} and {second} gave different answers to one position, and no third search says which of them is right, so \
         no answer of this run was kept: {fen}. Run `fairplay engines` on both machines; then empty the queue and run the same \
         command again without the one that is wrong"
    )]
    Undecided { fen: String, first: String, second: String },
    #[error("stopped after {done} of {total} positions; the same command goes on from there")]
    Stopped {
        done: usize,
        /// Positions known to be needed.
        total: usize,
    },
}
