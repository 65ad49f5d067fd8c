//! The formats of a certificate against the example.

use analyzer::calibration::certificate::Certificate;

use super::*;
use crate::{Language, json, print::html as page};

#[cfg(feature = "pdf")]
mod printed;

#[test]
fn page_of_the_example() {
    insta::assert_snapshot!(
        "certificate_outline",
        page::outline(&document(&example::certificate(), Language::ENGLISH).html())
    );
}

#[test]
fn markdown_of_the_example() {
    insta::assert_snapshot!(
        "certificate_markdown",
        document(&example::certificate(), Language::ENGLISH).markdown()
    );
}

#[test]
fn trap_16_no_name_becomes_markup() {
    let c = example::hostile();
    page::assert_nested(&document(&c, Language::ENGLISH).html());
    let page = document(&c, Language::ENGLISH).html();
    assert!(!page.contains("<script") && !page.contains('\u{202e}'));
    assert!(page.contains("&lt;script&gt;alert(1)&lt;/script&gt;"));
    let text = document(&c, Language::ENGLISH).markdown();
    assert!(!text.contains('\u{202e}'));
    // Lines that are set in are code, where nothing is markup.
    let mut outside = String::new();
    for line in text.lines().filter(|line| !line.starts_with("    ")) {
        let mut letters = line.chars();
        while let Some(letter) = letters.next() {
            // What stands behind a backslash is text.
            if letter == '\\' {
                letters.next();
            } else {
                outside.push(letter);
            }
        }
    }
    assert!(!outside.contains("<script") && !outside.contains("[b") && !outside.contains("http:"));
    assert!(text.contains("\\<script\\>alert(1)\\</script\\> \\`a\\` \\| \\[b\\](http\\://c)"));
    for line in text.lines().filter(|line| line.starts_with('|')) {
        assert!(line.ends_with(" |") || line.ends_with("|"), "{line}");
    }
}

#[test]
fn too_few_values_are_missing_and_not_zero() {
    let text = document(&example::certificate(), Language::ENGLISH).markdown();
    assert!(text.contains("| 1600-1799 | 1 | – | −0.28 | – | – | – | – |"), "{text}");
    let text = document(&example::empty(), Language::ENGLISH).markdown();
    assert!(text.contains("No performance was held out"));
    assert!(!text.contains("| Parameter |"), "no table without rows: {text}");
    assert!(text.contains("No bar was set"));
}

#[test]
fn broken_numbers_are_missing() {
    let mut c = example::certificate();
    c.measures[3].all.mean = f64::NAN;
    c.measures[3].rates[0].share = [f64::NAN; 3];
    c.measures[3].groups[0].rows[1].moments.sd = f64::INFINITY;
    c.bands[0].asd = [f64::NAN; 2];
    for output in [document(&c, Language::ENGLISH).html(), document(&c, Language::ENGLISH).markdown()] {
        assert!(!output.contains("NaN") && !output.contains(">inf") && !output.contains(" inf "));
    }
}

#[test]
fn json_round_trips_exactly() {
    let certificate = example::certificate();
    let text = json(&certificate).expect("JSON");
    let back: Certificate = serde_json::from_str(&text).expect("the same");
    assert_eq!(back, certificate);
}

#[test]
fn a_primary_model_that_was_kept_is_said_and_stands_in_the_command() {
    let mut c = example::certificate();
    assert!(!document(&c, Language::ENGLISH).markdown().contains("--record"));
    c.record = Some("quick-2".to_owned());
    let text = document(&c, Language::ENGLISH).markdown();
    assert!(text.contains(" --record quick-2.toml "), "{text}");
    assert!(text.contains("The primary model here is that of quick-2."), "{text}");
}

#[test]
fn expected_numbers_large_and_small() {
    let english = crate::number::Numbers::page(Language::ENGLISH);
    let shown = [4550.02, 999.96, 46.53, 0.057_3, 1e300, f64::NAN].map(|number| english.expected(number));
    assert_eq!(shown[..4], ["4,550", "1,000", "46.5", "0.057"]);
    assert_eq!((shown[4].len(), shown[5].as_str()), (303, "\u{2013}"));
}

#[test]
fn words_for_a_shell() {
    assert_eq!(quoted("otb-events.pgn.zst"), "otb-events.pgn.zst");
    assert_eq!(quoted("a b; rm -r '~'"), "'a b; rm -r '\\''~'\\'''");
    assert_eq!(quoted(""), "''");
}

/// The rule of three: 1 - 0.05^(1/300) = 0.00993606.
#[test]
fn the_smallest_share_that_shows() {
    let m = Messages::new(Language::ENGLISH);
    assert!(smallest_share(&m, 300).contains("about 0.99 %"));
    assert!(smallest_share(&m, 1).contains("about 95.0 %"));
    assert!(smallest_share(&m, 100_000).contains("about 0.0030 %"));
    assert_eq!(smallest_share(&m, 0), m.text(Key::CertificateLimitsNNone));
}
