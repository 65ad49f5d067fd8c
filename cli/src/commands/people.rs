//! `fairplay people`: who played, which spellings may be one person, and what does not fit together.
//!
//! It prints and changes nothing. Joining two spellings is a human's decision, kept in the alias table.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use datasets::players::aliases::lines_to_confirm;
use datasets::players::similarity::LIKELY;
use datasets::players::similarity::Profile;
use datasets::players::{Finding, Suggestion, against, findings, is_handle, suggestions};
use datasets::{Aliases, Collection, Person, Roster};
use reports::visible;
use serde::Serialize;
use serde_json::Value;

use crate::ExitStatus;
use crate::arguments::{ALIASES, AliasOptions, GamesOptions};
use crate::output::facts::{sentence, table};
use crate::output::write_json;

mod known;

/// Commands on the people of an event.
#[derive(Clone, Debug, Subcommand)]
pub(crate) enum PeopleCommand {
    /// Suggest which spellings may be one person. Nothing is joined: a human decides.
    Suggest(SuggestOptions),
    /// List the people of the games, one line each.
    List(PeopleOptions),
}

/// Options of `people`.
#[derive(Clone, Debug, Args)]
pub(crate) struct PeopleOptions {
    #[command(flatten)]
    pub(crate) games: GamesOptions,
    #[command(flatten)]
    pub(crate) aliases: AliasOptions,
    /// Print as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// Options of `people suggest`.
#[derive(Clone, Debug, Args)]
pub(crate) struct SuggestOptions {
    #[command(flatten)]
    pub(crate) people: PeopleOptions,
    /// Compare with these known people instead: a FIDE rating list (TXT, XML, CSV), an alias table (.toml), or a PGN file
    /// of another event
    #[arg(long, value_name = "FILE")]
    pub(crate) known: Option<PathBuf>,
}

pub(crate) fn run(command: &PeopleCommand, out: &mut dyn Write) -> anyhow::Result<ExitStatus> {
    let options = match command {
        PeopleCommand::Suggest(options) => &options.people,
        PeopleCommand::List(options) => options,
    };
    let collection = options.games.read()?;
    let (_, table) = options.aliases.load()?;
    let roster = datasets::roster_with(&collection, &table);
    match command {
        PeopleCommand::Suggest(SuggestOptions { known: Some(path), .. }) => {
            against_known(&roster, path, options.json, out)?;
        }
        PeopleCommand::Suggest(_) => suggest(&collection, &roster, &table, options, out)?,
        PeopleCommand::List(_) => list(&collection, &roster, options, out)?,
    }
    Ok(if collection.quarantine.is_empty() { ExitStatus::Done } else { ExitStatus::Quarantined })
}

/// A person in machine output.
#[derive(Serialize)]
struct Who<'a> {
    name: &'a str,
    fide_id: Option<u32>,
    rating: Option<u16>,
    title: Option<&'a str>,
    games: usize,
    handle: bool,
}

impl<'a> Who<'a> {
    fn new(place: usize, person: &'a Person, games: &[usize]) -> Self {
        Self {
            name: &person.name,
            fide_id: person.fide_id,
            rating: person.rating,
            title: person.title.as_deref(),
            games: games.get(place).copied().unwrap_or_default(),
            handle: is_handle(&person.name),
        }
    }
}

/// Games of every person, set-aside ones too.
fn games_of(roster: &Roster) -> Vec<usize> {
    let mut games = vec![0; roster.people.len()];
    for (white, black) in roster.games.iter().chain(&roster.unscored) {
        for place in [white, black] {
            if let Some(count) = games.get_mut(*place) {
                *count += 1;
            }
        }
    }
    games
}

fn list(
    collection: &Collection,
    roster: &Roster,
    options: &PeopleOptions,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let games = games_of(roster);
    let people: Vec<Who<'_>> =
        roster.people.iter().enumerate().map(|(place, person)| Who::new(place, person, &games)).collect();
    #[derive(Serialize)]
    struct List<'a> {
        people: &'a [Who<'a>],
        findings: Vec<Finding>,
    }
    let head = format!("\n{} people.", people.len());
    print(&List { people: &people, findings: findings(collection) }, &head, options.json, out)
}

/// The columns of a person.
const WHO: &str = "name FIDE-number=fide_id title rating games name-of-a-playing-site=handle";

/// The columns of names and numbers that do not fit.
const FINDINGS: &str =
    "names-and-FIDE-numbers-that-do-not-fit=kind~ FIDE-number=fide_id names name FIDE-numbers=fide_ids";

/// A suggestion in machine output.
#[derive(Serialize)]
struct Pair<'a> {
    a: Who<'a>,
    b: Who<'a>,
    score: f64,
    likely: bool,
    reasons: Vec<&'static str>,
    /// Lines for the alias table.
    confirm: String,
}

fn suggest(
    collection: &Collection,
    roster: &Roster,
    table: &Aliases,
    options: &PeopleOptions,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let games = games_of(roster);
    let suggested = suggestions(collection, roster);
    let pairs: Vec<Pair<'_>> =
        suggested.found.iter().filter_map(|one| pair(one, roster, &games, table)).collect();
    #[derive(Serialize)]
    struct Answer<'a> {
        suggestions: &'a [Pair<'a>],
        incomplete: bool,
        findings: Vec<Finding>,
    }
    let found =
        Answer { suggestions: &pairs, incomplete: suggested.incomplete, findings: findings(collection) };
    let head = format!(
        "{} people, {} pairs of entries that may be one person each. Nothing has been joined.",
        roster.people.len(),
        pairs.len()
    );
    print(&found, &head, options.json, out)?;
    if !pairs.is_empty() && !options.json {
        writeln!(
            out,
            "\nIf you know that two entries are one person, put the lines below them into {ALIASES}, with your \
             name and the date."
        )?;
    }
    Ok(())
}

/// Suggests who of a list of known people may be a player of the event.
fn against_known(roster: &Roster, path: &Path, json: bool, out: &mut dyn Write) -> anyhow::Result<()> {
    /// A suggestion in machine output.
    #[derive(Serialize)]
    struct Maybe<'a> {
        player: Who<'a>,
        known: &'a Profile,
        score: f64,
        likely: bool,
        reasons: Vec<&'static str>,
    }
    #[derive(Serialize)]
    struct Answer<'a> {
        known_people: usize,
        suggestions: Vec<Maybe<'a>>,
        incomplete: bool,
    }
    let known: Vec<Profile> = known::read(path)?;
    let games = games_of(roster);
    let suggested = against(roster, &known);
    let maybe = suggested.found.iter().filter_map(|one| {
        let (person, listed) = (roster.people.get(one.a)?, known.get(one.b)?);
        Some(Maybe {
            player: Who::new(one.a, person, &games),
            known: listed,
            score: one.score,
            likely: one.score >= LIKELY,
            reasons: one.reasons.iter().map(|reason| reason.as_str()).collect(),
        })
    });
    let found =
        Answer { known_people: known.len(), suggestions: maybe.collect(), incomplete: suggested.incomplete };
    let head = format!(
        "{} people in the games, {} known ones, {} pairs that may be one person each. Nothing has been joined.",
        roster.people.len(),
        known.len(),
        found.suggestions.len()
    );
    print(&found, &head, json, out)
}

/// Prints a document as JSON, or its people, suggestions and findings as tables.
fn print(document: &impl Serialize, head: &str, json: bool, out: &mut dyn Write) -> anyhow::Result<()> {
    if json {
        return write_json(out, document);
    }
    let document = serde_json::to_value(document)?;
    let part = |name: &str| document.get(name).and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    let mut tables = vec![table(part("people"), WHO), vec![head.to_owned()]];
    let incomplete =
        "There are too many similar names to compare them all{?incomplete}; more pairs may exist.";
    tables.push(sentence(&document, incomplete).into_iter().collect());
    for pair in part("suggestions") {
        let people = ["a", "b", "player", "known"].iter().filter_map(|name| pair.get(name).cloned());
        let strength = if pair.get("likely") == Some(&Value::Bool(true)) { "likely" } else { "possible" };
        tables.push(vec![format!(
            "\n{strength}, {}",
            sentence(pair, "{score}: {reasons}").unwrap_or_default()
        )]);
        tables.push(table(&people.collect::<Vec<_>>(), WHO));
        let lines = pair.get("confirm").and_then(Value::as_str).unwrap_or_default().lines();
        tables.push(lines.map(|line| format!("    {line}")).collect());
    }
    tables.push(table(part("findings"), FINDINGS));
    for line in tables.concat() {
        writeln!(out, "{line}")?;
    }
    Ok(())
}

fn pair<'a>(one: &Suggestion, roster: &'a Roster, games: &[usize], table: &Aliases) -> Option<Pair<'a>> {
    let (a, b) = (roster.people.get(one.a)?, roster.people.get(one.b)?);
    Some(Pair {
        a: Who::new(one.a, a, games),
        b: Who::new(one.b, b, games),
        score: one.score,
        likely: one.score >= LIKELY,
        reasons: one.reasons.iter().map(|reason| reason.as_str()).collect(),
        confirm: confirm(a, b, table),
    })
}

/// The lines that join two entries. The name with a number stays, else the longer one.
fn confirm(a: &Person, b: &Person, table: &Aliases) -> String {
    let weight = |p: &Person| (p.fide_id.is_some(), p.name.chars().count());
    let (keep, other) = if weight(b) > weight(a) { (b, a) } else { (a, b) };
    let known = table
        .entries()
        .iter()
        .find(|entry| entry.name == keep.name && (entry.fide_id.is_none() || entry.fide_id == keep.fide_id));
    let lines = lines_to_confirm(&keep.name, keep.fide_id, &[&other.name]);
    match known {
        Some(entry) => format!(
            "# {} is in the table from line {}: add the alias there.\n{lines}",
            visible(&keep.name),
            entry.line
        ),
        None => lines,
    }
}

#[cfg(test)]
mod tests {
    use super::{Aliases, Person, confirm};
    use datasets::RatingSource;

    fn person(name: &str, fide_id: Option<u32>) -> Person {
        Person {
            name: name.to_owned(),
            fide_id,
            rating: None,
            rating_source: RatingSource::None,
            title: None,
        }
    }

    #[test]
    fn the_entry_with_a_number_stays() {
        let lines =
            confirm(&person("Testova, A.", Some(5)), &person("Testova, Anna", None), &Aliases::default());
        assert!(
            lines.starts_with(
                "[[person]]\nname = \"Testova, A.\"\nfide_id = 5\naliases = [\"Testova, Anna\"]\n"
            )
        );
        let lines =
            confirm(&person("Testova, A.", None), &person("Testova, Anna", None), &Aliases::default());
        assert!(lines.starts_with("[[person]]\nname = \"Testova, Anna\"\naliases = [\"Testova, A.\"]\n"));
    }

    #[test]
    fn an_entry_of_the_table_is_named() {
        let table = "[[person]]\nname = \"Testova, Anna\"\nconfirmed_by = \"B\"\ndate = 2026-01-01\n";
        let table = Aliases::parse(table.as_bytes()).expect("a table");
        let lines = confirm(&person("Testova, A.", None), &person("Testova, Anna", None), &table);
        assert!(lines.starts_with("# Testova, Anna is in the table from line 1"), "{lines}");
    }
}
