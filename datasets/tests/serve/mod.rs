//! A web server for tests: one thread, one answer for each connection.

use std::io::{BufRead as _, BufReader, Write as _};
use std::net::{TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;

#[derive(Clone, Debug)]
pub(crate) struct Request {
    pub(crate) path: String,
    /// Header lines, names in lower case.
    pub(crate) headers: Vec<(String, String)>,
}

impl Request {
    /// The value of a header.
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }
}

/// A running server; it stops when it is dropped.
pub(crate) struct Server {
    address: String,
    stop: Arc<AtomicBool>,
    asked: Arc<Mutex<Vec<Request>>>,
    thread: Option<JoinHandle<()>>,
}

impl Server {
    /// Answers every request with the bytes that `answer` gives.
    pub(crate) fn start(answer: impl Fn(&Request) -> Vec<u8> + Send + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let address = format!("http://{}", listener.local_addr().expect("an address"));
        let stop = Arc::new(AtomicBool::new(false));
        let asked = Arc::new(Mutex::new(Vec::new()));
        let (stopped, log) = (Arc::clone(&stop), Arc::clone(&asked));
        let thread = std::thread::spawn(move || {
            for stream in listener.incoming() {
                if stopped.load(Ordering::SeqCst) {
                    return;
                }
                if let Some((mut stream, request)) = stream.ok().and_then(read) {
                    log.lock().expect("not poisoned").push(request.clone());
                    // A client that has had enough closes early.
                    let _ = stream.write_all(&answer(&request));
                }
            }
        });
        Self { address, stop, asked, thread: Some(thread) }
    }

    /// `http://HOST:PORT` and the path.
    pub(crate) fn url(&self, path: &str) -> String {
        format!("{}{path}", self.address)
    }

    /// Requests since the last call.
    #[allow(dead_code, reason = "not every test program counts requests")]
    pub(crate) fn asked(&self) -> Vec<Request> {
        std::mem::take(&mut *self.asked.lock().expect("not poisoned"))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::SeqCst);
        // Wakes the thread up.
        let _ = TcpStream::connect(self.address.trim_start_matches("http://"));
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn read(stream: TcpStream) -> Option<(TcpStream, Request)> {
    let mut lines = BufReader::new(stream.try_clone().ok()?).lines();
    let path = lines.next()?.ok()?.split(' ').nth(1)?.to_owned();
    let mut headers = Vec::new();
    for line in lines {
        let line = line.ok()?;
        let Some((name, value)) = line.split_once(':') else {
            break;
        };
        headers.push((name.to_ascii_lowercase(), value.trim().to_owned()));
    }
    Some((stream, Request { path, headers }))
}

/// An answer with its length.
pub(crate) fn answer(status: &str, headers: &str, body: &[u8]) -> Vec<u8> {
    let length = body.len();
    let mut bytes =
        format!("HTTP/1.1 {status}\r\nConnection: close\r\nContent-Length: {length}\r\n{headers}\r\n")
            .into_bytes();
    bytes.extend_from_slice(body);
    bytes
}
