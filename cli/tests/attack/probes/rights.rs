//! Who may see what: every reader, every route, every kind of number, held to the table of rights that was reviewed.
//!
//! `service/tests/golden/rights.tsv` holds the answer to each role on each route. A test of the service holds that table to the
//! routes and to the rules, so a route that is new is in it, and here, or that test fails.

use super::http::{Answer, Person};
use super::tally::Probe;
use super::world::{MEMBERS, Member, World, filled};

pub(super) const NAME: &str = "GET: who may see what";

const TABLE: &str = include_str!("../../../../service/tests/golden/rights.tsv");

/// Numbers and words in the place of an event or a case; nothing is there from the third on.
const NUMBERS: [&str; 8] = ["1", "2", "999999", "0", "-1", "x", "1e3", "99999999999999999999"];

/// A row of the table: what each asker gets.
pub(super) struct Route {
    pub(super) method: &'static str,
    pub(super) path: &'static str,
    pub(super) needs: &'static str,
    answers: Vec<(&'static str, &'static str)>,
}

impl Route {
    pub(super) fn all() -> Vec<Self> {
        let mut lines = TABLE.lines();
        let head: Vec<&str> = lines.next().unwrap().split('\t').collect();
        let row = |line: &'static str| {
            let cells: Vec<&str> = line.split('\t').collect();
            let answers = head.iter().copied().zip(cells.iter().copied()).skip(4).collect();
            Self { method: cells[0], path: cells[1], needs: cells[2], answers }
        };
        lines.map(row).collect()
    }

    fn answer(&self, asker: &str) -> &'static str {
        self.answers.iter().find(|(known, _)| *known == asker).map_or("404", |(_, answer)| *answer)
    }

    /// The answer to somebody, where a number is that of an event or a case: `login`, `404`, or another status.
    pub(super) fn expected(&self, member: Option<&Member>, number: &str) -> &'static str {
        // What is no number leads to no place, whoever asks.
        if self.is_in_a_place() && number.parse::<i64>().is_err() {
            return "404";
        }
        let Some(member) = member.filter(|_| self.needs != "Anybody") else { return self.answer("nobody") };
        let places = [("{event}", "event", member.events), ("{case}", "case", member.cases)];
        for (part, place, roles) in places {
            if self.needs.starts_with("Permission") && self.path.contains(part) {
                let role = roles.iter().find(|(known, _)| *known == number);
                return role.map_or("404", |(_, role)| self.answer(&format!("{role} in the {place}")));
            }
        }
        self.answer(&format!("{} at large", member.role))
    }

    pub(super) fn is_in_a_place(&self) -> bool {
        self.path.contains("{event}") || self.path.contains("{case}")
    }
}

/// A status as the table writes it.
pub(super) fn status(answer: &Answer) -> String {
    if answer.asks_to_sign_in() { "login".to_owned() } else { answer.status.to_string() }
}

/// What one reader gets everywhere.
fn reads(world: &World, person: &Person, member: Option<&Member>) -> Probe {
    let mut probe = Probe::new(NAME);
    let reader = member.map_or("nobody", |member| member.login);
    for route in Route::all().iter().filter(|route| route.method == "GET") {
        let numbers = if route.is_in_a_place() { &NUMBERS[..] } else { &NUMBERS[..1] };
        let mut answers = Vec::new();
        for number in numbers {
            let path = filled(route.path, number, &world.parts[usize::from(*number == "2")]);
            let (answer, expected) = (person.get(&path), route.expected(member, number));
            probe.holds(status(&answer) == expected, || {
                format!("{reader} GET {path}: {expected} expected, came {}", answer.told())
            });
            answers.push((number, expected, answer));
        }
        // Somebody else's cannot be told from what is not there.
        let missing = answers.iter().find(|(number, expected, _)| **number == "999999" && *expected == "404");
        let missing = missing.map(|(.., answer)| answer.clone());
        for (number, _, answer) in answers.iter().filter(|(_, expected, _)| *expected == "404") {
            let Some(missing) = &missing else { continue };
            probe.holds((answer.status, &answer.body) == (missing.status, &missing.body), || {
                format!(
                    "{reader} GET {}: {number} is told from what is not there: {}",
                    route.path,
                    answer.told()
                )
            });
        }
        if member.is_some_and(|member| !member.events.is_empty()) {
            parts_of_others(world, person, route, &mut probe);
        }
    }
    probe
}

/// A player, a game or a file of another event under one's own.
fn parts_of_others(world: &World, person: &Person, route: &Route, probe: &mut Probe) {
    let parts = ["{player}", "{game}", "{file}"];
    if route.path.contains("{event}") && parts.iter().any(|part| route.path.contains(part)) {
        for (own, other) in [("1", 1), ("2", 0)] {
            let path = filled(route.path, own, &world.parts[other]);
            let answer = person.get(&path);
            probe.holds(status(&answer) == "404", || format!("GET {path}: {}", answer.told()));
        }
    }
}

/// Asks as everybody, as nobody, and with a session that nobody has; each has requests of their own, so they ask side by side.
pub(super) fn asked(world: &World) -> Probe {
    let nobody = Person::nobody(&world.server.address);
    let cookie = |value: &str| Person { cookie: format!("fairplay={value}"), ..nobody.clone() };
    let strangers = [nobody.clone(), cookie(&"ab".repeat(32)), cookie("' OR 1=1 --")];
    let mut probe = Probe::new(NAME);
    std::thread::scope(|scope| {
        let people = MEMBERS.iter().map(|member| (world.person(member.login), Some(member)));
        let all = people.chain(strangers.iter().map(|person| (person, None)));
        let parts: Vec<_> =
            all.map(|(person, member)| scope.spawn(move || reads(world, person, member))).collect();
        parts.into_iter().for_each(|part| probe.add(part.join().unwrap_or_else(|_| Probe::ended(NAME))));
    });
    probe
}
