//! A day of the service on a disk that fails: at the n-th call of each kind, for a moment or for good, or with the power.
//!
//! After each day the file is opened on a sound disk, and what was told is compared with what is there.
//!
//! `FAULTS=10000 cargo test -p service --lib faulty_disk -- --nocapture` takes more points of the day and prints what came of
//! them: 10,000 take 21 minutes on a busy machine.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::{Arc, LazyLock};
use std::time::{Duration, Instant};

use analyzer::screening::{GameTrace, Screening};
use axum::http::StatusCode;
use datasets::Store;
use fault_vfs::{Call, Disk, Effect, Fault};
use reports::example;
use tempfile::TempDir;
use tokio::runtime::{Builder, Runtime};
use uci_pool::{Bound, DepthLines, Evaluation, Identity, Line, Settings, Value};

use super::cases::{player, with};
use super::test_server::{Answer, Browser, GAMES, PASSWORD, TestServer, set_second_factor};
use crate::events::results::{self, Packed};
use crate::store::audit::{self, heads};
use crate::store::backup::{backup, open_for_reading};
use crate::store::change::Change as Changing;
use crate::store::{Storage, StorageError, live_folder, quick_check};

static RUNTIME: LazyLock<Arc<Runtime>> =
    LazyLock::new(|| Arc::new(Builder::new_current_thread().enable_all().build().expect("a runtime")));
static RESULT: LazyLock<(Screening, Vec<GameTrace>)> =
    LazyLock::new(|| (example::screening(), example::games()));

const ROUND_2: &[u8] =
    b"[Event \"Spring Open\"]\n[Date \"2026.03.02\"]\n[Round \"2\"]\n[White \"Elm, Clara\"]\n\
    [Black \"Birch, Anna\"]\n[Result \"1-0\"]\n\n1. d4 d5 2. c4 1-0\n\n";

/// What somebody was told about a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reply {
    Done,
    /// That nothing was changed.
    Refused,
    /// That nobody knows, or nothing: the power went.
    Nothing,
}

/// A change, and how often its trace is in the file if it stands: a query that counts, and the number.
struct Change {
    name: &'static str,
    sql: String,
    told: Reply,
}

/// When the day ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    /// In the evening, and the service is stopped.
    Stop,
    /// In the evening, with the power.
    Cut,
    /// With the power, as soon as somebody has been answered after the fault.
    CutAtOnce,
}

struct Day<'a> {
    disk: &'a Disk,
    folder: Arc<TempDir>,
    server: Option<TestServer>,
    lasting: bool,
    end: End,
    changes: Vec<Change>,
    wrong: Vec<String>,
}

fn told(answer: &Answer) -> Result<Reply, String> {
    let text = String::from_utf8_lossy(&answer.body);
    match answer.status {
        status if status.is_success() || status.is_redirection() => Ok(Reply::Done),
        StatusCode::INTERNAL_SERVER_ERROR if text.contains("nothing was changed") => Ok(Reply::Refused),
        StatusCode::INTERNAL_SERVER_ERROR if text.contains("not known whether") => Ok(Reply::Nothing),
        status => Err(format!("{status}: {text}")),
    }
}

fn told_by<T>(done: &Result<T, StorageError>) -> Reply {
    match done {
        Ok(_) => Reply::Done,
        Err(StorageError::NotKnown(_)) => Reply::Nothing,
        Err(_) => Reply::Refused,
    }
}

impl<'a> Day<'a> {
    fn new(disk: &'a Disk, folder: &Arc<TempDir>, lasting: bool, end: End) -> Self {
        let folder = Arc::clone(folder);
        Self { disk, folder, server: None, lasting, end, changes: Vec::new(), wrong: Vec::new() }
    }

    fn path(&self) -> PathBuf {
        self.folder.path().join("fairplay.sqlite")
    }

    /// Whether the power is gone, or is to go now.
    fn is_over(&self) -> bool {
        self.disk.is_dead() || (self.end == End::CutAtOnce && self.disk.struck() > 0)
    }

    /// Opens the file; a failed start is tried once more, as people do.
    fn start(&mut self) -> bool {
        for _ in 0..2 {
            if self.is_over() {
                break;
            }
            match TestServer::open(&self.folder, &RUNTIME, |_| {}) {
                Ok(server) => {
                    // Checkpoints happen within the day, not only at its end.
                    let often = server.app.storage.write_now(|c| -> Result<(), StorageError> {
                        Ok(c.pragma_update(None, "wal_autocheckpoint", 40)?)
                    });
                    drop(often);
                    self.server = Some(server);
                    return true;
                }
                Err(error) if error.to_string().is_empty() => self.wrong.push("no words".to_owned()),
                Err(_) => self.closed(),
            }
        }
        false
    }

    /// The threads of a server that was dropped end a little later.
    fn closed(&self) {
        let begun = Instant::now();
        while self.disk.open_files() > 0 {
            assert!(begun.elapsed() < Duration::from_secs(20), "{} files are open", self.disk.open_files());
            std::thread::sleep(Duration::from_micros(100));
        }
    }

    fn stop(&mut self) {
        if let Some(server) = self.server.take() {
            let _noted = heads::note(&server.app.storage);
            drop(server);
        }
        self.closed();
    }

    /// Does something, once more if it was refused; says whether it was done.
    fn act(
        &mut self,
        name: &'static str,
        sql: impl Into<String>,
        mut work: impl FnMut(&TestServer) -> Result<Reply, String>,
    ) -> bool {
        let sql = sql.into();
        let mut found = Reply::Refused;
        for _ in 0..2 {
            let Some(server) = self.server.as_ref().filter(|_| !self.is_over()) else { return false };
            found = match work(server) {
                // Nobody hears a machine without power.
                Ok(Reply::Refused) if self.disk.is_dead() => Reply::Nothing,
                Ok(told) => told,
                Err(_) if self.disk.is_dead() => Reply::Nothing,
                Err(wrong) => {
                    self.wrong.push(format!("{name}: {wrong}"));
                    Reply::Nothing
                }
            };
            if found != Reply::Refused || self.lasting || self.is_over() {
                break;
            }
        }
        self.changes.push(Change { name, sql, told: found });
        found == Reply::Done
    }

    fn ask(
        &mut self,
        name: &'static str,
        sql: impl Into<String>,
        ask: impl Fn(&TestServer) -> Answer,
    ) -> Option<Answer> {
        let kept = RefCell::new(None);
        let done = self.act(name, sql, |server| {
            let answer = ask(server);
            let told = told(&answer);
            *kept.borrow_mut() = Some(answer);
            told
        });
        kept.into_inner().filter(|_| done)
    }

    fn see(&mut self, browser: &Browser, pattern: &str, path: &str) {
        let sql = format!("SELECT count(*) FROM audit WHERE action = 'saw' AND subject = '{pattern}'");
        self.ask("page seen", sql, |server| server.get(browser, path));
    }

    fn whole(&mut self) {
        if self.start() {
            let _over = self.morning();
        }
        let cut = self.is_over() || self.end != End::Stop;
        if cut {
            self.disk.cut();
        }
        self.stop();
    }

    /// A new person, through a link.
    fn join(&mut self, login: &'static str, link: &str) -> Option<Browser> {
        let fields = [("name", login), ("login", login), ("password", PASSWORD), ("again", PASSWORD)];
        let path = link.strip_prefix("http://localhost:8080").unwrap_or(link);
        let sql = format!("SELECT count(*) FROM person WHERE login = '{login}'");
        let joined = self.ask("person joins", sql, |s| s.post(&Browser::default(), path, &fields))?;
        let person = format!("SELECT id FROM person WHERE login = '{login}'");
        let sql = format!("SELECT count(*) FROM second_factor WHERE person = ({person})");
        let proved = self.act("second factor", sql, |server| {
            let person = person.clone();
            let set =
                move |c: &Changing<'_>| set_second_factor(c, c.query_row(&person, [], |row| row.get(0))?);
            Ok(told_by(&server.app.change_now(set)))
        });
        proved.then(|| Browser { session: joined.cookie("fairplay"), language: None })
    }

    fn invite(&mut self, admin: &Browser, login: &'static str, role: &str) -> Option<Browser> {
        let sql = format!("SELECT count(*) FROM invitation WHERE note = '{login}'");
        let fields = [("note", login), ("role", role)];
        let invited = self.ask("invitation", sql, |s| s.post(admin, "/people/invite", &fields))?;
        self.join(login, &invited.between("http://localhost:8080", '<'))
    }

    fn morning(&mut self) -> Option<()> {
        let link = RefCell::new(None);
        self.act("first link", "SELECT count(*) FROM audit WHERE action = 'first_link_made'", |server| {
            let made = server.app.first_link();
            let told = if made.is_ok() { Reply::Done } else { Reply::Refused };
            *link.borrow_mut() = made.ok().flatten();
            Ok(told)
        });
        let link = link.into_inner()?;
        let admin = self.join("anna", &link)?;
        let chief = self.invite(&admin, "boris", "chief_arbiter")?;
        let officer = self.invite(&admin, "clara", "arbiter")?;
        self.see(&admin, "/people", "/people");
        let files = "SELECT count(*) FROM file JOIN event_summary USING (event) WHERE bytes =
                     (SELECT sum(length(body)) FROM file_piece WHERE file = file.id) AND file.name = ";
        let made = self.ask("event", format!("{files} 'spring.pgn'"), |s| {
            s.upload(&chief, "/events", "Spring Open", ("spring.pgn", GAMES.as_bytes()))
        })?;
        assert_eq!(made.number(), 1);
        self.ask("upload", format!("{files} 'round-2.pgn'"), |s| {
            s.upload(&chief, "/events/1/files", "", ("round-2.pgn", ROUND_2))
        });
        self.see(&chief, "/events/{event}", "/events/1");
        let fields = [("login", "clara"), ("role", "fair_play_officer")];
        self.ask("member", "SELECT count(*) FROM membership WHERE role = 'fair_play_officer'", |s| {
            s.post(&chief, "/events/1/members", &fields)
        })?;
        self.ask("settings", "SELECT count(*) FROM event_former_name WHERE name = 'Spring Open'", |s| {
            s.post(&chief, "/events/1/name", &[("name", "Summer Open")])
        });
        self.job()?;
        self.see(&officer, "/events/{event}/results", "/events/1/results");
        let absent = [
            ("round", "1"),
            ("player", "Birch, Anna"),
            ("opponent", "Oak, Boris"),
            ("what", "left"),
            ("moves", "3"),
        ];
        self.ask("absence", "SELECT count(*) FROM absence", |s| {
            s.post(&chief, "/events/1/absences", &absent)
        });
        self.evaluations();
        let case =
            self.ask("case", "SELECT count(*) FROM fair_play_case JOIN case_member ON case_id = id", |s| {
                s.post(&officer, &format!("{}/new-case", player(1, 0)), &with(&[]))
            });
        let copied = self.copy();
        if case.is_some() {
            let sql = "SELECT count(*) FROM case_entry JOIN audit ON action = 'case_noted'";
            self.ask("note", sql, |s| s.post(&officer, "/cases/1/notes", &[("text", "After the copy.")]));
        }
        self.stop();
        if !self.start() {
            return None;
        }
        let label = "SELECT count(*) FROM api_token WHERE label = 'uploader'";
        let scopes = [("label", "uploader"), ("scope", "read_results")];
        self.ask("token", label, |s| s.post(&chief, "/events/1/tokens", &scopes));
        if let Some(before) = copied {
            self.restore(before);
            if !self.start() {
                return None;
            }
        }
        self.ask("event closed", "SELECT count(*) FROM event WHERE closed IS NOT NULL", |s| {
            s.post(&chief, "/events/1/close", &[])
        });
        self.see(&admin, "/audit", "/audit");
        Some(())
    }

    /// The result of a job, as the engines' thread stores it.
    fn job(&mut self) -> Option<()> {
        let (screening, games) = &*RESULT;
        let sql = "SELECT count(*) FROM result WHERE
                   (SELECT count(*) FROM result_game WHERE result = result.id) > 0";
        let stored = self.act("result of a job", sql, |server| {
            let packed = Packed::new(screening, games).expect("packed");
            Ok(told_by(&server.app.change_now(move |c| results::store(c, 1, &packed, 0, &[1]))))
        });
        stored.then_some(())
    }

    /// Answers of an engine, through a connection of their own.
    fn evaluations(&mut self) {
        let engine = Identity {
            name: "Made Up 1".to_owned(),
            author: String::new(),
            sha256: "00ff".to_owned(),
            signature: None,
            options: Vec::new(),
        };
        let path = self.path();
        self.act("answers of an engine", "SELECT count(*) > 4 FROM evaluation", |_| {
            let put = || -> Result<(), StorageError> {
                let mut store = Store::open(&path)?;
                let profile = store.profile(&engine, &Settings::QUICK)?;
                for n in 0..5 {
                    store.put(profile, &format!("position {n}"), None, &evaluation(n))?;
                }
                Ok(())
            };
            // Each answer is stored alone, and some may be there.
            Ok(if put().is_ok() { Reply::Done } else { Reply::Nothing })
        });
    }

    /// A copy of the file; how many changes are in it.
    fn copy(&mut self) -> Option<usize> {
        let copy = self.folder.path().join("copy.sqlite");
        let _before = std::fs::remove_file(&copy);
        for _ in 0..2 {
            if self.is_over() {
                return None;
            }
            if let Some(server) = &self.server {
                let _noted = heads::note(&server.app.storage);
            }
            let made =
                backup(&self.path(), &copy, Duration::from_secs(600), |_, _| ControlFlow::Continue(()));
            match made {
                Ok(_) => return Some(self.changes.len()),
                Err(_) if copy.exists() => self.wrong.push("a failed copy is there".to_owned()),
                Err(_) => {}
            }
        }
        None
    }

    /// The file is lost, and the copy put in its place as `docs/operate.md` says. `before` is how many changes are in it.
    fn restore(&mut self, before: usize) {
        self.stop();
        if self.is_over() {
            return;
        }
        let (path, copy) = (self.path(), self.folder.path().join("copy.sqlite"));
        for ending in ["", "-wal", "-shm", "-heads"] {
            let _gone = std::fs::remove_file(crate::store::beside(&path, ending));
        }
        let _gone = std::fs::remove_dir_all(live_folder(&path));
        std::fs::copy(&copy, &path).expect("copied");
        self.disk.sync();
        for change in self.changes.iter_mut().skip(before) {
            change.told = Reply::Refused;
        }
    }

    /// What does not agree with what was told; an error if the file is refused.
    fn differences(&mut self) -> Result<Vec<String>, StorageError> {
        let storage = Storage::open(&self.path())?;
        let mut wrong = std::mem::take(&mut self.wrong);
        let result = storage.read_now(|c| -> Result<(), StorageError> {
            let whole: String = c.query_row("PRAGMA integrity_check", [], |row| row.get(0))?;
            if whole != "ok" {
                wrong.push(whole);
            }
            let chain = audit::verify(c)?;
            if !chain.holds() {
                wrong.push(format!("{chain:?}"));
            }
            let noted = heads::read(&heads::path(&self.path())).unwrap_or_default();
            let list = audit::HeadList { place: "beside the file".to_owned(), heads: noted };
            if !audit::verify_with(c, &[list])?.holds() {
                wrong.push("a noted head is missing".to_owned());
            }
            for change in &self.changes {
                let found: i64 = c.query_row(&change.sql, [], |row| row.get(0))?;
                let held = match change.told {
                    Reply::Done => found == 1,
                    Reply::Refused => found == 0,
                    Reply::Nothing => found <= 1,
                };
                if !held {
                    wrong.push(format!("{}: told {:?}, found {found}", change.name, change.told));
                }
            }
            Ok(())
        });
        result?;
        let copy = self.folder.path().join("copy.sqlite");
        if copy.exists()
            && let Err(error) = open_for_reading(&copy).map(|c| quick_check(&c))
        {
            wrong.push(format!("the copy: {error}"));
        }
        storage.write_now(|c| -> Result<(), StorageError> {
            Ok(c.execute_batch("CREATE TABLE next_day (x); INSERT INTO next_day VALUES (1)")?)
        })?;
        drop(storage);
        self.closed();
        Ok(wrong)
    }
}

pub(super) fn evaluation(centipawns: i32) -> Evaluation {
    let mv = "e2e4".parse().expect("a move");
    let line = Line { mv, value: Value::Cp(centipawns), bound: Bound::Exact };
    let depths = vec![DepthLines { depth: 12, lines: vec![line] }];
    Evaluation { depths, judgment: 0, pvs: vec![vec![mv]], nodes: 1234, truncated: false }
}

struct Kind {
    name: &'static str,
    call: Call,
    effect: Effect,
    lasting: bool,
    /// Syncs report success and do nothing.
    lying: bool,
    /// How many of a hundred faults are of this kind.
    share: u64,
}

const fn kind(name: &'static str, call: Call, effect: Effect, lasting: bool, share: u64) -> Kind {
    Kind { name, call, effect, lasting, lying: false, share }
}

const KINDS: [Kind; 14] = [
    kind("disk full once", Call::Write, Effect::Full, false, 10),
    kind("disk full for good", Call::Write, Effect::Full, true, 6),
    kind("write fails once", Call::Write, Effect::Error, false, 10),
    kind("write fails for good", Call::Write, Effect::Error, true, 6),
    kind("half a write, then an error", Call::Write, Effect::Half, false, 8),
    kind("read fails once", Call::Read, Effect::Error, false, 8),
    kind("sync fails once", Call::Sync, Effect::Error, false, 8),
    kind("syncs fail for good", Call::Sync, Effect::Error, true, 6),
    kind("truncation fails", Call::Truncate, Effect::Error, false, 2),
    kind("shared memory is not mapped", Call::Map, Effect::Error, false, 3),
    kind("file is not opened", Call::Open, Effect::Error, false, 4),
    kind("power cut in a write", Call::Write, Effect::Crash, false, 15),
    kind("power cut in a sync", Call::Sync, Effect::Crash, false, 8),
    Kind { lying: true, ..kind("power cut, and syncs lied", Call::Write, Effect::Crash, false, 6) },
];

/// What came of the days with one kind of fault.
#[derive(Default)]
struct Outcomes {
    days: u64,
    /// Days on which the fault struck.
    struck: u64,
    done: usize,
    refused: usize,
    unknown: usize,
    /// Days after which the file was refused in words.
    damaged: u64,
    /// Days that lost what was told as done.
    lost: u64,
    /// Days after which something was not as it was told.
    wrong: Vec<String>,
}

/// In memory where that can be had: what a sync does is played anyway.
fn folder() -> Arc<TempDir> {
    let made = tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir());
    Arc::new(made.expect("a folder"))
}

/// One day with one fault.
fn day(kind: &Kind, at: u64, end: End, seed: u64, outcomes: &mut Outcomes) {
    let folder = folder();
    let disk = Disk::under(folder.path()).expect("watched");
    disk.choose(Some(Fault { call: kind.call, at, effect: kind.effect, lasting: kind.lasting }));
    disk.lie(kind.lying);
    let mut day = Day::new(&disk, &folder, kind.lasting, end);
    day.whole();
    outcomes.days += 1;
    outcomes.struck += u64::from(disk.struck() > 0);
    let count = |told: Reply| day.changes.iter().filter(|change| change.told == told).count();
    outcomes.done += count(Reply::Done);
    outcomes.refused += count(Reply::Refused);
    outcomes.unknown += count(Reply::Nothing);
    disk.power_on(seed).expect("nothing is open");
    let place = format!("{}, call {at}, {end:?}, seed {seed}", kind.name);
    match day.differences() {
        // A disk that says so and does not sync keeps no promise: what is there holds together or is refused.
        Err(_) if kind.lying => outcomes.damaged += 1,
        Ok(wrong) if kind.lying => outcomes.lost += u64::from(!wrong.is_empty()),
        Err(error) => outcomes.wrong.push(format!("{place}: refused, {error}")),
        Ok(wrong) if wrong.is_empty() => {}
        Ok(wrong) => outcomes.wrong.push(format!("{place}: {wrong:#?}")),
    }
}

/// How often each call is made on a day without faults.
fn calls() -> BTreeMap<Call, u64> {
    let folder = folder();
    let disk = Disk::under(folder.path()).expect("watched");
    let mut day = Day::new(&disk, &folder, false, End::Stop);
    day.whole();
    let (changes, wrong) = (day.changes.len(), day.wrong.clone());
    let calls = KINDS.map(|kind| (kind.call, disk.calls(kind.call)));
    assert_eq!(day.differences().expect("sound"), Vec::<String>::new(), "{wrong:?}");
    assert!(changes > 20, "{changes}");
    BTreeMap::from(calls)
}

#[test]
fn what_was_told_is_what_is_there_after_any_fault_of_the_disk() {
    let asked = std::env::var("FAULTS").ok().map(|faults| faults.parse::<u64>().expect("a number"));
    let faults = asked.unwrap_or(200);
    let calls = calls();
    let mut all_wrong = Vec::new();
    for kind in &KINDS {
        let (all, days) = (calls[&kind.call], (faults * kind.share).div_ceil(100));
        let mut outcomes = Outcomes::default();
        for n in 0..days {
            // All places of the day in turn, or as many as there are days, evenly.
            let at = if days < all { 1 + n * all / days } else { 1 + n % all };
            let end =
                [End::Stop, End::Cut, End::CutAtOnce][usize::try_from((n + n / all) % 3).expect("small")];
            day(kind, at, end, n, &mut outcomes);
        }
        if asked.is_some() {
            let Outcomes { days, struck, done, refused, unknown, damaged, lost, wrong } = &outcomes;
            println!(
                "{:<28} {all:>5} calls, {days:>5} days, {struck:>5} struck: {done:>6} done, {refused:>5} refused, \
                 {unknown:>4} not known; {damaged} damaged, {lost} lost, {} wrong",
                kind.name,
                wrong.len()
            );
        }
        all_wrong.extend(outcomes.wrong);
    }
    assert!(all_wrong.is_empty(), "{}", all_wrong.join("\n"));
}
