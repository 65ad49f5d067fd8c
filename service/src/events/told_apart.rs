//! The events that the games of some files are of, as far as an upload asks.

use std::collections::BTreeMap;
use std::path::PathBuf;

use datasets::OneEvent;

use crate::accounts::people::{self, MAX_NAME};
use crate::events::upload_summary::refusal;
use crate::keys::Key;
use crate::web::Problem;

/// Names of events in a refusal.
const MAX_NAMED: usize = 10;

pub(super) fn read(paths: &[PathBuf]) -> Result<Vec<OneEvent>, Problem> {
    datasets::read_events(paths).map_err(|error| refusal(&error))
}

/// The offsets of an event's games in every file.
pub(super) fn offsets(event: &OneEvent) -> BTreeMap<usize, Vec<u64>> {
    let c = &event.collection;
    let games = c.games.iter().map(|game| (game.input, game.offset));
    let aside = c.unscored.iter().map(|game| (game.input, game.offset));
    let broken = c.quarantine.iter().map(|game| (game.input, game.offset));
    let mut found: BTreeMap<usize, Vec<u64>> = BTreeMap::new();
    for (input, offset) in games.chain(aside).chain(broken) {
        let file = event.inputs.get(input).copied().unwrap_or(input);
        found.entry(file).or_default().push(offset);
    }
    found
}

/// The name of an event as one may be called.
pub(super) fn event_name(name: &str) -> String {
    let shown: String = reports::visible(name.trim()).chars().take(MAX_NAME).collect();
    people::line(&shown).unwrap_or_else(|| "?".to_owned())
}

/// Refuses the last of some files if its games are of another event than those of the files before it, or of several. Games whose tags
/// say nothing are of any event.
pub(crate) fn refuse_others(paths: &[PathBuf]) -> Result<(), Problem> {
    let Some(new) = paths.len().checked_sub(1) else { return Ok(()) };
    let events = read(paths)?;
    let of_new = |event: &&OneEvent| !event.by_file && offsets(event).contains_key(&new);
    let found: Vec<&OneEvent> = events.iter().filter(of_new).collect();
    let with_others = |event: &&OneEvent| offsets(event).keys().any(|file| *file != new);
    let told_before = events.iter().any(|event| !event.by_file && with_others(&event));
    if found.len() < 2 && (!told_before || found.iter().all(with_others)) {
        return Ok(());
    }
    let names: Vec<String> = found.iter().take(MAX_NAMED).map(|event| event_name(&event.name)).collect();
    let more = if found.len() > MAX_NAMED { "; …" } else { "" };
    let detail = format!("{}{more}", names.join("; "));
    Err(Problem::Refused { why: Key::RefusedSeveralEvents, detail: Some(detail.into()) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_shown_and_lead_nowhere() {
        assert_eq!(event_name(" Spring \u{202e}Open "), "Spring \\u{202e}Open");
        assert_eq!(event_name(""), "?");
        assert_eq!(event_name(&"x".repeat(500)).len(), MAX_NAME);
    }
}
