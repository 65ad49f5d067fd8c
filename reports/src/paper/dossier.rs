//! The dossier of one player in one event: what a panel, an expert of the defence and a court receive.
//!
//! The JSON is the full test itself, with nothing rounded. A dossier holds numbers, their limits and what speaks for
//! the player; it must never hold a verdict, nor a number that the full test does not hold.

mod content;
mod tables;

#[cfg(test)]
pub(crate) mod example;
#[cfg(test)]
mod tests;

pub use content::{document, summary};
pub use tables::{decisions_table, games_table, sensitivity_table};
