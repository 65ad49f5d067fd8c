//! What FIDE's rules say about complaints and cases, each with its article, as of October 2022.
//!
//! AC are the regulations of 2022 in chapter 3 of the Arbiters' Manual, ON those of online chess, Appendix I, and RN the
//! notes on the use of statistics. Numbers of tests are in `analyzer`'s data; here is only what a case needs.

use datasets::day::Day;

/// A complaint based only on *plays stronger than the rating* is manifestly unfounded.
pub(crate) const ONLY_STRENGTH: &str = "AC III.B.9, ON G.2.5";
/// Everything stays confidential until the investigation ends.
pub(crate) const CONFIDENTIAL: &str = "AC III.B.12";
/// A panel has so many members.
pub(crate) const PANEL: u64 = 3;
pub(crate) const PANEL_ARTICLE: &str = "AC IV.4";
/// What statistics alone may be used for.
pub(crate) const STATISTICS_ALONE: &str = "RN I";

/// How an event was played, as far as a limitation depends on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Played {
    Board,
    Online,
    NotStated,
}

impl Played {
    pub(crate) const ALL: [Self; 3] = [Self::Board, Self::Online, Self::NotStated];

    /// As stored and in forms; never changed.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Board => "over_the_board",
            Self::Online => "online",
            Self::NotStated => "not_stated",
        }
    }

    /// The way of a stored name.
    pub(crate) fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|played| played.name() == name)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Limitation {
    /// For events that were played so.
    pub(crate) played: Played,
    /// Years after the last day of the event.
    pub(crate) years: u16,
    pub(crate) article: &'static str,
}

/// Eight years over the board, one year after the last round online.
const LIMITATIONS: [Limitation; 2] = [
    Limitation { played: Played::Board, years: 8, article: "AC VI.1" },
    Limitation { played: Played::Online, years: 1, article: "AC VI.1, ON I.1" },
];

/// The limitations that matter for an event: one, or both where nobody has said how it was played.
pub(crate) fn limitations(played: Played) -> impl Iterator<Item = Limitation> {
    LIMITATIONS
        .into_iter()
        .filter(move |limitation| played == Played::NotStated || limitation.played == played)
}

impl Limitation {
    /// Whether an event whose last day was `last` is longer ago than this on a day.
    pub(crate) fn has_passed(self, last: Day, on: Day) -> bool {
        let since = (last.year.saturating_add(self.years), last.month, last.day);
        (on.year, on.month, on.day) > since
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(text: &str) -> Day {
        Day::parse(text).expect("a day")
    }

    #[test]
    fn a_limitation_passes_on_the_day_after_its_years() {
        let [board, online] = LIMITATIONS;
        for (limitation, last, on, passed) in [
            (board, "2018.03.02", "2026-03-02", false),
            (board, "2018.03.02", "2026-03-03", true),
            (board, "2018.03.02", "2019-03-03", false),
            (online, "2025.12.31", "2026-12-31", false),
            (online, "2025.12.31", "2027-01-01", true),
            // The 29th of February is over on the first of March.
            (online, "2024.02.29", "2025-02-28", false),
            (online, "2024.02.29", "2025-03-01", true),
            // An event in the future has not passed.
            (online, "2027.01.01", "2026-01-01", false),
            (board, "9999.01.01", "2026-01-01", false),
        ] {
            assert_eq!(limitation.has_passed(day(last), day(on)), passed, "{last} on {on}");
        }
    }

    #[test]
    fn where_nobody_says_how_it_was_played_both_count() {
        let of = |played| limitations(played).map(|one| one.years).collect::<Vec<_>>();
        assert_eq!(of(Played::Board), [8]);
        assert_eq!(of(Played::Online), [1]);
        assert_eq!(of(Played::NotStated), [8, 1]);
    }

    #[test]
    fn names_go_there_and_back() {
        for played in Played::ALL {
            assert_eq!(Played::named(played.name()), Some(played));
        }
        assert_eq!(Played::named("hybrid"), None);
    }
}
