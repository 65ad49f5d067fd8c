//! The dossier as PDF.

use super::*;
use crate::print::pdf::pages_and_words;

#[test]
fn the_example_has_pages_with_its_figures() {
    let t = example::full_test();
    let z = format!("{:+.2}", t.player.overall_z.expect("a z"));
    let (pages, text) = pages_and_words(&document(&t, &custody(), Language::ENGLISH));
    assert!((8..=40).contains(&pages), "{pages} pages");
    for figure in [
        &format!("the overall z is {z}"),
        "O'Connor, Ann: dossier",
        "Nováková, Žofie",
        "not a finding against the player",
        &"2a".repeat(32),
        "Those that raise the overall z most",
        &format!("{pages} / {pages}"),
    ] {
        assert!(text.contains(figure), "{figure} in {text}");
    }
    assert_eq!(forbidden(&text), None);
}

#[test]
fn the_same_test_gives_the_same_bytes() {
    let t = example::full_test();
    let first = document(&t, &custody(), Language::ENGLISH).pdf().expect("a PDF");
    assert!(first.starts_with(b"%PDF-"));
    assert!(first == document(&t, &custody(), Language::ENGLISH).pdf().expect("a PDF"));
}

#[test]
fn every_language_and_every_name_can_be_set() {
    for (language, words) in [
        (Language::RUSSIAN, "Результат на одной странице"),
        (Language::UKRAINIAN, "Результат на одній сторінці"),
    ] {
        let (_, text) = pages_and_words(&document(&example::full_test(), &custody(), language));
        assert!(text.contains(words) && !text.contains("\\u{"), "{language}");
        assert_eq!(forbidden(&text), None);
    }
    let (_, text) = pages_and_words(&document(&example::hostile(), &custody(), Language::ENGLISH));
    assert!(text.contains("<script>alert(1)</script> `a` | [b](http://c) \\u{202e}#let x = 1 \\u{674e}"));
    let (_, text) = pages_and_words(&document(&example::bare(), &custody(), Language::ENGLISH));
    assert!(text.contains("There is no overall z"));
}
