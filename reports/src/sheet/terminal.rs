//! The screening sheet for a terminal: accounts, table, field check, and games set aside.

use analyzer::screening::Screening;

use super::answer::answer;
use super::columns::PLAYER_COLUMNS;
use super::sections;
use crate::document::{Block, Column, Document, Table, facts, filled, part, text};
use crate::messages::{Key, Language, Messages};
use crate::order::by_index;
use crate::print;
use crate::words;

/// Rows of a list shown without `all`.
const ROWS: usize = 20;
/// Narrower terminals get lines of this width.
const MIN_WIDTH: usize = 60;
/// A wider terminal gets no wider prose or table; also a bound on hostile settings.
const MAX_WIDTH: usize = 400;

/// How the sheet is laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TerminalOptions {
    /// Columns of the terminal; taken as 60 to 400.
    pub width: usize,
    /// True to colour suggestions that ask for attention, and to set headings in bold.
    pub colour: bool,
    /// True to print every row; otherwise the first 20 of each list.
    pub all: bool,
    pub language: Language,
}

/// The sheet as text, lines ending in `\n`.
pub fn terminal(s: &Screening, options: TerminalOptions) -> String {
    let m = &Messages::for_terminal(options.language);
    let mut lead = answer(m, s, &|_| None);
    lead.extend(sections::event_cautions(m, s));
    lead.extend(sections::thresholds(m, s));
    lead.extend(sections::games(m, s));
    lead.extend(sections::purpose(m));
    let mut blocks = first(m, Key::TerminalMore, players(m, s), options.all);
    blocks.push(part(m, Key::FieldHeading));
    blocks.extend(sections::field_check(m, s));
    // Advice on levels needs parameters that are certified.
    blocks.extend(words::caution(m, &s.manifest, &s.event).is_none().then(|| text(m, Key::LegendLevels)));
    blocks.extend(first(m, Key::TerminalMoreLines, sections::left_out(m, s), options.all));
    blocks.push(part(m, Key::ManifestHeading));
    blocks.push(facts(m, words::manifest(m, &s.manifest)));
    let document = Document {
        title: m.with(Key::PageTitle, [("event", words::event_name(m, &s.event.name))]),
        lead,
        blocks,
        ..Document::default()
    };
    print::terminal::terminal(&document, options.width.clamp(MIN_WIDTH, MAX_WIDTH), options.colour)
}

fn players(m: &Messages, s: &Screening) -> Vec<Block> {
    if s.players.is_empty() {
        return vec![text(m, Key::TableEmpty)];
    }
    let mut table = Table::default();
    let columns = || PLAYER_COLUMNS.iter().filter_map(|column| Some((column, column.gives_way?)));
    for (column, gives_way) in columns() {
        table.columns.push(Column { gives_way, ..column.head(m) });
    }
    for player in by_index(s).into_iter().filter_map(|place| s.players.get(place)) {
        table.cells(columns().map(|(column, _)| column.cell(m, player, "/")).collect());
    }
    vec![table.into()]
}

/// The first rows of each table, and in the words of `key` how many more there are.
fn first(m: &Messages, key: Key, blocks: Vec<Block>, all: bool) -> Vec<Block> {
    let shortened = |block| match block {
        Block::Table { mut table } if !all && table.rows.len() > ROWS => {
            let hidden = table.rows.len() - ROWS;
            table.rows.truncate(ROWS);
            vec![table.into(), filled(m, key, [("count", hidden)])]
        }
        block => vec![block],
    };
    blocks.into_iter().flat_map(shortened).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::escape::visible;
    use crate::example;
    use crate::print::terminal::width;

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
                        width(line) <= columns
                            || line.ends_with(&"3".repeat(64))
                            || line.ends_with(&"e".repeat(64)),
                        "{line}"
                    );
                }
                let m = Messages::for_terminal(language);
                let heading = m.text(Key::ColumnReading);
                let name = m.text(Key::ColumnName);
                let table: Vec<&str> = text
                    .lines()
                    .skip_while(|line| !(line.starts_with(&name) && line.contains(&heading)))
                    .take_while(|line| !line.is_empty())
                    .collect();
                let start = |line: &str, word: &str| line.find(word).map(|at| width(&line[..at]));
                let at = start(table[0], &heading).expect("the heading");
                let readings: Vec<String> =
                    s.players.iter().map(|p| m.label("reading", &p.reading)).collect();
                for row in &table[1..=ROWS] {
                    let reading = readings.iter().find(|reading| row.contains(*reading)).expect("a reading");
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
        let mut s = example::with_names(["A", "B", "C", "D", "E", "F"]);
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
