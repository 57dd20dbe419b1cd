//! How a rule reports.

use std::collections::BTreeMap;

use sweeplint_inferencex::Placed;
use sweeplint_source::RepoPath;
use sweeplint_yaml::{Span, TextEdit};

use crate::{Edit, Finding, Fingerprint, Fix, Label, Meta, Safety, Severity};

/// Collects what one rule reports.
#[derive(Debug)]
pub struct Reporter<'m> {
    meta: &'m Meta,
    pub(crate) findings: Vec<Finding>,
    pub(crate) skips: BTreeMap<String, usize>,
}

impl<'m> Reporter<'m> {
    /// A reporter for a rule.
    #[must_use]
    pub fn new(meta: &'m Meta) -> Self {
        Self { meta, findings: Vec::new(), skips: BTreeMap::new() }
    }

    /// Counts something that the rule could not look at, and why.
    pub fn skip(&mut self, reason: &str) {
        *self.skips.entry(reason.to_owned()).or_default() += 1;
    }

    /// Reports a finished draft.
    pub fn report(&mut self, draft: Draft) {
        self.findings.push(draft.finish(self.meta));
    }

    /// What was reported so far.
    #[must_use]
    pub fn findings(&self) -> &[Finding] {
        &self.findings
    }
}

/// A finding in the making.
#[derive(Debug)]
pub struct Draft {
    primary: Label,
    related: Vec<Label>,
    severity: Option<Severity>,
    config_key: Option<String>,
    point: Option<String>,
    message: String,
    why: String,
    help: Option<String>,
    fix: Option<Fix>,
    alternatives: Vec<Fix>,
    identity: Vec<String>,
}

impl Draft {
    /// Starts a finding: where the author should look, what stands there, and the sentence.
    #[must_use]
    pub fn new(
        file: &RepoPath,
        span: Span,
        label: impl Into<String>,
        message: impl Into<String>,
    ) -> Self {
        Self {
            primary: Label::new(file, span, label),
            related: Vec::new(),
            severity: None,
            config_key: None,
            point: None,
            message: message.into(),
            why: String::new(),
            help: None,
            fix: None,
            alternatives: Vec::new(),
            identity: Vec::new(),
        }
    }

    /// What breaks downstream.
    #[must_use]
    pub fn why(mut self, why: impl Into<String>) -> Self {
        self.why = why.into();
        self
    }

    /// What to do, in words.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// A severity other than the rule's.
    #[must_use]
    pub fn severity(mut self, severity: Severity) -> Self {
        self.severity = Some(severity);
        self
    }

    /// Another side of the disagreement.
    #[must_use]
    pub fn related(mut self, file: &RepoPath, span: Span, text: impl Into<String>) -> Self {
        self.related.push(Label::new(file, span, text));
        self
    }

    /// The config key concerned.
    #[must_use]
    pub fn key(mut self, key: &str) -> Self {
        self.config_key = Some(key.to_owned());
        self
    }

    /// The point concerned, with its config key and its recipe as part of the identity.
    #[must_use]
    pub fn at_point(mut self, placed: &Placed<'_>) -> Self {
        self.config_key = Some(placed.key().to_owned());
        self.point = Some(placed.label());
        let scenario = if placed.scenario.kind.is_agentic() { "agentic" } else { "fixed" };
        self.identity.push(scenario.to_owned());
        if let Some(setting) = placed.point.setting("CONFIG_FILE") {
            self.identity.push(setting.value.clone());
        }
        self
    }

    /// A part of the finding's identity: a role, a path, one of the disagreeing values.
    #[must_use]
    pub fn identity(mut self, part: impl ToString) -> Self {
        self.identity.push(part.to_string());
        self
    }

    /// The edits that end the finding, in one file.
    #[must_use]
    pub fn fix(
        self,
        title: impl Into<String>,
        safety: Safety,
        file: &RepoPath,
        edits: impl IntoIterator<Item = TextEdit>,
    ) -> Self {
        let edits = edits
            .into_iter()
            .map(|edit| Edit { file: file.clone(), span: edit.span, text: edit.text })
            .collect();
        self.fix_edits(Fix { title: title.into(), safety, edits })
    }

    /// A fix of any shape; one without edits is left out.
    #[must_use]
    pub fn fix_edits(mut self, fix: Fix) -> Self {
        self.fix = Some(fix).filter(|fix| !fix.edits.is_empty());
        self
    }

    /// Another fix that would end the finding just as well.
    #[must_use]
    pub fn alternative(mut self, fix: Fix) -> Self {
        self.alternatives.push(fix);
        self
    }

    fn finish(self, meta: &Meta) -> Finding {
        let head = [meta.id, self.config_key.as_deref().unwrap_or("")];
        let parts = head.into_iter().chain(self.identity.iter().map(String::as_str));
        Finding {
            rule: meta.id,
            severity: self.severity.unwrap_or(meta.severity),
            fingerprint: Fingerprint::of(parts),
            primary: self.primary,
            related: self.related,
            config_key: self.config_key,
            point: self.point,
            message: self.message,
            why: self.why,
            help: self.help,
            fix: self.fix,
            alternatives: self.alternatives,
        }
    }
}
