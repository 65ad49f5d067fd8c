//! The certificate as PDF.

use super::super::{document, example};
use crate::Language;
use crate::print::pdf::pages_and_words;
use crate::wording::forbidden;

#[test]
fn the_example_has_pages_with_its_figures() {
    let (pages, text) = pages_and_words(&document(&example::certificate(), Language::ENGLISH));
    assert!((3..=12).contains(&pages), "{pages} pages");
    for figure in [
        "412 performances",
        "quick-3",
        "0.1841",
        "−0.3454",
        "3 of 4 bars were met.",
        "not met",
        "57,030",
        "scored 60 % or more",
        "0.000029",
        &"3a".repeat(32),
        &format!("{pages} / {pages}"),
    ] {
        assert!(text.contains(figure), "{figure} in {text}");
    }
    assert_eq!(forbidden(&text), None);
}

#[test]
fn the_same_certificate_gives_the_same_bytes() {
    let certificate = example::certificate();
    let first = document(&certificate, Language::ENGLISH).pdf().expect("a PDF");
    assert!(first.starts_with(b"%PDF-"));
    assert!(first == document(&certificate, Language::ENGLISH).pdf().expect("a PDF"));
    let mut other = example::certificate();
    other.agreement.mean = 0.5;
    assert!(first != document(&other, Language::ENGLISH).pdf().expect("a PDF"));
}

/// Trap 16: a name that looks like typst's markup stays a name, and one that no font holds is shown as codes.
#[test]
fn trap_16_no_name_becomes_markup() {
    let (_, text) = pages_and_words(&document(&example::hostile(), Language::ENGLISH));
    assert!(
        text.contains("<script>alert(1)</script> `a` | [b](http://c) \\u{202e}#let x = 1 \\u{674e}"),
        "{text}"
    );
}

/// The fonts have the letters and signs of every language, so nothing is shown as a code.
#[test]
fn every_language_can_be_set() {
    for (language, words) in [
        (Language::RUSSIAN, "Выполнено критериев: 3 из 4."),
        (Language::UKRAINIAN, "Виконано критеріїв: 3 із 4."),
    ] {
        let (pages, text) = pages_and_words(&document(&example::certificate(), language));
        assert!((3..=12).contains(&pages), "{language}");
        for figure in [words, "0,1841", "−0,3454", "0,000029"] {
            assert!(text.contains(figure), "{figure} in {text}");
        }
        assert!(!text.contains("\\u{"), "{text}");
        assert_eq!(forbidden(&text), None);
    }
}

#[test]
fn an_empty_certificate_gives_a_page() {
    let (_, text) = pages_and_words(&document(&example::empty(), Language::ENGLISH));
    assert!(text.contains("No bar was set"));
}
