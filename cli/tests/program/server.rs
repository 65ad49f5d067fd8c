//! `fairplay serve` as a process of its own, on a port that is free and a file in a folder.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Stdio};
use std::time::Duration;

use super::home::fairplay;

/// A server that runs, and is killed with the test.
pub(crate) struct Server {
    pub(crate) child: Child,
    /// Where it listens, as host and port.
    pub(crate) address: String,
    /// The link of a start without people, else empty.
    pub(crate) link: String,
}

impl Drop for Server {
    fn drop(&mut self) {
        self.kill();
    }
}

impl Server {
    /// Starts it. `linked` says that nobody has signed up yet, so that a link is printed and waited for.
    pub(crate) fn start(folder: &Path, more: &[&str], linked: bool) -> Self {
        Self::logging_to(folder, more, linked, Stdio::null())
    }

    /// The same, with another standard error than none.
    pub(crate) fn logging_to(folder: &Path, more: &[&str], linked: bool, log: Stdio) -> Self {
        let arguments = ["serve", "--data", "s.sqlite", "--listen", "127.0.0.1:0"];
        let mut child = fairplay(folder, &[&arguments, more].concat())
            .stdout(Stdio::piped())
            .stderr(log)
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
        let first = lines.next().unwrap();
        let address = first.strip_prefix("fairplay listens at ").unwrap();
        let address = address.split(';').next().unwrap().to_owned();
        let mut link = String::new();
        if linked {
            let line = lines.find(|line| line.contains("/welcome/")).unwrap();
            line.trim().clone_into(&mut link);
        }
        Self { child, address, link }
    }

    /// Ends it at once (SIGKILL): nothing is written or tidied up any more.
    pub(crate) fn kill(&mut self) {
        let _gone = self.child.kill();
        let _ended = self.child.wait();
    }
}

/// Status line, headers and body; empty if the server does not answer. Where too many requests came, it waits as it is told.
pub(crate) fn ask(address: &str, method: &str, path: &str, cookie: &str, body: &str) -> String {
    let mut answer = String::new();
    if let Ok(mut stream) = TcpStream::connect(address) {
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        let length = body.len();
        let request = format!(
            "{method} {path} HTTP/1.1\r\nHost: {address}\r\nCookie: {cookie}\r\nConnection: close\r\n\
             Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {length}\r\n\r\n{body}",
        );
        let _sent = stream.write_all(request.as_bytes());
        let _end = stream.read_to_string(&mut answer);
    }
    if answer.starts_with("HTTP/1.1 429") {
        std::thread::sleep(Duration::from_secs(1));
        return ask(address, method, path, cookie, body);
    }
    answer
}
