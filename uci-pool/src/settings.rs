//! What is asked of the engine. Everything here is part of the key of a stored evaluation.

use serde::{Deserialize, Serialize};
use thiserror::Error;

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

/// A setting outside its documented range.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("setting `{name}` is {value}, allowed is {allowed}")]
pub struct SettingsError {
    /// Field of [`Settings`].
    pub name: &'static str,
    /// Value found.
    pub value: u64,
    /// The allowed range in words.
    pub allowed: &'static str,
}

impl Settings {
    /// The profile `quick`. From depth 12 on, a stronger helper's moves look like best moves; five lines show
    /// what ten show, at half the cost.
    pub const QUICK: Self = Self {
        depth: 12,
        multipv: 5,
        hash_mib: 16,
        node_cap: 5_000_000,
    };

    /// The profile `full`: two plies deeper than `quick`, with its lines. A helper that searches much deeper is seen as
    /// well from here as from depth 16, at a third of the cost (`docs/depths`, decision 25).
    pub const FULL: Self = Self {
        depth: 14,
        multipv: 5,
        hash_mib: 16,
        node_cap: 100_000_000,
    };

    /// Checks every field against its documented range.
    ///
    /// # Errors
    ///
    /// The first field out of range.
    pub fn validate(&self) -> Result<(), SettingsError> {
        check(
            "depth",
            self.depth.into(),
            (1..=60).contains(&self.depth),
            "1 to 60",
        )?;
        check(
            "multipv",
            self.multipv.into(),
            (1..=64).contains(&self.multipv),
            "1 to 64",
        )?;
        check(
            "hash_mib",
            self.hash_mib.into(),
            (1..=65_536).contains(&self.hash_mib),
            "1 to 65536",
        )?;
        check(
            "node_cap",
            self.node_cap,
            self.node_cap >= 10_000,
            "10000 or more",
        )
    }
}

fn check(name: &'static str, value: u64, good: bool, allowed: &'static str) -> Result<(), SettingsError> {
    if good {
        Ok(())
    } else {
        Err(SettingsError { name, value, allowed })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: Settings = Settings {
        depth: 12,
        multipv: 5,
        hash_mib: 16,
        node_cap: 10_000,
    };

    #[test]
    fn every_range_is_checked_at_both_ends() {
        assert_eq!(GOOD.validate(), Ok(()));
        let name = |s: Settings| s.validate().expect_err("out of range").name;
        assert_eq!(name(Settings { depth: 0, ..GOOD }), "depth");
        assert_eq!(name(Settings { depth: 61, ..GOOD }), "depth");
        assert_eq!(name(Settings { multipv: 0, ..GOOD }), "multipv");
        assert_eq!(name(Settings { multipv: 65, ..GOOD }), "multipv");
        assert_eq!(name(Settings { hash_mib: 0, ..GOOD }), "hash_mib");
        assert_eq!(
            name(Settings {
                hash_mib: 65_537,
                ..GOOD
            }),
            "hash_mib"
        );
        assert_eq!(
            name(Settings {
                node_cap: 9_999,
                ..GOOD
            }),
            "node_cap"
        );
    }
}
