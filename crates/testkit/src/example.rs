//! The example repository: the shape of the real one, with a pull request of five mistakes.

/// Files of the target branch, path and text.
pub const BASE: &[(&str, &str)] = &[
    (
        "benchmarks/multi_node/srt-slurm-recipes/sglang/orbit-1/8k1k/disagg-gb200-1p1d.yaml",
        include_str!(
            "../example/base/benchmarks/multi_node/srt-slurm-recipes/sglang/orbit-1/8k1k/disagg-gb200-1p1d.yaml"
        ),
    ),
    ("configs/nvidia-master.yaml", include_str!("../example/base/configs/nvidia-master.yaml")),
    ("configs/runners.yaml", include_str!("../example/base/configs/runners.yaml")),
    ("perf-changelog.yaml", include_str!("../example/base/perf-changelog.yaml")),
];

/// Files that the pull request adds or changes, path and text.
pub const PULL_REQUEST: &[(&str, &str)] = &[
    (
        "benchmarks/multi_node/srt-slurm-recipes/sglang/orbit-1/8k1k/disagg-gb200-1p1d.yaml",
        include_str!(
            "../example/pull-request/benchmarks/multi_node/srt-slurm-recipes/sglang/orbit-1/8k1k/disagg-gb200-1p1d.yaml"
        ),
    ),
    (
        "benchmarks/multi_node/srt-slurm-recipes/vllm/orbit-1/agentic/agg-gb200-dep16-throughput.yaml",
        include_str!(
            "../example/pull-request/benchmarks/multi_node/srt-slurm-recipes/vllm/orbit-1/agentic/agg-gb200-dep16-throughput.yaml"
        ),
    ),
    (
        "benchmarks/multi_node/srt-slurm-recipes/vllm/orbit-1/agentic/agg-gb200-tp16-latency.yaml",
        include_str!(
            "../example/pull-request/benchmarks/multi_node/srt-slurm-recipes/vllm/orbit-1/agentic/agg-gb200-tp16-latency.yaml"
        ),
    ),
    (
        "configs/nvidia-master.yaml",
        include_str!("../example/pull-request/configs/nvidia-master.yaml"),
    ),
    ("perf-changelog.yaml", include_str!("../example/pull-request/perf-changelog.yaml")),
];

/// The number of the example pull request.
pub const NUMBER: u64 = 123;
