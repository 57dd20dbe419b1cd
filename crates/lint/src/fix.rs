//! Applying fixes, each proved by linting again.
//!
//! Fixes are applied in rounds. After a round the edited files are parsed and linted again: every
//! applied finding must be gone and no new one may have appeared. A round that fails is undone and
//! its fixes are tried one by one; those that still fail are sweeplint's own fault and are
//! reported as refused. Nothing is written here.

use std::collections::{BTreeMap, BTreeSet};

use sweeplint_inferencex::ParseCache;
use sweeplint_source::{RepoPath, Snapshot};
use sweeplint_yaml::{Document, TextEdit, edit};

use crate::{Edit, Finding, Fingerprint, Fix, Options, Outcome, Registry, Safety, Target, lint};

/// Rounds after which fixing stops.
const ROUNDS: usize = 10;

/// What fixing did.
#[derive(Debug)]
pub struct FixRun {
    /// Findings that were fixed, in the order in which they were.
    pub fixed: Vec<Finding>,
    /// Fixes that did not hold, with the reason.
    pub refused: Vec<(Finding, String)>,
    /// New content of every changed file.
    pub files: BTreeMap<RepoPath, String>,
    /// What is left after fixing.
    pub left: Outcome,
}

/// Why a set of fixes does not hold.
#[derive(Debug, thiserror::Error)]
pub enum FixError {
    /// The edits of the fixes overlap or lie outside their file.
    #[error("the edits do not fit {file}")]
    DoesNotFit {
        /// The file.
        file: RepoPath,
    },
    /// The edited file is no longer read by PyYAML.
    #[error("{file} would no longer be valid YAML")]
    BreaksYaml {
        /// The file.
        file: RepoPath,
    },
    /// The finding is still there.
    #[error("the finding stays")]
    Stays,
    /// Another finding appears.
    #[error("it would cause {rule}: {message}")]
    Causes {
        /// The new finding's rule.
        rule: &'static str,
        /// Its sentence.
        message: String,
    },
}

/// Applies every fix that is at most as unsafe as `allowed`.
#[must_use]
pub fn fix(
    target: &Target,
    registry: &Registry,
    options: &Options,
    allowed: Safety,
    cache: &ParseCache,
) -> FixRun {
    let mut run = FixRun {
        fixed: Vec::new(),
        refused: Vec::new(),
        files: BTreeMap::new(),
        left: lint(target, registry, options, cache),
    };
    let mut given_up: BTreeSet<Fingerprint> = BTreeSet::new();
    let mut target = target.clone();
    for _ in 0..ROUNDS {
        let batch = batch(&run.left.findings, allowed, &given_up);
        if batch.is_empty() {
            break;
        }
        let attempt = |findings: &[Finding], target: &Target, before: &Outcome| {
            attempt(findings, target, before, registry, options, cache)
        };
        match attempt(&batch, &target, &run.left) {
            Ok(step) => run.take(&mut target, batch, step),
            Err(_) if batch.len() > 1 => {
                for finding in batch {
                    // An earlier fix of this loop may have moved or ended it.
                    let now =
                        run.left.findings.iter().find(|f| f.fingerprint == finding.fingerprint);
                    let Some(now) = now.cloned() else { continue };
                    match attempt(std::slice::from_ref(&now), &target, &run.left) {
                        Ok(step) => run.take(&mut target, vec![now], step),
                        Err(error) => run.give_up(now, &error, &mut given_up),
                    }
                }
            }
            Err(error) => {
                for finding in batch {
                    run.give_up(finding, &error, &mut given_up);
                }
            }
        }
    }
    run
}

/// Applies one finding's fix and lints again: the finding must be gone and no other may appear.
///
/// # Errors
/// See [`FixError`].
pub fn prove(
    finding: &Finding,
    target: &Target,
    before: &Outcome,
    registry: &Registry,
    options: &Options,
    cache: &ParseCache,
) -> Result<(), FixError> {
    attempt(std::slice::from_ref(finding), target, before, registry, options, cache).map(|_| ())
}

/// A proved step: the head with the edits, the changed files, and what linting says then.
struct Step {
    head: Snapshot,
    files: BTreeMap<RepoPath, String>,
    outcome: Outcome,
}

impl FixRun {
    fn take(&mut self, target: &mut Target, fixed: Vec<Finding>, step: Step) {
        *target = target.with_head(step.head);
        self.files.extend(step.files);
        self.fixed.extend(fixed);
        self.left = step.outcome;
    }

    fn give_up(
        &mut self,
        finding: Finding,
        error: &FixError,
        given_up: &mut BTreeSet<Fingerprint>,
    ) {
        given_up.insert(finding.fingerprint.clone());
        self.refused.push((finding, error.to_string()));
    }
}

/// Findings whose fixes may be applied together: their edits are equal or apart.
fn batch(findings: &[Finding], allowed: Safety, given_up: &BTreeSet<Fingerprint>) -> Vec<Finding> {
    let mut taken: Vec<&Edit> = Vec::new();
    let mut batch = Vec::new();
    for finding in findings {
        let Some(fix) = &finding.fix else { continue };
        if fix.safety > allowed || given_up.contains(&finding.fingerprint) {
            continue;
        }
        let fits = fix
            .edits
            .iter()
            .all(|edit| taken.iter().all(|other| other == &edit || !overlaps(other, edit)));
        if fits {
            taken.extend(&fix.edits);
            batch.push(finding.clone());
        }
    }
    batch
}

fn overlaps(a: &Edit, b: &Edit) -> bool {
    a.file == b.file
        && a.span.start <= b.span.end
        && b.span.start <= a.span.end
        && (a.span.start < b.span.end && b.span.start < a.span.end
            || a.span.start == b.span.start
            || a.span.is_empty()
            || b.span.is_empty())
}

fn attempt(
    findings: &[Finding],
    target: &Target,
    before: &Outcome,
    registry: &Registry,
    options: &Options,
    cache: &ParseCache,
) -> Result<Step, FixError> {
    let fixes = findings.iter().filter_map(|finding| finding.fix.as_ref());
    let files = edited(fixes, before)?;
    let changes =
        files.iter().map(|(path, text)| (path.clone(), Some(text.clone().into_bytes()))).collect();
    let head = target.head().overlay(changes);
    let outcome = lint(&target.with_head(head.clone()), registry, options, cache);
    let shown = |outcome: &Outcome| -> BTreeMap<Fingerprint, usize> {
        let mut counts = BTreeMap::new();
        for finding in outcome.findings.iter().chain(&outcome.preexisting) {
            *counts.entry(finding.fingerprint.clone()).or_default() += 1;
        }
        counts
    };
    let (earlier, now) = (shown(before), shown(&outcome));
    if findings.iter().any(|finding| {
        now.get(&finding.fingerprint) >= earlier.get(&finding.fingerprint)
            && now.contains_key(&finding.fingerprint)
    }) {
        return Err(FixError::Stays);
    }
    let new = outcome
        .findings
        .iter()
        .chain(&outcome.preexisting)
        .find(|finding| now.get(&finding.fingerprint) > earlier.get(&finding.fingerprint));
    if let Some(finding) = new {
        return Err(FixError::Causes { rule: finding.rule, message: finding.message.clone() });
    }
    Ok(Step { head, files, outcome })
}

/// The new texts of all files that the fixes touch.
fn edited<'f>(
    fixes: impl Iterator<Item = &'f Fix>,
    before: &Outcome,
) -> Result<BTreeMap<RepoPath, String>, FixError> {
    let mut by_file: BTreeMap<&RepoPath, BTreeSet<&Edit>> = BTreeMap::new();
    for edit in fixes.flat_map(|fix| &fix.edits) {
        by_file.entry(&edit.file).or_default().insert(edit);
    }
    let mut files = BTreeMap::new();
    for (path, edits) in by_file {
        let file = before
            .head
            .files
            .get(path)
            .ok_or_else(|| FixError::DoesNotFit { file: path.clone() })?;
        let edits: Vec<TextEdit> = edits
            .into_iter()
            .map(|edit| TextEdit { span: edit.span, text: edit.text.clone() })
            .collect();
        let text = edit::apply(file.text(), &edits)
            .map_err(|_| FixError::DoesNotFit { file: path.clone() })?;
        if file.document().is_accepted() && !Document::parse(text.as_str()).is_accepted() {
            return Err(FixError::BreaksYaml { file: path.clone() });
        }
        files.insert(path.clone(), text);
    }
    Ok(files)
}
