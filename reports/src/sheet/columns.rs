//! The three tests, and the columns of the table of players: one list for sheet, server and terminal.

use analyzer::means::Means;
use analyzer::screen::rule_of_thumb::RULE_OF_THUMB;
use analyzer::screening::{
    EventScore, PlayerResult, Projected, SecondTest, SecondTests, Suggestion, TestResult, Tests,
};

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
    /// Points of games, sorted by points.
    Score,
    /// Agreement that is unusual at the rating by the rule of thumb, and in brackets what is typical.
    Thumb,
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

use Get::{Both, Name, Number, Score, Step, Thumb};
use Key as K;
use Unit::{Index, Whole, Z};

/// What a reader looks for comes first, also on a narrow screen: the name, the index and what it suggests.
pub(crate) static PLAYER_COLUMNS: [PlayerColumn; 20] = [
    column("name", K::ColumnName, K::ColumnNameTitle, Name, true, Some(0)),
    INDEX,
    column("reading", K::ColumnReading, K::ColumnReadingTitle, Step, true, Some(0)),
    column("rating", K::ColumnRating, K::ColumnRatingTitle, RATING, true, Some(2)),
    column("score", K::ColumnScore, K::ColumnScoreTitle, Score, true, Some(9)),
    column("rank", K::ColumnRank, K::ColumnRankTitle, RANK, true, Some(11)),
    column("performance", K::ColumnPerformance, K::ColumnPerformanceTitle, PERFORMANCE, true, Some(10)),
    column("mm", K::ColumnMm, K::ColumnMmTitle, Both(&TESTS[0]), true, Some(4)),
    column("thumb", K::ColumnThumb, K::ColumnThumbTitle, Thumb, true, Some(12)),
    column("z", K::ColumnZ, K::ColumnZTitle, Number(Z, |p| p.overall_z), true, Some(1)),
    column("second", K::PagesSecondZ, K::PagesSecondZTitle, SECOND, false, None),
    column("decisions", K::ColumnScored, K::ColumnScoredTitle, SCORED, true, Some(3)),
    column("games", K::ColumnGames, K::ColumnGamesTitle, GAMES, false, Some(6)),
    column("mm_z", K::ColumnMmZ, K::ColumnMmZTitle, Number(Z, |p| p.tests.mm.z_adjusted), true, None),
    column("ev", K::ColumnEv, K::ColumnEvTitle, Both(&TESTS[1]), true, Some(7)),
    column("ev_z", K::ColumnEvZ, K::ColumnEvZTitle, Number(Z, |p| p.tests.ev.z_adjusted), true, None),
    column("asd", K::ColumnAsd, K::ColumnAsdTitle, Both(&TESTS[2]), true, Some(8)),
    column("asd_z", K::ColumnAsdZ, K::ColumnAsdZTitle, Number(Z, |p| p.tests.asd.z_adjusted), true, None),
    column("opponents", K::ColumnOpponents, K::ColumnOpponentsTitle, OPPONENTS, true, Some(5)),
    column("fide", K::ColumnFide, K::ColumnFideTitle, FIDE, true, None),
];

/// The column by which tables are sorted at first.
pub(crate) const INDEX: PlayerColumn =
    column("index", K::ColumnIndex, K::ColumnIndexTitle, Number(Index, |p| p.roi), true, Some(0));

const FIDE: Get = Number(Whole, |p| p.fide_id.map(f64::from));
const RATING: Get = Number(Whole, |p| p.rating.map(f64::from));
const RANK: Get = Number(Whole, |p| Some(p.standing.as_ref()?.rank.into()));
const PERFORMANCE: Get = Number(Whole, |p| Some(p.standing.as_ref()?.performance?.into()));
const GAMES: Get = Number(Whole, |p| Some(p.games.into()));
const SCORED: Get = Number(Whole, |p| Some(p.scored.into()));
const SECOND: Get = Number(Z, |p| p.depth_aware.as_ref().map(|second| second.overall_z));
const OPPONENTS: Get = Number(Index, |p| p.opponents.roi);

/// Columns of the server's table.
const SERVER: [&str; 13] = [
    "name",
    "index",
    "reading",
    "rating",
    "score",
    "rank",
    "performance",
    "mm",
    "thumb",
    "z",
    "second",
    "decisions",
    "games",
];

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
        PLAYER_COLUMNS.iter().filter(|column| SERVER.contains(&column.key))
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
            Score => player.standing.as_ref().map(|standing| f64::from(standing.half_points) / 2.0),
            Thumb => player.rating.map(|rating| RULE_OF_THUMB.unusual(f64::from(rating))),
            Step => Some(rank(player.reading)),
        }
        .filter(|value| value.is_finite())
    }

    /// The heading; seen and projected numbers count as numbers.
    pub(crate) fn head(&self, m: &Messages) -> Column {
        Column {
            title: m.text(self.heading),
            number: !matches!(self.get, Name | Step),
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
            Score => {
                let score = player.standing.as_ref().map(points_of_games);
                Cell::Number(score.unwrap_or_else(|| m.numbers().missing()), value)
            }
            Thumb => {
                let n = m.numbers();
                let typical = player.rating.map(|rating| RULE_OF_THUMB.typical(f64::from(rating)));
                let both = [value, typical].map(|percent| n.decimal(percent, 0));
                let text = if value.is_some() { format!("{} ({})", both[0], both[1]) } else { n.missing() };
                Cell::Number(text, value)
            }
            Step => reading(m, player.reading),
        }
    }
}

/// Points with the games they come from, `5½/9`.
pub(crate) fn points_of_games(standing: &EventScore) -> String {
    let whole = standing.half_points / 2;
    let points = match (whole, standing.half_points % 2) {
        (0, 1) => "\u{bd}".to_owned(),
        (whole, 1) => format!("{whole}\u{bd}"),
        (whole, _) => whole.to_string(),
    };
    format!("{points}/{}", standing.games)
}

/// The place in the table by index, from 1: what the picture of the field numbers its highest dots by.
pub(crate) fn place_column(m: &Messages) -> Column {
    Column {
        title: m.text(Key::ColumnPlace),
        number: true,
        meaning: m.text(Key::ColumnPlaceTitle),
        ..Column::default()
    }
}

/// A place from 0, as the table shows it.
pub(crate) fn place_cell(m: &Messages, place: usize) -> Cell {
    Cell::Number(m.numbers().count(place + 1), Some(place as f64 + 1.0))
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Language;

    #[test]
    fn results_and_the_rule_of_thumb_by_hand() {
        let points =
            |half_points| points_of_games(&EventScore { half_points, games: 9, ..EventScore::default() });
        assert_eq!([0, 1, 2, 11, 18].map(points), ["0/9", "½/9", "1/9", "5½/9", "9/9"]);
        let m = Messages::new(Language::ENGLISH);
        let column = |key: &str| PLAYER_COLUMNS.iter().find(|column| column.key == key).expect("a column");
        let mut player = crate::example::screening().players.swap_remove(0);
        player.standing = Some(EventScore { half_points: 7, games: 5, rank: 2, performance: Some(2531) });
        // 70 - 1.5 * 4 = 64 for 2400, and 12 less.
        player.rating = Some(2400);
        let cell = |player: &PlayerResult, key: &str| column(key).cell(&m, player, "/");
        assert_eq!(cell(&player, "score"), Cell::Number("3½/5".to_owned(), Some(3.5)));
        assert_eq!(cell(&player, "rank"), Cell::Number("2".to_owned(), Some(2.0)));
        assert_eq!(cell(&player, "performance"), Cell::Number("2531".to_owned(), Some(2531.0)));
        assert_eq!(cell(&player, "thumb"), Cell::Number("64 (52)".to_owned(), Some(64.0)));
        (player.standing, player.rating) = (None, None);
        for key in ["score", "rank", "performance", "thumb"] {
            assert_eq!(cell(&player, key), Cell::Number("\u{2013}".to_owned(), None), "{key}");
        }
    }
}
