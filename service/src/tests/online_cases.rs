//! Cases of online events: what the rules say, with the days that follow, and the indication of a platform.

use super::cases::{open, player, server, stated};
use super::test_server::{lacks, refused, says};
use crate::accounts::roles::Role;

/// The last game was on the first of March 2026: 24 hours later is by the second, and 14 days after the filing the sixteenth.
#[test]
fn an_online_case_says_who_may_complain_who_decides_and_until_when() {
    let (server, event, officer) = server();
    let complaint =
        [("kind", "post_tournament"), ("facts", "x"), ("filed", "2026-03-02"), ("participant", "yes")];
    let case = open(&server, &officer, event, &complaint);
    let words = "Online only participants of the event (players, captains, officials) may complain, after it";
    lacks(&server.page(&officer, &case), &[words]);
    stated(&server, event, "online");
    let page = server.page(&officer, &case);
    says(
        &page,
        &[
            "after it and within 24 hours after the last round (ON G.1.1, ON G.2.1)",
            "The last date of the event is 2026.03.01, so a complaint comes by 2026.03.02 at the latest.",
            "normally takes 14 days (ON H.6): from 2026.03.02, when the complaint was filed, until 2026.03.16.",
            "Every online game is monitored, during or after play (ON A.1).",
            "What a platform finds itself is not final. The chief arbiter or the panel of experts may consider it enough for a penalty; it is no decision of the Commission (ON A.3).",
            "Prizes wait until the checks are done (ON A.10).",
            "this number of investigators: 1 (ON H.3). Investigators of this case: 0.",
        ],
    );
    lacks(&page, &["A panel has up to 3 members"]);
    server.person("inspector", Role::Investigator);
    let add = [("login", "inspector"), ("role", "investigator")];
    server.post(&officer, &format!("{case}/members"), &add).leads();
    says(&server.page(&officer, &case), &["Investigators of this case: 1."]);
    stated(&server, event, "hybrid_over_the_board");
    let page = server.page(&officer, &case);
    says(&page, &["A panel has up to 3 members (AC 4.4)"]);
    lacks(&page, &[words]);
}

#[test]
fn what_a_platform_says_is_an_indication_and_changes_nothing() {
    let (server, event, officer) = server();
    stated(&server, event, "online");
    let case = open(&server, &officer, event, &[]);
    let post = |fields: &[(&str, &str)]| server.post(&officer, &format!("{case}/indications"), fields);
    let others = [player(event, 0), format!("/events/{event}/results"), format!("/events/{event}/players")];
    let pages = || others.clone().map(|path| server.page(&officer, &path));
    let before = pages();
    refused(&post(&[("platform", ""), ("says", "Account closed.")]), "Platform");
    refused(&post(&[("platform", "Chess.com"), ("says", " ")]), "What the platform says");
    let future = [("platform", "Chess.com"), ("says", "x"), ("day", "2126-01-01")];
    refused(&post(&future), "Give a day that is not in the future");
    let whole = [
        ("platform", "Chess.com"),
        ("says", "Account closed for a breach of the fair-play policy."),
        ("day", "2026-03-03"),
        ("reference", "letter 17"),
    ];
    post(&whole).leads();
    let page = server.page(&officer, &case);
    says(
        &page,
        &[
            "An indication of a platform, not a decision",
            "Account closed for a breach of the fair-play policy.",
            "letter 17",
            "2026-03-03",
        ],
    );
    assert_eq!(pages(), before, "what is allowed and shown elsewhere stays the same");
    // It can be withdrawn by its author, and stays readable.
    server.post(&officer, &format!("{case}/notes/1/withdraw"), &[]).leads();
    let page = server.page(&officer, &case);
    says(&page, &["Withdrawn", "letter 17"]);
    lacks(&page, &["{&quot;platform", "{&#34;platform"]);
}

#[test]
fn a_breach_of_another_rule_is_noted_and_changes_nothing() {
    let (server, event, officer) = server();
    stated(&server, event, "online");
    let case = open(&server, &officer, event, &[("kind", "breach")]);
    let page = server.page(&officer, &case);
    says(&page, &["breach of another rule"]);
    lacks(&page, &["Statistics alone"]);
    let post = |fields: &[(&str, &str)]| server.post(&officer, &format!("{case}/breaches"), fields);
    let others = [player(event, 0), format!("/events/{event}/results"), format!("/events/{event}/players")];
    let pages = || others.clone().map(|path| server.page(&officer, &path));
    let before = pages();
    refused(&post(&[("about", "telepathy"), ("facts", "x")]), "What it is about");
    refused(&post(&[("about", "camera"), ("facts", " ")]), "What was seen");
    let whole = [
        ("about", "camera"),
        ("moment", "Round 3, board 2, move 17"),
        ("day", "2026-03-01"),
        ("facts", "The second camera was off for four minutes."),
        ("measures", "A warning."),
    ];
    post(&whole).leads();
    let page = server.page(&officer, &case);
    says(
        &page,
        &[
            "A breach of another rule",
            "camera off, or not showing what it must",
            "Round 3, board 2, move 17",
            "The second camera was off for four minutes.",
            "A warning.",
            "judged by themselves, whatever the statistics (AC 1.4)",
        ],
    );
    assert_eq!(pages(), before, "what is allowed and shown elsewhere stays the same");
    says(&server.page(&officer, &format!("{case}/audit")), &["breach of another rule noted"]);
    // It can be withdrawn by its author, and stays readable.
    server.post(&officer, &format!("{case}/notes/1/withdraw"), &[]).leads();
    let page = server.page(&officer, &case);
    says(&page, &["Withdrawn", "The second camera was off"]);
    lacks(&page, &["{&quot;about", "{&#34;about"]);
}
