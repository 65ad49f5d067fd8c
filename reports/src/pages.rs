//! The inside of a server's pages of results: the field, the table, a player, a game. What is around it, who may see it and
//! where addresses lead is the server's business. A page works without a script.

mod compare;
mod game;
mod overview;
mod player;
mod table;

use analyzer::means::Means;
use analyzer::screening::Screening;
use datasets::{GameDefect, Unscored};
use shakmaty::Color;

use crate::document::Cell;
use crate::language::Language;
use crate::messages::{Key, Messages};
use crate::print::markup::Markup;
use crate::sheet::columns::{Test, both};
use crate::words;

pub use compare::{RoundsPair, round_name};
pub use table::TableQuery;

#[derive(Clone, Debug, PartialEq, Eq, serde::Deserialize)]
pub struct GameHead {
    /// Its place among the games of the result, from 0.
    pub place: i64,
    /// The end of its address.
    pub name: String,
    pub white: usize,
    pub black: usize,
    pub date: String,
    pub round: String,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub score: String,
    pub plies: usize,
}

/// The side that sits at the bottom of the board of a game, from its first ply to its last.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Bottom {
    #[default]
    White,
    Black,
}

impl Bottom {
    /// The side of a player of a game.
    fn of(white: bool) -> Self {
        if white { Self::White } else { Self::Black }
    }

    fn other(self) -> Self {
        Self::of(self == Self::Black)
    }

    fn color(self) -> Color {
        if self == Self::White { Color::White } else { Color::Black }
    }
}

/// A result, and where its pages lie.
#[derive(Clone, Copy, Debug)]
pub struct Site<'a> {
    pub event: &'a str,
    /// Address of the event, such as `/events/3`; the pages lie below it.
    pub base: &'a str,
    pub screening: &'a Screening,
    /// The end of each player's address, in the order of the screening.
    pub players: &'a [String],
    pub games: &'a [GameHead],
}

#[derive(Clone, Copy, Debug)]
pub struct State<'a> {
    pub made: &'a str,
    /// Results before this one, newest first: when each was made, in words, and positions then without an answer.
    pub earlier: &'a [(String, u64)],
    pub may_export: bool,
}

pub struct Pages(Messages);

impl Pages {
    pub fn new(language: Language) -> Self {
        Self(Messages::new(language))
    }

    /// The page while there is no result.
    pub fn empty(&self, event: &str, base: &str) -> String {
        let mut page = Markup::default();
        page.open("nav", &[("class", "sub")]);
        page.open("a", &[("href", base)]).el("bdi", &[], event).close("a").close("nav");
        page.el("h1", &[], &self.0.text(Key::PagesResults));
        page.el("p", &[], &self.0.text(Key::PagesNone));
        page.finish()
    }

    pub fn unscored(&self, reason: Unscored) -> String {
        self.0.label("unscored", &reason)
    }

    /// Why a game is quarantined.
    pub fn defect(&self, defect: &GameDefect) -> String {
        words::defect(&self.0, defect)
    }

    /// The word for the title of a page that is about no player and no game.
    pub fn title(&self) -> String {
        self.0.text(Key::PagesResults)
    }
}

impl Site<'_> {
    fn player(&self, place: usize) -> String {
        let name = self.players.get(place).map(String::as_str).unwrap_or_default();
        format!("{}/players/{name}", self.base)
    }

    /// A ply of a game, with the board as it was turned.
    fn game(&self, head: &GameHead, ply: usize, bottom: Bottom) -> String {
        let side = if bottom == Bottom::Black { "&side=black" } else { "" };
        format!("{}/games/{}?ply={ply}{side}#board", self.base, head.name)
    }

    fn player_link(&self, place: usize) -> Cell {
        Cell::Link(self.name(place).to_owned(), self.player(place))
    }

    fn name(&self, place: usize) -> &str {
        self.screening.players.get(place).map(|player| player.name.as_str()).unwrap_or_default()
    }
}

/// Links to the other pages about the same result; the page itself is one of them or none.
fn top(m: &Messages, site: &Site<'_>, here: &str) -> Markup {
    let mut page = Markup::default();
    page.open("nav", &[("class", "sub"), ("aria-label", &m.text(Key::ContentsLabel))]);
    page.open("a", &[("href", site.base)]).el("bdi", &[], site.event).close("a").raw(" ");
    for (path, key) in
        [("results", Key::PagesResults), ("players", Key::TableHeading), ("compare", Key::PagesCompare)]
    {
        let address = format!("{}/{path}", site.base);
        let mut attributes = vec![("href", address.as_str())];
        attributes.extend((path == here).then_some(("aria-current", "page")));
        page.el("a", &attributes, &m.text(key)).raw(" ");
    }
    page.close("nav").raw("\n");
    page
}

/// Move number and move, as they are written in games: `12. Nf3` or `12... Nf6`.
fn numbered(ply: usize, san: &str) -> String {
    let dots = if ply % 2 == 1 { "." } else { "..." };
    format!("{}{dots} {san}", ply.div_ceil(2))
}

fn player_link(page: &mut Markup, site: &Site<'_>, place: usize) {
    page.open("a", &[("href", &site.player(place))]).el("bdi", &[], site.name(place)).close("a");
}

fn mean(m: &Messages, test: &Test, means: &Means) -> String {
    let mean = (test.mean)(means);
    both(m, test.unit, mean.observed, mean.expected, " / ")
}

#[cfg(test)]
pub(crate) mod tests;
