//! How long the pages take while many read, some upload and an engine works:
//! `cargo run -p service --example load -- [EVENT.pgn] [READERS] [UPLOADS] [SECONDS] [PAUSE]`.
//!
//! The server that `fairplay serve` starts runs on a temporary file with an event whose engine works, niced as usual. Each
//! reader has a session of their own and a page every PAUSE seconds (5; 0 asks without a pause). Server, readers and engine share
//! this machine. Figures are printed and nothing is asserted.

use std::sync::mpsc;
use std::time::{Duration, Instant};

use service::Started;
use uci_pool::find_engine;

mod room;

use room::{Browser, Failed, chief, settings, with_server, word};

/// The chief arbiter's name and password.
const SIGN_IN: &str = "login=chief&password=correct-horse-battery";

/// What one request came to.
struct Asked {
    kind: &'static str,
    took: Duration,
    status: u16,
}

/// Every link of a page that begins with a text, each once.
fn links(page: &str, beginning: &str) -> Vec<String> {
    let mut found: Vec<String> = page
        .split("href=\"")
        .skip(1)
        .filter_map(|rest| rest.split(['"', '?', '#']).next())
        .filter(|link| link.starts_with(beginning))
        .map(str::to_owned)
        .collect();
    found.sort();
    found.dedup();
    found
}

/// Makes an event from a file.
fn upload(browser: &mut Browser, word: &str, name: &str, games: &[u8]) -> Result<(u16, String), Failed> {
    let mut body = format!(
        "--XX\r\nContent-Disposition: form-data; name=\"csrf\"\r\n\r\n{word}\r\n--XX\r\n\
         Content-Disposition: form-data; name=\"name\"\r\n\r\n{name}\r\n--XX\r\n\
         Content-Disposition: form-data; name=\"file\"; filename=\"games.pgn\"\r\n\r\n"
    )
    .into_bytes();
    body.extend_from_slice(games);
    body.extend_from_slice(b"\r\n--XX--\r\n");
    browser.post("/events", "multipart/form-data; boundary=XX", &body)
}

fn main() -> Result<(), Failed> {
    let mut arguments = std::env::args().skip(1);
    let games = match arguments.next() {
        Some(path) => std::fs::read(path)?,
        None => datasets::pgn::sample::PGN.to_vec(),
    };
    let mut number = |usual: u64| arguments.next().map_or(Ok(usual), |text| text.parse());
    let (readers, uploads) = (number(200)?, number(20)?);
    let (seconds, pause) = (number(60)?, number(5)?);
    let folder = tempfile::tempdir()?;
    let done = with_server(settings(folder.path(), folder.path(), 1)?, |started| {
        measured(started, &games, (readers, uploads), seconds, pause)
    })?;
    report(&done, seconds);
    Ok(())
}

/// Fills the server and lets everybody ask.
fn measured(
    started: &Started,
    games: &[u8],
    (readers, uploads): (u64, u64),
    seconds: u64,
    pause: u64,
) -> Result<Vec<Asked>, Failed> {
    let base = format!("http://{}", started.listen);
    let (mut chief, csrf) = chief(started)?;
    let (_, event) = upload(&mut chief, &csrf, "Filled", games)?;
    // The first results come with the first game; without an engine the pages say that there are none.
    let players = format!("{event}/players");
    let mut rooms = Vec::new();
    for _ in 0..240 {
        rooms = links(&chief.get(&players)?.1, &format!("{players}/"));
        if !rooms.is_empty() || find_engine().is_none() {
            break;
        }
        std::thread::sleep(Duration::from_millis(500));
    }
    let mut games_of = Vec::new();
    for player in &rooms {
        games_of.extend(links(&chief.get(player)?.1, &format!("{event}/games/")));
    }
    println!("players: {}, games linked: {}", rooms.len(), games_of.len());
    let mut pages: Vec<(&'static str, String)> =
        ["", "/results", "/players", "/compare", "/hints", "/engines", "/absences"]
            .map(|room| ("page", format!("{event}{room}")))
            .to_vec();
    pages.push(("page", "/".to_owned()));
    pages.extend(rooms.into_iter().map(|room| ("page", room)));
    pages.extend(games_of.into_iter().map(|game| ("page", game)));

    let until = Instant::now() + Duration::from_secs(seconds);
    let (send, receive) = mpsc::channel::<Result<Vec<Asked>, String>>();
    let mut sessions = Vec::new();
    for _ in 0..readers + uploads {
        let mut browser = Browser::new(&base);
        browser.form("/login", SIGN_IN)?;
        sessions.push(browser);
    }
    for (place, browser) in (0_u64..).zip(sessions) {
        let (send, pages, games) = (send.clone(), pages.clone(), games.to_vec());
        std::thread::spawn(move || {
            let done = if place < readers {
                reads(&browser, &pages, place, pause, until)
            } else {
                uploads_one(browser, place, &games)
            };
            let _heard = send.send(done.map_err(|error| error.to_string()));
        });
    }
    drop(send);
    let mut all = Vec::new();
    for done in receive {
        all.extend(done?);
    }
    Ok(all)
}

fn reads(
    browser: &Browser,
    pages: &[(&'static str, String)],
    place: u64,
    pause: u64,
    until: Instant,
) -> Result<Vec<Asked>, Failed> {
    // Nobody begins at the same moment and nobody goes round in step.
    std::thread::sleep(Duration::from_millis(place * 37 % (pause * 1_000).max(1)));
    let mut turn = usize::try_from(place * 13)?;
    let mut done = Vec::new();
    while Instant::now() < until {
        let begun = Instant::now();
        let Some((kind, page)) = pages.get(turn % pages.len()) else {
            break;
        };
        let status = browser.get(page).map_or(0, |(status, _)| status);
        let took = begun.elapsed();
        done.push(Asked { kind, took, status });
        turn += 7;
        std::thread::sleep(Duration::from_secs(pause).saturating_sub(took));
    }
    Ok(done)
}

fn uploads_one(mut browser: Browser, place: u64, games: &[u8]) -> Result<Vec<Asked>, Failed> {
    let word = word(&browser)?;
    let begun = Instant::now();
    let status = upload(&mut browser, &word, &format!("Upload {place}"), games);
    Ok(vec![Asked { kind: "upload", took: begun.elapsed(), status: status.map_or(0, |(status, _)| status) }])
}

/// Percentiles by nearest rank, in milliseconds.
fn report(done: &[Asked], seconds: u64) {
    println!("kind     requests  per s    p50    p90    p99    max  errors   (ms)");
    for kind in ["page", "upload"] {
        let mut took: Vec<u128> =
            done.iter().filter(|asked| asked.kind == kind).map(|asked| asked.took.as_millis()).collect();
        took.sort_unstable();
        let wanted = if kind == "page" { 200 } else { 303 };
        let errors = done.iter().filter(|asked| asked.kind == kind && asked.status != wanted).count();
        let at = |percent: usize| {
            let rank = (took.len() * percent).div_ceil(100).max(1);
            took.get(rank - 1).copied().unwrap_or(0)
        };
        println!(
            "{kind:<8} {:>8} {:>6} {:>6} {:>6} {:>6} {:>6} {errors:>7}",
            took.len(),
            took.len() as u64 / seconds.max(1),
            at(50),
            at(90),
            at(99),
            at(100)
        );
    }
}
