//! The rating lists of a workspace: added once, asked by number or name as of a day.
//!
//! A list goes in whole or not at all. There is one list of a kind for a month, so an answer never depends on the order
//! in which lists were added. Which of a player's ratings counts for an event is decided in [`crate::ratings`].

use std::ops::ControlFlow;
use std::path::Path;

use rusqlite::{Connection, OptionalExtension, Row, Statement, TransactionBehavior, params};
use serde::Serialize;

pub use super::schema::IndexError;
use super::{
    Day, How, ListHead, ListKind, Listed, ListedPlayer, Options, RatingClass, Sex, YearMonth, schema,
    stream_bounded,
};
use crate::players::normalised;

pub const MAX_FOUND: usize = 50;

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct StoredList {
    #[serde(skip)]
    id: i64,
    pub name: String,
    pub sha256: String,
    pub layout: String,
    /// The month from which it is valid.
    pub period: YearMonth,
    pub period_how: String,
    pub kind: ListKind,
    pub kind_how: String,
    pub players: u64,
    /// Number of lines that did not fit and are not stored.
    pub refused: u64,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Entry {
    pub list: StoredList,
    pub player: ListedPlayer,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Added {
    pub list: ListHead,
    /// False if the very same file was stored already.
    pub new: bool,
}

pub struct Lists {
    connection: Connection,
}

const LIST: &str = "rating_list.id, rating_list.name, rating_list.sha256, rating_list.layout, rating_list.period, \
                    rating_list.period_how, rating_list.kind, rating_list.kind_how, rating_list.players, \
                    rating_list.refused";

const PLAYER: &str = "fide_id, rating_entry.name, federation, female, title, birth_year, standard, standard_games, \
                      standard_k, rapid, rapid_games, rapid_k, blitz, blitz_games, blitz_k, flag";

impl Lists {
    /// Opens the lists in the store at `path`, which is made if there is none. The folder has to exist.
    pub fn open(path: &Path) -> Result<Self, IndexError> {
        let connection = schema::open(path)?;
        Ok(Self { connection })
    }

    /// Opens the lists in the store at `path` to ask them; `None` if there is no store or it holds no list.
    pub fn open_existing(path: &Path) -> Result<Option<Self>, IndexError> {
        let Some(connection) = schema::open_existing(path)? else { return Ok(None) };
        let lists = Self { connection };
        Ok((!lists.lists()?.is_empty()).then_some(lists))
    }

    /// Reads the list at `path` and stores it. To add the same file again changes nothing.
    pub fn add(&mut self, path: &Path, options: &Options) -> Result<Added, IndexError> {
        self.add_bounded(path, options, u64::MAX)
    }

    /// The same, with a bound on the bytes after unpacking. The list goes in by one change: whoever else writes to the file
    /// waits for it, whoever reads does not.
    pub fn add_bounded(
        &mut self,
        path: &Path,
        options: &Options,
        most_bytes: u64,
    ) -> Result<Added, IndexError> {
        // Dropped without a commit, the change leaves no trace.
        let change = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let id: i64 =
            change.query_row("SELECT coalesce(max(id), 0) + 1 FROM rating_list", [], |row| row.get(0))?;
        let mut failure = None;
        let list = {
            let marks = vec!["?"; 18].join(", ");
            let mut insert = change.prepare(&format!("INSERT INTO rating_entry VALUES ({marks})"))?;
            stream_bounded(path, options, most_bytes, &mut |player| match put(&mut insert, id, &player) {
                Ok(()) => ControlFlow::Continue(()),
                Err(error) => {
                    failure = Some(error);
                    ControlFlow::Break(())
                }
            })
        };
        if let Some(error) = failure {
            return Err(error.into());
        }
        let list = list?;
        let Some((period, period_how)) = new_period(&change, &list)? else {
            return Ok(Added { list, new: false });
        };
        let (kind, kind_how) = list.kind;
        change.execute(
            "INSERT INTO rating_list
             (id, name, sha256, layout, period, period_how, kind, kind_how, players, refused)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)",
            params![
                id,
                list.name,
                list.sha256,
                list.layout,
                period.to_string(),
                period_how.text(),
                kind.as_str(),
                kind_how.text(),
                list.counts.players,
                list.counts.refused,
            ],
        )?;
        change.commit()?;
        Ok(Added { list, new: true })
    }

    /// Takes a stored list out again, by its SHA-256. False if there is none.
    pub fn remove(&mut self, sha256: &str) -> Result<bool, IndexError> {
        let change = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let entries = "DELETE FROM rating_entry WHERE list = (SELECT id FROM rating_list WHERE sha256 = ?1)";
        change.execute(entries, [sha256])?;
        let removed = change.execute("DELETE FROM rating_list WHERE sha256 = ?1", [sha256])?;
        change.commit()?;
        Ok(removed > 0)
    }

    /// The stored lists, by month and kind.
    pub fn lists(&self) -> Result<Vec<StoredList>, IndexError> {
        stored(&self.connection)
    }

    /// The newest stored list on or before `day` that holds ratings of `class`; it was valid on that day only if it is of
    /// [`YearMonth::of_list`] or later. A list for that class alone goes before a combined one of the same month.
    pub(crate) fn newest_on(&self, day: Day, class: RatingClass) -> Result<Option<StoredList>, IndexError> {
        let latest = YearMonth { year: day.year, month: day.month };
        let mut lists = self.lists()?;
        lists.retain(|list| list.kind.holds(class) && list.period <= latest);
        Ok(lists.into_iter().max_by_key(|list| (list.period, list.kind != ListKind::Combined)))
    }

    /// Whether a list with ratings of `class` is stored that was valid on `day`.
    pub fn holds_valid_on(&self, day: Day, class: RatingClass) -> Result<bool, IndexError> {
        Ok(self.newest_on(day, class)?.is_some_and(|list| list.period >= YearMonth::of_list(day)))
    }

    /// Everybody with this FIDE number, on every list or on one, by month of the list.
    pub fn by_number(&self, fide_id: u32, on: Option<&StoredList>) -> Result<Vec<Entry>, IndexError> {
        self.entries("fide_id = ?1", params![fide_id, on.map(|list| list.id)])
    }

    /// Everybody of this name, without regard to case, white space and commas; by month of the list, at most
    /// [`MAX_FOUND`].
    pub fn by_name(&self, name: &str, on: Option<&StoredList>) -> Result<Vec<Entry>, IndexError> {
        self.entries("key = ?1", params![normalised(name), on.map(|list| list.id)])
    }

    /// Everybody whose name begins so; by month of the list, at most [`MAX_FOUND`].
    pub fn by_beginning(&self, name: &str, on: Option<&StoredList>) -> Result<Vec<Entry>, IndexError> {
        let key = normalised(name);
        self.entries("key >= ?1 AND key < ?1 || char(1114111)", params![key, on.map(|list| list.id)])
    }

    fn entries(&self, which: &str, values: &[&dyn rusqlite::ToSql]) -> Result<Vec<Entry>, IndexError> {
        let mut statement = self.connection.prepare_cached(&format!(
            "SELECT {LIST}, {PLAYER} FROM rating_entry JOIN rating_list ON rating_list.id = rating_entry.list
             WHERE {which} AND (?2 IS NULL OR rating_entry.list = ?2)
             ORDER BY period, kind, key, fide_id, rating_entry.rowid LIMIT {MAX_FOUND}"
        ))?;
        let mut rows = statement.query(values)?;
        let mut entries = Vec::new();
        while let Some(row) = rows.next()? {
            entries.push(Entry { list: list(row)?, player: player(row)? });
        }
        Ok(entries)
    }
}

/// The lists in a file, by month and kind; none where there are no tables for them yet. For whoever has the file open.
pub fn stored(connection: &Connection) -> Result<Vec<StoredList>, IndexError> {
    if !schema::has_table(connection, "rating_list")? {
        return Ok(Vec::new());
    }
    let mut statement =
        connection.prepare_cached(&format!("SELECT {LIST} FROM rating_list ORDER BY period, kind"))?;
    let mut rows = statement.query([])?;
    let mut lists = Vec::new();
    while let Some(row) = rows.next()? {
        lists.push(list(row)?);
    }
    Ok(lists)
}

/// The month of a list that is not stored yet, and how it was found. Fails if its place is taken by another list, or if it
/// says no month.
fn new_period(connection: &Connection, head: &ListHead) -> Result<Option<(YearMonth, How)>, IndexError> {
    let stored = |sql: &str, values: &[&dyn rusqlite::ToSql]| -> rusqlite::Result<Option<String>> {
        connection.query_row(sql, values, |row| row.get(0)).optional()
    };
    if stored("SELECT name FROM rating_list WHERE sha256 = ?1", params![head.sha256])?.is_some() {
        return Ok(None);
    }
    let name = head.name.clone();
    let (period, how) = head.period.ok_or_else(|| IndexError::PeriodUnknown { name: name.clone() })?;
    let another = "SELECT name FROM rating_list WHERE period = ?1 AND kind = ?2";
    match stored(another, params![period.to_string(), head.kind.0.as_str()])? {
        Some(stored) => Err(IndexError::Another { name, stored }),
        None => Ok(Some((period, how))),
    }
}

fn put(insert: &mut Statement<'_>, list: i64, player: &ListedPlayer) -> rusqlite::Result<()> {
    let numbers = |listed: Option<Listed>| {
        (listed.map(|l| l.rating), listed.and_then(|l| l.games_in_period), listed.and_then(|l| l.k))
    };
    let [standard, rapid, blitz] = [player.standard, player.rapid, player.blitz].map(numbers);
    insert.execute(params![
        list,
        player.fide_id,
        normalised(&player.name),
        player.name,
        player.federation,
        player.sex.map(|sex| sex == Sex::Female),
        player.title,
        player.birth_year,
        standard.0,
        standard.1,
        standard.2,
        rapid.0,
        rapid.1,
        rapid.2,
        blitz.0,
        blitz.1,
        blitz.2,
        player.flag,
    ])?;
    Ok(())
}

fn list(row: &Row<'_>) -> Result<StoredList, IndexError> {
    let name: String = row.get(1)?;
    let damaged = |what| IndexError::Damaged { name: name.clone(), what };
    Ok(StoredList {
        id: row.get(0)?,
        sha256: row.get(2)?,
        layout: row.get(3)?,
        period: YearMonth::parse(&row.get::<_, String>(4)?).ok_or_else(|| damaged("its month"))?,
        period_how: row.get(5)?,
        kind: row.get::<_, String>(6)?.parse().map_err(|_| damaged("its kind"))?,
        kind_how: row.get(7)?,
        players: row.get(8)?,
        refused: row.get(9)?,
        name,
    })
}

fn player(row: &Row<'_>) -> Result<ListedPlayer, IndexError> {
    let listed = |at: usize| -> rusqlite::Result<Option<Listed>> {
        let Some(rating) = row.get(at)? else {
            return Ok(None);
        };
        Ok(Some(Listed { rating, games_in_period: row.get(at + 1)?, k: row.get(at + 2)? }))
    };
    let sex = |female| if female { Sex::Female } else { Sex::Male };
    let flag: String = row.get(25)?;
    Ok(ListedPlayer {
        fide_id: row.get(10)?,
        name: row.get(11)?,
        federation: row.get(12)?,
        sex: row.get::<_, Option<bool>>(13)?.map(sex),
        title: row.get(14)?,
        birth_year: row.get(15)?,
        standard: listed(16)?,
        rapid: listed(19)?,
        blitz: listed(22)?,
        inactive: flag.contains('i'),
        flag,
    })
}
