//! `recipe/sequence-length`

use sweeplint_inferencex::Project;
use sweeplint_inferencex::master::ScenarioKind;
use sweeplint_yaml::edit;

use crate::{Draft, Meta, Reporter, Rule, Safety, declare_rule};

declare_rule! {
    /// # recipe/sequence-length
    ///
    /// **What it finds.** A recipe whose `benchmark.isl` or `benchmark.osl` is not the scenario's.
    ///
    /// **Why it matters.** The client sends requests of another length than the point is published
    /// under.
    ///
    /// **Fix.** The recipe takes the scenario's length (unsafe: another key may use the recipe).
    SequenceLength, "recipe/sequence-length", Blocking, fix: Unsafe,
    "a recipe's sequence length is not the scenario's"
}

impl Rule for SequenceLength {
    fn meta(&self) -> &'static Meta {
        &Self::META
    }

    fn check(&self, project: &Project, reporter: &mut Reporter<'_>) {
        for placed in project.points() {
            let ScenarioKind::FixedSeqLen { isl, osl } = &placed.scenario.kind else { continue };
            for deployment in placed.deployments() {
                let sides = [("isl", isl, &deployment.isl), ("osl", osl, &deployment.osl)];
                for (name, claimed, runs) in sides {
                    let (Some(claimed), Some(runs)) = (claimed, runs) else { continue };
                    if claimed.value == runs.value {
                        continue;
                    }
                    let Some(recipe) = project.file(&deployment.path) else { continue };
                    let node = recipe.document().node(runs.node);
                    let edit = edit::replace_with_plain(node, &claimed.value.to_string());
                    reporter.report(
                        Draft::new(
                            &deployment.path,
                            runs.span,
                            "what the client sends",
                            format!(
                                "{name} {} runs, {} is claimed by {}",
                                runs.value,
                                claimed.value,
                                placed.key()
                            ),
                        )
                        .at_point(&placed)
                        .identity(name)
                        .identity(format!("{}≠{}", claimed.value, runs.value))
                        .related(&placed.file.path, claimed.span, "the scenario")
                        .why("requests of another length are measured than the point is published under")
                        .fix(format!("{name}: {}", claimed.value), Safety::Unsafe, &deployment.path, [edit]),
                    );
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::Safety;
    use crate::tester::{DISAGG, Toy};

    const RULE: &str = "recipe/sequence-length";

    #[test]
    fn a_recipe_of_another_length_is_found_and_fixed() {
        let toy = Toy::clean().replace(DISAGG, "isl: 8192", "isl: 1024");
        let finding = toy.one(RULE);
        assert_eq!((finding.primary.file.as_str(), &*toy.pointed(&finding)), (DISAGG, "1024"));
        assert_eq!(toy.fixed(RULE, Safety::Unsafe)[DISAGG], Toy::clean().head_text(DISAGG));
        toy.suppressed(RULE);
    }
}
