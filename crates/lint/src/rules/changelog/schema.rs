//! `changelog/schema`

use sweeplint_inferencex::{Project, validate};

use crate::rules::master::schema::draft;
use crate::{Meta, Reporter, Rule, declare_rule};

declare_rule! {
    /// # changelog/schema
    ///
    /// **What it finds.** What the real validator refuses in the changelog: a missing final line
    /// break, carriage returns and tabs, a key twice in one entry, unknown or missing fields, empty
    /// lists, `append-only` beside evaluation fields, entries that do not begin `- config-keys:` at
    /// the left margin.
    ///
    /// **Why it matters.** The sweep's set-up stops, so nothing runs; or the entry is not counted.
    ///
    /// **Fix.** None.
    Schema, "changelog/schema", Blocking, fix: None,
    "a changelog that the real validator refuses"
}

impl Rule for Schema {
    fn meta(&self) -> &'static Meta {
        &Self::META
    }

    fn check(&self, project: &Project, reporter: &mut Reporter<'_>) {
        let Some(file) = project.changelog.as_ref().and_then(|(path, _)| project.file(path)) else {
            return;
        };
        let document = file.document();
        let violations = validate::changelog(document);
        // A key that stands twice has a rule of its own.
        let twice: Vec<_> =
            document.duplicate_keys().iter().map(|duplicate| duplicate.second.key.span()).collect();
        let violations = violations.iter().filter(|violation| !twice.contains(&violation.span));
        for violation in violations.chain(&validate::changelog_miscounted(document)) {
            reporter.report(draft(file, violation));
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::tester::{CHANGELOG, Toy};

    const RULE: &str = "changelog/schema";

    #[test]
    fn what_the_validator_refuses_is_found() {
        let toy = Toy::clean().replace_after(CHANGELOG, "Update SGLang", "  pr-link:", "  pr-lnk:");
        let findings = toy.findings(RULE);
        assert_eq!(findings.len(), 2, "{findings:#?}");
        toy.suppressed(RULE);
        let indented = Toy::clean().replace(
            CHANGELOG,
            "\n- config-keys:\n    - orbit1-fp4",
            "\n- description: [x]\n  config-keys:\n    - orbit1-fp4",
        );
        assert!(
            indented.findings(RULE).iter().any(|finding| finding.message.contains("left margin"))
        );
    }
}
