//! One player: the course of the event game by game, the tests, both models side by side, losses, the moves left out.

use analyzer::full_test::FullTest;
use analyzer::means::{Means, means, of_side};
use analyzer::screening::{GameTrace, MoveTrace, PlayerResult};

use super::compare::round_name;
use super::{Bottom, GameHead, Pages, Site, mean, numbered, top};
use crate::chart::{self, Labels, Point};
use crate::document::{Block, Cell, Layout, part, picture, section, table, text};
use crate::messages::{Key, Messages};
use crate::order::Census;
use crate::paper::dossier::result;
use crate::print::html::fragment;
use crate::print::markup::Markup;
use crate::sheet::answer::without_answer;
use crate::sheet::columns::TESTS;
use crate::sheet::games::{letters, round};
use crate::sheet::{player as sheet, sections};

impl Pages {
    /// One player by their place; `games` are theirs, move by move.
    /// A full test that is done leads the page, with its job and when it was made in words; the quick test stands beside it.
    pub fn player(
        &self,
        site: &Site<'_>,
        place: usize,
        games: &[(GameHead, GameTrace)],
        tested: Option<(&FullTest, i64, &str)>,
    ) -> Option<String> {
        let m = &self.0;
        let player = site.screening.players.get(place)?;
        let mut head = top(m, site, "");
        head.open("h1", &[]).el("bdi", &[], &player.name).close("h1");
        let mut blocks = vec![Block::Screen { markup: head }, sheet::facts(m, player)];
        blocks.extend(without_answer(m, site.screening));
        blocks.extend(tested.into_iter().flat_map(|tested| leading(m, player, tested)));
        blocks.extend(sections::approval(m));
        blocks.extend(sections::cautions(m, site.screening));
        if tested.is_none() {
            blocks.push(Block::Line { parts: sheet::suggestion(m, player) });
        }
        blocks.push(text(m, Key::PagesMeaning));
        blocks.extend(course(m, site, place, games));
        blocks.push(section("tests", m, Key::PlayerTests));
        blocks.extend(sheet::tests(m, player));
        blocks.extend(sheet::rule_of_thumb(m, player));
        blocks.extend(sheet::losses(m, player));
        blocks.extend(sheet::expected(m, player));
        blocks.push(section("models", m, Key::PagesReadings));
        if player.depth_aware.is_some() {
            blocks.extend([text(m, Key::PagesReadingsNote), sheet::both_models(m, player).into()]);
        } else {
            blocks.push(text(m, Key::PagesNoSecond));
        }
        blocks.extend(sheet::ratings(m, player));
        blocks.push(section("moves", m, Key::PlayerExcluded));
        blocks.extend(sections::accounting(m, &Census::sum([player])));
        Some(fragment(&blocks))
    }
}

/// A full test in one sentence with the way to all of it, and the index of the quick test beside it.
fn leading(m: &Messages, player: &PlayerResult, (test, job, made): (&FullTest, i64, &str)) -> Vec<Block> {
    let title = m.with(Key::PagesTested, [("when", made)]);
    let more = Cell::Link(m.text(Key::PagesTestedMore), format!("#full-test-{job}"));
    let beside = player.roi.map(|index| m.with(Key::PagesQuickBeside, [("index", m.numbers().index(index))]));
    let head = [Block::Line { parts: vec![Cell::Strong(title), more] }, result(test, m)];
    head.into_iter().chain(beside.map(|text| Block::Hint { text })).collect()
}

/// The course as a picture, one line for each game in the order in which they came, and the letters of the moves.
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
    let mut points = Vec::new();
    for (head, game) in games {
        let white = head.white == place;
        let of = means(of_side(game, white));
        points.push(point(head, &of));
        let mut cells = vec![
            Cell::Link(round(m, &head.round), site.game(head, 1, Bottom::of(white))),
            site.player_link(if white { head.black } else { head.white }),
            Cell::Plain(m.text(if white { Key::GameWhite } else { Key::GameBlack })),
            Cell::Plain(head.score.clone()),
            Cell::number(m.numbers().count(of.decisions)),
        ];
        cells.extend(TESTS.iter().map(|test| Cell::number(mean(m, test, &of))));
        course.cells(cells);
    }
    let mut blocks = vec![heading];
    blocks.extend(seen_and_projected(m, &points));
    blocks.extend([text(m, Key::PagesCourseNote), course.into(), part(m, Key::PagesStrips)]);
    let moves = |class| {
        games.iter().flat_map(|(head, game)| of_player(head, game, place)).any(|(_, mv)| mv.class == class)
    };
    let letters = Block::Screen { markup: letters(m, moves) };
    blocks.extend([text(m, Key::PagesStripsNote), letters, strips(m, site, place, games)]);
    blocks
}

fn point(head: &GameHead, of: &Means) -> Point {
    let name = round_name(&head.round);
    Point { name, seen: of.mm.observed, projected: of.mm.expected, sd: of.mm_sd }
}

/// Move match game by game, with the band that chance alone gives around the projection.
fn seen_and_projected(m: &Messages, points: &[Point]) -> Option<Block> {
    let n = m.numbers();
    let with_band = points.iter().filter_map(|point| Some((point.seen?, point.projected?, point.sd?)));
    let (above, all) = with_band.fold((0_usize, 0_usize), |(above, all), (seen, projected, sd)| {
        (above + usize::from(seen > projected + chart::BAND * sd), all + 1)
    });
    let values = [("games", n.count(all)), ("above", n.count(above))];
    let labels = Labels {
        title: m.text(Key::PagesCoursePicture),
        description: m.with(Key::PagesCourseText, values),
        across: m.text(Key::PagesCourseAxis),
    };
    Some(picture(chart::course(n, labels, points)?, m.text(Key::PagesCourseCaption)))
}

/// The player's moves of a game, each with its place in it.
fn of_player<'a>(
    head: &GameHead,
    game: &'a GameTrace,
    place: usize,
) -> impl Iterator<Item = (usize, &'a MoveTrace)> + use<'a> {
    game.moves.iter().enumerate().skip(usize::from(head.white != place)).step_by(2)
}

/// The letters of the player's moves, a line for each game; each leads to its position.
fn strips(m: &Messages, site: &Site<'_>, place: usize, games: &[(GameHead, GameTrace)]) -> Block {
    let mut page = Markup::default();
    page.open("dl", &[("class", "strip")]);
    for (head, game) in games {
        let bottom = Bottom::of(head.white == place);
        page.open("dt", &[]).text(&round(m, &head.round)).close("dt").open("dd", &[]);
        for (ply, mv) in of_player(head, game, place) {
            let (letter, address) = (mv.class.letter().to_string(), site.game(head, ply + 1, bottom));
            let words = format!("{}: {}", numbered(ply + 1, &mv.san), m.label("class", &mv.class));
            let attributes = [("class", "c"), ("data-c", &*letter), ("href", &*address), ("title", &*words)];
            page.el("a", &attributes, &letter);
        }
        page.close("dd");
    }
    page.close("dl");
    Block::Screen { markup: page }
}
