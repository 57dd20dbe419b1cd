//! What an srt-slurm recipe deploys.
//!
//! Source: srt-slurm `core/schema.py` (`ResourceConfig`), and DOMAIN §4 for the engines' settings.

use sweeplint_source::RepoPath;
use sweeplint_yaml::{Kind, Node};

use super::engine::{Engine, SGLANG_A2A_BACKENDS};
use super::{DeployedWorker, Deployment, DynamoVersion, EpSource, Fact, Merged, Variant, offload};
use crate::field::{Field, boolean, characters, integer};
use crate::master::Role;

/// GPUs of a node when the recipe does not say.
const GPUS_PER_NODE: i64 = 4;

/// Reads what a variant deploys.
#[must_use]
pub fn deploy(path: &RepoPath, variant: &Variant<'_>) -> Deployment {
    let tree = variant.tree;
    let engine = Engine::from_type(tree.at(&["backend", "type"]).and_then(text));
    let resources = tree.get("resources");
    let workers = roles(resources)
        .into_iter()
        .map(|role| worker(tree, resources, engine, role))
        .collect::<Vec<_>>();
    let at = |path: &[&str]| tree.at(path).and_then(Merged::node);
    Deployment {
        path: path.clone(),
        variant: variant.name.clone(),
        is_llmd: false,
        engine,
        offload: engine.and_then(|engine| offload::find(tree, engine, &workers)),
        workers,
        container: at(&["model", "container"]).and_then(characters),
        identity_image: at(&["identity", "container", "image"]).and_then(characters),
        identity_repo: at(&["identity", "model", "repo"]).and_then(characters),
        precision: at(&["model", "precision"]).and_then(characters),
        gpu_type: at(&["resources", "gpu_type"]).and_then(characters),
        gpus_per_node: at(&["resources", "gpus_per_node"]).and_then(integer),
        model_path: at(&["model", "path"]).and_then(characters),
        isl: at(&["benchmark", "isl"]).and_then(integer),
        osl: at(&["benchmark", "osl"]).and_then(integer),
        concurrencies: at(&["benchmark", "concurrencies"]).and_then(concurrencies),
        env_concurrency: at(&["benchmark", "env", "CONC"]).and_then(integer),
        benchmark_type: at(&["benchmark", "type"]).and_then(characters),
        dynamo: dynamo_versions(tree),
        resources: resources.and_then(Merged::span).unwrap_or_default(),
    }
}

/// Aggregated when `agg_workers` is set.
fn roles(resources: Option<Merged<'_>>) -> Vec<Role> {
    let has = |name: &str| resources.is_some_and(|resources| resources.get(name).is_some());
    if has("agg_workers") || has("agg_nodes") && !has("prefill_workers") {
        vec![Role::Aggregated]
    } else {
        vec![Role::Prefill, Role::Decode]
    }
}

fn worker(
    tree: Merged<'_>,
    resources: Option<Merged<'_>>,
    engine: Option<Engine>,
    role: Role,
) -> DeployedWorker {
    let settings = engine.and_then(|engine| {
        let name = match role {
            Role::Aggregated => "aggregated",
            Role::Prefill => "prefill",
            Role::Decode => "decode",
        };
        tree.at(&["backend", engine.config_key(), name]).filter(|place| place.is_mapping())
    });
    let resources_span = resources.and_then(Merged::span).unwrap_or_default();
    let settings_span = settings.and_then(Merged::span).unwrap_or(resources_span);
    let (workers, gpus_per_worker) = resource_counts(resources, role);
    let mut deployed = DeployedWorker {
        role,
        workers,
        gpus_per_worker,
        tp: Fact::default(1),
        dp: Fact::default(1),
        pp: Fact::default(1),
        dcp: Fact::default(1),
        pcp: Fact::default(1),
        ep: Fact::default(1),
        ep_source: EpSource::Absent,
        dp_attention: Fact::default(false),
        speculation: None,
        settings: settings_span,
        has_settings: settings.is_some(),
    };
    if let (Some(engine), Some(settings)) = (engine, settings) {
        read_settings(&mut deployed, engine, settings);
    }
    deployed
}

fn read_settings(worker: &mut DeployedWorker, engine: Engine, settings: Merged<'_>) {
    let keys = engine.keys();
    let size = |names: &[&str]| number(settings.find(names)).unwrap_or(Fact::default(1));
    worker.tp = size(keys.tp);
    worker.dp = size(keys.dp);
    worker.pp = size(keys.pp);
    worker.dcp = size(keys.dcp);
    worker.pcp = size(keys.pcp);
    worker.speculation = settings
        .find(keys.speculation)
        .and_then(Merged::node)
        .filter(|node| !node.is_null() && node.as_bool() != Some(false))
        .map(Node::span);
    worker.dp_attention = if engine == Engine::Vllm {
        Fact { value: worker.dp.value > 1, span: worker.dp.span }
    } else {
        switch(settings.find(keys.dp_attention)).unwrap_or(Fact::default(false))
    };
    (worker.ep, worker.ep_source) = expert_parallel(worker, engine, settings);
}

fn expert_parallel(
    worker: &DeployedWorker,
    engine: Engine,
    settings: Merged<'_>,
) -> (Fact<i64>, EpSource) {
    let keys = engine.keys();
    if engine == Engine::Vllm {
        let flag = switch(settings.find(keys.ep_flag)).unwrap_or(Fact::default(false));
        return if flag.value {
            let group = worker.tp.value.saturating_mul(worker.dp.value);
            (Fact { value: group, span: flag.span }, EpSource::Flag)
        } else {
            (Fact { value: 1, span: flag.span }, EpSource::NoFlag)
        };
    }
    if let Some(size) = number(settings.find(keys.ep)) {
        return (size, EpSource::Size);
    }
    if engine == Engine::TrtLlm {
        return (Fact::default(1), EpSource::Unknown);
    }
    let backend = settings.find(&["moe-a2a-backend"]);
    match backend.and_then(text) {
        Some(name) if SGLANG_A2A_BACKENDS.contains(&name) => {
            let span = backend.and_then(Merged::span);
            (Fact { value: worker.tp.value, span }, EpSource::Backend)
        }
        _ => (Fact::default(1), EpSource::Absent),
    }
}

/// Workers of a role and the GPUs of each: the explicit count, else the role's nodes shared out.
fn resource_counts(resources: Option<Merged<'_>>, role: Role) -> (Fact<i64>, Fact<i64>) {
    let get = |name: &str| number(resources.and_then(|resources| resources.get(name)));
    let name = role.name();
    let workers = get(&format!("{name}_workers"));
    let nodes = get(&format!("{name}_nodes"));
    let per_node = get("gpus_per_node").unwrap_or(Fact::default(GPUS_PER_NODE));
    let gpus = match (get(&format!("gpus_per_{name}")), &nodes, &workers) {
        (Some(explicit), _, _) => explicit,
        (None, Some(nodes), Some(workers)) if nodes.value > 0 && workers.value > 0 => Fact {
            value: nodes.value.saturating_mul(per_node.value) / workers.value,
            span: nodes.span,
        },
        (None, Some(nodes), Some(workers))
            if role == Role::Decode && nodes.value == 0 && workers.value > 0 =>
        {
            resource_counts(resources, Role::Prefill).1
        }
        _ => per_node,
    };
    (workers.unwrap_or(Fact::default(0)), gpus)
}

/// What pins Dynamo: a commit or a wheel win over a version (srt-slurm `schema.py`); the release
/// that the recipe names for itself comes last.
fn dynamo_versions(tree: Merged<'_>) -> Vec<DynamoVersion> {
    const PINS: &[(&[&str], &str)] = &[
        (&["dynamo", "hash"], "dynamo.hash"),
        (&["dynamo", "wheel"], "dynamo.wheel"),
        (&["dynamo", "version"], "dynamo.version"),
        (&["identity", "frameworks", "dynamo"], "identity.frameworks.dynamo"),
    ];
    PINS.iter()
        .filter_map(|(path, key)| {
            let field = characters(tree.at(path)?.node()?)?;
            Some(DynamoVersion { value: field.value, key, span: field.span })
        })
        .collect()
}

/// `"4x8x16"`, a list, or one number.
fn concurrencies(node: Node<'_>) -> Option<Field<Vec<i64>>> {
    let values = if node.kind() == Kind::Sequence {
        node.items().filter_map(integer).map(|field| field.value).collect()
    } else if let Some(number) = node.as_int() {
        vec![number]
    } else {
        node.as_str()?
            .split('x')
            .map(|part| part.trim().parse().ok())
            .collect::<Option<Vec<_>>>()?
    };
    Some(Field::new(values, node))
}

pub(super) fn text<'d>(place: Merged<'d>) -> Option<&'d str> {
    place.node()?.text()
}

pub(super) fn number(place: Option<Merged<'_>>) -> Option<Fact<i64>> {
    let field = integer(place?.node()?)?;
    Some(Fact { value: field.value, span: Some(field.span) })
}

pub(super) fn switch(place: Option<Merged<'_>>) -> Option<Fact<bool>> {
    let field = boolean(place?.node()?)?;
    Some(Fact { value: field.value, span: Some(field.span) })
}
