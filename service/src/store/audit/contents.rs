//! The stored bytes against the sums that are stored with them: one bit that a disk has changed shows.

use std::io::{Read as _, Write};

use rusqlite::Connection;
use rusqlite::types::ValueRef;
use sha2::{Digest as _, Sha256};
use uci_pool::hex;

use super::differences::{Difference, Differences};
use crate::store::Result;

/// Most bytes of a game move by move after unpacking.
const UNPACKED: u64 = 512 * 1024 * 1024;

/// Takes what is written to it into a sum.
struct Hasher(Sha256);

impl Write for Hasher {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.update(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

fn bytes(value: ValueRef<'_>) -> &[u8] {
    match value {
        ValueRef::Blob(bytes) | ValueRef::Text(bytes) => bytes,
        _ => &[],
    }
}

/// Compares all bytes, and says how many there are.
pub(super) fn compare(c: &Connection, found: &mut Differences) -> Result<u64> {
    Ok(files(c, found)? + attachments(c, found)? + games(c, found)? + evaluations(c, found)?)
}

/// Files as they were uploaded, in pieces.
fn files(c: &Connection, found: &mut Differences) -> Result<u64> {
    let mut read = 0;
    let mut statement = c.prepare("SELECT id, sha256, bytes FROM file ORDER BY id")?;
    let mut pieces = c.prepare("SELECT piece, body FROM file_piece WHERE file = ?1 ORDER BY piece")?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        let (id, mut sum, mut whole) = (row.get::<_, i64>(0)?, Sha256::new(), true);
        let mut length = 0;
        let mut parts = pieces.query([id])?;
        for expected in 0_i64.. {
            let Some(part) = parts.next()? else { break };
            whole &= part.get_ref(0)? == ValueRef::Integer(expected);
            let body = bytes(part.get_ref(1)?);
            length += body.len() as u64;
            sum.update(body);
        }
        read += length;
        let logged = bytes(row.get_ref(1)?);
        if !whole || hex(&sum.finalize()).as_bytes() != logged || row.get_ref(2)? != integer(length) {
            found.insert(format!("file {id}: its bytes"), Difference::Contents);
        }
    }
    Ok(read)
}

fn integer(number: u64) -> ValueRef<'static> {
    i64::try_from(number).map_or(ValueRef::Null, ValueRef::Integer)
}

/// Files that events were given beside their games.
fn attachments(c: &Connection, found: &mut Differences) -> Result<u64> {
    let mut read = 0;
    let mut statement = c.prepare("SELECT event, id, sha256, body FROM event_input ORDER BY id")?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        let body = bytes(row.get_ref(3)?);
        read += body.len() as u64;
        if hex(&Sha256::digest(body)).as_bytes() != bytes(row.get_ref(2)?) {
            let (event, id) = (row.get::<_, i64>(0)?, row.get::<_, i64>(1)?);
            found.insert(format!("event {event}: bytes of attached file {id}"), Difference::Contents);
        }
    }
    Ok(read)
}

/// Games move by move, whose sum is that of the text before it was packed.
fn games(c: &Connection, found: &mut Differences) -> Result<u64> {
    let mut read = 0;
    let mut statement = c.prepare("SELECT id, sha256, body FROM trace ORDER BY id")?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        let body = bytes(row.get_ref(2)?);
        read += body.len() as u64;
        let mut sum = Hasher(Sha256::new());
        let unpacked = zstd::stream::read::Decoder::new(body)
            .and_then(|reader| std::io::copy(&mut reader.take(UNPACKED), &mut sum));
        if unpacked.is_err() || sum.0.finalize().as_slice() != bytes(row.get_ref(1)?) {
            let id: i64 = row.get(0)?;
            found.insert(format!("game {id} of the results: its bytes"), Difference::Contents);
        }
    }
    Ok(read)
}

/// Answers of engines.
fn evaluations(c: &Connection, found: &mut Differences) -> Result<u64> {
    let checked = datasets::store::sums::check(c)?;
    for fen in checked.damaged {
        found.insert(format!("evaluation of {}", reports::visible(&fen)), Difference::Contents);
    }
    Ok(checked.bytes)
}
