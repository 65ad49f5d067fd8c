//! Circumstances of an event, stated once: from the form to the sheet, the hints, full tests and cases, and as a file for the command.

use analyzer::full_test::FullTest;
use analyzer::policy::Mode;
use analyzer::screening::Missing;
use axum::http::StatusCode;
use pipeline::EventCircumstances;
use reports::Language;
use reports::custody::CustodyText;

use super::cases::with;
use super::engines::rounds;
use super::following::followed;
use super::full_tests::{self as tested, Given, direct, favoured, hero, hints, screened, tests};
use super::programs::token;
use super::scripted::{Searches, both, both_for, finish, second_session, session};
use super::test_server::{Browser, TestServer, lacks, refused, says};
use crate::accounts::roles::Role;
use crate::events::live::follower::Follower;
use crate::events::results;
use crate::jobs::{Reason, State, full_tests};
use crate::store::audit;

pub(super) fn state(server: &TestServer, chief: &Browser, event: i64, fields: &[(&str, &str)]) {
    let answer = server.post(chief, &format!("/events/{event}/circumstances"), fields);
    assert_eq!(answer.leads(), format!("/events/{event}/settings#circumstances"));
}

/// The games of some rounds as if a platform had sent them, without a time control.
fn online() -> String {
    rounds(3..=9).replace("[Site \"Balatonlelle HUN\"]", "[Site \"Chess.com\"]")
}

#[test]
fn the_games_propose_and_a_person_states() {
    let server = TestServer::new();
    let (event, chief) = server.event_of("chief", "Open", ("games.pgn", &rounds(3..=4)));
    let reads = token(&server, &chief, event, &["read_results"]);
    let facts = || server.api(&reads, "GET", &format!("/api/v1/events/{event}"), "").json();
    let settings = || server.page(&chief, &format!("/events/{event}/settings"));
    says(
        &settings(),
        &["This is what the games say.", "value=\"over_the_board\" selected", "value=\"chief\""],
    );
    assert_eq!(facts()["circumstances"]["stated"], serde_json::Value::Null);
    assert_eq!(facts()["circumstances"]["proposed"]["mode"], "over_the_board");
    assert_eq!(facts()["circumstances"]["proposed"]["rounds"], 4);
    let file = format!("/events/{event}/circumstances.toml");
    assert_eq!(server.get(&chief, &file).text(), "", "what is proposed is not stated");

    let fields = [
        ("mode", "hybrid_online"),
        ("supervised", "yes"),
        ("players", "60"),
        ("rounds", "9"),
        ("first_day", "2026-05-02"),
        ("last_day", "2026-05-10"),
        ("place", "Batumi"),
        ("organiser", "A club"),
        ("chief_arbiter", "B. Arbiter"),
        ("time_control", "90+30"),
        ("singled_out", "Gormally"),
        ("singled_out", ""),
        ("complaint_player", "Nobody, Ned"),
        ("complaint_observation", "with"),
        ("complaint_day", "2026-05-04"),
        ("complaint_player", ""),
        ("complaint_observation", "without"),
        ("complaint_day", ""),
    ];
    for _ in 0..2 {
        state(&server, &chief, event, &fields);
    }
    assert_eq!(server.rows("event_circumstances"), 1, "the same again is no change");
    let page = settings();
    lacks(&page, &["This is what the games say."]);
    says(&page, &["value=\"hybrid_online\" selected", "value=\"90+30\"", "value=\"Nobody, Ned\""]);
    let written = server.get(&chief, &file).text();
    let stated = EventCircumstances::parse(&written).expect("the command reads it");
    assert_eq!(stated.mode.map(Mode::as_str), Some("hybrid_online"));
    assert_eq!((stated.singled_out.len(), stated.complaints.len()), (1, 1));
    let told = serde_json::to_value(&stated).expect("JSON");
    assert_eq!(facts()["circumstances"]["stated"], told);

    for (field, value, label) in [
        ("mode", "by_post", "How it was played"),
        ("supervised", "perhaps", "Supervised"),
        ("players", "0", "Players of the event"),
        ("rounds", "70000", "Rounds planned"),
        ("first_day", "2.5.2026", "First day"),
        ("last_day", "2026-02-30", "Last day"),
        ("place", "a\nb", "Place"),
        ("time_control", "soon", "Time control"),
        ("singled_out", "\u{202e}x", "singled out"),
        ("complaint_player", "Elm", "complaints"),
    ] {
        let answer = server.post(&chief, &format!("/events/{event}/circumstances"), &[(field, value)]);
        refused(&answer, label);
    }
    let turned = [("first_day", "2026-05-03"), ("last_day", "2026-05-02")];
    refused(&server.post(&chief, &format!("/events/{event}/circumstances"), &turned), "Last day");
    let against = [("time_class", "blitz"), ("time_control", "90+30")];
    refused(&server.post(&chief, &format!("/events/{event}/circumstances"), &against), "Time control");

    // The log names nobody, and a later change of what was stated shows.
    let log = server.page(&chief, &format!("/events/{event}/audit"));
    assert_eq!(log.matches("circumstances stated").count(), 1);
    lacks(&log, &["Gormally", "Nobody, Ned"]);
    assert!(server.read(audit::verify).holds());
    server.write(|c| {
        c.execute("UPDATE event_circumstances SET stated = replace(stated, 'Gormally', 'Zzyzx')", [])?;
        Ok(())
    });
    let chain = server.read(audit::verify);
    assert!(!chain.holds(), "{chain:?}");
    // Others may not.
    let officer = server.member_of(event, "officer", Role::FairPlayOfficer);
    server.get(&officer, &file).has_status(StatusCode::NOT_FOUND);
}

#[test]
fn games_of_a_platform_give_no_index_until_class_and_venue_are_stated() {
    let server = TestServer::new();
    let (event, chief) = server.event_of("chief", "Olympiad", ("games.pgn", &online()));
    tested::set(&server, &chief, event, false, "60");
    let quick = favoured();
    let mut engines = both(&server, &quick, &favoured());
    finish(&mut engines);
    let newest = || server.read(|c| results::latest(c, event)).expect("a result").screening;
    let first = newest();
    assert_eq!(
        (first.manifest.missing, first.event.time_class_from.as_str()),
        (Some(Missing::NotStated), "not_stated")
    );
    assert!(first.players.iter().all(|player| player.overall_z.is_none() && player.roi.is_none()));
    for room in ["", "/results"] {
        says(
            &server.page(&chief, &format!("/events/{event}{room}")),
            &["State it now", "settings#circumstances"],
        );
    }
    says(&server.page(&chief, &format!("/events/{event}/settings")), &["value=\"online\" selected"]);
    let ask = format!("{}/full-test", hero(&server, event));
    refused(&server.post(&chief, &ask, &[]), "has to state on the settings page how it was played");
    // A job that was asked for all the same ends with that reason.
    let hero_there = first.players.iter().find(|player| player.name == tested::HERO).expect("the hero");
    let who = analyzer::hints::Who { name: hero_there.name.clone(), fide_id: hero_there.fide_id };
    server.write(move |c| {
        full_tests::ask(c, event, &who, "", "")?;
        Ok(())
    });
    finish(&mut engines);
    let job = tests(&server, event).remove(0);
    assert_eq!((job.state, job.reason), (State::Failed, Some(Reason::NotStated)));
    // The class without the venue is not enough.
    state(&server, &chief, event, &[("time_class", "standard")]);
    finish(&mut engines);
    assert_eq!(newest().manifest.missing, Some(Missing::NotStated));
    let searched = quick.total();
    let mut engines = both_for(&server, &quick, &favoured(), Some(Mode::Online));
    state(&server, &chief, event, &[("time_class", "standard"), ("mode", "online")]);
    finish(&mut engines);
    let stated = newest();
    assert_eq!((stated.manifest.missing, stated.event.mode), (None, Some(Mode::Online)));
    assert!(stated.players.iter().any(|player| player.roi.is_some()));
    assert_eq!(quick.total(), searched, "nothing is searched anew");
    let page = server.page(&chief, &format!("/events/{event}/results"));
    lacks(&page, &["State it now"]);
    says(&page, &["The official threshold for such an event: a z above 4.25 (AC 1.6a)."]);
    says(&server.page(&chief, &format!("/events/{event}/hints")), &["a z above 4.25 (AC 1.6a)"]);
    // The dossier and the case say the same.
    let job = tested::tested(&server, event, &chief, &mut engines);
    let made = server.read(|c| full_tests::test(c, event, job)).expect("a test");
    assert_eq!(threshold(&made), 4.25);
    let dossier = server.get(&chief, &format!("/events/{event}/full-tests/{job}/dossier.html")).text();
    says(&dossier, &["The threshold is 4.25", "What a platform finds itself is not final.", "ON A.3"]);
    let open = format!("{}/new-case", hero(&server, event));
    let case = server.post(&chief, &open, &with(&[("test", &job.to_string())])).leads().to_owned();
    says(&server.page(&chief, &case), &["online.", "a z above 4.25 (AC 1.6a)", "The threshold is 4.25"]);
}

/// Of class and mode only what is missing is asked, with the same words on every page of the event and in the list of events.
#[test]
fn only_what_is_not_stated_is_asked() {
    let server = TestServer::new();
    let (event, chief) = server.event_of("chief", "Olympiad", ("games.pgn", &online()));
    let rooms = ["", "/hints", "/engines", "/absences", "/results", "/members", "/settings"];
    let both = "it is not stated how it was played, and at which time class";
    let (mode, class) = ("it is not stated how it was played.", "it is not stated at which time class.");
    let marks = [
        "Not stated: how it was played, and the time class",
        "Not stated: how it was played<",
        "Not stated: the time class<",
    ];
    let asked = |now: Option<usize>| {
        for room in rooms {
            let page = server.page(&chief, &format!("/events/{event}{room}"));
            for (place, text) in [both, mode, class].into_iter().enumerate() {
                assert_eq!(page.contains(text), now == Some(place), "{room}, {text}: {page}");
            }
        }
        let list = server.page(&chief, "/");
        for (place, text) in marks.into_iter().enumerate() {
            assert_eq!(list.contains(text), now == Some(place), "{text}: {list}");
        }
    };
    asked(Some(0));
    state(&server, &chief, event, &[("time_class", "standard")]);
    asked(Some(1));
    state(&server, &chief, event, &[("mode", "online")]);
    asked(Some(2));
    // A control tells the class.
    state(&server, &chief, event, &[("mode", "online"), ("time_control", "90+30")]);
    asked(None);
}

/// Over the board, online and hybrid: the server's test is the command's with the file of the circumstances.
#[test]
fn a_full_test_has_the_digest_of_the_command_with_the_same_circumstances() {
    let (server, event, chief, _) = screened();
    for (mode, attention, level) in [
        ("over_the_board", "singled_out", 5.0),
        ("online", "complaint", 4.25),
        ("hybrid_online", "complaint_without_observation", 4.25),
        ("hybrid_over_the_board", "nobody", 5.0),
    ] {
        let mut engines = both_for(&server, &favoured(), &favoured(), Mode::by_name(mode));
        let observation = if attention == "complaint" { "with" } else { "without" };
        let named = |yes: bool| if yes { tested::HERO } else { "" };
        state(
            &server,
            &chief,
            event,
            &[
                ("mode", mode),
                ("players", "60"),
                ("singled_out", named(attention == "singled_out")),
                ("complaint_player", named(attention.starts_with("complaint"))),
                ("complaint_observation", observation),
                ("complaint_day", ""),
                ("first_day", "2026-05-02"),
                ("last_day", "2026-05-10"),
                ("place", "Batumi"),
                ("organiser", "A club"),
                ("chief_arbiter", "B. Arbiter"),
            ],
        );
        finish(&mut engines);
        let job = tested::tested(&server, event, &chief, &mut engines);
        let made = server.read(|c| full_tests::test(c, event, job)).expect("a test");
        let file = server.get(&chief, &format!("/events/{event}/circumstances.toml")).text();
        let stated = EventCircumstances::parse(&file).expect("the command reads it");
        let given = Given { stated: Some(&stated), ..Given::default() };
        let (direct, _) = direct(&favoured(), given);
        assert_eq!(made.manifest.digest, direct.manifest.digest, "{mode}");
        assert_eq!(made, direct, "every number, bit for bit");
        let rules = made.rules.as_ref().expect("rules");
        let told = serde_json::to_value(rules.circumstances).expect("JSON");
        assert_eq!((told["attention"].as_str(), told["players"].as_u64()), (Some(attention), Some(60)));
        assert_eq!(told["tests"], 61, "everybody screened, and the hero tested");
        assert_eq!(threshold(&made), level, "{mode}");
        assert!(made.place.as_ref().is_some_and(|place| place.players == 10));
        assert!(
            made.player.strength.as_ref().is_some_and(|strength| strength.field.is_some()),
            "the field's correction"
        );
        let path = format!("/events/{event}/full-tests/{job}/dossier.html");
        let first = server.get(&chief, &path).text();
        let first = first.split("<h2").nth(1).expect("the first page").to_owned();
        says(&first, &["2026.05.02", "2026.05.10", "Batumi", "A club", "B. Arbiter"]);
        let beside = server.read(|c| full_tests::supplement(c, event, job)).expect("there");
        assert_eq!(beside.custody.requested_by, Some(CustodyText::As("chief (chief arbiter)".to_owned())));
    }
}

/// The server's test with a second engine is the command's with it; the copy for the player leaves out a chief arbiter who played.
#[test]
fn a_full_test_with_a_second_engine_has_the_digest_of_the_command() {
    let (server, event, chief, engines) = screened();
    let searches = Searches::default();
    let second = second_session(&searches, server.app.storage.path());
    let mut engines = engines.beside(vec![("Other 2".to_owned(), second)]);
    let opponent = tested::example().1.others.first().expect("somebody").clone();
    state(
        &server,
        &chief,
        event,
        &[("mode", "over_the_board"), ("place", "Batumi"), ("chief_arbiter", &opponent)],
    );
    finish(&mut engines);
    let page = hero(&server, event);
    says(&server.page(&chief, &page), &["Second engine", "<option value=\"Other 2\">"]);
    let ask = format!("{page}/full-test");
    refused(&server.post(&chief, &ask, &[("second", "Lc0")]), "no second engine of this name");
    server.post(&chief, &ask, &[("second", "Other 2")]).leads();
    finish(&mut engines);
    let job = tests(&server, event).pop().expect("a job");
    assert_eq!((job.state, job.done), (State::Done, job.total));
    assert_eq!(searches.most(), 1, "no position twice, and no move beside the lines");
    let made = server.read(|c| full_tests::test(c, event, job.id)).expect("a test");
    let file = server.get(&chief, &format!("/events/{event}/circumstances.toml")).text();
    let stated = EventCircumstances::parse(&file).expect("the command reads it");
    let given = Given { stated: Some(&stated), second: Some(&Searches::default()), ..Given::default() };
    let (direct, own) = direct(&favoured(), given);
    assert_eq!(made.manifest.digest, direct.manifest.digest);
    assert_eq!(made, direct, "every number, bit for bit");
    let (without, _) = tested::direct(&favoured(), Given { second: None, ..given });
    assert_ne!(made.manifest.digest, without.manifest.digest);
    let compared = made.second_engine.as_ref().expect("compared");
    assert_eq!((compared.engine.name.as_str(), compared.settings.multipv), ("Scripted 2", 1));
    assert!(compared.player.decisions > 50 && compared.player.second_matches < compared.player.decisions);
    let beside = server.read(|c| full_tests::supplement(c, event, job.id)).expect("there");
    assert_eq!((&beside.evaluations, &beside.second), (&own.evaluations, &own.second));
    let runs: Vec<_> =
        beside.custody.runs.iter().map(|run| (run.engine.name.as_str(), run.searched)).collect();
    assert_eq!(runs[1], ("Scripted 2", searches.total() as u64));
    assert_eq!((runs.len(), runs[0].0), (2, "Scripted 1"));
    says(&server.page(&chief, &page), &["Second engine: Other 2"]);
    says(&server.page(&chief, &format!("/events/{event}/audit")), &["second engine Other 2"]);

    // Both copies give their numbers again; only one names the opponent.
    let path = format!("/events/{event}/full-tests/{}", job.id);
    for (copy, named) in [("bundle.zip", true), ("defence.zip", false)] {
        let answer = server.get(&chief, &format!("{path}/{copy}"));
        answer.has_status(StatusCode::OK);
        let bytes = answer.body;
        assert_eq!(String::from_utf8_lossy(&bytes).contains(&opponent), named, "{copy}");
        assert_eq!(String::from_utf8_lossy(&bytes).contains("Batumi"), named, "{copy}");
        let word = chief.csrf_token();
        let fields = [("csrf", word.as_str()), ("key", "")];
        let checked =
            server.upload_files(&chief, "/verify", &fields, &[("file", "bundle.zip", &bytes)]).text();
        says(&checked, &["Everything holds.", "computed again and are the same", &made.manifest.digest]);
    }

    // Taken out of the settings, it is none any more.
    server.post(&chief, &ask, &[("second", "Other 2")]).leads();
    finish(&mut both(&server, &favoured(), &favoured()));
    let job = tests(&server, event).pop().expect("a job");
    assert_eq!((job.state, job.reason), (State::Failed, Some(Reason::SecondEngine)));
}

/// Games of a followed source propose as uploaded ones do.
#[test]
fn a_followed_event_proposes_what_its_games_say() {
    let (server, chief, event, place) = followed(rounds(3..=4), "0");
    let settings = || server.page(&chief, &format!("/events/{event}/settings"));
    let mut follower = Follower::new(&server.app);
    follower.look_now().expect("looked");
    says(
        &settings(),
        &["This is what the games say.", "value=\"over_the_board\" selected", "Balatonlelle HUN"],
    );
    lacks(&server.page(&chief, &format!("/events/{event}")), &["State it now"]);
    std::fs::write(&place, online()).expect("written");
    server.clock.advance(60);
    follower.look_now().expect("looked");
    says(&settings(), &["value=\"online\" selected"]);
    says(&server.page(&chief, &format!("/events/{event}")), &["State it now"]);
    state(&server, &chief, event, &[("mode", "online"), ("time_class", "standard")]);
    lacks(&settings(), &["This is what the games say."]);
    lacks(&server.page(&chief, &format!("/events/{event}")), &["State it now"]);
}

/// The threshold that the statements of a test name.
fn threshold(test: &FullTest) -> f64 {
    let rules = serde_json::to_value(&test.rules).expect("JSON");
    let statements = rules["statements"].as_array().expect("statements").clone();
    let counted = statements.iter().find_map(|statement| statement["threshold"]["level"]["z"].as_f64());
    counted.expect("a threshold")
}

#[test]
fn a_case_and_its_full_tests_have_one_threshold() {
    let (server, event, chief, mut engines) = screened();
    let board = tested::tested(&server, event, &chief, &mut engines).to_string();
    let open = format!("{}/new-case", hero(&server, event));
    let case = server.post(&chief, &open, &with(&[("test", &board)])).leads().to_owned();
    says(&server.page(&chief, &case), &["not stated", "The threshold is 5.00"]);
    // Online play is not held to what was measured over the board.
    state(&server, &chief, event, &[("mode", "online")]);
    finish(&mut engines);
    let screened = server.read(|c| results::latest(c, event)).expect("a result").screening;
    assert_eq!(screened.manifest.missing, Some(Missing::TimeClass));
    assert!(screened.players.iter().all(|player| player.roi.is_none()));
    let page = server.page(&chief, &format!("/events/{event}/results"));
    says(&page, &["no calibration for standard games played online", "967 games of 9 tournaments"]);
    state(&server, &chief, event, &[("mode", "over_the_board")]);
    finish(&mut engines);
    engines = both_for(&server, &favoured(), &favoured(), Some(Mode::Online));
    state(&server, &chief, event, &[("mode", "online")]);
    finish(&mut engines);
    // The test of before shows no threshold any more, in the case and on the page of the player.
    let page = server.page(&chief, &case);
    says(&page, &["online.", "a z above 4.25 (AC 1.6a)", "This test counts the event in another way"]);
    lacks(&page, &["The threshold is 5.00"]);
    says(&server.page(&chief, &hero(&server, event)), &["This test counts the event in another way"]);
    let second = server.post(&chief, &open, &with(&[("test", &board)]));
    refused(&second, "counts the event in another way");
    let online = tested::tested(&server, event, &chief, &mut engines).to_string();
    server.post(&chief, &format!("{case}/full-tests"), &[("test", &online)]).leads();
    says(&server.page(&chief, &case), &["The threshold is 4.25"]);
    lacks(&server.page(&chief, &case), &["The threshold is 5.00"]);
    // A hybrid event counts by how it was played.
    state(&server, &chief, event, &[("mode", "hybrid_over_the_board")]);
    says(&server.page(&chief, &case), &["hybrid, counts as over the board.", "a z above 5.00 (AC 1.6b)"]);
}

#[test]
fn hints_take_rounds_players_and_attention() {
    let (server, event, chief, mut engines) = screened();
    let before = hints(&server, event);
    assert_eq!(before["promise"]["looks"]["planned"], "open");
    state(
        &server,
        &chief,
        event,
        &[
            ("rounds", "9"),
            ("players", "60"),
            ("complaint_player", tested::HERO),
            ("complaint_observation", "with"),
            ("complaint_day", ""),
        ],
    );
    finish(&mut engines);
    let after = hints(&server, event);
    assert_eq!(after["promise"]["looks"], serde_json::json!({"planned": "rounds", "rounds": 9}));
    assert_eq!(after["promise"]["players"], 60);
    let players = after["players"].as_array().expect("players");
    let hero = players.iter().find(|player| player["name"] == tested::HERO).expect("there");
    assert_eq!(hero["attention"], "complaint");
}

#[test]
fn the_copy_for_the_player_is_taken_out_and_bundles_are_checked_on_a_page() {
    let (server, event, chief, mut engines) = screened();
    let job = tested::tested(&server, event, &chief, &mut engines);
    let path = format!("/events/{event}/full-tests/{job}");
    says(&server.page(&chief, &hero(&server, event)), &[&format!("{path}/defence.zip")]);
    let bundle = server.get(&chief, &format!("{path}/bundle.zip")).body;
    let defence = server.get(&chief, &format!("{path}/defence.zip")).body;
    let made = server.read(|c| full_tests::test(c, event, job)).expect("a test");
    let others = server.read(|c| full_tests::supplement(c, event, job)).expect("there").others;
    assert!(others.len() > 5);
    let text = String::from_utf8_lossy(&defence);
    assert!(others.iter().all(|name| !text.contains(name.as_str())), "nobody else is named");
    assert!(others.iter().all(|name| String::from_utf8_lossy(&bundle).contains(name.as_str())));

    let check = |browser: &Browser, key: &str, bytes: &[u8]| {
        let word = browser.csrf_token();
        let fields = [("csrf", word.as_str()), ("key", key)];
        server.upload_files(browser, "/verify", &fields, &[("file", "bundle.zip", bytes)])
    };
    let key = server.app.signing.public().text();
    let key = key.lines().last().expect("a key").to_owned();
    for bytes in [&bundle, &defence] {
        let page = check(&chief, "", bytes).text();
        let digest = made.manifest.digest.as_str();
        says(
            &page,
            &["Everything holds.", "with the key of this server", "computed again and are the same", digest],
        );
        says(&check(&chief, &key, bytes).text(), &["with the key that you gave"]);
    }
    for language in Language::all() {
        let reader = Browser { language: Some(language), ..chief.clone() };
        assert_eq!(reports::wording::forbidden(&check(&reader, "", &bundle).text()), None, "{language}");
    }
    // Of another server, the key inside says little.
    let other = TestServer::new();
    let (_, somebody) = other.person("somebody", Role::Arbiter);
    let word = somebody.csrf_token();
    let fields = [("csrf", word.as_str()), ("key", "")];
    let page = other.upload_files(&somebody, "/verify", &fields, &[("file", "b.zip", &bundle)]).text();
    says(&page, &["Everything holds.", "with a key that came with it"]);
    // One changed byte of a game.
    let mut changed = bundle.clone();
    let at = changed.windows(7).position(|part| part == b"[Event ").expect("games are not packed");
    changed[at + 8] ^= 1;
    let page = check(&chief, "", &changed).text();
    says(&page, &["Something does not hold.", "DIFFERS"]);
    lacks(&page, &["Everything holds."]);
    let reader = Browser { language: Some("ru".parse().expect("known")), ..chief.clone() };
    let page = check(&reader, "", &changed).text();
    says(&page, &["games.pgn изменён. В списке", "РАСХОДИТСЯ", "dossier.json не изменён."]);
    lacks(&page, &["DIFFERS", "unchanged", "listed with"]);
    let whole = check(&reader, "", &bundle).text();
    says(&whole, &["dossier.html: сделано заново из данных", "Контрольная сумма заново вычисленных чисел"]);
    lacks(&whole, &["byte for byte", "as the manifest"]);
    refused(&check(&chief, "no key", &bundle), "This is no public key.");
    says(&check(&chief, "", b"no bundle").text(), &["Something does not hold.", "DIFFERS"]);
    assert!(server.leftovers().is_empty(), "nothing is kept: {:?}", server.leftovers());
}

#[test]
fn the_command_finds_the_answers_of_the_server_in_its_file_and_the_other_way_round() {
    let server = TestServer::new();
    let (event, _) = tested::event(&server, "chief");
    let command = Searches::default();
    let settings = uci_pool::Settings::QUICK;
    let plans = |session: &pipeline::EngineSession<_>| {
        let plans = analyzer::plan::all(&super::scripted::read(&rounds(3..=9)).games);
        let open = session.unanswered(&plans).expect("asked").len();
        (plans, open)
    };
    // `fairplay screen --store` with the server's file, for one half of the games.
    let mut session = session(&command, &settings, server.app.storage.path());
    let (all, open) = plans(&session);
    assert!(open > 100);
    let half = &all[..all.len() / 2];
    let played = pipeline::SearchPlayedMove::IfUnlisted;
    session.answer(half, played, &|| false, &mut |_| ()).expect("answers");
    let by_command = command.total();
    let by_server = Searches::default();
    finish(&mut super::scripted::runner(&server, &by_server));
    assert!(server.read(|c| results::latest(c, event)).is_some());
    assert!(by_server.total() > 0 && by_command > 0);
    session.answer(&all, played, &|| false, &mut |_| ()).expect("answers");
    assert_eq!(command.total(), by_command, "the server's answers are found");
    let whole = Searches::default();
    let alone = TestServer::new();
    tested::event(&alone, "chief");
    finish(&mut super::scripted::runner(&alone, &whole));
    assert_eq!(by_server.total() + by_command, whole.total(), "no position was searched twice");
}
