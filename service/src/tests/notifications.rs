//! Messages about changed hints: to whom, what they hold, that none comes without a change, and what happens when they fail.

use std::collections::BTreeMap;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use axum::http::StatusCode;
use ring::hmac;
use serde_json::Value;

use super::test_server::{Browser, TestServer, lacks, refused, says};
use crate::accounts::roles::Role;
use crate::jobs::hints::{self, NewHints};
use crate::jobs::notifications::sender::Sender;
use crate::jobs::notifications::{self, MailSecurity, MailSettings, WebhookSettings};
use crate::store::audit::Place;

const SECRET: &str = "a shared secret of 2026";

/// A mail server that takes everything; each mail comes out with its receiver.
pub(super) fn mail_server() -> (u16, Receiver<(String, String)>) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = listener.local_addr().expect("an address").port();
    let (put, mails) = channel();
    std::thread::spawn(move || {
        for connection in listener.incoming().flatten() {
            let Some(mail) = smtp(connection) else { continue };
            if put.send(mail).is_err() {
                break;
            }
        }
    });
    (port, mails)
}

/// One connection (RFC 5321): the receiver and the mail.
fn smtp(connection: TcpStream) -> Option<(String, String)> {
    let mut answers = connection.try_clone().ok()?;
    let mut say = |line: &str| answers.write_all(format!("{line}\r\n").as_bytes()).ok();
    let mut lines = BufReader::new(connection).lines();
    say("220 test")?;
    let (mut to, mut text) = (String::new(), String::new());
    while let Some(Ok(line)) = lines.next() {
        let word = line.get(..4).unwrap_or_default().to_ascii_uppercase();
        match word.as_str() {
            "RCPT" => to = line,
            "DATA" => {
                say("354 go on")?;
                for line in lines.by_ref().map_while(Result::ok).take_while(|line| line != ".") {
                    text += &line;
                    text.push('\n');
                }
            }
            "QUIT" => {
                say("221 bye")?;
                break;
            }
            _ => {}
        }
        say("250 ok")?;
    }
    (!text.is_empty()).then_some((to, text))
}

/// A server of HTTP that gives these answers, one after the other; each request comes out with its head and body.
fn http_server(answers: Vec<&'static str>) -> (u16, Receiver<(String, Vec<u8>)>) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = listener.local_addr().expect("an address").port();
    let (put, requests) = channel();
    std::thread::spawn(move || {
        for (answer, connection) in answers.into_iter().zip(listener.incoming().flatten()) {
            let mut reader = BufReader::new(connection.try_clone().expect("a stream"));
            let mut head = String::new();
            while !head.ends_with("\r\n\r\n") {
                if reader.read_line(&mut head).expect("a line") == 0 {
                    break;
                }
            }
            let length = head.lines().find_map(|line| {
                line.to_ascii_lowercase()
                    .strip_prefix("content-length:")
                    .map(|n| n.trim().parse().expect("a number"))
            });
            let mut body = vec![0; length.unwrap_or(0)];
            reader.read_exact(&mut body).expect("a body");
            let mut connection = connection;
            let _ = write!(connection, "HTTP/1.1 {answer}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
            if put.send((head, body)).is_err() {
                break;
            }
        }
    });
    (port, requests)
}

pub(super) fn mail(port: u16) -> MailSettings {
    MailSettings {
        server: "127.0.0.1".to_owned(),
        port: Some(port),
        security: MailSecurity::None,
        from: "fairplay@example.org".to_owned(),
        login: None,
    }
}

/// Gives hints that allow some steps, as the engines' thread does.
fn give(server: &TestServer, event: i64, allowed: &[&str]) -> bool {
    let named = allowed.iter().filter_map(|text| text.strip_prefix("unobtrusive "));
    let new = NewHints {
        round: Some(1),
        basis: String::new(),
        named: named.map(str::to_owned).collect(),
        allowed: allowed.iter().map(|text| (*text).to_owned()).collect(),
        json: r#"{"manifest":{"parameters":"test"},"event":{"games_scored":4},"players":[{"person":0,"name":"Oak, Boris","decisions":12}],
                  "ladder":[{"stands":{"kind":"unobtrusive","players":[{"person":0}]}},{"stands":{"kind":"never"}}]}"#
            .to_owned(),
        pages: BTreeMap::new(),
    };
    let settings = server.app.settings.notifications.clone();
    let stored = server.app.change_now(move |c| {
        let news = hints::store(c, event, &new)?;
        if news {
            notifications::store(c, event, &settings)?;
        }
        Ok(news)
    });
    stored.expect("stored")
}

fn turn(server: &TestServer) {
    Sender::new(&server.app).expect("settings").turn().expect("a turn");
}

/// Messages about hints that were handed over.
fn sent(server: &TestServer) -> i64 {
    let sql = "SELECT count(sent) FROM notification WHERE kind = 'hints'";
    server.read(|c| Ok(c.query_row(sql, [], |row| row.get(0))?))
}

/// The link in a mail that asks to confirm an address.
fn link_of((_, text): &(String, String)) -> String {
    let text = text.replace("=\n", "").replace("=3D", "=");
    let link = text.split("http://localhost:8080").nth(1).and_then(|rest| rest.split_whitespace().next());
    link.expect("a link").to_owned()
}

fn confirm_by_mail(server: &TestServer, who: &Browser, mails: &Receiver<(String, String)>) {
    turn(server);
    let link = link_of(&mails.recv_timeout(SOON).expect("a mail"));
    server.post(who, &link, &[]).leads();
}

/// Gives a person an address as if they had opened its link.
pub(super) fn confirmed_address(server: &TestServer, person: i64, address: &'static str) {
    server.write(move |c| {
        notifications::choose(c, person, Some(address), reports::Language::ENGLISH)?;
        Ok(c.execute("UPDATE notification_choice SET confirmed = ?2 WHERE person = ?1", [person, c.now])?)
    });
}

/// The address may be a stranger's.
#[test]
fn an_address_gets_a_link_first_and_nothing_else_before_it_was_opened() {
    let (port, mails) = mail_server();
    let server = TestServer::with(|settings| settings.notifications.mail = Some(mail(port)));
    let (event, chief) = server.event("chief");
    let other = server.member_of(event, "other", Role::Arbiter);
    let choose = |address: &str| server.post(&chief, "/account/mail", &[("address", address)]);
    choose("typo@example.org").leads();
    give(&server, event, &["unobtrusive Oak, Boris"]);
    turn(&server);
    let first = mails.recv_timeout(SOON).expect("a mail");
    assert_eq!(first.0, "RCPT TO:<typo@example.org>");
    lacks(&first.1, &["Oak", "Spring", "chief", "event"]);
    assert!(mails.try_recv().is_err() && sent(&server) == 0);
    says(&server.page(&chief, "/account"), &["This address is not confirmed yet."]);

    // The link of an address that was exchanged is no longer good, nor is that of somebody else.
    choose("chief@example.org").leads();
    server.post(&chief, &link_of(&first), &[]).has_status(StatusCode::NOT_FOUND);
    turn(&server);
    let second = mails.recv_timeout(SOON).expect("a mail");
    let link = link_of(&second);
    for browser in [&other, &Browser::default()] {
        let answer = server.post(browser, &link, &[]);
        assert_ne!(answer.header("location"), "/account", "{}", answer.status);
    }
    // Looking at it confirms nothing: programs that look at mail do so.
    says(&server.page(&chief, &link), &["chief@example.org", "Confirm this address"]);
    says(&server.page(&chief, "/account"), &["This address is not confirmed yet."]);
    assert_eq!(server.post(&chief, &link, &[]).leads(), "/account");
    lacks(&server.page(&chief, "/account"), &["not confirmed yet"]);
    server.post(&chief, &link, &[]).has_status(StatusCode::NOT_FOUND);
    give(&server, event, &["unobtrusive Elm, Clara"]);
    turn(&server);
    let (to, text) = mails.recv_timeout(SOON).expect("a mail");
    assert_eq!(to, "RCPT TO:<chief@example.org>");
    says(&text, &["Subject: fairplay: event 1"]);
    // The same address again asks for nothing.
    choose("chief@example.org").leads();
    turn(&server);
    assert!(mails.try_recv().is_err());

    // Nobody has the server write to many strangers.
    for n in 0..3 {
        choose(&format!("stranger-{n}@example.org")).leads();
        turn(&server);
    }
    refused(&choose("stranger-3@example.org"), "Five links to confirm an address");
    assert_eq!(mails.try_iter().count(), 3);
    says(&server.page(&chief, "/account"), &["stranger-2@example.org"]);
}

const SOON: Duration = Duration::from_secs(20);

#[test]
fn hints_are_news_when_somebody_is_named_first_or_a_step_opens() {
    let server = TestServer::new();
    let (event, _) = server.event("chief");
    let (other, _) = server.event("another-chief");
    let steps: [(&[&str], bool); 9] = [
        (&[], false),
        (&["unobtrusive Oak, Boris", "orange_alert "], true),
        (&["unobtrusive Oak, Boris", "orange_alert "], false),
        (&["unobtrusive Oak, Boris", "unobtrusive Elm, Clara", "orange_alert "], true),
        (&["unobtrusive Elm, Clara", "orange_alert "], false),
        (&["unobtrusive Elm, Clara", "intrusive Elm, Clara", "orange_alert "], true),
        (&[], false),
        (&["unobtrusive Oak, Boris", "orange_alert "], true),
        (&["unobtrusive Oak, Boris", "orange_alert "], false),
    ];
    for (number, (allowed, news)) in steps.into_iter().enumerate() {
        assert_eq!(give(&server, event, allowed), news, "hints {number}: {allowed:?}");
    }
    assert!(give(&server, other, &["unobtrusive Oak, Boris"]), "another event");
}

#[test]
fn whoever_may_see_the_hints_and_chose_mail_gets_one_without_names() {
    let (port, mails) = mail_server();
    let server = TestServer::with(|settings| settings.notifications.mail = Some(mail(port)));
    let (event, chief) = server.event("chief");
    let (_, stranger) = server.person("stranger", Role::ChiefArbiter);
    let (silent, _) = server.person("silent", Role::Arbiter);
    server.set_member(Place::Event(event), silent, Role::Arbiter);
    says(&server.page(&chief, "/account"), &["Mail about hints", "E-mail address"]);
    refused(
        &server.post(&chief, "/account/mail", &[("address", "no address")]),
        "This is no e-mail address.",
    );
    for (who, address) in [(&chief, "chief@example.org"), (&stranger, "stranger@example.org")] {
        server.post(who, "/account/mail", &[("address", address)]).leads();
        confirm_by_mail(&server, who, &mails);
    }
    says(&server.page(&chief, "/account"), &["chief@example.org"]);

    give(&server, event, &[]);
    turn(&server);
    assert_eq!(sent(&server), 0, "nothing has changed");
    give(&server, event, &["unobtrusive Oak, Boris", "orange_alert "]);
    turn(&server);
    let (to, text) = mails.recv_timeout(SOON).expect("a mail");
    assert_eq!(to, "RCPT TO:<chief@example.org>");
    says(&text, &["Subject: fairplay: event 1", "To: chief@example.org"]);
    // Soft line breaks of quoted-printable (RFC 2045, 6.7).
    let plain = text.replace("=\n", "");
    says(
        &plain,
        &[
            "The hints of event 1 have changed: One player named after round 1 (09:30, games: 4)",
            // Nothing was screened to the end here.
            "provisional",
            ". Look: http://localhost:8080/events/1/hints",
        ],
    );
    lacks(&text, &["Oak", "Boris", "Spring"]);
    give(&server, event, &["unobtrusive Oak, Boris", "orange_alert "]);
    turn(&server);
    assert_eq!(sent(&server), 1, "one change, one mail, to one person");
    let log: Vec<String> =
        server.log(Some(Place::Event(event))).into_iter().map(|entry| entry.action).collect();
    assert_eq!(log.iter().filter(|action| *action == "notification_sent").count(), 1, "{log:?}");

    // Without the right to see, or after the choice was taken back, nothing comes any more.
    server.post(&chief, "/account/mail", &[("address", "")]).leads();
    give(&server, event, &["unobtrusive Elm, Clara", "orange_alert "]);
    turn(&server);
    assert_eq!((sent(&server), mails.try_recv().is_err()), (1, true), "not wanted any more");
}

#[test]
fn a_mail_that_waits_is_not_sent_to_somebody_who_was_taken_out() {
    let (port, mails) = mail_server();
    let server = TestServer::with(|settings| settings.notifications.mail = Some(mail(port)));
    let (event, _) = server.event("chief");
    let (id, _) = server.person("arbiter", Role::Arbiter);
    server.set_member(Place::Event(event), id, Role::Arbiter);
    confirmed_address(&server, id, "arbiter@example.org");
    give(&server, event, &["unobtrusive Oak, Boris"]);
    server.write(move |c| Ok(c.execute("DELETE FROM membership WHERE person = ?1", [id])?));
    turn(&server);
    assert_eq!((sent(&server), mails.try_recv().is_err()), (0, true));
    assert!(server.read(|c| notifications::due(c, i64::MAX)).is_empty(), "it does not wait any more");
    assert!(server.read(|c| notifications::unsent(c, event)).is_empty(), "and is no failure");
}

#[test]
fn other_software_is_told_under_a_signature_and_again_after_a_failure() {
    let (port, requests) = http_server(vec!["500 Broken", "302 Found", "200 OK"]);
    let server = TestServer::with(|settings| {
        settings.notifications.webhook = Some(WebhookSettings {
            address: format!("http://127.0.0.1:{port}/told?token=t0k3n"),
            secret: SECRET.to_owned(),
        });
    });
    let (event, chief) = server.event("chief");
    let page = format!("/events/{event}");
    give(&server, event, &["unobtrusive Oak, Boris"]);
    turn(&server);
    let first = requests.recv_timeout(SOON).expect("a request");
    says(
        &server.page(&chief, &page),
        &[
            "A message to other software could not be sent:",
            "the webhook answered 500",
            "It is tried again at 2026-10-28 09:31:00 UTC.",
        ],
    );
    lacks(&server.page(&chief, &page), &["t0k3n"]);
    turn(&server);
    assert!(requests.try_recv().is_err(), "not before a minute");
    server.clock.advance(60);
    turn(&server);
    requests.recv_timeout(SOON).expect("again");
    server.clock.advance(60);
    turn(&server);
    assert!(requests.try_recv().is_err(), "after two failures not before two minutes");
    server.clock.advance(60);
    turn(&server);
    let (head, body) = requests.recv_timeout(SOON).expect("a third time");
    assert_eq!((&first.1, head.starts_with("POST /told?token=t0k3n HTTP/1.1")), (&body, true), "{head}");
    let told: Value = serde_json::from_slice(&body).expect("JSON");
    assert_eq!((&told["event"], &told["id"]), (&Value::from(event), &Value::from(1)));
    assert_eq!(told["url"], "http://localhost:8080/events/1/hints");
    assert_eq!(told["at"], "2026-10-28T09:30:00Z");
    lacks(&String::from_utf8(body.clone()).expect("text"), &["Oak", "Boris", "Spring"]);
    let key = hmac::Key::new(hmac::HMAC_SHA256, SECRET.as_bytes());
    let signature = uci_pool::hex(hmac::sign(&key, &body).as_ref());
    assert!(
        head.to_ascii_lowercase().contains(&format!("x-fairplay-signature: sha256={signature}")),
        "{head}"
    );
    lacks(&server.page(&chief, &page), &["could not be sent"]);
}

/// Nobody answers: the hints are stored all the same, and after two hours the message is given up, once.
#[test]
fn a_message_is_given_up_after_eight_tries() {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = listener.local_addr().expect("an address").port();
    drop(listener);
    let server = TestServer::with(|settings| settings.notifications.mail = Some(mail(port)));
    let (event, _) = server.event("chief");
    confirmed_address(&server, 1, "chief@example.org");
    give(&server, event, &["unobtrusive Oak, Boris"]);
    let mut waited = Vec::new();
    while let [waiting] = &server.read(|c| notifications::due(c, i64::MAX))[..] {
        let tries = waiting.tries;
        turn(&server);
        waited.push(tries);
        server.clock.advance(60 << tries);
    }
    assert_eq!(waited, (0..8).collect::<Vec<_>>());
    // The session of the chief arbiter ended meanwhile.
    let chief = server.member_of(event, "deputy", Role::ChiefArbiter);
    says(
        &server.page(&chief, &format!("/events/{event}")),
        &[
            "A mail to chief could not be sent:",
            "the mail server could not be reached",
            "It is not tried any more",
        ],
    );
    let log: Vec<String> =
        server.log(Some(Place::Event(event))).into_iter().map(|entry| entry.action).collect();
    assert_eq!(log.iter().filter(|action| *action == "notification_given_up").count(), 1, "{log:?}");
    assert_eq!(server.get(&chief, &format!("/events/{event}/hints")).status, StatusCode::OK);
}

/// Where the settings name no mail server nobody is asked for an address.
#[test]
fn without_a_mail_server_the_account_offers_no_mail() {
    let server = TestServer::new();
    let (event, chief) = server.event("chief");
    lacks(&server.page(&chief, "/account"), &["Mail about hints"]);
    give(&server, event, &["unobtrusive Oak, Boris"]);
    assert_eq!(server.rows("notification"), 0);
}
