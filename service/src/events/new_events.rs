//! New events out of what somebody brings: several files, an archive of them, or one file with several events.
//!
//! Events are told apart as everywhere, and each is made for itself. What cannot be taken is listed with its reason; nothing is
//! taken as one event silently. All files together are bounded like those of one event.

use std::collections::BTreeMap;
use std::path::PathBuf;

use askama::Template;
use axum::http::StatusCode;
use axum::response::IntoResponse as _;
use datasets::ReadError;

use crate::accounts::roles::Permission;
use crate::app::App;
use crate::events::told_apart::{event_name, offsets, read};
use crate::events::upload::{self, Into, Received};
use crate::events::upload_summary::{first_look, refusal};
use crate::events::{self, Size};
use crate::keys::Key;
use crate::web::{Answer, Ctx, Frame, Problem, page as rendered};

pub(crate) enum Brought {
    /// A file that is one event, or that cannot be taken.
    One(Received),
    Several(Several),
}

#[derive(Default)]
pub(crate) struct Several {
    events: Vec<NewEvent>,
    /// What cannot be taken, by name.
    refused: Vec<(String, Problem)>,
}

/// An event to be, with its files in order.
struct NewEvent {
    name: String,
    files: Vec<Received>,
}

/// Tells the events of some files apart, unless all of their games are one event.
pub(crate) async fn told(ctx: &Ctx, files: Vec<Received>, together: bool) -> Result<Brought, Problem> {
    let app = ctx.app.clone();
    ctx.app.read_upload(move || tell(&app, files, together)).await?
}

fn tell(app: &App, files: Vec<Received>, together: bool) -> Result<Brought, Problem> {
    let mut several = Several::default();
    let mut whole = Vec::new();
    for file in files {
        unpack(app, file, &mut whole, &mut several.refused)?;
    }
    if several.refused.is_empty() && whole.len() == 1 {
        let Some(one) = whole.pop() else { return Ok(Brought::Several(several)) };
        // Why a file cannot be taken is said where it is kept.
        let readable = first_look(one.path(), Size::default(), &app.settings.limits).is_ok();
        let one_event = !readable || together || read(&[one.path().to_owned()])?.len() < 2;
        if one_event {
            return Ok(Brought::One(one));
        }
        whole.push(one);
    }
    let mut size = Size::default();
    let mut taken = Vec::new();
    for file in whole {
        match first_look(file.path(), size, &app.settings.limits) {
            Ok(more) => {
                size.games = size.games.saturating_add(more.games);
                size.unpacked = size.unpacked.saturating_add(more.unpacked);
                taken.push(file);
            }
            Err(problem) => several.refused.push((file.name().to_owned(), problem)),
        }
    }
    several.events = if together { all_as_one(taken) } else { apart(app, taken)? };
    Ok(Brought::Several(several))
}

/// All files as those of one event, named after the first.
fn all_as_one(files: Vec<Received>) -> Vec<NewEvent> {
    let name = files.first().map(|file| file.name().to_owned());
    name.map(|name| NewEvent { name, files }).into_iter().collect()
}

/// The files of an archive with several, or the file itself.
fn unpack(
    app: &App,
    file: Received,
    into: &mut Vec<Received>,
    refused: &mut Vec<(String, Problem)>,
) -> Result<(), Problem> {
    let mut left = app.settings.limits.unpacked_bytes;
    let mut found = Vec::new();
    let most = usize::try_from(app.settings.limits.files).unwrap_or(usize::MAX);
    let read = datasets::unpacked(file.path(), &mut |name, from| {
        if found.len() >= most {
            return Err(std::io::Error::other("the archive holds more files than one person may bring"));
        }
        let part = file.part(&app.storage, name, from, left)?;
        left = left.saturating_sub(part.bytes());
        found.push(part);
        Ok(())
    });
    match read {
        Ok(()) if found.is_empty() => into.push(file),
        Ok(()) => into.append(&mut found),
        // A single file is refused where it is kept, with the same reason and a line in the log.
        Err(_) if found.is_empty() => into.push(file),
        Err(error) => refused.push((file.name().to_owned(), refusal(&error))),
    }
    Ok(())
}

/// The events of the files. A file that lies within one event is kept byte for byte; of one with several events each gets its own
/// games, as their bytes are.
fn apart(app: &App, files: Vec<Received>) -> Result<Vec<NewEvent>, Problem> {
    let paths: Vec<PathBuf> = files.iter().map(|file| file.path().to_owned()).collect();
    let events = read(&paths)?;
    // Which events every file is of, and where its games stand.
    let mut of_file: BTreeMap<usize, usize> = BTreeMap::new();
    let mut places: BTreeMap<usize, Vec<u64>> = BTreeMap::new();
    for event in &events {
        for (file, own) in offsets(event) {
            *of_file.entry(file).or_default() += 1;
            places.entry(file).or_default().extend(own);
        }
    }
    let mut files: Vec<Option<Received>> = files.into_iter().map(Some).collect();
    let mut made = Vec::new();
    for event in &events {
        let mut own = Vec::new();
        for (file, mut wanted) in offsets(event) {
            if of_file.get(&file) == Some(&1) {
                own.extend(files.get_mut(file).and_then(Option::take));
                continue;
            }
            let Some(whole) = files.get(file).and_then(Option::as_ref) else { continue };
            wanted.sort_unstable();
            let all = places.get(&file).map_or(&[][..], Vec::as_slice);
            let bytes = datasets::raw_games(whole.path(), all, &wanted)
                .map_err(|error: ReadError| refusal(&error))?;
            let most = app.settings.limits.unpacked_bytes;
            own.push(whole.part(&app.storage, &pgn_name(whole.name()), bytes.as_slice(), most)?);
        }
        if !own.is_empty() {
            made.push(NewEvent { name: event_name(&event.name), files: own });
        }
    }
    Ok(made)
}

/// The name of games that were taken out of a file: they are unpacked.
fn pgn_name(name: &str) -> String {
    let endings = [".zst", ".gz", ".zip"];
    let plain = endings.iter().find_map(|ending| name.strip_suffix(ending)).unwrap_or(name);
    if plain.to_lowercase().ends_with(".pgn") { plain.to_owned() } else { format!("{plain}.pgn") }
}

struct MadeEvent {
    id: i64,
    name: String,
    /// Other events of the reader with a file of this one.
    twins: Vec<(i64, String)>,
}

struct RefusedFile {
    name: String,
    reason: String,
}

#[derive(Template)]
#[template(path = "made.html")]
struct Page<'a> {
    frame: Frame<'a>,
    made: Vec<MadeEvent>,
    refused: Vec<RefusedFile>,
    /// The name that was typed and is none of theirs.
    unused: Option<String>,
}

/// Makes the events, and says what was made and what was not. `name` is that of one event; several are named by their games.
pub(crate) async fn make(ctx: &Ctx, brought: Several, name: Option<String>, with_report: bool) -> Answer {
    let Several { events, mut refused } = brought;
    let mut made = Vec::new();
    let (alone, person) = (events.len() == 1, ctx.person()?);
    for event in events {
        let called = name.clone().filter(|_| alone).unwrap_or(event.name);
        let mut files = event.files.into_iter();
        let Some(first) = files.next() else { continue };
        match upload::keep(ctx, first, Into::New { name: called.clone(), report: None }).await {
            Ok(id) => {
                for file in files {
                    let of = format!("{called}, {}", file.name());
                    if let Err(problem) = upload::keep(ctx, file, Into::Known(id)).await {
                        refused.push((of, known(problem)?));
                    }
                }
                let twins = ctx.app.read(move |c| events::with_same_files(c, id, person)).await?;
                made.push(MadeEvent { id, name: called, twins });
            }
            Err(problem) => refused.push((called, known(problem)?)),
        }
    }
    if with_report {
        refused.push(("TRF".to_owned(), Problem::refused(Key::RefusedReportOfSeveral)));
    }
    let frame = ctx.frame();
    let unused = name.filter(|_| !alone).map(|name| reports::visible(&name));
    let refused = refused
        .into_iter()
        .map(|(name, problem)| RefusedFile {
            name: reports::visible(&name),
            reason: reason(&frame, &problem),
        })
        .collect();
    let status = if made.is_empty() { StatusCode::BAD_REQUEST } else { StatusCode::OK };
    let page = rendered(&Page { frame: frame.back_to("/"), made, refused, unused })?;
    Ok((status, page).into_response())
}

/// A problem that is this file's alone; not known is not refused.
fn known(problem: Problem) -> Result<Problem, Problem> {
    if problem == Problem::NotKnown { Err(problem) } else { Ok(problem) }
}

fn reason(frame: &Frame<'_>, problem: &Problem) -> String {
    let said = frame.t(problem.key());
    match problem {
        Problem::Refused { detail: Some(detail), .. } => {
            let detail = match &detail.worded {
                Some((key, values)) => frame.messages().filled(*key, values),
                None => reports::visible(&detail.text),
            };
            format!("{said} {detail}")
        }
        _ => said,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_shown_and_lead_nowhere() {
        assert_eq!(pgn_name("a.pgn.gz"), "a.pgn");
        assert_eq!(pgn_name("season.zip"), "season.pgn");
        assert_eq!(pgn_name("x"), "x.pgn");
    }
}
