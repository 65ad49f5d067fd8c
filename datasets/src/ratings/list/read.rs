//! Reads a list, whatever its layout, row after row, and counts what became of each row.

use std::io::{self, BufRead};
use std::ops::ControlFlow;
use std::path::Path;

use super::cells::Wrong;
use super::layout::Layout;
use super::period::{self, YearMonth};
use super::{Counts, How, ListError, ListHead, ListKind, ListedPlayer, MAX_LINES, MAX_REFUSED_KEPT, Options};
use super::{RatingList, Refused, xml};
use crate::pgn::encoding::Encoding;
use crate::pgn::input;
use crate::pgn::lines::Lines;

/// Hands every player of the list at `path` to `visit`, in the order of the file, and says what the list is. Memory
/// does not grow with the list.
///
/// # Errors
/// A file that cannot be read, has no known layout, or says something else than `options`; a `visit` that breaks.
pub fn stream(
    path: &Path,
    options: &Options,
    visit: &mut dyn FnMut(ListedPlayer) -> ControlFlow<()>,
) -> Result<ListHead, ListError> {
    stream_bounded(path, options, u64::MAX, visit)
}

/// The same, with a bound on the bytes after unpacking.
///
/// # Errors
/// As there; [`ListError::Read`] with [`std::io::ErrorKind::FileTooLarge`] beyond `most_bytes`.
pub fn stream_bounded(
    path: &Path,
    options: &Options,
    most_bytes: u64,
    visit: &mut dyn FnMut(ListedPlayer) -> ControlFlow<()>,
) -> Result<ListHead, ListError> {
    let name = path.file_name().unwrap_or(path.as_os_str());
    let mut progress = Progress::new(name.to_string_lossy().into_owned(), options, visit);
    let mut refusal = None;
    let input = input::with_bounded_text(path, most_bytes, &mut |bytes| match read(bytes, &mut progress) {
        Ok(()) => Ok(ControlFlow::Continue(())),
        Err(End::Io(error)) => Err(error),
        Err(End::List(error)) => {
            refusal = Some(error);
            Ok(ControlFlow::Break(()))
        }
    })?;
    match (refusal, input) {
        (None, Some(input)) => Ok(ListHead { sha256: input.sha256, ..progress.head }),
        (error, _) => Err(error.unwrap_or(ListError::Stopped { name: progress.head.name })),
    }
}

/// Reads a whole list into memory.
pub fn load(path: &Path, options: &Options) -> Result<RatingList, ListError> {
    let mut players = Vec::new();
    let head = stream(path, options, &mut |player| {
        players.push(player);
        ControlFlow::Continue(())
    })?;
    Ok(RatingList { head, players })
}

/// Why the reading ended early.
pub(super) enum End {
    Io(io::Error),
    List(ListError),
}

impl From<io::Error> for End {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

impl From<ListError> for End {
    fn from(error: ListError) -> Self {
        Self::List(error)
    }
}

/// A list as far as it has been read.
pub(super) struct Progress<'a> {
    pub(super) head: ListHead,
    options: &'a Options,
    visit: &'a mut dyn FnMut(ListedPlayer) -> ControlFlow<()>,
}

impl<'a> Progress<'a> {
    fn new(
        name: String,
        options: &'a Options,
        visit: &'a mut dyn FnMut(ListedPlayer) -> ControlFlow<()>,
    ) -> Self {
        let head = ListHead {
            name,
            sha256: String::new(),
            layout: "",
            period: None,
            kind: (ListKind::Standard, How::History),
            counts: Counts::default(),
            refused: Vec::new(),
        };
        Self { head, options, visit }
    }

    /// Settles month and kind as soon as the layout is known; `kind` and `period` are those of the header.
    pub(super) fn begin(
        &mut self,
        layout: &'static str,
        kind: Option<ListKind>,
        period: Option<YearMonth>,
    ) -> Result<(), ListError> {
        let name = self.head.name.to_ascii_lowercase();
        self.head.layout = layout;
        let periods = [period, period::in_name(&self.head.name), self.options.period];
        self.head.period = self.agreed("period", periods, YearMonth::to_string)?;
        let mut in_name = [ListKind::Standard, ListKind::Rapid, ListKind::Blitz]
            .into_iter()
            .filter(|kind| name.contains(kind.as_str()));
        let in_name = in_name.next().filter(|_| in_name.next().is_none());
        let kinds = [kind, in_name, self.options.kind];
        let kind = self.agreed("kind", kinds, |kind| kind.as_str().to_owned())?;
        let first_others = YearMonth { year: 2012, month: 7 };
        let early = self.month().filter(|month| *month < first_others);
        let by_date = early.map(|_| (ListKind::Standard, How::History));
        self.head.kind =
            kind.or(by_date).ok_or_else(|| ListError::KindUnknown { name: self.head.name.clone() })?;
        Ok(())
    }

    /// The first of the statements of header, file name and operator; they must not contradict each other.
    fn agreed<T: Copy + PartialEq>(
        &self,
        what: &'static str,
        statements: [Option<T>; 3],
        text: impl Fn(&T) -> String,
    ) -> Result<Option<(T, How)>, ListError> {
        let mut made = statements.into_iter().zip([How::Header, How::FileName, How::Given]);
        let mut made = std::iter::from_fn(|| made.find_map(|(statement, how)| Some((statement?, how))));
        let Some((one, one_how)) = made.next() else { return Ok(None) };
        match made.find(|(other, _)| *other != one) {
            None => Ok(Some((one, one_how))),
            Some((other, other_how)) => Err(ListError::Disagree {
                name: self.head.name.clone(),
                what,
                one: text(&one),
                one_how: one_how.text(),
                other: text(&other),
                other_how: other_how.text(),
            }),
        }
    }

    /// The month of the list, as far as it is known.
    pub(super) fn month(&self) -> Option<YearMonth> {
        self.head.period.map(|(month, _)| month)
    }

    /// Counts one line or element.
    pub(super) fn line(&mut self) -> Result<(), ListError> {
        self.head.counts.lines += 1;
        if self.head.counts.lines > MAX_LINES {
            return Err(ListError::TooLong { name: self.head.name.clone() });
        }
        Ok(())
    }

    /// Hands over a player, whose one rating goes where the kind of the list says, or keeps the row that is none with
    /// its text.
    pub(super) fn row(
        &mut self,
        line: u64,
        row: Result<ListedPlayer, Wrong>,
        text: impl FnOnce() -> String,
    ) -> Result<(), ListError> {
        let mut player = match row {
            Ok(player) => player,
            Err(Wrong { column, cell, reason }) => {
                self.head.counts.refused += 1;
                if self.head.refused.len() < MAX_REFUSED_KEPT {
                    let (cell, text) = (shortened(&cell), shortened(&text()));
                    self.head.refused.push(Refused { line, column: column + 1, cell, reason, text });
                }
                return Ok(());
            }
        };
        self.head.counts.players += 1;
        match self.head.kind.0 {
            ListKind::Rapid => player.rapid = player.standard.take(),
            ListKind::Blitz => player.blitz = player.standard.take(),
            ListKind::Standard | ListKind::Combined => {}
        }
        if (self.visit)(player).is_break() {
            return Err(ListError::Stopped { name: self.head.name.clone() });
        }
        Ok(())
    }

    fn unknown_layout(&self, text: &str, wrong: &Wrong) -> ListError {
        ListError::Layout {
            name: self.head.name.clone(),
            // An empty file has no line; it breaks where its first one should stand.
            line: self.head.counts.lines.max(1),
            column: wrong.column + 1,
            reason: wrong.reason,
            text: shortened(text),
        }
    }
}

fn read(bytes: &mut dyn BufRead, progress: &mut Progress<'_>) -> Result<(), End> {
    let head = bytes.fill_buf()?;
    let text = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head).trim_ascii_start();
    if text.starts_with(b"<") { xml::read(bytes, progress) } else { read_lines(bytes, progress) }
}

fn read_lines(bytes: &mut dyn BufRead, progress: &mut Progress<'_>) -> Result<(), End> {
    let mut lines = Lines::new(bytes);
    let mut piece = Vec::new();
    let mut layout: Option<Layout> = None;
    while let Some(place) = lines.next(&mut piece)? {
        if !place.starts {
            continue;
        }
        progress.line()?;
        let number = progress.head.counts.lines;
        let text = piece.strip_prefix(b"\xef\xbb\xbf").filter(|_| number == 1).unwrap_or(&piece);
        // A list has no tags to judge its encoding by. In Windows-1252 every byte is a character.
        let encoding = if str::from_utf8(text).is_ok() { Encoding::Utf8 } else { Encoding::Windows1252 };
        let text = encoding.decode(text);
        let whole = if place.ends { Ok(()) } else { Err(Wrong::at(0, "a line of more than 65536 bytes")) };
        // 0x1A ends a text file under DOS.
        if whole.is_ok() && text.trim_matches([' ', '\t', '\u{1a}']).is_empty() {
            progress.head.counts.blank += 1;
        } else if let Some(layout) = &layout {
            let row = whole.and_then(|()| layout.player(&text, progress.month()));
            progress.row(number, row, || text)?;
        } else {
            let parsed = whole.and_then(|()| Layout::parse(&text));
            let parsed = parsed.map_err(|wrong| progress.unknown_layout(&text, &wrong))?;
            progress.head.counts.header += 1;
            progress.begin(parsed.name, parsed.kind, parsed.period)?;
            layout = Some(parsed);
        }
    }
    if layout.is_none() {
        return Err(progress.unknown_layout("", &Wrong::at(0, "the file ends before a header")).into());
    }
    Ok(())
}

/// At most 200 characters, control characters made visible.
pub(super) fn shortened(text: &str) -> String {
    let visible = |c: char| if c.is_control() { '\u{fffd}' } else { c };
    text.chars().take(200).map(visible).collect()
}
