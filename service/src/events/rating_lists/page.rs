//! Rating lists on file, and bringing one.

use askama::Template;
use axum::Extension;
use axum::extract::{Multipart, State};
use axum::response::Response;
use datasets::rating_list::{ListKind, Options, StoredList, YearMonth};

use crate::access::{Signed, Visit};
use crate::app::App;
use crate::events::rating_lists;
use crate::keys::Key;
use crate::pages::sent::{Form, sent};
use crate::pages::{Frame, limits, page as rendered};
use crate::problem::Problem;
use crate::respond::see;
use crate::roles::Permission;

/// The form that brings a list.
const FORM: Form = Form { fields: &["name", "month", "kind"], files: &["file"], optional: &[] };
/// Kinds that somebody may say a list is of; the others are known by their layout.
const KINDS: [ListKind; 3] = [ListKind::Standard, ListKind::Rapid, ListKind::Blitz];

#[derive(Template)]
#[template(path = "ratings.html")]
struct Page<'a> {
    frame: Frame<'a>,
    lists: Vec<StoredList>,
    limits: String,
}

impl Page<'_> {
    fn kind(kind: &ListKind) -> Key {
        match kind {
            ListKind::Standard => Key::ClassStandard,
            ListKind::Rapid => Key::ClassRapid,
            ListKind::Blitz => Key::ClassBlitz,
            ListKind::Combined => Key::ListsCombined,
        }
    }
}

/// `GET /ratings`
pub(crate) async fn page(
    State(app): State<App>,
    Extension(visit): Extension<Visit>,
) -> Result<Response, Problem> {
    let lists = app.storage.read(rating_lists::on_file).await?;
    let frame = Frame::new(&app, &visit, "/ratings");
    rendered(&Page { limits: limits(&app, frame.messages(), Key::ListsFileHint), frame, lists })
}

/// `POST /ratings`
pub(crate) async fn add(
    State(app): State<App>,
    Extension(signed): Extension<Signed>,
    form: Multipart,
) -> Result<Response, Problem> {
    let mut form = sent(&app, form, &FORM).await?;
    let period = match form.one("month").trim() {
        "" => None,
        month => Some(YearMonth::parse(month).ok_or(Problem::refused(Key::RefusedMonth))?),
    };
    let kind = match form.one("kind") {
        "" => None,
        kind => {
            let known = KINDS.into_iter().find(|known| known.as_str() == kind);
            Some(known.ok_or(Problem::ForeignForm)?)
        }
    };
    let received = form.file("file")?;
    rating_lists::add(&app, received, Options { period, kind }, signed.person.id).await?;
    Ok(see("/ratings"))
}
