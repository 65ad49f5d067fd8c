//! The page of a problem.

use askama::Template;
use axum::response::Response;
use reports::{Language, visible};

use super::{Frame, page as rendered};
use crate::accounts::roles::Permission;
use crate::app::App;
use crate::keys::Key;
use crate::web::problem::Problem;

#[derive(Template)]
#[template(path = "problem.html")]
struct Page<'a> {
    frame: Frame<'a>,
    message: String,
    detail: Option<String>,
}

/// The page of a problem, in a language.
///
/// # Errors
/// The template's.
pub(crate) fn page(app: &App, language: Language, problem: &Problem) -> Result<Response, Problem> {
    let frame = Frame::bare(app.texts.of(language));
    let detail = match problem {
        Problem::Refused { detail, .. } => detail.as_deref().map(visible),
        _ => None,
    };
    rendered(&Page { message: frame.t(problem.key()), frame, detail })
}
