//! From paths to a [`Collection`], which does not depend on the order of the games, or game by game in constant memory.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::io::{self, BufRead};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use crate::pgn::archive;
use crate::pgn::copies;
use crate::pgn::dates;
use crate::pgn::game::{Collection, Game, Input, Side};
use crate::pgn::input::{self, FORMATS, ReadError};
use crate::pgn::packing::Format;
use crate::pgn::split;
use crate::pgn::validate::{Entry, Validator};

/// Reads all inputs: files (plain, or in one of [`FORMATS`] by their first bytes), folders, or `-`. With `event`, only
/// games whose `Event` tag equals it (both trimmed) count as games in.
pub fn read(paths: &[PathBuf], event: Option<&str>) -> Result<Collection, ReadError> {
    read_with(FORMATS, paths, event)
}

pub fn read_with(
    formats: &[Format],
    paths: &[PathBuf],
    event: Option<&str>,
) -> Result<Collection, ReadError> {
    let (inputs, entries) = read_entries(formats, paths, event)?;
    Ok(assembled(inputs, entries))
}

/// The games of all inputs, with `event` those of that tag.
pub(crate) fn read_entries(
    formats: &[Format],
    paths: &[PathBuf],
    event: Option<&str>,
) -> Result<(Vec<Input>, Vec<Entry>), ReadError> {
    let event = event.map(str::trim);
    let mut inputs = Vec::new();
    let mut entries = Vec::new();
    for path in paths {
        let read = stream_from(path, formats, inputs.len(), &mut |entry| {
            if event.is_none_or(|wanted| entry.event() == wanted) {
                entries.push(entry);
            }
            ControlFlow::Continue(())
        })?;
        inputs.extend(read);
    }
    Ok((inputs, entries))
}

/// The collection that the entries of all inputs make, copies set aside.
pub(crate) fn assembled(inputs: Vec<Input>, entries: Vec<Entry>) -> Collection {
    let mut collection = Collection { inputs, ..Collection::default() };
    for entry in entries {
        match entry {
            Entry::Game(game) => collection.games.push(*game),
            Entry::Unscored(game) => collection.unscored.push(*game),
            Entry::Quarantined(game) => collection.quarantine.push(game),
        }
    }
    settle(&mut collection);
    collection
}

/// Settles what takes all games: dates that may be two days, the order, and copies.
pub(crate) fn settle(collection: &mut Collection) {
    dates::settle(collection);
    collection.games.sort_unstable_by(canonical);
    copies::set_aside(collection);
    collection.unscored.sort_by_key(|game| (game.input, game.number));
}

/// Hands every game to `visit`, in the order of the files, and returns the inputs read to their end: not the one at
/// which `visit` breaks, whose hash is not known. Memory does not grow, and duplicates are not looked for.
pub fn stream(path: &Path, visit: &mut dyn FnMut(Entry) -> ControlFlow<()>) -> Result<Vec<Input>, ReadError> {
    stream_from(path, FORMATS, 0, visit)
}

/// As [`stream`], for a single untrusted file: reads at most `most_bytes` after unpacking. The last game visited may be cut off.
/// A file that unpacks to more fails to read, with [`io::ErrorKind::FileTooLarge`].
pub fn stream_bounded(
    path: &Path,
    most_bytes: u64,
    visit: &mut dyn FnMut(Entry) -> ControlFlow<()>,
) -> Result<Option<Input>, ReadError> {
    let mut validator = Validator::default();
    input::with_bounded_text(path, most_bytes, &mut |text| {
        split::split(text, &mut |raw| visit(validator.judge(raw, 0)))
    })
}

/// Every entry of a text, in its order: nothing is sorted, and copies are not looked for.
pub fn entries(text: &mut dyn BufRead) -> io::Result<Vec<Entry>> {
    let mut validator = Validator::default();
    let mut entries = Vec::new();
    // The visitor never breaks, so the text is read to its end.
    let _whole = split::split(text, &mut |raw| {
        entries.push(validator.judge(raw, 0));
        ControlFlow::Continue(())
    })?;
    Ok(entries)
}

/// As [`stream`], for inputs from number `first_input` on.
pub(crate) fn stream_from(
    path: &Path,
    formats: &[Format],
    first_input: usize,
    visit: &mut dyn FnMut(Entry) -> ControlFlow<()>,
) -> Result<Vec<Input>, ReadError> {
    let mut validator = Validator::default();
    let mut inputs = Vec::new();
    for source in archive::sources(path)? {
        let number = first_input + inputs.len();
        let read = source.with_text(formats, &mut |text| {
            split::split(text, &mut |raw| visit(validator.judge(raw, number)))
        })?;
        match read {
            Some(input) => inputs.push(input),
            None => break,
        }
    }
    Ok(inputs)
}

/// Splits a collection into events: games with one `Event` tag in one year. In order of year and tag; the inputs
/// stay with every part, set-aside and quarantined games with none.
pub fn by_event(collection: Collection) -> Vec<(String, Collection)> {
    let mut events: BTreeMap<(String, String), Collection> = BTreeMap::new();
    let inputs = collection.inputs;
    for game in collection.games {
        let year: String = game.date.chars().take(4).collect();
        let event = events
            .entry((year, game.event.clone()))
            .or_insert_with(|| Collection { inputs: inputs.clone(), ..Collection::default() });
        event.games.push(game);
    }
    let named = |((year, tag), event)| (format!("{tag} ({year})"), event);
    events.into_iter().map(named).collect()
}

/// By date, round, white, black, hash. Games that agree in all of these are copies; among them the one that
/// knows more about the players comes first, so that the choice does not depend on the order of the files.
fn canonical(a: &Game, b: &Game) -> Ordering {
    let known = |side: &Side| (side.fide_id, side.rating, side.title.clone());
    a.date
        .cmp(&b.date)
        .then_with(|| numeric_aware(&a.round, &b.round))
        .then_with(|| a.white.name.cmp(&b.white.name))
        .then_with(|| a.black.name.cmp(&b.black.name))
        .then_with(|| a.sha256.cmp(&b.sha256))
        .then_with(|| known(&b.white).cmp(&known(&a.white)))
        .then_with(|| known(&b.black).cmp(&known(&a.black)))
        .then_with(|| b.time_control.cmp(&a.time_control))
        .then_with(|| a.event.cmp(&b.event))
        .then_with(|| (a.input, a.number).cmp(&(b.input, b.number)))
}

/// Compares runs of digits as numbers: round 3.9 comes before 3.14.
fn numeric_aware(a: &str, b: &str) -> Ordering {
    let (mut left, mut right) = (a.as_bytes(), b.as_bytes());
    let items = std::iter::from_fn(|| item(&mut left));
    items.cmp(std::iter::from_fn(|| item(&mut right))).then_with(|| a.cmp(b))
}

/// A piece of a text in [`numeric_aware`] order: numbers before everything else.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Item<'a> {
    /// Length without leading zeros, then the digits: compares as a number of any size.
    Number(usize, &'a [u8]),
    Byte(u8),
}

fn item<'a>(text: &mut &'a [u8]) -> Option<Item<'a>> {
    let digits = text.iter().take_while(|b| b.is_ascii_digit()).count();
    let (head, tail) = text.split_at_checked(digits.max(1))?;
    *text = tail;
    if digits == 0 {
        return head.first().copied().map(Item::Byte);
    }
    let zeros = head.iter().take_while(|&&b| b == b'0').count();
    Some(Item::Number(digits - zeros, &head[zeros..]))
}
