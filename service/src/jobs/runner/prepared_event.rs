//! An event made ready for the engines: its games read, its people found, its positions put in order.

use std::collections::BTreeSet;
use std::path::Path;

use analyzer::hints::{Rounds, search_order};
use analyzer::{GamePlan, plan};
use datasets::players::find_people;
use datasets::{Aliases, Collection};
use pipeline::{
    EngineSession, LiveSnapshot, PrepareError, PrepareOptions, PreparedEvent, RatingChoice, Search, prepare,
};
use sha2::{Digest, Sha256};
use uci_pool::hex;

use super::RunnerError;
use crate::app::App;
use crate::events::File;
use crate::events::attachments::{self, EventInputs};
use crate::events::temporary::TemporaryFile;
use crate::events::upload;
use crate::jobs::Reason;
use crate::store::StorageError;

/// The basis of a prepared event. When it changes, the event is read again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Rests {
    pub(super) event: i64,
    /// The files, in the order in which they came.
    pub(super) files: Vec<i64>,
    /// The look at its source.
    pub(super) look: Option<u64>,
    /// Players whose games come first, as people or hints write them.
    pub(super) raised: Vec<String>,
    /// Whether hints are given whenever something new was searched.
    pub(super) each_move: bool,
    pub(super) inputs: EventInputs,
}

pub(super) struct Ready {
    pub(super) rests: Rests,
    pub(super) loaded: PreparedEvent,
    /// Who is who, as people confirmed it.
    pub(super) aliases: Aliases,
    book: Option<TemporaryFile>,
    /// The games with their rounds, those of running rounds included.
    pub(super) stand: LiveSnapshot,
    /// The games that hints are given on.
    pub(super) telling: Collection,
    /// The positions to be answered for them.
    telling_plans: Vec<GamePlan>,
    /// Games in the order in which they are searched.
    order: Vec<usize>,
    /// Positions without an answer.
    open: BTreeSet<String>,
    total: u64,
}

impl Ready {
    pub(super) fn prepare<S: Search>(
        app: &App,
        session: &EngineSession<S>,
        rests: Rests,
        files: &[File],
        stand: Option<&LiveSnapshot>,
    ) -> Result<Self, RunnerError> {
        let (collection, rounds) = match stand {
            Some(stand) => (stand.collection.clone(), Some(stand.rounds.clone())),
            None if files.is_empty() => return Err(RunnerError::job(Reason::NoGames, "no files")),
            None => {
                let collection = upload::collection(&app.storage, files);
                (collection.map_err(|problem| RunnerError::inside(format!("{problem:?}")))?, None)
            }
        };
        let aliases = attachments::aliases(&app.storage, rests.event, rests.inputs.table)
            .map_err(RunnerError::inside)?;
        let book =
            attachments::book(&app.storage, rests.event, rests.inputs.book).map_err(RunnerError::inside)?;
        let reading = PrepareOptions {
            name: Some(&rests.inputs.name),
            fallback: "",
            aliases: &aliases,
            rating: rests.inputs.rating,
            book: book.as_ref().map(|book| book.path.as_path()),
            store: app.storage.path(),
        };
        let loaded = prepare(collection, &reading).map_err(|error| match error {
            PrepareError::NoGames => RunnerError::job(Reason::NoGames, "no games"),
            other => RunnerError::inside(other),
        })?;
        let stand = LiveSnapshot {
            rounds: rounds.unwrap_or_else(|| Rounds::of_collection(&loaded.collection)),
            collection: loaded.collection.clone(),
        };
        let raised: BTreeSet<usize> = rests
            .raised
            .iter()
            .filter_map(|who| match find_people(&loaded.roster, who)[..] {
                [one] => Some(one),
                _ => None,
            })
            .collect();
        let order = search_order(&stand.waiting(&loaded.roster, &|person| raised.contains(&person)));
        let telling = if rests.each_move { stand.collection.clone() } else { stand.complete() };
        let positions: BTreeSet<&str> =
            loaded.plans.iter().flat_map(GamePlan::searched).map(|turn| turn.fen.as_str()).collect();
        Ok(Self {
            total: positions.len() as u64,
            open: session.unanswered(&loaded.plans).map_err(StorageError::from)?,
            telling_plans: plan::all(&telling.games),
            telling,
            order,
            stand,
            loaded,
            aliases,
            book,
            rests,
        })
    }

    pub(super) fn book(&self) -> Option<&Path> {
        self.book.as_ref().map(|book| book.path.as_path())
    }

    pub(super) fn total(&self) -> u64 {
        self.total
    }

    /// Positions without an answer.
    pub(super) fn left(&self) -> u64 {
        self.open.len() as u64
    }

    pub(super) fn done(&self) -> u64 {
        self.total.saturating_sub(self.left())
    }

    /// Positions of a game without an answer.
    pub(super) fn open_in(&self, game: &GamePlan) -> u64 {
        let fens: BTreeSet<&str> = game.searched().map(|turn| turn.fen.as_str()).collect();
        fens.into_iter().filter(|fen| self.open.contains(*fen)).count() as u64
    }

    /// The next game with something to answer.
    pub(super) fn next<S: Search>(&self, session: &EngineSession<S>) -> Option<GamePlan> {
        let waits = |plan: &&GamePlan| !session.pending(plan).turns.is_empty();
        let plans = self.order.iter().filter_map(|game| self.loaded.plans.get(*game));
        plans.into_iter().find(waits).cloned()
    }

    /// A game was answered. A position that the engine could not answer counts as well: it will not be asked again.
    pub(super) fn answered(&mut self, game: &GamePlan) {
        for turn in game.searched() {
            self.open.remove(&turn.fen);
        }
    }

    /// Whether hints may be given: there are games to give them on, and each of their positions is answered.
    pub(super) fn hints_due<S: Search>(&self, session: &EngineSession<S>, all_done: bool) -> bool {
        if self.telling.games.is_empty() {
            return false;
        }
        let answered = || self.telling_plans.iter().all(|plan| session.pending(plan).turns.is_empty());
        all_done || (!self.rests.each_move && answered())
    }

    /// SHA-256 of the round and the games that hints are made from: each with the hash of its text and its moves.
    pub(super) fn basis(&self) -> String {
        let mut hash = Sha256::new();
        hash.update(format!("round {:?}\n", self.stand.rounds.complete_through));
        for game in &self.telling.games {
            hash.update(format!("{} {}\n", game.sha256, game.moves.len()));
        }
        // Who is who, which ratings count and where the opening ends make other hints of the same games.
        if let Some(table) = self.aliases.input() {
            hash.update(format!("aliases {}\n", table.sha256));
        }
        if self.rests.inputs.rating != RatingChoice::default() {
            hash.update(format!("{:?}\n", self.rests.inputs.rating));
        }
        if let Some(book) = self.rests.inputs.book {
            hash.update(format!("book {book}\n"));
        }
        for list in &self.rests.inputs.lists {
            hash.update(format!("list {list}\n"));
        }
        hex(&hash.finalize())
    }
}

/// The basis of hints: SHA-256 over the hashes of their games and of what is known of full tests.
pub(super) fn basis(games: &str, tests: &str) -> String {
    if tests.is_empty() { games.to_owned() } else { hex(&Sha256::digest(format!("{games} {tests}"))) }
}
