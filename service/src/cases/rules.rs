//! FIDE's rules on complaints and cases, each with its article, as applied from 18 November 2024.
//!
//! AC are the Fair Play Regulations in chapter 3 of the Arbiters' Manual of 2025, ON those of online chess, Appendix I, and RN the
//! notes on the use of statistics. Numbers, limitations and the rules of online play are in `analyzer`'s data; here is only what a case
//! needs.

use analyzer::policy::{Limitation, Regulations};
use datasets::day::Day;
use serde::Deserialize;
use strum::{EnumString, IntoStaticStr, VariantArray};

use crate::web::Problem;

/// A complaint based only on *plays stronger than the rating* is manifestly unfounded; online it is not considered.
pub(crate) const ONLY_STRENGTH: &str = "AC 3.2.9, ON G.2.4";
/// Everything stays confidential until the investigation ends.
pub(crate) const CONFIDENTIAL: &str = "AC 3.2.12";
pub(crate) const STATISTICS_ALONE: &str = "RN I.3";
/// A complaint with observation may be a ground for intrusive steps; one from moves alone is by itself one for a full test only.
pub(crate) const OBSERVATION: &str = "RN VII";
/// Online, other evidence may carry a case even where statistics do not.
pub(crate) const OTHER_EVIDENCE: &str = "AC 1.3";
/// Other breaches are judged by themselves.
pub(crate) const OTHER_BREACHES: &str = "AC 1.4";

/// The rules in force.
pub(crate) fn in_force() -> Result<Regulations, Problem> {
    Regulations::shipped().map_err(|_| Problem::Inside)
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

/// The limitations that apply to an event, each with how the event was played: both where the venue is not stated.
pub(crate) fn limitations(venue: Venue, rules: &Regulations) -> impl Iterator<Item = (Venue, &Limitation)> {
    let of = &rules.limitation;
    let both = [(Venue::OverTheBoard, &of.over_the_board), (Venue::Online, &of.online)];
    both.into_iter().filter(move |(played, _)| venue == Venue::NotStated || venue == *played)
}

/// Whether an event whose last day was `last` is longer ago than so many years on a day.
pub(crate) fn is_longer_ago(last: Day, years: u16, on: Day) -> bool {
    let since = (last.year.saturating_add(years), last.month, last.day);
    (on.year, on.month, on.day) > since
}

/// The years of the limitation that a later one replaced, for an event that ended before the later one applied: which of the two holds is
/// not said.
pub(crate) fn years_before(limitation: &Limitation, last: Day) -> Option<u16> {
    let before = limitation.before.as_ref()?;
    let until = Day::parse(&before.until)?;
    ((last.year, last.month, last.day) < (until.year, until.month, until.day)).then_some(before.years)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(text: &str) -> Day {
        Day::parse(text).expect("a day")
    }

    #[test]
    fn a_limitation_passes_on_the_day_after_its_years() {
        let (board, online) = (5, 1);
        for (years, last, on, passed) in [
            (board, "2021.03.02", "2026-03-02", false),
            (board, "2021.03.02", "2026-03-03", true),
            (board, "2021.03.02", "2022-03-03", false),
            (online, "2025.12.31", "2026-12-31", false),
            (online, "2025.12.31", "2027-01-01", true),
            // The 29th of February is over on the first of March.
            (online, "2024.02.29", "2025-02-28", false),
            (online, "2024.02.29", "2025-03-01", true),
            // An event in the future has not passed.
            (online, "2027.01.01", "2026-01-01", false),
            (board, "9999.01.01", "2026-01-01", false),
        ] {
            assert_eq!(is_longer_ago(day(last), years, day(on)), passed, "{last} on {on}");
        }
    }

    /// The numbers that the messages spell out.
    #[test]
    fn where_nobody_says_how_it_was_played_both_count() {
        let rules = Regulations::shipped().expect("reads");
        let of = |played| limitations(played, &rules).map(|one| (one.0, one.1.years)).collect::<Vec<_>>();
        assert_eq!(of(Venue::OverTheBoard), [(Venue::OverTheBoard, 5)]);
        assert_eq!(of(Venue::Online), [(Venue::Online, 1)]);
        assert_eq!(of(Venue::NotStated), [(Venue::OverTheBoard, 5), (Venue::Online, 1)]);
    }

    /// AC 6.1 says five years since 18 November 2024; the edition before said eight. Online it was one year all along.
    #[test]
    fn for_an_event_before_the_edition_in_force_both_terms_count() {
        let limitation = Regulations::shipped().expect("reads").limitation;
        for (last, before) in
            [("2017.01.31", Some(8)), ("2024.11.17", Some(8)), ("2024.11.18", None), ("2026.03.01", None)]
        {
            assert_eq!(years_before(&limitation.over_the_board, day(last)), before, "{last}");
            assert_eq!(years_before(&limitation.online, day(last)), None, "{last}");
        }
    }
}
