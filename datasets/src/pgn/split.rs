//! Cuts a byte stream into games, tags apart from movetext, in constant memory: at most one game is held.

use std::io::{self, BufRead};
use std::ops::{ControlFlow, Range};

use shakmaty::san::SanPlus;

use crate::pgn::defect::GameDefect;
use crate::pgn::lines::{Lines, Piece};
use crate::pgn::result::{WrittenResult, is_forfeit_mark};
use crate::pgn::tags;

/// Maximum of bytes of a game's movetext, and of its tags.
pub(crate) const GAME_BYTES: usize = 1024 * 1024;

#[derive(Debug, Default)]
pub(crate) struct RawGame {
    /// Number within the stream, from 1.
    pub(crate) number: u32,
    pub(crate) offset: u64,
    tag_bytes: Vec<u8>,
    /// Names and values within `tag_bytes`.
    pairs: Vec<(Range<usize>, Range<usize>)>,
    /// The first tag that does not close, within `tag_bytes`.
    broken: Option<Range<usize>>,
    /// Everything after the tags: lines end with LF, blank lines and `%` lines are gone.
    pub(crate) movetext: Vec<u8>,
    /// The bound that the game breaks; what is over it has been dropped.
    pub(crate) too_long: Option<GameDefect>,
}

impl RawGame {
    pub(crate) fn tags(&self) -> impl Iterator<Item = (&[u8], &[u8])> {
        self.pairs.iter().map(|(name, value)| (&self.tag_bytes[name.clone()], &self.tag_bytes[value.clone()]))
    }

    pub(crate) fn tag_bytes(&self) -> &[u8] {
        &self.tag_bytes
    }

    /// The first tag that does not close.
    pub(crate) fn broken_tag(&self) -> Option<&[u8]> {
        self.broken.clone().map(|range| &self.tag_bytes[range])
    }
}

/// Hands every game of the stream to `visit`, in order, also those before a failure.
pub(crate) fn split(
    reader: impl BufRead,
    visit: &mut dyn FnMut(&RawGame) -> ControlFlow<()>,
) -> io::Result<ControlFlow<()>> {
    let mut lines = Lines::new(reader);
    let mut splitter = Splitter::default();
    let mut bytes = Vec::new();
    while let Some(piece) = lines.next(&mut bytes)? {
        if splitter.piece(&bytes, piece, visit).is_break() {
            return Ok(ControlFlow::Break(()));
        }
    }
    Ok(splitter.finish(visit))
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum At {
    #[default]
    Outside,
    Tags,
    Moves,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Kind {
    #[default]
    Nothing,
    Tag,
    Moves,
}

#[derive(Default)]
struct Splitter {
    game: RawGame,
    count: u32,
    at: At,
    kind: Kind,
    blank: bool,
    /// Tags of the seven-tag roster seen in this game.
    roster: u8,
    outline: Outline,
}

impl Splitter {
    fn piece(
        &mut self,
        bytes: &[u8],
        piece: Piece,
        visit: &mut dyn FnMut(&RawGame) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if piece.starts {
            self.line(bytes, piece, visit)?;
        } else {
            match self.kind {
                Kind::Nothing => {}
                Kind::Tag => self.game.too_long = Some(GameDefect::TagLineTooLong),
                Kind::Moves => self.movetext(bytes),
            }
        }
        if piece.ends && self.kind == Kind::Moves {
            self.outline.end_line();
            if self.game.too_long.is_none() {
                self.game.movetext.push(b'\n');
            }
        }
        ControlFlow::Continue(())
    }

    /// The first piece of a line: decides what the line is.
    fn line(
        &mut self,
        bytes: &[u8],
        piece: Piece,
        visit: &mut dyn FnMut(&RawGame) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut offset = piece.offset;
        let mut bytes = bytes;
        if let Some(rest) = bytes.strip_prefix(b"\xef\xbb\xbf") {
            bytes = rest;
            offset += 3;
        }
        self.kind = Kind::Nothing;
        let blank = std::mem::replace(&mut self.blank, false);
        if piece.ends && bytes.trim_ascii().is_empty() {
            self.blank = true;
            if self.at == At::Moves && self.outline.finished() {
                self.finish(visit)?;
            }
            return ControlFlow::Continue(());
        }
        if self.at == At::Moves && self.outline.in_comment {
            if starts_inside_comment(bytes, blank) {
                self.finish(visit)?;
                self.tag_line(bytes, offset);
            } else {
                self.movetext_line(bytes);
            }
            return ControlFlow::Continue(());
        }
        if bytes.starts_with(b"%") {
            return ControlFlow::Continue(());
        }
        if tags::opens_like_a_tag(bytes) {
            if self.at != At::Outside && self.tag_starts_a_game(bytes, blank) {
                self.finish(visit)?;
            }
            self.tag_line(bytes, offset);
            return ControlFlow::Continue(());
        }
        let starts = starts_without_tags(bytes);
        let comment = bytes.trim_ascii_start().starts_with(b"{");
        if self.at == At::Moves
            && starts
            && !comment
            && (self.outline.finished() || (blank && self.outline.words > 0 && begins_at_move_one(bytes)))
        {
            self.finish(visit)?;
        }
        match self.at {
            At::Outside if starts => {
                self.begin(offset);
                self.movetext_line(bytes);
            }
            // Prose between games is not a game.
            At::Outside => {}
            At::Tags | At::Moves => self.movetext_line(bytes),
        }
        ControlFlow::Continue(())
    }

    fn begin(&mut self, offset: u64) {
        self.game.offset = offset;
        self.at = At::Tags;
    }

    /// Hands out the game in hand, if there is one, and clears it.
    fn finish(&mut self, visit: &mut dyn FnMut(&RawGame) -> ControlFlow<()>) -> ControlFlow<()> {
        self.outline.end_line();
        let is_game = self.at != At::Outside && (!self.game.tag_bytes.is_empty() || self.outline.words > 0);
        self.at = At::Outside;
        self.roster = 0;
        self.outline = Outline::default();
        let flow = if is_game {
            self.count = self.count.saturating_add(1);
            self.game.number = self.count;
            visit(&self.game)
        } else {
            ControlFlow::Continue(())
        };
        self.game.tag_bytes.clear();
        self.game.pairs.clear();
        self.game.broken = None;
        self.game.movetext.clear();
        self.game.too_long = None;
        flow
    }

    /// Whether a tag line begins the next game. Games without moves may lack even the result, so moves
    /// alone cannot tell.
    fn tag_starts_a_game(&self, line: &[u8], blank: bool) -> bool {
        let name = tags::first_name(line);
        let seen = self.roster & roster_bit(name) != 0;
        // A comment that stood alone before the tags is no part of the game.
        let only_comment = self.game.tag_bytes.is_empty();
        self.outline.words > 0
            || self.outline.depth > 0
            || only_comment
            || (seen && (blank || name.eq_ignore_ascii_case(b"Event")))
    }

    fn tag_line(&mut self, line: &[u8], offset: u64) {
        if self.at == At::Outside {
            self.begin(offset);
        }
        self.kind = Kind::Tag;
        if self.game.tag_bytes.len() + line.len() > GAME_BYTES {
            self.game.too_long = Some(GameDefect::TagsTooLong);
            return;
        }
        let base = self.game.tag_bytes.len();
        self.game.tag_bytes.extend_from_slice(line);
        self.game.tag_bytes.push(b'\n');
        let mut at = 0;
        loop {
            let Some(pair) = tags::pair(&line[at..]) else {
                self.game.broken.get_or_insert(base + at..base + line.len());
                return;
            };
            let place = |range: &Range<usize>| base + at + range.start..base + at + range.end;
            let (name, value) = (place(&pair.name), place(&pair.value));
            self.roster |= roster_bit(&self.game.tag_bytes[name.clone()]);
            self.game.pairs.push((name, value));
            at += pair.end;
            if line[at..].trim_ascii().is_empty() {
                return;
            }
            if !tags::opens_like_a_tag(&line[at..]) {
                // Moves may follow on the same line.
                self.movetext_line(&line[at..]);
                return;
            }
        }
    }

    fn movetext_line(&mut self, bytes: &[u8]) {
        self.at = At::Moves;
        self.kind = Kind::Moves;
        self.movetext(bytes);
    }

    fn movetext(&mut self, bytes: &[u8]) {
        self.outline.scan(bytes);
        if self.game.too_long.is_some() {
            return;
        }
        if self.game.movetext.len() + bytes.len() >= GAME_BYTES {
            self.game.too_long = Some(GameDefect::MovetextTooLong);
            self.game.movetext.clear();
            return;
        }
        self.game.movetext.extend_from_slice(bytes);
    }
}

/// An unclosed comment must not swallow the games after it: a line that can only be a tag ends it.
fn starts_inside_comment(line: &[u8], blank: bool) -> bool {
    line.starts_with(b"[Event \"") || (blank && tags::opens_like_a_tag(line) && tags::pair(line).is_some())
}

/// Whether a line outside a game begins one that has no tags.
fn starts_without_tags(line: &[u8]) -> bool {
    let line = line.trim_ascii();
    if line.starts_with(b"{") || WrittenResult::from_word(line).is_some() {
        return true;
    }
    let digits = line.iter().take_while(|b| b.is_ascii_digit()).count();
    let after = &line[digits..];
    if digits > 0 && after.starts_with(b".") {
        return true;
    }
    if digits > 0 && !after.starts_with(b" ") {
        return false;
    }
    let word = after.trim_ascii_start();
    let end = word.iter().position(|b| b.is_ascii_whitespace() || matches!(b, b'!' | b'?' | b'{' | b'('));
    SanPlus::from_ascii(&word[..end.unwrap_or(word.len())]).is_ok()
}

/// `1.` or `1 `, but not `1...`, which goes on with Black's move.
fn begins_at_move_one(line: &[u8]) -> bool {
    let line = line.trim_ascii_start();
    line.starts_with(b"1 ") || (line.starts_with(b"1.") && !line.starts_with(b"1.."))
}

fn roster_bit(name: &[u8]) -> u8 {
    const ROSTER: [&[u8]; 7] = [b"Event", b"Site", b"Date", b"Round", b"White", b"Black", b"Result"];
    ROSTER.iter().position(|known| known.eq_ignore_ascii_case(name)).map_or(0, |at| 1 << at)
}

/// Follows comments, variations and words across pieces, to see where a game ends.
#[derive(Debug, Default)]
struct Outline {
    in_comment: bool,
    in_line_comment: bool,
    depth: u32,
    words: u64,
    /// The last main-line word is a result.
    ended: bool,
    word: [u8; 12],
    word_len: usize,
}

impl Outline {
    /// The result has been read and nothing is open.
    fn finished(&self) -> bool {
        self.ended && self.depth == 0 && !self.in_comment
    }

    fn scan(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            if self.in_comment {
                self.in_comment = byte != b'}';
                continue;
            }
            if self.in_line_comment {
                return;
            }
            match byte {
                b'{' => {
                    self.end_word();
                    self.in_comment = true;
                }
                b';' => {
                    self.end_word();
                    self.in_line_comment = true;
                }
                b'(' => {
                    self.end_word();
                    self.depth = self.depth.saturating_add(1);
                }
                b')' => {
                    self.end_word();
                    self.depth = self.depth.saturating_sub(1);
                }
                b' ' | b'\t' => self.end_word(),
                _ if self.depth == 0 => {
                    if let Some(slot) = self.word.get_mut(self.word_len) {
                        *slot = byte;
                    }
                    self.word_len = self.word_len.saturating_add(1);
                }
                _ => {}
            }
        }
    }

    fn end_word(&mut self) {
        if self.word_len > 0 {
            self.words = self.words.saturating_add(1);
            self.ended = self.word.get(..self.word_len).is_some_and(|word| {
                WrittenResult::from_word(word).is_some() || (self.ended && is_forfeit_mark(word))
            });
            self.word_len = 0;
        }
    }

    fn end_line(&mut self) {
        if !self.in_comment {
            self.end_word();
        }
        self.in_line_comment = false;
    }
}
