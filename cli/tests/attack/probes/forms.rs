//! Forms without the word of their session, from other sites, and without the right: nothing changes.

use super::http::{Answer, Body, FileStands, Person};
use super::rights::{Route, status};
use super::tally::Probe;
use super::world::{MEMBERS, Member, World, filled};

pub(super) const WORD: &str = "POST: no word, another's, other sites";
pub(super) const RIGHT: &str = "POST: without the right";

/// Fields that some form takes.
const FIELDS: [(&str, &str); 7] = [
    ("name", "Evil"),
    ("text", "Evil"),
    ("login", "stranger"),
    ("role", "arbiter"),
    ("note", "Evil"),
    ("language", "uk"),
    ("mode", "over_the_board"),
];
const FILE: (&str, &str, &[u8]) = ("file", "evil.pgn", b"[White \"Evil\"]\n\n1. e4 e5 *\n");

/// How a form is sent.
struct Way {
    title: &'static str,
    word: Option<String>,
    headers: Vec<(&'static str, String)>,
    /// As a form with a file, which stands so.
    file: Option<FileStands>,
}

impl Way {
    fn send(&self, person: &Person, path: &str) -> Answer {
        let mut fields: Vec<(&str, &str)> = self.word.iter().map(|word| ("csrf", word.as_str())).collect();
        fields.extend(FIELDS);
        let headers: Vec<(&str, &str)> =
            self.headers.iter().map(|(name, value)| (*name, value.as_str())).collect();
        let body = match self.file {
            None => Body::Fields(&fields),
            Some(stands) => Body::Parts(&fields, FILE, stands),
        };
        person.ask("POST", path, &headers, &body)
    }
}

/// The ways in which a form that is not ours comes.
fn ways(own: &str, anothers: &str, address: &str) -> Vec<Way> {
    let port = address.rsplit(':').next().unwrap_or_default();
    let words = [
        ("no word", None),
        ("an empty word", Some(String::new())),
        ("zeros", Some("0".repeat(64))),
        ("another's word", Some(anothers.to_owned())),
    ];
    let files = [None, Some(FileStands::Last)];
    let mut ways: Vec<Way> = words
        .iter()
        .flat_map(|(title, word)| {
            files.map(|file| Way { title, word: word.clone(), headers: Vec::new(), file })
        })
        .collect();
    let right = (!own.is_empty()).then(|| own.to_owned());
    if right.is_some() {
        let file = Some(FileStands::First);
        ways.push(Way { title: "the word behind the file", word: right.clone(), headers: Vec::new(), file });
    }
    ways.extend(
        [
            ("a foreign origin", "Origin", "https://evil.example".to_owned()),
            ("no origin to tell", "Origin", "null".to_owned()),
            ("an origin that looks alike", "Origin", format!("http://{address}.evil.example")),
            ("another port", "Origin", format!("http://127.0.0.1:1{port}")),
            ("a request across sites", "Sec-Fetch-Site", "cross-site".to_owned()),
            ("a request of the same site", "Sec-Fetch-Site", "same-site".to_owned()),
        ]
        .map(|(title, name, value)| Way {
            title,
            word: right.clone(),
            headers: vec![(name, value)],
            file: None,
        }),
    );
    ways
}

fn posts() -> impl Iterator<Item = Route> {
    Route::all().into_iter().filter(|route| route.method == "POST")
}

/// Who holds the right of a route, and in which event or case.
fn holders(route: &Route) -> Vec<&'static Member> {
    let may = |member: &&Member| !["404", "login", "401"].contains(&route.expected(Some(member), "1"));
    let mut holders: Vec<&Member> = MEMBERS.iter().filter(may).collect();
    // Routes of a token or a part that is not there have none: whoever could reach them asks.
    if holders.is_empty() && route.needs.starts_with("Permission") {
        let at = |member: &&Member| {
            let place = if route.path.contains("{case}") { member.cases } else { member.events };
            place.iter().any(|(number, _)| *number == "1")
                || !route.is_in_a_place() && member.role == "administrator"
        };
        holders = MEMBERS.iter().filter(at).collect();
    }
    holders
}

/// Every form in every wrong way by somebody who may send it and by somebody who may not; before signing in those that
/// everybody may send.
pub(super) fn without_the_word(world: &World) -> Probe {
    let (mut probe, before) = (Probe::new(WORD), world.changes());
    let address = &world.server.address;
    let anothers = world.person("stranger").word.clone();
    // By people, whose requests are counted for each.
    let mut work: Vec<Vec<(Route, Way, Option<&Member>)>> = (0..=MEMBERS.len()).map(|_| Vec::new()).collect();
    let place = |login: &str| MEMBERS.iter().position(|member| member.login == login).unwrap();
    let mut turn = 0;
    for route in posts() {
        let holders = holders(&route);
        let route_of = || {
            Route::all().into_iter().find(|same| same.path == route.path && same.method == "POST").unwrap()
        };
        if route.needs == "Anybody" {
            let foreign = ways("", "", address).into_iter().filter(|way| !way.headers.is_empty());
            work[MEMBERS.len()].extend(foreign.map(|way| (route_of(), way, None)));
            continue;
        }
        let others: Vec<&Member> =
            MEMBERS.iter().filter(|member| !holders.iter().any(|h| h.login == member.login)).collect();
        for number in 0..ways("x", "", address).len() {
            turn += 1;
            let chosen = [holders.get(turn % holders.len().max(1)), others.get(turn % others.len().max(1))];
            for member in chosen.into_iter().flatten() {
                let own = &world.person(member.login).word;
                let way = ways(
                    own,
                    if *own == anothers { &world.person("chief").word } else { &anothers },
                    address,
                )
                .swap_remove(number);
                work[place(member.login)].push((route_of(), way, Some(member)));
            }
        }
    }
    let nobody = Person::nobody(address);
    std::thread::scope(|scope| {
        let parts: Vec<_> = work
            .iter()
            .map(|work| {
                let nobody = &nobody;
                scope.spawn(move || {
                    let mut probe = Probe::new(WORD);
                    for (route, way, member) in work {
                        let person = member.map_or(nobody, |member| world.person(member.login));
                        let path = filled(route.path, "1", &world.parts[0]);
                        let answer = way.send(person, &path);
                        let expected = route.expected(*member, "1");
                        let refused = match status(&answer).as_str() {
                            "403" => true,
                            "404" | "401" => expected == "404" || expected == "401",
                            _ => false,
                        };
                        probe.holds(refused, || {
                            let who = member.map_or("nobody", |member| member.login);
                            format!("{who} POST {path} with {}: {}", way.title, answer.told())
                        });
                    }
                    probe
                })
            })
            .collect();
        parts.into_iter().for_each(|part| probe.add(part.join().unwrap_or_else(|_| Probe::ended(WORD))));
    });
    check_log_unchanged(world, before, &mut probe);
    // With the right word it works, or the refusals would mean nothing.
    let renamed = world.person("chief").post("/events/1/name", &[("name", "Renamed with the word")]);
    probe.holds(renamed.status == 303 && world.changes() == before + 1, || {
        format!("a form of ours is refused: {}", renamed.told())
    });
    probe
}

fn check_log_unchanged(world: &World, before: u64, probe: &mut Probe) {
    let after = world.changes();
    probe.holds(after == before, || format!("the log went from {before} to {after} changes"));
    let (holds, told) = world.audit();
    probe.holds(holds, || format!("the tables are not as the log says: {told}"));
}

/// Whether the table cannot say that somebody has no right: it has 404 for everybody where a part of the address is missing.
fn is_untold(route: &Route, member: &Member, number: &str) -> bool {
    let known = |role: &&Member| {
        let at = if route.is_in_a_place() { ["1", "2"] } else { [number, number] };
        at.iter().any(|number| route.expected(Some(role), number) != "404")
    };
    let is_inside = match (route.path.contains("{event}"), route.path.contains("{case}")) {
        (true, _) => member.events.iter().any(|(known, _)| *known == number),
        (_, true) => member.cases.iter().any(|(known, _)| *known == number),
        _ => member.role == "administrator",
    };
    is_inside && !MEMBERS.iter().any(|role| known(&role))
}

/// Every form with the right word by everybody who may not send it, for what is there and for what is not.
pub(super) fn without_the_right(world: &World) -> Probe {
    let (mut probe, before) = (Probe::new(RIGHT), world.changes());
    std::thread::scope(|scope| {
        let parts: Vec<_> = MEMBERS
            .iter()
            .map(|member| {
                scope.spawn(move || {
                    let (mut probe, person) = (Probe::new(RIGHT), world.person(member.login));
                    for route in posts().filter(|route| route.needs.starts_with("Permission")) {
                        for number in ["1", "2", "999999"] {
                            if route.expected(Some(member), number) != "404"
                                || is_untold(&route, member, number)
                            {
                                continue;
                            }
                            let path = filled(route.path, number, &world.parts[0]);
                            for file in [None, Some(FileStands::Last)] {
                                let word = Some(person.word.clone());
                                let way = Way { title: "", word, headers: Vec::new(), file };
                                let answer = way.send(person, &path);
                                probe.holds(answer.status == 404, || {
                                    format!("{} POST {path}: {}", member.login, answer.told())
                                });
                            }
                        }
                    }
                    probe
                })
            })
            .collect();
        parts.into_iter().for_each(|part| probe.add(part.join().unwrap_or_else(|_| Probe::ended(RIGHT))));
    });
    check_log_unchanged(world, before, &mut probe);
    probe
}
