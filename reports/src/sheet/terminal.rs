//! The screening sheet for a terminal: accounts, table, field check, and games set aside.

use analyzer::screening::Screening;

use super::columns::PLAYER_COLUMNS;
use super::sections;
use crate::document::{Block, Column, Document, Table, facts, filled};
use crate::messages::{Key, Language, Messages};
use crate::order::{Census, by_index};
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
    let mut lead = vec![Block::Text { text: m.text(Key::Purpose) }];
    lead.extend(sections::caution(m, s));
    lead.extend(sections::games(m, s));
    let mut blocks = players(m, s, options.all);
    blocks.push(group());
    blocks.extend(field(m, s));
    blocks.push(group());
    blocks.extend(moves(m, s));
    blocks.extend(set_aside(m, s, options.all));
    blocks.push(group());
    blocks.push(facts(m, words::manifest(m, &s.manifest)));
    let document = Document {
        language: options.language,
        title: m.with(Key::PageTitle, [("event", words::event_name(m, &s.event.name))]),
        lead,
        blocks,
        ..Document::default()
    };
    print::terminal::terminal(&document, options.width.clamp(MIN_WIDTH, MAX_WIDTH), options.colour)
}

/// A blank line.
fn group() -> Block {
    Block::Part { title: String::new() }
}

fn players(m: &Messages, s: &Screening, all: bool) -> Vec<Block> {
    if s.players.is_empty() {
        return vec![group(), Block::Text { text: m.text(Key::TableEmpty) }];
    }
    let order = by_index(s);
    let shown = if all { order.len() } else { order.len().min(ROWS) };
    let mut table = Table::default();
    let columns = || PLAYER_COLUMNS.iter().filter_map(|column| Some((column, column.gives_way?)));
    for (column, gives_way) in columns() {
        table.columns.push(Column { gives_way, ..column.head(m) });
    }
    for player in order.iter().take(shown).filter_map(|&place| s.players.get(place)) {
        table.cells(columns().map(|(column, _)| column.cell(m, player, "/")).collect());
    }
    let mut blocks = vec![Block::Table { table }];
    blocks.extend(more(m, Key::TerminalMore, order.len() - shown));
    blocks
}

fn more(m: &Messages, key: Key, hidden: usize) -> Option<Block> {
    (hidden > 0).then(|| Block::Text { text: m.with(key, [("count", hidden)]) })
}

fn field(m: &Messages, s: &Screening) -> Vec<Block> {
    let (n, f) = (m.numbers(), &s.field);
    let values = [
        ("mean", n.index(f.roi_mean)),
        ("sd", n.index(f.roi_sd)),
        ("expected60", n.expected(f.expected_at.at_60)),
        ("expected65", n.expected(f.expected_at.at_65)),
        ("expected70", n.expected(f.expected_at.at_70)),
        ("seen60", n.count(f.seen_at.at_60)),
        ("seen65", n.count(f.seen_at.at_65)),
        ("seen70", n.count(f.seen_at.at_70)),
    ];
    let text = m.with(Key::FieldLine, values);
    let levels = words::caution(m, &s.manifest).is_none().then(|| m.text(Key::LegendLevels));
    std::iter::once(text).chain(levels).map(|text| Block::Text { text }).collect()
}

fn moves(m: &Messages, s: &Screening) -> Vec<Block> {
    let census = Census::sum(&s.players);
    let mut blocks = sections::moves_equation(m, &census);
    let item = |(reason, count): (&_, &u64)| {
        let values = [("count", m.numbers().count(*count)), ("reason", m.label("exclusion", reason))];
        m.with(Key::TerminalExcludedItem, values)
    };
    let items: Vec<String> = census.excluded.iter().map(item).collect();
    if !items.is_empty() {
        blocks.push(filled(m, Key::TerminalExcluded, [("list", items.join("; "))]));
    }
    blocks
}

fn set_aside(m: &Messages, s: &Screening, all: bool) -> Vec<Block> {
    let at = |input: &str, game: u32, offset: u64| {
        [("input", input.to_owned()), ("game", game.to_string()), ("offset", offset.to_string())]
    };
    let unscored = s.unscored.iter().map(|e| {
        let (white, black) = (e.white.clone(), e.black.clone());
        let about = [("white", white), ("black", black), ("reason", words::set_aside(m, e))];
        m.with(Key::TerminalUnscored, at(&e.input, e.game, e.offset).into_iter().chain(about))
    });
    let quarantined = s.quarantine.iter().map(|e| {
        let about = [("ply", e.ply.to_string()), ("token", e.token.clone()), ("reason", e.reason.clone())];
        m.with(Key::TerminalQuarantined, at(&e.input, e.game, e.offset).into_iter().chain(about))
    });
    let failures = s
        .failures
        .iter()
        .map(|entry| m.with(Key::TerminalFailure, [("position", &entry.fen), ("reason", &entry.reason)]));
    let notes = s.notes.iter().map(|e| {
        let about = [("white", e.white.clone()), ("black", e.black.clone()), ("note", words::note(m, e))];
        m.with(Key::NotesLine, at(&e.input, e.game, e.offset).into_iter().chain(about))
    });
    [
        list(m, Key::UnscoredHeading, unscored.collect(), all),
        list(m, Key::QuarantineHeading, quarantined.collect(), all),
        list(m, Key::FailuresHeading, failures.collect(), all),
        list(m, Key::NotesHeading, notes.collect(), all),
    ]
    .into_iter()
    .flatten()
    .collect()
}

fn list(m: &Messages, heading: Key, mut items: Vec<String>, all: bool) -> Vec<Block> {
    if items.is_empty() {
        return Vec::new();
    }
    let count = items.len();
    if !all {
        items.truncate(ROWS);
    }
    let more = more(m, Key::TerminalMoreLines, count - items.len());
    let mut blocks = vec![Block::Part { title: m.text(heading) }, Block::List { items }];
    blocks.extend(more);
    blocks
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
                let table: Vec<&str> = text
                    .lines()
                    .skip_while(|line| !line.ends_with(&heading))
                    .take_while(|line| !line.is_empty())
                    .collect();
                let start = |line: &str, word: &str| line.rfind(word).map(|at| width(&line[..at]));
                let at = start(table[0], &heading).expect("the heading");
                let readings: Vec<String> =
                    s.players.iter().map(|p| m.label("reading", &p.reading)).collect();
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
