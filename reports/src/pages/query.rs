//! How a reader wants the table: sorted by which column, which players, which page. It lives in the address, so that a
//! table can be kept as a bookmark and no script is needed.

use std::cmp::Ordering;

use analyzer::screening::{PlayerResult, Reading, Screening};

/// Players on one page of the table.
pub(super) const LINES: usize = 100;
/// Most characters of a name that are looked for.
const NAME: usize = 100;

/// A column that the table can be sorted by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Column {
    /// Name, by its letters.
    Name,
    #[default]
    Index,
    /// Overall z of the reading of record.
    Z,
    /// Overall z of the depth-aware reading.
    SecondZ,
    Games,
    Scored,
    /// Rating.
    Rating,
    /// What the index invites to do.
    Reading,
}

impl Column {
    /// Every column, in the order of the table.
    pub const ALL: [Self; 8] = [
        Self::Name,
        Self::Index,
        Self::Reading,
        Self::Z,
        Self::SecondZ,
        Self::Scored,
        Self::Games,
        Self::Rating,
    ];

    /// As addresses write it.
    #[must_use]
    pub fn id(self) -> &'static str {
        match self {
            Self::Name => "name",
            Self::Index => "index",
            Self::Z => "z",
            Self::SecondZ => "second",
            Self::Games => "games",
            Self::Scored => "decisions",
            Self::Rating => "rating",
            Self::Reading => "reading",
        }
    }

    /// Whether the greatest comes first when the column is chosen.
    pub(super) fn falls_first(self) -> bool {
        self != Self::Name
    }

    fn value(self, player: &PlayerResult) -> Option<f64> {
        match self {
            Self::Name => None,
            Self::Index => player.roi,
            Self::Z => player.overall_z,
            Self::SecondZ => player.depth_aware.as_ref().map(|second| second.overall_z),
            Self::Games => Some(f64::from(player.games)),
            Self::Scored => Some(f64::from(player.scored)),
            Self::Rating => player.rating.map(f64::from),
            Self::Reading => Some(f64::from(rank(player.reading))),
        }
    }
}

/// The order of readings.
fn rank(reading: Reading) -> u8 {
    match reading {
        Reading::Unrated => 0,
        Reading::RatingOutsideRange => 1,
        Reading::Insufficient => 2,
        Reading::NotCalibrated => 3,
        Reading::Normal => 4,
        Reading::LookAtContext => 5,
        Reading::AskForFullTest => 6,
    }
}

/// What a reader asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableQuery {
    /// The column to sort by.
    pub sort: Column,
    /// Whether the greatest comes first.
    pub falling: bool,
    /// Only players with enough decisions for an index.
    pub sufficient: bool,
    /// Lowest rating; players without one are left out if a bound is given.
    pub from: Option<u16>,
    /// Highest rating.
    pub to: Option<u16>,
    /// Part of a name, in small letters.
    pub name: String,
    /// The page, from 1.
    pub page: usize,
}

impl Default for TableQuery {
    fn default() -> Self {
        Self {
            sort: Column::Index,
            falling: true,
            sufficient: false,
            from: None,
            to: None,
            name: String::new(),
            page: 1,
        }
    }
}

impl TableQuery {
    /// From the fields of an address. A field that makes no sense is left out, and what is left out shows in the form.
    #[must_use]
    pub fn read<'a>(fields: impl IntoIterator<Item = (&'a str, &'a str)>) -> Self {
        let mut query = Self::default();
        let mut order = None;
        for (name, value) in fields {
            match name {
                "sort" => {
                    let found = Column::ALL.into_iter().find(|column| column.id() == value);
                    query.sort = found.unwrap_or_default();
                }
                "order" => order = Some(value == "down"),
                "enough" => query.sufficient = value == "1",
                "from" => query.from = value.trim().parse().ok(),
                "to" => query.to = value.trim().parse().ok(),
                "name" => query.name = value.trim().chars().take(NAME).collect(),
                "page" => query.page = value.parse().unwrap_or(1).max(1),
                _ => {}
            }
        }
        query.falling = order.unwrap_or_else(|| query.sort.falls_first());
        query
    }

    /// The query part of an address that asks for the same on another page.
    pub(super) fn address(&self, sort: Column, falling: bool, page: usize) -> String {
        let mut out = format!("?sort={}&order={}", sort.id(), if falling { "down" } else { "up" });
        if self.sufficient {
            out.push_str("&enough=1");
        }
        for (name, bound) in [("from", self.from), ("to", self.to)] {
            if let Some(bound) = bound {
                out.extend(["&", name, "=", &bound.to_string()]);
            }
        }
        if !self.name.is_empty() {
            out.push_str("&name=");
            for byte in self.name.bytes() {
                if byte.is_ascii_alphanumeric() {
                    out.push(char::from(byte));
                } else {
                    out.push('%');
                    out.push_str(&uci_pool::hex(&[byte]));
                }
            }
        }
        if page > 1 {
            out.extend(["&page=", &page.to_string()]);
        }
        out
    }

    /// Places of the players that were asked for, in order. Those without a value come last either way; ties stay in the
    /// order of the document.
    pub(super) fn chosen(&self, s: &Screening) -> Vec<usize> {
        let part = self.name.to_lowercase();
        let fits = |player: &PlayerResult| {
            let rating = |bound: Option<u16>, inside: fn(u16, u16) -> bool| {
                bound.is_none_or(|bound| player.rating.is_some_and(|rating| inside(rating, bound)))
            };
            (!self.sufficient || player.sufficient)
                && rating(self.from, |rating, bound| rating >= bound)
                && rating(self.to, |rating, bound| rating <= bound)
                && player.name.to_lowercase().contains(&part)
        };
        let mut chosen: Vec<(usize, &PlayerResult)> =
            s.players.iter().enumerate().filter(|(_, player)| fits(player)).collect();
        chosen.sort_by(|(_, a), (_, b)| self.compare(a, b));
        chosen.into_iter().map(|(place, _)| place).collect()
    }

    fn compare(&self, a: &PlayerResult, b: &PlayerResult) -> Ordering {
        let turned = |order: Ordering| if self.falling { order.reverse() } else { order };
        if self.sort == Column::Name {
            return turned(a.name.to_lowercase().cmp(&b.name.to_lowercase()));
        }
        let value = |player| self.sort.value(player).filter(|value| value.is_finite());
        match (value(a), value(b)) {
            (Some(a), Some(b)) => turned(a.total_cmp(&b)),
            (Some(_), None) => Ordering::Less,
            (None, Some(_)) => Ordering::Greater,
            (None, None) => Ordering::Equal,
        }
    }
}
