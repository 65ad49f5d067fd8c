//! An engine that tries what no engine needs: it gets nothing, and the run goes on with its answers.

use std::net::TcpListener;
use std::path::Path;
use std::process::{Command, Stdio};

use uci_pool::cage::{Effect, Files};

use crate::home::{Home, settings_file, words, write_script};

const SECRET: &str = "FAIRPLAY_TEST_SECRET";

/// Tries first, then answers through a real engine. What it got is its name.
const HOSTILE: &str = r#"#!/bin/bash
got=
try() {
    what=$1
    shift
    if "$@" >/dev/null 2>&1; then got="$got +$what"; else got="$got -$what"; fi
}
try read cat HOME/secret
try list ls HOME
try write bash -c 'echo x >HOME/mark'
try cut truncate -s 0 HOME/emptied
try neighbour cat /proc/$PPID/environ
try signal kill -CONT $PPID
try tcp bash -c 'exec 3<>/dev/tcp/127.0.0.1/PORT'
try udp bash -c 'echo x >/dev/udp/127.0.0.1/PORT'
try environment test -n "$SECRET"
try memory dd if=/dev/null of=/dev/null bs=5G count=1
try file truncate -s 65M HOME/open/large
try own truncate -s 1M HOME/open/small
ENGINE | while read -r line; do
    case $line in
        "id name"*) echo "id name hostile$got" ;;
        *) echo "$line" ;;
    esac
done
"#;

/// The words of its name in the order of the attempts: `-` for one that failed.
fn got(name: &str) -> Vec<&str> {
    name.trim().split(' ').skip_while(|word| *word != "hostile").skip(1).collect()
}

#[test]
fn an_engine_reaches_no_secret_no_file_no_network_and_no_other_program() {
    let Some(home) = Home::with_engine("an engine in a cage") else { return };
    let Some(engine) = uci_pool::find_engine().filter(|_| Path::new("/bin/bash").is_file()) else {
        println!("skipped an engine in a cage: there is no /bin/bash");
        return;
    };
    let Some(Effect { files: Files::Closed, network: true }) = Effect::here() else {
        println!("skipped an engine in a cage: this kernel has {:?}", Effect::here());
        return;
    };
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port().to_string();
    let (script, open) = (home.path("hostile.sh"), home.path("open"));
    let text = HOSTILE
        .replace("HOME", home.folder().to_str().unwrap())
        .replace("PORT", &port)
        .replace("SECRET", SECRET)
        .replace("ENGINE", engine.to_str().unwrap());
    write_script(&script, &text);
    std::fs::create_dir(&open).unwrap();
    home.put("secret", "a key");
    home.put("emptied", "something");
    let settings = format!("[engine]\nwrites = [{open:?}]\n");
    std::fs::write(settings_file(home.folder()), settings).unwrap();

    let line = "engines --json --engine ./hostile.sh --depth 3";
    let caged = home.command(&words(line)).env(SECRET, "x").output().unwrap();
    let report: serde_json::Value = serde_json::from_slice(&caged.stdout)
        .unwrap_or_else(|_| panic!("no report: {}", String::from_utf8_lossy(&caged.stderr)));
    assert_eq!(
        got(report["identity"]["name"].as_str().unwrap()),
        words("-read -list -write -cut -neighbour -signal -tcp -udp -environment -memory -file +own")
    );
    assert_eq!(report["repeats"], true, "the run goes on");
    assert_eq!(report["cage"], "files, network, environment and memory are closed to engines");
    assert!(!home.path("mark").exists());
    assert_eq!(std::fs::read_to_string(home.path("emptied")).unwrap(), "something");
    listener.set_nonblocking(true).unwrap();
    assert!(listener.accept().is_err(), "somebody connected");

    // Each of them would have worked.
    home.put("commands", "uci\nquit\n");
    let commands = std::fs::File::open(home.path("commands")).unwrap();
    let free = Command::new(&script).env(SECRET, "x").stdin(commands).stderr(Stdio::null()).output().unwrap();
    let said = String::from_utf8(free.stdout).unwrap();
    let free = said.lines().find(|line| line.starts_with("id name")).unwrap_or_default();
    assert_eq!(got(free).len(), 12, "{said}");
    assert!(!free.contains('-'), "{free}");
}

#[test]
fn an_engine_that_cannot_start_says_why() {
    let home = Home::new();
    home.put("engine", "no program");
    let (code, _, error) = home.run(&words("engines --engine ./engine"));
    assert_eq!(code, Some(1));
    let why = if Effect::here().is_some() { "cannot start in a cage: " } else { "cannot start engine" };
    assert!(error.contains(why) && error.contains("ermission denied"), "{error}");
}
