//! From the parts of `LiveChessCloud` to PGN text.
//!
//! Nothing is made up: what is not known is left out or `?`. Where board and pairing name two different results both are
//! written, so that the reader of the PGN finds the contradiction.

use std::fmt::Write as _;

use crate::day::Day;
use crate::live::dgt_json::{Game, Pairing, Player, Round, Tournament};
use crate::pgn::chess960;
use crate::pgn::game::GameResult;
use crate::pgn::result::WrittenResult;

/// One game: round and board count from 1. Without `game` nothing is known of the moves yet.
pub(crate) fn pgn(
    tournament: &Tournament,
    round: (usize, &Round),
    board: (usize, &Pairing),
    game: Option<&Game>,
) -> String {
    let ((number, round), (board, pairing)) = (round, board);
    let result = Results::new(pairing, game);
    let players = [("White", pairing.white.as_ref()), ("Black", pairing.black.as_ref())];
    let mut text = String::new();
    let mut tag = |name: &str, value: &str| {
        // Writing into a string does not fail.
        let _ = writeln!(text, "[{name} \"{}\"]", escaped(value));
    };
    let place: Vec<&str> =
        [&tournament.location, &tournament.country].into_iter().flatten().map(String::as_str).collect();
    tag("Event", &tournament.name);
    tag("Site", or_unknown(&place.join(", ")));
    tag("Date", &round.date.as_deref().map_or("????.??.??".to_owned(), date));
    tag("Round", &format!("{number}.{board}"));
    for (side, player) in players {
        tag(side, or_unknown(&player.map(Player::name).unwrap_or_default()));
    }
    tag("Result", result.tag);
    for (side, player) in players {
        for (name, value) in [
            ("Title", player.and_then(|p| p.title.as_deref())),
            ("FideId", player.and_then(|p| p.fideid.as_deref())),
        ] {
            if let Some(value) = value {
                tag(&format!("{side}{name}"), value);
            }
        }
    }
    if let Some(control) = &tournament.timecontrol {
        tag("TimeControl", control);
    }
    tag("Board", &board.to_string());
    // Number 518 is the usual position.
    if let Some(position) = game.and_then(|game| game.chess960).filter(|position| *position != 518) {
        tag("Variant", "Chess960");
        tag("StartPosition", &position.to_string());
        if let Some(fen) = chess960::fen(position) {
            tag("SetUp", "1");
            tag("FEN", &fen);
        }
    }
    text.push('\n');
    moves(&mut text, game, &result);
    text
}

/// One move to the line: readers of PGN do not care, and no line gets long.
fn moves(text: &mut String, game: Option<&Game>, result: &Results) {
    for (ply, timed) in game.map_or(&[][..], |game| &game.moves).iter().enumerate() {
        if ply % 2 == 0 {
            let _ = write!(text, "{}. ", ply / 2 + 1);
        }
        let _ = write!(text, "{}", timed.san);
        if let Some(comment) = &timed.comment {
            let _ = write!(text, " {{{comment}}}");
        }
        text.push('\n');
    }
    let remarks = [game.and_then(|game| game.comment.as_deref()), result.unread.as_deref()];
    for remark in remarks.into_iter().flatten() {
        let _ = writeln!(text, "{{{}}}", plain(remark).replace('}', ")").replace('{', "("));
    }
    let _ = writeln!(text, "{}\n", result.end);
}

struct Results {
    tag: &'static str,
    end: &'static str,
    /// A published result that is none, such as a forfeit.
    unread: Option<String>,
}

impl Results {
    fn new(pairing: &Pairing, game: Option<&Game>) -> Self {
        let published = pairing.result.as_deref();
        let arbiter = published.and_then(played);
        let board = game.filter(|game| !game.live).and_then(|game| game.result.as_deref());
        let board = board.and_then(|text| match text {
            "WHITEWIN" => Some(GameResult::White),
            "BLACKWIN" => Some(GameResult::Black),
            "DRAW" => Some(GameResult::Draw),
            other => played(other),
        });
        let known = |result: &GameResult| *result != GameResult::Unknown;
        let (arbiter, board) = (arbiter.filter(known), board.filter(known));
        let tag = arbiter.or(board).unwrap_or_default().as_str();
        let end = board.or(arbiter).unwrap_or_default().as_str();
        let unread =
            published.filter(|text| played(text).is_none()).map(|text| format!("published result: {text}"));
        Self { tag, end, unread }
    }
}

/// The result of a game that was played; a forfeit is none.
fn played(text: &str) -> Option<GameResult> {
    let ending = WrittenResult::from_tag(text)?;
    (!ending.forfeit).then_some(ending.result)
}

fn or_unknown(text: &str) -> &str {
    if text.is_empty() { "?" } else { text }
}

/// `2025-04-12` as PGN writes it; anything else stays as published.
fn date(text: &str) -> String {
    if Day::parse(text).is_some() { text.replace('-', ".") } else { text.to_owned() }
}

/// Control characters become spaces: a tag cannot hold a line end.
fn plain(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

fn escaped(value: &str) -> String {
    plain(value).replace('\\', r"\\").replace('"', "\\\"")
}

#[cfg(test)]
mod tests {
    use super::{date, pgn};
    use crate::live::dgt_json::{Round, read};
    use crate::live::reading::{LiveGame, games};
    use crate::live::source::Document;
    use crate::pgn::game::GameResult;

    fn written(round: &str, game: Option<&str>) -> (String, LiveGame) {
        let tournament = read("t", br#"{"name": "Open \"A\" \\ x", "rounds": []}"#).expect("sound");
        let round: Round = read("r", round.as_bytes()).expect("sound");
        let game = game.map(|text| read("g", text.as_bytes()).expect("sound"));
        let text = pgn(&tournament, (3, &round), (14, &round.pairings[0]), game.as_ref());
        let mut found = games(&Document::new("d".to_owned(), text.clone().into_bytes())).games;
        assert_eq!(found.len(), 1, "{text}");
        (text, found.remove(0))
    }

    const ROUND: &str = r#"{"date": "2025-04-12", "pairings": [{"white": {"lname": "O'Dell", "fname": "A\nB"},
        "black": {"lname": "Roe", "title": "IM", "fideid": 77}, "result": "RESULT", "live": false}]}"#;

    #[test]
    fn the_reader_reads_what_was_published() {
        let game = r#"{"live": false, "result": "WHITEWIN", "moves": ["e4 5400", "e5 +12", "Qh5 5300+9", "Nc6", "Bc4", "Nf6", "Qxf7#"]}"#;
        let (text, read) = written(&ROUND.replace("RESULT", "1-0"), Some(game));
        let expected = "[Event \"Open \\\"A\\\" \\\\ x\"]\n[Site \"?\"]\n[Date \"2025.04.12\"]\n[Round \"3.14\"]\n\
            [White \"O'Dell, A B\"]\n[Black \"Roe\"]\n[Result \"1-0\"]\n[BlackTitle \"IM\"]\n[BlackFideId \"77\"]\n\
            [Board \"14\"]\n\n1. e4 {[%clk 1:30:00]}\ne5 {[%emt 0:00:12]}\n2. Qh5 {[%clk 1:28:20] [%emt 0:00:09]}\nNc6\n\
            3. Bc4\nNf6\n4. Qxf7#\n1-0\n\n";
        assert_eq!(text, expected);
        assert_eq!(read.event, r#"Open "A" \ x"#);
        assert_eq!((read.round.as_str(), read.black.fide_id), ("3.14", Some(77)));
        assert_eq!((read.moves.len(), read.result, read.fault), (7, GameResult::White, None));
    }

    #[test]
    fn results_come_from_the_pairing_and_the_board() {
        let result = |published: &str, game: &str| {
            let (_, read) = written(&ROUND.replace("RESULT", published), Some(game));
            (read.result, read.fault.is_some())
        };
        let game =
            |result: &str, live: bool| format!(r#"{{"moves": ["e4"], "result": {result}, "live": {live}}}"#);
        assert_eq!(result("*", &game("\"DRAW\"", false)), (GameResult::Draw, false));
        assert_eq!(result("0-1", &game("null", false)), (GameResult::Black, false));
        assert_eq!(result("½-½", &game("\"DRAW\"", false)), (GameResult::Draw, false));
        assert_eq!(result("*", &game("\"WHITEWIN\"", true)), (GameResult::Unknown, false));
        // Two results are a contradiction for the reader to name.
        assert_eq!(result("1-0", &game("\"BLACKWIN\"", false)), (GameResult::Unknown, true));
    }

    #[test]
    fn hostile_texts_stay_where_they_are() {
        let round = ROUND.replace("RESULT", "+:- } 1-0 [Event");
        let game = r#"{"moves": ["e4"], "comment": "} 0-1\n\n[Event \"x\"]", "chess960": 7}"#;
        let (text, read) = written(&round, Some(game));
        assert_eq!(
            (read.result, read.moves.as_slice()),
            (GameResult::Unknown, &["e2e4".to_owned()][..]),
            "{text}"
        );
        assert!(text.contains("{published result: +:- ) 1-0 [Event}"), "{text}");
        assert!(text.contains("[StartPosition \"7\"]"));
        // Number 7: bishops on h1 and c1, queen on a1, knights on b1 and d1.
        let rank = "qnbnrkrb";
        let white = rank.to_ascii_uppercase();
        assert!(text.contains(&format!("[FEN \"{rank}/pppppppp/8/8/8/8/PPPPPPPP/{white} w KQkq - 0 1\"]")));
    }

    #[test]
    fn a_game_without_moves_is_a_game() {
        let (_, read) = written(&ROUND.replace("RESULT", "*"), None);
        assert!(read.moves.is_empty() && read.complete);
        assert_eq!(read.black.name, "Roe");
    }

    #[test]
    fn only_dates_are_rewritten() {
        assert_eq!(date("2025-04-12"), "2025.04.12");
        assert_eq!(date("12-04-2025"), "12-04-2025");
        assert_eq!(date("soon"), "soon");
    }
}
