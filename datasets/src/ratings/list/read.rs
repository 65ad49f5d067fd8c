//! Reads a list, whatever its layout: which layout it is, line after line, and what became of each line.

use std::io::{self, BufRead};
use std::ops::ControlFlow;
use std::path::Path;

use super::columns::Wrong;
use super::comma::{self, Comma};
use super::layout::{self, Fixed};
use super::period::{self, YearMonth};
use super::spelling::{self, Section};
use super::{
    Counts, How, ListError, ListHead, ListKind, ListedPlayer, MAX_LINES, MAX_REFUSED_KEPT, Options,
    RatingList, Refused, columns, xml,
};
use crate::encoding::Encoding;
use crate::input::{self, AtMost};
use crate::lines::Lines;

/// Name of the layout with commas.
const COMMA: &str = "comma-separated";
/// Name of the layout of Scid.
const SPELLING: &str = "spelling file";

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
    /// From the layout: three ratings, or peaks.
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

    fn unknown_layout(&self, text: &str, (column, reason): layout::Wrong) -> ListError {
        ListError::Layout {
            name: self.name.clone(),
            // An empty file has no line; it breaks where its first one should stand.
            line: self.counts.lines.max(1),
            column: column + 1,
            reason,
            text: shortened(text),
        }
    }
}

/// At most 200 characters, control characters made visible.
pub(crate) fn shortened(text: &str) -> String {
    let visible = |c: char| if c.is_control() { '\u{fffd}' } else { c };
    text.chars().take(200).map(visible).collect()
}

/// Puts the one rating of a list where its kind says.
pub(crate) fn placed(mut player: ListedPlayer, kind: ListKind) -> ListedPlayer {
    match kind {
        ListKind::Rapid => player.rapid = player.standard.take(),
        ListKind::Blitz => player.blitz = player.standard.take(),
        ListKind::Standard | ListKind::Combined | ListKind::Peak => {}
    }
    player
}

fn read(bytes: &mut dyn BufRead, progress: &mut Progress, visit: Visit<'_>) -> Result<(), End> {
    let head = bytes.fill_buf()?;
    let text = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head).trim_ascii_start();
    if text.starts_with(b"<") {
        xml::read(bytes, progress, visit)
    } else {
        Text { layout: Layout::Unknown, kind: ListKind::Standard, progress, visit, waiting: None }.read(bytes)
    }
}

enum Layout {
    Unknown,
    Fixed(Fixed),
    /// Comma-separated, and whether a row has said the month, or none will.
    Comma(Comma, bool),
    Spelling(Section),
}

/// A list of lines.
struct Text<'a> {
    layout: Layout,
    kind: ListKind,
    progress: &'a mut Progress,
    visit: Visit<'a>,
    /// The player of a spelling file whose lines have not ended.
    waiting: Option<Box<ListedPlayer>>,
}

impl Text<'_> {
    fn read(mut self, bytes: &mut dyn BufRead) -> Result<(), End> {
        let mut lines = Lines::new(bytes);
        let mut piece = Vec::new();
        while let Some(place) = lines.next(&mut piece)? {
            if !place.starts {
                continue;
            }
            self.progress.line().map_err(End::List)?;
            let first = self.progress.counts.lines == 1;
            let text = piece.strip_prefix(b"\xef\xbb\xbf").filter(|_| first);
            let text = decode(text.unwrap_or(&piece));
            if place.ends {
                self.line(&text)?;
            } else {
                let reason = "a line of more than 65536 bytes";
                if matches!(self.layout, Layout::Unknown) {
                    return Err(End::List(self.progress.unknown_layout(&text, (0, reason))));
                }
                self.refuse(&Wrong { column: 0, cell: String::new(), reason }, &text);
            }
        }
        if matches!(self.layout, Layout::Unknown | Layout::Spelling(Section::Before)) {
            return Err(End::List(self.progress.unknown_layout("", (0, "the file ends before a header"))));
        }
        self.finish_waiting()
    }

    fn refuse(&mut self, wrong: &Wrong, text: &str) {
        self.progress.refuse(self.progress.counts.lines, wrong, text);
    }

    fn line(&mut self, text: &str) -> Result<(), End> {
        // 0x1A ends a text file under DOS.
        if text.trim_matches([' ', '\t', '\u{1a}']).is_empty() {
            self.progress.counts.blank += 1;
            return Ok(());
        }
        match &mut self.layout {
            Layout::Unknown => self.header(text).map_err(End::List),
            Layout::Fixed(fixed) => match columns::player(fixed, text, self.progress.month()) {
                Ok(player) => self.player(player),
                Err(wrong) => {
                    self.refuse(&wrong, text);
                    Ok(())
                }
            },
            Layout::Comma(comma, settled) => {
                if !*settled {
                    let said = comma.period(text).map(|month| (month, How::Rows));
                    *settled = said.is_some() || !comma.is_dated();
                    self.progress.begin(COMMA, None, said).map_err(End::List)?;
                    self.kind = self.progress.kind().map_err(End::List)?.0;
                }
                match comma.player(text, self.progress.month()) {
                    Ok(player) => self.player(player),
                    Err(wrong) => {
                        self.refuse(&wrong, text);
                        Ok(())
                    }
                }
            }
            Layout::Spelling(section) => {
                let before = *section == Section::Before;
                match spelling::line(section, text) {
                    Ok(line) => self.spelled(line, before, text),
                    Err(wrong) if before => {
                        Err(End::List(self.progress.unknown_layout(text, (wrong.column, wrong.reason))))
                    }
                    Err(wrong) => {
                        // What follows belongs to the line that was refused, not to the player before it.
                        if !text.starts_with([' ', '\t']) {
                            self.finish_waiting()?;
                        }
                        self.refuse(&wrong, text);
                        Ok(())
                    }
                }
            }
        }
    }

    fn header(&mut self, text: &str) -> Result<(), ListError> {
        if spelling::may_begin(text) {
            let mut section = Section::Before;
            if spelling::line(&mut section, text).is_err() {
                return Err(self.progress.unknown_layout(text, (0, "not the head of a spelling file")));
            }
            self.progress.counts.header += 1;
            self.layout = Layout::Spelling(section);
            return self.progress.begin(SPELLING, Some(ListKind::Peak), None);
        }
        if let Some(found) = comma::layout(text) {
            let comma = found.map_err(|wrong| self.progress.unknown_layout(text, wrong))?;
            self.progress.counts.header += 1;
            self.layout = Layout::Comma(comma, false);
            return self.progress.begin(COMMA, None, None);
        }
        let fixed = layout::fixed(text).map_err(|wrong| self.progress.unknown_layout(text, wrong))?;
        self.progress.counts.header += 1;
        let kind = fixed.combined.then_some(ListKind::Combined);
        let said = fixed.period.map(|month| (month, How::Header));
        self.progress.begin(fixed.name, kind, said)?;
        self.kind = self.progress.kind()?.0;
        self.layout = Layout::Fixed(fixed);
        Ok(())
    }

    fn spelled(&mut self, line: spelling::Line, before: bool, text: &str) -> Result<(), End> {
        match line {
            spelling::Line::Player(player) => {
                self.finish_waiting()?;
                self.progress.counts.players += 1;
                self.waiting = Some(player);
            }
            spelling::Line::Number(number) => {
                self.progress.counts.notes += 1;
                if let Some(player) = &mut self.waiting {
                    player.fide_id.get_or_insert(number);
                }
            }
            spelling::Line::Comment if before => {
                self.progress.counts.header += 1;
                if let Some(month) = spelling::period(text) {
                    self.progress
                        .begin(SPELLING, Some(ListKind::Peak), Some((month, How::Header)))
                        .map_err(End::List)?;
                }
            }
            spelling::Line::Comment | spelling::Line::Note => self.progress.counts.notes += 1,
        }
        Ok(())
    }

    fn finish_waiting(&mut self) -> Result<(), End> {
        if let Some(player) = self.waiting.take()
            && (self.visit)(*player).is_break()
        {
            return Err(End::Stopped);
        }
        Ok(())
    }

    fn player(&mut self, player: ListedPlayer) -> Result<(), End> {
        self.progress.counts.players += 1;
        if (self.visit)(placed(player, self.kind)).is_break() {
            return Err(End::Stopped);
        }
        Ok(())
    }
}
/// UTF-8 if it is valid, else Windows-1252, in which every byte is a character: a list has no tags to judge by.
fn decode(bytes: &[u8]) -> String {
    let encoding = if str::from_utf8(bytes).is_ok() { Encoding::Utf8 } else { Encoding::Windows1252 };
    encoding.decode(bytes)
}
