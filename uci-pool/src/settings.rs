//! What is asked of the engine. Everything here is part of the key of a stored evaluation.

use serde::{Deserialize, Serialize};

/// Search settings. `Threads` is always 1: a search on several threads does not repeat itself.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Settings {
    /// Nominal depth in plies given to `go depth`, 1 to 60.
    pub depth: u8,
    /// Number of lines (`MultiPV`), 1 to 64.
    pub multipv: u8,
    /// `Hash` in MiB, 1 to 65536. The size changes results, so it is part of the key.
    pub hash_mib: u32,
    /// Node ceiling against pathological positions (`go depth D nodes N`), at least 10,000.
    pub node_cap: u64,
}
