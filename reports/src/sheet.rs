//! The screening sheet, and what it shares with the server's pages of results.
//!
//! Tables and lists of the page are plain HTML; its script adds sorting, filtering and the move-by-move tables.

pub(crate) mod answer;
pub(crate) mod columns;
pub(crate) mod games;
pub(crate) mod player;
pub(crate) mod sections;
mod terminal;

use analyzer::screening::{GameTrace, PlayerResult, Screening};

use crate::ReportError;
use crate::document::{self, Block, Cell, Column, Document, Layout, Table, facts, filled, part, text};
use crate::language::Language;
use crate::messages::{Key, Messages};
use crate::order::{Census, by_index, sides};
use crate::print::markup::Markup;
use crate::words;
use columns::{PLAYER_COLUMNS, PlayerColumn, place_cell, place_column};
use sections::laid_out;

pub use terminal::{TerminalOptions, terminal};

/// The command that makes every number again.
const RECOMPUTE: &str = "fairplay verify DIR --recompute all --pgn FILE";

/// The page in a language. `games` are the scored games; their moves stand in the page once each.
pub fn html(s: &Screening, games: &[GameTrace], language: Language) -> Result<String, ReportError> {
    let m = &Messages::new(language);
    let event = words::event_name(m, &s.event.name);
    let mut lead = answer::answer(m, s, &|place| Some(format!("#p{place}")));
    lead.extend(sections::event_cautions(m, s));
    lead.extend(sections::thresholds(m, s));
    let mut manifest = sections::manifest(m, s);
    manifest.push(filled(m, Key::ManifestRecompute, [("command", RECOMPUTE)]));
    let mut blocks = sections::summary(m, s);
    blocks.extend(sections::purpose(m));
    blocks.extend(document::sections(
        m,
        [
            ("field", Key::PlotHeading, sections::field(m, s)),
            ("check", Key::FieldHeading, sections::field_check(m, s)),
            ("players", Key::TableHeading, players(m, s)),
        ],
    ));
    blocks.extend(sections::left_out(m, s));
    let parts = parts(m, s, games)?;
    blocks.extend(document::sections(
        m,
        [("manifest", Key::ManifestHeading, manifest), ("parts", Key::PlayersHeading, parts)],
    ));
    let document = Document {
        language,
        contents: m.text(Key::ContentsLabel),
        kind: m.text(Key::SheetKind),
        title: m.with(Key::PageTitle, [("event", event.as_str())]),
        heading: Some(event),
        lead,
        blocks,
        script: Some(games::data(m, games)?),
    };
    Ok(document.html())
}

/// Where the part of the page begins that is made from the moves.
const PARTS: &str = "<section id=\"parts\">";

/// Whether a page is the sheet of a screening in one of the languages, byte for byte. Without the games, which a screening
/// does not hold, the page is compared up to the players' parts.
pub fn is_sheet_of(page: &[u8], s: &Screening, games: Option<&[GameTrace]>) -> bool {
    Language::all().any(|language| {
        html(s, games.unwrap_or_default(), language).is_ok_and(|made| match games {
            Some(_) => made.as_bytes() == page,
            None => made.split_once(PARTS).is_some_and(|(head, _)| page.starts_with(head.as_bytes())),
        })
    })
}

/// Where the place in the table stands: behind the name, the index and what it suggests.
const PLACE: usize = 3;

/// The table of all players with its legend.
fn players(m: &Messages, s: &Screening) -> Vec<Block> {
    if s.players.is_empty() {
        return vec![text(m, Key::TableEmpty)];
    }
    let mut tools = Markup::default();
    tools.open("div", &[("class", "tools"), ("id", "tools"), ("hidden", "")]);
    tools.open("label", &[]).text(&m.text(Key::FilterLabel)).raw(" ");
    tools.open("input", &[("type", "search"), ("id", "filter"), ("autocomplete", "off")]).close("label");
    tools.el("span", &[("id", "shown"), ("role", "status")], "");
    tools.el("span", &[("class", "hint")], &m.text(Key::TableSortHint)).close("div");

    let columns: Vec<&PlayerColumn> = PLAYER_COLUMNS.iter().filter(|column| column.on_sheet).collect();
    let mut table = Table { label: m.text(Key::TableHeading), ..Table::default() };
    for column in &columns {
        let falling = (column.heading == Key::ColumnIndex).then_some(true);
        table.columns.push(Column { falling, ..column.head(m) });
    }
    table.columns.insert(PLACE, place_column(m));
    for (place, index) in by_index(s).into_iter().enumerate() {
        let Some(player) = s.players.get(index) else { continue };
        let cell = |column: &&PlayerColumn| match column.cell(m, player, "/") {
            Cell::Plain(name) => Cell::Link(name, format!("#p{index}")),
            cell => cell,
        };
        let mut cells: Vec<Cell> = columns.iter().map(cell).collect();
        cells.insert(PLACE, place_cell(m, place));
        table.cells(cells);
    }
    let mut blocks = vec![
        text(m, Key::TableCaption),
        Block::Screen { markup: tools },
        laid_out(Layout::SortedPlayers, table),
        legend(m, columns),
    ];
    // Advice on levels needs parameters that are certified.
    blocks.extend(words::caution(m, &s.manifest, &s.event).is_none().then(|| text(m, Key::LegendLevels)));
    blocks
}

pub(crate) fn legend(m: &Messages, columns: impl IntoIterator<Item = &'static PlayerColumn>) -> Block {
    let rows = columns.into_iter().map(|column| (column.heading, Cell::Plain(m.text(column.meaning))));
    let blocks = vec![facts(m, rows)];
    Block::Details { id: None, summary: vec![Cell::Plain(m.text(Key::LegendHeading))], blocks }
}

/// Every player's part, in the order of the table.
fn parts(m: &Messages, s: &Screening, games: &[GameTrace]) -> Result<Vec<Block>, ReportError> {
    let mut of_player = vec![Vec::new(); s.players.len()];
    for (number, game) in games.iter().enumerate() {
        sides(s, game)?;
        of_player[game.white].push(number);
        if game.black != game.white {
            of_player[game.black].push(number);
        }
    }
    let mut noscript = Markup::default();
    noscript
        .open("noscript", &[])
        .el("p", &[("class", "note")], &m.text(Key::PlayersNoscript))
        .close("noscript");
    let mut fold = Markup::default();
    fold.open("p", &[("class", "tools"), ("id", "fold"), ("hidden", "")]);
    fold.el("button", &[("type", "button"), ("id", "open-all")], &m.text(Key::PlayerOpenAll)).raw(" ");
    fold.el("button", &[("type", "button"), ("id", "close-all")], &m.text(Key::PlayerCloseAll)).close("p");
    let mut blocks = vec![Block::Screen { markup: noscript }];
    blocks.extend(games::legend(m, games::has_second(games)));
    blocks.push(Block::Screen { markup: fold });
    for index in by_index(s) {
        if let (Some(player), Some(own)) = (s.players.get(index), of_player.get(index)) {
            let mut inside = about(m, player);
            inside.extend(games::list(m, s, index, own, games));
            inside.push(Block::Line {
                parts: vec![Cell::Link(m.text(Key::PlayerBack), "#players".to_owned())],
            });
            let mut summary = vec![Cell::Strong(player.name.clone())];
            summary.extend(player::suggestion(m, player));
            blocks.push(Block::Details { id: Some(format!("p{index}")), summary, blocks: inside });
        }
    }
    Ok(blocks)
}

/// Everything of a player's part before the games.
fn about(m: &Messages, player: &PlayerResult) -> Vec<Block> {
    let mut blocks = vec![player::facts(m, player), part(m, Key::PlayerTests)];
    blocks.extend(player::tests(m, player));
    blocks.extend(player::rule_of_thumb(m, player));
    blocks.extend(player::losses(m, player));
    blocks.extend(player::expected(m, player));
    blocks.extend(player.depth_aware.as_ref().map(|_| player::both_models(m, player).into()));
    blocks.extend(player::ratings(m, player));
    blocks.push(part(m, Key::PlayerExcluded));
    blocks.extend(sections::accounting(m, &Census::sum([player])));
    blocks
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{example, print};

    #[test]
    fn notes_and_partners_are_shown_on_every_sheet() {
        use analyzer::screening::{NoteEntry, NoteKind, PartnerEntry};
        let mut s = example::screening();
        let plain = html(&s, &[], Language::ENGLISH).expect("a page");
        assert!(!plain.contains("Notes on games"), "nothing to say, nothing said");
        s.unscored[1].partner = Some(PartnerEntry { input: "first<i>.pgn".to_owned(), game: 41 });
        s.notes.push(NoteEntry {
            input: "open.pgn".to_owned(),
            game: 7,
            offset: 7000,
            white: "A".to_owned(),
            black: "B".to_owned(),
            kind: NoteKind::Alphabet,
            value: Some("russian: Кр Ф Л С К".to_owned()),
        });
        let page = html(&s, &[], Language::ENGLISH).expect("a page");
        let options = TerminalOptions { width: 200, colour: false, all: true, language: Language::ENGLISH };
        let table = terminal(&s, options);
        for (text, file) in [(&page, "first&lt;i&gt;.pgn"), (&table, "first<i>.pgn")] {
            let partner = format!("repeats another game; kept is game 41 of {file}");
            assert!(text.contains(&partner), "{text}");
            assert!(text.contains("Notes on games"));
            assert!(text.contains("russian: Кр Ф Л С К (king, queen, rook, bishop, knight)"));
        }
    }

    fn without_assets(page: &str) -> String {
        let page = print::html::without_style(page).replace(print::html::SCRIPT, "[script]\n");
        page.replace(&print::html::script_hash(), "[hash]")
    }

    /// A script that somebody adds to the page has another hash, and no browser runs it.
    #[test]
    fn the_policy_names_the_hash_of_the_script_that_is_in_the_page() {
        use base64::Engine as _;
        use sha2::Digest as _;
        let page = html(&example::screening(), &example::games(), Language::ENGLISH).expect("a page");
        let (_, rest) = page.split_once("<script>").expect("a script");
        let script = rest.split_once("</script>").expect("its end").0;
        let hash = base64::engine::general_purpose::STANDARD.encode(sha2::Sha256::digest(script.as_bytes()));
        assert!(page.contains(&format!("script-src &#39;sha256-{hash}&#39;")), "{hash}");
        assert_eq!(page.matches("unsafe-inline").count(), 1, "for the style alone");
    }

    #[test]
    fn what_other_conditions_change_is_said_beside_projections_for_standard_play() {
        let mut s = example::screening();
        let plain = html(&s, &[], Language::ENGLISH).expect("a page");
        assert!(!plain.contains("projected values"), "standard play needs no sentence");
        let strength = s.players.iter_mut().find_map(|player| player.strength.as_mut()).expect("projected");
        strength.conditions = Some(-249.4);
        let page = html(&s, &[], Language::ENGLISH).expect("a page");
        for sentence in [
            "The projected values are those of standard play over the board.",
            "For the time control and venue: −249 rating points against standard play over the board",
        ] {
            assert!(page.contains(sentence), "{sentence}");
        }
    }

    #[test]
    fn a_sheet_is_told_from_one_that_was_altered() {
        let (s, games) = (example::screening(), example::games());
        for language in Language::all() {
            let page = html(&s, &games, language).expect("a page");
            assert!(is_sheet_of(page.as_bytes(), &s, Some(&games)) && is_sheet_of(page.as_bytes(), &s, None));
            // A number of the table is found without the games, one of the moves with them.
            let parts = page.find(PARTS).expect("the parts");
            for (place, without) in [(parts - 1, false), (page.len() - 10, true)] {
                let mut altered = page.clone().into_bytes();
                altered[place] ^= 1;
                assert!(!is_sheet_of(&altered, &s, Some(&games)));
                assert_eq!(is_sheet_of(&altered, &s, None), without);
            }
        }
    }

    #[test]
    fn page_of_the_example() {
        let page = html(&example::screening(), &example::games(), Language::ENGLISH).unwrap();
        insta::assert_snapshot!("html", without_assets(&page));
    }

    #[test]
    fn trap_16_no_name_becomes_markup() {
        let page = html(&example::screening(), &example::games(), Language::ENGLISH).unwrap();
        print::html::assert_nested(&without_assets(&page));
        assert!(!page.contains("<script>alert"));
        assert!(!page.contains('\u{202e}') && !page.contains('\u{1b}') && !page.contains('\u{7}'));
        assert!(page.contains("&lt;script&gt;alert(1)&lt;/script&gt;"));
        assert!(page.contains("O&#39;Connor, Ann"));
        assert!(page.contains("=cmd|&#39; /C calc&#39;!A1"));
        assert!(page.contains("Nxq9&lt;/td&gt;"));
    }

    #[test]
    fn trap_16_hostile_tags_cannot_leave_the_moves() {
        let mut games = example::games();
        games[0].moves[2].san = "</script><script>alert(2)</script>&\u{2028}".to_owned();
        games[0].round = "\"><img src=x onerror=alert(3)>".to_owned();
        let page = html(&example::screening(), &games, Language::ENGLISH).unwrap();
        assert!(!page.contains("<script>alert") && !page.contains("<img"));
        assert!(page.contains("\\u003c/script\\u003e"));
    }

    #[test]
    fn an_empty_event_gives_a_page() {
        let mut s = example::screening();
        s.players.clear();
        s.unscored.clear();
        s.quarantine.clear();
        s.failures.clear();
        s.event.name.clear();
        s.manifest.provisional = false;
        s.field = analyzer::screening::FieldCheck {
            players: 0,
            roi_mean: None,
            roi_sd: None,
            tolerance: None,
            expected_at: Default::default(),
            seen_at: Default::default(),
            expected_above: Vec::new(),
        };
        let page = html(&s, &[], Language::ENGLISH).unwrap();
        assert!(page.contains("Unnamed event") && !page.contains("Provisional") && !page.contains("NaN"));
    }

    /// An arbiter may accept a game only where the moves before the illegal one make one.
    #[test]
    fn the_sheet_offers_to_accept_only_what_can_be_accepted() {
        let mut s = example::screening();
        for acceptable in [false, true] {
            s.quarantine[0].acceptable = acceptable;
            let page = html(&s, &[], Language::ENGLISH).unwrap();
            assert_eq!(page.contains("An arbiter may accept the game up to that move"), acceptable);
        }
    }

    #[test]
    fn a_large_event_stays_small() {
        let s = example::large(60);
        let games = example::large_games(&s, 480, 80);
        let size = html(&s, &games, Language::ENGLISH).unwrap().len();
        assert!(size < 6_000_000, "{size} bytes");
    }
}
