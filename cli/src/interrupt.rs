//! Ctrl-C: the first stops cleanly, the second at once.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

static STOP: AtomicBool = AtomicBool::new(false);
static INSTALLED: OnceLock<bool> = OnceLock::new();

/// Starts listening for Ctrl-C and termination. Without a handler the process simply ends, and the store still
/// holds what was finished.
pub(crate) fn listen() {
    INSTALLED.get_or_init(|| {
        ctrlc::set_handler(|| {
            if STOP.swap(true, Ordering::SeqCst) {
                std::process::exit(130);
            }
        })
        .is_ok()
    });
}

/// Whether the user asked to stop.
pub(crate) fn requested() -> bool {
    STOP.load(Ordering::SeqCst)
}
