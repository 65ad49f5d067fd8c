//! `fairplay import` as a person runs it, against a server of this machine. The handles are made up.

use crate::home::Home;
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
