//! Uploads that unpack to more than they say, nest without end, or have lines without end.

use std::collections::BTreeMap;
use std::io::Write as _;
use std::time::Duration;

use flate2::Compression;
use flate2::write::{DeflateEncoder, GzEncoder};

use super::floods::{most_mib, started};
use super::http::{Body, FileStands, Person};
use super::malformed::is_answered;
use super::tally::Probe;

pub(super) const NAME: &str = "bombs in uploads";

/// Longest wait for one answer.
const MAX_WAIT: Duration = Duration::from_secs(60);
/// Most MiB of the server with all of them.
const MAX_MIB: u64 = 600;
const MIB: usize = 1 << 20;

fn deflated(bytes: &[u8]) -> Vec<u8> {
    let mut packed = DeflateEncoder::new(Vec::new(), Compression::best());
    packed.write_all(bytes).unwrap();
    packed.finish().unwrap()
}

fn crc(bytes: &[u8]) -> u32 {
    let mut crc = flate2::Crc::new();
    crc.update(bytes);
    crc.sum()
}

/// A ZIP archive whose names all lead to one packed file; the sizes are as told.
fn zip(names: usize, packed: &[u8], crc: u32, unpacked: u32) -> Vec<u8> {
    let size = u32::try_from(packed.len()).unwrap();
    let fields = |crc: u32| [crc.to_le_bytes(), size.to_le_bytes(), unpacked.to_le_bytes()].concat();
    let name = |n: usize| format!("{n:05}.pgn");
    let mut file =
        [&b"PK\x03\x04\x14\0\0\0\x08\0\0\0\0\0"[..], &fields(crc), b"\x09\0\0\0", name(0).as_bytes(), packed]
            .concat();
    let start = file.len();
    for n in 0..names {
        file.extend(
            [
                &b"PK\x01\x02\x14\0\x14\0\0\0\x08\0\0\0\0\0"[..],
                &fields(crc),
                b"\x09\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0",
                name(n).as_bytes(),
            ]
            .concat(),
        );
    }
    let (length, count) =
        (u32::try_from(file.len() - start).unwrap(), u16::try_from(names).unwrap().to_le_bytes());
    file.extend(
        [
            &b"PK\x05\x06\0\0\0\0"[..],
            &count,
            &count,
            &length.to_le_bytes(),
            &u32::try_from(start).unwrap().to_le_bytes(),
            b"\0\0",
        ]
        .concat(),
    );
    file
}

/// The same bytes so many times, packed with zstd.
fn zstd_of(bytes: &[u8], times: usize) -> Vec<u8> {
    let mut packed = zstd::Encoder::new(Vec::new(), 1).unwrap();
    for _ in 0..times {
        packed.write_all(bytes).unwrap();
    }
    packed.finish().unwrap()
}

fn gz(bytes: &[u8]) -> Vec<u8> {
    let mut packed = GzEncoder::new(Vec::new(), Compression::best());
    packed.write_all(bytes).unwrap();
    packed.finish().unwrap()
}

/// Files of games, by name.
fn games() -> Vec<(&'static str, Vec<u8>)> {
    let line = vec![b'x'; MIB];
    let (packed, sum) = (deflated(&line), crc(&line));
    let mebibyte = u32::try_from(MIB).unwrap();
    let blanks = vec![b' '; MIB];
    let tag = b"[Event \"x\"]\n\n1. e4 e5 *\n\n";
    let head = "[Event \"x\"]\n[White \"A\"]\n[Black \"B\"]\n\n1. e4 ";
    let moves = |text: String| format!("{head}{text} *\n").into_bytes();
    let inner = zip(1, &packed, sum, mebibyte);
    let mut nested = inner.clone();
    for _ in 0..20 {
        nested = zip(1, &deflated(&nested), crc(&nested), u32::try_from(nested.len()).unwrap());
    }
    vec![
        ("overlap.zip", zip(2_000, &packed, sum, mebibyte)),
        ("many.zip", zip(60_000, &deflated(tag), crc(tag), 26)),
        ("tells-less.zip", zip(1, &packed, sum, 10)),
        ("tells-more.zip", zip(1, &packed, sum, u32::MAX)),
        ("wrong-sum.zip", zip(1, &packed, 7, mebibyte)),
        ("nested.zip", nested),
        ("cut.zip", zip(10, &packed, sum, mebibyte)[..700].to_vec()),
        ("blanks.pgn.zst", zstd_of(&blanks, 300)),
        ("one-line.pgn.zst", zstd_of(&line, 300)),
        ("games.pgn.zst", zstd_of(&tag.repeat(400), 100)),
        ("frames.pgn.zst", zstd_of(&blanks, 1).repeat(400)),
        ("window.pgn.zst", b"\x28\xb5\x2f\xfd\x00\xf8\x01\x00\x00".repeat(100)),
        ("members.pgn.gz", gz(&line).repeat(400)),
        ("deep.pgn", moves("(".repeat(200_000))),
        ("deep-moves.pgn", moves("e5 (1... d5 2. d4 ".repeat(20_000))),
        ("comment.pgn", moves(format!("{{{}", "{".repeat(5 * MIB)))),
        ("tag.pgn", format!("[Event \"{}\"]\n\n1. e4 *\n", "x".repeat(5 * MIB)).into_bytes()),
        ("tags.pgn", format!("{}\n1. e4 *\n", "[X \"y\"]\n".repeat(300_000)).into_bytes()),
        ("quotes.pgn", format!("[Event \"{}\n\n1. e4 *\n", "\\\"".repeat(MIB)).into_bytes()),
        ("number.pgn", moves("9".repeat(MIB))),
        ("glyphs.pgn", moves("$99999999999999999999 ".repeat(50_000))),
        ("annotations.pgn", moves(format!("{{{}}}", "[%clk 9999999999:99:99]".repeat(50_000)))),
        ("clock.pgn", format!("[TimeControl \"{}\"]\n{head} *\n", "40/5400+30:".repeat(50_000)).into_bytes()),
        ("nul.pgn", vec![0; MIB]),
        ("no-text.pgn", (0..MIB).map(|n| u8::try_from(n * 7 % 256).unwrap()).collect()),
        (
            "position.pgn",
            format!("[SetUp \"1\"]\n[FEN \"{}\"]\n{head} *\n", "Q".repeat(100_000)).into_bytes(),
        ),
    ]
}

/// Other files and the forms that take them.
fn others() -> Vec<(&'static str, &'static str, Vec<u8>)> {
    let nested = |open: &str, close: &str| {
        format!("a = {}{}\n", open.repeat(50_000), close.repeat(50_000)).into_bytes()
    };
    vec![
        ("/events/1/aliases", "deep.toml", nested("[", "]")),
        ("/events/1/aliases", "tables.toml", nested("{a=", "}")),
        ("/events/1/aliases", "dots.toml", format!("{}a = 1\n", "a.".repeat(50_000)).into_bytes()),
        ("/events/1/aliases", "entries.toml", "[[person]]\nname = \"x\"\n".repeat(100_000).into_bytes()),
        ("/events/1/aliases", "wide.csv", "a,".repeat(500_000).into_bytes()),
        ("/events/1/aliases", "number.toml", format!("a = {}\n", "9".repeat(MIB)).into_bytes()),
        ("/events/1/report", "long.trf", format!("001 {}\n", "9".repeat(2 * MIB)).into_bytes()),
        (
            "/events/1/report",
            "many.trf",
            "001    1      Ample, Anna                       2400\n".repeat(60_000).into_bytes(),
        ),
        ("/events/1/book", "x.book", vec![b'x'; MIB]),
        ("/verify", "overlap.zip", zip(2_000, &deflated(&vec![b'x'; MIB]), crc(&vec![b'x'; MIB]), 1 << 20)),
        ("/verify", "bundle.json", format!("{{\"a\":{}", "[".repeat(500_000)).into_bytes()),
        (
            "/ratings",
            "list.xml",
            format!(
                "<!DOCTYPE x [<!ENTITY a \"{}\">]><playerslist>{}</playerslist>",
                "y".repeat(1_000),
                "&a;".repeat(100_000)
            )
            .into_bytes(),
        ),
        ("/ratings", "deep.xml", "<a>".repeat(200_000).into_bytes()),
        ("/ratings", "list.zip", zip(300, &deflated(&vec![b'<'; MIB]), crc(&vec![b'<'; MIB]), 1 << 20)),
    ]
}

pub(super) fn sent() -> Probe {
    let mut probe = Probe::new(NAME);
    let mut statuses: BTreeMap<u16, u32> = BTreeMap::new();
    let (_home, server, admin) = started("");
    let made = admin.upload("/events", "Open", ("a.pgn", b"[White \"A\"]\n[Black \"B\"]\n\n1. e4 e5 *\n"));
    assert_eq!(made.leads_to(), "1");
    let games = games().into_iter().map(|(name, bytes)| ("/events/1/files", name, bytes));
    for (path, name, bytes) in games.chain(others()) {
        let list = [("month", "2026-03"), ("kind", "standard")];
        let own = [("csrf", admin.word.as_str())];
        let fields = [&own[..], if path == "/ratings" { &list } else { &[] }].concat();
        let form = Body::Parts(&fields, ("file", name, &bytes), FileStands::Last);
        let request = admin.request("POST", path, &[], &form);
        let status = is_answered(&mut probe, &server, &request, MAX_WAIT);
        // A form that is not ours is not read, and nothing is tried.
        probe.holds(status != 403, || format!("{path} does not take {name} as a form of ours"));
        *statuses.entry(status).or_insert(0) += 1;
    }
    for nested in [
        "[".repeat(60_000),
        "{\"a\":".repeat(10_000),
        format!("{{\"player\": \"{}\"}}", "\\u202e".repeat(9_000)),
    ] {
        let body = Body::Bytes("application/json", nested.as_bytes());
        let request =
            admin.request("POST", "/api/v1/events/1/absences", &[("Authorization", "Bearer x")], &body);
        *statuses.entry(is_answered(&mut probe, &server, &request, MAX_WAIT)).or_insert(0) += 1;
    }
    let event = Person::get(&admin, "/events/1");
    probe.holds(event.status == 200, || format!("the event afterwards: {}", event.told()));
    let most = most_mib(&server);
    probe.holds(most < MAX_MIB, || format!("{most} MiB"));
    probe.note(format!("most memory: {most} MiB; answers by status: {statuses:?}"));
    probe
}
