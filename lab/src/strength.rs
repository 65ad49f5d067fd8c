//! `fairplay-lab strength`: how far honest players stand from their published ratings, fitted to events whose evaluations
//! are in the store.

use std::path::PathBuf;

use analyzer::calibration::method::WEIGHTS;
use analyzer::calibration::performances;
use analyzer::calibration::shift::{PerformanceGains, excess};
use analyzer::calibration::strength::{Effect, Estimate, Shift, StrengthFit, fit_strength};
use analyzer::{GamePlan, Parameters};
use anyhow::{Context, bail};
use clap::Args;
use cli::arguments::EngineOptions;
use cli::config::Config;
use datasets::day::Day;
use datasets::tournament::corpus::{Corpus, Tournament};
use datasets::{ProfileId, Store};
use pipeline::stored;
use uci_pool::identify;

/// Fewest decisions of a performance that enters the fit.
const MIN_DECISIONS: usize = 100;
/// Part of a player's games in a tournament that must have been evaluated.
const COVERED: f64 = 0.9;
/// The day on which the second slope of the trend begins.
const TURN: i64 = 18_262;
/// Words of tournaments for young players, in lower case.
const YOUTH: [&str; 8] = ["youth", "junior", "juniors", "cadet", "cadets", "school", "u18", "u16"];

/// Options of `strength`.
#[derive(Clone, Debug, Args)]
pub struct StrengthOptions {
    /// PGN files of honest play; only players whose games are in the store are used
    #[arg(required = true, value_name = "GAMES.pgn")]
    pub inputs: Vec<PathBuf>,
    /// Parameter file whose projections the players are compared with
    #[arg(long, value_name = "FILE")]
    pub projections: PathBuf,
    #[command(flatten)]
    pub engine: EngineOptions,
}

/// Fits and prints.
///
/// # Errors
/// If collections, store or parameters cannot be read, or there is too little to fit.
pub fn run(options: &StrengthOptions) -> anyhow::Result<()> {
    let config = Config::load(&options.engine)?;
    let identity = identify(&config.spec()?)?;
    let path = &options.projections;
    let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    let parameters = Parameters::parse(&text).with_context(|| format!("{} is of no use", path.display()))?;
    if !config.store.is_file() {
        bail!("there is no store at {}; screen the events first", config.store.display());
    }
    let mut store = Store::open(&config.store)?;
    let profile = store.profile(&identity, &config.settings)?;
    let corpus = Corpus::new(datasets::read(&options.inputs, None)?);
    let mut samples = Vec::new();
    let open = corpus.tournaments.iter().filter(|t| t.facts.left_out().is_none() && !t.sealed);
    for (number, tournament) in open.enumerate() {
        samples.extend(of_tournament(number, tournament, &parameters, &mut store, profile)?);
    }
    let gains: Vec<PerformanceGains> = samples.iter().map(|sample| sample.gains.clone()).collect();
    let excess = excess(&gains);
    let shifts: Vec<Shift> = samples
        .iter()
        .map(|s| s.gains.shift(excess, WEIGHTS, (s.tournament, s.rating, s.covariates.clone())))
        .collect();
    println!(
        "{} performances; excess a: MM {:.3}, EV {:.3}, ASD {:.3}",
        shifts.len(),
        excess.mm,
        excess.ev,
        excess.asd
    );
    print!("{}", table(&fit_strength(&shifts, &effects())?));
    Ok(())
}

struct Sample {
    tournament: usize,
    rating: u16,
    covariates: Vec<f64>,
    gains: PerformanceGains,
}

fn effects() -> Vec<Effect> {
    [
        ("level at 2020", 200.0),
        ("per decade before 2020", 100.0),
        ("per decade from 2020", 100.0),
        ("youth event", 200.0),
    ]
    .map(|(name, prior_sd)| Effect { name: name.to_owned(), prior_sd })
    .into()
}

/// What a day and the names of a tournament shift, in the order of [`effects`].
fn covariates(first: Day, tournament: &Tournament) -> Vec<f64> {
    let decades = (first.ordinal() - TURN) as f64 / 3652.5;
    let name = tournament.names.iter().cloned().collect::<Vec<_>>().join(" ").to_lowercase();
    let youth = name.split(|c: char| !c.is_alphanumeric()).any(|word| YOUTH.contains(&word));
    vec![1.0, decades.min(0.0), decades.max(0.0), if youth { 1.0 } else { 0.0 }]
}

/// The performances of a tournament whose games are in the store.
fn of_tournament(
    number: usize,
    tournament: &Tournament,
    parameters: &Parameters,
    store: &mut Store,
    profile: ProfileId,
) -> anyhow::Result<Vec<Sample>> {
    let Some([first, _]) = tournament.days else { return Ok(Vec::new()) };
    let games = &tournament.collection.games;
    let plans = analyzer::plan::all(games);
    let mut known = false;
    for turn in plans.iter().flat_map(|plan| plan.searched().take(2)) {
        known = known || store.get(profile, &turn.fen, None)?.is_some();
    }
    if !known {
        return Ok(Vec::new());
    }
    let answers = stored(&plans, store, profile)?;
    let roster = &tournament.roster;
    let mut sides = vec![0_usize; roster.people.len()];
    for (plan, seats) in plans.iter().zip(&roster.games) {
        let searched = |parity: usize| {
            GamePlan::searches_of(plan, [parity == 0, parity == 1]).searched().next().is_some()
        };
        for (person, parity) in [(seats.0, 0), (seats.1, 1)] {
            sides[person] += usize::from(searched(parity));
        }
    }
    let mut samples = Vec::new();
    for performance in performances(number, games, roster, &plans, &answers) {
        let person = performance.games.first().and_then(|side| {
            let seats = roster.games.get(side.game)?;
            Some(if side.white { seats.0 } else { seats.1 })
        });
        let all = person.and_then(|person| sides.get(person)).copied().unwrap_or(0);
        let covered = performance.games.len() as f64 >= COVERED * all as f64;
        if performance.decisions.len() < MIN_DECISIONS
            || !covered
            || !parameters.ratings.contains(performance.rating)
        {
            continue;
        }
        let gains = PerformanceGains::new(&performance, parameters);
        samples.extend(gains.map(|gains| Sample {
            tournament: number,
            rating: performance.rating,
            covariates: covariates(first, tournament),
            gains,
        }));
    }
    Ok(samples)
}

fn table(fit: &StrengthFit) -> String {
    use std::fmt::Write as _;
    let mut text = String::new();
    let mut line = |name: &str, value: f64, error: f64| {
        // Writing into a string does not fail.
        let _ = writeln!(text, "{name:34} {value:8.1} +- {error:.1}");
    };
    for (effect, Estimate { value, error }) in effects().iter().zip(&fit.effects) {
        line(&effect.name, *value, *error);
    }
    let sd = |ln: Estimate| (libm::exp(ln.value), libm::exp(ln.value) * ln.error);
    let (event, event_error) = sd(fit.ln_event_sd);
    line("sigma_e, rating points", event, event_error);
    let (player, player_error) = sd(fit.ln_player_sd);
    line("sigma_v at 2400, rating points", player, player_error);
    let _ = writeln!(
        text,
        "{:34} {:8.3} +- {:.3}",
        "ln sigma_v per 300 points", fit.ln_player_sd_slope.value, fit.ln_player_sd_slope.error
    );
    let _ = writeln!(text, "restricted log likelihood {:.2}", fit.log_likelihood);
    text
}
