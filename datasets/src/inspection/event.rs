//! The parts that need a whole event: people, ratings, rounds, the tournament report, the opening book.

use super::document::{BookPart, Novelty, Report};
use super::gather::Survey;
use super::people::is_online;
use super::{completeness, next, people, rated};
use crate::book::{Book, BookExit, Span, median_novelty, novelties};
use crate::pgn::game::{Collection, Game};
use crate::players::{Aliases, Roster, roster_with};
use crate::ratings::list::{Day, IndexError, Lists};
use crate::tournament::cross_check::cross_check;
use crate::tournament::trf::Trf;

/// The data that an event is compared with.
pub struct Context<'a> {
    pub aliases: &'a Aliases,
    /// The stored rating lists, if there is a store.
    pub lists: Option<&'a Lists>,
    /// The tournament report with its file name.
    pub report: Option<(&'a str, &'a Trf)>,
    pub book: Option<&'a Book>,
    /// Decisions that an index needs.
    pub gate: u32,
    /// How many moves of White and of Black in a game may be scored.
    pub to_score: &'a dyn Fn(&Game) -> [u32; 2],
}

/// Adds to an event what takes all of its games, and to any inspection what to do next. Of a collection of many
/// events nothing more is known.
///
/// # Errors
/// The stored rating lists cannot be read.
pub fn complete(found: &mut Survey, context: &Context<'_>) -> Result<(), IndexError> {
    if let Some(collection) = &found.collection {
        let roster = roster_with(collection, context.aliases);
        let scored = people::scored(collection, &roster, context.to_score);
        let inspection = &mut found.inspection;
        inspection.people = Some(people::describe(collection, &roster, &scored, context.aliases));
        inspection.completeness = Some(completeness::describe(collection, &roster, &scored, context.gate));
        // FIDE's lists say nothing about the ratings of a platform.
        let online = collection.games.iter().filter(|game| is_online(game)).count();
        if !collection.games.is_empty() && online * 2 <= collection.games.len() {
            rated::with_lists(inspection, first_day(&collection.games), found.class, context.lists)?;
        }
        inspection.report = context.report.map(|(name, trf)| report(name, trf, collection, &roster));
        inspection.book = context.book.map(|book| left(book, collection));
    }
    found.inspection.next = next::steps(&found.inspection, found.not_standard);
    Ok(())
}

/// The first day of an event, if its earliest date is known to the day.
fn first_day(games: &[Game]) -> Option<Day> {
    let spans = games.iter().filter_map(|game| Span::of_tag(&game.date));
    let first = spans.min_by_key(|span| (span.earliest, span.latest))?;
    (first.earliest == first.latest).then_some(first.earliest)
}

fn report(name: &str, trf: &Trf, collection: &Collection, roster: &Roster) -> Report {
    Report {
        name: name.to_owned(),
        sha256: trf.sha256.clone(),
        encoding: trf.encoding.as_str().to_owned(),
        players: trf.players.len(),
        lines: trf.lines,
        warnings: trf.warnings.clone(),
        inconsistencies: trf.inconsistencies(),
        check: cross_check(collection, roster, trf),
    }
}

fn left(book: &Book, collection: &Collection) -> BookPart {
    let left = novelties(book, &collection.games, None);
    let games = collection.games.iter().zip(&left).map(|(game, left)| Novelty {
        input: collection.inputs.get(game.input).map_or_else(String::new, |input| input.name.clone()),
        game: game.number,
        ply: match left {
            BookExit::At(ply) => Some(*ply),
            BookExit::Within(_) | BookExit::Undated => None,
        },
        dated: *left != BookExit::Undated,
    });
    BookPart {
        digest: book.digest().to_owned(),
        plies: book.manifest().plies,
        games: games.collect(),
        median: median_novelty(&left),
    }
}
