//! Sign-ins, connections and requests in numbers.

use std::io::Write as _;
use std::net::TcpStream;
use std::time::{Duration, Instant};

use super::home::{Home, settings_file};
use super::http::{Answer, Body, Person, ask};
use super::server::{self, Server};
use super::tally::Probe;
use super::{bombs, bundles, caged_engine, files, kills, malformed, uci};

pub(super) const MEMORY: &str = "flood of sign-ins: memory, closed names";
pub(super) const PLACES: &str = "silent connections, too many requests";

/// Most MiB of a server that has little to do.
const MAX_MIB: u64 = 150;
/// Sign-ins of one address, which may have so many wrong ones.
const OF_ONE_ADDRESS: usize = 60;
/// Sign-ins that are abandoned at once.
const ABANDONED: usize = 200;
/// Longest wait of a newcomer.
const NEWCOMER: Duration = Duration::from_secs(5);

/// A server in a home whose settings end with some lines, and its first person.
pub(super) fn started(more: &str) -> (Home, Server, Person) {
    let home = Home::new();
    std::fs::write(settings_file(home.folder()), format!("{}{more}", uci::settings())).unwrap();
    let server = Server::start(home.folder(), &[], true);
    let admin = Person::joins(&server.address, &server.link, "Ada", "ada");
    admin.sets_up_factor();
    (home, server, admin)
}

/// The most memory that a server had so far, in MiB.
pub(super) fn most_mib(server: &Server) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{}/status", server.child.id())).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok()).unwrap_or(u64::MAX) / 1024
}

/// The bytes of a wrong sign-in, behind a proxy from an address.
fn wrong(address: &str, login: &str, from: &str) -> Vec<u8> {
    let fields = [("login", login), ("password", "wrong wrong wrong")];
    Person::nobody(address).request("POST", "/login", &[("X-Forwarded-For", from)], &Body::Fields(&fields))
}

/// Many wrong sign-ins side by side.
fn at_once(address: &str, requests: &[Vec<u8>]) -> Vec<Answer> {
    std::thread::scope(|scope| {
        let asked: Vec<_> =
            requests.iter().map(|request| scope.spawn(move || ask(address, request))).collect();
        asked.into_iter().map(|answer| answer.join().unwrap_or_default()).collect()
    })
}

fn memory() -> Probe {
    let mut probe = Probe::new(MEMORY);
    let (_home, server, _admin) = started("");
    let start = most_mib(&server);
    let address = server.address.as_str();
    let requests: Vec<_> = (0..OF_ONE_ADDRESS).map(|n| wrong(address, &format!("nobody-{n}"), "")).collect();
    for answer in at_once(address, &requests) {
        probe.holds([401, 429, 503].contains(&answer.status), || answer.told());
    }
    let answer = ask(address, &wrong(address, "somebody", ""));
    probe.holds(answer.status == 429, || format!("the address is not closed: {}", answer.told()));
    let one = most_mib(&server);
    probe.holds(one < MAX_MIB, || format!("{one} MiB after {OF_ONE_ADDRESS} sign-ins of one address"));
    drop(server);

    let (_home, server, _admin) = started("[serve]\nbehind_proxy = true\n");
    let address = server.address.as_str();
    // A name that somebody has, from everywhere.
    let requests: Vec<_> =
        (0..OF_ONE_ADDRESS).map(|n| wrong(address, "ada", &format!("192.0.2.{n}"))).collect();
    for answer in at_once(address, &requests) {
        probe.holds([401, 429, 503].contains(&answer.status), || answer.told());
    }
    let is_closed = |probe: &mut Probe, from: &str| {
        let answer = ask(address, &wrong(address, "ada", from));
        probe.holds(answer.status == 429, || format!("the name is open for {from}: {}", answer.told()));
    };
    is_closed(&mut probe, "203.0.113.1");
    let mut left = Vec::new();
    for n in 0..ABANDONED {
        let from = format!("198.51.{}.{}", n / 250, n % 250);
        if let Ok(mut stream) = TcpStream::connect(address) {
            let _sent = stream.write_all(&wrong(address, &format!("invented-{n}"), &from));
            left.push(stream);
        }
    }
    std::thread::sleep(Duration::from_millis(50));
    drop(left);
    let begun = Instant::now();
    let answer = ask(address, &wrong(address, "newcomer", "203.0.113.2"));
    probe.holds(answer.status == 401, || format!("a newcomer: {}", answer.told()));
    let waited = begun.elapsed();
    probe.holds(waited < NEWCOMER, || format!("a newcomer waited {waited:?}"));
    (3..6).for_each(|n| is_closed(&mut probe, &format!("203.0.113.{n}")));
    let many = most_mib(&server);
    probe.holds(many < MAX_MIB, || format!("{many} MiB after {ABANDONED} sign-ins that left"));
    probe.note(format!(
        "most memory: {start} MiB at the start, {one} MiB after {OF_ONE_ADDRESS} of one address, {many} MiB after {ABANDONED} that left"
    ));
    probe
}

/// A connection from one of the loopback addresses.
fn connected(runtime: &tokio::runtime::Runtime, machine: u8, address: &str) -> Option<TcpStream> {
    let _inside = runtime.enter();
    let socket = tokio::net::TcpSocket::new_v4().ok()?;
    socket.bind(([127, 0, 0, machine], 0).into()).ok()?;
    let to = address.parse().ok()?;
    let stream =
        runtime.block_on(async { tokio::time::timeout(NEWCOMER, socket.connect(to)).await.ok()?.ok() })?;
    let stream = stream.into_std().ok()?;
    stream.set_nonblocking(false).ok()?;
    Some(stream)
}

/// The answer to a request from a loopback address.
fn asks(runtime: &tokio::runtime::Runtime, machine: u8, address: &str) -> String {
    use std::io::Read as _;
    let mut answer = String::new();
    if let Some(mut stream) = connected(runtime, machine, address) {
        let _set = stream.set_read_timeout(Some(NEWCOMER));
        let _sent = stream.write_all(&Person::nobody(address).request("GET", "/health", &[], &Body::Nothing));
        let _end = stream.read_to_string(&mut answer);
    }
    answer
}

fn places() -> Probe {
    let mut probe = Probe::new(PLACES);
    let (_home, server, admin) = started("");
    let address = server.address.as_str();
    let page = admin.request("GET", "/account", &[], &Body::Nothing);
    let (begun, mut statuses) = (Instant::now(), Vec::new());
    while statuses.len() < 400 && begun.elapsed() < Duration::from_secs(30) {
        let batch: Vec<_> = (0..40).map(|_| page.clone()).collect();
        statuses.extend(at_once(address, &batch).iter().map(|answer| answer.status));
        if statuses.contains(&429) {
            break;
        }
    }
    let odd: Vec<u16> = statuses.iter().copied().filter(|status| ![200, 429].contains(status)).collect();
    probe.holds(odd.is_empty(), || format!("{odd:?}"));
    probe.holds(statuses.contains(&429), || {
        format!("{} requests in {:?} and none too many", statuses.len(), begun.elapsed())
    });
    let stranger = server::ask(address, "GET", "/login", "", "");
    probe.holds(stranger.starts_with("HTTP/1.1 200"), || format!("others are held up: {stranger}"));
    let after = admin.get("/account");
    probe.holds(after.status == 200, || format!("it does not end: {}", after.told()));

    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let mut silent = Vec::new();
    for machine in 2..=5 {
        for _ in 0..256 {
            let stream = connected(&runtime, machine, address);
            probe.holds(stream.is_some(), || format!("127.0.0.{machine} is not taken"));
            silent.extend(stream);
        }
    }
    // A newcomer, one of those machines, and one that many machines joined.
    for turn in 0..10_u8 {
        if turn == 5 {
            silent.extend((10..=240).filter_map(|machine| connected(&runtime, machine, address)));
        }
        let begun = Instant::now();
        let answer = asks(&runtime, 6 + turn % 4, address);
        let waited = begun.elapsed();
        probe.holds(answer.starts_with("HTTP/1.1 200") && waited < NEWCOMER, || {
            format!("a newcomer beside {} silent connections: {answer:?} after {waited:?}", silent.len())
        });
    }
    probe
}

/// A probe and its name.
type Named = (&'static str, fn() -> Probe);

/// Runs those probes of a group that were asked for.
fn each(asked: &[&str], probes: &[Named]) -> Vec<Probe> {
    let chosen = probes.iter().filter(|(name, _)| asked.contains(name));
    chosen.flat_map(|(name, run)| Probe::run(name, || vec![run()])).collect()
}

/// The probes that have servers of their own.
pub(super) fn server_attacked(asked: &[&str]) -> Vec<Probe> {
    each(
        asked,
        &[
            (MEMORY, memory),
            (PLACES, places),
            (malformed::NAME, malformed::sent),
            (bombs::NAME, bombs::sent),
            (kills::NAME, kills::killed),
        ],
    )
}

/// The probes without a server.
pub(super) fn command_line_attacked(asked: &[&str]) -> Vec<Probe> {
    each(
        asked,
        &[
            (bundles::NAME, bundles::forged_bundles),
            (caged_engine::NAME, caged_engine::caged_engine),
            (files::NAME, files::damaged_files),
        ],
    )
}
