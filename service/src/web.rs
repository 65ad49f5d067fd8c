//! Requests and answers: listening, who may do what, forms, pages and the interface for programs.

pub(crate) mod access;
pub(crate) mod api;
mod api_page;
mod assets;
mod audit_log;
pub(crate) mod form;
mod frame;
pub(crate) mod metrics;
pub(crate) mod multipart;
pub(crate) mod one_time_secret;
mod page;
pub(crate) mod problem;
mod problem_page;
pub(crate) mod rate_limit;
pub(crate) mod respond;
pub(crate) mod routes;
pub(crate) mod server;
mod tls;

pub(crate) use frame::Frame;
pub(crate) use multipart as sent;
pub(crate) use page::{file, limits, page, role_key, set_cookie, signed_in, text};
