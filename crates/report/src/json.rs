//! The JSON form of an outcome: version 1 of the contract in `schemas/findings.schema.json`.

use serde::Serialize;
use sweeplint_inferencex::Project;
use sweeplint_lint::{Finding, Label, Outcome};
use sweeplint_source::RepoPath;

/// The version of the contract.
pub const VERSION: u32 = 1;

/// What is printed.
#[derive(Debug, Serialize)]
pub struct Report {
    version: u32,
    findings: Vec<JsonFinding>,
    summary: JsonSummary,
}

#[derive(Debug, Serialize)]
struct JsonFinding {
    rule: &'static str,
    severity: &'static str,
    file: String,
    start: Place,
    end: Place,
    config_key: Option<String>,
    message: String,
    why: String,
    help: Option<String>,
    labels: Vec<JsonLabel>,
    fix: Option<JsonFix>,
    fingerprint: String,
}

/// Line and column from 1, columns in characters; bytes from 0.
#[derive(Debug, Serialize)]
struct Place {
    line: usize,
    column: usize,
    byte: usize,
}

#[derive(Debug, Serialize)]
struct JsonLabel {
    file: String,
    start: Place,
    end: Place,
    text: String,
}

#[derive(Debug, Serialize)]
struct JsonFix {
    title: String,
    safety: &'static str,
    edits: Vec<JsonEdit>,
}

#[derive(Debug, Serialize)]
struct JsonEdit {
    file: String,
    start_byte: u32,
    end_byte: u32,
    text: String,
}

#[derive(Debug, Serialize)]
struct JsonSummary {
    blocking: usize,
    warning: usize,
    note: usize,
    preexisting: usize,
    suppressed: usize,
    skipped: Vec<JsonSkip>,
    files: usize,
    rules: usize,
}

#[derive(Debug, Serialize)]
struct JsonSkip {
    rule: &'static str,
    reason: String,
    count: usize,
}

impl Report {
    /// The JSON form of an outcome.
    #[must_use]
    pub fn new(outcome: &Outcome) -> Self {
        let summary = &outcome.summary;
        let skipped = outcome.skipped.iter().map(|skip| JsonSkip {
            rule: skip.rule,
            reason: skip.reason.clone(),
            count: skip.count,
        });
        let failed = outcome.failures.iter().map(|(rule, reason)| JsonSkip {
            rule,
            reason: format!("internal error: {reason}"),
            count: 1,
        });
        Self {
            version: VERSION,
            findings: outcome.findings.iter().map(|f| finding(&outcome.head, f)).collect(),
            summary: JsonSummary {
                blocking: summary.blocking,
                warning: summary.warning,
                note: summary.note,
                preexisting: summary.preexisting,
                suppressed: summary.suppressed,
                skipped: skipped.chain(failed).collect(),
                files: summary.files,
                rules: summary.rules,
            },
        }
    }

    /// The report as indented text with a final line break.
    ///
    /// # Errors
    /// Never in practice: every part is plain data.
    pub fn to_text(&self) -> Result<String, serde_json::Error> {
        serde_json::to_string_pretty(self).map(|text| text + "\n")
    }
}

fn finding(head: &Project, finding: &Finding) -> JsonFinding {
    let Label { file, span, .. } = &finding.primary;
    JsonFinding {
        rule: finding.rule,
        severity: finding.severity.name(),
        file: file.to_string(),
        start: place(head, file, span.start),
        end: place(head, file, span.end),
        config_key: finding.config_key.clone(),
        message: finding.message.clone(),
        why: finding.why.clone(),
        help: finding.help.clone(),
        labels: std::iter::once(&finding.primary)
            .chain(&finding.related)
            .map(|label| JsonLabel {
                file: label.file.to_string(),
                start: place(head, &label.file, label.span.start),
                end: place(head, &label.file, label.span.end),
                text: label.text.clone(),
            })
            .collect(),
        fix: finding.fix.as_ref().map(|fix| JsonFix {
            title: fix.title.clone(),
            safety: fix.safety.name(),
            edits: fix
                .edits
                .iter()
                .map(|edit| JsonEdit {
                    file: edit.file.to_string(),
                    start_byte: edit.span.start,
                    end_byte: edit.span.end,
                    text: edit.text.clone(),
                })
                .collect(),
        }),
        fingerprint: finding.fingerprint.to_string(),
    }
}

/// A byte's line and column; line 1 of a file that is not at hand (it could not be read).
fn place(head: &Project, file: &RepoPath, byte: u32) -> Place {
    let byte = byte as usize;
    head.file(file).map_or(Place { line: 1, column: 1, byte }, |file| {
        let position = file.lines().position(file.text(), byte);
        Place { line: position.line, column: position.column, byte }
    })
}
