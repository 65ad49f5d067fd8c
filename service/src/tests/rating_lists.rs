//! Rating lists: brought by administrators, refused with a reason, used by events, and in nobody's way.

use axum::http::StatusCode;

use super::scripted::{Searches, finish, runner};
use super::test_server::{Answer, Browser, TestServer, refused, says};
use crate::accounts::roles::Role;
use crate::events::results;

/// A list of invented players, in the layout of FIDE's list of March 2011.
pub(super) const LIST: &str = include_str!("../../../datasets/tests/rating_lists/mar11frl.txt");

pub(super) fn bring(
    server: &TestServer,
    browser: &Browser,
    fields: &[(&str, &str)],
    name: &str,
    bytes: &[u8],
) -> Answer {
    let word = browser.csrf_token();
    let all = [&[("csrf", word.as_str())], fields].concat();
    server.upload_files(browser, "/ratings", &all, &[("file", name, bytes)])
}

fn lists(server: &TestServer) -> usize {
    server.read(crate::events::attachments::lists_on_file).len()
}

#[test]
fn an_administrator_brings_lists_and_sees_which_there_are() {
    let server = TestServer::new();
    let (_, admin) = server.person("admin", Role::Administrator);
    let (_, chief) = server.person("chief", Role::ChiefArbiter);
    assert!(server.get(&admin, "/ratings").text().contains("There is no rating list yet."));
    assert!(server.get(&admin, "/").text().contains("href=\"/ratings\""));
    assert!(!server.get(&chief, "/").text().contains("href=\"/ratings\""));
    let packed = zstd::encode_all(LIST.as_bytes(), 1).expect("memory does not fail");
    let brought = bring(&server, &admin, &[], "../lists/mar11frl.txt.zst", &packed);
    assert_eq!(brought.leads(), "/ratings");
    let sha256 = uci_pool::hex(&<sha2::Sha256 as sha2::Digest>::digest(&packed));
    says(&server.page(&admin, "/ratings"), &["mar11frl.txt.zst", "2011-03", &sha256]);
    let (_, investigator) = server.person("investigator", Role::Investigator);
    let log = server.get(&investigator, "/audit").text();
    assert!(log.contains("rating list added") && log.contains(&sha256), "{log}");
    assert!(!log.contains("Sample"), "the log names no player");

    refused(&bring(&server, &admin, &[], "again.txt", &packed), "This list is here already.");
    let other = LIST.replace("2298", "2299");
    refused(
        &bring(&server, &admin, &[], "mar11frl.txt", other.as_bytes()),
        "Another list of the same kind and month is here already:",
    );
    // The header says March 2011, and the form something else.
    let months = [("month", "2011-05")];
    refused(&bring(&server, &admin, &months, "x.txt", other.as_bytes()), "rating list cannot be read");
    assert_eq!(lists(&server), 1);
    // What the list does not say may be said in the form.
    let rapid = [("kind", "rapid")];
    bring(&server, &admin, &rapid, "x.txt", other.as_bytes()).leads();
    says(&server.page(&admin, "/ratings"), &["<td>rapid</td>"]);
    assert_eq!(lists(&server), 2);
}

#[test]
fn events_that_take_ratings_from_lists_are_read_again() {
    let server = TestServer::new();
    let (_, admin) = server.person("admin", Role::Administrator);
    let (_, chief) = server.person("chief", Role::ChiefArbiter);
    let games = "[Event \"E\"]\n[Date \"2011.03.05\"]\n[Round \"1\"]\n[White \"Sample, Ana\"]\n[Black \"Specimen, Bo\"]\n\
                 [WhiteFideId \"9000101\"]\n[WhiteElo \"2000\"]\n[BlackElo \"2010\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 \
                 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Na5 10. Bc2 c5 11. d4 Qc7 12. Nbd2 cxd4 1-0\n\n";
    let event = |name: &str| -> i64 {
        server.upload(&chief, "/events", name, ("games.pgn", games.as_bytes())).number()
    };
    let (asking, other) = (event("asking"), event("other"));
    let fields = [("basis", "published"), ("from_lists", "yes")];
    server.post(&chief, &format!("/events/{asking}/rating"), &fields).leads();
    let searches = Searches::default();
    let mut engines = runner(&server, &searches);
    finish(&mut engines);
    let rating = |event: i64| {
        let found = server.read(|c| results::latest(c, event));
        let found = found.expect("a result");
        let players = found.screening.players.iter();
        let ana = players.into_iter().find(|player| player.name == "Sample, Ana");
        (found.listed.id, ana.expect("there").rating)
    };
    let before = [rating(asking), rating(other)];
    assert_eq!((before[0].1, before[1].1), (Some(2000), Some(2000)));
    let so_far = searches.total();
    bring(&server, &admin, &[], "mar11frl.txt", LIST.as_bytes()).leads();
    finish(&mut engines);
    let after = [rating(asking), rating(other)];
    assert_eq!(after[0].1, Some(2298), "as the list says");
    // Its sheet names the list that tells ages.
    assert_eq!(after[1].1, before[1].1, "the other event keeps its ratings");
    assert_eq!(searches.total(), so_far, "nothing is searched anew");
}

#[test]
fn one_list_comes_in_at_a_time() {
    let server = TestServer::new();
    let (_, admin) = server.person("admin", Role::Administrator);
    let held = server.app.lists.try_acquire().expect("nobody else");
    bring(&server, &admin, &[], "x.txt", b"").has_status(StatusCode::SERVICE_UNAVAILABLE);
    drop(held);
}
