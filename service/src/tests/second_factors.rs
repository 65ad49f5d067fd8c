//! The second factor, and the password asked again before what weighs most.

use axum::http::StatusCode;
use reports::example;

use super::test_server::{Answer, Browser, PASSWORD, TestServer, lacks, refused, says};
use crate::accounts::roles::Role;
use crate::accounts::totp::authenticator_code;
use crate::clock::{HOUR, MINUTE};

/// The secret on a page that offers one.
fn offered(page: &Answer) -> String {
    page.between("Secret: <code>", '<')
}

fn code_of(server: &TestServer, offer: &Answer) -> String {
    authenticator_code(&offered(offer), server.clock.now()).expect("a secret")
}

/// Sets up a second factor for somebody who has none; their recovery codes.
pub(super) fn set_up(server: &TestServer, browser: &Browser) -> Vec<String> {
    let page = server.post(browser, "/account/second-factor", &[]);
    says(&page.text(), &["<svg ", "href=\"otpauth://totp/fairplay:", "Open in an app"]);
    let code = code_of(server, &page);
    let done = server.post(browser, "/account/second-factor/prove", &[("code", &code)]).text();
    let codes = done.split("<li><code>").skip(1).filter_map(|rest| rest.split('<').next());
    codes.map(str::to_owned).collect()
}

pub(super) fn sign_in(server: &TestServer, login: &str, code: &str) -> Answer {
    let fields = [("login", login), ("password", PASSWORD), ("code", code)];
    server.post(&Browser::default(), "/login", &fields)
}

#[test]
fn a_code_is_asked_for_at_sign_in_and_counts_once() {
    let server = TestServer::new();
    server.person("admin", Role::Administrator);
    let code = server.code();
    let answers = ["", "000000", "x"].map(|code| sign_in(&server, "admin", code));
    for answer in &answers {
        answer.has_status(StatusCode::UNAUTHORIZED);
        // Whether the password was right is not told.
        let wrong = [("login", "admin"), ("password", "wrong password"), ("code", &code)];
        assert_eq!(answer.text(), server.post(&Browser::default(), "/login", &wrong).text());
    }
    server.clock.advance(HOUR);
    let code = server.code();
    assert_eq!(sign_in(&server, "admin", &code).leads(), "/");
    sign_in(&server, "admin", &code).has_status(StatusCode::UNAUTHORIZED);
    server.clock.advance(30);
    assert_eq!(sign_in(&server, "admin", &server.code()).leads(), "/");
    server.clock.advance(MINUTE);
    sign_in(&server, "admin", &code).has_status(StatusCode::UNAUTHORIZED);
}

#[test]
fn administrators_and_members_of_cases_are_led_to_set_it_up() {
    let (server, event, officer) = super::cases::server();
    let case = super::cases::open(&server, &officer, event, &[]);
    let (_, panel) = server.person("panel", Role::Arbiter);
    let (_, admin) = server.person("admin", Role::Administrator);
    server.write(|c| Ok(c.execute("DELETE FROM second_factor WHERE person <> 2", [])?));
    assert!(!server.get(&panel, "/").text().contains("second factor first"), "an arbiter needs none");
    server
        .post(&officer, &format!("{case}/members"), &[("login", "panel"), ("role", "panel_member")])
        .leads();
    let page = "/account/second-factor";
    for (browser, path) in
        [(&panel, case.as_str()), (&panel, "/"), (&admin, "/people"), (&admin, "/events/999")]
    {
        assert_eq!(server.get(browser, path).leads(), page, "{path}");
    }
    let note = |text| server.post(&panel, &format!("{case}/notes"), &[("text", text)]);
    assert_eq!(note("Secret-note").leads(), page);
    assert_eq!(server.rows("case_entry"), 0);
    says(&server.page(&panel, page), &["Set up a second factor first"]);
    server.get(&panel, "/account").has_status(StatusCode::OK);

    let prove = |code: &str| server.post(&panel, &format!("{page}/prove"), &[("code", code)]);
    assert_eq!(prove("000000").leads(), page, "nothing was offered");
    let offer = server.post(&panel, page, &[]);
    let right = code_of(&server, &offer);
    let again = prove("000000");
    refused(&again, "The code is not right.");
    assert_eq!(offered(&again), offered(&offer), "a wrong code leaves the offer");
    says(&prove(&right).text(), &["Your recovery codes"]);
    note("Seen.").leads();
    refused(
        &server.post(&panel, &format!("{page}/remove"), &[]),
        "Administrators and members of cases must keep",
    );
}

#[test]
fn a_recovery_code_counts_once_and_a_new_factor_makes_new_ones() {
    let server = TestServer::new();
    let (_, browser) = server.person("birch", Role::Arbiter);
    let codes = set_up(&server, &browser);
    assert_eq!(codes.len(), 10);
    let page = "/account/second-factor";
    says(&server.page(&browser, page), &["Recovery codes left: 10."]);
    sign_in(&server, "birch", "").has_status(StatusCode::UNAUTHORIZED);
    assert_eq!(sign_in(&server, "birch", &codes[0]).leads(), "/");
    sign_in(&server, "birch", &codes[0]).has_status(StatusCode::UNAUTHORIZED);
    assert_eq!(sign_in(&server, "birch", &codes[1].replace('-', " ").to_lowercase()).leads(), "/");
    says(&server.page(&browser, page), &["Recovery codes left: 8."]);
    // They are not in the file.
    let stored: Vec<Vec<u8>> = server.read(|c| {
        let mut statement = c.prepare("SELECT hash FROM recovery_code")?;
        let hashes = statement.query_map([], |row| row.get(0))?;
        Ok(hashes.collect::<Result<_, _>>()?)
    });
    assert!(stored.len() == 8 && stored.iter().all(|hash| hash.len() == 32));
    server.clock.advance(MINUTE);
    assert_eq!(set_up(&server, &browser).len(), 10);
    sign_in(&server, "birch", &codes[2]).has_status(StatusCode::UNAUTHORIZED);
    // Others take theirs off.
    assert_eq!(server.post(&browser, &format!("{page}/remove"), &[]).leads(), page);
    assert_eq!(sign_in(&server, "birch", "").leads(), "/");
    assert_eq!([server.rows("second_factor"), server.rows("recovery_code")], [0, 0]);
    let log: Vec<_> = server.log(None).into_iter().map(|entry| entry.action).collect();
    for (action, times) in [("second_factor_set", 2), ("second_factor_removed", 1), ("recovery_code_used", 2)]
    {
        assert_eq!(log.iter().filter(|one| *one == action).count(), times, "{action}");
    }
}

/// Sends a form as the page that asks for the password shows it, with the password.
fn confirm(server: &TestServer, browser: &Browser, asks: &Answer, password: &str, code: &str) -> Answer {
    asks.has_status(StatusCode::FORBIDDEN);
    says(&asks.text(), &["Confirm that it is you"]);
    let action = asks.between("<main id=\"main\">", '\0');
    let action = action.split("action=\"").nth(1).and_then(|rest| rest.split('"').next()).expect("a form");
    let signs = [("&#60;", "<"), ("&#62;", ">"), ("&#34;", "\""), ("&#38;", "&")];
    let plain =
        |text: &str| signs.iter().fold(text.to_owned(), |text, (name, sign)| text.replace(name, sign));
    let text = asks.text();
    let hidden =
        text.split("<footer>").next().unwrap_or_default().split("<input type=\"hidden\" name=\"").skip(1);
    let mut fields: Vec<(String, String)> = hidden
        .filter_map(|rest| {
            let (name, rest) = rest.split_once("\" value=\"")?;
            Some((name.to_owned(), plain(rest.split('"').next()?)))
        })
        .filter(|(name, _)| name != "csrf")
        .collect();
    fields.push(("confirm_password".to_owned(), password.to_owned()));
    fields.push(("confirm_code".to_owned(), code.to_owned()));
    let fields: Vec<(&str, &str)> =
        fields.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    server.post(browser, action, &fields)
}

#[test]
fn the_password_is_asked_again_and_nothing_that_was_written_is_lost() {
    let (server, event, officer) = super::cases::server();
    let test = super::full_tests::stored(&server, event, &example::screening().players[0]).to_string();
    let case = super::cases::open(&server, &officer, event, &[("test", test.as_str())]);
    let (_, admin) = server.person("admin", Role::Administrator);
    let chief = Browser { session: None, ..server.member_of(event, "second", Role::ChiefArbiter) };
    let chief = Browser { session: sign_in(&server, "second", &server.code()).cookie("fairplay"), ..chief };
    server.clock.advance(5 * MINUTE - 1);
    server.get(&officer, &format!("{case}/full-tests/{test}/dossier.json")).has_status(StatusCode::OK);
    server.clock.advance(1);
    let written = "A \"hard\" <b> & fast\r\noutcome";
    let close = [("text", written)];
    let posts = [
        (&admin, "/people/invite".to_owned(), vec![("note", "for Clara"), ("role", "arbiter")]),
        (
            &chief,
            format!("/events/{event}/tokens"),
            vec![("label", "a"), ("scope", "read_results"), ("scope", "upload_games")],
        ),
        (&officer, format!("{case}/close"), close.to_vec()),
    ];
    for (browser, path, fields) in &posts {
        let asks = server.post(browser, path, fields);
        says(&asks.text(), &["What follows: <strong>"]);
        lacks(&asks.text(), &["<strong>Take out", "<strong></strong>"]);
        let again = confirm(&server, browser, &asks, "wrong password", &server.code());
        says(&again.text(), &["Password or code is not right."]);
        let again = confirm(&server, browser, &again, PASSWORD, "000000");
        let tables = ["invitation", "api_token", "case_entry"].map(|table| server.rows(table));
        let done = confirm(&server, browser, &again, PASSWORD, &server.code());
        assert!(done.status.is_success() || done.status == StatusCode::SEE_OTHER, "{path}: {done:?}");
        assert_ne!(
            ["invitation", "api_token", "case_entry"].map(|table| server.rows(table)),
            tables,
            "{path}"
        );
        server.clock.advance(30);
        lacks(&server.post(browser, path, fields).text(), &["Confirm that it is you"]);
    }
    says(&server.page(&officer, &case), &["A &#34;hard&#34; &#60;b&#62; &#38; fast\noutcome"]);
    let scopes: String =
        server.read(|c| Ok(c.query_row("SELECT scopes FROM api_token", [], |row| row.get(0))?));
    assert_eq!(scopes, "read_results upload_games");
    // A file leads through the page, which names it, and back to what it belongs to, where the link to it is.
    server.clock.advance(5 * MINUTE);
    let player = super::cases::player(event, 0);
    for (above, file, object) in [
        (format!("{case}/full-tests/{test}"), "bundle.zip", case.clone()),
        (format!("/events/{event}/full-tests/{test}"), "dossier.html", player.clone()),
        (format!("/events/{event}/full-tests/{test}"), "defence.zip", player),
    ] {
        let path = format!("{above}/{file}");
        says(&server.page(&officer, &object), &["Before a file is taken out"]);
        let asks = server.get(&officer, &path);
        says(&asks.text(), &[&format!("<strong>Take out {file}</strong>")]);
        let again = confirm(&server, &officer, &asks, "wrong password", &server.code());
        says(&again.text(), &[&format!("<strong>Take out {file}</strong>")]);
        assert_eq!(confirm(&server, &officer, &again, PASSWORD, &server.code()).leads(), above);
        assert_eq!(server.get(&officer, &above).leads(), format!("{object}#full-test-{test}"));
        says(&server.page(&officer, &object), &[&format!("href=\"{path}\">"), "Your password counts until"]);
        server.get(&officer, &path).has_status(StatusCode::OK);
        server.clock.advance(5 * MINUTE);
    }
    // Guessing is slowed down as at sign-in.
    let asks = server.get(&officer, &format!("{case}/full-tests/{test}/bundle.zip"));
    for _ in 0..8 {
        confirm(&server, &officer, &asks, "wrong password", "").has_status(StatusCode::FORBIDDEN);
    }
    let back = [("confirm_password", PASSWORD), ("confirm_code", &server.code()), ("back", "/")];
    server.post(&officer, "/confirm", &back).has_status(StatusCode::TOO_MANY_REQUESTS);
}

/// A file that asks for a password leads back to what it belongs to: the address above it is a page, for the same people at least. No link
/// has the attribute `download`: a browser that is to save what follows drops the page that asks for the password without a word.
#[test]
fn every_file_behind_a_password_belongs_to_a_page() {
    use crate::web::route::Verb;
    use crate::web::routes::ROUTES;
    let confirmed = ROUTES.iter().filter(|route| route.confirmed.is_some());
    let mut files = 0;
    for route in confirmed.filter(|route| route.verb == Verb::Get) {
        let above = route.path.rsplit_once('/').expect("a path").0;
        assert!(ROUTES.iter().any(|other| other.verb == Verb::Get && other.path == above), "{above}");
        files += 1;
    }
    assert!(files >= 2, "{files}");
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("templates");
    for template in std::fs::read_dir(folder).expect("a folder").flatten() {
        let text = std::fs::read_to_string(template.path()).expect("reads");
        assert!(!text.contains(" download"), "{}", template.path().display());
    }
}

#[test]
fn sessions_of_administrators_and_members_of_cases_are_short() {
    let (server, event, officer) = super::cases::server();
    super::cases::open(&server, &officer, event, &[]);
    let (_, admin) = server.person("admin", Role::Administrator);
    let (_, arbiter) = server.person("arbiter", Role::Arbiter);
    let is_in = |browser: &Browser| server.get(browser, "/").status == StatusCode::OK;
    let mut minutes = 0;
    while is_in(&admin) && is_in(&officer) {
        server.clock.advance(29 * MINUTE);
        minutes += 29;
    }
    assert_eq!(minutes, 725, "the first look after 12 hours");
    assert!(!is_in(&admin) && !is_in(&officer) && !is_in(&arbiter), "idle for hours");
    let (_, other) = server.person("other", Role::Administrator);
    let (_, arbiter) = server.person("elm", Role::Arbiter);
    server.clock.advance(30 * MINUTE);
    assert!(!is_in(&other) && is_in(&arbiter));
}
