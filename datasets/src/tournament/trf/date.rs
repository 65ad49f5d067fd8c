//! Dates as people write them in reports: a fixed format on paper, a dozen forms in files.

use crate::day::{Day, month_by_name};
use crate::text::digits::number;

/// Reads `2025/04/12`, `2025.04.12`, `2025-04-12`, `12.04.2025`, `28. 07. 2005`, `May 29, 2020` and `29 May 2020`.
///
/// A date that can be read in two ways is not read at all: `03/04/2025` may be March or April, so with slashes or dashes
/// a day before the year is read only if it is above 12. Nothing is read from a date without a day or month.
pub(crate) fn parse(text: &str) -> Option<Day> {
    let separator = |c: char| c.is_whitespace() || matches!(c, '.' | '/' | '-' | ',');
    let parts: Vec<&str> = text.split(separator).filter(|part| !part.is_empty()).collect();
    let &[a, b, c] = parts.as_slice() else { return None };
    if let Some(month) = month_by_name(a) {
        return day(c, month, b);
    }
    if let Some(month) = month_by_name(b) {
        return day(c, month, a);
    }
    if a.len() == 4 {
        return day(a, number(b, 2)?, c);
    }
    let dots = text.contains('.') && !text.contains(['/', '-']);
    match (number(a, 2)?, number(b, 2)?) {
        (first, second) if dots || first == second || first > 12 => day(c, second, a),
        (first, 13..) => day(c, first, b),
        _ => None,
    }
}

/// As the format writes it: `2025/04/12`.
pub(crate) fn slashed(day: Day) -> String {
    day.to_string().replace('-', "/")
}

fn day(year: &str, month: u8, day: &str) -> Option<Day> {
    Day::new(crate::day::number(year, 4)?, month, number(day, 2)?)
}

#[cfg(test)]
mod tests {
    use super::{Day, parse, slashed};

    #[test]
    fn dates_are_read_in_the_forms_of_real_files() {
        for (text, expected) in [
            ("2025/04/12", (2025, 4, 12)),
            ("2025.04.12", (2025, 4, 12)),
            ("2024-02-29", (2024, 2, 29)),
            ("28. 07. 2005", (2005, 7, 28)),
            ("03.04.2025", (2025, 4, 3)),
            ("May 29, 2020", (2020, 5, 29)),
            ("29 Sept 2020", (2020, 9, 29)),
            ("18/12/2009", (2009, 12, 18)),
            ("12/18/2009", (2009, 12, 18)),
            ("04/04/2009", (2009, 4, 4)),
        ] {
            let (year, month, day) = expected;
            assert_eq!(parse(text), Day::new(year, month, day), "{text}");
        }
        // The second may be April or March.
        for text in [
            "2023-02-29",
            "03/04/2025",
            "1987/00/00",
            "2025.??.??",
            "1966",
            "",
            "2025/04/12 10:00",
            "٣.٤.2025",
        ] {
            assert_eq!(parse(text), None, "{text}");
        }
        assert_eq!(Day::new(2025, 4, 12).map(slashed).as_deref(), Some("2025/04/12"));
    }
}
