//! How each engine spells its settings. Facts that change upstream stand here, once.

/// The engines srt-slurm starts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Engine {
    /// vLLM.
    Vllm,
    /// SGLang.
    Sglang,
    /// TensorRT-LLM.
    TrtLlm,
}

impl Engine {
    /// The engine of `backend.type`; srt-slurm's default is SGLang.
    #[must_use]
    pub fn from_type(name: Option<&str>) -> Option<Self> {
        match name {
            None | Some("sglang") => Some(Self::Sglang),
            Some("vllm") => Some(Self::Vllm),
            Some("trtllm") => Some(Self::TrtLlm),
            Some(_) => None,
        }
    }

    /// The name for people.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Vllm => "vLLM",
            Self::Sglang => "SGLang",
            Self::TrtLlm => "TensorRT-LLM",
        }
    }

    /// The mapping under `backend` that holds the settings of each role.
    #[must_use]
    pub fn config_key(self) -> &'static str {
        match self {
            Self::Vllm => "vllm_config",
            Self::Sglang => "sglang_config",
            Self::TrtLlm => "trtllm_config",
        }
    }

    /// The spellings of its settings.
    #[must_use]
    pub fn keys(self) -> &'static EngineKeys {
        match self {
            Self::Vllm => &VLLM,
            Self::Sglang => &SGLANG,
            Self::TrtLlm => &TRTLLM,
        }
    }
}

/// Names under which an engine's settings are written, the usual one first; `-` and `_` alike.
#[derive(Debug)]
pub struct EngineKeys {
    /// Tensor-parallel size.
    pub tp: &'static [&'static str],
    /// Data-parallel size.
    pub dp: &'static [&'static str],
    /// Pipeline-parallel size.
    pub pp: &'static [&'static str],
    /// Decode context-parallel size.
    pub dcp: &'static [&'static str],
    /// Prefill context-parallel size.
    pub pcp: &'static [&'static str],
    /// Expert-parallel size, where the engine takes a number.
    pub ep: &'static [&'static str],
    /// Expert parallelism as a switch.
    pub ep_flag: &'static [&'static str],
    /// Data-parallel attention as a switch.
    pub dp_attention: &'static [&'static str],
    /// The setting whose presence means speculative decoding.
    pub speculation: &'static [&'static str],
    /// How KV blocks move between workers.
    pub kv_transfer: &'static [&'static str],
}

const VLLM: EngineKeys = EngineKeys {
    tp: &["tensor-parallel-size"],
    dp: &["data-parallel-size"],
    pp: &["pipeline-parallel-size"],
    dcp: &["decode-context-parallel-size"],
    pcp: &["prefill-context-parallel-size"],
    ep: &[],
    ep_flag: &["enable-expert-parallel"],
    dp_attention: &[],
    speculation: &["speculative-config"],
    kv_transfer: &["kv-transfer-config"],
};

const SGLANG: EngineKeys = EngineKeys {
    tp: &["tensor-parallel-size", "tp-size", "tp"],
    dp: &["data-parallel-size", "dp-size"],
    pp: &["pp-size", "pipeline-parallel-size"],
    dcp: &["decode-context-parallel-size", "dcp-size"],
    pcp: &["prefill-context-parallel-size", "pcp-size"],
    ep: &["expert-parallel-size", "ep-size"],
    ep_flag: &[],
    dp_attention: &["enable-dp-attention"],
    speculation: &["speculative-algorithm", "speculative-algo"],
    kv_transfer: &["disaggregation-transfer-backend"],
};

const TRTLLM: EngineKeys = EngineKeys {
    tp: &["tensor_parallel_size"],
    dp: &[],
    pp: &["pipeline_parallel_size"],
    dcp: &[],
    pcp: &["context_parallel_size"],
    ep: &["moe_expert_parallel_size"],
    ep_flag: &[],
    dp_attention: &["enable_attention_dp"],
    speculation: &["speculative_config"],
    kv_transfer: &["cache_transceiver_config"],
};

/// SGLang all-to-all backends that imply an expert-parallel group as large as TP when no size is
/// given.
pub const SGLANG_A2A_BACKENDS: &[&str] =
    &["deepep", "megamoe", "mooncake", "flashinfer", "mori", "nixl", "ascend_fuseep"];

/// vLLM connectors that move KV blocks to CPU memory, with the name a master config gives the
/// backend (RULES.md A4).
pub const VLLM_OFFLOAD_CONNECTORS: &[(&str, &str)] = &[
    ("MooncakeStoreConnector", "mooncake"),
    ("SimpleCPUOffload", "vllm-simple"),
    ("OffloadingConnector", "vllm-simple"),
    ("LMCache", "lmcache"),
];
