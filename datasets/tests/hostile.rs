//! Books, alias tables and names from anywhere: nothing panics, and what is read is what was written.
#![expect(clippy::unwrap_used, reason = "a failed test may panic")]

use datasets::Aliases;
use datasets::book::{Book, Builder, Span};
use datasets::players::aliases::lines_to_confirm;
use datasets::players::is_handle;
use datasets::players::similarity::{Profile, similarity};
use proptest::prelude::*;

fn small_book() -> Vec<u8> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("sample.pgn");
    std::fs::write(&path, datasets::pgn::sample::PGN).unwrap();
    let mut builder = Builder::new(20);
    builder.add(&path, &mut |_| {}).unwrap();
    builder.finish().unwrap().to_bytes().unwrap()
}

/// Pieces that alias tables are made of, and pieces that look like them.
fn piece() -> impl Strategy<Value = &'static str> {
    let pieces = "[[person]]\n~[person]\n~name = ~\"A, B\"\n~\"a b\"\n~aliases = ~[\"A B\", \"C\"]\n~fide_id = ~\
        7\n~-1\n~99999999999\n~handles = ~{ lichess = [\"x\"] }\n~confirmed_by = ~date = ~2026-03-01\n~\
        12:00:00\n~\u{feff}~\"\\uD800\"~\u{202e}~#~\n~[[[[~é";
    proptest::sample::select(pieces.split('~').collect::<Vec<_>>())
}

/// Pieces that names are made of.
fn part() -> impl Strategy<Value = &'static str> {
    let pieces = "Ivanov~Иванов~Щ~ß~İ~ŉ~van~der~,~ ~.~-~'~(~)~2~jr.~I.~Dr.~ARG~李~\u{301}~\u{0}~sch~iou~_~É~Müller~\
        a~oo";
    proptest::sample::select(pieces.split('~').collect::<Vec<_>>())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn arbitrary_bytes_are_no_book(bytes in proptest::collection::vec(any::<u8>(), 0..2000), magic in any::<bool>()) {
        let bytes = if magic { [b"fairbook\x01\0".as_slice(), &bytes].concat() } else { bytes };
        prop_assert!(Book::from_bytes(&bytes).is_err());
    }

    #[test]
    fn a_changed_book_is_refused_or_the_same(changes in proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..4)) {
        let bytes = small_book();
        let whole = Book::from_bytes(&bytes).unwrap();
        let mut wrong = bytes;
        for (at, byte) in changes {
            let at = at.index(wrong.len());
            wrong[at] = byte;
        }
        if let Ok(read) = Book::from_bytes(&wrong) {
            prop_assert_eq!(read, whole);
        }
    }

    #[test]
    fn arbitrary_bytes_are_no_danger_as_a_table(bytes in proptest::collection::vec(any::<u8>(), 0..2000)) {
        let _ = Aliases::parse(&bytes);
    }

    #[test]
    fn arbitrary_pieces_are_read_or_refused_with_a_line(pieces in proptest::collection::vec(piece(), 0..40)) {
        let text = pieces.concat();
        if let Err(error) = Aliases::parse(text.as_bytes()) {
            prop_assert!(error.to_string().contains("alias table"), "{error}");
        }
    }

    #[test]
    fn any_name_survives_the_way_through_the_table(name in any::<String>(), other in any::<String>()) {
        let lines = lines_to_confirm(&name, Some(5), &[&other]);
        prop_assert!(!lines.chars().any(|c| c != '\n' && c.is_control()));
        let filled = lines.replace("by = \"\"\n", "by = \"B\"\n").replace("date = \n", "date = 2026-01-02\n");
        if let Ok(table) = Aliases::parse(filled.as_bytes()) {
            prop_assert_eq!(table.entries()[0].name.as_str(), name.trim());
            prop_assert_eq!(&table.entries()[0].aliases, &[other]);
        }
    }

    #[test]
    fn similarity_is_a_share_and_takes_no_side(a in proptest::collection::vec(part(), 0..8), b in proptest::collection::vec(part(), 0..8), noise in any::<String>()) {
        let profile = |name: String| Profile { name, ..Profile::default() };
        let (a, b, noise) = (profile(a.concat()), profile(b.concat()), profile(noise));
        for (one, other) in [(&a, &b), (&a, &noise), (&noise, &noise)] {
            let found = similarity(one, other);
            prop_assert!((0.0..=1.0).contains(&found.score));
            prop_assert_eq!(found, similarity(other, one));
        }
        let _ = is_handle(&noise.name);
    }

    #[test]
    fn any_text_is_a_span_in_order_or_none(text in "[0-9?./-]{0,12}") {
        if let Some(span) = Span::of_tag(&text) {
            prop_assert!(span.earliest <= span.latest);
        }
    }
}
