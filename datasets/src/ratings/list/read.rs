//! Reads a list, whatever its layout, line after line, and counts what became of each line.

use std::io::{self, BufRead};
use std::ops::ControlFlow;
use std::path::Path;

use super::cells::Wrong;
use super::layout::Layout;
use super::period::{self, YearMonth};
use super::{
    Counts, How, ListError, ListHead, ListKind, ListedPlayer, MAX_LINES, MAX_REFUSED_KEPT, Options,
    RatingList, Refused, xml,
};
use crate::encoding::Encoding;
use crate::input::{self, AtMost};
use crate::lines::Lines;

/// Takes players one by one; breaks to stop the reading.
pub(crate) type Visit<'a> = &'a mut dyn FnMut(ListedPlayer) -> ControlFlow<()>;

/// Why the reading ended early.
pub(crate) enum End {
    /// The bytes.
    Io(io::Error),
    List(ListError),
    Stopped,
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
/// As there; [`ListError::Read`] with [`io::ErrorKind::FileTooLarge`] beyond `most_bytes`.
pub fn stream_bounded(
    path: &Path,
    options: &Options,
    most_bytes: u64,
    visit: &mut dyn FnMut(ListedPlayer) -> ControlFlow<()>,
) -> Result<ListHead, ListError> {
    let name = path.file_name().unwrap_or(path.as_os_str());
    let mut progress = Progress::new(name.to_string_lossy().into_owned(), *options);
    let mut refusal = None;
    let input = input::with_text(path, |bytes| {
        match read(&mut AtMost::new(bytes, most_bytes), &mut progress, visit) {
            Ok(()) => Ok(Some(())),
            Err(End::Io(error)) => Err(error),
            Err(End::List(error)) => {
                refusal = Some(error);
                Ok(None)
            }
            Err(End::Stopped) => Ok(None),
        }
    })?;
    if let Some(error) = refusal {
        return Err(error);
    }
    let Some(input) = input else {
        return Err(ListError::Stopped { name: progress.name });
    };
    let kind = progress.kind()?;
    Ok(ListHead {
        name: progress.name,
        sha256: input.sha256,
        layout: progress.layout,
        period: progress.period,
        kind,
        counts: progress.counts,
        refused: progress.refused,
    })
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

/// What has been found out about the list so far.
pub(crate) struct Progress {
    pub(crate) name: String,
    options: Options,
    layout: &'static str,
    period: Option<(YearMonth, How)>,
    /// From the layout: three ratings.
    header_kind: Option<ListKind>,
    pub(crate) counts: Counts,
    refused: Vec<Refused>,
}

impl Progress {
    fn new(name: String, options: Options) -> Self {
        Self {
            name,
            options,
            layout: "",
            period: None,
            header_kind: None,
            counts: Counts::default(),
            refused: Vec::new(),
        }
    }

    /// The layout is known, with what its header says.
    pub(crate) fn begin(
        &mut self,
        layout: &'static str,
        header_kind: Option<ListKind>,
        said: Option<(YearMonth, How)>,
    ) -> Result<(), ListError> {
        self.layout = layout;
        self.header_kind = header_kind;
        let given = self.options.period.map(|period| (period, How::Given));
        let in_name = period::in_name(&self.name).map(|period| (period, How::FileName));
        for pair in [(said, in_name), (said, given), (in_name, given)] {
            if let (Some((one, one_how)), Some((other, other_how))) = pair
                && one != other
            {
                return Err(self.disagree("period", &one, one_how, &other, other_how));
            }
        }
        self.period = said.or(in_name).or(given);
        Ok(())
    }

    fn disagree(
        &self,
        what: &'static str,
        one: &dyn std::fmt::Display,
        one_how: How,
        other: &dyn std::fmt::Display,
        other_how: How,
    ) -> ListError {
        ListError::Disagree {
            name: self.name.clone(),
            what,
            one: one.to_string(),
            one_how: one_how.text(),
            other: other.to_string(),
            other_how: other_how.text(),
        }
    }

    /// The month of the list, as far as it is known.
    pub(crate) fn month(&self) -> Option<YearMonth> {
        self.period.map(|(month, _)| month)
    }

    /// Which ratings the list holds.
    pub(crate) fn kind(&self) -> Result<(ListKind, How), ListError> {
        let lower = self.name.to_ascii_lowercase();
        let mut named =
            [("standard", ListKind::Standard), ("rapid", ListKind::Rapid), ("blitz", ListKind::Blitz)]
                .into_iter()
                .filter(|(word, _)| lower.contains(word))
                .map(|(_, kind)| (kind, How::FileName));
        let in_name = match (named.next(), named.next()) {
            (Some(found), None) => Some(found),
            _ => None,
        };
        let header = self.header_kind.map(|kind| (kind, How::Header));
        let given = self.options.kind.map(|kind| (kind, How::Given));
        for pair in [(header, in_name), (header, given), (in_name, given)] {
            if let (Some((one, one_how)), Some((other, other_how))) = pair
                && one != other
            {
                return Err(self.disagree("kind", &one.as_str(), one_how, &other.as_str(), other_how));
            }
        }
        let first = YearMonth { year: 2012, month: 7 };
        let early = self.month().filter(|month| *month < first);
        let by_date = early.map(|_| (ListKind::Standard, How::History));
        let unknown = || ListError::KindUnknown { name: self.name.clone() };
        header.or(in_name).or(given).or(by_date).ok_or_else(unknown)
    }

    /// Counts one line or element.
    pub(crate) fn line(&mut self) -> Result<(), ListError> {
        self.counts.lines += 1;
        if self.counts.lines > MAX_LINES {
            return Err(ListError::TooLong { name: self.name.clone() });
        }
        Ok(())
    }

    pub(crate) fn refuse(&mut self, line: u64, wrong: &Wrong, text: &str) {
        self.counts.refused += 1;
        if self.refused.len() < MAX_REFUSED_KEPT {
            self.refused.push(Refused {
                line,
                column: wrong.column + 1,
                cell: shortened(&wrong.cell),
                reason: wrong.reason,
                text: shortened(text),
            });
        }
    }

    /// Hands over a player, whose one rating goes where the kind of the list says.
    pub(crate) fn give(
        &mut self,
        mut player: ListedPlayer,
        kind: ListKind,
        visit: Visit<'_>,
    ) -> Result<(), End> {
        self.counts.players += 1;
        match kind {
            ListKind::Rapid => player.rapid = player.standard.take(),
            ListKind::Blitz => player.blitz = player.standard.take(),
            ListKind::Standard | ListKind::Combined => {}
        }
        if visit(player).is_break() { Err(End::Stopped) } else { Ok(()) }
    }

    fn unknown_layout(&self, text: &str, wrong: &Wrong) -> ListError {
        ListError::Layout {
            name: self.name.clone(),
            // An empty file has no line; it breaks where its first one should stand.
            line: self.counts.lines.max(1),
            column: wrong.column + 1,
            reason: wrong.reason,
            text: shortened(text),
        }
    }
}

/// At most 200 characters, control characters made visible.
pub(crate) fn shortened(text: &str) -> String {
    let visible = |c: char| if c.is_control() { '\u{fffd}' } else { c };
    text.chars().take(200).map(visible).collect()
}

fn read(bytes: &mut dyn BufRead, progress: &mut Progress, visit: Visit<'_>) -> Result<(), End> {
    let head = bytes.fill_buf()?;
    let text = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head).trim_ascii_start();
    if text.starts_with(b"<") {
        xml::read(bytes, progress, visit)
    } else {
        read_lines(bytes, progress, visit)
    }
}

fn read_lines(bytes: &mut dyn BufRead, progress: &mut Progress, visit: Visit<'_>) -> Result<(), End> {
    let mut lines = Lines::new(bytes);
    let mut piece = Vec::new();
    let mut layout: Option<(Layout, ListKind)> = None;
    while let Some(place) = lines.next(&mut piece)? {
        if !place.starts {
            continue;
        }
        progress.line()?;
        let first = progress.counts.lines == 1;
        let text = piece.strip_prefix(b"\xef\xbb\xbf").filter(|_| first);
        let text = decode(text.unwrap_or(&piece));
        let whole = if place.ends { Ok(()) } else { Err(Wrong::at(0, "a line of more than 65536 bytes")) };
        // 0x1A ends a text file under DOS.
        if whole.is_ok() && text.trim_matches([' ', '\t', '\u{1a}']).is_empty() {
            progress.counts.blank += 1;
            continue;
        }
        let Some((layout, kind)) = &layout else {
            let found = whole.and_then(|()| Layout::parse(&text));
            let found = found.map_err(|wrong| progress.unknown_layout(&text, &wrong))?;
            progress.counts.header += 1;
            progress.begin(found.name, found.kind, found.period.map(|month| (month, How::Header)))?;
            layout = Some((found, progress.kind()?.0));
            continue;
        };
        match whole.and_then(|()| layout.player(&text, progress.month())) {
            Ok(player) => progress.give(player, *kind, visit)?,
            Err(wrong) => progress.refuse(progress.counts.lines, &wrong, &text),
        }
    }
    if layout.is_none() {
        return Err(progress.unknown_layout("", &Wrong::at(0, "the file ends before a header")).into());
    }
    Ok(())
}

/// UTF-8 if it is valid, else Windows-1252, in which every byte is a character: a list has no tags to judge by.
fn decode(bytes: &[u8]) -> String {
    let encoding = if str::from_utf8(bytes).is_ok() { Encoding::Utf8 } else { Encoding::Windows1252 };
    encoding.decode(bytes)
}
