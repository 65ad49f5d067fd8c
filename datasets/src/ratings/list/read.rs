//! Reads a list, whatever its layout, row after row.

use std::io::{self, BufRead};
use std::ops::ControlFlow;
use std::path::Path;

use super::cells::Wrong;
use super::layout::Layout;
use super::progress::Progress;
use super::{ListError, ListHead, ListedPlayer, Options, RatingList, xml};
use crate::pgn::encoding::Encoding;
use crate::pgn::input::{self, ReadError};
use crate::pgn::lines::Lines;
use crate::text::csv_rows::names_delimiter;

/// Hands every player of the list at `path` to `visit`, in the order of the file, and says what the list is. Memory
/// does not grow with the list.
pub fn stream(
    path: &Path,
    options: &Options,
    visit: &mut dyn FnMut(ListedPlayer) -> ControlFlow<()>,
) -> Result<ListHead, ListError> {
    stream_bounded(path, options, u64::MAX, visit)
}

/// The same; beyond `most_bytes` after unpacking it fails with [`std::io::ErrorKind::FileTooLarge`].
pub fn stream_bounded(
    path: &Path,
    options: &Options,
    most_bytes: u64,
    visit: &mut dyn FnMut(ListedPlayer) -> ControlFlow<()>,
) -> Result<ListHead, ListError> {
    let name = path.file_name().unwrap_or(path.as_os_str());
    let mut progress = Progress::new(name.to_string_lossy().into_owned(), options, visit);
    let whole = input::with_bounded_text(path, most_bytes, &mut |bytes| {
        read(bytes, &mut progress).map(ControlFlow::Continue)
    });
    match whole {
        Ok(input) => {
            Ok(ListHead { sha256: input.map(|input| input.sha256).unwrap_or_default(), ..progress.head })
        }
        Err(ReadError::Read { path, source }) => Err(match source.downcast::<ListError>() {
            Ok(refused) => refused,
            Err(source) => ReadError::Read { path, source }.into(),
        }),
        Err(error) => Err(error.into()),
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

fn read(bytes: &mut dyn BufRead, progress: &mut Progress<'_>) -> io::Result<()> {
    let head = bytes.fill_buf()?;
    let text = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head).trim_ascii_start();
    if text.starts_with(b"<") { xml::read(bytes, progress) } else { read_lines(bytes, progress) }
}

fn read_lines(bytes: &mut dyn BufRead, progress: &mut Progress<'_>) -> io::Result<()> {
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
        // 0x1A ends a text file under DOS, and spreadsheets write rows of delimiters below a table.
        if whole.is_ok() && text.trim_matches([' ', '\t', ',', ';', '\u{1a}']).is_empty() {
            progress.head.counts.blank += 1;
        } else if layout.is_none() && whole.is_ok() && names_delimiter(&text) {
            progress.head.counts.header += 1;
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
