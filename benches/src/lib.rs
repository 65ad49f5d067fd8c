//! Inputs the benchmarks share: an event ready to be screened, and made-up evaluations, so that no engine is needed.

use std::error::Error;

use analyzer::basis::{Basis, PlayerRating, of_tags};
use analyzer::random::Random;
use analyzer::screen::{Event, screen};
use analyzer::{Evaluations, GamePlan, Parameters, Screened};
use datasets::tournament::event_facts::EventFacts;
use datasets::{Collection, Roster};
use shakmaty::fen::Fen;
use shakmaty::san::SanPlus;
use shakmaty::{CastlingMode, Chess, Position};
use uci_pool::{Bound, DepthLines, Evaluation, Identity, Line, Settings, Value};

/// An event with everything that is known of it before an engine runs.
#[derive(Debug)]
pub struct Room {
    pub collection: Collection,
    pub roster: Roster,
    /// Positions to search.
    pub plans: Vec<GamePlan>,
    ratings: Vec<PlayerRating>,
    engine: Identity,
}

impl Room {
    /// Plans the games; `engine` is named as the one that answers.
    pub fn of(collection: Collection, engine: Identity) -> Self {
        let roster = datasets::roster(&collection);
        Self {
            plans: analyzer::plan::all(&collection.games),
            ratings: of_tags(&roster),
            roster,
            collection,
            engine,
        }
    }

    /// Screens the event at `quick` from some answers.
    ///
    /// # Errors
    /// If the document cannot be written.
    pub fn screened(
        &self,
        evaluations: &Evaluations,
        parameters: &Parameters,
    ) -> Result<Screened, Box<dyn Error>> {
        Ok(screen(&Event {
            name: "bench",
            collection: &self.collection,
            roster: &self.roster,
            plans: &self.plans,
            evaluations,
            engine: &self.engine,
            settings: &Settings::QUICK,
            parameters: Some(parameters),
            facts: &EventFacts::default(),
            ratings: &self.ratings,
            rating_lists: None,
            basis: Basis::Published,
            left: None,
            field: None,
        })?)
    }
}

/// The engine that gives the made-up evaluations.
pub fn made_up_engine() -> Identity {
    Identity {
        name: "made up".to_owned(),
        author: String::new(),
        sha256: "0".repeat(64),
        signature: None,
        options: Vec::new(),
    }
}

/// Depth of the made-up evaluations, in plies.
const DEPTH: u8 = 12;

/// An event of games that nobody played: every move is drawn from the legal ones, so no two games share a position for
/// long. `players` meet in `rounds`, White against Black by their numbers; ratings run from 1400 to 2700. Deterministic.
pub fn drawn_event(players: usize, rounds: usize) -> String {
    let mut random = Random::new(7);
    let mut pgn = String::new();
    for round in 0..rounds {
        for board in 0..players / 2 {
            let (white, black) = (2 * board, (2 * board + 2 * round + 1) % players);
            let elo = |player: usize| 1400 + 1300 * player / players.max(1);
            let mut position = Chess::default();
            let mut moves = String::new();
            for ply in 0..PLIES {
                let legal = position.legal_moves();
                let Some(mv) = legal.get(random.below(legal.len())).copied() else {
                    break;
                };
                if ply % 2 == 0 {
                    moves += &(ply / 2 + 1).to_string();
                    moves += ". ";
                }
                moves += &SanPlus::from_move_and_play_unchecked(&mut position, mv).to_string();
                moves += " ";
            }
            let tags = [
                ("Event", "Drawn".to_owned()),
                ("Date", format!("2026.01.{:02}", round + 1)),
                ("Round", format!("{}.{}", round + 1, board + 1)),
                ("White", format!("Player {white:04}")),
                ("Black", format!("Player {black:04}")),
                ("Result", "1/2-1/2".to_owned()),
                ("WhiteElo", elo(white).to_string()),
                ("BlackElo", elo(black).to_string()),
            ];
            pgn.extend(tags.map(|(name, value)| format!("[{name} \"{value}\"]\n")));
            pgn += "\n";
            pgn += &moves;
            pgn += "1/2-1/2\n\n";
        }
    }
    pgn
}

/// Plies of a drawn game, if it does not end before: 58 of them can be decisions, as in the games of an open.
const PLIES: usize = 74;
/// Of a hundred positions so many are decided, as in an open.
const DECIDED: u64 = 28;

/// Evaluations for every turn of the plans: five lines with falling values, the played move among them in two
/// cases of three, else searched apart. Deterministic.
pub fn made_up(plans: &[GamePlan]) -> Evaluations {
    let mut evaluations = Evaluations::default();
    let mut seed: u64 = 1;
    for turn in plans.iter().flat_map(GamePlan::searched) {
        let Some(position) = position(&turn.fen) else {
            continue;
        };
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let mut moves: Vec<_> =
            position.legal_moves().iter().map(|mv| mv.to_uci(CastlingMode::Standard)).collect();
        let listed = seed >> 62 != 0;
        moves.sort_by_key(|mv| (*mv == turn.played) != listed);
        if listed {
            // The played move is among the first five, not always first.
            let place = usize::try_from(seed >> 40).unwrap_or(0) % moves.len().min(5);
            moves.swap(0, place);
        }
        let mut value = i32::try_from(seed >> 33 & 127).unwrap_or(0) - 64;
        if (seed >> 48) % 100 < DECIDED {
            value += 500;
        }
        let mut lines = Vec::new();
        for mv in moves.iter().take(5) {
            lines.push(Line { mv: *mv, value: Value::Cp(value), bound: Bound::Exact });
            value -= i32::try_from(seed >> 20 & 31).unwrap_or(0);
        }
        evaluations.insert(turn.fen.clone(), None, Ok(evaluation(&lines)));
        if !listed {
            let apart = vec![Line { mv: turn.played, value: Value::Cp(value - 20), bound: Bound::Exact }];
            evaluations.insert(turn.fen.clone(), Some(turn.played), Ok(evaluation(&apart)));
        }
    }
    evaluations
}

fn position(fen: &str) -> Option<Chess> {
    fen.parse::<Fen>().ok()?.into_position(CastlingMode::Standard).ok()
}

/// Twelve depths with the same moves: at each depth before the last, the lines in another order and with other values, as
/// an engine reports them.
fn evaluation(lines: &[Line]) -> Evaluation {
    let pvs = lines.iter().map(|line| vec![line.mv]).collect();
    let row = |depth: u8| {
        let mut row = lines.to_vec();
        if depth < DEPTH {
            row.rotate_left(usize::from(depth) % lines.len().max(1));
            for (line, above) in row.iter_mut().zip(lines) {
                let moved = i32::from(depth) - i32::from(DEPTH);
                line.value = above.value.centipawns().map_or(above.value, |cp| Value::Cp(cp + moved));
            }
        }
        DepthLines { depth, lines: row }
    };
    Evaluation {
        depths: (1..=DEPTH).map(row).collect(),
        judgment: usize::from(DEPTH) - 1,
        pvs,
        nodes: 1,
        truncated: false,
    }
}
