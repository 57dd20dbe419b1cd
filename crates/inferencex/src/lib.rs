//! What the files of InferenceX mean.
//!
//! Typed views, each value with its place: the master configs say what every benchmark point is
//! *claimed* to be ([`master`]), recipes say what is *deployed* ([`recipe`]), the runners file
//! names the fleets ([`runners`]), the changelog selects what is swept ([`changelog`]).
//! [`Project`] reads a whole snapshot once. Reading is lenient: what is malformed is left out
//! here and named by [`validate`].
//!
//! Not done here: judging (crate `lint`), and expanding entries to jobs.

pub mod changelog;
mod field;
mod layout;
pub mod master;
mod project;
pub mod recipe;
pub mod runners;
pub mod validate;

pub use field::Field;
pub use layout::Layout;
pub use project::{FileProblem, ParseCache, Parsed, ParsedFile, Placed, Project};
