//! `runner/unknown-label`

use sweeplint_inferencex::Project;

use crate::{Draft, Meta, Reporter, Rule, declare_rule};

declare_rule! {
    /// # runner/unknown-label
    ///
    /// **What it finds.** An entry whose `runner` is no label of the runners file.
    ///
    /// **Why it matters.** No runner takes its jobs: they queue for ever, or the generator stops.
    ///
    /// **Fix.** None; the nearest label is named.
    UnknownLabel, "runner/unknown-label", Blocking, fix: None,
    "an entry runs on a label that does not exist"
}

impl Rule for UnknownLabel {
    fn meta(&self) -> &'static Meta {
        &Self::META
    }

    fn check(&self, project: &Project, reporter: &mut Reporter<'_>) {
        let Some((path, runners)) = &project.runners else { return };
        if runners.labels.is_empty() {
            return;
        }
        for (file, entry) in project.entries() {
            let Some(runner) = &entry.runner else { continue };
            if runners.labels.contains_key(&runner.value) {
                continue;
            }
            let near = runners
                .labels
                .keys()
                .map(|label| (strsim::osa_distance(label, &runner.value), label))
                .filter(|(distance, _)| *distance <= 4)
                .min();
            let mut draft = Draft::new(
                &file.path,
                runner.span,
                "no such label",
                format!("runner {} is no label of {path}", runner.value),
            )
            .key(&entry.key.value)
            .identity(&runner.value)
            .why("no runner takes jobs of this label: they queue for ever, or the generator stops");
            if let Some((_, near)) = near {
                draft = draft.help(format!("did you mean `{near}`?"));
            }
            reporter.report(draft);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::tester::{MASTER, Toy};

    const RULE: &str = "runner/unknown-label";

    #[test]
    fn an_unknown_label_is_found_with_the_nearest() {
        let toy = Toy::clean().replace(MASTER, "runner: b200\n", "runner: b200-trt\n");
        let finding = toy.one(RULE);
        assert_eq!(toy.pointed(&finding), "b200-trt");
        assert_eq!(finding.help.as_deref(), Some("did you mean `b200`?"));
        toy.suppressed(RULE);
    }
}
