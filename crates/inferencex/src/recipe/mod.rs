//! Recipes: what really runs.
//!
//! A recipe is an srt-slurm YAML file (plain, or a `base` with overrides and a selector) or an
//! llm-d one. [`Reference`] is what a master config writes, [`variants`] expands overrides,
//! [`Deployment`] is the topology that a variant deploys.

mod deployment;
pub mod engine;
mod llmd;
mod merged;
mod offload;
mod reference;
mod resolution;
mod srt_slurm;
mod variant;

pub use deployment::{
    DeployedWorker, Deployment, DynamoVersion, Engine, EpSource, Fact, OffloadEvidence,
};
pub use llmd::deploy as deploy_llmd;
pub use merged::Merged;
pub use reference::{Reference, ReferenceError};
pub use resolution::{Outcome, Resolution};
pub use srt_slurm::deploy;
pub use variant::{SelectorError, Variant, is_override_file, variants};
