//! Resident memory of a server, measured in a process of its own.

use std::io::{Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::process::Command;
use std::time::Duration;

use super::served::start;
use crate::accounts::password::Cost;

/// Says that a test is in a process of its own.
const ALONE: &str = "FAIRPLAY_TEST_ALONE";
/// Most MiB of a server that has little to do.
const MAX_MIB: u64 = 150;

/// Runs a test again in a process of its own, in which no other takes memory; says whether this is that one.
fn is_alone(test: &str) -> bool {
    if std::env::var_os(ALONE).is_some() {
        return true;
    }
    let program = std::env::current_exe().expect("this program");
    let test = format!("tests::memory::{test}");
    let output = Command::new(program).args(["--exact", &test, "--nocapture"]).env(ALONE, "1").output();
    let output = output.expect("it runs");
    let said = String::from_utf8_lossy(&output.stdout);
    let failed = String::from_utf8_lossy(&output.stderr);
    println!("{said}");
    assert!(output.status.success() && said.contains("1 passed"), "{said}{failed}");
    false
}

/// The most memory that this process had so far, in MiB.
fn most() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").expect("Linux");
    let line = status.lines().find(|line| line.starts_with("VmHWM:")).expect("a line");
    line.split_whitespace().nth(1).and_then(|kib| kib.parse::<u64>().ok()).expect("a number") / 1024
}

/// Begins to sign in as somebody whom nobody knows, from an address of their own.
fn begin(address: SocketAddr, number: usize) -> TcpStream {
    let body = format!("login=nobody-{number}&password=wrong+wrong+wrong");
    let mut stream = TcpStream::connect(address).expect("connected");
    stream.set_read_timeout(Some(Duration::from_secs(120))).expect("set");
    let head = format!(
        "POST /login HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: 198.51.{}.{}\r\nConnection: close\r\n\
         Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {}\r\n\r\n{body}",
        number / 250,
        number % 250,
        body.len()
    );
    stream.write_all(head.as_bytes()).expect("sent");
    stream
}

fn is_refused(mut stream: TcpStream) {
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("an answer");
    assert!(answer.starts_with("HTTP/1.1 401"), "{answer}");
}

#[test]
fn sign_ins_of_strangers_fill_no_memory() {
    if !is_alone("sign_ins_of_strangers_fill_no_memory") {
        return;
    }
    let running = start(|settings| {
        settings.password_cost = Cost::Full;
        settings.behind_proxy = true;
    });
    let (address, before) = (running.started.listen, most());
    let at_once: Vec<TcpStream> = (0..100).map(|number| begin(address, number)).collect();
    at_once.into_iter().for_each(is_refused);
    let at_once = most();
    (100..200).for_each(|number| is_refused(begin(address, number)));
    let one_by_one = most();
    for batch in 0..20 {
        let left: Vec<TcpStream> = (0..60).map(|n| begin(address, 200 + batch * 60 + n)).collect();
        std::thread::sleep(Duration::from_millis(50));
        drop(left);
    }
    is_refused(begin(address, 1_999));
    let all = most();
    println!(
        "MiB: {before} at the start, {at_once} after 100 at once, {one_by_one} after 100 more, {all} after 1,200 that left"
    );
    assert!(all < MAX_MIB, "{all} MiB");
    running.end();
}
