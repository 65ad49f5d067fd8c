//! How a reader wants the table: sorted by which column, which players, which page. It lives in the address, so that a
//! table can be kept as a bookmark and no script is needed.

use std::cmp::Ordering;

use analyzer::screening::{PlayerResult, Screening};

use crate::sheet::columns::{INDEX, PlayerColumn};

/// Players on one page of the table.
pub(super) const LINES: usize = 100;
/// Characters of a name that are searched.
const MAX_NAME: usize = 100;

#[derive(Clone, Debug)]
pub struct TableQuery {
    pub(crate) sort: &'static PlayerColumn,
    /// Whether the greatest comes first.
    pub falling: bool,
    /// Only players with enough decisions for an index.
    pub sufficient: bool,
    /// Lowest rating; players without one are left out if a bound is given.
    pub from: Option<u16>,
    pub to: Option<u16>,
    /// Part of a name, in small letters.
    pub name: String,
    /// The page, from 1.
    pub page: usize,
}

/// The column of this key, else the index.
fn sort(key: &str) -> &'static PlayerColumn {
    PlayerColumn::on_server().find(|column| column.key == key).unwrap_or(&INDEX)
}

impl Default for TableQuery {
    fn default() -> Self {
        Self {
            sort: &INDEX,
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
    pub fn read<'a>(fields: impl IntoIterator<Item = (&'a str, &'a str)>) -> Self {
        let mut query = Self::default();
        let mut order = None;
        for (name, value) in fields {
            match name {
                "sort" => query.sort = sort(value),
                "order" => order = Some(value == "down"),
                "enough" => query.sufficient = value == "1",
                "from" => query.from = value.trim().parse().ok(),
                "to" => query.to = value.trim().parse().ok(),
                "name" => query.name = value.trim().chars().take(MAX_NAME).collect(),
                "page" => query.page = value.parse().unwrap_or(1).max(1),
                _ => {}
            }
        }
        query.falling = order.unwrap_or_else(|| query.sort.falls_first());
        query
    }

    /// The query part of an address that asks for the same on another page.
    pub(super) fn address(&self, sort: &PlayerColumn, falling: bool, page: usize) -> String {
        let mut out = format!("?sort={}&order={}", sort.key, if falling { "down" } else { "up" });
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
        if self.sort.is_name() {
            return turned(a.name.to_lowercase().cmp(&b.name.to_lowercase()));
        }
        match (self.sort.value(a), self.sort.value(b)) {
            (Some(a), Some(b)) => turned(a.total_cmp(&b)),
            (Some(_), None) => Ordering::Less,
            (None, Some(_)) => Ordering::Greater,
            (None, None) => Ordering::Equal,
        }
    }
}
