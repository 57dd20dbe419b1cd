//! Rules, findings and fixes.
//!
//! A [`Rule`] looks at a snapshot or at a change and reports [`Finding`]s: what disagrees, where
//! both sides stand, what breaks, and the edit that mends it. [`lint`] runs the registry, hides
//! what the change did not introduce, and honours suppressions. [`fix`] applies edits and proves
//! them by linting again.
//!
//! Everything here is pure and deterministic: no clock, environment, network or thread order
//! shows in the result. Not done here: output formats, and anything about GitHub.

mod engine;
mod finding;
mod fingerprint;
pub mod fix;
mod registry;
mod reporter;
mod rule;
pub mod rules;
mod suppress;
#[cfg(test)]
mod tester;

pub use engine::{Options, Outcome, Skip, Summary, Target, lint};
pub use finding::{Edit, Finding, Fix, Label, Safety, Severity};
pub use fingerprint::Fingerprint;
pub use registry::{Registry, registry};
pub use reporter::{Draft, Reporter};
pub use rule::{ChangeContext, FixKind, Meta, Rule};
