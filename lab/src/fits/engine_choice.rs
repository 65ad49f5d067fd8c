//! `fairplay-lab helper`: which move a strong engine would give, fitted to the first choices of several engines.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use analyzer::GamePlan;
use analyzer::calibration::choice_fit::fit_helper;
use analyzer::choice::engine_choice::Helper;
use analyzer::decision::performance::complete_decisions;
use analyzer::depth_aware::MoveFeatures;
use analyzer::plan::Turn;
use anyhow::{Context, bail};
use clap::Args;
use cli::arguments::EngineOptions;
use cli::config::Config;
use cli::output::put;
use datasets::Store;
use datasets::tournament::corpus::Corpus;
use pipeline::{SearchPlayedMove, stored};
use sha2::{Digest, Sha256};
use uci_pool::{Evaluation, Settings};

use crate::measure::draw::draw_again;
use crate::measure::{rows, searches};
use crate::stored::other_engine;

/// Parts of the tournaments; each is scored with a helper fitted to the others.
const PARTS: u8 = 5;

/// Options of `helper`.
#[derive(Clone, Debug, Args)]
pub struct FitHelperOptions {
    /// PGN files that the table was made of
    #[arg(required = true, value_name = "GAMES.pgn")]
    pub inputs: Vec<PathBuf>,
    /// Table written by `measure`; decisions are drawn from its performances, as far as the store holds them
    #[arg(long, value_name = "FILE.csv")]
    pub again: PathBuf,
    /// Number of decisions to draw
    #[arg(long, value_name = "N", default_value_t = 20_000)]
    pub decisions: usize,
    /// An engine with one line at a depth, whose first choices the helper is fitted to; may be given several times
    #[arg(long = "choice", required = true, value_name = "ENGINE:DEPTH", value_parser = Chooser::parse)]
    pub choosers: Vec<Chooser>,
    /// The same for an engine that is left out of the fit
    #[arg(long = "left-out", value_name = "ENGINE:DEPTH", value_parser = Chooser::parse)]
    pub left_out: Vec<Chooser>,
    /// Standard deviation of honest form from game to game in rating points; see `bayes-factor --game-sd`
    #[arg(long, value_name = "POINTS", default_value_t = 140.0)]
    pub game_sd: f64,
    /// Search what the store lacks; without it only decisions that every engine has answered are used
    #[arg(long)]
    pub evaluate: bool,
    /// File for the fitted helper, a part of a parameter file
    #[arg(long, value_name = "FILE.toml")]
    pub out: PathBuf,
    #[command(flatten)]
    pub engine: EngineOptions,
}

/// An engine with one line at a depth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chooser {
    engine: PathBuf,
    depth: u8,
}

impl Chooser {
    fn parse(text: &str) -> Result<Self, String> {
        let (engine, depth) =
            text.rsplit_once(':').ok_or("give the file of an engine and a depth, ENGINE:DEPTH")?;
        let depth = depth.parse().map_err(|_| format!("`{depth}` is no depth"))?;
        Ok(Self { engine: engine.into(), depth })
    }

    fn name(&self) -> String {
        let file = self.engine.file_name().unwrap_or(self.engine.as_os_str());
        format!("{} depth {}", file.to_string_lossy(), self.depth)
    }
}

/// A decision in its game.
struct DrawnDecision {
    place: u64,
    part: u8,
    plan: Arc<GamePlan>,
    ply: usize,
    evaluation: Evaluation,
}

impl DrawnDecision {
    fn turn(&self) -> Option<&Turn> {
        self.plan.turns.get(self.ply)
    }

    /// The search of the position alone.
    fn search(&self) -> Option<GamePlan> {
        Some(GamePlan { turns: vec![Turn { excluded: None, ..self.turn()?.clone() }] })
    }

    /// The features of the moves, with an engine's choice as the move played.
    fn chosen(&self, choice: &Evaluation) -> Option<Arc<MoveFeatures>> {
        let mut plan = GamePlan::clone(&self.plan);
        plan.turns.get_mut(self.ply)?.played = choice.lines().first()?.mv;
        MoveFeatures::of_turn(&plan, self.ply, &self.evaluation).filter(|looks| looks.played().is_some())
    }
}

/// The choices of one engine, in the order of the decisions.
struct Choices {
    name: String,
    fitted: bool,
    /// Seconds of all engine processes for each position searched now; 0 if nothing was.
    seconds: f64,
    looks: Vec<Option<Arc<MoveFeatures>>>,
}

/// Draws, asks, fits and writes.
///
/// # Errors
/// If a collection, an engine or the store cannot be used, too little is there, or the run is stopped.
pub fn run(options: &FitHelperOptions) -> anyhow::Result<()> {
    let config = Config::load(&options.engine)?;
    let mut store = Store::open(&config.store)?;
    let profile = store.profile(&config.identity()?, &config.settings)?.of_any_program();
    let corpus = Corpus::new(datasets::read(&options.inputs, None)?);
    let mut drawn = Vec::new();
    for of in draw_again(&corpus.tournaments, &rows::read(&options.again)?)? {
        let Some(tournament) = corpus.tournaments.get(of.tournament) else { continue };
        let answers = stored(&searches(tournament, &of), &mut store, profile)?;
        let games = tournament.collection.games.iter().zip(&tournament.roster.games);
        for (game, seats) in games {
            let plan = Arc::new(GamePlan::new(game));
            let sides = [seats.0, seats.1].map(|person| of.people.contains(&person));
            for assessed in complete_decisions(&plan, &answers, sides).into_iter().flatten() {
                let Some(evaluation) = assessed.evaluation.cloned() else { continue };
                let hash = Sha256::digest(format!("helper\n{}", assessed.turn.fen));
                let of_tournament = Sha256::digest(&tournament.identity);
                drawn.push(DrawnDecision {
                    place: hash.first_chunk().copied().map_or(0, u64::from_be_bytes),
                    part: of_tournament.first().map_or(0, |byte| byte % PARTS),
                    plan: Arc::clone(&plan),
                    ply: assessed.ply,
                    evaluation,
                });
            }
        }
    }
    drop(store);
    let all = drawn.len();
    drawn.sort_by_key(|drawn| drawn.place);
    drawn.dedup_by_key(|drawn| drawn.place);
    drawn.truncate(options.decisions);
    println!("{} of {all} decisions drawn", drawn.len());
    let fitted = options.choosers.iter().map(|chooser| (chooser, true));
    let left_out = options.left_out.iter().map(|chooser| (chooser, false));
    let mut choices = Vec::new();
    for (chooser, fitted) in fitted.chain(left_out) {
        choices.push(ask(options, &config, chooser, fitted, &drawn)?);
    }
    print!("{}", table(&drawn, &choices)?);
    let helper = Helper { game_sd: options.game_sd, weights: weights(&drawn, &choices, None)? };
    put(&options.out, toml::to_string(&helper)?.as_bytes())
}

/// Asks an engine for its first choices.
fn ask(
    options: &FitHelperOptions,
    config: &Config,
    chooser: &Chooser,
    fitted: bool,
    drawn: &[DrawnDecision],
) -> anyhow::Result<Choices> {
    let settings = Settings { depth: chooser.depth, multipv: 1, ..config.settings.clone() };
    settings.validate().with_context(|| format!("{} cannot be asked", chooser.name()))?;
    let engines = other_engine(config, &options.engine, Some(&chooser.engine), settings)?;
    let plans: Vec<GamePlan> = drawn.iter().filter_map(DrawnDecision::search).collect();
    let mut seconds = 0.0;
    if options.evaluate {
        eprintln!("{}:", chooser.name());
        let start = Instant::now();
        let work = engines.answers(&plans, SearchPlayedMove::Never)?.work;
        if work.searched > 0 {
            seconds = start.elapsed().as_secs_f64() * work.processes as f64 / work.searched as f64;
        }
    }
    let identity = engines.identity()?;
    let mut store = Store::open(&config.store)?;
    let profile = store.profile(&identity, &engines.settings)?.of_any_program();
    let answers = stored(&plans, &mut store, profile)?;
    let of = |drawn: &DrawnDecision| drawn.chosen(answers.position(&drawn.turn()?.fen)?.as_ref().ok()?);
    Ok(Choices { name: chooser.name(), fitted, seconds, looks: drawn.iter().map(of).collect() })
}

/// The weights of a helper fitted to the tournaments outside a part. Every decision counts once, whoever has answered it.
fn weights(
    drawn: &[DrawnDecision],
    choices: &[Choices],
    without: Option<u8>,
) -> anyhow::Result<BTreeMap<String, f64>> {
    let mut found: Vec<(&MoveFeatures, f64)> = Vec::new();
    for (index, _) in drawn.iter().enumerate().filter(|(_, drawn)| Some(drawn.part) != without) {
        let of = choices.iter().filter(|choices| choices.fitted);
        let looks: Vec<&MoveFeatures> = of.filter_map(|of| of.looks.get(index)?.as_deref()).collect();
        let weight = 1.0 / looks.len().max(1) as f64;
        found.extend(looks.into_iter().map(|looks| (looks, weight)));
    }
    if found.is_empty() {
        bail!("no decision has been answered; ask the engines with --evaluate");
    }
    Ok(fit_helper(&found)?)
}

/// How well each engine's choices are predicted on tournaments that the fit has not seen.
fn table(drawn: &[DrawnDecision], choices: &[Choices]) -> anyhow::Result<String> {
    let mut helpers = Vec::new();
    for part in 0..PARTS {
        helpers.push(Helper { game_sd: 0.0, weights: weights(drawn, choices, Some(part))? }.in_order());
    }
    let mut text = String::from(
        "engine | choices | first line of the test | unlisted | mean probability by the fit | mean ln | s each\n",
    );
    for of in choices {
        let (mut n, mut first, mut unlisted, mut mean, mut ln) = (0.0, 0.0, 0.0, 0.0, 0.0);
        for (drawn, looks) in drawn.iter().zip(&of.looks) {
            let (Some(looks), Some(helper)) = (looks, helpers.get(usize::from(drawn.part))) else { continue };
            let Some(played) = looks.played() else { continue };
            let found = helper.moves(looks).get(played).copied().unwrap_or(0.0);
            n += 1.0;
            first += f64::from(u8::from(played == 0));
            unlisted += f64::from(u8::from(played >= looks.listed()));
            mean += found;
            ln += libm::log(found.max(f64::MIN_POSITIVE));
        }
        let kind = if of.fitted { "" } else { " (left out)" };
        writeln!(
            text,
            "{}{kind} | {n} | {:.1} % | {:.1} % | {:.3} | {:.3} | {:.2}",
            of.name,
            100.0 * first / n,
            100.0 * unlisted / n,
            mean / n,
            ln / n,
            of.seconds
        )?;
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chooser_is_an_engine_and_a_depth() {
        let chooser = Chooser::parse("/opt/c:d/stockfish:18").expect("reads");
        assert_eq!(chooser, Chooser { engine: "/opt/c:d/stockfish".into(), depth: 18 });
        assert_eq!(chooser.name(), "stockfish depth 18");
        assert!(Chooser::parse("stockfish").is_err() && Chooser::parse("stockfish:x").is_err());
    }
}
