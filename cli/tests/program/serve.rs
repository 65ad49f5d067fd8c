//! `fairplay serve`, `audit` and `backup` as a person runs them.

use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::path::Path;
use std::process::Output;

use crate::home::fairplay;
use crate::server::Server;

fn done(folder: &Path, arguments: &[&str]) -> Output {
    fairplay(folder, arguments).output().unwrap()
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn ask(address: &str, request: &str) -> String {
    let mut stream = TcpStream::connect(address).unwrap();
    let request = format!("{request}\r\nHost: {address}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}

#[test]
fn the_first_start_prints_a_link_and_the_file_can_be_checked_and_copied_while_it_runs() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &["--log", "json"], true);
    let (address, link) = (server.address.clone(), server.link.clone());
    let path = link.strip_prefix(&format!("http://{address}")).unwrap();
    assert!(ask(&address, &format!("GET {path} HTTP/1.1")).starts_with("HTTP/1.1 200 OK"));

    let checked = done(folder.path(), &["audit", "s.sqlite"]);
    assert_eq!(checked.status.code(), Some(0), "{checked:?}");
    let text = stdout(&checked);
    assert!(text.starts_with("the audit log holds together: 1 entries\nhead 1:"), "{text}");
    let head = text.trim().rsplit(' ').next().unwrap().to_owned();

    let copied = done(folder.path(), &["backup", "s.sqlite", "--out", "copy.sqlite", "--json"]);
    assert_eq!(copied.status.code(), Some(0), "{copied:?}");
    let json: serde_json::Value = serde_json::from_str(&stdout(&copied)).unwrap();
    assert_eq!(format!("1:{}", json["audit"]["head"].as_str().unwrap()), head);
    let again = done(folder.path(), &["backup", "s.sqlite", "--out", "copy.sqlite"]);
    assert_eq!(again.status.code(), Some(1));

    let noted = done(folder.path(), &["audit", "copy.sqlite", "--noted", &head]);
    assert!(stdout(&noted).contains("is in the log"), "{noted:?}");
    let other = format!("2:{}", "0".repeat(64));
    let missing = done(folder.path(), &["audit", "copy.sqlite", "--noted", &other]);
    assert_eq!(missing.status.code(), Some(1));
    assert!(stdout(&missing).contains("cut off or changed"), "{missing:?}");
    assert_eq!(done(folder.path(), &["audit", "copy.sqlite", "--noted", "x"]).status.code(), Some(2));
    assert_eq!(done(folder.path(), &["audit", "nothing.sqlite"]).status.code(), Some(1));
    drop(server);

    // Killed at any moment, the file holds.
    let second = Server::start(folder.path(), &[], true);
    assert_ne!(second.link.rsplit('/').next(), link.rsplit('/').next());
    let text = stdout(&done(folder.path(), &["audit", "s.sqlite"]));
    assert!(text.contains("holds together: 2 entries"), "{text}");
}

#[test]
fn what_cannot_be_served_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let refused = |arguments: &[&str]| {
        let output = done(folder.path(), &[&["serve", "--data", "s.sqlite"], arguments].concat());
        assert_eq!(output.status.code(), Some(1), "{output:?}");
        String::from_utf8(output.stderr).unwrap()
    };
    assert!(refused(&["--listen", "0.0.0.0:0"]).contains("passwords in the clear"));
    std::fs::write(folder.path().join("own.toml"), "[serve]\ntls_key = \"key.pem\"\n").unwrap();
    assert!(refused(&["--config", "own.toml"]).contains("a key needs its certificate"));
    std::fs::write(folder.path().join("own.toml"), "[serve]\nbehind_proxi = true\n").unwrap();
    assert!(refused(&["--config", "own.toml"]).contains("is not a settings file"));
}
