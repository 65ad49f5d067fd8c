//! Writes games as PGN (export format of the standard, section 8), so that a dossier can hand on the games it rests on.

use std::fmt::Write as _;

use shakmaty::san::SanPlus;
use shakmaty::{Chess, Color, Position};

use crate::pgn::game::{Game, Side, Stamp, Start};

const WIDTH: usize = 80;

/// Games one after the other. What `names` gives stands in place of a player's name; for the name itself it gives `None`.
pub fn write_pgn<'a>(
    games: impl IntoIterator<Item = &'a Game>,
    names: impl Fn(&Side) -> Option<String>,
) -> String {
    let mut out = String::new();
    for game in games {
        if !out.is_empty() {
            out.push('\n');
        }
        tags(&mut out, game, &names);
        out.push('\n');
        moves(&mut out, game);
    }
    out
}

fn tags(out: &mut String, game: &Game, names: &impl Fn(&Side) -> Option<String>) {
    let mut tag = |name: &str, value: &str| {
        // A tag is one line; quotes and backslashes carry a backslash (8.1.1).
        let value: String = value.chars().filter(|c| !c.is_control()).collect();
        let value = value.replace('\\', "\\\\").replace('"', "\\\"");
        let _infallible = writeln!(out, "[{name} \"{value}\"]");
    };
    let name = |side: &Side| names(side).unwrap_or_else(|| side.name.clone());
    let known = |text: &str| {
        if text.is_empty() { "?".to_owned() } else { text.to_owned() }
    };
    tag("Event", &known(&game.event));
    tag("Site", game.site.as_deref().unwrap_or("?"));
    tag("Date", if game.date.is_empty() { "????.??.??" } else { &game.date });
    tag("Round", &known(&game.round));
    tag("White", &known(&name(&game.white)));
    tag("Black", &known(&name(&game.black)));
    tag("Result", game.result.as_str());
    for (colour, side) in [("White", &game.white), ("Black", &game.black)] {
        if let Some(rating) = side.rating {
            tag(&format!("{colour}Elo"), &rating.to_string());
        }
        let named = names(side).is_none();
        if let Some(id) = side.fide_id.filter(|_| named) {
            tag(&format!("{colour}FideId"), &id.to_string());
        }
        if let Some(title) = side.title.as_deref().filter(|_| named) {
            tag(&format!("{colour}Title"), title);
        }
    }
    if let Some(control) = &game.time_control {
        tag("TimeControl", control);
    }
    if let Start::Fen { fen, chess960 } = &game.start {
        if *chess960 {
            tag("Variant", "Chess960");
        }
        tag("SetUp", "1");
        tag("FEN", fen);
    }
}

fn moves(out: &mut String, game: &Game) {
    let mut line = 0;
    let mut word = |text: &str| {
        let length = text.chars().count();
        if line > 0 && line + 1 + length > WIDTH {
            out.push('\n');
            line = 0;
        } else if line > 0 {
            out.push(' ');
            line += 1;
        }
        out.push_str(text);
        line += length;
    };
    // Games that were read have a start; one without has no moves either.
    let mut position: Chess = game.start.position().unwrap_or_default();
    let mut resumed = true;
    for (ply, &mv) in game.moves.iter().enumerate() {
        let number = position.fullmoves().get();
        if position.turn() == Color::White {
            word(&format!("{number}."));
        } else if resumed {
            word(&format!("{number}..."));
        }
        let san = SanPlus::from_move_and_play_unchecked(&mut position, mv);
        word(&san.to_string());
        let clocks = game.stamps.get(ply).map(clocks).unwrap_or_default();
        resumed = !clocks.is_empty();
        if resumed {
            word(&format!("{{{clocks}}}"));
        }
    }
    word(game.result.as_str());
    out.push('\n');
}

/// The clocks of a comment; they cannot hold a brace, because they were read out of one.
fn clocks(stamp: &Stamp) -> String {
    let of = |name: &str, value: &Option<Box<str>>| {
        let value = value.as_deref()?;
        Some(format!("[%{name} {value}]"))
    };
    let words = [of("clk", &stamp.clk), of("emt", &stamp.emt)];
    words.into_iter().flatten().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pgn::sample;
    use crate::read;

    fn again(text: &str) -> Vec<Game> {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("games.pgn");
        std::fs::write(&path, text).expect("writes");
        let collection = read(&[path], None).expect("reads");
        assert_eq!((collection.unscored.len(), collection.quarantine.len()), (0, 0));
        collection.games
    }

    #[test]
    fn what_is_written_is_read_as_the_same_games() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("event.pgn");
        std::fs::write(&path, sample::PGN).expect("writes");
        let games = read(&[path], None).expect("reads").games;
        let written = write_pgn(&games, |_| None);
        let back = again(&written);
        assert_eq!(games.len(), back.len());
        for (a, b) in games.iter().zip(&back) {
            assert_eq!((&a.sha256, &a.moves, &a.stamps), (&b.sha256, &b.moves, &b.stamps));
            assert_eq!((&a.white, &a.black, &a.event), (&b.white, &b.black, &b.event));
        }
        assert!(written.lines().all(|line| line.starts_with('[') || line.len() <= WIDTH));
    }

    fn same(games: &[Game], back: &[Game]) {
        assert_eq!((games.len(), back.len()), (1, 1));
        for (a, b) in games.iter().zip(back) {
            assert_eq!((&a.white, &a.black, &a.event), (&b.white, &b.black, &b.event));
            assert_eq!((&a.start, &a.sha256, &a.stamps), (&b.start, &b.sha256, &b.stamps));
        }
    }

    #[test]
    fn quotes_and_clocks_survive() {
        let games = again(concat!(
            "[Event \"The \\\"Old\\\" Mill\"]\n[Date \"2024.05.01\"]\n[Round \"1\"]\n[White \"O'Connor, A\\\\B\"]\n",
            "[Black \"Sand, Ida\"]\n[Result \"0-1\"]\n[BlackElo \"2100\"]\n\n",
            "1. e4 {[%clk 0:10:00]} e5 2. Nf3 Nc6 {[%clk 0:09:58]} 3. Bb5 0-1\n",
        ));
        let written = write_pgn(&games, |_| None);
        assert!(
            written.contains("1. e4 {[%clk 0:10:00]} 1... e5 2. Nf3 Nc6 {[%clk 0:09:58]} 3. Bb5 0-1"),
            "{written}"
        );
        same(&games, &again(&written));
    }

    #[test]
    fn a_start_of_chess960_survives() {
        let games = again(concat!(
            "[Event \"Shuffled\"]\n[Date \"2024.05.01\"]\n[Round \"2\"]\n[White \"Sand, Ida\"]\n[Black \"Ring, Per\"]\n",
            "[Result \"1/2-1/2\"]\n[Variant \"Chess960\"]\n[SetUp \"1\"]\n",
            "[FEN \"bbqrknrn/pppppppp/8/8/8/8/PPPPPPPP/BBQRKNRN w GDgd - 0 1\"]\n\n",
            "1. Nhg3 Nhg6 2. Ne3 Ne6 3. O-O f5 1/2-1/2\n",
        ));
        let written = write_pgn(&games, |_| None);
        assert!(written.contains("3. O-O f5 1/2-1/2"), "{written}");
        same(&games, &again(&written));
    }

    #[test]
    fn a_name_can_be_left_out() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("event.pgn");
        std::fs::write(&path, sample::PGN).expect("writes");
        let games = read(&[path], None).expect("reads").games;
        let hidden = games[0].white.name.clone();
        let written = write_pgn(&games, |side| (side.name == hidden).then(|| "Player 1".to_owned()));
        assert!(!written.contains(&hidden) && written.contains("\"Player 1\""));
        assert_eq!(again(&written).len(), games.len());
    }
}
