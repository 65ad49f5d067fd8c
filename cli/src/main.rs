//! The `fairplay` command.

fn main() {}
