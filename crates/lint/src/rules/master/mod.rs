//! Master configs for themselves.

pub mod schema;
