//! The kinds of entries that platforms hand over.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What was noted.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
    JsonSchema,
    strum::IntoStaticStr,
    strum::EnumString,
)]
#[strum(serialize_all = "snake_case")]
#[serde(rename_all = "snake_case")]
pub enum TelemetryKind {
    /// Another tab of the browser came to the front.
    TabSwitch,
    /// Another window or program came to the front.
    WindowBlur,
    /// The window of the game came back to the front.
    WindowFocus,
    /// The connection to the platform was lost.
    Disconnection,
    /// The connection was there again.
    Reconnection,
    /// Time between the player's input and its arrival.
    InputLag,
    /// Time on the way over the network.
    NetworkLag,
}

impl TelemetryKind {
    /// Every kind, in the order of tables.
    pub const ALL: [Self; 7] = [
        Self::TabSwitch,
        Self::WindowBlur,
        Self::WindowFocus,
        Self::Disconnection,
        Self::Reconnection,
        Self::InputLag,
        Self::NetworkLag,
    ];

    pub fn as_str(self) -> &'static str {
        self.into()
    }
}
