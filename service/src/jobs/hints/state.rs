//! What may be said of an event in one line: whether it was looked at, how far, and whether anybody is named.
//!
//! Nobody is said to be named while a position of the games that this speaks of is open, or where none was asked. Every page that says
//! anything of it, and every message, says it in these words.

use std::collections::BTreeSet;

use reports::Arg;
use rusqlite::{Connection, params};
use serde::Deserialize;

use crate::app::App;
use crate::clock::Zone;
use crate::events::results::name_of;
use crate::jobs::page::Line;
use crate::jobs::{self, Job, State};
use crate::keys::Key;
use crate::messages::Messages;
use crate::store::{Result, from_json, row};

/// The games that hints rest on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct HintsBasis {
    /// The round up to which every game was over; absent where hints are not given by rounds.
    pub(crate) round: Option<u16>,
    /// When they were given, in seconds since 1970-01-01 UTC.
    pub(crate) made: i64,
    /// Games whose moves were looked at.
    pub(crate) games: u64,
}

/// Positions of an event with an answer, and all of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Answered {
    pub(crate) done: u64,
    pub(crate) total: u64,
}

/// The state of the hints of an event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum HintsState {
    /// No position was looked at, or no round is complete.
    NotLooked,
    /// The engines are to look at it, or are at it, and nothing has been said yet. The numbers are absent before the games were read.
    Looking(Option<Answered>),
    /// Somebody paused the engines before anything was said.
    Paused(Option<Answered>),
    /// A part was looked at, or games came or something stated changed since the newest look. Nothing is said of anybody.
    Provisional(Option<Answered>),
    /// Every position of the games was answered, and nobody is named.
    Nobody(HintsBasis),
    /// Every position was answered, and no player has an index.
    NobodyJudged(HintsBasis),
    /// Every position was answered, and without parameters that fit nobody can be named.
    CannotName(HintsBasis),
    /// So many players are named.
    Named(usize, HintsBasis),
    /// So many were, and games came or something stated changed since.
    NamedBefore(usize, HintsBasis, Option<Answered>),
}

/// A player whom hints name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct NamedPlayer {
    pub(crate) name: String,
    /// The end of the address of the player's page.
    pub(crate) page: String,
    /// The rating that the projections use.
    pub(crate) rating: Option<u16>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct HintsView {
    pub(crate) state: HintsState,
    pub(crate) named: Vec<NamedPlayer>,
}

/// What is read of hints as they were given, in every version of their document.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Given {
    manifest: GivenManifest,
    event: GivenEvent,
    players: Vec<GivenPlayer>,
    ladder: Vec<GivenRung>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct GivenManifest {
    /// Absent if there were none that fit.
    parameters: Option<String>,
    provisional: bool,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct GivenEvent {
    games_scored: u64,
}

#[derive(Debug, Deserialize)]
struct GivenPlayer {
    person: usize,
    name: String,
    fide_id: Option<u32>,
    rating: Option<u16>,
    decisions: u64,
    /// Absent below the gate.
    index: Option<f64>,
}

#[derive(Debug, Deserialize)]
struct GivenRung {
    stands: GivenSteps,
}

#[derive(Debug, Deserialize)]
struct GivenSteps {
    /// Absent on a rung that is about nobody.
    #[serde(default)]
    players: Vec<Towards>,
}

#[derive(Debug, Deserialize)]
struct Towards {
    person: usize,
}

impl Given {
    /// Everybody towards whom a step is allowed, once each, in the order of the evidence.
    fn named(&self) -> Vec<NamedPlayer> {
        let steps = self.ladder.iter().flat_map(|rung| &rung.stands.players);
        let named: BTreeSet<usize> = steps.map(|towards| towards.person).collect();
        let of = |player: &GivenPlayer| NamedPlayer {
            name: player.name.clone(),
            page: name_of(&player.name, player.fide_id),
            rating: player.rating,
        };
        self.players.iter().filter(|player| named.contains(&player.person)).map(of).collect()
    }

    /// What the look came to, of which each position had been answered.
    fn state(&self, basis: HintsBasis, named: usize) -> HintsState {
        match named {
            0 if self.players.iter().all(|player| player.decisions == 0) => HintsState::NotLooked,
            0 if self.manifest.parameters.is_none() || self.manifest.provisional => {
                HintsState::CannotName(basis)
            }
            0 if self.players.iter().all(|player| player.index.is_none()) => HintsState::NobodyJudged(basis),
            0 => HintsState::Nobody(basis),
            players => HintsState::Named(players, basis),
        }
    }
}

/// Hints as they were given: those with a number, else the newest of the event.
fn given(c: &Connection, event: i64, id: Option<i64>) -> Result<Option<(HintsBasis, Given)>> {
    let sql = "SELECT round, made, json FROM event_hints WHERE event = ?1 AND (?2 IS NULL OR id = ?2)
               ORDER BY id DESC LIMIT 1";
    let stored: Option<(Option<u16>, i64, String)> = row(c, sql, params![event, id])?;
    let Some((round, made, json)) = stored else { return Ok(None) };
    let given: Given = from_json(&json, "the document of hints")?;
    Ok(Some((HintsBasis { round, made, games: given.event.games_scored }, given)))
}

fn answered(app: &App, job: &Job) -> Option<Answered> {
    let progress = Line::new(app, job.clone(), None).progress();
    Some(Answered { done: progress.done, total: progress.total }).filter(|answered| answered.total > 0)
}

/// What the hints of an event come to now.
pub(crate) fn of_event(app: &App, c: &Connection, event: i64) -> Result<HintsView> {
    let job = jobs::newest_screening(c, event)?;
    let Some((basis, given)) = given(c, event, None)? else {
        return Ok(HintsView { state: before_any(app, job.as_ref()), named: Vec::new() });
    };
    let named = given.named();
    let is_current = is_current(app, event, job.as_ref(), &basis);
    let open = job.as_ref().filter(|_| !is_current).and_then(|job| answered(app, job));
    let state = match (is_current, named.len()) {
        (true, players) => given.state(basis, players),
        (false, 0) => HintsState::Provisional(open),
        (false, players) => HintsState::NamedBefore(players, basis, open),
    };
    Ok(HintsView { state, named })
}

/// The state of an event of which no hints were given.
fn before_any(app: &App, job: Option<&Job>) -> HintsState {
    let Some(job) = job else { return HintsState::NotLooked };
    let answered = answered(app, job);
    let begun = answered.filter(|answered| answered.done > 0);
    match job.state {
        State::Queued | State::Running => HintsState::Looking(answered),
        State::Paused => HintsState::Paused(answered),
        State::Cancelled | State::Failed if begun.is_some() => HintsState::Provisional(begun),
        // A screening that is done without hints found no complete round.
        State::Cancelled | State::Failed | State::Done => HintsState::NotLooked,
    }
}

/// Whether hints are of the games and inputs of the event as they are. Whatever changes those asks for a screening, which is done only
/// when its hints are given; one that goes on says of itself whether the hints cover what it has.
fn is_current(app: &App, event: i64, job: Option<&Job>, basis: &HintsBasis) -> bool {
    let covers = match job {
        None => false,
        Some(job) if job.state == State::Done => true,
        Some(job) => !job.state.is_over() && app.work.covers(event, job.id),
    };
    // A source may have completed a further round that nothing has been said of yet.
    let stand = app.work.stand(event);
    covers && stand.is_none_or(|(_, stand)| stand.rounds.complete_through <= basis.round)
}

/// What a look came to when it was given.
pub(crate) fn of_look(c: &Connection, event: i64, look: i64) -> Result<Option<HintsView>> {
    let Some((basis, given)) = given(c, event, Some(look))? else { return Ok(None) };
    let named = given.named();
    Ok(Some(HintsView { state: given.state(basis, named.len()), named }))
}

impl HintsState {
    /// Whether nothing is said of anybody, because positions are open or the numbers are to be computed anew.
    pub(crate) fn is_silent(&self) -> bool {
        matches!(self, Self::Looking(_) | Self::Paused(_) | Self::Provisional(_))
    }

    /// Whether positions are open, or games came or something stated changed since the newest numbers.
    pub(crate) fn is_outdated(&self) -> bool {
        self.is_silent() || matches!(self, Self::NamedBefore(..))
    }

    /// In words, with times as people of the zone read them at `now`.
    pub(crate) fn words(&self, m: &Messages, zone: &Zone, now: i64) -> String {
        let named = |players: usize, basis: &HintsBasis| {
            let named = m.all(Key::StateNamed, &[("players", Arg::from(players))]);
            format!("{named} {}", basis.words(m, zone, now))
        };
        match self {
            Self::NotLooked => m.text(Key::StateNotLooked),
            Self::Looking(None) => m.text(Key::StateWaiting),
            Self::Paused(None) => m.text(Key::StatePausedOnly),
            Self::Paused(Some(open)) => open.words(m, Key::StatePaused),
            Self::Looking(Some(open)) => open.words(m, Key::StateLooking),
            Self::Provisional(None) => m.text(Key::StateProvisionalOnly),
            Self::Provisional(Some(open)) => open.words(m, Key::StateProvisional),
            Self::Nobody(basis) => m.with(Key::StateNobody, "basis", &basis.words(m, zone, now)),
            Self::NobodyJudged(basis) => m.with(Key::StateNobodyJudged, "basis", &basis.words(m, zone, now)),
            Self::CannotName(basis) => m.with(Key::StateCannotName, "basis", &basis.words(m, zone, now)),
            Self::Named(players, basis) => named(*players, basis),
            Self::NamedBefore(players, basis, open) => {
                let open = match open {
                    Some(open) => open.words(m, Key::StateOpen),
                    None => m.text(Key::StateOpenOnly),
                };
                format!("{} {open}", named(*players, basis))
            }
        }
    }
}

impl HintsBasis {
    fn words(&self, m: &Messages, zone: &Zone, now: i64) -> String {
        let (games, when) = (m.texts().count(self.games), zone.short(m.texts(), self.made, now));
        let round = self.round.map(|round| round.to_string());
        let (games, when) = (("games", Arg::from(&games)), ("when", Arg::from(&when)));
        match &round {
            Some(round) => m.all(Key::StateAfterRound, &[games, when, ("round", Arg::from(round))]),
            None => m.all(Key::StateSoFar, &[games, when]),
        }
    }
}

impl Answered {
    /// In the words of a key; where no position is open any more, what the numbers wait for is their own computation.
    fn words(&self, m: &Messages, key: Key) -> String {
        let key = match key {
            Key::StateLooking | Key::StateProvisional if self.done >= self.total => Key::StateAnew,
            Key::StateOpen if self.done >= self.total => Key::StateOpenAnew,
            other => other,
        };
        let [done, total] = [self.done, self.total].map(|number| m.texts().count(number));
        m.all(key, &[("done", Arg::from(&done)), ("total", Arg::from(&total))])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// After a change of what is stated every position may be answered, and nobody waits for one.
    #[test]
    fn what_is_open_is_said_and_nothing_else() {
        let m = Messages::new(reports::Language::ENGLISH);
        let said = |done, key| Answered { done, total: 98 }.words(&m, key);
        for (done, key, expected) in [
            (97, Key::StateProvisional, "First look, provisional: 97 of 98 positions are answered"),
            (98, Key::StateProvisional, "All 98 positions are answered, and the numbers wait to be computed"),
            (98, Key::StateLooking, "All 98 positions are answered, and the numbers wait to be computed"),
            (98, Key::StateOpen, "– all 98 positions are answered, and the numbers wait to be computed"),
            (0, Key::StateOpen, "– further positions are open: 0 of 98 are answered"),
            (98, Key::StatePaused, "Paused: 98 of 98 positions are answered"),
        ] {
            assert!(said(done, key).starts_with(expected), "{}", said(done, key));
        }
    }
}
