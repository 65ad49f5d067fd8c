//! A server with hostile text in every field, eleven people, two events with results and two cases.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use super::home::{Home, settings_file};
use super::http::{Answer, Person};
use super::markup::{ADDRESS, FORMULAS, HANDLER, MARKUP, TEMPLATE, TURNED};
use super::server::Server;
use super::tally::Probe;
use super::{crawl, forms, log, rights, uci};

const MOVES: &str = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Nb8 10. d4 Nbd7 \
                     11. Nbd2 Bb7 12. Bc2 Re8 13. Nf1 Bf8 14. Ng3 g6 15. a4 c5 16. d5 c4 17. Bg5 h6 18. Be3 Nc5";

/// Longest wait for the engines.
const MAX_WAIT: Duration = Duration::from_secs(120);

/// A game; what is between quotation marks is written as PGN writes it.
pub(super) fn game(event: &str, round: usize, white: &str, black: &str, more: &str) -> String {
    let quoted = |text: &str| text.replace('\\', "\\\\").replace('"', "\\\"");
    let (event, white, black) = (quoted(event), quoted(white), quoted(black));
    format!(
        "[Event \"{event}\"]\n[Site \"Here\"]\n[Date \"2026.03.0{round}\"]\n[Round \"{round}\"]\n[White \"{white}\"]\n\
         [Black \"{black}\"]\n[Result \"1-0\"]\n[WhiteElo \"2400\"]\n[BlackElo \"2350\"]\n[TimeControl \"5400+30\"]\n{more}\n\
         {MOVES} 1-0\n\n"
    )
}

/// Three rounds of six players whose names are hostile.
fn hostile_games() -> String {
    let names = [MARKUP, TEMPLATE, FORMULAS[0], FORMULAS[1], TURNED, "Plain, Paul"];
    let quoted = |text: &str| text.replace('"', "\\\"");
    let more = format!(
        "[Annotator \"{0}\"]\n[ECO \"{0}\"]\n[Opening \"{1}\"]\n[WhiteTeam \"{2}\"]\n[GameId \"{0}\"]\n[Link \"{3}\"]\n\
         [Termination \"{1}\"]\n[{4} \"x\"]\n",
        quoted(MARKUP),
        quoted(HANDLER),
        quoted(FORMULAS[2]),
        ADDRESS,
        "OnLoad"
    );
    let pairings = [[(0, 1), (2, 3), (4, 5)], [(1, 2), (3, 4), (5, 0)], [(2, 0), (1, 4), (3, 5)]];
    let games = pairings.iter().enumerate().flat_map(|(round, boards)| {
        boards.iter().map(move |(white, black)| (round + 1, names[*white], names[*black]))
    });
    let one = |(round, white, black): (usize, &str, &str)| game(MARKUP, round, white, black, &more);
    let text: String = games.map(one).collect();
    text.replacen("1. e4", &format!("1. e4 {{{} [%clk 1:30:00] [%eval 0.2]}}", MARKUP.replace('}', "")), 4)
}

/// Who a person is, at large and in the events and cases, by the words of the table of rights.
pub(super) struct Member {
    pub(super) login: &'static str,
    pub(super) role: &'static str,
    pub(super) events: &'static [(&'static str, &'static str)],
    pub(super) cases: &'static [(&'static str, &'static str)],
}

const fn member(
    login: &'static str,
    role: &'static str,
    events: &'static [(&'static str, &'static str)],
    cases: &'static [(&'static str, &'static str)],
) -> Member {
    Member { login, role, events, cases }
}

pub(super) const MEMBERS: [Member; 11] = [
    member("admin", "administrator", &[], &[]),
    member("second-admin", "administrator", &[], &[]),
    member("chief", "chief_arbiter", &[("1", "chief_arbiter")], &[]),
    member("deputy", "chief_arbiter", &[("1", "chief_arbiter")], &[]),
    member("arbiter", "arbiter", &[("1", "arbiter")], &[]),
    member("officer", "fair_play_officer", &[("1", "fair_play_officer")], &[("1", "fair_play_officer")]),
    member("investigator", "investigator", &[("1", "investigator")], &[("1", "investigator")]),
    member("panel", "panel_member", &[], &[("1", "panel_member")]),
    member("panel-elsewhere", "panel_member", &[], &[]),
    member("chief-elsewhere", "chief_arbiter", &[("2", "chief_arbiter")], &[("2", "chief_arbiter")]),
    member("stranger", "arbiter", &[], &[]),
];

/// What an event holds, by the ends of addresses.
pub(super) struct Parts {
    pub(super) player: String,
    pub(super) game: String,
    pub(super) file: &'static str,
}

pub(super) struct World {
    pub(super) home: Home,
    pub(super) server: Server,
    pub(super) people: BTreeMap<&'static str, Person>,
    /// Of the events 1 and 2.
    pub(super) parts: [Parts; 2],
}

/// Something that has to work for the probes to be worth anything.
#[track_caller]
fn done(answer: &Answer) {
    assert!([200, 303].contains(&answer.status), "{}: {}", answer.status, answer.text());
}

impl World {
    fn new() -> Self {
        let home = Home::new();
        std::fs::write(settings_file(home.folder()), uci::settings()).unwrap();
        let server = Server::start(home.folder(), &[], true);
        let address = server.address.clone();
        let hostile = |login: &str| format!("{login} {MARKUP}");
        let admin = Person::joins(&address, &server.link, &hostile("admin"), "admin");
        admin.sets_up_factor();
        let mut people = BTreeMap::new();
        for Member { login, role, cases, .. } in &MEMBERS[1..] {
            let person = admin.invites(role, &hostile(login), login);
            if *role == "administrator" || !cases.is_empty() {
                person.sets_up_factor();
            }
            people.insert(*login, person);
        }
        people.insert("admin", admin);
        let mut world = Self { home, server, people, parts: ["1", "2"].map(Parts::unknown) };
        world.events();
        world.cases();
        world
    }

    pub(super) fn person(&self, login: &str) -> &Person {
        &self.people[login]
    }

    fn events(&mut self) {
        let (chief, elsewhere) = (self.person("chief"), self.person("chief-elsewhere"));
        let file = "a' onload=alert(7) <x-evil>.pgn";
        let made = chief.upload("/events", MARKUP, (file, hostile_games().as_bytes()));
        assert_eq!(made.leads_to(), "1");
        let other: String =
            (1..=3).map(|round| game("Other Open", round, "Elm, Clara", "Ash, Dan", "")).collect();
        assert_eq!(elsewhere.upload("/events", "Other Open", ("o.pgn", other.as_bytes())).leads_to(), "2");
        for Member { login, events, .. } in MEMBERS.iter().filter(|member| member.login != "chief") {
            for (_, role) in events.iter().filter(|(event, _)| *event == "1") {
                done(&chief.post("/events/1/members", &[("login", login), ("role", role)]));
            }
        }
        for (event, by) in [("1", chief), ("2", elsewhere)] {
            let stated = [
                ("mode", "over_the_board"),
                ("place", MARKUP),
                ("organiser", HANDLER),
                ("chief_arbiter", TEMPLATE),
                ("time_control", "90+30"),
            ];
            done(&by.post(&format!("/events/{event}/circumstances"), &stated));
        }
        let label = [("label", MARKUP), ("scope", "read_results"), ("scope", "upload_games"), ("days", "5")];
        done(&chief.post("/events/1/tokens", &label));
        done(&chief.post("/events/1/name", &[("name", &format!("Renamed {HANDLER}"))]));
        done(&chief.post("/events/1/name", &[("name", MARKUP)]));
        let toml = MARKUP.replace('"', "\\\"");
        let aliases = format!(
            "[[person]]\nname = \"{toml} B\"\naliases = [\"{toml} C\"]\nconfirmed_by = \"{toml}\"\ndate = 2026-03-01\n"
        );
        done(&chief.upload("/events/1/aliases", "", ("a' onload=alert(8).toml", aliases.as_bytes())));
        for (what, moves) in [("left", "12"), ("back", "13")] {
            let tap = [
                ("round", "1"),
                ("player", "Plain, Paul"),
                ("opponent", "Somebody"),
                ("what", what),
                ("moves", moves),
            ];
            // Refused where the event knows another pairing: then there is one entry less to read.
            chief.post("/events/1/absences", &tap);
        }
        done(&chief.post("/account/mail", &[("address", "x-evil@example.org")]));
        done(&self.person("admin").post("/people/invite", &[("note", MARKUP), ("role", "arbiter")]));
        for event in 0..2 {
            self.parts[event] = self.parts_of(event);
        }
    }

    /// Waits for the result of an event and looks what is in it.
    fn parts_of(&self, event: usize) -> Parts {
        let (number, by, file) = [("1", "chief", "1"), ("2", "chief-elsewhere", "2")][event];
        let by = self.person(by);
        let begun = Instant::now();
        // The end of the first address in a page that leads to a part of the event.
        let first = |page: &str, part: &str| {
            let rest = page.split(&format!("href=\"/events/{number}/{part}/")).nth(1)?;
            rest.split(['"', '/', '?', '#', '&']).next().map(str::to_owned)
        };
        loop {
            let players = by.get(&format!("/events/{number}/players")).text();
            if let Some(player) = first(&players, "players") {
                let page = by.get(&format!("/events/{number}/players/{player}")).text();
                if let Some(game) = first(&page, "games") {
                    return Parts { player, game, file };
                }
            }
            let work = by.get(&format!("/events/{number}/engines")).text();
            assert!(begun.elapsed() < MAX_WAIT, "no result: {work}");
            std::thread::sleep(Duration::from_millis(200));
        }
    }

    fn cases(&self) {
        for (event, by) in [("1", "officer"), ("2", "chief-elsewhere")] {
            let by = self.person(by);
            let player = &self.parts[usize::from(event == "2")].player;
            let case = [
                ("title", MARKUP),
                ("kind", "post_tournament"),
                ("prompted", TEMPLATE),
                ("raised", "in_tournament"),
                ("complainant", HANDLER),
                ("facts", MARKUP),
                ("matching", "yes"),
                ("engine", FORMULAS[0]),
                ("version", MARKUP),
                ("gui", TEMPLATE),
                ("settings", MARKUP),
                ("games", HANDLER),
                ("only_strength", "yes"),
            ];
            let opened = by.post(&format!("/events/{event}/players/{player}/new-case"), &case);
            assert_eq!(opened.leads_to(), event);
            let of = |rest: &str| format!("/cases/{event}/{rest}");
            for text in [MARKUP, TEMPLATE, FORMULAS[3]] {
                done(&by.post(&of("notes"), &[("text", text)]));
            }
            let indication = [("platform", MARKUP), ("says", TEMPLATE), ("reference", ADDRESS)];
            done(&by.post(&of("indications"), &indication));
        }
        let by = self.person("officer");
        done(&by.post("/cases/1/notes/2/withdraw", &[]));
        for Member { login, cases, .. } in MEMBERS.iter().filter(|member| member.login != "officer") {
            for (_, role) in cases.iter().filter(|(case, _)| *case == "1") {
                done(&by.post("/cases/1/members", &[("login", login), ("role", role)]));
            }
        }
    }

    /// The entries of the log that are no views and no refusals.
    pub(super) fn changes(&self) -> u64 {
        let file = self.home.path("s.sqlite");
        let flags = rusqlite::OpenFlags::SQLITE_OPEN_READ_ONLY;
        let file = rusqlite::Connection::open_with_flags(file, flags).unwrap();
        let sql = "SELECT count(*) FROM audit WHERE action NOT IN ('saw', 'access_refused', 'result_made', 'job_queued')";
        file.query_row(sql, [], |row| row.get(0)).unwrap()
    }

    /// Whether the audit log and the tables beside it hold.
    pub(super) fn audit(&self) -> (bool, String) {
        let (code, told, said) = self.home.run(&["audit", "s.sqlite"]);
        (code == Some(0), format!("{told}{said}"))
    }
}

impl Parts {
    fn unknown(file: &'static str) -> Self {
        Self { player: String::new(), game: String::new(), file }
    }
}

/// The probes on pages and forms, and then those on the file that the server leaves.
pub(super) fn attacked(asked: &[&str]) -> Vec<Probe> {
    let world = World::new();
    type Run = fn(&World) -> Vec<Probe>;
    let runs: [(&'static str, Run); 5] = [
        (rights::NAME, |world| vec![rights::asked(world)]),
        (forms::WORD, |world| vec![forms::without_the_word(world)]),
        (forms::RIGHT, |world| vec![forms::without_the_right(world)]),
        (crawl::PAGES, |world| crawl::crawled(world).into()),
        (log::NAME, |world| vec![log::changed(world)]),
    ];
    let is_asked =
        |name: &str| asked.contains(&name) || (name == crawl::PAGES && asked.contains(&crawl::CELLS));
    let run = |(name, run): (&'static str, Run)| Probe::run(name, || run(&world));
    runs.into_iter().filter(|(name, _)| is_asked(name)).flat_map(run).collect()
}

/// The address of a route with the parts of an event and numbers in it.
pub(super) fn filled(path: &str, number: &str, parts: &Parts) -> String {
    let zeros = "0".repeat(64);
    let values = [
        ("{event}", number),
        ("{case}", number),
        ("{player}", &parts.player),
        ("{game}", &parts.game),
        ("{file}", parts.file),
        ("{export}", "players.csv"),
        ("{document}", "dossier.json"),
        ("{link}", &zeros),
        ("{session}", "0000000000000000"),
        ("{person}", "4"),
    ];
    let mut filled = values.iter().fold(path.to_owned(), |path, (name, value)| path.replace(name, value));
    while let Some(start) = filled.find('{') {
        let end = filled[start..].find('}').map_or(filled.len(), |end| start + end + 1);
        filled.replace_range(start..end, "1");
    }
    filled
}
