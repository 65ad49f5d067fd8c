//! Texts that entries of the log speak of: complaints, notes and outcomes of cases, circumstances of events.
//!
//! The log repeats no text. An entry holds a SHA-256 over the text and a salt, so that a later change of the text shows. The
//! salt lies beside the text and not in the log: whoever reads the log alone cannot try out short texts.

use std::collections::BTreeMap;

use rusqlite::Connection;
use sha2::{Digest as _, Sha256};
use uci_pool::hex;

use super::{Actor, Entry};
use crate::accounts::secret;
use crate::store::{self, Result};

struct Kind {
    /// Its name in the log.
    name: &'static str,
    /// What it belongs to, as the log calls it.
    place: &'static str,
    table: &'static str,
    /// Rows of [`Text`].
    sql: &'static str,
}

/// Number, number of the place, author, time, text and salt.
type Text = (i64, i64, i64, i64, String, Option<Vec<u8>>);

const TEXTS: [Kind; 4] = [
    Kind {
        name: "opening",
        place: "case",
        table: "fair_play_case",
        sql: "SELECT id, id, person, made, title || char(10) || prompted, salt FROM fair_play_case ORDER BY id",
    },
    Kind {
        name: "complaint",
        place: "case",
        table: "case_complaint",
        sql: "SELECT id, case_id, person, made, complaint, salt FROM case_complaint ORDER BY id",
    },
    Kind {
        name: "entry",
        place: "case",
        table: "case_entry",
        sql: "SELECT id, case_id, person, made, body, salt FROM case_entry WHERE what <> 'withdrawn' ORDER BY id",
    },
    Kind {
        name: "circumstances",
        place: "event",
        table: "event_circumstances",
        sql: "SELECT id, event, person, made, stated, salt FROM event_circumstances ORDER BY id",
    },
];

/// The seal of a text: a new salt, to be stored beside it, and the hash for the log.
pub(crate) struct Seal {
    pub(crate) salt: [u8; 16],
    /// `sha256 HASH`
    pub(crate) detail: String,
}

impl Seal {
    /// Seals a text under a new salt.
    ///
    /// # Errors
    /// If the system gives no random bits.
    pub(crate) fn new(text: &str) -> Result<Self> {
        let salt = secret::random()?;
        Ok(Self { salt, detail: format!("sha256 {}", hash(&salt, text)) })
    }
}

fn hash(salt: &[u8], text: &str) -> String {
    let mut hash = Sha256::new();
    for part in [b"fairplay text 1".as_slice(), salt, text.as_bytes()] {
        hash.update((part.len() as u64).to_le_bytes());
        hash.update(part);
    }
    hex(&hash.finalize())
}

/// What an entry says about a text.
#[derive(PartialEq, Eq)]
struct Logged {
    subject: String,
    hash: String,
    /// Who wrote the text, as the entry says.
    actor: String,
    at: i64,
}

/// What the log says about texts, by kind and number.
#[derive(Default)]
pub(super) struct TextHashes(BTreeMap<(&'static str, i64), Logged>);

impl TextHashes {
    /// Takes what an entry says about a text.
    pub(super) fn note(&mut self, entry: &Entry) {
        let Some((text, hash)) = entry.detail.split_once(", sha256 ") else { return };
        let Some((kind, number)) = text.split_once(' ') else { return };
        let kind = TEXTS.iter().map(|known| known.name).find(|name| *name == kind);
        if let Some(key) = kind.zip(number.parse().ok()) {
            let (subject, hash, actor) = (entry.subject.clone(), hash.to_owned(), entry.actor.clone());
            self.0.insert(key, Logged { subject, hash, actor, at: entry.at });
        }
    }

    /// The texts that are not what the log says: changed, under another author or time, taken away, or put there without an entry.
    pub(super) fn changed(mut self, connection: &Connection) -> Result<Vec<String>> {
        let mut changed = Vec::new();
        for Kind { name: kind, place: of, table, sql } in TEXTS {
            // A file of an earlier version of the program has no salts and no hashes, or not the table.
            let salts = "SELECT 1 FROM pragma_table_info(?1) WHERE name = 'salt'";
            if !connection.prepare(salts)?.exists([table])? {
                continue;
            }
            // Texts of earlier versions of the program have no hash; their numbers are lower.
            let first = self.0.keys().filter(|key| key.0 == kind).map(|key| key.1).min();
            for (number, place, person, at, text, salt) in store::rows::<Text>(connection, sql, [])? {
                let holds = match (self.0.remove(&(kind, number)), salt) {
                    (Some(logged), Some(salt)) => {
                        let (subject, hash) = (format!("{of} {place}"), hash(&salt, &text));
                        logged == Logged { subject, hash, actor: Actor::Person(person).name(), at }
                    }
                    (None, None) => first.is_none_or(|first| number < first),
                    _ => false,
                };
                if !holds {
                    changed.push(format!("{of} {place}, {kind} {number}"));
                }
            }
        }
        changed.extend(self.0.into_iter().map(|((kind, number), logged)| {
            format!("{}, {kind} {number}", reports::visible(&logged.subject))
        }));
        Ok(changed)
    }
}
