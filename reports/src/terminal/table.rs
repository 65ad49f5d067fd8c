//! The table of players: as many columns as fit, name, index and reading always.

use analyzer::screening::{PlayerResult, Reading, Screening, TestResult};

use super::{
    ROWS, Sheet,
    layout::{cut, left, right, width},
};
use crate::{
    escape::visible,
    messages::{Key, Messages},
    number::Numbers,
    order::by_index,
    words,
};

const GAP: &str = "  ";
/// Cells a name gets before further columns may take them.
const LEAST_NAME: usize = 20;

/// One column of numbers.
struct Column {
    heading: Key,
    /// The higher, the sooner the column gives way on a narrow terminal; 0 never does.
    gives_way: u8,
    cell: fn(Numbers, &PlayerResult) -> String,
}

const COLUMNS: [Column; 9] = [
    Column { heading: Key::ColumnRating, gives_way: 2, cell: |n, p| n.whole(p.rating.map(u32::from)) },
    Column { heading: Key::ColumnGames, gives_way: 6, cell: |_, p| p.games.to_string() },
    Column { heading: Key::ColumnScored, gives_way: 3, cell: |_, p| p.scored.to_string() },
    Column { heading: Key::ColumnMm, gives_way: 4, cell: |n, p| both(n, &p.tests.mm, 100.0, 1) },
    Column { heading: Key::ColumnEv, gives_way: 7, cell: |n, p| both(n, &p.tests.ev, 100.0, 1) },
    Column { heading: Key::ColumnAsd, gives_way: 8, cell: |n, p| both(n, &p.tests.asd, 1.0, 3) },
    Column { heading: Key::ColumnZ, gives_way: 1, cell: |n, p| n.z(p.overall_z) },
    Column { heading: Key::ColumnIndex, gives_way: 0, cell: |n, p| n.index(p.roi) },
    Column { heading: Key::ColumnOpponents, gives_way: 5, cell: |n, p| n.index(p.opponents.roi) },
];

fn both(n: Numbers, test: &TestResult, scale: f64, decimals: usize) -> String {
    let show = |value: Option<f64>| n.decimal(value.map(|value| value * scale), decimals);
    format!("{}/{}", show(test.observed), show(test.expected))
}

/// A column as text, heading first.
struct Printed {
    gives_way: u8,
    cells: Vec<String>,
}

impl Printed {
    fn width(&self) -> usize {
        self.cells.iter().map(|cell| width(cell)).max().unwrap_or_default()
    }
}

pub(super) fn write(sheet: &mut Sheet<'_>, s: &Screening) {
    let m = sheet.messages;
    if s.players.is_empty() {
        sheet.line("");
        sheet.prose(&m.text(Key::TableEmpty));
        return;
    }
    let order = by_index(s);
    let shown = if sheet.all { order.len() } else { order.len().min(ROWS) };
    let players: Vec<&PlayerResult> = order.iter().take(shown).filter_map(|&i| s.players.get(i)).collect();

    let names: Vec<String> = players.iter().map(|player| visible(&player.name)).collect();
    let readings: Vec<String> = players.iter().map(|player| m.text(words::reading(player.reading))).collect();
    let name_heading = m.text(Key::ColumnName);
    let reading_heading = m.text(Key::ColumnReading);
    let reading_width = widest(&readings, &reading_heading);
    let name_wish = widest(&names, &name_heading);

    let mut columns: Vec<Printed> = COLUMNS.iter().map(|column| print(column, m, &players)).collect();
    let least_name = LEAST_NAME.min(name_wish);
    let taken = |columns: &[Printed]| -> usize {
        columns.iter().map(|column| GAP.len() + column.width()).sum::<usize>() + GAP.len() + reading_width
    };
    while least_name + taken(&columns) > sheet.width {
        let last = columns.iter().map(|column| column.gives_way).max().unwrap_or_default();
        if last == 0 {
            break;
        }
        columns.retain(|column| column.gives_way != last);
    }
    let name_width = sheet.width.saturating_sub(taken(&columns)).clamp(least_name, name_wish);

    let line = |row: usize, name: &str, reading: &str| {
        let mut line = left(&cut(name, name_width), name_width);
        for column in &columns {
            line.push_str(GAP);
            line.push_str(&right(&column.cells[row], column.width()));
        }
        format!("{line}{GAP}{reading}")
    };
    sheet.heading(&line(0, &name_heading, &reading_heading));
    for (row, player) in players.iter().enumerate() {
        let reading = painted(player.reading, &readings[row], sheet.colour);
        sheet.line(&line(row + 1, &names[row], &reading));
    }
    sheet.more(Key::TerminalMore, order.len() - shown);
}

fn print(column: &Column, messages: &Messages, players: &[&PlayerResult]) -> Printed {
    let cells = players.iter().map(|player| (column.cell)(messages.numbers(), player));
    let cells = std::iter::once(messages.text(column.heading)).chain(cells).collect();
    Printed { gives_way: column.gives_way, cells }
}

fn widest(cells: &[String], heading: &str) -> usize {
    cells.iter().map(|cell| width(cell)).max().unwrap_or_default().max(width(heading))
}

fn painted(reading: Reading, text: &str, colour: bool) -> String {
    match reading {
        Reading::AskForFullTest if colour => format!("\u{1b}[1;33m{text}\u{1b}[0m"),
        Reading::LookAtContext if colour => format!("\u{1b}[36m{text}\u{1b}[0m"),
        Reading::Unrated
        | Reading::RatingOutsideRange
        | Reading::Insufficient
        | Reading::NotCalibrated
        | Reading::Normal
        | Reading::LookAtContext
        | Reading::AskForFullTest => text.to_owned(),
    }
}
