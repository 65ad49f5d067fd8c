//! Dates of games as a language writes them.
//!
//! A date of a PGN may be known in part (`2026.05.??`). Nothing is filled in, and what does not have that form is
//! shown as it is.

use super::language::Language;
use crate::bundle::Timestamp;

/// A PGN date (`2026.05.01`) in the order and with the signs of a language.
pub(crate) fn date(language: Language, pgn: &str) -> String {
    let day_first = if language.0.day_first { day_first(pgn) } else { None };
    day_first.unwrap_or_else(|| pgn.to_owned())
}

/// An instant in UTC, to the second: the date in the order of the language, then the time.
pub(crate) fn instant(language: Language, instant: Timestamp) -> String {
    let text = instant.to_string();
    let (day, time) = text.split_once('T').unwrap_or((&text, ""));
    let day = if language.0.day_first { date(language, &day.replace('-', ".")) } else { day.to_owned() };
    format!("{day} {}", time.trim_end_matches('Z'))
}

/// Day, month and year; what is unknown at the end of the PGN date is left away. None if it has another form.
fn day_first(pgn: &str) -> Option<String> {
    let mut parts = pgn.split('.');
    let (year, month, day) = (parts.next()?, parts.next()?, parts.next()?);
    let digits = |part: &str, n: usize| part.len() == n && part.bytes().all(|b| b.is_ascii_digit());
    if parts.next().is_some() || !digits(year, 4) {
        return None;
    }
    match (digits(month, 2), digits(day, 2)) {
        (true, true) => Some(format!("{day}.{month}.{year}")),
        (true, false) if day == "??" => Some(format!("{month}.{year}")),
        (false, false) if (month, day) == ("??", "??") => Some(year.to_owned()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn instants_by_hand() {
        let noon = Timestamp::from_seconds(1_793_179_800).expect("in range");
        assert_eq!(instant(Language::ENGLISH, noon), "2026-10-28 09:30:00");
        assert_eq!(instant(Language::RUSSIAN, noon), "28.10.2026 09:30:00");
        assert_eq!(instant(Language::UKRAINIAN, noon), "28.10.2026 09:30:00");
    }

    #[test]
    fn dates_by_hand() {
        for (pgn, shown) in [
            ("2026.05.01", "01.05.2026"),
            ("2026.12.??", "12.2026"),
            ("2026.??.??", "2026"),
            // Not known, not understood or known in an odd part: as written.
            ("????.??.??", "????.??.??"),
            ("2026.??.01", "2026.??.01"),
            ("2026.5.1", "2026.5.1"),
            ("2026-05-01", "2026-05-01"),
            ("2026.05.01.02", "2026.05.01.02"),
            ("٢٠٢٦.٠٥.٠١", "٢٠٢٦.٠٥.٠١"),
            ("<b>", "<b>"),
            ("", ""),
        ] {
            assert_eq!(date(Language::RUSSIAN, pgn), shown);
            assert_eq!(date(Language::UKRAINIAN, pgn), shown);
            assert_eq!(date(Language::ENGLISH, pgn), pgn);
        }
    }
}
