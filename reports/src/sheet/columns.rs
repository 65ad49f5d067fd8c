//! The three tests, and the columns of the table of players: one list for sheet, server and terminal.

use analyzer::means::Means;
use analyzer::screening::{PlayerResult, Projected, Reading, SecondTest, SecondTests, TestResult, Tests};

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
    /// Its heading where seen and projected stand in one column.
    pub(crate) column: Key,
    pub(crate) unit: Unit,
    pub(crate) z_name: Key,
    pub(crate) result: fn(&Tests) -> &TestResult,
    pub(crate) second: fn(&SecondTests) -> SecondTest,
    pub(crate) mean: fn(&Means) -> &Projected,
}

pub(crate) static TESTS: [Test; 3] = [
    Test {
        key: "mm",
        name: Key::TestMm,
        column: Key::ColumnMm,
        unit: Unit::Percent,
        z_name: Key::ColumnMmZ,
        result: |tests| &tests.mm,
        second: |tests| tests.mm,
        mean: |means| &means.mm,
    },
    Test {
        key: "ev",
        name: Key::TestEv,
        column: Key::ColumnEv,
        unit: Unit::Percent,
        z_name: Key::ColumnEvZ,
        result: |tests| &tests.ev,
        second: |tests| tests.ev,
        mean: |means| &means.ev,
    },
    Test {
        key: "asd",
        name: Key::TestAsd,
        column: Key::ColumnAsd,
        unit: Unit::ScaledPawns,
        z_name: Key::ColumnAsdZ,
        result: |tests| &tests.asd,
        second: |tests| tests.asd,
        mean: |means| &means.asd,
    },
];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    Sheet,
    /// Two players side by side.
    Compare,
    /// The higher the number, the sooner a narrow terminal leaves the column out; 0 never.
    Terminal(u8),
}

#[derive(Clone, Copy, Debug)]
enum Get {
    Name,
    Number(Unit, fn(&PlayerResult) -> Option<f64>),
    /// Seen and projected.
    Both(&'static Test),
    Suggestion,
}

#[derive(Debug)]
pub(crate) struct PlayerColumn {
    pub(crate) key: &'static str,
    pub(crate) heading: Key,
    pub(crate) meaning: Key,
    get: Get,
    places: &'static [Place],
}

use Get::{Both, Name, Number, Suggestion};
use Key as K;
use Place::{Compare, Sheet, Terminal};
use Unit::{Index, Whole, Z};

pub(crate) static PLAYER_COLUMNS: [PlayerColumn; 17] = [
    column("name", K::ColumnName, K::ColumnNameTitle, Name, &[Sheet, Terminal(0)]),
    column("fide", K::ColumnFide, K::ColumnFideTitle, Number(Whole, |p| p.fide_id.map(f64::from)), &[Sheet]),
    column("rating", K::ColumnRating, K::ColumnRatingTitle, RATING, &[Sheet, Compare, Terminal(2)]),
    column("games", K::ColumnGames, K::ColumnGamesTitle, GAMES, &[Sheet, Compare, Terminal(6)]),
    column("moves", K::ColumnMoves, K::ColumnMovesTitle, Number(Whole, |p| Some(p.moves.into())), &[Sheet]),
    column("decisions", K::ColumnScored, K::ColumnScoredTitle, SCORED, &[Sheet, Compare, Terminal(3)]),
    column("mm", K::ColumnMm, K::ColumnMmTitle, Both(&TESTS[0]), &[Sheet, Compare, Terminal(4)]),
    column("mm_z", K::ColumnMmZ, K::ColumnMmZTitle, Number(Z, |p| p.tests.mm.z_adjusted), &[Sheet]),
    column("ev", K::ColumnEv, K::ColumnEvTitle, Both(&TESTS[1]), &[Sheet, Compare, Terminal(7)]),
    column("ev_z", K::ColumnEvZ, K::ColumnEvZTitle, Number(Z, |p| p.tests.ev.z_adjusted), &[Sheet]),
    column("asd", K::ColumnAsd, K::ColumnAsdTitle, Both(&TESTS[2]), &[Sheet, Compare, Terminal(8)]),
    column("asd_z", K::ColumnAsdZ, K::ColumnAsdZTitle, Number(Z, |p| p.tests.asd.z_adjusted), &[Sheet]),
    column("z", K::ColumnZ, K::ColumnZTitle, Number(Z, |p| p.overall_z), &[Sheet, Compare, Terminal(1)]),
    column("second", K::PagesSecondZ, K::PagesSecondZTitle, SECOND, &[Compare]),
    INDEX,
    column(
        "opponents",
        K::ColumnOpponents,
        K::ColumnOpponentsTitle,
        OPPONENTS,
        &[Sheet, Compare, Terminal(5)],
    ),
    column("reading", K::ColumnReading, K::ColumnReadingTitle, Suggestion, &[Sheet, Compare, Terminal(0)]),
];

/// The column by which tables are sorted at first.
pub(crate) const INDEX: PlayerColumn = column(
    "index",
    K::ColumnIndex,
    K::ColumnIndexTitle,
    Number(Index, |p| p.roi),
    &[Sheet, Compare, Terminal(0)],
);

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
    places: &'static [Place],
) -> PlayerColumn {
    PlayerColumn { key, heading, meaning, get, places }
}

impl PlayerColumn {
    /// The columns of the sheet or of two players.
    pub(crate) fn at(place: Place) -> impl Iterator<Item = &'static Self> {
        PLAYER_COLUMNS.iter().filter(move |column| column.places.contains(&place))
    }

    /// The columns of a terminal, each with how soon it gives way.
    pub(crate) fn on_terminal() -> impl Iterator<Item = (&'static Self, u8)> {
        PLAYER_COLUMNS.iter().filter_map(|column| {
            let gives_way = |place: &Place| match place {
                Terminal(gives_way) => Some(*gives_way),
                Sheet | Compare => None,
            };
            Some((column, column.places.iter().find_map(gives_way)?))
        })
    }

    pub(crate) fn on_server() -> impl Iterator<Item = &'static Self> {
        SERVER.iter().filter_map(|key| PLAYER_COLUMNS.iter().find(|column| column.key == *key))
    }

    /// Whether the greatest comes first when a reader sorts by it.
    pub(crate) fn falls_first(&self) -> bool {
        !self.is_name()
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
            Suggestion => Some(rank(player.reading)),
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
            Suggestion => reading(m, player.reading),
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
pub(crate) fn reading(m: &Messages, reading: Reading) -> Cell {
    let attention = match reading {
        Reading::AskForFullTest => Attention::Ask,
        Reading::LookAtContext => Attention::Look,
        Reading::Normal => Attention::Ordinary,
        Reading::Unrated | Reading::RatingOutsideRange | Reading::Insufficient | Reading::NotCalibrated => {
            Attention::None
        }
    };
    Cell::Marked(attention, m.label("reading", &reading), rank(reading))
}

/// The order of suggestions.
fn rank(reading: Reading) -> f64 {
    match reading {
        Reading::Unrated => 0.0,
        Reading::RatingOutsideRange => 1.0,
        Reading::Insufficient => 2.0,
        Reading::NotCalibrated => 3.0,
        Reading::Normal => 4.0,
        Reading::LookAtContext => 5.0,
        Reading::AskForFullTest => 6.0,
    }
}
