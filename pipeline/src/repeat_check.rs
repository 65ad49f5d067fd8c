//! A sample of the positions of a run is searched a second time, and both answers have to be equal.
//!
//! A signature proves an engine before a run. The sample finds an engine, a machine or a worker that answers differently
//! afterwards: the first positions are always in it, and of the others nobody can tell which are.

use std::collections::HashSet;
use std::hash::{BuildHasher, RandomState};

use datasets::{ProfileId, Store, StoreError};
use uci_pool::Request;

/// Number of positions at the start of a run that are all searched twice.
const FIRST: u64 = 10;
/// Of the later positions, one in so many is searched twice.
const ONE_IN: u64 = 200;

/// Which positions of a run are searched twice, and what the run has stored.
#[derive(Default)]
pub struct RepeatCheck {
    /// Its keys are random, so the sample cannot be foreseen.
    choice: RandomState,
    searched: u64,
    /// Second searches under way.
    open: HashSet<Request>,
    stored: Vec<Request>,
}

impl RepeatCheck {
    /// Notes an answer that was stored. `true` if its position should be searched again.
    pub(crate) fn repeats(&mut self, request: &Request) -> bool {
        self.stored.push(request.clone());
        self.searched += 1;
        let repeats = self.searched <= FIRST || self.choice.hash_one(request).is_multiple_of(ONE_IN);
        if repeats {
            self.open.insert(request.clone());
        }
        repeats
    }

    /// Whether an answer is that of a second search.
    pub(crate) fn is_second(&mut self, request: &Request) -> bool {
        self.open.remove(request)
    }

    /// Forgets second searches whose answers will not come.
    pub(crate) fn begin(&mut self) {
        self.open.clear();
    }

    /// Removes the answers of this run from the store: which of them are right is not known.
    pub(crate) fn withdraw(&mut self, store: &mut Store, profile: ProfileId) -> Result<(), StoreError> {
        for Request { fen, only } in self.stored.drain(..) {
            store.remove(profile, &fen, only)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The number of later positions in the sample is binomial (20,000, 1/200): mean 100, standard deviation 10.
    #[test]
    fn the_first_ten_and_one_in_two_hundred_are_searched_twice() {
        let mut check = RepeatCheck::default();
        let mut repeated = |number: u64| {
            let request = Request { fen: format!("position {number}"), only: None };
            let repeats = check.repeats(&request);
            assert_eq!(check.is_second(&request), repeats);
            assert!(!check.is_second(&request), "answered once");
            repeats
        };
        assert!((0..FIRST).all(&mut repeated));
        let later = (0..20_000).filter(|number| repeated(FIRST + number)).count();
        assert!((40..=160).contains(&later), "{later}");
    }
}
