//! `fairplay test --each-event`: a dossier for every event of the player, in order of date, and all of them together.
//!
//! The player is found once, among all games. Every event has its own ratings, its own time class and its own bundle; a
//! bundle holds the games of the earlier events too, because the combined numbers rest on them. An event that cannot be
//! tested is named and the others go on.

use std::path::Path;

use analyzer::full_test::{Performance, Several, several};
use anyhow::bail;
use datasets::{OneEvent, roster_with, several_events, write_pgn};
use pipeline::{EventPlayer, PlayerGamesError};
use reports::bundle::Content;
use reports::bundle_files::earlier_event;
use reports::{Events, LeftOut, visible};
use serde_json::Value;

use super::player_test::{Earlier, PlayerTests};
use super::z_text;
use crate::output::facts::table;
use crate::output::terminal::say;
use crate::output::{absolute, in_words, put, slug};
use crate::{ExitStatus, Outcome};

pub(crate) fn run(tests: &PlayerTests<'_>, whole: EventPlayer<'_>, out: &Path) -> Outcome {
    let player = whole.roster.people.get(whole.person);
    let name = player.map_or("", |player| player.name.as_str());
    let mut run = EventByEvent::default();
    for event in several_events(whole.collection) {
        let Err(error) = run.event(tests, &event, whole, out) else { continue };
        // The first failure of an engine would be that of every event.
        if crate::interrupt::requested() {
            return Err(error);
        }
        let reason = in_words(&error);
        say!("{}: not tested: {reason}", visible(&event.name));
        run.left_out.push(LeftOut { event: event.name, reason });
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
    let json = reports::json(&events)?;
    put(&out.join("events.json"), json.as_bytes())?;
    let text = if tests.options.json { json } else { show(name, &several, &run.folders, out)? };
    let incomplete = run.quarantined || !run.left_out.is_empty();
    Ok((if incomplete { ExitStatus::Quarantined } else { ExitStatus::Done }, text))
}

/// The events of a player, tested one after the other.
#[derive(Default)]
struct EventByEvent {
    earlier: Vec<Performance>,
    /// Games and answers of the earlier events, for the bundles of the later ones.
    kept: Vec<Content>,
    folders: Vec<String>,
    left_out: Vec<LeftOut>,
    quarantined: bool,
}

impl EventByEvent {
    /// Tests one event, unless the player has no game with moves in it.
    fn event(
        &mut self,
        tests: &PlayerTests<'_>,
        event: &OneEvent,
        whole: EventPlayer<'_>,
        out: &Path,
    ) -> anyhow::Result<()> {
        let roster = roster_with(&event.collection, tests.aliases)?;
        let person = match whole.person_in(&event.collection, &roster) {
            Err(PlayerGamesError::NoGames { .. }) => return Ok(()),
            person => person?,
        };
        let there = EventPlayer { collection: &event.collection, roster: &roster, person };
        let number = self.folders.len() + self.left_out.len() + 1;
        let folder = format!("{number}-{}", slug(&event.name));
        let earlier = Earlier { performances: Some(&self.earlier), files: &self.kept };
        let named = (Some(event.name.as_str()), event.name.as_str());
        let written = tests.write(there, named, earlier, &out.join(&folder))?;
        let evidence = &written.evidence;
        self.kept.extend(earlier_event(
            number,
            write_pgn(&evidence.games, |_| None),
            reports::evaluations_jsonl(&evidence.answers)?,
            reports::json(&evidence.test)?,
        ));
        self.quarantined |= written.quarantined;
        let Some(performance) = written.performance else {
            bail!("without a projection it is no part of the combined reading; its dossier is in {folder}");
        };
        self.folders.push(folder);
        self.earlier.push(performance);
        Ok(())
    }
}

fn show(name: &str, several: &Several, folders: &[String], out: &Path) -> anyhow::Result<String> {
    let events: Vec<Value> = several.events.iter().map(serde_json::to_value).collect::<Result<_, _>>()?;
    let columns = "event=name from=first_day decisions z=overall_z second=depth_aware_z combined=combined_z";
    let combined = several.combined.as_ref().map_or_else(String::new, |combined| {
        let values = || combined.rows.iter().filter_map(|row| row.overall_z);
        format!(
            "combined overall z {} over {} decisions; {} to {} under other ways to put events together\n\n",
            z_text(combined.rows.first().and_then(|row| row.overall_z)),
            combined.decisions,
            z_text(values().min_by(f64::total_cmp)),
            z_text(values().max_by(f64::total_cmp))
        )
    });
    let dossiers: String = folders.iter().map(|folder| format!("  {folder}/dossier.html\n")).collect();
    Ok(format!(
        "{}, {} events\n\n{}\n\n{combined}Dossiers: {} in {}\n{dossiers}",
        visible(name),
        several.events.len(),
        table(&events, columns).join("\n"),
        folders.len(),
        absolute(out).display()
    ))
}
