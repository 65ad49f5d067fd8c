//! Reads a list, whatever its layout, line after line, and counts what became of each line.

use std::io::BufRead;
use std::ops::ControlFlow;
use std::path::Path;

use super::cells::Wrong;
use super::layout::Layout;
use super::progress::{End, Progress, Visit};
use super::{How, ListError, ListHead, ListKind, ListedPlayer, Options, RatingList, xml};
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
    let mut progress = Progress::new(name.to_string_lossy().into_owned(), *options);
    let mut refusal = None;
    let input =
        input::with_bounded_text(path, most_bytes, &mut |bytes| match read(bytes, &mut progress, visit) {
            Ok(()) => Ok(ControlFlow::Continue(())),
            Err(End::Io(error)) => Err(error),
            Err(End::List(error)) => {
                refusal = Some(error);
                Ok(ControlFlow::Break(()))
            }
            Err(End::Stopped) => Ok(ControlFlow::Break(())),
        })?;
    if let Some(error) = refusal {
        return Err(error);
    }
    match input {
        Some(input) => progress.finish(input.sha256),
        None => Err(ListError::Stopped { name: progress.name }),
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
