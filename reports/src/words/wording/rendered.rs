//! Every report in every language, made from screenings that together have everything in them that can be said.

use analyzer::{
    basis::{Basis, Lag, LagEvidence},
    calibration::null_certificate::{BARS, Bar, Field, NullCertificate, POPULATIONS, Population},
    depth_aware::Theme,
    policy::{Mode, RateOfPlay},
    screening::{
        AcceptedEntry, ControlEntry, Missing, MissingList, MoveTrace, NoteEntry, NoteKind, PartnerEntry,
        PlayedEntry, ProgramEntry, RatingLists, RatingView, Screening, Start, Suggestion, UsedList,
    },
    strength::LagClass,
};
use datasets::clocks::time_class::TimeClass;
use datasets::tournament::event_facts::{Asked, ControlSource, Unclear, UnfitControl};
use datasets::tournament::telemetry::{Telemetry, TelemetryEvent, TelemetryKind};
use datasets::tournament::venue::VenueSign;
use datasets::{GameDefect, Input, StoodMove, Unscored};

use super::{
    dossiers::{custodies, full_tests},
    forbidden,
};
use crate::{
    Language, TerminalOptions, batch,
    data::players::REASONS,
    decisions_table, dossier, example, hints, html, json,
    messages::tests::plain_messages,
    null_certificate,
    pages::tests::{every_page, second_page},
    players_table,
    print::html::assert_nested,
    telemetry, terminal,
};

/// Names without a Latin letter, so that every Latin word of a report comes from the program.
const NAMES: [&str; 6] = ["Анна", "Борис", "Вера", "Глеб", "Дина", "Егор"];

/// Latin words that reports in Russian and Ukrainian may hold: abbreviations and terms of the field; commands and
/// options; names of files; moves; and what the examples bring along.
pub(crate) const LATIN: &str = "ID MM EV ASD FEN SHA JavaScript move match equal value average scaled difference fairplay calibrate screen \
    verify DIR recompute all FILE book aliases time class mode venue name profile seed parts sample evaluate anchor \
    resample low high gate out PARAMETERS toml certificate json csv decisions schema dossier IPR lg AC RN ON PM II \
    III IV VI VII VIII BUNDLE statistics evaluations jsonl bundle UTC Stockfish strength lab MEASUREMENTS Nf Kh \
    screening players sheet html open pgn first fit ratings add UTF Ctrl quick standard blitz rapid hybrid online \
    over the board FIDE news Example Engine";

fn is_known_latin(word: &str) -> bool {
    LATIN.split(' ').any(|known| known == word)
}

/// A game that is scored up to an illegal move.
fn accepted_game(ply: u32) -> AcceptedEntry {
    AcceptedEntry {
        input: "open.pgn".to_owned(),
        game: 1,
        round: "1".to_owned(),
        white: NAMES[0].to_owned(),
        black: NAMES[1].to_owned(),
        stood: StoodMove { ply, word: "Kh".to_owned(), arbiter: NAMES[2].to_owned() },
    }
}

/// Everything a sheet can say, in a few screenings.
fn screenings() -> Vec<Screening> {
    let mut full = example::with_names(NAMES);
    full.event.name = "Открытый турнир".to_owned();
    full.manifest.provisional = false;
    let mut entry = full.quarantine.remove(0);
    entry.token = "!?".to_owned();
    entry.acceptable = true;
    for reason in GameDefect::EVERY_KIND.iter().map(ToString::to_string).chain(["причина".to_owned()])
    {
        entry.reason = reason;
        full.quarantine.push(entry.clone());
    }
    full.failures[0].reason = "причина".to_owned();
    full.failures[0].fen = "8/8/8/8/8/8/8/8".to_owned();
    full.event.accepted = [5, 8].map(accepted_game).into();
    set_aside(&mut full);
    players(&mut full);
    full.manifest.engine.sha256 = "0".repeat(64);
    let program = |sha256| ProgramEntry { sha256, evaluations: 12 };
    full.manifest.programs =
        [None, Some("0"), Some("1")].map(|digit| program(digit.map(|d| d.repeat(64)))).into();

    full.manifest.rating_lists = Some(rating_lists());
    let mut quiet = full.clone();
    for player in &mut quiet.players {
        if matches!(player.reading, Suggestion::AskForFullTest | Suggestion::LookAtContext) {
            player.reading = Suggestion::Normal;
        }
    }

    let so_far = quiet.clone();
    quiet.failures.clear();

    let mut provisional = full.clone();
    provisional.manifest.provisional = true;
    for strength in provisional.players.iter_mut().filter_map(|player| player.strength.as_mut()) {
        strength.conditions = Some(-594.0);
    }
    let missing = [Missing::EngineOrSettings, Missing::TimeClass, Missing::Chess960, Missing::NotStated];
    let bare = missing.map(|missing| {
        let mut s = example::with_names(NAMES);
        s.event.name.clear();
        s.manifest.parameters = None;
        s.manifest.engine.sha256 = "0".repeat(64);
        s.manifest.missing = Some(missing);
        s.unscored.clear();
        s.quarantine.clear();
        s.failures.clear();
        s.notes.clear();
        s
    });
    let [mut blitz, mut rapid, mut empty, mut unstated] = bare;
    blitz.event.time_class = "blitz".to_owned();
    blitz.event.time_class_from = "name".to_owned();
    blitz.event.rating_basis = Basis::Live;
    blitz.event.start = Start::Novelty;
    blitz.field.roi_mean = Some(40.0);
    for player in &mut blitz.players {
        player.excluded.clear();
    }
    rapid.event.time_class = "rapid".to_owned();
    rapid.event.time_class_from = "time_control".to_owned();
    rapid.event.rating_basis = Basis::After;
    rapid.event.games_in += 1;
    for strength in rapid.players.iter_mut().filter_map(|player| player.strength.as_mut()) {
        strength.conditions = Some(-249.0);
    }
    let many = rapid.players.clone();
    rapid.players = many.iter().cycle().take(61).cloned().collect();
    empty.event.time_class = "correspondence".to_owned();
    empty.event.time_class_from = "given".to_owned();
    empty.players.clear();
    unstated.event.time_class_from = "not_stated".to_owned();
    let mut all = vec![full, provisional, blitz, rapid, empty, unstated, quiet, so_far];
    for (screening, mode) in all.iter_mut().zip(Mode::ALL) {
        screening.event.mode = Some(mode);
    }
    // Without a calibration for the kind of play, over the board and online.
    let over_the_board: Vec<Screening> =
        all.iter().filter(|s| s.manifest.missing == Some(Missing::TimeClass)).cloned().collect();
    all.extend(over_the_board.into_iter().map(|mut s| {
        s.event.mode = Some(Mode::OverTheBoard);
        s.event.time_class_from = "series".to_owned();
        s
    }));
    // What class and venue rest on, each source of a control once.
    let sources = [ControlSource::Stated, ControlSource::Tag, ControlSource::Series];
    let asked = Asked { class: true, mode: true, sign: Some(VenueSign::Hybrid), unclear: None };
    let text = |text: &str| Some(text.to_owned());
    let unclear =
        Unclear { written: text("контроль"), refuted: text("5400+30"), begin: text("0:03:02") };
    let by_clocks = Asked { class: true, mode: false, sign: None, unclear: Some(unclear) };
    let base = all.iter().find(|s| s.manifest.missing == Some(Missing::NotStated)).cloned();
    all.extend(sources.into_iter().zip(base.iter().cycle().cloned()).map(|(from, mut s)| {
        s.event.time_class_from = "clocks".to_owned();
        s.event.mode = None;
        s.event.played = Some(PlayedEntry {
            control: Some(ControlEntry {
                control: "2700+30".to_owned(),
                written: "45+30".to_owned(),
                from,
                refuted: Some("45+30".to_owned()),
                by_clocks: 5,
            }),
            unfit: Some(UnfitControl { written: "90".to_owned(), games: 2, begin: text("1:30:30") }),
            unclear: None,
            asked: Some(if from == ControlSource::Series { by_clocks.clone() } else { asked.clone() }),
            newer_rule: RateOfPlay::shipped()
                .ok()
                .and_then(|rules| rules.newer(TimeClass::Standard, &"2700+30".parse().expect("a control"))),
        });
        s
    }));
    all
}

/// A list of every kind, one that is missing, and games without a date.
fn rating_lists() -> RatingLists {
    let list = |kind: &str| UsedList {
        name: "лист".to_owned(),
        month: "2025-06".to_owned(),
        kind: kind.to_owned(),
        sha256: "0".repeat(64),
        ratings: u32::from(kind == "standard"),
        players: 21,
        births_only: kind == "rapid",
    };
    let missing = MissingList { month: "2025-07".to_owned(), class: "rapid".to_owned(), players: 5 };
    RatingLists {
        ratings_asked: true,
        used: ["standard", "rapid", "blitz", "combined"].map(list).into(),
        missing: vec![missing],
        undated: 2,
    }
}

pub(crate) const UNSCORED: [Unscored; 24] = [
    Unscored::NoMoves,
    Unscored::Variant,
    Unscored::SetUp,
    Unscored::Duplicate,
    Unscored::OtherConditions,
    Unscored::OtherTimeClass,
    Unscored::Simultaneous,
    Unscored::Blindfold,
    Unscored::Armageddon,
    Unscored::UnequalTimes,
    Unscored::Berserk,
    Unscored::TieBreak,
    Unscored::SamePlayer,
    Unscored::Forfeit,
    Unscored::DoubleForfeit,
    Unscored::Bye,
    Unscored::NoGame,
    Unscored::NullMove,
    Unscored::Superseded,
    Unscored::SwappedColours,
    Unscored::Renamed,
    Unscored::Copied,
    Unscored::Restarted,
    Unscored::Annulled,
];

const LAGS: [LagEvidence; 4] =
    [LagEvidence::BirthYear, LagEvidence::Coefficient, LagEvidence::InactiveFlag, LagEvidence::EventName];

fn set_aside(s: &mut Screening) {
    let entry = s.unscored[0].clone();
    s.unscored.clear();
    // Twice, so that a terminal leaves some of them out.
    for reason in UNSCORED.into_iter().chain(UNSCORED) {
        let mut entry = entry.clone();
        entry.reason = reason;
        s.unscored.push(entry);
    }
    s.unscored[3].partner = Some(PartnerEntry { input: "open.pgn".to_owned(), game: 2 });
    let kinds = [
        NoteKind::Chess960,
        NoteKind::Encoding,
        NoteKind::Mojibake,
        NoteKind::Alphabet,
        NoteKind::OtherNotation,
        NoteKind::KingsInCentre,
        NoteKind::MixedEncodings,
        NoteKind::TagReadAs,
        NoteKind::TagNotRead,
        NoteKind::DateOfTwoDays,
        NoteKind::RatingOfAnotherList,
        NoteKind::NoBreakSpaces,
        NoteKind::InvisibleCharacters,
        NoteKind::TypographicQuotes,
        NoteKind::ValueWithoutQuotes,
        NoteKind::EndOfFileMark,
        NoteKind::TypographicSigns,
        NoteKind::GlyphsAsWords,
        NoteKind::SecondGame,
        NoteKind::SameMoves,
    ];
    s.notes = kinds
        .map(|kind| NoteEntry {
            input: "open.pgn".to_owned(),
            game: 7,
            offset: 7000,
            white: NAMES[0].to_owned(),
            black: NAMES[1].to_owned(),
            kind,
            value: Some("71".to_owned()),
        })
        .into();
}

fn players(s: &mut Screening) {
    s.players[0].excluded = REASONS.map(|reason| (reason, 21)).into();
    s.players[0].reading = Suggestion::RatingOutsideRange;
    s.players[4].reading = Suggestion::NotCalibrated;
    let normal = s.players[0].clone();
    s.players.push(normal);
    let player = &mut s.players[6];
    player.reading = Suggestion::Normal;
    player.rating_source = "list".to_owned();
    player.rating_sd = 60;
    player.known_plies = Some(12.5);
    player.ratings = [Basis::Published, Basis::Live, Basis::After]
        .map(|basis| RatingView { basis, rating: 2480, overall_z: Some(1.5), roi: Some(57.5) })
        .into();
    s.players[1].rating_source = "assumed".to_owned();
    for evidence in LAGS {
        let mut lagging = s.players[4].clone();
        let strength = lagging.strength.as_mut().expect("a strength");
        strength.lag_by = Some(Lag { class: LagClass::Junior, evidence });
        s.players.push(lagging);
    }
}

/// The example's certificate with every population and every bar, and no Latin letter from elsewhere.
fn certificate() -> NullCertificate {
    let mut full = null_certificate::tests::example();
    for reading in &mut full.readings {
        let population = reading.populations[0].clone();
        let named = |name: &str| Population { name: name.to_owned(), ..population.clone() };
        reading.populations = POPULATIONS.map(named).into();
        let bars = reading.bars.clone();
        let named = |(name, bar): (&&str, &Bar)| Bar { name: (*name).to_owned(), ..bar.clone() };
        reading.bars = BARS.iter().zip(bars.iter().cycle()).map(named).collect();
        let field = Field { tournament: "0".repeat(16), ..reading.fields[0].clone() };
        reading.fields = vec![Field { within: true, ..field.clone() }, field];
    }
    full
}

/// Every report that comes from the message files.
fn reports(language: Language) -> Vec<(&'static str, String)> {
    let mut games = example::games();
    let explained = |mv: &&MoveTrace| mv.scored.as_ref().is_some_and(|scored| scored.second.is_some());
    let explained = games[0].moves.iter().find(explained).cloned();
    for theme in Theme::ALL {
        let mut mv = explained.clone().expect("a move explained by the second model");
        let scored = mv.scored.as_mut().expect("scored");
        let reason = scored.second.as_mut().and_then(|second| second.reason.as_mut());
        reason.expect("a reason").theme = theme;
        games[0].moves.push(mv);
    }
    games[1].round = "?".to_owned();
    games[1].moves[1].fen = "8/8/8/8/8/8/8/8 w - - 0 1".to_owned();
    let mut out = Vec::new();
    let mut crowd = example::with_names(NAMES);
    crowd.players = crowd.players.iter().cycle().take(250).cloned().collect();
    out.push(("a table's page", format!("<!doctype html>{}", second_page(&crowd, language))));
    for (place, s) in screenings().iter().enumerate() {
        let of_two = if s.players.is_empty() { &[] } else { &games[..] };
        out.push(("page", html(s, of_two, language).expect("a page")));
        for inside in every_page(s, of_two, language) {
            out.push(("a result's page", format!("<!doctype html>{inside}")));
        }
        for all in [false, true] {
            let options = TerminalOptions { width: 120, colour: place > 0, all, language };
            out.push(("terminal", terminal(s, options)));
        }
    }
    let at = |ply, kind| TelemetryEvent { game: 0, ply, white: true, kind, milliseconds: Some(400) };
    let after = u32::try_from(games[0].moves.len()).expect("short") + 1;
    let noted = vec![at(3, TelemetryKind::TabSwitch), at(after, TelemetryKind::Disconnection)];
    for (events, set_aside) in [(noted, 2), (Vec::new(), 0)] {
        let input = Input { name: "open.csv".to_owned(), sha256: "0".repeat(64) };
        let given = Telemetry { input, events, set_aside };
        out.push(("a platform's notes", telemetry::page(&screenings()[0], &games, &given, language)));
    }
    for summary in batch::example::all(NAMES, "Открытый турнир", "причина") {
        out.push(("summary of many events", batch::html(&summary, language)));
        out.push(("summary on a terminal", batch::brief(&summary, language)));
    }
    let certificate = null_certificate::document(&certificate(), language);
    out.extend([("certificate", certificate.html()), ("certificate in Markdown", certificate.markdown())]);
    for made in hints::example::all() {
        let looked =
            hints::Looked { hints: &made.hints, tests: &made.tests, full_tests: !made.tests.is_empty() };
        out.push(("hints", hints::document(&looked, language).html()));
        out.push(("hints on a terminal", hints::brief(&looked, language)));
    }
    for (t, c) in full_tests().iter().zip(custodies().iter().cycle()) {
        out.push(("dossier", dossier::document(t, c, language).html()));
        out.push(("dossier in Markdown", dossier::document(t, c, language).markdown()));
    }
    out
}

#[test]
fn every_report_is_whole_loads_nothing_and_holds_no_forbidden_word() {
    for language in Language::all() {
        for (name, text) in reports(language) {
            assert_eq!(forbidden(&text), None, "{name} in {language}");
            assert!(!text.contains("{$") && !text.contains("{ $"), "{name} in {language}");
            assert!(!text.contains("NaN"), "{name} in {language}");
            if text.starts_with("<!doctype") {
                is_closed_and_loads_nothing(name, &text);
            }
        }
    }
    let games = example::games();
    for s in screenings() {
        assert_eq!(forbidden(&json(&s).expect("JSON")), None);
        let played = if s.players.is_empty() { &[][..] } else { &games };
        let decisions = decisions_table(&s, played).expect("a table");
        for table in [players_table(&s).csv(), decisions.csv()] {
            let table = String::from_utf8(table.expect("CSV")).expect("UTF-8");
            assert_eq!(forbidden(&table), None);
        }
    }
}

fn is_closed_and_loads_nothing(name: &str, page: &str) {
    for loader in ["http://", "https://", "url(", "@import", " src=", "<link", "<img", "<iframe", "fetch("] {
        assert!(!page.contains(loader), "`{loader}` in {name}");
    }
    assert_nested(&without(&without(page, "<style>", "</style>"), "<script", "</script>"));
}

fn without(text: &str, start: &str, end: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, inside)) = rest.split_once(start) {
        out.push_str(before);
        rest = inside.split_once(end).map_or("", |(_, after)| after);
    }
    out.push_str(rest);
    out
}

/// The words of a report: texts, and the attributes that are shown or read aloud, but neither tags nor scripts.
fn spoken(report: &str) -> String {
    if !report.starts_with("<!doctype") {
        return report.to_owned();
    }
    let page = without(report, "<style>", "</style>");
    let page = without(&page, "<script", "</script>");
    // The letters of the classes of moves are the same in every language.
    let page = without(&page, "<dl class=\"strip\">", "</dl>");
    let mut said = String::new();
    for part in page.split('<').skip(1) {
        let (tag, text) = part.split_once('>').expect("a tag ends");
        for attribute in [" title=\"", " aria-label=\""] {
            if let Some((_, value)) = tag.split_once(attribute) {
                said.push_str(value.split('"').next().unwrap_or_default());
                said.push(' ');
            }
        }
        said.push_str(text);
        said.push(' ');
    }
    said
}

#[test]
fn no_english_is_left_over() {
    let english = reports(Language::ENGLISH);
    let mut seen = 0;
    for language in [Language::RUSSIAN, Language::UKRAINIAN] {
        for (name, report) in reports(language) {
            for word in spoken(&report).split(|c: char| !c.is_ascii_alphabetic()) {
                assert!(word.len() < 2 || is_known_latin(word), "`{word}` in {name} in {language}");
            }
            seen += 1;
        }
    }
    // The same search finds English where it is, so that the one above cannot have looked at nothing.
    assert_eq!(seen, 2 * english.len());
    for (name, report) in english {
        let foreign = spoken(&report)
            .split(|c: char| !c.is_ascii_alphabetic())
            .any(|w| !is_known_latin(w) && w.len() > 1);
        assert!(foreign, "{name}");
    }
}

/// No message is written for nothing, and none is printed in another language than the report's.
#[test]
fn every_message_without_placeables_is_printed_somewhere() {
    for language in Language::all() {
        let mut printed = String::new();
        for (_, report) in reports(language) {
            // A terminal breaks lines.
            printed.push_str(&report.replace('\n', " "));
        }
        for (code, sign) in [("&#39;", "'"), ("&quot;", "\""), ("&lt;", "<"), ("&amp;", "&")] {
            printed = printed.replace(code, sign);
        }
        for (key, text) in plain_messages(language) {
            assert!(printed.contains(&text), "{key} in {language}: {text}");
        }
    }
}

#[test]
fn pages_say_their_language_and_write_dates_and_numbers_in_it() {
    let s = example::screening();
    let page = |language| html(&s, &example::games(), language).expect("a page");
    let parts = [
        (
            Language::ENGLISH,
            [
                "<html lang=\"en\">",
                "2026.05.01, game 1",
                ">58.2/52.0<",
                ">\u{2212}1.30<",
                "1,613 played",
                ">50.0<",
            ],
        ),
        (
            Language::RUSSIAN,
            [
                "<html lang=\"ru\">",
                "01.05.2026, партия 1",
                ">58,2/52,0<",
                ">\u{2212}1,30<",
                "1\u{a0}613 сделано",
                ">50,0<",
            ],
        ),
        (
            Language::UKRAINIAN,
            [
                "<html lang=\"uk\">",
                "01.05.2026, партія 1",
                ">58,2/52,0<",
                ">\u{2212}1,30<",
                "1\u{a0}613 зроблено",
                ">50,0<",
            ],
        ),
    ];
    for (language, parts) in parts {
        let page = page(language);
        for part in parts {
            assert!(page.contains(part), "{part} in {language}");
        }
    }
    // English words of programs are marked as English, so that they are read aloud as such.
    let reason = "<span lang=\"en\">not a legal move</span>";
    assert!(page(Language::RUSSIAN).contains(reason) && page(Language::UKRAINIAN).contains(reason));
    assert!(page(Language::ENGLISH).contains("<bdi>not a legal move</bdi>"));
    // The script sorts by numbers that do not depend on the language.
    let sorted = |language| {
        page(language)
            .split("data-v=\"")
            .skip(1)
            .filter_map(|rest| rest.split('"').next().map(str::to_owned))
            .collect::<Vec<_>>()
    };
    assert_eq!(sorted(Language::RUSSIAN), sorted(Language::ENGLISH));
}
