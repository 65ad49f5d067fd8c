//! The copy of a bundle for the player's side.
//!
//! Other people become `Opponent 1`, `Opponent 2` and so on in every file; their FIDE numbers and titles, the sites of the
//! games, confidential notes, and the free texts in which people are named are left out. Ratings stay, because the numbers rest
//! on them, so the digest stays as well and can be computed again from the copy.

use analyzer::full_test::Premises;
use analyzer::screening::SOFTWARE;
use datasets::players::NameFilter;
use datasets::{Game, Side};
use reports::bundle::{MANIFEST, Manifest};
use reports::bundle_files::{CUSTODY, DOSSIER, PREMISES, REPORT};
use reports::visible;
use serde_json::Value;
use sha2::{Digest, Sha256};

use super::EvidenceError;
use super::evidence::Evidence;

/// SHA-256 of the manifest as it is written.
pub fn digest(manifest: &Manifest) -> Result<String, EvidenceError> {
    let text = manifest.text().map_err(EvidenceError::file(MANIFEST))?;
    Ok(uci_pool::hex(&Sha256::digest(text.as_bytes())))
}

/// The same evidence without other people's names.
pub fn without_names(complete: Evidence) -> Result<Evidence, EvidenceError> {
    let names = names(&complete);
    let premises = complete.premises.without_names().map_err(EvidenceError::file(PREMISES))?;
    let harmless = |text: &mut String| {
        if names.matches(text) {
            text.clear();
        }
    };
    let mut copy = Evidence {
        custody: complete.custody.without_names(|text| names.matches(text)),
        premises,
        others: Vec::new(),
        attachments: Vec::new(),
        ..complete
    };
    // This program words the pages of the copy, whichever wrote the complete one.
    SOFTWARE.clone_into(&mut copy.test.manifest.software);
    SOFTWARE.clone_into(&mut copy.custody.software);
    copy.premises.name(&mut copy.test);
    let arbiters = copy.premises.games.iter_mut().filter_map(|game| game.stood.as_mut());
    let arbiters = arbiters.chain(copy.test.games.iter_mut().filter_map(|game| game.stood.as_mut()));
    arbiters.for_each(|stood| stood.arbiter.clear());
    harmless(&mut copy.premises.event);
    harmless(&mut copy.test.event.name);
    if let Some(stated) = &mut copy.test.stated {
        stated.leave_out_people();
        stated.time_control = stated.time_control.take().filter(|control| !names.matches(control));
    }
    let events = copy.test.several.iter_mut().flat_map(|several| &mut several.events);
    events.for_each(|event| harmless(&mut event.name));
    let own_name = |name: &mut String, harmless: &str| {
        if names.matches(name) {
            harmless.clone_into(name);
        }
    };
    for (number, input) in copy.test.manifest.inputs.iter_mut().enumerate() {
        own_name(&mut input.name, &format!("file {}", number + 1));
    }
    if let Some(report) = &mut copy.test.report {
        own_name(&mut report.name, REPORT);
    }
    if let Some(place) = &mut copy.test.place {
        own_name(&mut place.name, "screening.json");
    }
    if let Some(absences) = &mut copy.test.absences {
        own_name(&mut absences.name, "absences");
    }
    if let Some(telemetry) = &mut copy.test.telemetry {
        own_name(&mut telemetry.name, "telemetry.csv");
    }
    for (game, premise) in copy.games.iter_mut().zip(&copy.premises.games) {
        seat(&mut game.white, &copy.premises, premise.white);
        seat(&mut game.black, &copy.premises, premise.black);
        unnamed(game, &names);
    }
    left_over(&copy, &names)?;
    Ok(copy)
}

/// Everybody but the player, under every spelling that stands in the bundle.
fn names(evidence: &Evidence) -> NameFilter {
    let premises = &evidence.premises;
    let own = premises.people.get(premises.player).map_or("", |person| &person.name);
    let people = premises.people.iter().enumerate().filter(|(index, _)| *index != premises.player);
    let people: Vec<_> = people.map(|(_, person)| person).collect();
    let numbers: Vec<String> = people.iter().filter_map(|person| Some(person.fide_id?.to_string())).collect();
    let seats = evidence
        .games
        .iter()
        .zip(&premises.games)
        .flat_map(|(game, premise)| [(&game.white, premise.white), (&game.black, premise.black)]);
    let spelt = seats.filter(|(_, person)| *person != premises.player).map(|(side, _)| side.name.as_str());
    let known = people.iter().map(|person| person.name.as_str());
    let listed = evidence.others.iter().chain(&numbers).map(String::as_str);
    NameFilter::new(known.chain(spelt).chain(listed), own)
}

/// The player is named as in every game; somebody else by what stands in the premises, and by nothing more than a rating.
fn seat(side: &mut Side, premises: &Premises, person: usize) {
    if person == premises.player {
        return;
    }
    let name = premises.people.get(person).map(|person| person.name.clone());
    *side = Side { name: name.unwrap_or_default(), rating: side.rating, ..Side::default() };
}

fn unnamed(game: &mut Game, names: &NameFilter) {
    (game.site, game.link) = (None, None);
    if names.matches(&game.event) {
        game.event.clear();
    }
    game.time_control = game.time_control.take().filter(|control| !names.matches(control));
}

/// The last look before a copy leaves: no text in it names somebody else. What people wrote about absences counts in the digest, so it
/// cannot be left out, and is looked at as closely as what can.
fn left_over(copy: &Evidence, names: &NameFilter) -> Result<(), EvidenceError> {
    let refused = |file: &str, place: &str, text: &str| {
        Err(EvidenceError::Refused(format!(
            "{file} would still name somebody else than the player, at {place}: `{}`; the copy was not written",
            visible(text)
        )))
    };
    let absences = copy.test.absences.iter().flat_map(|absences| &absences.entries);
    for text in absences.flat_map(|entry| entry.note.iter().chain([&entry.logged_by])) {
        if names.matches(text) {
            return refused(DOSSIER, "absences.entries", text);
        }
    }
    for (file, document) in [
        (DOSSIER, serde_json::to_value(&copy.test)),
        (PREMISES, serde_json::to_value(&copy.premises)),
        (CUSTODY, serde_json::to_value(&copy.custody)),
    ] {
        let document = document.map_err(EvidenceError::file(file))?;
        if let Some((place, text)) = text_with_a_name("", &document, names) {
            return refused(file, &place, &text);
        }
    }
    Ok(())
}

fn text_with_a_name(place: &str, value: &Value, names: &NameFilter) -> Option<(String, String)> {
    match value {
        Value::String(text) => names.matches_word(text).then(|| (place.to_owned(), text.clone())),
        Value::Array(values) => {
            let mut each = values.iter().enumerate();
            each.find_map(|(index, value)| text_with_a_name(&format!("{place}.{index}"), value, names))
        }
        Value::Object(fields) => {
            let mut each = fields.iter();
            each.find_map(|(name, value)| text_with_a_name(&format!("{place}.{name}"), value, names))
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => None,
    }
}
