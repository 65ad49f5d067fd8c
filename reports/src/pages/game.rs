//! One game on a board: the position before a ply, the engine's lines there with the probability of each, and all moves.

use analyzer::screening::{GameTrace, MoveTrace};

use super::{GameHead, Room, Site, player_link, round, top};
use crate::chart::board::board;
use crate::html::{markup::Markup, trace};
use crate::messages::{Arg, Key, Messages};
use crate::words::CLASSES;

pub(super) fn page(
    m: &Messages,
    site: &Site<'_>,
    head: &GameHead,
    game: &GameTrace,
    ply: usize,
) -> Option<String> {
    let mv = game.moves.get(ply.checked_sub(1)?)?;
    let mut page = Markup::default();
    top(&mut page, m, site, Room::Inside);
    page.open("h1", &[("class", "players")]);
    player_link(&mut page, site, head.white);
    page.raw(" – ");
    player_link(&mut page, site, head.black);
    page.close("h1");
    let date = crate::date::date(m.language(), &head.date);
    let line = [round(m, &head.round), date, head.score.clone()].join(" · ");
    page.el("p", &[("class", "who-line")], &line);
    page.open("div", &[("class", "beside")]);
    position(&mut page, m, site, head, game, ply, mv);
    at_ply(&mut page, m, mv);
    page.close("div").raw("\n");
    moves(&mut page, m, site, head, game, ply);
    page.open("details", &[]).el("summary", &[], &m.text(Key::ClassHeading));
    trace::legend(&mut page, m, trace::has_second(std::slice::from_ref(game)));
    page.close("details").raw("\n");
    page.el(
        "p",
        &[("class", "hint")],
        &m.with(
            Key::GameSource,
            &[
                ("date", Arg::Text(&crate::date::date(m.language(), &game.date))),
                ("number", Arg::Text(&game.number.to_string())),
                ("input", Arg::Text(&game.input)),
                ("sha256", Arg::Text(&game.sha256)),
            ],
        ),
    );
    Some(page.finish())
}

/// Move number and move, as they are written in games: `12. Nf3` or `12... Nf6`.
fn numbered(ply: usize, san: &str) -> String {
    let dots = if ply % 2 == 1 { "." } else { "..." };
    format!("{}{dots} {san}", ply.div_ceil(2))
}

fn position(
    page: &mut Markup,
    m: &Messages,
    site: &Site<'_>,
    head: &GameHead,
    game: &GameTrace,
    ply: usize,
    mv: &MoveTrace,
) {
    page.open("section", &[("id", "board"), ("class", "board")]);
    let played = numbered(ply, &mv.san);
    page.open("h2", &[]).el("bdi", &[], &played).close("h2");
    let text = m.with(Key::PagesBoard, &[("move", Arg::Text(&played))]);
    match board(m.text(Key::PagesBoardTitle), text, &mv.fen, &mv.san) {
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
            Some(to) => page.el("a", &[("href", &site.game(head, to)), ("rel", rel)], &m.text(key)),
            // Kept in its place, so that a finger finds the next one where it was.
            None => page.el("span", &[("aria-disabled", "true")], &m.text(key)),
        };
        page.raw(" ");
    }
    page.close("nav");
    page.close("section").raw("\n");
}

/// What the engine and the models say about the position.
fn at_ply(page: &mut Markup, m: &Messages, mv: &MoveTrace) {
    let n = m.numbers();
    page.open("section", &[("class", "lines")]).el("h2", &[], &m.text(Key::PagesLines));
    letter(page, m, mv);
    if mv.lines.is_empty() {
        page.el("p", &[], &m.text(Key::PagesNoLines));
    } else {
        page.open_table(&m.text(Key::PagesLines), "small").head(&[
            (m.text(Key::TraceMove), false),
            (m.text(Key::PagesValue), true),
            (m.text(Key::PagesProbability), true),
        ]);
        page.open("tbody", &[]);
        let apart = mv.rank.is_none().then_some(mv.played_value.as_ref()).flatten();
        for (place, line) in mv.lines.iter().chain(apart).enumerate() {
            let played = mv.rank.unwrap_or(mv.lines.len()) == place;
            page.open("tr", &[]).open("th", &[("scope", "row")]);
            page.el("bdi", &[], &line.san);
            if played {
                page.raw(" ").el("small", &[], &m.text(Key::PagesPlayed));
            }
            page.close("th");
            page.el("td", &[("class", "n")], &n.pawns(line.cp, line.mate));
            page.el("td", &[("class", "n")], &n.percent(line.probability)).close("tr");
        }
        page.close_table();
        page.el("p", &[("class", "hint")], &m.text(Key::PagesLinesNote));
    }
    let Some(scored) = &mv.scored else {
        page.close("section").raw("\n");
        return;
    };
    page.open("dl", &[("class", "facts")]);
    let mut fact = |key: Key, value: &str| {
        page.el("dt", &[], &m.text(key)).el("dd", &[], value);
    };
    fact(Key::TraceDifference, &n.decimal(Some(scored.delta), 2));
    fact(Key::TraceProbability, &n.percent(scored.p_first));
    if let Some(second) = &scored.second {
        fact(Key::TracePlayed, &n.percent(second.p_played));
        if let Some(reason) = second.reason {
            fact(Key::TraceReason, &trace::because(m, reason));
        }
    }
    page.close("dl").close("section").raw("\n");
}

/// The letter of a move with its words.
fn letter(page: &mut Markup, m: &Messages, mv: &MoveTrace) {
    let letter = mv.class.letter().to_string();
    page.open("p", &[]).el("span", &[("class", "c"), ("data-c", &letter)], &letter);
    page.raw(" ").text(&meaning(m, mv)).close("p");
}

fn meaning(m: &Messages, mv: &MoveTrace) -> String {
    let key = CLASSES.iter().find(|(class, _)| *class == mv.class);
    key.map(|(_, key)| m.text(*key)).unwrap_or_default()
}

/// Every move with its letter; a number stands before White's.
fn moves(page: &mut Markup, m: &Messages, site: &Site<'_>, head: &GameHead, game: &GameTrace, now: usize) {
    page.el("h2", &[], &m.text(Key::PagesMoves));
    page.open("ol", &[("class", "moves")]);
    for (pair, two) in game.moves.chunks(2).enumerate() {
        page.open("li", &[]);
        for (side, mv) in two.iter().enumerate() {
            let ply = pair * 2 + side + 1;
            let address = site.game(head, ply);
            let words = meaning(m, mv);
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
