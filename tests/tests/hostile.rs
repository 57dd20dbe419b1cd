//! Hostile input gives findings or errors with a place: no panic, bounded work.

#![allow(clippy::unwrap_used, clippy::panic, reason = "helpers of tests may fail loudly")]

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

use sweeplint_inferencex::ParseCache;
use sweeplint_lint::{Options, Outcome, Target, lint, registry};
use sweeplint_source::{Limits, RepoPath, Snapshot};
use sweeplint_testkit::example;

const MASTER: &str = "configs/nvidia-master.yaml";

fn judged(files: &[(&str, Vec<u8>)]) -> Outcome {
    let mut all: BTreeMap<String, Vec<u8>> = example::BASE
        .iter()
        .map(|(path, text)| ((*path).to_owned(), text.as_bytes().to_vec()))
        .collect();
    all.extend(files.iter().map(|(path, bytes)| ((*path).to_owned(), bytes.clone())));
    let tree =
        Snapshot::memory(all.into_iter().map(|(path, b)| (RepoPath::new(&path).unwrap(), b)));
    let outcome =
        lint(&Target::Tree(tree), &registry(), &Options::default(), &ParseCache::default());
    assert!(outcome.failures.is_empty(), "{:?}", outcome.failures);
    outcome
}

fn refused(path: &str, bytes: Vec<u8>) -> String {
    let outcome = judged(&[(path, bytes)]);
    let finding = outcome.findings.iter().find(|f| f.primary.file.as_str() == path);
    let finding = finding.unwrap_or_else(|| panic!("{path}: {:?}", outcome.findings));
    format!("{}: {}", finding.rule, finding.message)
}

#[test]
fn deep_nesting() {
    for opening in ["- ", "[", "{a: ", "? "] {
        let text = opening.repeat(5_000);
        assert!(refused("benchmarks/x.yaml", text.into_bytes()).starts_with("yaml/syntax"));
    }
    let mut indented = String::new();
    for depth in 0..300 {
        indented.push_str(&format!("{}a:\n", " ".repeat(depth)));
    }
    assert!(refused(MASTER, indented.into_bytes()).starts_with("yaml/syntax"));
}

#[test]
fn alias_bombs() {
    let mut text = "a0: &a0 [x, x, x, x, x, x, x, x]\n".to_owned();
    for level in 1..40 {
        let row = vec![format!("*a{}", level - 1); 8].join(", ");
        text.push_str(&format!("a{level}: &a{level} [{row}]\n"));
    }
    assert!(
        refused("benchmarks/x.yaml", text.clone().into_bytes()).contains("aliases expand to more")
    );
    assert!(refused(MASTER, text.into_bytes()).contains("expand"));
    let mut merges = "m0: &m0 {k: 1}\n".to_owned();
    for level in 1..40 {
        let row = vec![format!("*m{}", level - 1); 8].join(", ");
        merges.push_str(&format!("m{level}: &m{level} {{<<: [{row}]}}\n"));
    }
    assert!(refused("benchmarks/x.yaml", merges.into_bytes()).contains("expand"));
    assert!(refused("benchmarks/x.yaml", b"a: &a [*a]\n".to_vec()).contains("own value"));
}

#[test]
fn long_files_and_huge_scalars() {
    let lines = "key: value # comment\n";
    let many: String = (0..40_000).map(|n| format!("k{n}: {n}\n")).collect();
    judged(&[("benchmarks/x.yaml", many.into_bytes())]);
    let comments = "# comment\n".repeat(40_000) + lines;
    judged(&[("benchmarks/x.yaml", comments.into_bytes())]);
    judged(&[("benchmarks/x.yaml", format!("a: {}\n", "x".repeat(2_000_000)).into_bytes())]);
    judged(&[("benchmarks/x.yaml", format!("a: '{}'\n", "x\n".repeat(500_000)).into_bytes())]);
    let digits = format!("a: {}\n", "9".repeat(100_000));
    judged(&[(MASTER, digits.into_bytes())]);
    let big = vec![b'#'; 5 * 1024 * 1024];
    assert!(refused("benchmarks/x.yaml", big).contains("more than the limit"));
}

#[test]
fn bytes_that_are_no_text() {
    let message = refused("benchmarks/x.yaml", b"a: 1\nb: \xff\xfe\n".to_vec());
    assert_eq!(message, "yaml/syntax: not UTF-8: byte 8 (line 2)");
    assert!(refused("benchmarks/x.yaml", b"a: \x00\n".to_vec()).contains("U+0000"));
    for path in [MASTER, "configs/runners.yaml", "perf-changelog.yaml"] {
        for bytes in
            [&b"\xff"[..], b"", b"\n", b"[]", b"x", b"- - -", b"? [a]\n: b", b"&a", b"!!binary x"]
        {
            judged(&[(path, bytes.to_vec())]);
        }
    }
}

#[test]
fn selectors_and_ranges_do_not_explode() {
    let list = format!("[{}]", vec!["1"; 5_000].join(", "));
    let recipe =
        format!("base: {{ name: x }}\nzip_override_a:\n  resources: {{ decode_nodes: {list} }}\n");
    let master = example::PULL_REQUEST[3].1.replace("1p1d.yaml", "1p1d.yaml:zip_override_a");
    let path = example::BASE[0].0;
    judged(&[(path, recipe.into_bytes()), (MASTER, master.into_bytes())]);
    let master = example::BASE[1]
        .1
        .replace("conc-start: 4, conc-end: 64", "conc-start: 1, conc-end: 9223372036854775807");
    judged(&[(MASTER, master.into_bytes())]);
    let master = example::PULL_REQUEST[3]
        .1
        .replace("tp: 16", "tp: 9223372036854775807")
        .replace("num-worker: 1", "num-worker: -9");
    judged(&[(MASTER, master.into_bytes())]);
}

#[cfg(unix)]
#[test]
fn links_and_folders() {
    let folder = tempfile::tempdir().unwrap();
    let write = |path: &str, text: &str| {
        let full = folder.path().join(path);
        std::fs::create_dir_all(full.parent().unwrap()).unwrap();
        std::fs::write(full, text).unwrap();
    };
    for (path, text) in example::BASE {
        write(path, text);
    }
    let link = |path: &str, target: &Path| {
        std::os::unix::fs::symlink(target, folder.path().join(path)).unwrap();
    };
    link("benchmarks/out.yaml", Path::new("/etc/passwd"));
    link("benchmarks/up.yaml", Path::new("../../../../etc/passwd"));
    link("benchmarks/loop.yaml", Path::new("loop.yaml"));
    link("benchmarks/fine.yaml", Path::new("../configs/runners.yaml"));
    std::fs::create_dir(folder.path().join("benchmarks/folder.yaml")).unwrap();
    let tree = Snapshot::worktree(folder.path(), Limits::default()).unwrap();
    let outcome =
        lint(&Target::Tree(tree), &registry(), &Options::default(), &ParseCache::default());
    let named: Vec<&str> = outcome.findings.iter().map(|f| f.primary.file.as_str()).collect();
    assert_eq!(named, ["benchmarks/loop.yaml", "benchmarks/out.yaml", "benchmarks/up.yaml"]);
}

#[test]
fn the_example_is_a_repository_that_git_accepts() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().join("example");
    sweeplint_testkit::repository::example(&root).unwrap();
    let git = |args: &[&str]| {
        let output = Command::new("git").arg("-C").arg(&root).args(args).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    };
    git(&["fsck", "--strict"]);
    assert_eq!(git(&["status", "--porcelain"]), "");
    assert_eq!(git(&["rev-list", "--count", "pull-request"]).trim(), "2");
    assert!(
        sweeplint_testkit::repository::example(&root).is_err(),
        "a folder in use is not touched"
    );
}
