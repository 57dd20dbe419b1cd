//! What PyYAML refuses, or accepts without a word.

pub mod duplicate_key;
pub mod syntax;
pub mod version_dependent;
