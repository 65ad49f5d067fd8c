//! `fairplay import` as a person runs it, against a server of this machine. The handles are made up.

use std::io::{Read as _, Write as _};
use std::net::TcpListener;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::home::{Home, fairplay};
use crate::web_server::{Server, answer};

const ARENA: &[u8] = include_bytes!("../../../datasets/tests/platforms/arena.pgn");

#[test]
fn an_arena_becomes_one_file_with_a_table_of_handles_to_fill_in() {
    let home = Home::new();
    let server = Server::start(|_| answer("200 OK", "", ARENA));
    let url = server.url("");
    home.put("token.txt", "lip_secret\n");
    home.put(
        "known.toml",
        "[[person]]\nname = \"Ring, Olaf\"\nhandles = { lichess = [\"knight_fork\"] }\nconfirmed_by = \"B. Arbiter\"\n\
         date = 2026-03-01\n",
    );
    let base = ["import", "https://lichess.org/tournament/abcd1234", "--server", &url];
    let out = home.text(
        &[&base[..], &["--token-file", "token.txt", "--handles-out", "who.toml", "--aliases", "known.toml"]]
            .concat(),
        0,
    );
    assert_eq!(std::fs::read(home.path("lichess-arena-abcd1234.pgn")).unwrap(), ARENA);
    assert_eq!(
        out,
        "Games: 2 in lichess-arena-abcd1234.pgn\n\
         Handles that the alias table does not have (2): Pawn-Star, rook_99\n\
         Table to fill in: who.toml\n\
         Next:\n  fairplay inspect lichess-arena-abcd1234.pgn\n  \
         fairplay screen lichess-arena-abcd1234.pgn --mode online --time-class blitz\n"
    );
    let asked = server.asked();
    assert!(asked[0].path.starts_with("/api/tournament/abcd1234/games?"), "{}", asked[0].path);
    assert_eq!(asked[0].header("authorization"), Some("Bearer lip_secret"));
    let table = std::fs::read_to_string(home.path("who.toml")).unwrap();
    assert!(
        table.contains("# FM, rating up to 2108 on the platform, games: 2\n[[person]]\nname = \"\"\n"),
        "{table}"
    );
    // Filled in, it names the players from then on.
    let filled = table.replace("name = \"\"", "name = \"Ample, Anna\"").replace("by = \"\"", "by = \"B\"");
    let filled = filled.replace("date = \n", "date = 2026-03-02\n").replacen("Ample, Anna", "Sand, Ida", 1);
    home.put("who.toml", &filled);
    let shown = home.json(&["inspect", "lichess-arena-abcd1234.pgn", "--aliases", "who.toml", "--json"], 0);
    assert!(shown.to_string().contains("Ample, Anna"), "{shown}");
}

#[test]
fn what_breaks_off_leaves_nothing_behind() {
    let home = Home::new();
    let server = Server::start(|_| {
        let mut bytes = answer("200 OK", "", ARENA);
        bytes.truncate(bytes.len() - 40);
        bytes
    });
    let url = server.url("");
    home.put("old.pgn", "kept");
    let (code, _, error) =
        home.run(&["import", "https://lichess.org/swiss/abcd1234", "--server", &url, "--out", "old.pgn"]);
    assert!(code == Some(1) && error.contains("start again"), "{error}");
    assert_eq!(std::fs::read_to_string(home.path("old.pgn")).unwrap(), "kept");
    assert!(!home.path("old.pgn.part").exists());
    let (code, _, error) = home.run(&["import", "https://lichess.org/@/rook_99", "--server", &url]);
    assert!(code == Some(1) && error.contains("write it as 2026-03"), "{error}");
}

/// A token of the environment was given for Lichess; for another server one has to be named.
#[test]
fn the_token_of_the_environment_goes_to_no_other_server() {
    let home = Home::new();
    home.put("token.txt", "lip_named\n");
    let server = Server::start(|_| answer("200 OK", "", ARENA));
    let url = server.url("");
    let base = ["import", "https://lichess.org/tournament/abcd1234", "--server", &url];
    for (more, sent) in [(&[][..], None), (&["--token-file", "token.txt"][..], Some("Bearer lip_named"))] {
        let mut command = fairplay(&home.path(""), &[&base[..], more].concat());
        let done = command.env("LICHESS_TOKEN", "lip_environment").output().expect("runs");
        assert!(done.status.success(), "{done:?}");
        let asked = server.asked();
        assert_eq!(asked.len(), 1);
        assert_eq!(asked[0].header("authorization"), sent);
        assert!(!format!("{asked:?}").contains("lip_environment"));
    }
}

/// One signal ends an import while its answer drips, and leaves no file.
#[cfg(unix)]
#[test]
fn one_signal_ends_an_import_that_drips() {
    for signal in ["-INT", "-TERM"] {
        let home = Home::new();
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let url = format!("http://{}", listener.local_addr().expect("an address"));
        let server = std::thread::spawn(move || {
            let (mut stream, _) = listener.accept().expect("a client");
            let _ = stream.read(&mut [0; 4096]);
            let mut going = stream.write_all(b"HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n").is_ok();
            let until = Instant::now() + Duration::from_secs(60);
            while going && Instant::now() < until {
                going = stream.write_all(b" ").is_ok();
                std::thread::sleep(Duration::from_millis(50));
            }
        });
        let import = ["import", "https://lichess.org/swiss/abcd1234", "--server", &url, "--out", "new.pgn"];
        let mut command = fairplay(&home.path(""), &import);
        let mut child = command.stderr(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("runs");
        std::thread::sleep(Duration::from_secs(1));
        assert!(child.try_wait().expect("a child").is_none(), "it drips");
        let begun = Instant::now();
        Command::new("kill").args([signal, &child.id().to_string()]).status().expect("kill");
        let done = child.wait_with_output().expect("ends");
        assert!(begun.elapsed() < Duration::from_secs(5), "{signal}: {:?}", begun.elapsed());
        assert_eq!(done.status.code(), Some(1), "{signal}: {done:?}");
        assert!(String::from_utf8_lossy(&done.stderr).contains("stopped before"), "{done:?}");
        assert!(!home.path("new.pgn").exists() && !home.path("new.pgn.part").exists());
        server.join().expect("ended");
    }
}
