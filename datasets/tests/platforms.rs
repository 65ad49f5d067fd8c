//! Imports from Lichess and Chess.com, against answers in the form that both document, served from this machine. The events
//! and handles are made up.
#![expect(clippy::unwrap_used, reason = "a failed test may panic")]

mod serve;

use std::io::{Read as _, Write as _};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use datasets::platforms::{Access, Fetched, ImportError, Observer, Pause, Wanted, fetch};
use serve::{Request, Server, answer};

const ARENA: &[u8] = include_bytes!("platforms/arena.pgn");

/// Notes what it is told, and goes on as often as it may.
#[derive(Default)]
struct Notes {
    games: Vec<u64>,
    waits: Vec<u64>,
    reasons: Vec<Pause>,
    waits_allowed: usize,
    asked: usize,
    /// How often it may go on; always if there is none.
    asked_allowed: Option<usize>,
}

impl Observer for Notes {
    fn goes_on(&mut self) -> bool {
        self.asked += 1;
        self.asked_allowed.is_none_or(|allowed| self.asked <= allowed)
    }

    fn games(&mut self, so_far: u64) -> bool {
        self.games.push(so_far);
        true
    }

    fn wait(&mut self, how_long: Duration, why: &Pause) -> bool {
        self.waits.push(how_long.as_secs());
        self.reasons.push(why.clone());
        self.waits.len() <= self.waits_allowed
    }
}

fn import(
    server: &Server,
    (address, month): (&str, Option<&str>),
    notes: &mut Notes,
) -> (Result<Fetched, ImportError>, Vec<u8>) {
    let wanted = Wanted::parse(address, month.map(|month| month.parse().unwrap())).unwrap();
    let access = Access {
        server: Some(server.url("/")),
        token: Some("lip_secret\n".to_owned()),
        contact: Some("arbiter@example.org".to_owned()),
        public_only: false,
    };
    let mut pgn = Vec::new();
    (fetch(&wanted, &access, notes, &mut pgn), pgn)
}

fn path(request: &Request) -> &str {
    request.path.split('?').next().unwrap()
}

/// Chess.com with a tournament, a live match of teams and a month.
fn chess_com() -> Server {
    Server::start(|request| {
        let body: &[u8] = match path(request) {
            "/pub/tournament/rook-knockouts" => include_bytes!("platforms/tournament.json"),
            "/pub/tournament/rook-knockouts/1" => include_bytes!("platforms/round.json"),
            "/pub/tournament/rook-knockouts/1/1" => include_bytes!("platforms/group1.json"),
            "/pub/tournament/rook-knockouts/2" => {
                br#"{"groups": ["https://elsewhere.example/2/1", "https://elsewhere.example/2/1"], "players": []}"#
            }
            "/pub/tournament/rook-knockouts/2/1" => include_bytes!("platforms/group2.json"),
            "/pub/tournament/odd" => br#"{"status": "finished", "rounds": ["https://api.chess.com/pub/x"]}"#,
            "/pub/tournament/odder" => br#"{"status": "finished", "rounds": [7]}"#,
            "/pub/match/live/5833" => include_bytes!("platforms/match.json"),
            "/pub/match/live/5833/1" => include_bytes!("platforms/board1.json"),
            "/pub/match/live/5833/2" => include_bytes!("platforms/board2.json"),
            "/pub/player/ample-anna/games/2026/03/pgn" => ARENA,
            _ => return answer("404 Not Found", "", b"{\"code\": 0}"),
        };
        answer("200 OK", "", body)
    })
}

#[test]
fn an_arena_comes_as_it_was_sent_with_moves_tags_and_clocks() {
    let server = Server::start(|_| answer("200 OK", "Content-Type: application/x-chess-pgn\r\n", ARENA));
    let mut notes = Notes::default();
    let (fetched, pgn) = import(&server, ("https://lichess.org/tournament/abcd1234", None), &mut notes);
    assert_eq!(fetched.unwrap(), Fetched { games: 2, ..Fetched::default() });
    assert_eq!((pgn.as_slice(), notes.games.last()), (ARENA, Some(&2)));
    let asked = server.asked();
    assert_eq!(asked.len(), 1);
    let wanted = "/api/tournament/abcd1234/games?moves=true&tags=true&clocks=true&evals=false&opening=false";
    assert_eq!(asked[0].path, wanted);
    assert_eq!(asked[0].header("accept"), Some("application/x-chess-pgn"));
    assert_eq!(asked[0].header("authorization"), Some("Bearer lip_secret"));
    let entries = datasets::entries(&mut pgn.as_slice()).unwrap();
    assert!(
        entries.iter().all(
            |entry| matches!(entry, datasets::Entry::Game(game) if game.stamps.len() == game.moves.len())
        )
    );
}

#[test]
fn each_kind_of_event_of_lichess_has_its_own_question() {
    let server = Server::start(|_| answer("200 OK", "", ARENA));
    for (address, month, wanted) in [
        ("https://lichess.org/swiss/abcd1234", None, "/api/swiss/abcd1234/games"),
        ("https://lichess.org/broadcast/rook-open/abcd1234", None, "/api/broadcast/abcd1234.pgn"),
        (
            "https://lichess.org/broadcast/rook-open/round-1/efgh5678",
            None,
            "/api/broadcast/round/efgh5678.pgn",
        ),
        ("https://lichess.org/@/rook_99", Some("2026-03"), "/api/games/user/rook_99"),
    ] {
        import(&server, (address, month), &mut Notes::default()).0.unwrap();
        let asked = server.asked();
        assert_eq!(asked.iter().map(path).collect::<Vec<_>>(), [wanted]);
        assert!(asked[0].path.contains("clocks=true"));
        if month.is_some() {
            // 2026-03-01 and 2026-04-01 00:00 UTC by `date`: 1772323200 and 1775001600.
            assert!(asked[0].path.contains("since=1772323200000&until=1775001599999&"), "{}", asked[0].path);
        }
    }
}

#[test]
fn a_platform_that_asks_to_wait_is_left_alone_for_a_minute() {
    let count = AtomicUsize::new(0);
    let server = Server::start(move |_| match count.fetch_add(1, Ordering::SeqCst) {
        0 => answer("429 Too Many Requests", "", b""),
        1 => answer("429 Too Many Requests", "Retry-After: 90\r\n", b""),
        2 => answer("503 Service Unavailable", "", b""),
        _ => answer("200 OK", "", ARENA),
    });
    let mut notes = Notes { waits_allowed: 3, ..Notes::default() };
    let (fetched, pgn) = import(&server, ("https://lichess.org/swiss/abcd1234", None), &mut notes);
    assert_eq!((fetched.unwrap().games, pgn.as_slice()), (2, ARENA));
    assert_eq!(notes.waits, [60, 90, 5]);
    let url = server.url("/api/swiss/abcd1234/games");
    assert_eq!(notes.reasons, [Pause::Asked, Pause::Asked, Pause::Failed { url, status: 503 }]);
    let busy = Server::start(|_| answer("429 Too Many Requests", "", b""));
    let mut patient = Notes { waits_allowed: 99, ..Notes::default() };
    let (fetched, _) = import(&busy, ("https://lichess.org/swiss/abcd1234", None), &mut patient);
    assert!(matches!(fetched, Err(ImportError::Busy { times: 5, .. })), "{fetched:?}");
    let (fetched, _) = import(&busy, ("https://lichess.org/swiss/abcd1234", None), &mut Notes::default());
    assert!(matches!(fetched, Err(ImportError::Stopped)), "{fetched:?}");
}

/// Nobody asks for a pause where nobody answers.
#[test]
fn a_platform_that_cannot_be_reached_is_told_as_such() {
    // A server that hangs up, and a port that nobody listens at.
    let closed = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let silent = Server::start(|_| Vec::new());
    for base in [format!("http://{closed}"), silent.url("")] {
        let wanted = Wanted::parse("https://lichess.org/swiss/abcd1234", None).unwrap();
        let access = Access { server: Some(base.clone()), ..Access::default() };
        let mut notes = Notes { waits_allowed: 99, ..Notes::default() };
        let error = fetch(&wanted, &access, &mut notes, &mut Vec::new()).unwrap_err();
        assert!(matches!(error, ImportError::Unreachable { times: 5, .. }), "{error:?}");
        assert!(error.to_string().contains("check the connection of this machine"), "{error}");
        assert_eq!(notes.waits, [5, 10, 20, 40]);
        for why in &notes.reasons {
            let said = why.to_string();
            assert!(
                said.starts_with(&format!("no answer from {base}")) && !said.contains("asks for"),
                "{said}"
            );
        }
    }
}

#[test]
fn an_answer_that_breaks_off_or_holds_no_games_is_an_error() {
    let cut = Server::start(|_| {
        let mut bytes = answer("200 OK", "", ARENA);
        bytes.truncate(bytes.len() - 40);
        bytes
    });
    let wanted = ("https://lichess.org/tournament/abcd1234", None);
    let (fetched, _) = import(&cut, wanted, &mut Notes::default());
    assert!(fetched.unwrap_err().to_string().contains("start again"));
    for body in [&b""[..], b"<!doctype html><p>Sign in</p>"] {
        let empty = Server::start(move |_| answer("200 OK", "", body));
        let (fetched, _) = import(&empty, wanted, &mut Notes::default());
        assert!(matches!(fetched, Err(ImportError::NoGames { .. })), "{fetched:?}");
    }
    for (status, said) in [("404 Not Found", "check the address"), ("403 Forbidden", "status 403")] {
        let server = Server::start(move |_| answer(status, "", b""));
        let error = import(&server, wanted, &mut Notes::default()).0.unwrap_err().to_string();
        assert!(error.contains(said) && !error.contains("lip_secret"), "{error}");
        assert_eq!(server.asked().len(), 1, "asking again would not help");
    }
}

#[test]
fn a_tournament_of_chess_com_is_walked_through_by_round_and_group() {
    let server = chess_com();
    let mut notes = Notes::default();
    let (fetched, pgn) =
        import(&server, ("https://www.chess.com/tournament/rook-knockouts", None), &mut notes);
    let unfinished = vec!["https://www.chess.com/game/live/900009".to_owned()];
    assert_eq!(fetched.unwrap(), Fetched { games: 2, without_moves: unfinished, going_on: true });
    assert_eq!(datasets::entries(&mut pgn.as_slice()).unwrap().len(), 2);
    let asked = server.asked();
    let paths: Vec<&str> = asked.iter().map(path).collect();
    let ends = ["", "/1", "/2", "/1/1", "/2/1"].map(|end| format!("/pub/tournament/rook-knockouts{end}"));
    let mut ends = ends.to_vec();
    ends.sort_unstable();
    let mut sorted = paths.clone();
    sorted.sort_unstable();
    assert_eq!(sorted, ends);
    let agent = asked[0].header("user-agent").unwrap();
    assert!(agent.starts_with("fairplay/") && agent.ends_with("(contact: arbiter@example.org)"), "{agent}");
    assert_eq!(asked[0].header("authorization"), None, "the token is Lichess's");
}

#[test]
fn a_match_of_teams_comes_board_by_board() {
    let server = chess_com();
    let wanted = ("https://www.chess.com/club/matches/live/rooks/5833", None);
    let (fetched, pgn) = import(&server, wanted, &mut Notes::default());
    assert_eq!(fetched.unwrap(), Fetched { games: 3, ..Fetched::default() });
    assert_eq!(datasets::entries(&mut pgn.as_slice()).unwrap().len(), 3);
    // Boards of a live match are listed without `live` in their address; each is asked for once.
    let paths: Vec<String> = server.asked().iter().map(|request| path(request).to_owned()).collect();
    assert_eq!(paths, ["/pub/match/live/5833", "/pub/match/live/5833/1", "/pub/match/live/5833/2"]);
}

#[test]
fn a_month_of_a_player_of_chess_com_is_one_file() {
    let server = chess_com();
    let wanted = ("https://www.chess.com/member/Ample-Anna", Some("2026-03"));
    let (fetched, pgn) = import(&server, wanted, &mut Notes::default());
    assert_eq!((fetched.unwrap().games, pgn.as_slice()), (2, ARENA));
}

#[test]
fn what_chess_com_does_not_publish_is_refused_with_what_to_do() {
    let server = chess_com();
    let arena = ("https://www.chess.com/tournament/live/arena/rook-arena-123", None);
    let error = import(&server, arena, &mut Notes::default()).0.unwrap_err().to_string();
    assert!(error.contains("ask the organiser") && error.contains("--month 2026-03"), "{error}");
    let odd = |id: &str| {
        let address = format!("https://www.chess.com/tournament/{id}");
        import(&server, (&address, None), &mut Notes::default()).0.unwrap_err().to_string()
    };
    assert!(odd("odd").contains("ends in no number"), "{}", odd("odd"));
    assert!(odd("odder").contains("rounds[0]"), "{}", odd("odder"));
}

/// A server that sends so much of an answer and then a byte now and then, or nothing more, until the client has gone.
fn dripping(head: &'static str, drip: Option<&'static [u8]>) -> String {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    std::thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        let mut question = [0; 4096];
        let _ = stream.read(&mut question);
        let mut going = stream.write_all(head.as_bytes()).is_ok();
        while going {
            std::thread::sleep(Duration::from_millis(50));
            going = stream.write_all(drip.unwrap_or_default()).is_ok();
            let _ = stream.flush();
        }
    });
    address
}

#[test]
fn an_answer_that_drips_or_never_comes_ends_when_the_observer_says_so() {
    let pgn = "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n[Event \"A\"]\n";
    for (head, drip) in
        [(pgn, Some(&b" "[..])), (pgn, None), ("HTTP/1.1 200 OK\r\nX-Long: ", Some(b"x")), ("", None)]
    {
        for address in
            ["https://lichess.org/swiss/abcd1234", "https://www.chess.com/tournament/rook-knockouts"]
        {
            let access = Access { server: Some(dripping(head, drip)), ..Access::default() };
            let wanted = Wanted::parse(address, None).unwrap();
            let mut notes = Notes { asked_allowed: Some(5), ..Notes::default() };
            let begun = Instant::now();
            let stopped = fetch(&wanted, &access, &mut notes, &mut Vec::new());
            assert!(matches!(stopped, Err(ImportError::Stopped)), "{head:?} {stopped:?}");
            assert!(begun.elapsed() < Duration::from_secs(5), "{head:?} {address}");
            assert_eq!((notes.asked, notes.waits.len()), (6, 0), "{head:?} {address}");
        }
    }
}

#[test]
fn json_is_held_up_to_a_limit_and_games_are_not_held() {
    let large = |request: &Request| {
        let mut body = br#"{"status": "finished", "rounds": []}"#.to_vec();
        body.resize(65 * 1024 * 1024, b' ');
        if !request.path.starts_with("/pub/") {
            body[..12].copy_from_slice(b"[Event \"A\"]\n");
        }
        answer("200 OK", "", &body)
    };
    let server = Server::start(large);
    let address = ("https://www.chess.com/tournament/rook-knockouts", None);
    let (refused, _) = import(&server, address, &mut Notes::default());
    assert!(matches!(refused, Err(ImportError::TooLarge { limit: 67_108_864, .. })), "{refused:?}");
    let (games, pgn) = import(&server, ("https://lichess.org/swiss/abcd1234", None), &mut Notes::default());
    assert_eq!((games.unwrap().games, pgn.len()), (1, 65 * 1024 * 1024));
}

#[test]
fn a_token_is_not_sent_in_clear_to_another_machine() {
    let wanted = Wanted::parse("https://lichess.org/swiss/abcd1234", None).unwrap();
    for server in ["http://own.example", "http://lichess.org"] {
        let access = Access {
            server: Some(server.to_owned()),
            token: Some("lip_secret".to_owned()),
            ..Access::default()
        };
        let refused = fetch(&wanted, &access, &mut Notes::default(), &mut Vec::new());
        assert!(matches!(refused, Err(ImportError::TokenInClear { .. })), "{refused:?}");
    }
}
