//! Results of an event: the screening and its games move by move, as they are stored and found again.
//!
//! A result is stored as a whole and never changed; a later one stands beside it. No number is made or rounded here: what
//! comes out is what went in, bit for bit. A game that did not change from one result to the next is stored once.

pub(crate) mod page;

use std::collections::BTreeMap;
use std::io::Read as _;

use analyzer::screening::{GameTrace, PlayerResult, Screening};
use reports::pages::GameHead;
use rusqlite::{Connection, params};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use uci_pool::hex;

use crate::store::audit::{Action, Place};
use crate::store::change::Change;
use crate::store::{Result, StorageError, blob, row, rows};

const LEVEL: i32 = 3;
/// Most bytes that one stored piece may unpack to. 20,000 games of one event stay far below it.
const UNPACKED: u64 = 512 * 1024 * 1024;

/// A screening with its games, packed and ready to be stored. Packing takes time, so it is done before and not by the
/// thread that writes.
pub(crate) struct Packed {
    digest: String,
    screening: Vec<u8>,
    games: Vec<PackedGame>,
}

struct PackedGame {
    head: GameHead,
    sha256: [u8; 32],
    body: Vec<u8>,
}

#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(crate) struct ResultEntry {
    pub(crate) id: i64,
    pub(crate) made: i64,
    pub(crate) digest: String,
    /// Positions without an answer yet; 0 when it is finished.
    pub(crate) unanswered: u64,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct StoredResult {
    pub(crate) listed: ResultEntry,
    pub(crate) files: Vec<i64>,
    pub(crate) screening: Screening,
}

impl Packed {
    pub(crate) fn new(screening: &Screening, games: &[GameTrace]) -> Result<Self> {
        let mut names = BTreeMap::new();
        let mut head = |(place, game): (i64, &GameTrace)| GameHead {
            place,
            name: game_name(screening, game, &mut names),
            white: game.white,
            black: game.black,
            date: game.date.clone(),
            round: game.round.clone(),
            score: game.result.to_owned(),
            plies: game.moves.len(),
        };
        let games = (0_i64..).zip(games).map(|(place, game)| {
            let (sha256, body) = pack(game)?;
            let head = head((place, game));
            Ok(PackedGame { head, sha256, body })
        });
        Ok(Self {
            digest: screening.manifest.digest.clone(),
            screening: pack(screening)?.1,
            games: games.collect::<Result<_>>()?,
        })
    }
}

/// The end of the address of a player's page: the FIDE number, else digits of the name's SHA-256. It is the same from
/// one result to the next and does not reveal the name. It is unique, because players are identified by just these two.
pub(crate) fn player_name(player: &PlayerResult) -> String {
    name_of(&player.name, player.fide_id)
}

pub(crate) fn name_of(name: &str, fide_id: Option<u32>) -> String {
    match fide_id {
        Some(fide) => format!("fide-{fide}"),
        None => format!("name-{}", short(name)),
    }
}

/// The end of the address of a game's page. Players may meet twice in a round, so those after the first are counted.
fn game_name(screening: &Screening, game: &GameTrace, seen: &mut BTreeMap<String, u32>) -> String {
    let of = |place: usize| screening.players.get(place).map(player_name).unwrap_or_default();
    // Line ends part what a tag cannot hold.
    let sides = [of(game.white), of(game.black)].join("\n");
    let name = short(&[&sides, game.round.as_str(), &game.date].join("\n"));
    let times = seen.entry(name.clone()).or_default();
    *times += 1;
    if *times == 1 { name } else { format!("{name}-{times}") }
}

/// The ends of the addresses of games, in their order.
#[cfg(test)]
pub(crate) fn game_names(screening: &Screening, games: &[GameTrace]) -> Vec<String> {
    let mut seen = BTreeMap::new();
    games.iter().map(|game| game_name(screening, game, &mut seen)).collect()
}

/// 64 bits of a SHA-256.
fn short(text: &str) -> String {
    let digest = Sha256::digest(text.as_bytes());
    hex(digest.first_chunk::<8>().map_or(&[], |chunk| chunk))
}

/// Stores a result of an event: which positions are still open, the files it rests on, and when it was made. The same
/// screening with as many open positions as the newest result is that result, and nothing is stored twice.
pub(crate) fn store(
    c: &Change<'_>,
    event: i64,
    packed: &Packed,
    unanswered: u64,
    files: &[i64],
) -> Result<i64> {
    if let Some(newest) = newest(c, event)?
        && newest.digest == packed.digest
        && newest.unanswered == unanswered
        && same_names(c, newest.id, packed)?
        && files_of(c, newest.id)? == files
    {
        return Ok(newest.id);
    }
    c.execute(
        "INSERT INTO result (event, made, digest, unanswered, screening) VALUES (?1, ?2, ?3, ?4, ?5)",
        params![event, c.now, packed.digest, unanswered, packed.screening],
    )?;
    let id = c.last_insert_rowid();
    let mut insert = c.prepare_cached("INSERT INTO result_file (result, file) VALUES (?1, ?2)")?;
    for file in files {
        insert.execute(params![id, file])?;
    }
    let mut keep =
        c.prepare_cached("INSERT INTO trace (sha256, body) VALUES (?1, ?2) ON CONFLICT (sha256) DO NOTHING")?;
    let mut known = c.prepare_cached("SELECT id FROM trace WHERE sha256 = ?1")?;
    let mut insert = c.prepare_cached(
        "INSERT INTO result_game (result, place, name, white, black, date, round, score, plies, trace)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)",
    )?;
    for PackedGame { head, sha256, body } in &packed.games {
        keep.execute(params![sha256, body])?;
        let trace: i64 = known.query_row([sha256], |row| row.get(0))?;
        insert.execute(params![
            id, head.place, head.name, head.white, head.black, head.date, head.round, head.score, head.plies,
            trace
        ])?;
    }
    c.at(Place::Event(event)).log(
        Action::ResultMade,
        format!("result {id}"),
        format!("digest {}", packed.digest),
    )?;
    Ok(id)
}

/// Whether a stored screening is the same to the letter: the digest leaves out the names of the event and its inputs.
fn same_names(c: &Connection, id: i64, packed: &Packed) -> Result<bool> {
    let sql = "SELECT screening = ?2 FROM result WHERE id = ?1";
    Ok(row(c, sql, params![id, packed.screening])?.unwrap_or(false))
}

fn list(c: &Connection, event: i64, rest: &str) -> Result<Vec<ResultEntry>> {
    let sql =
        format!("SELECT id, made, digest, unanswered FROM result WHERE event = ?1 ORDER BY id DESC {rest}");
    rows(c, &sql, [event])
}

/// The newest result of an event, without its screening.
pub(crate) fn newest(c: &Connection, event: i64) -> Result<Option<ResultEntry>> {
    Ok(list(c, event, "LIMIT 1")?.pop())
}

/// Every result of an event, newest first.
pub(crate) fn history(c: &Connection, event: i64) -> Result<Vec<ResultEntry>> {
    list(c, event, "")
}

pub(crate) fn latest(c: &Connection, event: i64) -> Result<Option<StoredResult>> {
    let Some(listed) = newest(c, event)? else {
        return Ok(None);
    };
    let body = blob(c, "SELECT screening FROM result WHERE id = ?1", [listed.id])?.unwrap_or_default();
    Ok(Some(StoredResult {
        files: files_of(c, listed.id)?,
        screening: unpack(&body, "a screening")?,
        listed,
    }))
}

/// The screening of a result of an event.
pub(crate) fn screening(c: &Connection, event: i64, result: i64) -> Result<Option<Screening>> {
    let body = blob(c, "SELECT screening FROM result WHERE event = ?1 AND id = ?2", [event, result])?;
    body.map(|body| unpack(&body, "a screening")).transpose()
}

fn files_of(c: &Connection, result: i64) -> Result<Vec<i64>> {
    rows(c, "SELECT file FROM result_file WHERE result = ?1 ORDER BY file", [result])
}

pub(crate) fn games(c: &Connection, result: i64) -> Result<Vec<GameHead>> {
    let sql = "SELECT place, name, white, black, date, round, score, plies FROM result_game WHERE result = ?1
               ORDER BY place";
    rows(c, sql, [result])
}

/// One game of a result move by move; `None` if it has no such game.
pub(crate) fn trace(c: &Connection, result: i64, place: i64) -> Result<Option<GameTrace>> {
    let sql = "SELECT body FROM result_game JOIN trace ON trace.id = result_game.trace
               WHERE result = ?1 AND place = ?2";
    blob(c, sql, [result, place])?.map(|body| unpack(&body, "a game")).transpose()
}

/// JSON packed with zstd, and the SHA-256 of the JSON.
pub(crate) fn pack<T: Serialize>(value: &T) -> Result<([u8; 32], Vec<u8>)> {
    let json = serde_json::to_vec(value).map_err(|error| StorageError::NotWritten(error.to_string()))?;
    let packed =
        zstd::bulk::compress(&json, LEVEL).map_err(|error| StorageError::NotWritten(error.to_string()))?;
    Ok((Sha256::digest(&json).into(), packed))
}

/// Reads a packed value.
pub(crate) fn unpack<T: DeserializeOwned>(body: &[u8], what: &'static str) -> Result<T> {
    let damaged = || StorageError::Damaged { what };
    let mut json = Vec::new();
    zstd::stream::read::Decoder::new(body)
        .and_then(|reader| reader.take(UNPACKED).read_to_end(&mut json))
        .map_err(|_| damaged())?;
    serde_json::from_slice(&json).map_err(|_| damaged())
}

#[cfg(test)]
mod tests;
