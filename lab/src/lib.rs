//! Studies of the method: how often help is seen, made-up events, and whether honest players are treated as promised.
//!
//! Nothing here is part of the product, and nothing in the product may use it.

pub mod bayes_factor;
pub mod clocks;
pub mod conditions;
pub mod corpus;
pub mod fits;
pub mod honest_events;
pub mod made_up_event;
pub mod measure;
pub mod power;
pub mod simulate;
pub mod stored;

#[cfg(test)]
#[path = "../../analyzer/tests/fixtures/mod.rs"]
mod fixtures;
