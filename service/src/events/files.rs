//! Files as they were uploaded, byte for byte.

use axum::Extension;
use axum::body::{Body, Bytes};
use axum::extract::{Path, State};
use axum::http::header::{CONTENT_LENGTH, HeaderValue};
use axum::response::Response;
use futures_util::stream;

use crate::access::InEvent;
use crate::app::App;
use crate::audit::{self, Action};
use crate::events;
use crate::problem::Problem;

/// `GET /events/{event}/files/{file}`. It is logged before the first byte leaves. The name is ours: the one that the file
/// came with is a stranger's.
pub(crate) async fn download(
    State(app): State<App>,
    Extension(inside): Extension<InEvent>,
    Path((_, id)): Path<(i64, i64)>,
) -> Result<Response, Problem> {
    let event = inside.event;
    let files = app.storage.read(move |c| events::files(c, event)).await?;
    let file = files.into_iter().find(|file| file.id == id).ok_or(Problem::NotFound)?;
    let now = app.now();
    let record = inside.record(Action::Exported, format!("file {id}"));
    app.storage.write(move |c| audit::append(c, now, record)).await?;
    let pieces = stream::unfold((app, 0_i64), move |(app, number)| async move {
        match app.storage.read(move |c| events::piece(c, event, id, number)).await {
            Ok(None) => None,
            Ok(Some(piece)) => Some((Ok(Bytes::from(piece)), (app, number + 1))),
            Err(error) => Some((Err(std::io::Error::other(error)), (app, i64::MAX))),
        }
    });
    let name = format!("event-{event}-file-{id}.{}", ending(&file.name));
    let pieces = Body::from_stream(pieces);
    let mut response = crate::pages::file("application/octet-stream", &name, pieces);
    let length = HeaderValue::from(file.bytes);
    response.headers_mut().insert(CONTENT_LENGTH, length);
    Ok(response)
}

/// An ending that we know, or that of a PGN.
fn ending(name: &str) -> &'static str {
    let lower = name.to_lowercase();
    let known = ["pgn.gz", "pgn.zst", "gz", "zst", "zip"];
    known.into_iter().find(|ending| lower.ends_with(&format!(".{ending}"))).unwrap_or("pgn")
}
