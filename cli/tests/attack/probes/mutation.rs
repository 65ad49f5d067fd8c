//! Damage from a fixed seed.

use analyzer::random;

/// The same choices on every machine.
pub(super) struct Random(random::Random);

impl Random {
    pub(super) fn new(seed: u64) -> Self {
        Self(random::Random::new(seed))
    }

    /// Below a number, which is not 0.
    pub(super) fn below(&mut self, most: usize) -> usize {
        usize::try_from(self.0.bits() % most as u64).unwrap()
    }

    pub(super) fn byte(&mut self) -> u8 {
        self.0.bits().to_le_bytes()[0]
    }
}

/// What readers stumble over.
const WORDS: [&[u8]; 16] = [
    b"\x00",
    b"\xff\xfe",
    b"\x1b[31m",
    b"\x1b]0;t\x07",
    b"\xc2\x9b2J",
    "\u{202e}".as_bytes(),
    "\u{2066}".as_bytes(),
    b"\r\n\r\n",
    b"99999999999999999999",
    b"-1",
    b"1e999",
    b"((((((((((((((((",
    b"{{{{{{{{{{{{{{{{",
    b"[[[[[[[[[[[[[[[[",
    b"\"\\\"",
    b"$$$%n%s",
];

/// A copy with one to four damages.
pub(super) fn damaged(random: &mut Random, good: &[u8]) -> Vec<u8> {
    let mut bytes = good.to_vec();
    for _ in 0..=random.below(3) {
        let at = random.below(bytes.len() + 1);
        let end = (at + 1 + random.below(64)).min(bytes.len());
        match random.below(6) {
            0 if at < bytes.len() => bytes[at] ^= 1 << random.below(8),
            1 if at < bytes.len() => bytes[at] = random.byte(),
            2 => bytes.truncate(at),
            3 => drop(bytes.drain(at..end)),
            4 => {
                let again = bytes[at..end].repeat(1 + random.below(40));
                drop(bytes.splice(at..at, again));
            }
            _ => drop(bytes.splice(at..at, WORDS[random.below(WORDS.len())].iter().copied())),
        }
    }
    bytes
}
