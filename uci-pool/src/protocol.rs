//! The Universal Chess Interface as text: commands out, lines in. No processes, no chess rules.
//!
//! Commands are built by `vampirc-uci` ([`command`]), which also reads `id`, `uciok` and `readyok` ([`handshake`]).
//! `option`, `info` and `bestmove` ([`info`]) are read by our own tokenizers, because `vampirc-uci`
//! 0.11.1 has these defects, each of them measured on recorded engine output or read in its source:
//!
//! - after `wdl 37 954 9` the rest of the line becomes one unknown attribute: nodes, speed and variation are lost,
//!   and so is a bound that follows `wdl`;
//! - a number of more than 12 digits is cut to its first 12, in node counts and in the limits of an option, and
//!   `depth`, read as up to three digits into one byte, panics from 256 on;
//! - `score mate` is cast to one byte, so that mate in 200 becomes mate in -56;
//! - `bestmove (none)` is not understood, `currmovenumber` is misspelt, an empty `pv` vanishes from the line;
//! - the default of an option is lost if it begins with `min`, `max` or `var`, as in `minimal`, and an empty one
//!   cannot be told from none;
//! - `setoption` without a value is written as `value <empty>`, so a button cannot be pressed;
//! - `go` is written with doubled and trailing spaces.

pub(crate) mod command;
pub(crate) mod handshake;
pub(crate) mod info;
pub(crate) mod text;

#[cfg(test)]
mod differential;
