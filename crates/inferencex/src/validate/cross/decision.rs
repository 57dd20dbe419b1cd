//! The names of the decisions.

/// A decision over several fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Decision {
    /// Concurrency is a list or a range, not both.
    ConcurrencyTwice,
    /// Concurrency is given.
    ConcurrencyAbsent,
    /// Every concurrency is above 0.
    ConcurrencyPositive,
    /// A range does not end before it starts.
    ConcurrencyOrder,
    /// `dcp-size` divides `tp`.
    DcpDividesTp,
    /// `hardware` stands on both pools or on neither.
    HardwarePair,
    /// A search-space entry says one topology.
    OneTopology,
    /// `pp`, `dcp-size` and `pcp-size` stand in the worker where there is one.
    SizesBesideWorkers,
    /// A single-node agentic entry says `kv-offloading`.
    OffloadingUnsaid,
    /// `kv-offload-backend` stands exactly where something is offloaded.
    OffloadBackend,
    /// Offloading to `nvme` needs a single node.
    NvmeSingleNode,
    /// Offloading to CPU memory needs `dram-utilization`.
    DramUtilization,
    /// There is a scenario.
    NoScenario,
    /// Agentic configs run on one exact fleet.
    AgenticRunner,
    /// A component is declared at one level.
    DeclaredTwice,
    /// `kv-p2p-transfer` needs `multinode: true`.
    TransferSingleNode,
    /// `disagg: true` needs `kv-p2p-transfer`.
    DisaggTransfer,
    /// The topology of a search-space entry suits `multinode` and `disagg`.
    TopologyScope,
    /// Fields of a changelog entry that exclude each other.
    EvalFields,
}

impl Decision {
    /// A stable name in kebab case.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::ConcurrencyTwice => "concurrency-twice",
            Self::ConcurrencyAbsent => "concurrency-absent",
            Self::ConcurrencyPositive => "concurrency-positive",
            Self::ConcurrencyOrder => "concurrency-order",
            Self::DcpDividesTp => "dcp-divides-tp",
            Self::HardwarePair => "hardware-pair",
            Self::OneTopology => "one-topology",
            Self::SizesBesideWorkers => "sizes-beside-workers",
            Self::OffloadingUnsaid => "offloading-unsaid",
            Self::OffloadBackend => "offload-backend",
            Self::NvmeSingleNode => "nvme-single-node",
            Self::DramUtilization => "dram-utilization",
            Self::NoScenario => "no-scenario",
            Self::AgenticRunner => "agentic-runner",
            Self::DeclaredTwice => "declared-twice",
            Self::TransferSingleNode => "transfer-single-node",
            Self::DisaggTransfer => "disagg-transfer",
            Self::TopologyScope => "topology-scope",
            Self::EvalFields => "eval-fields",
        }
    }
}
