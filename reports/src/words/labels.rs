//! Words about values that several reports show.

use analyzer::policy::regulations::Level;
use analyzer::policy::{Mode, Regulations};
use analyzer::screening::{
    EventSummary, Manifest, Missing, MoveClass, NoteEntry, ProgramEntry, SettingsEntry, UnscoredEntry,
};
use analyzer::shipped::known_games::{PERFORMANCES_ASKED, known_games};
use datasets::clocks::time_class::TimeClass;
use datasets::{Alphabet, GameDefect};

use super::how_played;
use crate::document::Cell;
use crate::messages::{Arg, Key, Messages};
use crate::words::rating_lists::manifest_lists;

/// Rarer than once in so many is not printed: it would rest on a curve that nobody has checked so far out.
const MAX_ODDS: f64 = 1e9;

/// Search settings in one line.
pub(crate) fn settings(m: &Messages, settings: &SettingsEntry) -> String {
    let n = m.numbers();
    let text = m.with(
        Key::ManifestSettingsText,
        [
            ("depth", settings.depth.to_string().into()),
            ("lines", Arg::from(u64::from(settings.multipv))),
            ("hash", settings.hash_mib.to_string().into()),
            ("nodes", n.count(settings.node_cap).into()),
        ],
    );
    let Some(decided) = &settings.decided else {
        return text;
    };
    let values = [
        ("settings", text),
        ("from", decided.from.to_string()),
        ("beyond", n.decimal(f64::from(decided.beyond) / 100.0, 2)),
        ("depths", decided.depths.to_string()),
    ];
    m.with(Key::ManifestSettingsDecided, values)
}

pub(crate) fn event_name(m: &Messages, name: &str) -> String {
    if name.trim().is_empty() { m.text(Key::EventUnnamed) } else { name.to_owned() }
}

/// The time class and what it rests on, the rating of record, and the time control if one is known.
pub(crate) fn event_conditions(m: &Messages, event: &EventSummary) -> String {
    let values = [
        ("class", m.label("time-class", &event.time_class)),
        ("from", m.label("time-class-from", &event.time_class_from)),
        ("rating", m.label("basis", &event.rating_basis)),
        ("start", m.label("start", &event.start)),
    ];
    let conditions = m.with(Key::EventConditions, values);
    let control = event.played.as_ref().and_then(|played| played.control.as_ref());
    match control {
        Some(control) => format!("{conditions} {}", how_played::control(m, control)),
        None => conditions,
    }
}

/// The thresholds of the rules and what they are for, and which one applies here: how the event was played, as it is stated.
pub(crate) fn thresholds(m: &Messages, event: &EventSummary) -> Option<[String; 2]> {
    // The file comes with the program; without it there is nothing to say of thresholds.
    let rules = Regulations::shipped().ok()?;
    let z = |level: &Level| m.numbers().decimal(level.z, 2);
    let (online, board) = (&rules.thresholds.online.level, &rules.thresholds.over_the_board.level);
    let values = [
        ("online", z(online)),
        ("online-article", online.article.clone()),
        ("board", z(board)),
        ("board-article", board.article.clone()),
        ("presumption", rules.thresholds.presumption.clone()),
    ];
    let here = match event.mode {
        None => m.text(Key::EventModeNotStated),
        Some(mode) => {
            let level = &rules.thresholds.at(mode.venue()).level;
            let values = [
                ("mode", m.label("event-mode", &mode.as_str())),
                ("level", z(level)),
                ("article", level.article.clone()),
            ];
            m.with(Key::EventMode, values)
        }
    };
    Some([m.with(Key::Thresholds, values), here])
}

/// Why this game is not scored, and which game is kept in its place.
pub(crate) fn set_aside(m: &Messages, entry: &UnscoredEntry) -> String {
    let reason = m.label("unscored", &entry.reason);
    let Some(partner) = &entry.partner else {
        return reason;
    };
    let values = [("reason", reason), ("input", partner.input.clone()), ("game", partner.game.to_string())];
    m.with(Key::UnscoredPartner, values)
}

/// Why a game does not hold together. The text of a defect that this version does not know stands as it is.
pub(crate) fn defect(m: &Messages, defect: &GameDefect) -> String {
    let letters = |alphabet: Alphabet| alphabet.letters().join(" ");
    let values = match defect {
        GameDefect::Other(text) => return text.clone(),
        GameDefect::MoveNumber { found, expected } => {
            vec![("found", found.to_string()), ("expected", expected.to_string())]
        }
        GameDefect::WhiteToMove { number } => vec![("number", number.to_string())],
        GameDefect::Results { tag, movetext } => {
            vec![("tag", tag.as_str().to_owned()), ("movetext", movetext.as_str().to_owned())]
        }
        GameDefect::Alphabets { first, other } => {
            vec![("first", letters(*first)), ("other", letters(*other))]
        }
        _ => Vec::new(),
    };
    m.label_with("defect", defect.code(), values)
}

pub(crate) fn note(m: &Messages, entry: &NoteEntry) -> String {
    m.label_with("note", &entry.kind, [("value", entry.value.as_deref().unwrap_or_default())])
}

/// The note at the head of a sheet whose parameters are missing or provisional.
pub(crate) fn caution(m: &Messages, manifest: &Manifest, event: &EventSummary) -> Option<String> {
    let (title, text) = match &manifest.parameters {
        None => {
            let missing = manifest.missing.unwrap_or(Missing::EngineOrSettings);
            if missing == Missing::NotStated {
                let question = how_played::event_question(m, event);
                (Key::AskedTitle, m.label_with("uncalibrated", &missing, [("question", question)]))
            } else {
                (Key::UncalibratedTitle, m.label_with("uncalibrated", &missing, wanted(m, event)))
            }
        }
        Some(_) if manifest.provisional => (Key::ProvisionalTitle, m.text(Key::ProvisionalText)),
        Some(_) => return None,
    };
    Some(format!("{} {text}", m.text(title)))
}

/// The kind of play that has no parameters, and what the collections hold of it.
fn wanted(m: &Messages, event: &EventSummary) -> Vec<(&'static str, String)> {
    let class = TimeClass::ALL.into_iter().find(|class| class.as_str() == event.time_class);
    let conditions = Mode::conditions(event.mode, class.unwrap_or(TimeClass::Standard));
    let known = known_games(conditions);
    let n = m.numbers();
    vec![
        ("class", m.label("time-class", &event.time_class)),
        ("venue", m.label("played", &conditions.venue)),
        ("asked", n.count(PERFORMANCES_ASKED)),
        ("performances", n.count(known.performances)),
        ("tournaments", n.count(known.tournaments)),
        ("games", n.count(known.games)),
    ]
}

fn parameters(m: &Messages, manifest: &Manifest) -> String {
    match &manifest.parameters {
        None => m.text(Key::ManifestParametersNone),
        Some(version) if manifest.provisional => {
            m.with(Key::ManifestParametersProvisional, [("parameters", version)])
        }
        Some(version) => version.clone(),
    }
}

/// From where odds are told as one in so many; nearer to certainty they are told of a hundred.
const ONE_IN: f64 = 9.95;

/// How often something happens once in `once_in` times: `one in 44`, or `93 of 100` where it is not rare.
pub(crate) fn odds(m: &Messages, once_in: f64) -> String {
    let n = m.numbers();
    if once_in.is_nan() {
        return n.missing();
    }
    if once_in < ONE_IN {
        return m.with(Key::OddsOfHundred, [("count", n.decimal(100.0 / once_in, 0))]);
    }
    m.with(Key::OddsOneIn, [("once", once(m, once_in))])
}

/// Once in so many, to three digits.
pub(crate) fn once(m: &Messages, once_in: f64) -> String {
    let n = m.numbers();
    if once_in.is_nan() {
        return n.missing();
    }
    let whole = |number: f64| {
        let digits = format!("{number:.0}");
        digits.parse::<u64>().map_or(digits, |number| n.count(number))
    };
    if once_in >= MAX_ODDS {
        return m.with(Key::DossierMoreThan, [("number", whole(MAX_ODDS))]);
    }
    if once_in < ONE_IN {
        return n.decimal(once_in, 1);
    }
    let mut step = 1.0;
    while once_in / step >= 1_000.0 {
        step *= 10.0;
    }
    whole((once_in / step).round() * step)
}

/// Engine with bytes and signature, settings, parameters, strength of honest players, rating lists, software and digest of a
/// manifest.
pub(crate) fn manifest(m: &Messages, manifest: &Manifest) -> Vec<(Key, Cell)> {
    let mut rows = vec![
        (Key::ManifestEngine, Cell::Plain(manifest.engine.name.clone())),
        (Key::ManifestEngineSha256, Cell::Code(manifest.engine.sha256.clone())),
        (Key::ManifestEngineSignature, Cell::Code(m.numbers().whole(manifest.engine.signature.as_ref()))),
        (Key::ManifestSettings, Cell::Plain(settings(m, &manifest.settings))),
        (Key::ManifestParameters, Cell::Plain(parameters(m, manifest))),
        (Key::ManifestStrength, Cell::Plain(m.numbers().whole(manifest.strength.as_ref()))),
    ];
    rows.extend(manifest_lists(m, manifest));
    rows.extend(manifest_programs(m, manifest));
    rows.extend([
        (Key::ManifestSoftware, Cell::Plain(manifest.software.clone())),
        (Key::ManifestDigest, Cell::Code(manifest.digest.clone())),
    ]);
    rows
}

/// The evaluations by the program that gave them: the engine's own, others with their SHA-256, and those of no known program.
pub(crate) fn manifest_programs(m: &Messages, manifest: &Manifest) -> Vec<(Key, Cell)> {
    let own = |sha256: &String| *sha256 == manifest.engine.sha256;
    let rows = |program: &ProgramEntry| {
        let key = match &program.sha256 {
            Some(sha256) if own(sha256) => Key::ManifestProgramOwn,
            Some(_) => Key::ManifestProgramOther,
            None => Key::ManifestProgramUnknown,
        };
        let text = m.with(key, [("evaluations", m.numbers().count(program.evaluations))]);
        let other = program.sha256.clone().filter(|sha256| !own(sha256));
        let sha256 = other.map(|sha256| (Key::ManifestProgramSha256, Cell::Code(sha256)));
        [(Key::ManifestProgram, Cell::Plain(text))].into_iter().chain(sha256)
    };
    manifest.programs.iter().flat_map(rows).collect()
}

/// Every class of move, in the order of a legend.
pub(crate) const CLASSES: [MoveClass; 9] = [
    MoveClass::Match,
    MoveClass::Inferior,
    MoveClass::Opening,
    MoveClass::Decided,
    MoveClass::Forced,
    MoveClass::Repeated,
    MoveClass::Late,
    MoveClass::GameOver,
    MoveClass::Failed,
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Language;

    /// Every reason for quarantine, in every language, with its values in it; an unknown one as it is.
    #[test]
    fn every_defect_is_worded_in_every_language() {
        for language in Language::all() {
            let m = Messages::new(language);
            for known in GameDefect::EVERY_KIND {
                let text = defect(&m, &known);
                assert!(!text.contains(['{', '$']) && text != known.code(), "{language}: {text}");
                let english =
                    text.chars().filter(char::is_ascii_alphabetic).count() * 2 > text.chars().count();
                assert_eq!(english, language == Language::ENGLISH, "{text}");
            }
            let number = defect(&m, &GameDefect::MoveNumber { found: 31, expected: 30 });
            assert!(number.contains("31") && number.contains("30"), "{number}");
            let letters =
                defect(&m, &"reads as english and as german, with different moves".to_owned().into());
            assert!(letters.contains("K Q R B N") && letters.contains("K D T L S"), "{letters}");
            let results = defect(&m, &"result tag says 1-0, movetext ends 0-1".to_owned().into());
            assert!(results.contains("1-0") && results.contains("0-1"), "{results}");
            assert_eq!(defect(&m, &GameDefect::Other("of a later version".to_owned())), "of a later version");
        }
    }

    /// One over the upper tail of the standard normal: 6.30, 44.0, 740.8, 31,574 and 3,488,556 (any table).
    #[test]
    fn odds_by_hand() {
        let m = Messages::new(Language::ENGLISH);
        let shown = [1.107, 6.3, 43.96, 740.8, 31_574.4, 3_488_556.0, 2e9, f64::INFINITY, f64::NAN];
        assert_eq!(
            shown.map(|once_in| once(&m, once_in)),
            [
                "1.1",
                "6.3",
                "44",
                "741",
                "31,600",
                "3,490,000",
                "more than 1,000,000,000",
                "more than 1,000,000,000",
                "\u{2013}",
            ]
        );
    }

    /// 1.107 is what a z of -1.3 has: the lower tail of 1.3 is 9.68 %, so 90.3 of 100 are higher.
    #[test]
    fn what_is_not_rare_is_told_of_a_hundred() {
        let m = Messages::new(Language::ENGLISH);
        let shown = [1.0, 1.107, 6.3, 43.96, 3_488_556.0, f64::NAN].map(|once_in| odds(&m, once_in));
        assert_eq!(
            shown,
            ["100 of 100", "90 of 100", "16 of 100", "one in 44", "one in 3,490,000", "\u{2013}"]
        );
    }
}
