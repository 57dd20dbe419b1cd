//! The `sweeplint` command.

fn main() {}
