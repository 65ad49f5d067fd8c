//! The full test of one player of one event, and the evidence that its bundle is made of.

use std::path::Path;

use analyzer::full_test::{Beside, Second};
use analyzer::{Evaluations, Parameters};
use anyhow::{Context, bail};
use datasets::Aliases;
use pipeline::bundle::{Attachments, CustodyLog, Evidence};
use pipeline::{EventPlayer, PlayerGames, PlayerTest, PrepareOptions, SearchPlayedMove, TestContext};
use reports::bundle::{Content, SecretKey};
use uci_pool::{EngineSpec, Settings, identify};

use super::options::TestOptions;
use crate::config::Config;
use crate::run::{Answered, Engines, PreparedEvent, answered, parameters_for, say_note};

/// The parts of a bundle that do not come from the numbers.
pub(super) struct Statements<'a> {
    pub(super) options: &'a TestOptions,
    pub(super) config: &'a Config,
    pub(super) key: Option<&'a SecretKey>,
    pub(super) log: CustodyLog,
    /// The whole event, for the names of everybody else in it.
    pub(super) whole: EventPlayer<'a>,
}

/// Everything that a bundle is made of.
pub(super) fn evidence(
    tested: Evaluated,
    loaded: PreparedEvent,
    attachments: Vec<Content>,
    statements: Statements<'_>,
) -> anyhow::Result<Evidence> {
    let PlayerTest { test, premises, .. } = tested.tested;
    let custody = statements.log.custody(
        &test,
        &loaded.collection.inputs,
        statements.options.custody.statements(),
        statements.config.lang,
        statements.key,
    )?;
    Ok(Evidence {
        test,
        premises,
        custody,
        games: loaded.collection.games,
        answers: tested.answers,
        second: tested.second,
        parameters: tested.parameters.write()?,
        others: statements.whole.others(),
        attachments,
    })
}

/// The player's games of an event, ready to be tested. `named` are the name of the event, if it is known, and what to call
/// it otherwise.
pub(super) fn games_of(
    options: &TestOptions,
    config: &Config,
    event: EventPlayer<'_>,
    aliases: &Aliases,
    (name, fallback): (Option<&str>, &str),
) -> anyhow::Result<PlayerGames> {
    let games = PlayerGames::select(
        &event,
        None,
        &PrepareOptions {
            name,
            fallback,
            aliases,
            rating: options.rating.choice(),
            book: options.book.as_deref(),
            store: &config.store,
        },
    )?;
    say_note(&games.event);
    Ok(games)
}

/// Reads the attachments, and says what the user has to know about them.
pub(super) fn attachments(
    options: &TestOptions,
    whole: EventPlayer<'_>,
    games: &PlayerGames,
) -> anyhow::Result<Attachments> {
    let attached = Attachments::read(&options.attachments.files(), whole, games)?;
    for note in &attached.notes {
        eprintln!("{note}");
    }
    Ok(attached)
}

/// A test with everything that its numbers rest on.
pub(super) struct Evaluated {
    pub(super) tested: PlayerTest,
    pub(super) answers: Evaluations,
    pub(super) second: Option<Evaluations>,
    pub(super) parameters: Parameters,
}

pub(super) fn tested(
    config: &Config,
    options: &TestOptions,
    games: &PlayerGames,
    beside: Beside<'_>,
    log: &mut CustodyLog,
) -> anyhow::Result<Evaluated> {
    let spec = config.spec()?;
    let loaded = &games.event;
    let player = loaded.roster.people.get(games.person).map_or("", |p| p.name.as_str());
    eprintln!(
        "{player} in {}: {} games, {} positions to look at, {}, depth {} with {} lines.",
        loaded.name,
        loaded.collection.games.len(),
        loaded.plans.iter().map(|plan| plan.searched().count()).sum::<usize>(),
        config.who_searches(),
        config.settings.depth,
        config.settings.multipv
    );
    let engines = Engines {
        spec: &spec,
        settings: &config.settings,
        count: config.engines,
        queue: config.queue.as_ref(),
    };
    let identity = identify(&spec)?;
    let parameters =
        parameters_for(config.parameters.as_deref(), &identity, &config.settings, loaded.class.class)?;
    // Before any engine time: without a calibration there is nothing to test with.
    let Some(parameters) = parameters.filter(|p| p.time_class == loaded.class.class) else {
        bail!(
            "there is no calibration for {} at depth {} with {} lines in {} games, so nothing can be tested\n  make one with `fairplay calibrate`, or use --profile quick",
            identity.name,
            config.settings.depth,
            config.settings.multipv,
            loaded.class.class.as_str()
        );
    };
    let Answered { answers, identity, work } =
        answered(&loaded.plans, &engines, &config.store, SearchPlayedMove::IfUnlisted)?;
    log.runs.push(work);
    let other = options.second_engine.as_ref().map(|engine| independent(config, options, engine, loaded));
    let other = other.transpose()?;
    let stated = TestContext {
        second: other.as_ref().map(|(found, settings)| Second {
            engine: &found.identity,
            settings,
            evaluations: &found.answers,
        }),
        circumstances: options.circumstances.circumstances(),
        beside,
    };
    let tested = games.test(&answers, (&identity, &config.settings), Some(&parameters), &stated)?;
    let second = other.map(|(found, _)| {
        log.runs.push(found.work);
        found.answers
    });
    Ok(Evaluated { tested, answers, second, parameters })
}

/// The answers of another engine to the same positions: one line, the depth of the test unless told otherwise.
fn independent(
    config: &Config,
    options: &TestOptions,
    engine: &Path,
    loaded: &PreparedEvent,
) -> anyhow::Result<(Answered, Settings)> {
    let spec = EngineSpec {
        command: engine.to_owned(),
        args: options.second_engine_args.clone(),
        files: options.second_engine_files.clone(),
        options: Vec::new(),
    };
    let settings = Settings {
        depth: options.second_depth.unwrap_or(config.settings.depth),
        multipv: 1,
        // One line and another engine: its border of what counts was not measured.
        decided: None,
        ..config.settings.clone()
    };
    settings.validate().context("the settings of the second engine cannot be used")?;
    eprintln!("The independent test, with {} at depth {}.", engine.display(), settings.depth);
    let engines = Engines {
        spec: &spec,
        settings: &settings,
        count: config.engines,
        // Workers have the engine of the test and not this one.
        queue: None,
    };
    let found = answered(&loaded.plans, &engines, &config.store, SearchPlayedMove::Never)?;
    Ok((found, settings))
}
