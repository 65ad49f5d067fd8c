//! How one client and one live source delay the others:
//! `ulimit -n 8192; cargo run --release -p service --example shares -- [CONNECTIONS] [SECONDS]`.
//!
//! The server that `fairplay serve` starts runs on a temporary file with its usual limits. From 127.0.0.1 CONNECTIONS (1024) are
//! held open, every other one silent and the rest asking for a page again and again without reading; those that the server
//! closes are opened again. Beside them 127.0.0.2 asks for the page to sign in, each time on a new connection. A live source
//! takes four seconds for each answer, and a second one answers at once. Figures are printed and nothing is asserted.

use std::io::{Read as _, Write as _};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use service::{Limits, Started};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpSocket;

mod room;

use room::{Failed, chief, settings, with_server};

const REQUEST: &[u8] = b"GET /login HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
/// How often the client asks.
const PACE: Duration = Duration::from_millis(20);
const SLOW_ANSWER: Duration = Duration::from_secs(4);
/// How often a source is asked.
const INTERVAL: Duration = Duration::from_secs(10);

fn main() -> Result<(), Failed> {
    let mut arguments = std::env::args().skip(1);
    let mut number = |usual: usize| arguments.next().map_or(Ok(usual), |text| text.parse());
    let (connections, seconds) = (number(1_024)?, number(60)? as u64);
    let folder = tempfile::tempdir()?;
    let mut settings = settings(folder.path(), folder.path(), 1)?;
    settings.limits = Limits::default();
    settings.live.private_addresses = true;
    let told = with_server(settings, |started| {
        measured(started, connections, Duration::from_secs(seconds))?;
        Ok(Instant::now())
    })?;
    println!("stopped while the slow source was asked: {} ms", told.elapsed().as_millis());
    Ok(())
}

fn measured(started: &Started, connections: usize, time: Duration) -> Result<(), Failed> {
    let (mut chief, word) = chief(started)?;
    let (slow, _asked) = source(SLOW_ANSWER, true)?;
    let (fast, asked) = source(Duration::ZERO, false)?;
    for place in [format!("http://{slow}/tournament.json"), format!("http://{fast}/games.pgn")] {
        chief.form("/events/follow", &format!("csrf={word}&name=Live&place={place}&delay=0"))?;
    }
    let alone = latencies(started.listen, time / 4)?;
    report("alone", &alone);
    let stop = Arc::new(AtomicBool::new(false));
    let open = Arc::new(AtomicUsize::new(0));
    let crowd = std::thread::spawn({
        let (stop, open, address) = (Arc::clone(&stop), Arc::clone(&open), started.listen);
        move || crowd(address, connections, &stop, &open)
    });
    std::thread::sleep(Duration::from_secs(2));
    let beside = latencies(started.listen, time);
    println!("connections of the other address: {}", open.load(Ordering::Relaxed));
    report("beside them", &beside?);
    stop.store(true, Ordering::Relaxed);
    crowd.join().map_err(|_| "the crowd panicked")?;
    let times: Vec<Instant> = asked.try_iter().collect();
    let late = times.windows(2).map(|pair| (pair[1] - pair[0]).saturating_sub(INTERVAL).as_millis());
    println!("fast source: asked {} times, at most {} ms late", times.len(), late.max().unwrap_or(0));
    Ok(())
}

/// Holds connections open until it is told to stop.
fn crowd(address: SocketAddr, count: usize, stop: &AtomicBool, open: &AtomicUsize) {
    let mut held: Vec<TcpStream> = Vec::new();
    while !stop.load(Ordering::Relaxed) {
        held.retain(is_open);
        while held.len() < count {
            let Ok(mut stream) = TcpStream::connect(address) else { break };
            let _set = stream.set_nonblocking(true);
            if held.len().is_multiple_of(2) {
                let pipeline = "GET /assets/style.css HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(200);
                let _sent = stream.write(pipeline.as_bytes());
            }
            held.push(stream);
        }
        open.store(held.len(), Ordering::Relaxed);
        std::thread::sleep(Duration::from_millis(500));
    }
}

/// Whether the server has not closed a connection. Nothing is read from it.
fn is_open(stream: &TcpStream) -> bool {
    !matches!(stream.peek(&mut [0]), Ok(0)) && stream.take_error().is_ok_and(|error| error.is_none())
}

/// How long requests of 127.0.0.2 took, in microseconds; a request that failed counts as a minute.
fn latencies(address: SocketAddr, time: Duration) -> Result<Vec<u128>, Failed> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let mut took = Vec::new();
        let until = Instant::now() + time;
        while Instant::now() < until {
            let begun = Instant::now();
            let status = tokio::time::timeout(Duration::from_secs(30), ask(address)).await;
            let good = status.is_ok_and(|answer| answer.is_ok_and(|good| good));
            took.push(if good { begun.elapsed().as_micros() } else { 60_000_000 });
            tokio::time::sleep(PACE).await;
        }
        Ok(took)
    })
}

async fn ask(address: SocketAddr) -> std::io::Result<bool> {
    let socket = TcpSocket::new_v4()?;
    socket.bind(SocketAddr::from(([127, 0, 0, 2], 0)))?;
    let mut stream = socket.connect(address).await?;
    stream.write_all(REQUEST).await?;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await?;
    Ok(answer.starts_with(b"HTTP/1.1 200"))
}

/// Percentiles by nearest rank.
fn report(name: &str, took: &[u128]) {
    let mut took = took.to_vec();
    took.sort_unstable();
    let at = |percent: usize| {
        let rank = (took.len() * percent).div_ceil(100).max(1);
        took.get(rank - 1).copied().unwrap_or(0) as f64 / 1_000.0
    };
    let failed = took.iter().filter(|took| **took == 60_000_000).count();
    println!(
        "{name}: {} requests, p50 {:.1} ms, p99 {:.1} ms, longest {:.1} ms, failed {failed}",
        took.len(),
        at(50),
        at(99),
        at(100)
    );
}

/// A live source: its address, and when it was asked. A tournament has thirty rounds, other sources a game.
fn source(answer: Duration, is_tournament: bool) -> Result<(SocketAddr, Receiver<Instant>), Failed> {
    let listener = TcpListener::bind("127.0.0.1:0")?;
    let address = listener.local_addr()?;
    let (tell, told) = channel();
    let rounds = ["{\"count\": 1}"; 30].join(",");
    let body = if is_tournament {
        format!("{{\"name\": \"Slow\", \"rounds\": [{rounds}], \"pairings\": []}}")
    } else {
        "[White \"A\"]\n[Black \"B\"]\n\n1. e4 *\n".to_owned()
    };
    std::thread::spawn(move || {
        for mut stream in listener.incoming().flatten() {
            let _heard = tell.send(Instant::now());
            let _request = stream.read(&mut [0; 4_096]);
            std::thread::sleep(answer);
            let head =
                format!("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: {}\r\n\r\n", body.len());
            let _sent = stream.write_all((head + &body).as_bytes());
        }
    });
    Ok((address, told))
}
