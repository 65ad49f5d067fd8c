//! Requests and answers: listening, who may do what, forms, pages and the interface for programs.
//!
//! `server` listens, `routes` has every route, `guard` stands in front of each and tells handlers who asks (`access`),
//! and `layers` makes pages or JSON of problems on the way out.

pub(crate) mod access;
pub(crate) mod api;
mod audit_log;
mod confirm;
mod context;
pub(crate) mod cookies;
mod deadline;
pub(crate) mod form;
mod frame;
#[cfg(feature = "fuzzing")]
pub mod fuzzed;
mod guard;
mod layers;
pub(crate) mod limits;
pub(crate) mod metrics;
pub(crate) mod multipart;
pub(crate) mod places;
pub(crate) mod problem;
pub(crate) mod quota;
pub(crate) mod rate_limit;
pub(crate) mod respond;
pub(crate) mod returned;
pub(crate) mod route;
pub(crate) mod routes;
pub(crate) mod server;
pub(crate) mod threads;

pub(crate) use access::{PageDetail, Reload, Signed};
pub(crate) use context::Ctx;
pub(crate) use frame::Frame;
pub(crate) use problem::Problem;
pub(crate) use respond::{Answer, file, local, page, see, text};
