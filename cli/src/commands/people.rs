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

use crate::ExitStatus;
use crate::output::write_json;
use crate::run::{ALIASES, aliases};

mod known;

/// What to do with the people of an event.
#[derive(Clone, Debug, Subcommand)]
pub(crate) enum PeopleCommand {
    /// Suggest which spellings may be one person. Nothing is joined: a human decides.
    Suggest(SuggestOptions),
    /// List everybody who played, as told apart.
    List(PeopleOptions),
}

/// Options of `people`.
#[derive(Clone, Debug, Args)]
pub(crate) struct PeopleOptions {
    /// PGN files, plain, .gz or .zst; folders of them; `-` for standard input
    #[arg(required = true, value_name = "EVENT.pgn")]
    pub(crate) inputs: Vec<PathBuf>,
    /// Only the games whose Event tag is exactly this
    #[arg(long, value_name = "NAME")]
    pub(crate) event: Option<String>,
    /// Alias table: who is who, as confirmed by people [default: ./aliases.toml, if there is one]
    #[arg(long, value_name = "FILE")]
    pub(crate) aliases: Option<PathBuf>,
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

/// Runs a command on the people of an event.
pub(crate) fn run(command: &PeopleCommand, out: &mut dyn Write) -> anyhow::Result<ExitStatus> {
    let options = match command {
        PeopleCommand::Suggest(options) => &options.people,
        PeopleCommand::List(options) => options,
    };
    let collection = datasets::read(&options.inputs, options.event.as_deref())?;
    let (_, table) = aliases(options.aliases.as_deref())?;
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
    if options.json {
        #[derive(Serialize)]
        struct List<'a> {
            people: &'a [Who<'a>],
            findings: Vec<Finding>,
        }
        let findings = findings(collection);
        write_json(out, &List { people: &people, findings })?;
        return Ok(());
    }
    for who in &people {
        writeln!(out, "{}", described(who))?;
    }
    writeln!(out, "\n{} people.", people.len())?;
    print_findings(&findings(collection), out)
}

fn described(who: &Who<'_>) -> String {
    let or_dash = |value: Option<String>| value.unwrap_or_else(|| "-".to_owned());
    let note = if who.handle { "  (a name of a playing site)" } else { "" };
    format!(
        "{:>10}  {:>4}  {:>4} games  {}{note}",
        or_dash(who.fide_id.map(|id| id.to_string())),
        or_dash(who.rating.map(|rating| rating.to_string())),
        who.games,
        visible(who.name)
    )
}

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
    let findings = findings(collection);
    if options.json {
        #[derive(Serialize)]
        struct Answer<'a> {
            suggestions: &'a [Pair<'a>],
            incomplete: bool,
            findings: &'a [Finding],
        }
        let found = Answer { suggestions: &pairs, incomplete: suggested.incomplete, findings: &findings };
        write_json(out, &found)?;
        return Ok(());
    }
    writeln!(
        out,
        "{} people, {} pairs of entries that may be one person each. Nothing has been joined.",
        roster.people.len(),
        pairs.len()
    )?;
    if suggested.incomplete {
        writeln!(out, "There are too many similar names to compare them all; more pairs may exist.")?;
    }
    for pair in &pairs {
        let strength = if pair.likely { "likely" } else { "possible" };
        writeln!(out, "\n{strength}, {:.2}: {}", pair.score, pair.reasons.join(", "))?;
        writeln!(out, "{}\n{}", described(&pair.a), described(&pair.b))?;
        for line in pair.confirm.lines() {
            writeln!(out, "    {line}")?;
        }
    }
    if !pairs.is_empty() {
        writeln!(
            out,
            "\nIf you know that two entries are one person, put the lines below them into {ALIASES}, with your \
             name and the date."
        )?;
    }
    print_findings(&findings, out)
}

/// Who of a list of known people may be sitting in the event.
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
    if json {
        write_json(out, &found)?;
        return Ok(());
    }
    writeln!(
        out,
        "{} people in the games, {} known ones, {} pairs that may be one person each. Nothing has been joined.",
        roster.people.len(),
        known.len(),
        found.suggestions.len()
    )?;
    if found.incomplete {
        writeln!(out, "There are too many similar names to compare them all; more pairs may exist.")?;
    }
    for one in &found.suggestions {
        let strength = if one.likely { "likely" } else { "possible" };
        let number = one.known.fide_id.map_or_else(|| "-".to_owned(), |id| id.to_string());
        writeln!(out, "\n{strength}, {:.2}: {}", one.score, one.reasons.join(", "))?;
        writeln!(out, "{}", described(&one.player))?;
        writeln!(out, "{number:>10}  known as  {}", visible(&one.known.name))?;
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

fn print_findings(findings: &[Finding], out: &mut dyn Write) -> anyhow::Result<()> {
    if findings.is_empty() {
        return Ok(());
    }
    writeln!(out, "\nWhat does not fit together:")?;
    for finding in findings {
        match finding {
            Finding::OneNumberTwoNames { fide_id, names } => {
                let names: Vec<String> = names.iter().map(|name| visible(name)).collect();
                writeln!(out, "  FIDE number {fide_id} stands beside different names: {}", names.join("; "))?;
            }
            Finding::OneNameSeveralNumbers { name, fide_ids } => {
                let ids: Vec<String> = fide_ids.iter().map(u32::to_string).collect();
                writeln!(out, "  {} stands beside several FIDE numbers: {}", visible(name), ids.join(", "))?;
            }
        }
    }
    Ok(())
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
