//! The page of a problem.

use askama::Template;
use reports::{Language, visible};

use crate::accounts::roles::Permission;
use crate::app::App;
use crate::keys::Key;
use crate::web::frame::Frame;
use crate::web::problem::Problem;
use crate::web::respond::{Answer, page as rendered};

#[derive(Template)]
#[template(path = "problem.html")]
struct Page<'a> {
    frame: Frame<'a>,
    message: String,
    detail: Option<String>,
}

/// The page of a problem, in a language.
pub(crate) fn page(app: &App, language: Language, problem: &Problem) -> Answer {
    let frame = Frame::bare(app.texts.get(language));
    let detail = match problem {
        Problem::Refused { detail, .. } => detail.as_deref().map(visible),
        _ => None,
    };
    rendered(&Page { message: frame.t(problem.key()), frame, detail })
}
