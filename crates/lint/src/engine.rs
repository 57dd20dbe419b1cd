//! Runs the rules over a tree or a change.

use std::collections::{BTreeMap, BTreeSet};
use std::panic::{AssertUnwindSafe, catch_unwind};

use rayon::prelude::*;
use sweeplint_inferencex::{Layout, ParseCache, Project};
use sweeplint_source::{Change, Snapshot};

use crate::suppress::{self, Suppressions};
use crate::{ChangeContext, Finding, Fingerprint, Registry, Reporter, Severity};

/// What is linted.
#[derive(Clone, Debug)]
pub enum Target {
    /// A whole tree; everything found is shown.
    Tree(Snapshot),
    /// A change; only what it introduces is shown.
    Change(Change),
}

impl Target {
    /// The tree that is judged.
    #[must_use]
    pub fn head(&self) -> &Snapshot {
        match self {
            Self::Tree(tree) => tree,
            Self::Change(change) => &change.head,
        }
    }

    /// The same target with another head.
    #[must_use]
    pub fn with_head(&self, head: Snapshot) -> Self {
        match self {
            Self::Tree(_) => Self::Tree(head),
            Self::Change(change) => Self::Change(Change { head, ..change.clone() }),
        }
    }
}

/// What the caller asks for.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Where files stand.
    pub layout: Layout,
    /// The number that new changelog links must carry.
    pub pr: Option<u64>,
    /// Only these rules; all when empty.
    pub only: BTreeSet<String>,
    /// Show what the change did not introduce as well.
    pub all: bool,
}

/// Something that a rule could not look at.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Skip {
    /// The rule.
    pub rule: &'static str,
    /// Why.
    pub reason: String,
    /// How many.
    pub count: usize,
}

/// Counts for the closing line.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Summary {
    /// Blocking findings shown.
    pub blocking: usize,
    /// Warnings shown.
    pub warning: usize,
    /// Notes shown.
    pub note: usize,
    /// Findings that were there before the change.
    pub preexisting: usize,
    /// Findings that a comment suppresses.
    pub suppressed: usize,
    /// Files read at the head.
    pub files: usize,
    /// Rules that ran.
    pub rules: usize,
}

/// What linting found.
#[derive(Debug)]
pub struct Outcome {
    /// Findings to show, ordered by path, place and rule.
    pub findings: Vec<Finding>,
    /// Findings that were there before the change.
    pub preexisting: Vec<Finding>,
    /// Findings that a comment suppresses.
    pub suppressed: Vec<Finding>,
    /// What could not be looked at.
    pub skipped: Vec<Skip>,
    /// Rules that failed by sweeplint's own fault, with what they said.
    pub failures: Vec<(&'static str, String)>,
    /// Counts.
    pub summary: Summary,
    /// The head, read.
    pub head: Project,
    /// Whether a base was given.
    pub has_base: bool,
}

/// What one rule said about one side.
#[derive(Default)]
struct Said {
    findings: Vec<Finding>,
    skips: BTreeMap<(&'static str, String), usize>,
    failures: Vec<(&'static str, String)>,
}

/// Lints a target with the rules of `registry`.
#[must_use]
pub fn lint(
    target: &Target,
    registry: &Registry,
    options: &Options,
    cache: &ParseCache,
) -> Outcome {
    let head = Project::load(target.head(), &options.layout, cache);
    let base = match target {
        Target::Tree(_) => None,
        Target::Change(change) => {
            Some((Project::load(&change.base, &options.layout, cache), change))
        }
    };
    let context =
        base.as_ref().map(|(base, change)| ChangeContext { change, base, head: &head, options });
    let rules: Vec<_> = registry.rules().filter(|rule| options.wants(rule.meta().id)).collect();
    let (now, before) = rayon::join(
        || {
            let said = rules.par_iter().map(|rule| {
                run(rule.meta().id, |said| {
                    let mut reporter = Reporter::new(rule.meta());
                    rule.check(&head, &mut reporter);
                    if let Some(context) = &context {
                        rule.check_change(context, &mut reporter);
                    }
                    said.take(rule.meta().id, reporter);
                })
            });
            Said::gather(said.collect())
        },
        || {
            let Some(context) = &context else { return Said::default() };
            let said = rules.par_iter().map(|rule| {
                run(rule.meta().id, |said| {
                    let mut reporter = Reporter::new(rule.meta());
                    rule.check(context.base, &mut reporter);
                    said.take(rule.meta().id, reporter);
                })
            });
            Said::gather(said.collect())
        },
    );
    let judge_suppressions = options.only.is_empty();
    let (findings, suppressed) = honour(&head, now.findings, judge_suppressions);
    let (mut shown, preexisting) = match &context {
        None => (findings, Vec::new()),
        Some(context) => {
            let (history, _) = honour(context.base, before.findings, judge_suppressions);
            attribute(findings, &history, options.all)
        }
    };
    if let Some(context) = &context {
        for finding in &mut shown {
            if let Some(rule) = rules.iter().find(|rule| rule.meta().id == finding.rule) {
                rule.refine(finding, context);
            }
        }
    }
    let count = |severity| shown.iter().filter(|finding| finding.severity == severity).count();
    let summary = Summary {
        blocking: count(Severity::Blocking),
        warning: count(Severity::Warning),
        note: count(Severity::Note),
        preexisting: preexisting.len(),
        suppressed: suppressed.len(),
        files: head.files.len() + head.problems.len(),
        rules: rules.len(),
    };
    let skipped =
        now.skips.into_iter().map(|((rule, reason), count)| Skip { rule, reason, count }).collect();
    let has_base = context.is_some();
    drop(rules);
    let failures = now.failures;
    Outcome { findings: shown, preexisting, suppressed, skipped, failures, summary, head, has_base }
}

impl Options {
    fn wants(&self, rule: &str) -> bool {
        self.only.is_empty() || self.only.contains(rule)
    }
}

impl Said {
    fn take(&mut self, rule: &'static str, reporter: Reporter<'_>) {
        self.findings.extend(reporter.findings);
        for (reason, count) in reporter.skips {
            *self.skips.entry((rule, reason)).or_default() += count;
        }
    }

    fn gather(parts: Vec<Self>) -> Self {
        let mut all = Self::default();
        for part in parts {
            all.findings.extend(part.findings);
            all.failures.extend(part.failures);
            for (id, count) in part.skips {
                *all.skips.entry(id).or_default() += count;
            }
        }
        all
    }
}

/// Runs one rule; a panic in it is recorded and stops nothing else.
fn run(rule: &'static str, work: impl FnOnce(&mut Said)) -> Said {
    let caught = catch_unwind(AssertUnwindSafe(|| {
        let mut said = Said::default();
        work(&mut said);
        said
    }));
    caught.unwrap_or_else(|payload| {
        let text = payload
            .downcast_ref::<String>()
            .cloned()
            .or_else(|| payload.downcast_ref::<&str>().map(|text| (*text).to_owned()))
            .unwrap_or_else(|| "unknown".to_owned());
        Said { failures: vec![(rule, text)], ..Said::default() }
    })
}

/// Splits findings into those that stand and those a comment suppresses, sorted.
fn honour(project: &Project, findings: Vec<Finding>, judge: bool) -> (Vec<Finding>, Vec<Finding>) {
    let mut suppressions = Suppressions::read(project);
    let (mut suppressed, mut standing): (Vec<_>, Vec<_>) =
        findings.into_iter().partition(|finding| suppressions.covers(project, finding));
    if judge {
        standing.extend(suppress::judge(&suppressions));
    }
    sort(&mut standing);
    sort(&mut suppressed);
    (standing, suppressed)
}

fn sort(findings: &mut Vec<Finding>) {
    findings.sort_by(|a, b| {
        let order = |f: &Finding| (f.primary.file.clone(), f.primary.span, f.rule);
        order(a).cmp(&order(b)).then_with(|| a.fingerprint.cmp(&b.fingerprint))
    });
    // A point may reach one recipe by several ways; it is told once.
    findings.dedup_by(|a, b| a.fingerprint == b.fingerprint && a.primary == b.primary);
}

/// Splits findings into introduced ones and those whose fingerprint the base has as often.
fn attribute(
    findings: Vec<Finding>,
    history: &[Finding],
    all: bool,
) -> (Vec<Finding>, Vec<Finding>) {
    let mut left: BTreeMap<&Fingerprint, usize> = BTreeMap::new();
    for finding in history {
        *left.entry(&finding.fingerprint).or_default() += 1;
    }
    let mut introduced = Vec::new();
    let mut preexisting = Vec::new();
    for finding in findings {
        let known = left.get_mut(&finding.fingerprint).filter(|count| **count > 0);
        match known {
            Some(count) => {
                *count -= 1;
                preexisting.push(finding);
            }
            None => introduced.push(finding),
        }
    }
    if all {
        introduced.extend(preexisting.iter().cloned());
        sort(&mut introduced);
    }
    (introduced, preexisting)
}
