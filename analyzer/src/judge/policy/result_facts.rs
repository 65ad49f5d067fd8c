//! Facts that the rules ask for about a result: its z, which test it comes from, and how the player came under attention.

use std::num::{NonZeroU16, NonZeroU32};

pub use datasets::tournament::mode::{CountedVenue as Venue, Mode};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::statistics::ipr::RatingEstimate;

/// Which test a z comes from (RN II).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum TestKind {
    /// The quick test of a whole file: hints only.
    Quick,
    /// The full test, with reliable values for all moves.
    Full,
}

/// How the player came under attention, apart from the z itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
#[serde(rename_all = "snake_case")]
pub enum Attention {
    /// Not at all: nobody was singled out before the event.
    #[cfg_attr(feature = "clap", value(help = "Nobody was singled out before the event"))]
    Nobody,
    /// Singled out before the event, with physical or observational evidence.
    SingledOut,
    /// Named in a formal complaint with observation, raised during the event, and not singled out before it.
    #[cfg_attr(
        feature = "clap",
        value(help = "Named in a formal complaint with observation, raised during the event")
    )]
    Complaint,
    /// The same, raised after the event, when there is nobody left to search. Online every complaint is one.
    #[cfg_attr(
        feature = "clap",
        value(help = "Named in a formal complaint with observation, raised after the event")
    )]
    ComplaintAfterTheEvent,
    /// Named in a formal complaint that argues from moves alone. By itself it is a ground for a full test only (RN VII).
    #[cfg_attr(feature = "clap", value(help = "Named in a formal complaint that argues from moves alone"))]
    ComplaintWithoutObservation,
}

/// How often the event is looked at with full tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", tag = "planned")]
pub enum LookPlan {
    /// Full tests are looked at after each of a planned number of rounds.
    Rounds {
        /// Rounds of the event.
        rounds: NonZeroU16,
    },
    /// Nobody knows how many rounds there will be: round `r` has the share `1 / (r (r + 1))`, which sums to 1.
    Open,
}

impl LookPlan {
    /// Share of the probability that is used by the end of a player's first `games` games, at most 1. With rounds planned all games
    /// have the same part.
    pub fn share_through(self, games: u32) -> f64 {
        let games = f64::from(games);
        match self {
            Self::Rounds { rounds } => (games / f64::from(rounds.get())).min(1.0),
            Self::Open => games / (games + 1.0),
        }
    }
}

/// When a test was made. This alone decides whether a level is the rules' own or shared over several looks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", tag = "kind", deny_unknown_fields)]
pub enum Occasion {
    /// A single test, after the event or of an event that is looked at once.
    #[default]
    SingleTest,
    /// At one of several looks during the event.
    Look {
        /// The round that was complete.
        round: u16,
        plan: LookPlan,
        /// Whether the sequential value of the quick test named the player at that look.
        named: bool,
    },
}

impl Occasion {
    /// Whether it is a single test.
    pub fn is_single(&self) -> bool {
        *self == Self::SingleTest
    }

    /// The round of the look; 0 for a single test, whose level hangs on none.
    pub fn round(self) -> u16 {
        match self {
            Self::SingleTest => 0,
            Self::Look { round, .. } => round,
        }
    }
}

/// An intrinsic performance rating beside the rating, both in rating points.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct IprFact {
    /// The rating held to.
    pub rating: u16,
    pub value: RatingEstimate,
    /// Lower end of its range of two standard deviations.
    pub low: RatingEstimate,
    /// Upper end.
    pub high: RatingEstimate,
}

impl IprFact {
    /// Whether the range reaches down to the rating or below it.
    pub fn reaches_rating(&self) -> bool {
        match self.low {
            RatingEstimate::At(low) => low <= f64::from(self.rating),
            RatingEstimate::Below(_) => true,
            RatingEstimate::Above(_) => false,
        }
    }
}

/// Facts about a result of one player in one event that the rules ask for.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ResultFacts {
    /// The z of the primary model.
    pub z: f64,
    /// Which test it comes from.
    pub test: TestKind,
    /// How the event was played.
    pub mode: Mode,
    /// How the player came under attention.
    pub attention: Attention,
    /// Players in the event.
    pub players: NonZeroU32,
    /// Whether a second, independent test agrees; `None` if there was none.
    pub second_test_agrees: Option<bool>,
    /// When the test was made.
    #[serde(default, skip_serializing_if = "Occasion::is_single")]
    pub occasion: Occasion,
    /// Of all IPR that were computed the one whose range begins highest; absent without any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ipr: Option<IprFact>,
}
