//! A master config against the recipes it names: claimed against deployed.

pub mod aggregated_decode_workers;
pub mod concurrency;
pub mod context_parallel;
pub mod dp_attn;
pub mod expert_parallel;
pub mod gpu_count;
pub mod identity;
pub mod image;
pub mod kv_offload;
pub mod missing;
mod pair;
pub mod router_version;
pub mod selector;
pub mod sequence_length;
pub mod spec_decoding;
pub mod worker_count;
