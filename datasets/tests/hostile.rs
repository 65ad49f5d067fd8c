//! Names and dates from anywhere: nothing panics. Books and alias tables are held to their promises in `fuzz`.

use datasets::book::Span;
use datasets::players::is_handle;
use datasets::players::similarity::{Profile, similarity};
use proptest::prelude::*;

/// Pieces that names are made of.
fn part() -> impl Strategy<Value = &'static str> {
    let pieces = "Ivanov~Иванов~Щ~ß~İ~ŉ~van~der~,~ ~.~-~'~(~)~2~jr.~I.~Dr.~ARG~李~\u{301}~\u{0}~sch~iou~_~É~Müller~\
        a~oo";
    proptest::sample::select(pieces.split('~').collect::<Vec<_>>())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

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
