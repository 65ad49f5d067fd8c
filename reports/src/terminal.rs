//! The screening sheet for a terminal: accounting, field check, table, and what was set aside.
//!
//! Colour only repeats what the words say. Names and tokens are shown with their steering characters as codes.

mod layout;
mod table;

use analyzer::screening::Screening;

use crate::conditions;
use crate::{
    escape::visible,
    messages::{Arg, Key, Language, Messages},
    order::{Census, games_add_up},
    words,
};
use layout::wrap;

/// Rows of a list shown without `all`.
const ROWS: usize = 20;
/// Narrower terminals get lines of this width.
const LEAST_WIDTH: usize = 60;
/// A wider terminal gets no wider prose or table; also a bound on hostile settings.
const MOST_WIDTH: usize = 400;

/// How the sheet is laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TerminalOptions {
    /// Columns of the terminal; taken as 60 to 400.
    pub width: usize,
    /// True to colour readings that invite to something, and to set headings in bold.
    pub colour: bool,
    /// True to print every row; otherwise the first 20 of each list.
    pub all: bool,
    /// Language of the words and numbers.
    pub language: Language,
}

/// The sheet as text, lines ending in `\n`.
#[must_use]
pub fn terminal(s: &Screening, options: TerminalOptions) -> String {
    let messages = Messages::for_terminal(options.language);
    let width = options.width.clamp(LEAST_WIDTH, MOST_WIDTH);
    let mut sheet =
        Sheet { out: String::new(), messages: &messages, width, colour: options.colour, all: options.all };
    sheet.head(s);
    table::write(&mut sheet, s);
    sheet.field(s);
    sheet.moves(s);
    sheet.set_aside(s);
    sheet.manifest(s);
    sheet.out
}

/// The text so far and how it is laid out.
struct Sheet<'a> {
    out: String,
    messages: &'a Messages,
    width: usize,
    colour: bool,
    all: bool,
}

impl Sheet<'_> {
    fn line(&mut self, text: &str) {
        self.out.push_str(text.trim_end());
        self.out.push('\n');
    }

    fn prose(&mut self, text: &str) {
        for line in wrap(text, self.width) {
            self.line(&line);
        }
    }

    fn heading(&mut self, text: &str) {
        let text = if self.colour { format!("\u{1b}[1m{text}\u{1b}[0m") } else { text.to_owned() };
        self.line("");
        self.line(&text);
    }

    fn head(&mut self, s: &Screening) {
        let m = self.messages;
        let unnamed = m.text(Key::EventUnnamed);
        let event = if s.event.name.trim().is_empty() { unnamed } else { visible(&s.event.name) };
        self.prose(&m.with(Key::PageTitle, &[("event", Arg::Text(&event))]));
        self.prose(&m.text(Key::Purpose));
        if let Some((title, text)) = words::caution(&s.manifest) {
            self.prose(&format!("{} {}", m.text(title), m.text(text)));
        }
        let count = |n: u32| m.numbers().count(u64::from(n));
        let e = &s.event;
        self.prose(&m.with(
            Key::GamesEquation,
            &[
                ("in", Arg::Text(&count(e.games_in))),
                ("scored", Arg::Text(&count(e.games_scored))),
                ("unscored", Arg::Text(&count(e.games_unscored))),
                ("quarantined", Arg::Text(&count(e.games_quarantined))),
            ],
        ));
        self.prose(&conditions::of_event(m, e));
        if !games_add_up(s) {
            self.prose(&m.text(Key::EquationBroken));
        }
    }

    fn field(&mut self, s: &Screening) {
        let n = self.messages.numbers();
        let f = &s.field;
        let (mean, sd) = (n.index(f.roi_mean), n.index(f.roi_sd));
        let expected = [f.expected_at.at_60, f.expected_at.at_65, f.expected_at.at_70];
        let expected = expected.map(|value| n.expected(value));
        let seen = [f.seen_at.at_60, f.seen_at.at_65, f.seen_at.at_70].map(|seen| n.count(u64::from(seen)));
        let text = self.messages.with(
            Key::FieldLine,
            &[
                ("mean", Arg::Text(&mean)),
                ("sd", Arg::Text(&sd)),
                ("expected60", Arg::Text(&expected[0])),
                ("expected65", Arg::Text(&expected[1])),
                ("expected70", Arg::Text(&expected[2])),
                ("seen60", Arg::Text(&seen[0])),
                ("seen65", Arg::Text(&seen[1])),
                ("seen70", Arg::Text(&seen[2])),
            ],
        );
        self.line("");
        self.prose(&text);
        if words::caution(&s.manifest).is_none() {
            self.prose(&self.messages.text(Key::LegendLevels));
        }
    }

    fn moves(&mut self, s: &Screening) {
        let m = self.messages;
        let census = Census::of(&s.players);
        self.line("");
        self.prose(&m.with(
            Key::MovesEquation,
            &[
                ("moves", Arg::Text(&m.numbers().count(census.moves))),
                ("scored", Arg::Text(&m.numbers().count(census.scored))),
                ("excluded", Arg::Text(&m.numbers().count(census.left_out()))),
            ],
        ));
        if !census.adds_up() {
            self.prose(&m.text(Key::EquationBroken));
        }
        let items: Vec<String> = census
            .excluded
            .iter()
            .map(|(&reason, &count)| {
                let (count, reason) = (m.numbers().count(count), m.text(words::exclusion(reason)));
                m.with(
                    Key::TerminalExcludedItem,
                    &[("count", Arg::Text(&count)), ("reason", Arg::Text(&reason))],
                )
            })
            .collect();
        if !items.is_empty() {
            self.prose(&m.with(Key::TerminalExcluded, &[("list", Arg::Text(&items.join("; ")))]));
        }
    }

    fn set_aside(&mut self, s: &Screening) {
        let m = self.messages;
        let unscored = s.unscored.iter().map(|entry| {
            m.with(
                Key::TerminalUnscored,
                &[
                    ("input", Arg::Text(&visible(&entry.input))),
                    ("game", Arg::Text(&entry.game.to_string())),
                    ("offset", Arg::Text(&entry.offset.to_string())),
                    ("white", Arg::Text(&visible(&entry.white))),
                    ("black", Arg::Text(&visible(&entry.black))),
                    ("reason", Arg::Text(&words::set_aside(m, entry, visible))),
                ],
            )
        });
        self.list(Key::UnscoredHeading, unscored);
        let quarantined = s.quarantine.iter().map(|entry| {
            m.with(
                Key::TerminalQuarantined,
                &[
                    ("input", Arg::Text(&visible(&entry.input))),
                    ("game", Arg::Text(&entry.game.to_string())),
                    ("offset", Arg::Text(&entry.offset.to_string())),
                    ("ply", Arg::Text(&entry.ply.to_string())),
                    ("token", Arg::Text(&visible(&entry.token))),
                    ("reason", Arg::Text(&visible(&entry.reason))),
                ],
            )
        });
        self.list(Key::QuarantineHeading, quarantined);
        let failures = s.failures.iter().map(|entry| {
            let (position, reason) = (visible(&entry.fen), visible(&entry.reason));
            m.with(
                Key::TerminalFailure,
                &[("position", Arg::Text(&position)), ("reason", Arg::Text(&reason))],
            )
        });
        self.list(Key::FailuresHeading, failures);
        let notes = s.notes.iter().map(|entry| {
            m.with(
                Key::NotesLine,
                &[
                    ("input", Arg::Text(&visible(&entry.input))),
                    ("game", Arg::Text(&entry.game.to_string())),
                    ("offset", Arg::Text(&entry.offset.to_string())),
                    ("white", Arg::Text(&visible(&entry.white))),
                    ("black", Arg::Text(&visible(&entry.black))),
                    ("note", Arg::Text(&visible(&words::note(m, entry)))),
                ],
            )
        });
        self.list(Key::NotesHeading, notes);
    }

    fn list(&mut self, heading: Key, lines: impl ExactSizeIterator<Item = String>) {
        let count = lines.len();
        if count == 0 {
            return;
        }
        let shown = if self.all { count } else { count.min(ROWS) };
        self.heading(&self.messages.text(heading));
        for line in lines.take(shown) {
            self.prose(&line);
        }
        self.more(Key::TerminalMoreLines, count - shown);
    }

    fn more(&mut self, key: Key, hidden: usize) {
        if hidden > 0 {
            let hidden = u64::try_from(hidden).unwrap_or(u64::MAX);
            self.prose(&self.messages.with(key, &[("count", Arg::Count(hidden))]));
        }
    }

    fn manifest(&mut self, s: &Screening) {
        let m = self.messages;
        let parameters = words::parameters(m, &s.manifest);
        let rows = [
            (Key::ManifestEngine, &s.manifest.engine.name),
            (Key::ManifestEngineSha256, &s.manifest.engine.sha256),
            (Key::ManifestParameters, &parameters),
            (Key::ManifestSoftware, &s.manifest.software),
            (Key::ManifestDigest, &s.manifest.digest),
        ];
        self.line("");
        for (key, value) in rows {
            self.prose(&format!("{}: {}", m.text(key), visible(value)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::example;

    const PLAIN: TerminalOptions =
        TerminalOptions { width: 100, colour: false, all: false, language: Language::ENGLISH };

    #[test]
    fn sheet_for_a_wide_and_a_narrow_terminal() {
        let s = example::screening();
        insta::assert_snapshot!("terminal_120", terminal(&s, TerminalOptions { width: 120, ..PLAIN }));
        insta::assert_snapshot!("terminal_60", terminal(&s, TerminalOptions { width: 60, ..PLAIN }));
    }

    #[test]
    fn sheet_in_russian_and_ukrainian() {
        let s = example::screening();
        for language in [Language::RUSSIAN, Language::UKRAINIAN] {
            let options = TerminalOptions { width: 120, language, ..PLAIN };
            insta::assert_snapshot!(format!("terminal_120_{language}"), terminal(&s, options));
        }
    }

    /// Columns stand below each other and no line runs over the edge, counted in cells and not in bytes.
    #[test]
    fn lines_fit_and_columns_agree_in_every_language() {
        let s = example::large(30);
        for language in Language::all() {
            for columns in [60, 80, 100, 120, 160] {
                let options = TerminalOptions { width: columns, language, ..PLAIN };
                let text = terminal(&s, options);
                for line in text.lines() {
                    // A word that is longer than a line stands alone: a digest.
                    assert!(
                        layout::width(line) <= columns
                            || line.ends_with(&"3".repeat(64))
                            || line.ends_with(&"e".repeat(64)),
                        "{line}"
                    );
                }
                let m = Messages::for_terminal(language);
                let heading = m.text(Key::ColumnReading);
                let table: Vec<&str> = text
                    .lines()
                    .skip_while(|line| !line.ends_with(&heading))
                    .take_while(|line| !line.is_empty())
                    .collect();
                let start = |line: &str, word: &str| line.rfind(word).map(|at| layout::width(&line[..at]));
                let at = start(table[0], &heading).expect("the heading");
                let readings: Vec<String> =
                    s.players.iter().map(|p| m.text(words::reading(p.reading))).collect();
                for row in &table[1..=ROWS] {
                    let reading = readings.iter().find(|reading| row.ends_with(*reading)).expect("a reading");
                    assert_eq!(start(row, reading), Some(at), "{row}");
                }
            }
        }
    }

    #[test]
    fn trap_16_nothing_from_outside_steers_the_terminal() {
        let text = terminal(&example::screening(), TerminalOptions { width: 160, ..PLAIN });
        assert!(text.chars().all(|c| c == '\n' || visible(&c.to_string()) == c.to_string()));
        for shown in ["=cmd|' /C calc'!A1", "<script>alert(1)</script>", "O'Connor, Ann"] {
            assert!(text.contains(shown), "{shown}");
        }
    }

    #[test]
    fn colour_only_repeats_what_the_words_say() {
        let s = example::screening();
        let mut coloured = terminal(&s, TerminalOptions { colour: true, ..PLAIN });
        assert!(coloured.contains("\u{1b}["));
        for code in ["\u{1b}[1m", "\u{1b}[1;33m", "\u{1b}[36m", "\u{1b}[0m"] {
            coloured = coloured.replace(code, "");
        }
        assert_eq!(coloured, terminal(&s, PLAIN));
    }

    #[test]
    fn long_fields_are_cut_and_counted_unless_all() {
        let mut s = example::named(["A", "B", "C", "D", "E", "F"]);
        let players = s.players.clone();
        s.players = players.iter().cycle().take(61).cloned().collect();
        let text = terminal(&s, PLAIN);
        assert!(text.contains("and 41 more players; --all shows everybody"));
        let all = terminal(&s, TerminalOptions { all: true, ..PLAIN });
        assert!(!all.contains("more player") && all.lines().count() == text.lines().count() + 40);
    }

    #[test]
    fn broken_accounting_is_said() {
        let mut s = example::screening();
        assert!(!terminal(&s, PLAIN).contains("do not add up"));
        s.players[0].scored -= 1;
        assert!(terminal(&s, PLAIN).contains("do not add up"));
    }

    #[test]
    fn odd_widths_and_an_empty_event_do_no_harm() {
        let mut s = example::screening();
        for width in [0, 1, 61, 80, usize::MAX] {
            let text = terminal(&s, TerminalOptions { width, ..PLAIN });
            assert!(text.contains("64.") || text.contains("65.6"), "{text}");
        }
        s.players.clear();
        s.unscored.clear();
        assert!(terminal(&s, PLAIN).contains("No players."));
    }
}
