//! Rating lists in the store, with invented players: what is kept, who is found, and which rating holds for an event.
#![expect(clippy::unwrap_used, reason = "a failed test may panic")]

use std::fs;
use std::path::{Path, PathBuf};

use datasets::ratings::list::{Day, IndexError, Lists, Options, RatingClass, RatingList, YearMonth, load};
use datasets::ratings::{Entrant, EventDays, PassedOver, as_of};

fn sample(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/rating_lists").join(name)
}

fn month(text: &str) -> YearMonth {
    YearMonth::parse(text).unwrap()
}

fn read(name: &str) -> RatingList {
    load(&sample(name), &Options::default()).unwrap()
}

/// A workspace with four lists: standard of March 2011 and November 2025, rapid of March 2014, combined of January 2026.
fn workspace() -> (tempfile::TempDir, Lists) {
    let folder = tempfile::tempdir().unwrap();
    let mut lists = Lists::open(&folder.path().join("store.sqlite")).unwrap();
    let plain = Options::default();
    let combined = Options { period: Some(month("2026-01")), kind: None };
    for (name, options) in [
        ("players_list_foa.txt", combined),
        ("standard_rating_list.txt", plain),
        ("rapid_mar14frl.txt", plain),
        ("mar11frl.txt", plain),
    ] {
        assert!(lists.add(&sample(name), &options).unwrap().new, "{name}");
    }
    (folder, lists)
}

#[test]
fn a_list_goes_in_once_and_whole() {
    let (folder, mut lists) = workspace();
    let plain = Options::default();
    assert!(!lists.add(&sample("mar11frl.txt"), &plain).unwrap().new);
    let summary = |lists: &Lists| -> Vec<(String, String, u64)> {
        let stored = lists.lists().unwrap().into_iter();
        stored.map(|l| (l.period.to_string(), l.name, l.players)).collect()
    };
    let before = summary(&lists);
    assert_eq!(
        before.iter().map(|l| (l.0.as_str(), l.2)).collect::<Vec<_>>(),
        [("2011-03", 2), ("2014-03", 3), ("2025-11", 4), ("2026-01", 5)]
    );
    // A list without a month, a second one of a month, and one that is no list.
    let without = lists.add(&sample("players_list_xml_foa.xml"), &plain).unwrap_err();
    assert!(matches!(without, IndexError::PeriodUnknown { .. }), "{without}");
    let other = folder.path().join("other_mar11frl.txt");
    let mut bytes = fs::read(sample("mar11frl.txt")).unwrap();
    bytes.extend_from_slice(b"\n");
    fs::write(&other, bytes).unwrap();
    let another = lists.add(&other, &plain).unwrap_err();
    assert!(matches!(another, IndexError::Another { .. }), "{another}");
    let none = folder.path().join("none.txt");
    fs::write(&none, "nothing\n").unwrap();
    assert!(matches!(lists.add(&none, &plain), Err(IndexError::List(_))));
    assert_eq!(summary(&lists), before);

    // The same lists, opened again; and the evaluation store beside them still opens.
    let path = folder.path().join("store.sqlite");
    assert_eq!(summary(&Lists::open(&path).unwrap()), before);
    datasets::Store::open(&path).unwrap();

    let sha256 = lists.lists().unwrap()[0].sha256.clone();
    assert!(lists.remove(&sha256).unwrap());
    assert!(!lists.remove(&sha256).unwrap());
    assert_eq!(summary(&lists), &before[1..]);
    assert!(lists.by_number(9_000_101, None).unwrap().len() == 3);
    assert!(lists.add(&other, &plain).unwrap().new);
}

#[test]
fn players_are_found_as_they_were_stored() {
    let (_folder, lists) = workspace();
    for name in ["players_list_foa.txt", "standard_rating_list.txt", "rapid_mar14frl.txt"] {
        let stored = lists.lists().unwrap().into_iter().find(|l| l.name == name).unwrap();
        for player in read(name).players {
            let found = lists.by_number(player.fide_id.unwrap(), Some(&stored)).unwrap();
            assert_eq!(found.len(), 1, "{name}");
            assert_eq!(found[0].player, player, "{name}");
        }
    }
    assert_eq!(lists.by_name("SAMPLE  ana", None).unwrap().len(), 4);
    assert_eq!(lists.by_name("sample", None).unwrap().len(), 0);
    assert_eq!(lists.by_beginning("sample", None).unwrap().len(), 4);
    assert_eq!(lists.by_beginning("overflow, k", None).unwrap().len(), 2);
    for hostile in ["'; DROP TABLE rating_list; --", "%", "_", "\u{10ffff}"] {
        assert_eq!(lists.by_name(hostile, None).unwrap().len(), 0, "{hostile}");
        assert_eq!(lists.by_beginning(hostile, None).unwrap().len(), 0, "{hostile}");
    }
}

fn day(text: &str) -> Day {
    Day::parse(text).unwrap()
}

#[test]
fn the_list_of_the_first_day_holds() {
    let (_folder, lists) = workspace();
    let entrant = Entrant { name: "Sample, Ana", fide_id: Some(9_000_101), pgn_rating: Some(2240) };
    let standard = |on: &str| as_of(&entrant, day(on), RatingClass::Standard, &lists).unwrap();

    let november = standard("2025-11-20");
    let list = november.list.unwrap();
    assert_eq!((list.listed.rating, list.list.name.as_str()), (2233, "standard_rating_list.txt"));
    assert!(!list.fallback && !list.by_name);
    assert_eq!(november.difference, Some(7));
    assert_eq!((november.age, november.name_differs), (Some(53), false));
    assert_eq!(november.passed_over, []);
    // The first and the last day of the list; April 2011 fell into the two months of the March list.
    for (on, rating) in
        [("2025-11-01", 2233), ("2025-11-30", 2233), ("2011-03-01", 2298), ("2011-04-30", 2298)]
    {
        assert_eq!(standard(on).list.unwrap().listed.rating, rating, "{on}");
    }
    // A later list is never used.
    let early = standard("2011-02-28");
    assert_eq!((early.list, early.difference, early.age), (None, None, None));
    let needed = month("2011-01");
    assert_eq!(early.passed_over, [PassedOver::NoList { class: RatingClass::Standard, needed }]);
}

/// One month, nine months and fourteen years too old: the year of birth is all that such a list tells.
#[test]
fn a_list_that_was_not_valid_gives_no_rating() {
    let (_folder, lists) = workspace();
    let entrant = Entrant { name: "Sample, Ana", fide_id: Some(9_000_101), pgn_rating: Some(2240) };
    for (on, needed, list, age) in [
        ("2025-12-01", "2025-12", "standard_rating_list.txt", 53),
        ("2026-10-05", "2026-10", "players_list_foa.txt", 54),
        ("2025-06-14", "2025-06", "mar11frl.txt", 53),
        ("2011-05-01", "2011-05", "mar11frl.txt", 39),
    ] {
        let ratings = as_of(&entrant, day(on), RatingClass::Standard, &lists).unwrap();
        assert_eq!((ratings.list, ratings.difference, ratings.age), (None, None, Some(age)), "{on}");
        assert_eq!(ratings.age_from.map(|list| list.name).as_deref(), Some(list), "{on}");
        let class = RatingClass::Standard;
        let outdated = PassedOver::Outdated { class, list: list.to_owned(), needed: month(needed) };
        assert_eq!(outdated.missing(), Some((month(needed), class)));
        let said = outdated.text();
        assert!(
            said.starts_with(&format!("The list of {needed} is not stored (standard ratings).")),
            "{said}"
        );
        assert!(said.contains("fairplay ratings add") && said.contains(list), "{said}");
        assert_eq!(ratings.passed_over, [outdated], "{on}");
    }
}

#[test]
fn fallbacks_are_used_in_order_and_said() {
    let (_folder, lists) = workspace();
    let entrant = |fide_id| Entrant { fide_id: Some(fide_id), ..Entrant::default() };
    let ask = |id, on: &str, class| {
        let ratings = as_of(&entrant(id), day(on), class, &lists).unwrap();
        let list = ratings.list.map(|l| (l.listed.rating, l.class, l.fallback));
        (list, ratings.passed_over.len())
    };
    use RatingClass::{Blitz, Rapid, Standard};
    assert_eq!(ask(9_000_101, "2026-01-05", Blitz), (Some((2190, Blitz, false)), 0));
    // No rapid rating on the combined list: standard.
    assert_eq!(ask(9_000_102, "2026-01-05", Rapid), (Some((2377, Standard, true)), 1));
    // No blitz rating: rapid. Neither: standard.
    assert_eq!(ask(9_000_110, "2026-01-05", Blitz), (Some((2011, Rapid, true)), 1));
    assert_eq!(ask(9_000_111, "2026-01-05", Blitz), (Some((1500, Standard, true)), 2));
    // Standard has no fallback.
    assert_eq!(ask(900_010_911, "2026-01-05", Standard), (None, 1));
    assert_eq!(ask(1, "2026-01-05", Standard), (None, 1));
}

/// A list that is not stored may hold a rating of the event's class, so no list of another class stands in for it.
#[test]
fn no_other_class_stands_in_for_a_list_that_is_not_stored() {
    let (_folder, lists) = workspace();
    let ask = |fide_id, on: &str, class| {
        let entrant = Entrant { fide_id: Some(fide_id), ..Entrant::default() };
        let ratings = as_of(&entrant, day(on), class, &lists).unwrap();
        let rating = ratings.list.map(|l| (l.listed.rating, l.class));
        (rating, ratings.passed_over.iter().filter_map(PassedOver::missing).next())
    };
    use RatingClass::{Blitz, Rapid, Standard};
    // In November 2025 the standard list is right; the rapid list is eleven years old, and there is none for blitz.
    let needed = month("2025-11");
    assert_eq!(ask(9_000_101, "2025-11-20", Standard), (Some((2233, Standard)), None));
    assert_eq!(ask(9_000_101, "2025-11-20", Rapid), (None, Some((needed, Rapid))));
    assert_eq!(ask(9_000_101, "2025-11-20", Blitz), (None, Some((needed, Blitz))));
    // Only the old rapid list knows this player.
    assert_eq!(ask(9_000_107, "2025-11-20", Rapid), (None, Some((needed, Rapid))));
    // The rapid list of March 2014 is right. Whom it does not name, the standard list of that month may know.
    assert_eq!(ask(9_000_101, "2014-03-31", Rapid), (Some((2244, Rapid)), None));
    assert_eq!(ask(9_000_110, "2014-03-31", Rapid), (None, Some((month("2014-03"), Standard))));
}

/// Dates of the games of an event, and the first day, days and number of lists that follow.
#[test]
fn days_of_events_and_the_lists_they_take() {
    let of = |dates: &[&str]| {
        let days = EventDays::of_dates(dates.iter().copied())?;
        let lists = days.list_days(dates.iter().copied());
        Some((days.first.to_string(), days.days, days.by_game(), lists.len()))
    };
    let some = |first: &str, days, by_game, lists| Some((first.to_owned(), days, by_game, lists));
    // Across the end of a month, and of 30 days, the list of the first day holds.
    assert_eq!(of(&["2025.07.02", "2025.06.28", "2025.07.06"]), some("2025-06-28", 9, false, 1));
    assert_eq!(of(&["2025.06.01", "2025.06.30"]), some("2025-06-01", 30, false, 1));
    assert_eq!(of(&["2025.06.15", "2025.07.14"]), some("2025-06-15", 30, false, 1));
    // One day more, and each game has the list of its month.
    assert_eq!(of(&["2025.06.15", "2025.07.15"]), some("2025-06-15", 31, true, 2));
    assert_eq!(
        of(&["2025.10.11", "2026.03.15", "2025.12.01", "????.??.??"]),
        some("2025-10-11", 156, true, 3)
    );
    // In 2011 a list held for two months.
    assert_eq!(of(&["2011.03.02", "2011.04.20"]), some("2011-03-02", 50, true, 1));
    // A month is enough; a year is not, but for the years that had one list for half of it, where it still is not.
    assert_eq!(of(&["2025.06.??", "2025.06.20"]), some("2025-06-01", 1, false, 1));
    assert_eq!(of(&["2025.05.??", "2025.06.29"]), some("2025-05-01", 30, false, 1));
    assert_eq!(of(&["2025.??.??", "2025.06.03"]), some("2025-06-03", 1, false, 1));
    for unknown in [&["2025.??.??"][..], &["????.??.??", ""], &["1999.??.??"], &["2025.13.01", "?"], &[]] {
        assert_eq!(of(unknown), None, "{unknown:?}");
    }
}

#[test]
fn names_decide_only_without_a_number_and_only_for_one_player() {
    let (folder, mut lists) = workspace();
    let named = |name, fide_id| Entrant { name, fide_id, ..Entrant::default() };
    let on = day("2025-11-20");
    let found = as_of(&named("SPECIMEN BO", None), on, RatingClass::Standard, &lists).unwrap();
    let list = found.list.unwrap();
    assert!(list.by_name && list.fide_id == Some(9_000_102));
    assert!(!found.name_differs);
    let other = as_of(&named("Somebody, Else", Some(9_000_102)), on, RatingClass::Standard, &lists);
    assert!(other.unwrap().name_differs);

    let twice = folder.path().join("standard_dec25frl.txt");
    let text = fs::read_to_string(sample("standard_rating_list.txt")).unwrap();
    let same = text.replace("NOV25", "DEC25").replace("Overflow, Kai", "Online, Jo   ");
    fs::write(&twice, same).unwrap();
    lists.add(&twice, &Options::default()).unwrap();
    let found = as_of(&named("Online, Jo", None), day("2025-12-05"), RatingClass::Standard, &lists);
    assert!(matches!(found.unwrap().passed_over.as_slice(), [PassedOver::Several { count: 2, .. }]));
}

/// Several processes may add the same list at once: one does, the others find it there.
#[test]
fn the_same_list_added_at_once_is_kept_once() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("store.sqlite");
    let writers: Vec<_> = (0..4)
        .map(|_| {
            let path = path.clone();
            std::thread::spawn(move || {
                let mut lists = Lists::open(&path).unwrap();
                lists.add(&sample("mar11frl.txt"), &Options::default()).unwrap().new
            })
        })
        .collect();
    let new = writers.into_iter().map(|writer| writer.join().unwrap());
    assert_eq!(new.filter(|new| *new).count(), 1);
    let lists = Lists::open(&path).unwrap();
    assert_eq!(lists.lists().unwrap().len(), 1);
    assert_eq!(lists.by_number(9_000_101, None).unwrap().len(), 1);
}

/// Tables of a newer version are left alone.
#[test]
fn newer_tables_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("store.sqlite");
    drop(Lists::open(&path).unwrap());
    let connection = rusqlite::Connection::open(&path).unwrap();
    connection.execute("INSERT INTO rating_schema (version) VALUES (2)", []).unwrap();
    drop(connection);
    assert!(matches!(Lists::open(&path), Err(IndexError::Newer { found: 2, .. })));
}

/// A list of so many invented players, in the layout of FIDE's list of March 2011.
fn long_list(folder: &Path, players: u32) -> PathBuf {
    let small = fs::read_to_string(sample("mar11frl.txt")).unwrap();
    let mut lines = small.lines();
    let (header, player) = (lines.next().unwrap(), lines.next().unwrap());
    assert!(player.contains("9000101"), "{player}");
    let mut text = format!("{header}\r\n");
    for number in 0..players {
        text += &player.replace("9000101", &format!("{}", 1_000_000 + number));
        text += "\r\n";
    }
    let path = folder.join("mar11frl.txt");
    fs::write(&path, text).unwrap();
    path
}

/// A list that comes in is not seen before it is whole, and others read meanwhile without a wait.
#[test]
fn a_long_list_keeps_no_reader_waiting_and_is_seen_whole_or_not_at_all() {
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::time::{Duration, Instant};

    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("store.sqlite");
    let list = long_list(folder.path(), 30_000);
    let lists = Lists::open(&path).unwrap();
    let done = AtomicBool::new(false);
    let (longest, seen) = std::thread::scope(|scope| {
        let done = &done;
        let other = scope.spawn(move || {
            let (mut longest, mut seen) = (Duration::ZERO, Vec::new());
            while !done.load(Ordering::SeqCst) {
                let began = Instant::now();
                seen.push(lists.by_number(1_029_999, None).unwrap().len());
                longest = longest.max(began.elapsed());
            }
            (longest, seen)
        });
        let added = Lists::open(&path).unwrap().add(&list, &Options::default()).unwrap();
        assert_eq!((added.new, added.list.counts.players), (true, 30_000));
        done.store(true, Ordering::SeqCst);
        other.join().unwrap()
    });
    assert!(longest < Duration::from_secs(1), "{longest:?}");
    assert!(seen.len() > 20 && seen.is_sorted() && seen.iter().all(|found| *found < 2), "{seen:?}");
    // And out again, without a trace.
    let mut lists = Lists::open(&path).unwrap();
    let sha256 = lists.lists().unwrap()[0].sha256.clone();
    assert!(lists.remove(&sha256).unwrap());
    let connection = rusqlite::Connection::open(&path).unwrap();
    let left = connection.query_row("SELECT count(*) FROM rating_entry", [], |row| row.get(0));
    assert_eq!(left, Ok(0));
}

/// A list that unpacks to more than is taken leaves nothing.
#[test]
fn a_list_may_be_bounded() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("store.sqlite");
    let list = long_list(folder.path(), 1_000);
    let mut lists = Lists::open(&path).unwrap();
    let refused = lists.add_bounded(&list, &Options::default(), 10_000).unwrap_err();
    assert!(refused.to_string().contains("unpacks to more"), "{refused}");
    assert_eq!(lists.lists().unwrap(), []);
    assert!(lists.add_bounded(&list, &Options::default(), 1_000_000).unwrap().new);
}
