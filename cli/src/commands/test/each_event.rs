//! `fairplay test --each-event`: a dossier for every event of the player, in order of date, and all of them together.
//!
//! The player is found once, among all games. Every event has its own ratings, its own time class and its own bundle; a
//! bundle holds the games of the earlier events too, because the combined numbers rest on them. An event that cannot be
//! tested is named and the others go on.

use std::path::PathBuf;

use analyzer::full_test::{Performance, Several, several};
use anyhow::{Context, bail};
use datasets::{Aliases, OneEvent, roster_with, several_events, write_pgn};
use pipeline::EventPlayer;
use pipeline::bundle::{CustodyLog, export};
use reports::bundle::{Content, Edition, Kind, Timestamp};
use reports::{Events, LeftOut, visible};

use super::options::TestOptions;
use super::player_test::{Statements, attachments, evidence, games_of, tested};
use crate::ExitStatus;
use crate::commands::dossier;
use crate::config::Config;
use crate::output::stem;

/// Letters of an event's name in that of its folder.
const MAX_LETTERS: usize = 40;

/// Tests every event of a player.
pub(crate) fn run(
    options: &TestOptions,
    config: &Config,
    whole: EventPlayer<'_>,
    aliases: &Aliases,
    read: Timestamp,
) -> anyhow::Result<ExitStatus> {
    let out = options.out.clone().unwrap_or_else(|| {
        let name = stem(&options.inputs);
        PathBuf::from(format!("{name}-test"))
    });
    let key = dossier::key(options.custody.key.as_deref())?;
    let mut run = Run {
        options,
        config,
        aliases,
        read,
        out,
        key,
        earlier: Vec::new(),
        kept: Vec::new(),
        folders: Vec::new(),
        left_out: Vec::new(),
        quarantined: false,
    };
    let player = whole.roster.people.get(whole.person);
    let name = player.map_or("", |player| player.name.as_str());
    for event in several_events(whole.collection) {
        let played = plays_in(&event, whole);
        if played && let Err(error) = run.event(&event, whole) {
            // The first failure of an engine would be that of every event.
            if crate::interrupt::requested() {
                return Err(error);
            }
            let reason = format!("{error:#}");
            eprintln!("{}: not tested: {reason}", visible(&event.name));
            run.left_out.push(LeftOut { event: event.name.clone(), reason });
        }
    }
    if run.earlier.is_empty() {
        bail!("none of the events of {name} could be tested");
    }
    let several = several(&run.earlier);
    let events = Events {
        schema: Events::SCHEMA,
        player: name,
        fide_id: player.and_then(|player| player.fide_id),
        several: &several,
        folders: &run.folders,
        left_out: &run.left_out,
    };
    let json = events.json()?;
    let path = run.out.join("events.json");
    std::fs::write(&path, &json).with_context(|| format!("cannot write {}", path.display()))?;
    if options.json {
        print!("{json}");
    } else {
        show(name, &several, &run);
    }
    Ok(if run.quarantined || !run.left_out.is_empty() { ExitStatus::Quarantined } else { ExitStatus::Done })
}

/// Whether the player has a game with moves in an event.
fn plays_in(event: &OneEvent, whole: EventPlayer<'_>) -> bool {
    let mut games = whole.collection.games.iter().zip(&whole.roster.games);
    event.collection.games.iter().any(|wanted| {
        let same =
            |(game, _): &(&datasets::Game, _)| (game.input, game.number) == (wanted.input, wanted.number);
        games.find(same).is_some_and(|(_, sides)| sides.0 == whole.person || sides.1 == whole.person)
    })
}

struct Run<'a> {
    options: &'a TestOptions,
    config: &'a Config,
    aliases: &'a Aliases,
    read: Timestamp,
    out: PathBuf,
    key: Option<reports::bundle::SecretKey>,
    earlier: Vec<Performance>,
    /// Games and answers of the earlier events, for the bundles of the later ones.
    kept: Vec<Content>,
    folders: Vec<String>,
    left_out: Vec<LeftOut>,
    quarantined: bool,
}

impl Run<'_> {
    fn event(&mut self, event: &OneEvent, whole: EventPlayer<'_>) -> anyhow::Result<()> {
        let roster = roster_with(&event.collection, self.aliases);
        let there = EventPlayer {
            collection: &event.collection,
            roster: &roster,
            person: person_in(event, &roster, whole)?,
        };
        let named = (Some(event.name.as_str()), event.name.as_str());
        let games = games_of(self.options, self.config, there, self.aliases, named)?;
        let attached = attachments(self.options, there, &games)?;
        let mut log = CustodyLog::new(self.read);
        let tested =
            tested(self.config, self.options, &games, attached.evidence(Some(&self.earlier)), &mut log)?;
        let performance = tested.tested.performance.clone();
        let quarantined = !games.event.collection.quarantine.is_empty();
        let number = self.folders.len() + self.left_out.len() + 1;
        let folder = format!("{number}-{}", slug(&event.name));
        let statements = Statements {
            options: self.options,
            config: self.config,
            key: self.key.as_ref(),
            log,
            whole: there,
        };
        let mut files = attached.files;
        files.extend_from_slice(&self.kept);
        let evidence = evidence(tested, games.event, files, statements)?;
        export::write(
            &evidence,
            Edition::Complete,
            &self.options.custody.notes,
            self.key.as_ref(),
            &self.out.join(&folder),
        )?;
        let keep = |name: &str, kind: Kind, text: String| Content {
            name: format!("event-{number}-{name}"),
            kind,
            bytes: text.into_bytes(),
        };
        let pgn = write_pgn(&evidence.games, |_| None);
        self.kept.push(keep("games.pgn", Kind::Games, pgn));
        let answers = reports::evaluations_jsonl(&evidence.answers)?;
        self.kept.push(keep("evaluations.jsonl", Kind::Evaluations, answers));
        self.kept.push(keep("dossier.json", Kind::Data, reports::dossier::json(&evidence.test)?));
        self.quarantined |= quarantined;
        let Some(performance) = performance else {
            bail!("without a projection it is no part of the combined reading; its dossier is in {folder}");
        };
        self.folders.push(folder);
        self.earlier.push(performance);
        Ok(())
    }
}

/// The player among the people of one event, by the seat in each of its games.
fn person_in(event: &OneEvent, roster: &datasets::Roster, whole: EventPlayer<'_>) -> anyhow::Result<usize> {
    let mut all = whole.collection.games.iter().zip(&whole.roster.games);
    let mut found = Vec::new();
    for (game, sides) in event.collection.games.iter().zip(&roster.games) {
        let same =
            |(other, _): &(&datasets::Game, _)| (other.input, other.number) == (game.input, game.number);
        let Some((_, seats)) = all.find(same) else {
            continue;
        };
        let person = if seats.0 == whole.person {
            sides.0
        } else if seats.1 == whole.person {
            sides.1
        } else {
            continue;
        };
        if !found.contains(&person) {
            found.push(person);
        }
    }
    match found.as_slice() {
        [one] => Ok(*one),
        _ => bail!(
            "the player stands under {} identities there; say in an alias table that they are one person",
            found.len()
        ),
    }
}

/// A name of a folder out of the name of an event.
fn slug(name: &str) -> String {
    let mut slug = String::new();
    for c in name.chars() {
        if slug.len() >= MAX_LETTERS {
            break;
        }
        if c.is_ascii_alphanumeric() {
            slug.push(c.to_ascii_lowercase());
        } else if !slug.is_empty() && !slug.ends_with('-') {
            slug.push('-');
        }
    }
    let slug = slug.trim_end_matches('-');
    if slug.is_empty() { "event" } else { slug }.to_owned()
}

fn show(name: &str, several: &Several, run: &Run<'_>) {
    let z = |z: Option<f64>| z.map_or_else(|| "-".to_owned(), |z| format!("{z:+.2}"));
    println!("{}, {} events\n", visible(name), several.events.len());
    println!("{:40} {:10}  {:>9} {:>7} {:>7} {:>9}", "event", "from", "decisions", "z", "second", "combined");
    for event in &several.events {
        let shown: String = visible(&event.name).chars().take(40).collect();
        println!(
            "{shown:40} {:10}  {:>9} {:>7} {:>7} {:>9}",
            event.first_day.as_deref().unwrap_or("-"),
            event.decisions,
            z(event.overall_z),
            z(event.depth_aware_z),
            z(event.combined_z)
        );
    }
    if let Some(combined) = &several.combined {
        let values = || combined.rows.iter().filter_map(|row| row.overall_z);
        println!(
            "\ncombined overall z {} over {} decisions; {} to {} under other ways to put events together",
            z(combined.rows.first().and_then(|row| row.overall_z)),
            combined.decisions,
            z(values().min_by(f64::total_cmp)),
            z(values().max_by(f64::total_cmp))
        );
    }
    let out = std::path::absolute(&run.out).unwrap_or_else(|_| run.out.clone());
    println!("\nDossiers: {} in {}", run.folders.len(), out.display());
    for folder in &run.folders {
        println!("  {folder}/dossier.html");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_folders_are_plain() {
        assert_eq!(slug("IV Janos Rigo Memorial GM A"), "iv-janos-rigo-memorial-gm-a");
        assert_eq!(slug("../..//Кубок 2025"), "2025");
        assert_eq!(slug("Кубок"), "event");
        let long = slug(&"Grand Prix ".repeat(20));
        assert!(long.len() <= MAX_LETTERS && !long.ends_with('-'), "{long}");
    }
}
