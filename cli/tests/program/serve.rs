//! `fairplay serve`, `audit` and `backup` as a person runs them.

use reports::bundle::{Bundle, Content, Description, Edition, Kind, Timestamp};
use serde_json::Value;

use crate::home::Home;
use crate::server::{Server, ask};

/// The log of a server is a convenience; without it requests are answered all the same.
#[cfg(unix)]
#[test]
fn a_server_whose_log_cannot_be_written_answers() {
    use std::fs::OpenOptions;
    use std::process::Stdio;

    // A pipe whose reader ended, one whose reader reads nothing, and a full disk.
    let (gone, into_nothing) = std::io::pipe().unwrap();
    drop(gone);
    let (_unread, into_unread) = std::io::pipe().unwrap();
    let mut logs = vec![Stdio::from(into_nothing), Stdio::from(into_unread)];
    logs.extend(OpenOptions::new().write(true).open("/dev/full").ok().map(Stdio::from));
    for (number, log) in logs.into_iter().enumerate() {
        let home = Home::new();
        let server = Server::logging_to(home.folder(), &["--log-json"], true, log);
        // More lines than a pipe holds.
        for _ in 0..800 {
            let answer = ask(&server.address, "GET", "/login", "", "");
            assert!(answer.starts_with("HTTP/1.1 200 OK"), "log {number}: {answer}");
        }
        let answer = ask(&server.address, "GET", "/health", "", "");
        assert!(answer.starts_with("HTTP/1.1 200 OK"), "log {number}: {answer}");
    }
}

#[test]
fn the_first_start_prints_a_link_and_the_file_can_be_checked_and_copied_while_it_runs() {
    let home = Home::new();
    let server = Server::start(home.folder(), &["--log-json"], true);
    let (address, link) = (server.address.clone(), server.link.clone());
    let path = link.strip_prefix(&format!("http://{address}")).unwrap();
    assert!(ask(&address, "GET", path, "", "").starts_with("HTTP/1.1 200 OK"));

    let text = home.text(&["audit", "s.sqlite"], 0);
    assert!(text.starts_with("the audit log holds together: 1 entries\n"), "{text}");
    let noted = "heads noted in s.sqlite-heads: 1, up to entry 1 of 1: in the log";
    assert!(text.contains(noted) && text.contains("\nhead 1:"), "{text}");
    let head = text.trim().rsplit(' ').next().unwrap().to_owned();

    let json = home.json(&["backup", "s.sqlite", "--out", "copy.sqlite", "--json"], 0);
    assert_eq!(format!("1:{}", json["audit"]["head"].as_str().unwrap()), head);
    home.text(&["backup", "s.sqlite", "--out", "copy.sqlite"], 1);

    let noted = home.text(&["audit", "copy.sqlite", "--noted", &head], 0);
    assert!(noted.contains("heads noted in --noted: 1, up to entry 1 of 1: in the log"), "{noted}");
    let other = format!("2:{}", "0".repeat(64));
    let missing = home.text(&["audit", "copy.sqlite", "--noted", &other], 1);
    assert!(missing.contains("cut off or changed"), "{missing}");
    // A copy and a list of heads hold one each; what holds none is no proof of anything.
    let compared = home.text(&["audit", "s.sqlite", "copy.sqlite", "s.sqlite-heads"], 0);
    assert!(compared.contains("heads noted in copy.sqlite: 1, up to entry 1 of 1"), "{compared}");
    home.put("later", &other);
    home.text(&["audit", "s.sqlite", "later"], 1);
    // So does a bundle that the server made.
    let mut custody: Value =
        serde_json::from_str(include_str!("../../../reports/fixtures/custody.json")).unwrap();
    for (noted, code) in [(Value::Null, 1), (Value::from(head.as_str()), 0), (Value::from(other.as_str()), 1)]
    {
        custody["audit_head"] = noted;
        let description = Description {
            edition: Edition::Complete,
            created: Timestamp::from_seconds(1_793_179_800).unwrap(),
            software: "fairplay 0.1.0".to_owned(),
            numbers: "5a".repeat(32),
            rating_lists: Vec::new(),
        };
        let contents = vec![Content::new("custody.json", Kind::Data, custody.to_string())];
        Bundle::new(&description, contents, None).unwrap().write_zip(&home.path("bundle.zip")).unwrap();
        home.text(&["audit", "s.sqlite", "bundle.zip"], code);
    }
    home.put("empty", "");
    home.text(&["audit", "s.sqlite", "empty"], 1);
    // The key that signs bundles is shown by its public half.
    let signer = home.json(&["key", "show", "--key", "s.sqlite-signing.key", "--json"], 0);
    assert_eq!(signer["key_id"].as_str().map(str::len), Some(16));
    home.text(&["audit", "copy.sqlite", "--noted", "x"], 2);
    home.text(&["audit", "nothing.sqlite"], 1);
    let path = home.folder().join("copy.sqlite");
    let mut bytes = std::fs::read(&path).unwrap();
    let end = bytes.len();
    bytes[end - 3 * 4096..].fill(0xa5);
    std::fs::write(&path, bytes).unwrap();
    let (code, _, error) = home.run(&["audit", "copy.sqlite"]);
    assert!(code == Some(1) && error.contains("damaged"), "{error}");

    let (code, _, error) = home.run(&["serve", "--data", "s.sqlite", "--listen", "127.0.0.1:0"]);
    assert!(code == Some(1) && error.contains("used by another server"), "{error}");
    drop(server);

    // Killed at any moment, the file holds.
    let second = Server::start(home.folder(), &[], true);
    assert_ne!(second.link.rsplit('/').next(), link.rsplit('/').next());
    let text = home.text(&["audit", "s.sqlite"], 0);
    assert!(text.contains("holds together: 2 entries"), "{text}");
}

#[test]
fn a_forgotten_password_is_set_anew_by_a_link_while_the_server_runs() {
    let home = Home::new();
    let server = Server::start(home.folder(), &[], true);
    let site = format!("http://{}", server.address);
    let post = |path: &str, fields: &str| ask(&server.address, "POST", path, "", fields);
    let account = "name=Ada&login=ada&password=eleven-grey-herons&again=eleven-grey-herons";
    let joined = post(server.link.strip_prefix(&site).unwrap(), account);
    assert!(joined.starts_with("HTTP/1.1 303"), "{joined}");
    let (code, _, error) = home.run(&["people", "reset", "s.sqlite", "nobody"]);
    assert!(
        code == Some(1) && error.contains("nobody with the sign-in name `nobody` may sign in"),
        "{error}"
    );
    let (code, _, error) = home.run(&["people", "reset", "nothing.sqlite", "ada"]);
    assert!(code == Some(1) && error.contains("nothing.sqlite"), "{error}");
    let text = home.text(&["people", "reset", "s.sqlite", "ada", "--url", &format!("{site}/")], 0);
    let link = text.lines().find_map(|line| line.trim().strip_prefix(&site)).unwrap();
    let set = post(link, "password=twelve-grey-herons&again=twelve-grey-herons");
    assert!(set.starts_with("HTTP/1.1 303"), "{set}");
    let signed_in = |word: &str| post("/login", &format!("login=ada&password={word}-grey-herons"));
    assert!(signed_in("twelve").starts_with("HTTP/1.1 303"));
    assert!(signed_in("eleven").starts_with("HTTP/1.1 401"));
    home.text(&["audit", "s.sqlite"], 0);
}

#[test]
fn what_cannot_be_served_is_said() {
    let home = Home::new();
    let refused = |arguments: &[&str]| {
        let (code, _, error) = home.run(&[&["serve", "--data", "s.sqlite"], arguments].concat());
        assert_eq!(code, Some(1), "{error}");
        error
    };
    assert!(refused(&["--listen", "0.0.0.0:0"]).contains("passwords in the clear"));
    home.put("own.toml", "[serve]\ntls_key = \"key.pem\"\n");
    assert!(refused(&["--config", "own.toml"]).contains("a key needs its certificate"));
    home.put("own.toml", "[serve]\nbehind_proxi = true\n");
    assert!(refused(&["--config", "own.toml"]).contains("is not a settings file"));
}
