//! The rules on real data: labelled cases, the corpus head, every fix.

#![allow(clippy::unwrap_used, clippy::panic, reason = "helpers of tests may fail loudly")]

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::OnceLock;

use serde::Deserialize;
use sweeplint_inferencex::ParseCache;
use sweeplint_lint::fix::fix;
use sweeplint_lint::{Finding, Options, Outcome, Safety, Severity, Target, lint, registry};
use sweeplint_source::{Change, GitRepository, Limits, Snapshot};
use sweeplint_testkit::shared;

/// A labelled case of the corpus.
#[derive(Debug, Deserialize)]
struct Case {
    id: String,
    pr: Option<u64>,
    kind: String,
    file: Option<String>,
    line: Option<usize>,
    config_key: Option<String>,
    defect_class: Option<String>,
    deterministic: Option<String>,
    needs_scripts: bool,
}

/// Classes whose rules are not built yet, with the rule that will find them.
const LATER: &[(&str, &str)] = &[
    ("decode-capacity-below-concurrency", "recipe/decode-capacity"),
    ("hardcoded-enable-expert-parallel", "script/expert-parallel"),
    ("launcher-branch-order", "script/routing"),
    ("missing-eof-newline", "no rule of the catalogue names recipes that lack a final line break"),
    ("mtp-missing-chat-template", "script/chat-template"),
    ("recipe-node-count-wrong", "recipe/resources"),
    ("setup-script-wrong", "recipe/setup-script"),
    ("stale-comment", "needs judgement: a comment is compared with what runs"),
    ("synthetic-al-missing", "golden/not-simulated"),
    ("synthetic-al-not-golden", "golden/acceptance-length"),
];

/// Cases whose label is wrong, with the reason.
const WRONG_LABELS: &[(&str, &str)] = &[];

struct Corpus {
    repository: GitRepository,
    cases: Vec<Case>,
    _folder: tempfile::TempDir,
}

fn corpus(test: &str) -> Option<&'static Corpus> {
    static CORPUS: OnceLock<Option<Corpus>> = OnceLock::new();
    let shared = shared::folder_or_skip(test)?;
    CORPUS.get_or_init(|| Some(unpack(&shared))).as_ref()
}

fn unpack(shared: &Path) -> Corpus {
    let folder = tempfile::tempdir().unwrap();
    let bare = shared::unpack_corpus(shared, folder.path()).unwrap();
    let repository = GitRepository::discover(&bare).unwrap();
    let cases = std::fs::read_to_string(shared.join("corpus/cases.json")).unwrap();
    Corpus { repository, cases: serde_json::from_str(&cases).unwrap(), _folder: folder }
}

impl Corpus {
    fn case(&self, case: &Case) -> Outcome {
        let branch = format!("cases/{}", case.id);
        let base = format!("{branch}~1");
        let change =
            Change::between(&self.repository, &base, Some(&branch), Limits::default()).unwrap();
        let options = Options { pr: case.pr, ..Options::default() };
        lint(&Target::Change(change), &registry(), &options, &ParseCache::default())
    }

    fn head(&self) -> Snapshot {
        Snapshot::revision(&self.repository, "main", Limits::default()).unwrap()
    }
}

fn line(outcome: &Outcome, finding: &Finding) -> usize {
    outcome
        .head
        .file(&finding.primary.file)
        .map_or(1, |file| file.lines().line_of(finding.primary.span.start as usize))
}

fn hits(outcome: &Outcome, case: &Case, finding: &Finding) -> bool {
    Some(finding.primary.file.as_str()) == case.file.as_deref()
        && (finding.config_key.is_some() && finding.config_key == case.config_key
            || case.line.is_some_and(|wanted| line(outcome, finding).abs_diff(wanted) <= 3))
}

#[test]
fn labelled_defects_are_found() {
    let Some(corpus) = corpus("labelled_defects_are_found") else { return };
    let mut classes: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    let mut missed = Vec::new();
    for case in corpus.cases.iter().filter(|case| case.kind == "defect") {
        let class = case.defect_class.as_deref().unwrap();
        let outcome = corpus.case(case);
        let found = outcome.findings.iter().any(|finding| hits(&outcome, case, finding));
        let (hit, all) = classes.entry(class).or_default();
        *hit += usize::from(found);
        *all += 1;
        if found {
            continue;
        }
        let later = LATER.iter().find(|(name, _)| *name == class);
        let wrong = WRONG_LABELS.iter().find(|(id, _)| *id == case.id);
        let reason = match (later, wrong) {
            (Some((_, rule)), _) => format!("not built yet: {rule}"),
            (None, Some((_, reason))) => format!("wrong label: {reason}"),
            (None, None) => {
                missed.push(&case.id);
                "MISSED".to_owned()
            }
        };
        let scripts = if case.needs_scripts { ", in a script" } else { "" };
        let decided = case.deterministic.as_deref().unwrap_or("-");
        println!("miss  {:<55} deterministic: {decided}{scripts}; {reason}", case.id);
    }
    for (class, (hit, all)) in &classes {
        println!("{hit:>3} of {all:<3} {class}");
    }
    assert!(missed.is_empty(), "{missed:?}");
}

#[test]
fn clean_cases_do_not_block() {
    let Some(corpus) = corpus("clean_cases_do_not_block") else { return };
    for case in corpus.cases.iter().filter(|case| case.kind == "clean") {
        let outcome = corpus.case(case);
        for finding in &outcome.findings {
            println!("{}: {} {}", case.id, finding.rule, finding.message);
        }
        let blocking = outcome.findings.iter().find(|f| f.severity == Severity::Blocking);
        assert!(blocking.is_none(), "{}: {blocking:?}", case.id);
        assert!(outcome.failures.is_empty());
    }
}

#[test]
fn the_seed_pull_request_is_answered_as_prescribed() {
    let Some(corpus) = corpus("the_seed_pull_request_is_answered_as_prescribed") else { return };
    let case = corpus.cases.iter().find(|case| case.id == "pr2354-ep-mismatch-275eef").unwrap();
    let outcome = corpus.case(case);
    let told: Vec<String> = outcome
        .findings
        .iter()
        .map(|finding| {
            let fix = finding.fix.as_ref().map_or("-", |fix| fix.title.as_str());
            format!(
                "{}:{} {} {} | {} | {fix} | {}",
                finding.primary.file,
                line(&outcome, finding),
                finding.severity.name(),
                finding.rule,
                finding.message,
                finding.help.as_deref().unwrap_or("-")
            )
        })
        .collect();
    insta::assert_snapshot!(told.join("\n"), @r"
    configs/nvidia-master.yaml:8080 warning recipe/expert-parallel | ep: 16 is claimed, the recipe runs without expert parallelism (ep 1) | ep: 1 in prefill and decode | -
    configs/nvidia-master.yaml:8113 blocking recipe/gpu-count | 4 GPUs are accounted (num-worker 1 × tp 4), 16 deployed by the recipe (1 agg worker × 16 GPUs, TP4 × DP4) | num-worker: 4, tp: 4 | `tp: 16`; this repository writes data-parallel ranks as workers
    ");
}

#[test]
fn findings_of_the_head_are_those_of_the_table() {
    let Some(corpus) = corpus("findings_of_the_head_are_those_of_the_table") else { return };
    let target = Target::Tree(corpus.head());
    let outcome = lint(&target, &registry(), &Options::default(), &ParseCache::default());
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for finding in &outcome.findings {
        *counts.entry(finding.rule).or_default() += 1;
    }
    let table = std::fs::read_to_string(
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/head-findings.md"),
    )
    .unwrap();
    let written: BTreeMap<&str, usize> = table
        .lines()
        .filter_map(|line| {
            let mut cells = line.strip_prefix("| `")?.split('|').map(str::trim);
            let rule = cells.next()?.trim_end_matches('`');
            Some((rule, cells.next()?.parse().ok()?))
        })
        .filter(|(_, count)| *count > 0)
        .collect();
    assert_eq!(counts, written, "docs/head-findings.md does not say what the head has");
}

#[test]
fn every_fix_of_the_head_holds_alone() {
    let Some(corpus) = corpus("every_fix_of_the_head_holds_alone") else { return };
    let target = Target::Tree(corpus.head());
    let cache = ParseCache::default();
    let before = lint(&target, &registry(), &Options::default(), &cache);
    let mut proved = 0;
    for finding in before.findings.iter().filter(|finding| finding.fix.is_some()) {
        sweeplint_lint::fix::prove(
            finding,
            &target,
            &before,
            &registry(),
            &Options::default(),
            &cache,
        )
        .unwrap_or_else(|error| panic!("{} {}: {error}", finding.rule, finding.message));
        proved += 1;
    }
    println!("{proved} fixes of {} findings proved one by one", before.findings.len());
    assert!(proved > 0);
}

#[test]
fn all_fixes_of_the_head_hold_together() {
    let Some(corpus) = corpus("all_fixes_of_the_head_hold_together") else { return };
    let target = Target::Tree(corpus.head());
    let run =
        fix(&target, &registry(), &Options::default(), Safety::Unsafe, &ParseCache::default());
    println!(
        "{} fixed, {} left, {} refused",
        run.fixed.len(),
        run.left.findings.len(),
        run.refused.len()
    );
    assert!(run.refused.is_empty(), "{:?}", run.refused);
    let fixable: Vec<_> = run.left.findings.iter().filter(|f| f.fix.is_some()).collect();
    assert!(fixable.is_empty(), "{fixable:#?}");
}

#[test]
fn every_fix_of_the_cases_holds() {
    let Some(corpus) = corpus("every_fix_of_the_cases_holds") else { return };
    let (mut fixed, mut refused) = (0, Vec::new());
    for case in &corpus.cases {
        let branch = format!("cases/{}", case.id);
        let change = Change::between(
            &corpus.repository,
            &format!("{branch}~1"),
            Some(&branch),
            Limits::default(),
        )
        .unwrap();
        let options = Options { pr: case.pr, ..Options::default() };
        let target = Target::Change(change);
        let run = fix(&target, &registry(), &options, Safety::Unsafe, &ParseCache::default());
        fixed += run.fixed.len();
        refused.extend(
            run.refused
                .iter()
                .map(|(f, why)| format!("{}: {} {}: {why}", case.id, f.rule, f.message)),
        );
    }
    println!("{fixed} fixes applied over {} cases, {} refused", corpus.cases.len(), refused.len());
    assert!(refused.is_empty(), "{}", refused.join("\n"));
}

#[test]
fn output_is_the_same_for_any_number_of_threads() {
    let Some(corpus) = corpus("output_is_the_same_for_any_number_of_threads") else { return };
    let mut seen = BTreeSet::new();
    for threads in [1, 2, 8, 2] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let text = pool.install(|| {
            let target = Target::Tree(corpus.head());
            let outcome = lint(&target, &registry(), &Options::default(), &ParseCache::default());
            sweeplint_report::json::Report::new(&outcome).to_text().unwrap()
        });
        seen.insert(text);
    }
    assert_eq!(seen.len(), 1);
}
