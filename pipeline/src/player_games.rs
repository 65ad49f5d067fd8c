//! The games of one player, prepared for a full test, and the test itself.
//!
//! Every command and the server test a player here, so the same games and answers give the same numbers everywhere. No
//! engine runs here.

use std::collections::{BTreeMap, BTreeSet};

use analyzer::full_test::{
    Circumstances, FullTest, FullTestError, Performance, Premises, Second, SupportingEvidence, TestRequest,
    full_test, performance,
};
use analyzer::ipr::Reference;
use analyzer::policy::Mode;
use analyzer::screen::Event;
use analyzer::{Evaluations, Parameters, screen};
use datasets::ratings::EventDays;
use datasets::tournament::event_facts::look_at;
use datasets::{Collection, Roster, round_of};
use thiserror::Error;
use uci_pool::{Identity, Settings};

use crate::prepare::{PrepareError, PrepareOptions, PreparedEvent, prepare_part};

/// Overall z at which the smallest visible help is reported: the level that supports other evidence, and the thresholds
/// online and over the board (Fair Play Regulations 1.6).
pub const LEVELS: [f64; 3] = [2.5, 4.25, 5.0];

/// Depth of a second engine in plies, unless another one is named: that of the search to which the sequential value was fitted.
pub const SECOND_ENGINE_DEPTH: u8 = 20;

/// Greater depth that a second engine can be asked for, in plies. The sequential value was fitted to it as well, and it takes three times
/// as long.
pub const DEEP_SECOND_ENGINE_DEPTH: u8 = 24;

/// The search settings of a second engine: one line, since only first moves are compared.
pub fn second_engine_settings(test: &Settings, depth: Option<u8>) -> Settings {
    Settings {
        depth: depth.unwrap_or(SECOND_ENGINE_DEPTH),
        multipv: 1,
        // One line and another engine: its border of what counts was not measured.
        decided: None,
        // The limit of the searches to which the sequential value was fitted.
        node_cap: Settings::QUICK.node_cap,
        ..test.clone()
    }
}

#[derive(Debug, Error)]
pub enum PlayerGamesError {
    #[error(transparent)]
    Prepare(#[from] PrepareError),
    #[error("no game of {name} can be scored")]
    NoGames { name: String },
    /// Within the player's own games the name stands for several people.
    #[error(
        "in these games {name} stands under {found} identities; say in an alias table that they are one person"
    )]
    Identities { name: String, found: usize },
    #[error(transparent)]
    Json(#[from] serde_json::Error),
    #[error(transparent)]
    Test(#[from] FullTestError),
}

#[derive(Clone, Copy, Debug)]
pub struct EventPlayer<'a> {
    pub collection: &'a Collection,
    pub roster: &'a Roster,
    /// The player, as an index into the roster.
    pub person: usize,
}

#[derive(Clone, Debug)]
pub struct PlayerGames {
    /// The games, with a roster of their own.
    pub event: PreparedEvent,
    /// The player, as an index into that roster.
    pub person: usize,
}

#[derive(Clone, Copy, Debug, Default)]
pub struct TestContext<'a> {
    /// Another engine, for its match rates.
    pub second: Option<Second<'a>>,
    /// Statements of people; the mode of play is that of the event.
    pub circumstances: Circumstances,
    /// Supporting evidence.
    pub beside: SupportingEvidence<'a>,
}

#[derive(Clone, Debug)]
pub struct PlayerTest {
    pub test: FullTest,
    /// The inputs besides games and answers, from which the test can be made again.
    pub premises: Premises,
    /// For later events of the player; only where earlier ones were given.
    pub performance: Option<Performance>,
}

impl EventPlayer<'_> {
    /// The player's games up to a round, those without a round included; all of them without one.
    pub fn games(&self, through: Option<u16>) -> Collection {
        let mut games = self.collection.of_person(self.roster, self.person);
        if let Some(through) = through {
            let counts = |round: &str| round_of(round).is_none_or(|of| of <= through);
            games.games.retain(|game| counts(&game.round));
        }
        games
    }

    /// Names of everybody else in the events that the player's games are from, each once and on one line.
    pub fn others(&self) -> Vec<String> {
        let games = || self.collection.games.iter().zip(&self.roster.games);
        let own: BTreeSet<&str> = games()
            .filter(|(_, sides)| sides.0 == self.person || sides.1 == self.person)
            .map(|(game, _)| game.event.as_str())
            .collect();
        let there = games().filter(|(game, _)| own.contains(game.event.as_str()));
        let people: BTreeSet<usize> = there.flat_map(|(_, sides)| [sides.0, sides.1]).collect();
        let others = people.into_iter().filter(|other| *other != self.person);
        let names = others.filter_map(|other| self.roster.people.get(other));
        names.map(|other| other.name.replace(|c: char| c.is_control(), " ")).collect()
    }

    fn name(&self) -> String {
        let person = self.roster.people.get(self.person);
        person.map_or_else(|| "the player".to_owned(), |person| person.name.clone())
    }

    /// The player in a part of the games. It has a roster of its own, with fewer people in it, so the player is found by
    /// the seat in each game.
    ///
    /// # Errors
    /// A player without a game there, or one who is several people.
    pub fn person_in(&self, games: &Collection, roster: &Roster) -> Result<usize, PlayerGamesError> {
        let whole = self.collection.games.iter().zip(&self.roster.games);
        let seats: BTreeMap<(usize, u32), [bool; 2]> = whole
            .map(|(game, (white, black))| {
                ((game.input, game.number), [*white == self.person, *black == self.person])
            })
            .collect();
        let part = games.games.iter().zip(&roster.games);
        let found: BTreeSet<usize> = part
            .filter_map(|(game, (white, black))| match seats.get(&(game.input, game.number))? {
                [true, _] => Some(*white),
                [_, true] => Some(*black),
                _ => None,
            })
            .collect();
        match found.iter().collect::<Vec<_>>().as_slice() {
            [one] => Ok(**one),
            [] => Err(PlayerGamesError::NoGames { name: self.name() }),
            several => Err(PlayerGamesError::Identities { name: self.name(), found: several.len() }),
        }
    }
}

impl PlayerGames {
    /// Takes a player's games up to a round out of an event.
    ///
    /// # Errors
    /// No game of the player that can be scored, a player who is several people there, or what loading fails with.
    pub fn select(
        whole: &EventPlayer<'_>,
        through: Option<u16>,
        options: &PrepareOptions<'_>,
    ) -> Result<Self, PlayerGamesError> {
        let games = whole.games(through);
        if games.games.is_empty() {
            return Err(PlayerGamesError::NoGames { name: whole.name() });
        }
        // The first day of the whole event chooses the rating list, whenever the player's own games begin, and how it was played is
        // decided by all of its games.
        let (facts, _) = look_at(&whole.collection.games, options.played);
        let event = prepare_part(games, options, EventDays::of(whole.collection), Some(&facts))?;
        let person = whole.person_in(&event.collection, &event.roster)?;
        Ok(Self { event, person })
    }

    /// Tests the player on the answers to the positions of these games.
    pub fn test(
        &self,
        answers: &Evaluations,
        (engine, settings): (&Identity, &Settings),
        parameters: Option<&Parameters>,
        context: &TestContext<'_>,
    ) -> Result<PlayerTest, PlayerGamesError> {
        let event = Event {
            field: context
                .beside
                .screening
                .zip(parameters)
                .and_then(|(all, own)| all.field(self.person, own)),
            ..self.event.event(answers, engine, settings, parameters)
        };
        let screened = screen(&event)?;
        let reference = Reference::shipped(engine, settings)?;
        let asked = TestRequest {
            person: self.person,
            reference: reference.as_ref(),
            second: context.second,
            circumstances: Circumstances {
                mode: self.event.facts.mode.unwrap_or(Mode::OverTheBoard),
                ..context.circumstances
            },
            levels: &LEVELS,
            beside: context.beside,
        };
        Ok(PlayerTest {
            test: full_test(&event, &screened, &asked)?,
            premises: Premises::new(&event, &asked),
            performance: match context.beside.earlier {
                Some(_) => performance(&event, &screened, self.person)?,
                None => None,
            },
        })
    }
}

#[cfg(test)]
mod tests {
    use datasets::Aliases;
    use datasets::tournament::event_facts::StatedPlay;

    use super::*;
    use crate::rating_choice::RatingChoice;

    fn bundled() -> Collection {
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("../datasets/samples")
            .join(datasets::pgn::sample::NAME);
        datasets::read(&[path], None).expect("the bundled event reads")
    }

    fn options<'a>(aliases: &'a Aliases, store: &'a std::path::Path) -> PrepareOptions<'a> {
        PrepareOptions {
            name: Some("An open"),
            fallback: "",
            aliases,
            rating: RatingChoice::default(),
            played: &StatedPlay { mode: None, class: None, control: None },
            book: None,
            store,
        }
    }

    /// One player had to play two rapid games of a standard event: the event's class holds for the test.
    #[test]
    fn how_the_event_was_played_is_decided_by_all_of_its_games() {
        let mut collection = bundled();
        let name = collection.games.first().map(|game| game.white.name.clone()).expect("a game");
        for game in &mut collection.games {
            let own = game.sides().iter().any(|side| side.name == name);
            game.time_control =
                Some(if own && game.round.as_str() > "5" { "900+10" } else { "5400+30" }.into());
        }
        let roster = datasets::roster(&collection);
        let person = roster.people.iter().position(|one| one.name == name).expect("there");
        let whole = EventPlayer { collection: &collection, roster: &roster, person };
        let aliases = Aliases::default();
        let games = PlayerGames::select(&whole, None, &options(&aliases, std::path::Path::new("none")));
        let event = games.expect("games").event;
        assert_eq!(event.facts.class, datasets::clocks::time_class::TimeClass::Standard);
        assert!(event.facts.set_aside > event.collection.games.len(), "most of the own games were rapid");
    }

    #[test]
    fn a_player_is_found_by_the_seat_and_rounds_are_kept_to() {
        let collection = bundled();
        let roster = datasets::roster(&collection);
        let aliases = Aliases::default();
        let none = std::path::Path::new("no such store");
        for person in 0..roster.people.len() {
            let whole = EventPlayer { collection: &collection, roster: &roster, person };
            let all = PlayerGames::select(&whole, None, &options(&aliases, none)).expect("games");
            let name = &roster.people[person].name;
            assert_eq!(&all.event.roster.people[all.person].name, name);
            let seats = &all.event.roster.games;
            assert!(seats.iter().all(|s| s.0 == all.person || s.1 == all.person));
            let some = PlayerGames::select(&whole, Some(5), &options(&aliases, none)).expect("games");
            let rounds = some.event.collection.games.iter().map(|g| round_of(&g.round));
            assert!(rounds.clone().all(|round| round.is_some_and(|of| of <= 5)));
            assert!(rounds.count() < seats.len(), "{name}");
            let others = whole.others();
            assert_eq!(others.len() + 1, roster.people.len());
            assert!(!others.contains(name));
            let before = PlayerGames::select(&whole, Some(0), &options(&aliases, none));
            assert!(matches!(before, Err(PlayerGamesError::NoGames { .. })));
        }
    }

    #[test]
    fn somebody_who_is_not_there_has_no_games() {
        let collection = bundled();
        let roster = datasets::roster(&collection);
        let whole = EventPlayer { collection: &collection, roster: &roster, person: 10_000 };
        let aliases = Aliases::default();
        let found = PlayerGames::select(&whole, None, &options(&aliases, std::path::Path::new("none")));
        let error = found.expect_err("nobody").to_string();
        assert_eq!(error, "no game of the player can be scored");
    }
}
