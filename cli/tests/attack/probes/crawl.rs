//! Every page that people reach, in every language, with hostile text in every field.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::atomic::{AtomicU64, Ordering};

use super::http::{Answer, Person};
use super::markup::{elements, formulas, injected};
use super::rights::Route;
use super::tally::Probe;
use super::world::{MEMBERS, World};

pub(super) const PAGES: &str = "crawl: injected markup, headers";
pub(super) const CELLS: &str = "crawl: CSV cells with formulas";

const LANGUAGES: [&str; 3] = ["en", "ru", "uk"];
/// Pages of one reader in one language.
const MAX_PAGES: usize = 120;
/// Forms of one address with another query.
const MAX_QUERIES: usize = 3;

/// What stands on every answer.
const HEADERS: [(&str, &str); 5] = [
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "same-origin"),
    ("x-frame-options", "DENY"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cache-control", "no-store"),
];

fn missing_headers(path: &str, answer: &Answer) -> Vec<String> {
    let policy = answer.header("content-security-policy");
    let strict = policy.starts_with("default-src 'none'")
        && policy.contains("frame-ancestors 'none'")
        && !policy.contains("unsafe")
        && !policy.contains("script-src");
    let mut missing = if strict { Vec::new() } else { vec![format!("content-security-policy: {policy}")] };
    let wanted = HEADERS.iter().filter(|(name, _)| *name != "cache-control" || !path.starts_with("/assets/"));
    missing.extend(
        wanted.filter(|(name, value)| answer.header(name) != *value).map(|(name, _)| format!("no {name}")),
    );
    missing
}

/// Whether an address is one of a route.
fn fits(route: &Route, path: &str) -> bool {
    let (route, path): (Vec<&str>, Vec<&str>) = (route.path.split('/').collect(), path.split('/').collect());
    route.len() == path.len()
        && route.iter().zip(&path).all(|(part, given)| part.starts_with('{') || part == given)
}

/// Follows the links of one reader in one language.
fn follow(person: &Person, language: &str, (routes, shown): (&[Route], &AtomicU64)) -> [Probe; 2] {
    let (mut pages, mut cells) = (Probe::new(PAGES), Probe::new(CELLS));
    let person =
        Person { cookie: format!("{}; fairplay-language={language}", person.cookie), ..person.clone() };
    let mut waiting: VecDeque<String> =
        ["/", "/account", "/verify", "/cases", "/api", "/login", "/nowhere"].map(str::to_owned).into();
    let mut queries: BTreeMap<String, usize> = BTreeMap::new();
    let mut seen: BTreeSet<String> = BTreeSet::new();
    while let Some(address) = waiting.pop_front().filter(|_| seen.len() < MAX_PAGES) {
        if !seen.insert(address.clone()) {
            continue;
        }
        let answer = person.get(&address);
        let mut wrong = missing_headers(&address, &answer);
        if answer.status == 0 || answer.status >= 500 {
            wrong.push(answer.told());
        }
        let is_page = answer.header("content-type").starts_with("text/html")
            && answer.header("content-disposition").is_empty();
        if answer.header("content-type").starts_with("text/csv") {
            let (number, found) = formulas(&answer.text());
            (0..number)
                .for_each(|cell| cells.holds(cell >= found.len() as u64, || format!("{address}: {found:?}")));
        }
        if is_page {
            let text = answer.text();
            let elements = elements(&text);
            shown.fetch_add(u64::from(text.contains("x-evil")), Ordering::SeqCst);
            wrong.extend(injected(&text, &elements));
            for element in &elements {
                let action = element.attribute("action").filter(|_| element.name == "form");
                let link = element.attribute("href").filter(|_| element.name == "a");
                for to in link.into_iter().chain(action).filter(|to| to.starts_with('/')) {
                    let to = to.split('#').next().unwrap_or_default();
                    let path = to.split('?').next().unwrap_or_default();
                    let method =
                        if action.is_some() { element.attribute("method").unwrap_or("get") } else { "get" };
                    let known =
                        |route: &&Route| route.method.eq_ignore_ascii_case(method) && fits(route, path);
                    if !routes.iter().any(|route| known(&route)) {
                        wrong.push(format!("{method} {to} is in no row of the table of rights"));
                    }
                    let times = queries.entry(path.to_owned()).or_default();
                    if link.is_some() && *times < MAX_QUERIES && !seen.contains(to) {
                        *times += 1;
                        waiting.push_back(to.to_owned());
                    }
                }
            }
        }
        pages.holds(wrong.is_empty(), || format!("GET {address} in {language}: {wrong:?}"));
    }
    [pages, cells]
}

pub(super) fn crawled(world: &World) -> [Probe; 2] {
    let nobody = Person::nobody(&world.server.address);
    let routes = Route::all();
    let shown = AtomicU64::new(0);
    let mut found = [Probe::new(PAGES), Probe::new(CELLS)];
    std::thread::scope(|scope| {
        let readers = MEMBERS.iter().map(|member| world.person(member.login)).chain([&nobody]);
        let readers: Vec<_> = readers
            .map(|person| {
                let (routes, shown) = (&routes, &shown);
                scope.spawn(move || LANGUAGES.map(|language| follow(person, language, (routes, shown))))
            })
            .collect();
        for reader in readers {
            match reader.join() {
                Ok(languages) => languages.into_iter().for_each(|[pages, cells]| {
                    found[0].add(pages);
                    found[1].add(cells);
                }),
                Err(_) => found[0].add(Probe::ended(PAGES)),
            }
        }
    });
    let shown = shown.into_inner();
    found[0].holds(shown > 100, || format!("{shown} pages show hostile text: nothing is tried"));
    found[0].note(format!("pages that show hostile text: {shown}"));
    found
}
