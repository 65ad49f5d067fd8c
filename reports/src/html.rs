//! The screening sheet as one self-contained HTML page.
//!
//! The page loads nothing: its style and script stand inside it and its policy forbids everything else. Table,
//! plot and lists are plain HTML; the script adds sorting, filtering and the move-by-move tables. Text from
//! outside reaches the page only through [`markup::Markup`], which escapes it.

pub(crate) mod aside;
pub(crate) mod markup;
pub(crate) mod player;
pub(crate) mod plot;
pub(crate) mod summary;
pub(crate) mod table;
pub(crate) mod trace;

use analyzer::screening::{GameTrace, Screening};

use crate::{
    ReportError,
    language::Language,
    messages::{Arg, Key, Messages},
};
use markup::Markup;

/// Nothing is loaded, from anywhere.
const POLICY: &str =
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:";
const STYLE: &str = include_str!("../assets/sheet.css");
const SCRIPT: &str = include_str!("../assets/sheet.js");

/// The page in a language. `games` are the scored games; their moves stand in the page once each.
///
/// # Errors
/// [`ReportError::UnknownPlayer`] if a game names a player that the screening does not hold,
/// [`ReportError::Json`] if the moves cannot be written.
pub fn html(s: &Screening, games: &[GameTrace], language: Language) -> Result<String, ReportError> {
    let m = Messages::new(language);
    let mut page = Markup::default();
    let event = if s.event.name.trim().is_empty() { m.text(Key::EventUnnamed) } else { s.event.name.clone() };
    page.raw("<!doctype html>\n");
    page.open("html", &[("lang", m.language().tag())]);
    page.raw("\n").open("head", &[]);
    page.raw("\n").void("meta", &[("charset", "utf-8")]);
    page.raw("\n").void("meta", &[("http-equiv", "Content-Security-Policy"), ("content", POLICY)]);
    page.raw("\n").void("meta", &[("name", "viewport"), ("content", "width=device-width, initial-scale=1")]);
    page.raw("\n").void("meta", &[("name", "color-scheme"), ("content", "light dark")]);
    page.raw("\n").void("meta", &[("name", "robots"), ("content", "noindex")]);
    page.raw("\n").el("title", &[], &m.with(Key::PageTitle, &[("event", Arg::Text(&event))]));
    page.raw("\n<style>\n").raw(STYLE).raw("</style>\n").close("head");
    page.raw("\n").open("body", &[]).raw("\n").open("main", &[]).raw("\n");
    summary::head(&mut page, &m, s, &event);
    summary::tiles(&mut page, &m, s);
    plot::field(&mut page, &m, s);
    summary::field_check(&mut page, &m, s);
    table::players(&mut page, &m, s);
    aside::census(&mut page, &m, s);
    aside::unscored(&mut page, &m, s);
    aside::quarantine(&mut page, &m, s);
    aside::failures(&mut page, &m, s);
    aside::notes(&mut page, &m, s);
    aside::manifest(&mut page, &m, s);
    player::all(&mut page, &m, s, games)?;
    page.close("main").raw("\n");
    trace::labels(&mut page, &m, trace::has_second(games))?;
    trace::moves(&mut page, &m, games)?;
    page.raw("<script>\n").raw(SCRIPT).raw("</script>\n").close("body").raw("\n").close("html").raw("\n");
    Ok(page.finish())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        TerminalOptions, decisions_table, example, json, players_table, terminal, wording::forbidden,
    };

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
        page.replace(STYLE, "[style]\n").replace(SCRIPT, "[script]\n")
    }

    #[test]
    fn page_of_the_example() {
        let page = html(&example::screening(), &example::games(), Language::ENGLISH).unwrap();
        insta::assert_snapshot!("html", without_assets(&page));
    }

    #[test]
    fn trap_16_no_name_becomes_markup() {
        let page = html(&example::screening(), &example::games(), Language::ENGLISH).unwrap();
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
    fn the_page_loads_nothing() {
        let page =
            html(&example::named(["A", "B", "C", "D", "E", "F"]), &example::games(), Language::ENGLISH)
                .unwrap();
        assert!(page.contains(&format!("content=\"{}\"", crate::escape::html(POLICY))));
        for loader in
            ["http://", "https://", "url(", "@import", " src=", "<link", "<img", "<iframe", "fetch("]
        {
            assert!(!page.contains(loader), "`{loader}` in the page");
        }
    }

    /// Every element that is opened is closed in the right order, whatever the names are.
    #[test]
    fn elements_nest() {
        let page =
            without_assets(&html(&example::screening(), &example::games(), Language::ENGLISH).unwrap());
        let mut open = Vec::new();
        for part in page.split('<').skip(1) {
            let tag = part.split('>').next().unwrap();
            let name = tag.trim_start_matches('/').split([' ', '\n']).next().unwrap();
            if tag.starts_with('/') {
                assert_eq!(open.pop(), Some(name), "at <{tag}>");
            } else if !name.starts_with('!') && !["meta", "input"].contains(&name) {
                open.push(name);
            }
        }
        assert!(open.is_empty(), "{open:?}");
    }

    #[test]
    fn no_report_holds_a_forbidden_word_or_an_empty_placeable() {
        let s = example::named(["Anna", "Boris", "Chen", "Dina", "Emil", "Fatou"]);
        let games = example::games();
        let options = TerminalOptions { width: 120, colour: true, all: true, language: Language::ENGLISH };
        let outputs = [
            ("html", html(&s, &games, Language::ENGLISH).unwrap()),
            ("terminal", terminal(&s, options)),
            ("json", json(&s).unwrap()),
            ("players", String::from_utf8(players_table(&s).csv().unwrap()).unwrap()),
            ("decisions", String::from_utf8(decisions_table(&s, &games).unwrap().csv().unwrap()).unwrap()),
        ];
        for (name, output) in outputs {
            assert_eq!(forbidden(&output), None, "in {name}");
            assert!(!output.contains("{$") && !output.contains("{ $"), "{name} has an empty placeable");
        }
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
            expected_at: Default::default(),
            seen_at: Default::default(),
        };
        let page = html(&s, &[], Language::ENGLISH).unwrap();
        assert!(page.contains("Unnamed event") && !page.contains("Provisional") && !page.contains("NaN"));
    }

    #[test]
    fn a_large_event_stays_small() {
        let s = example::large(60);
        let games = example::large_games(&s, 480, 80);
        let size = html(&s, &games, Language::ENGLISH).unwrap().len();
        assert!(size < 6_000_000, "{size} bytes");
    }
}
