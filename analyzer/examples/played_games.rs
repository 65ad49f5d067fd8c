//! Plays out the games of two invented players of one rating against stronger ones and prints them as PGN: everybody plays as
//! the fitted model says a player of that rating plays, but one of the two takes a share of the moves from the engine.
//!
//! ```sh
//! cargo run --release -p analyzer --example played_games -- /usr/games/stockfish > cli/tests/data/played.pgn
//! ```
//!
//! The end-to-end test of the full test stands on the games this prints; the same engine prints the same games. The helper
//! is the engine of the test at the depth of the test, the easiest of all to see: what is shown is that the parts fit
//! together, and `docs/power` says how well other helpers are seen.

use std::error::Error;
use std::time::Duration;

use analyzer::choice::ChoiceModel;
use analyzer::decision::assess;
use analyzer::parameters::{CalibratedModel, Parameters};
use analyzer::random::Random;
use analyzer::shipped::QUICK_STOCKFISH_15_1;
use shakmaty::fen::Fen;
use shakmaty::san::{San, SanPlus};
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Chess, EnPassantMode, Position};
use uci_pool::{EngineSpec, Evaluation, Limits, Pool, Request, Settings, Value};

/// Rating of both.
const RATING: u16 = 2450;
/// Rating of their opponents, strong enough to keep the games undecided for long.
const OPPONENTS: u16 = 2750;
/// Share of the helped player's moves that come from the engine.
const SHARE: f64 = 0.8;
/// Plies of a game at most.
const LONGEST: usize = 64;
/// Pawns from which on a game is given up.
const GIVEN_UP: i32 = 600;
/// The two, the helped one first.
const NAMES: [&str; 2] = ["Helm, Iris", "Hart, Nils"];
/// The first eight moves of each game, as they are played a thousand times a year.
const OPENINGS: [&str; 9] = [
    "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O",
    "d4 Nf6 c4 e6 Nf3 d5 Nc3 Be7 Bg5 O-O e3 h6 Bh4 b6 Be2 Bb7",
    "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6 Be2 e5 Nb3 Be7 O-O O-O",
    "d4 Nf6 c4 g6 Nc3 Bg7 e4 d6 Nf3 O-O Be2 e5 O-O Nc6 d5 Ne7",
    "e4 e6 d4 d5 Nd2 Nf6 e5 Nfd7 Bd3 c5 c3 Nc6 Ne2 cxd4 cxd4 f6",
    "e4 c6 d4 d5 Nd2 dxe4 Nxe4 Bf5 Ng3 Bg6 h4 h6 Nf3 Nd7 h5 Bh7",
    "d4 d5 c4 c6 Nf3 Nf6 Nc3 dxc4 a4 Bf5 e3 e6 Bxc4 Bb4 O-O O-O",
    "e4 e5 Nf3 Nc6 Bc4 Bc5 c3 Nf6 d3 d6 O-O a6 Re1 Ba7 h3 h6",
    "c4 e5 Nc3 Nf6 Nf3 Nc6 g3 d5 cxd5 Nxd5 Bg2 Nb6 O-O Be7 d3 O-O",
];

fn main() -> Result<(), Box<dyn Error>> {
    let engine = std::env::args().nth(1).ok_or("give the engine as the argument")?;
    let spec = EngineSpec::of(engine.into());
    let parameters = Parameters::parse(QUICK_STOCKFISH_15_1)?;
    let pool = Pool::start(&spec, &Settings::QUICK, 1, Limits::default())?;
    let (own, theirs) = (parameters.model(RATING), parameters.model(OPPONENTS));
    let mut random = Random::new(7);
    for (round, opening) in OPENINGS.into_iter().enumerate() {
        for (name, share) in NAMES.into_iter().zip([SHARE, 0.0]) {
            let white = round.is_multiple_of(2);
            let mut game = Played::after(opening)?;
            while game.moves.len() < LONGEST && game.result.is_none() {
                let evaluation = ask(&pool, &game.position)?;
                game.result = given_up(&game, &evaluation);
                if game.result.is_some() {
                    break;
                }
                let to_move = game.moves.len().is_multiple_of(2) == white;
                let helped = to_move && random.unit() < share;
                let chosen = if helped {
                    first(&evaluation)?
                } else {
                    let model = if to_move { &own } else { &theirs };
                    drawn(&game, &evaluation, model, &mut random)?
                };
                game.play(chosen)?;
            }
            print(round + 1, name, white, &game);
        }
    }
    Ok(())
}

/// A game as far as it was played.
struct Played {
    position: Chess,
    moves: Vec<String>,
    result: Option<&'static str>,
}

impl Played {
    fn after(opening: &str) -> Result<Self, Box<dyn Error>> {
        let mut game = Self { position: Chess::default(), moves: Vec::new(), result: None };
        for san in opening.split(' ') {
            let mv = san.parse::<San>()?.to_move(&game.position)?;
            game.play(mv.to_uci(CastlingMode::Standard))?;
        }
        Ok(game)
    }

    fn play(&mut self, chosen: UciMove) -> Result<(), Box<dyn Error>> {
        let mv = chosen.to_move(&self.position)?;
        let san = SanPlus::from_move_and_play_unchecked(&mut self.position, mv);
        self.moves.push(san.to_string());
        if let Some(outcome) = self.position.outcome().winner() {
            self.result = Some(if outcome.is_white() { "1-0" } else { "0-1" });
        } else if self.position.legal_moves().is_empty() || self.position.halfmoves() >= 60 {
            self.result = Some("1/2-1/2");
        }
        Ok(())
    }
}

fn ask(pool: &Pool, position: &Chess) -> Result<Evaluation, Box<dyn Error>> {
    pool.submit(Request { fen: Fen::from_position(position, EnPassantMode::Legal).to_string(), only: None });
    let answer = pool.next(Duration::from_secs(120)).ok_or("the engine is silent")?;
    Ok(answer.result?)
}

fn first(evaluation: &Evaluation) -> Result<UciMove, Box<dyn Error>> {
    Ok(evaluation.lines().first().ok_or("no line")?.mv)
}

/// The side to move gives up, or the other one does.
fn given_up(game: &Played, evaluation: &Evaluation) -> Option<&'static str> {
    let value = evaluation.lines().first()?.value;
    let lost = match value {
        Value::Cp(cp) if cp.abs() < GIVEN_UP => return None,
        value => value.centipawns().map_or_else(|| value < Value::Cp(0), |cp| cp < 0),
    };
    Some(if game.position.turn().is_white() == lost { "0-1" } else { "1-0" })
}

/// A move drawn from the model; one that the engine does not list is drawn evenly from those.
fn drawn(
    game: &Played,
    evaluation: &Evaluation,
    model: &impl ChoiceModel,
    random: &mut Random,
) -> Result<UciMove, Box<dyn Error>> {
    let legal = game.position.legal_moves();
    let assessed = assess(evaluation, first(evaluation)?, u32::try_from(legal.len())?, None);
    let Ok(decision) = assessed else {
        // A decided position: whoever plays on plays well.
        return first(evaluation);
    };
    let choices = model.project(&decision).ok_or("nothing is projected")?;
    if let Some(line) = choices.draw(random).and_then(|line| evaluation.lines().get(line)) {
        return Ok(line.mv);
    }
    let unlisted: Vec<UciMove> = legal
        .iter()
        .map(|mv| mv.to_uci(CastlingMode::Standard))
        .filter(|mv| evaluation.lines().iter().all(|line| line.mv != *mv))
        .collect();
    match unlisted.get(random.below(unlisted.len().max(1))) {
        Some(mv) => Ok(*mv),
        None => first(evaluation),
    }
}

fn print(round: usize, name: &str, is_white: bool, game: &Played) {
    let opponent = format!("Opponent {round}, Invented");
    let (mut players, mut ratings) = ([name, &opponent], [RATING, OPPONENTS]);
    if !is_white {
        players.reverse();
        ratings.reverse();
    }
    let result = game.result.unwrap_or("1/2-1/2");
    println!("[Event \"Open of invented players\"]\n[Site \"nowhere\"]\n[Date \"2025.05.{round:02}\"]");
    println!(
        "[Round \"{round}\"]\n[White \"{}\"]\n[Black \"{}\"]\n[Result \"{result}\"]",
        players[0], players[1]
    );
    println!("[WhiteElo \"{}\"]\n[BlackElo \"{}\"]\n[TimeControl \"5400+30\"]\n", ratings[0], ratings[1]);
    let text = game.moves.iter().enumerate().map(|(ply, san)| match ply % 2 {
        0 => format!("{}. {san}", ply / 2 + 1),
        _ => san.clone(),
    });
    for line in text.collect::<Vec<_>>().chunks(16) {
        println!("{}", line.join(" "));
    }
    println!("{result}\n");
}
