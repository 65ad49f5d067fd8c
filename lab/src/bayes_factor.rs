//! `fairplay-lab bayes-factor`: the Bayes factor of help for honest performances, and the form from game to game that fits them best.

use std::fmt::Write as _;
use std::path::PathBuf;

use analyzer::calibration::Performance;
use analyzer::calibration::measurement::{Measurement, Model};
use analyzer::parameters::DepthAwareReading;
use analyzer::statistics::bayes_factor::BayesFactor;
use analyzer::statistics::bayes_factor::boundary::boundary;
use analyzer::statistics::outcomes::{Nodes, Outcomes, grid};
use analyzer::strength::{Shift, Strength};
use anyhow::Context;
use clap::Args;
use cli::arguments::EngineOptions;
use cli::config::Config;
use cli::output::put;
use datasets::Store;
use datasets::tournament::corpus::Corpus;
use rayon::prelude::*;

use crate::conditions::{ConditionsOptions, parameters};
use crate::measure::draw::draw_again;
use crate::measure::{drawn_performances, rows};

/// Levels whose rates are printed. An honest player reaches one with the probability 1 over it, at most.
const LEVELS: [f64; 4] = [5.0, 20.0, 100.0, 1000.0];

/// No boundary under this value is looked at, because few performances reach it and each takes a second.
const LOWEST: f64 = 2.0;

/// Options of `bayes-factor`.
#[derive(Clone, Debug, Args)]
pub struct BayesFactorOptions {
    /// PGN files that the table was made of
    #[arg(required = true, value_name = "GAMES.pgn")]
    pub inputs: Vec<PathBuf>,
    /// Table written by `measure`: the performances, as far as the store holds them
    #[arg(long, value_name = "FILE.csv")]
    pub again: PathBuf,
    /// Number of games that were drawn of each player who had more
    #[arg(long, value_name = "N")]
    pub games: Option<usize>,
    #[command(flatten)]
    pub conditions: ConditionsOptions,
    /// Standard deviations of form from game to game to try, in rating points [default: that of the helper]
    #[arg(long, value_name = "POINTS", value_delimiter = ',')]
    pub game_sd: Vec<f64>,
    /// File for the value of each performance
    #[arg(long, value_name = "FILE.csv")]
    pub out: Option<PathBuf>,
    #[command(flatten)]
    pub engine: EngineOptions,
}

/// A performance with its row in the table.
struct RowAndGames {
    row: Measurement,
    performance: Performance,
}

/// Computes, prints and writes.
///
/// # Errors
/// If a collection or the store cannot be used, or the parameters have no helper.
pub fn run(options: &BayesFactorOptions) -> anyhow::Result<()> {
    let config = Config::load(&options.engine)?;
    let identity = config.identity()?;
    let parameters = parameters(&config, &identity, (&options.conditions).into())?;
    let second = parameters.depth_aware.as_ref().context("the parameters have no depth-aware model")?;
    let helper = second.helper.as_ref().context("the parameters have no helper")?;
    let table = rows::read(&options.again)?;
    let corpus = Corpus::new(datasets::read(&options.inputs, None)?);
    let mut store = Store::open(&config.store)?;
    let profile = store.profile(&identity, &config.settings)?.of_any_program();
    let mut found = Vec::new();
    for mut drawn in draw_again(&corpus.tournaments, &table)? {
        drawn.games = options.games.unwrap_or(usize::MAX);
        let Some(tournament) = corpus.tournaments.get(drawn.tournament) else { continue };
        for (person, performance) in drawn_performances(tournament, &drawn, &mut store, profile)? {
            let of = |row: &&Measurement| {
                row.model == Model::DepthAware
                    && row.tournament == tournament.identity
                    && tournament.people.get(person) == Some(&row.person)
            };
            if let Some(row) = table.iter().find(of) {
                found.push(RowAndGames { row: row.clone(), performance });
            }
        }
    }
    let sds = if options.game_sd.is_empty() { vec![helper.game_sd] } else { options.game_sd.clone() };
    for sd in sds {
        let mut second = second.clone();
        if let Some(helper) = &mut second.helper {
            helper.game_sd = sd;
        }
        let values: Vec<Option<Value>> =
            found.par_iter().map(|found| value(found, &second, &parameters.strength)).collect();
        let values: Vec<Value> = values.into_iter().flatten().collect();
        print(sd, &values);
        if let Some(path) = &options.out {
            let mut text = String::from("rating,decisions,ln_value,ln_highest\n");
            for value in &values {
                let Value { rating, decisions, ln, ln_highest, .. } = value;
                writeln!(text, "{rating},{decisions},{ln:.4},{ln_highest:.4}")?;
            }
            put(path, text.as_bytes())?;
        }
    }
    Ok(())
}

/// The value of one performance after its last decision, and the highest after any.
struct Value {
    rating: u16,
    decisions: u32,
    ln: f64,
    ln_highest: f64,
    /// Logarithm of the probability of the moves as honest play.
    ln_honest: f64,
    /// Whether the value after a game passes the boundary of one over each of [`LEVELS`], with equal parts for its games.
    passed: [bool; LEVELS.len()],
}

fn value(measured: &RowAndGames, second: &DepthAwareReading, strength: &Strength) -> Option<Value> {
    let RowAndGames { row, performance } = measured;
    let rating = f64::from(row.rating);
    let shift: Shift = strength.prior(rating, row.first_day(), row.class(), 0.0);
    let grid = grid(second, shift)?;
    let nodes = Nodes::new(second, row.rating, &grid)?;
    let mut value = BayesFactor::new(grid.clone(), 1);
    let mut ln_highest = 0.0_f64;
    let (mut games, mut ends) = (Vec::new(), Vec::new());
    for side in &performance.games {
        let decisions = performance.decisions.get(side.decisions.clone())?;
        let outcomes = decisions.iter().map(|decision| nodes.outcomes(decision, None));
        let game: Vec<Outcomes> = outcomes.collect::<Option<_>>()?;
        for (outcomes, decision) in game.iter().zip(decisions) {
            value.observe(outcomes.played(decision.played_line())?);
            ln_highest = ln_highest.max(value.ln_value());
        }
        ends.push(value.ln_value_after_game());
        games.push(game);
    }
    let borrowed: Vec<Vec<&Outcomes>> = games.iter().map(|game| game.iter().collect()).collect();
    let passed = LEVELS.map(|level| {
        let part = |game: usize| (game + 1) as f64 / (level * games.len() as f64);
        let allowed: Vec<f64> = (0..games.len()).map(part).collect();
        let lowest = libm::log(LOWEST);
        ends.iter().any(|end| *end >= lowest) && {
            let levels = boundary(&grid, &borrowed, &allowed, lowest);
            ends.iter().zip(levels).any(|(end, level)| *end >= level)
        }
    });
    Some(Value {
        rating: row.rating,
        decisions: row.decisions,
        ln: value.ln_value(),
        ln_highest,
        ln_honest: value.ln_honest(),
        passed,
    })
}

fn print(game_sd: f64, values: &[Value]) {
    let n = values.len() as f64;
    let mean = |of: fn(&Value) -> f64| values.iter().map(of).sum::<f64>() / n;
    println!(
        "game_sd {game_sd}: {n} performances, ln of honest play {:.2}, mean value {:.3}, mean ln {:.3}",
        n * mean(|v| v.ln_honest),
        mean(|v| libm::exp(v.ln)),
        mean(|v| v.ln)
    );
    for (k, level) in LEVELS.into_iter().enumerate() {
        let passed = values.iter().filter(|v| v.passed.get(k) == Some(&true)).count();
        let reached = |of: fn(&Value) -> f64| values.iter().filter(|v| of(v) >= libm::log(level)).count();
        println!(
            "  {level}: {} at the end, {} at any time; {:.1} at most; {passed} over the exact boundary",
            reached(|v| v.ln),
            reached(|v| v.ln_highest),
            n / level
        );
    }
}
