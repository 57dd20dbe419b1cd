//! Output formats for findings.
//!
//! [`json`] is the contract other programs build on (`schemas/findings.schema.json`), [`text`] is
//! for people. Neither knows where the text goes.

pub mod diff;
pub mod json;
pub mod text;
