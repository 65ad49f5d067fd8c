//! Shared by `screen`, `test`, `watch` and `verify`: prepare, evaluate, screen.

use std::path::{Path, PathBuf};

use analyzer::policy::Mode;
use analyzer::screen::{Screened, screen};
use analyzer::{Evaluations, Parameters, shipped};
use anyhow::Context;
use datasets::tournament::corpus::facts::Conditions;
use datasets::tournament::event_facts::StatedPlay;
use datasets::{AcceptedGame, Collection};
pub(crate) use pipeline::PreparedEvent;
use pipeline::{PrepareError, PrepareOptions, RatingChoice, prepare};
use reports::Language;
use serde::{Deserialize, Serialize};
use uci_pool::{Identity, Settings};

use crate::arguments::{EventChoice, GamesOptions, read_events};
use crate::output::terminal::say;
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
    /// Its time control, if it was stated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) time_control: Option<String>,
    /// Games that an arbiter accepts up to an illegal move.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) accepted_games: Vec<AcceptedGame>,
    #[serde(default)]
    pub(crate) book: Option<PathBuf>,
    #[serde(default)]
    pub(crate) aliases: Option<PathBuf>,
}

impl RunRecord {
    /// The games of the run, out of files that hold them.
    ///
    /// # Errors
    /// Files that cannot be read, or that hold no such event, or not the games that were accepted.
    pub(crate) fn read(&self, inputs: &[PathBuf]) -> anyhow::Result<Collection> {
        let accepted = &self.accepted_games;
        match &self.one_of {
            Some(chosen) => Ok(chosen.of(&read_events(inputs, accepted)?)?.collection),
            None => GamesOptions { inputs: inputs.to_vec(), event: self.event.clone() }.read(accepted),
        }
    }

    /// How the event was played, as it was stated.
    pub(crate) fn played(&self) -> StatedPlay {
        StatedPlay { mode: self.mode, class: self.rating.time_class, control: self.time_control.clone() }
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

/// What the user has to state before a result can rest on games that may have been played online.
pub(crate) fn question(event: &PreparedEvent, language: Language) -> Option<String> {
    Some(reports::question(&event.asked()?, language))
}

/// Says what the user has to know about the rating lists that were asked.
pub(crate) fn say_note(event: &PreparedEvent) {
    for sentence in reports::rating_list_cautions(event.rating_lists.as_ref(), Language::ENGLISH) {
        say!("{sentence}");
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
    use clap::Parser as _;
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
            rating: RatingChoice::default(),
            played: &StatedPlay { mode, class, control: None },
            book: None,
            store: Path::new("no such store"),
        };
        question(&prepare(collection, &options).expect("prepared"), Language::ENGLISH)
    }

    #[test]
    fn games_of_a_platform_are_asked_about_until_class_and_venue_are_stated() {
        let (online, standard) = (Some(Mode::Online), Some(TimeClass::Standard));
        let (venue, class) = ("whether these games were played online", "how much time the players had");
        let says = |asked: Option<String>, parts: [bool; 2]| {
            let text = asked.expect("a question");
            assert_eq!([text.contains(venue), text.contains(class)], parts, "{text}");
            assert!(text.contains("Chess.com") && text.contains("--mode"), "{text}");
        };
        says(asked("Chess.com", None, None, None), [true, true]);
        says(asked("Chess.com", None, None, online), [false, true]);
        // A control says the class and not where they were played.
        for control in ["5400+30", "900+10", "180+2"] {
            says(asked("Chess.com", Some(control), None, None), [true, false]);
            assert_eq!(asked("Chess.com", Some(control), None, online), None);
        }
        says(asked("Chess.com", None, standard, None), [true, false]);
        assert_eq!(asked("Chess.com", None, standard, online), None);
        assert_eq!(asked("Batumi GEO", None, None, None), None);
    }

    /// The statements of a line by the arguments of `screen`, `batch` and `watch`.
    fn stated_by(arguments: &[&str]) -> Vec<StatedPlay> {
        let parsed = |command: &str| {
            let begin = ["fairplay", command, "games.pgn", "--out", "out"];
            let line = begin.iter().chain(arguments);
            crate::Arguments::try_parse_from(line).expect("arguments").command
        };
        let stated = [parsed("screen"), parsed("batch"), parsed("watch")].map(|command| match command {
            crate::Command::Screen(options) => {
                options.event.played(&options.stated.load().expect("reads")).expect("agrees")
            }
            crate::Command::Batch(options) => {
                options.event.played(&options.stated.load().expect("reads")).expect("agrees")
            }
            crate::Command::Watch(options) => {
                let stated = options.stated.load().expect("reads");
                options.preparation.played(&stated).expect("agrees")
            }
            _ => unreachable!("one of these"),
        });
        stated.into()
    }

    /// Flags and a file of circumstances state the same, for every command, as the form of a server does for the same table.
    #[test]
    fn flags_and_a_file_state_the_same_for_every_command() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("circumstances.toml");
        let file = path.to_str().expect("a plain path");
        let table = include_str!("../../datasets/tests/how_played.tsv");
        for row in table.lines().filter(|line| !line.starts_with('#')) {
            let cells: Vec<&str> = row.split('\t').collect();
            let [.., mode, class, control, _, _, _] = cells[..] else { panic!("{row}") };
            let line = |key: &str, value: &str| match value {
                "-" => String::new(),
                value => format!("{key} = \"{value}\"\n"),
            };
            let known = |value: &str| (value != "-").then(|| value.to_owned());
            let expected = StatedPlay {
                mode: Mode::by_name(mode),
                class: TimeClass::ALL.into_iter().find(|known| known.as_str() == class),
                control: known(control),
            };
            let control = line("time_control", control);
            std::fs::write(&path, line("mode", mode) + &line("time_class", class) + &control)
                .expect("written");
            for by_file in stated_by(&["--circumstances", file]) {
                assert_eq!(by_file, expected, "{row}");
            }
            std::fs::write(&path, control).expect("written");
            let mode = mode.replace('_', "-");
            let mut flags = vec!["--circumstances", file];
            flags.extend(["--mode", &mode].iter().filter(|_| mode != "-"));
            flags.extend(["--time-class", class].iter().filter(|_| class != "-"));
            for by_flags in stated_by(&flags) {
                assert_eq!(by_flags, expected, "{row}");
            }
        }
    }
}
