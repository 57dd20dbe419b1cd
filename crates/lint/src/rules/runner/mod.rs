//! Runners.

pub mod schema;
pub mod unknown_label;
