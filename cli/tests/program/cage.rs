//! An engine that tries what no engine needs: it gets nothing, and the run goes on with its answers.

use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use uci_pool::cage::Effect;

use crate::home::{Home, until, words, write_script};
use crate::hostile_engine::{attempts, hostile, set_up};

const SECRET: &str = "FAIRPLAY_TEST_SECRET";

/// Attempts that an ordinary user can make outside of a cage on any machine.
const EASY: &str = "read-secret list-home read-hosts make-temporary make-in-home make-here symlink make-pipe chmod fchmod chown \
                    utimes inotify list-processes connections proc-of-child parent-environ parent-cmdline parent-status \
                    parent-root parent-program large-file tcp tcp-connect unix datagram-pair signal tgkill pidfd \
                    limit-of-parent set-limit-of-parent priority-of-parent cores-of-parent new-session new-group \
                    death-signal subreaper child-of-parent shared-memory memory-file splice 5-gib environment";

/// The hostile engine; the reason is printed where it cannot be made.
fn made(home: &Home, port: u16) -> Option<PathBuf> {
    let skipped = |why: &String| println!("skipped an engine in a cage: {why}");
    hostile(home, port).inspect_err(skipped).ok()
}

#[test]
fn an_engine_reaches_no_secret_no_file_no_network_and_no_other_program() {
    let home = Home::new();
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let Some(program) = made(&home, listener.local_addr().unwrap().port()) else { return };
    set_up(&home, "");
    let line = "engines --json --engine hostile/engine --depth 3";
    let run = home.command(&words(line)).env(SECRET, "x").output().unwrap();
    let report: serde_json::Value = serde_json::from_slice(&run.stdout)
        .unwrap_or_else(|_| panic!("no report: {}", String::from_utf8_lossy(&run.stderr)));
    assert_eq!(report["repeats"], true, "the run goes on");
    let closed = "files, network, other programs, environment and memory are closed to engines";
    assert_eq!(report["cage"], closed);
    let caged = attempts(&home);
    for mark in ["mark", "pipe", "folder", "symlink", "moved"] {
        assert!(!home.path(mark).exists(), "{mark}");
    }
    for kept in ["secret", "victim", "unlinked", "hostile/victim"] {
        assert_eq!(std::fs::read_to_string(home.path(kept)).unwrap(), "a key", "{kept}");
    }
    assert!(home.path("emptied").exists());
    listener.set_nonblocking(true).unwrap();
    assert!(listener.accept().is_err(), "somebody connected");

    // Outside of a cage the same program gets further.
    let free = Command::new(&program)
        .current_dir(home.folder())
        .env(SECRET, "x")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .status();
    assert!(free.unwrap().success());
    let free = attempts(&home);
    println!("attempt, in the cage, outside: done or the number of the error");
    for (name, (kind, result)) in &caged {
        println!("{kind:6} {name:28} {result:4} {}", free[name].1);
    }
    assert!(caged.len() > 200 && caged.keys().eq(free.keys()), "{} attempts", caged.len());
    for (name, (kind, result)) in &caged {
        assert_eq!(result == "done", kind == "need", "{name}: {result}");
    }
    for name in words(EASY) {
        assert_eq!(free[name].1, "done", "{name} fails everywhere");
    }
}

/// The processes that the engine wrote down and that are still there, ended ones that wait for their parent excepted.
fn left(home: &Home) -> Vec<u32> {
    let text = std::fs::read_to_string(home.path("open/left")).unwrap_or_default();
    let runs = |pid: &u32| {
        std::fs::read(format!("/proc/{pid}/stat"))
            .is_ok_and(|stat| !String::from_utf8_lossy(&stat).contains(") Z "))
    };
    text.lines().filter_map(|line| line.parse().ok()).filter(runs).collect()
}

#[test]
fn what_an_engine_starts_ends_with_it() {
    let home = Home::new();
    if made(&home, 9).is_none() {
        return;
    }
    set_up(&home, "\"left\"");
    let (code, out, error) = home.run(&words("engines --engine hostile/engine --depth 3"));
    assert_eq!(code, Some(0), "{out}{error}");
    let noted = std::fs::read_to_string(home.path("open/left")).unwrap().lines().count();
    assert!(noted >= 3, "{noted} processes");
    until(|| left(&home).is_empty(), || format!("left behind: {:?}", left(&home)));
}

#[test]
fn engines_end_with_a_program_that_is_killed() {
    let home = Home::new();
    if made(&home, 9).is_none() {
        return;
    }
    set_up(&home, "\"stay\"");
    let line = "engines --engine hostile/engine --depth 3";
    let mut program = home.command(&words(line)).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    until(|| left(&home).len() >= 3, || format!("started: {:?}", left(&home)));
    program.kill().unwrap();
    program.wait().unwrap();
    until(|| left(&home).is_empty(), || format!("left behind: {:?}", left(&home)));
}

/// Wrappers that start the real engine as a program of their own, with what their interpreters need of the system.
const WRAPPERS: [(&str, &str); 4] = [
    ("/bin/sh", "cat | ENGINE | sed -u 's/^id name.*/id name wrapped/'\n"),
    (
        "/usr/bin/python3",
        r#"
import subprocess, sys, threading
engine = subprocess.Popen(["ENGINE"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
def forward():
    for line in engine.stdout:
        print("id name wrapped" if line.startswith("id name") else line.rstrip(), flush=True)
thread = threading.Thread(target=forward)
thread.start()
for line in sys.stdin:
    engine.stdin.write(line)
engine.terminate()
engine.wait()
"#,
    ),
    (
        "/usr/bin/perl",
        r#"
use IPC::Open2; $| = 1;
my $pid = open2(my $out, my $in, "ENGINE");
if (my $child = fork) { while (<$out>) { s/^id name.*/id name wrapped/; print } }
else { select($in); $| = 1; while (<STDIN>) { print $in $_ } }
"#,
    ),
    (
        "/usr/bin/node",
        r#"
const engine = require("child_process").spawn("ENGINE");
process.stdin.pipe(engine.stdin);
engine.stdout.on("data", data => process.stdout.write(String(data).replace(/id name.*/, "id name wrapped")));
"#,
    ),
];

#[test]
fn interpreters_and_the_engines_that_they_start_run_in_a_cage() {
    let Some(home) = Home::with_engine("wrappers in a cage") else { return };
    let engine = uci_pool::find_engine().unwrap();
    std::fs::create_dir(home.path("wrappers")).unwrap();
    for (interpreter, text) in WRAPPERS {
        if !Path::new(interpreter).is_file() {
            println!("skipped a wrapper in a cage: there is no {interpreter}");
            continue;
        }
        let text = format!("#!{interpreter}\n{}", text.replace("ENGINE", engine.to_str().unwrap()));
        write_script(&home.path("wrappers/engine"), &text);
        let report = home.json(&words("engines --json --engine wrappers/engine --depth 3"), 0);
        assert_eq!(report["identity"]["name"], "wrapped", "{interpreter}");
        assert_eq!(report["repeats"], true, "{interpreter}");
    }
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
