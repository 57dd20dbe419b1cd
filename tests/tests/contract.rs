//! The JSON output against its schema, and the schemas against the files they are for.

#![allow(clippy::unwrap_used, clippy::panic, reason = "helpers of tests may fail loudly")]

use serde_json::Value;
use sweeplint_inferencex::ParseCache;
use sweeplint_inferencex::validate::SCHEMAS;
use sweeplint_lint::{Options, Target, lint, registry};
use sweeplint_source::{Change, GitRepository, Limits, RepoPath, Snapshot};
use sweeplint_testkit::{example, repository, shared};

fn schema(name: &str) -> Value {
    let file = SCHEMAS.iter().find(|schema| schema.name == name).unwrap();
    serde_json::from_str(file.text).unwrap()
}

fn assert_valid(report: &str) {
    let report: Value = serde_json::from_str(report).unwrap();
    let validator = jsonschema::validator_for(&schema("findings")).unwrap();
    let errors: Vec<String> = validator.iter_errors(&report).map(|e| e.to_string()).collect();
    assert!(errors.is_empty(), "{errors:#?}");
    assert!(!report["findings"].as_array().unwrap().is_empty());
}

#[test]
fn the_report_follows_its_schema() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().join("example");
    repository::example(&root).unwrap();
    let git = GitRepository::discover(&root).unwrap();
    let change = Change::between(&git, "main", None, Limits::default()).unwrap();
    let options = Options { pr: Some(example::NUMBER), all: true, ..Options::default() };
    let outcome = lint(&Target::Change(change), &registry(), &options, &ParseCache::default());
    assert_valid(&sweeplint_report::json::Report::new(&outcome).to_text().unwrap());
    let broken = [
        ("configs/nvidia-master.yaml", b"a: \xff".to_vec()),
        ("perf-changelog.yaml", "- config-keys: [中文\n".into()),
    ];
    let tree = Snapshot::memory(broken.map(|(path, bytes)| (RepoPath::new(path).unwrap(), bytes)));
    let outcome =
        lint(&Target::Tree(tree), &registry(), &Options::default(), &ParseCache::default());
    assert_valid(&sweeplint_report::json::Report::new(&outcome).to_text().unwrap());
}

#[test]
fn the_report_of_the_corpus_head_follows_its_schema() {
    let Some(shared) = shared::folder_or_skip("the_report_of_the_corpus_head_follows_its_schema")
    else {
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let bare = shared::unpack_corpus(&shared, folder.path()).unwrap();
    let git = GitRepository::discover(&bare).unwrap();
    let tree = Snapshot::revision(&git, "main", Limits::default()).unwrap();
    let outcome =
        lint(&Target::Tree(tree), &registry(), &Options::default(), &ParseCache::default());
    assert_valid(&sweeplint_report::json::Report::new(&outcome).to_text().unwrap());
}

#[test]
fn columns_count_characters() {
    let text = "# 中文\n键: &x 1\nb: {中文: *y}\n";
    let tree = Snapshot::memory([(RepoPath::new("benchmarks/x.yaml").unwrap(), text.into())]);
    let outcome =
        lint(&Target::Tree(tree), &registry(), &Options::default(), &ParseCache::default());
    let report = sweeplint_report::json::Report::new(&outcome).to_text().unwrap();
    let report: Value = serde_json::from_str(&report).unwrap();
    let start = &report["findings"][0]["start"];
    assert_eq!((&start["line"], &start["column"]), (&Value::from(3), &Value::from(9)));
    assert_eq!(
        start["byte"].as_u64().map(|byte| text[usize::try_from(byte).unwrap()..].starts_with("*y")),
        Some(true)
    );
}
