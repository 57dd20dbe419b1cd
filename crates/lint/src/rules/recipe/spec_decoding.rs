//! `recipe/spec-decoding`

use std::sync::Arc;

use sweeplint_inferencex::recipe::Deployment;
use sweeplint_inferencex::{Placed, Project};
use sweeplint_yaml::{Span, TextEdit, edit};

use crate::{Draft, Meta, Reporter, Rule, Safety, declare_rule};

declare_rule! {
    /// # recipe/spec-decoding
    ///
    /// **What it finds.** A point whose `spec-decoding` (`none` where absent) says otherwise than
    /// its recipe: speculation is on when the decode or aggregated settings have
    /// `speculative-config` (vLLM), `speculative-algorithm` (SGLang), `speculative_config`
    /// (TensorRT-LLM) or `--speculative-config` (llm-d).
    ///
    /// **Why it matters.** Speculative results are mixed with results without speculation.
    ///
    /// **Fix.** The label follows the recipe. Safe when the config key itself speaks of it (`mtp`,
    /// `eagle`, `dspark`), or speaks of none and the recipe has none.
    SpecDecoding, "recipe/spec-decoding", Blocking, fix: Mixed,
    "`spec-decoding` says otherwise than the recipe"
}

/// Parts of a config key that speak of speculative decoding.
const SPEAKING: &[&str] = &["mtp", "eagle", "dspark"];

impl Rule for SpecDecoding {
    fn meta(&self) -> &'static Meta {
        &Self::META
    }

    fn check(&self, project: &Project, reporter: &mut Reporter<'_>) {
        for placed in project.points() {
            let found = placed.deployments().find_map(|deployment| judge(&placed, deployment));
            if let Some(draft) = found {
                reporter.report(draft);
            }
        }
    }
}

fn judge(placed: &Placed<'_>, deployment: &Arc<Deployment>) -> Option<Draft> {
    let known = deployment.workers.iter().any(|worker| worker.has_settings);
    let claimed = placed.point.claims_speculation();
    let runs = deployment.speculation();
    if !known || claimed == runs.is_some() {
        return None;
    }
    let field = placed.point.spec_decoding.as_ref();
    let start = placed.point.span.start as usize;
    let span = field.map_or(Span::at(start), |field| field.span);
    let said = field.map_or("none (by default)".to_owned(), |field| field.value.clone());
    let message = if runs.is_some() {
        format!("spec-decoding: {said} is claimed, the recipe decodes speculatively")
    } else {
        format!("spec-decoding: {said} is claimed, the recipe has no speculative decoding")
    };
    let settings = deployment
        .workers
        .iter()
        .rev()
        .find(|worker| worker.has_settings)
        .map_or(deployment.resources, |worker| worker.settings);
    let recipe_label = if runs.is_some() { "speculation is on" } else { "no speculation here" };
    let draft = Draft::new(&placed.file.path, span, "claimed", message)
        .at_point(placed)
        .identity(&said)
        .identity(runs.is_some())
        .related(&deployment.path, runs.unwrap_or(settings), recipe_label)
        .why("speculative results are mixed with results without speculation");
    let value = if runs.is_some() { "mtp" } else { "none" };
    let key_speaks = SPEAKING.iter().any(|part| placed.key().contains(part));
    let safety = if key_speaks == runs.is_some() { Safety::Safe } else { Safety::Unsafe };
    let edit = label_edit(placed, value)?;
    Some(draft.fix(format!("spec-decoding: {value}"), safety, &placed.file.path, [edit]))
}

fn label_edit(placed: &Placed<'_>, value: &str) -> Option<TextEdit> {
    let document = placed.file.document();
    if let Some(field) = &placed.point.spec_decoding {
        Some(edit::replace_with_str(document.node(field.node), value))
    } else {
        let point = document.node(placed.point.node);
        edit::insert_entry(point, edit::Place::First, "spec-decoding", value).ok()
    }
}

#[cfg(test)]
mod tests {
    use crate::Safety;
    use crate::tester::{DISAGG, LATENCY, MASTER, Toy};

    const RULE: &str = "recipe/spec-decoding";

    #[test]
    fn speculation_without_a_label_is_found_and_labelled() {
        let toy = Toy::clean().replace(
            LATENCY,
            "      max-num-seqs: 256\n",
            "      max-num-seqs: 256\n      speculative-config: '{\"method\":\"mtp\"}'\n",
        );
        let finding = toy.one(RULE);
        assert_eq!(
            finding.fix.as_ref().unwrap().safety,
            Safety::Unsafe,
            "the key does not speak of it"
        );
        assert!(
            toy.fixed(RULE, Safety::Unsafe)[MASTER]
                .contains("- spec-decoding: mtp\n        conc-list: [1,")
        );
        toy.suppressed(RULE);
    }

    #[test]
    fn a_label_without_speculation_is_found() {
        let toy = Toy::clean().replace(
            MASTER,
            "      - conc-list: [64",
            "      - spec-decoding: mtp\n        conc-list: [64",
        );
        assert_eq!(toy.one(RULE).fix.unwrap().safety, Safety::Safe);
        assert!(toy.fixed(RULE, Safety::Safe)[MASTER].contains("spec-decoding: none"));
        let prefill_only = Toy::clean().replace_after(
            DISAGG,
            "prefill:\n",
            "tensor-parallel-size: 4",
            "tensor-parallel-size: 4\n      speculative-algorithm: EAGLE",
        );
        prefill_only.quiet(RULE);
    }
}
