//! The search settings of a document: what is printed of [`Settings`], and read back to search again.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uci_pool::{Decided, Settings};

/// Search settings.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SettingsEntry {
    /// Depth in plies.
    pub depth: u8,
    /// Number of lines.
    pub multipv: u8,
    /// Hash in MiB.
    pub hash_mib: u32,
    /// Node ceiling.
    pub node_cap: u64,
    /// When a search ended early because the position was decided; absent if every search went to its depth.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decided: Option<DecidedEntry>,
}

/// The border beyond which a position is not searched to the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct DecidedEntry {
    /// First depth at which a search may end, in plies.
    pub from: u8,
    /// Depths in a row at which the best value has to lie beyond the border, on one side.
    pub depths: u8,
    /// The border in centipawns, either way.
    pub beyond: u16,
}

impl From<&Settings> for SettingsEntry {
    fn from(settings: &Settings) -> Self {
        Self {
            depth: settings.depth,
            multipv: settings.multipv,
            hash_mib: settings.hash_mib,
            node_cap: settings.node_cap,
            decided: settings.decided.map(|d| DecidedEntry {
                from: d.from,
                depths: d.depths,
                beyond: d.beyond,
            }),
        }
    }
}

impl From<&SettingsEntry> for Settings {
    fn from(entry: &SettingsEntry) -> Self {
        Self {
            depth: entry.depth,
            multipv: entry.multipv,
            hash_mib: entry.hash_mib,
            node_cap: entry.node_cap,
            decided: entry.decided.map(|d| Decided { from: d.from, depths: d.depths, beyond: d.beyond }),
        }
    }
}
