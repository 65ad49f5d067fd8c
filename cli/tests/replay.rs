//! A broadcast that is followed while the server is killed at random moments: nothing lost, nothing repeated.
//!
//! The seed is printed; `REPLAY_SEED=N cargo test -p cli --test replay` repeats a run.
#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "a failed test may panic")]

use std::collections::BTreeMap;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use datasets::sample;

/// Rounds of the bundled event, which begins with round 3.
const ROUNDS: std::ops::RangeInclusive<u32> = 3..=5;
/// How often the server is killed in each round.
const KILLS: u32 = 2;
/// How long a round may take.
const PATIENCE: Duration = Duration::from_secs(240);
/// The engine with everything it is asked written down. One process, so the lines stand in the order of the searches.
const LOGGED: &str = "#!/bin/sh\ntee -a searches.log | ENGINE\n";

/// A server that runs, and is killed with the test.
struct Server {
    child: Child,
    address: String,
    link: Option<String>,
}

impl Drop for Server {
    fn drop(&mut self) {
        self.kill();
    }
}

impl Server {
    fn start(folder: &Path) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_fairplay"))
            .args(["serve", "--data", "s.sqlite", "--listen", "127.0.0.1:0"])
            .current_dir(folder)
            .env("HOME", folder)
            .env_remove("XDG_CONFIG_HOME")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let first = lines.next().unwrap().unwrap();
        let address = first
            .strip_prefix("fairplay listens at ")
            .unwrap()
            .split(';')
            .next()
            .unwrap();
        let address = address.to_owned();
        // The link of the first start is printed at once or not at all.
        let link = folder.join("known").exists();
        let link = (!link).then(|| {
            lines
                .map(Result::unwrap)
                .find(|line| line.contains("/welcome/"))
                .unwrap()
        });
        Self {
            child,
            address,
            link: link.map(|line| line.trim().to_owned()),
        }
    }

    /// SIGKILL: nothing is written or tidied up any more.
    fn kill(&mut self) {
        let _gone = self.child.kill();
        let _ended = self.child.wait();
    }

    /// Status line, headers and body; empty if the server does not answer.
    fn ask(&self, method: &str, path: &str, cookie: &str, body: &str) -> String {
        let mut answer = String::new();
        if let Ok(mut stream) = TcpStream::connect(&self.address) {
            stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
            let length = body.len();
            let request = format!(
                "{method} {path} HTTP/1.1\r\nHost: {}\r\nCookie: {cookie}\r\nConnection: close\r\n\
                 Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {length}\r\n\r\n{body}",
                self.address
            );
            let _sent = stream.write_all(request.as_bytes());
            let _end = stream.read_to_string(&mut answer);
        }
        answer
    }
}

fn between<'a>(text: &'a str, before: &str, after: &str) -> Option<&'a str> {
    text.split(before).nth(1)?.split(after).next()
}

/// Games of the first rounds, as the broadcast shows them after the last of these.
fn broadcast(last: u32) -> String {
    let text = std::str::from_utf8(sample::PGN).unwrap();
    let parts: Vec<&str> = text.split_inclusive("\n\n").collect();
    let fits = |pair: &&[&str]| {
        let round = between(pair[0], "[Round \"", ".").and_then(|round| round.parse::<u32>().ok());
        round.is_some_and(|round| (*ROUNDS.start()..=last).contains(&round))
    };
    parts.chunks(2).filter(fits).flatten().copied().collect()
}

/// Puts a file in its place in one step, as a broadcast that is read meanwhile has to.
fn publish(folder: &Path, text: &str) {
    let new = folder.join("new.txt");
    std::fs::write(&new, text).unwrap();
    std::fs::rename(new, folder.join("live/games.pgn")).unwrap();
}

/// A folder with a server's settings; the engine's script is the same to the byte in each.
fn prepared(engine: &Path) -> tempfile::TempDir {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = tempfile::tempdir().unwrap();
    let script = folder.path().join("engine.sh");
    std::fs::write(&script, LOGGED.replace("ENGINE", &engine.display().to_string())).unwrap();
    std::fs::set_permissions(&script, std::fs::Permissions::from_mode(0o700)).unwrap();
    std::fs::create_dir(folder.path().join("live")).unwrap();
    let settings = format!(
        "profile = \"short\"\nlang = \"en\"\n[engine]\npath = {script:?}\nprocesses = 1\n\
         [profiles.short]\ndepth = 3\nmultipv = 2\nhash_mib = 16\nnode_cap = 20000\n[serve]\nlive_folders = [{:?}]\n",
        folder.path().join("live")
    );
    std::fs::write(folder.path().join("fairplay.toml"), settings).unwrap();
    folder
}

/// Makes the first account and an event that follows the broadcast; gives the session's cookie.
fn follow(server: &Server, folder: &Path) -> String {
    let link = server.link.as_deref().unwrap();
    let path = link.strip_prefix(&format!("http://{}", server.address)).unwrap();
    let fields = "name=Chief&login=chief&password=correct-horse-battery&again=correct-horse-battery";
    let joined = server.ask("POST", path, "", fields);
    let cookie = between(&joined.to_lowercase(), "set-cookie: ", ";")
        .unwrap()
        .to_owned();
    std::fs::write(folder.join("known"), "").unwrap();
    let page = server.ask("GET", "/", &cookie, "");
    let word = between(&page, "name=\"csrf\" value=\"", "\"").unwrap();
    let place = folder.join("live/games.pgn").display().to_string();
    let place: String = place.bytes().map(|b| format!("%{b:02X}")).collect();
    let fields = format!("csrf={word}&name=Replay&place={place}&delay=0");
    let made = server.ask("POST", "/events/follow", &cookie, &fields);
    assert!(made.contains("/events/1/engines"), "{made}");
    cookie
}

/// The rounds after which there are hints, in the order of the page: newest first.
fn hinted(server: &Server, cookie: &str) -> Vec<u32> {
    let page = server.ask("GET", "/events/1/hints", cookie, "");
    let looks = page.split("/hints?look=").skip(1);
    let round = |rest: &str| between(rest, "After round ", ",").and_then(|round| round.parse().ok());
    looks.filter_map(round).collect()
}

/// Waits until the hints of a round are there and the work is done.
fn finished(server: &Server, cookie: &str, round: u32) {
    let begun = Instant::now();
    loop {
        let work = server.ask("GET", "/events/1/engines", cookie, "");
        let newest = between(&work, "<tbody>", "</tr>").unwrap_or_default().to_owned();
        if newest.contains("<td>done") && hinted(server, cookie).contains(&round) {
            return;
        }
        assert!(begun.elapsed() < PATIENCE, "round {round} is not done: {work}");
        std::thread::sleep(Duration::from_millis(300));
    }
}

fn digest(server: &Server, cookie: &str) -> String {
    let page = server.ask("GET", "/events/1/results", cookie, "");
    let digest = between(&page, "Digest of the numbers</dt><dd><code>", "<");
    digest.unwrap_or_else(|| panic!("{page}")).to_owned()
}

/// How often each question was put to the engine.
fn searches(folder: &Path) -> BTreeMap<(String, String), u32> {
    let log = std::fs::read_to_string(folder.join("searches.log")).unwrap();
    let (mut counts, mut position) = (BTreeMap::new(), String::new());
    for line in log.lines() {
        if let Some(now) = line.strip_prefix("position ") {
            now.clone_into(&mut position);
        } else if line.starts_with("go ") && !position.is_empty() {
            *counts.entry((position.clone(), line.to_owned())).or_default() += 1;
        }
    }
    counts
}

/// A sequence of numbers from a seed (`SplitMix64`, Steele, Lea and Flood 2014).
struct Chance(u64);

impl Chance {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) % bound
    }
}

#[test]
fn a_broadcast_survives_kills_at_random_moments() {
    let Some(engine) = uci_pool::find_engine() else {
        println!("skipped: no engine is installed (scripts/setup.sh installs one)");
        return;
    };
    let seed = std::env::var("REPLAY_SEED")
        .ok()
        .and_then(|seed| seed.parse().ok());
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_millis();
    let seed = seed.unwrap_or_else(|| u64::try_from(now).unwrap());
    println!("REPLAY_SEED={seed}");
    let mut chance = Chance(seed);

    let calm = prepared(&engine);
    publish(calm.path(), &broadcast(*ROUNDS.end()));
    let server = Server::start(calm.path());
    let cookie = follow(&server, calm.path());
    finished(&server, &cookie, *ROUNDS.end());
    let expected = digest(&server, &cookie);
    let once = searches(calm.path());
    drop(server);

    let folder = prepared(&engine);
    publish(folder.path(), "");
    let mut server = Server::start(folder.path());
    let cookie = follow(&server, folder.path());
    let mut kills = 0;
    for round in ROUNDS {
        publish(folder.path(), &broadcast(round));
        for _ in 0..KILLS {
            let moment = 50 + chance.below(2_500);
            println!("round {round}: killed after {moment} ms");
            std::thread::sleep(Duration::from_millis(moment));
            server.kill();
            kills += 1;
            server = Server::start(folder.path());
        }
        finished(&server, &cookie, round);
    }

    let rounds: Vec<u32> = ROUNDS.rev().collect();
    assert_eq!(hinted(&server, &cookie), rounds, "hints for each round, once");
    assert_eq!(
        digest(&server, &cookie),
        expected,
        "the numbers of an undisturbed server"
    );
    let counts = searches(folder.path());
    assert!(
        counts.len() > 100 && counts.keys().eq(once.keys()),
        "nothing lost, nothing invented"
    );
    assert!(
        once.values().all(|times| *times == 1),
        "the undisturbed server repeats nothing"
    );
    let repeated: u32 = counts.values().map(|times| times - 1).sum();
    assert!(
        repeated <= kills,
        "{repeated} searches were repeated after {kills} kills of one engine: more than those in hand"
    );
    println!(
        "{} searches, {repeated} of them repeated after {kills} kills",
        counts.len()
    );
    drop(server);
    let audit = Command::new(env!("CARGO_BIN_EXE_fairplay"))
        .args(["audit", "s.sqlite"])
        .current_dir(folder.path())
        .output()
        .unwrap();
    let told = String::from_utf8(audit.stdout).unwrap();
    assert!(told.starts_with("the audit log holds together"), "{told}");
}
