//! The message files against the keys, against each other and against the habits of their languages.

use std::collections::{BTreeMap, BTreeSet};

use analyzer::{
    basis::{Basis, LagEvidence},
    batch::FieldState,
    calibration::{
        measurement::Model,
        null_certificate::{self, BARS, POPULATIONS},
    },
    depth_aware::Theme,
    full_test::{Apart, HelpKind, PlayersFrom, Way},
    hints::escalation::{Decided, Why},
    policy::{
        Action, Attention, Mode, TestKind, Venue,
        base_rates::Bound,
        regulations::{ApprovalStatus, Condition, Evidence, Justified, PermittedUse, SearchTerm},
        statements::NotPrimary,
    },
    screening::{Exclusion, Missing, NoteKind, Start, Suggestion},
};
use datasets::{
    GameDefect,
    ratings::list::ListKind,
    tournament::{
        cross_check::{FindingKind, How},
        event_facts::ControlSource,
        telemetry::TelemetryKind,
    },
};
use fluent_bundle::{FluentBundle, FluentResource};
use schemars::JsonSchema;
use unic_langid::LanguageIdentifier;

use super::*;
use crate::words::{
    self,
    wording::rendered::{LATIN, UNSCORED},
};

/// A message as written: the lines of its value.
struct Written {
    lines: Vec<String>,
}

impl Written {
    fn value(&self) -> String {
        self.lines.join("\n")
    }

    /// Names of the placeables, `x-text` as `x`.
    fn placeables(&self) -> BTreeSet<String> {
        let value = self.value();
        let name = |rest: &str| {
            let letter = |c: char| c.is_ascii_alphanumeric() || c == '-';
            let end = rest.find(|c| !letter(c)).unwrap_or(rest.len());
            let name = rest[..end].to_owned();
            name.strip_suffix("-text").map(str::to_owned).unwrap_or(name)
        };
        value.split('$').skip(1).map(name).collect()
    }

    /// The number that selects a form, if one does.
    fn selector(&self) -> Option<String> {
        let value = self.value();
        let (before, _) = value.split_once(" ->")?;
        let (_, name) = before.rsplit_once('$')?;
        Some(name.to_owned())
    }

    /// The forms: category and text.
    fn forms(&self) -> Vec<(String, String)> {
        let form = |line: &String| {
            let line = line.trim_start().trim_start_matches('*');
            let (category, text) = line.strip_prefix('[')?.split_once(']')?;
            Some((category.to_owned(), text.trim().to_owned()))
        };
        self.lines.iter().filter_map(form).collect()
    }
}

/// The messages of a file by key; a message written twice is a failure.
fn written(language: Language) -> BTreeMap<String, Written> {
    let mut all = BTreeMap::new();
    let mut key = String::new();
    for line in language.source().lines() {
        if line.starts_with('#') || line.is_empty() {
            continue;
        }
        if line.starts_with(' ') {
            let message: &mut Written = all.get_mut(&key).expect("a message goes on");
            message.lines.push(line.to_owned());
            continue;
        }
        let (name, value) = line.split_once(" = ").expect("a key and its value");
        key = name.to_owned();
        let lines = vec![value.to_owned()];
        assert!(all.insert(key.clone(), Written { lines }).is_none(), "{key} twice in {language}");
    }
    all
}

#[test]
fn every_key_has_a_message_and_every_message_a_key() {
    let mut used: BTreeSet<String> = Key::ALL.iter().map(|key| key.id().to_owned()).collect();
    assert_eq!(used.len(), Key::ALL.len(), "two keys share an id");
    used.extend(labels());
    for language in Language::all() {
        let messages: BTreeSet<String> = written(language).into_keys().collect();
        let differ: Vec<&String> = used.symmetric_difference(&messages).collect();
        assert_eq!(differ, [""; 0], "{language}");
    }
}

/// The texts of a schema's enumerations and constants: the codes of a type.
fn codes(schema: &Value) -> Vec<String> {
    match schema {
        Value::Object(fields) => fields
            .iter()
            .flat_map(|(name, value)| match (name.as_str(), value) {
                ("const", Value::String(code)) => vec![code.clone()],
                ("enum", Value::Array(codes)) => {
                    codes.iter().filter_map(Value::as_str).map(str::to_owned).collect()
                }
                _ => codes(value),
            })
            .collect(),
        Value::Array(values) => values.iter().flat_map(codes).collect(),
        _ => Vec::new(),
    }
}

/// The signs of online play, about which people are asked.
const VENUE_SIGNS: [&str; 10] = [
    "platform",
    "hybrid",
    "online_word",
    "fine_clocks",
    "high_ratings",
    "handles",
    "some_online",
    "study",
    "address",
    "mode_tag",
];

/// The keys of all labels, by the types of their values.
fn labels() -> Vec<String> {
    fn of_type<T: JsonSchema>() -> Vec<String> {
        codes(schemars::schema_for!(T).as_value())
    }
    fn each<T: Serialize>(values: &[T]) -> Vec<String> {
        values.iter().map(code).collect()
    }
    let families = [
        ("reading", of_type::<Suggestion>()),
        ("list-kind", each(&[ListKind::Standard, ListKind::Rapid, ListKind::Blitz, ListKind::Combined])),
        ("exclusion", of_type::<Exclusion>()),
        ("unscored", each(&UNSCORED)),
        ("note", of_type::<NoteKind>()),
        ("defect", GameDefect::EVERY_KIND.iter().map(|defect| defect.code().to_owned()).collect()),
        ("basis", of_type::<Basis>()),
        ("lag", of_type::<LagEvidence>()),
        ("start", of_type::<Start>()),
        ("uncalibrated", of_type::<Missing>()),
        ("played", of_type::<Venue>()),
        ("batch-missing", of_type::<Missing>()),
        ("batch-field", of_type::<FieldState>()),
        ("batch-state", each(&["waiting", "done", "incomplete", "failed"])),
        ("theme", each(&Theme::ALL)),
        ("class", each(&words::CLASSES)),
        ("time-class", each(&["standard", "rapid", "blitz", "correspondence"])),
        (
            "time-class-from",
            each(&["given", "time_control", "clocks", "name", "series", "assumed", "not_stated"]),
        ),
        ("rating-source", each(&["pgn", "list", "assumed"])),
        ("certificate-reading", of_type::<Model>()),
        ("certificate-bar-result", of_type::<null_certificate::BarResult>()),
        ("certificate-bar-asked", each(&BARS)),
        ("certificate-population", each(&POPULATIONS)),
        ("action", of_type::<Action>()),
        ("finding", of_type::<FindingKind>()),
        ("ending", of_type::<How>()),
        ("event-players", of_type::<PlayersFrom>()),
        ("apart", of_type::<Apart>()),
        ("help", of_type::<HelpKind>()),
        ("way", of_type::<Way>()),
        ("telemetry", of_type::<TelemetryKind>()),
        ("part", each(&["game", "colour", "start", "turns"])),
        ("stage", of_type::<TestKind>()),
        ("attention", of_type::<Attention>()),
        ("mode", of_type::<Venue>()),
        ("mode-hybrid", of_type::<Venue>()),
        ("asked", each(&["both", "class", "mode", "clocks"])),
        ("venue-sign", each(&VENUE_SIGNS)),
        ("control-from", of_type::<ControlSource>()),
        ("event-mode", each(&Mode::ALL.map(Mode::as_str))),
        ("bound", of_type::<Bound>()),
        ("condition", of_type::<Condition>()),
        ("justified", of_type::<Justified>()),
        ("not-primary", of_type::<NotPrimary>()),
        ("approval", of_type::<ApprovalStatus>()),
        ("use", of_type::<PermittedUse>()),
        ("source", each(&["AC", "PM", "RN", "ON", "L"])),
        ("source-2022", each(&["AC", "PM", "ON"])),
        ("search", of_type::<SearchTerm>()),
        ("evidence", of_type::<Evidence>()),
        ("why", of_type::<Why>()),
        ("decided", of_type::<Decided>()),
    ];
    families
        .into_iter()
        .flat_map(|(family, codes)| codes.into_iter().map(move |code| format!("{family}_{code}")))
        .collect()
}

/// Every message without placeables, by its key.
pub(crate) fn plain_messages(language: Language) -> Vec<(String, String)> {
    let m = Messages::new(language);
    let mut messages = written(language);
    messages.retain(|_, message| !message.value().contains('{'));
    messages.into_keys().map(|key| (m.message(&key, &[]), key)).map(|(text, key)| (key, text)).collect()
}

#[test]
fn message_files_parse_and_repeat_no_key() {
    for language in Language::all() {
        let resource = FluentResource::try_new(language.source().to_owned());
        let resource = resource.map_err(|(_, errors)| errors).unwrap();
        let mut bundle = FluentBundle::new(vec![language.tag().parse::<LanguageIdentifier>().unwrap()]);
        bundle.add_resource(resource).map_err(|errors| format!("{errors:?}")).unwrap();
        for key in written(language).keys() {
            assert!(bundle.get_message(key).unwrap().value().is_some(), "{key} in {language}");
        }
    }
}

#[test]
fn every_language_has_the_placeables_of_english() {
    let english = written(Language::ENGLISH);
    for language in Language::all() {
        for (key, message) in written(language) {
            assert_eq!(message.placeables(), english[&key].placeables(), "{key} in {language}");
            assert_eq!(message.selector(), english[&key].selector(), "{key} in {language}");
        }
    }
}

/// The plural categories of a language for whole numbers and for fractions (CLDR 48, cardinal).
fn categories(language: Language) -> &'static [&'static str] {
    if language == Language::ENGLISH { &["one", "other"] } else { &["one", "few", "many", "other"] }
}

#[test]
fn every_plural_form_of_a_language_is_there() {
    for language in Language::all() {
        let mut selecting = 0;
        for (key, message) in written(language) {
            let Some(number) = message.selector() else {
                assert!(message.forms().is_empty(), "{key} in {language}");
                continue;
            };
            selecting += 1;
            let forms = message.forms();
            // A single number (`[1]`) may have a form of its own before the others.
            let plurals: Vec<&str> = forms
                .iter()
                .map(|(category, _)| category.as_str())
                .filter(|category| category.parse::<u64>().is_err())
                .collect();
            assert_eq!(plurals, categories(language), "{key} in {language}");
            for (category, text) in forms {
                // English `one` is 1 and may be a word; elsewhere it is 21 and 101 too.
                let may_be_a_word = category == "1" || (language == Language::ENGLISH && category == "one");
                assert!(
                    may_be_a_word || text.contains(&format!("{{ ${number}-text }}")),
                    "[{category}] of {key} in {language}"
                );
            }
        }
        assert!(selecting > 12, "{selecting} in {language}");
    }
}

#[test]
fn plural_forms_follow_the_number() {
    let games = |language, n: u64| Messages::new(language).with(Key::PlayerGames, [("games", n)]);
    for (n, english, russian, ukrainian) in [
        (0, "0 games", "0 партий", "0 партій"),
        (1, "1 game", "1 партия", "1 партія"),
        (2, "2 games", "2 партии", "2 партії"),
        (4, "4 games", "4 партии", "4 партії"),
        (5, "5 games", "5 партий", "5 партій"),
        (11, "11 games", "11 партий", "11 партій"),
        (12, "12 games", "12 партий", "12 партій"),
        (14, "14 games", "14 партий", "14 партій"),
        (20, "20 games", "20 партий", "20 партій"),
        (21, "21 games", "21 партия", "21 партія"),
        (23, "23 games", "23 партии", "23 партії"),
        (101, "101 games", "101 партия", "101 партія"),
        (111, "111 games", "111 партий", "111 партій"),
        (1_234, "1,234 games", "1\u{a0}234 партии", "1\u{a0}234 партії"),
    ] {
        assert_eq!(games(Language::ENGLISH, n), english);
        assert_eq!(games(Language::RUSSIAN, n), russian);
        assert_eq!(games(Language::UKRAINIAN, n), ukrainian);
    }
}

/// A form for one single number is taken before the one for its category.
#[test]
fn one_player_is_not_twenty_one() {
    let m = Messages::new(Language::RUSSIAN);
    let said = |n: u64| m.with(Key::PlotDescription, [("players", n)]);
    assert!(said(1).starts_with("Индекс есть у одного игрока"), "{}", said(1));
    assert!(said(21).starts_with("Индекс есть у 21 игрока"), "{}", said(21));
    assert!(said(22).starts_with("Индекс есть у 22 игроков"), "{}", said(22));
}

/// Messages that are the same in every language: abbreviations, symbols, nothing but placeables.
const SAME: &str = "batch-expected-seen batch-failed-item unscored-reason ending_played certificate-count certificate-limits certificate-range certificate-seen-expected certificate-seen-predicted certificate-value-error column-asd column-asd-z column-ev column-ev-z column-mm \
    column-mm-z dossier-class-line manifest-input-sha256 player-z column-place test-asd test-ev test-mm \
    trace-number";

fn is_listed(list: &str, word: &str) -> bool {
    list.split(' ').any(|listed| listed == word)
}

/// The text of a message without its placeables and the names of its forms.
fn plain(message: &Written) -> String {
    let mut text = String::new();
    for line in &message.lines {
        let line = line.trim_start();
        let line = match line.strip_prefix('[').or_else(|| line.strip_prefix("*[")) {
            Some(form) => form.split_once(']').map_or("", |(_, text)| text),
            None => line,
        };
        let mut rest = line;
        while let Some((before, inside)) = rest.split_once('{') {
            text.push_str(before);
            // A placeable ends on its line, except where it opens the forms.
            rest = inside.split_once('}').map_or("", |(_, after)| after);
            text.push('§');
        }
        text.push_str(rest.trim_start_matches('}'));
        text.push(' ');
    }
    text
}

fn is_cyrillic(c: char) -> bool {
    ('\u{400}'..='\u{4ff}').contains(&c)
}

#[test]
fn messages_are_written_in_their_own_letters() {
    for (language, foreign) in [(Language::RUSSIAN, "іїєґІЇЄҐ"), (Language::UKRAINIAN, "ыэёъЫЭЁЪ")]
    {
        for (key, message) in written(language) {
            let text = plain(&message);
            assert!(text.contains(is_cyrillic) || is_listed(SAME, &key), "{key} in {language}: {text}");
            assert!(!text.contains(|c| foreign.contains(c)), "{key} in {language}: {text}");
            for word in text.split(|c: char| !c.is_alphabetic()) {
                let latin = word.chars().filter(char::is_ascii_alphabetic).count();
                // A Latin letter within a Cyrillic word looks right and is found by no search.
                assert!(latin == 0 || latin == word.len(), "`{word}` in {key} in {language}");
                assert!(latin < 2 || is_listed(LATIN, word), "`{word}` in {key} in {language}");
            }
        }
    }
}

/// Numbers of articles that messages name, which are no numbers. The longer ones stand before those that begin them.
const ARTICLES: [&str; 6] = ["11.3.3", "18.9.3", "18.9", "15.2", "7.2", "7.3"];

/// Within texts numbers follow the same habits as [`crate::number`]: decimal comma, no line break inside a number or
/// before its unit.
#[test]
fn numbers_within_messages_are_written_as_the_language_writes_them() {
    for language in [Language::RUSSIAN, Language::UKRAINIAN] {
        for (key, message) in written(language) {
            let text = ARTICLES.iter().fold(plain(&message), |text, article| text.replace(article, "§"));
            let text: Vec<char> = text.chars().collect();
            for three in text.windows(3) {
                let wrong = match three {
                    [a, '.' | ' ', b] => a.is_ascii_digit() && b.is_ascii_digit(),
                    _ => false,
                };
                let unit = matches!(three, [a, ' ', '%'] if a.is_ascii_digit() || *a == '§');
                assert!(!wrong && !unit, "{key} in {language}: {three:?}");
            }
        }
    }
}

/// Every form of every message that selects one, filled in: the number stands in it and no placeable is left.
#[test]
fn every_form_can_be_filled_in() {
    for language in Language::all() {
        let m = Messages::new(language);
        for (key, message) in written(language) {
            let placeables = message.placeables();
            for n in [0, 1, 2, 5, 11, 21, 22, 25, 101, 112, 1_000_000] {
                let selector = message.selector();
                let values: Vec<(&str, Arg<'_>)> = placeables
                    .iter()
                    .map(|name| match name.as_str() {
                        name if Some(name) == selector.as_deref() => (name, Arg::Count(n)),
                        name => (name, Arg::from("§")),
                    })
                    .collect();
                let text = m.message(&key, &values);
                assert!(!text.contains(['{', '}', '$']), "{text}");
                assert!(!text.contains("  "), "two blanks in {text}");
                let number = m.numbers().count(n);
                assert!(
                    selector.is_none() || n == 1 || text.contains(&number),
                    "{key} in {language} without {number}: {text}"
                );
            }
        }
    }
}

#[test]
fn placeables_come_out_as_they_went_in() {
    for language in Language::all() {
        let messages = Messages::new(language);
        let hostile = "{ $index } \u{2068}<b>";
        let text = messages.with(Key::OddsOneIn, [("once", hostile)]);
        assert!(text.ends_with(&format!(" {hostile}")), "{text}");
    }
}
