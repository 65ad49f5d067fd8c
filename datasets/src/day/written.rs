//! Dates as people write them, in tags of games and in tournament reports: a dozen forms, one reader.

use super::{Day, month_by_name};
use crate::text::digits::number;

/// The meaning of a written date.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum WrittenDate {
    Day(Day),
    /// Year and month; the day is not known.
    Month(u16, u8),
    Year(u16),
    /// `03/04/2016`: the third of April, or the fourth of March.
    TwoWays {
        day_first: Day,
        month_first: Day,
    },
}

/// Which of two numbers before a year is the day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Order {
    DayFirst,
    MonthFirst,
}

impl WrittenDate {
    /// As PGN writes it: `2016.10.15`, `2016.10.??`. `None` if it is one of two days.
    pub(crate) fn as_pgn(self) -> Option<String> {
        match self {
            Self::Day(day) => Some(day.to_string().replace('-', ".")),
            Self::Month(year, month) => Some(format!("{year:04}.{month:02}.??")),
            Self::Year(year) => Some(format!("{year:04}.??.??")),
            Self::TwoWays { .. } => None,
        }
    }

    pub(crate) fn day(self) -> Option<Day> {
        match self {
            Self::Day(day) => Some(day),
            Self::Month(..) | Self::Year(_) | Self::TwoWays { .. } => None,
        }
    }
}

/// Reads `2016/10/15`, `2016.10.15`, `20161015`, `15.10.2016`, `28. 07. 2005`, `Oct 15, 2016`, `Sat 15 October 2016` and
/// `15 октября 2016`; and with unknown parts `2016`, `2016.10`, `Oct 2016`, `2016-??-??`, `2016.00.00`, `??.10.2016`.
///
/// Between slashes or dashes a day before the year is told from a month only if one of them is above 12. `None` for what
/// the calendar does not have and for everything else.
pub(crate) fn read(text: &str) -> Option<WrittenDate> {
    let separator = |c: char| c.is_whitespace() || matches!(c, '.' | '/' | '-' | ',');
    let mut parts: Vec<&str> = text.split(separator).filter(|part| !part.is_empty()).collect();
    if parts.len() > 2 && parts.first().is_some_and(|first| is_weekday(first)) {
        parts.remove(0);
    }
    // *15 de octubre de 2016*.
    parts.retain(|part| !matches!(*part, "de" | "of" | "г" | "р"));
    match *parts.as_slice() {
        [one] if one.len() == 8 => {
            let number: u32 = number(one, 8)?;
            Day::from_number(number).map(WrittenDate::Day)
        }
        [one] => year(one).map(WrittenDate::Year),
        [a, b] => match (month(a), month(b)) {
            (Some(month), _) => Some(WrittenDate::Month(year(b)?, month)),
            (_, Some(month)) => Some(WrittenDate::Month(year(a)?, month)),
            _ if a.len() == 4 => from_parts(year(a)?, part(b)?, None),
            _ => from_parts(year(b)?, part(a)?, None),
        },
        [a, b, c] => three(a, b, c, text.contains('.') && !text.contains(['/', '-'])),
        _ => None,
    }
}

/// Three parts; `dots` says that only dots stand between them.
fn three(a: &str, b: &str, c: &str, dots: bool) -> Option<WrittenDate> {
    if let Some(month) = month(a) {
        return from_parts(year(c)?, Some(month), part(ordinal(b))?);
    }
    if let Some(month) = month(b) {
        let (year, day) = year(c).map(|year| (year, a)).or_else(|| Some((year(a)?, c)))?;
        return from_parts(year, Some(month), part(ordinal(day))?);
    }
    if a.len() == 4 {
        return from_parts(year(a)?, part(b)?, part(c)?);
    }
    let year = year(c)?;
    match (part(a)?, part(b)?) {
        (Some(first), Some(second)) if dots || first == second || first > 12 => {
            from_parts(year, Some(second), Some(first))
        }
        (Some(first), Some(second)) if second > 12 => from_parts(year, Some(first), Some(second)),
        (Some(first), Some(second)) => Some(WrittenDate::TwoWays {
            day_first: Day::new(year, second, first)?,
            month_first: Day::new(year, first, second)?,
        }),
        (None, month) => from_parts(year, month, None),
        // A number beside an unknown one is a month or a day.
        (Some(_), None) => Some(WrittenDate::Year(year)),
    }
}

/// The order in which a date with the year behind is written, if the text shows it: one number is above 12.
pub(crate) fn order(text: &str) -> Option<Order> {
    let parts: Vec<&str> = text.split(['/', '-']).map(str::trim).collect();
    let &[a, b, c] = parts.as_slice() else { return None };
    year(c)?;
    match (part(a)??, part(b)??) {
        (13..=31, 1..=12) => Some(Order::DayFirst),
        (1..=12, 13..=31) => Some(Order::MonthFirst),
        _ => None,
    }
}

/// A day without a month says nothing.
fn from_parts(year: u16, month: Option<u8>, day: Option<u8>) -> Option<WrittenDate> {
    match (month, day) {
        (Some(month), Some(day)) => Day::new(year, month, day).map(WrittenDate::Day),
        (Some(month), None) => {
            Day::new(year, month, 1)?;
            Some(WrittenDate::Month(year, month))
        }
        (None, _) => Some(WrittenDate::Year(year)),
    }
}

fn year(text: &str) -> Option<u16> {
    super::number(text, 4).filter(|year| *year > 0)
}

/// A month or a day: `Some(None)` if it is not known, `None` if it is none.
#[expect(clippy::option_option, reason = "unknown and unreadable are different")]
fn part(text: &str) -> Option<Option<u8>> {
    if text.bytes().all(|b| b == b'?') {
        return Some(None);
    }
    number(text, 2).map(|part: u8| (part > 0).then_some(part))
}

/// `15th` without its ending.
fn ordinal(text: &str) -> &str {
    ["st", "nd", "rd", "th"].iter().find_map(|end| text.strip_suffix(end)).unwrap_or(text)
}

fn is_weekday(text: &str) -> bool {
    const DAYS: &str = "monday tuesday wednesday thursday friday saturday sunday";
    let text = text.to_ascii_lowercase();
    text.len() >= 3 && DAYS.split(' ').any(|day| day.starts_with(&text))
}

/// Months as FIDE's languages and those of most organisers write them, January first, one line a language: German, French,
/// Spanish, Italian, Portuguese, Russian (both cases) and Ukrainian. Slavic months in Latin letters are left out: *listopad*
/// is October in one language and November in another.
const MONTHS: &str = "\
januar februar märz april mai juni juli august september oktober november dezember
janvier février mars avril mai juin juillet août septembre octobre novembre décembre
enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre
gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre
janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro
январь февраль март апрель май июнь июль август сентябрь октябрь ноябрь декабрь
января февраля марта апреля мая июня июля августа сентября октября ноября декабря
січня лютого березня квітня травня червня липня серпня вересня жовтня листопада грудня";

/// The month of a name or of at least its first three letters; `None` too if two months begin so.
fn month(text: &str) -> Option<u8> {
    if let Some(month) = month_by_name(text) {
        return Some(month);
    }
    let text = text.to_lowercase();
    if text.chars().count() < 3 {
        return None;
    }
    let lines = MONTHS.lines().flat_map(|line| (1..).zip(line.split(' ')));
    let mut fitting = lines.filter(|(_, name)| name.starts_with(&text)).map(|(month, _)| month);
    let first = fitting.next()?;
    fitting.all(|month| month == first).then_some(first)
}

#[cfg(test)]
mod tests {
    use super::{Order, WrittenDate, order, read};

    fn pgn(text: &str) -> Option<String> {
        read(text)?.as_pgn()
    }

    #[test]
    fn days_are_read_in_the_forms_of_real_files() {
        for text in "2016.10.15|2016/10/15|2016-10-15|20161015|15.10.2016|15. 10. 2016|15/10/2016|10/15/2016|15-10-2016|\
                     Oct 15, 2016|October 15th, 2016|15 Oct 2016|15-Oct-2016|2016 Oct 15|Sat, 15 October 2016|\
                     15. Oktober 2016|15 octobre 2016|15 de octubre de 2016|15 ottobre 2016|15 октября 2016 г.|\
                     15 жовтня 2016|15 out 2016"
            .split('|')
        {
            assert_eq!(pgn(text).as_deref(), Some("2016.10.15"), "{text}");
        }
        for (text, expected) in [
            ("2024-02-29", "2024.02.29"),
            ("28. 07. 2005", "2005.07.28"),
            ("03.04.2025", "2025.04.03"),
            ("29 Sept 2020", "2020.09.29"),
            ("04/04/2009", "2009.04.04"),
            ("3 мая 2019", "2019.05.03"),
            ("2 mai 2019", "2019.05.02"),
        ] {
            assert_eq!(pgn(text).as_deref(), Some(expected), "{text}");
        }
    }

    #[test]
    fn parts_that_are_not_known_stay_unknown() {
        for (text, expected) in [
            ("2016", "2016.??.??"),
            ("2016.??.??", "2016.??.??"),
            ("2016.00.00", "2016.??.??"),
            ("2016.??.15", "2016.??.??"),
            ("2016.10", "2016.10.??"),
            ("10/2016", "2016.10.??"),
            ("2016-10-??", "2016.10.??"),
            ("Oct 2016", "2016.10.??"),
            ("??.10.2016", "2016.10.??"),
            ("??.??.2016", "2016.??.??"),
            ("03.??.2016", "2016.??.??"),
        ] {
            assert_eq!(pgn(text).as_deref(), Some(expected), "{text}");
        }
    }

    #[test]
    fn what_is_no_date_or_two_is_not_read() {
        for text in "2016.02.30|2023-02-29|31.04.2016|2016.13.01|2016-15-10|0000.10.15|15.10.16|1987|2025/04/12 10:00|\
                     ٣.٤.2025|tomorrow|15-17 Oct 2016|jui 3 2016|????.??.??||3 listopad 2016|2016.1.2.3"
            .split('|')
        {
            assert_eq!(read(text).and_then(WrittenDate::day), None, "{text}");
        }
        assert!(matches!(read("03/04/2016"), Some(WrittenDate::TwoWays { .. })));
        assert!(matches!(read("3-4-2016"), Some(WrittenDate::TwoWays { .. })));
        assert_eq!(order("15/10/2016"), Some(Order::DayFirst));
        assert_eq!(order("10-15-2016"), Some(Order::MonthFirst));
        for text in ["03/04/2016", "15.10.2016", "2016/10/15", "32/10/2016", "10/2016"] {
            assert_eq!(order(text), None, "{text}");
        }
    }
}
