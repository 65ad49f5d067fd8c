//! One game on a board: the position before a ply, the engine's lines there with the probability of each, the game at a glance, and
//! all moves.

mod glance;

use analyzer::screening::{GameTrace, LineTrace, MoveTrace};

use super::{Bottom, GameHead, Pages, Site, numbered, player_link, top};
use crate::chart::board::board;
use crate::document::{Block, Cell, section, table, text};
use crate::messages::{Key, Messages};
use crate::number::Numbers;
use crate::print::html::{blocks as write_blocks, fragment};
use crate::print::markup::Markup;
use crate::sheet::games as sheet;

impl Pages {
    /// One game with the board before a ply, counted from 1, and the side that sits at the bottom of it on every ply; `None` if
    /// there is no such ply.
    pub fn game(
        &self,
        site: &Site<'_>,
        head: &GameHead,
        game: &GameTrace,
        at: (usize, Bottom),
    ) -> Option<String> {
        let m = &self.0;
        let ply = at.0;
        let mv = game.moves.get(ply.checked_sub(1)?)?;
        let mut page = top(m, site, "");
        page.open("h1", &[("class", "players")]);
        player_link(&mut page, site, head.white);
        page.raw(" – ");
        player_link(&mut page, site, head.black);
        page.close("h1");
        let date = crate::date::date(m.language(), &head.date);
        let line = [sheet::round(m, &head.round), date, head.score.clone()].join(" · ");
        page.el("p", &[("class", "hint")], &line);
        page.open("div", &[("class", "beside")]);
        position(&mut page, m, site, head, game, at);
        write_blocks(&mut page, &at_ply(m, mv, ply));
        page.close("div").raw("\n");
        glance::picture(&mut page, m, site, head, game, at);
        moves(&mut page, m, site, head, game, at);
        let second = sheet::has_second(std::slice::from_ref(game));
        let legend = Block::Details {
            id: None,
            summary: vec![Cell::Plain(m.text(Key::ClassHeading))],
            blocks: sheet::legend(m, second),
        };
        let source = Block::Hint { text: sheet::source(m, game) };
        Some(fragment(&[Block::Screen { markup: page }, legend, source]))
    }
}

fn position(
    page: &mut Markup,
    m: &Messages,
    site: &Site<'_>,
    head: &GameHead,
    game: &GameTrace,
    (ply, bottom): (usize, Bottom),
) {
    let Some(mv) = game.moves.get(ply.saturating_sub(1)) else { return };
    page.open("section", &[("id", "board"), ("class", "board")]);
    let played = numbered(ply, &mv.san);
    page.open("h2", &[]).el("bdi", &[], &played).close("h2");
    let side = if bottom == Bottom::White { Key::PagesBoard } else { Key::PagesBoardBlack };
    let text = m.with(side, [("move", &played)]);
    match board(m.text(Key::PagesBoardTitle), text, (&mv.fen, &mv.san), bottom.color()) {
        Some(drawing) => drawing.inline(page, 1),
        None => {
            page.el("p", &[], &m.text(Key::PagesNoBoard));
        }
    }
    let label = m.text(Key::PagesMoves);
    page.open("nav", &[("class", "steps"), ("aria-label", &label)]);
    let last = game.moves.len();
    for (key, to, rel) in [
        (Key::PagesFirst, (ply > 1).then_some(1), "first"),
        (Key::PagesBack, (ply > 1).then(|| ply - 1), "prev"),
        (Key::PagesForward, (ply < last).then(|| ply + 1), "next"),
        (Key::PagesLast, (ply < last).then_some(last), "last"),
    ] {
        match to {
            Some(to) => page.el("a", &[("href", &site.game(head, to, bottom)), ("rel", rel)], &m.text(key)),
            // Kept in its place, so that a finger finds the next one where it was.
            None => page.el("span", &[("aria-disabled", "true")], &m.text(key)),
        };
        page.raw(" ");
    }
    page.close("nav").open("p", &[]);
    page.el("a", &[("href", &site.game(head, ply, bottom.other()))], &m.text(Key::PagesTurn)).close("p");
    page.close("section").raw("\n");
}

/// The value of a line in pawns from White's side, as the curve below the board shows it; `ply`, from 1, says who moves.
fn value_for_white(n: &Numbers, line: Option<&LineTrace>, ply: usize) -> String {
    let sign = if ply % 2 == 1 { 1 } else { -1 };
    n.pawns(line.and_then(|l| l.cp).map(|cp| cp * sign), line.and_then(|l| l.mate).map(|mate| mate * sign))
}

/// The engine's lines in the position, and the models' probabilities.
fn at_ply(m: &Messages, mv: &MoveTrace, ply: usize) -> Vec<Block> {
    let n = m.numbers();
    let mut letter = Markup::default();
    let class = mv.class.letter().to_string();
    letter.open("p", &[]).el("span", &[("class", "c"), ("data-c", &class)], &class);
    letter.raw(" ").text(&m.label("class", &mv.class)).close("p");
    let mut blocks = vec![section("lines", m, Key::PagesLines), Block::Screen { markup: letter }];
    if mv.lines.is_empty() {
        blocks.push(text(m, Key::PagesNoLines));
    } else {
        let columns = [(Key::TraceMove, false), (Key::PagesValue, true), (Key::PagesProbability, true)];
        let mut lines = table(m, Key::PagesLines, columns);
        let apart = mv.rank.is_none().then_some(mv.played_value.as_ref()).flatten();
        for (place, line) in mv.lines.iter().chain(apart).enumerate() {
            let is_played = mv.rank.unwrap_or(mv.lines.len()) == place;
            let san = line.san.clone();
            let san = if is_played {
                Cell::Strong(m.with(Key::DossierLinePlayed, [("move", san)]))
            } else {
                Cell::Plain(san)
            };
            let numbers = [value_for_white(&n, Some(line), ply), n.percent(line.probability)];
            lines.cells(std::iter::once(san).chain(numbers.map(Cell::number)).collect());
        }
        let note = Block::Hint { text: m.text(Key::PagesLinesNote) };
        blocks.extend([lines.into(), note]);
    }
    if let Some(scored) = &mv.scored {
        let mut rows = vec![
            (Key::TraceDifference, n.decimal(scored.delta, 2)),
            (Key::TraceProbability, n.percent(scored.p_first)),
        ];
        if let Some(second) = &scored.second {
            rows.push((Key::TracePlayedSecond, n.percent(second.p_played)));
            rows.extend(second.reason.map(|reason| (Key::TraceReason, sheet::because(m, reason))));
        }
        rows.extend(mv.seconds.map(|seconds| (Key::TraceSeconds, n.decimal(seconds, 0))));
        let rows = rows.into_iter().map(|(name, value)| (name, Cell::Plain(value)));
        blocks.push(crate::document::facts(m, rows));
    }
    blocks
}

/// Every move with its letter; a number stands before White's.
fn moves(
    page: &mut Markup,
    m: &Messages,
    site: &Site<'_>,
    head: &GameHead,
    game: &GameTrace,
    (now, bottom): (usize, Bottom),
) {
    page.el("h2", &[], &m.text(Key::PagesMoves));
    page.open("ol", &[("class", "moves")]);
    for (pair, two) in game.moves.chunks(2).enumerate() {
        page.open("li", &[]);
        for (side, mv) in two.iter().enumerate() {
            let ply = pair * 2 + side + 1;
            let address = site.game(head, ply, bottom);
            let words = m.label("class", &mv.class);
            let mut attributes = vec![("href", address.as_str()), ("title", words.as_str())];
            if ply == now {
                attributes.push(("aria-current", "step"));
            }
            let letter = mv.class.letter().to_string();
            page.open("a", &attributes).el("bdi", &[], &mv.san).raw(" ");
            page.el("span", &[("class", "c"), ("data-c", &letter)], &letter).close("a").raw(" ");
        }
        page.close("li").raw("\n");
    }
    page.close("ol").raw("\n");
}
