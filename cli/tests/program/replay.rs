//! A broadcast that is followed while the server is killed at random moments: nothing lost, nothing repeated.
//!
//! The seed is printed; `REPLAY_SEED=N cargo test -p cli --test program replay` repeats a run.

use std::hash::{BuildHasher as _, BuildHasherDefault, DefaultHasher};
use std::path::Path;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use datasets::pgn::sample;
use service::authenticator_code;

use crate::home::{fairplay, settings_file, until};
use crate::logged_engine::{self, CHECKS, searches};
use crate::server::{Server, ask};

/// Rounds of the bundled event, which begins with round 3.
const ROUNDS: std::ops::RangeInclusive<u32> = 3..=5;
/// How often the server is killed in each round.
const KILLS: u32 = 2;
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
    let folder = tempfile::tempdir().unwrap();
    let script = folder.path().join("engine.sh");
    logged_engine::write(&script, engine);
    std::fs::create_dir(folder.path().join("live")).unwrap();
    let settings = format!(
        "profile = \"short\"\nlang = \"en\"\n[engine]\npath = {script:?}\nwrites = [{:?}]\nprocesses = 1\n\
         [profiles.short]\ndepth = 3\nmultipv = 2\nhash_mib = 16\nnode_cap = 20000\n[serve]\nlive_folders = [{:?}]\n",
        folder.path(),
        folder.path().join("live")
    );
    std::fs::write(settings_file(folder.path()), settings).unwrap();
    folder
}

/// Makes the first account and an event that follows the broadcast; gives the session's cookie.
fn follow(server: &Server, folder: &Path) -> String {
    let link = &server.link;
    let path = link.strip_prefix(&format!("http://{}", server.address)).unwrap();
    let fields = "name=Chief&login=chief&password=correct-horse-battery&again=correct-horse-battery";
    let joined = ask(&server.address, "POST", path, "", fields);
    let cookie = between(&joined.to_lowercase(), "set-cookie: ", ";").unwrap().to_owned();
    let page = ask(&server.address, "GET", "/account", &cookie, "");
    let word = between(&page, "name=\"csrf\" value=\"", "\"").unwrap();
    // The first person is an administrator, who needs a second factor.
    let form = |path: &str, fields: &str| {
        ask(&server.address, "POST", path, &cookie, &format!("csrf={word}&{fields}"))
    };
    let offer = form("/account/second-factor", "");
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_secs();
    let secret = between(&offer, "Secret: <code>", "<").unwrap();
    let code = authenticator_code(secret, i64::try_from(now).unwrap()).unwrap();
    form("/account/second-factor/prove", &format!("code={code}"));
    let place = folder.join("live/games.pgn").display().to_string();
    let place: String = place.bytes().map(|b| format!("%{b:02X}")).collect();
    let fields = format!("csrf={word}&name=Replay&place={place}&delay=0");
    let made = ask(&server.address, "POST", "/events/follow", &cookie, &fields);
    assert!(made.contains("/events/1/engines"), "{made}");
    cookie
}

/// The rounds after which there are hints, in the order of the page: newest first.
fn hinted(server: &Server, cookie: &str) -> Vec<u32> {
    let page = ask(&server.address, "GET", "/events/1/hints", cookie, "");
    let looks = page.split("/hints?look=").skip(1);
    let round = |rest: &str| between(rest, "After round ", ",").and_then(|round| round.parse().ok());
    looks.filter_map(round).collect()
}

/// Waits until the hints of a round are there and the work is done.
fn finished(server: &Server, cookie: &str, round: u32) {
    let work = || ask(&server.address, "GET", "/events/1/engines", cookie, "");
    let done = || {
        between(&work(), "<tbody>", "</tr>")
            .is_some_and(|newest| newest.contains("<td data-label=\"State\">done"))
    };
    until(
        || done() && hinted(server, cookie).contains(&round),
        || format!("round {round} is not done: {}", work()),
    );
}

fn digest(server: &Server, cookie: &str) -> String {
    let page = ask(&server.address, "GET", "/events/1/results", cookie, "");
    let digest = between(&page, "Digest of the numbers</dt><dd><code>", "<");
    digest.unwrap_or_else(|| panic!("{page}")).to_owned()
}

/// Searches of one engine that a kill can lose: the one at work, and answers that a busy machine has not put on the disk yet.
const IN_FLIGHT: u32 = 4;

#[test]
fn a_broadcast_survives_kills_at_random_moments() {
    let Some(engine) = uci_pool::find_engine() else {
        println!("skipped: no engine is installed (scripts/setup.sh installs one)");
        return;
    };
    let seed = std::env::var("REPLAY_SEED").ok().and_then(|seed| seed.parse().ok());
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_millis();
    let seed = seed.unwrap_or_else(|| u64::try_from(now).unwrap());
    println!("REPLAY_SEED={seed}");

    let calm = prepared(&engine);
    publish(calm.path(), &broadcast(*ROUNDS.end()));
    let server = Server::start(calm.path(), &[], true);
    let cookie = follow(&server, calm.path());
    finished(&server, &cookie, *ROUNDS.end());
    let expected = digest(&server, &cookie);
    let once = searches(&[calm.path().to_owned()]);
    drop(server);

    let folder = prepared(&engine);
    publish(folder.path(), "");
    let mut server = Server::start(folder.path(), &[], true);
    let cookie = follow(&server, folder.path());
    let mut kills = 0;
    for round in ROUNDS {
        publish(folder.path(), &broadcast(round));
        for _ in 0..KILLS {
            let moment = 50 + BuildHasherDefault::<DefaultHasher>::new().hash_one((seed, kills)) % 2_500;
            println!("round {round}: killed after {moment} ms");
            std::thread::sleep(Duration::from_millis(moment));
            server.kill();
            kills += 1;
            server = Server::start(folder.path(), &[], false);
        }
        finished(&server, &cookie, round);
    }

    let rounds: Vec<u32> = ROUNDS.rev().collect();
    assert_eq!(hinted(&server, &cookie), rounds, "hints for each round, once");
    assert_eq!(digest(&server, &cookie), expected, "the numbers of an undisturbed server");
    let counts = searches(&[folder.path().to_owned()]);
    assert!(counts.len() > 100 && counts.keys().eq(once.keys()), "nothing lost, nothing invented");
    let checks: u32 = once.values().map(|times| times - 1).sum();
    assert!(
        (10..=CHECKS).contains(&checks),
        "the undisturbed server repeats nothing but its checks: {checks}"
    );
    let repeated: u32 = counts.values().map(|times| times - 1).sum();
    assert!(
        repeated <= IN_FLIGHT * kills + CHECKS * (kills + 1),
        "{repeated} searches were repeated after {kills} kills of one engine: more than those in hand"
    );
    println!("{} searches, {repeated} of them repeated after {kills} kills", counts.len());
    drop(server);
    let audit = fairplay(folder.path(), &["audit", "s.sqlite"]).output().unwrap();
    let told = String::from_utf8(audit.stdout).unwrap();
    assert!(told.starts_with("the audit log holds together"), "{told}");
}
