//! The pictures of the guides: the bundled event on a server, as a person sees it. `scripts/guide_pictures.sh` runs this and makes
//! the pictures small.

use std::path::Path;
use std::time::Duration;

use crate::browser::{confirm_ahead, set_up_factor, sign_up};
use crate::server::Server;
use crate::webdriver::Browser;

/// The whole event and a full test on a machine that is busy with other work.
const ENGINE_TIME: Duration = Duration::from_secs(3600);
const DESKTOP: u32 = 1000;
const PHONE: u32 = 390;

/// The moves and ratings of the bundled event under invented names: the pictures show a complaint and a full test, which nobody
/// who really played may be seen beside.
fn invented() -> String {
    const NAMES: [&str; 12] = [
        "Ash, Dana",
        "Birch, Anton",
        "Cedar, Bella",
        "Dogwood, Carl",
        "Elder, Greta",
        "Fir, Hugo",
        "Gale, Irma",
        "Hazel, Jonas",
        "Ivory, Kim",
        "Juniper, Lena",
        "Larch, Max",
        "Maple, Nora",
    ];
    let text = std::str::from_utf8(datasets::pgn::sample::PGN).unwrap();
    let mut seen: Vec<&str> = Vec::new();
    let mut lines = Vec::new();
    for line in text.lines() {
        let tag = line.strip_prefix('[').and_then(|rest| rest.split_once(' '));
        match tag {
            Some(("White" | "Black", name)) => {
                let place = seen.iter().position(|known| *known == name).unwrap_or_else(|| {
                    seen.push(name);
                    seen.len() - 1
                });
                let side = if line.starts_with("[White") { "White" } else { "Black" };
                lines.push(format!("[{side} \"{}\"]", NAMES[place]));
            }
            Some(("Event", _)) => lines.push("[Event \"Summer Open\"]".to_owned()),
            // What else could name a person or the event.
            Some((name, _))
                if !matches!(name, "Date" | "Round" | "Result" | "WhiteElo" | "BlackElo" | "TimeControl") => {
            }
            _ => lines.push(line.to_owned()),
        }
    }
    lines.join("\n") + "\n"
}

#[test]
#[ignore = "searches the bundled event for minutes; scripts/guide_pictures.sh"]
fn pictures_of_the_guide() {
    assert!(std::env::var_os("FAIRPLAY_SCREENSHOTS").is_some(), "run scripts/guide_pictures.sh");
    let browser = Browser::open("pictures_of_the_guide").expect("chromedriver");
    let folder = tempfile::tempdir().unwrap();
    let pgn = folder.path().join("event.pgn");
    std::fs::write(&pgn, invented()).unwrap();
    let server = Server::start(folder.path(), &[], true);
    let site = format!("http://{}", server.address);
    let event = format!("{site}/events/1");
    let picture = |name: &str, address: &str, width: u32| {
        browser.size(width, 900);
        browser.go(address);
        browser.picture(name, width);
        browser.size(DESKTOP, 900);
    };

    sign_up(&browser, &server.link, "Ada Administrator", "ada");
    browser.arrives(&format!("{site}/account/second-factor"));
    let secret = set_up_factor(&browser);
    browser.go(&format!("{site}/"));
    browser.fill("#name", "Summer Open");
    browser.fill("#file", pgn.to_str().unwrap());
    browser.click("form[action='/events'] button");
    browser.arrives(&event);
    browser.wait_for(&format!("{event}/engines"), "done", ENGINE_TIME);

    picture("event", &event, DESKTOP);
    picture("sheet", &format!("{event}/results"), DESKTOP);
    picture("hints", &format!("{event}/hints"), PHONE);
    browser.go(&format!("{event}/players"));
    browser.click("main tbody th a");
    browser.text("#full-tests");
    let player = browser.address();
    picture("player", &player, DESKTOP);
    browser.go(&player);
    // The first game is short.
    browser.click("main tbody tr:nth-child(2) th a[href*='/games/']");
    browser.text("main svg");
    let game = browser.address();
    // In the midst of a game there is something to see on the board.
    let game = game.split(['?', '#']).next().unwrap();
    picture("game", &format!("{game}?ply=30"), DESKTOP);

    browser.go(&format!("{player}/new-case"));
    browser.fill("#title", "Board 3, round 5");
    browser.click("#kind option[value='in_tournament']");
    browser.fill(
        "#prompted",
        "A written complaint of the opponent was handed to the chief arbiter after the game.",
    );
    browser.click("main form[action$='/new-case'] button");
    browser.arrives(&format!("{site}/cases/1"));
    picture("case", &format!("{site}/cases/1"), DESKTOP);

    browser.go(&player);
    browser.click("form[action$='/full-test'] button");
    browser.wait_for(&player, "dossier.html", ENGINE_TIME);
    confirm_ahead(&browser, &site, &secret);
    browser.go(&player);
    let dossier = browser.fetch(&browser.leads("a[href$='dossier.html']"));
    let page = folder.path().join("dossier.html");
    std::fs::write(&page, dossier).unwrap();
    picture("dossier", &address_of(&page), DESKTOP);
}

fn address_of(page: &Path) -> String {
    format!("file://{}", page.display())
}
