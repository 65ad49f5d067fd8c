//! `fairplay trf` from the outside: exit codes, the table, the JSON. The event is invented.

use crate::home::Home;

const EVENT: &str = r#"[Event "Rookery"]
[Date "2025.04.12"]
[Round "1.1"]
[White "Ample, Anna"]
[Black "Brisk, Bert"]
[WhiteElo "2400"]
[BlackElo "2300"]
[WhiteFideId "4000001"]
[BlackFideId "4000002"]
[Result "1-0"]

1. e4 e5 1-0

[Event "Rookery"]
[Date "2025.04.13"]
[Round "2.1"]
[White "Crisp, Carl"]
[Black "Ample, Anna"]
[WhiteElo "2200"]
[BlackElo "2400"]
[BlackFideId "4000001"]
[Result "1/2-1/2"]

1. d4 d5 1/2-1/2
"#;

/// A report that agrees with the games.
const REPORT: &str = "\
012 Rookery
022
032
042 2025/04/12
052 2025/04/13
062 3
072 3
082 0
092
102
112
122
132                                                                                        25/04/12  25/04/13
001    1      Ample, Anna                       2400         4000001             1.5    1     2 w 1     3 b =
001    2      Brisk, Bert                       2300         4000002             0.0    3     1 b 0
001    3      Crisp, Carl                       2200                             0.5    2               1 w =
";

#[test]
fn a_report_is_checked_and_refused() {
    let home = Home::new();
    home.put("event.pgn", EVENT);
    home.put("event.trf", REPORT);
    let out = home.text(&["trf", "check", "event.pgn", "event.trf"], 0);
    assert!(out.contains("Games: 2 = 2 compared\nPairings: 2 = 2 compared\n"), "{out}");
    assert!(out.contains("agree in everything"), "{out}");

    home.put("rating.trf", &REPORT.replace("2300", "2310"));
    let out = home.text(&["trf", "check", "event.pgn", "rating.trf"], 3);
    assert!(out.contains("Difference: rating (1)\n  Brisk, Bert\n"), "{out}");
    let json = home.json(&["trf", "check", "event.pgn", "rating.trf", "--json"], 3);
    assert_eq!(json["schema"], "fairplay.trf-check/1");
    let findings = json["check"]["findings"].as_array().expect("findings");
    assert_eq!(findings.len(), 1);
    assert_eq!(findings[0]["kind"], "rating_differs");
    assert_eq!((&findings[0]["pgn"]["rating"], &findings[0]["trf"]["rating"]), (&2300.into(), &2310.into()));
    // Brisk is number 2; the head has 13 lines.
    assert_eq!(findings[0]["trf_at"]["line"], 15);
    assert_eq!(findings[0]["pgn_at"]["game"], 1);

    home.put("broken.trf", &REPORT.replace("2300", "23x0"));
    let (code, out, error) = home.run(&["trf", "check", "event.pgn", "broken.trf"]);
    assert_eq!((code, out.as_str()), (Some(1), ""));
    assert!(error.contains("line 15, column 49: rating is not a number: `23x0`"), "{error}");
}

#[test]
fn a_draft_of_the_format_and_numbers_in_quotes_are_read_with_a_warning() {
    let home = Home::new();
    home.case("trf-games.pgn");
    home.case("trf26-162-z.trf");
    let out = home.text(&["trf", "check", "trf-games.pgn", "trf26-162-z.trf"], 0);
    assert!(out.contains("Games: 4 = 4 compared") && out.contains("agree in everything"), "{out}");
    assert!(out.contains("line 19, column 33: `Z` is none of the results of this line"), "{out}");
    let report = std::fs::read_to_string(home.path("trf26-162-z.trf")).unwrap();
    let quoted = report.replace("    9000101 ", "  \"9000101\" ").replace("    9000102 ", "  '9000102' ");
    home.put("quoted.trf", &format!("{quoted}\u{1a}"));
    let out = home.text(&["trf", "check", "trf-games.pgn", "quoted.trf"], 0);
    assert!(
        out.contains("the FIDE number stands in quotes: '9000102'") && out.contains("agree in everything"),
        "{out}"
    );
    home.put("letters.trf", &report.replace("    9000101 ", "  BRA900101 "));
    let (code, _, said) = home.run(&["trf", "check", "trf-games.pgn", "letters.trf"]);
    let todo = "column 60: FIDE number is not a number; write its digits alone, or leave columns 58 to 68 blank: `BRA900101`";
    assert!(code == Some(1) && said.contains(todo), "{said}");
}

#[test]
fn games_that_cannot_be_read_are_not_passed_over() {
    let home = Home::new();
    home.put("event.trf", REPORT);
    home.put("bad.pgn", &EVENT.replace("1. d4", "1. d9"));
    let json = home.json(&["trf", "check", "bad.pgn", "event.trf", "--json"], 3);
    assert_eq!(json["quarantine"].as_array().map(Vec::len), Some(1));
    assert_eq!(json["check"]["games"]["quarantined"], 1);
}
