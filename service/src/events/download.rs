//! Files as they were uploaded, byte for byte.

use axum::body::{Body, Bytes};
use axum::extract::Path;
use axum::http::header::{CONTENT_LENGTH, HeaderValue};
use futures_util::stream;

use crate::events;
use crate::store::audit::Action;
use crate::web::{Answer, Ctx, InEvent, Problem, file};

/// `GET /events/{event}/files/{file}`. It is logged before the first byte leaves. The name is ours: the one that the file
/// came with is a stranger's.
pub(crate) async fn download(
    Ctx { app, inside, .. }: Ctx<InEvent>,
    Path((event, id)): Path<(i64, i64)>,
) -> Answer {
    let files = app.read(move |c| events::files(c, event)).await?;
    let stored = files.into_iter().find(|file| file.id == id).ok_or(Problem::NotFound)?;
    app.change(move |c, now| inside.log(c, now, Action::Exported, format!("file {id}"), "")).await?;
    let pieces = stream::unfold((app, 0_i64), move |(app, number)| async move {
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
