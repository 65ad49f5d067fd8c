//! Marks of the code paths that an input took: a crude stand-in for coverage.
//!
//! A stable compiler tells no program which of its branches ran. But the readers say a lot about what they did: the
//! kind of the result, the reason of a refusal, how many of each. An input with a mark that no input had before is
//! worth changing further. The marks decide what is tried next and never whether an input is sound.

use std::collections::BTreeSet;

/// The marks of one input.
#[derive(Clone, Debug, Default)]
pub struct Trace {
    marks: BTreeSet<u64>,
}

impl Trace {
    /// Something was said: a kind and a text. Numbers and quoted parts of the text do not count.
    pub fn said(&mut self, kind: &str, text: &str) {
        let mut hash = Fnv::default();
        hash.bytes(kind.as_bytes());
        let mut quoted = false;
        for c in text.chars().take(200) {
            quoted ^= matches!(c, '`' | '"');
            if !quoted && !c.is_numeric() {
                hash.bytes(c.encode_utf8(&mut [0; 4]).as_bytes());
            }
        }
        self.marks.insert(hash.0);
    }

    /// So many of a kind: none, one, two, three, and then by doubling.
    pub fn count(&mut self, kind: &str, number: usize) {
        let bucket = if number < 4 { number as u64 } else { u64::from(number.ilog2()) + 2 };
        let mut hash = Fnv::default();
        hash.bytes(kind.as_bytes());
        hash.bytes(&bucket.to_le_bytes());
        self.marks.insert(hash.0);
    }

    /// The marks, and one of two thousand for all of them together: a combination is worth something, but there are too
    /// many to keep an input for each.
    pub fn marks(&self) -> Vec<u64> {
        let mut all = Fnv::default();
        for mark in &self.marks {
            all.bytes(&mark.to_le_bytes());
        }
        self.marks.iter().copied().chain([all.0 % 2048]).collect()
    }
}

/// FNV-1a, 64 bits.
struct Fnv(u64);

impl Default for Fnv {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Fnv {
    fn bytes(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Trace;

    fn marks(work: impl Fn(&mut Trace)) -> Vec<u64> {
        let mut trace = Trace::default();
        work(&mut trace);
        trace.marks()
    }

    #[test]
    fn numbers_and_quotations_make_no_new_mark() {
        let said = |text: &str| marks(|trace| trace.said("refused", text));
        assert_eq!(said("line 3: `Kf9` is no move"), said("line 14: `x` is no move"));
        assert_ne!(said("illegal move"), said("ambiguous move"));
    }

    #[test]
    fn counts_are_told_apart_by_size() {
        let count = |number| marks(|trace| trace.count("games", number));
        assert_ne!(count(0), count(1));
        assert_ne!(count(3), count(4));
        assert_eq!(count(33), count(60));
        assert_ne!(count(60), count(70));
    }
}
