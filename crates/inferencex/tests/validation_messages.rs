//! The sentences of the validators, as people see them.

use sweeplint_inferencex::validate::{self, Edition, Subject, Violation};
use sweeplint_yaml::Document;

/// Each violation: line number and what the span covers, then code and message.
fn shown(text: &str, violations: &[Violation]) -> String {
    let lines = violations.iter().map(|violation| {
        let start = violation.span.start as usize;
        let line = text.get(..start).map_or(0, |before| before.matches('\n').count()) + 1;
        let covered = violation.span.slice(text);
        format!("{line:>3}  {covered}\n     {}: {}", violation.code.name(), violation.message)
    });
    lines.collect::<Vec<_>>().join("\n")
}

const MASTER: &str = r#"agg*:
  image: nvcr.io/x:1
  model-prefix: 1.10
  precission: fp8
  framework: vllm
  runner: 2026-08-21
  multinode: "true"
  disagg: maybe
  prefill: {}
  scenarios: [fixed-seq-len]
single:
  image: i
  model: m
  model-prefix: p
  precision: fp8
  framework: vllm
  runner: h200
  multinode: false
  disagg: true
  router: {name: dynamo-router, version: 1.10}
  scenarios:
    fixed-seq-len:
    - isl: 8k
      osl: 1024
      search-space:
      - tp: 8
        prefill: {}
        conc_list: [1]
        conc-list: [1, two]
      - tp: 8
        pp: 2.0
        dp-attn: 2
        spec-decoding: mtpp
        conc-start: 4
      - tp: 8
        dcp-size: 3
        conc-start: 4
        conc-end: 2
    agentic-coding:
    - search-space:
      - tp: 8
        kv-offloading: dram
        conc-list: []
      - conc-list: [0]
        kv-offloading: none
        kv-offload-backend: {name: "", version: "image:x"}
      - kv-offloading: none
        conc-start: 1
multi:
  image: i
  model: m
  model-prefix: p
  precision: fp8
  framework: vllm
  runner: h200
  multinode: true
  disagg: true
  router: {name: r, version: v}
  scenarios:
    fixed-seq-len:
    - isl: 8192
      osl: 1024
      search-space:
      - conc-list: [1]
        prefill: {num-worker: 1, tp: 8, ep: 1, dp-attn: no, hardware: h200}
        decode: {num-worker: 1, tp: 8, ep: 1, dp-attn: no}
    agentic-coding:
    - search-space:
      - tp: 8
        conc-list: [1]
        router: {name: r, version: v}
      - tp: 8
        kv-offloading: dram
        conc-list: [1]
      - conc-list: [1]
        kv-offloading: none
        kv-offload-backend: {name: hicache}
        tp: 8
      - conc-list: [1, 0]
        tp: 8
        kv-offloading: none
      - conc-list: [1]
      - conc-list: [1]
        tp: 8
        prefill: {num-worker: 1, tp: 8, ep: 1, dp-attn: no}
        decode: {num-worker: 1, tp: 8, ep: 1, dp-attn: no}
      - conc-list: [1]
        pp: 1
        prefill: {num-worker: 1, tp: 8, ep: 1, dp-attn: no}
        decode: {num-worker: 1, tp: 8, ep: 1, dp-attn: no}
scope:
  image: i
  model: m
  model-prefix: p
  precision: fp8
  framework: vllm
  runner: h200
  multinode: true
  scenarios:
    agentic-coding:
    - search-space:
      - {tp: 8, kv-offloading: dram, kv-offload-backend: {name: hicache}, conc-list: [1]}
runner:
  image: i
  model: m
  model-prefix: p
  precision: fp8
  framework: vllm
  runner: h200
  multinode: true
  scenarios:
    agentic-coding:
    - search-space:
      - {tp: 8, kv-offloading: none, conc-list: [1]}
text: nothing here
8: {}
"#;

#[test]
fn master_config() {
    let document = Document::parse(MASTER);
    insta::assert_snapshot!(shown(MASTER, &validate::master(&document, Edition::Summer)));
}

#[test]
fn runners() {
    let text = "label: {}\nlabels:\n  h200: h200_00\n  b200: []\n  8: [a]\nhardware:\n  h200: 8\n  b200: {available_cpu_dram_mib: 0, gpus: 8}\n";
    insta::assert_snapshot!(shown(text, &validate::runners(&Document::parse(text))));
}

#[test]
fn changelog() {
    let text = "- config-keys: h200\n  description: []\n  pr-link: 8\n  pr-link: 9\n- config-keys: [a]\n  description: [\"b\tc\"]\n  pr-link: XXX\n  eval-only: yes\n  scenario-type: [agentic]\n- config-keys: [a]\n  description: [b]\n  pr-link: XXX\n  append-only: true\n  eval-min-prefill-ep: 4\n- text";
    insta::assert_snapshot!(shown(text, &validate::changelog(&Document::parse(text))));
}

#[test]
fn style() {
    let text = "key:\n  multinode: 1\n  kv_p2p_transfer: nixl\n  scenarios:\n    fixed_seq_len:\n    - isl: \"8192\"\n      osl: 1024.0\n      search-space:\n      - conc-list: [true, ' 4 ']\n        prefill: {num-worker: 1, tp: 8, ep: 1, dp-attn: 'off'}\n";
    let document = Document::parse(text);
    insta::assert_snapshot!(shown(
        text,
        &validate::lax_style(&document, Subject::Master(Edition::Summer))
    ));
}
