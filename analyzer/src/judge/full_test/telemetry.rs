//! Telemetry of the platform about one player. No number uses it, because it was never measured on honest players.

use datasets::tournament::telemetry::{Telemetry, TelemetryKind};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Telemetry of the platform about the player, by move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PlatformTelemetry {
    /// Name of the file.
    pub name: String,
    /// SHA-256 of its bytes.
    pub sha256: String,
    /// Each kind that was noted.
    pub kinds: Vec<TelemetryCount>,
    /// In the order of games and moves.
    pub entries: Vec<TelemetryEntry>,
}

/// How often one kind was noted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TelemetryCount {
    pub kind: TelemetryKind,
    pub count: u32,
    /// Milliseconds of all together; absent if no time was given.
    pub milliseconds: Option<u64>,
}

/// One of them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TelemetryEntry {
    /// The game's index in the event.
    pub game: usize,
    /// Number of the move before which it was noted, from 1.
    pub turn: u32,
    /// True if it was the player's turn, false on the opponent's.
    pub to_move: bool,
    pub kind: TelemetryKind,
    /// Milliseconds; absent if no time was given.
    pub milliseconds: Option<u64>,
}

/// The table of the player's own events.
pub(super) fn platform_telemetry(given: &Telemetry) -> PlatformTelemetry {
    let entries = given.events.iter().map(|event| TelemetryEntry {
        game: event.game,
        turn: event.ply.div_ceil(2),
        to_move: (event.ply % 2 == 1) == event.white,
        kind: event.kind,
        milliseconds: event.milliseconds,
    });
    let kinds = TelemetryKind::ALL.into_iter().filter_map(|kind| {
        let own = || given.events.iter().filter(|event| event.kind == kind);
        let times = own().filter_map(|event| event.milliseconds);
        Some(TelemetryCount {
            kind,
            count: u32::try_from(own().count()).ok().filter(|count| *count > 0)?,
            milliseconds: times.reduce(u64::saturating_add),
        })
    });
    PlatformTelemetry {
        name: given.input.name.clone(),
        sha256: given.input.sha256.clone(),
        kinds: kinds.collect(),
        entries: entries.collect(),
    }
}
