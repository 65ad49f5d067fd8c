//! Conditions that make a game unlike the others of its event, whatever its time class, and the words that name them.

use serde::{Deserialize, Serialize};

use crate::pgn::game::Unscored;

/// A condition of a single game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Condition {
    Simultaneous,
    Blindfold,
    /// A decider with unequal times and draw odds.
    Armageddon,
    /// The control gives the two players different times.
    UnequalTimes,
    /// A player of an online arena gave up half of the own time, and the increment, before the first move.
    Berserk,
    /// A game that decides a tie.
    TieBreak,
}

impl From<Condition> for Unscored {
    fn from(condition: Condition) -> Self {
        match condition {
            Condition::Simultaneous => Self::Simultaneous,
            Condition::Blindfold => Self::Blindfold,
            Condition::Armageddon => Self::Armageddon,
            Condition::UnequalTimes => Self::UnequalTimes,
            Condition::Berserk => Self::Berserk,
            Condition::TieBreak => Self::TieBreak,
        }
    }
}

/// Words by condition, in lower case; words joined by `_` follow one another.
const NAMES: [(Condition, &str); 4] = [
    (
        Condition::Simultaneous,
        "simul simultan simultaneous simultané simultánea simultanea simultanvorstellung clocksimul \
         сеанс одновременной",
    ),
    (Condition::Blindfold, "blindfold blindsimul blindschach blindpartie aveugle вслепую наосліп"),
    (Condition::Armageddon, "armageddon армагеддон армагедон"),
    (
        Condition::TieBreak,
        "tiebreak tiebreaks tiebreaker tiebreakers tie_break tie_breaks tie_breaker tie_breakers playoff playoffs \
         play_off play_offs stichkampf тайбрейк тайбрейки тай_брейк тай_брейки плей_офф плей_оф",
    ),
];

/// The conditions that some words name, each once, in order.
pub(crate) fn conditions_in(words: &[String]) -> Vec<Condition> {
    let there = |known: &str| {
        let phrase: Vec<&str> = known.split('_').collect();
        words.windows(phrase.len()).any(|part| part == phrase)
    };
    NAMES
        .iter()
        .filter(|(_, known)| known.split_whitespace().any(there))
        .map(|(condition, _)| *condition)
        .collect()
}
