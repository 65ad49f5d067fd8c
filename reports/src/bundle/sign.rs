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

use super::{KeyError, SignatureError, Timestamp};

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

/// The public half of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PublicKey {
    id: [u8; 8],
    key: [u8; 32],
}

/// Fields of fixed lengths, one behind the other.
struct Fields(Vec<u8>, usize);

impl Fields {
    /// Of base64; `None` if it is none.
    fn decoded(line: &str) -> Option<Self> {
        Some(Self(STANDARD.decode(line).ok()?, 0))
    }

    /// The next field; zeros if there are too few bytes, which [`Self::are_all`] tells.
    fn next<const N: usize>(&mut self) -> [u8; N] {
        let field = self.0.get(self.1..).and_then(|rest| rest.first_chunk::<N>()).copied();
        self.1 += N;
        field.unwrap_or([0; N])
    }

    /// Whether the fields were all of the bytes.
    fn are_all(&self) -> bool {
        self.0.len() == self.1
    }
}

/// The line of a key file below its comment, which may be absent from a public key.
fn key_line<'a>(text: &'a str, what: &'static str, commented: bool) -> Result<Fields, KeyError> {
    let refused = |reason| KeyError::Format { what, reason };
    let mut lines = text.lines();
    let first: &'a str = lines.next().unwrap_or_default();
    let has_comment = first.starts_with(COMMENT);
    if commented && !has_comment {
        return Err(refused("its first line is not a comment"));
    }
    let line = if has_comment { lines.next().unwrap_or_default() } else { first };
    if lines.any(|line| !line.trim().is_empty()) {
        return Err(refused("there are more lines than one comment and one key"));
    }
    Fields::decoded(line.trim()).ok_or_else(|| refused("its line is not base64"))
}

/// The short name of a key as minisign writes it: its eight bytes as one little-endian number.
fn short(id: [u8; 8]) -> String {
    format!("{:016X}", u64::from_le_bytes(id))
}

impl PublicKey {
    /// Reads a key file, or its second line alone.
    ///
    /// # Errors
    /// [`KeyError::Format`] if it is none.
    pub fn parse(text: &str) -> Result<Self, KeyError> {
        let refused = |reason| Err(KeyError::Format { what: "public key", reason });
        let mut fields = key_line(text, "public key", false)?;
        let (algorithm, id, key) = (fields.next(), fields.next(), fields.next());
        if !fields.are_all() {
            return refused("it does not have 42 bytes");
        }
        if algorithm != KEY_ALGORITHM {
            return refused("it is not a key for Ed25519");
        }
        Ok(Self { id, key })
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
    ///
    /// # Errors
    /// [`KeyError::Random`] if the system has none.
    pub fn generate() -> Result<Self, KeyError> {
        let random = SystemRandom::new();
        let mut seed = [0; 32];
        let mut id = [0; 8];
        random.fill(&mut seed).and_then(|()| random.fill(&mut id)).map_err(|_| KeyError::Random)?;
        Self::from_seed(seed, id)
    }

    /// The key of a seed; `id` only tells keys apart.
    pub(super) fn from_seed(seed: [u8; 32], id: [u8; 8]) -> Result<Self, KeyError> {
        const ODD: KeyError = KeyError::Damaged("no key can be made from its seed");
        let pair = Ed25519KeyPair::from_seed_unchecked(&seed).map_err(|_| ODD)?;
        let key = pair.public_key().as_ref().try_into().map_err(|_| ODD)?;
        Ok(Self { seed, public: PublicKey { id, key } })
    }

    pub fn public(&self) -> &PublicKey {
        &self.public
    }

    /// Reads a secret key without a password, made here or by `minisign -G -W`.
    ///
    /// # Errors
    /// [`KeyError::Format`] if it is none, [`KeyError::Protected`] if it has a password, [`KeyError::Damaged`] if its parts
    /// do not fit together.
    pub fn parse(text: &str) -> Result<Self, KeyError> {
        let refused = |reason| Err(KeyError::Format { what: "secret key", reason });
        let mut fields = key_line(text, "secret key", true)?;
        let (algorithm, password, checked) = (fields.next(), fields.next(), fields.next());
        let _salt_and_limits_of_scrypt: [u8; 48] = fields.next();
        let (id, seed, key, checksum) = (fields.next(), fields.next(), fields.next(), fields.next());
        if !fields.are_all() {
            return refused("it does not have 158 bytes");
        }
        if algorithm != KEY_ALGORITHM || checked != CHECKSUM {
            return refused("it is not a key for Ed25519");
        }
        match password {
            NO_PASSWORD => {}
            SCRYPT => return Err(KeyError::Protected),
            _ => return refused("it is protected in an unknown way"),
        }
        let secret = Self::from_seed(seed, id)?;
        if secret.public.key != key {
            return Err(KeyError::Damaged("secret and public half do not belong together"));
        }
        // minisign 0.11 leaves the checksum of a key without a password empty.
        if checksum != [0; 32] && checksum != secret.checksum() {
            return Err(KeyError::Damaged("its checksum is wrong"));
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
    ///
    /// # Errors
    /// [`KeyError::Damaged`] if the key cannot sign.
    pub fn sign(&self, message: &[u8], at: Timestamp) -> Result<Signature, KeyError> {
        let pair = Ed25519KeyPair::from_seed_and_public_key(&self.seed, &self.public.key)
            .map_err(|_| KeyError::Damaged("secret and public half do not belong together"))?;
        let bytes = |signature: ring::signature::Signature| {
            <[u8; 64]>::try_from(signature.as_ref())
                .map_err(|_| KeyError::Damaged("its signatures do not have 64 bytes"))
        };
        let signature = bytes(pair.sign(blake2b_simd::blake2b(message).as_bytes()))?;
        let comment = format!("timestamp:{}\tfile:{}\thashed", at.seconds(), super::MANIFEST);
        let global = bytes(pair.sign(&[signature.as_slice(), comment.as_bytes()].concat()))?;
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
    ///
    /// # Errors
    /// [`SignatureError::Format`] if it is written in any other way.
    pub fn parse(bytes: &[u8]) -> Result<Self, SignatureError> {
        let refused = |reason| Err(SignatureError::Format(reason));
        let Ok(text) = std::str::from_utf8(bytes) else {
            return refused("it is not text");
        };
        let mut lines = text.lines().skip(1);
        let mut line = || lines.next().unwrap_or_default();
        let (first, comment, second) = (Fields::decoded(line()), line(), Fields::decoded(line()));
        let (Some(mut first), Some(mut second)) = (first, second) else {
            return refused("its second or fourth line is not base64");
        };
        let (algorithm, id, signature) = (first.next(), first.next(), first.next());
        let global = second.next();
        if !first.are_all() || !second.are_all() {
            return refused("its second line does not have 74 bytes, or its fourth not 64");
        }
        if algorithm != HASHED {
            return refused("it is not a signature over the hash of a file");
        }
        let Some(comment) = comment.strip_prefix(TRUSTED) else {
            return refused("its third line is not a trusted comment");
        };
        let read = Self { id, signature, comment: comment.to_owned(), global };
        if read.text() != text {
            return refused("it is not written as bundles write it");
        }
        Ok(read)
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
    ///
    /// # Errors
    /// [`SignatureError::OtherKey`], [`SignatureError::Message`] or [`SignatureError::Comment`].
    pub fn check(&self, key: &PublicKey, message: &[u8]) -> Result<(), SignatureError> {
        if self.id != key.id {
            return Err(SignatureError::OtherKey { expected: key.id(), found: self.key_id() });
        }
        if !key.verify(blake2b_simd::blake2b(message).as_bytes(), &self.signature) {
            return Err(SignatureError::Message);
        }
        let signed = [self.signature.as_slice(), self.comment.as_bytes()].concat();
        if !key.verify(&signed, &self.global) {
            return Err(SignatureError::Comment);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
