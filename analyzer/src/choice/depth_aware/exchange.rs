//! Material won or lost by a sequence of captures on one square: static exchange evaluation.
//!
//! Both sides capture with their least valuable piece and stop when going on would cost them. Pins are not seen.

use shakmaty::{Bitboard, Board, Color, Move, Role, Square};

/// Usual values in pawns; the king outweighs everything.
pub(super) fn worth(role: Role) -> i32 {
    match role {
        Role::Pawn => 1,
        Role::Knight | Role::Bishop => 3,
        Role::Rook => 5,
        Role::Queen => 9,
        Role::King => KING,
    }
}

const KING: i32 = 100;

/// Material in pawns that a move wins (above 0) or loses (below 0) by captures on its destination.
pub(super) fn gain(board: &Board, mv: Move, us: Color) -> i32 {
    let Some(from) = mv.from() else { return 0 };
    let mut occupied = board.occupied();
    occupied.discard(from);
    if mv.is_en_passant() {
        occupied.discard(Square::from_coords(mv.to().file(), from.rank()));
    }
    let taken = mv.capture().map_or(0, worth);
    let promoted = mv.promotion().map_or(0, |role| worth(role) - worth(Role::Pawn));
    let standing = mv.promotion().map_or(worth(mv.role()), worth);
    taken + promoted - answers(board, mv.to(), standing, !us, occupied)
}

/// Material in pawns that the opponent of `owner` wins by capturing the piece on `square`, 0 or more. A king is never
/// captured.
pub(super) fn loss(board: &Board, square: Square, owner: Color) -> i32 {
    match board.role_at(square) {
        None | Some(Role::King) => 0,
        Some(role) => answers(board, square, worth(role), !owner, board.occupied()),
    }
}

/// Best gain of `side` from starting to capture a piece worth `standing` on `square`, 0 or more.
fn answers(board: &Board, square: Square, standing: i32, side: Color, occupied: Bitboard) -> i32 {
    let (mut side, mut occupied, mut standing) = (side, occupied, standing);
    // Every capture takes a man off the board, and no more than 32 stand on it.
    let (mut captured, mut count) = ([0; 32], 0);
    while let Some((value, from)) = cheapest(board, square, side, occupied) {
        // The king may not capture where it could be captured.
        if value == KING {
            let mut without = occupied;
            without.discard(from);
            if (board.attacks_to(square, !side, without) & without).any() {
                break;
            }
        }
        if let Some(place) = captured.get_mut(count) {
            *place = standing;
            count += 1;
        }
        standing = value;
        occupied.discard(from);
        side = !side;
    }
    // From the end: whoever is to capture does so only if it pays.
    captured.iter().take(count).rev().fold(0, |answer, value| (*value - answer).max(0))
}

/// The least valuable attacker; of equal ones that on the first square.
fn cheapest(board: &Board, square: Square, side: Color, occupied: Bitboard) -> Option<(i32, Square)> {
    let attackers = board.attacks_to(square, side, occupied) & occupied;
    let groups = [
        (Role::Pawn, board.pawns()),
        (Role::Knight, board.knights() | board.bishops()),
        (Role::Rook, board.rooks()),
        (Role::Queen, board.queens()),
        (Role::King, board.kings()),
    ];
    groups.into_iter().find_map(|(role, men)| Some((worth(role), (attackers & men).first()?)))
}

#[cfg(test)]
mod tests {
    use shakmaty::fen::Fen;
    use shakmaty::san::San;
    use shakmaty::{CastlingMode, Chess, Position};

    use super::*;

    fn position(fen: &str) -> Chess {
        let fen: Fen = fen.parse().expect("a FEN");
        fen.into_position(CastlingMode::Standard).expect("legal")
    }

    fn gain_in(fen: &str, san: &str) -> i32 {
        let position = position(fen);
        let mv = san.parse::<San>().expect("san").to_move(&position).expect("legal");
        gain(position.board(), mv, position.turn())
    }

    #[test]
    fn exchanges_by_hand() {
        // A free pawn; a pawn that is defended once; a knight for a pawn.
        assert_eq!(gain_in("4k3/8/8/3p4/8/4N3/8/4K3 w - - 0 1", "Nxd5"), 1);
        assert_eq!(gain_in("4k3/8/4p3/3p4/8/4N3/8/4K3 w - - 0 1", "Nxd5"), 1 - 3);
        // Rook behind rook: pawn, rook, rook, rook: White loses 5 - 1 and takes back 5.
        assert_eq!(gain_in("3rk3/8/8/3p4/8/8/3R4/3RK3 w - - 0 1", "Rxd5"), 1);
        assert_eq!(gain_in("3rkr2/3r4/8/3p4/8/8/3R4/3RK3 w - - 0 1", "Rxd5"), 1 - 5);
        // A quiet move to a square a pawn covers, and to a safe one.
        assert_eq!(gain_in("4k3/8/4p3/8/8/4N3/8/4K3 w - - 0 1", "Nd5"), -3);
        assert_eq!(gain_in("4k3/8/4p3/8/8/4N3/8/4K3 w - - 0 1", "Nc4"), 0);
        // A promotion that stands, and one that is taken.
        assert_eq!(gain_in("8/P6k/8/8/8/8/8/4K3 w - - 0 1", "a8=Q"), 8);
        assert_eq!(gain_in("7r/P6k/8/8/8/8/8/4K3 w - - 0 1", "a8=Q"), 8 - 9);
        // En passant takes the pawn that is not on the square.
        assert_eq!(gain_in("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "exd6"), 1);
    }

    #[test]
    fn kings_capture_only_what_is_not_covered() {
        let free = position("8/8/8/3pk3/8/8/8/3RK3 w - - 0 1");
        // The rook would be taken by the king: 1 - 5; with a second rook behind, the king may not.
        assert_eq!(gain_in("8/8/8/3pk3/8/8/8/3RK3 w - - 0 1", "Rxd5+"), 1 - 5);
        assert_eq!(gain_in("8/8/8/3pk3/8/8/3R4/3RK3 w - - 0 1", "Rxd5+"), 1);
        assert_eq!(loss(free.board(), Square::D5, Color::Black), 0);
    }

    #[test]
    fn threats_by_hand() {
        let board = position("4k3/8/8/3q4/8/4N3/8/4K3 w - - 0 1");
        assert_eq!(loss(board.board(), Square::D5, Color::Black), 9);
        assert_eq!(loss(board.board(), Square::E3, Color::White), 0);
        assert_eq!(loss(board.board(), Square::E1, Color::White), 0);
        assert_eq!(loss(board.board(), Square::A1, Color::White), 0);
        // Defended by a pawn: the queen is won for the knight.
        let defended = position("4k3/8/4p3/3q4/8/4N3/8/4K3 w - - 0 1");
        assert_eq!(loss(defended.board(), Square::D5, Color::Black), 6);
    }
}
