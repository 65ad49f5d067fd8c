//! How an event was played, as people state it: over the board, online, or hybrid with what it counts as.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::clocks::time_class::TimeClass;
use crate::tournament::corpus::facts::Conditions;
use crate::tournament::laws::PlayedUnder;
use crate::tournament::venue;

/// The venue that the rules count an event as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Venue")]
#[serde(rename_all = "snake_case")]
pub enum CountedVenue {
    /// Over the board.
    OverTheBoard,
    /// Online.
    Online,
}

/// How an event was played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", tag = "kind")]
pub enum Mode {
    OverTheBoard,
    Online,
    /// Hybrid: it counts by how it is played and supervised, and which was used has to be said.
    Hybrid {
        /// Played and supervised like this.
        counted_as: CountedVenue,
    },
}

impl Mode {
    /// Every mode, the usual one first.
    pub const ALL: [Self; 4] = [
        Self::OverTheBoard,
        Self::Online,
        Self::Hybrid { counted_as: CountedVenue::OverTheBoard },
        Self::Hybrid { counted_as: CountedVenue::Online },
    ];

    /// A name in forms, files and on the command line.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::OverTheBoard => "over_the_board",
            Self::Online => "online",
            Self::Hybrid { counted_as: CountedVenue::OverTheBoard } => "hybrid_over_the_board",
            Self::Hybrid { counted_as: CountedVenue::Online } => "hybrid_online",
        }
    }

    /// The mode with a name.
    pub fn by_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|mode| mode.as_str() == name)
    }

    /// Conditions of games of a class: over the board where nobody states the mode.
    pub fn conditions(mode: Option<Self>, class: TimeClass) -> Conditions {
        let venue = match mode.map(Self::venue) {
            None | Some(CountedVenue::OverTheBoard) => venue::Venue::OverTheBoard,
            Some(CountedVenue::Online) => venue::Venue::Online,
        };
        Conditions { venue, class }
    }

    /// The rules that end a game: the Online Chess Regulations are those of hybrid play too (6.1), as whatever it counts; over the
    /// board where nobody states the mode.
    pub fn played_under(mode: Option<Self>) -> PlayedUnder {
        match mode {
            None | Some(Self::OverTheBoard) => PlayedUnder::Laws,
            Some(Self::Online | Self::Hybrid { .. }) => PlayedUnder::OnlineRegulations,
        }
    }

    /// The venue that the rules count it as.
    pub fn venue(self) -> CountedVenue {
        match self {
            Self::OverTheBoard => CountedVenue::OverTheBoard,
            Self::Online => CountedVenue::Online,
            Self::Hybrid { counted_as } => counted_as,
        }
    }
}

#[cfg(feature = "clap")]
impl clap::ValueEnum for Mode {
    fn value_variants<'a>() -> &'a [Self] {
        &Self::ALL
    }

    fn to_possible_value(&self) -> Option<clap::builder::PossibleValue> {
        Some(clap::builder::PossibleValue::new(match self {
            Self::OverTheBoard => "over-the-board",
            Self::Online => "online",
            Self::Hybrid { counted_as: CountedVenue::OverTheBoard } => "hybrid-over-the-board",
            Self::Hybrid { counted_as: CountedVenue::Online } => "hybrid-online",
        }))
    }
}
