//! An event as read, made ready for the analysis: its people, its time class, their ratings, a plan for each game.
//!
//! Every command and the server begin here, so that the same games give the same numbers wherever they are screened. No
//! engine runs here and nothing is printed.

use std::path::{Path, PathBuf};

use datasets::book::{BookError, Left, novelties};
use datasets::event_class::{self, EventClass};
use datasets::rating_list::IndexError;
use datasets::{Aliases, Book, Collection, Input, Roster};
use thiserror::Error;
use uci_pool::{Identity, Settings};

use crate::basis::Known;
use crate::rating_choice::{RatingChoice, RatingNote};
use crate::screen::{Event, event_name};
use crate::{Evaluations, GamePlan, Parameters, plan};

/// Why an event cannot be analysed.
#[derive(Debug, Error)]
pub enum LoadError {
    /// Nothing to read at all.
    #[error("no games were found")]
    NoGames,
    /// The stored rating lists cannot be read.
    #[error("the rating lists in {} cannot be read: {source}", store.display())]
    Lists {
        store: PathBuf,
        #[source]
        source: Box<IndexError>,
    },
    /// The opening book cannot be used.
    #[error("{} cannot be used: {source}", path.display())]
    Book {
        path: PathBuf,
        #[source]
        source: Box<BookError>,
    },
}

/// How an event is to be read.
#[derive(Clone, Copy, Debug)]
pub struct Reading<'a> {
    /// Its name; the `Event` tag of most games if absent.
    pub name: Option<&'a str>,
    /// Its name if no game has such a tag.
    pub fallback: &'a str,
    /// Who is who, as confirmed by people.
    pub aliases: &'a Aliases,
    /// Which ratings the players are held to.
    pub rating: RatingChoice,
    /// Opening book that says where decisions begin.
    pub book: Option<&'a Path>,
    /// The store that holds the rating lists.
    pub store: &'a Path,
}

/// An event as read, with the plan for each game.
#[derive(Clone, Debug)]
pub struct Loaded {
    pub collection: Collection,
    pub roster: Roster,
    /// What is to be searched, game by game.
    pub plans: Vec<GamePlan>,
    pub class: EventClass,
    /// Which ratings the players are held to.
    pub rating: RatingChoice,
    /// Those ratings, person by person.
    pub ratings: Vec<Known>,
    /// What the user has to be told about them.
    pub note: Option<RatingNote>,
    /// Where each game left the book, if there is one.
    pub left: Option<Vec<Left>>,
    pub name: String,
}

/// Finds the people of an event and plans its games. An alias table becomes an input, so that the manifest
/// names it.
///
/// # Errors
/// No games at all, or rating lists or a book that cannot be read.
pub fn load(mut collection: Collection, reading: &Reading<'_>) -> Result<Loaded, LoadError> {
    if collection.games.is_empty() && collection.unscored.is_empty() && collection.quarantine.is_empty() {
        return Err(LoadError::NoGames);
    }
    let rating = reading.rating;
    let name = reading
        .name
        .map(str::to_owned)
        .or_else(|| event_name(&collection))
        .unwrap_or_else(|| reading.fallback.to_owned());
    let class = event_class::settle(&mut collection, rating.time_class);
    let mut roster = datasets::roster_with(&collection, reading.aliases);
    let (ratings, note) = rating.known(&collection, &mut roster, &class, reading.store)?;
    add_input(&mut collection, reading.aliases.input().cloned());
    let mut left = None;
    let plans = match reading.book {
        None => plan::all(&collection.games),
        Some(path) => {
            let book = Book::load(path)
                .map_err(|source| LoadError::Book { path: path.to_owned(), source: Box::new(source) })?;
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
    Ok(Loaded { collection, roster, plans, class, rating, ratings, note, left, name })
}

/// Notes a file among the inputs, once: games taken out of an event that was made ready bring its inputs along.
fn add_input(collection: &mut Collection, input: Option<Input>) {
    if let Some(input) = input.filter(|input| !collection.inputs.contains(input)) {
        collection.inputs.push(input);
    }
}

impl Loaded {
    /// The event as the analysis takes it.
    #[must_use]
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
            ratings: &self.ratings,
            basis: self.rating.basis,
            left: self.left.as_deref(),
        }
    }
}
