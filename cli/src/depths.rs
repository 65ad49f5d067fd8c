//! `fairplay depths`: how far results move with the depth and the lines of the search.

use std::collections::{BTreeMap, BTreeSet};

use analyzer::depth_study::{Gatherer, StudyEvent, View};
use analyzer::{Evaluations, GamePlan, evaluate::stored};
use anyhow::{Context, bail};
use datasets::Store;
use datasets::time_class::TimeClass;
use uci_pool::{Settings, identify};

use crate::Ending;
use crate::arguments::DepthsOptions;
use crate::config::Config;
use crate::run::{Engines, evaluations, lines, parameters_for};
use crate::sample::{Wanted, draw, searches};
use crate::screen::put;
use crate::stored_events::{Answered, each, helper_search, of_class};

/// Evaluates what is missing, studies, and writes.
pub(crate) fn run(options: &DepthsOptions) -> anyhow::Result<Ending> {
    let mut config = Config::load(&options.engine)?;
    // Every depth is compared with the last one.
    config.settings = config.settings.to_the_end();
    let spec = config.spec()?;
    let identity = identify(&spec)?;
    let class = TimeClass::Standard;
    let Some(parameters) = parameters_for(config.parameters.as_deref(), &identity, &Settings::QUICK, class)?
    else {
        bail!(
            "there are no parameters of the profile quick for {}, whose dispersion every view is divided by",
            identity.name
        );
    };
    let collection = datasets::read(&options.inputs, None)?;
    let mut events = of_class(collection, class);
    let wanted = Wanted {
        games: Some(options.sample),
        half: None,
        seed: &options.seed,
        ratings: [options.low, options.high],
    };
    let sample = draw(&mut events, &wanted);
    let plans = searches(&events, &sample);
    let engines = Engines {
        spec: &spec,
        settings: &config.settings,
        count: config.engines,
        queue: config.queue.as_ref(),
    };
    if options.evaluate {
        evaluations(&plans, &engines, &config.store)?;
    }
    let helper = helper(options, &config, &plans)?;
    let mut store = Store::open(&config.store)?;
    let profile = store.profile(&identity, &config.settings)?;
    let mut gatherer = Gatherer::new(views(options, &config.settings));
    // Only what was sampled, also of events that are in the store as a whole: any part of the sample is a fair one.
    let sampled: Vec<_> = events
        .into_iter()
        .filter_map(|(name, mut event)| {
            event.games.retain(|game| sample.contains_key(&game.sha256));
            (!event.games.is_empty()).then_some((name, event))
        })
        .collect();
    each(sampled, &sample, &mut store, profile, &mut |event: Answered| {
        gatherer.add(&StudyEvent {
            games: &event.games,
            roster: &event.roster,
            plans: &event.plans,
            answers: &event.answers,
            helper: &helper,
        });
        Ok(())
    })?;
    let mut null = parameters.null;
    null.gate.decisions = options.gate;
    let study = gatherer.study(&null)?;
    let json = reports::depth_study_json(&study)?;
    let table = reports::depth_study_markdown(&study);
    if let Some(folder) = &options.out {
        std::fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
        put(&folder.join("depths.json"), json.as_bytes())?;
        put(&folder.join("depths.md"), table.as_bytes())?;
    }
    print!("{}", if options.json { json } else { table });
    Ok(Ending::Done)
}

/// Depths under all lines, then fewer lines at the full depth, and the whole search last.
fn views(options: &DepthsOptions, settings: &Settings) -> Vec<View> {
    let depths: BTreeSet<u8> = options.depths.iter().copied().collect();
    let fewer: BTreeSet<u8> = options.fewer_lines.iter().copied().collect();
    let whole = View { depth: settings.depth, lines: settings.multipv };
    let by_depth = depths.into_iter().map(|depth| View { depth, ..whole });
    let by_lines = fewer.into_iter().map(|lines| View { lines, ..whole });
    let other = |view: &View| view.depth <= whole.depth && view.lines <= whole.lines && *view != whole;
    let mut views: Vec<View> = by_depth.chain(by_lines).filter(other).collect();
    views.push(whole);
    views
}

/// The helper's first line in some positions of the sample, drawn by a hash; none without a helper.
fn helper(options: &DepthsOptions, config: &Config, plans: &[GamePlan]) -> anyhow::Result<Evaluations> {
    let Some(profile) = &options.helper.helper_profile else {
        return Ok(Evaluations::default());
    };
    let named = options.helper.helper_engine.as_ref();
    let (spec, settings) = helper_search(&options.engine, profile, named, &config.settings)?;
    let mut drawn: BTreeMap<String, &analyzer::plan::Turn> = BTreeMap::new();
    for turn in plans.iter().flat_map(GamePlan::searched) {
        drawn.insert(analyzer::calibration::split::shuffled(&options.seed, &turn.fen), turn);
    }
    let turns = drawn.into_values().take(options.helper_positions).cloned();
    let plan = [GamePlan { turns: turns.collect() }];
    if options.evaluate {
        let engines =
            Engines { spec: &spec, settings: &settings, count: config.engines, queue: config.queue.as_ref() };
        return Ok(lines(&plan, &engines, &config.store)?.0);
    }
    let mut store = Store::open(&config.store)?;
    let profile = store.profile(&identify(&spec)?, &settings)?;
    Ok(stored(&plan, &mut store, profile)?)
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;
    use crate::arguments::{Arguments, Command};

    #[test]
    fn the_whole_search_comes_last_and_nothing_deeper_than_it() {
        let line = "fairplay depths a.pgn --sample 10 --depths 16,12,14,20 --fewer-lines 1,3,5";
        let Command::Depths(options) = Arguments::parse_from(line.split(' ')).command else {
            panic!("another command");
        };
        let settings = Settings { depth: 16, ..Settings::QUICK };
        let views: Vec<[u8; 2]> =
            views(&options, &settings).iter().map(|view| [view.depth, view.lines]).collect();
        assert_eq!(views, [[12, 5], [14, 5], [16, 1], [16, 3], [16, 5]]);
    }
}
