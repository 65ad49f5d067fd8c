//! Sentences about the conditions of an event: its time class, and which rating its players are held to.

use analyzer::basis::Basis;
use analyzer::screening::{EventSummary, PlayerResult, Start};

use crate::messages::{Arg, Key, Messages};

/// The time class and what it rests on, and the rating of record.
pub(crate) fn of_event(m: &Messages, event: &EventSummary) -> String {
    let class = class(m, &event.time_class);
    let from = match event.time_class_from.as_str() {
        "given" => m.text(Key::TimeClassFromGiven),
        "time_control" => m.text(Key::TimeClassFromTimeControl),
        "name" => m.text(Key::TimeClassFromName),
        "assumed" => m.text(Key::TimeClassFromAssumed),
        other => other.to_owned(),
    };
    let rating = m.text(basis(event.rating_basis));
    let start = m.text(match event.start {
        Start::Turn9 => Key::StartTurnNine,
        Start::Novelty => Key::StartNovelty,
    });
    m.with(
        Key::EventConditions,
        &[
            ("class", Arg::Text(&class)),
            ("from", Arg::Text(&from)),
            ("rating", Arg::Text(&rating)),
            ("start", Arg::Text(&start)),
        ],
    )
}

/// A time class by its name in the documents; one that is not known here as it stands there.
pub(crate) fn class(m: &Messages, name: &str) -> String {
    let key = match name {
        "standard" => Key::TimeClassStandard,
        "rapid" => Key::TimeClassRapid,
        "blitz" => Key::TimeClassBlitz,
        "correspondence" => Key::TimeClassCorrespondence,
        other => return other.to_owned(),
    };
    m.text(key)
}

/// Which rating.
pub(crate) fn basis(basis: Basis) -> Key {
    match basis {
        Basis::Published => Key::BasisPublished,
        Basis::Live => Key::BasisLive,
        Basis::After => Key::BasisAfter,
    }
}

/// Where a player's rating comes from, and how sure it is.
pub(crate) fn of_rating(m: &Messages, player: &PlayerResult) -> String {
    let source = match player.rating_source.as_str() {
        "pgn" => m.text(Key::PlayerRatingFromPgn),
        "list" => m.text(Key::PlayerRatingFromList),
        "assumed" => m.text(Key::PlayerRatingAssumed),
        other => other.to_owned(),
    };
    if player.rating_sd == 0 {
        return source;
    }
    let sd = player.rating_sd.to_string();
    m.with(Key::PlayerRatingSd, &[("source", Arg::Text(&source)), ("sd", Arg::Text(&sd))])
}
