//! Ratings of an invented player, 2438 in the tags, from lists that were valid, are missing, or are of another month or kind.

use datasets::ratings::list::Options;
use datasets::{Game, RatingSource, Side};

use super::super::{KnownRatings, RatingChoice};
use super::*;

/// Number, name and born 1985: an adult, so nothing lags.
const LIST: &str = include_str!("../../../../datasets/tests/rating_lists/standard_rating_list.txt");
const NUMBER: u32 = 9_000_102;
const TAG: u16 = 2438;

/// A store with lists, each a kind, the month as in a header (`JUN25`) and the rating of the player.
fn store(folder: &Path, lists: &[(&str, &str, u16)]) -> std::path::PathBuf {
    let store = folder.join("store.sqlite");
    for (kind, month, rating) in lists {
        let text = LIST.replace("NOV25", month).replace("2377", &rating.to_string());
        let path = folder.join(format!("{kind}_{}frl.txt", month.to_lowercase()));
        std::fs::write(&path, text).expect("writes");
        Lists::open(&store).expect("opens").add(&path, &Options::default()).expect("reads");
    }
    store
}

fn games(dates: &[&str]) -> Collection {
    let side =
        |name: &str, fide_id, rating| Side { name: name.to_owned(), fide_id, rating, ..Side::default() };
    let game = |date: &&str| Game {
        date: (*date).to_owned(),
        white: side("Specimen, Bo", Some(NUMBER), Some(TAG)),
        black: side("Nobody, Else", None, Some(2000)),
        ..Game::default()
    };
    Collection { games: dates.iter().map(game).collect(), ..Collection::default() }
}

/// The player's rating and source, and the lists, in an event on these dates.
fn rated(
    lists: &[(&str, &str, u16)],
    (class, dates): (TimeClass, &[&str]),
    from_lists: bool,
) -> (PlayerRating, RatingSource, Option<RatingLists>) {
    let folder = tempfile::tempdir().expect("a folder");
    let collection = games(dates);
    let mut roster = datasets::roster(&collection);
    let person = roster.people.iter().position(|person| person.fide_id == Some(NUMBER)).expect("there");
    let event = RatedEvent { name: "Open", class, days: EventDays::of(&collection) };
    let choice = RatingChoice { from_lists, ..RatingChoice::default() };
    let store = store(folder.path(), lists);
    let KnownRatings { ratings, lists } =
        choice.ratings(&collection, &mut roster, &event, &store).expect("reads");
    (ratings[person].clone(), roster.people[person].rating_source, lists)
}

/// Months and ratings of the missing lists.
fn missing(lists: &RatingLists) -> Vec<(&str, &str)> {
    lists.missing.iter().map(|list| (list.month.as_str(), list.class.as_str())).collect()
}

/// The list of 2016-08 held a player of 2438 to 1654 and named the player in an event of June 2025.
#[test]
fn a_list_that_was_not_valid_on_the_first_day_gives_no_rating() {
    let june = "standard";
    for (what, lists, dates, rating) in [
        ("nine years too old", &[(june, "AUG16", 1654)][..], &["2025.06.12", "2025.06.15"][..], TAG),
        ("one month too old", &[(june, "MAY25", 1654)], &["2025.06.01"], TAG),
        ("a month later", &[(june, "JUL25", 1654)], &["2025.06.30"], TAG),
        ("before and after", &[(june, "MAY25", 1654), (june, "JUL25", 1700)], &["2025.06.12"], TAG),
        ("no list", &[], &["2025.06.12"], TAG),
        ("exact", &[(june, "JUN25", 2441)], &["2025.06.30"], 2441),
        (
            "all three",
            &[(june, "MAY25", 1), (june, "JUN25", 2441), (june, "JUL25", 3)],
            &["2025.06.01"],
            2441,
        ),
        (
            "across a month's end",
            &[(june, "JUN25", 2441), (june, "JUL25", 1)],
            &["2025.07.04", "2025.06.28"],
            2441,
        ),
        ("across it, the other list alone", &[(june, "JUL25", 1654)], &["2025.07.04", "2025.06.28"], TAG),
        ("the day is not known", &[(june, "JUN25", 2441)], &["2025.06.??"], 2441),
    ] {
        let (known, source, found) = rated(lists, (TimeClass::Standard, dates), true);
        assert_eq!(known.published, Some(rating), "{what}");
        let found = found.expect("asked");
        if rating == TAG {
            assert_eq!((source, known.listed.len(), known.k), (RatingSource::Pgn, 0, None), "{what}");
            assert_eq!(missing(&found), [("2025-06", "standard")], "{what}");
            assert!(found.used.iter().all(|list| list.ratings == 0), "{what}: {found:?}");
        } else {
            assert_eq!((source, known.k), (RatingSource::List, Some(10)), "{what}");
            assert_eq!(known.listed[0].month.as_deref(), Some("2025-06"), "{what}");
            let used: Vec<_> =
                found.used.iter().map(|l| (&*l.name, &*l.month, &*l.kind, l.ratings)).collect();
            assert_eq!(used, [("standard_jun25frl.txt", "2025-06", "standard", 1)], "{what}");
            assert!(found.used[0].sha256.len() == 64 && found.missing.is_empty(), "{what}");
        }
        assert_eq!(found.undated, 0, "{what}");
    }
}

#[test]
fn without_a_date_no_list_is_chosen_and_the_games_are_counted() {
    for dates in [&["????.??.??", "2025.??.??"][..], &["", "?"]] {
        let (known, source, lists) =
            rated(&[("standard", "JUN25", 1654)], (TimeClass::Standard, dates), true);
        assert_eq!((known.published, source), (Some(TAG), RatingSource::Pgn));
        let lists = lists.expect("asked");
        assert_eq!((lists.undated, lists.used.len(), lists.missing.len()), (2, 0, 0));
    }
}

/// A standard list of the right month is not the list of a blitz event, and the other way round.
#[test]
fn a_list_of_another_kind_is_not_the_list_of_the_day() {
    let blitz = (TimeClass::Blitz, &["2025.06.12"][..]);
    let (known, _, lists) = rated(&[("standard", "JUN25", 1654)], blitz, true);
    assert_eq!((known.published, missing(&lists.expect("asked"))), (Some(TAG), vec![("2025-06", "blitz")]));
    let (known, _, lists) = rated(&[("blitz", "JUN25", 2300), ("standard", "JUN25", 1654)], blitz, true);
    assert_eq!((known.published, known.listed[0].class.as_deref()), (Some(2300), Some("blitz")));
    // The other player stands on no blitz list, and the rapid list, which may name that one, is not stored.
    assert_eq!(missing(&lists.expect("asked")), [("2025-06", "rapid")]);
    let standard = (TimeClass::Standard, &["2025.06.12"][..]);
    let (known, _, lists) = rated(&[("blitz", "JUN25", 1654)], standard, true);
    assert_eq!(
        (known.published, missing(&lists.expect("asked"))),
        (Some(TAG), vec![("2025-06", "standard")])
    );
}

/// 40 days from June to July: two games by the list of June, one by that of July.
#[test]
fn every_game_of_a_long_event_has_the_list_of_its_day() {
    let dates = (TimeClass::Standard, &["2025.06.10", "2025.06.20", "2025.07.19"][..]);
    let (june, july) = (("standard", "JUN25", 2400), ("standard", "JUL25", 2460));
    let in_games = |known: &PlayerRating| [0, 1, 2].map(|game| known.in_game(game));
    let (known, source, lists) = rated(&[june, july], dates, true);
    assert_eq!(in_games(&known), [Some(2400), Some(2400), Some(2460)]);
    assert_eq!((known.published, source), (Some(2420), RatingSource::List));
    let lists = lists.expect("asked");
    assert!(lists.missing.is_empty() && lists.used.iter().all(|list| list.ratings == 1), "{lists:?}");
    // Without one of the two, its games keep the rating of their tags.
    for (list, other, ratings, mean) in
        [(june, "2025-07", [2400, 2400, TAG], 2413), (july, "2025-06", [TAG, TAG, 2460], 2445)]
    {
        let (known, _, lists) = rated(&[list], dates, true);
        assert_eq!((in_games(&known), known.published), (ratings.map(Some), Some(mean)));
        assert_eq!(missing(&lists.expect("asked")), [(other, "standard")]);
    }
    // A list of the month before the event, and none: the tags stand as in any event.
    let (known, source, lists) = rated(&[("standard", "MAY25", 1654)], dates, true);
    assert_eq!((known.published, source, known.is_by_game()), (Some(TAG), RatingSource::Pgn, false));
    assert_eq!(missing(&lists.expect("asked")), [("2025-06", "standard"), ("2025-07", "standard")]);
    // A game without a day has no list.
    let dates = (TimeClass::Standard, &["2025.06.10", "????.??.??", "2025.07.19"][..]);
    let (known, _, lists) = rated(&[june, july], dates, true);
    assert_eq!(in_games(&known), [Some(2400), Some(TAG), Some(2460)]);
    assert_eq!(lists.expect("asked").undated, 1);
    // Of 30 days the first list holds.
    let dates = (TimeClass::Standard, &["2025.06.10", "2025.06.20", "2025.07.09"][..]);
    let (known, ..) = rated(&[june, july], dates, true);
    assert_eq!((known.published, known.is_by_game()), (Some(2400), false));
}

/// The player's own games begin in July, the event in June.
#[test]
fn a_part_of_an_event_has_the_list_of_the_whole() {
    let folder = tempfile::tempdir().expect("a folder");
    let store = store(folder.path(), &[("standard", "JUN25", 2400), ("standard", "JUL25", 1654)]);
    let whole = EventDays::of(&games(&["2025.06.29", "2025.07.02"]));
    let part = games(&["2025.07.02"]);
    let choice = RatingChoice { from_lists: true, ..RatingChoice::default() };
    let rating = |days| {
        let mut roster = datasets::roster(&part);
        let event = RatedEvent { name: "Open", class: TimeClass::Standard, days };
        let known = choice.ratings(&part, &mut roster, &event, &store).expect("reads");
        known
            .ratings
            .iter()
            .filter_map(|known| Some((known.published?, known.listed.first()?.month.clone()?)))
            .next()
    };
    assert_eq!(rating(whole), Some((2400, "2025-06".to_owned())));
    assert_eq!(rating(EventDays::of(&part)), Some((1654, "2025-07".to_owned())));
}

#[test]
fn lists_that_tell_age_or_coefficient_are_named_also_where_the_tags_give_the_ratings() {
    let dates = (TimeClass::Standard, &["2025.06.12"][..]);
    let (known, source, lists) = rated(&[("standard", "JUN25", 1654)], dates, false);
    assert_eq!((known.published, source, known.k), (Some(TAG), RatingSource::Pgn, Some(10)));
    let lists = lists.expect("a list told the coefficient");
    assert_eq!((lists.ratings_asked, lists.used[0].ratings, lists.used[0].players), (false, 0, 1));
    // A year of birth does not change.
    let (known, _, lists) = rated(&[("standard", "AUG16", 1654)], dates, false);
    assert_eq!((known.k, lists.map(|lists| lists.used[0].month.clone()).as_deref()), (None, Some("2016-08")));
    let (_, _, lists) = rated(&[], dates, false);
    assert_eq!(lists, None);
}
