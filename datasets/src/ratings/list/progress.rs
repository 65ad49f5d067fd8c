//! The state of a list while it is read: its month, its kind, and what became of each line.

use std::io;
use std::ops::ControlFlow;

use super::cells::Wrong;
use super::period::{self, YearMonth};
use super::{
    Counts, How, ListError, ListHead, ListKind, ListedPlayer, MAX_LINES, MAX_REFUSED_KEPT, Options, Refused,
};

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

/// A list as far as it has been read.
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
    pub(crate) fn new(name: String, options: Options) -> Self {
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

    /// The layout is known, with the kind and month of its header.
    pub(crate) fn begin(
        &mut self,
        layout: &'static str,
        header_kind: Option<ListKind>,
        period: Option<(YearMonth, How)>,
    ) -> Result<(), ListError> {
        self.layout = layout;
        self.header_kind = header_kind;
        let given = self.options.period.map(|period| (period, How::Given));
        let in_name = period::in_name(&self.name).map(|period| (period, How::FileName));
        self.period = self.agreed("period", [period, in_name, given], YearMonth::to_string)?;
        Ok(())
    }

    /// The first of some statements; they must not contradict each other.
    fn agreed<T: Copy + PartialEq>(
        &self,
        what: &'static str,
        statements: [Option<(T, How)>; 3],
        text: impl Fn(&T) -> String,
    ) -> Result<Option<(T, How)>, ListError> {
        let mut known = statements.into_iter().flatten();
        let Some((one, one_how)) = known.next() else { return Ok(None) };
        match known.find(|(other, _)| *other != one) {
            None => Ok(Some((one, one_how))),
            Some((other, other_how)) => Err(ListError::Disagree {
                name: self.name.clone(),
                what,
                one: text(&one),
                one_how: one_how.text(),
                other: text(&other),
                other_how: other_how.text(),
            }),
        }
    }

    /// The month of the list, as far as it is known.
    pub(crate) fn month(&self) -> Option<YearMonth> {
        self.period.map(|(month, _)| month)
    }

    pub(crate) fn kind(&self) -> Result<(ListKind, How), ListError> {
        let lower = self.name.to_ascii_lowercase();
        let mut in_name = [ListKind::Standard, ListKind::Rapid, ListKind::Blitz]
            .into_iter()
            .filter(|kind| lower.contains(kind.as_str()))
            .map(|kind| (kind, How::FileName));
        let in_name = in_name.next().filter(|_| in_name.next().is_none());
        let header = self.header_kind.map(|kind| (kind, How::Header));
        let given = self.options.kind.map(|kind| (kind, How::Given));
        let kind = self.agreed("kind", [header, in_name, given], |kind| kind.as_str().to_owned())?;
        let first = YearMonth { year: 2012, month: 7 };
        let early = self.month().filter(|month| *month < first);
        let by_date = early.map(|_| (ListKind::Standard, How::History));
        kind.or(by_date).ok_or_else(|| ListError::KindUnknown { name: self.name.clone() })
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

    pub(crate) fn finish(self, sha256: String) -> Result<ListHead, ListError> {
        let kind = self.kind()?;
        Ok(ListHead {
            name: self.name,
            sha256,
            layout: self.layout,
            period: self.period,
            kind,
            counts: self.counts,
            refused: self.refused,
        })
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

    pub(crate) fn unknown_layout(&self, text: &str, wrong: &Wrong) -> ListError {
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
