//! Supporting evidence of a full test: a tournament report, a screening, a log of absences, telemetry of a platform, other
//! events.
//!
//! The screening says what the whole field shows of the event's ratings, and so changes the expected strength of the player. Nothing
//! else changes the overall z. Each adds a part of its own.

use datasets::Absences;
use datasets::tournament::telemetry::Telemetry;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::place::Screened;
use super::report::ReportCheck;
use super::several::Performance;

/// Evidence handed in; none by default.
#[derive(Clone, Copy, Debug, Default)]
pub struct SupportingEvidence<'a> {
    /// Players of the whole event by its games; without it, those of the games at hand.
    pub players: Option<u32>,
    /// The tournament report against the games of the whole event.
    pub report: Option<&'a ReportCheck>,
    /// A screening of the same event.
    pub screening: Option<&'a Screened>,
    /// When the player was away from the board.
    pub absences: Option<&'a Absences>,
    /// What the platform noted of the player.
    pub telemetry: Option<&'a Telemetry>,
    /// The player's earlier events, in order of date; none if the event stands alone.
    pub earlier: Option<&'a [Performance]>,
    /// When and where the event was played and who answered for it, as people state it.
    pub stated: Option<&'a StatedEvent>,
}

/// When and where an event was played and who answered for it, as people state it. No number rests on it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct StatedEvent {
    /// `YYYY-MM-DD`, as the last day.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first_day: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_day: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub organiser: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chief_arbiter: Option<String>,
    /// The time control, in the words of whoever stated it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time_control: Option<String>,
    /// Online: whether an arbiter supervised the players.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub supervised: Option<bool>,
}

impl StatedEvent {
    /// Leaves out what names people or may: the place, who organised the event and its chief arbiter.
    pub fn leave_out_people(&mut self) {
        (self.place, self.organiser, self.chief_arbiter) = (None, None, None);
    }
}

/// Where the number of players of an event comes from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum PlayersFrom {
    /// The tournament report.
    Report,
    /// Everybody named in the games.
    #[default]
    Games,
}

impl SupportingEvidence<'_> {
    /// Players of the event, and where the number comes from: the report knows those who were not broadcast.
    pub(super) fn event_players(&self, in_games: usize) -> (u32, PlayersFrom) {
        match (self.report, self.players) {
            (Some(report), _) => (report.players, PlayersFrom::Report),
            (None, Some(players)) => (players, PlayersFrom::Games),
            (None, None) => (u32::try_from(in_games).unwrap_or(u32::MAX), PlayersFrom::Games),
        }
    }
}
