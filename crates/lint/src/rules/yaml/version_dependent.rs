//! `yaml/version-dependent`

use sweeplint_inferencex::Project;
use sweeplint_yaml::ProblemKind;

use crate::{Draft, Meta, Reporter, Rule, declare_rule};

declare_rule! {
    /// # yaml/version-dependent
    ///
    /// **What it finds.** `<<` merges whose keys overlap, which PyYAML 6.0.3 and 6.0.4 read
    /// differently.
    ///
    /// **Why it matters.** The sweep's set-up installs PyYAML unpinned: what runs depends on the day.
    ///
    /// **Fix.** None: write the overlapping key explicitly.
    VersionDependent, "yaml/version-dependent", Warning, fix: None,
    "a text that two PyYAML versions read differently"
}

impl Rule for VersionDependent {
    fn meta(&self) -> &'static Meta {
        &Self::META
    }

    fn check(&self, project: &Project, reporter: &mut Reporter<'_>) {
        for file in project.files.values() {
            let found = file.document().problems().iter();
            for problem in found.filter(|problem| problem.kind == ProblemKind::VersionDependent) {
                reporter.report(
                    Draft::new(&file.path, problem.span, "", &problem.message)
                        .identity(&file.path)
                        .identity(&problem.message)
                        .why("the sweep's set-up installs PyYAML unpinned, so what is read depends on the day"),
                );
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::tester::Toy;

    const RULE: &str = "yaml/version-dependent";

    #[test]
    fn overlapping_merges_are_found() {
        let two = "a: &x {key: 1}\nc: &y {key: 2}\n";
        let toy = Toy::clean().write("benchmarks/x.yaml", format!("{two}b: {{<<: [*x, *y]}}\n"));
        assert_eq!(toy.one(RULE).primary.file.as_str(), "benchmarks/x.yaml");
        toy.suppressed(RULE);
        Toy::clean()
            .write("benchmarks/x.yaml", format!("{two}b: {{<<: *x, key: 2}}\n"))
            .quiet(RULE);
    }
}
