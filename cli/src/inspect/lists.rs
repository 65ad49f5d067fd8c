//! Words and lists for the terminal.

use std::io::{self, Write};

use datasets::inspection::Counted;
use reports::visible;

/// Lines of a list that are shown without `--all`.
const SHOWN: usize = 20;

/// Prints a list: a heading with the number, the first lines, and how many more there are.
pub(super) fn list<T>(
    out: &mut dyn Write,
    heading: &str,
    items: &[T],
    total: u64,
    all: bool,
    line: impl Fn(&T) -> String,
) -> io::Result<()> {
    if total == 0 {
        return Ok(());
    }
    writeln!(out, "\n{heading} ({total})")?;
    let shown = if all { items.len() } else { items.len().min(SHOWN) };
    for item in items.iter().take(shown) {
        writeln!(out, "  {}", line(item))?;
    }
    let hidden = total.saturating_sub(shown as u64);
    if hidden > 0 {
        let how = if all || items.len() <= shown { "too many to list" } else { "--all shows them" };
        writeln!(out, "  and {hidden} more; {how}")?;
    }
    Ok(())
}

/// A line `name      value`.
pub(super) fn fact(out: &mut dyn Write, name: &str, value: &str) -> io::Result<()> {
    writeln!(out, "{name:<14}{value}")
}

/// `12 of this, 3 of that`.
pub(super) fn counts(counted: &[Counted], word: impl Fn(&str) -> String) -> String {
    let parts: Vec<String> =
        counted.iter().map(|one| format!("{} {}", grouped(one.games), word(&one.name))).collect();
    parts.join(", ")
}

/// `1 game`, `2 games`.
pub(super) fn number(count: u64, one: &str, many: &str) -> String {
    let word = if count == 1 { one } else { many };
    format!("{} {word}", grouped(count))
}

/// Digits in groups of three.
pub(super) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut grouped = String::with_capacity(digits.len() + digits.len() / 3);
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

/// A text in quotes, harmless on a terminal.
pub(super) fn quoted(text: &str) -> String {
    format!("\"{}\"", visible(text))
}

/// A value or a dash.
pub(super) fn or_dash(value: Option<impl ToString>) -> String {
    value.map_or_else(|| "-".to_owned(), |value| value.to_string())
}

/// Why a game is not scored, after the number of games.
pub(super) fn unscored(reason: &str) -> String {
    match reason {
        "no_moves" => "without moves",
        "variant" => "of another kind of chess",
        "set_up" => "from a set-up position",
        "duplicate" => "repeated",
        "same_player" => "with one person on both sides",
        "forfeit" => "forfeited",
        "bye" => "against nobody (bye)",
        "null_move" => "with a null move, an analyst's",
        "superseded" => "replaced by a later version",
        "swapped_colours" => "repeated with colours exchanged",
        "renamed" => "repeated under other names",
        other => return other.to_owned(),
    }
    .to_owned()
}

/// A remark on the reading, after the number of games.
pub(super) fn note(note: &str) -> String {
    match note {
        "mojibake" => "with letters that were spoilt before they came here",
        "other_notation" => "in another notation than the standard's",
        "kings_in_centre" => "that end with kings put into the centre; those moves were dropped",
        other => return other.to_owned(),
    }
    .to_owned()
}

/// Why clocks give no time per move, after the number of games.
pub(super) fn clock(reason: &str) -> String {
    match reason {
        "no_control" => "without a time control that was understood",
        "no_stages" => "whose control has no running time",
        "delay" => "with a delay, which the clock does not show",
        "no_readable_clock" => "whose clocks do not read as a time",
        "too_few_steps" => "too short",
        "start_too_high" => "that begin with more time than the control gives",
        "start_too_low" => "that begin with less than half of the control's time",
        "half_time" => "that begin with half of the time, as in arenas",
        "unexplained" => "whose clocks do not follow the control",
        "no_increment" => "in which the increment never shows",
        "disagree" => "whose two kinds of clocks disagree",
        other => return other.to_owned(),
    }
    .to_owned()
}

/// Why a list gave no rating, after the number of players.
pub(super) fn passed_over(reason: &str) -> String {
    match reason {
        "no_list" => "for whose class no list is kept",
        "outdated" => "for whom only an older list is kept",
        "not_listed" => "not on the list",
        "unrated" => "on the list without a rating",
        "several" => "whose name several people on the list bear",
        other => return other.to_owned(),
    }
    .to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lists_say_how_many_are_hidden() {
        let items: Vec<u32> = (0..30).collect();
        let printed = |total, all| {
            let mut out = Vec::new();
            list(&mut out, "Things", &items, total, all, u32::to_string).expect("memory");
            String::from_utf8(out).expect("text")
        };
        assert!(printed(30, false).ends_with("  19\n  and 10 more; --all shows them\n"));
        assert!(printed(30, true).ends_with("  29\n"));
        assert!(printed(40, true).ends_with("  29\n  and 10 more; too many to list\n"));
        assert_eq!(printed(0, false), "");
        assert_eq!((grouped(999), grouped(1_234_567)), ("999".into(), "1,234,567".into()));
    }
}
