//! Content of a case: its log, its tests, forms, and hostile input.

use axum::http::StatusCode;
use reports::example;

use super::cases::{open, player, server, with};
use super::forms::shown;
use super::full_tests::{example as made, stored};
use super::test_server::{TestServer, lacks, refused, says};
use crate::accounts::roles::{Permission, Reach, Role};
use crate::store::StorageError;
use crate::store::audit::{self, Place};
use crate::web::route::Needs;
use crate::web::routes::ROUTES;

fn log(server: &TestServer, place: Option<Place>) -> Vec<(String, String, String, String)> {
    let entries = server.log(place).into_iter();
    // Without the hashes, whose salts are random.
    let plain = |detail: String| detail.split(", sha256 ").next().unwrap_or_default().to_owned();
    entries.map(|e| (e.actor, e.action, e.subject, plain(e.detail))).collect()
}

/// Nobody learns of a case from the log of the event, and the log of the case names nobody.
#[test]
fn what_is_done_in_a_case_is_in_its_log_by_number() {
    let (server, event, officer) = server();
    let test = stored(&server, event, &example::screening().players[0]);
    let number = test.to_string();
    let before = log(&server, Some(Place::Event(event))).len();
    let case = open(
        &server,
        &officer,
        event,
        &[("kind", "in_tournament"), ("facts", "Secret-fact"), ("test", number.as_str())],
    );
    assert_eq!(log(&server, Some(Place::Event(event))).len(), before);
    let (panel, browser) = server.person("panel", Role::PanelMember);
    let members = format!("{case}/members");
    server.post(&officer, &members, &[("login", "panel"), ("role", "panel_member")]).leads();
    server.get(&browser, &case).has_status(StatusCode::OK);
    server.post(&browser, &format!("{case}/notes"), &[("text", "Secret-note")]).leads();
    server.post(&browser, &format!("{case}/notes/1/withdraw"), &[]).leads();
    let set = server.post(
        &officer,
        &format!("{case}/complaint"),
        &[("raised", "in_tournament"), ("facts", "Secret-2")],
    );
    set.leads();
    server.get(&browser, &format!("{case}/full-tests/{test}/dossier.html"));
    server.post(&browser, &format!("{case}/close"), &[("text", "Secret-outcome")]).leads();
    server.post(&officer, &format!("{case}/proposals/3/sign"), &[]).leads();
    server.post(&officer, &format!("{case}/reopen"), &[("text", "Secret-reason")]).leads();
    server.post(&browser, &format!("{case}/proposals/5/sign"), &[]).leads();
    server.post(&officer, &format!("{case}/close"), &[("text", "Secret-again")]).leads();
    server.post(&officer, &format!("{case}/proposals/7/withdraw"), &[]).leads();
    server.post(&officer, &format!("{members}/{panel}/remove"), &[]).leads();
    assert_eq!(server.get(&browser, &case).status, StatusCode::NOT_FOUND, "removed");
    let by = |person: i64, action: &str, detail: &str| {
        (format!("person {person}"), action.to_owned(), "case 1".to_owned(), detail.to_owned())
    };
    let expected = [
        by(2, "case_opened", "opening 1"),
        by(2, "case_complaint_stated", "complaint 1"),
        by(2, "case_test_held", &format!("full test {test}")),
        by(2, "case_member_set", "person 3, panel_member"),
        by(3, "saw", "/cases/{case}"),
        by(3, "case_noted", "entry 1"),
        by(3, "case_note_withdrawn", "entry 1"),
        by(2, "case_complaint_stated", "complaint 2"),
        by(3, "exported", &format!("full test {test}, dossier.html")),
        by(3, "saw", "/cases/{case}/full-tests/{test}/{document}"),
        by(3, "case_outcome_proposed", "entry 3"),
        by(2, "case_closed", "entry 4"),
        by(2, "case_reopening_proposed", "entry 5"),
        by(3, "case_reopened", "entry 6"),
        by(2, "case_outcome_proposed", "entry 7"),
        by(2, "case_proposal_withdrawn", "entry 7"),
        by(2, "case_member_removed", "person 3"),
    ];
    assert_eq!(log(&server, Some(Place::Case(1))), expected);
    assert_eq!(panel, 3);
    // Case 11 is not case 1.
    for _ in 0..10 {
        open(&server, &officer, event, &[]);
    }
    assert_eq!(log(&server, Some(Place::Case(1))).len(), expected.len());
    let page = server.get(&officer, &format!("{case}/audit")).text();
    says(&page, &["case opened", "case closed", "file handed out", "officer", "panel"]);
    let (_, admin) = server.person("admin", Role::Administrator);
    let whole = server.get(&admin, "/audit").text();
    for text in [&page, &whole] {
        lacks(text, &["Secret", "Round 7", "Spring Open"]);
    }
    server.get(&officer, "/cases");
    let seen = log(&server, None).pop().expect("an entry");
    assert_eq!(seen.2, "/cases");
    assert!(seen.3.starts_with("case 11, case 10") && seen.3.ends_with("case 1"), "{seen:?}");
    assert!(server.read(audit::verify).broken.is_none());
}

#[test]
fn a_case_holds_the_tests_that_were_chosen_and_no_others() {
    let (server, event, officer) = server();
    let players = example::screening().players;
    let of_player = stored(&server, event, &players[0]);
    let of_another = stored(&server, event, &players[1]);
    let path = format!("{}/new-case", player(event, 0));
    let form = server.get(&officer, &path).text();
    assert!(form.contains(&format!("name=\"test\" value=\"{of_player}\"")), "{form}");
    assert!(!form.contains(&format!("name=\"test\" value=\"{of_another}\"")), "{form}");
    for wrong in [of_another.to_string().as_str(), "999", "-1", "x", "", "99999999999999999999"] {
        refused(
            &server.post(&officer, &path, &with(&[("test", wrong)])),
            "no finished full test of this player",
        );
    }
    let one = of_player.to_string();
    refused(
        &server.post(&officer, &path, &with(&[("test", &one), ("test", &one)])),
        "the case holds it already",
    );
    assert_eq!(server.rows("fair_play_case"), 0, "open with all of it or not at all");
    let case = open(&server, &officer, event, &[("test", &one)]);
    let later = stored(&server, event, &players[0]).to_string();
    let file = |test: &str| server.get(&officer, &format!("{case}/full-tests/{test}/dossier.json")).status;
    assert_eq!(
        (file(&one), file(&later), file("999")),
        (StatusCode::OK, StatusCode::NOT_FOUND, StatusCode::NOT_FOUND)
    );
    let page = server.get(&officer, &case).text();
    assert_eq!(page.matches("<article id=\"full-test-").count(), 1);
    let add = |test: &str| server.post(&officer, &format!("{case}/full-tests"), &[("test", test)]);
    for wrong in [one.as_str(), of_another.to_string().as_str(), "x", ""] {
        refused(&add(wrong), "no finished full test of this player");
    }
    add(&later).leads();
    assert_eq!(file(&later), StatusCode::OK);
    let page = server.get(&officer, &case).text();
    assert_eq!(page.matches("<article id=\"full-test-").count(), 2);
    let digest = &made().0.manifest.digest;
    assert!(page.contains(digest.as_str()), "{digest}");
}

#[test]
fn hostile_and_huge_input_is_refused_or_shown_as_text() {
    let (server, event, officer) = server();
    let path = format!("{}/new-case", player(event, 0));
    let post = |fields: &[(&str, &str)]| server.post(&officer, &path, &with(fields));
    let long = |count: usize| "ж".repeat(count);
    let complaint = ("kind", "in_tournament");
    for (field, value, said) in [
        ("title", String::new(), "Title"),
        ("title", long(121), "Title"),
        ("title", "\u{202e}x".to_owned(), "Title"),
        ("prompted", " \r\n ".to_owned(), "What happened"),
        ("prompted", long(2_001), "What happened"),
        ("prompted", "a\u{0}b".to_owned(), "What happened"),
        ("facts", long(3_001), "Brief description"),
        ("late", long(1_001), "Why it was not raised"),
        ("complainant", long(121), "Complainant"),
        ("engine", "a\nb".to_owned(), "Engine"),
        ("settings", long(1_001), "Settings, with hash"),
        ("games", long(2_001), "For each game"),
        ("fide_id", "0".to_owned(), "FIDE number of the complainant"),
        ("fide_id", "4294967296".to_owned(), "FIDE number of the complainant"),
        ("kind", "verdict".to_owned(), "Choose what prompted"),
    ] {
        let mut fields = vec![(field, value.as_str())];
        if field != "kind" {
            fields.push(complaint);
        }
        refused(&post(&fields), said);
    }
    assert_eq!(server.rows("fair_play_case"), 0);
    let huge = "x".repeat(70_000);
    assert_eq!(post(&[("prompted", &huge)]).status, StatusCode::PAYLOAD_TOO_LARGE);

    // Every field at its longest, in letters that take six bytes each in a form.
    let texts = [120, 2_000, 1_000, 3_000, 2_000].map(long);
    let [line, prompted, thousand, facts, games] = &texts;
    let fields = [
        ("title", line.as_str()),
        ("kind", "post_tournament"),
        ("prompted", prompted),
        ("complainant", line),
        ("fide_id", "4294967295"),
        ("late", thousand),
        ("facts", facts),
        ("engine", line),
        ("version", line),
        ("settings", thousand),
        ("gui", line),
        ("games", games),
    ];
    let case = post(&fields).leads().to_owned();
    server.get(&officer, &case).has_status(StatusCode::OK);
    let long_note = long(4_000);
    server.post(&officer, &format!("{case}/notes"), &[("text", &long_note)]).leads();
    refused(&server.post(&officer, &format!("{case}/notes"), &[("text", &long(4_001))]), "Note");
    refused(&server.post(&officer, &format!("{case}/notes"), &[]), "Note");

    let script = "</textarea><script>alert(1)</script>\"><img src=x onerror=alert(1)> '";
    let texts = [("title", script), complaint, ("prompted", script), ("facts", script), ("engine", script)];
    let case = open(&server, &officer, event, &texts);
    server.post(&officer, &format!("{case}/notes"), &[("text", script)]).leads();
    for page in [case.clone(), "/cases".to_owned(), player(event, 0)] {
        lacks(&server.page(&officer, &page), &["<script", "<img", "</textarea><"]);
    }
}

#[test]
fn nothing_in_a_case_is_changed_or_deleted() {
    let (server, event, officer) = server();
    let test = stored(&server, event, &example::screening().players[0]).to_string();
    let case = open(&server, &officer, event, &[("kind", "in_tournament"), ("facts", "x"), ("test", &test)]);
    server.post(&officer, &format!("{case}/notes"), &[("text", "x")]).leads();
    for table in ["fair_play_case", "case_complaint", "case_test", "case_entry"] {
        for sql in [format!("DELETE FROM {table}"), format!("UPDATE {table} SET made = 0")] {
            let changed = server.app.storage.write_now({
                let sql = sql.clone();
                move |c| Ok::<_, StorageError>(c.execute(&sql, [])?)
            });
            let error = changed.expect_err(&sql).to_string();
            assert!(error.contains("a case is only added to"), "{error}");
        }
        assert_eq!(server.rows(table), 1);
    }
}

/// The log repeats no text, but a text that is not the one it speaks of is found, whoever wrote it into the file.
#[test]
fn a_text_that_was_changed_after_its_entry_is_found() {
    let (server, event, officer) = server();
    let case = open(&server, &officer, event, &[("kind", "in_tournament"), ("facts", "x")]);
    server.post(&officer, &format!("{case}/notes"), &[("text", "first")]).leads();
    server.post(&officer, &format!("{case}/notes"), &[("text", "second")]).leads();
    server.post(&officer, &format!("{case}/notes/1/withdraw"), &[]).leads();
    server.post(&officer, &format!("{case}/close"), &[("text", "outcome")]).leads();
    let (id, second) = server.person("second", Role::PanelMember);
    server.set_member(Place::Case(1), id, Role::PanelMember);
    server.post(&second, &format!("{case}/proposals/4/sign"), &[]).leads();
    assert!(server.read(audit::verify).holds());
    for (sql, changed) in [
        ("UPDATE case_entry SET body = 'other' WHERE id = 1", "case 1, entry 1"),
        ("UPDATE case_entry SET body = 'other' WHERE what = 'outcome_proposed'", "case 1, entry 4"),
        ("UPDATE case_entry SET body = 'entry 1' WHERE what = 'closed'", "case 1, entry 5"),
        ("UPDATE case_entry SET salt = NULL WHERE id = 2", "case 1, entry 2"),
        ("UPDATE case_complaint SET complaint = replace(complaint, 'x', 'y')", "case 1, complaint 1"),
        ("UPDATE fair_play_case SET prompted = 'other'", "case 1, opening 1"),
        ("DELETE FROM case_entry WHERE id = 2", "case 1, entry 2"),
        (
            "INSERT INTO case_entry (id, case_id, what, body, person, made) VALUES (9, 1, 'note', 'new', 2, 0)",
            "case 1, entry 9",
        ),
    ] {
        let found = server.app.storage.write_now(move |c| {
            c.execute_batch(
                "DROP TRIGGER IF EXISTS case_is_not_changed; DROP TRIGGER IF EXISTS case_complaint_is_not_changed;
                 DROP TRIGGER IF EXISTS case_entry_is_not_changed; DROP TRIGGER IF EXISTS case_entry_is_not_taken_away;
                 SAVEPOINT tried; PRAGMA defer_foreign_keys = ON;",
            )?;
            c.execute_batch(sql)?;
            let found = audit::verify(c)?;
            c.execute_batch("ROLLBACK TO tried; RELEASE tried")?;
            Ok::<_, StorageError>(found)
        });
        let found = found.expect(sql);
        assert!(found.broken.is_none() && !found.holds(), "{sql}");
        assert_eq!(found.changed_texts, [changed], "{sql}");
    }
    assert!(server.read(audit::verify).holds());
}

/// In a case that is open and in one that is closed, everybody is shown the forms that they may send, and no others.
#[test]
fn pages_of_a_case_show_no_form_that_is_refused() {
    let (server, event, officer) = server();
    let test = stored(&server, event, &example::screening().players[0]).to_string();
    let case = open(&server, &officer, event, &[("kind", "in_tournament"), ("test", &test)]);
    stored(&server, event, &example::screening().players[0]);
    let pages = [case.clone(), "/cases".to_owned()];
    for closed in [false, true] {
        if closed {
            server.post(&officer, &format!("{case}/close"), &[("text", "x")]).leads();
            let (id, second) = server.person("second", Role::PanelMember);
            server.set_member(Place::Case(1), id, Role::PanelMember);
            let entries = server.rows("case_entry");
            server.post(&second, &format!("{case}/proposals/{entries}/sign"), &[]).leads();
        }
        for role in Role::IN_CASES {
            let (id, browser) = server.person(&format!("{role}-{closed}"), Role::PanelMember);
            server.set_member(Place::Case(1), id, role);
            if !closed {
                server.post(&browser, &format!("{case}/notes"), &[("text", "mine")]).leads();
            }
            let forms = shown(&server, &browser, &pages);
            let mut offered: Vec<&str> = forms
                .iter()
                .filter(|form| form.action.starts_with(&case))
                .map(|form| form.route.path)
                .collect();
            offered.sort_unstable();
            offered.dedup();
            let may = |permission: Permission| {
                role.may(permission)
                    && if closed { !permission.brings() } else { permission != Permission::ReopenCase }
            };
            let mut expected: Vec<&str> = ROUTES
                .iter()
                // Those of a proposal are shown while there is one.
                .filter(|route| route.changes() && !route.path.contains("/proposals/"))
                .filter_map(|route| match route.needs {
                    Needs::Permission(permission) if permission.reach() == Reach::Case && may(permission) => {
                        Some(route.path)
                    }
                    _ => None,
                })
                .collect();
            expected.sort_unstable();
            assert_eq!(offered, expected, "{role}, closed: {closed}");
        }
    }
}
