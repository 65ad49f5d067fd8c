//! The page that shows a secret once: a link of invitation, a token for programs.

use askama::Template;
use axum::response::Response;

use super::{Frame, page};
use crate::accounts::roles::Permission;
use crate::keys::Key;
use crate::web::problem::Problem;

#[derive(Template)]
#[template(path = "once.html")]
struct Page<'a> {
    frame: Frame<'a>,
    heading: String,
    explanation: String,
    secret: String,
    back: String,
}

/// Shows a secret.
///
/// # Errors
/// The template's.
pub(crate) fn once(
    frame: Frame<'_>,
    heading: Key,
    explanation: Key,
    secret: String,
    back: String,
) -> Result<Response, Problem> {
    page(&Page { heading: frame.t(heading), explanation: frame.t(explanation), frame, secret, back })
}
