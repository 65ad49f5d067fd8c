//! Games with small letters for pieces, `nf6` and `bg7`, as people type them. `bxc6` stays the pawn's move where that is legal,
//! as the standard has it, unless the rest of the game shows that it was the bishop's.

use std::collections::VecDeque;

use shakmaty::{Chess, Move, Position as _};

use super::alphabet::Alphabet;
use super::notation::{self, Form, Step, Style};

/// Positions looked at beyond those of the game itself, before a game with many such words counts as unreadable.
const MAX_DETOURS: usize = 2_000;

/// A word as it is written, and with its first letter as that of a piece.
struct Word {
    written: Option<Form>,
    piece: Option<Form>,
}

impl Word {
    fn new(word: &str, alphabet: Alphabet) -> Self {
        let written = notation::form(word, alphabet);
        let long = matches!(written, Some(Form::Step(Step { file: Some(_), rank: Some(_), .. })));
        let piece = capitalised(word).filter(|_| !long).and_then(|word| notation::form(&word, alphabet));
        let piece = piece.filter(|form| matches!(form, Form::Step(Step { role: Some(_), .. })));
        Self { written, piece }
    }
}

/// The word with a capital in front; `None` if it has one.
fn capitalised(word: &str) -> Option<String> {
    let first = word.chars().next().filter(|c| c.is_lowercase())?;
    let rest = word.get(first.len_utf8()..)?;
    Some(first.to_uppercase().chain(rest.chars()).collect())
}

/// The moves of the first reading in which every word is one legal move, words as they are written before those with the
/// letter of a piece; `None` without one.
pub(super) fn read(words: &[String], start: &Chess, alphabet: Alphabet) -> Option<Vec<Move>> {
    let words: Vec<Word> = words.iter().map(|word| Word::new(word, alphabet)).collect();
    let forms: Option<Vec<Form>> = words.iter().map(|word| word.written.or(word.piece)).collect();
    let style = Style { coordinates: false, ..Style::from_forms(&forms?) };
    // One entry a move: the position before it, and the readings not tried yet.
    let mut tried: Vec<(Chess, VecDeque<Move>)> = Vec::with_capacity(words.len());
    let mut moves: Vec<Move> = Vec::with_capacity(words.len());
    let mut position = start.clone();
    let mut left = words.len() + MAX_DETOURS;
    while let Some(word) = words.get(moves.len()) {
        left = left.checked_sub(1)?;
        let meaning = |form: &Form| notation::to_move(*form, style, &position);
        let both = [word.written.as_ref().and_then(meaning), word.piece.as_ref().and_then(meaning)];
        tried.push((position, both.into_iter().flatten().collect()));
        // The last move with a reading left is taken again.
        position = loop {
            let (before, readings) = tried.last_mut()?;
            if let Some(mv) = readings.pop_front() {
                let mut after = before.clone();
                after.play_unchecked(mv);
                moves.push(mv);
                break after;
            }
            tried.pop();
            moves.pop();
        };
    }
    Some(moves)
}

#[cfg(test)]
mod tests {
    use shakmaty::san::SanPlus;

    use super::*;

    fn english(text: &str) -> Option<String> {
        let words: Vec<String> = text.split(' ').map(str::to_owned).collect();
        let mut position = Chess::default();
        let sans = read(&words, &position, Alphabet::English)?
            .into_iter()
            .map(|mv| SanPlus::from_move_and_play_unchecked(&mut position, mv).to_string());
        Some(sans.collect::<Vec<_>>().join(" "))
    }

    #[test]
    fn small_letters_are_pieces_where_nothing_else_is_legal() {
        for (written, meant) in [
            ("Nf3 nf6 c4 g6 Nc3 bg7", "Nf3 Nf6 c4 g6 Nc3 Bg7"),
            ("e4 e5 nf3 nc6 bb5 a6 bxc6 dxc6 o-o", "e4 e5 Nf3 Nc6 Bb5 a6 Bxc6 dxc6 O-O"),
            // Both could take: the standard's text is the pawn's move.
            ("e4 d6 Nf3 Bd7 Bb5 nc6 Bxc6 bxc6", "e4 d6 Nf3 Bd7 Bb5 Nc6 Bxc6 bxc6"),
            // The pawn that took could not come to b5 afterwards.
            ("e4 d6 Nf3 Bd7 Bb5 nc6 Bxc6 bxc6 a3 b5", "e4 d6 Nf3 Bd7 Bb5 Nc6 Bxc6 Bxc6 a3 b5"),
        ] {
            assert_eq!(english(written).as_deref(), Some(meant), "{written}");
        }
        for text in ["e4 e5 nf6", "e4 e5 qxh7", "e4 e5 xyz", "e4 e5 b1c3", "e4 e5 nd5"] {
            assert_eq!(english(text), None, "{text}");
        }
    }
}
