//! One player: the tests, both models side by side, the course of the event game by game, the moves left out.

use analyzer::means::{means, of_side};
use analyzer::screening::GameTrace;

use super::{GameHead, Pages, Site, mean, top};
use crate::document::{Block, Cell, Layout, section, table, text};
use crate::messages::{Key, Messages};
use crate::order::Census;
use crate::print::html::fragment;
use crate::sheet::columns::TESTS;
use crate::sheet::games::round;
use crate::sheet::{player as sheet, sections};

impl Pages {
    /// One player by their place; `games` are theirs, move by move.
    pub fn player(&self, site: &Site<'_>, place: usize, games: &[(GameHead, GameTrace)]) -> Option<String> {
        let m = &self.0;
        let player = site.screening.players.get(place)?;
        let mut head = top(m, site, "");
        head.open("h1", &[]).el("bdi", &[], &player.name).close("h1");
        let mut blocks = vec![Block::Screen { markup: head }, sheet::facts(m, player)];
        blocks.extend(sections::approval(m));
        blocks.extend(sections::caution(m, site.screening));
        blocks.push(Block::Line { parts: sheet::suggestion(m, player) });
        blocks.extend([text(m, Key::PagesMeaning), section("tests", m, Key::PlayerTests)]);
        blocks.extend(sheet::tests(m, player));
        blocks.extend(sheet::expected(m, player));
        blocks.push(section("models", m, Key::PagesReadings));
        if player.depth_aware.is_some() {
            blocks.extend([text(m, Key::PagesReadingsNote), sheet::both_models(m, player).into()]);
        } else {
            blocks.push(text(m, Key::PagesNoSecond));
        }
        blocks.extend(sheet::ratings(m, player));
        blocks.extend(course(m, site, place, games));
        blocks.push(section("moves", m, Key::PlayerExcluded));
        blocks.extend(sections::accounting(m, &Census::sum([player])));
        Some(fragment(&blocks))
    }
}

/// One line for each game, in the order in which they came.
fn course(m: &Messages, site: &Site<'_>, place: usize, games: &[(GameHead, GameTrace)]) -> Vec<Block> {
    let heading = section("course", m, Key::PagesCourse);
    if games.is_empty() {
        return vec![heading, text(m, Key::PlayerNoGames)];
    }
    let columns = [
        (Key::PagesGame, false),
        (Key::PagesOpponent, false),
        (Key::PagesColour, false),
        (Key::PagesScore, false),
        (Key::ColumnScored, true),
        (Key::ColumnMm, true),
        (Key::ColumnEv, true),
        (Key::ColumnAsd, true),
    ];
    let mut course = table(m, Key::PagesCourse, columns);
    course.layout = Layout::Games;
    for (head, game) in games {
        let white = head.white == place;
        let of = means(of_side(game, white));
        let mut cells = vec![
            Cell::Link(round(m, &head.round), site.game(head, 1)),
            site.player_link(if white { head.black } else { head.white }),
            Cell::Plain(m.text(if white { Key::GameWhite } else { Key::GameBlack })),
            Cell::Plain(head.score.clone()),
            Cell::number(m.numbers().count(of.decisions)),
        ];
        cells.extend(TESTS.iter().map(|test| Cell::number(mean(m, test, &of))));
        course.cells(cells);
    }
    vec![heading, text(m, Key::PagesCourseNote), course.into()]
}
