//! The words for each kind of evidence, and those that never stand.

use analyzer::hints::{IntrusiveGround, NoReading, Stands, TestOutcome};
use analyzer::policy::Attention;
use analyzer::screening::Suggestion;

use super::*;
use crate::json;
use crate::paper::dossier::example::full_test;

fn report(made: &example::Example) -> Looked<'_> {
    Looked { hints: &made.hints, tests: &made.tests, full_tests: !made.tests.is_empty() }
}

/// The whole document as text, with what is folded away.
fn whole(looked: &Looked<'_>) -> String {
    print::terminal::terminal(&document(looked, Language::ENGLISH), usize::MAX, false)
}

/// The text of each rung: from its title to the next.
fn rungs(text: &str) -> Vec<String> {
    let (_, ladder) = text.split_once("The four steps of the rules").expect("a ladder");
    let parts = ladder.split("\n\n").skip(1).take(4);
    parts.map(str::to_owned).collect()
}

/// The first line says whether anybody is named; each name stands once, with one thing to do; and what has to be known to
/// understand it is no statistics.
#[test]
fn the_first_screen_says_who_is_named_and_what_may_be_done() {
    let all = example::all();
    let text: Vec<String> = all.iter().map(|made| brief(&report(made), Language::ENGLISH)).collect();
    let first = |text: &str| text.lines().skip(1).find(|line| !line.is_empty()).expect("a line").to_owned();
    let nobody = first(&text[0]);
    assert!(nobody.starts_with("Nobody named after round ") && nobody.contains("games: "), "{nobody}");
    assert!(text[0].contains("The numbers give no reason for a step towards any player now."), "{}", text[0]);
    assert!(!text[0].contains("orange alert"), "{}", text[0]);
    let mut named: Vec<usize> = Vec::new();
    for rung in &all[1].hints.ladder {
        match &rung.stands {
            Stands::Unobtrusive { players } => named.extend(players.iter().map(|p| p.person)),
            Stands::Intrusive { players } => named.extend(players.iter().map(|p| p.person)),
            Stands::OrangeAlert { .. } | Stands::Never => {}
        }
    }
    named.sort_unstable();
    named.dedup();
    assert_eq!(first(&text[1]), format!("{} players are named", named.len()));
    for player in &all[1].hints.players {
        let times = text[1].matches(&format!("{}:", player.name)).count();
        assert_eq!(times, usize::from(named.contains(&player.person)), "{} in {}", player.name, text[1]);
    }
    for part in [
        "watch more closely, and ask for a full test. At most one honest event in ",
        "questions, a search or visible shadowing are allowed. The full test after round 5 reaches the level",
        "questions, a search or visible shadowing may be allowed, with the statistics taken into account. There is a formal \
         complaint with observation, and the full test is no reason to reject it.",
        "A search because of a complaint comes only after the complaint was found not manifestly unfounded (remarks after AC 6).",
        "How a search is done (Laws 11.3.3): not against local law, in a room of its own,",
        "For the whole event there is a reason for an orange alert",
        "Every round up to round 9 that has games here is complete. No game of round 1–2 is here.",
        "The numbers name anybody in at most one honest event in 5.",
    ] {
        assert!(text[1].contains(part), "{part} in {}", text[1]);
    }
    assert_eq!(first(&text[3]), "Nobody can be named here", "without certified parameters");
    for text in &text {
        assert_eq!(text.matches("Never: question or search").count(), 1, "{text}");
        for term in ["log10", "equential", " z ", "%", "RN ", "Reached", "value"] {
            assert!(!text.contains(term), "`{term}` in {text}");
        }
    }
}

/// The second engine is named where the values are, and only where they rest on it.
#[test]
fn the_second_engine_is_named_beside_the_values() {
    let text: Vec<String> = example::all().iter().map(|made| whole(&report(made))).collect();
    let named = |text: &String| {
        text.contains("The sequential values take the first moves of Stockfish 19 into account:")
            && text.contains("Its settings: depth 20, one line, hash 16 MiB, at most 5,000,000 nodes.")
    };
    let with: Vec<bool> = text.iter().map(named).collect();
    assert_eq!(with, [false, true, false, false, false], "{}", text[1]);
}

/// On the page everything with a technical name is folded away, and the first section is not.
#[test]
fn the_numbers_are_folded_away() {
    let all = example::all();
    let page = document(&report(&all[1]), Language::ENGLISH).html();
    let (open, folded) = page.split_once("<details>").expect("details");
    assert!(open.contains("players are named") && open.contains("Never:"), "{open}");
    let seen = open.split_once("<main>").expect("a page").1;
    for term in ["log10", "equential value", "Sequential value after"] {
        assert!(!seen.contains(term) && folded.contains(term), "{term}");
    }
    assert_eq!(page.matches("<details>").count(), 6);
    let [now, details] = fragments(&report(&all[1]), Language::ENGLISH);
    assert!(page.contains(&now) && page.contains(&details));
}

#[test]
fn no_text_goes_beyond_the_class_of_its_evidence() {
    for made in example::all() {
        let text = whole(&report(&made));
        let rungs = rungs(&text);
        assert_eq!(rungs.len(), 4, "{text}");
        // A quick test is never named on the rungs above it, and an alert names nobody.
        assert!(!rungs[2].contains("Class of evidence: quick test"), "{text}");
        for player in &made.hints.players {
            assert!(!rungs[1].contains(&player.name) && !rungs[3].contains(&player.name), "{text}");
        }
        assert!(rungs[3].contains("Not allowed, whatever the statistics say."));
        for rung in &rungs {
            assert!(rung.contains("Article: RN"), "{rung}");
        }
        assert!(rungs[..3].iter().all(|rung| rung.contains("What it does not mean:")), "{text}");
    }
}

#[test]
fn whoever_is_named_is_named_with_the_evidence() {
    let all = example::all();
    let rich = &all[1];
    let text = whole(&report(rich));
    let Stands::Unobtrusive { players } = &rich.hints.ladder[0].stands else {
        panic!("{:?}", rich.hints.ladder[0]);
    };
    assert!(players.iter().any(|p| example::is_quick(&p.ground)));
    for player in players.iter().filter(|p| example::is_quick(&p.ground)) {
        let sentence = format!("{}: unusual in the quick test, ask for a full test.", player.name);
        assert!(text.contains(&sentence), "{text}");
    }
    let Stands::Intrusive { players } = &rich.hints.ladder[2].stands else {
        panic!("{:?}", rich.hints.ladder[2]);
    };
    assert_eq!(players.len(), 2);
    let by_complaint = players.iter().filter(|p| matches!(p.ground, IntrusiveGround::Complaint(_)));
    assert_eq!(by_complaint.count(), 1);
    // 50 players and nine looks.
    assert!(text.contains("full test after round 5, z +4.40, which reaches 3.17"), "{text}");
    assert!(text.contains("formal complaint with observation"), "{text}");
    let quiet = whole(&report(&all[0]));
    assert_eq!(quiet.matches("are no ground towards anybody now.").count(), 1, "{quiet}");
    assert_eq!(quiet.matches("The numbers give no reason towards anybody now.").count(), 1, "{quiet}");
    assert!(!quiet.contains("How a search is done"), "{quiet}");
}

#[test]
fn a_quick_test_is_refused_and_a_test_without_a_z_is_no_reading() {
    let test = full_test();
    let error = TestOutcome::from_test(&test, 0, 5).expect_err("a quick test").to_string();
    assert!(error.contains("is a quick test"), "{error}");
    let mut full = test.clone();
    full.manifest.settings.depth = uci_pool::Settings::FULL.depth;
    full.manifest.settings.multipv = uci_pool::Settings::FULL.multipv;
    let reason = |test: &analyzer::full_test::FullTest| match TestOutcome::from_test(test, 3, 5) {
        Ok(TestOutcome::NoReading(NoReading { person: 3, after_round: 5, reason, .. })) => Some(reason),
        _ => None,
    };
    full.manifest.provisional = true;
    assert_eq!(reason(&full), Some(Suggestion::NotCalibrated));
    full.manifest.provisional = false;
    let outcome = TestOutcome::from_test(&full, 3, 5).expect("a full test");
    let reading = outcome.reading().expect("a z");
    assert_eq!((reading.person, reading.after_round, Some(reading.z)), (3, 5, full.player.overall_z));
    assert_eq!(reading.after_absences, full.absences.as_ref().and_then(|log| log.chance));
    full.player.overall_z = None;
    for why in [Suggestion::Insufficient, Suggestion::Unrated, Suggestion::RatingOutsideRange] {
        full.player.reading = why;
        assert_eq!(reason(&full), Some(why));
    }
}

/// A full test is asked for until there is one of the games that the hints hold, whatever it came to.
#[test]
fn what_was_tested_is_not_asked_for_again() {
    let last = 9;
    let looked_at = |outcome: Option<TestOutcome>, attention| {
        example::hints_with(
            |_| (),
            |look| {
                assert_eq!(look.rounds.complete_through, Some(last));
                look.false_hints = 1e-300;
                look.attention = std::collections::BTreeMap::from([(0, attention)]);
                look.full = outcome.into_iter().collect();
            },
        )
    };
    let none = |after_round, reason| {
        let mut test = full_test();
        test.manifest.settings.depth = uci_pool::Settings::FULL.depth;
        test.manifest.settings.multipv = uci_pool::Settings::FULL.multipv;
        test.manifest.provisional = false;
        test.player.overall_z = None;
        test.player.reading = reason;
        Some(TestOutcome::from_test(&test, 0, after_round).expect("a full test"))
    };
    let z = |after_round, z| Some(example::full(0, after_round, z).into());
    for (outcome, action, cell) in [
        (None, "watch more closely, and ask for a full test.", "none"),
        (
            none(last, Suggestion::Insufficient),
            "watch more closely; a full test has been made after round 9 and has no result: too few decisions.",
            "no z after round 9: too few decisions",
        ),
        (
            none(last, Suggestion::RatingOutsideRange),
            "and has no result: rating outside the fitted range.",
            "no z after round 9: rating outside the fitted range",
        ),
        (
            none(3, Suggestion::Insufficient),
            "ask for a full test again, because the last one was made after round 3.",
            "no z after round 3: too few decisions",
        ),
        (
            z(last, 2.1),
            "watch more closely; a full test has been made after round 9.",
            "z +2.10 after round 9",
        ),
        (
            z(2, 2.1),
            "ask for a full test again, because the last one was made after round 2.",
            "z +2.10 after round 2",
        ),
    ] {
        let hints = looked_at(outcome, Attention::ComplaintAfterTheEvent);
        let looked = Looked { hints: &hints, tests: &[], full_tests: false };
        let (brief, whole) = (brief(&looked, Language::ENGLISH), whole(&looked));
        assert!(brief.contains(action), "{action} in {brief}");
        assert!(whole.contains(cell), "{cell} in {whole}");
        let asked = action.contains("ask for a full test");
        assert_eq!(whole.contains("; ask for a full test"), asked, "{whole}");
    }
}

/// Nobody is called ordinary, and *nobody named* is not said, where no index was computed.
#[test]
fn who_was_not_judged_is_not_called_ordinary() {
    let mut hints = example::all().swap_remove(0).hints;
    let players = hints.players.len();
    let read = |hints: &Hints| {
        let looked = Looked { hints, tests: &[], full_tests: true };
        (brief(&looked, Language::ENGLISH), whole(&looked))
    };
    let few = |hints: &mut Hints, left: usize| {
        for player in hints.players.iter_mut().skip(left) {
            player.sufficient = false;
            player.index = None;
            player.reading = Suggestion::Insufficient;
        }
    };
    few(&mut hints, 1);
    let (first, all) = read(&hints);
    assert!(first.contains("Nobody named after round"), "{first}");
    assert!(
        first.contains(&format!(
            "With an index: 1 of {players} players. Of the others the numbers say nothing."
        )),
        "{first}"
    );
    assert_eq!(all.matches("not judged: too few decisions").count(), players - 1, "{all}");
    few(&mut hints, 0);
    let (first, all) = read(&hints);
    assert!(first.contains("Nobody can be judged yet after round"), "{first}");
    assert!(!first.contains("no reason for a step") && !first.contains("Nobody named"), "{first}");
    assert!(
        first.contains("There is no index of anybody, so the numbers say nothing of any player."),
        "{first}"
    );
    assert_eq!(all.matches("not judged: too few decisions").count(), players, "{all}");
    let last = hints.rounds.complete_through.expect("rounds");
    hints.rounds.rounds.retain(|round| round.round == 4 || round.round == last);
    let (first, _) = read(&hints);
    assert!(
        first.contains(
            "Every round up to round 9 that has games here is complete. No game of round 1–3, 5–8 is here."
        ),
        "{first}"
    );
}

#[test]
fn the_page_is_self_contained_and_no_name_becomes_markup() {
    let mut made = example::all().swap_remove(1);
    for player in &mut made.hints.players {
        player.name = "<script>alert(1)</script>\u{202e}".to_owned();
    }
    let page = document(&report(&made), Language::ENGLISH).html();
    assert!(page.contains("name=\"viewport\"") && page.contains("Content-Security-Policy"));
    assert!(!page.contains("<script") && !page.contains("http://") && !page.contains("https://"));
    assert!(page.contains("&lt;script&gt;") && !page.contains('\u{202e}'));
}

#[test]
fn the_document_round_trips_as_json_values() {
    let all = example::all();
    let text = json(&report(&all[1])).expect("JSON");
    let value: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(value["schema"], "fairplay/hints/3");
    assert_eq!(value["ladder"][2]["stands"]["kind"], "intrusive");
    assert_eq!(value["ladder"][3]["stands"]["kind"], "never");
    assert_eq!(value["tests"][0]["log"].as_array().map(Vec::len), Some(6));
    assert!(value["ladder"][1]["stands"]["alert"].get("name").is_none());
}

/// The law about complaints and searches, each with its article, on the first screen and in the details, in every language: a search
/// is described exactly where somebody may be searched, and a complaint before a full test asks for one and for no more.
#[test]
fn a_complaint_says_the_same_on_the_first_screen_and_in_the_details() {
    let look = |attention, z: Option<f64>| {
        example::hints_with(
            |_| (),
            |look| {
                look.false_hints = 1e-300;
                look.attention = std::collections::BTreeMap::from([(0, attention)]);
                look.full = z.map(|z| example::full(0, 5, z).into()).into_iter().collect();
            },
        )
    };
    for (attention, z, searched) in [
        (Attention::Complaint, None, false),
        (Attention::Complaint, Some(1.2), false),
        (Attention::Complaint, Some(2.4), true),
        (Attention::ComplaintAfterTheEvent, Some(2.4), false),
        (Attention::ComplaintAfterTheEvent, None, false),
        (Attention::ComplaintWithoutObservation, Some(2.4), false),
    ] {
        let hints = look(attention, z);
        let looked = Looked { hints: &hints, tests: &[], full_tests: false };
        for language in Language::all() {
            let m = Messages::new(language);
            let at = format!("{attention:?} {z:?}");
            let pages = [
                brief(&looked, language),
                print::terminal::terminal(&document(&looked, language), usize::MAX, false),
            ];
            for text in &pages {
                for term in
                    ["local_law", "own_room", "same_sex", "one_witness", "second_witness", "once_a_round"]
                {
                    let term = m.label("search", term);
                    assert_eq!(text.contains(&term), searched, "{at}: {term} in {text}");
                }
                assert_eq!(text.contains("AC 6"), searched, "{at}: {text}");
                assert!(!text.contains(&m.text(Key::HintsDoIntrusive)), "{at}: no test is over the level");
                assert_eq!(text.contains(&m.text(Key::HintsDoComplaint)), searched, "{at}: {text}");
                let watched = matches!(attention, Attention::Complaint | Attention::ComplaintAfterTheEvent)
                    && z.is_none_or(|z| z >= 2.0)
                    && !searched;
                assert_eq!(text.contains(&m.text(Key::HintsWhyComplaint)), watched, "{at}: {text}");
                assert_eq!(crate::wording::forbidden(text), None, "{text}");
            }
            assert!(pages[1].contains("RN III") && pages[1].contains("RN VII"), "{at}");
        }
    }
}
