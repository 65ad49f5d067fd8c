//! A sum beside each stored evaluation, so that a bit that a disk has changed shows. It is no protection from people: whoever writes
//! an evaluation can write its sum.

use rusqlite::Connection;
use rusqlite::types::ValueRef;
use sha2::{Digest as _, Sha256};
use uci_pool::Evaluation;

use super::{StoreError, has_column};

/// Bytes of a sum, the first of a SHA-256.
const LENGTH: usize = 8;

/// What a check of all evaluations found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CheckedSums {
    /// Bytes of all evaluations.
    pub bytes: u64,
    /// Evaluations from before there were sums. They were only decoded.
    pub without: u64,
    /// Positions of those that do not hold.
    pub damaged: Vec<String>,
}

/// The sum of an evaluation of a position, or of one move of it.
pub(super) fn sum(fen: &[u8], only: &[u8], body: &[u8]) -> Vec<u8> {
    let mut hash = Sha256::new();
    for part in [fen, only, body] {
        hash.update((part.len() as u64).to_le_bytes());
        hash.update(part);
    }
    hash.finalize().iter().take(LENGTH).copied().collect()
}

/// Checks every evaluation of a store, also in a file that was never opened by this version.
///
/// # Errors
/// The database's.
pub fn check(c: &Connection) -> Result<CheckedSums, StoreError> {
    let column = if has_column(c, "sum")? { "sum" } else { "NULL" };
    let mut statement = c.prepare(&format!("SELECT fen, only, body, {column} FROM evaluation"))?;
    let mut rows = statement.query([])?;
    let mut checked = CheckedSums::default();
    while let Some(row) = rows.next()? {
        let values = (row.get_ref(0)?, row.get_ref(1)?, row.get_ref(2)?, row.get_ref(3)?);
        let holds = match values {
            (ValueRef::Text(fen), ValueRef::Text(only), ValueRef::Blob(body), stored) => {
                checked.bytes += body.len() as u64;
                let summed = match stored {
                    ValueRef::Null => {
                        checked.without += 1;
                        true
                    }
                    ValueRef::Blob(stored) => sum(fen, only, body) == stored,
                    _ => false,
                };
                summed && Evaluation::decode(body).is_ok()
            }
            _ => false,
        };
        if !holds {
            let fen = values.0.as_str().unwrap_or("a position whose text does not read");
            checked.damaged.push(fen.to_owned());
        }
    }
    Ok(checked)
}
