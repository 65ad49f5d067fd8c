//! Deadlines and retries.

use std::time::Duration;

/// How long and how often the pool tries.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Time an engine has for its handshake, and again for setting its options.
    pub handshake: Duration,
    /// Time a search has before its engine is killed and replaced. It never ends a search with a result: a
    /// search stopped by the clock does not repeat itself.
    pub position: Duration,
    /// Tries for one request before it fails; 0 counts as 1.
    pub tries: u32,
    /// How far engines step back behind other programs of the machine, 0 to 19 as `nice` counts; it changes when an answer
    /// comes and never the answer. Where the system has no `nice`, engines run as they are.
    pub niceness: u8,
}

impl Default for Limits {
    /// 10 s for the handshake, 120 s for a position, 3 tries, stepping back behind nobody.
    fn default() -> Self {
        Self { handshake: Duration::from_secs(10), position: Duration::from_secs(120), tries: 3, niceness: 0 }
    }
}
