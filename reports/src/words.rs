//! The words for readings, reasons and classes.

use analyzer::screening::{Exclusion, MoveClass, Reading};
use datasets::Unscored;

use crate::messages::Key;

/// What an index invites to do.
pub(crate) fn reading(reading: Reading) -> Key {
    match reading {
        Reading::Unrated => Key::ReadingUnrated,
        Reading::RatingOutsideRange => Key::ReadingRatingOutsideRange,
        Reading::Insufficient => Key::ReadingInsufficient,
        Reading::Provisional => Key::ReadingProvisional,
        Reading::Normal => Key::ReadingNormal,
        Reading::LookAtContext => Key::ReadingLookAtContext,
        Reading::AskForFullTest => Key::ReadingAskForFullTest,
    }
}

/// Why a move is not scored.
pub(crate) fn exclusion(exclusion: Exclusion) -> Key {
    match exclusion {
        Exclusion::UnscoredGame => Key::ExclusionUnscoredGame,
        Exclusion::Opening => Key::ExclusionOpening,
        Exclusion::Late => Key::ExclusionLate,
        Exclusion::Repeated => Key::ExclusionRepeated,
        Exclusion::Forced => Key::ExclusionForced,
        Exclusion::Decided => Key::ExclusionDecided,
        Exclusion::Failed => Key::ExclusionFailed,
    }
}

/// Why a game is not scored.
pub(crate) fn unscored(reason: Unscored) -> Key {
    match reason {
        Unscored::NoMoves => Key::UnscoredNoMoves,
        Unscored::Variant => Key::UnscoredVariant,
        Unscored::SetUp => Key::UnscoredSetUp,
        Unscored::Duplicate => Key::UnscoredDuplicate,
        Unscored::SamePlayer => Key::UnscoredSamePlayer,
    }
}

/// Every class of move with its words, in the order of a legend.
pub(crate) const CLASSES: [(MoveClass, Key); 8] = [
    (MoveClass::Match, Key::ClassMatch),
    (MoveClass::Inferior, Key::ClassInferior),
    (MoveClass::Opening, Key::ClassOpening),
    (MoveClass::Decided, Key::ClassDecided),
    (MoveClass::Forced, Key::ClassForced),
    (MoveClass::Repeated, Key::ClassRepeated),
    (MoveClass::Late, Key::ClassLate),
    (MoveClass::Failed, Key::ClassFailed),
];
