//! One input against one target: sound, or a finding with its words.

use std::any::Any;
use std::cell::{Cell, RefCell};
use std::panic::{self, AssertUnwindSafe};
use std::path::Path;
use std::sync::Once;

use crate::target::{Bench, Target};

/// Something that did not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// File and line of the panic: two findings at one place count as one.
    pub place: String,
    pub message: String,
}

thread_local! {
    static PLACE: RefCell<String> = const { RefCell::new(String::new()) };
    static TRYING: Cell<bool> = const { Cell::new(false) };
}

/// From now on a panic of an attempt is remembered with its place and not printed. Others are printed as ever.
fn quiet() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let usual = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if TRYING.get() {
                let place = info.location().map_or_else(String::new, ToString::to_string);
                PLACE.with_borrow_mut(|last| *last = place);
            } else {
                usual(info);
            }
        }));
    });
}

/// Tries the bytes.
///
/// # Errors
/// The [`Failure`] if the target panicked.
pub fn attempt(target: &Target, bytes: &[u8], folder: &Path) -> Result<Vec<u64>, Failure> {
    quiet();
    let mut bench = Bench::new(folder);
    TRYING.set(true);
    let outcome = panic::catch_unwind(AssertUnwindSafe(|| {
        (target.run)(bytes, &mut bench);
        bench.trace.marks()
    }));
    TRYING.set(false);
    outcome.map_err(|payload| Failure {
        place: PLACE.with_borrow(Clone::clone),
        message: words(payload.as_ref()),
    })
}

fn words(payload: &(dyn Any + Send)) -> String {
    let text = payload
        .downcast_ref::<String>()
        .map(String::as_str)
        .or_else(|| payload.downcast_ref::<&str>().copied());
    text.unwrap_or("no message").chars().take(600).collect()
}

#[cfg(test)]
mod tests {
    use super::attempt;
    use crate::target::Target;

    #[test]
    fn a_panic_is_a_finding_with_its_place() {
        let target = Target {
            name: "any",
            about: "",
            run: |bytes, bench| {
                bench.trace.count("bytes", bytes.len());
                assert!(bytes != b"bad", "these bytes are bad");
            },
            words: &[],
            made: Vec::new,
            data: &[],
        };
        let folder = tempfile::tempdir().expect("a folder");
        assert_eq!(attempt(&target, b"good", folder.path()).map(|marks| marks.len()), Ok(2));
        let failure = attempt(&target, b"bad", folder.path()).expect_err("it panics");
        assert_eq!(failure.message, "these bytes are bad");
        assert!(failure.place.contains("attempt.rs"), "{}", failure.place);
    }
}
