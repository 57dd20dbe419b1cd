//! Claimed pools beside deployed ones.

use std::sync::Arc;

use sweeplint_inferencex::master::{Role, Worker, Workers};
use sweeplint_inferencex::recipe::{DeployedWorker, Deployment};
use sweeplint_inferencex::{Placed, Project};
use sweeplint_yaml::Span;

/// One claimed pool with the pool that is deployed for it.
pub(super) struct Pair<'p> {
    pub placed: Placed<'p>,
    pub deployment: &'p Arc<Deployment>,
    pub claimed: &'p Worker,
    pub deployed: &'p DeployedWorker,
    /// The decode pool, which repeats an aggregated pool's numbers.
    pub mirror: Option<&'p Worker>,
}

/// Every pair of every point whose recipe is at hand.
pub(super) fn pairs(project: &Project) -> impl Iterator<Item = Pair<'_>> {
    project.points().flat_map(|placed| {
        placed.deployments().flat_map(move |deployment| pairs_of(placed, deployment))
    })
}

/// The pairs of one point and one deployment.
pub(super) fn pairs_of<'p>(placed: Placed<'p>, deployment: &'p Arc<Deployment>) -> Vec<Pair<'p>> {
    let pair = |claimed, role, mirror| {
        let deployed = deployment.worker(role)?;
        Some(Pair { placed, deployment, claimed, deployed, mirror })
    };
    match &placed.point.workers {
        Workers::Aggregated(worker) => {
            pair(&**worker, Role::Aggregated, None).into_iter().collect()
        }
        Workers::Pools { prefill, decode } if deployment.is_aggregated() => {
            pair(&**prefill, Role::Aggregated, Some(&**decode)).into_iter().collect()
        }
        Workers::Pools { prefill, decode } => {
            [pair(&**prefill, Role::Prefill, None), pair(&**decode, Role::Decode, None)]
                .into_iter()
                .flatten()
                .collect()
        }
        Workers::SingleNode(_) | Workers::Unknown => Vec::new(),
    }
}

impl Pair<'_> {
    /// The role's word as the master config has it.
    pub fn role(&self) -> &'static str {
        self.claimed.role.name()
    }

    /// The place of a field, or of the pool's key where it is not written.
    pub fn place(&self, span: Option<Span>) -> Span {
        span.unwrap_or(self.claimed.key)
    }

    /// Whether the recipe's file name speaks of expert parallelism (`dep8`, `tep16`, `ep4`).
    pub fn name_claims_expert_parallel(&self) -> bool {
        let name = self.deployment.path.file_name().to_lowercase();
        let parts = name.split(|c: char| !c.is_ascii_alphanumeric());
        parts.flat_map(|part| part.split_inclusive(|c: char| c.is_ascii_digit())).any(|word| {
            let letters = word.trim_end_matches(|c: char| c.is_ascii_digit());
            word.len() > letters.len() && matches!(letters, "ep" | "dep" | "tep")
        })
    }
}
