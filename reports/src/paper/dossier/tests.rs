//! The formats of a dossier against the example.

use analyzer::full_test::{FullTest, PlatformTelemetry, TelemetryCount, TelemetryEntry};
use datasets::tournament::telemetry::TelemetryKind;
use serde_json::Value;

use super::*;
use crate::print::html::{assert_nested, outline, without_style};
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
    insta::assert_snapshot!("dossier_outline", outline(&page(&example::full_test())));
}

#[test]
fn markdown_of_the_example() {
    insta::assert_snapshot!(
        "dossier_markdown",
        document(&example::full_test(), &custody(), Language::ENGLISH).markdown()
    );
}

#[test]
fn a_copy_for_the_defence_says_what_it_is_and_what_is_left_out() {
    let copy = crate::paper::custody::example::copy();
    let page = document(&example::bare(), &copy, Language::ENGLISH).html();
    assert!(words(section(&page, "head")).contains(
        "Reason, in the words of those who asked left out of this copy, because it may name another person"
    ));
    let said = words(section(&page, "custody"));
    for part in [
        "This is the copy for the defence, made 2026-10-29 10:30:00 from the complete copy of 2026-10-28 09:53:20",
        &"3".repeat(64),
        "Signed with the key none; this copy is unsigned",
        "left out of this copy, because it may name another person 2026-10-28 09:30:00 2222",
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
    let plain = words(section(&page, "first"));
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
fn what_the_platform_noted_is_shown_by_move_and_is_part_of_no_number() {
    let plain = example::full_test();
    assert!(!page(&plain).contains("Given by the platform"), "nothing was given");
    let at = &plain.decisions[3];
    let entry = |turn, to_move, kind, milliseconds| TelemetryEntry {
        game: at.game,
        turn,
        to_move,
        kind,
        milliseconds,
    };
    let given = PlatformTelemetry {
        name: "platform.csv".to_owned(),
        sha256: "7".repeat(64),
        kinds: vec![TelemetryCount { kind: TelemetryKind::TabSwitch, count: 2, milliseconds: Some(4700) }],
        entries: vec![
            entry(at.turn, true, TelemetryKind::TabSwitch, Some(4200)),
            entry(at.turn + 1, false, TelemetryKind::TabSwitch, Some(500)),
        ],
    };
    let with = page(&FullTest { telemetry: Some(given.clone()), ..plain.clone() });
    let part = words(section(&with, "behaviour"));
    assert!(part.contains("Given by the platform; not part of z, index or any threshold."), "{part}");
    assert!(part.contains("another tab 2 4,700"), "{part}");
    assert!(part.contains(&format!("{} the player another tab 4,200", at.turn)), "{part}");
    assert!(part.contains(&format!("{} the opponent another tab 500", at.turn + 1)), "{part}");
    // Beside the move that the player thought about, and beside no other.
    let moves = words(section(&with, "decisions"));
    assert_eq!(moves.matches("another tab").count(), 1, "{moves}");
    assert_eq!(moves.matches("Noted by the platform").count(), 1, "one game has the column");
    // Everything but these two parts is as without it.
    let first = |page: &str| words(section(page, "first"));
    assert_eq!(first(&with), first(&page(&plain)));
    let none = PlatformTelemetry { kinds: Vec::new(), entries: Vec::new(), ..given };
    let none = page(&FullTest { telemetry: Some(none), ..plain });
    assert!(words(section(&none, "behaviour")).contains("no entry about this player"));
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
