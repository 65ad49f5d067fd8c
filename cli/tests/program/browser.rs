//! The service as a person meets it: a real browser, the real program, a real engine.
//!
//! From the printed link of the first start to a dossier and a case, on a screen and on a phone, in three languages, and with
//! a second person who must not see what is not theirs. `FAIRPLAY_SCREENSHOTS=DIR` keeps a picture of every page.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use crate::server::Server;
use crate::webdriver::Browser;

const PASSWORD: &str = "eleven grey herons";
/// Engines are slow where other tests run beside them.
const ENGINE_TIME: Duration = Duration::from_secs(600);

/// Games of the bundled event that are neither short nor long.
fn games(number: usize) -> String {
    let text = std::str::from_utf8(datasets::pgn::sample::PGN).expect("the sample is UTF-8");
    let mut starts: Vec<usize> = text.match_indices("[Event ").map(|(at, _)| at).collect();
    starts.push(text.len());
    let mut games: Vec<&str> = starts.windows(2).map(|at| &text[at[0]..at[1]]).collect();
    games.sort_by_key(|game| game.len());
    let middle = games.len() / 2;
    games[middle..middle + number].concat()
}

pub(crate) fn sign_up(browser: &Browser, link: &str, name: &str, login: &str) {
    browser.go(link);
    browser.fill("#name", name);
    browser.fill("#login", login);
    browser.fill("#password", PASSWORD);
    browser.fill("#again", PASSWORD);
    browser.click("main form button");
}

/// Sets up a second factor from its page; the secret.
pub(crate) fn set_up_factor(browser: &Browser) -> String {
    browser.click("form[action='/account/second-factor'] button");
    let secret = browser.text("main p code");
    fits(browser, "second-factor-offer");
    browser.fill("#code", &code(&secret));
    browser.click("form[action$='/prove'] button");
    assert!(!browser.text("ul.notice code").is_empty());
    fits(browser, "recovery-codes");
    secret
}

fn code(secret: &str) -> String {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_secs();
    service::authenticator_code(secret, i64::try_from(now).unwrap()).expect("a secret")
}

/// Gives password and code again where the next page asks for them.
fn confirm(browser: &Browser, secret: &str) {
    if browser.comes("#confirm-password") {
        browser.fill("#confirm-password", PASSWORD);
        browser.fill("#confirm-code", &code(secret));
        browser.click("main form button");
        browser.goes("#confirm-password");
    }
}

/// Gives password and code again before files are taken out: a search may have taken longer than a password counts. It is asked
/// for where nothing leaves, so that a page follows and no file.
pub(crate) fn confirm_ahead(browser: &Browser, site: &str, secret: &str) {
    browser.go(&format!("{site}/account/second-factor"));
    browser.click("form[action='/account/second-factor'] button");
    confirm(browser, secret);
}

/// The page fits into the window: nothing but a table in its own frame may be wider.
fn fits(browser: &Browser, name: &str) {
    for (form, width, height) in [("desktop", 1280, 900), ("phone", 400, 850)] {
        browser.size(width, height);
        let wide = browser.number("document.documentElement.scrollWidth");
        let window = browser.number("window.innerWidth");
        assert!(wide <= window + 1.0, "{name} is {wide} wide in {window} ({form})");
        browser.picture(&format!("{name}-{form}"), width);
    }
    browser.size(1280, 900);
}

#[test]
fn from_the_first_link_to_a_dossier_with_roles_kept_apart() {
    let name = "from_the_first_link_to_a_dossier_with_roles_kept_apart";
    let Some(browser) = Browser::open(name) else {
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let pgn = folder.path().join("rounds.pgn");
    std::fs::write(&pgn, games(3)).unwrap();
    let server = Server::start(folder.path(), &[], true);
    let site = format!("http://{}", server.address);

    sign_up(&browser, &server.link, "Ada Administrator", "ada");
    browser.arrives(&format!("{site}/account/second-factor"));
    fits(&browser, "second-factor");
    let secret = set_up_factor(&browser);
    browser.go(&format!("{site}/"));
    fits(&browser, "events-none");
    browser.fill("#name", "Three games");
    browser.fill("#file", pgn.to_str().unwrap());
    browser.click("form[action='/events'] button");
    browser.arrives(&format!("{site}/events/1"));
    assert!(browser.text("main").contains("rounds.pgn"), "{}", browser.text("main"));
    fits(&browser, "event");

    let event = format!("{site}/events/1");
    for (button, state) in [("pause", "paused"), ("resume", "running")] {
        browser.go(&format!("{event}/engines"));
        browser.click(&format!("form[action$='/{button}'] button"));
        browser.wait_for(&format!("{event}/engines"), state, Duration::from_secs(60));
    }
    browser.wait_for(&format!("{event}/engines"), "done", ENGINE_TIME);
    browser.go(&format!("{event}/results"));
    let screening = browser.download("main a[href$='screening.json']", "screening.json");
    let screening: serde_json::Value = serde_json::from_slice(&screening).unwrap();
    assert_eq!(screening["manifest"]["settings"]["depth"], 12);

    browser.go(&format!("{event}/players"));
    browser.click("main tbody th a");
    browser.text("#full-tests");
    let player = browser.address();
    browser.click("main a[href*='/games/']");
    browser.text("main svg");
    let game = browser.address();
    let rooms =
        "/engines /results /players /compare /hints /absences /members /settings /tokens /audit".split(' ');
    let rooms = rooms.map(|room| format!("{event}{room}"));
    let others = "people account audit ratings cases api".split(' ').map(|room| format!("{site}/{room}"));
    for address in rooms.chain(others).chain([player.clone(), game.clone()]) {
        browser.go(&address);
        assert_eq!(browser.address(), address);
        assert!(browser.text("main").len() > 20, "{address}: {}", browser.text("main"));
        fits(&browser, &address.trim_start_matches(&site).replace('/', "-"));
    }

    browser.go(&format!("{player}/new-case"));
    fits(&browser, "new-case");
    browser.fill("#title", "Board 52, round 3");
    browser.click("#kind option[value='arbiter_report']");
    browser.fill("#prompted", "An arbiter reports that the player was away after most moves.");
    browser.click("main form[action$='/new-case'] button");
    browser.arrives(&format!("{site}/cases/1"));
    browser.fill("#note", "The log of absences was asked for.");
    browser.click("form[action$='/notes'] button");
    browser.wait_for(&format!("{site}/cases/1"), "was asked for", Duration::from_secs(60));
    fits(&browser, "case");

    deepened(&browser, &player, &secret);

    for language in ["ru", "uk", "en"] {
        browser.go(&game);
        browser.click(&format!("button[value='{language}']"));
        assert!(!browser.text(&format!("html[lang='{language}'] main")).is_empty());
        fits(&browser, &format!("game-{language}"));
    }

    let seen = [game, player, event.clone(), format!("{event}/hints")];
    an_arbiter_sees_their_own(&browser, &site, &seen, &secret);
}

/// A full test of a player: asked for, followed, and taken home.
fn deepened(browser: &Browser, player: &str, secret: &str) {
    browser.go(player);
    browser.fill("#reason", "a test of the test");
    browser.click("form[action$='/full-test'] button");
    browser.wait_for(player, "dossier.html", ENGINE_TIME);
    fits(browser, "player-tested");
    confirm_ahead(browser, player.split("/events/").next().unwrap(), secret);
    browser.go(player);
    let dossier = browser.download("a[href$='dossier.json']", "dossier.json");
    let dossier: serde_json::Value = serde_json::from_slice(&dossier).unwrap();
    assert_eq!(dossier["manifest"]["settings"]["depth"], 14);
    let decisions = dossier["decisions"].as_array().map_or(0, Vec::len);
    assert!(decisions > 5, "{decisions} decisions");
    if cfg!(feature = "pdf") {
        let pdf = browser.download("a[href$='dossier.pdf']", "dossier.pdf");
        assert!(pdf.starts_with(b"%PDF"));
    }
}

/// Another person, asked in as an arbiter, sees an event only once they are one of its people.
fn an_arbiter_sees_their_own(browser: &Browser, site: &str, addresses: &[String], secret: &str) {
    browser.go(&format!("{site}/people"));
    browser.fill("#note", "for Ben");
    browser.click("form[action='/people/invite'] button");
    confirm(browser, secret);
    let invitation = browser.text(".notice code");
    fits(browser, "invitation");

    let second = Browser::open("an arbiter").expect("the first one opened");
    for address in addresses {
        second.go(address);
        assert!(second.has("input[type='password']"), "signed out at {address}");
    }
    sign_up(&second, &invitation, "Ben Arbiter", "ben");
    second.arrives(&format!("{site}/"));
    assert!(!second.has("a[href='/events/1']"));
    for address in addresses {
        second.go(address);
        assert!(!second.text("main").contains("Three games"), "at {address}");
        assert!(!second.has("main svg"), "at {address}");
    }
    fits(&second, "not-found");

    browser.go(&format!("{site}/events/1/members"));
    browser.fill("#login", "ben");
    browser.click("form[method='post'].stack button");
    browser.text("form[action$='/remove']");
    fits(browser, "members");
    for address in addresses {
        second.go(address);
        assert!(second.text("main").len() > 40, "at {address}");
        assert!(second.address().ends_with(address.trim_start_matches(site)));
    }
    second.go(&format!("{site}/events/1"));
    assert!(second.text("main").contains("Three games"));
    for closed in ["/events/1/members", "/events/1/tokens", "/people", "/audit"] {
        assert!(!second.has(&format!("a[href='{closed}']")), "no link to {closed}");
        second.go(&format!("{site}{closed}"));
        assert!(!second.has("main form"), "nothing to do at {closed}");
    }
}
