//! How long after the last game of a round the hints come, while a broadcast is followed:
//! `cargo run --release -p service --example rounds -- EVENT.pgn [FIRST] [LAST] [PACE] [PROCESSES] [BOARDS] [DATA]`.
//!
//! The rounds FIRST to LAST (1 to 1) of an event are played again as a file that the server follows, PACE times (20) as fast as
//! the clocks of the games say, and the games of rounds before FIRST are not shown. A game without clocks takes a minute and a half for each ply. BOARDS
//! (all) keeps the first boards of each round. The server keeps its data in the folder DATA, if that is given. Engines are niced as usual; broadcast and server share this machine. The full tests that the rule asks for take engine
//! time too. Figures are printed and nothing is asserted.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use datasets::{Game, GameResult, round_of};
use service::Started;

mod room;

use room::{Browser, Failed, between, chief, settings, with_server};

/// A ply without a clock, in seconds.
const PLY_SECONDS: f64 = 90.0;
/// What is left of an hour and a half with half a minute for each move is what a clock shows.
const INCREMENT_SECONDS: f64 = 30.0;
/// How often the file is written.
const TICK: Duration = Duration::from_secs(5);
/// How long hints may take before the replay gives up.
const PATIENCE: Duration = Duration::from_secs(3_600);

/// A game and when each of its plies was made, in seconds from the beginning of the round.
struct Played {
    game: Game,
    at: Vec<f64>,
}

impl Played {
    fn new(game: Game) -> Self {
        let clock = |ply: usize| {
            let text = game.stamps.get(ply)?.clk.as_deref()?;
            Some(datasets::clocks::comment::read_clock(text)?.ms as f64 / 1_000.0)
        };
        let mut now = 0.0;
        let at = (0..game.moves.len()).map(|ply| {
            let before = ply.checked_sub(2).and_then(clock);
            let took = before.zip(clock(ply));
            now += took.map_or(PLY_SECONDS, |(before, left)| (before + INCREMENT_SECONDS - left).max(1.0));
            now
        });
        let at = at.collect();
        Self { game, at }
    }

    /// How long it lasts.
    fn length(&self) -> f64 {
        self.at.last().copied().unwrap_or(0.0)
    }

    /// As it stands so many seconds after the beginning.
    fn after(&self, seconds: f64) -> Game {
        let mut game = self.game.clone();
        if seconds < self.length() {
            let plies = self.at.partition_point(|at| *at <= seconds);
            game.moves.truncate(plies);
            game.stamps.truncate(plies);
            game.result = GameResult::Unknown;
        }
        game
    }
}

fn main() -> Result<(), Failed> {
    let mut arguments = std::env::args().skip(1);
    let path = arguments.next().ok_or("which file of games?")?;
    let mut number = |usual: usize| arguments.next().map_or(Ok(usual), |text| text.parse());
    let (first, last) = (number(1)?, number(1)?);
    let (pace, processes, boards) = (number(20)?, number(2)?, number(usize::MAX)?);
    let folder = tempfile::tempdir()?;
    let read = datasets::read(&[PathBuf::from(path)], None)?;
    let mut rounds: BTreeMap<usize, Vec<Played>> = BTreeMap::new();
    for game in read.games {
        let round = round_of(&game.round).map(usize::from);
        if let Some(round) = round.filter(|round| (first..=last).contains(round)) {
            let played = rounds.entry(round).or_default();
            if played.len() < boards {
                played.push(Played::new(game));
            }
        }
    }
    let data = arguments.next().map_or_else(|| folder.path().join("data"), PathBuf::from);
    std::fs::create_dir_all(&data)?;
    with_server(settings(&data, folder.path(), processes)?, |started| {
        replayed(started, folder.path(), &rounds, pace)
    })
}

/// Puts a file in its place in one step, as a broadcast that is read meanwhile has to.
fn publish(folder: &Path, games: &[Game]) -> Result<(), Failed> {
    let new = folder.join("new.txt");
    std::fs::write(&new, datasets::write_pgn(games, |_| None))?;
    Ok(std::fs::rename(new, folder.join("games.pgn"))?)
}

/// The rounds after which there are hints.
fn hinted(browser: &Browser, event: &str) -> Result<Vec<usize>, Failed> {
    let page = browser.get(&format!("{event}/hints"))?.1;
    let looks = page.split("/hints?look=").skip(1);
    let round = |rest: &str| between(rest, "After round ", ",").and_then(|round| round.parse().ok());
    Ok(looks.filter_map(round).collect())
}

fn replayed(
    started: &Started,
    folder: &Path,
    rounds: &BTreeMap<usize, Vec<Played>>,
    pace: usize,
) -> Result<(), Failed> {
    publish(folder, &[])?;
    let (mut browser, word) = chief(started)?;
    let place = folder.join("games.pgn").display().to_string();
    let place: String = place.bytes().map(|b| format!("%{b:02X}")).collect();
    let fields = format!("csrf={word}&name=Replay&place={place}&delay=0");
    let (_, leads) = browser.form("/events/follow", &fields)?;
    let event = leads.strip_suffix("/engines").ok_or("nothing is followed")?;
    let mut over: Vec<Game> = Vec::new();
    println!("round  games  plies  lasted  hints after the last game (s)");
    for (round, played) in rounds {
        let length = played.iter().map(Played::length).fold(0.0, f64::max);
        let begun = Instant::now();
        loop {
            let now = begun.elapsed().as_secs_f64() * pace as f64;
            let games = played.iter().map(|game| game.after(now));
            let shown: Vec<Game> = over.iter().cloned().chain(games).collect();
            publish(folder, &shown)?;
            if now >= length {
                over = shown;
                break;
            }
            let left = Duration::from_secs_f64((length - now) / pace as f64);
            std::thread::sleep(TICK.min(left));
        }
        let lasted = begun.elapsed().as_secs();
        let ended = Instant::now();
        while !hinted(&browser, event)?.contains(round) {
            if ended.elapsed() > PATIENCE {
                return Err(format!("no hints after round {round}").into());
            }
            std::thread::sleep(Duration::from_millis(250));
        }
        let plies: usize = played.iter().map(|game| game.at.len()).sum();
        println!(
            "{round:>5} {:>6} {plies:>6} {lasted:>6}s  {:.1}",
            played.len(),
            ended.elapsed().as_secs_f64()
        );
    }
    Ok(())
}
