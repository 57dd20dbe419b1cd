//! The command as its user meets it: output, exit status, what is written.

#![allow(clippy::unwrap_used, clippy::panic, reason = "helpers of tests may fail loudly")]

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

struct Example {
    folder: tempfile::TempDir,
}

impl Example {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        sweeplint_testkit::repository::example(&folder.path().join("repo")).unwrap();
        Self { folder }
    }

    fn root(&self) -> PathBuf {
        self.folder.path().join("repo")
    }

    fn run(&self, args: &[&str]) -> Output {
        run_in(&self.root(), args)
    }

    fn read(&self, path: &str) -> String {
        std::fs::read_to_string(self.root().join(path)).unwrap()
    }
}

fn run_in(folder: &Path, args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_sweeplint"))
        .current_dir(folder)
        .env("COLUMNS", "100")
        .env_remove("NO_COLOR")
        .args(args)
        .output()
        .unwrap()
}

/// Stdout with the time taken out.
fn shown(output: &Output) -> String {
    let text = String::from_utf8(output.stdout.clone()).unwrap();
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    for line in &mut lines {
        if line.ends_with(" ms") {
            let kept = line.rfind(", ").unwrap();
            line.truncate(kept);
            line.push_str(", <time>");
        }
    }
    lines.join("\n")
}

fn errors(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

#[test]
fn check_shows_both_sides() {
    let example = Example::new();
    let output = example.run(&["check", "--base", "main", "--pr", "123"]);
    assert_eq!(output.status.code(), Some(1));
    insta::assert_snapshot!("check", shown(&output));
    assert_eq!(errors(&output), "");
}

#[test]
fn check_fits_a_narrow_terminal() {
    let example = Example::new();
    let output = Command::new(env!("CARGO_BIN_EXE_sweeplint"))
        .current_dir(example.root())
        .env("COLUMNS", "80")
        .args(["check", "--base", "main", "--rule", "recipe/gpu-count"])
        .output()
        .unwrap();
    insta::assert_snapshot!("check_80", shown(&output));
}

#[test]
fn colour_is_only_colour() {
    let example = Example::new();
    let plain = example.run(&["check", "--base", "main", "--colour", "never"]);
    let coloured = example.run(&["check", "--base", "main", "--colour", "always"]);
    let mut stripped = String::new();
    let text = shown(&coloured);
    let mut rest = text.as_str();
    while let Some((before, after)) = rest.split_once('\u{1b}') {
        stripped.push_str(before);
        rest = after.split_once('m').unwrap().1;
    }
    stripped.push_str(rest);
    assert_eq!(stripped, shown(&plain));
    assert!(text.contains('\u{1b}') && !shown(&plain).contains('\u{1b}'));
}

#[test]
fn exit_status_says_what_blocks() {
    let example = Example::new();
    let status = |args: &[&str]| example.run(args).status.code();
    assert_eq!(status(&["check", "--base", "main", "--rule", "recipe/expert-parallel"]), Some(0));
    let denied =
        ["check", "--base", "main", "--rule", "recipe/expert-parallel", "--deny", "warnings"];
    assert_eq!(status(&denied), Some(1));
    assert_eq!(status(&["check", "--base", "main", "--head", "main"]), Some(0));
    for (args, words) in [
        (
            &["check", "--base", "mian"][..],
            "revision 'mian' not found in this repository; did you mean 'main'?",
        ),
        (&["check", "nowhere"], "nowhere: not a directory"),
        (
            &["check", "--rule", "recipe/gpu-cout"],
            "no rule 'recipe/gpu-cout'; did you mean 'recipe/gpu-count'?",
        ),
        (&["explain", "gpu-count"], "no rule 'gpu-count'; did you mean 'recipe/gpu-count'?"),
        (&["fix", "--base", "main", "--head", "main"], "only --diff is possible"),
        (&["topology", "nova-*"], "no config key matches 'nova-*'"),
        (&["schema", "mster"], "no schema 'mster'"),
    ] {
        let output = example.run(args);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(errors(&output).contains(words), "{args:?}: {}", errors(&output));
    }
}

#[test]
fn fix_writes_only_what_it_says() {
    let example = Example::new();
    let before = example.read("configs/nvidia-master.yaml");
    let diff = example.run(&["fix", "--base", "main", "--pr", "123", "--unsafe", "--diff"]);
    assert_eq!(example.read("configs/nvidia-master.yaml"), before, "--diff writes nothing");
    insta::assert_snapshot!("fix_diff", shown(&diff));
    let safe = example.run(&["fix", "--base", "main", "--pr", "123"]);
    assert_eq!(
        errors(&safe),
        "5 fixed in 2 files, 2 left; 2 of them have a fix to look at (--unsafe)\n"
    );
    assert_eq!(safe.status.code(), Some(1));
    let all = example.run(&["fix", "--base", "main", "--pr", "123", "--unsafe"]);
    assert_eq!(all.status.code(), Some(0), "{}", errors(&all));
    let check = example.run(&["check", "--base", "main", "--pr", "123"]);
    assert_eq!(check.status.code(), Some(0), "{}", shown(&check));
}

#[test]
fn a_bare_repository_will_do() {
    let example = Example::new();
    let bare = example.folder.path().join("bare.git");
    let cloned = Command::new("git")
        .args(["clone", "-q", "--bare"])
        .arg(example.root())
        .arg(&bare)
        .output()
        .unwrap();
    assert!(cloned.status.success());
    let args = ["check", "--base", "main", "--pr", "123", "--format", "json"];
    let from_tree = example.run(&args);
    let from_bare = run_in(&bare, &[&args[..], &["--head", "pull-request"]].concat());
    assert_eq!(shown(&from_bare), shown(&from_tree));
    let without = run_in(&bare, &["check"]);
    assert!(errors(&without).contains("name a revision with --head"), "{}", errors(&without));
}

#[test]
fn tables_and_pages() {
    let example = Example::new();
    insta::assert_snapshot!("topology", shown(&example.run(&["topology"])));
    let recipe = "recipes/vllm/orbit-1/agentic/agg-gb200-dep16-throughput.yaml";
    insta::assert_snapshot!("recipe", shown(&example.run(&["recipe", recipe])));
    insta::assert_snapshot!("rules", shown(&example.run(&["rules"])));
    insta::assert_snapshot!("explain", shown(&example.run(&["explain", "recipe/gpu-count"])));
    let schema: serde_json::Value =
        serde_json::from_slice(&example.run(&["schema", "master"]).stdout).unwrap();
    assert_eq!(schema["$schema"], "https://json-schema.org/draft/2020-12/schema");
    assert!(shown(&example.run(&["completions", "bash"])).contains("_sweeplint"));
}

#[test]
fn validate_gives_verdict_and_places() {
    let example = Example::new();
    let good = example.run(&["validate", "master", "configs/nvidia-master.yaml"]);
    assert_eq!((good.status.code(), shown(&good)), (Some(0), String::new()));
    std::fs::write(
        example.root().join("bad.yaml"),
        "key:\n  image: 5\n  multinode: false\n  runer: x\n  scenarios: {}\n",
    )
    .unwrap();
    let bad = example.run(&["validate", "master", "bad.yaml", "configs/nvidia-master.yaml"]);
    assert_eq!(bad.status.code(), Some(1));
    insta::assert_snapshot!("validate", shown(&bad));
    assert_eq!(
        example.run(&["validate", "changelog", "perf-changelog.yaml"]).status.code(),
        Some(0)
    );
    assert_eq!(example.run(&["validate", "runners", "nowhere.yaml"]).status.code(), Some(2));
}

#[test]
fn the_demo_runs_and_leaves_a_repository() {
    let folder = tempfile::tempdir().unwrap();
    let output = run_in(folder.path(), &["demo", "here"]);
    assert_eq!(output.status.code(), Some(0), "{}", errors(&output));
    assert!(shown(&output).contains("7 of 7 findings have a fix; 0 left after it."));
    assert!(folder.path().join("here/configs/nvidia-master.yaml").is_file());
    let again = run_in(folder.path(), &["demo", "here"]);
    assert!(errors(&again).contains("here is not empty"), "{}", errors(&again));
}
