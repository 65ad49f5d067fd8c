//! Prepares an event for the analysis: people, time class, ratings, and a plan for each game.
//!
//! Every command and the server start here, so the same games give the same numbers everywhere. No engine runs here.

pub mod circumstances;

use std::path::{Path, PathBuf};

use analyzer::basis::{PlayerRating, RatingLists};
use analyzer::policy::Mode;
use analyzer::screen::{Event, event_name};
use analyzer::{Evaluations, GamePlan, Parameters, plan};
use datasets::book::{BookError, BookExit, novelties};
use datasets::players::AliasError;
use datasets::ratings::EventDays;
use datasets::tournament::corpus::facts::Conditions;
use datasets::tournament::event_facts::{self, Asked, EventFacts, StatedPlay};
use datasets::{Aliases, Book, Collection, Input, Roster};
use thiserror::Error;
use uci_pool::{Identity, Settings};

use crate::rating_choice::{KnownRatings, RatedEvent, RatingChoice, RatingsError};

#[derive(Debug, Error)]
pub enum PrepareError {
    #[error("no games were found")]
    NoGames,
    #[error("these are games of another kind of chess; fairplay reads chess and Chess960 only")]
    OtherChess,
    #[error("Tavreli: not read, no engine plays it, no index; fairplay reads chess and Chess960 only")]
    Tavreli,
    /// A table that makes both sides of a game one person.
    #[error(transparent)]
    Aliases(#[from] AliasError),
    #[error(transparent)]
    Ratings(#[from] RatingsError),
    #[error("{} cannot be used: {source}", path.display())]
    Book {
        path: PathBuf,
        #[source]
        source: Box<BookError>,
    },
}

#[derive(Clone, Copy, Debug)]
pub struct PrepareOptions<'a> {
    /// Name of the event; the `Event` tag of most games if absent.
    pub name: Option<&'a str>,
    /// Name of the event if no game has such a tag.
    pub fallback: &'a str,
    /// Confirmed identities of players.
    pub aliases: &'a Aliases,
    /// The class in it is a part of what is stated, and is taken from there.
    pub rating: RatingChoice,
    /// How the event was played, as far as people stated it.
    pub played: &'a StatedPlay,
    /// Opening book: decisions begin at the first position that is not in it.
    pub book: Option<&'a Path>,
    /// The store that holds the rating lists.
    pub store: &'a Path,
}

/// An event with everything that a screening needs except the engine's answers.
#[derive(Clone, Debug)]
pub struct PreparedEvent {
    pub collection: Collection,
    pub roster: Roster,
    /// The searches of each game.
    pub plans: Vec<GamePlan>,
    /// How the event was played, as people stated it and as its games say it.
    pub facts: EventFacts,
    /// What people stated of that.
    pub stated: StatedPlay,
    pub rating: RatingChoice,
    /// The rating that each person of the roster is held to.
    pub ratings: Vec<PlayerRating>,
    /// The rating lists that they were asked of, and what is missing; `None` where no list told anything and none was asked for.
    pub rating_lists: Option<RatingLists>,
    pub left: Option<Vec<BookExit>>,
    pub name: String,
}

/// Finds the people of an event and plans its games. An alias table and a book become inputs, so the manifest names
/// them.
pub fn prepare(collection: Collection, options: &PrepareOptions<'_>) -> Result<PreparedEvent, PrepareError> {
    let days = EventDays::of(&collection);
    prepare_part(collection, options, days, None)
}

/// The same for a part of an event that was played on these days: how it was played is decided by all of its games, so that the part
/// has the event's class and rating lists.
pub(crate) fn prepare_part(
    mut collection: Collection,
    options: &PrepareOptions<'_>,
    days: Option<EventDays>,
    whole: Option<&EventFacts>,
) -> Result<PreparedEvent, PrepareError> {
    if collection.games.is_empty() && collection.unscored.is_empty() && collection.quarantine.is_empty() {
        return Err(PrepareError::NoGames);
    }
    if collection.is_other_chess() && !collection.quarantine.is_empty() {
        return Err(PrepareError::Tavreli);
    }
    if collection.is_other_chess() {
        return Err(PrepareError::OtherChess);
    }
    let rating = options.rating;
    let name = options
        .name
        .map(str::to_owned)
        .or_else(|| event_name(&collection))
        .unwrap_or_else(|| options.fallback.to_owned());
    let stated = options.played.clone();
    let facts = match whole {
        None => event_facts::settle(&mut collection, &stated),
        Some(whole) => {
            let decided = StatedPlay { class: Some(whole.class), ..stated.clone() };
            let own = event_facts::settle(&mut collection, &decided);
            EventFacts { set_aside: own.set_aside, ..whole.clone() }
        }
    };
    let mut roster = datasets::roster_with(&collection, options.aliases)?;
    let rated = RatedEvent { name: &name, class: facts.class, days };
    let KnownRatings { ratings, lists: rating_lists } =
        rating.ratings(&collection, &mut roster, &rated, options.store)?;
    add_input(&mut collection, options.aliases.input().cloned());
    let mut left = None;
    let rules = Mode::played_under(facts.mode);
    let plans = match options.book {
        None => plan::all_under(&collection.games, rules),
        Some(path) => {
            let book = Book::load(path)
                .map_err(|source| PrepareError::Book { path: path.to_owned(), source: Box::new(source) })?;
            let input = Input {
                name: path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned()),
                sha256: book.digest().to_owned(),
            };
            add_input(&mut collection, Some(input));
            let novelties = novelties(&book, &collection.games, None);
            let plans = plan::from_novelty(&collection.games, &novelties, rules);
            left = Some(novelties);
            plans
        }
    };
    Ok(PreparedEvent { collection, roster, plans, facts, stated, rating, ratings, rating_lists, left, name })
}

/// Adds a file to the inputs unless it is there: games taken out of a prepared event bring its inputs along.
fn add_input(collection: &mut Collection, input: Option<Input>) {
    if let Some(input) = input.filter(|input| !collection.inputs.contains(input)) {
        collection.inputs.push(input);
    }
}

impl PreparedEvent {
    /// What people have to state before a result may rest on games that may have been played online.
    pub fn asked(&self) -> Option<Asked> {
        self.facts.asked()
    }

    /// Conditions of its games.
    pub fn conditions(&self) -> Conditions {
        self.facts.conditions()
    }

    /// The event as the analysis takes it.
    pub fn event<'a>(
        &'a self,
        evaluations: &'a Evaluations,
        engine: &'a Identity,
        settings: &'a Settings,
        parameters: Option<&'a Parameters>,
    ) -> Event<'a> {
        Event {
            name: &self.name,
            collection: &self.collection,
            roster: &self.roster,
            plans: &self.plans,
            evaluations,
            engine,
            settings,
            parameters,
            facts: &self.facts,
            ratings: &self.ratings,
            rating_lists: self.rating_lists.as_ref(),
            basis: self.rating.basis,
            left: self.left.as_deref(),
            field: None,
        }
    }
}
