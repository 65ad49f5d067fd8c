//! `fairplay-lab measure`: searches a drawn part of a corpus, and writes how each player drawn differs from the projection.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use analyzer::calibration::excess::{game_gains, game_squares};
use analyzer::calibration::measurement::{Measurement, Model};
use analyzer::calibration::{Performance, performances};
use analyzer::null::gains::Gains;
use analyzer::parameters::CalibratedModel;
use analyzer::{GamePlan, Parameters};
use anyhow::{Context, bail};
use clap::Args;
use cli::arguments::EngineOptions;
use cli::config::Config;
use cli::output::{read_text, unusable};
use datasets::day::Day;
use datasets::tournament::audience::{is_for_women, is_for_young};
use datasets::tournament::corpus::{Corpus, Tournament};
use datasets::{ProfileId, Store};
use pipeline::{SearchPlayedMove, stored};

use crate::conditions::ConditionsOptions;

use draw::{Drawn, candidates, draw, draw_again, draw_whole, leave_out};

pub(crate) mod draw;
pub(crate) mod rows;
pub(crate) mod sealed;

/// Fewest decisions of a performance that is measured.
const MIN_DECISIONS: usize = 100;
/// Part of a player's games that must have been evaluated.
const COVERED: f64 = 0.9;

/// Options of `measure`.
#[derive(Clone, Debug, Args)]
pub struct MeasureOptions {
    /// PGN files of honest play
    #[arg(required = true, value_name = "GAMES.pgn")]
    pub inputs: Vec<PathBuf>,
    /// Number of tournaments to draw
    #[arg(long, value_name = "N", default_value_t = 120)]
    pub tournaments: usize,
    /// Number of players to draw of each tournament; with --whole the most that a tournament may have
    #[arg(long, value_name = "N", default_value_t = 8)]
    pub players: usize,
    /// Number of games to draw of each player who has more
    #[arg(long, value_name = "N")]
    pub games: Option<usize>,
    /// Draw complete tournaments from 2019 on, with all of their players
    #[arg(long, conflicts_with = "from_rating")]
    pub whole: bool,
    /// Draw only players of this rating or more, in tournaments with three of them
    #[arg(long, value_name = "POINTS")]
    pub from_rating: Option<u16>,
    /// Draw only tournaments for young players, by their names
    #[arg(long)]
    pub youth: bool,
    /// Draw only tournaments that begin on this day or later, as 2021-11-01
    #[arg(long, value_name = "DAY", value_parser = parse_day)]
    pub since: Option<Day>,
    /// Draw only tournaments that begin before this day
    #[arg(long, value_name = "DAY", value_parser = parse_day)]
    pub before: Option<Day>,
    /// Measure the performances of this table again, with another engine or at other settings; the collections have to be those that
    /// it was made of
    #[arg(long, value_name = "FILE.csv", conflicts_with_all = ["whole", "from_rating", "since", "before", "open_sealed", "add_to"])]
    pub again: Option<PathBuf>,
    /// Draw from the sealed part, which is opened once for a release and never added to what a fit sees; record that for this release
    #[arg(long, value_name = "RELEASE", conflicts_with = "add_to")]
    pub open_sealed: Option<String>,
    /// Record of the openings of the sealed part
    #[arg(long, value_name = "FILE.csv", default_value = sealed::OPENINGS)]
    pub openings: PathBuf,
    #[command(flatten)]
    pub conditions: ConditionsOptions,
    /// Search what the store lacks; without it only players whose games are there are measured
    #[arg(long)]
    pub evaluate: bool,
    /// Parameter file with the projections, whatever build of the engine made it
    #[arg(long, value_name = "FILE")]
    pub projections: PathBuf,
    /// Spelling file of Scid with FIDE numbers and years of birth
    #[arg(long, value_name = "FILE.ssp")]
    pub births: Option<PathBuf>,
    /// Table written before, of the same collections: its rows are kept, and its performances are not measured again
    #[arg(long, value_name = "FILE.csv")]
    pub add_to: Option<PathBuf>,
    /// Table to write
    #[arg(long, value_name = "FILE.csv")]
    pub out: PathBuf,
    #[command(flatten)]
    pub engine: EngineOptions,
}

/// Draws, searches and writes.
///
/// # Errors
/// If a collection, the engine or the store cannot be used, or the run is stopped.
pub fn run(options: &MeasureOptions) -> anyhow::Result<()> {
    let config = Config::load(&options.engine)?;
    let path = &options.projections;
    let parameters = Parameters::parse(&read_text(path)?).with_context(unusable(path))?;
    let mut rows = options.add_to.as_deref().map_or_else(|| Ok(Vec::new()), rows::read)?;
    let births = options.births.as_deref().map_or_else(|| Ok(BTreeMap::new()), births)?;
    let corpus = Corpus::new(datasets::read(&options.inputs, None)?);
    let mut tournaments =
        candidates(&corpus.tournaments, (&options.conditions).into(), options.open_sealed.is_some());
    tournaments.retain(|(_, tournament)| {
        (!options.youth || is_youth(tournament)) && begins_between(tournament, options.since, options.before)
    });
    let before = options.again.as_deref().map(rows::read).transpose()?;
    let mut drawn = match (&before, options.whole) {
        (Some(before), _) => draw_again(&corpus.tournaments, before)?,
        (None, true) => draw_whole(tournaments, options.tournaments, options.players),
        (None, false) => draw(tournaments, options.tournaments, options.players, options.from_rating),
    };
    if drawn.is_empty() {
        bail!("no tournament of these files may enter a fit");
    }
    leave_out(&mut drawn, &corpus.tournaments, &rows)?;
    for drawn in &mut drawn {
        drawn.games = options.games.unwrap_or(usize::MAX);
    }
    let drawn: Vec<(&Tournament, &Drawn)> =
        drawn.iter().filter_map(|drawn| Some((corpus.tournaments.get(drawn.tournament)?, drawn))).collect();
    if let Some(release) = &options.open_sealed {
        sealed::record(&options.openings, release)?;
    }
    if options.evaluate {
        let plans: Vec<GamePlan> = drawn.iter().flat_map(|(of, drawn)| searches(of, drawn)).collect();
        eprintln!("{} games of {} tournaments", plans.len(), drawn.len());
        config.engines()?.answers(&plans, SearchPlayedMove::IfUnlisted)?;
    }
    let mut store = Store::open(&config.store)?;
    let profile = store.profile(&config.identity()?, &config.settings)?.of_any_program();
    for (tournament, drawn) in drawn {
        rows.extend(measured(tournament, drawn, &parameters, &births, &mut store, profile)?);
    }
    rows::write(&options.out, &rows)?;
    println!("{} rows written to {}", rows.len(), options.out.display());
    Ok(())
}

/// Whether the first day of a tournament is `since` or later and earlier than `before`; false without a date if either is given.
fn begins_between(tournament: &Tournament, since: Option<Day>, before: Option<Day>) -> bool {
    let first = tournament.days.map(|[first, _]| first);
    since.is_none_or(|since| first.is_some_and(|first| first >= since))
        && before.is_none_or(|before| first.is_some_and(|first| first < before))
}

fn parse_day(text: &str) -> Result<Day, String> {
    Day::parse(text).ok_or_else(|| format!("`{text}` is not a day such as 2021-11-01"))
}

/// Whether a tournament is for young players, by its name.
fn is_youth(tournament: &Tournament) -> bool {
    tournament.names.iter().any(|name| is_for_young(name))
}

/// The searches for the drawn sides of a tournament.
pub(crate) fn searches(tournament: &Tournament, drawn: &Drawn) -> Vec<GamePlan> {
    let games = tournament.collection.games.iter().zip(drawn.sides(tournament));
    let asked = games.filter(|(_, sides)| *sides != [false, false]);
    asked.map(|(game, sides)| GamePlan::new(game).searches_of(sides)).collect()
}

/// The performances of the drawn players whose games the store holds, each with its place in the roster.
pub(crate) fn drawn_performances(
    tournament: &Tournament,
    drawn: &Drawn,
    store: &mut Store,
    profile: ProfileId,
) -> anyhow::Result<Vec<(usize, Performance)>> {
    let answers = stored(&searches(tournament, drawn), store, profile)?;
    let games = &tournament.collection.games;
    let roster = &tournament.roster;
    let plans = analyzer::plan::all(games);
    let mut found = Vec::new();
    for performance in performances(drawn.tournament, games, roster, &plans, &answers) {
        let seats = performance.games.first().and_then(|side| Some((side, roster.games.get(side.game)?)));
        let Some(person) = seats.map(|(side, seats)| if side.white { seats.0 } else { seats.1 }) else {
            continue;
        };
        let all = roster.games.iter().filter(|seats| seats.0 == person || seats.1 == person).count();
        if drawn.people.contains(&person)
            && performance.decisions.len() >= MIN_DECISIONS
            && performance.games.len() as f64 >= COVERED * all.min(drawn.games) as f64
        {
            found.push((person, performance));
        }
    }
    Ok(found)
}

/// The rows of the drawn players whose games the store holds.
fn measured(
    tournament: &Tournament,
    drawn: &Drawn,
    parameters: &Parameters,
    births: &BTreeMap<u32, u16>,
    store: &mut Store,
    profile: ProfileId,
) -> anyhow::Result<Vec<Measurement>> {
    let Some([first, _]) = tournament.days else { return Ok(Vec::new()) };
    let roster = &tournament.roster;
    let mut rows = Vec::new();
    for (person, performance) in drawn_performances(tournament, drawn, store, profile)? {
        let listed = roster.people.get(person).and_then(|person| person.fide_id);
        let row = Measurement {
            tournament: tournament.identity.clone(),
            day: first.to_string(),
            person: tournament.people.get(person).copied().unwrap_or_default(),
            rating: performance.rating,
            age: listed
                .and_then(|id| births.get(&id))
                .and_then(|born| u8::try_from(first.year.checked_sub(*born)?).ok()),
            youth: is_youth(tournament),
            women: tournament.names.iter().any(|name| is_for_women(name)),
            games: u32::try_from(performance.games.len())?,
            decisions: u32::try_from(performance.decisions.len())?,
            model: Model::Primary,
            gains: Gains::default(),
            game_squares: Default::default(),
            game_freedom: 0,
        };
        rows.extend(under(&row, Model::Primary, &performance, parameters));
        if let Some(second) = &parameters.depth_aware {
            rows.extend(under(&row, Model::DepthAware, &performance, second));
        }
    }
    Ok(rows)
}

/// A row with the numbers under one model; `None` if a decision lacks what the model looks at.
fn under<R: CalibratedModel>(
    row: &Measurement,
    model: Model,
    performance: &Performance,
    reading: &R,
) -> Option<Measurement> {
    let games = game_gains(performance, reading)?;
    let mut gains = Gains::default();
    for game in &games {
        gains.add(game);
    }
    let (game_squares, game_freedom) = game_squares(&games);
    Some(Measurement { model, gains, game_squares, game_freedom, ..row.clone() })
}

/// Years of birth by FIDE number: `Name #title FED [rating] 1990.11.30`, and below it `%Bio FIDEID 1503014`.
fn births(path: &Path) -> anyhow::Result<BTreeMap<u32, u16>> {
    let bytes = std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    let text = String::from_utf8_lossy(&bytes);
    let (mut found, mut born) = (BTreeMap::new(), None);
    for line in text.lines() {
        if let Some((_, number)) = line.split_once("%Bio FIDEID ") {
            if let (Ok(number), Some(born)) = (number.trim().parse(), born) {
                found.insert(number, born);
            }
        } else if let Some((_, rest)) = line.split_once(']') {
            let year = rest.split_whitespace().next().and_then(|date| date.get(..4));
            born = year.and_then(|year| year.parse().ok()).filter(|year| (1900..2100).contains(year));
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use datasets::tournament::corpus::Corpus;

    use super::*;

    #[test]
    fn a_tournament_counts_by_its_first_day() {
        let event = Path::new(env!("CARGO_MANIFEST_DIR")).join("../datasets/samples/rigo-memorial-2025.pgn");
        let mut corpus = Corpus::new(datasets::read(&[event], None).expect("reads"));
        let tournament = &mut corpus.tournaments[0];
        let [first, last] = tournament.days.expect("dated");
        assert!(first < last, "several days");
        assert!(begins_between(tournament, None, None));
        assert!(begins_between(tournament, Some(first), Some(last)));
        assert!(!begins_between(tournament, Some(last), None), "began before");
        assert!(!begins_between(tournament, None, Some(first)), "the day itself is not before it");
        tournament.days = None;
        assert!(begins_between(tournament, None, None));
        assert!(!begins_between(tournament, Some(first), None));
        assert!(!begins_between(tournament, None, Some(last)));
    }

    #[test]
    fn a_day_is_written_out() {
        assert_eq!(parse_day("2021-11-01").map(|day| day.to_string()), Ok("2021-11-01".to_owned()));
        assert!(parse_day("2021-11").is_err());
        assert!(parse_day("1 November 2021").is_err());
    }
}
