//! Features of a move on the board.

use shakmaty::{Bitboard, Board, Chess, Color, File, Move, Position, Rank, Role, Square, attacks};

use super::exchange::{gain, loss, worth};
use super::features::{Feature, Row};
use super::history::DepthTrace;

/// A move that was played before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LastMove {
    pub from: Square,
    /// To; when castling the king's rook's square, as the rules of Chess960 write it.
    pub to: Square,
    pub capture: bool,
}

/// The moves before a decision.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Previous {
    /// The opponent's last move.
    pub theirs: Option<LastMove>,
    /// The player's own last move.
    pub ours: Option<LastMove>,
}

/// Facts about the position.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Context {
    /// 1 with all pieces, 0 with kings and pawns alone.
    pub phase: f64,
    /// Best value in pawns from the mover's side, -3 to 3.
    pub best: f64,
    /// `ln(legal moves / 30)`.
    pub legal: f64,
}

/// Facts shared by all moves of a position.
pub(super) struct Situation<'a> {
    position: &'a Chess,
    us: Color,
    in_check: bool,
    /// Our pieces that the opponent would win something by capturing, with what.
    attacked: Vec<(Square, i32)>,
    worst: i32,
    previous: &'a Previous,
    /// Captures on the square of the opponent's last capture.
    recaptures: usize,
    context: Context,
}

/// Longest move of a queen, in squares; distances are divided by it.
const BOARD: f64 = 7.0;
/// Men are counted in minor pieces.
const MINOR: f64 = 3.0;
/// No gain counts for more than a queen.
const MAX_GAIN: i32 = 9;

fn minors(pawns: i32) -> f64 {
    f64::from(pawns.clamp(0, MAX_GAIN)) / MINOR
}

/// Pieces of `owner` under attack and what the opponent wins by capturing each.
fn attacked(board: &Board, owner: Color) -> Vec<(Square, i32)> {
    let theirs = board.by_color(!owner);
    let reached = theirs.into_iter().fold(Bitboard::EMPTY, |all, from| all | board.attacks_from(from));
    let at_stake = reached & board.by_color(owner);
    let losses = at_stake.into_iter().map(|square| (square, loss(board, square, owner)));
    losses.filter(|(_, loss)| *loss > 0).collect()
}

/// Rank from the mover's side, 0 to 7.
fn rank_for(us: Color, square: Square) -> i32 {
    let rank = i32::from(square.rank());
    if us.is_white() { rank } else { 7 - rank }
}

/// Distance from the centre, 1/7 in the middle to 1 at the edge.
fn from_centre(square: Square) -> f64 {
    let off = |k: i32| (2 * k - 7).abs();
    f64::from(off(i32::from(square.file())).max(off(i32::from(square.rank())))) / BOARD
}

fn files_apart(a: Square, b: Square) -> i32 {
    (i32::from(a.file()) - i32::from(b.file())).abs()
}

impl<'a> Situation<'a> {
    pub(super) fn new(position: &'a Chess, moves: &[Move], previous: &'a Previous, context: Context) -> Self {
        let us = position.turn();
        let attacked = attacked(position.board(), us);
        let taken = previous.theirs.filter(|last| last.capture).map(|last| last.to);
        Self {
            position,
            us,
            in_check: position.is_check(),
            worst: attacked.iter().map(|(_, loss)| *loss).max().unwrap_or(0),
            attacked,
            previous,
            recaptures: moves.iter().filter(|mv| Some(mv.to()) == taken).count(),
            context,
        }
    }

    /// Writes what a move does. `course` is how it looked, whose costs some features are multiplied with.
    pub(super) fn write(&self, mv: Move, course: &DepthTrace, row: &mut Row) {
        let Some(from) = mv.from() else { return };
        let mut after = self.position.clone();
        after.play_unchecked(mv);
        self.captures(mv, course, row);
        self.checks(mv, from, &after, course, row);
        self.threats(mv, from, after.board(), row);
        self.pieces(mv, row);
        self.directions(mv, from, after.board(), row);
        self.development(mv, from, &after, row);
        if mv.role() == Role::Pawn {
            self.pawns(mv, from, after.board(), row);
        }
        self.sequel(mv, from, row);
    }

    fn captures(&self, mv: Move, course: &DepthTrace, row: &mut Row) {
        let (root, early) = (course.cost().sqrt(), course.early());
        let wins = gain(self.position.board(), mv, self.us);
        row.put(Feature::ExchangeGain, minors(wins));
        row.put(Feature::ExchangeLoss, minors(-wins));
        let last = self.previous.theirs;
        if let Some(taken) = mv.capture() {
            let back = last.is_some_and(|l| l.to == mv.to() && l.capture);
            row.mark(Feature::Capture, true);
            row.mark(Feature::TakesLastMover, last.is_some_and(|l| l.to == mv.to() && !l.capture));
            row.mark(Feature::LosingCapture, wins < 0);
            row.mark(Feature::EvenTrade, wins == 0);
            row.mark(Feature::QueenTrade, mv.role() == Role::Queen && taken == Role::Queen);
            row.put(Feature::CaptureByEndgame, 1.0 - self.context.phase);
            row.put(Feature::CaptureByBest, self.context.best);
            row.put(Feature::RootCostByCapture, root);
            row.put(Feature::EarlyByCapture, early);
            row.mark(Feature::Recapture, back);
            row.mark(Feature::OnlyRecapture, back && self.recaptures == 1);
            row.put(Feature::EarlyByRecapture, if back { early } else { 0.0 });
        } else {
            row.mark(Feature::Hangs, wins < 0);
        }
    }

    fn checks(&self, mv: Move, from: Square, after: &Chess, course: &DepthTrace, row: &mut Row) {
        let check = after.is_check();
        row.mark(Feature::Check, check);
        row.mark(Feature::SafeCheck, check && gain(self.position.board(), mv, self.us) >= 0);
        if self.in_check {
            let king = self.position.board().role_at(from) == Some(Role::King);
            row.mark(Feature::KingStepsOut, king);
            row.mark(Feature::Interposes, !king && !mv.is_capture());
            row.put(Feature::RootCostByInCheck, course.cost().sqrt());
        }
    }

    fn threats(&self, mv: Move, from: Square, after: &Board, row: &mut Row) {
        let to = mv.to();
        let stood = self.attacked.iter().find(|(square, _)| *square == from);
        row.put(Feature::SavesPiece, minors(stood.map_or(0, |(_, loss)| *loss)));
        let by_last = self
            .previous
            .theirs
            .is_some_and(|last| self.position.board().attacks_from(last.to).contains(from));
        row.mark(Feature::AnswersAttack, stood.is_some() && by_last);
        let left = attacked(after, self.us);
        let worst_left = left.iter().map(|(_, loss)| *loss).max().unwrap_or(0);
        row.put(Feature::ThreatLeft, minors(worst_left));
        row.put(Feature::ThreatRemoved, minors(self.worst - worst_left));
        let aims = after.attacks_from(to);
        let theirs = aims & after.by_color(!self.us);
        let made = theirs.into_iter().map(|square| loss(after, square, !self.us)).max();
        row.put(Feature::ThreatMade, minors(made.unwrap_or(0)));
        row.mark(Feature::AttacksQueen, (theirs & after.queens()).any());
        let relieved =
            |square: &Square| aims.contains(*square) && left.iter().all(|(still, _)| still != square);
        row.mark(Feature::Defends, self.attacked.iter().any(|(square, _)| relieved(square)));
        let zone = after.king_of(!self.us).map_or(Bitboard::EMPTY, attacks::king_attacks);
        row.put(Feature::KingZone, (aims & zone).count() as f64 / 4.0);
    }

    fn pieces(&self, mv: Move, row: &mut Row) {
        let phase = self.context.phase;
        match mv.role() {
            _ if mv.is_castle() => {}
            Role::Pawn => row.put(Feature::PawnByEndgame, 1.0 - phase),
            Role::Knight => {
                row.mark(Feature::Knight, true);
                row.put(Feature::KnightByPhase, phase);
            }
            Role::Bishop => {
                row.mark(Feature::Bishop, true);
                row.put(Feature::BishopByPhase, phase);
            }
            Role::Rook => {
                row.mark(Feature::Rook, true);
                row.put(Feature::RookByEndgame, 1.0 - phase);
            }
            Role::Queen => {
                row.mark(Feature::Queen, true);
                row.put(Feature::QueenByPhase, phase);
            }
            Role::King => {
                row.mark(Feature::King, true);
                row.put(Feature::KingByEndgame, 1.0 - phase);
            }
        }
    }

    fn directions(&self, mv: Move, from: Square, after: &Board, row: &mut Row) {
        if mv.is_castle() {
            return;
        }
        let (to, role, board) = (mv.to(), mv.role(), self.position.board());
        let forward = rank_for(self.us, to) - rank_for(self.us, from);
        let length = f64::from(from.distance(to)) / BOARD;
        row.mark(Feature::Retreat, forward < 0);
        row.mark(Feature::Sideways, forward == 0);
        row.put(Feature::Length, length);
        row.put(Feature::TowardCentre, from_centre(from) - from_centre(to));
        if !matches!(role, Role::Pawn | Role::King) {
            row.put(Feature::PieceRank, f64::from(rank_for(self.us, to)) / BOARD);
            if let Some(king) = board.king_of(!self.us) {
                let nearer = f64::from(from.distance(king)) - f64::from(to.distance(king));
                row.put(Feature::TowardKing, nearer / BOARD);
            }
        }
        let (reach, before) =
            (after.attacks_from(to).count() as f64, board.attacks_from(from).count() as f64);
        row.put(Feature::Mobility, (reach - before) / 10.0);
        match role {
            Role::Queen => row.put(Feature::QueenLength, length),
            Role::Rook => {
                row.put(Feature::RookLength, length);
                let open = |file: File| (board.pawns() & Bitboard::from(file)).is_empty();
                row.mark(Feature::OpenFile, open(to.file()) && !open(from.file()));
            }
            _ => {}
        }
    }

    fn development(&self, mv: Move, from: Square, after: &Chess, row: &mut Row) {
        row.mark(Feature::Castling, mv.is_castle());
        let rights = |position: &Chess| position.castles().has_color(self.us);
        row.mark(Feature::GivesUpCastling, !mv.is_castle() && rights(self.position) && !rights(after));
        let home = if self.us.is_white() { Rank::First } else { Rank::Eighth };
        let minor = matches!(mv.role(), Role::Knight | Role::Bishop);
        row.mark(Feature::Develops, minor && from.rank() == home && mv.to().rank() != home);
    }

    fn pawns(&self, mv: Move, from: Square, after: &Board, row: &mut Row) {
        let (to, board) = (mv.to(), self.position.board());
        let rank = f64::from(rank_for(self.us, to)) / BOARD;
        row.mark(Feature::Promotion, mv.promotion().is_some());
        row.put(Feature::PawnRank, rank);
        row.mark(Feature::EdgePawn, matches!(from.file(), File::A | File::H));
        row.mark(Feature::TwoSteps, rank_for(self.us, to) - rank_for(self.us, from) == 2);
        let theirs = board.by_color(!self.us) & board.pawns();
        let stops =
            |pawn: Square| files_apart(pawn, from) <= 1 && rank_for(self.us, pawn) > rank_for(self.us, from);
        if !theirs.into_iter().any(stops) {
            row.mark(Feature::PassedPawn, true);
            row.put(Feature::PassedRank, rank);
        }
        let hits = attacks::pawn_attacks(self.us, to) & after.by_color(!self.us) & after.pawns();
        row.mark(Feature::PawnBreak, !mv.is_capture() && mv.promotion().is_none() && hits.any());
        let near_king = board.king_of(self.us).is_some_and(|king| files_apart(king, from) <= 1);
        row.mark(Feature::ShelterPawn, near_king && self.context.phase > 0.4);
    }

    /// How the move follows the last ones.
    fn sequel(&self, mv: Move, from: Square, row: &mut Row) {
        if let Some(last) = self.previous.theirs {
            row.put(Feature::NearLast, 1.0 - f64::from(mv.to().distance(last.to)) / BOARD);
        }
        if let Some(own) = self.previous.ours {
            row.mark(Feature::SamePiece, own.to == from);
            row.mark(Feature::Undoes, own.to == from && own.from == mv.to());
        }
    }

    pub(super) fn in_check(&self) -> bool {
        self.in_check
    }
}

/// All pieces but kings and pawns, over what both sides start with.
pub(super) fn phase(board: &Board) -> f64 {
    let men = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen];
    let total: f64 =
        men.iter().map(|role| f64::from(worth(*role)) * board.by_role(*role).count() as f64).sum();
    (total / 62.0).min(1.0)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use shakmaty::fen::Fen;
    use shakmaty::san::San;
    use shakmaty::{CastlingMode, Chess};
    use uci_pool::{Bound, DepthLines, Evaluation, Line, Value};

    use super::super::features::FEATURES;
    use super::*;
    use crate::choice::depth_aware::history::History;

    fn position(fen: &str) -> Chess {
        let fen: Fen = fen.parse().expect("a FEN");
        fen.into_position(CastlingMode::Standard).expect("legal")
    }

    /// Features of a move by name, with the opponent's last move from one square to another.
    fn features(
        fen: &str,
        san: &str,
        last: Option<(Square, Square, bool)>,
        own: Option<(Square, Square)>,
    ) -> BTreeMap<&'static str, f32> {
        let position = position(fen);
        let mv = san.parse::<San>().expect("san").to_move(&position).expect("legal");
        let line = Line { mv: mv.to_uci(CastlingMode::Standard), value: Value::Cp(0), bound: Bound::Exact };
        let evaluation = Evaluation {
            depths: vec![DepthLines { depth: 1, lines: vec![line] }],
            judgment: 0,
            pvs: Vec::new(),
            nodes: 1,
            truncated: false,
        };
        let previous = Previous {
            theirs: last.map(|(from, to, capture)| LastMove { from, to, capture }),
            ours: own.map(|(from, to)| LastMove { from, to, capture: false }),
        };
        let legal = position.legal_moves();
        let history = History::new(&evaluation);
        let context = Context { phase: phase(position.board()), best: 0.5, legal: 0.0 };
        let mut row = Row::default();
        Situation::new(&position, &legal, &previous, context).write(mv, &history.course(line.mv), &mut row);
        row.entries.iter().map(|(k, v)| (FEATURES[usize::from(*k)].1, *v)).collect()
    }

    fn has(features: &BTreeMap<&'static str, f32>, names: &[&str]) {
        for name in names {
            assert!(features.contains_key(name), "{name} is missing: {features:?}");
        }
    }

    fn lacks(features: &BTreeMap<&'static str, f32>, names: &[&str]) {
        for name in names {
            assert!(!features.contains_key(name), "{name} is there: {features:?}");
        }
    }

    #[test]
    fn taking_back_by_hand() {
        // Black has just taken on d4; only the knight takes back.
        let fen = "r1bqkbnr/pppp1ppp/2n5/8/3pP3/5N2/PPP2PPP/RNB1KB1R w KQkq - 0 4";
        let last = Some((Square::E5, Square::D4, true));
        let found = features(fen, "Nxd4", last, None);
        has(&found, &["capture", "recapture", "only_recapture", "near_last_move", "knight"]);
        lacks(&found, &["takes_piece_that_just_moved", "hangs_piece", "check"]);
        assert!((found["near_last_move"] - 1.0).abs() < 1e-6);
        // The knight on c6 takes back: a pawn for a knight, and nothing defends d4 but... the queen is off.
        assert!((found["exchange_loss"] - 2.0 / 3.0).abs() < 1e-6, "{found:?}");
        let quiet = features(fen, "h3", last, None);
        has(&quiet, &["edge_pawn"]);
        lacks(&quiet, &["capture", "recapture", "two_steps"]);
    }

    #[test]
    fn threats_by_hand() {
        // The queen on d5 is attacked by the knight on c3; moving it away saves nine pawns, less the pawn taken.
        let fen = "4k3/8/8/3q4/8/2N5/8/4K3 b - - 0 1";
        let last = Some((Square::B1, Square::C3, false));
        let away = features(fen, "Qd8", last, None);
        has(
            &away,
            &["moves_attacked_piece", "answers_attack_by_last_mover", "threat_removed", "retreat", "queen"],
        );
        assert!((away["moves_attacked_piece"] - 3.0).abs() < 1e-6);
        lacks(&away, &["threat_left"]);
        let idle = features(fen, "Ke7", last, None);
        assert!((idle["threat_left"] - 3.0).abs() < 1e-6);
        lacks(&idle, &["threat_removed", "moves_attacked_piece"]);
        let defended = features("4k3/8/4p3/8/8/4N3/8/4K3 w - - 0 1", "Nd5", None, None);
        has(&defended, &["hangs_piece", "exchange_loss"]);
    }

    #[test]
    fn checks_by_hand() {
        let fen = "4k3/8/8/8/8/8/4r3/R3K2R w KQ - 0 1";
        let found = features(fen, "Kxe2", None, None);
        has(&found, &["king_steps_out_of_check", "capture", "gives_up_castling", "king"]);
        let check = features("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "Ra8+", None, None);
        has(&check, &["check", "safe_check", "rook"]);
        lacks(&check, &["gives_up_castling"]);
        let castles = features("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "O-O", None, None);
        has(&castles, &["castling"]);
        lacks(&castles, &["king", "gives_up_castling", "length"]);
        let block = features("4k3/8/8/8/4r3/8/8/R3K1NR w KQ - 0 1", "Ne2", None, None);
        has(&block, &["interposes", "develops"]);
    }

    #[test]
    fn pawns_by_hand() {
        let passed = features("4k3/8/8/8/8/8/3P4/4K3 w - - 0 1", "d4", None, None);
        has(&passed, &["passed_pawn", "rank_of_passed_pawn", "two_steps", "pawn*endgame"]);
        assert!((passed["rank_of_pawn"] - 3.0 / 7.0).abs() < 1e-6);
        let stopped = features("4k3/8/4p3/8/8/8/3P4/4K3 w - - 0 1", "d3", None, None);
        lacks(&stopped, &["passed_pawn", "two_steps"]);
        // A break: the pawn on d5 attacks e6.
        has(&features("4k3/8/4p3/8/3P4/8/8/4K3 w - - 0 1", "d5", None, None), &["pawn_break"]);
        // The same for Black, seen from the other side.
        let black = features("4k3/3p4/8/8/8/8/8/4K3 b - - 0 1", "d5", None, None);
        assert_eq!(black["rank_of_pawn"], passed["rank_of_pawn"]);
        has(&features("8/P6k/8/8/8/8/8/4K3 w - - 0 1", "a8=Q", None, None), &["promotion", "exchange_gain"]);
    }

    #[test]
    fn going_back_is_seen() {
        let own = Some((Square::F3, Square::D4));
        let found = features("4k3/8/8/8/3N4/8/8/4K3 w - - 0 1", "Nf3", None, own);
        has(&found, &["same_piece_again", "undoes_last_move", "retreat"]);
        lacks(&found, &["near_last_move"]);
    }
}
