//! Search settings. Everything here is part of the key of a stored evaluation.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::evaluation::{DepthLines, Value};

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
    /// When a search of all moves ends before its depth because the position is decided; `None` searches to the end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decided: Option<Decided>,
}

/// A position that one side wins is not searched to the end: what is beyond the border of what counts needs no exact
/// value.
///
/// The search ends at the first depth, `from` or deeper, at which the best value lay beyond `beyond` on the same side at
/// each of the last `depths` complete depths. What it reported until then is the beginning of what the whole search
/// reports, bit for bit, and a search that does not end is the whole search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Decided {
    /// First depth at which the search may end, in plies, 1 to 60.
    pub from: u8,
    /// How many depths in a row have to agree, 1 to 60.
    pub depths: u8,
    /// Centipawns either way, 1 to 10,000; a mate is beyond everything.
    pub beyond: u16,
}

impl Decided {
    /// Where a search to `depth` with these rows, shallowest first, ends: the index of its last row, or `None` if it goes to
    /// the end.
    pub fn end(&self, rows: &[DepthLines], depth: u8) -> Option<usize> {
        let best = |row: &DepthLines| Some((row.depth, row.lines.first()?.value));
        (0..rows.len()).find(|&last| {
            rows.get(last).is_some_and(|row| row.depth < depth)
                && self.ends(rows.iter().take(last + 1).filter_map(best))
        })
    }

    /// Whether a search ends, given the best values at its complete depths, shallowest first.
    pub(crate) fn ends(&self, rows: impl DoubleEndedIterator<Item = (u8, Value)>) -> bool {
        let wanted = usize::from(self.depths);
        let mut last = rows.rev().take(wanted).peekable();
        if last.peek().is_none_or(|(depth, _)| *depth < self.from) {
            return false;
        }
        let sides: Vec<Option<bool>> = last.map(|(_, value)| self.side(value)).collect();
        sides.len() == wanted && sides.iter().all(|side| side.is_some() && *side == sides[0])
    }

    /// Whether the mover wins; `None` within the border.
    fn side(&self, value: Value) -> Option<bool> {
        match value {
            Value::Mate(moves) => Some(moves > 0),
            Value::Cp(cp) => (cp.unsigned_abs() > self.beyond.into()).then_some(cp > 0),
        }
    }
}

/// A setting outside its documented range.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("setting `{name}` is {value}, allowed is {allowed}")]
pub struct SettingsError {
    /// Field of [`Settings`].
    pub name: &'static str,
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
        decided: Some(Decided { from: 8, depths: 3, beyond: 350 }),
    };

    /// The profile `full`: two plies deeper than `quick`, with its lines. A helper that searches much deeper is seen as
    /// well from here as from depth 16, at a third of the cost (`docs/depths`, decision 25).
    pub const FULL: Self = Self { depth: 14, multipv: 5, hash_mib: 16, node_cap: 100_000_000, decided: None };

    /// The same with every search carried to its depth.
    pub fn to_the_end(&self) -> Self {
        Self { decided: None, ..self.clone() }
    }

    /// Checks every field against its documented range.
    ///
    /// # Errors
    /// The first field out of range.
    pub fn validate(&self) -> Result<(), SettingsError> {
        let border = self.decided.unwrap_or(Decided { from: 1, depths: 1, beyond: 1 });
        for (name, value, range, allowed) in [
            ("depth", self.depth.into(), 1..=60, "1 to 60"),
            ("multipv", self.multipv.into(), 1..=64, "1 to 64"),
            ("hash_mib", self.hash_mib.into(), 1..=65_536, "1 to 65536"),
            ("node_cap", self.node_cap, 10_000..=u64::MAX, "10000 or more"),
            ("decided.from", border.from.into(), 1..=60, "1 to 60"),
            ("decided.depths", border.depths.into(), 1..=60, "1 to 60"),
            ("decided.beyond", border.beyond.into(), 1..=10_000, "1 to 10000"),
        ] {
            if !range.contains(&value) {
                return Err(SettingsError { name, value, allowed });
            }
        }
        Ok(())
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
        decided: Some(Decided { from: 1, depths: 1, beyond: 1 }),
    };

    #[test]
    fn every_range_is_checked() {
        assert_eq!(GOOD.validate(), Ok(()));
        let border = GOOD.decided.expect("a border");
        let decided = |border| Settings { decided: Some(border), ..GOOD };
        for (settings, name) in [
            (Settings { depth: 0, ..GOOD }, "depth"),
            (Settings { depth: 61, ..GOOD }, "depth"),
            (Settings { multipv: 0, ..GOOD }, "multipv"),
            (Settings { multipv: 65, ..GOOD }, "multipv"),
            (Settings { hash_mib: 0, ..GOOD }, "hash_mib"),
            (Settings { hash_mib: 65_537, ..GOOD }, "hash_mib"),
            (Settings { node_cap: 9_999, ..GOOD }, "node_cap"),
            (decided(Decided { from: 0, ..border }), "decided.from"),
            (decided(Decided { depths: 61, ..border }), "decided.depths"),
            (decided(Decided { beyond: 0, ..border }), "decided.beyond"),
        ] {
            assert_eq!(settings.validate().expect_err("out of range").name, name);
        }
    }

    #[test]
    fn a_search_ends_where_three_depths_agree() {
        let border = Decided { from: 4, depths: 3, beyond: 350 };
        // The depth at which a search with these best values at depths 1, 2, ... ends.
        let end = |values: &[Value]| {
            let rows: Vec<(u8, Value)> = (1..).zip(values.iter().copied()).collect();
            (1..=rows.len()).find(|n| border.ends(rows[..*n].iter().copied()))
        };
        let cp = |values: &[i32]| values.iter().map(|v| Value::Cp(*v)).collect::<Vec<_>>();
        assert_eq!(end(&cp(&[400, 400, 400, 400, 400])), Some(4), "not before the first depth allowed");
        assert_eq!(end(&cp(&[0, 0, 0, 351, 900, 351])), Some(6), "three in a row");
        assert_eq!(end(&cp(&[0, 0, 400, 400, 350, 400, 400])), None, "on the border is within");
        assert_eq!(end(&cp(&[0, 0, -400, 400, 400, 400])), Some(6), "of one side");
        assert_eq!(end(&cp(&[0, 0, 0, -400, -360, -999])), Some(6));
        let mates = [Value::Cp(10), Value::Cp(900), Value::Mate(9), Value::Mate(7)];
        assert_eq!(end(&mates), Some(4));
        let mated = [Value::Cp(10), Value::Cp(-900), Value::Mate(-9), Value::Mate(7)];
        assert_eq!(end(&mated), None);
    }
}
