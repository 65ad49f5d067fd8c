//! Who may be one person: names, numbers and rounds of small hand-made events.
#![expect(clippy::unwrap_used, reason = "a failed test may panic")]

use std::fs;

use datasets::players::similarity::{LIKELY, POSSIBLE, Profile, Reason, Similarity, similarity};
use datasets::players::{Finding, against, findings, suggestions};
use datasets::{Collection, read, roster};

fn named(name: &str) -> Profile {
    Profile { name: name.to_owned(), ..Profile::default() }
}

fn compare(a: &str, b: &str) -> Similarity {
    let (one, other) = (similarity(&named(a), &named(b)), similarity(&named(b), &named(a)));
    assert_eq!(one, other, "{a} / {b} depends on the order");
    one
}

#[test]
fn ways_to_write_one_name_are_suggested_with_their_reasons() {
    use Reason::{
        Abbreviated, Accents, DoubleSurname, GivenNameForm, Initial, Joined, MiddleName, NoGivenName,
        Particle, Patronymic, SameGivenName, SameSurname, Spelling, Suffix, Transliteration, WordOrder,
    };
    for (a, b, reasons) in [
        ("Ivanov, Ivan", "IVANOV,IVAN", vec![SameSurname, SameGivenName]),
        ("Ivan Ivanov", "Ivanov, Ivan", vec![SameSurname, SameGivenName, WordOrder]),
        ("Ivan Ivanov", "Ivanov Ivan", vec![SameSurname, SameGivenName, WordOrder]),
        ("Ivan, Ivanov", "Ivanov, Ivan", vec![SameSurname, SameGivenName, WordOrder]),
        ("Ivanov, I.", "Ivanov, Ivan", vec![SameSurname, Initial]),
        ("Testov, Yu.", "Тестов, Юрий", vec![Transliteration, Initial]),
        ("Иванов, Иван", "Iwanow, Iwan", vec![Transliteration]),
        ("Щербенко, Олег", "Shcherbenko, Oleh", vec![Transliteration]),
        ("Chtcherbenko, Iouri", "Schtscherbenko, Juri", vec![Transliteration]),
        ("Müller, Jan", "Mueller, Jan", vec![SameGivenName, Accents]),
        ("Müller, Jan", "Muller, Jan", vec![SameSurname, SameGivenName]),
        ("Łoś, Ewa", "Los, Ewa", vec![SameSurname, SameGivenName]),
        ("Sørby, Nils", "Soerby, Nils", vec![SameGivenName, Accents]),
        ("Peña, Luz", "Pena, Luz", vec![SameSurname, SameGivenName]),
        ("Garcia Lopez, Ana", "Garcia, Ana", vec![SameGivenName, DoubleSurname]),
        ("Abd Test, Omar", "Abdtest, Omar", vec![SameGivenName, Joined]),
        ("O'Test, Pat", "OTest, Pat", vec![SameSurname, SameGivenName]),
        ("Berg-Alt, Jan", "Berg Alt, Jan", vec![SameSurname, SameGivenName]),
        ("van der Berg, Jan", "Berg, Jan", vec![SameSurname, SameGivenName, Particle]),
        ("Muster, Max jr.", "Muster, Max", vec![SameSurname, SameGivenName, Suffix]),
        ("Testov, Pavel Ivanovich", "Testov, Pavel", vec![SameSurname, SameGivenName, Patronymic]),
        ("Tester, Adam Karl", "Tester, Adam", vec![SameSurname, SameGivenName, MiddleName]),
        ("Testenko, Mykola", "Testenko, Nikolai", vec![SameSurname, GivenNameForm]),
        ("Testino, Mar", "Testino, Mariano", vec![SameSurname, Abbreviated]),
        ("Petrovic, Ana", "Petrovci, Ana", vec![SameGivenName, Spelling]),
    ] {
        let found = compare(a, b);
        assert!(found.score >= POSSIBLE, "{a} / {b}: {found:?}");
        assert_eq!(found.reasons, reasons, "{a} / {b}");
    }
    let alone = compare("Testov", "Testov, Ivan");
    assert!(alone.score < POSSIBLE && alone.reasons.contains(&NoGivenName), "{alone:?}");
}

#[test]
fn other_people_are_not_suggested() {
    for (a, b) in [
        ("Ivanov, Ivan", "Ivanov, Igor"),
        ("Ivanov, Ivan", "Ivanova, Irina"),
        ("Garcia Lopez, Ana", "Garcia, Luis"),
        ("Muster, Max jr.", "Muster, Max sr."),
        ("Muster, Max (1)", "Muster, Max (2)"),
        ("Tester, Adam Karl", "Tester, Adam Otto"),
        ("Ivanov, Ivan", "Petrov, Ivan"),
        ("", ""),
        ("?", "?"),
    ] {
        let found = compare(a, b);
        assert!(found.score < POSSIBLE, "{a} / {b}: {found:?}");
    }
}

#[test]
fn handles_are_like_nobody() {
    for name in ["DrNykterstein", "testov_64", "Testov64"] {
        assert_eq!(compare(name, name).score, 0.0, "{name}");
        assert_eq!(compare(name, "Testov, Ivan").score, 0.0, "{name}");
    }
}

#[test]
fn facts_count_against_and_numbers_decide() {
    let base = named("Testov, Ivan");
    let with = |change: &dyn Fn(&mut Profile)| {
        let (mut one, mut other) = (base.clone(), base.clone());
        one.federation = Some("AAA".to_owned());
        one.birth_year = Some(1990);
        one.rating = Some(2000);
        one.fide_id = Some(1);
        change(&mut other);
        similarity(&one, &other)
    };
    let same = with(&|p| p.rating = Some(2400));
    assert!(
        same.score >= LIKELY && !same.reasons.iter().any(|r| r.is_against()),
        "400 points are not over 400"
    );
    let far = with(&|p| p.rating = Some(2401));
    assert!(far.score < LIKELY && far.reasons.contains(&Reason::RatingsFarApart));
    assert!(with(&|p| p.federation = Some("BBB".to_owned())).score < LIKELY);
    assert!(with(&|p| p.birth_year = Some(1991)).score < POSSIBLE);
    let other = with(&|p| p.fide_id = Some(2));
    assert_eq!((other.score, other.reasons.last()), (0.0, Some(&Reason::DifferentFideId)));
    let equal = with(&|p| p.fide_id = Some(1));
    assert_eq!((equal.score, equal.reasons.contains(&Reason::SameFideId)), (1.0, true));
    let renamed = with(&|p| {
        p.fide_id = Some(1);
        p.name = "Muster, Max".to_owned();
    });
    assert_eq!(renamed.score, 1.0);
    assert!(renamed.reasons.contains(&Reason::DifferentNames));
}

/// A game: event, round, White, Black, moves. A name may end in `#` and a FIDE number.
type Row<'a> = (&'a str, &'a str, &'a str, &'a str, &'a str);

fn event(games: &[Row<'_>]) -> Collection {
    let tags = |side: &str, name: &str| match name.split_once('#') {
        Some((name, id)) => format!("[{side} \"{name}\"]\n[{side}FideId \"{id}\"]\n"),
        None => format!("[{side} \"{name}\"]\n"),
    };
    let text: Vec<String> = games
        .iter()
        .map(|(event, round, white, black, moves)| {
            let sides = tags("White", white) + &tags("Black", black);
            format!("[Event \"{event}\"]\n[Date \"2025.01.02\"]\n[Round \"{round}\"]\n{sides}[Result \"*\"]\n\n{moves} *\n")
        })
        .collect();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("event.pgn");
    fs::write(&path, text.join("\n")).unwrap();
    let found = read(&[path], None).unwrap();
    assert_eq!(found.games.len(), games.len(), "{:?} {:?}", found.quarantine, found.unscored);
    found
}

fn pairs(collection: &Collection) -> Vec<[String; 2]> {
    let people = roster(collection);
    let name = |place: usize| people.people[place].name.clone();
    let found = suggestions(collection, &people).found;
    found.iter().map(|one| [name(one.a), name(one.b)]).collect()
}

#[test]
fn two_spellings_of_one_event_are_suggested() {
    let found = event(&[
        ("E", "1.1", "Testov, Ivan", "Muster, Max", "1. e4 e5"),
        ("E", "2.1", "Testow, Iwan", "Müller, Jo#5", "1. d4 d5"),
        ("E", "3.1", "Else, Nobody", "Mueller, J.", "1. c4 c5"),
    ]);
    let expected = [["Testov, Ivan", "Testow, Iwan"], ["Mueller, J.", "Müller, Jo"]];
    assert_eq!(pairs(&found), expected.map(|pair| pair.map(str::to_owned)));
}

#[test]
fn whoever_plays_elsewhere_in_the_round_is_somebody_else() {
    let apart: &[&[Row<'_>]] = &[
        // At two boards of one round.
        &[("E", "1.1", "Testov, Ivan", "A, A", "1. e4"), ("E", "1.2", "Testov, I.", "B, B", "1. d4")],
        // Against each other.
        &[("E", "1", "Testov, Ivan", "Testov, I.", "1. e4")],
        // In a broadcast, whose tags are titles of games.
        &[
            ("Round 1: Testov, Ivan - A, A", "1.1", "Testov, Ivan", "A, A", "1. e4"),
            ("Round 1: Testov, I. - B, B", "1.2", "Testov, I.", "B, B", "1. d4"),
        ],
        // Two numbers.
        &[("E", "1", "Testov, Ivan#1", "A, A", "1. e4"), ("E", "2", "Testov, Ivan#2", "B, B", "1. d4")],
    ];
    for games in apart {
        assert_eq!(pairs(&event(games)), Vec::<[String; 2]>::new(), "{games:?}");
    }
    let open: &[&[Row<'_>]] = &[
        // Two rounds.
        &[("E", "1.1", "Testov, Ivan", "A, A", "1. e4"), ("E", "2.1", "Testov, I.", "B, B", "1. d4")],
        // A match with several games in one round.
        &[("E", "1.1", "Testov, Ivan", "A, A", "1. e4"), ("E", "1.2", "A, A", "Testov, I.", "1. d4")],
        // Two events.
        &[("E", "1", "Testov, Ivan", "A, A", "1. e4"), ("F", "1", "Testov, I.", "B, B", "1. d4")],
        // One game in two spellings of both players.
        &[
            ("E", "1", "Testov, Ivan", "Muster, Max", "1. e4 e5"),
            ("E", "1", "Testov, I.", "Muster, M.", "1. e4 e5 2. Nf3"),
        ],
        // Rounds that are no numbers.
        &[("E", "?", "Testov, Ivan", "A, A", "1. e4"), ("E", "?", "Testov, I.", "B, B", "1. d4")],
        // Somebody has two opponents in the round, so the round holds several games of one person.
        &[
            ("E", "1", "Testov, Ivan", "A, A", "1. e4"),
            ("E", "1", "Testov, I.", "B, B", "1. d4"),
            ("E", "1", "B, B", "A, A", "1. c4"),
        ],
    ];
    for games in open {
        assert!(!pairs(&event(games)).is_empty(), "{games:?}");
    }
}

#[test]
fn numbers_and_names_that_do_not_fit_are_named() {
    let found = event(&[
        ("E", "1", "Testov, Ivan#7", "Lee, Jo#1", "1. e4"),
        ("E", "2", "Muster, Max#7", "Lee, Jo#2", "1. d4"),
        ("E", "3", "Testow, Iwan#8", "X, Y", "1. c4"),
        ("E", "4", "Testov, I.#8", "X, Y", "1. Nf3"),
    ]);
    let names = vec!["Muster, Max".to_owned(), "Testov, Ivan".to_owned()];
    let expected = [
        Finding::OneNumberTwoNames { fide_id: 7, names },
        Finding::OneNameSeveralNumbers { name: "Lee, Jo".to_owned(), fide_ids: vec![1, 2] },
    ];
    assert_eq!(findings(&found), expected);
}

#[test]
fn a_list_of_known_people_is_searched() {
    let found = event(&[
        ("E", "1", "Testow, Iwan", "Muster, Max#9", "1. e4"),
        ("E", "2", "DrTestov", "Muster, M.", "1. d4"),
    ]);
    let people = roster(&found);
    let known = [
        Profile { fide_id: Some(9), ..named("Muster, Max") },
        Profile { fide_id: Some(4), birth_year: Some(1990), ..named("Testov, Ivan") },
        named("Testov, Igor"),
    ];
    let found = against(&people, &known);
    let name = |one: &datasets::players::Suggestion| (people.people[one.a].name.clone(), one.b);
    let found: Vec<(String, usize)> = found.found.iter().map(name).collect();
    assert_eq!(found, [("Testow, Iwan".to_owned(), 1), ("Muster, M.".to_owned(), 0)]);
}
