//! FIDE's rules on complaints and cases, each with its article, as of October 2022.
//!
//! AC are the regulations of 2022 in chapter 3 of the Arbiters' Manual, ON those of online chess, Appendix I, and RN the
//! notes on the use of statistics. Numbers of tests and the rules of online play are in `analyzer`'s data; here is only what a case needs.

use analyzer::policy::{OnlineRules, Regulations};
use datasets::day::Day;
use serde::Deserialize;
use strum::{EnumString, IntoStaticStr, VariantArray};

use crate::web::Problem;

/// A complaint based only on *plays stronger than the rating* is manifestly unfounded.
pub(crate) const ONLY_STRENGTH: &str = "AC III.B.9, ON G.2.5";
/// Everything stays confidential until the investigation ends.
pub(crate) const CONFIDENTIAL: &str = "AC III.B.12";
pub(crate) const PANEL: u64 = 3;
pub(crate) const PANEL_ARTICLE: &str = "AC IV.4";
pub(crate) const STATISTICS_ALONE: &str = "RN I.3";
/// A complaint with observation is ground for intrusive steps; one from moves alone allows a full test and nothing intrusive.
pub(crate) const OBSERVATION: &str = "RN VII";
/// Online, other evidence may carry a case even where statistics do not.
pub(crate) const OTHER_EVIDENCE: &str = "AC I.3";
/// Other breaches are judged by themselves.
pub(crate) const OTHER_BREACHES: &str = "AC I.4";

/// The rules of online play.
pub(crate) fn online() -> Result<OnlineRules, Problem> {
    Ok(Regulations::shipped().map_err(|_| Problem::Inside)?.online)
}

/// How an event was played, as far as a limitation depends on it. The names are stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, EnumString, IntoStaticStr, VariantArray)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case", const_into_str)]
pub(crate) enum Venue {
    OverTheBoard,
    Online,
    NotStated,
}

impl From<analyzer::policy::Venue> for Venue {
    fn from(venue: analyzer::policy::Venue) -> Self {
        match venue {
            analyzer::policy::Venue::OverTheBoard => Self::OverTheBoard,
            analyzer::policy::Venue::Online => Self::Online,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Limitation {
    /// For events that were played so.
    pub(crate) venue: Venue,
    /// Years after the last day of the event.
    pub(crate) years: u16,
    pub(crate) article: &'static str,
}

/// Eight years over the board, one year after the last round online.
const LIMITATIONS: [Limitation; 2] = [
    Limitation { venue: Venue::OverTheBoard, years: 8, article: "AC VI.1" },
    Limitation { venue: Venue::Online, years: 1, article: "AC VI.1, ON I.1" },
];

/// The limitations that apply to an event: both where the venue is not stated.
pub(crate) fn limitations(venue: Venue) -> impl Iterator<Item = Limitation> {
    LIMITATIONS.into_iter().filter(move |limitation| venue == Venue::NotStated || limitation.venue == venue)
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
        assert_eq!(of(Venue::OverTheBoard), [8]);
        assert_eq!(of(Venue::Online), [1]);
        assert_eq!(of(Venue::NotStated), [8, 1]);
    }
}
