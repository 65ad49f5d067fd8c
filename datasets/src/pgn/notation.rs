//! One written move in other forms than the standard's: another alphabet, long or coordinate notation, castling with
//! zeros, captures with a colon. A form that fits two legal moves fits none, so nothing is guessed.

use shakmaty::{CastlingSide, Chess, File, Move, Position, Rank, Role, Square};

use crate::pgn::alphabet::Alphabet;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    Castle(CastlingSide),
    Step(Step),
}

/// A move that names where it ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Step {
    /// The piece, if a letter stands for it.
    pub(crate) role: Option<Role>,
    pub(crate) file: Option<File>,
    pub(crate) rank: Option<Rank>,
    pub(crate) capture: bool,
    pub(crate) to: Square,
    pub(crate) promotion: Option<Role>,
}

impl Step {
    fn is_long(&self) -> bool {
        self.file.is_some() && self.rank.is_some()
    }
}

/// Habits that all words of a game share.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Style {
    /// Every move names both squares and no piece, so a square may stand for any piece: `g1f3`.
    pub(crate) coordinates: bool,
    /// Some capture has a sign, so one without a sign contradicts it (except where both squares are named).
    pub(crate) captures_signed: bool,
}

impl Style {
    pub(crate) fn from_forms(forms: &[Form]) -> Self {
        let steps = || {
            forms.iter().filter_map(|form| match form {
                Form::Step(step) => Some(step),
                Form::Castle(_) => None,
            })
        };
        Self {
            coordinates: steps().all(|step| step.role.is_none() && step.is_long()),
            captures_signed: steps().any(|step| step.capture),
        }
    }
}

pub(crate) fn form(word: &str, alphabet: Alphabet) -> Option<Form> {
    let bare = word.trim_end_matches(['+', '#', '†', '‡']);
    if let Some(side) = castling(bare) {
        return Some(Form::Castle(side));
    }
    let (role, rest) = match alphabet.piece(bare) {
        Some((role, rest)) => (Some(role), rest),
        None => (None, bare),
    };
    let mut text = rest;
    let (file, rank) = (take_file(&mut text), take_rank(&mut text));
    let sign = text.chars().next().filter(|c| "x:×-".contains(*c));
    if let Some(sign) = sign {
        text = &text[sign.len_utf8()..];
    }
    let (to_file, to_rank) = (take_file(&mut text), take_rank(&mut text));
    let (file, rank, to) = match (to_file, to_rank, sign) {
        (Some(to_file), Some(to_rank), _) => (file, rank, Square::from_coords(to_file, to_rank)),
        (None, None, None) => (None, None, Square::from_coords(file?, rank?)),
        _ => return None,
    };
    let joined = sign == Some('-');
    // A dash joins two squares.
    if joined && (file.is_none() || rank.is_none()) {
        return None;
    }
    Some(Form::Step(Step {
        role,
        file,
        rank,
        capture: sign.is_some() && !joined,
        to,
        promotion: promotion(text, alphabet)?,
    }))
}

/// `O-O` and `O-O-O` with the letter O, the Cyrillic О or zeros.
fn castling(word: &str) -> Option<CastlingSide> {
    let mut parts = 0;
    for part in word.split('-') {
        if !matches!(part, "O" | "o" | "0" | "О" | "о") {
            return None;
        }
        parts += 1;
    }
    match parts {
        2 => Some(CastlingSide::KingSide),
        3 => Some(CastlingSide::QueenSide),
        _ => None,
    }
}

fn take_file(text: &mut &str) -> Option<File> {
    let file = text.chars().next().and_then(File::from_char)?;
    *text = &text[1..];
    Some(file)
}

fn take_rank(text: &mut &str) -> Option<Rank> {
    let rank = text.chars().next().and_then(Rank::from_char)?;
    *text = &text[1..];
    Some(rank)
}

/// The piece a pawn becomes: `=D`, `(D)`, `/D`, `D`, or a small English letter as in coordinates. The outer
/// `None` says that the text is something else.
#[expect(clippy::option_option, reason = "no promotion and no reading are two things")]
fn promotion(text: &str, alphabet: Alphabet) -> Option<Option<Role>> {
    if text.is_empty() {
        return Some(None);
    }
    let letter = match text.strip_prefix('(') {
        Some(inner) => inner.strip_suffix(')')?,
        None => text.strip_prefix(['=', '/']).unwrap_or(text),
    };
    let role = match letter {
        "q" => Role::Queen,
        "r" => Role::Rook,
        "b" => Role::Bishop,
        "n" => Role::Knight,
        _ => alphabet.piece(letter).filter(|(_, rest)| rest.is_empty())?.0,
    };
    (!matches!(role, Role::King | Role::Pawn)).then_some(Some(role))
}

pub(crate) fn to_move(form: Form, style: Style, position: &Chess) -> Option<Move> {
    let legal = position.legal_moves();
    let mut fitting = legal.iter().copied().filter(|mv| fits(form, style, *mv));
    let first = fitting.next()?;
    fitting.next().is_none().then_some(first)
}

fn fits(form: Form, style: Style, mv: Move) -> bool {
    let step = match (form, mv) {
        (Form::Castle(side), _) => return mv.castling_side() == Some(side),
        (Form::Step(step), _) => step,
    };
    if let Move::Castle { king, .. } = mv {
        // The king's two squares, as coordinates write castling. Nothing else moves a king so far.
        let target = mv.castling_side().map(|side| Square::from_coords(side.king_to_file(), king.rank()));
        return step.is_long()
            && (step.role.is_none() || step.role == Some(Role::King))
            && step.file == Some(king.file())
            && step.rank == Some(king.rank())
            && Some(step.to) == target
            && (king.file() == File::E)
            && !step.capture
            && step.promotion.is_none();
    }
    let Some(from) = mv.from() else { return false };
    let piece = match step.role {
        Some(role) => role == mv.role(),
        None => mv.role() == Role::Pawn || (style.coordinates && step.is_long()),
    };
    let capture = match (step.capture, mv.is_capture()) {
        (true, is) => is,
        (false, true) => {
            step.is_long() || (!style.captures_signed && (mv.role() != Role::Pawn || step.file.is_some()))
        }
        (false, false) => true,
    };
    piece
        && capture
        && step.file.is_none_or(|file| file == from.file())
        && step.rank.is_none_or(|rank| rank == from.rank())
        && step.to == mv.to()
        && step.promotion == mv.promotion()
}

#[cfg(test)]
mod tests {
    use shakmaty::fen::Fen;
    use shakmaty::{CastlingMode, san::SanPlus};

    use super::*;

    /// The move in the standard's notation, or nothing.
    fn means(word: &str, alphabet: Alphabet, coordinates: bool, fen: &str) -> Option<String> {
        let position: Chess =
            fen.parse::<Fen>().expect("fen").into_position(CastlingMode::Standard).expect("legal");
        let style = Style { coordinates, captures_signed: true };
        let mv = to_move(form(word, alphabet)?, style, &position)?;
        Some(SanPlus::from_move(position, mv).to_string())
    }

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    /// White: Ke1 Ra1 Rh1 Pa7 Pe4 Nc3 Nf3; Black: Kg8 Rb8 Pd5.
    const RICH: &str = "1r4k1/P7/8/3p4/4P3/2N2N2/8/R3K2R w KQ - 0 1";

    #[test]
    fn the_forms_of_one_move() {
        use Alphabet::{English, Figurine, German, Russian};
        for (word, alphabet, fen, expected) in [
            ("e2-e4", English, START, "e4"),
            ("e2e4", English, START, "e4"),
            ("Ng1-f3", English, START, "Nf3"),
            ("Sg1-f3", German, START, "Nf3"),
            ("Кf3", Russian, START, "Nf3"),
            ("♘f3", Figurine, START, "Nf3"),
            ("♞f3", Figurine, START, "Nf3"),
            ("♙e4", Figurine, START, "e4"),
            ("e:d5", English, RICH, "exd5"),
            ("e4:d5", English, RICH, "exd5"),
            ("e4d5", English, RICH, "exd5"),
            ("Sc3:d5", German, RICH, "Nxd5"),
            ("0-0", English, RICH, "O-O"),
            ("О-О-О", Russian, RICH, "O-O-O"),
            ("e1g1", English, RICH, "O-O"),
            ("Крe1-c1", Russian, RICH, "O-O-O"),
            ("a8D", German, RICH, "a8=Q"),
            ("a8=D", German, RICH, "a8=Q"),
            ("a8(D)", German, RICH, "a8=Q"),
            ("a7-a8/Q", English, RICH, "a8=Q"),
            ("a7a8n", English, RICH, "a8=N"),
            ("a:b8T+", German, RICH, "axb8=R+"),
            ("Крf2", Russian, RICH, "Kf2"),
        ] {
            assert_eq!(means(word, alphabet, false, fen).as_deref(), Some(expected), "{word}");
        }
        assert_eq!(means("g1f3", English, true, START).as_deref(), Some("Nf3"));
    }

    #[test]
    fn what_does_not_say_one_legal_move_is_none() {
        use Alphabet::{English, German};
        for (word, alphabet, fen) in [
            ("g1f3", English, START),
            ("Nf3", German, START),
            ("e2e5", English, START),
            ("Ng1f4", English, START),
            ("e2-", English, START),
            ("-e4", English, START),
            ("xe4", English, START),
            ("e9", English, START),
            ("ed", English, RICH),
            ("Nxe5", English, RICH),
            ("Nd5", English, RICH),
            ("a8", English, RICH),
            ("a8K", English, RICH),
            ("a8(Q", English, RICH),
            ("Re2", English, "4k3/8/8/8/8/8/R6R/4K3 w - - 0 1"),
            ("0-0-0-0", English, RICH),
            ("", English, RICH),
            ("K", English, RICH),
        ] {
            assert_eq!(means(word, alphabet, false, fen), None, "{word}");
        }
    }
}
