//! The commands, each with its arguments.

pub(crate) mod audit;
pub(crate) mod batch;
pub(crate) mod book;
pub(crate) mod calibrate;
pub(crate) mod demo;
pub(crate) mod dossier;
pub(crate) mod engine_cage;
pub(crate) mod engines;
pub(crate) mod feed;
pub(crate) mod import;
pub(crate) mod inspect;
pub(crate) mod key;
pub(crate) mod manual;
pub(crate) mod people;
pub(crate) mod ratings;
pub(crate) mod screen;
pub(crate) mod serve;
pub(crate) mod store;
pub(crate) mod test;
pub(crate) mod timestamp;
pub(crate) mod trf;
pub(crate) mod verify;
pub(crate) mod watch;
pub(crate) mod worker;
