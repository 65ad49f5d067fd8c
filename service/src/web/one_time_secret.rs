//! The page that shows a secret once: a link of invitation, a token for programs.

use askama::Template;

use crate::accounts::roles::Permission;
use crate::keys::Key;
use crate::web::frame::Frame;
use crate::web::respond::{Answer, page as rendered};

#[derive(Template)]
#[template(path = "once.html")]
struct Page<'a> {
    frame: Frame<'a>,
    heading: String,
    explanation: String,
    secret: String,
    back: String,
}

pub(crate) fn once(frame: Frame<'_>, heading: Key, explanation: Key, secret: String, back: String) -> Answer {
    let (heading, explanation, frame) = (frame.t(heading), frame.t(explanation), frame.back_to(&back));
    rendered(&Page { heading, explanation, frame, secret, back })
}
