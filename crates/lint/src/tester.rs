//! A small repository in which every rule can be tried: clean as it stands, broken by one
//! replacement.

use std::collections::BTreeMap;

use sweeplint_inferencex::ParseCache;
use sweeplint_source::{Change, RepoPath, Snapshot};
use sweeplint_testkit::example;

use crate::fix::fix;
use crate::{Finding, Options, Safety, Severity, Target, lint, registry};

pub(crate) const MASTER: &str = "configs/nvidia-master.yaml";
pub(crate) const RUNNERS: &str = "configs/runners.yaml";
pub(crate) const CHANGELOG: &str = "perf-changelog.yaml";
pub(crate) const LATENCY: &str =
    "benchmarks/multi_node/srt-slurm-recipes/vllm/orbit-1/agentic/agg-gb200-tp16-latency.yaml";
pub(crate) const THROUGHPUT: &str =
    "benchmarks/multi_node/srt-slurm-recipes/vllm/orbit-1/agentic/agg-gb200-dep16-throughput.yaml";
pub(crate) const DISAGG: &str =
    "benchmarks/multi_node/srt-slurm-recipes/sglang/orbit-1/8k1k/disagg-gb200-1p1d.yaml";
pub(crate) const AGENTIC_KEY: &str = "orbit1-fp4-gb200-dynamo-vllm-agentic";
pub(crate) const DISAGG_KEY: &str = "orbit1-fp8-gb200-dynamo-sglang";

/// The repository: a base, and a head that differs.
#[derive(Clone)]
pub(crate) struct Toy {
    base: BTreeMap<String, String>,
    head: BTreeMap<String, String>,
    pr: Option<u64>,
    in_change: bool,
}

impl Toy {
    /// The example's pull request with its five mistakes mended.
    pub fn clean() -> Self {
        let map = |files: &[(&str, &str)]| -> BTreeMap<String, String> {
            files.iter().map(|(path, text)| ((*path).to_owned(), (*text).to_owned())).collect()
        };
        let base = map(example::BASE);
        let mut head = base.clone();
        head.extend(map(example::PULL_REQUEST));
        let mut toy = Self { base, head, pr: Some(example::NUMBER), in_change: false };
        let agentic = toy.head[MASTER].find(AGENTIC_KEY).unwrap();
        let (before, after) = toy.head[MASTER].split_at(agentic);
        let latency = after.find("conc-list: [32").unwrap();
        let (first, second) = after.split_at(latency);
        let mended = format!(
            "{}{}{}",
            before.replace("sglang:v0.5.10", "sglang:v0.5.11"),
            first
                .replace("ep: 16", "ep: 1")
                .replace("decode:\n          num-worker: 1", "decode:\n          num-worker: 0"),
            second.replacen("num-worker: 1", "num-worker: 4", 1)
        );
        toy.head.insert(MASTER.to_owned(), mended);
        let own = |key: &str, words: &str| {
            format!(
                "\n- config-keys:\n    - {key}\n  description:\n    - \"{words}\"\n  pr-link: https://github.com/SemiAnalysisAI/InferenceX/pull/123\n"
            )
        };
        let log = format!(
            "{}{}{}",
            toy.base[CHANGELOG],
            own(AGENTIC_KEY, "Add Orbit-1 AgentX"),
            own(DISAGG_KEY, "Update SGLang")
        );
        toy.head.insert(CHANGELOG.to_owned(), log);
        toy
    }

    /// Judges the change, not the tree.
    pub fn in_change(mut self) -> Self {
        self.in_change = true;
        self
    }

    pub fn without_number(mut self) -> Self {
        self.pr = None;
        self
    }

    /// Replaces every occurrence in a file of the head; there must be one.
    pub fn replace(mut self, path: &str, from: &str, to: &str) -> Self {
        let text = &self.head[path];
        assert!(text.contains(from), "{path} has no {from:?}:\n{text}");
        let text = text.replace(from, to);
        self.head.insert(path.to_owned(), text);
        self
    }

    /// Replaces the first occurrence after a mark in a file of the head.
    pub fn replace_after(mut self, path: &str, mark: &str, from: &str, to: &str) -> Self {
        let text = &self.head[path];
        let at = text.find(mark).unwrap_or_else(|| panic!("{path} has no {mark:?}"));
        let (before, after) = text.split_at(at);
        assert!(after.contains(from), "{path} has no {from:?} after {mark:?}");
        let text = format!("{before}{}", after.replacen(from, to, 1));
        self.head.insert(path.to_owned(), text);
        self
    }

    pub fn write(mut self, path: &str, text: impl Into<String>) -> Self {
        self.head.insert(path.to_owned(), text.into());
        self
    }

    pub fn base(mut self, path: &str, text: impl Into<String>) -> Self {
        self.base.insert(path.to_owned(), text.into());
        self
    }

    pub fn head_text(&self, path: &str) -> &str {
        &self.head[path]
    }

    fn target(&self) -> Target {
        let tree = |files: &BTreeMap<String, String>| {
            Snapshot::memory(
                files
                    .iter()
                    .map(|(path, text)| (RepoPath::new(path).unwrap(), text.clone().into_bytes())),
            )
        };
        if self.in_change {
            Target::Change(Change::new(tree(&self.base), tree(&self.head)))
        } else {
            Target::Tree(tree(&self.head))
        }
    }

    fn options(&self, rule: &str) -> Options {
        let only = if rule.is_empty() { Vec::new() } else { vec![rule.to_owned()] };
        Options { pr: self.pr, only: only.into_iter().collect(), ..Options::default() }
    }

    /// What one rule finds; every rule for the empty id.
    pub fn findings(&self, rule: &str) -> Vec<Finding> {
        let outcome =
            lint(&self.target(), &registry(), &self.options(rule), &ParseCache::default());
        assert!(outcome.failures.is_empty(), "{:?}", outcome.failures);
        outcome.findings
    }

    pub fn skipped(&self, rule: &str) -> usize {
        let outcome =
            lint(&self.target(), &registry(), &self.options(rule), &ParseCache::default());
        outcome.skipped.iter().map(|skip| skip.count).sum()
    }

    /// The only finding of a rule.
    pub fn one(&self, rule: &str) -> Finding {
        let mut findings = self.findings(rule);
        assert_eq!(findings.len(), 1, "{rule}: {findings:#?}");
        findings.remove(0)
    }

    pub fn quiet(&self, rule: &str) {
        let findings = self.findings(rule);
        assert!(findings.is_empty(), "{findings:#?}");
    }

    /// The text under the primary label.
    pub fn pointed(&self, finding: &Finding) -> String {
        finding.primary.span.slice(&self.head[finding.primary.file.as_str()]).to_owned()
    }

    /// Applies the rule's fixes; the finding must be gone, with no other rule's finding in its
    /// place. The edited files.
    pub fn fixed(&self, rule: &str, allowed: Safety) -> BTreeMap<String, String> {
        let before = self.findings("").len();
        let fixed = self.findings(rule).len();
        let run =
            fix(&self.target(), &registry(), &self.options(rule), allowed, &ParseCache::default());
        assert!(run.refused.is_empty(), "{:?}", run.refused);
        assert!(run.left.findings.is_empty(), "{:#?}", run.left.findings);
        let mut after = self.clone();
        for (path, text) in &run.files {
            after.head.insert(path.to_string(), text.clone());
        }
        let left = after.findings("");
        assert!(left.len() <= before - fixed, "the fix causes others: {left:#?}");
        run.files.into_iter().map(|(path, text)| (path.to_string(), text)).collect()
    }

    /// A comment above the primary line must silence the finding, and must not without a reason.
    pub fn suppressed(&self, rule: &str) {
        let finding = self.findings(rule).remove(0);
        let path = finding.primary.file.to_string();
        let text = self.head[&path].clone();
        let at = text[..finding.primary.span.start as usize].rfind('\n').map_or(0, |at| at + 1);
        let with = |reason: &str| {
            let (before, after) = text.split_at(at);
            self.clone()
                .write(&path, format!("{before}# sweeplint: ignore[{rule}] {reason}\n{after}"))
        };
        let count = |toy: &Self| {
            toy.findings("").into_iter().filter(|f| f.fingerprint == finding.fingerprint).count()
        };
        assert_eq!(count(&with("agreed in #1")), 0, "not suppressed");
        assert!(count(&with("")) > 0, "suppressed without a reason");
    }
}

#[test]
fn the_clean_repository_is_quiet() {
    Toy::clean().quiet("");
    Toy::clean().in_change().quiet("");
}

#[test]
fn suppressions_are_judged() {
    let unused = Toy::clean().replace(
        MASTER,
        "  model: orbit-ai/Orbit-1-FP8\n  model-prefix: orbit1\n  runner: b200\n",
        "  model: orbit-ai/Orbit-1-FP8 # sweeplint: ignore[recipe/image] was odd once\n  model-prefix: orbit1\n  runner: b200\n",
    );
    let finding = unused.one("");
    assert_eq!((finding.rule, finding.severity), ("sweeplint/suppression", Severity::Warning));
    let fixed = unused.fixed("", Safety::Safe);
    assert!(!fixed[MASTER].contains("sweeplint:"));
    assert!(fixed[MASTER].contains("  model: orbit-ai/Orbit-1-FP8\n"));
}
