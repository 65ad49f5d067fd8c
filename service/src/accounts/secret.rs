//! Secrets that are handed out once: session tokens, links of invitation, tokens of programs.
//!
//! A secret is 256 random bits. What is stored is its SHA-256, so that who reads the file cannot sign in with it; a plain
//! hash is enough, because there is nothing to guess in 256 bits. A secret is never printed by `Debug`.

use std::fmt;

use ring::rand::{SecureRandom, SystemRandom};
use sha2::{Digest, Sha256};
use thiserror::Error;
use uci_pool::hex;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the system gave no random bits")]
pub struct NoRandomness;

#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Secret(String);

pub(crate) type SecretHash = [u8; 32];

impl Secret {
    pub(crate) fn generate() -> Result<Self, NoRandomness> {
        random::<32>().map(|bytes| Self(hex(&bytes)))
    }

    /// The secret that somebody sends, if it has the form of one.
    pub(crate) fn from_outside(text: &str) -> Option<Self> {
        let digit = |b: u8| b.is_ascii_digit() || (b'a'..=b'f').contains(&b);
        (text.len() == 64 && text.bytes().all(digit)).then(|| Self(text.to_owned()))
    }

    pub(crate) fn reveal(&self) -> &str {
        &self.0
    }

    pub(crate) fn hash(&self) -> SecretHash {
        Sha256::digest(self.0.as_bytes()).into()
    }

    /// Another secret that follows from this one and does not lead back to it; `purpose` tells several apart.
    pub(crate) fn derived(&self, purpose: &str) -> Self {
        let mut hash = Sha256::new();
        hash.update((purpose.len() as u64).to_le_bytes());
        hash.update(purpose.as_bytes());
        hash.update(self.0.as_bytes());
        Self(hex(&hash.finalize()))
    }

    /// Whether a text is this secret, in a time that does not tell how much of it is right.
    pub(crate) fn is(&self, text: &str) -> bool {
        let (a, b) = (self.0.as_bytes(), text.as_bytes());
        a.len() == b.len() && a.iter().zip(b).fold(0, |differ, (a, b)| differ | (a ^ b)) == 0
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(..)")
    }
}

pub(crate) fn random<const N: usize>() -> Result<[u8; N], NoRandomness> {
    let mut bytes = [0; N];
    SystemRandom::new().fill(&mut bytes).map_err(|_| NoRandomness)?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_differ_and_are_not_printed() {
        let (one, other) = (Secret::generate().expect("bits"), Secret::generate().expect("bits"));
        assert_ne!(one, other);
        assert_eq!(one.reveal().len(), 64);
        assert_eq!(format!("{one:?}"), "Secret(..)");
        assert!(one.is(one.reveal()) && !one.is(other.reveal()) && !one.is(""));
    }

    #[test]
    fn only_what_looks_like_a_secret_is_looked_up() {
        let digits = "0123456789abcdef".repeat(4);
        assert!(Secret::from_outside(&digits).is_some());
        for text in ["", &digits[1..], &digits.to_uppercase(), &format!("{digits}0"), &"é".repeat(32)] {
            assert!(Secret::from_outside(text).is_none(), "{text}");
        }
    }

    /// SHA-256 of 64 zeros as text, by `printf '0%.0s' $(seq 64) | sha256sum`.
    #[test]
    fn the_hash_is_sha256_of_the_text() {
        let secret = Secret::from_outside(&"0".repeat(64)).expect("a secret");
        assert_eq!(hex(&secret.hash()), "60e05bd1b195af2f94112fa7197a5c88289058840ce7c6df9693756bc6250f55");
        assert_ne!(secret.derived("a"), secret.derived("b"));
        assert_ne!(secret.derived("a"), secret);
    }
}
