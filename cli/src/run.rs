//! Shared by `screen`, `test`, `watch` and `verify`: prepare, evaluate, screen.

use std::path::{Path, PathBuf};

use analyzer::policy::Mode;
use analyzer::screen::{Screened, screen};
use analyzer::{Evaluations, Parameters, shipped};
use anyhow::Context;
use datasets::Collection;
use datasets::clocks::event_class::ClassSource;
use datasets::tournament::corpus::facts::Conditions;
pub(crate) use pipeline::PreparedEvent;
use pipeline::{PrepareError, PrepareOptions, RatingChoice, prepare};
use reports::Language;
use serde::{Deserialize, Serialize};
use uci_pool::{Identity, Settings};

use crate::arguments::EventChoice;
use crate::output::{read_text, unusable};

/// Record of a run, kept beside the results. `verify` takes no program, option or path from it.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RunRecord {
    pub(crate) inputs: Vec<PathBuf>,
    /// Event tag that all its games have; of a run that did not tell events apart.
    pub(crate) event: Option<String>,
    /// The event that was told apart from others in the inputs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) one_of: Option<EventChoice>,
    /// Name at the head of the sheet.
    pub(crate) name: String,
    pub(crate) engine: PathBuf,
    pub(crate) engine_args: Vec<String>,
    /// Further files that decide its results.
    pub(crate) engine_files: Vec<PathBuf>,
    pub(crate) engine_options: Vec<(String, String)>,
    pub(crate) settings: Settings,
    pub(crate) store: PathBuf,
    /// Parameter file, if not the one that comes with the software.
    pub(crate) parameters: Option<PathBuf>,
    #[serde(default)]
    pub(crate) rating: RatingChoice,
    /// How the event was played, if it was stated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) mode: Option<Mode>,
    #[serde(default)]
    pub(crate) book: Option<PathBuf>,
    #[serde(default)]
    pub(crate) aliases: Option<PathBuf>,
}

impl RunRecord {
    /// The games of the run, out of files that hold them.
    ///
    /// # Errors
    /// Files that cannot be read, or that hold no such event.
    pub(crate) fn read(&self, inputs: &[PathBuf]) -> anyhow::Result<Collection> {
        match &self.one_of {
            Some(chosen) => Ok(chosen.of(&datasets::read_events(inputs)?)?.collection),
            None => Ok(datasets::read(inputs, self.event.as_deref())?),
        }
    }
}

/// Prepares an event, and says on standard error what the user has to know about its ratings.
pub(crate) fn prepared(
    collection: Collection,
    options: &PrepareOptions<'_>,
) -> Result<PreparedEvent, PrepareError> {
    let event = prepare(collection, options)?;
    say_note(&event);
    Ok(event)
}

/// What the user has to answer before a result can rest on games of an online platform.
pub(crate) fn question(event: &PreparedEvent) -> Option<String> {
    let evidence = event.unstated_online()?;
    let (asked, until) = match (event.class.from, event.mode) {
        (ClassSource::NotStated, None) => (
            "What time class were they, and were they played online?",
            "Until both are stated there is no index.",
        ),
        (ClassSource::NotStated, Some(_)) => {
            ("What time class were they?", "Until it is stated there is no index.")
        }
        _ => ("Were they played online?", "Until it is stated no threshold is applied."),
    };
    let class = "--time-class (standard, rapid, blitz)";
    let mode = "--mode (online, over-the-board, hybrid-online, hybrid-over-the-board)";
    let flags = match (event.class.from, event.mode) {
        (ClassSource::NotStated, None) => format!("{class} and {mode}"),
        (ClassSource::NotStated, Some(_)) => class.to_owned(),
        _ => mode.to_owned(),
    };
    Some(format!(
        "These games look like online play: {evidence}. {asked} {until}\n  Ask the organiser, and state it with {flags}."
    ))
}

/// Says what the user has to know about the rating lists that were asked.
pub(crate) fn say_note(event: &PreparedEvent) {
    for sentence in reports::rating_list_cautions(event.rating_lists.as_ref(), Language::ENGLISH) {
        eprintln!("{sentence}");
    }
}

/// The parameters of a run: from the file that was named, which has to fit, else the shipped ones, if any do.
///
/// # Errors
/// A file that cannot be read or does not fit.
pub fn parameters_for(
    file: Option<&Path>,
    identity: &Identity,
    settings: &Settings,
    conditions: Conditions,
) -> anyhow::Result<Option<Parameters>> {
    let Some(path) = file else { return Ok(shipped::parameters(identity, settings, conditions)?) };
    let parameters = shipped::given(&read_text(path)?, identity, settings);
    parameters.map(Some).with_context(unusable(path))
}

pub(crate) fn screened(
    loaded: &PreparedEvent,
    evaluations: &Evaluations,
    identity: &Identity,
    settings: &Settings,
    parameters: Option<&Path>,
) -> anyhow::Result<Screened> {
    let parameters = parameters_for(parameters, identity, settings, loaded.conditions())?;
    Ok(screen(&loaded.event(evaluations, identity, settings, parameters.as_ref()))?)
}

#[cfg(test)]
mod tests {
    use datasets::clocks::time_class::TimeClass;
    use datasets::{Aliases, Game, Side};

    use super::*;

    fn asked(
        site: &str,
        control: Option<&str>,
        class: Option<TimeClass>,
        mode: Option<Mode>,
    ) -> Option<String> {
        let side = |name: &str| Side { name: name.to_owned(), ..Side::default() };
        let game = Game {
            event: "Olympiad".to_owned(),
            site: Some(site.into()),
            time_control: control.map(str::to_owned),
            white: side("Oak, Ann"),
            black: side("Elm, Bo"),
            ..Game::default()
        };
        let collection = Collection { games: vec![game], ..Collection::default() };
        let options = PrepareOptions {
            name: None,
            fallback: "x",
            aliases: &Aliases::default(),
            rating: RatingChoice { time_class: class, ..RatingChoice::default() },
            mode,
            book: None,
            store: Path::new("no such store"),
        };
        question(&prepare(collection, &options).expect("prepared"))
    }

    #[test]
    fn games_of_a_platform_are_asked_about_until_class_and_venue_are_stated() {
        let (online, standard) = (Some(Mode::Online), Some(TimeClass::Standard));
        let both = asked("Chess.com", None, None, None).expect("a question");
        assert!(
            both.contains("Chess.com") && both.contains("--time-class") && both.contains("--mode"),
            "{both}"
        );
        let class = asked("Chess.com", None, None, online).expect("a question");
        assert!(class.contains("--time-class") && !class.contains("--mode"), "{class}");
        let mode = asked("Chess.com", Some("5400+30"), None, None).expect("a question");
        assert!(!mode.contains("--time-class") && mode.contains("--mode"), "{mode}");
        assert!(asked("Chess.com", None, standard, None).is_some(), "the class alone is not enough");
        assert_eq!(asked("Chess.com", None, standard, online), None);
        assert_eq!(asked("Batumi GEO", None, None, None), None);
    }
}
