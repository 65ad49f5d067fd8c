//! A service in a folder of its own, and browsers that ask it, without a network.

use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;
use std::time::Duration;

use analyzer::hints::Who;
use analyzer::screening::{GameTrace, PlayerResult, Screening};
use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::header::{CONTENT_TYPE, COOKIE, LOCATION, SET_COOKIE};
use axum::http::{HeaderMap, Request, StatusCode};
use reports::Language;
use rusqlite::Connection;
use serde_json::Value;
use tempfile::TempDir;
use tokio::runtime::Runtime;
use tower::ServiceExt as _;

use crate::accounts::members;
use crate::accounts::password::Cost;
use crate::accounts::people;
use crate::accounts::roles::Role;
use crate::accounts::sessions;
use crate::accounts::totp::Shared;
use crate::app::{App, ServiceError, Settings};
use crate::cases::rules::Venue;
use crate::cases::{self, NewCase, Prompt};
use crate::clock::{Clock, Zone};
use crate::events;
use crate::events::results;
use crate::jobs::notifications::NotificationSettings;
use crate::store::Result;
use crate::store::audit::{self, Entry, Place};
use crate::store::change::Change;
use crate::web::limits::Limits;
use crate::web::respond::encoded;
use crate::web::routes;

/// A small event: one game to score, one without moves, one that breaks at its second move.
pub(crate) const GAMES: &str = "\
[Event \"Spring Open\"]\n[Date \"2026.03.01\"]\n[Round \"1\"]\n[White \"Birch, Anna\"]\n[Black \"Oak, Boris\"]\n[Result \"1-0\"]\n\n\
1. e4 e5 2. Qh5 Ke7 3. Qxe5# 1-0\n\n\
[Event \"Spring Open\"]\n[Date \"2026.03.01\"]\n[Round \"1\"]\n[White \"Elm, Clara\"]\n[Black \"Ash, Dan\"]\n[Result \"1-0\"]\n\n\
1-0\n\n\
[Event \"Spring Open\"]\n[Date \"2026.03.02\"]\n[Round \"2\"]\n[White \"Oak, Boris\"]\n[Black \"Elm, Clara\"]\n[Result \"0-1\"]\n\n\
1. e4 e5 2. Ke3 0-1\n\n";

/// The password of everybody.
pub(crate) const PASSWORD: &str = "correct horse battery";

/// The address of requests without a network.
const NOWHERE: IpAddr = IpAddr::V4(Ipv4Addr::UNSPECIFIED);

/// The shared secret of everybody's second factor.
const SHARED: &[u8; 20] = b"12345678901234567890";

/// The code that a device with the shared secret of everybody shows at a time.
pub(crate) fn code_at(now: i64) -> String {
    Shared::from_bytes(SHARED).expect("20 bytes").code_at(now)
}

/// Gives a person the second factor of everybody.
pub(crate) fn set_second_factor(c: &Change<'_>, person: i64) -> Result<()> {
    let sql = "INSERT INTO second_factor (person, secret, made) VALUES (?1, ?2, ?3)";
    c.execute(sql, rusqlite::params![person, SHARED, c.now])?;
    Ok(())
}

pub(crate) struct TestServer {
    pub(crate) folder: Arc<TempDir>,
    pub(crate) app: App,
    pub(crate) clock: Clock,
    router: Router,
    runtime: Arc<Runtime>,
}

#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Vec<u8>,
}

impl Answer {
    pub(crate) fn text(&self) -> String {
        String::from_utf8(self.body.clone()).expect("text")
    }

    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().expect("text"))
    }

    /// The text between the first `from` and the `to` behind it.
    pub(crate) fn between(&self, from: &str, to: char) -> String {
        let text = self.text();
        let found = text.split_once(from).and_then(|(_, rest)| rest.split(to).next());
        found.unwrap_or_else(|| panic!("no {from} in {text}")).to_owned()
    }

    #[track_caller]
    pub(crate) fn has_status(&self, status: StatusCode) {
        assert_eq!(self.status, status, "{}", self.text());
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).expect("JSON")
    }

    /// Where it leads to.
    pub(crate) fn leads(&self) -> &str {
        assert_eq!(self.status, StatusCode::SEE_OTHER, "{}", String::from_utf8_lossy(&self.body));
        self.header(LOCATION.as_str())
    }

    /// The number at the end of the address that it leads to.
    pub(crate) fn number(&self) -> i64 {
        self.leads().rsplit('/').next().and_then(|id| id.parse().ok()).expect("a number")
    }

    /// The value of a cookie that it sets.
    pub(crate) fn cookie(&self, name: &str) -> Option<String> {
        let lines = self.headers.get_all(SET_COOKIE).iter().map(|line| line.to_str().expect("text"));
        lines
            .filter_map(|line| line.split(';').next()?.split_once('='))
            .find(|(key, _)| *key == name)
            .map(|(_, value)| value.to_owned())
    }
}

/// Holds that a form was refused in these words, and came back.
#[track_caller]
pub(crate) fn refused(answer: &Answer, said: &str) {
    assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY, "{}", answer.text());
    says(&answer.text(), &[said]);
    lacks(&answer.text(), &["<script", ".fairplay-upload"]);
}

/// Holds that a page says all of this.
#[track_caller]
pub(crate) fn says(page: &str, texts: &[&str]) {
    for text in texts {
        assert!(page.contains(text), "{text} in {page}");
    }
}

/// Holds that a page says nothing of this.
#[track_caller]
pub(crate) fn lacks(page: &str, texts: &[&str]) {
    for text in texts {
        assert!(!page.contains(text), "{text} in {page}");
    }
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Browser {
    pub(crate) session: Option<String>,
    pub(crate) language: Option<Language>,
}

impl Browser {
    /// The CSRF token of this session.
    pub(crate) fn csrf_token(&self) -> String {
        let secret = self.session.as_deref().and_then(crate::accounts::secret::Secret::from_outside);
        secret.map(|secret| secret.derived("csrf").reveal().to_owned()).unwrap_or_default()
    }

    fn cookies(&self) -> String {
        let session = self.session.as_ref().map(|session| format!("fairplay={session}"));
        let language = self.language.map(|language| format!("fairplay-language={language}"));
        [session, language].into_iter().flatten().collect::<Vec<_>>().join("; ")
    }
}

pub(crate) fn settings(folder: &TempDir, clock: &Clock) -> Settings {
    Settings {
        data: folder.path().join("fairplay.sqlite"),
        listen: "127.0.0.1:0".parse().expect("an address"),
        metrics: None,
        tls: None,
        behind_proxy: false,
        url: Some("http://localhost:8080".to_owned()),
        language: Language::ENGLISH,
        // Tests ask faster than people, the disk that they run on is anybody's, and a bundle takes long to make without optimisation.
        limits: Limits {
            requests_at_once: u32::MAX,
            reserve_bytes: 0,
            request_time: Duration::from_secs(600),
            ..Limits::default()
        },
        password_cost: Cost::Least,
        clock: clock.clone(),
        engines: None,
        live: events::live::LiveSettings::default(),
        notifications: NotificationSettings::default(),
        zone: Zone::UTC,
    }
}

impl TestServer {
    pub(crate) fn new() -> Self {
        Self::with(|_| {})
    }

    pub(crate) fn with(change: impl FnOnce(&mut Settings)) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let runtime = Runtime::new().expect("a runtime");
        Self::open(&Arc::new(folder), &Arc::new(runtime), change).expect("opened")
    }

    /// A service on the file in a folder, which may be there already.
    pub(crate) fn open(
        folder: &Arc<TempDir>,
        runtime: &Arc<Runtime>,
        change: impl FnOnce(&mut Settings),
    ) -> std::result::Result<Self, ServiceError> {
        let clock = Clock::standing_at(1_793_179_800);
        let mut settings = settings(folder, &clock);
        change(&mut settings);
        let app = App::open(settings)?;
        let (folder, runtime) = (Arc::clone(folder), Arc::clone(runtime));
        Ok(Self { router: routes::router(&app), runtime, folder, app, clock })
    }

    /// The same file, opened again.
    pub(crate) fn restarted(self) -> Self {
        self.reopened(|_| {})
    }

    /// The same file, opened again with other settings, or after something was done while no server ran.
    pub(crate) fn reopened(self, between: impl FnOnce(&mut Settings)) -> Self {
        let mut settings = self.app.settings.clone();
        let Self { folder, clock, runtime, app, router } = self;
        drop((app, router));
        between(&mut settings);
        let app = App::open(settings).expect("opened again");
        Self { router: routes::router(&app), runtime, folder, app, clock }
    }

    /// The folder and the settings, with the file closed.
    pub(crate) fn closed(self) -> (Arc<TempDir>, Settings) {
        (self.folder, self.app.settings.clone())
    }

    pub(crate) fn ask(&self, request: Request<Body>) -> Answer {
        self.runtime.block_on(async {
            let response = self.router.clone().oneshot(request).await.expect("never fails");
            let (parts, body) = response.into_parts();
            Answer {
                status: parts.status,
                headers: parts.headers,
                body: to_bytes(body, 10_000_000).await.expect("a body").to_vec(),
            }
        })
    }

    pub(crate) fn get(&self, browser: &Browser, path: &str) -> Answer {
        let request = Request::get(path).header(COOKIE, browser.cookies()).body(Body::empty());
        self.ask(request.expect("a request"))
    }

    /// The text of a page that is there.
    #[track_caller]
    pub(crate) fn page(&self, browser: &Browser, path: &str) -> String {
        let answer = self.get(browser, path);
        assert_eq!(answer.status, StatusCode::OK, "{path}");
        answer.text()
    }

    /// What a program with a token sends.
    pub(crate) fn api(&self, token: &str, method: &str, path: &str, body: impl Into<Body>) -> Answer {
        let request = Request::builder().method(method).uri(path);
        let request = request.header("authorization", format!("Bearer {token}"));
        self.ask(request.body(body.into()).expect("a request"))
    }

    /// Sends a form with the CSRF token.
    pub(crate) fn post(&self, browser: &Browser, path: &str, fields: &[(&str, &str)]) -> Answer {
        let word = browser.csrf_token();
        let all = [&[("csrf", word.as_str())], fields].concat();
        self.post_as_is(browser, path, &all)
    }

    pub(crate) fn post_as_is(&self, browser: &Browser, path: &str, fields: &[(&str, &str)]) -> Answer {
        let pairs: Vec<String> =
            fields.iter().map(|(name, value)| format!("{}={}", encoded(name), encoded(value))).collect();
        let request = Request::post(path)
            .header(COOKIE, browser.cookies())
            .header(CONTENT_TYPE, "application/x-www-form-urlencoded")
            .body(Body::from(pairs.join("&")));
        self.ask(request.expect("a request"))
    }

    /// Sends a form with a file, as browsers do.
    pub(crate) fn upload(&self, browser: &Browser, path: &str, name: &str, file: (&str, &[u8])) -> Answer {
        let word = browser.csrf_token();
        self.upload_files(browser, path, &[("csrf", &word), ("name", name)], &[("file", file.0, file.1)])
    }

    /// Sends a form with files: the name of each field, the name of the file, its bytes.
    pub(crate) fn upload_files(
        &self,
        browser: &Browser,
        path: &str,
        fields: &[(&str, &str)],
        files: &[(&str, &str, &[u8])],
    ) -> Answer {
        let mut body = Vec::new();
        for (field, value) in fields {
            let part = format!("--XX\r\nContent-Disposition: form-data; name=\"{field}\"\r\n\r\n{value}\r\n");
            body.extend_from_slice(part.as_bytes());
        }
        for (field, name, bytes) in files {
            let head = format!(
                "--XX\r\nContent-Disposition: form-data; name=\"{field}\"; filename=\"{name}\"\r\n\
                 Content-Type: application/octet-stream\r\n\r\n"
            );
            body.extend_from_slice(head.as_bytes());
            body.extend_from_slice(bytes);
            body.extend_from_slice(b"\r\n");
        }
        body.extend_from_slice(b"--XX--\r\n");
        let request = Request::post(path)
            .header(COOKIE, browser.cookies())
            .header(CONTENT_TYPE, "multipart/form-data; boundary=XX")
            .body(Body::from(body));
        self.ask(request.expect("a request"))
    }

    pub(crate) fn read<T>(&self, work: impl FnOnce(&Connection) -> Result<T>) -> T {
        self.app.read_now(work).expect("read")
    }

    /// Changes something on behalf of the service.
    pub(crate) fn write<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Change<'_>) -> Result<T> + Send + 'static,
    ) -> T {
        self.app.change_now(work).expect("written")
    }

    /// A person with a role at large, and their browser with a session. All but arbiters have a second factor.
    pub(crate) fn person(&self, login: &str, role: Role) -> (i64, Browser) {
        let hash = self.runtime.block_on(self.app.passwords.hash(&[], PASSWORD.to_owned())).expect("hashed");
        let login = login.to_owned();
        let (id, secret) = self.write(move |c| {
            let id = people::add(c, &login, &login, &hash, role)?.expect("nobody has this name");
            if role != Role::Arbiter {
                set_second_factor(c, id)?;
            }
            Ok((id, sessions::begin(c, id, NOWHERE)?))
        });
        let session = Some(secret.reveal().to_owned());
        (id, Browser { session, language: None })
    }

    /// A new session of a person.
    pub(crate) fn session(&self, person: i64) -> Browser {
        let secret = self.write(move |c| sessions::begin(c, person, NOWHERE));
        Browser { session: Some(secret.reveal().to_owned()), language: None }
    }

    /// The code that a device with the shared secret of everybody shows now.
    pub(crate) fn code(&self) -> String {
        code_at(self.clock.now())
    }

    pub(crate) fn member(&self, event: i64, person: i64, role: Role) {
        self.set_member(Place::Event(event), person, role);
    }

    pub(crate) fn set_member(&self, place: Place, person: i64, role: Role) {
        self.write(move |c| members::set(c, place, person, role));
    }

    /// A new person with a role at large and in an event.
    pub(crate) fn member_of(&self, event: i64, login: &str, role: Role) -> Browser {
        let (id, browser) = self.person(login, role);
        self.member(event, id, role);
        browser
    }

    /// The audit log, oldest entry first.
    pub(crate) fn log(&self, place: Option<Place>) -> Vec<Entry> {
        let mut entries = self.read(|c| audit::page(c, place, i64::MAX, 1_000));
        entries.reverse();
        entries
    }

    /// Opens a case about a player of an event on behalf of somebody, who is its first member; its number.
    pub(crate) fn case(&self, event: i64, player: &PlayerResult, by: (i64, Role)) -> i64 {
        let new = NewCase {
            event,
            player: results::player_name(player),
            who: Who { name: player.name.clone(), fide_id: player.fide_id },
            title: "Round 7".to_owned(),
            kind: Prompt::ArbiterReport,
            prompted: "A report of the arbiter.".to_owned(),
            venue: Venue::NotStated,
        };
        self.write(move |c| cases::open(c, &new, by.0, by.1))
    }

    /// An event made by a chief arbiter from [`GAMES`]; its number, and the browser of who made it.
    pub(crate) fn event(&self, chief: &str) -> (i64, Browser) {
        self.event_of(chief, "Spring Open", ("spring.pgn", GAMES))
    }

    /// An event made by a chief arbiter from a file.
    pub(crate) fn event_of(&self, chief: &str, name: &str, (file, games): (&str, &str)) -> (i64, Browser) {
        let (_, browser) = self.person(chief, Role::ChiefArbiter);
        (self.upload(&browser, "/events", name, (file, games.as_bytes())).number(), browser)
    }

    /// Stores a finished result of an event, resting on all of its files.
    pub(crate) fn result(&self, event: i64, screening: &Screening, games: &[GameTrace]) -> i64 {
        let packed = results::Packed::new(screening, games).expect("packed");
        self.write(move |c| {
            let files: Vec<i64> = events::files(c, event)?.iter().map(|file| file.id).collect();
            results::store(c, event, &packed, 0, &files)
        })
    }

    /// Names of the files beside the service's own.
    pub(crate) fn leftovers(&self) -> Vec<String> {
        let entries = std::fs::read_dir(self.folder.path()).expect("listed");
        let names = entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned());
        names.filter(|name| !name.starts_with("fairplay.sqlite")).collect()
    }

    /// How many rows a table has.
    pub(crate) fn rows(&self, table: &'static str) -> i64 {
        let sql = format!("SELECT count(*) FROM {table}");
        self.read(|c| Ok(c.query_row(&sql, [], |row| row.get(0))?))
    }
}
