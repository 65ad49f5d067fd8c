//! A book as bytes.
//!
//! ```text
//! 8 bytes   magic `fairbook`
//! 2 bytes   version, little endian
//! 8 bytes   hash of the position after 1. e4 in this version's hashing
//! 4 bytes   length of the manifest, then the manifest as JSON
//! 8 bytes   number of positions
//! 8 bytes   length of the body, then the body: one zstd frame of three columns
//!             keys, rising, each as the difference to the one before (LEB128)
//!             days, `YYYYMMDD`, 4 bytes each
//!             games with the position, at least 1 (LEB128)
//! 32 bytes  SHA-256 over manifest, number of positions and the three columns, unpacked
//! ```
//!
//! The digest is over what is packed and not over the packing, so it is the same whatever version of zstd made
//! the file. Reading trusts no length: keys are nearly random and do not pack, so a file much shorter than its
//! positions need is refused before anything is unpacked.

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};
use shakmaty::san::San;
use shakmaty::{Chess, Position};
use thiserror::Error;
use uci_pool::{hex, put_varint, take_varint};

use super::{Book, Day, MAX_PLIES, Manifest, key};
use crate::pgn::input::ReadError;

const MAGIC: &[u8; 8] = b"fairbook";
const VERSION: u16 = 1;
/// Positions of a book at most: 1 GiB in memory.
pub(crate) const MAX_POSITIONS: usize = 64 * 1024 * 1024;
/// Bytes of a manifest at most.
const MAX_MANIFEST: usize = 4 * 1024 * 1024;
/// Bytes of a file at most.
const MAX_BYTES: u64 = 2 * 1024 * 1024 * 1024;
/// A book of N keys drawn at random needs log2(2^64 / N) + 1.44 bits for each, 39 bits for the largest book. A
/// body with fewer bytes than this for each position was not made by honest hashing.
const MIN_BYTES_A_POSITION: usize = 4;

#[derive(Debug, Error)]
pub enum BookError {
    #[error(transparent)]
    Archive(#[from] ReadError),
    #[error("could not use the book {}: {source}", path.display())]
    File { path: PathBuf, source: io::Error },
    #[error("could not pack the book: {0}")]
    Pack(io::Error),
    #[error("the archive has more than {most} positions; use fewer plies or fewer games")]
    TooLarge { most: usize },
    #[error("the file is not an opening book")]
    NotABook,
    #[error("the book was made by another version of the software ({what}); build it again")]
    OtherVersion { what: &'static str },
    #[error("the book is damaged: {what}")]
    Damaged {
        /// Where it does not fit.
        what: &'static str,
    },
}

fn damaged(what: &'static str) -> BookError {
    BookError::Damaged { what }
}

pub(crate) fn assembled(
    manifest: Manifest,
    keys: Vec<u64>,
    values: Vec<(u32, u32)>,
) -> Result<Book, BookError> {
    let head = serde_json::to_vec(&manifest).map_err(|error| BookError::Pack(error.into()))?;
    let digest = hex(&digest(&head, keys.len(), &columns(&keys, &values)));
    Ok(Book { manifest, keys, values, digest })
}

fn digest(manifest: &[u8], positions: usize, columns: &[u8]) -> [u8; 32] {
    let mut hash = Sha256::new();
    for length in [manifest.len() as u64, positions as u64] {
        hash.update(length.to_le_bytes());
    }
    hash.update(manifest);
    hash.update(columns);
    hash.finalize().into()
}

/// The hash that tells one hashing of positions from another.
fn hashing() -> u64 {
    let mut position = Chess::default();
    if let Some(mv) = San::from_ascii(b"e4").ok().and_then(|san| san.to_move(&position).ok()) {
        position.play_unchecked(mv);
    }
    key(&position)
}

fn columns(keys: &[u64], values: &[(u32, u32)]) -> Vec<u8> {
    let mut out = Vec::with_capacity(keys.len() * 12);
    let mut before = 0;
    for key in keys {
        put_varint(&mut out, key.wrapping_sub(before));
        before = *key;
    }
    for (day, _) in values {
        out.extend(day.to_le_bytes());
    }
    for (_, games) in values {
        put_varint(&mut out, u64::from(*games));
    }
    out
}

fn take<'a>(bytes: &mut &'a [u8], length: usize) -> Option<&'a [u8]> {
    bytes.split_off(..length)
}

fn take_u64(bytes: &mut &[u8]) -> Option<u64> {
    take(bytes, 8)?.try_into().ok().map(u64::from_le_bytes)
}

impl Book {
    pub fn to_bytes(&self) -> Result<Vec<u8>, BookError> {
        let pack = BookError::Pack;
        let manifest = serde_json::to_vec(&self.manifest).map_err(|error| pack(error.into()))?;
        let length = u32::try_from(manifest.len()).map_err(|_| damaged("the manifest is too long"))?;
        let columns = columns(&self.keys, &self.values);
        let body = zstd::encode_all(columns.as_slice(), 9).map_err(pack)?;
        let mut out = Vec::with_capacity(manifest.len() + body.len() + 80);
        out.extend(MAGIC);
        out.extend(VERSION.to_le_bytes());
        out.extend(hashing().to_le_bytes());
        out.extend(length.to_le_bytes());
        out.extend(&manifest);
        out.extend((self.keys.len() as u64).to_le_bytes());
        out.extend((body.len() as u64).to_le_bytes());
        out.extend(&body);
        out.extend(digest(&manifest, self.keys.len(), &columns));
        Ok(out)
    }

    pub fn from_bytes(mut bytes: &[u8]) -> Result<Self, BookError> {
        let all = &mut bytes;
        if take(all, MAGIC.len()) != Some(MAGIC) {
            return Err(BookError::NotABook);
        }
        if take(all, 2) != Some(&VERSION.to_le_bytes()) {
            return Err(BookError::OtherVersion { what: "format" });
        }
        if take_u64(all) != Some(hashing()) {
            return Err(BookError::OtherVersion { what: "hashing of positions" });
        }
        let cut = || damaged("it ends too early");
        let length = take(all, 4).and_then(|b| b.try_into().ok()).map(u32::from_le_bytes);
        let length = usize::try_from(length.ok_or_else(cut)?).map_err(|_| cut())?;
        if length > MAX_MANIFEST {
            return Err(damaged("the manifest is too long"));
        }
        let head = take(all, length).ok_or_else(cut)?;
        let manifest: Manifest =
            serde_json::from_slice(head).map_err(|_| damaged("the manifest does not read"))?;
        // The digest is the identity of the book, so one book must not have two spellings.
        if serde_json::to_vec(&manifest).ok().as_deref() != Some(head) {
            return Err(damaged("the manifest is not as a book writes it"));
        }
        if !(1..=MAX_PLIES).contains(&manifest.plies) {
            return Err(damaged("the number of plies is out of range"));
        }
        let positions = take_u64(all).and_then(|n| usize::try_from(n).ok()).ok_or_else(cut)?;
        let packed = take_u64(all).and_then(|n| usize::try_from(n).ok()).ok_or_else(cut)?;
        let body = take(all, packed).ok_or_else(cut)?;
        let sum = take(all, 32).ok_or_else(cut)?;
        if !all.is_empty() {
            return Err(damaged("bytes follow its end"));
        }
        if positions > MAX_POSITIONS || body.len() / MIN_BYTES_A_POSITION < positions {
            return Err(damaged("the number of positions does not fit its length"));
        }
        let columns = unpacked(body, positions)?;
        if digest(head, positions, &columns) != sum {
            return Err(damaged("its digest does not agree"));
        }
        let (keys, values) = divided(&columns, positions).ok_or_else(|| damaged("a column does not read"))?;
        Ok(Self { manifest, keys, values, digest: hex(sum) })
    }

    pub fn load(path: &Path) -> Result<Self, BookError> {
        let failed = |source| BookError::File { path: path.to_owned(), source };
        let mut bytes = Vec::new();
        let file = File::open(path).map_err(failed)?;
        file.take(MAX_BYTES).read_to_end(&mut bytes).map_err(failed)?;
        Self::from_bytes(&bytes)
    }

    /// Writes the book beside its place and moves it there: a stopped run leaves the old file or the new one.
    pub fn save(&self, path: &Path) -> Result<(), BookError> {
        let bytes = self.to_bytes()?;
        let mut name = path.as_os_str().to_owned();
        name.push(".part");
        let part = PathBuf::from(name);
        let write = || -> io::Result<()> {
            let mut file = File::create(&part)?;
            file.write_all(&bytes)?;
            file.sync_all()?;
            std::fs::rename(&part, path)
        };
        write().map_err(|source| BookError::File { path: path.to_owned(), source })
    }
}

fn unpacked(body: &[u8], positions: usize) -> Result<Vec<u8>, BookError> {
    // A key takes ten bytes at most, a day four, a count five.
    let most = (positions * 19) as u64;
    let mut columns = Vec::new();
    zstd::Decoder::with_buffer(body)
        .and_then(|decoder| decoder.take(most + 1).read_to_end(&mut columns))
        .map_err(|_| damaged("the body does not unpack"))?;
    if columns.len() as u64 > most {
        return Err(damaged("the body is longer than its positions"));
    }
    Ok(columns)
}

/// Keys, and days with games; `None` for columns that no book has.
#[expect(clippy::type_complexity, reason = "the two columns of a book")]
fn divided(mut columns: &[u8], positions: usize) -> Option<(Vec<u64>, Vec<(u32, u32)>)> {
    let mut keys: Vec<u64> = Vec::with_capacity(positions);
    for nth in 0..positions {
        let step = take_varint(&mut columns).ok()?;
        let key = keys.last().copied().unwrap_or(0).checked_add(step)?;
        if nth > 0 && step == 0 {
            return None;
        }
        keys.push(key);
    }
    let mut days = take(&mut columns, positions.checked_mul(4)?)?;
    let mut values = Vec::with_capacity(positions);
    for _ in 0..positions {
        let day = u32::from_le_bytes(take(&mut days, 4)?.try_into().ok()?);
        let games = u32::try_from(take_varint(&mut columns).ok()?).ok()?;
        if Day::from_number(day).is_none() || games == 0 {
            return None;
        }
        values.push((day, games));
    }
    columns.is_empty().then_some((keys, values))
}
