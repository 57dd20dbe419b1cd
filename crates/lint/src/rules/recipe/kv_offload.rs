//! `recipe/kv-offload`

use std::sync::Arc;

use sweeplint_inferencex::recipe::Deployment;
use sweeplint_inferencex::{Placed, Project};
use sweeplint_yaml::Span;

use crate::{ChangeContext, Draft, Finding, Meta, Reporter, Rule, Severity, declare_rule};

declare_rule! {
    /// # recipe/kv-offload
    ///
    /// **What it finds.** An agentic point whose recipe moves KV blocks to CPU memory and that does
    /// not say so with `kv-offloading: dram` and a `kv-offload-backend`. Offloading is on in a
    /// recipe when SGLang has `enable-hierarchical-cache: true` (`hicache`), TensorRT-LLM a
    /// `host_cache_size` above 0 (`native`), or vLLM a connector that stores to memory in
    /// `kv-transfer-config` (`mooncake`, `vllm-simple`, `lmcache`).
    ///
    /// **Why it matters.** The point is drawn on the curve of points without offloading.
    ///
    /// **Fix.** In words: `dram-utilization` has to be worked out from the recipe's reservation.
    ///
    /// **Exceptions.** A Mooncake store block without a connector is not offloading. On a key that
    /// was there before the change the finding is a warning, on a new one it is blocking.
    KvOffload, "recipe/kv-offload", Warning, fix: None,
    "a recipe offloads KV blocks and its point does not say so"
}

impl Rule for KvOffload {
    fn meta(&self) -> &'static Meta {
        &Self::META
    }

    fn check(&self, project: &Project, reporter: &mut Reporter<'_>) {
        for placed in project.points().filter(|placed| placed.scenario.kind.is_agentic()) {
            let found = placed.deployments().find_map(|deployment| judge(&placed, deployment));
            if let Some(draft) = found {
                reporter.report(draft);
            }
        }
    }

    fn refine(&self, finding: &mut Finding, change: &ChangeContext<'_>) {
        let known = |key: &str| change.base.entries().any(|(_, entry)| entry.key.value == key);
        if finding.config_key.as_deref().is_some_and(|key| !known(key)) {
            finding.severity = Severity::Blocking;
        }
    }
}

fn judge(placed: &Placed<'_>, deployment: &Arc<Deployment>) -> Option<Draft> {
    let evidence = deployment.offload.as_ref()?;
    let claimed = placed.point.kv_offloading.as_ref();
    let claimed_name = claimed.map_or("none", |field| field.value.as_str());
    if claimed_name != "none" {
        return None;
    }
    let start = placed.point.span.start as usize;
    let span = claimed.map_or(Span::at(start), |field| field.span);
    let message = if claimed.is_some() {
        format!("kv-offloading: none is claimed, the recipe offloads with {}", evidence.setting)
    } else {
        format!("no kv-offloading is claimed, the recipe offloads with {}", evidence.setting)
    };
    let draft = Draft::new(&placed.file.path, span, "claimed without offloading", message)
        .at_point(placed)
        .identity(evidence.backend)
        .related(&deployment.path, evidence.span, format!("{} offloads KV blocks", evidence.role.name()))
        .why("the point is published on the curve of points that keep their KV cache on the GPU")
        .help(format!(
            "write `kv-offloading: dram` and `kv-offload-backend: {{ name: {} }}`, and `dram-utilization` for the scenario, worked out from what the recipe reserves per node",
            evidence.backend
        ));
    Some(draft)
}

#[cfg(test)]
mod tests {
    use crate::Severity;
    use crate::tester::{LATENCY, MASTER, Toy};

    const RULE: &str = "recipe/kv-offload";
    const CONNECTOR: &str = "      kv-transfer-config: '{\"kv_connector\":\"MultiConnector\",\"x\":[{\"kv_connector\":\"MooncakeStoreConnector\"}]}'\n";

    fn offloading() -> Toy {
        Toy::clean().replace(
            LATENCY,
            "      max-num-seqs: 256\n",
            &format!("      max-num-seqs: 256\n{CONNECTOR}"),
        )
    }

    #[test]
    fn offloading_without_a_label_is_found() {
        let toy = offloading();
        let finding = toy.one(RULE);
        assert_eq!(finding.severity, Severity::Warning);
        assert!(finding.help.as_ref().unwrap().contains("name: mooncake"));
        toy.suppressed(RULE);
        assert_eq!(
            offloading().in_change().one(RULE).severity,
            Severity::Blocking,
            "the key is new"
        );
    }

    #[test]
    fn a_label_or_an_unwired_store_is_right() {
        offloading()
            .replace(MASTER, "      - conc-list: [1,", "      - kv-offloading: dram\n        kv-offload-backend: { name: mooncake }\n        conc-list: [1,")
            .quiet(RULE);
        Toy::clean()
            .replace(
                LATENCY,
                "  connector: null\n",
                "  connector: null\n  mooncake_kv_store: { size: 8 }\n",
            )
            .quiet(RULE);
    }

    #[test]
    fn every_engine_has_its_own_switch() {
        let sglang = Toy::clean()
            .replace(LATENCY, "type: vllm", "type: sglang")
            .replace(LATENCY, "vllm_config", "sglang_config")
            .replace(LATENCY, "      max-num-seqs: 256", "      enable-hierarchical-cache: true");
        assert!(sglang.one(RULE).help.unwrap().contains("hicache"));
        sglang
            .replace(LATENCY, "hierarchical-cache: true", "hierarchical-cache: false")
            .quiet(RULE);
        let trt = Toy::clean()
            .replace(LATENCY, "type: vllm", "type: trtllm")
            .replace(LATENCY, "vllm_config", "trtllm_config")
            .replace(
                LATENCY,
                "      max-num-seqs: 256",
                "      kv_cache_config: { host_cache_size: 1_000 }",
            );
        assert!(trt.one(RULE).help.unwrap().contains("native"));
    }
}
