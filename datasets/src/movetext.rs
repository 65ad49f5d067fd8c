//! The strict reading of a game's movetext: every main-line token, none skipped.
//!
//! Readers of PGN tend to pass over what they do not know, and then go on with a game that was never
//! played. This scan takes the opposite stand: comments, variations, glyphs, move numbers and results are
//! named one by one, everything else has to read as a move, and the first thing that does not is the end.
//! It knows no position; legality is checked in [`crate::validate`].

use std::ops::Range;

use shakmaty::CastlingSide;
use shakmaty::san::{San, SanPlus, Suffix};

use crate::game::Outcome;
use crate::tags;

/// A move as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Token {
    /// Place in the movetext.
    pub(crate) at: Range<usize>,
    /// Its reading.
    pub(crate) san: SanPlus,
}

/// Why the scan stopped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Break {
    /// Place of the token in the movetext.
    pub(crate) at: Range<usize>,
    /// What is wrong, as a lower-case fragment.
    pub(crate) reason: String,
}

/// How the moves end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// No result after the moves.
    Missing,
    /// A result.
    Result(Outcome),
    /// `0-0` where no move was played: nobody scored. After moves it is castling.
    NobodyScored,
}

/// What the tokens have to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rules {
    /// Moves of a game from the standard starting position.
    Standard,
    /// Anything that stands where a move stands; it is only counted. Move numbers are not looked at.
    Counted,
}

/// Reads the main line into `tokens` (cleared first).
///
/// # Errors
/// The first thing that does not read, after the tokens before it.
pub(crate) fn scan(text: &[u8], rules: Rules, tokens: &mut Vec<Token>) -> Result<End, Break> {
    tokens.clear();
    let mut scan = Scan {
        text,
        at: 0,
        rules,
        tokens,
        number: None,
        end: End::Missing,
    };
    while let Some(&byte) = text.get(scan.at) {
        scan.step(byte)?;
    }
    Ok(scan.end)
}

const NOT_A_MOVE: &str = "token does not read as a move";

struct Scan<'a> {
    text: &'a [u8],
    at: usize,
    rules: Rules,
    tokens: &'a mut Vec<Token>,
    /// The move number before the next move.
    number: Option<MoveNumber>,
    end: End,
}

struct MoveNumber {
    at: Range<usize>,
    value: u32,
    dots: u32,
}

impl Scan<'_> {
    fn step(&mut self, byte: u8) -> Result<(), Break> {
        match byte {
            b' ' | b'\t' | b'\n' => self.at += 1,
            b'.' => {
                if let Some(number) = &mut self.number {
                    number.dots = number.dots.saturating_add(1);
                }
                self.at += 1;
            }
            b'{' => self.comment()?,
            b';' => self.line_comment(),
            b'(' => self.variation()?,
            b'}' => return Err(fail(self.at..self.at + 1, "comment closes that was not opened")),
            b')' => return Err(fail(self.at..self.at + 1, "variation closes that was not opened")),
            b'!' | b'?' => self.at += 1,
            b'$' => self.glyph()?,
            b'*' => self.result(self.at..self.at + 1, Outcome::Unknown)?,
            _ => self.word()?,
        }
        Ok(())
    }

    fn comment(&mut self) -> Result<(), Break> {
        match self.text[self.at..].iter().position(|&b| b == b'}') {
            Some(close) => self.at += close + 1,
            None => return Err(fail(self.at..self.text.len(), "comment does not close")),
        }
        Ok(())
    }

    fn line_comment(&mut self) {
        let rest = &self.text[self.at..];
        self.at += rest.iter().position(|&b| b == b'\n').unwrap_or(rest.len());
    }

    /// Passes over a variation, with the comments and variations in it.
    fn variation(&mut self) -> Result<(), Break> {
        let open = self.at;
        let mut depth = 0_u32;
        while let Some(&byte) = self.text.get(self.at) {
            match byte {
                b'{' => {
                    self.comment()?;
                    continue;
                }
                b';' => {
                    self.line_comment();
                    continue;
                }
                b'(' => depth += 1,
                b')' => depth -= 1,
                _ => {}
            }
            self.at += 1;
            if depth == 0 {
                return Ok(());
            }
        }
        Err(fail(open..self.text.len(), "variation does not close"))
    }

    fn glyph(&mut self) -> Result<(), Break> {
        let word = self.word_at(self.at + 1);
        if word.is_empty() || !self.text[word.clone()].iter().all(u8::is_ascii_digit) {
            return Err(fail(self.at..word.end, "annotation glyph is not a number"));
        }
        self.at = word.end;
        Ok(())
    }

    /// The word that begins at `start`. Its end is where `pgn-reader` ends a token too.
    fn word_at(&self, start: usize) -> Range<usize> {
        let rest = self.text.get(start..).unwrap_or_default();
        let len = rest.iter().position(|&b| ends_word(b)).unwrap_or(rest.len());
        start..start + len
    }

    fn word(&mut self) -> Result<(), Break> {
        let at = self.word_at(self.at);
        let word = &self.text[at.clone()];
        if let Some(outcome) = tags::outcome(word) {
            return self.result(at, outcome);
        }
        if word == b"0-0" && self.tokens.is_empty() && self.end == End::Missing {
            self.at = at.end;
            self.end = End::NobodyScored;
            return Ok(());
        }
        if self.end != End::Missing {
            return Err(fail(at, "text after the result"));
        }
        if let Some(mark) = self.en_passant_mark() {
            self.at = mark;
            return Ok(());
        }
        let digits = word.iter().take_while(|b| b.is_ascii_digit()).count();
        if digits > 0 && castling_with_zeros(word).is_none() {
            return self.move_number(at, digits);
        }
        self.mv(at)
    }

    fn result(&mut self, at: Range<usize>, outcome: Outcome) -> Result<(), Break> {
        self.settle_number(false)?;
        match self.end {
            End::Missing => self.end = End::Result(outcome),
            End::Result(before) if before == outcome => {}
            End::Result(_) | End::NobodyScored => return Err(fail(at, "second result after the moves")),
        }
        self.at = at.end;
        Ok(())
    }

    /// `e.p.` after a move says what the move says already.
    fn en_passant_mark(&self) -> Option<usize> {
        let rest = &self.text[self.at..];
        let len = [&b"e.p."[..], b"e.p", b"ep"]
            .iter()
            .find(|mark| {
                rest.get(..mark.len())
                    .is_some_and(|head| head.eq_ignore_ascii_case(mark))
            })?
            .len();
        let ends = rest.get(len).is_none_or(|&b| ends_word(b));
        (ends && !self.tokens.is_empty()).then_some(self.at + len)
    }

    fn move_number(&mut self, at: Range<usize>, digits: usize) -> Result<(), Break> {
        let number = at.start..at.start + digits;
        let follows = self.text[at.clone()].get(digits);
        if digits > 6 || follows.is_some_and(|b| !b.is_ascii_alphabetic()) {
            return Err(fail(at, NOT_A_MOVE));
        }
        self.settle_number(false)?;
        let value = self.text[number.clone()]
            .iter()
            .fold(0, |value, &digit| value * 10 + u32::from(digit - b'0'));
        self.at = number.end;
        self.number = Some(MoveNumber {
            at: number,
            value,
            dots: 0,
        });
        Ok(())
    }

    /// Compares the pending move number with the plies read. A contradiction means that a move was lost or
    /// put in before this reader saw the text.
    fn settle_number(&mut self, move_follows: bool) -> Result<(), Break> {
        let Some(MoveNumber { at, value, dots }) = self.number.take() else {
            return Ok(());
        };
        if self.rules == Rules::Counted {
            return Ok(());
        }
        let plies = self.tokens.len();
        let expected = plies / 2 + 1;
        if usize::try_from(value) != Ok(expected) {
            return Err(Break {
                at,
                reason: format!("move number {value} where {expected} was expected"),
            });
        }
        // One dot before Black's move is common after a comment; three before White's are a contradiction.
        if move_follows && dots >= 3 && plies.is_multiple_of(2) {
            return Err(Break {
                at,
                reason: format!("move number {value}... where White is to move"),
            });
        }
        Ok(())
    }

    fn mv(&mut self, at: Range<usize>) -> Result<(), Break> {
        let word = &self.text[at.clone()];
        if matches!(word, b"--" | b"Z0") || word.eq_ignore_ascii_case(b"null") {
            return Err(fail(at, "null move"));
        }
        let read = castling_with_zeros(word).or_else(|| SanPlus::from_ascii(word).ok());
        let san = match (read, self.rules) {
            (Some(san), _) => san,
            (None, Rules::Counted) => SanPlus {
                san: San::Null,
                suffix: None,
            },
            (None, Rules::Standard) => return Err(fail(at, NOT_A_MOVE)),
        };
        self.settle_number(true)?;
        self.at = at.end;
        self.tokens.push(Token { at, san });
        Ok(())
    }
}

fn fail(at: Range<usize>, reason: &str) -> Break {
    Break {
        at,
        reason: reason.to_owned(),
    }
}

fn ends_word(byte: u8) -> bool {
    matches!(
        byte,
        b' ' | b'\t' | b'\n' | b'{' | b'}' | b'(' | b')' | b'!' | b'?' | b'$' | b';' | b'.' | b'*'
    )
}

fn castling_with_zeros(word: &[u8]) -> Option<SanPlus> {
    let (bare, suffix) = match word.split_last()? {
        (b'+', bare) => (bare, Some(Suffix::Check)),
        (b'#', bare) => (bare, Some(Suffix::Checkmate)),
        _ => (word, None),
    };
    let side = match bare {
        b"0-0" => CastlingSide::KingSide,
        b"0-0-0" => CastlingSide::QueenSide,
        _ => return None,
    };
    Some(SanPlus {
        san: San::Castle(side),
        suffix,
    })
}

#[cfg(test)]
mod tests {
    use super::{End, Rules, Token, scan};
    use crate::game::Outcome;

    /// Moves read, and the end or the (token, reason) of the break.
    fn read(text: &str) -> (Vec<String>, Result<End, (String, String)>) {
        let mut tokens = Vec::new();
        let end = scan(text.as_bytes(), Rules::Standard, &mut tokens).map_err(|b| {
            (
                text.get(b.at).expect("tokens end at characters").to_owned(),
                b.reason,
            )
        });
        (
            tokens.iter().map(|Token { san, .. }| san.to_string()).collect(),
            end,
        )
    }

    fn broken(text: &str) -> (usize, String, String) {
        let (moves, end) = read(text);
        let (token, reason) = end.expect_err(text);
        (moves.len(), token, reason)
    }

    #[test]
    fn everything_the_standard_allows_is_read() {
        let text = "1.e4! {best} e5?! 2. Nf3 $1 ; to the end ) }\n(2. f4 exf4 (2... d5 {)}) 3. Nf3 ; )\n) \
                    2... Nc6 3 Bb5 3. ... a6 4. O-O b5 5 . 0-0 exd6 e.p. 6. Nf3 e8=Q# 1/2-1/2 {agreed}";
        let (moves, end) = read(text);
        assert_eq!(moves.join(" "), "e4 e5 Nf3 Nc6 Bb5 a6 O-O b5 O-O exd6 Nf3 e8=Q#",);
        assert_eq!(end, Ok(End::Result(Outcome::Draw)));
    }

    #[test]
    fn what_is_no_move_breaks_the_scan() {
        for (text, plies, token) in [
            ("1. e4 e5 2. Кf3 Nc6", 2, "Кf3"),
            ("1. e4 e5 2. ♘f3 Nc6", 2, "♘f3"),
            ("1. e4 e7-e5 2. Nf3", 1, "e7-e5"),
            ("1. e4 e5 2. Nf3 $x", 3, "$x"),
            ("1. e4 e5 2. [%clk 0:59:26] Nf3", 2, "[%clk"),
            ("1. e4 e5 1:0", 2, "1:0"),
            ("1. e4 % e5", 1, "%"),
            ("1. e4 e5 2. exd6e.p.", 2, "exd6e"),
            ("e.p. e4", 0, "e"),
            ("1. e4 \u{a0}e5", 1, "\u{a0}e5"),
        ] {
            let (seen, first, _) = broken(text);
            assert_eq!((seen, first.as_str()), (plies, token), "{text}");
        }
    }

    #[test]
    fn brackets_have_to_match() {
        for (text, plies, reason) in [
            ("1. e4 {never closed 1-0", 1, "comment does not close"),
            ("1. e4 e5 (1... c5 {)} 1-0", 2, "variation does not close"),
            ("1. e4 ( { 1-0", 1, "comment does not close"),
            ("1. e4 } e5", 1, "comment closes that was not opened"),
            ("1. e4 ) e5", 1, "variation closes that was not opened"),
        ] {
            let (seen, _, why) = broken(text);
            assert_eq!((seen, why.as_str()), (plies, reason), "{text}");
        }
    }

    #[test]
    fn move_numbers_have_to_fit() {
        assert_eq!(broken("1. e4 2. Nf3").2, "move number 2 where 1 was expected");
        assert_eq!(broken("23. Rd1 Kg7").2, "move number 23 where 1 was expected");
        assert_eq!(broken("1. e4 e5 3. Nf3").2, "move number 3 where 2 was expected");
        assert_eq!(broken("1... e5").2, "move number 1... where White is to move");
        assert_eq!(broken("1. 2. e4").2, "move number 2 where 1 was expected");
        assert_eq!(broken("1. e4 e5 3. 1-0").2, "move number 3 where 2 was expected");
        for fine in [
            "1. e4 1... e5",
            "1. e4 1. e5",
            "1. e4 1... 1... e5",
            "1. e4 e5 2. 1-0",
            "e4 e5 Nf3",
            "1. ... *",
        ] {
            assert!(read(fine).1.is_ok(), "{fine}");
        }
    }

    #[test]
    fn nothing_follows_the_result() {
        assert_eq!(
            broken("1. e4 1-0 e5"),
            (1, "e5".into(), "text after the result".into())
        );
        assert_eq!(
            broken("1. e4 1-0 0-1"),
            (1, "0-1".into(), "second result after the moves".into())
        );
        assert_eq!(read("1. e4 1-0 1-0").1, Ok(End::Result(Outcome::White)));
        assert_eq!(read("1. e4").1, Ok(End::Missing));
    }

    #[test]
    fn null_moves_are_named() {
        for null in ["--", "Z0", "null"] {
            assert_eq!(
                broken(&format!("1. e4 {null} 2. d4")),
                (1, null.into(), "null move".into())
            );
        }
    }

    #[test]
    fn zeros_without_a_move_are_no_castling() {
        assert_eq!(read("0-0"), (vec![], Ok(End::NobodyScored)));
        assert_eq!(read("1. e4 0-0").0, ["e4", "O-O"]);
    }

    #[test]
    fn counted_tokens_need_not_be_standard_moves() {
        let mut tokens = Vec::new();
        let text = b"17... N@e5 18. Bxh7+ xyz 2. -- 1-0";
        // A null move stays an error: it says that nothing was played.
        assert_eq!(
            scan(text, Rules::Counted, &mut tokens)
                .expect_err("null move")
                .reason,
            "null move"
        );
        assert_eq!(tokens.len(), 3);
    }
}
