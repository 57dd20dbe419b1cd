//! `runner/schema`

use sweeplint_inferencex::{Project, validate};

use crate::rules::master::schema::draft;
use crate::{Meta, Reporter, Rule, declare_rule};

declare_rule! {
    /// # runner/schema
    ///
    /// **What it finds.** What the real validator refuses in the runners file: labels that are no
    /// lists of names, unknown fields, hardware facts that are missing or not above 0.
    ///
    /// **Why it matters.** The generator refuses the file, so nothing at all can run.
    ///
    /// **Fix.** None.
    Schema, "runner/schema", Blocking, fix: None,
    "a runners file that the real validator refuses"
}

impl Rule for Schema {
    fn meta(&self) -> &'static Meta {
        &Self::META
    }

    fn check(&self, project: &Project, reporter: &mut Reporter<'_>) {
        let Some(file) = project.runners.as_ref().and_then(|(path, _)| project.file(path)) else {
            return;
        };
        // Before the hardware facts the file was the bare mapping of labels.
        if file.document().root().is_some_and(|root| root.get("labels").is_none()) {
            reporter.skip("runners file in the format without `labels`");
            return;
        }
        for violation in validate::runners(file.document()) {
            reporter.report(draft(file, &violation));
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::tester::{RUNNERS, Toy};

    const RULE: &str = "runner/schema";

    #[test]
    fn what_the_validator_refuses_is_found() {
        let toy = Toy::clean().replace(
            RUNNERS,
            "    gpus-per-node: 4\n",
            "    gpus-per-node: 0\n    colour: red\n",
        );
        assert_eq!(toy.findings(RULE).len(), 2);
        toy.suppressed(RULE);
    }
}
