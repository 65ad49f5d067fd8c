//! The page against the JSON: the same numbers, taken out of both and compared.
//!
//! The numbers of the JSON are written here by the formatter of the standard library, so that the page's own is
//! checked as well.

use serde_json::Value;

use super::*;

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("{value} is no number"))
}

/// With so many decimals, and a sign only if negative.
fn plain(value: f64, decimals: usize) -> String {
    format!("{value:.decimals$}").replace('-', "\u{2212}")
}

/// The same, with a sign unless it rounds to zero.
fn signed(value: &Value, decimals: usize) -> String {
    if value.is_null() {
        return "\u{2013}".to_owned();
    }
    let text = format!("{:+.decimals$}", number(value));
    if text.contains(|c| ('1'..='9').contains(&c)) {
        text.replace('-', "\u{2212}")
    } else {
        text.trim_start_matches(['+', '-']).to_owned()
    }
}

fn both() -> (String, Value) {
    let test = example::full_test();
    let json = json(&test).expect("JSON");
    (without_style(&page(&test)), serde_json::from_str(&json).expect("JSON"))
}

#[test]
fn the_result_in_one_sentence() {
    let (page, json) = both();
    let player = &json["player"];
    let (z, roi) = (signed(&player["overall_z"], 2), plain(number(&player["roi"]), 1));
    let second = signed(&player["depth_aware"]["overall_z"], 2);
    let row = |place: &str| {
        let place = json["sensitivity"][place].as_u64().expect("a row");
        signed(&json["sensitivity"]["rows"][usize::try_from(place).expect("small")]["overall_z"], 2)
    };
    let said = words(section(&page, "first"));
    for part in [
        format!("over {} decisions the overall z is {z}, an index of {roi}, and", player["scored"]),
        format!("The second model gives {second} for the same moves."),
        format!("lies between {} and {}.", row("lowest"), row("highest")),
    ] {
        assert!(said.contains(&part), "{part} in {said}");
    }
    let once = number(&player["once_in"]);
    assert!(
        (10.0..1000.0).contains(&once) && said.contains(&format!("about one in {once:.0} performances")),
        "{once}"
    );
    assert_eq!(json["favour"]["once_in"], player["once_in"]);
}

#[test]
fn the_three_tests_and_both_models() {
    let (page, json) = both();
    let (tests, second) = (&json["player"]["tests"], &json["player"]["depth_aware"]);
    for (name, z_name, key, scale, decimals) in
        [("MM %", "MM z", "mm", 100.0, 1), ("EV %", "EV z", "ev", 100.0, 1), ("ASD", "ASD z", "asd", 1.0, 3)]
    {
        let (test, other) = (&tests[key], &second["tests"][key]);
        let mean = |value: &Value| plain(scale * number(value), decimals);
        let found = rows(&page, "results", name);
        let [record, opponents] = &found[..] else { panic!("{found:?}") };
        let (seen, projected) = (mean(&test["observed"]), mean(&test["expected"]));
        let adjusted = signed(&test["z_adjusted"], 2);
        let shown =
            [seen, projected.clone(), signed(&test["z"], 2), signed(&test["tail_z"], 2), adjusted.clone()];
        assert_eq!(record[1..], shown);
        let row = |name: &str| rows(&page, "results", name)[0].clone();
        assert_eq!(row(&format!("{name}, projected"))[1..], [projected, mean(&other["expected"])]);
        assert_eq!(row(z_name)[1..], [adjusted, signed(&other["z_adjusted"], 2)]);
        assert_eq!(opponents[1], mean(&json["player"]["opponents"]["tests"][key]["observed"]));
    }
    let said = words(section(&page, "results"));
    let strength = &json["player"]["strength"];
    let points = |value: &Value| signed(value, 0);
    let sd = |of: &Value| plain(number(&of["sd"]), 0);
    let expected = format!(
        "Rating {} for players of 2020 against the projection, {} for the date, no known lag; standard deviation {} points.",
        points(&strength["level"]),
        points(&strength["trend"]),
        sd(strength)
    );
    assert!(said.contains(&expected), "{expected} in {said}");
    let once =
        format!("About one in {:.0} performances of honest players", number(&json["player"]["once_in"]));
    assert!(said.contains(&once), "{once} in {said}");
    let beside = |name: &str| rows(&page, "results", name)[0][1..].to_vec();
    let fields = [&strength["field"], &second["field"]];
    assert_eq!(beside("Other players of the event"), fields.map(|field| field["players"].to_string()));
    let correction = |field: &Value| format!("{} ± {}", points(&field["points"]), sd(field));
    assert_eq!(beside("Their correction, rating points"), fields.map(correction));
    let of_both = |key: &str| [signed(&json["player"][key], 2), signed(&second[key], 2)];
    assert_eq!(beside("Overall z without this correction"), of_both("alone_z"));
    assert_eq!(beside("Overall z with it"), of_both("field_z"));
    let models = |name: &str| rows(&page, "results", name)[0][1..].to_vec();
    let z = |value: &Value| signed(&value["overall_z"], 2);
    assert_eq!(models("Overall z"), [z(&json["player"]), z(second)]);
    let index = |value: &Value| plain(number(&value["roi"]), 1);
    assert_eq!(models("Index"), [index(&json["player"]), index(second)]);
    assert_eq!(models("Efficient score z")[1], signed(&second["efficient_score_z"], 2));
    assert_eq!(models("Rating-free z")[1], signed(&second["rating_free_z"], 2));
}

#[test]
fn moves_parts_and_course() {
    let (page, json) = both();
    let excluded = &json["player"]["excluded"];
    for (name, key) in [
        ("turns 1 to 8", "opening"),
        ("only one legal move", "forced"),
        ("position decided (beyond 3.00 pawns)", "decided"),
    ] {
        assert_eq!(rows(&page, "moves", name)[0][1], excluded[key].to_string());
    }
    let played = format!("{} played = ", json["player"]["moves"]);
    assert!(words(section(&page, "moves")).contains(&played), "{played}");

    let white = &json["parts"][0];
    let shown = &rows(&page, "parts", "with White")[0];
    let (seen, projected) = (
        100.0 * number(&white["tests"]["mm"]["observed"]),
        100.0 * number(&white["tests"]["mm"]["expected"]),
    );
    assert_eq!(shown[1], white["decisions"].to_string());
    assert_eq!(shown[2], format!("{seen:.1} / {projected:.1}"));
    assert_eq!(shown[5..], [signed(&white["overall_z"], 2), signed(&white["depth_aware_z"], 2)]);

    for (place, standing) in json["course"].as_array().expect("a list").iter().enumerate() {
        let name = &json["games"][place]["opponent"].as_str().expect("a name");
        let shown = &rows(&page, "course", &format!("Game {} ({name})", place + 1))[0];
        let sequential = &standing["sequential"];
        assert_eq!(
            shown[1..6],
            [
                standing["decisions"].to_string(),
                signed(&standing["overall_z"], 2),
                signed(&standing["depth_aware_z"], 2),
                signed(&sequential["log10_value"], 2),
                signed(&sequential["log10_highest"], 2)
            ]
        );
        let chance: f64 = shown[6].parse().expect("a number");
        assert!((chance / (100.0 * number(&sequential["p_value"])) - 1.0).abs() < 0.05);
    }
    let adjusted = &json["second_engine"]["sequential"];
    let shown = section(&page, "engine");
    for name in ["log10_value", "log10_highest"] {
        assert!(shown.contains(&signed(&adjusted[name], 2)), "{name}: {shown}");
    }
    let shown = section(&page, "behaviour");
    for limit in json["clocks"]["used"]["usual"].as_array().expect("a range") {
        assert!(shown.contains(&signed(limit, 2)), "{shown}");
    }
    let help = &json["help"];
    let shown = section(&page, "course");
    assert!(shown.contains(&format!("its log10 is {};", signed(&help["log10_value"], 2))), "{shown}");
    for (kind, words) in
        help["kinds"].as_array().expect("a list").iter().zip(["on any move alike", "in some games"])
    {
        let share = format!("{:.1}", 100.0 * number(&kind["share"]));
        assert_eq!(rows(&page, "course", words)[0][1], share);
    }
    // A bar for each move of either side, and their means in words.
    let games = help["games"].as_array().expect("a list");
    for (side, class, words) in
        [("player", "\"dot\"", "the player"), ("opponent", "\"dot at60\"", "the opponents")]
    {
        let moves: Vec<f64> = games
            .iter()
            .flat_map(|game| game[side].as_array().expect("a list"))
            .map(|mv| number(&mv["helped"]))
            .collect();
        assert_eq!(shown.matches(&format!("<rect class={class}")).count(), moves.len());
        let mean = 100.0 * moves.iter().sum::<f64>() / moves.len() as f64;
        assert!(shown.contains(&format!("{words} {mean:.0} %")), "{words} {mean}");
    }
}

#[test]
fn other_choices_and_what_would_have_been_seen() {
    let (page, json) = both();
    let all = json["sensitivity"]["rows"].as_array().expect("a list");
    assert_eq!(section(&page, "sensitivity").matches("<tr>").count(), all.len() + 1);
    for (place, name, note) in [
        (0, "the result, unchanged", ""),
        (1, "rating live, before each game: 2409", ""),
        (3, "\u{2212}100 rating points: 2300", "highest"),
        (6, "+100 rating points: 2500", "lowest"),
        (7, "without game 1 (Rivers, Tom)", ""),
        (16, "search 2 plies less deep", "not calibrated"),
        (20, "first 2 lines only", "not calibrated"),
    ] {
        let shown = &rows(&page, "sensitivity", name)[0];
        let row = &all[place];
        assert_eq!(
            shown[1..],
            [
                row["decisions"].to_string(),
                signed(&row["overall_z"], 2),
                signed(&row["depth_aware_z"], 2),
                note.to_owned()
            ],
            "{name}"
        );
    }
    // The engine of the test stands in the first table, another one in the second.
    let both = ["power", "power_other"].into_iter().enumerate();
    let all =
        both.flat_map(|(table, of)| json[of].as_array().expect("a list").iter().map(move |v| (table, v)));
    for (table, visible) in all {
        let shown = &rows(&page, "power", &plain(number(&visible["level"]), 2))[table];
        let share = |value: &Value| match value {
            Value::Null => "not even with all".to_owned(),
            value => plain(100.0 * number(value), 1),
        };
        assert_eq!(shown[1..], [share(&visible["half"]), share(&visible["four_fifths"])]);
    }
}

#[test]
fn what_speaks_for_the_player() {
    let (page, json) = both();
    let (favour, said) = (&json["favour"], words(section(&page, "favour")));
    let percent = |key: &str| plain(100.0 * number(&favour[key]), 1);
    let loss = |key: &str| plain(number(&favour["opponents_loss_cp"][key]), 1);
    let lowering = json["decisions"].as_array().expect("a list").iter();
    let lowering = lowering.filter(|decision| number(&decision["weight"]) < 0.0).count();
    for part in [
        format!("was {} % on average", percent("forcedness")),
        format!("and {} % in the opponents", percent("opponents_forcedness")),
        format!("lost {} centipawns a move on average; {} were", loss("observed"), loss("expected")),
        format!("On average {} plies", plain(number(&favour["known_plies"]), 1)),
        format!("by {} points", signed(&favour["rating_gain"], 0)),
        format!("{lowering} decisions lower the overall z, of 240"),
    ] {
        assert!(said.contains(&part), "{part} in {said}");
    }
}

#[test]
fn every_decision_with_its_numbers() {
    let (page, json) = both();
    let decisions = json["decisions"].as_array().expect("a list");
    let shown = section(&page, "decisions");
    assert_eq!(shown.matches("<tr>").count(), decisions.len() + 8);
    for turn in [9_u64, 17, 20, 38] {
        let of_games = rows(&page, "decisions", &turn.to_string());
        let of_json: Vec<&Value> = decisions.iter().filter(|d| d["turn"] == turn).collect();
        assert_eq!(of_games.len(), of_json.len());
        for (row, decision) in of_games.iter().zip(of_json) {
            assert_eq!(row[1], decision["played"].as_str().expect("a move"));
            assert_eq!(row[6], plain(number(&decision["delta"]), 4));
            assert_eq!(row[9], signed(&decision["weight"], 3));
            if let Some(rank) = decision["rank"].as_u64() {
                assert_eq!(row[2], rank.to_string());
                let line = &decision["lines"][usize::try_from(rank - 1).expect("small")];
                assert_eq!(row[3], format!("{:+.2}", number(&line["cp"]) / 100.0).replace('-', "\u{2212}"));
                assert_eq!(row[7], plain(100.0 * number(&line["probability"]), 1));
                assert_eq!(row[8], plain(100.0 * number(&line["depth_aware"]), 1));
            } else {
                assert_eq!(row[2], "apart");
            }
        }
    }
    let sum: f64 = decisions.iter().map(|d| number(&d["weight"])).sum();
    let said = words(section(&page, "weighty"));
    assert!(said.contains(&format!("All weights together are {sum:+.3}")), "{sum}");
}

#[test]
fn digests_hashes_and_intrinsic_ratings() {
    let (page, json) = both();
    let recompute = words(section(&page, "recompute"));
    for digest in [
        &json["manifest"]["evaluations"],
        &json["manifest"]["digest"],
        &json["manifest"]["inputs"][0]["sha256"],
    ] {
        assert!(recompute.contains(digest.as_str().expect("a digest")));
    }
    let games = words(section(&page, "annex"));
    for game in json["games"].as_array().expect("a list") {
        assert!(games.contains(game["sha256"].as_str().expect("a digest")));
        assert!(games.contains(game["classes"].as_str().expect("letters")));
    }
    let record = &json["ipr"]["record"];
    let at = |key: &str| plain(number(&record[key]["at"]), 0);
    assert_eq!(
        rows(&page, "ipr", "by the primary model")[0][1..],
        [at("value"), format!("{} to {}", at("low"), at("high")), record["decisions"].to_string()]
    );
}
