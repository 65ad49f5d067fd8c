//! The absences of one player as a full test takes them: in the form that `fairplay test --absences` reads.
//!
//! A log of everybody tells of people who are no party to a case, so what goes into the test holds the player's own absences
//! and nothing else. An absence that fits no single game of the test is left out and reported.

use datasets::tournament::absences::{AbsenceError, Names, Noted, toml};
use datasets::{AbsenceLog, Absences};
use pipeline::{EventPlayer, PlayerGames};
use serde::{Deserialize, Serialize};

use super::{Absence, Entry, LOG, absences};

#[derive(Clone, Debug)]
pub(crate) struct TestAbsences {
    pub(crate) text: String,
    /// The same tied to the games.
    pub(crate) absences: Absences,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct UnfitAbsence {
    pub(crate) round: String,
    pub(crate) opponent: String,
    pub(crate) left: u32,
    /// Number of the first move after coming back.
    pub(crate) back: u32,
}

/// Attachments of an event that are left out of a test of a player. The names are stored.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct LeftOut {
    /// Absences of the player that fit none of the games, or several, or name a move that was not played; and those of
    /// several players of one name.
    pub(crate) apart: Vec<UnfitAbsence>,
    /// Names in the log of absences that match no player of the event, sorted and distinct.
    pub(crate) strangers: Vec<String>,
    /// Whether no game fits a pairing of the tournament report, so that it belongs to another event.
    pub(crate) other_report: bool,
    /// Whether no finished screening of the same games was there, so that the test knows nothing of the field.
    #[serde(default)]
    pub(crate) no_screening: bool,
    /// Names of earlier events that are no part of the numbers of all events: decisions without a projection, or a test that
    /// cannot be computed again.
    #[serde(default)]
    pub(crate) earlier: Vec<String>,
}

/// The absences of the player of a test; none if nobody came back to a board in the whole event so far.
/// No entries of ours can cause an error.
pub(crate) fn absences_for_test(
    entries: &[Entry],
    whole: &EventPlayer<'_>,
    games: &PlayerGames,
) -> Result<(Option<TestAbsences>, LeftOut), AbsenceError> {
    let all: Vec<Noted> = absences(entries).iter().filter_map(Absence::noted).collect();
    let mut left_out = LeftOut::default();
    if all.is_empty() {
        return Ok((None, left_out));
    }
    let tied = |text: &str| -> Result<Absences, AbsenceError> {
        let log = AbsenceLog::parse(LOG, text.as_bytes())?;
        Ok(log.fitting(&games.event.collection, &games.event.roster, games.person).0)
    };
    // Names are resolved in the whole event: among the player's own games an ambiguous name may look unique.
    let names = Names::new(whole.collection, whole.roster);
    let mut own = Vec::new();
    for noted in all {
        let people = names.fitting(&noted.player);
        if people.is_empty() {
            left_out.strangers.push(noted.player);
            continue;
        }
        if !people.contains(&whole.person) {
            continue;
        }
        let found = tied(&toml(std::slice::from_ref(&noted)))?;
        if people.len() == 1 && found.entries.len() == 1 {
            own.push(noted);
        } else {
            left_out.apart.push(UnfitAbsence {
                round: noted.round,
                opponent: noted.opponent,
                left: noted.left,
                back: noted.back,
            });
        }
    }
    left_out.strangers.sort();
    left_out.strangers.dedup();
    let text = toml(&own);
    let absences = tied(&text)?;
    Ok((Some(TestAbsences { text, absences }), left_out))
}
