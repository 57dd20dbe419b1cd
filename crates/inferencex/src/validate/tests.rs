//! Every decision, once accepted and once refused with its place; hostile documents.

use sweeplint_yaml::Document;

use super::{
    Code, Decision, Edition, Subject, Violation, changelog, changelog_bytes, changelog_miscounted,
    lax_style, master, master_keys_unique, runners,
};

const SINGLE: &str = "key:
  image: i
  model: m
  model-prefix: p
  precision: fp8
  framework: vllm
  runner: cluster:h200
  multinode: false
  scenarios:
    fixed-seq-len:
    - isl: 1024
      osl: 1024
      search-space:
      - {tp: 8, dcp-size: 2, conc-start: 4, conc-end: 64}
    agentic-coding:
    - dram-utilization: 0.8
      search-space:
      - {tp: 8, kv-offloading: none, conc-list: [1]}
      - {tp: 8, kv-offloading: dram, kv-offload-backend: {name: hicache}, conc-list: [1]}
";

const MULTI: &str = "key:
  image: i
  model: m
  model-prefix: p
  precision: fp8
  framework: dynamo-vllm
  runner: cluster:gb200
  multinode: true
  disagg: true
  router: {name: r, version: 1.0.0}
  kv-p2p-transfer: nixl
  scenarios:
    fixed-seq-len:
    - isl: 1024
      osl: 1024
      search-space:
      - conc-list: [1]
        prefill: {num-worker: 1, tp: 8, ep: 1, dp-attn: false, hardware: a}
        decode: {num-worker: 1, tp: 8, ep: 1, dp-attn: false, hardware: b}
    agentic-coding:
    - search-space:
      - conc-list: [2]
        prefill: {num-worker: 1, tp: 4, ep: 1, dp-attn: false}
        decode: {num-worker: 1, tp: 4, ep: 1, dp-attn: false}
";

const LOG: &str = "- config-keys:
  - key
  description:
  - sentence
  pr-link: XXX
";

/// Whether the real validator would accept the text.
fn accepts(text: &str) -> bool {
    let document = Document::parse(text);
    master(&document, Edition::Summer).is_empty() && document.is_accepted()
}

/// The only violation, with the text under its span.
fn only(text: &str, violations: &[Violation]) -> (Code, String, String) {
    let [violation] = violations else { panic!("{violations:#?}") };
    let path: Vec<String> = violation.path.iter().map(ToString::to_string).collect();
    (violation.code, path.join("."), violation.span.slice(text).to_owned())
}

/// Replaces a part of an accepted entry and asserts the refusal, its path below the key and what
/// its span covers.
#[track_caller]
fn refused(base: &str, from: &str, to: &str, code: Code, path: &str, span: &str) {
    assert!(base.contains(from), "{from:?} is not in the entry");
    let text = base.replacen(from, to, 1);
    let found = only(&text, &master(&Document::parse(text.as_str()), Edition::Summer));
    let path = if path.is_empty() { "key".to_owned() } else { format!("key.{path}") };
    assert_eq!(found, (code, path, span.to_owned()));
}

#[track_caller]
fn accepted(base: &str, from: &str, to: &str) {
    assert!(base.contains(from), "{from:?} is not in the entry");
    let text = base.replacen(from, to, 1);
    assert!(accepts(&text), "{:#?}", master(&Document::parse(text.as_str()), Edition::Summer));
}

const FIXED: &str = "scenarios.fixed-seq-len.0.search-space.0";
const AGENTIC: &str = "scenarios.agentic-coding.0.search-space.0";

fn fixed(field: &str) -> String {
    format!("{FIXED}.{field}")
}

fn agentic(field: &str) -> String {
    format!("{AGENTIC}.{field}")
}

fn cross(decision: Decision) -> Code {
    Code::CrossField(decision)
}

#[test]
fn whole_entries_are_accepted() {
    assert!(accepts(SINGLE));
    assert!(accepts(MULTI));
    assert!(changelog(&Document::parse(LOG)).is_empty());
}

#[test]
fn fields_are_judged_where_they_stand() {
    use super::violation::Limit;
    refused(SINGLE, "  image: i\n", "", Code::Missing, "image", "key");
    refused(
        SINGLE,
        "tp: 8, dcp",
        "dcp",
        Code::Missing,
        &fixed("tp"),
        "{dcp-size: 2, conc-start: 4, conc-end: 64}",
    );
    refused(SINGLE, "image: i", "image: i\n  imag: j", Code::Unknown, "imag", "imag");
    refused(SINGLE, "tp: 8", "tp: x", Code::Type, &fixed("tp"), "x");
    refused(SINGLE, "tp: 8", "tp: 8, pp: 0", Code::Value(Limit::Bound), &fixed("pp"), "0");
    refused(SINGLE, "tp: 8", "tp: 8, pp: 2.0", Code::Type, &fixed("pp"), "2.0");
    refused(SINGLE, "tp: 8", "tp: 8, pp: '2'", Code::Type, &fixed("pp"), "'2'");
    refused(
        SINGLE,
        "tp: 8",
        "tp: 8, spec-decoding: mtpx",
        Code::Value(Limit::Choice),
        &fixed("spec-decoding"),
        "mtpx",
    );
    // A text is true to Python, so the entry is judged as a multi-node one.
    let text = SINGLE.replacen("multinode: false", "multinode: 'false'", 1);
    let violations = master(&Document::parse(text.as_str()), Edition::Summer);
    assert_eq!((violations[0].code, violations[0].span.slice(&text)), (Code::Type, "'false'"));
}

#[test]
fn types_of_pydantic_that_json_lacks_are_refused_with_their_place() {
    refused(SINGLE, "image: i", "image: 2026-08-21", Code::Type, "image", "2026-08-21");
    refused(MULTI, "{name: r, version: 1.0.0}", "2026-08-21", Code::Type, "router", "2026-08-21");
    refused(SINGLE, "tp: 8", "tp: .nan", Code::Type, &fixed("tp"), ".nan");
    refused(SINGLE, "tp: 8", "8: 8, tp: 8", Code::Type, &fixed("8"), "8");
    refused(SINGLE, "  image: i", "  8: 8\n  image: i", Code::Crash, "8", "8");
    accepted(SINGLE, "tp: 8, dcp-size: 2", "tp: 123456789012345678901234567890");
}

#[test]
fn values_are_converted_as_pydantic_does() {
    accepted(SINGLE, "tp: 8", "tp: ' 8.0 '");
    accepted(SINGLE, "multinode: false", "multinode: 0");
    accepted(SINGLE, "tp: 8", "tp: 8, dp-attn: 'OFF'");
    accepted(SINGLE, "dcp-size: 2", "dcp_size: 2");
    accepted(MULTI, "disagg: true", "disagg: 'no'");
    refused(
        SINGLE,
        "dcp-size: 2",
        "dcp-size: 2, dcp_size: 2",
        Code::Unknown,
        &fixed("dcp_size"),
        "dcp_size",
    );
}

#[test]
fn versions_are_no_image_references() {
    use super::violation::Limit;
    let code = Code::Value(Limit::ImageReference);
    refused(MULTI, "version: 1.0.0", "version: image:x", code, "router.version", "image:x");
    refused(MULTI, "name: r", "name: ''", Code::Value(Limit::Empty), "router.name", "''");
    accepted(MULTI, "version: 1.0.0", "version: images");
}

#[test]
fn concurrency_is_a_list_or_a_range() {
    let range = "conc-start: 4, conc-end: 64";
    refused(
        SINGLE,
        range,
        "conc-list: [4], conc-start: 4, conc-end: 64",
        cross(Decision::ConcurrencyTwice),
        &fixed("conc-list"),
        "[4]",
    );
    refused(
        SINGLE,
        range,
        "conc-start: 4",
        cross(Decision::ConcurrencyAbsent),
        FIXED,
        "{tp: 8, dcp-size: 2, conc-start: 4}",
    );
    refused(
        SINGLE,
        range,
        "conc-list: []",
        cross(Decision::ConcurrencyAbsent),
        FIXED,
        "{tp: 8, dcp-size: 2, conc-list: []}",
    );
    refused(
        SINGLE,
        "conc-end: 64",
        "conc-end: 0",
        cross(Decision::ConcurrencyPositive),
        &fixed("conc-end"),
        "0",
    );
    refused(
        SINGLE,
        "conc-end: 64",
        "conc-end: 3",
        cross(Decision::ConcurrencyOrder),
        &fixed("conc-start"),
        "4",
    );
    refused(
        SINGLE,
        range,
        "conc-list: [4, -1]",
        cross(Decision::ConcurrencyPositive),
        &fixed("conc-list"),
        "[4, -1]",
    );
    accepted(SINGLE, range, "conc-list: [4, 8]");
    accepted(SINGLE, range, "conc-list: [4], conc-start: 4");
    accepted(SINGLE, "conc-end: 64", "conc-end: 4");
}

#[test]
fn dcp_divides_tp() {
    refused(
        SINGLE,
        "dcp-size: 2",
        "dcp-size: 3",
        cross(Decision::DcpDividesTp),
        &fixed("dcp-size"),
        "3",
    );
    refused(
        MULTI,
        "tp: 8,",
        "tp: 8, dcp-size: 5,",
        cross(Decision::DcpDividesTp),
        &fixed("prefill.dcp-size"),
        "5",
    );
    accepted(MULTI, "tp: 8,", "tp: 8, dcp-size: 4,");
}

#[test]
fn hardware_stands_on_both_pools() {
    refused(
        MULTI,
        ", hardware: b",
        "",
        cross(Decision::HardwarePair),
        &fixed("decode"),
        "{num-worker: 1, tp: 8, ep: 1, dp-attn: false}",
    );
    accepted(
        MULTI,
        ", hardware: a}\n        decode: {num-worker: 1, tp: 8, ep: 1, dp-attn: false, hardware: b}",
        "}\n        decode: {num-worker: 1, tp: 8, ep: 1, dp-attn: false}",
    );
}

#[test]
fn an_agentic_entry_has_one_topology() {
    let one = cross(Decision::OneTopology);
    let second = "- conc-list: [2]\n";
    refused(
        MULTI,
        second,
        "- conc-list: [2]\n        tp: 8\n        kv-offloading: none\n",
        one,
        AGENTIC,
        "conc-list",
    );
    refused(
        SINGLE,
        "tp: 8, kv-offloading: none",
        "kv-offloading: none",
        one,
        AGENTIC,
        "{kv-offloading: none, conc-list: [1]}",
    );
    refused(
        SINGLE,
        "kv-offloading: none, ",
        "",
        cross(Decision::OffloadingUnsaid),
        &agentic("kv-offloading"),
        "{tp: 8, conc-list: [1]}",
    );
    refused(
        MULTI,
        second,
        "- conc-list: [2]\n        pp: 1\n",
        cross(Decision::SizesBesideWorkers),
        &agentic("pp"),
        "1",
    );
    accepted(SINGLE, "tp: 8, kv-offloading: none", "tp: 8, pp: 2, kv-offloading: none");
}

#[test]
fn offloading_has_a_backend_and_memory() {
    let backend = ", kv-offload-backend: {name: hicache}";
    let second = "scenarios.agentic-coding.0.search-space.1";
    refused(
        SINGLE,
        backend,
        "",
        cross(Decision::OffloadBackend),
        &format!("{second}.kv-offloading"),
        "dram",
    );
    refused(
        SINGLE,
        "kv-offloading: none",
        "kv-offloading: none, kv-offload-backend: {name: x}",
        cross(Decision::OffloadBackend),
        &agentic("kv-offload-backend"),
        "{name: x}",
    );
    refused(
        MULTI,
        "- conc-list: [2]",
        "- kv-offload-backend: {name: x}\n        conc-list: [2]",
        cross(Decision::OffloadBackend),
        &agentic("kv-offload-backend"),
        "{name: x}",
    );
    refused(
        SINGLE,
        "    - dram-utilization: 0.8\n      search",
        "    - search",
        cross(Decision::DramUtilization),
        "scenarios.agentic-coding.0.dram-utilization",
        "search-space",
    );
    accepted(SINGLE, "{name: hicache}", "{name: hicache, version: null}");
}

#[test]
fn an_entry_sweeps_something() {
    let from = MULTI.find("    fixed-seq-len").unwrap();
    let text = format!("{}    fixed-seq-len: []\n", MULTI.get(..from).unwrap());
    let found = only(&text, &master(&Document::parse(text.as_str()), Edition::Summer));
    assert_eq!(found.0, cross(Decision::NoScenario));
    assert_eq!((found.1.as_str(), found.2.as_str()), ("key.scenarios", "fixed-seq-len: []"));
}

#[test]
fn an_agentic_config_runs_on_a_cluster() {
    refused(SINGLE, "cluster:h200", "h200", cross(Decision::AgenticRunner), "runner", "h200");
}

#[test]
fn components_are_declared_once() {
    refused(
        MULTI,
        "- conc-list: [1]",
        "- router: {name: r, version: v}\n        conc-list: [1]",
        cross(Decision::DeclaredTwice),
        "router",
        "{name: r, version: 1.0.0}",
    );
    refused(
        MULTI,
        "- conc-list: [2]",
        "- kv-p2p-transfer: nixl\n        conc-list: [2]",
        cross(Decision::DeclaredTwice),
        "kv-p2p-transfer",
        "nixl",
    );
    accepted(MULTI, "  router: {name: r, version: 1.0.0}\n", "");
}

#[test]
fn transfers_need_nodes_and_disaggregation_needs_transfers() {
    refused(
        SINGLE,
        "kv-offloading: none,",
        "kv-offloading: none, kv-p2p-transfer: nixl,",
        cross(Decision::TransferSingleNode),
        "scenarios",
        "scenarios",
    );
    refused(
        MULTI,
        "  kv-p2p-transfer: nixl\n",
        "",
        cross(Decision::DisaggTransfer),
        "disagg",
        "true",
    );
    accepted(MULTI, "  disagg: true\n", "");
}

#[test]
fn decisions_wait_for_the_fields_of_their_model() {
    // The point lacks a concurrency and has a field of the wrong type; only the latter is said.
    refused(
        SINGLE,
        "tp: 8, dcp-size: 2, conc-start: 4, conc-end: 64",
        "tp: x",
        Code::Type,
        &fixed("tp"),
        "x",
    );
    // Another point is still judged.
    let text =
        SINGLE.replacen("tp: 8, dcp", "tp: x, dcp", 1).replacen("kv-offloading: none, ", "", 1);
    let codes: Vec<Code> =
        master(&Document::parse(text.as_str()), Edition::Summer).iter().map(|v| v.code).collect();
    assert_eq!(codes, [Code::Type, cross(Decision::OffloadingUnsaid)]);
}

#[test]
fn autumn_has_aggregated_workers() {
    let point = "- conc-list: [1]
        prefill: {num-worker: 1, tp: 8, ep: 1, dp-attn: false, hardware: a}
        decode: {num-worker: 1, tp: 8, ep: 1, dp-attn: false, hardware: b}
";
    let end = MULTI.find("    agentic-coding").unwrap();
    let base = MULTI.get(..end).unwrap().replace("  disagg: true\n", "");
    let autumn = |to: &str| {
        let text = base.replace(point, to);
        master(&Document::parse(text.as_str()), Edition::Autumn)
            .iter()
            .map(|violation| violation.code)
            .collect::<Vec<_>>()
    };
    let worker = "worker: {tp: 8, ep: 1, dp-attn: false}";
    assert_eq!(autumn(&format!("- {{conc-list: [1], num-nodes: 2, {worker}}}\n")), []);
    let scope = cross(Decision::TopologyScope);
    assert_eq!(autumn(&format!("- {{conc-list: [1], {worker}}}\n")), [scope]);
    assert_eq!(autumn(point), [scope]);
    assert_eq!(autumn("- {conc-list: [1]}\n"), [cross(Decision::OneTopology)]);
    let strict = worker.replace("tp: 8", "num-worker: '1', tp: 8");
    assert_eq!(autumn(&format!("- {{conc-list: [1], num-nodes: 2, {strict}}}\n")), [Code::Type]);
    // Summer knows none of it.
    let text = base.replace(point, &format!("- {{conc-list: [1], num-nodes: 2, {worker}}}\n"));
    assert_eq!(master(&Document::parse(text.as_str()), Edition::Summer).len(), 4);
}

#[test]
fn autumn_has_tiers_of_offloading() {
    let autumn = |to: &str| {
        let text = SINGLE.replacen("kv-offloading: dram", to, 1);
        master(&Document::parse(text.as_str()), Edition::Autumn).len()
    };
    assert_eq!(autumn("kv-offloading: nvme"), 0);
    assert_eq!(autumn("kv-offloading: [dram, nvme]"), 0);
    assert_eq!(autumn("kv-offloading: [nvme, dram]"), 1);
    let text = MULTI.replacen(
        "- conc-list: [2]",
        "- kv-offloading: nvme\n        kv-offload-backend: {name: x}\n        conc-list: [2]",
        1,
    );
    let found = only(&text, &master(&Document::parse(text.as_str()), Edition::Autumn));
    assert_eq!(
        found,
        (
            cross(Decision::NvmeSingleNode),
            format!("key.{}", agentic("kv-offloading")),
            "nvme".to_owned()
        )
    );
    let log = format!("{LOG}  no-evals: true\n  all-evals: true\n");
    let document = Document::parse(log.as_str());
    let found = only(&log, &changelog_bytes(log.as_bytes(), &document, Edition::Autumn));
    assert_eq!(found, (cross(Decision::EvalFields), "0.no-evals".to_owned(), "true".to_owned()));
    assert_eq!(only(&log, &changelog(&document)).0, Code::Unknown);
}

#[test]
fn config_keys_are_texts_without_a_star_in_one_file() {
    let star = SINGLE.replacen("key:", "k*y:", 1);
    let found = only(&star, &master(&Document::parse(star.as_str()), Edition::Summer));
    assert_eq!(found, (Code::Wildcard, "k*y".to_owned(), "k*y".to_owned()));
    for (text, span) in [("8: {}\n", "8"), ("key: 8\n", "key"), ("- a\n- b\n", "- a"), ("", "")] {
        let found = only(text, &master(&Document::parse(text), Edition::Summer));
        assert_eq!((found.0, found.2.as_str()), (Code::Crash, span), "{text:?}");
    }
    let (first, again) = (Document::parse(SINGLE), Document::parse(MULTI));
    let shared = master_keys_unique(&[("a.yaml", &first), ("b.yaml", &again)]);
    assert_eq!(shared.len(), 1);
    assert_eq!((shared[0].first, shared[0].again), ("a.yaml", "b.yaml"));
    assert_eq!(shared[0].violation.code, Code::TwoFiles);
    assert!(master_keys_unique(&[("a.yaml", &first)]).is_empty());
}

#[test]
fn runners_have_labels_and_hardware() {
    use super::violation::Limit;
    let good = "labels:\n  a_b: [x_00]\nhardware:\n  a_b: {available_cpu_dram_mib: 860_160, gpus-per-node: '4'}\n";
    assert!(runners(&Document::parse(good)).is_empty());
    for (from, to, code, path, span) in [
        ("[x_00]", "[]", Code::Value(Limit::Empty), "labels.a_b", "[]"),
        ("[x_00]", "x_00", Code::Type, "labels.a_b", "x_00"),
        ("[x_00]", "[8]", Code::Type, "labels.a_b.0", "8"),
        ("  a_b: [", "  8: [", Code::Type, "labels.8", "8"),
        ("860_160", "0", Code::Value(Limit::Bound), "hardware.a_b.available-cpu-dram-mib", "0"),
        ("'4'", "'0'", Code::Value(Limit::Bound), "hardware.a_b.gpus-per-node", "'0'"),
        (", gpus-per-node: '4'", "", Code::Missing, "hardware.a_b.gpus-per-node", "a_b"),
        ("hardware:\n", "hardware: 2026-01-01\nx:\n", Code::Type, "", ""),
    ] {
        let text = good.replacen(from, to, 1);
        let found = runners(&Document::parse(text.as_str()));
        if path.is_empty() {
            assert_eq!(found.len(), 2, "{found:#?}");
        } else {
            assert_eq!(only(&text, &found), (code, path.to_owned(), span.to_owned()));
        }
    }
    assert_eq!(only("a: [x]\n", &runners(&Document::parse("labels: 8\n"))).0, Code::Type);
}

#[test]
fn the_changelog_is_judged_by_bytes_and_entries() {
    use super::violation::{ByteRule, Limit};
    let judged = |text: &str| only(text, &changelog(&Document::parse(text)));
    assert_eq!(judged(LOG.trim_end()).0, Code::Bytes(ByteRule::FinalNewline));
    assert_eq!(
        judged(&LOG.replacen("sentence", "\"a\tb\"", 1)),
        (Code::Bytes(ByteRule::Tab), String::new(), "\t".to_owned())
    );
    assert_eq!(
        judged(&LOG.replacen("XXX\n", "XXX\r\n", 1)).0,
        Code::Bytes(ByteRule::CarriageReturn)
    );
    assert_eq!(
        judged(&LOG.replacen("XXX\n", "XXX\n  pr-link: YYY\n", 1)),
        (Code::DuplicateKey, String::new(), "pr-link".to_owned())
    );
    assert_eq!(judged(&LOG.replacen("\n  - key", " []", 1)).0, Code::Value(Limit::Empty));
    assert_eq!(judged(&format!("{LOG}- text\n")), (Code::Type, "1".to_owned(), "text".to_owned()));
    assert_eq!(judged(&format!("{LOG}  eval-min-prefill-ep: '0'\n")).0, Code::Value(Limit::Bound));
    assert_eq!(
        judged(&format!("{LOG}  append-only: yes\n  all-evals: 'on'\n")),
        (cross(Decision::EvalFields), "0.append-only".to_owned(), "yes".to_owned())
    );
    assert_eq!(judged("key: value\n").0, Code::Type);
    assert_eq!(judged("\n").0, Code::Crash);
    let raw = [LOG.as_bytes(), b"# \xff\n".as_slice()].concat();
    let document = Document::parse(LOG);
    let found = changelog_bytes(&raw, &document, Edition::Summer);
    assert_eq!(found.len(), 1);
    assert_eq!(
        (found[0].code, found[0].span.start as usize),
        (Code::Bytes(ByteRule::Utf8), LOG.len() + 2)
    );
    let swapped = "- pr-link: XXX\n  config-keys: [key]\n  description: [sentence]\n";
    let document = Document::parse(swapped);
    assert!(changelog(&document).is_empty());
    let miscounted = changelog_miscounted(&document).unwrap();
    assert_eq!((miscounted.code, miscounted.span.slice(swapped)), (Code::Miscounted, "pr-link"));
}

#[test]
fn conversion_is_a_matter_of_style() {
    let text = SINGLE
        .replacen("multinode: false", "multinode: 0", 1)
        .replacen("tp: 8, dcp-size: 2, conc-start: 4", "tp: '8', dcp_size: 2, conc-start: 4.0", 1)
        .replacen("dram-utilization: 0.8", "dram-utilization: '.8'", 1);
    assert!(accepts(&text));
    let document = Document::parse(text.as_str());
    let remarks: Vec<(Code, &str)> = lax_style(&document, Subject::Master(Edition::Summer))
        .iter()
        .map(|remark| (remark.code, remark.span.slice(&text)))
        .collect();
    assert_eq!(
        remarks,
        [
            (Code::Lax, "0"),
            (Code::Lax, "'8'"),
            (Code::Spelling, "dcp_size"),
            (Code::Lax, "4.0"),
            (Code::Lax, "'.8'"),
        ]
    );
    assert!(lax_style(&Document::parse(SINGLE), Subject::Master(Edition::Summer)).is_empty());
    // What is refused is no matter of style.
    let wrong = SINGLE.replacen("tp: 8", "tp: x", 1);
    assert!(
        lax_style(&Document::parse(wrong.as_str()), Subject::Master(Edition::Summer)).is_empty()
    );
    let log = format!("{LOG}  all_evals: 'yes'\n");
    assert_eq!(
        lax_style(&Document::parse(log.as_str()), Subject::Changelog(Edition::Summer)).len(),
        2
    );
    let hosts =
        "labels: {a: [b]}\nhardware: {a: {available-cpu-dram-mib: 1.0, gpus-per-node: 8}}\n";
    assert_eq!(lax_style(&Document::parse(hosts), Subject::Runners).len(), 1);
}

#[test]
fn hostile_documents_end_with_a_verdict() {
    let mut deep = "- ".repeat(400);
    deep.push('\n');
    let fields: Vec<String> = (0..3000).map(|n| format!("  f{n}: {n}\n")).collect();
    let wide = format!("key:\n{}", fields.concat());
    let recursive = "key: &a\n  image: *a\n".to_owned();
    for text in [
        deep,
        wide,
        recursive,
        "\0: \0\n".to_owned(),
        "? [a]\n: b\n".to_owned(),
        "<<: {a: b}\n".to_owned(),
    ] {
        let document = Document::parse(text.as_str());
        let subjects = [
            master(&document, Edition::Summer),
            master(&document, Edition::Autumn),
            runners(&document),
            changelog(&document),
        ];
        for violations in subjects {
            assert!(!violations.is_empty() || !document.is_accepted(), "{text:.40?}");
            assert!(violations.iter().all(|v| text.get(v.span.range()).is_some()), "{text:.40?}");
        }
        let _ = lax_style(&document, Subject::Master(Edition::Summer));
    }
}

#[test]
fn the_sound_entries_of_a_broken_file_are_still_judged() {
    let text = format!("{}broken: [\nthird:\n  image: 8\n", SINGLE.replacen("tp: 8", "tp: x", 1));
    let document = Document::parse(text.as_str());
    assert!(!document.is_accepted());
    let violations = master(&document, Edition::Summer);
    let keys: Vec<_> = violations.iter().filter_map(|v| v.config_key.as_deref()).collect();
    assert!(keys.contains(&"key") && keys.contains(&"third"), "{violations:#?}");
}
