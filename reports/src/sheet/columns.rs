//! The three tests, and the columns of the table of players: one list for sheet, server and terminal.

use analyzer::means::Means;
use analyzer::screening::{PlayerResult, Projected, SecondTest, SecondTests, Suggestion, TestResult, Tests};

use crate::document::{Attention, Cell, Column};
use crate::messages::{Key, Messages};
use crate::number::Numbers;

/// Unit of a number; it decides how many decimals are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unit {
    /// Identities and counts, without grouping.
    Whole,
    /// A share from 0 to 1, printed in percent.
    Percent,
    ScaledPawns,
    Centipawns,
    Z,
    Index,
}

impl Unit {
    pub(crate) fn show(self, n: Numbers, value: Option<f64>) -> String {
        match self {
            Self::Whole => n.decimal(value, 0),
            Self::Percent => n.percent(value),
            Self::ScaledPawns => n.decimal(value, 3),
            Self::Centipawns => n.decimal(value, 1),
            Self::Z => n.z(value),
            Self::Index => n.index(value),
        }
    }
}

#[derive(Debug)]
pub(crate) struct Test {
    /// As in JSON and CSV.
    pub(crate) key: &'static str,
    pub(crate) name: Key,
    pub(crate) unit: Unit,
    pub(crate) z_name: Key,
    pub(crate) result: fn(&Tests) -> &TestResult,
    pub(crate) second: fn(&SecondTests) -> SecondTest,
    pub(crate) mean: fn(&Means) -> &Projected,
}

pub(crate) static TESTS: [Test; 3] = [
    test("mm", Key::TestMm, Unit::Percent, Key::ColumnMmZ, |t| &t.mm, |t| t.mm, |m| &m.mm),
    test("ev", Key::TestEv, Unit::Percent, Key::ColumnEvZ, |t| &t.ev, |t| t.ev, |m| &m.ev),
    test("asd", Key::TestAsd, Unit::ScaledPawns, Key::ColumnAsdZ, |t| &t.asd, |t| t.asd, |m| &m.asd),
];

const fn test(
    key: &'static str,
    name: Key,
    unit: Unit,
    z_name: Key,
    result: fn(&Tests) -> &TestResult,
    second: fn(&SecondTests) -> SecondTest,
    mean: fn(&Means) -> &Projected,
) -> Test {
    Test { key, name, unit, z_name, result, second, mean }
}

#[derive(Clone, Copy, Debug)]
enum Get {
    Name,
    Number(Unit, fn(&PlayerResult) -> Option<f64>),
    /// Seen and projected.
    Both(&'static Test),
    Step,
}

#[derive(Debug)]
pub(crate) struct PlayerColumn {
    pub(crate) key: &'static str,
    pub(crate) heading: Key,
    pub(crate) meaning: Key,
    get: Get,
    /// Whether the sheet has it.
    pub(crate) on_sheet: bool,
    /// For a terminal: the higher, the sooner a narrow one leaves the column out; 0 never.
    pub(crate) gives_way: Option<u8>,
}

use Get::{Both, Name, Number, Step};
use Key as K;
use Unit::{Index, Whole, Z};

pub(crate) static PLAYER_COLUMNS: [PlayerColumn; 17] = [
    column("name", K::ColumnName, K::ColumnNameTitle, Name, true, Some(0)),
    column("fide", K::ColumnFide, K::ColumnFideTitle, FIDE, true, None),
    column("rating", K::ColumnRating, K::ColumnRatingTitle, RATING, true, Some(2)),
    column("games", K::ColumnGames, K::ColumnGamesTitle, GAMES, true, Some(6)),
    column("moves", K::ColumnMoves, K::ColumnMovesTitle, MOVES, true, None),
    column("decisions", K::ColumnScored, K::ColumnScoredTitle, SCORED, true, Some(3)),
    column("mm", K::ColumnMm, K::ColumnMmTitle, Both(&TESTS[0]), true, Some(4)),
    column("mm_z", K::ColumnMmZ, K::ColumnMmZTitle, Number(Z, |p| p.tests.mm.z_adjusted), true, None),
    column("ev", K::ColumnEv, K::ColumnEvTitle, Both(&TESTS[1]), true, Some(7)),
    column("ev_z", K::ColumnEvZ, K::ColumnEvZTitle, Number(Z, |p| p.tests.ev.z_adjusted), true, None),
    column("asd", K::ColumnAsd, K::ColumnAsdTitle, Both(&TESTS[2]), true, Some(8)),
    column("asd_z", K::ColumnAsdZ, K::ColumnAsdZTitle, Number(Z, |p| p.tests.asd.z_adjusted), true, None),
    column("z", K::ColumnZ, K::ColumnZTitle, Number(Z, |p| p.overall_z), true, Some(1)),
    column("second", K::PagesSecondZ, K::PagesSecondZTitle, SECOND, false, None),
    INDEX,
    column("opponents", K::ColumnOpponents, K::ColumnOpponentsTitle, OPPONENTS, true, Some(5)),
    column("reading", K::ColumnReading, K::ColumnReadingTitle, Step, true, Some(0)),
];

/// The column by which tables are sorted at first.
pub(crate) const INDEX: PlayerColumn =
    column("index", K::ColumnIndex, K::ColumnIndexTitle, Number(Index, |p| p.roi), true, Some(0));

const FIDE: Get = Number(Whole, |p| p.fide_id.map(f64::from));
const MOVES: Get = Number(Whole, |p| Some(p.moves.into()));
const RATING: Get = Number(Whole, |p| p.rating.map(f64::from));
const GAMES: Get = Number(Whole, |p| Some(p.games.into()));
const SCORED: Get = Number(Whole, |p| Some(p.scored.into()));
const SECOND: Get = Number(Z, |p| p.depth_aware.as_ref().map(|second| second.overall_z));
const OPPONENTS: Get = Number(Index, |p| p.opponents.roi);

/// Columns of the server's table, in its order.
const SERVER: [&str; 8] = ["name", "index", "reading", "z", "second", "decisions", "games", "rating"];

const fn column(
    key: &'static str,
    heading: Key,
    meaning: Key,
    get: Get,
    on_sheet: bool,
    gives_way: Option<u8>,
) -> PlayerColumn {
    PlayerColumn { key, heading, meaning, get, on_sheet, gives_way }
}

impl PlayerColumn {
    pub(crate) fn on_server() -> impl Iterator<Item = &'static Self> {
        SERVER.iter().filter_map(|key| PLAYER_COLUMNS.iter().find(|column| column.key == *key))
    }

    pub(crate) fn is_name(&self) -> bool {
        matches!(self.get, Name)
    }

    /// The number that players are sorted by; none for their names.
    pub(crate) fn value(&self, player: &PlayerResult) -> Option<f64> {
        match self.get {
            Name => None,
            Number(_, get) => get(player),
            Both(test) => (test.result)(&player.tests).observed,
            Step => Some(rank(player.reading)),
        }
        .filter(|value| value.is_finite())
    }

    /// The heading; seen and projected numbers count as numbers.
    pub(crate) fn head(&self, m: &Messages) -> Column {
        Column {
            title: m.text(self.heading),
            number: matches!(self.get, Number(..) | Both(..)),
            meaning: m.text(self.meaning),
            ..Column::default()
        }
    }

    /// The cell of a player; `between` stands between what was seen and what was projected.
    pub(crate) fn cell(&self, m: &Messages, player: &PlayerResult, between: &str) -> Cell {
        let value = self.value(player);
        match self.get {
            Name => Cell::Plain(player.name.clone()),
            Number(unit, _) => Cell::Number(unit.show(m.numbers(), value), value),
            Both(test) => {
                let result = (test.result)(&player.tests);
                Cell::Number(both(m, test.unit, result.observed, result.expected, between), value)
            }
            Step => reading(m, player.reading),
        }
    }
}

/// Seen and projected.
pub(crate) fn both(
    m: &Messages,
    unit: Unit,
    seen: Option<f64>,
    projected: Option<f64>,
    between: &str,
) -> String {
    format!("{}{between}{}", unit.show(m.numbers(), seen), unit.show(m.numbers(), projected))
}

/// The suggestion of an index in words, with a mark.
pub(crate) fn reading(m: &Messages, reading: Suggestion) -> Cell {
    let attention = match reading {
        Suggestion::AskForFullTest => Attention::Ask,
        Suggestion::LookAtContext => Attention::Look,
        Suggestion::Normal => Attention::Ordinary,
        Suggestion::Unrated
        | Suggestion::RatingOutsideRange
        | Suggestion::Insufficient
        | Suggestion::NotCalibrated => Attention::None,
    };
    Cell::Marked(attention, m.label("reading", &reading), rank(reading))
}

/// The order of suggestions.
fn rank(reading: Suggestion) -> f64 {
    match reading {
        Suggestion::Unrated => 0.0,
        Suggestion::RatingOutsideRange => 1.0,
        Suggestion::Insufficient => 2.0,
        Suggestion::NotCalibrated => 3.0,
        Suggestion::Normal => 4.0,
        Suggestion::LookAtContext => 5.0,
        Suggestion::AskForFullTest => 6.0,
    }
}
