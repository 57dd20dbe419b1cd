//! `recipe/dp-attn`

use sweeplint_inferencex::Project;
use sweeplint_inferencex::master::Worker;
use sweeplint_inferencex::recipe::Engine;
use sweeplint_yaml::{TextEdit, edit};

use super::pair::{Pair, pairs};
use crate::{Draft, Meta, Reporter, Rule, Safety, declare_rule};

declare_rule! {
    /// # recipe/dp-attn
    ///
    /// **What it finds.** A worker whose `dp-attn` is not what its recipe does. vLLM: data-parallel
    /// attention is a data-parallel size above 1. SGLang: `enable-dp-attention`. TensorRT-LLM:
    /// `enable_attention_dp`. llm-d: expert parallelism with a data-parallel size above 1.
    ///
    /// **Why it matters.** Results are published and grouped under a topology that did not run.
    ///
    /// **Fix.** `dp-attn` takes the recipe's value (safe).
    DpAttn, "recipe/dp-attn", Blocking, fix: Safe,
    "`dp-attn` is not what the recipe does"
}

impl Rule for DpAttn {
    fn meta(&self) -> &'static Meta {
        &Self::META
    }

    fn check(&self, project: &Project, reporter: &mut Reporter<'_>) {
        for pair in pairs(project).filter(|pair| pair.deployed.has_settings) {
            if let Some(draft) = judge(&pair) {
                reporter.report(draft);
            }
        }
    }
}

fn judge(pair: &Pair<'_>) -> Option<Draft> {
    let expected = pair.deployed.dp_attention.value;
    let mirror = pair.mirror.filter(|mirror| mirror.dp_attn.is_some());
    let wrong: Vec<&Worker> = [Some(pair.claimed), mirror]
        .into_iter()
        .flatten()
        .filter(|worker| worker.has_dp_attention() != expected)
        .collect();
    let first = *wrong.first()?;
    let file = &pair.placed.file.path;
    let span = first.dp_attn.as_ref().map_or(first.key, |field| field.span);
    let fact = if pair.deployment.engine == Some(Engine::Vllm) {
        format!("the recipe runs {}", pair.deployed.shape())
    } else {
        format!("the recipe has it {}", if expected { "on" } else { "off" })
    };
    let recipe_span = pair.deployed.dp_attention.span.unwrap_or(pair.deployed.settings);
    let draft = Draft::new(
        file,
        span,
        format!("claimed for {}", first.role.name()),
        format!("dp-attn: {} is claimed, {fact} (dp-attn {expected})", !expected),
    )
    .at_point(&pair.placed)
    .identity(pair.role())
    .identity(expected)
    .related(&pair.deployment.path, recipe_span, format!("dp-attn {expected}"))
    .why("results are published and grouped under a topology that did not run");
    let document = pair.placed.file.document();
    let edits: Vec<TextEdit> = wrong
        .iter()
        .filter_map(|worker| worker.dp_attn.as_ref())
        .map(|field| edit::replace_with_plain(document.node(field.node), &expected.to_string()))
        .collect();
    let roles: Vec<&str> = wrong.iter().map(|worker| worker.role.name()).collect();
    let title = format!("dp-attn: {expected} in {}", roles.join(" and "));
    Some(draft.fix(title, Safety::Safe, file, edits))
}

#[cfg(test)]
mod tests {
    use crate::Safety;
    use crate::tester::{MASTER, Toy};

    const RULE: &str = "recipe/dp-attn";

    #[test]
    fn vllm_and_sglang_labels_are_found_and_fixed() {
        let vllm =
            Toy::clean().replace_after(MASTER, "conc-list: [1,", "dp-attn: false", "dp-attn: true");
        let finding = vllm.one(RULE);
        assert!(finding.message.contains("the recipe runs TP16"), "{}", finding.message);
        assert_eq!(vllm.fixed(RULE, Safety::Safe)[MASTER], Toy::clean().head_text(MASTER));
        vllm.suppressed(RULE);
        let sglang =
            Toy::clean().replace_after(MASTER, "8k1k/disagg", "dp-attn: true", "dp-attn: false");
        assert_eq!(sglang.one(RULE).fix.unwrap().title, "dp-attn: true in decode");
        assert_eq!(sglang.fixed(RULE, Safety::Safe)[MASTER], Toy::clean().head_text(MASTER));
    }
}
