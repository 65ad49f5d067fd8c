//! Style sheets, from within the program: no other address is ever asked.

use axum::http::header::{CACHE_CONTROL, HeaderValue};
use axum::response::Response;

use crate::web::respond::text;

pub(crate) async fn style() -> Response {
    sheet(include_str!("../../assets/style.css"))
}

/// The style of results.
pub(crate) async fn results() -> Response {
    sheet(include_str!("../../assets/results.css"))
}

fn sheet(style: &'static str) -> Response {
    let mut response = text("text/css; charset=utf-8", style);
    let value = HeaderValue::from_static("public, max-age=3600");
    response.headers_mut().insert(CACHE_CONTROL, value);
    response
}
