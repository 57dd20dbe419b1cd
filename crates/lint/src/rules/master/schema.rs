//! `master/schema`

use sweeplint_inferencex::validate::{self, Violation};
use sweeplint_inferencex::{ParsedFile, Project};

use crate::{Draft, Meta, Reporter, Rule, declare_rule};

declare_rule! {
    /// # master/schema
    ///
    /// **What it finds.** What the real validator refuses in a master config: unknown or missing
    /// fields, wrong types, concurrency given twice or not at all, `tp` not divisible by `dcp-size`,
    /// a component declared at two levels, and a config key that stands in two files.
    ///
    /// **Why it matters.** The generator refuses the whole file, so nothing at all can run.
    ///
    /// **Fix.** None; a field of a similar name is suggested.
    ///
    /// **Exceptions.** Master configs of editions before July 2026 are skipped and counted.
    Schema, "master/schema", Blocking, fix: None,
    "a master config that the real validator refuses"
}

impl Rule for Schema {
    fn meta(&self) -> &'static Meta {
        &Self::META
    }

    fn check(&self, project: &Project, reporter: &mut Reporter<'_>) {
        let entries = project.entries();
        let earlier = validate::is_earlier(
            entries.map(|(file, entry)| (entry, file.document().node(entry.node))),
        );
        for file in project.master_files() {
            if earlier {
                reporter.skip("master config of an earlier edition");
                continue;
            }
            for violation in file.master_violations() {
                reporter.report(draft(file, violation));
            }
        }
        let files: Vec<_> =
            project.master_files().map(|file| (file.path.as_str(), file.document())).collect();
        for shared in validate::master_keys_unique(&files) {
            let (Some(again), Some(first)) =
                (project.file(shared.again), project.file(shared.first))
            else {
                continue;
            };
            let draft = draft(again, &shared.violation);
            reporter.report(draft.related(&first.path, shared.first_span, "first here"));
        }
    }
}

/// A violation as a finding.
pub(in crate::rules) fn draft(file: &ParsedFile, violation: &Violation) -> Draft {
    let mut draft = Draft::new(&file.path, violation.span, "", &violation.message)
        .identity(&file.path)
        .identity(&violation.message)
        .why("the real validator refuses the file, so nothing at all can run");
    if let Some(key) = &violation.config_key {
        draft = draft.key(key);
    }
    for segment in &violation.path {
        if let validate::Segment::Key(name) = segment {
            draft = draft.identity(name);
        }
    }
    draft
}

#[cfg(test)]
mod tests {
    use crate::tester::{MASTER, Toy};

    const RULE: &str = "master/schema";

    #[test]
    fn what_the_validator_refuses_is_found() {
        let toy = Toy::clean().replace(MASTER, "  runner: b200\n", "  runer: b200\n");
        let findings = toy.findings(RULE);
        assert_eq!(findings.len(), 2, "{findings:#?}");
        assert!(findings.iter().any(|finding| finding.message.contains("did you mean `runner`?")));
        toy.suppressed(RULE);
    }

    #[test]
    fn a_key_in_two_files_is_found() {
        let toy = Toy::clean();
        let text = toy.head_text(MASTER).to_owned();
        let findings = toy.write("configs/amd-master.yaml", text).findings(RULE);
        assert_eq!(findings.len(), 3, "{findings:#?}");
    }

    #[test]
    fn a_broken_entry_leaves_the_others_checked() {
        let toy = Toy::clean()
            .replace(MASTER, "      - { tp: 8, conc-start: 4", "      - { tp: 8, conc-start 4")
            .replace(MASTER, "  runner: gb200\n", "  runner: gb200\n  colour: red\n");
        assert!(toy.findings(RULE).iter().any(|finding| finding.message.contains("colour")));
    }
}
