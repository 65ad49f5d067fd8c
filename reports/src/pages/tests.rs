//! Every page of the example, and of a large field.

use analyzer::screening::{GameTrace, MoveClass};

use super::*;
use crate::example;
use crate::sheet::columns::PlayerColumn;

/// The heads of games, as a server would list them.
pub(crate) fn heads(games: &[GameTrace]) -> Vec<GameHead> {
    (0_i64..)
        .zip(games)
        .map(|(place, game)| GameHead {
            place,
            name: format!("g{place}"),
            white: game.white,
            black: game.black,
            date: game.date.clone(),
            round: game.round.clone(),
            score: game.result.to_owned(),
            plies: game.moves.len(),
        })
        .collect()
}

/// Every page about a screening and its games.
pub(crate) fn every_page(s: &Screening, games: &[GameTrace], language: Language) -> Vec<String> {
    let pages = Pages::new(language);
    let names: Vec<String> = (0..s.players.len()).map(|place| format!("p{place}")).collect();
    let heads = heads(games);
    let site = Site { event: "71", base: "/events/3", screening: s, players: &names, games: &heads };
    let state = State { made: "71", earlier: &[("71".to_owned(), 12)], may_export: true };
    let mut out = vec![
        pages.empty("71", "/events/3"),
        pages.overview(&site, &state),
        pages.table(&site, &TableQuery::default(), &[0]),
    ];
    let second = TableQuery { page: 2, ..TableQuery::default() };
    out.push(pages.table(&site, &second, &[]));
    for place in 0..s.players.len() {
        let own: Vec<(GameHead, GameTrace)> = heads
            .iter()
            .zip(games)
            .filter(|(head, _)| head.white == place || head.black == place)
            .map(|(head, game)| (head.clone(), game.clone()))
            .collect();
        let test = crate::paper::dossier::example::full_test();
        let tested = (place == 0).then_some((&test, 7, "71"));
        out.push(pages.player(&site, place, &own, tested).expect("a player"));
    }
    for (head, game) in heads.iter().zip(games) {
        for ply in 1..=game.moves.len() {
            for bottom in [Bottom::White, Bottom::Black] {
                out.push(pages.game(&site, head, game, (ply, bottom)).expect("a ply"));
            }
        }
    }
    let (one, others) = games.split_at(games.len().min(1));
    let players = (s.players.len() > 1).then_some([0, 1]);
    out.push(pages.compare(&site, players, Some([("1", one), ("2", others)])));
    out
}

/// The second page of the table of a large field.
pub(crate) fn second_page(s: &Screening, language: Language) -> String {
    let names: Vec<String> = (0..s.players.len()).map(|place| format!("p{place}")).collect();
    let site = Site { event: "71", base: "/events/3", screening: s, players: &names, games: &[] };
    let query = TableQuery { page: 2, ..TableQuery::default() };
    Pages::new(language).table(&site, &query, &[])
}

fn example_pages() -> Vec<String> {
    every_page(&example::screening(), &example::games(), Language::ENGLISH)
}

#[test]
fn hostile_names_are_text_on_every_page() {
    let pages = example_pages();
    pages.iter().for_each(|page| crate::print::html::assert_nested(page));
    let all = pages.concat();
    assert!(!all.contains("<script") && !all.contains("<img") && !all.contains("style="));
    assert!(!all.contains('\u{202e}') && !all.contains('\u{1b}') && !all.contains('\u{7}'));
    assert!(all.contains("&lt;script&gt;alert(1)&lt;/script&gt;") && all.contains("Nxq9&lt;/td&gt;"));
    let mut games = example::games();
    games[0].moves[2].san = "</a><script>alert(2)</script>".to_owned();
    games[0].moves[2].lines[0].san = "<img src=x onerror=alert(3)>".to_owned();
    games[0].moves[2].fen = "\"><svg onload=alert(4)>".to_owned();
    games[0].round = "\"><img src=x>".to_owned();
    games[0].date = "<b>".to_owned();
    let all = every_page(&example::screening(), &games, Language::ENGLISH).concat();
    for tag in ["<script", "<img", "<svg onload", "<b>"] {
        assert!(!all.contains(tag), "{tag}");
    }
    assert!(all.contains("This position cannot be drawn."));
}

fn listed(query: &TableQuery) -> Vec<usize> {
    query.chosen(&example::screening())
}

#[test]
fn tables_are_sorted_and_filtered() {
    let read = |fields: &[(&str, &str)]| listed(&TableQuery::read(fields.iter().copied()));
    // Indices: 43.48, 65.6, 61, none, 51.5, none.
    assert_eq!(read(&[]), [1, 2, 4, 0, 3, 5]);
    assert_eq!(read(&[("order", "up")]), [0, 4, 2, 1, 3, 5]);
    // Ratings: 2500, 2450, 2300, 2210, 2400, none.
    assert_eq!(read(&[("sort", "rating")]), [0, 1, 4, 2, 3, 5]);
    assert_eq!(read(&[("sort", "rating"), ("from", "2300"), ("to", "2450")]), [1, 4, 2]);
    assert_eq!(read(&[("enough", "1")]), [1, 2, 4, 0, 5]);
    assert_eq!(read(&[("name", "O'CONN")]), [4]);
    assert_eq!(read(&[("name", "žofie")]), [3]);
    assert_eq!(read(&[("name", "nobody")]), [0_usize; 0]);
    // Nonsense is the plain table.
    assert_eq!(read(&[("sort", "x"), ("page", "zero"), ("?", "")]), [1, 2, 4, 0, 3, 5]);
}

#[test]
fn what_was_asked_for_is_asked_again_by_every_link() {
    let query = TableQuery::read([("name", "é&b"), ("from", "2000"), ("enough", "1"), ("sort", "z")]);
    let games = PlayerColumn::on_server().find(|column| column.key == "games").expect("a column");
    let address = query.address(games, true, 3);
    assert_eq!(address, "?sort=games&order=down&enough=1&from=2000&name=%c3%a9%26b&page=3");
    let s = example::large(1_000);
    let names: Vec<String> = (0..1_000).map(|place| format!("p{place}")).collect();
    let site = Site { event: "E", base: "/events/3", screening: &s, players: &names, games: &[] };
    let pages = Pages::new(Language::ENGLISH);
    let mut seen = std::collections::BTreeSet::new();
    for page in 1..=10 {
        let query = TableQuery { page, ..TableQuery::default() };
        let text = pages.table(&site, &query, &[]);
        assert!(text.contains(&format!("Page {page} of 10")));
        assert_eq!(text.contains("rel=\"prev\""), page > 1);
        assert_eq!(text.contains("rel=\"next\""), page < 10);
        assert_eq!(text.matches("aria-sort=\"descending\"").count(), 1);
        for link in text.split("/events/3/players/").skip(1) {
            seen.insert(link.split('"').next().unwrap_or_default().to_owned());
        }
    }
    assert_eq!(seen.len(), 1_000, "everybody is on one of the pages");
    let far = TableQuery { page: usize::MAX, ..TableQuery::default() };
    assert!(pages.table(&site, &far, &[]).contains("Page 10 of 10"));
}

#[test]
fn the_course_and_two_rounds_by_hand() {
    let all = example_pages();
    // Game 1: White has two opening turns less one decision, and so has Black: c4 was inferior with 0.1793.
    let player = all.iter().find(|page| page.contains("4102500")).expect("the first player");
    let row = "<td class=\"n\">1</td><td class=\"n\">100.0 / 55.0</td><td class=\"n\">100.0 / 55.0</td>\
               <td class=\"n\">0.000 / 0.081</td>";
    assert!(player.contains(row), "{player}");
    let compared = all.last().expect("pages");
    // Both sides of round 1: one match of two, a mean difference of 0.1793 / 2. The two players, seen and projected:
    // 0.52 - 1.304 * 0.02 and 0.52 + 3.12 * 0.02, both of 0.52.
    for cells in [
        "<td class=\"n\">50.0 / 55.0</td>",
        "<td class=\"n\">0.090 / 0.081</td>",
        "<td class=\"n\">49.4 / 52.0</td><td class=\"n\">58.2 / 52.0</td>",
        "<option value=\"p1\" selected=\"selected\">",
    ] {
        assert!(compared.contains(cells), "{cells} in {compared}");
    }
}

#[test]
fn rounds_are_in_the_order_of_their_numbers() {
    let mut games = vec![example::games()[0].clone(); 6];
    for (game, round) in games.iter_mut().zip(["10", "2", "1.2", "?", "1.10", "2"]) {
        game.round = round.to_owned();
    }
    let site =
        Site { event: "71", base: "", screening: &example::screening(), players: &[], games: &heads(&games) };
    let page = Pages::new(Language::ENGLISH).compare(&site, None, None);
    let offered = |n: &str| page.find(&format!(">{n}</option>")).expect("a round");
    assert!(offered("1") < offered("2") && offered("2") < offered("10"), "{page}");
    assert!(!page.contains("<table"));
}

#[test]
fn plies_and_players_that_are_not_there_are_nothing() {
    let (s, games) = (example::screening(), example::games());
    let heads = heads(&games);
    let names = vec![String::new(); 6];
    let site = Site { event: "E", base: "/events/3", screening: &s, players: &names, games: &heads };
    let pages = Pages::new(Language::ENGLISH);
    for ply in [0, 5, usize::MAX] {
        assert_eq!(pages.game(&site, &heads[0], &games[0], (ply, Bottom::White)), None, "{ply}");
    }
    assert_eq!(pages.player(&site, 6, &[], None), None);
}

/// Above the letters stand those that occur, each with its meaning, and no other.
#[test]
fn the_letters_of_the_moves_are_explained() {
    let (s, mut games) = (example::screening(), example::games());
    let place = games[0].white;
    games.truncate(1);
    let template = games[0].moves[0].clone();
    games[0].moves.resize(6, template);
    let classes = [MoveClass::Opening, MoveClass::Match, MoveClass::GameOver];
    for (ply, mv) in games[0].moves.iter_mut().enumerate() {
        // White's take turns; Black's are another letter, which is not White's.
        mv.class = if ply % 2 == 0 { classes[ply / 2 % classes.len()] } else { MoveClass::Late };
    }
    let heads = heads(&games);
    let names: Vec<String> = (0..s.players.len()).map(|place| format!("p{place}")).collect();
    let site = Site { event: "E", base: "/events/3", screening: &s, players: &names, games: &heads };
    let own = [(heads[0].clone(), games[0].clone())];
    let page = Pages::new(Language::ENGLISH).player(&site, place, &own, None).expect("a player");
    let shown = |letter: char| page.contains(&format!("<li><span class=\"c\" data-c=\"{letter}\">"));
    for (letter, is_shown) in [('b', true), ('M', true), ('g', true), ('l', false), ('0', false)] {
        assert_eq!(shown(letter), is_shown, "{letter}: {page}");
    }
}

#[test]
fn a_ply_shows_board_lines_and_where_one_is() {
    let (s, games) = (example::screening(), example::games());
    let heads = heads(&games);
    let names = vec![String::new(); 6];
    let site = Site { event: "E", base: "/events/3", screening: &s, players: &names, games: &heads };
    let page =
        Pages::new(Language::ENGLISH).game(&site, &heads[0], &games[0], (3, Bottom::White)).expect("a ply");
    assert!(page.contains("<bdi>2. Nf3</bdi>") && page.contains("<svg"));
    assert!(
        page.contains("/games/g0?ply=2#board\" rel=\"prev\"") && page.contains("?ply=4#board\" rel=\"next\"")
    );
    assert_eq!(page.matches("aria-current=\"step\"").count(), 1);
    // Nf3 was played: +0.34 with 55 %; then c4 with 20 %.
    let played = "<strong dir=\"auto\">Nf3 (played)</strong></th><td class=\"n\">+0.34</td><td class=\"n\">55.0</td></tr>";
    assert!(page.contains(played), "{page}");
    let other = "<bdi>c4</bdi></th><td class=\"n\">+0.12</td><td class=\"n\">20.0</td></tr>";
    assert!(page.contains(other), "{page}");
}

/// The board stands as it was turned on every ply, and so do the values: what is good for White is above 0 whoever moves.
#[test]
fn a_board_and_its_values_do_not_turn_from_ply_to_ply() {
    let (s, mut games) = (example::screening(), example::games());
    for mv in &mut games[0].moves {
        mv.fen = format!("4k3/8/8/8/8/8/8/4K3 {} - - 0 1", mv.fen.split(' ').nth(1).unwrap_or("w"));
    }
    // The third ply is White's and the fourth Black's; both see White a third of a pawn ahead.
    games[0].moves[3].lines = games[0].moves[2].lines.clone();
    games[0].moves[3].lines.truncate(1);
    games[0].moves[3].lines[0].cp = games[0].moves[2].lines[0].cp.map(|cp| -cp);
    let heads = heads(&games);
    let names = vec![String::new(); 6];
    let site = Site { event: "E", base: "/events/3", screening: &s, players: &names, games: &heads };
    let pages = Pages::new(Language::ENGLISH);
    for (bottom, address) in [(Bottom::White, "?ply=2#board"), (Bottom::Black, "?ply=2&amp;side=black#board")]
    {
        let at = |ply| pages.game(&site, &heads[0], &games[0], (ply, bottom)).expect("a ply");
        let king = |page: &str| {
            let piece = page.split("class=\"white-piece\"").nth(1).expect("a king");
            piece.split('>').next().map(str::to_owned)
        };
        assert_eq!(king(&at(3)), king(&at(4)), "{bottom:?}");
        assert!(at(3).contains("+0.34</td>") && at(4).contains("+0.34</td>"), "{}", at(4));
        assert!(at(3).contains(&format!("{address}\" rel=\"prev\"")), "{}", at(3));
    }
    // From a player's page the board is turned to the side of that player.
    let own: Vec<(GameHead, GameTrace)> = vec![(heads[0].clone(), games[0].clone())];
    let page = |place| pages.player(&site, place, &own, None).expect("a player");
    assert!(!page(heads[0].white).contains("side=black") && page(heads[0].black).contains("side=black"));
}
