//! The words for readings, reasons and classes.

use analyzer::policy::Action;
use analyzer::screening::{
    Exclusion, Manifest, Missing, MoveClass, NoteEntry, NoteKind, Reading, SettingsEntry, UnscoredEntry,
};
use datasets::Unscored;

use crate::messages::{Arg, Key, Messages};

/// Search settings in one line.
pub(crate) fn settings(m: &Messages, settings: &SettingsEntry) -> String {
    let (depth, hash) = (settings.depth.to_string(), settings.hash_mib.to_string());
    let text = m.with(
        Key::ManifestSettingsText,
        &[
            ("depth", Arg::Text(&depth)),
            ("lines", Arg::Count(u64::from(settings.multipv))),
            ("hash", Arg::Text(&hash)),
            ("nodes", Arg::Text(&m.numbers().count(settings.node_cap))),
        ],
    );
    let Some(decided) = &settings.decided else {
        return text;
    };
    let beyond = m.numbers().decimal(Some(f64::from(decided.beyond) / 100.0), 2);
    m.with(
        Key::ManifestSettingsDecided,
        &[
            ("settings", Arg::Text(&text)),
            ("from", Arg::Text(&decided.from.to_string())),
            ("beyond", Arg::Text(&beyond)),
            ("depths", Arg::Text(&decided.depths.to_string())),
        ],
    )
}

/// The suggestion of an index.
pub(crate) fn reading(reading: Reading) -> Key {
    match reading {
        Reading::Unrated => Key::ReadingUnrated,
        Reading::RatingOutsideRange => Key::ReadingRatingOutsideRange,
        Reading::Insufficient => Key::ReadingInsufficient,
        Reading::NotCalibrated => Key::ReadingNotCalibrated,
        Reading::Normal => Key::ReadingNormal,
        Reading::LookAtContext => Key::ReadingLookAtContext,
        Reading::AskForFullTest => Key::ReadingAskForFullTest,
    }
}

/// A step that an arbiter may be allowed.
pub(crate) fn action(action: Action) -> Key {
    match action {
        Action::Unobtrusive => Key::DossierActionUnobtrusive,
        Action::OrangeAlert => Key::DossierActionOrange,
        Action::Intrusive => Key::DossierActionIntrusive,
        Action::OnTheSpotDisqualification => Key::DossierActionDisqualification,
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
        Unscored::OtherConditions => Key::UnscoredOtherConditions,
        Unscored::SamePlayer => Key::UnscoredSamePlayer,
        Unscored::Forfeit => Key::UnscoredForfeit,
        Unscored::Bye => Key::UnscoredBye,
        Unscored::NullMove => Key::UnscoredNullMove,
        Unscored::Superseded => Key::UnscoredSuperseded,
        Unscored::SwappedColours => Key::UnscoredSwappedColours,
        Unscored::Renamed => Key::UnscoredRenamed,
    }
}

/// Why this game is not scored, and which game is kept in its place. `shown` makes foreign text harmless.
pub(crate) fn set_aside(m: &Messages, entry: &UnscoredEntry, shown: impl Fn(&str) -> String) -> String {
    let reason = m.text(unscored(entry.reason));
    match &entry.partner {
        None => reason,
        Some(partner) => m.with(
            Key::UnscoredPartner,
            &[
                ("reason", Arg::Text(&reason)),
                ("input", Arg::Text(&shown(&partner.input))),
                ("game", Arg::Text(&partner.game.to_string())),
            ],
        ),
    }
}

/// A note on a game in words.
pub(crate) fn note(m: &Messages, entry: &NoteEntry) -> String {
    let value = [("value", Arg::Text(entry.value.as_deref().unwrap_or_default()))];
    match entry.kind {
        NoteKind::Chess960 => m.text(Key::NoteChess960),
        NoteKind::Encoding => m.with(Key::NoteEncoding, &value),
        NoteKind::Mojibake => m.text(Key::NoteMojibake),
        NoteKind::Alphabet => m.with(Key::NoteAlphabet, &value),
        NoteKind::OtherNotation => m.text(Key::NoteOtherNotation),
        NoteKind::KingsInCentre => m.with(Key::NoteKingsInCentre, &value),
    }
}

/// The note at the head of a sheet whose parameters are missing or provisional.
pub(crate) fn caution(manifest: &Manifest) -> Option<(Key, Key)> {
    match &manifest.parameters {
        None => Some(match manifest.missing {
            Some(Missing::TimeClass) => (Key::UncalibratedTitle, Key::UncalibratedClass),
            Some(Missing::Chess960) => (Key::UncalibratedTitle, Key::UncalibratedChess960),
            Some(Missing::EngineOrSettings) | None => (Key::UncalibratedTitle, Key::UncalibratedText),
        }),
        Some(_) if manifest.provisional => Some((Key::ProvisionalTitle, Key::ProvisionalText)),
        Some(_) => None,
    }
}

/// The parameters as named in the manifest.
pub(crate) fn parameters(m: &Messages, manifest: &Manifest) -> String {
    match &manifest.parameters {
        None => m.text(Key::ManifestParametersNone),
        Some(version) if manifest.provisional => {
            m.with(Key::ManifestParametersProvisional, &[("parameters", Arg::Text(version))])
        }
        Some(version) => version.clone(),
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
