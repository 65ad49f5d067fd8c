//! The service as people and programs meet it: requests through the whole router, no network.

mod absences;
mod audited;
mod engines;
mod following;
mod hostile;
pub(crate) mod house;
mod programs;
mod results;
mod rights;
mod rooms;
mod scripted;
mod served;
mod settings;
mod signing_in;
mod uploads;
