//! `recipe/identity`

use std::collections::BTreeSet;
use std::sync::Arc;

use sweeplint_inferencex::recipe::Deployment;
use sweeplint_inferencex::{Field, Placed, Project};
use sweeplint_source::RepoPath;
use sweeplint_yaml::edit;

use crate::{Draft, Edit, Fix, Meta, Reporter, Rule, Safety, declare_rule};

declare_rule! {
    /// # recipe/identity
    ///
    /// **What it finds.** A recipe that says it was made for something else: `identity.model.repo`
    /// is not the entry's `model`, `model.precision` not its `precision`, or `resources.gpu_type`
    /// does not appear in its runner label.
    ///
    /// **Why it matters.** The point may run another model or another GPU than it is published
    /// under.
    ///
    /// **Fix.** The recipe takes the entry's value (unsafe). None for the GPU type.
    ///
    /// **Exceptions.** `mxfp4` is a way to write `fp4`.
    Identity, "recipe/identity", Warning, fix: Unsafe,
    "a recipe says it was made for another model, precision or GPU"
}

/// Precisions that a recipe may write for the entry's.
const SAME_PRECISION: &[(&str, &str)] = &[("mxfp4", "fp4"), ("nvfp4", "fp4")];

impl Rule for Identity {
    fn meta(&self) -> &'static Meta {
        &Self::META
    }

    fn check(&self, project: &Project, reporter: &mut Reporter<'_>) {
        let mut seen: BTreeSet<(&str, &RepoPath)> = BTreeSet::new();
        for placed in project.points() {
            for deployment in placed.deployments() {
                if seen.insert((placed.key(), &deployment.path)) {
                    for draft in judge(project, &placed, deployment) {
                        reporter.report(draft);
                    }
                }
            }
        }
    }
}

fn judge(project: &Project, placed: &Placed<'_>, deployment: &Arc<Deployment>) -> Vec<Draft> {
    let entry = placed.entry;
    let model =
        mismatch(entry.model.as_ref(), deployment.identity_repo.as_ref(), |claimed, made| {
            claimed.eq_ignore_ascii_case(made)
        });
    let precision =
        mismatch(entry.precision.as_ref(), deployment.precision.as_ref(), |claimed, made| {
            claimed == made || SAME_PRECISION.contains(&(made, claimed))
        });
    let gpu = mismatch(entry.runner.as_ref(), deployment.gpu_type.as_ref(), |runner, gpu| {
        runner.to_lowercase().contains(&gpu.to_lowercase())
    });
    let sides = [
        ("identity.model.repo", "model", model, true),
        ("model.precision", "precision", precision, true),
        ("resources.gpu_type", "runner", gpu, false),
    ];
    sides
        .into_iter()
        .filter_map(|(made_key, claimed_key, sides, fixable)| {
            let (claimed, made) = sides?;
            let message = if fixable {
                format!(
                    "{made_key} is {}, {claimed_key} of {} is {}",
                    made.value,
                    placed.key(),
                    claimed.value
                )
            } else {
                format!("{made_key} is {}, {} runs on {}", made.value, placed.key(), claimed.value)
            };
            let draft = Draft::new(&deployment.path, made.span, "made for", message)
                .key(placed.key())
                .identity(&deployment.path)
                .identity(made_key)
                .identity(&claimed.value)
                .identity(&made.value)
                .related(&placed.file.path, claimed.span, "published as")
                .why("the point may run something else than it is published under");
            Some(if fixable {
                draft.fix_edits(fix(project, deployment, claimed_key, claimed, made))
            } else {
                draft
            })
        })
        .collect()
}

fn mismatch<'f>(
    claimed: Option<&'f Field<String>>,
    made: Option<&'f Field<String>>,
    agree: impl Fn(&str, &str) -> bool,
) -> Option<(&'f Field<String>, &'f Field<String>)> {
    let (claimed, made) = claimed.zip(made)?;
    (!agree(&claimed.value, &made.value)).then_some((claimed, made))
}

fn fix(
    project: &Project,
    deployment: &Deployment,
    name: &str,
    claimed: &Field<String>,
    made: &Field<String>,
) -> Fix {
    let edits = project.file(&deployment.path).map(|file| {
        let edit = edit::replace_with_str(file.document().node(made.node), &claimed.value);
        Edit { file: deployment.path.clone(), span: edit.span, text: edit.text }
    });
    Fix {
        title: format!("{name} {} in the recipe", claimed.value),
        safety: Safety::Unsafe,
        edits: edits.into_iter().collect(),
    }
}

#[cfg(test)]
mod tests {
    use crate::Safety;
    use crate::tester::{DISAGG, LATENCY, Toy};

    const RULE: &str = "recipe/identity";

    #[test]
    fn another_model_precision_or_gpu_is_found() {
        let model = Toy::clean().replace(LATENCY, "orbit-ai/Orbit-1", "orbit-ai/Orbit-2");
        assert!(model.one(RULE).message.starts_with("identity.model.repo"));
        assert_eq!(model.fixed(RULE, Safety::Unsafe)[LATENCY], Toy::clean().head_text(LATENCY));
        model.suppressed(RULE);
        let precision = Toy::clean().replace(DISAGG, "precision: fp8", "precision: fp4");
        precision.fixed(RULE, Safety::Unsafe);
        let gpu = Toy::clean().replace(DISAGG, "gpu_type: gb200", "gpu_type: gb300");
        assert!(gpu.one(RULE).fix.is_none());
    }

    #[test]
    fn mxfp4_is_a_way_to_write_fp4() {
        Toy::clean().replace(LATENCY, "precision: fp4", "precision: mxfp4").quiet(RULE);
    }
}
