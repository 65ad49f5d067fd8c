//! What searches positions, and why a run of searches ends early.

use std::time::Duration;

use datasets::StoreError;
use thiserror::Error;
use uci_pool::{Answer, Evaluation, Pool, PoolError, Request};

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
    fn judge(&self, _request: &Request) -> Option<Evaluation> {
        None
    }
    /// Takes no answer of a worker from now on.
    fn shut_out(&self, _worker: usize) {}
    /// How people know a worker; `None` for the processes of one engine on one machine.
    fn name(&self, _worker: usize) -> Option<String> {
        None
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

    fn shut_out(&self, worker: usize) {
        T::shut_out(self, worker);
    }

    fn name(&self, worker: usize) -> Option<String> {
        T::name(self, worker)
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
