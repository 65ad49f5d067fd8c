//! An event made ready for the engines: its games read, its people found, its positions put in order.

use std::collections::BTreeSet;
use std::path::Path;

use datasets::Aliases;
use datasets::players::find_people;
use pipeline::event_run::{EventRun, HintTiming};
use pipeline::{
    EngineSession, EventCircumstances, LiveSnapshot, PrepareError, PrepareOptions, RatingChoice, Search,
    prepare,
};

use super::RunnerError;
use crate::app::App;
use crate::events::File;
use crate::events::attachments;
use crate::events::inputs::EventInputs;
use crate::events::temporary::TemporaryFile;
use crate::events::upload;
use crate::jobs::Reason;
use crate::store::StorageError;

/// The basis of a prepared event. When it changes, the event is read again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct EventBasis {
    pub(super) event: i64,
    pub(super) files: Vec<i64>,
    pub(super) look: Option<u64>,
    /// Players whose games come first, as people or hints write them.
    pub(super) first: Vec<String>,
    pub(super) each_move: bool,
    pub(super) inputs: EventInputs,
}

pub(super) struct RunningEvent {
    pub(super) basis: EventBasis,
    pub(super) run: EventRun,
    /// Whether the result over all positions is stored.
    pub(super) stored: bool,
    aliases: Aliases,
    book: Option<TemporaryFile>,
}

impl RunningEvent {
    pub(super) fn prepare<S: Search>(
        app: &App,
        session: &EngineSession<S>,
        basis: EventBasis,
        files: &[File],
        snapshot: Option<&LiveSnapshot>,
    ) -> Result<Self, RunnerError> {
        let mut collection = match snapshot {
            Some(snapshot) => snapshot.collection.clone(),
            None if files.is_empty() => return Err(RunnerError::job(Reason::NoGames, "no files")),
            None => upload::collection(&app.storage, files)
                .map_err(|problem| RunnerError::inside(format!("{problem:?}")))?,
        };
        // A word that fits no game any more is said on the page of the event.
        let _without_effect = collection.accept(&basis.inputs.circumstances.accepted_games);
        let aliases = attachments::aliases(&app.storage, basis.event, basis.inputs.table)
            .map_err(RunnerError::inside)?;
        let book =
            attachments::book(&app.storage, basis.event, basis.inputs.book).map_err(RunnerError::inside)?;
        let options = PrepareOptions {
            name: Some(&basis.inputs.name),
            fallback: "",
            aliases: &aliases,
            rating: basis.inputs.rating,
            played: &basis.inputs.circumstances.played(basis.inputs.rating.time_class),
            book: book.as_ref().map(|book| book.path.as_path()),
            store: app.storage.path(),
        };
        let event = prepare(collection, &options).map_err(|error| match error {
            PrepareError::NoGames => RunnerError::job(Reason::NoGames, "no games"),
            PrepareError::OtherChess | PrepareError::Tavreli => {
                RunnerError::job(Reason::OtherChess, "games of another kind of chess")
            }
            PrepareError::Aliases(error) => RunnerError::job(Reason::AliasTable, error),
            other => RunnerError::inside(other),
        })?;
        let one = |who: &String| match find_people(&event.roster, who)[..] {
            [one] => Some(one),
            _ => None,
        };
        let first: BTreeSet<usize> = basis.first.iter().filter_map(one).collect();
        let timing = if basis.each_move { HintTiming::EachMove } else { HintTiming::EachRound };
        let rounds = snapshot.map(|snapshot| snapshot.rounds.clone());
        let run = EventRun::new(event, rounds, timing, &first, session).map_err(StorageError::from)?;
        Ok(Self { run, stored: false, aliases, book, basis })
    }

    /// Options to prepare a part of the games as the whole event was prepared.
    pub(super) fn prepare_options<'a>(&'a self, store: &'a Path) -> PrepareOptions<'a> {
        PrepareOptions {
            name: Some(&self.run.event.name),
            fallback: "",
            aliases: &self.aliases,
            rating: self.run.event.rating,
            played: &self.run.event.stated,
            book: self.book.as_ref().map(|book| book.path.as_path()),
            store,
        }
    }

    /// SHA-256 of the games that hints are made from, and of the inputs that make other hints of the same games: identities,
    /// ratings, circumstances, and the end of the opening.
    pub(super) fn hint_basis(&self) -> String {
        let inputs = &self.basis.inputs;
        let mut lines: Vec<String> = Vec::new();
        lines.extend(self.aliases.input().map(|table| format!("aliases {}", table.sha256)));
        if inputs.rating != RatingChoice::default() {
            lines.push(format!("{:?}", inputs.rating));
        }
        if inputs.circumstances != EventCircumstances::default() {
            lines.push(format!("{:?}", inputs.circumstances));
        }
        lines.extend(inputs.book.map(|book| format!("book {book}")));
        // What the rating lists say of the players, not which lists there are: one comes every month.
        lines.extend(self.run.event.ratings.iter().map(|rating| format!("{rating:?}")));
        self.run.basis(&lines)
    }
}
