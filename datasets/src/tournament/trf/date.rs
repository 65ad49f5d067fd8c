//! Dates of reports: a fixed format on paper, in files as people write them.

use crate::day::Day;
use crate::day::written::{self, WrittenDate};

/// The day of a written date. A date that can be read in two ways is not read at all, nor one without a day or month.
pub(crate) fn parse(text: &str) -> Option<Day> {
    written::read(text).and_then(WrittenDate::day)
}

/// As the format writes it: `2025/04/12`.
pub(crate) fn slashed(day: Day) -> String {
    day.to_string().replace('-', "/")
}

#[cfg(test)]
mod tests {
    use super::{Day, parse, slashed};

    #[test]
    fn reports_are_read_by_the_reader_of_dates() {
        for text in ["2025/04/12", "12.04.2025", "Apr 12, 2025"] {
            assert_eq!(parse(text).map(slashed).as_deref(), Some("2025/04/12"), "{text}");
        }
        // The second may be April or March.
        for text in ["2023-02-29", "03/04/2025", "1987/00/00", "2025.??.??", "1966", "", "2025/04/12 10:00"] {
            assert_eq!(parse(text), None, "{text}");
        }
        assert_eq!(Day::new(2025, 4, 12).map(slashed).as_deref(), Some("2025/04/12"));
    }
}
