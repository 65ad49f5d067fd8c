//! The dossiers of the full tests that a case holds, as files.

use axum::Extension;
use axum::extract::{Path, State};
use axum::response::Response;

use crate::access::{InCase, Visit};
use crate::app::App;
use crate::audit::{self, Action};
use crate::cases;
use crate::jobs::full_tests::page::{Reader, document};
use crate::pages::file;
use crate::problem::Problem;
use crate::storage::StorageError;

/// `GET /cases/{case}/full-tests/{test}/{document}`. It is logged before the first byte leaves. A test that the case does not
/// hold is not there.
pub(crate) async fn download(
    State(app): State<App>,
    Extension(visit): Extension<Visit>,
    Extension(inside): Extension<InCase>,
    Path((_, job, what)): Path<(i64, i64, String)>,
) -> Result<Response, Problem> {
    let case = inside.case;
    let event = app.storage.read(move |c| -> Result<_, StorageError> {
        let held = cases::tests(c, case)?.iter().any(|held| held.job == job);
        let found = cases::by_id(c, case)?;
        Ok(found.filter(|_| held).map(|found| found.opened.event))
    });
    let event = event.await?.ok_or(Problem::NotFound)?;
    let (what, bytes) = document(&app, &visit, (event, job), &what, Reader::OfCase).await?;
    let now = app.now();
    let record = inside.record(Action::Exported, format!("full test {job}, {what}"));
    app.storage.write(move |c| audit::append(c, now, record)).await?;
    let name = format!("case-{case}-test-{job}-{what}");
    Ok(file("application/octet-stream", &name, bytes))
}
