//! Feeds the readers damaged input and checks that they refuse it properly.
//!
//! A [`Target`](target::Target) is a reader and what must hold for it whatever the bytes are: nothing panics, nothing hangs,
//! and the reader's own promises, such as *games in = games + unscored + quarantined*. `fuzz/README.md` says how to run it.
//!
//! This crate may use what the other crates offer and must never be used by them.

pub mod attempt;
pub mod minimise;
pub mod mutate;
pub mod random;
pub mod supervise;
pub mod target;
pub mod targets;
pub mod trace;
pub mod work;
