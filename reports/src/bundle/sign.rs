//! Keys and signatures in the format of minisign, so that anybody can check a bundle with the ordinary tool.
//!
//! Source: <https://jedisct1.github.io/minisign/>, "Signature format", "Public key format" and "Secret key format".
//! A signature is Ed25519 over the BLAKE2b-512 of the file (the variant `ED`), and a second one over the first and the
//! trusted comment. Secret keys are read and written without a password only. This module opens no file.

use std::fmt;

use analyzer::digest::hex;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use ring::rand::{SecureRandom, SystemRandom};
use ring::signature::{ED25519, Ed25519KeyPair, KeyPair, UnparsedPublicKey};
use sha2::{Digest, Sha256};

use super::error::refused;
use super::{BundleError, Timestamp};

/// Keys are for Ed25519.
const KEY_ALGORITHM: [u8; 2] = *b"Ed";
/// Signatures are over the hash of a file.
const HASHED: [u8; 2] = *b"ED";
/// No password: nothing was derived from one.
const NO_PASSWORD: [u8; 2] = [0, 0];
/// Derived from a password with scrypt.
const SCRYPT: [u8; 2] = *b"Sc";
/// The checksum is `BLAKE2b`.
const CHECKSUM: [u8; 2] = *b"B2";
const COMMENT: &str = "untrusted comment: ";
const TRUSTED: &str = "trusted comment: ";
/// The first line of a signature. It is not signed, so it is always the same, and a changed one is found.
const SIGNATURE_COMMENT: &str = "signature of bundle.json by the key in key.pub";
const SECRET_COMMENT: &str = "minisign secret key of fairplay, without a password: keep it to yourself";

const PUBLIC: &str = "public key";
const SECRET: &str = "secret key";
const OTHER_ALGORITHM: &str = "it is not a key for Ed25519, or protected in an unknown way";
const PROTECTED: &str = "the key is protected by a password, and nobody is there to ask; make a copy without one with \
    `minisign -C -W -s FILE`";
const MISMATCH: &str = "the key is damaged: its parts do not belong together";

/// The public half of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PublicKey {
    id: [u8; 8],
    key: [u8; 32],
}

/// So many bytes in base64; `None` if the line is anything else.
fn decoded<const N: usize>(line: &str) -> Option<[u8; N]> {
    STANDARD.decode(line).ok()?.try_into().ok()
}

/// The field of some bytes that begins at a place; zeros where the bytes end before it.
fn field<const N: usize>(bytes: &[u8], at: usize) -> [u8; N] {
    bytes.get(at..).and_then(|rest| rest.first_chunk()).copied().unwrap_or([0; N])
}

/// The bytes of a key file below its comment, which a public key may lack.
fn key_bytes<const N: usize>(text: &str, what: &str) -> Result<[u8; N], BundleError> {
    let mut lines = text.lines().peekable();
    let comment = lines.next_if(|first| first.starts_with(COMMENT));
    let bytes = lines.next().and_then(|line| decoded(line.trim()));
    let ends = lines.all(|line| line.trim().is_empty());
    match bytes.filter(|_| ends && (comment.is_some() || what == PUBLIC)) {
        Some(bytes) => Ok(bytes),
        None => refused(format!(
            "not a {what} in the format of minisign: it must be one comment and one line of {N} bytes in base64"
        )),
    }
}

/// The short name of a key as minisign writes it: its eight bytes as one little-endian number.
fn short(id: [u8; 8]) -> String {
    format!("{:016X}", u64::from_le_bytes(id))
}

impl PublicKey {
    /// Reads a key file, or its second line alone.
    pub fn parse(text: &str) -> Result<Self, BundleError> {
        let bytes: [u8; 42] = key_bytes(text, PUBLIC)?;
        if field(&bytes, 0) != KEY_ALGORITHM {
            return refused(OTHER_ALGORITHM);
        }
        Ok(Self { id: field(&bytes, 2), key: field(&bytes, 10) })
    }

    fn bytes(&self) -> Vec<u8> {
        [KEY_ALGORITHM.as_slice(), &self.id, &self.key].concat()
    }

    /// The short name that minisign shows, 16 hexadecimal digits.
    pub fn id(&self) -> String {
        short(self.id)
    }

    /// SHA-256 over its 42 bytes, lower-case hex.
    pub fn fingerprint(&self) -> String {
        hex(&Sha256::digest(self.bytes()))
    }

    /// The key as minisign's option `-P` takes it.
    pub fn base64(&self) -> String {
        STANDARD.encode(self.bytes())
    }

    pub fn text(&self) -> String {
        format!("{COMMENT}minisign public key {}\n{}\n", self.id(), self.base64())
    }

    fn verify(&self, message: &[u8], signature: &[u8; 64]) -> bool {
        UnparsedPublicKey::new(&ED25519, self.key).verify(message, signature).is_ok()
    }
}

/// A key with its secret half. Shown, it shows its public half only.
#[derive(Clone)]
pub struct SecretKey {
    seed: [u8; 32],
    public: PublicKey,
}

impl fmt::Debug for SecretKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SecretKey").field("public", &self.public).finish_non_exhaustive()
    }
}

impl SecretKey {
    /// A new key from the system's random numbers.
    pub fn generate() -> Result<Self, BundleError> {
        let random = SystemRandom::new();
        let (mut seed, mut id) = ([0; 32], [0; 8]);
        if random.fill(&mut seed).and_then(|()| random.fill(&mut id)).is_err() {
            return refused("the system gave no random numbers to make a key from");
        }
        Self::from_seed(seed, id)
    }

    /// The key of a seed; `id` only tells keys apart.
    pub(super) fn from_seed(seed: [u8; 32], id: [u8; 8]) -> Result<Self, BundleError> {
        let pair = Ed25519KeyPair::from_seed_unchecked(&seed).ok();
        match pair.and_then(|pair| pair.public_key().as_ref().try_into().ok()) {
            Some(key) => Ok(Self { seed, public: PublicKey { id, key } }),
            None => refused(MISMATCH),
        }
    }

    pub fn public(&self) -> &PublicKey {
        &self.public
    }

    /// Reads a secret key without a password, made here or by `minisign -G -W`.
    pub fn parse(text: &str) -> Result<Self, BundleError> {
        let bytes: [u8; 158] = key_bytes(text, SECRET)?;
        let password = field(&bytes, 2);
        if password == SCRYPT {
            return refused(PROTECTED);
        }
        if field(&bytes, 0) != KEY_ALGORITHM || password != NO_PASSWORD || field(&bytes, 4) != CHECKSUM {
            return refused(OTHER_ALGORITHM);
        }
        // Salt and limits of scrypt, 48 bytes, mean nothing without a password.
        let secret = Self::from_seed(field(&bytes, 62), field(&bytes, 54))?;
        let checksum: [u8; 32] = field(&bytes, 126);
        // minisign 0.11 leaves the checksum of a key without a password empty.
        let summed = checksum == [0; 32] || checksum == secret.checksum();
        if secret.public.key != field(&bytes, 94) || !summed {
            return refused(MISMATCH);
        }
        Ok(secret)
    }

    fn checksum(&self) -> [u8; 32] {
        let bytes = [KEY_ALGORITHM.as_slice(), &self.public.id, &self.seed, &self.public.key].concat();
        let mut sum = [0; 32];
        sum.copy_from_slice(blake2b_simd::Params::new().hash_length(32).hash(&bytes).as_bytes());
        sum
    }

    pub fn text(&self) -> String {
        let bytes = [
            KEY_ALGORITHM.as_slice(),
            &NO_PASSWORD,
            &CHECKSUM,
            &[0; 48],
            &self.public.id,
            &self.seed,
            &self.public.key,
            &self.checksum(),
        ]
        .concat();
        format!("{COMMENT}{SECRET_COMMENT}\n{}\n", STANDARD.encode(bytes))
    }

    /// Signs the bytes of `bundle.json`. The same key, bytes and instant give the same signature.
    pub fn sign(&self, message: &[u8], at: Timestamp) -> Result<Signature, BundleError> {
        let pair = Ed25519KeyPair::from_seed_and_public_key(&self.seed, &self.public.key);
        let pair = pair.or_else(|_| refused(MISMATCH))?;
        let sign = |message: &[u8]| field(pair.sign(message).as_ref(), 0);
        let signature: [u8; 64] = sign(blake2b_simd::blake2b(message).as_bytes());
        let comment = format!("timestamp:{}\tfile:{}\thashed", at.seconds(), super::MANIFEST);
        let global = sign(&[signature.as_slice(), comment.as_bytes()].concat());
        Ok(Signature { id: self.public.id, signature, comment, global })
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signature {
    id: [u8; 8],
    signature: [u8; 64],
    comment: String,
    global: [u8; 64],
}

impl Signature {
    /// Reads a signature exactly as [`Self::text`] writes it, so that no byte of the file can be changed unseen.
    pub fn parse(bytes: &[u8]) -> Result<Self, BundleError> {
        let text = str::from_utf8(bytes).unwrap_or_default();
        let mut lines = text.lines().skip(1);
        let mut line = || lines.next().unwrap_or_default();
        let (first, comment, global) = (decoded::<74>(line()), line().strip_prefix(TRUSTED), decoded(line()));
        let parts = first.zip(comment).zip(global).map(|((first, comment), global)| Self {
            id: field(&first, 2),
            signature: field(&first, 10),
            comment: comment.to_owned(),
            global,
        });
        match parts.filter(|read| read.text() == text) {
            Some(read) => Ok(read),
            None => refused("the signature file is damaged: it is not written as bundles write it"),
        }
    }

    /// The short name of the key that it says it was made with.
    pub fn key_id(&self) -> String {
        short(self.id)
    }

    /// The file `bundle.json.minisig`.
    pub fn text(&self) -> String {
        let first = [HASHED.as_slice(), &self.id, &self.signature].concat();
        format!(
            "{COMMENT}{SIGNATURE_COMMENT}\n{}\n{TRUSTED}{}\n{}\n",
            STANDARD.encode(first),
            self.comment,
            STANDARD.encode(self.global)
        )
    }

    /// Checks that `key` signed `message` and the comment.
    pub fn check(&self, key: &PublicKey, message: &[u8]) -> Result<(), BundleError> {
        if self.id != key.id {
            return refused(format!("it was made with the key {}, not with {}", self.key_id(), key.id()));
        }
        if !key.verify(blake2b_simd::blake2b(message).as_bytes(), &self.signature) {
            return refused("it does not belong to these bytes of bundle.json and this key");
        }
        if !key.verify(&[self.signature.as_slice(), self.comment.as_bytes()].concat(), &self.global) {
            return refused("its comment is not the one that was signed");
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
