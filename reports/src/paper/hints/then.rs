//! What comes after a hint: a full test is asked for, unless there is one of the same games.

use analyzer::{hints::Hints, screening::Suggestion};

use crate::messages::{Key, Messages};

/// The full test of a player as it stands.
pub(super) enum Then {
    /// There is none.
    Ask,
    /// There is one of the games up to a round, and further rounds are complete.
    Again { after_round: u16 },
    /// There is one of all complete rounds.
    Made { after_round: u16 },
    /// There is one of all complete rounds, without a z that anything may rest on.
    NoReading { after_round: u16, reason: Suggestion },
}

/// The full test of a player of the hints.
pub(super) fn of_player(hints: &Hints, person: usize) -> Then {
    let player = hints.players.iter().find(|player| player.person == person);
    let Some((player, after_round)) = player.and_then(|player| Some((player, player.tested_after()?))) else {
        return Then::Ask;
    };
    if hints.rounds.complete_through.is_some_and(|round| round > after_round) {
        return Then::Again { after_round };
    }
    match &player.no_reading {
        Some(none) => Then::NoReading { after_round, reason: none.reason },
        None => Then::Made { after_round },
    }
}

impl Then {
    /// In words. `no_reading` says that a test has no z, or, on a page without terms of statistics, no result.
    pub(super) fn words(&self, m: &Messages, no_reading: Key) -> String {
        let round = |after_round: &u16| ("round", after_round.to_string());
        match self {
            Self::Ask => m.text(Key::HintsThenAsk),
            Self::Again { after_round } => m.with(Key::HintsThenAgain, [round(after_round)]),
            Self::Made { after_round } => m.with(Key::HintsThenMade, [round(after_round)]),
            Self::NoReading { after_round, reason } => {
                m.with(no_reading, [round(after_round), ("reason", m.label("reading", reason))])
            }
        }
    }
}
