//! A position of a game as a picture: board, pieces, the move played.
//!
//! The outlines of the pieces (`assets/pieces.txt`) are our own, simple enough to be told apart at the size of a stamp. Who
//! sits at the bottom is the caller's choice, so that a board does not turn from one move to the next.

use shakmaty::fen::Fen;
use shakmaty::san::SanPlus;
use shakmaty::{CastlingMode, Chess, Color, File, Move, Position, Rank, Role, Square};

use super::drawing::Drawing;

const PIECES: &str = include_str!("../../assets/pieces.txt");
/// Side of a square in drawing units.
const SQUARE: f64 = 27.0;
/// Room for the letters and numbers at the edge.
const EDGE: f64 = 17.0;
const SIDE: f64 = 8.0 * SQUARE;
/// How far an arrow keeps from the middle of the square it points at.
const SHORT: f64 = 4.0;

/// The picture of a position and a move in it, with one side at the bottom. `None` if the FEN is no legal position; without an arrow if
/// the move is not possible in it.
pub(crate) fn board(
    title: String,
    description: String,
    (fen, san): (&str, &str),
    view: Color,
) -> Option<Drawing> {
    // Usual castling rights are rights in Chess960 too, so one reading serves both.
    let position: Chess = fen.parse::<Fen>().ok()?.into_position(CastlingMode::Chess960).ok()?;
    let mut drawing = Drawing::new(SIDE + EDGE, SIDE + EDGE, title, description);
    squares(&mut drawing);
    letters(&mut drawing, view);
    for (square, piece) in position.board() {
        let class = piece.color.fold_wb("white-piece", "black-piece");
        let (left, top) = corner(view, square);
        let mut outlines = outlines(piece.role);
        for (x, y) in outlines.iter_mut().flatten() {
            (*x, *y) = (left + *x * SQUARE / 100.0, top + *y * SQUARE / 100.0);
        }
        drawing.outlines(class, &outlines);
    }
    let played = san.parse::<SanPlus>().ok();
    if let Some((from, to)) = played.and_then(|san| ends(&position, &san.san.to_move(&position).ok()?)) {
        arrow(&mut drawing, middle(view, from), middle(view, to));
    }
    Some(drawing)
}

/// From where to where a piece goes; in castling the king.
fn ends(position: &Chess, mv: &Move) -> Option<(Square, Square)> {
    let to = mv.castling_side().map_or_else(|| mv.to(), |side| side.king_to(position.turn()));
    Some((mv.from()?, to))
}

fn squares(drawing: &mut Drawing) {
    drawing.rect("light", (EDGE, 0.0), (SIDE, SIDE));
    for (row, column) in (0..8_u8).flat_map(|row| (0..8_u8).map(move |column| (row, column))) {
        if (row + column) % 2 == 1 {
            let corner = (EDGE + f64::from(column) * SQUARE, f64::from(row) * SQUARE);
            drawing.rect("dark", corner, (SQUARE, SQUARE));
        }
    }
    drawing.rect("frame", (EDGE, 0.0), (SIDE, SIDE));
}

fn letters(drawing: &mut Drawing, view: Color) {
    for file in File::ALL {
        let (x, _) = middle(view, Square::from_coords(file, Rank::First));
        drawing.text("label", (x, SIDE + 13.0), &file.char().to_string());
    }
    for rank in Rank::ALL {
        let (_, y) = middle(view, Square::from_coords(File::A, rank));
        drawing.text("label", (EDGE / 2.0, y + 4.0), &rank.char().to_string());
    }
}

fn corner(view: Color, square: Square) -> (f64, f64) {
    let (file, rank) = (f64::from(square.file().to_u32()), f64::from(square.rank().to_u32()));
    let (column, row) = view.fold_wb((file, 7.0 - rank), (7.0 - file, rank));
    (EDGE + column * SQUARE, row * SQUARE)
}

fn middle(view: Color, square: Square) -> (f64, f64) {
    let (left, top) = corner(view, square);
    (left + SQUARE / 2.0, top + SQUARE / 2.0)
}

fn arrow(drawing: &mut Drawing, from: (f64, f64), to: (f64, f64)) {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let length = (dx * dx + dy * dy).sqrt();
    if length < 1.0 {
        return;
    }
    let (ux, uy) = (dx / length, dy / length);
    let at = |along: f64, aside: f64| {
        let along = length - along;
        (from.0 + ux * along - uy * aside, from.1 + uy * along + ux * aside)
    };
    drawing.line("arrow", from, at(SHORT + 9.0, 0.0));
    let head = [at(SHORT, 0.0), at(SHORT + 10.0, 6.5), at(SHORT + 10.0, -6.5)];
    drawing.path("arrow-head", &head, true);
}

/// The outlines of a piece in a square of 100 by 100, the foot below.
fn outlines(role: Role) -> Vec<Vec<(f64, f64)>> {
    let point = |text: &str| {
        let (x, y) = text.split_once(',')?;
        Some((x.parse().ok()?, y.parse().ok()?))
    };
    let lines = PIECES.lines().filter(|line| line.starts_with(role.char()));
    lines.map(|line| line.split(' ').filter_map(point).collect()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

    fn drawn(fen: &str, san: &str, view: Color) -> Option<String> {
        board(String::new(), String::new(), (fen, san), view).map(|drawing| drawing.alone())
    }

    /// White at the bottom: e2 is the fifth column from the left and the second row from below, so its middle lies
    /// at 17 + 4.5 * 27 = 138.5 and 6.5 * 27 = 175.5. The arrow to e4, 54 long, ends 4 short and its line 9 before.
    #[test]
    fn the_first_move_by_hand() {
        let svg = drawn(START, "e4", Color::White).expect("a board");
        assert_eq!(svg.matches("class=\"white-piece\"").count(), 16);
        assert_eq!(svg.matches("class=\"black-piece\"").count(), 16);
        assert!(svg.contains("class=\"arrow\" x1=\"138.5\" y1=\"175.5\" x2=\"138.5\" y2=\"134.5\""), "{svg}");
        assert!(svg.contains("class=\"arrow-head\" d=\"M138.5 125.5L"), "{svg}");
        // a1 is dark: the lower left square.
        assert!(svg.contains("<rect class=\"dark\" x=\"17\" y=\"189\""), "{svg}");
    }

    #[test]
    fn black_sits_at_the_bottom_where_that_is_asked_for() {
        let svg = drawn("4k2r/8/8/8/8/8/8/4K3 b k - 0 1", "O-O", Color::Black).expect("a board");
        // e8 is the fourth column from the left and the lowest row; castling goes to g8, two columns to the left.
        assert!(svg.contains("class=\"arrow\" x1=\"111.5\" y1=\"202.5\" x2=\"70.5\" y2=\"202.5\""), "{svg}");
        let black = corner(Color::Black, Square::H8);
        assert!((black.0 - EDGE).abs() < 1e-9 && (black.1 - 7.0 * SQUARE).abs() < 1e-9);
    }

    /// The same piece stands at the same place whoever moves: the king on e1 is drawn alike in every position.
    #[test]
    fn a_board_does_not_turn_with_the_side_to_move() {
        let kings = |turn: &str, view| {
            drawn(&format!("4k3/8/8/8/8/8/8/4K3 {turn} - - 0 1"), "", view).expect("a board")
        };
        for view in [Color::White, Color::Black] {
            assert_eq!(kings("w", view), kings("b", view));
        }
        assert_ne!(kings("w", Color::White), kings("w", Color::Black));
    }

    #[test]
    fn outlines_stay_in_their_square() {
        for role in Role::ALL {
            let points: Vec<(f64, f64)> = outlines(role).concat();
            assert!(points.len() >= 12, "{role:?}");
            let inside = |(x, y): &(f64, f64)| (5.0..=95.0).contains(x) && (5.0..=90.0).contains(y);
            assert!(points.iter().all(inside), "{role:?}");
        }
    }

    #[test]
    fn what_is_no_position_or_no_move_draws_no_arrow_and_does_not_panic() {
        for fen in ["", "8/8/8/8/8/8/8/8 w - - 0 1", "<script>", &"9".repeat(5_000)] {
            assert!(drawn(fen, "e4", Color::White).is_none(), "{fen}");
        }
        for san in ["", "e5", "Qh9", "--", "<b>", "O-O-O"] {
            let svg = drawn(START, san, Color::White).expect("a board");
            assert!(!svg.contains("class=\"arrow"), "{san}");
        }
    }
}
