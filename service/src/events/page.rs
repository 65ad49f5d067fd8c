//! The events of a reader, and one event: what is in its games, its files, adding one and taking one out.

use std::collections::BTreeSet;

use askama::Template;
use axum::body::{Body, Bytes};
use axum::extract::Path;
use axum::http::header::{CONTENT_LENGTH, HeaderValue};
use datasets::{AcceptedGame, Quarantined, StoodMove, Unscored};
use futures_util::stream;
use reports::Arg;
use reports::pages::Pages;

use crate::accounts::roles::Permission;
use crate::events::attachments::Kind;
use crate::events::circumstances::accepted::AcceptedGames;
use crate::events::live::{self, LiveSource, follower};
use crate::events::new_events::{self, Brought};
use crate::events::report::{self, Sentence};
use crate::events::upload::{self, Into};
use crate::events::upload_summary::{SetAside, UploadSummary};
use crate::events::{self, Event, File, circumstances, settings};
use crate::jobs::full_tests::page::of_event as full_test_rule;
use crate::jobs::hints::headline::{self, Headline};
use crate::jobs::hints::state;
use crate::jobs::notifications::{self, Unsent};
use crate::keys::Key;
use crate::store;
use crate::store::audit::Action;
use crate::web::form::line;
use crate::web::multipart::{FileForm, Form};
use crate::web::{Answer, Ctx, Frame, Problem, file, page as rendered, see};

#[derive(Template)]
#[template(path = "events.html")]
struct List<'a> {
    frame: Frame<'a>,
    /// Each with the state of its hints, in words, whether anybody is named, and what is asked about it.
    events: Vec<(Event, String, bool, Option<Key>)>,
    limits: String,
}

pub(crate) async fn list(ctx: Ctx) -> Answer {
    let person = ctx.person()?;
    let app = ctx.app.clone();
    let events = ctx.read(move |c, _| {
        let with = |event: Event| {
            let view = state::of_event(&app, c, event.id)?;
            let asked = circumstances::not_stated(c, event.id)?.map(|asked| asked.keys()[2]);
            Ok((event, view, asked))
        };
        events::of_person(c, person)?.into_iter().map(with).collect::<store::Result<Vec<_>>>()
    });
    let m = ctx.app.texts.get(ctx.visit.language);
    let events = events.await?.into_iter().map(|(event, view, asked)| {
        let text = headline::words(&ctx.app, m, &view);
        (event, text, !view.named.is_empty(), asked)
    });
    let events = events.collect();
    rendered(&List { limits: ctx.limits(Key::UploadHint), frame: ctx.frame(), events })
}

const NEW: Form =
    Form { fields: &["name", "together"], files: &["file"], optional: &["report"], several: &["file"] };

pub(crate) async fn make(ctx: Ctx, form: FileForm) -> Answer {
    let mut form = form.read(&ctx.app, &NEW).await?;
    let name = line("name", form.one("name"), Key::NewEventName);
    let together = form.one("together") == "yes";
    let files = form.every("file")?;
    let received = match new_events::told(&ctx, files, together).await? {
        Brought::One(received) => received,
        Brought::Several(brought) => {
            return new_events::make(&ctx, brought, name.ok(), form.take("report").is_some()).await;
        }
    };
    let name = name?;
    let report = match form.take("report") {
        Some(report) => Some(settings::read(&ctx.app, report, Kind::Report, "").await?),
        None => None,
    };
    let event = upload::keep(&ctx, received, Into::New { name, report }).await?;
    Ok(see(&format!("/events/{event}")))
}

/// Most games in quarantine that the page lists; all are counted.
const MAX_LISTED: usize = 200;

#[derive(Template)]
#[template(path = "event.html")]
struct Page<'a> {
    frame: Frame<'a>,
    headline: Headline,
    summary: UploadSummary,
    files: Vec<File>,
    unsent: Vec<Unsent>,
    /// Where the games come from, if they are followed and not uploaded.
    source: Option<LiveSource>,
    limits: String,
    report: Option<Sentence>,
    pages: &'a Pages,
    full_tests: String,
    /// Other events of the reader with a file of this one.
    twins: Vec<(i64, String)>,
    /// Names in what is stated that fit nobody in the games so far, or several players.
    unclear: Vec<String>,
    /// Games that count up to an illegal move.
    accepted: AcceptedGames,
    /// The rows of the form for them, for those who may state it.
    rows: Vec<(Quarantined, AcceptedGame)>,
}

impl Page<'_> {
    /// Whether the number of players holds: those of games that an arbiter accepted were counted by other games too.
    fn knows_all_players(&self) -> bool {
        let names: BTreeSet<&str> = self
            .summary
            .boards
            .iter()
            .flat_map(|board| [board.white.as_str(), board.black.as_str()])
            .collect();
        let accepted = self.accepted.games.iter().flat_map(|(game, _)| [&game.white, &game.black]);
        accepted.into_iter().all(|name| names.contains(name.as_str()))
    }

    fn equation(&self) -> String {
        let UploadSummary { games, .. } = self.summary;
        let numbers = [self.summary.total(), games, self.summary.unscored(), self.summary.quarantined()];
        let numbers = numbers.map(|number| self.frame.count(&number));
        let [found, games, unscored, quarantined] = numbers.each_ref().map(Arg::from);
        let values =
            [("found", found), ("games", games), ("unscored", unscored), ("quarantined", quarantined)];
        self.frame.messages().all(Key::AccountEquation, &values)
    }

    fn dates(&self) -> Option<String> {
        let m = self.frame.messages();
        let (first, last) = (self.summary.first_date.as_ref()?, self.summary.last_date.as_ref()?);
        let (first, last) = (m.texts().date(first), m.texts().date(last));
        Some(m.all(Key::AccountDates, &[("first", Arg::from(&first)), ("last", Arg::from(&last))]))
    }

    fn unscored(&self, reason: &Unscored) -> String {
        self.pages.unscored(*reason)
    }

    /// Why a game is set aside, and which one is kept in its place.
    fn why(&self, game: &SetAside) -> String {
        let reason = self.unscored(&game.reason);
        match game.other {
            None => reason,
            Some((input, number)) => {
                let file = reports::visible(self.file_name(input));
                let values = [("reason", reason), ("game", number.to_string()), ("input", file)];
                let values = values.each_ref().map(|(name, value)| (*name, Arg::from(value)));
                self.frame.messages().all(Key::AccountKept, &values)
            }
        }
    }

    /// What is in doubt about a game that is scored.
    fn doubt(&self, game: &SetAside) -> String {
        let key = match game.reason {
            Unscored::Restarted => Key::AccountSecondGame,
            _ => Key::AccountSameMoves,
        };
        let (input, number) = game.other.unwrap_or_default();
        let (number, file) = (number.to_string(), reports::visible(self.file_name(input)));
        self.frame.messages().all(key, &[("game", Arg::from(&number)), ("input", Arg::from(&file))])
    }

    /// Games set aside beyond those that are listed.
    fn more_aside(&self) -> u64 {
        self.summary.unscored().saturating_sub(self.summary.set_aside.len().min(MAX_LISTED) as u64)
    }

    fn file_name(&self, input: usize) -> &str {
        self.files.get(input).map_or("", |file| &file.name)
    }

    fn defect(&self, broken: &Quarantined) -> String {
        reports::visible(&self.pages.defect(&broken.reason))
    }

    /// Games in quarantine beyond those that are listed.
    fn more(&self) -> u64 {
        self.summary.quarantine.len().saturating_sub(MAX_LISTED) as u64
    }

    /// The illegal move of a game, with its number.
    fn illegal(&self, (game, word): &(Quarantined, AcceptedGame)) -> String {
        let (word, arbiter) = (game.token.clone(), word.arbiter.clone());
        StoodMove { ply: game.ply, word, arbiter }.numbered()
    }

    /// Up to which move a game counts, and on whose word.
    fn up_to(&self, row: &(Quarantined, AcceptedGame)) -> String {
        let (illegal, arbiter) = (self.illegal(row), reports::visible(&row.1.arbiter));
        let values = [("move", Arg::from(&illegal)), ("arbiter", Arg::from(&arbiter))];
        self.frame.messages().all(Key::AccountUpTo, &values)
    }

    fn unclear_names(&self) -> String {
        self.unclear.iter().map(|name| reports::visible(name)).collect::<Vec<_>>().join("; ")
    }

    /// Words for games that are not among those in quarantine for an illegal move, in one line.
    fn without_effect(&self) -> String {
        let pair = |word: &AcceptedGame| reports::visible(&format!("{} – {}", word.white, word.black));
        self.accepted.without_effect.iter().map(pair).collect::<Vec<_>>().join("; ")
    }

    fn file(&self, broken: &Quarantined) -> &str {
        self.file_name(broken.input)
    }
}

pub(crate) async fn page(ctx: Ctx) -> Answer {
    let person = ctx.person()?;
    let stored = ctx.read(move |c, id| {
        let files = events::files(c, id)?;
        let twins = events::with_same_files(c, id, person)?;
        let words = circumstances::stated(c, id)?.unwrap_or_default().accepted_games;
        let unclear = circumstances::page::unclear_names(c, id)?;
        let mut summary = events::summary(c, id)?;
        let accepted = AcceptedGames::take(&mut summary, &words);
        let games = (summary, accepted);
        Ok((files, games, live::of_event(c, id)?, notifications::unsent(c, id)?, (unclear, twins)))
    });
    let (files, (summary, accepted), source, unsent, (unclear, twins)) = stored.await?;
    let checked = report::of_event(&ctx.app, ctx.id()).await?;
    let frame = ctx.frame();
    let states = frame.offers(Permission::ManageEvent) && frame.closed().is_none();
    rendered(&Page {
        rows: if states { accepted.rows(&summary.quarantine) } else { Vec::new() },
        accepted,
        limits: ctx.limits(Key::UploadHint),
        report: checked.map(|checked| report::sentence(frame.messages(), &checked)),
        pages: ctx.app.results.pages(ctx.visit.language),
        headline: headline::of_page(&ctx).await?,
        full_tests: full_test_rule(&ctx).await?,
        unclear,
        twins,
        frame,
        files,
        unsent,
        source,
        summary,
    })
}

/// Every game of the event in one PGN: the current versions of followed games, or those of all files without copies.
pub(crate) async fn one_file(ctx: Ctx) -> Answer {
    let (source, files) = ctx.read(|c, id| Ok((live::of_event(c, id)?, events::files(c, id)?))).await?;
    // Reading takes a core for a while, as an upload does.
    let (app, event) = (ctx.app.clone(), ctx.id());
    let written = ctx.app.read_upload(move || match source {
        Some(_) => follower::current_pgn(&app, event).map(|text| text.to_vec()),
        None => upload::one_file(&app.storage, &files),
    });
    let written = written.await??;
    if written.is_empty() {
        return Err(Problem::NotFound);
    }
    let name = format!("event-{event}-games.pgn");
    ctx.export("games.pgn", "all games", ("application/x-chess-pgn", &name), written).await
}

const FILE: Form = Form { fields: &["name", "together"], files: &["file"], optional: &[], several: &[] };

pub(crate) async fn upload(ctx: Ctx, form: FileForm) -> Answer {
    let mut form = form.read(&ctx.app, &FILE).await?;
    let together = form.one("together") == "yes";
    let into = if together { Into::Known } else { Into::Event };
    upload::keep(&ctx, form.file("file")?, into(ctx.id())).await?;
    Ok(ctx.see(""))
}

/// A file as it was uploaded, byte for byte. It is logged before the first byte leaves. The name is ours: the one that the
/// file came with is a stranger's.
pub(crate) async fn download(ctx: Ctx, Path((event, id)): Path<(i64, i64)>) -> Answer {
    let files = ctx.read(events::files).await?;
    let stored = files.into_iter().find(|file| file.id == id).ok_or(Problem::NotFound)?;
    let detail = format!("sha256 {}", stored.sha256);
    ctx.change(move |c| Ok(c.log(Action::Exported, format!("file {id}"), detail)?)).await?;
    let pieces = stream::unfold((ctx.app, 0_i64), move |(app, number)| async move {
        match app.storage.read(move |c| events::piece(c, id, number)).await {
            Ok(None) => None,
            Ok(Some(piece)) => Some((Ok(Bytes::from(piece)), (app, number + 1))),
            Err(error) => Some((Err(std::io::Error::other(error)), (app, i64::MAX))),
        }
    });
    let name = format!("event-{event}-file-{id}.{}", ending(&stored.name));
    let mut response = file("application/octet-stream", &name, Body::from_stream(pieces));
    response.headers_mut().insert(CONTENT_LENGTH, HeaderValue::from(stored.bytes));
    Ok(response)
}

/// An ending that we know, or that of a PGN.
fn ending(name: &str) -> &'static str {
    let lower = name.to_lowercase();
    let known = ["pgn.gz", "pgn.zst", "gz", "zst", "zip"];
    known.into_iter().find(|ending| lower.ends_with(&format!(".{ending}"))).unwrap_or("pgn")
}
