//! Following a reference to the recipe it names.

use std::sync::Arc;

use sweeplint_source::RepoPath;

use super::{Deployment, Reference, ReferenceError, SelectorError};

/// What a reference leads to.
#[derive(Clone, Debug)]
pub struct Resolution {
    /// The reference as written.
    pub reference: Reference,
    /// Where it leads.
    pub outcome: Outcome,
}

/// Where a reference leads.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// To recipes that were read: one per variant that is submitted.
    Deployed(Vec<Arc<Deployment>>),
    /// To the external srt-slurm checkout, which is not at hand.
    External,
    /// Nowhere: the recipe's family stands in the repository, the recipe does not.
    Missing {
        /// Where it was looked for.
        looked_at: String,
    },
    /// Perhaps to a recipe of the same name and workload in another folder, which launchers copy
    /// under the folder that is named.
    StagedElsewhere {
        /// The recipe that may be meant.
        candidate: RepoPath,
    },
    /// Not followed: the path is not one that may be looked up.
    Refused(ReferenceError),
    /// To a file that cannot be read as a recipe; the file has findings of its own.
    Unreadable {
        /// The file.
        path: RepoPath,
        /// What it is instead, for people.
        reason: String,
    },
    /// To an override file whose variants the selector does not name.
    Selector {
        /// The file.
        path: RepoPath,
        /// Why.
        error: SelectorError,
    },
    /// To an override file without a selector: every variant would be submitted.
    NoSelector {
        /// The file.
        path: RepoPath,
        /// What could be selected.
        available: Vec<String>,
    },
}

impl Resolution {
    /// The deployments, when the reference led to any.
    #[must_use]
    pub fn deployments(&self) -> &[Arc<Deployment>] {
        match &self.outcome {
            Outcome::Deployed(deployments) => deployments,
            _ => &[],
        }
    }
}
