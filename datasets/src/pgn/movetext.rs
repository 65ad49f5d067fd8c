//! The strict reading of a game's movetext: every main-line token, none skipped. Comments, variations, glyphs, move
//! numbers and results are accepted; the first other token that is no move ends the scan. It knows no position.

use std::ops::Range;

use shakmaty::san::{San, SanPlus, Suffix};
use shakmaty::{CastlingSide, Chess, Color, Position as _};

use super::defect::GameDefect;
use super::game::Stamp;
use super::glyphs;
use super::result::{self, WrittenResult};
use crate::clocks::stamps::{TimeLike, note, time_like};

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Token {
    pub(crate) at: Range<usize>,
    /// The move; the null move where any word may stand.
    pub(crate) san: SanPlus,
    pub(crate) stamp: Stamp,
    /// The word before it is `N`: a novelty behind the last move, or the letter of this one's knight.
    pub(crate) after_n: bool,
    /// What in the comments behind it looks like a time and is no clock.
    pub(crate) time_like: Option<TimeLike>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Break {
    pub(crate) at: Range<usize>,
    pub(crate) reason: GameDefect,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    Missing,
    Result(WrittenResult),
    /// `0-0` where no move was played, or where nobody can castle: nobody scored.
    NobodyScored,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Rules {
    /// Any word may stand where a move stands, and not only moves in the standard's notation.
    pub(crate) any_word: bool,
    /// How moves are numbered; `None` if the numbers are not checked.
    pub(crate) numbers: Option<Numbers>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Numbers {
    /// The first number; `None` accepts any.
    pub(crate) first: Option<u32>,
    pub(crate) black: bool,
}

impl Rules {
    pub(crate) const STANDARD: Self =
        Self { any_word: false, numbers: Some(Numbers { first: Some(1), black: false }) };
    /// Anything that stands where a move stands; it is only counted.
    pub(crate) const COUNTED: Self = Self { any_word: true, numbers: None };

    /// Moves from another position: programs number those of a fragment from one or as in the game it was taken from.
    pub(crate) fn fragment(position: &Chess) -> Self {
        let black = position.turn() == Color::Black;
        Self { any_word: false, numbers: Some(Numbers { first: None, black }) }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Scanned {
    pub(crate) end: End,
    /// Index of the first null move among the tokens.
    pub(crate) null: Option<usize>,
    /// Assessments stand behind moves in signs or words.
    pub(crate) glyphs: bool,
}

/// Reads the main line into `tokens`, which on an error holds those before it.
pub(crate) fn scan(text: &[u8], rules: Rules, tokens: &mut Vec<Token>) -> Result<Scanned, Break> {
    tokens.clear();
    let found = Scanned { end: End::Missing, null: None, glyphs: false };
    let mut scan = Scan { text, at: 0, rules, tokens, number: None, after_n: false, assessed: false, found };
    while let Some(&byte) = text.get(scan.at) {
        scan.step(byte)?;
    }
    Ok(scan.found)
}

struct Scan<'a> {
    text: &'a [u8],
    at: usize,
    rules: Rules,
    tokens: &'a mut Vec<Token>,
    number: Option<MoveNumber>,
    /// The last word is `N`.
    after_n: bool,
    /// The result was given by a sign that is an assessment if the game goes on.
    assessed: bool,
    found: Scanned,
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
            b'.' if result::pointed(&self.text[self.at..]).is_none() => {
                if let Some(number) = &mut self.number {
                    number.dots = number.dots.saturating_add(1);
                }
                self.at += 1;
            }
            b'{' => self.comment()?,
            b';' => {
                let open = self.at;
                self.line_comment();
                self.note(open..self.at);
            }
            b'(' => self.variation()?,
            b'}' => return Err(fail(self.at..self.at + 1, GameDefect::CommentUnopened)),
            b')' => return Err(fail(self.at..self.at + 1, GameDefect::VariationUnopened)),
            b'!' | b'?' => self.at += 1,
            b'$' => self.glyph()?,
            b'*' => {
                self.go_on();
                self.result(self.at..self.at + 1, WrittenResult::default())?;
            }
            _ => self.word()?,
        }
        Ok(())
    }

    fn comment(&mut self) -> Result<(), Break> {
        match self.text[self.at..].iter().position(|&b| b == b'}') {
            Some(close) => {
                self.note(self.at..self.at + close);
                self.at += close + 1;
            }
            None => return Err(fail(self.at..self.text.len(), GameDefect::CommentUnclosed)),
        }
        Ok(())
    }

    /// Looks at a comment for the clocks of the move before it.
    fn note(&mut self, comment: Range<usize>) {
        let text = self.text.get(comment).unwrap_or_default();
        if let Some(token) = self.tokens.last_mut() {
            note(&mut token.stamp, text);
            token.time_like = token.time_like.or_else(|| time_like(text));
        }
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
                    // Clocks in a variation say nothing about the game.
                    let open = self.at;
                    match self.text[open..].iter().position(|&b| b == b'}') {
                        Some(close) => self.at += close + 1,
                        None => return Err(fail(open..self.text.len(), GameDefect::CommentUnclosed)),
                    }
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
        Err(fail(open..self.text.len(), GameDefect::VariationUnclosed))
    }

    fn glyph(&mut self) -> Result<(), Break> {
        let word = self.word_at(self.at + 1);
        if word.is_empty() || !self.text[word.clone()].iter().all(u8::is_ascii_digit) {
            return Err(fail(self.at..word.end, GameDefect::Glyph));
        }
        self.at = word.end;
        Ok(())
    }

    fn word_at(&self, start: usize) -> Range<usize> {
        let rest = self.text.get(start..).unwrap_or_default();
        let len = rest.iter().position(|&b| ends_word(b)).unwrap_or(rest.len());
        start..start + len
    }

    fn word(&mut self) -> Result<(), Break> {
        let mut at = self.word_at(self.at);
        if let Some(length) = result::pointed(&self.text[self.at..]) {
            at.end = at.end.max(self.at + length);
        }
        let word = &self.text[at.clone()];
        if !result::is_forfeit_mark(word) {
            self.go_on();
        }
        if let Some(ending) = WrittenResult::from_word(word) {
            self.assessed = glyphs::may_be_a_result(word)
                && !self.tokens.is_empty()
                && self.number.is_none()
                && self.found.end == End::Missing;
            return self.result(at, ending);
        }
        if word == b"0-0" && self.tokens.is_empty() && self.found.end == End::Missing {
            self.at = at.end;
            self.found.end = End::NobodyScored;
            return Ok(());
        }
        match &mut self.found.end {
            End::Missing => {}
            End::Result(ending) if !ending.forfeit && result::is_forfeit_mark(word) => {
                ending.forfeit = true;
                self.at = at.end;
                return Ok(());
            }
            End::Result(_) | End::NobodyScored => return Err(fail(at, GameDefect::TextAfterResult)),
        }
        if let Some(mark) = self.en_passant_mark() {
            self.at = mark;
            return Ok(());
        }
        if self.number.is_none() && !self.tokens.is_empty() && glyphs::is_glyph(word) {
            self.after_n = word == b"N";
            self.found.glyphs = true;
            self.at = at.end;
            return Ok(());
        }
        let digits = word.iter().take_while(|b| b.is_ascii_digit()).count();
        if digits > 0 && !word.starts_with(b"0-") && !is_null_move(word) {
            return self.move_number(at, digits);
        }
        if self.rules.any_word {
            at.end = self.promotion_in_brackets(at.end);
        }
        self.mv(at)
    }

    /// A word follows: the sign before it was an assessment and no result.
    fn go_on(&mut self) {
        if std::mem::take(&mut self.assessed) {
            self.found.end = End::Missing;
            self.found.glyphs = true;
        }
    }

    /// Where the word ends if a promotion in brackets belongs to it: `e8(D)`. One letter is no variation.
    fn promotion_in_brackets(&self, end: usize) -> usize {
        let ranked = end.checked_sub(1).and_then(|last| self.text.get(last));
        let inner = self.text[end..].strip_prefix(b"(");
        match (ranked, inner) {
            (Some(b'1' | b'8'), Some(inner)) => match inner.iter().position(|&b| b == b')') {
                Some(close @ 1..=4)
                    if inner[..close].iter().all(|b| b.is_ascii_alphabetic() || !b.is_ascii()) =>
                {
                    end + close + 2
                }
                _ => end,
            },
            _ => end,
        }
    }

    fn result(&mut self, at: Range<usize>, ending: WrittenResult) -> Result<(), Break> {
        self.settle_number(false)?;
        match self.found.end {
            End::Missing => self.found.end = End::Result(ending),
            End::Result(before) if before.result == ending.result => {
                let forfeit = before.forfeit || ending.forfeit;
                self.found.end = End::Result(WrittenResult { forfeit, ..before });
            }
            End::Result(_) | End::NobodyScored => return Err(fail(at, GameDefect::SecondResult)),
        }
        self.at = at.end;
        Ok(())
    }

    /// `e.p.` after a move says what the move says already.
    fn en_passant_mark(&self) -> Option<usize> {
        let rest = &self.text[self.at..];
        let len = [&b"e.p."[..], b"e.p", b"ep"]
            .iter()
            .find(|mark| rest.get(..mark.len()).is_some_and(|head| head.eq_ignore_ascii_case(mark)))?
            .len();
        let ends = rest.get(len).is_none_or(|&b| ends_word(b));
        (ends && !self.tokens.is_empty()).then_some(self.at + len)
    }

    fn move_number(&mut self, at: Range<usize>, digits: usize) -> Result<(), Break> {
        let number = at.start..at.start + digits;
        let follows = self.text[at.clone()].get(digits);
        if digits > 6 || follows.is_some_and(|b| !b.is_ascii_alphabetic()) {
            return Err(fail(at, GameDefect::NotAMove));
        }
        self.settle_number(false)?;
        self.after_n = false;
        let value =
            self.text[number.clone()].iter().fold(0, |value, &digit| value * 10 + u32::from(digit - b'0'));
        self.at = number.end;
        self.number = Some(MoveNumber { at: number, value, dots: 0 });
        Ok(())
    }

    /// Compares the pending move number with the plies read. A contradiction means that a move was lost or
    /// put in before this reader saw the text.
    fn settle_number(&mut self, move_follows: bool) -> Result<(), Break> {
        let Some(MoveNumber { at, value, dots }) = self.number.take() else {
            return Ok(());
        };
        let Some(Numbers { first, black }) = &mut self.rules.numbers else {
            return Ok(());
        };
        let plies = self.tokens.len() + usize::from(*black);
        let full_moves = u32::try_from(plies / 2).unwrap_or(u32::MAX);
        let expected = match first {
            Some(first) => first.saturating_add(full_moves),
            None => {
                let counted = value.checked_sub(full_moves).filter(|first| *first > 0);
                *first = counted;
                counted.map_or(full_moves.saturating_add(1), |_| value)
            }
        };
        if value != expected {
            return Err(fail(at, GameDefect::MoveNumber { found: value, expected }));
        }
        // One dot before Black's move is common after a comment; three before White's are a contradiction.
        if move_follows && dots >= 3 && plies.is_multiple_of(2) {
            return Err(fail(at, GameDefect::WhiteToMove { number: value }));
        }
        Ok(())
    }

    fn mv(&mut self, mut at: Range<usize>) -> Result<(), Break> {
        let word = &self.text[at.clone()];
        let read = if is_null_move(word) {
            self.found.null.get_or_insert(self.tokens.len());
            Some(NULL)
        } else if self.rules.any_word {
            Some(NULL)
        } else {
            standard_move(word)
        };
        // Signs may be glued to a move.
        let glued = glyphs::bare(word).filter(|_| read.is_none() || self.rules.any_word);
        let (read, length) = match glued {
            Some(bare) if self.rules.any_word => (read, bare.len()),
            Some(bare) => (standard_move(bare), bare.len()),
            None => (read, word.len()),
        };
        let Some(san) = read else {
            return Err(fail(at, GameDefect::NotAMove));
        };
        self.found.glyphs |= length < word.len();
        self.settle_number(true)?;
        self.at = at.end;
        at.end = at.start + length;
        let after_n = std::mem::take(&mut self.after_n);
        self.tokens.push(Token { at, san, stamp: Stamp::default(), after_n, time_like: None });
        Ok(())
    }
}

fn standard_move(word: &[u8]) -> Option<SanPlus> {
    castling_with_zeros(word).or_else(|| SanPlus::from_ascii(word).ok())
}

const NULL: SanPlus = SanPlus { san: San::Null, suffix: None };

/// Programs write a pass when an analyst lets one side move twice. Nobody plays one on a board.
fn is_null_move(word: &[u8]) -> bool {
    matches!(word, b"--" | b"Z0" | b"@@@@" | b"0000") || word.eq_ignore_ascii_case(b"null")
}

fn fail(at: Range<usize>, reason: GameDefect) -> Break {
    Break { at, reason }
}

fn ends_word(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'{' | b'}' | b'(' | b')' | b'!' | b'?' | b'$' | b';' | b'.' | b'*')
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
    Some(SanPlus { san: San::Castle(side), suffix })
}

#[cfg(test)]
mod tests;
