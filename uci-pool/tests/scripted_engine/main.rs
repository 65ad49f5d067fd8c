//! Scripted engine.
fn main() {}
