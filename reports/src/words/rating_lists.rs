//! Which rating list stands behind a rating, and which one was valid and is missing.

use analyzer::screening::{Manifest, MissingList, PlayerResult, RatingFrom, RatingLists, UsedList};

use crate::document::Cell;
use crate::language::Language;
use crate::messages::{Arg, Key, Messages};

/// What the reader has to know and do: lists that are missing, and games without a date. Nothing where no list was asked for.
pub(crate) fn list_cautions(m: &Messages, lists: Option<&RatingLists>) -> Vec<String> {
    let Some(lists) = lists else { return Vec::new() };
    let missing = |list: &MissingList| {
        let values = [
            ("month", Arg::from(&list.month)),
            ("kind", m.label("list-kind", &list.class).into()),
            ("players", list.players.into()),
        ];
        m.with(Key::ListMissing, values)
    };
    let undated = (lists.undated > 0).then(|| m.with(Key::ListUndated, [("games", lists.undated)]));
    lists.missing.iter().map(missing).chain(undated).collect()
}

/// The same in a language, for programs that print no document.
pub fn rating_list_cautions(lists: Option<&RatingLists>, language: Language) -> Vec<String> {
    list_cautions(&Messages::for_terminal(language), lists)
}

/// Each list that told something, by month and name, with what it told.
pub(crate) fn used_lists(m: &Messages, lists: Option<&RatingLists>) -> Vec<String> {
    lists.iter().flat_map(|lists| &lists.used).map(|list| used_list(m, list)).collect()
}

fn used_list(m: &Messages, list: &UsedList) -> String {
    let (key, players) = match list {
        UsedList { ratings: 1.., .. } => (Key::ListRatings, list.ratings),
        UsedList { births_only: true, .. } => (Key::ListBirths, list.players),
        _ => (Key::ListTold, list.players),
    };
    let values = [
        ("month", Arg::from(&list.month)),
        ("kind", m.label("list-kind", &list.kind).into()),
        ("name", list.name.as_str().into()),
        ("players", players.into()),
    ];
    m.with(key, values)
}

/// The lists of a manifest, each with its SHA-256.
pub(crate) fn manifest_lists(m: &Messages, manifest: &Manifest) -> Vec<(Key, Cell)> {
    let lists = manifest.rating_lists.iter().flat_map(|lists| &lists.used);
    let rows = |list: &UsedList| {
        [
            (Key::ManifestRatingList, Cell::Plain(used_list(m, list))),
            (Key::ManifestRatingListSha256, Cell::Code(list.sha256.clone())),
        ]
    };
    lists.flat_map(rows).collect()
}

/// Where a player's rating comes from, and how sure it is.
pub(crate) fn rating_source(m: &Messages, player: &PlayerResult) -> String {
    let part = |part: &RatingFrom| {
        let (rating, games) = (part.rating.to_string(), part.games);
        match &part.month {
            Some(month) => m.with(
                Key::RatingPartList,
                [("rating", Arg::from(rating)), ("month", month.into()), ("games", games.into())],
            ),
            None => m.with(Key::RatingPartTags, [("rating", Arg::from(rating)), ("games", games.into())]),
        }
    };
    let source = match player.rating_from.as_slice() {
        [RatingFrom { month: Some(month), class: Some(class), .. }] => {
            let kind = m.label("list-kind", class);
            m.with(Key::RatingByList, [("month", month), ("kind", &kind)])
        }
        [] => m.label("rating-source", &player.rating_source),
        parts => {
            let parts: Vec<String> = parts.iter().map(part).collect();
            m.with(Key::RatingByDays, [("parts", parts.join("; "))])
        }
    };
    if player.rating_sd == 0 {
        return source;
    }
    m.with(Key::PlayerRatingSd, [("source", source), ("sd", player.rating_sd.to_string())])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(ratings: u32) -> UsedList {
        UsedList {
            name: "standard_jun25frl.txt".to_owned(),
            month: "2025-06".to_owned(),
            kind: "standard".to_owned(),
            sha256: "ab".repeat(32),
            ratings,
            players: 7,
            births_only: false,
        }
    }

    /// Of a list that was not valid nothing but years of birth is used, and the sentence says no more.
    #[test]
    fn an_older_list_is_named_for_its_years_of_birth() {
        let lists = |list| RatingLists { used: vec![list], ..RatingLists::default() };
        for language in Language::all() {
            let m = Messages::new(language);
            let said = |list| used_lists(&m, Some(&lists(list))).concat();
            let [births, more] = [true, false].map(|births_only| said(UsedList { births_only, ..list(0) }));
            assert_ne!(births, more, "{language}");
            assert!(births.contains('7') && births.contains("standard_jun25frl.txt"), "{births}");
        }
        let english = used_lists(
            &Messages::new(Language::ENGLISH),
            Some(&lists(UsedList { births_only: true, ..list(0) })),
        );
        assert!(english.concat().contains("the year of birth of 7 players, and no rating"), "{english:?}");
        assert!(!english.concat().contains("coefficient"), "{english:?}");
    }

    #[test]
    fn a_missing_list_says_its_month_and_what_to_do_in_every_language() {
        let missing =
            |players| MissingList { month: "2025-06".to_owned(), class: "blitz".to_owned(), players };
        let lists = RatingLists {
            ratings_asked: true,
            missing: vec![missing(1), missing(62)],
            undated: 3,
            ..RatingLists::default()
        };
        for language in Language::all() {
            let said = rating_list_cautions(Some(&lists), language);
            assert_eq!(said.len(), 3, "{language}");
            for (text, number) in said.iter().zip(["2025-06", "62", "3"]) {
                assert!(text.contains(number), "{text}");
            }
            assert!(said[..2].iter().all(|text| text.contains("fairplay ratings add FILE")), "{said:?}");
            assert_eq!(rating_list_cautions(None, language), [""; 0]);
        }
        let english = rating_list_cautions(Some(&lists), Language::ENGLISH);
        assert!(
            english[0].starts_with("The list of 2025-06 is not stored (blitz ratings)."),
            "{}",
            english[0]
        );
        assert!(english[0].contains("one player keeps the rating of the games' tags"), "{}", english[0]);
    }

    #[test]
    fn a_list_is_named_with_its_month_file_and_sha256() {
        let m = Messages::new(Language::ENGLISH);
        let lists = |ratings| RatingLists { used: vec![list(ratings)], ..RatingLists::default() };
        let said = |ratings| used_lists(&m, Some(&lists(ratings))).concat();
        let named = "Rating list of 2025-06 (standard ratings, file standard_jun25frl.txt): ";
        assert_eq!(said(5), format!("{named}the ratings of 5 players."));
        assert_eq!(said(0), format!("{named}age, coefficient or activity of 7 players, and no rating."));
        let mut screening = crate::example::screening();
        assert_eq!(manifest_lists(&m, &screening.manifest), []);
        screening.manifest.rating_lists = Some(lists(1));
        let rows = manifest_lists(&m, &screening.manifest);
        assert_eq!(rows[1], (Key::ManifestRatingListSha256, Cell::Code("ab".repeat(32))));
        for text in [
            crate::html(&screening, &[], Language::ENGLISH).expect("a page"),
            crate::terminal(
                &screening,
                crate::TerminalOptions { width: 200, colour: false, all: true, language: Language::ENGLISH },
            ),
        ] {
            assert!(text.contains(&"ab".repeat(32)) && text.contains(named), "{text}");
        }
    }

    #[test]
    fn the_source_of_a_rating_names_the_list_of_the_day() {
        let m = Messages::new(Language::ENGLISH);
        let mut player = crate::example::screening().players.swap_remove(0);
        player.rating_source = "list".to_owned();
        let from = |month: Option<&str>, rating, games| RatingFrom {
            month: month.map(str::to_owned),
            class: month.map(|_| "rapid".to_owned()),
            rating,
            games,
        };
        let mut said = |parts: &[RatingFrom]| {
            player.rating_from = parts.to_vec();
            rating_source(&m, &player)
        };
        assert_eq!(said(&[]), "from a stored rating list");
        assert_eq!(said(&[from(Some("2025-06"), 2400, 9)]), "by the list of 2025-06, rapid ratings");
        assert_eq!(
            said(&[from(Some("2025-06"), 2400, 1), from(None, 2438, 2)]),
            "mean over the days of the games: 2400 by the list of 2025-06 in one game; 2438 by the tags in 2 games"
        );
    }
}
