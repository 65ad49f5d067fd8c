//! `fairplay people suggest`: which spellings may be one person, and what does not fit together.
//!
//! It prints and changes nothing. Joining two spellings is a human's decision, kept in the alias table.
//! `fairplay people reset` is about people of a server: a link for a new password.

use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use datasets::players::similarity::{LIKELY, Profile};
use datasets::players::{Suggestion, against, findings, is_handle, suggestions};
use datasets::{Aliases, Collection, Person, Roster};
use serde_json::{Value, json};
use service::Clock;

use crate::arguments::{ALIASES, AliasOptions, GamesOptions};
use crate::output::facts::{sentence, table};
use crate::output::json_or;
use crate::{ExitStatus, Outcome};

mod blocks;
mod known;

use blocks::Blocks;

#[derive(Clone, Debug, Subcommand)]
pub(crate) enum PeopleCommand {
    /// Suggest which spellings may be one person. Nothing is joined: a human decides.
    Suggest(SuggestOptions),
    /// Print a link for a new password of somebody on a server. It works once, for one hour, and takes off the second factor.
    Reset(ResetOptions),
}

#[derive(Clone, Debug, Args)]
pub(crate) struct ResetOptions {
    /// File of a server, which may be running
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// Sign-in name of the person
    #[arg(value_name = "LOGIN")]
    pub(crate) login: String,
    /// Public address of the server, for the link
    #[arg(long, value_name = "URL", default_value = "http://127.0.0.1:8080")]
    pub(crate) url: String,
}

#[derive(Clone, Debug, Args)]
pub(crate) struct SuggestOptions {
    #[command(flatten)]
    pub(crate) games: GamesOptions,
    #[command(flatten)]
    pub(crate) aliases: AliasOptions,
    /// Print as JSON
    #[arg(long)]
    pub(crate) json: bool,
    /// Compare with these known people instead: a FIDE rating list (TXT, XML, CSV), an alias table (.toml), or a PGN file
    /// of another event
    #[arg(long, value_name = "FILE")]
    pub(crate) known: Option<PathBuf>,
}

pub(crate) fn run(command: &PeopleCommand) -> Outcome {
    match command {
        PeopleCommand::Suggest(options) => suggest(options),
        PeopleCommand::Reset(options) => reset(options),
    }
}

/// On standard output and nowhere else: the link is a secret.
fn reset(options: &ResetOptions) -> Outcome {
    let end = service::reset(&options.file, &options.login, &Clock::system())?;
    let base = options.url.trim_end_matches('/');
    let text = format!("The link works once, for one hour. Whoever has it may use it.\n\n  {base}{end}\n");
    Ok((ExitStatus::Done, text))
}

fn suggest(options: &SuggestOptions) -> Outcome {
    let collection = options.games.read(&[])?;
    let (_, table) = options.aliases.load()?;
    let roster = datasets::roster_with(&collection, &table)?;
    let (head, found) = match &options.known {
        Some(path) => against_known(&roster, path)?,
        None => among_themselves(&collection, &roster, &table),
    };
    let clean = collection.quarantine.is_empty();
    let text = json_or(options.json, &found, || Ok(show(&head, &found)))?;
    Ok((if clean { ExitStatus::Done } else { ExitStatus::Quarantined }, text))
}

/// The people of the games as JSON, with the number of their games, those set aside too.
fn people(roster: &Roster) -> Vec<Value> {
    let mut games = vec![0; roster.people.len()];
    let scored = roster.games.iter().flat_map(|(white, black)| [*white, *black]);
    let unscored = roster.unscored.iter().flat_map(|(white, black)| [*white, *black]).flatten();
    for place in scored.chain(unscored) {
        if let Some(count) = games.get_mut(place) {
            *count += 1;
        }
    }
    let people = roster.people.iter().zip(games).map(|(person, games)| {
        let Person { name, fide_id, rating, title, .. } = person;
        json!({
            "name": name, "fide_id": fide_id, "rating": rating, "title": title, "games": games,
            "handle": is_handle(name),
        })
    });
    people.collect()
}

/// A suggestion as JSON: its people under these names, score and reasons.
fn suggestion(found: &Suggestion, people: [(&str, Value); 2]) -> Value {
    let reasons: Vec<&str> = found.reasons.iter().map(|reason| reason.as_str()).collect();
    let mut suggestion = json!({ "score": found.score, "likely": found.score >= LIKELY, "reasons": reasons });
    for (name, person) in people {
        suggestion[name] = person;
    }
    suggestion
}

fn among_themselves(collection: &Collection, roster: &Roster, table: &Aliases) -> (String, Value) {
    let people = people(roster);
    let suggested = suggestions(collection, roster);
    let mut blocks = Blocks::new(roster, table, &suggested.found);
    let pairs = suggested.found.iter().filter_map(|one| {
        let both = [("a", people.get(one.a)?.clone()), ("b", people.get(one.b)?.clone())];
        let mut pair = suggestion(one, both);
        if let Some(lines) = blocks.below(one) {
            pair["confirm"] = lines.into();
        }
        Some(pair)
    });
    let pairs: Vec<Value> = pairs.collect();
    let head = format!(
        "{} people, {} pairs of entries that may be one person each. Nothing has been joined.",
        people.len(),
        pairs.len()
    );
    let found = json!({
        "suggestions": pairs, "incomplete": suggested.incomplete, "findings": findings(collection),
    });
    (head, found)
}

/// Suggests who of a list of known people may be a player of the event.
fn against_known(roster: &Roster, path: &Path) -> anyhow::Result<(String, Value)> {
    let known: Vec<Profile> = known::read(path)?;
    let people = people(roster);
    let suggested = against(roster, &known);
    let maybe = suggested.found.iter().filter_map(|one| {
        let listed = serde_json::to_value(known.get(one.b)?).ok()?;
        Some(suggestion(one, [("player", people.get(one.a)?.clone()), ("known", listed)]))
    });
    let maybe: Vec<Value> = maybe.collect();
    let head = format!(
        "{} people in the games, {} known ones, {} pairs that may be one person each. Nothing has been joined.",
        people.len(),
        known.len(),
        maybe.len()
    );
    let found = json!({
        "known_people": known.len(), "suggestions": maybe, "incomplete": suggested.incomplete,
    });
    Ok((head, found))
}

/// The columns of a person.
const WHO: &str = "name FIDE-number=fide_id title rating games name-of-a-playing-site=handle";

/// The columns of names and numbers that do not fit.
const FINDINGS: &str =
    "names-and-FIDE-numbers-that-do-not-fit=kind~ FIDE-number=fide_id names name FIDE-numbers=fide_ids";

fn show(head: &str, found: &Value) -> String {
    let part = |name: &str| found.get(name).and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    let mut lines = vec![head.to_owned()];
    let incomplete =
        "There are too many similar names to compare them all{?incomplete}; more pairs may exist.";
    lines.extend(sentence(found, incomplete));
    for pair in part("suggestions") {
        let people = ["a", "b", "player", "known"].iter().filter_map(|name| pair.get(name).cloned());
        let strength = if pair.get("likely") == Some(&Value::Bool(true)) { "likely" } else { "possible" };
        let score = sentence(pair, "{score}: {reasons}").unwrap_or_default();
        lines.push(format!("\n{strength}, {score}"));
        lines.extend(table(&people.collect::<Vec<_>>(), WHO));
        match pair.get("confirm").and_then(Value::as_str) {
            Some(confirm) => lines.extend(confirm.lines().map(|line| format!("    {line}"))),
            None if pair.get("known").is_none() => {
                lines.push("    # in the lines of that person above".to_owned());
            }
            None => {}
        }
    }
    lines.extend(table(part("findings"), FINDINGS));
    if part("suggestions").iter().any(|pair| pair.get("confirm").is_some()) {
        lines.push(format!(
            "\nIf you know that entries are one person, paste the lines of that person into {ALIASES}, fill in your name and the date, \
             and give the file with --aliases {ALIASES}."
        ));
    }
    lines.join("\n") + "\n"
}
