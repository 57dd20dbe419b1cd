//! The topology that a recipe deploys.

use sweeplint_source::RepoPath;
use sweeplint_yaml::Span;

pub use super::engine::Engine;
use crate::Field;
use crate::master::Role;

/// A deployed number or switch, with its place when the recipe writes it.
#[derive(Clone, Debug, PartialEq)]
pub struct Fact<T> {
    /// The value in force.
    pub value: T,
    /// Where it is written; absent for a default.
    pub span: Option<Span>,
}

impl<T> Fact<T> {
    /// A value that nothing in the recipe sets.
    pub(crate) fn default(value: T) -> Self {
        Self { value, span: None }
    }
}

/// What one variant of a recipe deploys. Every span is of the recipe's file.
#[derive(Clone, Debug)]
pub struct Deployment {
    /// The recipe.
    pub path: RepoPath,
    /// The variant's name; empty for a plain recipe.
    pub variant: String,
    /// Whether the recipe is llm-d's.
    pub is_llmd: bool,
    /// The engine; `None` for one this tool does not know.
    pub engine: Option<Engine>,
    /// The worker pools: one aggregated, or prefill and decode.
    pub workers: Vec<DeployedWorker>,
    /// Container image, or an alias of the launcher.
    pub container: Option<Field<String>>,
    /// The image the recipe says it was made for.
    pub identity_image: Option<Field<String>>,
    /// The model repository the recipe says it was made for.
    pub identity_repo: Option<Field<String>>,
    /// Weight precision.
    pub precision: Option<Field<String>>,
    /// GPU type, such as `gb200`.
    pub gpu_type: Option<Field<String>>,
    /// GPUs of one node.
    pub gpus_per_node: Option<Field<i64>>,
    /// Alias under which the launcher knows the weights.
    pub model_path: Option<Field<String>>,
    /// Input tokens.
    pub isl: Option<Field<i64>>,
    /// Output tokens.
    pub osl: Option<Field<i64>>,
    /// Concurrencies that the benchmark client runs, in requests in flight.
    pub concurrencies: Option<Field<Vec<i64>>>,
    /// `benchmark.env.CONC`.
    pub env_concurrency: Option<Field<i64>>,
    /// The benchmark client.
    pub benchmark_type: Option<Field<String>>,
    /// What pins the Dynamo version, the pin in force first; then the release the recipe names.
    pub dynamo: Vec<DynamoVersion>,
    /// KV offloading to CPU memory that is switched on.
    pub offload: Option<OffloadEvidence>,
    /// Where the recipe's `resources` stand, or the recipe's start.
    pub resources: Span,
}

/// A Dynamo version as the recipe pins it.
#[derive(Clone, Debug)]
pub struct DynamoVersion {
    /// Version, wheel or commit.
    pub value: String,
    /// The key that pins it.
    pub key: &'static str,
    /// Where.
    pub span: Span,
}

/// What shows that KV blocks are offloaded.
#[derive(Clone, Debug)]
pub struct OffloadEvidence {
    /// The backend's name in a master config.
    pub backend: &'static str,
    /// The setting that switches it on, for people.
    pub setting: String,
    /// Where.
    pub span: Span,
    /// The role it stands in.
    pub role: Role,
}

/// One worker pool as deployed.
#[derive(Clone, Debug)]
pub struct DeployedWorker {
    /// What the workers do.
    pub role: Role,
    /// Workers in the pool.
    pub workers: Fact<i64>,
    /// GPUs of one worker, from the resources.
    pub gpus_per_worker: Fact<i64>,
    /// Tensor-parallel size.
    pub tp: Fact<i64>,
    /// Data-parallel size; for SGLang inside TP's GPUs.
    pub dp: Fact<i64>,
    /// Pipeline-parallel size.
    pub pp: Fact<i64>,
    /// Decode context-parallel size.
    pub dcp: Fact<i64>,
    /// Prefill context-parallel size.
    pub pcp: Fact<i64>,
    /// Expert-parallel size.
    pub ep: Fact<i64>,
    /// What decides the expert-parallel size.
    pub ep_source: EpSource,
    /// Data-parallel attention.
    pub dp_attention: Fact<bool>,
    /// The setting that switches speculative decoding on.
    pub speculation: Option<Span>,
    /// The engine's settings for this role, or the resources where there are none.
    pub settings: Span,
    /// Whether the engine's settings for this role are in the recipe.
    pub has_settings: bool,
}

/// What decides the expert-parallel size of a deployed worker.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EpSource {
    /// vLLM: the switch is on, so the group is TP × DP.
    Flag,
    /// vLLM: the switch is off or absent, so there is no group.
    NoFlag,
    /// A size is written.
    Size,
    /// No size is written: 1.
    Absent,
    /// SGLang: no size, but an all-to-all backend that may imply one as large as TP.
    Backend,
    /// TensorRT-LLM: no size is written, and the engine chooses.
    Unknown,
}

impl DeployedWorker {
    /// GPUs of the pool.
    #[must_use]
    pub fn gpus(&self) -> i64 {
        self.workers.value.saturating_mul(self.gpus_per_worker.value)
    }

    /// The parallel sizes for people: `TP4 × DP4`.
    #[must_use]
    pub fn shape(&self) -> String {
        let mut shape = format!("TP{}", self.tp.value);
        for (name, size) in [("DP", &self.dp), ("PP", &self.pp), ("PCP", &self.pcp)] {
            if size.value > 1 {
                shape.push_str(&format!(" × {name}{}", size.value));
            }
        }
        shape
    }
}

impl Deployment {
    /// Whether prefill and decode share their workers.
    #[must_use]
    pub fn is_aggregated(&self) -> bool {
        self.workers.iter().any(|worker| worker.role == Role::Aggregated)
    }

    /// The pool of a role.
    #[must_use]
    pub fn worker(&self, role: Role) -> Option<&DeployedWorker> {
        self.workers.iter().find(|worker| worker.role == role)
    }

    /// GPUs of all pools.
    #[must_use]
    pub fn gpus(&self) -> i64 {
        self.workers.iter().map(DeployedWorker::gpus).sum()
    }

    /// Where speculative decoding is switched on, decode or aggregated.
    #[must_use]
    pub fn speculation(&self) -> Option<Span> {
        self.workers
            .iter()
            .filter(|worker| worker.role != Role::Prefill)
            .find_map(|worker| worker.speculation)
    }

    /// `path` or `path:variant`, for people.
    #[must_use]
    pub fn name(&self) -> String {
        if self.variant.is_empty() {
            self.path.to_string()
        } else {
            format!("{}:{}", self.path, self.variant)
        }
    }
}
