//! `# sweeplint: ignore[group/rule] reason` on the line of a finding or the line above.

use std::collections::BTreeMap;

use sweeplint_inferencex::Project;
use sweeplint_source::RepoPath;
use sweeplint_yaml::{Span, TextEdit};

use crate::rules::sweeplint::suppression::Suppression as Rule;
use crate::{Draft, Finding, Label, Reporter, Safety};

const MARK: &str = "sweeplint: ignore[";

/// Every suppression of a project.
pub(crate) struct Suppressions {
    by_file: BTreeMap<RepoPath, Vec<Suppression>>,
}

struct Suppression {
    /// Lines it covers, from 1: its own and, when it stands alone, the next one with content.
    lines: [usize; 2],
    rules: Vec<String>,
    has_reason: bool,
    span: Span,
    /// What removing the comment takes away.
    removal: Span,
    used: bool,
}

impl Suppressions {
    /// Reads the comments of every file.
    pub(crate) fn read(project: &Project) -> Self {
        let mut by_file: BTreeMap<RepoPath, Vec<Suppression>> = BTreeMap::new();
        for file in project.files.values() {
            let text = file.text();
            if !text.contains(MARK) {
                continue;
            }
            let found = file.document().comments().iter().filter_map(|span| {
                let comment = span.slice(text);
                let rest = comment.trim_start_matches('#').trim_start().strip_prefix(MARK)?;
                let (rules, reason) = rest.split_once(']')?;
                Some(Suppression::new(text, *span, rules, reason, |offset| {
                    file.lines().line_of(offset)
                }))
            });
            by_file.insert(file.path.clone(), found.collect());
        }
        Self { by_file }
    }

    /// Whether a comment suppresses the finding; marks the comment as used.
    pub(crate) fn covers(&mut self, project: &Project, finding: &Finding) -> bool {
        let mut covered = false;
        for Label { file, span, .. } in std::iter::once(&finding.primary).chain(&finding.related) {
            let (Some(suppressions), Some(parsed)) =
                (self.by_file.get_mut(file), project.files.get(file))
            else {
                continue;
            };
            let line = parsed.lines().line_of(span.start as usize);
            for suppression in suppressions {
                if suppression.lines.contains(&line)
                    && suppression.rules.iter().any(|rule| rule == finding.rule)
                {
                    suppression.used = true;
                    covered |= suppression.has_reason;
                }
            }
        }
        covered
    }
}

impl Suppression {
    fn new(
        text: &str,
        span: Span,
        rules: &str,
        reason: &str,
        line_of: impl Fn(usize) -> usize,
    ) -> Self {
        let start = span.start as usize;
        let line = line_of(start);
        let line_start = text[..start].rfind('\n').map_or(0, |at| at + 1);
        let before = &text[line_start..start];
        let alone = before.trim().is_empty();
        let end = span.end as usize;
        let removal = if alone {
            let line_break = text[end..].find('\n').map_or(text.len(), |at| end + at + 1);
            Span::new(line_start, line_break)
        } else {
            Span::new(line_start + before.trim_end().len(), end)
        };
        let covers = if alone { line + following_comments(text, end) + 1 } else { line };
        Self {
            lines: [line, covers],
            rules: rules.split(',').map(|rule| rule.trim().to_owned()).collect(),
            has_reason: !reason.trim().is_empty(),
            span,
            removal,
            used: false,
        }
    }
}

/// Comment lines that stand between a comment and what it is about.
fn following_comments(text: &str, from: usize) -> usize {
    let rest = text[from..].split_once('\n').map_or("", |(_, rest)| rest);
    rest.lines().take_while(|line| line.trim_start().starts_with('#')).count()
}

/// Findings about the suppressions themselves.
pub(crate) fn judge(suppressions: &Suppressions) -> Vec<Finding> {
    let mut reporter = Reporter::new(&Rule::META);
    for (file, suppressions) in &suppressions.by_file {
        for suppression in suppressions {
            let rules = suppression.rules.join(", ");
            let draft = |label: &str, message: String| {
                Draft::new(file, suppression.span, label, message).identity(file).identity(&rules)
            };
            if !suppression.has_reason {
                reporter.report(
                    draft("no reason", format!("this comment ignores {rules} without a reason"))
                        .why("the next reader cannot tell an exception from a mistake; without a reason the comment has no effect")
                        .help("write the reason after the bracket"),
                );
            } else if !suppression.used {
                let edit = TextEdit { span: suppression.removal, text: String::new() };
                reporter.report(
                    draft(
                        "suppresses nothing",
                        format!("this comment ignores {rules}, which finds nothing here"),
                    )
                    .why("a stale exception would hide the next real mistake")
                    .fix("remove the comment", Safety::Safe, file, [edit]),
                );
            }
        }
    }
    reporter.findings
}
