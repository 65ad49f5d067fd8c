//! The list of heads of the audit log that lies beside the file of a server.

use service::audit::heads;

use crate::target::{Bench, Target};

pub(super) const TARGET: Target =
    Target { name: "heads", about: "heads of the audit log", run, words: WORDS, made: Vec::new, data: &[] };

fn run(bytes: &[u8], bench: &mut Bench) {
    let path = bench.file("fairplay.sqlite-heads", bytes);
    match heads::read(&path) {
        Ok(found) => {
            bench.trace.count("heads", found.len());
            let text: String = found.iter().map(|head| format!("{head}\n")).collect();
            let again = bench.file("again", text.as_bytes());
            assert_eq!(heads::read(&again).expect("as it was written"), found);
        }
        Err(error) => {
            let text = error.to_string();
            assert!(!text.chars().any(char::is_control), "an error that steers a terminal: {text:?}");
            bench.trace.said("refused", &text);
        }
    }
}

const WORDS: &[&[u8]] = &[
    b"0:0000000000000000000000000000000000000000000000000000000000000000\n",
    b"18446744073709551615:",
    b"18446744073709551616:",
    b"+1:",
    b":",
    b"\r\n",
    b"\xe2\x80\xae",
];
