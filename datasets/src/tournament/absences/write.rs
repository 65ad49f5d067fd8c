//! A log written in the form that is read.

use std::fmt::Write as _;

use crate::text::toml_text::quoted;

/// An absence as it was noted, of somebody who came back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Noted {
    pub player: String,
    /// The `Round` tag of the game, or its first part; not empty.
    pub round: String,
    pub opponent: String,
    /// Number of the move at which the player left; 0 is before the first.
    pub left: u32,
    /// Number of the first move after coming back, from 1 and not below `left`.
    pub back: u32,
    pub note: Option<String>,
    pub logged_by: String,
}

/// The log of some absences as TOML, which [`super::AbsenceLog::parse`] reads.
pub fn toml(absences: &[Noted]) -> String {
    let mut text = String::from("# A log of absences from the board, for `fairplay test --absences FILE`.\n");
    for absence in absences {
        let Noted { player, round, opponent, left, back, note, logged_by } = absence;
        let [player, round, opponent, logged_by] = [player, round, opponent, logged_by].map(|t| quoted(t));
        let _written = write!(
            text,
            "\n[[absence]]\nplayer = {player}\nround = {round}\nopponent = {opponent}\nleft = {left}\nback = {back}\n"
        );
        if let Some(note) = note {
            let _written = writeln!(text, "note = {}", quoted(note));
        }
        let _written = writeln!(text, "logged_by = {logged_by}");
    }
    text
}
