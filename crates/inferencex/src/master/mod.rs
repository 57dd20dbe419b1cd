//! Master configs: what every benchmark point is claimed to be.

mod read;

use sweeplint_yaml::{NodeId, Span};

use crate::field::Field;
pub use read::read;

/// One config key with what it describes.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The config key.
    pub key: Field<String>,
    /// Key and value together.
    pub span: Span,
    /// The value's node.
    pub node: NodeId,
    /// Container image.
    pub image: Option<Field<String>>,
    /// Model repository, `org/name`.
    pub model: Option<Field<String>>,
    /// Short model name used in keys and script names.
    pub model_prefix: Option<Field<String>>,
    /// Runner label.
    pub runner: Option<Field<String>>,
    /// Weight precision, such as `fp8`.
    pub precision: Option<Field<String>>,
    /// Serving framework.
    pub framework: Option<Field<String>>,
    /// Several nodes per job.
    pub multinode: bool,
    /// Prefill and decode on different workers.
    pub disagg: bool,
    /// Router of every point.
    pub router: Option<Component>,
    /// How KV blocks move between workers, for every point.
    pub kv_p2p_transfer: Option<Field<String>>,
    /// What is swept.
    pub scenarios: Vec<Scenario>,
}

/// A named component with its version.
#[derive(Clone, Debug)]
pub struct Component {
    /// The mapping's place.
    pub span: Span,
    /// The mapping's node.
    pub node: NodeId,
    /// Its name.
    pub name: Option<Field<String>>,
    /// Its version.
    pub version: Option<Field<String>>,
}

/// What is swept under one sequence length, or the agentic trace.
#[derive(Clone, Debug)]
pub struct Scenario {
    /// Which kind.
    pub kind: ScenarioKind,
    /// The scenario's place.
    pub span: Span,
    /// The scenario's node.
    pub node: NodeId,
    /// Search-space entries.
    pub points: Vec<Point>,
}

/// The kinds of scenario.
#[derive(Clone, Debug)]
pub enum ScenarioKind {
    /// Fixed input and output lengths, in tokens.
    FixedSeqLen {
        /// Input tokens.
        isl: Option<Field<i64>>,
        /// Output tokens.
        osl: Option<Field<i64>>,
    },
    /// Agentic trace replay.
    Agentic {
        /// Share of a node's CPU memory that offloading may use.
        dram_utilization: Option<Field<f64>>,
    },
}

impl ScenarioKind {
    /// Whether this is the agentic trace.
    #[must_use]
    pub fn is_agentic(&self) -> bool {
        matches!(self, Self::Agentic { .. })
    }
}

/// One search-space entry: a topology with the concurrencies it is run at.
#[derive(Clone, Debug)]
pub struct Point {
    /// The mapping's place.
    pub span: Span,
    /// The mapping's node.
    pub node: NodeId,
    /// Requests in flight.
    pub concurrency: Concurrency,
    /// `mtp`, `draft_model` or `none`.
    pub spec_decoding: Option<Field<String>>,
    /// `none`, `dram`; later editions know more.
    pub kv_offloading: Option<Field<String>>,
    /// What does the offloading.
    pub kv_offload_backend: Option<Component>,
    /// Router of this point.
    pub router: Option<Component>,
    /// How KV blocks move between workers.
    pub kv_p2p_transfer: Option<Field<String>>,
    /// The workers.
    pub workers: Workers,
}

/// Concurrencies of a point, in requests in flight.
#[derive(Clone, Debug, Default)]
pub struct Concurrency {
    /// All of them, in the order written; a range is expanded by doubling, its end included.
    pub values: Vec<i64>,
    /// `conc-list` as written.
    pub list: Option<Span>,
    /// The list's node.
    pub list_node: Option<NodeId>,
    /// `conc-start` and `conc-end` as written.
    pub range: Option<(Span, Span)>,
}

/// The workers of a point.
#[derive(Clone, Debug)]
pub enum Workers {
    /// One engine on one node.
    SingleNode(Box<Worker>),
    /// Pools as the multi-node form writes them. An aggregated deployment is written as `prefill`
    /// with `decode.num-worker: 0`.
    Pools {
        /// The prefill pool, or the aggregated one.
        prefill: Box<Worker>,
        /// The decode pool.
        decode: Box<Worker>,
    },
    /// The aggregated pool of the autumn edition, under `worker`.
    Aggregated(Box<Worker>),
    /// Neither form is there.
    Unknown,
}

/// What a worker does.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Role {
    /// Prefill and decode in one.
    Aggregated,
    /// Prefill only.
    Prefill,
    /// Decode only.
    Decode,
}

impl Role {
    /// The word for people.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Aggregated => "agg",
            Self::Prefill => "prefill",
            Self::Decode => "decode",
        }
    }
}

/// A worker pool as claimed.
#[derive(Clone, Debug)]
pub struct Worker {
    /// The key under which the pool is written; the point itself for a single node.
    pub role: Role,
    /// Where the pool's key stands, or the point's first line.
    pub key: Span,
    /// The mapping's place.
    pub span: Span,
    /// The mapping's node.
    pub node: NodeId,
    /// Workers in the pool; 1 where the form has no such field.
    pub num_worker: Option<Field<i64>>,
    /// Tensor-parallel size.
    pub tp: Option<Field<i64>>,
    /// Pipeline-parallel size.
    pub pp: Option<Field<i64>>,
    /// Decode context-parallel size; reuses the GPUs of TP.
    pub dcp_size: Option<Field<i64>>,
    /// Prefill context-parallel size.
    pub pcp_size: Option<Field<i64>>,
    /// Expert-parallel size.
    pub ep: Option<Field<i64>>,
    /// Data-parallel attention.
    pub dp_attn: Option<Field<bool>>,
    /// `NAME=VALUE` settings.
    pub settings: Vec<Setting>,
}

/// One of `additional-settings`.
#[derive(Clone, Debug)]
pub struct Setting {
    /// The part before `=`.
    pub name: String,
    /// The part after `=`.
    pub value: String,
    /// The whole item as written.
    pub span: Span,
    /// The item's node.
    pub node: NodeId,
}

impl Worker {
    /// Workers in the pool.
    #[must_use]
    pub fn workers(&self) -> i64 {
        value_or(self.num_worker.as_ref(), 1)
    }

    /// Expert-parallel size, 1 where absent.
    #[must_use]
    pub fn ep_size(&self) -> i64 {
        value_or(self.ep.as_ref(), 1)
    }

    /// Tensor-parallel size, 1 where absent.
    #[must_use]
    pub fn tp_size(&self) -> i64 {
        value_or(self.tp.as_ref(), 1)
    }

    /// Whether data-parallel attention is claimed.
    #[must_use]
    pub fn has_dp_attention(&self) -> bool {
        self.dp_attn.as_ref().is_some_and(|field| field.value)
    }

    /// GPUs that one worker accounts for: `tp × pp × pcp-size`.
    #[must_use]
    pub fn gpus_per_worker(&self) -> i64 {
        self.tp_size()
            .saturating_mul(value_or(self.pp.as_ref(), 1))
            .saturating_mul(value_or(self.pcp_size.as_ref(), 1))
    }

    /// GPUs that the pool accounts for: `num-worker × tp × pp × pcp-size`. This is what agentic
    /// results are divided by (`process_agentic_result.py`).
    #[must_use]
    pub fn gpus(&self) -> i64 {
        self.workers().saturating_mul(self.gpus_per_worker())
    }

    /// The last setting of that name.
    #[must_use]
    pub fn setting(&self, name: &str) -> Option<&Setting> {
        self.settings.iter().rev().find(|setting| setting.name == name)
    }
}

impl Point {
    /// The pools, prefill first.
    #[must_use]
    pub fn pools(&self) -> Vec<&Worker> {
        match &self.workers {
            Workers::SingleNode(worker) | Workers::Aggregated(worker) => vec![worker],
            Workers::Pools { prefill, decode } => vec![prefill, decode],
            Workers::Unknown => Vec::new(),
        }
    }

    /// A setting of any pool; `CONFIG_FILE` stands in prefill's.
    #[must_use]
    pub fn setting(&self, name: &str) -> Option<&Setting> {
        self.pools().into_iter().find_map(|worker| worker.setting(name))
    }

    /// Whether the claim is an aggregated deployment.
    #[must_use]
    pub fn is_claimed_aggregated(&self) -> bool {
        match &self.workers {
            Workers::Aggregated(_) | Workers::SingleNode(_) => true,
            Workers::Pools { decode, .. } => decode.workers() == 0,
            Workers::Unknown => false,
        }
    }

    /// Whether speculative decoding is claimed.
    #[must_use]
    pub fn claims_speculation(&self) -> bool {
        self.spec_decoding.as_ref().is_some_and(|field| field.value != "none")
    }
}

impl Entry {
    /// Every point with its scenario, in the order of the file.
    pub fn points(&self) -> impl Iterator<Item = (&Scenario, &Point)> {
        self.scenarios
            .iter()
            .flat_map(|scenario| scenario.points.iter().map(move |point| (scenario, point)))
    }

    /// Whether the framework's name holds `part`.
    #[must_use]
    pub fn framework_has(&self, part: &str) -> bool {
        self.framework.as_ref().is_some_and(|field| field.value.contains(part))
    }
}

fn value_or<T: Copy>(field: Option<&Field<T>>, default: T) -> T {
    field.map_or(default, |field| field.value)
}
