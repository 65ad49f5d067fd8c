//! The document of a screened event: what is told of the event, beside its players.

use datasets::{AcceptedGame, Collection, Game};

use crate::judge::screen::document::{
    self, AcceptedEntry, EventSummary, FailureEntry, InputEntry, Manifest, Missing, PartnerEntry,
    PlayedEntry, PlayerResult, ProgramEntry, QuarantineEntry, SCHEMA, SOFTWARE, Screening, UnscoredEntry,
};
use crate::judge::screen::event::Event;
use crate::judge::screen::notes;
use crate::null::gains::Overall;
use crate::statistics::field::{self, FieldIndex};

/// The games that end before an illegal move, in canonical order.
fn accepted_games(c: &Collection) -> Vec<AcceptedEntry> {
    let entry = |game: &Game| {
        Some(AcceptedEntry {
            stood: game.stood()?.clone(),
            input: c.inputs.get(game.input).map_or_else(String::new, |input| input.name.clone()),
            game: game.number,
            round: game.round.clone(),
            white: game.white.name.clone(),
            black: game.black.name.clone(),
        })
    };
    c.games.iter().filter_map(entry).collect()
}

pub(super) fn document(
    event: &Event<'_>,
    players: Vec<(PlayerResult, Option<Overall>)>,
    missing: Option<Missing>,
) -> Result<Screening, serde_json::Error> {
    let c = event.collection;
    let count = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
    let input = |index: usize| c.inputs.get(index).map_or_else(String::new, |i| i.name.clone());
    let of_field = |(player, alone): &(PlayerResult, Option<Overall>)| {
        Some(FieldIndex { leading: player.roi?, alone: (*alone)? })
    };
    let indices: Vec<FieldIndex> = players.iter().filter_map(of_field).collect();
    let mut screening = Screening {
        schema: SCHEMA.to_owned(),
        manifest: Manifest {
            engine: event.engine.into(),
            settings: event.settings.into(),
            parameters: event.parameters.map(|p| p.version.clone()),
            strength: event.parameters.map(|p| p.strength.version.clone()),
            provisional: event.parameters.is_some_and(|p| p.provisional),
            missing,
            software: SOFTWARE.to_owned(),
            inputs: c
                .inputs
                .iter()
                .map(|i| InputEntry { name: i.name.clone(), sha256: i.sha256.clone() })
                .collect(),
            rating_lists: event.rating_lists.cloned(),
            evaluations: event.evaluations.sha256(),
            programs: event.evaluations.programs.iter().map(ProgramEntry::from).collect(),
            digest: String::new(),
        },
        event: EventSummary {
            name: event.name.to_owned(),
            time_class: event.facts.class.as_str().to_owned(),
            time_class_from: event.facts.class_from.as_str().to_owned(),
            mode: event.facts.mode,
            played: PlayedEntry::new(event.facts),
            rating_basis: event.basis,
            start: if event.left.is_some() { document::Start::Novelty } else { document::Start::Turn9 },
            games_in: count(c.games.len() + c.unscored.len() + c.quarantine.len()),
            games_scored: count(c.games.len()),
            games_unscored: count(c.unscored.len()),
            games_quarantined: count(c.quarantine.len()),
            accepted: accepted_games(c),
        },
        field: field::check(&indices, event.parameters.map(|p| &p.strength)),
        players: players.into_iter().map(|(player, _)| player).collect(),
        unscored: c
            .unscored
            .iter()
            .map(|u| UnscoredEntry {
                input: input(u.input),
                game: u.number,
                offset: u.offset,
                round: u.round.clone(),
                white: u.white.name.clone(),
                black: u.black.name.clone(),
                plies: u.plies,
                reason: u.reason,
                partner: u
                    .partner
                    .map(|partner| PartnerEntry { input: input(partner.input), game: partner.number }),
            })
            .collect(),
        quarantine: c
            .quarantine
            .iter()
            .map(|q| QuarantineEntry {
                input: input(q.input),
                game: q.game,
                offset: q.offset,
                round: q.round.clone(),
                white: q.white.clone(),
                black: q.black.clone(),
                ply: q.ply,
                token: q.token.clone(),
                reason: q.reason.to_string(),
                acceptable: AcceptedGame::is_possible(q),
            })
            .collect(),
        failures: event
            .evaluations
            .failures()
            .into_iter()
            .map(|(fen, reason)| FailureEntry { fen, reason })
            .collect(),
        notes: notes::collection_notes(c),
    };
    screening.manifest.digest = screening.digest()?;
    Ok(screening)
}
