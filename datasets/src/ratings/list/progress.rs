//! The state of a list while it is read: its month, its kind, and the fate of each row.

use std::ops::ControlFlow;

use super::cells::Wrong;
use super::period::{self, YearMonth};
use super::{Counts, How, ListError, ListHead, ListKind, ListedPlayer, MAX_LINES, MAX_REFUSED_KEPT};
use super::{Options, Refused};
use crate::text::visible::visible_within;

/// A list as far as it has been read.
pub(super) struct Progress<'a> {
    pub(super) head: ListHead,
    options: &'a Options,
    visit: &'a mut dyn FnMut(ListedPlayer) -> ControlFlow<()>,
}

impl<'a> Progress<'a> {
    pub(super) fn new(
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

    pub(super) fn unknown_layout(&self, text: &str, wrong: &Wrong) -> ListError {
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

/// At most 200 characters; what cannot be seen is named.
pub(super) fn shortened(text: &str) -> String {
    visible_within(text, 200)
}
