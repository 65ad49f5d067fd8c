//! Prepares an event for the analysis: people, time class, ratings, and a plan for each game.
//!
//! Every command and the server start here, so the same games give the same numbers everywhere. No engine runs here.

pub mod circumstances;

use std::path::{Path, PathBuf};

use analyzer::basis::PlayerRating;
use analyzer::policy::Mode;
use analyzer::screen::{Event, event_name};
use analyzer::{Evaluations, GamePlan, Parameters, plan};
use datasets::book::{BookError, BookExit, novelties};
use datasets::clocks::event_class::{self, ClassSource, EventClass};
use datasets::players::AliasError;
use datasets::tournament::corpus::facts::Conditions;
use datasets::tournament::venue::{Fact, Venue, venue};
use datasets::{Aliases, Book, Collection, Input, Roster};
use thiserror::Error;
use uci_pool::{Identity, Settings};

use crate::rating_choice::{RatingChoice, RatingNote, RatingsError};

#[derive(Debug, Error)]
pub enum PrepareError {
    #[error("no games were found")]
    NoGames,
    #[error("these are games of another kind of chess; fairplay reads chess and Chess960 only")]
    OtherChess,
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
    pub rating: RatingChoice,
    /// How the event was played, if people stated it.
    pub mode: Option<Mode>,
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
    pub class: EventClass,
    /// How the event was played, if people stated it.
    pub mode: Option<Mode>,
    /// Where it was played, as its games say it.
    pub venue: Fact<Venue>,
    pub rating: RatingChoice,
    /// The rating that each person of the roster is held to.
    pub ratings: Vec<PlayerRating>,
    /// A message for the user about the ratings.
    pub note: Option<RatingNote>,
    pub left: Option<Vec<BookExit>>,
    pub name: String,
}

/// Finds the people of an event and plans its games. An alias table and a book become inputs, so the manifest names
/// them.
pub fn prepare(
    mut collection: Collection,
    options: &PrepareOptions<'_>,
) -> Result<PreparedEvent, PrepareError> {
    if collection.games.is_empty() && collection.unscored.is_empty() && collection.quarantine.is_empty() {
        return Err(PrepareError::NoGames);
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
    let venue = venue(&collection.games);
    let mut class = event_class::settle(&mut collection, rating.time_class);
    if venue.value == Venue::Online && class.from == ClassSource::Given && options.mode.is_none() {
        // Of games that look like online play the venue has to be stated as well.
        class.from = ClassSource::NotStated;
    }
    let mut roster = datasets::roster_with(&collection, options.aliases)?;
    let (ratings, note) = rating.ratings(&collection, &mut roster, (&name, &class), options.store)?;
    add_input(&mut collection, options.aliases.input().cloned());
    let mut left = None;
    let plans = match options.book {
        None => plan::all(&collection.games),
        Some(path) => {
            let book = Book::load(path)
                .map_err(|source| PrepareError::Book { path: path.to_owned(), source: Box::new(source) })?;
            let input = Input {
                name: path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned()),
                sha256: book.digest().to_owned(),
            };
            add_input(&mut collection, Some(input));
            let novelties = novelties(&book, &collection.games, None);
            let plans = plan::from_novelty(&collection.games, &novelties);
            left = Some(novelties);
            plans
        }
    };
    let mode = options.mode;
    Ok(PreparedEvent { collection, roster, plans, class, mode, venue, rating, ratings, note, left, name })
}

/// Adds a file to the inputs unless it is there: games taken out of a prepared event bring its inputs along.
fn add_input(collection: &mut Collection, input: Option<Input>) {
    if let Some(input) = input.filter(|input| !collection.inputs.contains(input)) {
        collection.inputs.push(input);
    }
}

impl PreparedEvent {
    /// What says that the games were played online, while people have to state class or venue before a result may rest on them.
    pub fn unstated_online(&self) -> Option<&str> {
        let unstated = self.mode.is_none() || self.class.from == ClassSource::NotStated;
        (self.venue.value == Venue::Online && unstated).then_some(&*self.venue.evidence)
    }

    /// Conditions of its games.
    pub fn conditions(&self) -> Conditions {
        Mode::conditions(self.mode, self.class.class)
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
            class: &self.class,
            mode: self.mode,
            ratings: &self.ratings,
            basis: self.rating.basis,
            left: self.left.as_deref(),
            field: None,
        }
    }
}
