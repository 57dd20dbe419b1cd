//! Tests over several crates live in `tests/tests`.
