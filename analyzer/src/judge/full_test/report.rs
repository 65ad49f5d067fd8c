//! The tournament report against the games: of the whole event in numbers, of the player one by one.
//!
//! The comparison itself is made in `datasets`; this is what of it belongs into a dossier. It never decides which side is
//! right, and no number of the tests depends on it.

use std::collections::BTreeMap;

use datasets::tournament::cross_check::{FindingKind, GameCounts, PairingCounts, PlayerCheck, of_player};
use datasets::{Collection, Roster, Trf, cross_check};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The report against the games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ReportCheck {
    /// Name of the file.
    pub name: String,
    /// SHA-256 of its bytes.
    pub sha256: String,
    /// Players it lists.
    pub players: u32,
    /// Players named in the games.
    pub players_in_games: u32,
    /// Contradictions within the report.
    pub contradictions: u32,
    /// Games of the whole event by what became of them.
    pub games: GameCounts,
    /// Pairings of the whole event likewise.
    pub pairings: PairingCounts,
    /// Differences of the whole event by kind.
    pub findings: BTreeMap<FindingKind, u32>,
    /// The player's own line, games and pairings.
    pub player: PlayerCheck,
}

impl ReportCheck {
    /// Compares. `collection` is the whole event, as read, `roster` its own, and `person` the player there.
    pub fn new(name: &str, trf: &Trf, collection: &Collection, roster: &Roster, person: usize) -> Self {
        let count = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        let whole = cross_check(collection, roster, trf);
        let mut findings = BTreeMap::new();
        for finding in &whole.findings {
            *findings.entry(finding.kind).or_default() += 1;
        }
        Self {
            name: name.to_owned(),
            sha256: trf.sha256.clone(),
            players: count(trf.players.len()),
            players_in_games: count(roster.people.len()),
            contradictions: count(trf.inconsistencies().len()),
            games: whole.games,
            pairings: whole.pairings,
            findings,
            player: of_player(collection, roster, trf, person),
        }
    }
}
