//! `sweeplint recipe`

use sweeplint_inferencex::recipe::{Deployment, Outcome, Reference};
use sweeplint_inferencex::{Field, Layout, ParseCache, Project};

use super::topology::{deployed_shape, table};
use super::{open, print};
use crate::args::RecipeArgs;
use crate::error::CliError;

pub fn run(args: &RecipeArgs) -> Result<u8, CliError> {
    let tree = open::tree(&args.path, args.head.as_deref())?;
    let project = Project::load(&tree, &Layout::default(), &ParseCache::default());
    let resolution = project.resolve(Reference::from_text(&args.config_file));
    let usage = |message: String| Err(CliError::Usage(message));
    match &resolution.outcome {
        Outcome::Deployed(deployments) if deployments.is_empty() => usage(
            "an llm-d recipe's topology depends on the point; see sweeplint topology KEY"
                .to_owned(),
        ),
        Outcome::Deployed(deployments) => {
            let text: Vec<String> = deployments.iter().map(|d| describe(d)).collect();
            print(&text.join("\n"))
        }
        Outcome::External => usage(format!(
            "{} is not in this repository; it may be in the external srt-slurm checkout",
            args.config_file
        )),
        Outcome::StagedElsewhere { candidate } => usage(format!(
            "{} is not in this repository; a launcher may copy it from {candidate}",
            args.config_file
        )),
        Outcome::Missing { looked_at } => usage(format!("{looked_at} does not exist")),
        Outcome::Refused(error) => usage(format!("{}: {error}", args.config_file)),
        Outcome::Unreadable { path, reason } => usage(format!("{path}: {reason}")),
        Outcome::Selector { path, error } => usage(format!("{path}: {error}")),
        Outcome::NoSelector { path, available } => usage(format!(
            "{path} is an override file; choose one of its variants:\n  {}",
            available
                .iter()
                .map(|name| format!("{}:{name}", args.config_file))
                .collect::<Vec<_>>()
                .join("\n  ")
        )),
    }
}

fn describe(deployment: &Deployment) -> String {
    let mut out = format!("{}\n", deployment.name());
    let field = |name: &str, value: Option<&Field<String>>| {
        value.map(|field| format!("  {name:<12} {}\n", field.value)).unwrap_or_default()
    };
    if let Some(engine) = deployment.engine {
        out.push_str(&format!("  {:<12} {}\n", "engine", engine.name()));
    }
    out.push_str(&field("container", deployment.container.as_ref()));
    out.push_str(&field("model", deployment.identity_repo.as_ref()));
    out.push_str(&field("precision", deployment.precision.as_ref()));
    out.push_str(&field("gpu type", deployment.gpu_type.as_ref()));
    if let Some(pin) = deployment.dynamo.first() {
        out.push_str(&format!("  {:<12} {} ({})\n", "dynamo", pin.value, pin.key));
    }
    if let Some(runs) = &deployment.concurrencies {
        let values: Vec<String> = runs.value.iter().map(i64::to_string).collect();
        out.push_str(&format!("  {:<12} {}\n", "concurrency", values.join(" ")));
    }
    let on = |on: bool| if on { "on" } else { "off" };
    out.push_str(&format!("  {:<12} {}\n", "speculation", on(deployment.speculation().is_some())));
    let offload = deployment.offload.as_ref().map_or("off", |offload| offload.backend);
    out.push_str(&format!("  {:<12} {offload}\n\n", "offloading"));
    let head = ["role", "workers", "GPUs each", "GPUs"].map(str::to_owned);
    let rows: Vec<[String; 4]> = deployment
        .workers
        .iter()
        .map(|worker| {
            [
                worker.role.name().to_owned(),
                deployed_shape(worker),
                worker.gpus_per_worker.value.to_string(),
                worker.gpus().to_string(),
            ]
        })
        .collect();
    out.push_str(&table(std::iter::once(&head).chain(rows.iter())));
    out.push_str(&format!("  {} GPUs in all\n", deployment.gpus()));
    out
}
