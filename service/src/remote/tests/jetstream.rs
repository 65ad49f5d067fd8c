//! A NATS server for a test or a measurement, and a network in front of it that can be cut. Whatever uses it runs Debian's `nats-server`.
#![allow(dead_code, reason = "each test program uses a part of it")]

use std::io::{Read as _, Write as _};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// The server's program, or nothing and a line that says so.
pub(crate) fn program(test: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut places: Vec<PathBuf> = std::env::split_paths(&path).collect();
    places.push("/usr/sbin".into());
    let found = places.into_iter().map(|place| place.join("nats-server")).find(|program| program.is_file());
    if found.is_none() {
        println!("{test}: skipped, nats-server is not installed; `make test` installs it");
    }
    found
}

/// A server with JetStream on a port that was free.
pub(crate) struct Server {
    child: Child,
    pub(crate) port: u16,
    folder: tempfile::TempDir,
    more: Vec<String>,
}

impl Drop for Server {
    fn drop(&mut self) {
        self.kill();
    }
}

impl Server {
    pub(crate) fn start(program: &Path, more: &[&str]) -> Self {
        let free = TcpListener::bind("127.0.0.1:0").expect("a port");
        let port = free.local_addr().expect("an address").port();
        drop(free);
        let folder = tempfile::tempdir().expect("a folder");
        let more = more.iter().map(|part| (*part).to_owned()).collect();
        let child = run(program, port, folder.path(), &more);
        Self { child, port, folder, more }
    }

    pub(crate) fn url(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }

    pub(crate) fn pid(&self) -> u32 {
        self.child.id()
    }

    /// Where it keeps its streams.
    pub(crate) fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// Ends it at once (SIGKILL).
    pub(crate) fn kill(&mut self) {
        let _gone = self.child.kill();
        let _ended = self.child.wait();
    }

    /// Starts it again with what is on its disk.
    pub(crate) fn again(&mut self, program: &Path) {
        self.child = run(program, self.port, self.folder.path(), &self.more);
    }
}

fn run(program: &Path, port: u16, folder: &Path, more: &Vec<String>) -> Child {
    let child = Command::new(program)
        .args(["-js", "-a", "127.0.0.1", "-p", &port.to_string(), "-sd"])
        .arg(folder)
        .args(more)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("starts");
    let begun = Instant::now();
    while TcpStream::connect(("127.0.0.1", port)).is_err() {
        assert!(begun.elapsed() < Duration::from_secs(30), "the server does not listen");
        std::thread::sleep(Duration::from_millis(20));
    }
    child
}

/// A network between a client and the server.
pub(crate) struct Gate {
    port: u16,
    shut: Arc<AtomicBool>,
    open: Arc<Mutex<Vec<TcpStream>>>,
}

impl Gate {
    pub(crate) fn to(server: u16) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let port = listener.local_addr().expect("an address").port();
        let shut = Arc::new(AtomicBool::new(false));
        let open: Arc<Mutex<Vec<TcpStream>>> = Arc::default();
        let (closed, known) = (Arc::clone(&shut), Arc::clone(&open));
        std::thread::spawn(move || {
            for client in listener.incoming().flatten() {
                let Ok(behind) = TcpStream::connect(("127.0.0.1", server)) else {
                    continue;
                };
                if closed.load(Ordering::Relaxed) {
                    continue;
                }
                for (from, to) in [(&client, &behind), (&behind, &client)] {
                    let (from, to) = (from.try_clone().expect("a copy"), to.try_clone().expect("a copy"));
                    std::thread::spawn(move || carry(from, to));
                }
                known.lock().expect("no panic").extend([client, behind]);
            }
        });
        Self { port, shut, open }
    }

    pub(crate) fn url(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }

    /// Ends every connection and lets none through.
    pub(crate) fn cut(&self) {
        self.shut.store(true, Ordering::Relaxed);
        for end in self.open.lock().expect("no panic").drain(..) {
            let _ended = end.shutdown(Shutdown::Both);
        }
    }

    /// Lets connections through again.
    pub(crate) fn mend(&self) {
        self.shut.store(false, Ordering::Relaxed);
    }
}

fn carry(mut from: TcpStream, mut to: TcpStream) {
    let mut bytes = [0; 16 * 1024];
    while let Ok(read) = from.read(&mut bytes) {
        if read == 0 || to.write_all(&bytes[..read]).is_err() {
            break;
        }
    }
    let _ended = to.shutdown(Shutdown::Both);
}
