//! Full tests: asked for on the page of a player, interrupted, shown, taken out.

use std::collections::BTreeMap;
use std::num::{NonZeroU32, NonZeroU64};
use std::sync::OnceLock;

use analyzer::full_test::{
    Circumstances, FieldScreening, FullTest, Performance, ReportCheck, Second, SupportingEvidence as Handed,
};
use analyzer::hints::Who;
use analyzer::screening::PlayerResult;
use analyzer::{Parameters, shipped};
use axum::http::StatusCode;
use datasets::{AbsenceLog, Aliases, Collection};
use pipeline::{
    CalibratedEngine, EventCircumstances, EventPlayer, PlayerGames, PlayerTest, PrepareOptions, RatingChoice,
    SearchPlayedMove, TestContext,
};
use reports::bundle::{Verifier, key_file};
use reports::custody::Custody;
use reports::{Language, bundle_files};
use serde_json::Value;
use uci_pool::Settings;

use super::engines::rounds;
use super::scripted::{Scripted, Searches, both, finish, parameters, read, runner, second_session, session};
use super::test_server::{Browser, TestServer, says};
use crate::accounts::roles::Role;
use crate::clock::timestamp;
use crate::events::absences::test_log::LeftOut;
use crate::events::results::name_of;
use crate::jobs::full_tests::{self, Packed, Supplement};
use crate::jobs::runner::{Runner, Turn};
use crate::jobs::{self, Job, Kind, State};
use crate::store::audit::{self, HeadList, Place};
use crate::store::bundle_key;

/// Plays the first lines in these tests.
pub(super) const HERO: &str = "Gormally, D";

/// The whole bundled event.
pub(super) fn games() -> &'static str {
    static GAMES: OnceLock<String> = OnceLock::new();
    GAMES.get_or_init(|| rounds(3..=9))
}

/// Files given to the command beside the games.
#[derive(Clone, Copy, Default)]
pub(super) struct Given<'a> {
    /// A log of absences.
    pub(super) log: Option<&'a str>,
    pub(super) report: Option<&'a str>,
    pub(super) book: Option<&'a [u8]>,
    /// The circumstances of the event.
    pub(super) stated: Option<&'a EventCircumstances>,
    /// A second engine.
    pub(super) second: Option<&'a Searches>,
    /// Other games than those of the bundled event.
    pub(super) games: Option<&'a str>,
    /// Earlier events of the hero.
    pub(super) earlier: Option<&'a [Performance]>,
}

/// A full test of the hero with what belongs to it, made without a service.
pub(super) fn direct(searches: &Searches, beside: Given<'_>) -> (FullTest, Supplement) {
    let (tested, supplement) = direct_test(searches, beside);
    (tested.test, supplement)
}

/// The same with the sums for later events.
pub(super) fn direct_test(searches: &Searches, beside: Given<'_>) -> (PlayerTest, Supplement) {
    let folder = tempfile::tempdir().expect("a folder");
    let collection = read(beside.games.unwrap_or_else(|| games()));
    let aliases = Aliases::default();
    let roster = datasets::roster_with(&collection, &aliases).expect("two sides");
    let person = roster.people.iter().position(|person| person.name == HERO);
    let whole = EventPlayer { collection: &collection, roster: &roster, person: person.expect("the hero") };
    let store = folder.path().join("direct.sqlite");
    let stated = beside.stated.cloned().unwrap_or_default();
    let stated_mode = stated.mode;
    let book = beside.book.map(|bytes| {
        let path = folder.path().join("opening.book");
        std::fs::write(&path, bytes).expect("written");
        path
    });
    let mut session = session(searches, &Settings::FULL, &store);
    let played = stated.played(None);
    let reading = PrepareOptions {
        name: Some("chief"),
        fallback: "",
        aliases: &aliases,
        rating: RatingChoice::default(),
        played: &played,
        book: book.as_deref(),
        store: &store,
    };
    let screening = screening(&collection, &reading);
    let player = &roster.people[whole.person];
    let field = FieldScreening::parse("screening.json", &screening, &collection, player);
    let field = field.expect("of the same games");
    let games = PlayerGames::select(&whole, None, &reading).expect("games");
    let answers = session
        .answer(&games.event.plans, SearchPlayedMove::IfUnlisted, &|| false, &mut |_| ())
        .expect("answers");
    let given = Parameters::parse(&parameters(shipped::FULL_STOCKFISH_15_1, stated_mode)).expect("reads");
    let report = beside.report.map(|report| {
        let report =
            datasets::tournament::trf::read("report.trf", report.as_bytes(), None).expect("a report");
        ReportCheck::new("report.trf", &report, &collection, &roster, whole.person)
    });
    let absences = beside.log.map(|log| {
        let log = AbsenceLog::parse("absences.toml", log.as_bytes()).expect("a log");
        let (own, roster) = (&games.event.collection, &games.event.roster);
        log.of_person(own, roster, games.person).expect("it fits")
    });
    let players = stated.players.map_or(report.as_ref().map_or(10, |report| report.players), NonZeroU32::get);
    let second = beside.second.map(|searches| {
        let mut session = second_session(searches, &store);
        let answers = session.answer(&games.event.plans, SearchPlayedMove::Never, &|| false, &mut |_| ());
        (session.identity, session.settings, answers.expect("answers"))
    });
    let stated_event = stated.stated_event();
    let stated = TestContext {
        second: second.as_ref().map(|(engine, settings, evaluations)| Second {
            engine,
            settings,
            evaluations,
        }),
        // As `--tests`: everybody was screened, and the hero was tested.
        circumstances: Circumstances {
            tests: NonZeroU64::new(u64::from(players) + 1),
            ..stated.of_test(&roster, whole.person)
        },
        beside: Handed {
            players: Some(10),
            screening: Some(&field),
            report: report.as_ref(),
            absences: absences.as_ref(),
            stated: stated_event.as_ref(),
            earlier: beside.earlier,
            ..Handed::default()
        },
    };
    let engine = (&session.identity, &session.settings);
    let tested = games.test(&answers, engine, Some(&given), &stated).expect("a test");
    let custody = Custody::new(&tested.test, Language::ENGLISH, timestamp(0));
    let beside = Supplement {
        premises: tested.premises.clone(),
        custody,
        games: datasets::write_pgn(&games.event.collection.games, |_| None),
        evaluations: reports::evaluations_jsonl(&answers).expect("written"),
        second: second.map(|(.., answers)| reports::evaluations_jsonl(&answers).expect("written")),
        parameters: given.write().expect("written"),
        others: whole.others(),
        absences: beside.log.map(str::to_owned),
        report: None,
        screening: None,
    };
    (tested, beside)
}

/// `screening.json` of an event with the favoured hero, made without a service.
fn screening(collection: &Collection, reading: &PrepareOptions<'_>) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    let session = session(&favoured(), &Settings::QUICK, &folder.path().join("quick.sqlite"));
    let parameters = Some(parameters(shipped::QUICK_STOCKFISH_15_1, reading.played.mode));
    let mut quick = CalibratedEngine { session, parameters };
    let event = pipeline::prepare(collection.clone(), reading).expect("prepared");
    let played = SearchPlayedMove::IfUnlisted;
    let answers = quick.session.answer(&event.plans, played, &|| false, &mut |_| ()).expect("answers");
    reports::json(&quick.screen(&event, &answers).expect("a screening").screening).expect("written")
}

pub(super) fn favoured() -> Searches {
    Searches::favouring(HERO, games())
}

pub(super) fn example() -> &'static (FullTest, Supplement) {
    static MADE: OnceLock<(FullTest, Supplement)> = OnceLock::new();
    MADE.get_or_init(|| direct(&favoured(), Given::default()))
}

/// Stores a full test that was made, under the name of a player; its number.
pub(super) fn stored(server: &TestServer, event: i64, player: &PlayerResult) -> i64 {
    let (test, beside) = example();
    let new = Packed::new(test, beside, &LeftOut::default()).expect("packed");
    let who = Who { name: player.name.clone(), fide_id: player.fide_id };
    server.write(move |c| {
        let job = full_tests::ask(c, event, &who, "a \u{202e}remark", "")?.expect("asked");
        full_tests::settle(c, job, Some(9))?;
        full_tests::store(c, job, &new)?;
        jobs::begin(c, job)?;
        jobs::end(c, job, None)?;
        Ok(job)
    })
}

/// An event of seven rounds, made by a chief arbiter.
pub(super) fn event(server: &TestServer, chief: &str) -> (i64, Browser) {
    server.event_of(chief, chief, ("games.pgn", games()))
}

/// A server with such an event, whose screening is finished; the rule is off.
pub(super) fn screened() -> (TestServer, i64, Browser, Runner<Scripted>) {
    let server = TestServer::new();
    let (event, chief) = event(&server, "chief");
    set(&server, &chief, event, false, "60");
    let mut engines = both(&server, &favoured(), &favoured());
    finish(&mut engines);
    (server, event, chief, engines)
}

/// The address of the hero's page.
pub(super) fn hero(server: &TestServer, event: i64) -> String {
    let found = server.read(|c| crate::events::results::latest(c, event)).expect("a result");
    let hero = found.screening.players.iter().find(|player| player.name == HERO);
    let hero = hero.expect("the hero");
    format!("/events/{event}/players/{}", name_of(&hero.name, hero.fide_id))
}

pub(super) fn tests(server: &TestServer, event: i64) -> Vec<Job> {
    let mut jobs = server.read(|c| jobs::of_event(c, event));
    jobs.retain(|job| job.kind == Kind::FullTest);
    jobs.reverse();
    jobs
}

/// The newest hints as programs read them.
pub(super) fn hints(server: &TestServer, event: i64) -> Value {
    let text = server.read(|c| jobs::hints::document(c, event));
    serde_json::from_str(&text.expect("hints")).expect("JSON")
}

pub(super) fn set(server: &TestServer, browser: &Browser, event: i64, on: bool, minutes: &str) {
    let mut fields = vec![("core_minutes", minutes)];
    fields.extend(on.then_some(("on", "yes")));
    server.post(browser, &format!("/events/{event}/full-tests"), &fields).leads();
}

/// Hints wait for a second engine, which searches each of their positions once; one that was not fitted is refused at the start.
#[test]
fn hints_take_a_second_engine_into_account() {
    let alone = {
        let (server, event, _, _) = screened();
        hints(&server, event)
    };
    assert!(alone.get("second_engine").is_none());
    let server = TestServer::new();
    let (event, _) = event(&server, "chief");
    let searches = Searches::default();
    let second = || ("Other 2".to_owned(), second_session(&searches, server.app.storage.path()));
    let engines = || both(&server, &favoured(), &favoured()).beside(vec![second()]);
    let refused = engines().with_hints_by("Lc0").err().expect("not there");
    assert!(refused.to_string().contains("the second engine `Lc0`"), "{refused}");
    finish(&mut engines().with_hints_by("Other 2").expect("fitted"));
    let found = hints(&server, event);
    assert_eq!(found["second_engine"]["engine"]["name"], "Scripted 2");
    assert!(searches.total() > 50 && searches.most() == 1, "no position twice");
    let values = |hints: &Value| -> BTreeMap<String, Value> {
        let players = hints["players"].as_array().expect("players").iter();
        players.map(|player| (player["name"].to_string(), player["course"]["now"].clone())).collect()
    };
    let (before, now) = (values(&alone), values(&found));
    assert_eq!(before.len(), now.len());
    assert!(now.iter().filter(|(name, value)| before.get(*name) != Some(value)).count() > 5);
}

#[test]
fn a_full_test_from_the_server_is_the_one_made_directly() {
    let server = TestServer::new();
    let (event, chief) = event(&server, "chief");
    set(&server, &chief, event, false, "60");
    let full = favoured();
    let mut engines = both(&server, &favoured(), &full);
    finish(&mut engines);
    assert_eq!(full.total(), 0, "the rule is off, and nobody has asked");
    let page = hero(&server, event);
    says(&server.page(&chief, &page), &["There is no full test of this player yet"]);
    let fields = [("reason", "remark after round 3")];
    let asked = server.post(&chief, &format!("{page}/full-test"), &fields);
    assert_eq!(asked.leads(), format!("{page}#full-tests"));
    let again = server.post(&chief, &format!("{page}/full-test"), &[]);
    assert_eq!(again.status, StatusCode::UNPROCESSABLE_ENTITY, "one at a time");
    assert_eq!(engines.turn().expect("a turn"), Turn::Worked);
    let job = tests(&server, event).remove(0);
    assert_eq!(job.state, State::Running);
    assert!(job.total > 100 && job.done > 0 && job.done < job.total, "{job:?}");
    let work = server.get(&chief, &format!("/events/{event}/engines")).text();
    assert!(work.contains("Full test of Gormally, D") && work.contains("positions answered"));
    finish(&mut engines);

    let job = tests(&server, event).remove(0);
    assert_eq!((job.state, job.done), (State::Done, job.total));
    assert_eq!(full.most(), 1, "no position twice");
    let made = server.read(|c| full_tests::test(c, event, job.id)).expect("a test");
    let (direct, own) = example();
    assert_eq!(made.manifest.digest, direct.manifest.digest);
    assert_eq!(&made, direct, "every number, bit for bit");
    let beside = server.read(|c| full_tests::supplement(c, event, job.id)).expect("there");
    assert_eq!(
        (&beside.premises, &beside.games, &beside.evaluations, &beside.others),
        (&own.premises, &own.games, &own.evaluations, &own.others)
    );
    let run = &beside.custody.runs[0];
    assert_eq!((run.searched, run.stored), (full.total() as u64, 0));
    assert_eq!(beside.custody.inputs[0].name.as_deref(), Some("games.pgn"));

    // The page says it in words, and the second model stands beside the first.
    let z = made.player.overall_z.expect("a z");
    let second = made.player.depth_aware.as_ref().expect("both readings").overall_z;
    assert!(z > 2.0, "{z}");
    let shown = server.get(&chief, &page).text();
    let numbers = [z, second].map(|z| format!("{z:+.2}"));
    let file = format!("/events/{event}/full-tests/{}/dossier.json", job.id);
    says(&shown, &[&numbers[0], &numbers[1], "about one in", "What the rules say", "Games up to round 9"]);
    says(&shown, &["remark after round 3", &file]);
    // What is handed out is what was made, and the log says who has it.
    let path = format!("/events/{event}/full-tests/{}", job.id);
    let json = server.get(&chief, &format!("{path}/dossier.json"));
    let read: FullTest = serde_json::from_slice(&json.body).expect("a test");
    assert_eq!(&read, direct);
    assert!(json.header("content-disposition").starts_with("attachment"));
    for language in Language::all() {
        let reader = Browser { language: Some(language), ..chief.clone() };
        let dossier = server.get(&reader, &format!("{path}/dossier.html")).text();
        assert!(dossier.contains(&format!("<html lang=\"{language}\">")));
        assert!(dossier.contains("remark after round 3") && dossier.contains(&made.manifest.digest));
        assert_eq!(reports::wording::forbidden(&dossier), None);
    }
    #[cfg(feature = "pdf")]
    {
        let pdf = server.get(&chief, &format!("{path}/dossier.pdf")).body;
        assert!(pdf.starts_with(b"%PDF"));
    }
    let zip = server.get(&chief, &format!("{path}/bundle.zip")).body;
    attested_by_the_server(&server, &zip);
    let files = opened(&zip);
    assert_eq!(files[bundle_files::GAMES], own.games.as_bytes());
    assert_eq!(files[bundle_files::EVALUATIONS], own.evaluations.as_bytes());
    for missing in ["dossier.txt", "../1/dossier.json"] {
        server.get(&chief, &format!("{path}/{missing}")).has_status(StatusCode::NOT_FOUND);
    }
    let log = server.log(Some(Place::Event(event)));
    let exported: Vec<&str> = log
        .iter()
        .filter(|entry| entry.subject == format!("full test {}", job.id))
        .filter_map(|entry| Some(entry.detail.split_once(", sha256 ")?.0))
        .filter(|document| *document != "dossier.pdf")
        .collect();
    assert_eq!(exported, ["dossier.json", "dossier.html", "dossier.html", "dossier.html", "bundle.zip"]);
    let hash = uci_pool::hex(&<sha2::Sha256 as sha2::Digest>::digest(&zip));
    assert!(log.iter().any(|entry| entry.detail == format!("bundle.zip, sha256 {hash}")), "what left");
    assert!(log.iter().any(|entry| entry.action == "full_test_asked"));
    assert!(log.iter().all(|entry| !entry.detail.contains("Gormally")));
    // The hints have it, under the round that its games go up to.
    let hints = hints(&server, event);
    assert_eq!(hints["full_tests"], true);
    let players = hints["players"].as_array().expect("players");
    let one = players.iter().find(|player| player["name"] == HERO).expect("there");
    assert_eq!((one["full"]["z"].as_f64(), &one["full"]["after_round"]), (Some(z), &9.into()));

    // Somebody else's event has no such test, and neither has an arbiter the file.
    let (other, stranger) = self::event(&server, "stranger");
    let answer = server.get(&stranger, &format!("/events/{other}/full-tests/{}/dossier.json", job.id));
    answer.has_status(StatusCode::NOT_FOUND);
    let (id, arbiter) = server.person("arbiter", Role::Arbiter);
    server.member(event, id, Role::Arbiter);
    let seen = server.get(&arbiter, &page).text();
    assert!(seen.contains(&format!("{z:+.2}")) && !seen.contains("dossier.json"), "{seen}");
    assert!(!seen.contains("/full-test\""), "no form");
}

/// The bundle is signed with the server's own key, which lies beside its file for its owner alone, its pages are what its numbers
/// give, and it holds a head of the audit log.
fn attested_by_the_server(server: &TestServer, zip: &[u8]) {
    let path = bundle_key::path(server.app.storage.path());
    let key = key_file::read(&path).expect("the server's key, which nobody else may read");
    let bundle = server.folder.path().join("taken.zip");
    std::fs::write(&bundle, zip).expect("written");
    let verifier = Verifier::new(Some(*key.public()));
    let wanted = [bundle_files::DOSSIER, bundle_files::CUSTODY];
    let (checked, files) = verifier.open(&bundle, &wanted).expect("a bundle");
    let repeated = bundle_files::consistency(checked.manifest.as_ref().expect("a manifest"), &files);
    assert!(
        repeated.0.len() >= 7 && repeated.0.iter().all(|check| check.holds == Some(true)),
        "{repeated:?}"
    );
    assert!(checked.with(repeated.0).attested);
    let custody: Custody = serde_json::from_slice(&files[bundle_files::CUSTODY]).expect("a custody");
    let head = custody.audit_head.expect("a head").parse().expect("NUMBER:HASH");
    let noted = [HeadList { place: "bundle".to_owned(), heads: vec![head] }];
    assert!(server.read(move |c| audit::verify_with(c, &noted)).holds());
}

/// The attached files of a bundle that holds together.
pub(super) fn opened(zip: &[u8]) -> BTreeMap<String, Vec<u8>> {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("bundle.zip");
    std::fs::write(&path, zip).expect("written");
    let wanted = [
        bundle_files::GAMES,
        bundle_files::EVALUATIONS,
        "absences.toml",
        bundle_files::REPORT,
        "event-1-games.pgn",
        "event-1-evaluations.jsonl",
        "event-1-dossier.json",
    ];
    let (checked, files) = Verifier::new(None).open(&path, &wanted).expect("a bundle");
    assert!(checked.holds, "{checked:?}");
    files
}

/// Asks for a full test of the hero and makes it; its number.
pub(super) fn tested(
    server: &TestServer,
    event: i64,
    chief: &Browser,
    engines: &mut Runner<Scripted>,
) -> i64 {
    let page = hero(server, event);
    server.post(chief, &format!("{page}/full-test"), &[]).leads();
    finish(engines);
    let job = tests(server, event).pop().expect("a job");
    assert_eq!(job.state, State::Done);
    job.id
}

#[test]
fn a_killed_full_test_goes_on_and_repeats_nothing() {
    let mut server = TestServer::new();
    let (event, chief) = event(&server, "chief");
    set(&server, &chief, event, false, "60");
    let (quick, full) = (favoured(), favoured());
    finish(&mut both(&server, &quick, &full));
    let page = hero(&server, event);
    server.post(&chief, &format!("{page}/full-test"), &[]).leads();
    for after in [20, 150] {
        let mut engines = both(&server, &quick, &full.breaking_after(after, &server.app));
        while full.total() < after {
            assert_eq!(engines.turn().expect("a turn"), Turn::Worked);
        }
        assert_eq!(full.total(), after, "interrupted within a game");
        drop(engines);
        assert_eq!(tests(&server, event)[0].state, State::Running, "as a killed server leaves it");
        server = server.restarted();
    }
    finish(&mut both(&server, &quick, &full.unbroken()));
    let job = tests(&server, event).remove(0);
    assert_eq!((job.state, full.most()), (State::Done, 1), "nothing twice");
    let made = server.read(|c| full_tests::test(c, event, job.id)).expect("a test");
    assert_eq!(made.manifest.digest, example().0.manifest.digest);
    let order = server.read(|c| full_tests::by_job(c, job.id)).expect("there");
    assert_eq!(order.searched, full.total() as u64, "what was searched before is counted");
    assert!(order.core_seconds > 0.0);
}

#[test]
fn without_a_calibration_the_pages_say_so_and_offer_nothing() {
    let server = TestServer::new();
    let (event, chief) = super::engines::event(&server, "chief");
    finish(&mut runner(&server, &Searches::default()));
    let found = server.read(|c| crate::events::results::latest(c, event)).expect("a result");
    let player = &found.screening.players[0];
    let page = format!("/events/{event}/players/{}", name_of(&player.name, player.fide_id));
    for path in [page.clone(), format!("/events/{event}"), format!("/events/{event}/hints")] {
        let text = server.get(&chief, &path).text();
        assert!(text.contains("No full test can be made here"), "{path}");
        assert!(!text.contains("full-test\"") && !text.contains("core_minutes"), "{path}");
    }
    server.post(&chief, &format!("{page}/full-test"), &[]).has_status(StatusCode::UNPROCESSABLE_ENTITY);
    assert!(tests(&server, event).is_empty());
}
