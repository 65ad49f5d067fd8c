//! Inputs of a full test besides the games and the engine's answers: who sat where, under which rating, where
//! decisions begin, what was set aside.
//!
//! In a run these come from an alias table, rating lists, an opening book and the user. Kept as data, they let a stranger
//! who has none of them compute the same numbers from the games alone. This module must never look anything up, and
//! what it reads may come from anybody: every index is checked.

use datasets::book::BookExit;
use datasets::clocks::time_class::TimeClass;
use datasets::tournament::event_facts::{ClassSource, EventFacts};
use datasets::{
    Collection, Game, Note, Person, PlayedUnder, Quarantined, RatingSource, Roster, StoodMove, Unscored,
    UnscoredGame,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::{FullTest, TestRequest};
use crate::basis::{Basis, DayRating, Lag, PlayerRating, RatingLists};
use crate::decision::plan::{self, GamePlan};
use crate::judge::policy::Mode;
use crate::judge::screen::Event;
use crate::judge::screen::document::EventField;

/// Version of the layout of [`Premises`].
const SCHEMA: &str = "fairplay/premises/1";
/// Games in quarantine at most. They are only counted, and a number must not become a list of any length.
const MAX_QUARANTINED: u32 = 1_000_000;

/// Premises that no test can rest on.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PremisesError {
    #[error("the premises have the layout `{0}`, which this version does not read")]
    Schema(String),
    #[error("{of} names person {person} of {people}")]
    NoPerson {
        /// Where the person is named.
        of: &'static str,
        person: usize,
        /// People there are.
        people: usize,
    },
    #[error("the premises are about {expected} games, and there are {found}")]
    Games {
        /// Games that the premises are about.
        expected: usize,
        /// Games found.
        found: usize,
    },
    #[error("{said} of {games} games say where they left the opening book; all or none have to")]
    Book {
        /// Games that say so.
        said: usize,
        games: usize,
    },
    #[error("{0} games in quarantine are more than are believed")]
    Quarantined(u32),
}

/// Inputs that a full test takes as given.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Premises {
    /// `fairplay/premises/1`
    pub schema: String,
    /// Name of the event.
    pub event: String,
    /// Time class of the event: `standard`, `rapid`, `blitz` or `correspondence`.
    #[schemars(with = "String")]
    pub time_class: TimeClass,
    /// Its source: `given`, `time_control`, `clocks`, `name`, `series` or `assumed`.
    #[schemars(with = "String")]
    pub time_class_from: ClassSource,
    /// The rules that end a game; absent for the Laws.
    #[serde(default, skip_serializing_if = "is_laws")]
    pub played_under: PlayedUnder,
    /// The rating of record.
    pub rating_basis: Basis,
    /// The rating lists behind the ratings; absent where none told anything, and in premises of before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating_lists: Option<RatingLists>,
    /// Everybody who sits at one of the games, in the order of the roster.
    pub people: Vec<PersonPremise>,
    /// The player who is tested, as an index into `people`.
    pub player: usize,
    /// The games, in the order of the file of games.
    pub games: Vec<GamePremise>,
    /// Games of the player that were set aside.
    pub unscored: Vec<UnscoredPremise>,
    /// Games in the inputs that do not hold together.
    pub quarantined: u32,
    /// The field's shift by a screening of the whole event; absent without one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub field: Option<EventField>,
    /// Overall z for which the smallest visible help is told.
    pub levels: Vec<f64>,
    /// Options that the engine was given beside the search settings, by name.
    pub engine_options: Vec<(String, String)>,
}

/// A person, and the rating that is taken as given. Earlier versions wrote fields that are gone.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct PersonPremise {
    pub name: String,
    pub fide_id: Option<u32>,
    pub title: Option<String>,
    /// Published rating.
    pub rating: Option<u16>,
    /// The lists that it is from; empty where it is from none, and in premises of before.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub listed: Vec<DayRating>,
    /// Where it comes from: `pgn`, `list`, `assumed` or `none`.
    #[schemars(with = "String")]
    pub rating_source: RatingSource,
    /// Standard deviation of the rating beyond what is usual, in points.
    pub rating_sd: u16,
    /// Why the rating is taken to lag behind.
    #[serde(default)]
    pub lag: Option<Lag>,
    /// Development coefficient K, if a list gives it.
    pub k: Option<u8>,
}

/// Inputs about a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GamePremise {
    /// White, as an index into the people.
    pub white: usize,
    pub black: usize,
    /// SHA-256 of its content with the names as they were written.
    pub sha256: String,
    /// Where it left the opening book; absent without a book.
    pub left: Option<BookExit>,
    /// An illegal move that stood, before which the game ends here; absent without one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stood: Option<StoodMove>,
}

/// A game that was set aside.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct UnscoredPremise {
    /// White, as an index into the people; absent where nobody sat.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub white: Option<usize>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub black: Option<usize>,
    /// Plies played.
    pub plies: u32,
    #[schemars(with = "String")]
    pub reason: Unscored,
}

/// An event made again from its games and the premises.
#[derive(Clone, Debug)]
pub struct Rebuilt {
    /// Games.
    pub collection: Collection,
    /// Who played them.
    pub roster: Roster,
    pub plans: Vec<GamePlan>,
    /// How it was played, but for the mode, which stands in the test.
    pub facts: EventFacts,
    /// Rating of each person.
    pub ratings: Vec<PlayerRating>,
    /// Where each game left the book, if there was one.
    pub left: Option<Vec<BookExit>>,
}

impl Premises {
    /// Notes what a test of this event took as given.
    pub fn new(event: &Event<'_>, asked: &TestRequest<'_>) -> Self {
        let people = event.roster.people.iter().zip(event.ratings);
        let games = event.collection.games.iter().zip(&event.roster.games);
        let unscored = event.collection.unscored.iter().zip(&event.roster.unscored);
        Self {
            schema: SCHEMA.to_owned(),
            event: event.name.to_owned(),
            time_class: event.facts.class,
            time_class_from: event.facts.class_from,
            played_under: Mode::played_under(event.facts.mode),
            rating_basis: event.basis,
            rating_lists: event.rating_lists.cloned(),
            people: people
                .map(|(person, known)| PersonPremise {
                    name: person.name.clone(),
                    fide_id: person.fide_id,
                    title: person.title.clone(),
                    rating: known.published,
                    listed: known.listed.clone(),
                    rating_source: person.rating_source,
                    rating_sd: known.sd,
                    lag: known.lag,
                    k: known.k,
                })
                .collect(),
            player: asked.person,
            games: games
                .enumerate()
                .map(|(index, (game, sides))| GamePremise {
                    white: sides.0,
                    black: sides.1,
                    sha256: game.sha256.clone(),
                    left: event.left.and_then(|left| left.get(index).copied()),
                    stood: game.stood().cloned(),
                })
                .collect(),
            unscored: unscored
                .map(|(game, sides)| UnscoredPremise {
                    white: sides.0,
                    black: sides.1,
                    plies: game.plies,
                    reason: game.reason,
                })
                .collect(),
            quarantined: u32::try_from(event.collection.quarantine.len()).unwrap_or(u32::MAX),
            field: event.field,
            levels: asked.levels.to_vec(),
            engine_options: event.engine.options.clone(),
        }
    }

    /// Makes the event again. `games` are those of the file of games, in its order.
    ///
    /// # Errors
    /// [`PremisesError`] if the premises do not hold together, or are about other games.
    pub fn rebuild(&self, mut games: Vec<Game>) -> Result<Rebuilt, PremisesError> {
        self.check(games.len())?;
        for (game, premise) in games.iter_mut().zip(&self.games) {
            // In a copy without names the content has another digest than the game that was played.
            game.sha256.clone_from(&premise.sha256);
            game.notes.extend(premise.stood.clone().map(Note::IllegalMoveStood));
        }
        let left: Vec<BookExit> = self.games.iter().filter_map(|game| game.left).collect();
        let left = (!left.is_empty()).then_some(left);
        let plans = match &left {
            None => plan::all_under(&games, self.played_under),
            Some(left) => plan::from_novelty(&games, left, self.played_under),
        };
        let aside = |game: &UnscoredPremise| UnscoredGame {
            plies: game.plies,
            reason: game.reason,
            ..UnscoredGame::default()
        };
        let broken = Quarantined::default();
        Ok(Rebuilt {
            plans,
            left,
            facts: EventFacts {
                class: self.time_class,
                class_from: self.time_class_from,
                ..EventFacts::default()
            },
            roster: Roster {
                people: self.people.iter().map(PersonPremise::person).collect(),
                games: self.games.iter().map(|game| (game.white, game.black)).collect(),
                unscored: self.unscored.iter().map(|game| (game.white, game.black)).collect(),
            },
            ratings: self.people.iter().map(PersonPremise::known).collect(),
            collection: Collection {
                inputs: Vec::new(),
                games,
                unscored: self.unscored.iter().map(aside).collect(),
                quarantine: vec![broken; usize::try_from(self.quarantined).unwrap_or_default()],
            },
        })
    }

    fn check(&self, games: usize) -> Result<(), PremisesError> {
        if self.schema != SCHEMA {
            return Err(PremisesError::Schema(self.schema.clone()));
        }
        let people = self.people.len();
        let seats = |of: &'static str, white: usize, black: usize| [(of, white), (of, black)];
        let scored = self.games.iter().flat_map(|g| seats("a game", g.white, g.black));
        let aside = self.unscored.iter().flat_map(|game| [game.white, game.black]).flatten();
        let aside = aside.map(|person| ("a game that was set aside", person));
        let all = scored.chain(aside).chain([("the test", self.player)]);
        if let Some((of, person)) = all.into_iter().find(|(_, person)| *person >= people) {
            return Err(PremisesError::NoPerson { of, person, people });
        }
        if self.games.len() != games {
            return Err(PremisesError::Games { expected: self.games.len(), found: games });
        }
        let said = self.games.iter().filter(|game| game.left.is_some()).count();
        if said != 0 && said != games {
            return Err(PremisesError::Book { said, games });
        }
        if self.quarantined > MAX_QUARANTINED {
            return Err(PremisesError::Quarantined(self.quarantined));
        }
        Ok(())
    }

    /// The same about people without names: the player keeps theirs, the others are called `Opponent 1`, `Opponent 2` and so
    /// on, in the order of the games, then of the games set aside.
    ///
    /// # Errors
    /// As [`Premises::rebuild`].
    pub fn without_names(&self) -> Result<Self, PremisesError> {
        self.check(self.games.len())?;
        let scored = self.games.iter().flat_map(|game| [game.white, game.black]);
        let aside = self.unscored.iter().flat_map(|game| [game.white, game.black]).flatten();
        let mut copy = self.clone();
        let mut named = vec![false; copy.people.len()];
        let mut next = 1_u64;
        for person in scored.chain(aside).chain(0..copy.people.len()) {
            let (Some(known), Some(entry)) = (named.get_mut(person), copy.people.get_mut(person)) else {
                continue;
            };
            if person == self.player || std::mem::replace(known, true) {
                continue;
            }
            entry.name = format!("Opponent {next}");
            (entry.fide_id, entry.title) = (None, None);
            next += 1;
        }
        Ok(copy)
    }

    /// Name of the opponent in a game, by its index; empty where there is none.
    pub fn opponent(&self, game: usize) -> &str {
        let other = self.games.get(game).map(|game| match game.white == self.player {
            true => game.black,
            false => game.white,
        });
        other.and_then(|other| self.people.get(other)).map_or("", |person| &person.name)
    }

    /// Gives a test the names that stand here.
    pub fn name(&self, test: &mut FullTest) {
        test.name_opponents(|game| self.opponent(game).to_owned());
    }
}

fn is_laws(rules: &PlayedUnder) -> bool {
    *rules == PlayedUnder::Laws
}

impl PersonPremise {
    fn person(&self) -> Person {
        Person {
            name: self.name.clone(),
            fide_id: self.fide_id,
            rating: self.rating,
            rating_source: self.rating_source,
            title: self.title.clone(),
        }
    }

    fn known(&self) -> PlayerRating {
        let (published, listed) = (self.rating, self.listed.clone());
        PlayerRating { published, listed, sd: self.rating_sd, lag: self.lag, k: self.k }
    }
}

/// The JSON Schema of [`Premises`], pretty, with a trailing newline.
pub fn schema() -> String {
    format!("{:#}\n", schemars::schema_for!(Premises).to_value())
}
