//! The formats of a dossier against the example.

use std::{fs, path::Path};

use analyzer::full_test::FullTest;
use serde_json::Value;

use super::*;
use crate::print::html::{assert_nested, without_style};
use crate::wording::forbidden;
use crate::{Language, custody::Custody, json};

#[cfg(feature = "pdf")]
mod printed;
mod rules;
mod same_numbers;

fn custody() -> Custody {
    crate::paper::custody::example::custody()
}

fn page(test: &FullTest) -> String {
    document(test, &custody(), Language::ENGLISH).html()
}

/// The part of a page under one heading.
fn section<'a>(page: &'a str, id: &str) -> &'a str {
    let start = format!("<section id=\"{id}\">");
    let inside = page.split(&start).nth(1);
    let inside = inside.unwrap_or_else(|| panic!("no section {id}"));
    inside.split("</section>").next().expect("it ends")
}

/// The text of some markup, blanks run together.
fn words(markup: &str) -> String {
    let mut out = String::new();
    for part in markup.split('<') {
        let text = part.split_once('>').map_or(part, |(_, text)| text);
        out.push_str(text);
        out.push(' ');
    }
    out.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The cells of the rows of a section that begin with a name.
fn rows(page: &str, id: &str, name: &str) -> Vec<Vec<String>> {
    let cells = |row: &str| -> Vec<String> {
        let row = row.split("</tr>").next().unwrap_or_default();
        let row = row.replace("<th", "<td");
        row.split("<td").skip(1).map(|cell| words(&format!("<td{cell}"))).collect()
    };
    let all = section(page, id).split("<tr>").skip(1).map(cells);
    all.filter(|row| row.first().is_some_and(|first| first == name)).collect()
}

#[test]
fn page_of_the_example() {
    if let Some(folder) = std::env::var_os("FAIRPLAY_KEEP") {
        for language in Language::all() {
            let file = Path::new(&folder).join(format!("dossier-{language}.html"));
            fs::write(file, document(&example::full_test(), &custody(), language).html()).expect("written");
        }
    }
    let page = without_style(&page(&example::full_test()));
    let mut outline = String::new();
    let mut inside = false;
    for part in page.split('<').skip(1) {
        let (tag, text) = part.split_once('>').expect("a tag ends");
        match tag.split([' ', '\n']).next().unwrap_or_default() {
            "svg" => {
                inside = true;
                outline.push_str("[picture]\n");
            }
            "/svg" => inside = false,
            name @ ("h1" | "h2" | "h3" | "title" | "figcaption") if !inside => {
                outline.extend([name, ": ", text, "\n"]);
            }
            "table" => outline.push_str("table\n"),
            _ => {}
        }
    }
    insta::assert_snapshot!("dossier_outline", outline);
}

#[test]
fn markdown_of_the_example() {
    insta::assert_snapshot!(
        "dossier_markdown",
        document(&example::full_test(), &custody(), Language::ENGLISH).markdown()
    );
}

/// The contents of a dossier by number: the section and words that must stand in it.
const ITEMS: [(u8, &str, &[&str]); 25] = [
    (
        15,
        "plain",
        &[
            "standard deviations",
            "the overall z is",
            "not the probability that the player had help",
            "no verdict",
        ],
    ),
    (
        1,
        "head",
        &[
            "Stage quick test, a hint only",
            "Purpose to lay before a panel",
            "fairplay 0.1.0",
            "not a finding against the player",
            "Who asked the chief arbiter",
            "Why this player remark of T. Rivers after round 3",
        ],
    ),
    (
        2,
        "why",
        &["nobody was singled out before the event", "Players of the event 400", "Tests made in all 1,200"],
    ),
    (3, "player", &["O&#39;Connor, Ann", "4102400", "2400", "tags", "after the event 2422"]),
    (
        4,
        "event",
        &[
            "Riverside Open",
            "Time class: standard",
            "27 in = 24 scored + 2 unscored + 1 quarantined",
            "12, by the tournament report",
            "line 17, number 3, FIDE ID 4102400, rating 2391",
            "in the report only 4 1",
            "a game of the report is not in the games 9 O&#39;Connor, Ann; Rivers, Tom",
            "dates were not compared",
        ],
    ),
    (5, "games", &["Nováková, Žofie", "2a2a2a2a", "bbbbbbbb", "One letter for each move"]),
    (
        6,
        "moves",
        &[
            "turns 1 to 8 64",
            "328 played = 240 scored + 88 left out",
            "30 + 30 + 30 + 30 + 30 + 30 + 30 + 30 = 240",
        ],
    ),
    (7, "method", &["Stockfish 15.1", "depth 12, 5 lines, hash 16 MiB", "first-fit-1", "two parameters"]),
    (8, "results", &["MM %", "tail z", "second", "The opponents in the same games"]),
    (8, "engine", &["Stockfish 19", "240 75.0 50.0 52.5", "the opponents 200 73.0 45.0 48.5"]),
    (8, "ipr", &["2571 2305 to above 2800 240", "never evidence alone"]),
    (8, "parts", &["with White", "turns 21 to 30", "Game 3 (Field, Max)"]),
    (8, "course", &["Sequential value", "Game 8 (Lake, Uma) 240", "no test at every look"]),
    (
        8,
        "place",
        &[
            "Place by index 2 of 10",
            "The player in the screening index 59.1, z +1.82",
            "with another engine, other settings",
            "60 0.23 1",
        ],
    ),
    (
        9,
        "sensitivity",
        &[
            "Lowest calibrated row: +100 rating points: 2500",
            "Highest calibrated row: −100 rating points: 2300",
            "search one ply less deep",
            "not calibrated",
            "first 4 lines only",
            "without game 5",
        ],
    ),
    (
        10,
        "base-rates",
        &[
            "players of the event 400",
            "all tests made 1,200",
            "player-events of the season 20,000",
            "Games chosen after the fact.",
            "Of 100,000 player-events in a year",
            "Balance of probabilities",
            "Comfortable satisfaction",
        ],
    ),
    (11, "power", &["4.25 33.1 40.2", "5.00 not even with all not even with all"]),
    (
        12,
        "behaviour",
        &[
            "advisory",
            "Decisions whose time is known: 211 of 240.",
            "with the first line 97 171.4 64.0",
            "Rank correlation of time with difficulty: +0.23",
            "first 5 moves after coming back",
            "Game 2 (Nováková, Žofie) 15 16 5 4 2.3 eleven minutes B. Arbiter",
            "after an absence 10 6 4.6",
            "correction for looking twice, % 54.5",
        ],
    ),
    (
        13,
        "favour",
        &[
            "Forcing positions.",
            "Errors of the opponents.",
            "Preparation.",
            "Growth.",
            "Chance.",
            "+22 points",
        ],
    ),
    (
        13,
        "events",
        &[
            "Hillside Open 2026.02.01–2026.02.08 2380 240 +0.41",
            "form new in every event",
            "without Hillside Open",
        ],
    ),
    (
        13,
        "rules",
        &[
            "FIDE Arbiters&#39; Manual, edition 2022-10",
            "The official threshold is 5.00 (AC I.6b).",
            "Never on statistics alone",
            "AC Chapter 3",
        ],
    ),
    (
        14,
        "weighty",
        &["Those that lower the overall z most", "Those that raise the overall z most", "(played)"],
    ),
    (14, "decisions", &["Every decision", "apart", "dossier.json"]),
    (17, "recompute", &["any machine", "open.pgn", "Digest of the evaluations"]),
    (
        16,
        "custody",
        &[
            "Who ran the program not stated",
            "Signed with the key 0123456789ABCDEF",
            "Rivers.pgn 2026-10-28 09:30:00",
            "Stockfish 19 2026-10-28 09:41:40 2026-10-28 09:51:40 2 312 100",
        ],
    ),
];

#[test]
fn each_item_of_a_dossier_is_there_and_in_order() {
    let page = without_style(&page(&example::full_test()));
    let mut last = 0;
    for (item, id, wanted) in ITEMS {
        let said = words(section(&page, id));
        for part in wanted {
            assert!(said.contains(part), "item {item}: `{part}` in {said}");
        }
        let place = page.find(&format!("<section id=\"{id}\">")).expect("a section");
        assert!(place > last, "{id} is out of order");
        last = place;
    }
    assert_eq!(page.matches("<section ").count(), ITEMS.len());
}

#[test]
fn a_copy_for_the_defence_says_what_it_is_and_what_is_left_out() {
    let copy = crate::paper::custody::example::copy();
    let page = document(&example::bare(), &copy, Language::ENGLISH).html();
    assert!(
        words(section(&page, "head"))
            .contains("Why this player left out of this copy, because it names another person")
    );
    let said = words(section(&page, "custody"));
    for part in [
        "This is the copy for the defence, made 2026-10-29 10:30:00 from the complete copy of 2026-10-28 09:53:20",
        &"3".repeat(64),
        "Signed with the key none; this copy is unsigned",
        "left out of this copy, because it names another person 2026-10-28 09:30:00 2222",
    ] {
        assert!(said.contains(part), "{part} in {said}");
    }
    // The opponents of the example keep their names; here it is about what was stated.
    for id in ["head", "custody"] {
        assert!(!section(&page, id).contains("Rivers"), "{id}");
    }
}

#[test]
fn no_heading_stands_empty() {
    for test in [example::full_test(), example::bare(), example::hostile()] {
        let page = without_style(&page(&test));
        assert_nested(&page);
        for end in ["h2", "h3"] {
            for next in page.split(&format!("</{end}>")).skip(1) {
                let next = next.trim_start();
                let empty = ["</section", "<section", "<h2", "</main"];
                assert!(!empty.iter().any(|tag| next.starts_with(tag)), "{}", &next[..60.min(next.len())]);
            }
        }
        assert!(!page.contains("<tbody>\n</tbody>"));
    }
}

#[test]
fn a_test_without_a_projection_says_so() {
    let page = without_style(&page(&example::bare()));
    let plain = words(section(&page, "plain"));
    assert!(plain.contains("There is no overall z. Reason: no rating: no projection."), "{plain}");
    for id in ["parts", "course", "weighty"] {
        assert!(!page.contains(&format!("<section id=\"{id}\">")), "{id}");
    }
    assert!(words(section(&page, "power")).contains("too few decisions to say"));
    assert!(words(section(&page, "favour")).contains("No opening book was used"));
    for (id, said) in [
        ("event", "No tournament report was given"),
        ("place", "No screening of the event was given"),
        ("behaviour", "No log of absences was given."),
        ("behaviour", "Decisions whose time is known: 0 of 240."),
        ("events", "tested by itself"),
    ] {
        assert!(words(section(&page, id)).contains(said), "{said}");
    }
    assert!(plain.contains("Provisional parameters."));
}

#[test]
fn numbers_that_do_not_add_up_are_named() {
    let broken = "These numbers do not add up.";
    let good = example::full_test();
    assert!(!page(&good).contains(broken));
    let mut moves = good.clone();
    moves.player.moves += 1;
    let mut decisions = good.clone();
    decisions.decisions.pop();
    let mut games = good;
    games.games[0].decisions += 1;
    for test in [moves, decisions, games] {
        assert!(section(&page(&test), "moves").contains(broken));
    }
}

#[test]
fn the_heaviest_decisions_come_first_and_are_ten() {
    let t = example::full_test();
    let page = without_style(&page(&t));
    let weighty = section(&page, "weighty");
    assert_eq!(weighty.matches("<svg").count(), 20);
    assert_eq!(weighty.matches("class=\"arrow\"").count(), 20);
    let (lower, raise) = weighty.split_once("raise the overall z most").expect("two kinds");
    let mut weights: Vec<f64> = t.decisions.iter().filter_map(|d| d.weight).collect();
    weights.sort_by(f64::total_cmp);
    let (low, high) = (weights[0], weights[weights.len() - 1]);
    assert!(low < 0.0 && lower.contains(&format!("Weight \u{2212}{:.3}", -low)), "{low}");
    assert!(high > 0.0 && raise.contains(&format!("Weight +{high:.3}")), "{high}");
    let shown = |part: &str, sign: &str| part.matches(&format!("Weight {sign}")).count();
    assert_eq!((shown(lower, "\u{2212}"), shown(lower, "+")), (10, 0));
    assert_eq!((shown(raise, "\u{2212}"), shown(raise, "+")), (0, 10));
}

#[test]
fn trap_16_no_name_becomes_markup() {
    let t = example::hostile();
    let page = page(&t);
    assert!(!page.contains("<script") && !page.contains('\u{202e}'));
    assert!(page.contains("&lt;script&gt;alert(1)&lt;/script&gt;"));
    let text = document(&t, &custody(), Language::ENGLISH).markdown();
    assert!(!text.contains('\u{202e}') && text.contains("\\<script\\>alert(1)\\</script\\>"));
    for line in text.lines().filter(|line| line.starts_with('|')) {
        assert!(line.ends_with('|'), "{line}");
    }
}

#[test]
fn broken_numbers_are_missing() {
    let mut t = example::full_test();
    t.player.overall_z = Some(f64::NAN);
    t.player.tests.mm.observed = Some(f64::INFINITY);
    t.course[7].overall_z = Some(f64::NAN);
    t.sensitivity.rows[1].overall_z = Some(f64::NEG_INFINITY);
    t.decisions[0].weight = Some(f64::NAN);
    t.favour.once_in = Some(f64::INFINITY);
    for output in [page(&t), document(&t, &custody(), Language::ENGLISH).markdown()] {
        assert!(!output.contains("NaN") && !output.contains(">inf") && !output.contains(" inf "));
    }
}

#[test]
fn json_round_trips_exactly() {
    let test = example::full_test();
    let text = json(&test).expect("JSON");
    let back: FullTest = serde_json::from_str(&text).expect("the same");
    assert_eq!(back, test);
    let value: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(value["schema"], "fairplay/dossier/2");
}
