//! Cuts a byte stream into games, tags apart from movetext, in constant memory: at most one game is held.

use std::borrow::Cow;
use std::io::{self, BufRead};
use std::ops::{ControlFlow, Range};

use shakmaty::san::SanPlus;

use crate::pgn::defect::GameDefect;
use crate::pgn::glyphs;
use crate::pgn::lines::{Lines, Piece};
use crate::pgn::marks::{self, Marks, Place};
use crate::pgn::result::{WrittenResult, is_forfeit_mark};
use crate::pgn::tags::{self, Quotes};

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
    /// Kinds of signs in tags and moves that were read as others.
    pub(crate) marks: Marks,
    /// Everything after the tags: lines end with LF, blank lines and `%` lines are gone, and signs that stand for others are
    /// those others (see `marks`).
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

/// A line, or the rest of one.
#[derive(Clone, Copy)]
struct Line<'a> {
    /// As it is read in tags: signs that stand for others are those.
    plain: &'a [u8],
    raw: &'a [u8],
    marks: Marks,
}

impl Line<'_> {
    /// The place in the raw line of a place in the plain one.
    fn source(&self, at: usize) -> usize {
        // No sign takes more bytes than the one it stands for.
        if self.plain.len() == self.raw.len() { at } else { marks::source(self.raw, Place::Tags, at) }
    }

    fn after(self, at: usize) -> Self {
        let raw = self.raw.get(self.source(at)..).unwrap_or_default();
        Self { plain: self.plain.get(at..).unwrap_or_default(), raw, ..self }
    }
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

    /// The first piece of a line. Files that were joined without an end of line have several games on one.
    fn line(
        &mut self,
        bytes: &[u8],
        piece: Piece,
        visit: &mut dyn FnMut(&RawGame) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut marks = Marks::default();
        let mut plain = marks::plain(bytes, Place::Tags, &mut marks);
        let (mut raw, mut offset) = (bytes, piece.offset);
        if let Cow::Owned(text) = &plain {
            // Signs at the beginning, of a file that was joined, are no part of the game.
            let lead = text.len() - text.trim_ascii_start().len();
            let start = marks::source(bytes, Place::Tags, lead);
            (raw, offset) = (bytes.get(start..).unwrap_or_default(), offset + start as u64);
            marks = Marks::default();
            plain = marks::plain(raw, Place::Tags, &mut marks);
        }
        let mut rest: &[u8] = &plain;
        loop {
            let line = Line { plain: rest, raw, marks };
            match self.part(line, Piece { offset, ..piece }, visit)? {
                None => return ControlFlow::Continue(()),
                Some(seam) => {
                    self.finish(visit)?;
                    let start = line.source(seam);
                    rest = rest.get(seam..).unwrap_or_default();
                    (raw, offset) = (raw.get(start..).unwrap_or_default(), offset + start as u64);
                }
            }
        }
    }

    /// A line, or what follows a seam in it: decides what it is. Gives the place where the tags of the next game begin.
    fn part(
        &mut self,
        line: Line<'_>,
        piece: Piece,
        visit: &mut dyn FnMut(&RawGame) -> ControlFlow<()>,
    ) -> ControlFlow<(), Option<usize>> {
        let (bytes, offset) = (line.plain, piece.offset);
        self.kind = Kind::Nothing;
        let blank = std::mem::replace(&mut self.blank, false);
        if piece.ends && bytes.trim_ascii().is_empty() {
            self.blank = true;
            if self.at == At::Moves && self.outline.finished() {
                self.finish(visit)?;
            }
            return ControlFlow::Continue(None);
        }
        if self.at == At::Moves && self.outline.in_comment {
            return ControlFlow::Continue(if starts_inside_comment(bytes, blank) {
                self.finish(visit)?;
                self.tag_line(line, offset)
            } else {
                self.movetext_line(line)
            });
        }
        if bytes.starts_with(b"%") {
            return ControlFlow::Continue(None);
        }
        if tags::opens_like_a_tag(bytes) {
            if self.at != At::Outside && self.tag_starts_a_game(bytes, blank) {
                self.finish(visit)?;
            }
            return ControlFlow::Continue(self.tag_line(line, offset));
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
        ControlFlow::Continue(match self.at {
            At::Outside if starts => {
                self.begin(offset);
                self.movetext_line(line)
            }
            // Prose between games is not a game.
            At::Outside => None,
            At::Tags | At::Moves => self.movetext_line(line),
        })
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
        self.game.marks = Marks::default();
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

    /// Reads the tags of a line, and the moves that may follow on it. Gives the place of a seam as [`Self::movetext_line`] does.
    fn tag_line(&mut self, whole: Line<'_>, offset: u64) -> Option<usize> {
        let line = whole.plain;
        if self.at == At::Outside {
            self.begin(offset);
        }
        self.kind = Kind::Tag;
        if self.game.tag_bytes.len() + line.len() > GAME_BYTES {
            self.game.too_long = Some(GameDefect::TagsTooLong);
            return None;
        }
        let base = self.game.tag_bytes.len();
        self.game.tag_bytes.extend_from_slice(line);
        self.game.tag_bytes.push(b'\n');
        self.game.marks.add(whole.marks);
        let mut at = 0;
        loop {
            let Some(pair) = tags::pair(&line[at..]) else {
                self.game.broken.get_or_insert(base + at..base + line.len());
                return None;
            };
            let place = |range: &Range<usize>| base + at + range.start..base + at + range.end;
            let (name, value) = (place(&pair.name), place(&pair.value));
            self.game.marks.of_quotes(pair.quotes);
            self.roster |= roster_bit(&self.game.tag_bytes[name.clone()]);
            self.game.pairs.push((name, value));
            at += pair.end;
            if line[at..].trim_ascii().is_empty() {
                return None;
            }
            if !tags::opens_like_a_tag(&line[at..]) {
                // Moves may follow on the same line.
                return self.movetext_line(whole.after(at)).map(|seam| at + seam);
            }
        }
    }

    /// Takes the moves of a line, up to a seam if there is one: the place where the tags of the next game begin.
    fn movetext_line(&mut self, line: Line<'_>) -> Option<usize> {
        self.at = At::Moves;
        self.kind = Kind::Moves;
        let seam = self.seam(line.plain);
        let end = seam.map_or(line.raw.len(), |seam| line.source(seam));
        self.movetext(line.raw.get(..end).unwrap_or_default());
        seam
    }

    /// Where tags begin within a line of moves: behind a result; or with the tag that begins every game, if nothing or another tag
    /// stands behind it. In a comment, which may speak of tags, only if the line ends with it.
    fn seam(&self, bytes: &[u8]) -> Option<usize> {
        let mut outline = self.outline;
        let mut read = 0;
        let brackets = bytes.iter().enumerate().filter(|(_, b)| **b == b'[');
        for (at, _) in brackets.filter(|(at, _)| *at > 0) {
            let tag = bytes.get(at..).unwrap_or_default();
            let name = tags::first_name(tag);
            if roster_bit(name) == 0 || !tags::opens_like_a_tag(tag) {
                continue;
            }
            let Some(pair) = tags::pair(tag).filter(|pair| pair.quotes != Quotes::Missing) else {
                continue;
            };
            outline.scan(bytes.get(read..at).unwrap_or_default());
            read = at;
            let open = outline.in_comment || outline.in_line_comment || outline.depth > 0;
            let is_event = name.eq_ignore_ascii_case(b"Event");
            let behind = tag.get(pair.end..).unwrap_or_default();
            let alone = behind.trim_ascii().is_empty();
            let tags_follow = alone || (!open && tags::opens_like_a_tag(behind));
            let mut ended = outline;
            ended.end_word();
            if (is_event && tags_follow) || (!open && ended.finished()) {
                return Some(at);
            }
        }
        None
    }

    fn movetext(&mut self, bytes: &[u8]) {
        let place = Place::Moves { in_comment: self.outline.in_comment };
        let bytes = marks::plain(bytes, place, &mut self.game.marks);
        self.outline.scan(&bytes);
        if self.game.too_long.is_some() {
            return;
        }
        if self.game.movetext.len() + bytes.len() >= GAME_BYTES {
            self.game.too_long = Some(GameDefect::MovetextTooLong);
            self.game.movetext.clear();
            return;
        }
        self.game.movetext.extend_from_slice(&bytes);
    }
}

/// An unclosed comment must not swallow the games after it: a line that can only be a tag ends it.
fn starts_inside_comment(line: &[u8], blank: bool) -> bool {
    let begins = line.starts_with(b"[Event") && tags::first_name(line) == b"Event";
    (begins || (blank && tags::opens_like_a_tag(line)))
        && tags::pair(line).is_some_and(|pair| pair.quotes != Quotes::Missing)
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
#[derive(Clone, Copy, Debug, Default)]
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
            // Among moves `+/-` is an assessment, and the game goes on.
            let assessed = |word| self.words > 1 && glyphs::may_be_a_result(word);
            self.ended = self.word.get(..self.word_len).is_some_and(|word| {
                (WrittenResult::from_word(word).is_some() && !assessed(word))
                    || (self.ended && is_forfeit_mark(word))
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
